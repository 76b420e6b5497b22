"""A year of a large host, simulated in the database: what grows with the games that are over?

    python -m bench.host [sqlite|postgres|both] [scale] [folder]

At scale 1: 10,000 servers, 100,000 open games, and 3,000,000 that are over; the usual scale is 0.01. Three
databases have the same servers and open games, and 0.7 %, 10 % and 100 % of those that are over. They are
measured in turns, so that a busy machine slows all of them alike: only the ratios count. Each game that is
over comes in copies: a server, channel and person with a few in the first database has 150 times as many in
the last. It has 3 steps (of about 40), 3 posts (of about 80), and all else that it would have.

start     a process of its own, from opening the database until `Services.begin` is done; then its memory (MB)
due       what the clock, the outbox and the ratings look for
order     an order that is kept; resolution: one that resolves its turn; end: a game is conceded, and rated
look      /games, autocomplete, a leaderboard, and the profile of somebody with games in the server
lobby     a game is opened: a code is drawn
The databases are made in the folder, by default in the one for temporary files, and deleted at the end.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import re
import shutil
import sqlite3
import sys
import tempfile
from collections import defaultdict
from collections.abc import Awaitable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import perf_counter, time

import psycopg
from sqlalchemy import make_url

from bench.measure import ratio
from bench.plans import Statements, noted
from bench.services import Plain, opened, served
from bench.watch import megabytes
from bench.year import COPIES, Host, Playing, copying
from bot.engine.context import check_rules
from bot.features.ratings import store
from bot.services import Services
from bot.storage import deadlines, outbox
from bot.storage.database import Database, Tx

SCALE, ROUNDS, STARTS, HOTTEST, MOST = 0.01, 20, 3, 10, 1.5


class Files:
    """SQLite's."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder = folder

    def new(self, copies: int) -> str:
        """The address of one more; it has what the first one has."""
        path, first = (self._folder / f"{number}.sqlite3" for number in (copies, COPIES[0]))
        if path != first:
            shutil.copy(first, path)
        return str(path)

    def run(self, where: str, statements: Iterator[str]) -> float:
        """Run them; how many MB there are then."""
        db = sqlite3.connect(where, isolation_level=None)
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-2000000"):
            db.execute(f"PRAGMA {pragma}")
        for statement in ("BEGIN", *statements, "COMMIT"):
            db.execute(statement)
        db.close()
        return Path(where).stat().st_size / 1e6


