"""Discord as the outbox needs it: send once, find what was sent, say what cannot be delivered."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.service.message import Message, Rows
from bot.service.posting.messenger import Desk, Post, Sent, Unreachable, Unsure
from bot.service.posting.outbox import Outbox
from bot.ui.convert import to_send, to_view

log = logging.getLogger(__name__)

_GONE = {10003, 10004, 10013, 50001, 50007, 50013, 50278, 160005}
"""Unknown channel, server or user; no access; closed DMs; no permission; no common server; locked thread."""
_NO_PERMISSION, _TOO_LARGE = 50013, 413
_LOOK_BACK = 100
"""How many of the channel's newest messages are searched for a lost answer's message."""


class DiscordMessenger:
    """See `Messenger`. `outbox` remembers DM channels; it is set once both are made."""

    outbox: Outbox

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send(self, post: Post, message: Message) -> Sent:
        try:
            channel = await self._channel(post)
            sent = await self._send(channel, post, message)
        except discord.RateLimited as error:
            raise Unsure("rate limited", error.retry_after) from error
        except discord.HTTPException as error:
            if error.code in _GONE or error.status in (403, 404):
                raise Unreachable(f"{error.status} {error.code}") from error
            patient = error.status >= 500 or error.status == 429
            raise Unsure(f"{error.status} {error.code}", 5.0, patient=patient) from error
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise Unsure(type(error).__name__, 1.0) from error
        return Sent(sent.channel.id, sent.id)

    async def _send(self, channel: discord.abc.Messageable, post: Post, message: Message) -> discord.Message:
        """Discord answers a second message of the same nonce with the first one, for some minutes."""
        silent = message.silent
        try:
            return await channel.send(**to_send(message), nonce=post.nonce, silent=silent)
        except discord.HTTPException as error:
            bare = not message.attached and not message.files
            if bare or (error.code != _NO_PERMISSION and error.status != _TOO_LARGE):
                raise
            log.warning("files left out", extra={"post": post.id, "status": error.status})
        # The words alone: files may be forbidden here, or this one too large.
        return await channel.send(**to_send(message.without_files()), nonce=post.nonce, silent=silent)

    async def find(self, post: Post, marker: str) -> Sent | None:
        me = self._client.user
        try:
            channel = await self._channel(post)
            async for message in channel.history(limit=_LOOK_BACK):
                if me is not None and message.author.id == me.id and message.content.endswith(marker):
                    return Sent(message.channel.id, message.id)
        except discord.HTTPException as error:
            if error.code in _GONE or error.status in (403, 404):
                return None  # history may not be read: the nonce must do, and `send` says if all is gone
            raise Unsure(f"{error.status} {error.code}", 5.0) from error
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise Unsure(type(error).__name__, 1.0) from error
        return None

    async def edit(self, sent: Sent, text: str, *, rows: Rows | None = None) -> None:
        try:
            channel = self._client.get_partial_messageable(sent.channel_id)
            # An edit notifies nobody; without its mentions the post would no longer count as a call.
            same = discord.AllowedMentions(everyone=False, roles=False, users=True, replied_user=False)
            message = channel.get_partial_message(sent.message_id)
            if rows is None:
                await message.edit(content=text, allowed_mentions=same)
            else:
                await message.edit(content=text, allowed_mentions=same, view=to_view(rows))
        except discord.HTTPException as error:
            if error.code in _GONE or error.status in (403, 404):
                raise Unreachable(f"{error.status} {error.code}") from error
            raise Unsure(f"{error.status} {error.code}", 5.0) from error
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise Unsure(type(error).__name__, 5.0) from error

    async def retire(self, desk: Desk, words: str) -> None:
        try:
            channel = self._client.get_partial_messageable(desk.channel_id)
            await channel.get_partial_message(desk.message_id).edit(content=words, view=None)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError):
            log.info("an old desk could not be tidied", extra={"table": desk.table_id})

    async def _channel(self, post: Post) -> discord.abc.Messageable:
        """Where a post goes. The DM channel of a user is opened once and remembered."""
        if post.channel_id is not None:
            return await self._open(post.channel_id)
        assert post.user_id is not None
        known = await self.outbox.dm_channel(post.user_id)
        if known is not None:
            return self._client.get_partial_messageable(known, type=discord.ChannelType.private)
        channel = await self._client.create_dm(discord.Object(post.user_id))
        await self.outbox.dm_opened(post.user_id, channel.id)
        return channel

    async def _open(self, channel_id: int) -> discord.abc.Messageable:
        known = self._client.get_channel(channel_id)
        if isinstance(known, discord.abc.Messageable):
            return known
        return self._client.get_partial_messageable(channel_id)
