"""A year of a large host, simulated in the database: what grows with the games that are over?

    python -m bench.host [sqlite|postgres] [scale]

At scale 1: 10,000 servers, 100,000 open games, and 3,000,000 that are over; the usual scale is 0.03. Three
databases with the same servers and open games, and 1 %, 10 % and 100 % of those that are over, are written in
bulk and then measured in turns, so that a busy machine slows all of them alike: only the ratios count. A game
that is over has 3 steps (of about 40), 4 posts (of about 80), and all else that it would have.

start     a process of its own, from opening the database until `Services.begin` is done; and its memory then
due       what the clock and the outbox look for
order     an order that is kept, in any game;  resolution: one that resolves its turn
look      /games, the codes of autocomplete, a leaderboard and a profile of somebody with games in a server
new       a lobby is opened: a code is drawn
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import sqlite3
import sys
import tempfile
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median
from time import perf_counter, time
from typing import Any

import psycopg
from psycopg import sql
from sqlalchemy import JSON, make_url

from adjudicator.chance import commitment
from adjudicator.codec import canonical
from bench.crowd import GAMES, SEED, positions
from bench.measure import ratio
from bench.services import Plain, Silent, served, table_of
from bench.watch import megabytes
from bot.common.clock import SystemClock
from bot.engine.access import new_code
from bot.engine.context import check_rules
from bot.features.ratings import store
from bot.services import Services
from bot.storage import deadlines, outbox, schema
from bot.storage.database import Database
from bot.storage.league_records import GameResult, Rated, Rating, Sitting
from bot.storage.records import (
    Deadline,
    Player,
    Post,
    Seed,
    Step,
    columns,
)

SERVERS, OPEN, OVER = 10_000, 100_000, 3_000_000
SHARES = (0.01, 0.1, 1.0)
PEOPLE = 25
"""In a server."""
SCALE, ROUNDS, STARTS, MOST = 0.03, 40, 3, 1.5
STEPS, POSTS, QUEUED = 3, 4, 50
YEAR, DAY = 365 * 86400.0, 86400.0
DARK, LIGHT = "dark", "light"

Row = tuple[Any, ...]


class Rows:
    """Rows of one table, each like the first but for what changes. Numbers count up where `id` is one."""

    def __init__(self, record: Any, **given: Any) -> None:
        self.table = schema.of[type(record)]
        values = columns(record) | given
        self.names = list(values)
        self._like = [
            _json(values[name]) if isinstance(self.table.c[name].type, JSON) else values[name]
            for name in self.names
        ]
        self._at = {name: at for at, name in enumerate(self.names)}
        self.written: list[Row] = []

    def add(self, **changed: Any) -> None:
        row = self._like.copy()
        for name, value in changed.items():
            row[self._at[name]] = value
        self.written.append(tuple(row))

    def take(self) -> list[Row]:
        rows, self.written = self.written, []
        return rows


def _json(value: Any) -> str | None:
    return None if value is None else json.dumps(value, default=dict)


@dataclass(frozen=True)
class Opened:
    """A game that is open: who has an order to give, and which."""

    code: str
    server: int
    user: int
    order: str


class Host:
    """The servers, and what happened there. The same numbers give the same host."""

    def __init__(self, scale: float) -> None:
        self.servers = max(round(SERVERS * scale), 1)
        self.open, self.over = round(OPEN * scale), round(OVER * scale)
        self.rng = random.Random("host")
        self._codes, self._places = set[str](), positions("cic")
        game = GAMES["cic"]
        about = {"status": "playing", "commitment": commitment(SEED), "deadline_spec": "24h", "turn": 1}
        options = game.options({})
        self._table = Rows(table_of(game, "", options, guild_id=1, channel_id=1, **about))
        self._seed = Rows(Seed(table_id="", seed=SEED.hex()))
        self._player = Rows(Player(table_id="", user_id=1, name="Ada", joined_at=1.0))
        self._step = Rows(Step(table_id="", seq=1, turn=1, kind="start", state="", at=1.0))
        self._deadline = Rows(Deadline(table_id="", turn=1, due_at=1.0, began_at=1.0))
        self._sitting = Rows(Sitting(table_id="", seat="", user_id=1, name="Ada", from_at=1.0), id=0)
        self._result = Rows(
            GameResult(
                **{"table_id": "", "seat": "", "user_id": 1, "guild_id": 1, "game": "cic", "place": 1},
                **{"shared": 1, "seats": 2, "began": True, "turns": 20, "missed": 0, "ended_at": 1.0},
                **{"mu_before": 25.0, "sigma_before": 8.0, "mu_after": 25.5, "sigma_after": 7.5},
            )
        )
        self._rated = Rows(Rated(table_id="", at=1.0))
        said = {"tag": "say", "text": "e7-e6, and what came of it. " * 8}
        post = {
            "id": 0,
            "key": "",
            "table_id": "",
            "user_id": None,
            "channel_id": 1,
            "lane": "",
            "payload": said,
        }
        post |= {
            "nonce": "",
            "status": "sent",
            "attempts": 1,
            "not_before": 1.0,
            "tried_at": 1.0,
            "error": None,
        }
        post |= {"sent_channel_id": 1, "message_id": 1, "created_at": 1.0, "sent_at": 1.0}
        self._post = Rows(Post(**post))
        self._rating = Rows(
            Rating(guild_id=1, game="cic", user_id=1, name="Ada", mu=25.0, sigma=3.0, games=9, at=1.0)
        )
        self.all = [self._table, self._seed, self._player, self._step, self._deadline, self._sitting]
        self.all += [self._result, self._rated, self._post, self._rating]
        self.opened: list[Opened] = []
        self._posts = self._sittings = 0

    def _code(self) -> str:
        while True:
            code = new_code(2 if len(self._codes) < 15_000 else 3)
            if code not in self._codes:
                self._codes.add(code)
                return code

    def _server(self) -> int:
        """Some are much larger than others."""
        return (1 + min(int(self.rng.paretovariate(0.8)), self.servers)) << 22

    def _users(self, server: int) -> list[int]:
        return [server * 1000 + number for number in self.rng.sample(range(PEOPLE), 2)]

    def ratings(self) -> None:
        """Everybody has one."""
        for number in range(1, self.servers + 2):
            for user in range(PEOPLE):
                skill = self.rng.gauss(25.0, 4.0)
                self._rating.add(guild_id=number << 22, user_id=(number << 22) * 1000 + user, mu=skill)

    def game(self, now: float, *, over: bool) -> None:
        """One more game."""
        server, place = self._server(), self.rng.choice(self._places)
        code, users, began = self._code(), self._users(server), now - self.rng.random() * YEAR
        ended = began + 40 * DAY * self.rng.random()
        steps = STEPS if over else 1
        about = {"id": code, "guild_id": server, "created_at": began, "started_at": began, "seq": steps}
        channel = server + (1 + self.rng.randrange(5) if over else 100 + len(self.opened))
        about["channel_id"] = channel
        if over:
            about |= {"status": "over", "ended_at": ended, "counted": True}
        self._table.add(**about)
        self._seed.add(table_id=code)
        state = canonical(place.game.dump(place.state))
        for seat, user in zip((DARK, LIGHT), users, strict=True):
            self._player.add(table_id=code, user_id=user, seat=seat, joined_at=began)
            self._sittings += 1
            self._sitting.add(id=self._sittings, table_id=code, seat=seat, user_id=user, from_at=began)
            if over:
                won = 1 + (seat == LIGHT)
                self._result.add(
                    table_id=code, seat=seat, user_id=user, guild_id=server, place=won, ended_at=ended
                )
        for number in range(1, steps + 1):
            self._step.add(table_id=code, seq=number, turn=number, state=state, at=began)
        if over:
            self._rated.add(table_id=code, at=ended)
            for number in range(POSTS):
                self._sent(code, f"{code}/{number}", channel, ended)
            return
        owing = sorted(place.game.phase(place.state).owing)[0]
        order = str(next(iter(place.game.legal(place.game.view(place.state, owing)))))
        self.opened.append(Opened(code, server, users[owing == LIGHT], order))
        turn = place.game.phase(place.state).turn
        for kind, due in (("turn", self.rng.random() * DAY), ("remind", self.rng.random() * DAY)):
            self._deadline.add(table_id=code, kind=kind, turn=turn, due_at=now + 3600 + due, began_at=now)
        if len(self.opened) <= QUEUED:
            self._sent(
                code, f"{code}/q", channel, now, status="queued", message_id=None, not_before=now + 1e6
            )

    def _sent(self, code: str, key: str, channel: int, at: float, **more: Any) -> None:
        self._posts += 1
        about = {
            "id": self._posts,
            "key": key,
            "table_id": code,
            "channel_id": channel,
            "lane": f"c:{channel}",
        }
        about |= {"nonce": key, "message_id": self._posts, "created_at": at, "tried_at": at, "not_before": at}
        self._post.add(**about | more)

    def write(self, into: Base) -> None:
        """Store what has come since the last time."""
        for rows in self.all:
            into.add(rows.table.name, rows.names, rows.take())


class Base:
    """A database to be filled."""

    def __init__(self, where: str) -> None:
        self.where = where

    def add(self, table: str, names: list[str], rows: Iterable[Row]) -> None:
        """Store these rows in bulk."""
        raise NotImplementedError

    def done(self) -> None:
        """All is there: let the database look at it."""
        raise NotImplementedError


class File(Base):
    def __init__(self, where: str) -> None:
        super().__init__(where)
        self._db = sqlite3.connect(where)
        self._db.executescript("PRAGMA synchronous=OFF; PRAGMA cache_size=-200000")

    def add(self, table: str, names: list[str], rows: Iterable[Row]) -> None:
        marks = ", ".join("?" * len(names))
        listed = ", ".join(f'"{name}"' for name in names)
        self._db.executemany(f"INSERT INTO {table} ({listed}) VALUES ({marks})", rows)
        self._db.commit()

    def done(self) -> None:
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._db.close()


class Server(Base):
    def __init__(self, where: str) -> None:
        super().__init__(where)
        self._db = psycopg.connect(where)

    def add(self, table: str, names: list[str], rows: Iterable[Row]) -> None:
        into = sql.SQL("COPY {} ({}) FROM STDIN").format(
            sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, names))
        )
        with self._db.cursor().copy(into) as copy:
            for row in rows:
                copy.write_row(row)
        self._db.commit()

    def done(self) -> None:
        for table in ("sittings", "outbox"):
            self._db.execute(f"SELECT setval('{table}_id_seq', (SELECT max(id) FROM {table}))".encode())
        self._db.commit()
        self._db.autocommit = True
        self._db.execute("VACUUM ANALYZE")
        self._db.close()


async def fill(base: Callable[[str], Base], where: str, scale: float, share: float) -> Host:
    """A new database with its host."""
    await (await Database.open(where)).close()
    host, into, now = Host(scale), base(where), time()
    host.ratings()
    for number in range(host.open + round(host.over * share)):
        host.game(now, over=number >= host.open)
        if number % 5000 == 4999:
            host.write(into)
    host.write(into)
    into.done()
    return host


Timed = dict[str, list[float]]


class Side:
    """The bot on one of the databases."""

    def __init__(self, host: Host, services: Services) -> None:
        self.host, self.services = host, services
        self.taken: Timed = defaultdict(list)
        self._rng = random.Random("side")

    async def _time(self, what: str, act: Awaitable[object]) -> None:
        start = perf_counter()
        await act
        self.taken[what].append(perf_counter() - start)

    async def round(self) -> None:
        """Each of the things that are measured, once."""
        services, db, now = self.services, self.services.context.db, time()
        game = self._rng.choice(self.host.opened)
        await self._time("due: deadlines", db.read(deadlines.due, now))
        await self._time("due: the next deadline", db.read(deadlines.earliest))
        await self._time("due: posts", db.read(outbox.next_due, now))
        await self._time("due: the next post", db.read(outbox.earliest_due))
        await self._time("due: games to be counted", db.read(store.unrated))
        await self._time("order", services.orders.give(game.code, game.user, game.order))
        await self._time("look: /games", self._games(game.user))
        typed = game.code[: self._rng.randrange(3)]
        await self._time("look: codes", services.game_views.choices(game.user, game.server, typed))
        await self._time("look: leaderboard", services.leaderboards.page(game.server, "cic", 0, game.user))
        await self._time("look: profile", services.profiles.message(game.server, game.user, "Ada", None))
        await self._time("look: the channel's game", services.game_lookup.kinds(1, [game.server + 1]))
        await self._time("new", self._lobby(game))
        await self._time("resolution", services.orders.give(game.code, game.user, game.order, send=True))
        self.host.opened.remove(game)

    async def _games(self, user: int) -> None:
        await self.services.game_views.mine(user, await self.services.game_lookup.owed(user))

    async def _lobby(self, game: Opened) -> None:
        about = {"options": "", "deadline": "24h", "seating": "lot", "guild_id": game.server}
        new = {
            "game_key": "cic",
            "host_id": game.user,
            "host_name": "Ada",
            "channel_id": self._rng.getrandbits(62),
        }
        await self.services.lobby.create(**about, **new)


async def start(where: str) -> None:
    """Begin, and print how long that took, and the memory."""
    before = perf_counter()
    db = await Database.open(where)
    services = Services(db, SystemClock(), Plain(0), Silent())
    await check_rules(db, services.context.rules)
    await services.begin()
    taken = perf_counter() - before
    await asyncio.sleep(1.0)
    print(json.dumps({"start": taken, "memory": megabytes()}))
    os._exit(0)


async def begun(where: str) -> Mapping[str, float]:
    """As `start`, in a process of its own."""
    command = [sys.executable, "-m", "bench.host", "start", where]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    told, _ = await process.communicate()
    found: Mapping[str, float] = json.loads(told)
    return found


def tell(hosts: list[Host], found: Mapping[str, list[list[float]]], units: Mapping[str, str]) -> bool:
    """Print a line for each thing: the medians, and the ratio of the last to the first."""
    games = "".join(f"{round(host.over * share):>12,}" for host, share in zip(hosts, SHARES, strict=True))
    print(f"{'games that are over':<28}{games}")
    reached = []
    for what, sizes in found.items():
        middle = [median(taken) for taken in sizes]
        unit, by = ("MB", 1.0) if units.get(what) == "MB" else ("ms", 1000.0)
        print(f"{what:<28}" + "".join(f"{one * by:>9.1f} {unit}" for one in middle), end="   ")
        pairs = zip(sizes[-1], sizes[0], strict=True)
        reached.append(ratio("", median(last / first for last, first in pairs), most=MOST))
    return all(reached)


async def main(kind: str, scale: float) -> int:
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        base, places = (File, places_of_files(folder)) if kind == "sqlite" else (Server, databases(stack))
        sides = list[Side]()
        for share in SHARES:
            where, before = next(places), perf_counter()
            host = await fill(base, where, scale, share)
            games = len(host.opened) + round(host.over * share)
            print(
                f"{games:,} games of {host.servers:,} servers written in {perf_counter() - before:.0f} s",
                flush=True,
            )
            services = Services(await Database.open(where), SystemClock(), Plain(0), Silent())
            services.context.db.address = where  # type: ignore[attr-defined]
            sides.append(Side(host, services))
        found: dict[str, list[list[float]]] = {"start": [[], [], []], "memory": [[], [], []]}
        for _ in range(STARTS):
            for at, side in enumerate(sides):
                for what, value in (await begun(side.services.context.db.address)).items():  # type: ignore
                    found[what][at].append(value)
        for number in range(ROUNDS):
            for side in sides if number % 2 == 0 else reversed(sides):
                await side.round()
        for what in sides[0].taken:
            found[what] = [side.taken[what] for side in sides]
        reached = tell([side.host for side in sides], found, {"memory": "MB"})
        for side in sides:
            await side.services.close()
    return int(not reached)


def places_of_files(folder: str) -> Iterator[str]:
    for share in SHARES:
        yield f"{folder}/{share}.sqlite3"


def databases(stack: ExitStack) -> Iterator[str]:
    """Databases of a server that waits for the disk."""
    server = stack.enter_context(served({"shared_buffers": "256MB", "max_wal_size": "2GB"}))
    with psycopg.connect(server.url(), autocommit=True) as connection:
        for at, _ in enumerate(SHARES):
            connection.execute(f"CREATE DATABASE host{at}".encode())
            yield make_url(server.url()).set(database=f"host{at}").render_as_string(hide_password=False)


if __name__ == "__main__":
    if sys.argv[1:2] == ["start"]:
        logging.disable(logging.CRITICAL)
        asyncio.run(start(sys.argv[2]))
    asked = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    sys.exit(asyncio.run(main(asked, float(sys.argv[2]) if len(sys.argv) > 2 else SCALE)))
