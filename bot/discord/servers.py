"""Servers with their channels and roles: from discord.py's cache where this process holds the server's shard,
elsewhere asked of Discord, and kept for a minute.

Discord tells a server's changes to the process that holds its shard alone, but anybody may have to know who
sees a channel there, or what the bot may do in it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Literal

import discord

from bot.discord.client import Interaction
from bot.discord.error_codes import FINAL, TROUBLE, meaning
from bot.discord.kept import Kept

log = logging.getLogger(__name__)

_KEPT_S = 60.0
MOST_KEPT = 500
"""So many servers are kept that are not in discord.py's cache."""


class Servers:
    def __init__(self, client: discord.Client, now: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._kept = Kept[int, discord.Guild | Literal["not there"]](now, MOST_KEPT)
        self._asking: dict[int, asyncio.Task[discord.Guild | None]] = {}

    def at_hand(self, guild_id: int) -> discord.Guild | None:
        """Return a server if it is known here without asking."""
        kept = self._kept.get(guild_id)
        return self._client.get_guild(guild_id) or (kept if isinstance(kept, discord.Guild) else None)

    async def find(self, guild_id: int) -> discord.Guild | None:
        """Return a server with its channels, active threads, roles, and the bot as the only member; None: the
        bot is not there. Raises what discord.py or the network raises."""
        known = self.at_hand(guild_id)
        if known is not None or self._kept.get(guild_id) is not None:
            return known
        if not isinstance(self._client, discord.AutoShardedClient):
            return None  # the only connection has all servers
        task = self._asking.get(guild_id)
        if task is None:
            task = self._asking[guild_id] = asyncio.create_task(self._ask(guild_id))
            task.add_done_callback(lambda _: self._asking.pop(guild_id))
        return await asyncio.shield(task)  # who comes next has it, if we are too late

    async def channel(self, channel_id: int) -> Any:
        """Fetch a channel or thread as Discord has it now, in its server. Raises as `fetch_channel` does."""
        found: Any = await self._client.fetch_channel(channel_id)
        guild = getattr(found, "guild", None)
        if guild is not None and self._client.get_guild(guild.id) is None:
            found.guild = await self.find(guild.id) or guild
        return found

    async def complete(self, interaction: Interaction) -> None:
        """Give an interaction its server, if discord.py has not got it: of a shard that was taken over with
        its session, Discord does not tell the servers."""
        guild_id = interaction.guild_id
        if guild_id is None or self._client.get_guild(guild_id) is not None:
            return
        try:
            guild: Any = await self.find(guild_id)
        except TROUBLE as error:  # then without it, as far as that goes
            log.warning("server unknown", extra={"reason": type(error).__name__})
            return
        if guild is None:
            return
        self._client._connection._add_guild(guild)  # its changes are told to us
        parts: tuple[Any, Any] = interaction.user, interaction.channel
        for part in parts:
            if hasattr(part, "guild"):
                part.guild = guild

    async def _ask(self, guild_id: int) -> discord.Guild | None:
        """Put a server together, as Discord tells it to a new session."""
        client, http = self._client, self._client.http
        assert client.user is not None
        try:
            told, channels, threads, me = await asyncio.gather(
                http.get_guild(guild_id, with_counts=False),
                http.get_all_guild_channels(guild_id),
                http.get_active_threads(guild_id),
                http.get_member(guild_id, client.user.id),
            )
        except (discord.NotFound, discord.Forbidden) as error:
            if meaning(error) not in FINAL:
                raise
            self._kept.put(guild_id, "not there", _KEPT_S)
            return None
        whole: Any = {**told, "channels": channels, "threads": threads["threads"], "members": [me]}
        whole |= {"emojis": [], "stickers": []}  # discord.py would keep these for ever
        guild = discord.Guild(data=whole, state=client._connection)
        self._kept.put(guild_id, guild, _KEPT_S)
        return guild
