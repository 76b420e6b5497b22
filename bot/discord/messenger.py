"""Deliver the outbox's posts to Discord: send once, find what was sent, say what cannot be delivered."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

import discord

from bot.common.clock import timeless
from bot.common.message import Menu, Message, clip
from bot.discord.convert import keeping, mark_of, to_edit, to_send
from bot.discord.error_codes import FINAL, TROUBLE, Refusal, meaning, reason, unsure, without_new_dms
from bot.outbox.delivery import Outbox
from bot.outbox.messenger import Desk, NoNewDms, Post, Sent, Unreachable, mark

log = logging.getLogger(__name__)
T = TypeVar("T")

MAX_SEARCHED = 100
"""Newest messages of a channel that are searched for a post whose answer was lost."""
MOST_CALLED = 70
"""So many can be named in a plain line, with its words."""


class DiscordMessenger:
    """Implements `bot.outbox.messenger.Messenger`. outbox: remembers DM channels; set before any post"""

    outbox: Outbox

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._complained = False

    async def send(self, post: Post, message: Message) -> Sent:
        try:
            channel = await self._channel(post)
            sent = await self._opened(post.channel_id, lambda: self._send(channel, post, message))
        except TROUBLE as error:
            found = meaning(error)
            if found is Refusal.NO_NEW_DMS and post.user_id is not None:
                assert isinstance(error, discord.HTTPException)
                raise NoNewDms(reason(error), without_new_dms(error)) from error
            if post.user_id is not None and found in (Refusal.GONE, Refusal.FORBIDDEN):
                # A channel of direct messages says nothing of its user: the next attempt asks for it anew.
                await self.outbox.dm_opened(post.user_id, None)
            elif found in FINAL or found is Refusal.ARCHIVED:
                raise Unreachable(reason(error)) from error
            self._complain(found)
            raise unsure(error) from error
        return Sent(sent.channel.id, sent.id)

    async def _send(self, channel: discord.abc.Messageable, post: Post, message: Message) -> discord.Message:
        """Send a post. For some minutes Discord answers a second message of its nonce with the first one."""
        call = to_call(post, message)
        if call is not None:
            sent = await channel.send(**to_send(call, mark(post)), nonce=post.nonce, silent=False)
            return await self._dress(sent, post, message)
        silent = message.silent
        try:
            return await channel.send(**to_send(message, mark(post)), nonce=post.nonce, silent=silent)
        except discord.HTTPException as error:
            if not _needless_files(post, message, error):
                raise
        # The words alone: files may be forbidden here, or this one too large.
        words = message.without_files()
        return await channel.send(**to_send(words, mark(post)), nonce=post.nonce, silent=silent)

    async def _dress(self, sent: discord.Message, post: Post, message: Message) -> discord.Message:
        """Make a card of the plain line by which a post has called its readers."""
        try:
            return await sent.edit(**to_edit(message, mark(post)))
        except discord.HTTPException as error:
            if not _needless_files(post, message, error):
                raise
        return await sent.edit(**to_edit(message.without_files(), mark(post)))

    async def find(self, post: Post, message: Message) -> Sent | None:
        me = self._client.user
        # It may have become quiet hours since the line was sent.
        call = to_call(post, replace(message, silent=False)) or message
        try:
            channel = await self._known(post)
            if channel is None:
                return None  # the conversation was never begun
            async for found in channel.history(limit=MAX_SEARCHED):
                if me is None or found.author.id != me.id:
                    continue
                plain = not found.flags.components_v2
                bare = plain and call.classic and not found.components  # it has no place for a mark
                alike = bare and timeless(found.content) == timeless(call.text.strip())
                if mark_of(found) != mark(post) and not (alike and await self.outbox.is_unclaimed(found.id)):
                    continue
                if plain and not message.classic:
                    await self._opened(post.channel_id, partial(self._dress, found, post, message))
                return Sent(found.channel.id, found.id)
        except TROUBLE as error:
            if meaning(error) in FINAL:
                return None  # history may not be read: the nonce must do, and `send` says if all is gone
            raise unsure(error) from error
        return None

    async def replace(self, sent: Sent, post: Post, message: Message) -> None:
        channel = self._client.get_partial_messageable(sent.channel_id)
        await self._edited(
            sent, lambda: channel.get_partial_message(sent.message_id).edit(**to_edit(message, mark(post)))
        )

    async def edit(self, sent: Sent, message: Message) -> None:
        await self._edited(sent, lambda: revise(self._client, sent, message))

    async def _edited(self, sent: Sent, deed: Callable[[], Awaitable[object]]) -> None:
        try:
            await self._opened(sent.channel_id, deed)
        except TROUBLE as error:
            found = meaning(error)
            if found in FINAL or found in (Refusal.ARCHIVED, Refusal.NO_EDIT):
                raise Unreachable(reason(error)) from error
            raise unsure(error) from error

    async def retire(self, desk: Desk, words: str) -> None:
        try:
            channel = self._client.get_partial_messageable(desk.channel_id)
            await channel.get_partial_message(desk.message_id).edit(**to_edit(Message(words)))
        except TROUBLE:
            log.info("an old desk could not be tidied", extra={"table": desk.table_id})

    async def _opened(self, channel_id: int | None, deed: Callable[[], Awaitable[T]]) -> T:
        """Do this in a channel, after opening it if it is an archived thread. (A message usually opens it by
        itself, an edit does not.)"""
        try:
            return await deed()
        except discord.HTTPException as error:
            if channel_id is None or meaning(error) is not Refusal.ARCHIVED:
                raise
        await self._client.http.edit_channel(channel_id, archived=False)
        return await deed()

    async def _channel(self, post: Post) -> discord.abc.Messageable:
        """Find where a post goes. The DM channel of a user is opened once and remembered."""
        known = await self._known(post)
        if known is not None:
            return known
        assert post.user_id is not None
        try:
            channel = await self._client.create_dm(discord.Object(post.user_id))
        except discord.RateLimited as error:  # for all conversations together
            raise NoNewDms(reason(error), error.retry_after) from error
        await self.outbox.dm_opened(post.user_id, channel.id)
        return channel

    async def _known(self, post: Post) -> discord.abc.Messageable | None:
        """Find where a post goes; None: a conversation that was never begun."""
        if post.channel_id is not None:
            there = self._client.get_channel(post.channel_id)
            if isinstance(there, discord.abc.Messageable):
                return there
            return self._client.get_partial_messageable(post.channel_id)
        assert post.user_id is not None
        known = await self.outbox.dm_channel(post.user_id)
        if known is None:
            return None
        return self._client.get_partial_messageable(known, type=discord.ChannelType.private)

    def _complain(self, found: Refusal) -> None:
        """Tell the host, once, what only the host can fix."""
        if found is Refusal.TOKEN and not self._complained:
            self._complained = True
            log.error("Discord accepts the token no more: put a new one into FIELDPOST_TOKEN and restart")


async def revise(client: discord.Client, sent: Sent, message: Message) -> None:
    """Put these words and buttons in the place of a message's; its pictures and files stay, and so does its
    mark. Raises what Discord answers."""
    # An edit notifies nobody; without its mentions the post would no longer count as a call.
    same = discord.AllowedMentions(everyone=False, roles=False, users=True, replied_user=False)
    old = await client.get_partial_messageable(sent.channel_id).fetch_message(sent.message_id)
    given = to_edit(keeping(message, old), mark_of(old)) | {"allowed_mentions": same}
    del given["attachments"]
    await old.edit(**given)


def to_call(post: Post, message: Message) -> Message | None:
    """Return the plain line by which a card that notifies somebody is first posted, so that a locked phone
    shows it; None: the message is sent as it is. It has the card's first button, in case the edit fails.

    In a channel it names whom it calls: Discord notifies those alone whom a message names when it is sent,
    and nobody by an edit."""
    if message.classic or message.silent or not (message.mentions or post.user_id is not None):
        return None
    text = clip(message.call or message.text.partition("\n")[0].lstrip("#- "), 300)
    if post.user_id is None:
        named = [f"<@{user}>" for user in message.mentions[:MOST_CALLED] if f"<@{user}>" not in text]
        text = " ".join([*named, text])
    pressable = (one for row in message.controls if not isinstance(row, Menu) for one in row)
    first = next((one for one in pressable if not one.disabled), None)
    rows = ((first,),) if first is not None else ()
    return Message(text, rows=rows, mentions=message.mentions, plain=True)


def _needless_files(post: Post, message: Message, error: discord.HTTPException) -> bool:
    """Whether a message was refused for its files alone."""
    bare = not message.attached and not message.files
    if bare or meaning(error) not in (Refusal.FORBIDDEN, Refusal.TOO_LARGE):
        return False
    log.warning("files left out", extra={"post": post.id, "status": error.status})
    return True
