"""Orders a second through a Discord of our own, and how long one takes: one process on SQLite, and one, two
and four on PostgreSQL.

    python -m bench.players [seconds] [drawn]

Real bots, eight shards, sixteen games. The four sides are there at the same time, and take turns.

alone       one player gives an order after the other, by `/order`: from sending it until the answer stands
together    a player of each game does so, for some seconds
turns       the same with an order that resolves its turn, once in each game

All of it is on one machine, so what a side can do is bounded by what an order costs in all processes. That is
printed as CPU time: of the bots, of PostgreSQL, and of the Discord with its players, which is this process.
Pictures are left out, since workers on other machines may draw them; `drawn`: each bot draws its own.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

import psycopg
from sqlalchemy import make_url

from bench.measure import ratio
from bench.orders import SHUFFLE
from bench.services import served
from demo.postgres import Server
from tests.e2e.loopback import BotProcess, Limits, Loopback, User
from tests.e2e.play import READY, RESOLVED, THREADS, Game, begin, family

SHARDS, GAMES, ROUNDS = 8, 16, 2
SECONDS, ALONE = 3, 3
"""So long a crowd plays, and so often in each game one who is alone."""
MOST = 1.5
"""PostgreSQL may take so many times as long as SQLite, at the median."""
ENV = {**THREADS, "FIELDPOST_SHARDS": "auto", "FIELDPOST_LOOPBACK_IDENTIFY": "0.1"}
_HELD = """
    SELECT count(*) FROM leases WHERE key LIKE 'shard/%' AND process IS NOT NULL
    GROUP BY process ORDER BY 1 DESC LIMIT 1
"""
"""How many shards the process holds that has most of them."""
QUIET_S = 0.5
"""Nothing was sent for so long: nothing more is to come."""
_TICKS = os.sysconf("SC_CLK_TCK")


def cpu(*pids: int) -> float:
    """Seconds that these processes have computed, and those of their children that have ended."""
    found = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        found += sum(int(field) for field in fields[11:15])
    return found / _TICKS


def backends(server: Server) -> list[int]:
    """The server's processes."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    return [server.pid or 0, *map(int, children)]


@dataclass
class Table:
    """A game, and whose turn it is."""

    game: Game
    mover: User
    turn: int = 0

    @property
    def other(self) -> User:
        return next(player for player in self.game.players if player != self.mover)

    async def order(self, text: str, *, send: bool) -> tuple[float, str]:
        """Give an order; how long that took, and the answer."""
        started = time.perf_counter()
        answer = await self.mover.slash(
            self.game.hall, "order", order=text, table=self.game.table, send=send, timeout=60
        )
        taken = time.perf_counter() - started
        return taken, answer.text

    async def keep(self) -> float:
        """An order that is kept, in place of the one before."""
        taken, answer = await self.order(self._wanted, send=False)
        assert "Your order" in answer, answer
        return taken

    async def resolve(self) -> float:
        taken, answer = await self.order(self._wanted, send=True)
        assert RESOLVED.search(answer), answer
        self.mover, self.turn = self.other, self.turn + 1
        return taken

    @property
    def _wanted(self) -> str:
        return SHUFFLE[self.turn] if self.turn < 2 else SHUFFLE[2 + (self.turn - 2) % 4]


@dataclass
class Spent:
    """What some orders took: seconds of each, of all together, and of the processes."""

    each: list[float] = field(default_factory=list)
    seconds: float = 0.0
    bots: list[float] = field(default_factory=list)
    database: float = 0.0
    here: float = 0.0

    @property
    def speed(self) -> float:
        return len(self.each) / self.seconds

    def tell(self, name: str) -> None:
        slow = quantiles(self.each, n=20)[-1]
        print(f"{name:<28} {self.speed:6.1f} a second   50 % {median(self.each) * 1000:6.1f} ms", end="   ")
        print(f"95 % {slow * 1000:6.1f} ms", flush=True)

    def tell_costs(self, name: str) -> None:
        each, total = 1000 / len(self.each), sum(self.bots) + self.database + self.here
        print(
            f"{name:<28} bots {sum(self.bots) * each:5.1f} ms ({self._busy(self.bots)} busy), "
            f"database {self.database * each:4.1f} ms, Discord and players {self.here * each:4.1f} ms "
            f"({self._busy([self.here])} busy); all of it {total / self.seconds * 100:.0f} % of a core"
        )

    def _busy(self, found: list[float]) -> str:
        return " + ".join(f"{one / self.seconds * 100:.0f} %" for one in found)


