"""Games with computers: whether people wait longer while they think, and how soon a computer answers.

    python -m bench.computers [games]

One process on SQLite, pictures left out. In each game a person plays Commander-In-Chief against a captain,
and answers at random about five seconds after it. Beside them somebody writes down one order after the
other in a game of their own: that is what is timed, in turns with the computers thinking and with all of
them at rest.
Targets: as fast as without them (a machine of two cores has one to spare), and workers below 150 MB.
"""

from __future__ import annotations

import asyncio
import logging
import random
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from bench.measure import argument, target
from bench.services import Plain, begun, opened
from bench.watch import children, megabytes
from bot.common.errors import Refused
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.services import Services
from bot.storage.database import Tx
from engines.engine import Level

GAMES, ROUNDS, SECONDS = 50, 3, 20.0
PAUSE, BETWEEN, LOOK = 5.0, 0.05, 0.02
MOST, SMALL = 1.25, 150.0


class Game:
    """A person against a computer. changed: the game is another turn farther
    answers: seconds until the computer had moved"""

    def __init__(self, services: Services, code: str, user: int) -> None:
        self._services, self._code, self._user = services, code, user
        self._random = random.Random(user)
        self.changed = asyncio.Event()
        self.answers: list[float] = []

    async def play(self, going: asyncio.Event) -> None:
        """Move whenever it is the person's turn and the computers are to think."""
        context, moved = self._services.context, 0.0
        while True:
            await going.wait()
            self.changed.clear()
            snapshot = await context.db.read(context.snapshot, self._code)
            if snapshot.over:
                return
            seat = next(str(player.seat) for player in snapshot.players if player.user_id == self._user)
            if seat not in snapshot.phase.owing:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.changed.wait(), 1.0)
                continue
            if moved:
                self.answers.append(perf_counter() - moved)
            await asyncio.sleep(self._random.uniform(0.5, 1.5) * PAUSE)
            order = self._random.choice(list(snapshot.game.legal(snapshot.view(seat))))
            try:
                await self._services.orders.give(self._code, self._user, str(order), send=True)
            except Refused:  # a draw was agreed meanwhile
                continue
            moved = perf_counter()


async def against_computers(services: Services, games: int) -> dict[str, Game]:
    """Begin the games, by code."""
    found = {}
    for number in range(games):
        user = 100 + number
        given: dict[str, Any] = {"options": "", "deadline": "24h", "seating": "lot"}
        given |= {"guild_id": 1, "channel_id": user}
        table = await services.lobby.create(game_key="cic", host_id=user, host_name=f"P{user}", **given)
        await services.lobby_computers.add(table.id, user, str(Level.CAPTAIN))
        await services.lobby.start(table.id, user)
        found[table.id] = Game(services, table.id, user)
    return found


def listen(context: Context, tables: Mapping[str, Game]) -> None:
    """Tell each game when it has changed: to ask the database all the time would be the heaviest load."""
    loop = asyncio.get_running_loop()

    def moved(tx: Tx, after: GameSnapshot, now: float) -> None:
        if table := tables.get(after.table.id):  # a moment later it is stored
            loop.call_soon_threadsafe(loop.call_later, LOOK, table.changed.set)

    context.hooks = replace(context.hooks, game_moved=(*context.hooks.game_moved, moved))


async def pressed(services: Services, code: str, seconds: float) -> list[float]:
    """Write orders down for so long; how long each took."""
    found, began, at = list[float](), perf_counter(), 0
    while perf_counter() - began < seconds:
        start = perf_counter()
        await services.orders.give(code, 0, ("e7-e6", "d8-d7")[at % 2])
        found.append(perf_counter() - start)
        at += 1
        await asyncio.sleep(BETWEEN)
    return found


async def main(games: int) -> None:
    """Measure in turns, and print."""
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        services = await opened(f"{folder}/computers.sqlite3", Plain(1))
        await services.begin()
        probe = await begun(services, {0: "dark", 1: "light"}, "cic")
        tables, going = await against_computers(services, games), asyncio.Event()
        listen(services.context, tables)
        tasks = [asyncio.create_task(table.play(going)) for table in tables.values()]
        alone, beside = list[float](), list[float]()
        largest = 0.0
        for _ in range(ROUNDS):
            going.set()
            beside += (await pressed(services, probe, SECONDS))[5:]
            largest = max([largest, *(megabytes(child) for child in children())])
            going.clear()
            await asyncio.sleep(2 * PAUSE)  # what was begun is thought to its end
            alone += (await pressed(services, probe, SECONDS))[5:]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        answers = [seconds for table in tables.values() for seconds in table.answers]
        await services.close()
    slow = [quantiles(found, n=20)[-1] for found in (alone, beside)]
    for said, found, worst in zip(
        ("at rest", f"thinking in {games} games"), (alone, beside), slow, strict=True
    ):
        print(f"an order, computers {said}: median {median(found) * 1000:.1f} ms, 95 % {worst * 1000:.1f} ms")
    times = median(beside) / median(alone)
    target(f"median {times:.2f} times", times <= MOST, f"≤ {MOST}")
    target(f"95 % {slow[1] / slow[0]:.2f} times", slow[1] <= MOST * slow[0], f"≤ {MOST}")
    print(f"{len(answers)} answers of computers: median {median(answers):.1f} s, all {games} games at once")
    target(f"largest worker {largest:.0f} MB", largest <= SMALL, f"≤ {SMALL:.0f}")


if __name__ == "__main__":
    games = argument(GAMES)
    # Workers import what the main module does: let them import as little as in the bot.
    sys.modules["__main__"] = import_module("bot.__main__")
    asyncio.run(main(games))
