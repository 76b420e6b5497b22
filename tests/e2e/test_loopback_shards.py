"""The loopback's shards, its limits over all connections, and interactions that meet no session or two."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord as dpy
import pytest

from .loopback import Limits, Loopback, User
from .loopback.gateway import shard_of

Frame = dict[str, Any]
INTENTS = dpy.Intents(guilds=True, dm_messages=True, guild_messages=True, message_content=True).value


class Wire:
    """A bot's bare connection to the gateway."""

    def __init__(self, world: Loopback, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.world, self.socket = world, socket
        self.frames: list[Frame] = []
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.socket:
            self.frames.append(message.json())
            self.world.notify()

    def events(self, name: str) -> list[Frame]:
        return [frame["d"] for frame in self.frames if frame.get("t") == name]

    async def event(self, name: str, count: int = 1) -> Frame:
        await self.world.until(lambda: len(self.events(name)) >= count, what=name)
        return self.events(name)[count - 1]

    async def op(self, number: int) -> Frame:
        await self.world.until(lambda: any(f["op"] == number for f in self.frames), what=f"op {number}")
        return next(frame for frame in self.frames if frame["op"] == number)

    async def identify(self, shard: int | None = None, count: int = 1) -> Wire:
        """Say who it is, and for which shard, without waiting for an answer."""
        data: Frame = {"token": self.world.token, "intents": INTENTS, "properties": {}}
        if shard is not None:
            data["shard"] = [shard, count]
        await self.socket.send_json({"op": 2, "d": data})
        return self

    async def resume(self, of: Wire) -> Wire:
        seq = max(frame["s"] for frame in of.frames if frame.get("s"))
        data = {"token": self.world.token, "session_id": of.events("READY")[0]["session_id"], "seq": seq}
        await self.socket.send_json({"op": 6, "d": data})
        await self.event("RESUMED")
        return self

    async def close(self, code: int) -> None:
        live = self.world.gateway.live.total()
        await self.socket.close(code=code)
        await self.world.until(lambda: self.world.gateway.live.total() < live, what="the end of a session")


class Wires:
    """Makes them, and closes them."""

    def __init__(self, world: Loopback, web: aiohttp.ClientSession) -> None:
        self.world, self.web = world, web

    async def open(self) -> Wire:
        return Wire(self.world, await self.web.ws_connect(self.world.gateway.url))

    async def shard(self, shard: int | None = None, count: int = 1) -> Wire:
        """A connection that is ready."""
        wire = await (await self.open()).identify(shard, count)
        await wire.event("READY")
        return wire

    async def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        url = f"{self.world.cdn.base_url}/api/v10{path}"
        head = {} if path.startswith("/interactions") else {"Authorization": f"Bot {self.world.token}"}
        async with self.web.request(method, url, json=body, headers=head) as answer:
            return answer.status, await answer.json() if answer.status != 204 else None


@asynccontextmanager
async def wired(limits: Limits | None = None) -> AsyncIterator[tuple[Loopback, Wires]]:
    async with Loopback(limits=limits) as world, aiohttp.ClientSession() as web:
        yield world, Wires(world, web)


@pytest.fixture
async def eight() -> AsyncIterator[tuple[Loopback, Wires]]:
    """A Discord for eight shards; nobody answers in time to be waited for."""
    async with wired(Limits(shards=8, interaction_seconds=0.05)) as both:
        yield both


Eight = tuple[Loopback, Wires]


def with_panel(world: Loopback, shard: int, name: str) -> User:
    """Somebody in a server of this shard, where the bot has posted a button: ``pressed`` presses it."""
    guild = world.guild(name, shard=shard)
    hall, anna = guild.channel("hall"), guild.member(name)
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
    rows = [{"type": 1, "components": [button]}]
    world.backend.create_message(hall.id, world.bot_id, "panel", components=rows)
    return anna


async def pressed(world: Loopback, anna: User) -> Any:
    post = next(post for post in map(world.post, world.journal.messages) if world_of(post) == anna.name)
    return await anna.press(post, "Go")


def world_of(post: Any) -> str | None:
    guild_id = post.channel.guild_id
    return post.loopback.backend.guilds[guild_id].name if guild_id and post.buttons else None


# ---------------------------------------------------------------------------------------- sessions


async def test_each_shard_has_its_servers_and_the_first_has_the_mail(eight: Eight) -> None:
    world, wires = eight
    guilds = {shard: world.guild(shard=shard) for shard in (0, 3, 5)}
    assert all(shard_of(guild.id, 8) == shard for shard, guild in guilds.items())
    first, third = await wires.shard(0, 8), await wires.shard(3, 8)
    ready = await third.event("READY")
    assert ready["shard"] == [3, 8]
    assert [guild["id"] for guild in ready["guilds"]] == [str(guilds[3].id)]
    assert (await third.event("GUILD_CREATE"))["id"] == str(guilds[3].id)

    for guild in guilds.values():
        guild.channel("hall")
    anna = guilds[5].member("anna")
    anna.dm("hello")
    assert (await third.event("CHANNEL_CREATE"))["guild_id"] == str(guilds[3].id)
    assert (await first.event("MESSAGE_CREATE"))["content"] == "hello"
    assert not third.events("MESSAGE_CREATE")
    assert {event["guild_id"] for event in first.events("CHANNEL_CREATE") if event.get("guild_id")} == {
        str(guilds[0].id)
    }
    new = world.guild(shard=3)
    assert (await third.event("GUILD_CREATE", 2))["id"] == str(new.id)
    assert len(first.events("GUILD_CREATE")) == 1


async def test_without_a_shard_it_is_the_only_one(eight: Eight) -> None:
    world, wires = eight
    for shard in range(3):
        world.guild(shard=shard)
    only = await wires.shard()
    assert (await only.event("READY"))["shard"] == [0, 1]
    await only.event("GUILD_CREATE", 3)


async def test_a_shard_that_cannot_be(eight: Eight) -> None:
    _, wires = eight
    wire = await (await wires.open()).identify(8, 8)
    await wire.reading
    assert wire.socket.close_code == 4010


async def test_sessions_resume_each_for_itself(eight: Eight) -> None:
    world, wires = eight
    guilds = [world.guild(shard=shard) for shard in (1, 2)]
    one, two = await wires.shard(1, 8), await wires.shard(2, 8)
    await world.gateway.drop(shard=1)
    await one.reading
    for guild in guilds:
        guild.channel("hall")
    await two.event("CHANNEL_CREATE")
    again = await (await wires.open()).resume(one)
    assert (await again.event("CHANNEL_CREATE"))["guild_id"] == str(guilds[0].id)
    assert not two.socket.closed and world.gateway.counts["identify"] == 2

    await again.close(1000)  # the client has ended its session
    late = await wires.open()
    data = {"token": world.token, "session_id": one.events("READY")[0]["session_id"], "seq": 1}
    await late.socket.send_json({"op": 6, "d": data})
    assert (await late.op(9))["d"] is False


async def test_a_session_is_not_kept_for_ever(eight: Eight) -> None:
    world, wires = eight
    one = await wires.shard(1, 8)
    await one.close(4000)
    assert len(world.gateway.sessions) == 1
    world.limits.resume_seconds = 0
    world.guild(shard=2)
    assert not world.gateway.sessions


async def test_an_outage_of_one_shard(eight: Eight) -> None:
    world, wires = eight
    one, two = await wires.shard(1, 8), await wires.shard(2, 8)
    await world.gateway.start_outage(1)
    await one.reading
    refused = await (await wires.open()).identify(1, 8)
    await refused.reading
    assert refused.socket.close_code == 4000 and not two.socket.closed
    world.gateway.end_outage()
    await wires.shard(1, 8)


# ------------------------------------------------------------------------------------ interactions


async def test_an_interaction_goes_to_its_shard_or_to_nobody(eight: Eight) -> None:
    world, wires = eight
    anna, ben = with_panel(world, 3, "anna"), with_panel(world, 4, "ben")
    third = await wires.shard(3, 8)
    await pressed(world, anna)
    await third.event("INTERACTION_CREATE")
    await world.until(lambda: world.gateway.undelivered == 0, what="a delivery")
    assert not (await pressed(world, ben)).answered
    assert world.gateway.undelivered == 1 and len(third.events("INTERACTION_CREATE")) == 1


async def test_one_that_comes_with_a_resume_is_delivered_if_it_is_in_time(eight: Eight) -> None:
    world, wires = eight
    anna = with_panel(world, 3, "anna")
    third = await wires.shard(3, 8)
    await third.close(4000)
    assert not (await pressed(world, anna)).answered  # its time is over
    world.limits.interaction_seconds = 60.0
    press = asyncio.create_task(pressed(world, anna))
    await world.until(lambda: world.gateway.undelivered == 2, what="a press")
    again = await (await wires.open()).resume(third)
    assert len(again.events("INTERACTION_CREATE")) == 2 and world.gateway.undelivered == 1
    press.cancel()


async def test_it_is_answered_once_by_whoever_is_first(eight: Eight) -> None:
    world, wires = eight
    anna = with_panel(world, 3, "anna")
    both = [await wires.shard(3, 8), await wires.shard(3, 8)]
    assert world.gateway.live == {3: 2}
    world.limits.interaction_seconds = 60.0
    press = asyncio.create_task(pressed(world, anna))
    told = [await wire.event("INTERACTION_CREATE") for wire in both]
    assert told[0]["id"] == told[1]["id"] and world.gateway.delivered_twice == 1
    path = f"/interactions/{told[0]['id']}/{told[0]['token']}/callback"
    first = {"type": 4, "data": {"content": "first", "flags": 64}}
    assert (await wires.call("POST", path, first))[0] in (200, 204)
    status, refusal = await wires.call("POST", path, first | {"data": {"content": "second"}})
    assert (status, refusal["code"]) == (400, 40060)
    assert (await press).text == "first"


# ------------------------------------------------------------------------------------------ limits


async def test_what_gateway_bot_tells(eight: Eight) -> None:
    world, wires = eight
    world.limits.max_concurrency, world.limits.sessions_left = 2, 700
    _, told = await wires.call("GET", "/gateway/bot")
    assert told["shards"] == 8
    start = told["session_start_limit"]
    assert (start["total"], start["remaining"], start["max_concurrency"]) == (1000, 700, 2)


async def test_identify_concurrency(eight: Eight) -> None:
    world, wires = eight
    world.limits.max_concurrency, world.limits.identify_seconds = 2, 60.0
    await wires.shard(0, 8)
    await wires.shard(1, 8)
    soon = await (await wires.open()).identify(2, 8)  # the key of 0
    assert (await soon.op(9))["d"] is False
    assert (world.gateway.counts["too_soon"], world.gateway.counts["identify"]) == (1, 2)
    assert world.gateway.live == {0: 1, 1: 1}
    world.limits.identify_seconds = 0.0
    await wires.shard(2, 8)


async def test_the_global_limit_is_counted_and_answers_to_interactions_are_not() -> None:
    async with wired(Limits(interaction_seconds=0.05)) as (world, wires):
        anna, wire = with_panel(world, 0, "anna"), await wires.shard()
        for _ in range(5):
            await wires.call("GET", "/gateway/bot")
        assert world.rest.limiter.busiest >= 1 and not world.rest.limiter.hits  # off, but counted
        world.limits.global_rate = 0
        for hits in (1, 2):
            status, told = await wires.call("GET", "/gateway/bot")
            assert status == 429 and told["global"] is True
            assert world.rest.limiter.hits == {"global": hits}
        world.limits.interaction_seconds = 60.0
        press = asyncio.create_task(pressed(world, anna))
        event = await wire.event("INTERACTION_CREATE")
        path = f"/interactions/{event['id']}/{event['token']}/callback"
        answer = {"type": 4, "data": {"content": "pressed", "flags": 64}}
        assert (await wires.call("POST", path, answer))[0] in (200, 204)
        assert (await press).text == "pressed" and world.rest.limiter.hits == {"global": 2}
