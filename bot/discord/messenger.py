"""Deliver the outbox's posts to Discord: send once, find what was sent, say what cannot be delivered."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from bot.common.message import Message, Rows
from bot.discord.convert import to_send, to_view
from bot.discord.error_codes import FINAL, TROUBLE, Refusal, meaning, reason, unsure, without_new_dms
from bot.outbox.delivery import Outbox
from bot.outbox.messenger import Desk, NoNewDms, Post, Sent, Unreachable

log = logging.getLogger(__name__)
T = TypeVar("T")

MAX_SEARCHED = 100
"""Newest messages of a channel that are searched for a post whose answer was lost."""


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
        silent = message.silent
        try:
            return await channel.send(**to_send(message), nonce=post.nonce, silent=silent)
        except discord.HTTPException as error:
            bare = not message.attached and not message.files
            if bare or meaning(error) not in (Refusal.FORBIDDEN, Refusal.TOO_LARGE):
                raise
            log.warning("files left out", extra={"post": post.id, "status": error.status})
        # The words alone: files may be forbidden here, or this one too large.
        return await channel.send(**to_send(message.without_files()), nonce=post.nonce, silent=silent)

    async def find(self, post: Post, marker: str) -> Sent | None:
        me = self._client.user
        try:
            channel = await self._known(post)
            if channel is None:
                return None  # the conversation was never begun
            async for message in channel.history(limit=MAX_SEARCHED):
                if me is not None and message.author.id == me.id and message.content.endswith(marker):
                    return Sent(message.channel.id, message.id)
        except TROUBLE as error:
            if meaning(error) in FINAL:
                return None  # history may not be read: the nonce must do, and `send` says if all is gone
            raise unsure(error) from error
        return None

    async def edit(self, sent: Sent, text: str, *, rows: Rows | None = None) -> None:
        channel = self._client.get_partial_messageable(sent.channel_id)
        message = channel.get_partial_message(sent.message_id)
        # An edit notifies nobody; without its mentions the post would no longer count as a call.
        same = discord.AllowedMentions(everyone=False, roles=False, users=True, replied_user=False)

        async def change() -> None:
            if rows is None:
                await message.edit(content=text, allowed_mentions=same)
            else:
                await message.edit(content=text, allowed_mentions=same, view=to_view(rows))

        try:
            await self._opened(sent.channel_id, change)
        except TROUBLE as error:
            found = meaning(error)
            if found in FINAL or found in (Refusal.ARCHIVED, Refusal.NO_EDIT):
                raise Unreachable(reason(error)) from error
            raise unsure(error) from error

    async def retire(self, desk: Desk, words: str) -> None:
        try:
            channel = self._client.get_partial_messageable(desk.channel_id)
            await channel.get_partial_message(desk.message_id).edit(content=words, view=None)
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