@dataclass
class Side:
    """Some bots on one database, with the games that are played there."""

    name: str
    discord: Loopback
    bots: list[BotProcess]
    database: str
    server: Server
    tables: list[Table] = field(default_factory=list)
    alone: Spent = field(default_factory=Spent)
    together: Spent = field(default_factory=Spent)
    turns: Spent = field(default_factory=Spent)

    @asynccontextmanager
    async def measuring(self, spent: Spent) -> AsyncIterator[None]:
        def look() -> tuple[list[float], float, float, float]:
            bots = [cpu(*family(bot)) for bot in self.bots]
            database = cpu(*backends(self.server)) if "://" in self.database else 0.0
            return bots, database, time.process_time(), time.perf_counter()

        before = look()
        yield
        after = look()
        bots = [now - then for now, then in zip(after[0], before[0], strict=True)]
        spent.bots = [a + b for a, b in zip(spent.bots or [0.0] * len(bots), bots, strict=True)]
        spent.database += after[1] - before[1]
        spent.here += after[2] - before[2]
        spent.seconds += after[3] - before[3]

    async def one(self) -> None:
        async with self.measuring(self.alone):
            for table in self.tables * ALONE:
                self.alone.each.append(await table.keep())

    async def all(self, seconds: float) -> None:
        end = time.perf_counter() + seconds

        async def play(table: Table) -> None:
            while time.perf_counter() < end:
                self.together.each.append(await table.keep())

        async with self.measuring(self.together):
            await asyncio.gather(*map(play, self.tables))

    async def resolutions(self) -> None:
        async with self.measuring(self.turns):
            self.turns.each += await asyncio.gather(*(table.resolve() for table in self.tables))
        await self.quiet()

    async def quiet(self) -> None:
        """Until all posts have left, so that the next side is not disturbed."""
        calls = -1
        while calls != len(self.discord.calls):
            calls = len(self.discord.calls)
            await asyncio.sleep(QUIET_S)


async def start(
    name: str, count: int, place: Path, server: Server, discord: Loopback, module: str, database: str
) -> Side:
    """So many bots that share the shards, and games that have begun."""
    bots = list[BotProcess]()
    for number in range(count):
        folder = place / f"{len(discord.processes)}"
        folder.mkdir(parents=True)
        env = {**ENV, "FIELDPOST_DATABASE": database, "FIELDPOST_PROCESS": f"bot-{number}"}
        bots.append(BotProcess(discord, module, env=env, cwd=folder, ready_line=READY))
        await bots[-1].start(ready=number == 0)  # the others go on with sessions: they need not identify
        await bots[-1].logged(READY, timeout=60)

    def shared() -> bool:
        if any(discord.gateway.live[shard] != 1 for shard in range(SHARDS)):
            return False
        if count == 1:
            return True
        with psycopg.connect(database) as connection:
            return connection.execute(_HELD.encode()).fetchone() == (-(-SHARDS // count),)

    await discord.until(shared, timeout=90, what="a share for each bot")
    side = Side(name, discord, bots, database, server)
    for number in range(GAMES):
        guild = discord.guild(shard=number % SHARDS)
        players = guild.members("anna", "ben")
        game = await begin(discord, guild.channel("hall"), *players, options="quiet_rounds=0")
        side.tables.append(Table(game, game.called))
    await side.resolutions()  # fills caches
    side.turns = Spent()
    return side


async def main(seconds: int, module: str) -> int:
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder, served({}) as server:
        place, sides = Path(folder), list[Side]()
        async with (
            Loopback(limits=limits()) as one,
            Loopback(limits=limits()) as two,
            Loopback(limits=limits()) as three,
            Loopback(limits=limits()) as four,
        ):
            for count, discord in ((1, two), (2, three), (4, four)):
                url = made(server, f"of_{count}")
                text = f"PostgreSQL, {count} process{'es' if count > 1 else ''}"
                sides.append(await start(text, count, place / text, server, discord, module, url))
            path = place / "SQLite"
            sides.insert(
                0, await start("SQLite, 1 process", 1, path, server, one, module, str(path / "bot.sqlite3"))
            )
            for at in range(ROUNDS):
                for side in sides if at % 2 == 0 else reversed(sides):
                    await side.one()
                for side in sides if at % 2 == 0 else reversed(sides):
                    await side.all(seconds)
                for side in sides if at % 2 == 0 else reversed(sides):
                    await side.resolutions()
        return int(not tell(sides))


def limits() -> Limits:
    return Limits(shards=SHARDS, identify_seconds=0.05, interaction_seconds=60.0)


def made(server: Server, name: str) -> str:
    """The address of a new database."""
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return make_url(server.url()).set(database=name).render_as_string(hide_password=False)


def tell(sides: list[Side]) -> bool:
    """Print all of it; whether the target was reached."""
    for title, each in (
        ("one order after the other", [side.alone for side in sides]),
        (f"{GAMES} players at the same time", [side.together for side in sides]),
        (f"turns resolved, {GAMES} at the same time", [side.turns for side in sides]),
    ):
        print(title)
        for side, spent in zip(sides, each, strict=True):
            spent.tell(f"  {side.name}")
        print("  CPU time of each")
        for side, spent in zip(sides, each, strict=True):
            spent.tell_costs(f"  {side.name}")
    sqlite, server = sides[:2]
    reached = [
        ratio(f"PostgreSQL / SQLite, one process, {what}", median(theirs) / median(ours), most=MOST)
        for what, theirs, ours in (
            ("alone, median", server.alone.each, sqlite.alone.each),
            ("together, median", server.together.each, sqlite.together.each),
        )
    ]
    return all(reached)


if __name__ == "__main__":
    given = sys.argv[1:]
    wanted = next((int(one) for one in given if one.isdecimal()), SECONDS)
    sys.exit(asyncio.run(main(wanted, "bot" if "drawn" in given else "bench.plain")))
