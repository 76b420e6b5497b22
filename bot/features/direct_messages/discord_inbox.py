"""Direct messages as the service reads them: what somebody wrote in a conversation with the bot."""

from __future__ import annotations

import logging

import discord

from bot.discord.error_codes import FINAL, TROUBLE, meaning, reason, unsure
from bot.features.direct_messages.missed_messages import PAUSE, DirectMessage, Page

log = logging.getLogger(__name__)

_PAGE = 100
"""The most that Discord gives at once."""


class DiscordInbox:
    """See `Inbox`."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def page(self, channel_id: int, after: int) -> Page:
        channel = self._client.get_partial_messageable(channel_id, type=discord.ChannelType.private)
        since = discord.Object(after)
        try:
            found = [each async for each in channel.history(limit=_PAGE, after=since, oldest_first=True)]
        except TROUBLE as error:
            if meaning(error) not in FINAL:
                raise unsure(error, PAUSE) from error
            log.warning("missed messages may not be read", extra={"reason": reason(error)})
            return Page(())
        written = tuple(read for each in found if (read := written_by_person(each)) is not None)
        return Page(written, found[-1].id if len(found) == _PAGE else None)

    async def say(self, channel_id: int, text: str) -> None:
        channel = self._client.get_partial_messageable(channel_id, type=discord.ChannelType.private)
        try:
            await channel.send(text)
        except TROUBLE as error:
            log.warning("answer lost", extra={"reason": reason(error)})


def written_by_person(message: discord.Message) -> DirectMessage | None:
    """What somebody wrote; None if it is the bot's own message, or one of Discord's about something."""
    if message.author.bot or message.type not in (discord.MessageType.default, discord.MessageType.reply):
        return None
    reply_to = message.reference.message_id if message.reference else None
    return DirectMessage(message.id, message.content, reply_to)