class Server:
    """Those of a PostgreSQL that waits for the disk."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._url = stack.enter_context(served({"shared_buffers": "512MB", "max_wal_size": "4GB"})).url()

    def new(self, copies: int) -> str:
        first = f"TEMPLATE host{COPIES[0]}" if copies > COPIES[0] else ""
        with psycopg.connect(self._url, autocommit=True) as db:
            db.execute(f"CREATE DATABASE host{copies} {first}".encode())
        return make_url(self._url).set(database=f"host{copies}").render_as_string(hide_password=False)

    def run(self, where: str, statements: Iterator[str]) -> float:
        quick = ("session_replication_role = replica", "synchronous_commit = off")  # the first: no triggers
        counted = (
            f"SELECT setval('{table}_id_seq', (SELECT max(id) FROM {table}))"
            for table in ("sittings", "outbox")
        )
        plain = "SELECT indexname, indexdef FROM pg_indexes WHERE indexname LIKE 'ix_%'"
        with psycopg.connect(where, autocommit=True) as db:
            indexes = db.execute(plain).fetchall()
            before = [*(f"SET {one}" for one in quick), *(f"DROP INDEX {name}" for name, _ in indexes)]
            after = [*(made for _, made in indexes), *counted, "VACUUM ANALYZE", "CHECKPOINT"]
            for statement in (*before, *statements, *after):
                db.execute(statement.encode())
            [size] = db.execute("SELECT pg_database_size(current_database())").fetchone() or [0]
        return float(size) / 1e6


class Side:
    """The bot on one of the databases."""

    def __init__(self, host: Host, services: Services) -> None:
        self.services, self.taken = services, defaultdict[str, list[float]](list)
        self._playing, self._rng = list(host.playing), random.Random("side")
        self._rng.shuffle(self._playing)

    async def _time(self, what: str, act: Awaitable[object]) -> None:
        start = perf_counter()
        await act
        self.taken[what].append((perf_counter() - start) * 1000)

    async def round(self) -> None:
        """Each of the things that are measured, once."""
        services, read, now = self.services, self.services.context.db.read, time()
        game, ending = self._playing.pop(), self._playing.pop()
        server, user, give = game.server, game.user, services.orders.give
        await self._time("due: deadlines", read(deadlines.due, now))
        await self._time("due: the next deadline", read(deadlines.earliest))
        await self._time("due: posts", read(outbox.next_due, now))
        await self._time("due: the next post", read(outbox.earliest_due))
        await self._time("due: games to be rated", read(store.unrated))
        await self._time("order", give(game.code, user, game.order))
        await self._time("resolution", give(game.code, user, game.order, send=True))
        await self._time("end", self._end(ending))
        await self._time("look: /games", self._games(user))
        for what, typed in (("all", ""), ("one sign", game.code[:1]), ("a code", game.code)):
            await self._time(f"look: codes, {what}", services.game_views.choices(user, server, typed))
        await self._time("look: a channel's game", services.game_lookup.kinds(1, [server + 1]))
        await self._time("look: leaderboard", services.leaderboards.page(server, "cic", 0, user))
        await self._time("look: profile", services.profiles.message(server, user, "Ada", None))
        await self._time("lobby", self._lobby(game))

    async def _end(self, game: Playing) -> None:
        await self.services.orders.declare(game.code, game.user, "concede")
        await self.services.ledger._look()

    async def _games(self, user: int) -> None:
        await self.services.game_views.mine(user, await self.services.game_lookup.owed(user))

    async def _lobby(self, game: Playing) -> None:
        about = {"game_key": "cic", "options": "", "deadline": "24h", "seating": "lot", "host_name": "Ada"}
        where = {"guild_id": game.server, "channel_id": self._rng.getrandbits(62)}
        await self.services.lobby.create(host_id=game.user, **about, **where)


async def start(where: str) -> None:
    """Begin, and print how long that took (ms), and the memory (MB)."""
    before = perf_counter()
    services = await opened(where, Plain(0))
    await check_rules(services.context.db, services.context.rules)
    await services.begin()
    taken = perf_counter() - before
    await asyncio.sleep(1.0)
    print(json.dumps({"start": taken * 1000, "memory": megabytes()}), flush=True)
    os._exit(0)


async def begun(where: str) -> dict[str, float]:
    """What `start` prints, in a process of its own."""
    command = [sys.executable, "-m", "bench.host", "start", where]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    told, _ = await process.communicate()
    return dict(json.loads(told))


def tell(what: str, sizes: list[list[float]]) -> bool:
    """Print the medians, and the ratio of the last to that with a tenth of the games: what is a short list in
    the first is a full one there."""
    print(f"{what:<26}" + "".join(f"{median(size):>12,.1f}" for size in sizes), end="   ")
    pairs = zip(sizes[-1], sizes[-2], strict=True)
    return ratio("", median(all_ / tenth for all_, tenth in pairs), most=MOST)


async def plans(side: Side) -> None:
    """Print the statements that three rounds needed most often, and how the database runs them."""
    seen = Statements()
    with noted(seen):
        for _ in range(3):
            await side.round()

    def look(tx: Tx) -> list[tuple[str, list[str]]]:
        return [(sql, tx.run(seen.plan, sql)) for sql in seen.hottest(HOTTEST)]

    for sql, plan in await side.services.context.db.read(look):
        short = re.sub(r"SELECT (?:(?!SELECT).)*? FROM", "SELECT … FROM", " ".join(sql.split()))
        print(f"{seen.times[sql] / 3:4.1f} a round: {short[:200]}", *plan, sep="\n        ")


async def measure(kind: type[Files] | type[Server], scale: float, place: Path | None) -> bool:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=place)))
        bases, host, addresses = kind(folder, stack), Host(scale), list[str]()
        for copies in COPIES:
            before, where = perf_counter(), bases.new(copies)
            if not addresses:
                db = await Database.open(where)
                for transaction in host.fill():
                    await db.write(transaction)
                await db.close()
            size = bases.run(where, copying(copies) if copies > 1 else iter(()))
            addresses.append(where)
            seconds = perf_counter() - before
            print(f"{copies * host.over:>9,} games over: {size:,.0f} MB, {seconds:.0f} s", flush=True)
        found = defaultdict[str, list[list[float]]](lambda: [[] for _ in COPIES])
        for at, where in list(enumerate(addresses)) * STARTS:
            for what, value in (await begun(where)).items():
                found[what][at].append(value)
        sides = [Side(host, await opened(where, Plain(0))) for where in addresses]
        for number in range(ROUNDS):
            for side in sides if number % 2 == 0 else reversed(sides):
                await side.round()
        found |= {what: [side.taken[what] for side in sides] for what in sides[0].taken}
        reached = [tell(what, sizes) for what, sizes in found.items()]
        await plans(sides[-1])
        for side in sides:
            await side.services.close()
    return all(reached)


async def main(kind: str = "sqlite", scale: str = str(SCALE), folder: str = "") -> int:
    logging.disable(logging.CRITICAL)
    if kind == "start":
        await start(scale)
    reached, kinds = True, {"sqlite": Files, "postgres": Server}
    for name in kinds if kind == "both" else (kind,):
        print(f"-- {name}", flush=True)
        reached &= await measure(kinds[name], float(scale), Path(folder) if folder else None)
    return int(not reached)


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
