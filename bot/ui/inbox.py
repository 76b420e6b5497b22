"""Direct messages as the service reads them: what somebody wrote in a conversation with the bot."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.service.missed import PAUSE, Page, Written
from bot.service.posting.messenger import Unsure

log = logging.getLogger(__name__)

_PAGE = 100
"""The most that Discord gives at once."""
_TOO_MANY = 429


class DiscordInbox:
    """See `Inbox`."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def page(self, channel_id: int, after: int) -> Page:
        channel = self._client.get_partial_messageable(channel_id, type=discord.ChannelType.private)
        since = discord.Object(after)
        try:
            found = [each async for each in channel.history(limit=_PAGE, after=since, oldest_first=True)]
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == _TOO_MANY:
                raise Unsure(str(error.status), PAUSE) from error
            log.warning("missed messages may not be read", extra={"status": error.status, "code": error.code})
            return Page(())
        except (discord.RateLimited, aiohttp.ClientError, OSError, TimeoutError) as error:
            raise Unsure(type(error).__name__, PAUSE) from error
        written = tuple(read for each in found if (read := written_by_person(each)) is not None)
        return Page(written, found[-1].id if len(found) == _PAGE else None)

    async def say(self, channel_id: int, text: str) -> None:
        channel = self._client.get_partial_messageable(channel_id, type=discord.ChannelType.private)
        try:
            await channel.send(text)
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.warning("answer lost", extra={"reason": type(error).__name__})


def written_by_person(message: discord.Message) -> Written | None:
    """What somebody wrote; None if it is the bot's own message, or one of Discord's about something."""
    if message.author.bot or message.type not in (discord.MessageType.default, discord.MessageType.reply):
        return None
    reply_to = message.reference.message_id if message.reference else None
    return Written(message.id, message.content, reply_to)
