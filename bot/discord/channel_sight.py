"""Find out who can see what in Discord, without the privileged intent for members: an interaction says who
its user is, and Discord is asked about others one by one. Its answers are cached for a minute."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Literal

import aiohttp
import discord

from bot.discord.client import Interaction
from bot.discord.kept import Kept
from bot.discord.servers import Servers
from bot.engine.access import Standing

log = logging.getLogger(__name__)

_CACHE_S, _RETRY_S = 60.0, 5.0
"""Seconds for which an answer of Discord's is cached, and until it is asked again after it gave none."""
_ASK_TIMEOUT_S = 0.8
"""Timeout of one question, in seconds: less than `bot.engine.access.EVEN`."""
MAX_CACHED = 5000
"""Most answers that are cached."""
_GONE = (10007, 10013)
"""Discord's codes for a user who isn't a member of the server, or no longer exists."""

_Found = discord.Member | Literal["left", "unknown"]


class DiscordSight:
    """Implements `bot.engine.access.Sight`."""

    def __init__(self, servers: Servers, now: Callable[[], float] = time.monotonic) -> None:
        self._servers = servers
        self._members = Kept[tuple[int, int], _Found](now, MAX_CACHED)
        self._places = Kept[tuple[int, int], bool](now, MAX_CACHED)
        """Whether a user can see a channel or thread, where that is not told by the member alone."""

    def met(self, interaction: Interaction) -> None:
        """Note who acts here: they see this channel and the one above it."""
        user, guild_id = interaction.user, interaction.guild_id
        if guild_id is None or not isinstance(user, discord.Member):
            return
        self._members.put((guild_id, user.id), user, _CACHE_S)
        for place in (interaction.channel_id, getattr(interaction.channel, "parent_id", None)):
            if place is not None:
                self._places.put((user.id, place), True, _CACHE_S)

    async def sees(self, user_id: int, guild_id: int, channel_id: int) -> bool:
        try:
            async with asyncio.timeout(_ASK_TIMEOUT_S):
                return await self._sees(user_id, guild_id, channel_id)
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.info("not known who sees a channel", extra={"reason": type(error).__name__})
            return False

    async def standing(self, user_id: int, guild_id: int) -> Standing:
        try:
            async with asyncio.timeout(_ASK_TIMEOUT_S):
                guild = await self._servers.find(guild_id)
                if guild is None:  # we are not there ourselves
                    return "unknown"
                found = await self._member(guild, user_id)
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.info("not known who is in a server", extra={"reason": type(error).__name__})
            return "unknown"
        return "there" if isinstance(found, discord.Member) else found

    def at_hand(self, user_id: int, guild_id: int, channel_id: int) -> bool:
        known = self._places.get((user_id, channel_id))
        if known is not None:
            return known
        guild, member = self._servers.at_hand(guild_id), self._members.get((guild_id, user_id))
        channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
        if channel is None or not isinstance(member, discord.Member):
            return False
        return _shown(channel, member) is True

    async def _sees(self, user_id: int, guild_id: int, channel_id: int) -> bool:
        key = (user_id, channel_id)
        known = self._places.get(key)
        if known is not None:
            return known
        guild = await self._servers.find(guild_id)
        if guild is None:
            return False
        member = await self._member(guild, user_id)
        if not isinstance(member, discord.Member):
            return False
        channel: Any = guild.get_channel_or_thread(channel_id)
        if channel is None:
            channel = await self._fetched(guild, channel_id)
        told = _shown(channel, member) if channel is not None else False
        if told is None:
            told = await _is_in(channel, user_id)
            self._places.put(key, told, _CACHE_S)
        return told

    async def _member(self, guild: discord.Guild, user_id: int) -> _Found:
        """Look a member up. Raises what discord.py or the network raises, then nothing for _RETRY_S."""
        key = (guild.id, user_id)
        known = self._members.get(key)
        if known is not None:
            return known
        found: _Found = "unknown"
        try:
            found = await guild.fetch_member(user_id)
        except discord.NotFound as error:
            found = "left" if error.code in _GONE else "unknown"
        finally:
            self._members.put(key, found, _RETRY_S if found == "unknown" else _CACHE_S)
        return found

    async def _fetched(self, guild: discord.Guild, channel_id: int) -> Any:
        """Fetch a thread that was archived, so discord.py has not cached it. None: no such channel here."""
        try:
            found = await self._servers.channel(channel_id)
        except (discord.NotFound, discord.Forbidden):
            return None
        return found if getattr(found, "guild", None) == guild else None


def _shown(channel: Any, member: discord.Member) -> bool | None:
    """Whether a member can see a channel or thread; None: it is a private thread, so it depends on who is in
    it."""
    thread = isinstance(channel, discord.Thread)
    home = channel.parent if thread else channel
    if home is None:
        return False
    granted = home.permissions_for(member)
    if not granted.view_channel:
        return False
    return None if thread and channel.is_private() and not granted.manage_threads else True


async def _is_in(thread: discord.Thread, user_id: int) -> bool:
    try:
        await thread.fetch_member(user_id)
    except discord.NotFound:
        return False
    return True
