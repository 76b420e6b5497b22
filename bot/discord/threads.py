"""Open private threads for letters, and keep the threads of games open."""

from __future__ import annotations

import logging
from typing import Any, Literal

import discord

from bot.common.errors import Refused
from bot.discord import text
from bot.discord.error_codes import FINAL, TROUBLE, Refusal, asking, is_gone, meaning, unsure
from bot.discord.permissions import listed
from bot.discord.servers import Servers

log = logging.getLogger(__name__)

_NEEDED = ("create_private_threads", "send_messages_in_threads")
WEEK: Literal[10080] = 10080
"""Minutes of silence until Discord may archive a thread, the most that can be asked for. A message opens it
again."""
_LESS: Literal[4320] = 4320
CROWDED, ROOM = 900, 100
"""Active threads in a server from which on quiet ones of ours are archived; with less than this room until
then none are kept open."""
FULL_OF_THREADS = 160006
"""Discord's code for a server that has as many active threads as it may."""


def public_kind(home: discord.TextChannel) -> Any:
    """The type of a thread that everyone who sees this channel can see. Discord refuses the other type."""
    return discord.ChannelType.news_thread if home.is_news() else discord.ChannelType.public_thread


def _quiet_since(thread: discord.Thread) -> float:
    """When something last happened in a thread, as Discord counts it, in seconds."""
    wrote = thread.last_message_id or thread.id
    return max(thread.archive_timestamp.timestamp(), discord.utils.snowflake_time(wrote).timestamp())


class DiscordThreads:
    """Implements the ports for private threads of letters and for keeping threads open."""

    def __init__(self, client: discord.Client, servers: Servers) -> None:
        self._client, self._servers = client, servers

    async def open(self, channel_id: int, name: str, known: int | None) -> int:
        try:
            channel = await self._parent(channel_id)
            if known is not None and await self._is_there(known):
                return known
            held = self._client.get_channel(channel.id) is not None
            for thread in channel.threads if held else await channel.guild.active_threads():
                # Opened just before a crash: not yet remembered.
                if (
                    thread.parent_id == channel.id
                    and thread.is_private()
                    and thread.name == name
                    and thread.owner_id == self._me
                ):
                    return thread.id
            made = await channel.create_thread(
                name=name,
                type=discord.ChannelType.private_thread,
                auto_archive_duration=WEEK,
                invitable=False,  # else those in it could let anybody in, to all that was written
            )
        except TROUBLE as error:
            if meaning(error) is Refusal.FORBIDDEN:
                raise Refused(text.NO_PRIVATE_THREADS(channel=channel_id)) from None
            log.warning("no thread", extra={"reason": type(error).__name__})
            raise Refused(text.NO_THREAD_NOW) from None
        return made.id

    async def swap(self, thread_id: int, out: int | None, into: int | None) -> None:
        with asking(text.LACK_MANAGE_THREADS):
            try:
                thread = await self._client.fetch_channel(thread_id)
                if not isinstance(thread, discord.Thread):
                    return
                if thread.archived:  # an archived one lets nobody in or out
                    thread = await thread.edit(archived=False)
                if out is not None:
                    await self._let_out(thread, out)
            except discord.HTTPException as error:
                if is_gone(error):
                    return
                raise
        if into is None:
            return
        try:
            await thread.add_user(discord.Object(into))
        except TROUBLE as error:
            # The next letter there calls the new player in; the former ones are in `/letters`.
            log.info("nobody let into a thread", extra={"reason": type(error).__name__})

    async def _let_out(self, thread: discord.Thread, user_id: int) -> None:
        """Take somebody out of a thread, who may have left by now."""
        try:
            await thread.remove_user(discord.Object(user_id))
        except discord.HTTPException as error:
            if not is_gone(error):
                raise

    async def keep_open(self, channel_id: int, now: float, ahead: float) -> None:
        """Keep a thread from being archived within `ahead` seconds. Besides messages, Discord counts opening
        a thread again, and changing when it is archived, as activity."""
        known = self._client.get_channel(channel_id)
        if known is not None and not isinstance(known, discord.Thread):
            return
        try:
            thread = await self._servers.channel(channel_id)
            if not isinstance(thread, discord.Thread) or thread.locked:
                return
            if len(thread.guild.threads) >= CROWDED - ROOM:
                return  # here the quietest are archived on purpose
            if thread.archived:
                thread = await thread.edit(archived=False)
            if thread.owner_id != self._me:  # the time is its maker's to set
                return
            week = thread.auto_archive_duration == WEEK
            if week and _quiet_since(thread) + WEEK * 60 - now < ahead:
                await thread.edit(auto_archive_duration=_LESS)
                week = False
            if not week:
                await thread.edit(auto_archive_duration=WEEK)
        except TROUBLE as error:
            if meaning(error) not in FINAL:
                raise unsure(error, 60.0) from error

    @property
    def _me(self) -> int:
        return self._client.user.id if self._client.user is not None else 0

    async def _parent(self, channel_id: int) -> discord.TextChannel:
        """The text channel for the threads, if it grants all that they need. Raises Refused."""
        channel = self._client.get_channel(channel_id) or await self._servers.channel(channel_id)
        if isinstance(channel, discord.Thread):
            parent_id = channel.parent_id
            channel = self._client.get_channel(parent_id) or await self._servers.channel(parent_id)
        if not isinstance(channel, discord.TextChannel) or channel.is_news():
            raise Refused(text.TEXT_CHANNELS_ONLY)
        granted = channel.permissions_for(channel.guild.me)
        if missing := [key for key in _NEEDED if not getattr(granted, key)]:
            raise Refused(text.LETTERS_LACK(permissions=listed(missing), channel=channel.id))
        return channel

    async def _is_there(self, thread_id: int) -> bool:
        """Whether the thread still takes messages; an archived one opens with the next."""
        thread = self._client.get_channel(thread_id)
        try:
            thread = thread or await self._client.fetch_channel(thread_id)
        except discord.HTTPException as error:
            if meaning(error) not in FINAL:
                raise
            return False
        return isinstance(thread, discord.Thread) and not thread.locked
