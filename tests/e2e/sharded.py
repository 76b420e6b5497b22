"""Clients of several shards in the test's own process, against the loopback: without the bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.discord import shards as adapter
from bot.discord.shards import Shards

from .loopback import Limits, Loopback

INTENTS = discord.Intents(guilds=True, dm_messages=True)


class Client(discord.AutoShardedClient):
    """Notes what happens to its shards, and what people write."""

    shards_: Shards

    def __init__(self) -> None:
        super().__init__(intents=INTENTS, guild_ready_timeout=0.05, max_messages=None)
        self.told: list[tuple[str, Any]] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Without the five seconds of discord.py's own."""

    async def on_shard_ready(self, shard_id: int) -> None:
        self.told.append(("ready", shard_id))

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.told.append(("resumed", shard_id))

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.told.append(("disconnect", shard_id))

    async def on_message(self, message: discord.Message) -> None:
        self.told.append(("message", message.content))


class World:
    """A Discord of four shards, and clients that run against it."""

    def __init__(self, discord: Loopback) -> None:
        self.discord = discord
        self._serving: list[asyncio.Task[None]] = []
        self.clients: list[Client] = []

    async def client(
        self, may_identify: Callable[[int], Awaitable[object]] | None = None, kind: type[Client] = Client
    ) -> Client:
        """One that is logged in, and holds no shard yet."""

        async def at_once(_: int) -> None: ...

        client = kind()
        self.clients.append(client)
        await client.login(self.discord.token)
        client.shards_ = Shards(client, 4, may_identify or at_once)
        self._serving.append(asyncio.create_task(client.shards_.serve()))
        return client

    async def told(self, client: Client, *events: tuple[str, Any]) -> None:
        def done() -> bool:
            assert not any(task.done() and task.exception() for task in self._serving)
            return set(events) <= set(client.told)

        await self.discord.until(done, what=f"{events} of {client.told}")

    async def close(self) -> None:
        for client in self.clients:
            await client.shards_.close_all()
            await client.close()
        await asyncio.gather(*self._serving, return_exceptions=True)


@asynccontextmanager
async def four_shards(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    monkeypatch.setattr(adapter, "LONGEST_WAIT_S", 0.05)
    monkeypatch.setattr(adapter, "CLOSE_TIMEOUT_S", 1.0)
    async with Loopback(limits=Limits(shards=4)) as discord:
        monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{discord.port}/api/v10")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(discord.gateway.url))
        world = World(discord)
        try:
            yield world
        finally:
            await world.close()
