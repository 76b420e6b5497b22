"""Orders and resolutions on SQLite and on PostgreSQL, side by side, one process.

    python -m bench.database [rounds] [writers …]

draft        an order that is kept and not sent
resolution   an order that resolves its turn
One after the other, then in 16 games at the same time; both databases wait for the disk at every commit, and
take turns, so that a busy machine slows both alike: only the ratios count. Statements are those that the
database gets, without COMMIT; a round trip is one message to the server and its answer. With numbers of
writers there is one more PostgreSQL for each, where so many transactions write at the same time.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, event, make_url

from bench.measure import argument, ratio, row
from bench.orders import Table
from bench.services import Plain, Silent, begun, served
from bot.common.clock import SystemClock
from bot.services import Services
from bot.storage import postgresql
from bot.storage.database import Database

ROUNDS, EACH, GAMES = 9, 12, 16
MOST = 1.5
"""PostgreSQL may take so many times as long as SQLite."""
_ANSWERED = "\tReadyForQuery\t"
"""The end of an answer, in libpq's trace of what goes over the wire."""

Act = Callable[[Table], Coroutine[Any, Any, object]]


class Wire:
    """Counts what goes to the databases: statements by engine, and round trips of PostgreSQL."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w+", encoding="utf-8")
        self.statements: Counter[str] = Counter()
        event.listen(Engine, "before_cursor_execute", self._sent)
        event.listen(Engine, "connect", self._connected)

    def _sent(self, connection: Connection, *_: object) -> None:
        self.statements[connection.dialect.name] += 1

    def _connected(self, driver: object, _: object) -> None:
        if isinstance(driver, psycopg.Connection):
            driver.pgconn.trace(self._file.fileno())

    def begin(self) -> None:
        """Count anew."""
        self.statements.clear()
        os.ftruncate(self._file.fileno(), 0)

    def round_trips(self) -> int:
        """How many there were."""
        self._file.seek(0)
        return sum(_ANSWERED in line for line in self._file)


async def draft(table: Table) -> None:
    await table.services.orders.give(table.code, table.turn % 2, table.order)


async def resolution(table: Table) -> None:
    await table.resolve(draw=False)


class Side:
    """One of the two databases, with its games."""

    def __init__(self, name: str, services: Services, tables: list[Table]) -> None:
        self.name, self.tables, self.services = name, tables, services
        self.taken: dict[str, list[float]] = {}
        self.speeds: dict[str, list[float]] = {}
        self.again: Counter[str] = Counter()

    @classmethod
    async def open(cls, name: str, where: str, writers: int = postgresql.WRITERS) -> Side:
        postgresql.WRITERS = writers
        services = Services(await Database.open(where), SystemClock(), Plain(0), Silent())
        players = {0: "dark", 1: "light"}
        codes = [
            await begun(services, players, "cic", options="quiet_rounds=0", channel_id=at)
            for at in range(GAMES)
        ]
        side = cls(name, services, [Table(services, code) for code in codes])
        for table in side.tables:
            for _ in range(2):
                await resolution(table)
        return side

    async def once(self, what: str, act: Act, at: int) -> None:
        start = perf_counter()
        await act(self.tables[at % GAMES])
        self.taken.setdefault(what, []).append(perf_counter() - start)

    async def together(self, what: str, act: Act) -> None:
        start, before = perf_counter(), self.services.context.db.retries
        await asyncio.gather(*map(act, self.tables))
        self.speeds.setdefault(what, []).append(GAMES / (perf_counter() - start))
        self.again[what] += self.services.context.db.retries - before


async def measure(rounds: int, sides: list[Side], wire: Wire) -> bool:
    """Print all of it; whether the targets were reached."""
    acts: dict[str, Act] = {"draft": draft, "resolution": resolution}
    for at in range(rounds):
        for what, act in acts.items():
            for number in range(EACH):
                for side in sides if number % 2 == 0 else reversed(sides):
                    await side.once(what, act, number)
            for side in sides if at % 2 == 0 else reversed(sides):
                await side.together(what, act)
    for what in acts:
        for side in sides:
            row(f"{what}, {side.name}", side.taken[what], wide=36)
    for what in acts:
        for side in sides:
            text = f"{what}s a second, {GAMES} games at the same time, {side.name}"
            again = side.again[what] / GAMES / len(side.speeds[what])
            print(f"{text:<74} {median(side.speeds[what]):6.0f}   each ran again {again:.2f} times")
    for what, act in acts.items():
        for side in sides:
            wire.begin()
            for number in range(EACH):
                await side.once(what, act, number)
            statements = wire.statements.total() / EACH
            trips = "" if side.name == "SQLite" else f", {wire.round_trips() / EACH:.1f} round trips"
            print(f"{what}, {side.name}: {statements:.1f} statements{trips}")
    reached = []
    sqlite, server = sides[:2]
    for what in acts:
        found = median(server.taken[what]) / median(sqlite.taken[what])
        reached.append(ratio(f"{what}, PostgreSQL / SQLite, median", found, most=MOST))
    return all(reached)


async def main(rounds: int, writers: list[int]) -> int:
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        wire = Wire(place / "wire")
        with served({}) as server:

            def made(name: str) -> str:
                with psycopg.connect(server.url(), autocommit=True) as connection:
                    connection.execute(f"CREATE DATABASE {name}".encode())
                return make_url(server.url()).set(database=name).render_as_string(hide_password=False)

            sides = [
                await Side.open("SQLite", str(place / "bench.sqlite3")),
                await Side.open("PostgreSQL", made("bench")),
            ]
            for number in writers:
                where = made(f"writers_{number}")
                sides.append(await Side.open(f"PostgreSQL, writers: {number}", where, number))
            reached = await measure(rounds, sides, wire)
            for side in sides:
                await side.services.close()
    return int(not reached)


if __name__ == "__main__":
    sys.exit(asyncio.run(main(argument(ROUNDS), [int(one) for one in sys.argv[2:]])))
