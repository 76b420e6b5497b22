"""The adapter that opens and closes shards in a running client, on the loopback's gateway."""

from __future__ import annotations

import asyncio
import hashlib
import inspect
from collections.abc import AsyncIterator, Callable
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.shard import Shard
from discord.state import AutoShardedConnectionState

from bot.discord.shards import IdentifyPace, Session

from .sharded import INTENTS, World, four_shards


@pytest.fixture
async def world(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    async with four_shards(monkeypatch) as made:
        yield made


async def test_shards_come_and_go_while_it_runs(world: World) -> None:
    guilds = [world.discord.guild(shard=shard) for shard in range(4)]
    client = await world.client()
    held = client.shards_
    held.open(2)
    await world.told(client, ("ready", 2))
    assert held.held == held.connected == {2} and world.discord.gateway.live == {2: 1}
    assert {guild.id for guild in client.guilds} == {guilds[2].id} and set(client.shards) == {2}

    held.open(0)
    held.open(0)  # without effect
    await world.told(client, ("ready", 0))
    anna = guilds[1].member("anna")
    anna.dm("hello")
    await world.told(client, ("message", "hello"))
    assert {guild.id for guild in client.guilds} == {guilds[0].id, guilds[2].id}

    assert await held.close(2) is None
    assert held.held == held.connected == {0}
    await world.discord.until(lambda: world.discord.gateway.live == {0: 1}, what="its end")
    assert {guild.id for guild in client.guilds} == {guilds[0].id} and set(client.shards) == {0}
    assert len(world.discord.gateway.sessions) == 1, "its session is over"
    assert await held.close(2) is None
    assert not client.is_closed() and ("disconnect", 2) not in client.told

    client.told.clear()
    held.open(2)
    await world.told(client, ("ready", 2))
    assert {guild.id for guild in client.guilds} == {guilds[0].id, guilds[2].id}
    assert world.discord.gateway.counts["identify"] == 3
    with pytest.raises(ValueError):
        held.open(4)


async def test_one_shard_is_out_and_the_others_go_on(world: World) -> None:
    client = await world.client()
    for shard in range(4):
        client.shards_.open(shard)
    await world.told(client, *(("ready", shard) for shard in range(4)))
    gateway = world.discord.gateway

    await gateway.drop(shard=1)
    await world.told(client, ("disconnect", 1), ("resumed", 1))
    await gateway.drop(shard=1, forget=True)
    await world.discord.until(lambda: client.told.count(("ready", 1)) == 2, what="a new session")

    await gateway.start_outage(3)
    await world.told(client, ("disconnect", 3))
    anna = world.discord.guild(shard=2).member("anna")
    anna.dm("still there?")
    await world.told(client, ("message", "still there?"))
    assert client.shards_.connected == {0, 1, 2} and client.shards_.held == {0, 1, 2, 3}
    client.told.clear()
    gateway.end_outage()
    await world.discord.until(lambda: client.shards_.connected == {0, 1, 2, 3}, what="the end of the outage")
    assert not {("disconnect", shard) for shard in (0, 1, 2)} & set(client.told)


async def test_who_waits_to_identify_holds_up_nobody(world: World) -> None:
    asked: list[int] = []
    may = asyncio.Event()

    async def may_identify(shard_id: int) -> None:
        asked.append(shard_id)
        if shard_id == 1:
            await may.wait()

    client = await world.client(may_identify)
    client.shards_.open(1)
    client.shards_.open(2)
    await world.told(client, ("ready", 2))
    await world.discord.gateway.drop(shard=2)
    await world.told(client, ("resumed", 2))
    assert asked == [1, 2], "nobody asks for a RESUME"
    assert client.shards_.connected == {2}
    may.set()
    await world.told(client, ("ready", 1))
    await world.discord.gateway.drop(shard=2, forget=True)
    await world.discord.until(lambda: asked == [1, 2, 2], what="asking again")
    await client.shards_.close(1)


async def test_one_that_waits_is_closed(world: World) -> None:
    never = asyncio.Event()
    client = await world.client(lambda _: never.wait())
    client.shards_.open(1)
    await asyncio.sleep(0)
    assert await client.shards_.close(1, hand_over=True) is None
    assert client.shards_.held == frozenset() and world.discord.gateway.counts["identify"] == 0


async def test_handed_over_without_a_gap(world: World) -> None:
    """What is written meanwhile, and what the first process had not read any more, is read by the second."""
    anna = world.discord.guild(shard=1).member("anna")
    old, new = await world.client(), await world.client()
    old.shards_.open(0)
    await world.told(old, ("ready", 0))
    anna.dm("one")
    await world.told(old, ("message", "one"))
    closing = asyncio.create_task(old.shards_.close(0, hand_over=True))
    await asyncio.sleep(0)
    anna.dm("two")  # while it takes leave
    session = await closing
    assert session is not None and not old.shards_.held
    anna.dm("three")
    new.shards_.open(0, session)
    await world.told(new, ("message", "three"), ("resumed", 0))
    read = [text for client in (old, new) for kind, text in client.told if kind == "message"]
    assert sorted(read) == ["one", "three", "two"]
    assert world.discord.gateway.counts["identify"] == 1 and world.discord.gateway.live == {0: 1}


async def test_a_session_that_is_forgotten_is_begun_anew(world: World) -> None:
    client = await world.client()
    client.shards_.open(3, Session("gone", 7, world.discord.gateway.url))
    await world.told(client, ("ready", 3))
    assert world.discord.gateway.counts["identify"] == 1


async def test_renewed_after_a_standstill(world: World) -> None:
    client = await world.client()
    assert client.shards_.renew() == frozenset()
    for shard in (0, 1):
        client.shards_.open(shard)
    await world.told(client, ("ready", 0), ("ready", 1))
    assert client.shards_.renew([1, 3]) == {1}
    await world.told(client, ("resumed", 1))
    assert client.shards_.renew() == {0, 1}
    await world.told(client, ("resumed", 0))


async def test_what_nobody_can_go_on_after_is_raised(world: World) -> None:
    client = await world.client()
    world.discord.gateway.token = "another"
    client.shards_.open(0)
    with pytest.raises(discord.ConnectionClosed) as refused:
        await client.shards_.serve()
    assert refused.value.code == 4004


async def test_too_soon_is_tried_again(world: World) -> None:
    world.discord.limits.identify_seconds = 0.3
    client = await world.client()  # which asks nobody
    for shard in (0, 1):
        client.shards_.open(shard)
    await world.told(client, ("ready", 0), ("ready", 1))
    assert world.discord.gateway.counts["too_soon"] >= 1


async def test_the_pace_of_one_process(world: World) -> None:
    world.discord.limits.identify_seconds, world.discord.limits.max_concurrency = 0.3, 2
    client = await world.client(IdentifyPace(2, seconds=0.5))
    for shard in range(4):
        client.shards_.open(shard)
    await world.told(client, *(("ready", shard) for shard in range(4)))
    assert world.discord.gateway.counts["too_soon"] == 0


# -- Inner parts of discord.py on which `bot.discord.shards` leans

READ = {
    DiscordWebSocket.from_client: "25ac637bdad3",
    DiscordWebSocket.poll_event: "f0b053464dec",
    DiscordWebSocket.received_message: "62c9f5ec6596",
    DiscordWebSocket.wait_for: "59a18e22e34e",
    DiscordWebSocket.close: "faca96f43534",
    AutoShardedConnectionState.parse_ready: "ad7a3c2e3955",
    AutoShardedConnectionState._delay_shard_ready: "16b15f36540e",
    AutoShardedConnectionState.parse_resumed: "5b0c55f50bcd",
    discord.Client.connect: "300daeed48a8",
    discord.AutoShardedClient.connect: "52280e53c2e9",
    discord.AutoShardedClient.close: "463ccdae1c50",
    Shard.__init__: "db28c903d157",
    Shard.close: "1ee43623d5a7",
}
"""What was read, with a fingerprint of what stood there."""


@pytest.mark.parametrize("part", READ, ids=lambda part: part.__qualname__)
def test_discord_py_is_as_it_was_read(part: Callable[..., Any]) -> None:
    """If this fails after an update: read the part again, and `bot.discord.shards` with it. If that still
    holds (the tests above say most of it), put the new fingerprint here."""
    assert hashlib.sha256(inspect.getsource(part).encode()).hexdigest()[:12] == READ[part]


def test_discord_py_has_what_is_asked_of_it() -> None:
    client = discord.AutoShardedClient(intents=INTENTS)
    assert client._AutoShardedClient__shards == {}  # type: ignore[attr-defined]
    state = client._connection
    assert isinstance(state, AutoShardedConnectionState)
    assert state._ready_states == state._ready_tasks == {} and state._guilds == {}
    assert callable(state._remove_guild) and callable(state.clear_chunk_requests)
