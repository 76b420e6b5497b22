"""Two Fieldposts on one PostgreSQL: what is due happens once, posts keep their order, whoever dies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import aiohttp
import psycopg
import pytest

from bot import web
from bot.cluster import member, store
from bot.cluster.member import Member
from bot.commands.web import beside
from bot.services import Services
from bot.settings import Settings
from bot.storage import deadlines, tables
from bot.storage.database import Database
from bot.storage.records import Post
from bot.storage.rows import find
from tests.bot.parts import AT_ONCE, DAY, GUEST, HOST, NAMES, FakeClock, Recorder, StubRenderer
from tests.ports import free_port
from tests.tiers import SOAK

from .conftest import until

GAMES = 300 if SOAK else 20
HOURS_TO_18 = 10 * 3600 + 1
"""The clock begins at 8:00 UTC."""


@dataclass
class House:
    services: Services
    member: Member
    url: str

    async def kill(self) -> None:
        """It ends as by SIGKILL, as far as the other one can see, and its lease has passed."""
        for task in self.member._tasks:
            task.cancel()
        await asyncio.gather(*self.member._tasks, return_exceptions=True)
        await self.member._balancing.rest(0)
        self.services.context.db.off()
        await self.services.outbox.drop()
        for job in self.services.jobs.values():
            await job.rest(0)
        await self.services.deadlines.close()
        with psycopg.connect(self.url, autocommit=True) as other:
            other.execute("UPDATE processes SET until = 0 WHERE id = %s", [self.member.number])


class Town:
    """Houses that share a database, a clock and a Discord."""

    def __init__(self, url: str) -> None:
        self.url, self.clock, self.discord = url, FakeClock(), Recorder()
        self.houses: list[House] = []

    async def add(self) -> House:
        db = await Database.open(self.url)
        services = Services(
            db,
            self.clock,
            StubRenderer(),  # type: ignore[arg-type]
            self.discord,
            defaults=AT_ONCE,
            shared=True,
        )
        member = Member(db, self.url, f"house-{len(self.houses)}", "1")
        services.uptime.spread(1)
        services.deadlines.held = False
        services.outbox.sure = member.sure
        await services.begin_shared()
        house = House(services, member, self.url)
        member.connected = lambda: ["0"]
        self.houses.append(house)
        await member.begin(1, services.kinds())
        return house

    async def game(self, channel: int) -> str:
        services = self.houses[0].services
        table = await services.lobby.create(
            guild_id=1,
            channel_id=channel,
            host_id=HOST,
            host_name=NAMES[HOST],
            game_key="cic",
            options="",
            deadline="24h",
            seating="choice",
        )
        await services.lobby.join(table.id, GUEST, NAMES[GUEST])
        for user, seat in zip((HOST, GUEST), ("dark", "light"), strict=True):
            await services.lobby.wish(table.id, user, seat)
        await services.lobby.start(table.id, HOST)
        return table.id

    async def close(self) -> None:
        for house in self.houses:
            await house.member.leave()
            await house.services.close()


@pytest.fixture
async def town(url: str, short_leases: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Town]:
    """Who is only slow is not taken for dead: leases end where a house is killed."""
    monkeypatch.setattr(store, "LEASE_S", 600.0)
    monkeypatch.setattr(member, "SURE_S", 590.0)
    made = Town(url)
    yield made
    await made.close()


def slots(house: House) -> int:
    return len(house.services.outbox._slots or ())


async def sent(house: House) -> bool:
    """Whether nothing waits to be sent."""
    queued = await house.services.context.db.read(lambda tx: find(tx, Post, status="queued"))
    under_way = await house.services.context.db.read(lambda tx: find(tx, Post, status="sending"))
    return not queued and not under_way


async def until_sent(house: House) -> None:
    async with asyncio.timeout(60):
        while not await sent(house):  # noqa: ASYNC110 - it is in the database
            await asyncio.sleep(0.05)


async def test_what_is_due_is_done_once(town: Town) -> None:
    first, second = await town.add(), await town.add()
    await until(lambda: slots(first) == slots(second) == 16)
    db = first.services.context.db
    codes = [await town.game(1000 + number) for number in range(GAMES)]
    for code in codes:
        await first.services.orders.give(code, HOST, "e7-e6")
    town.clock.time += DAY + 60
    for house in town.houses:
        house.services.deadlines.wake()

    async def turns() -> list[int]:
        def look(tx):  # type: ignore[no-untyped-def]
            return [tables.get(tx, code).turn for code in codes]  # type: ignore[union-attr]

        return await db.read(look)

    async with asyncio.timeout(120):
        while 0 in await turns():  # noqa: ASYNC110 - they are in the database
            await asyncio.sleep(0.05)
    assert await turns() == [1] * GAMES
    assert not await db.read(lambda tx: deadlines.due(tx, town.clock.now(), ["turn"]))
    await until_sent(first)
    for number in range(GAMES):
        told = town.discord.texts(1000 + number)
        assert sum("Amphibian e7-e6" in text for text in told) == 1, told


async def test_lanes_keep_their_order_when_their_holder_dies(town: Town) -> None:
    first, second = await town.add(), await town.add()
    await until(lambda: slots(first) == slots(second) == 16)
    stuck = asyncio.Event()

    async def slow(_: Post) -> None:
        await stuck.wait()

    codes = [await town.game(2000 + number) for number in range(8)]
    await until_sent(first)
    town.discord.after = slow  # it has arrived, and nobody knows
    moves = [(HOST, "e7-e6"), (GUEST, "d2-d3"), (HOST, "d8-d7"), (GUEST, "e2-e3")]
    for user, move in moves[:1]:
        for code in codes:
            await second.services.orders.give(code, user, move, send=True)
    await until(lambda: len(first.services.outbox._busy) >= 1)
    await first.kill()
    stuck.set()
    town.discord.after = None
    await until(lambda: slots(second) == 32, "all lanes")
    await until_sent(second)
    for number in range(8):
        told = town.discord.texts(2000 + number)
        results = [text for text in told if "Amphibian e7-e6" in text]
        assert len(results) == 1, told
        assert len(set(told)) == len(told), "nothing twice"
        posts = await second.services.context.db.read(
            lambda tx, channel=2000 + number: find(tx, Post, channel_id=channel)
        )
        numbers = [ident for ident, _ in town.discord.channels[2000 + number]]
        assert numbers == [post.id for post in posts if post.status == "sent"], "in their order"


async def test_a_post_in_one_house_is_sent_by_the_other(town: Town) -> None:
    """Who holds its lane is woken at once."""
    first, second = await town.add(), await town.add()
    await until(lambda: slots(first) == slots(second) == 16)
    codes = [await town.game(3000 + number) for number in range(6)]
    await until_sent(second)
    assert all(town.discord.texts(3000 + number) for number in range(6))
    assert len(codes) == 6


async def test_a_puzzle_is_posted_once_whoever_dies(town: Town) -> None:
    """Two houses look after the same server; the one that holds the job dies when the puzzle is due."""
    first, second = await town.add(), await town.add()
    await until(lambda: slots(first) == slots(second) == 16)
    await first.services.puzzle_posts.turn_on(1, 4000, 18)
    town.clock.time += HOURS_TO_18
    for house in town.houses:
        house.services.puzzle_posts.wake()
    await first.kill()
    await until(lambda: slots(second) == 32, "all lanes")
    await until(lambda: town.discord.texts(4000), "the puzzle")
    await until_sent(second)
    for house in town.houses[1:]:
        house.services.puzzle_posts.wake()
    await until_sent(second)
    assert len(town.discord.texts(4000)) == 1


async def test_pages_in_a_process_of_their_own(town: Town, url: str) -> None:
    """What is ordered there resolves, and is posted by a bot as soon as if it had been ordered in Discord."""
    house = await town.add()
    await until(lambda: slots(house) > 0)
    code = await town.game(1000)
    await until_sent(house)
    settings = Settings(token="", database=url, web=("127.0.0.1", free_port()), render_processes=0)
    services = await beside(settings)
    try:
        async with web.serving(settings, services) as server:
            assert server is not None
            async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
                base = f"http://127.0.0.1:{server.port}"
                link = (await services.board_links.link(code, HOST)).text
                token = link.split("/open#")[1].split(".")[0]
                headers = {"X-Fieldpost": "1"}
                assert (await http.post(f"{base}/open", json={"token": token}, headers=headers)).status == 200
                given = await services.orders.give(code, HOST, "e7-e6", send=True)
                assert given.resolved
                assert (await http.get(f"{base}/play/{code}")).status == 200
        async with asyncio.timeout(30):
            while not any("Amphibian e7-e6" in said for said in town.discord.texts(1000)):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    finally:
        await services.close()
