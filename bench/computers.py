"""Games with computers: whether people wait longer while they think, and how soon a computer answers.

    python -m bench.computers [games]

One process on SQLite, pictures left out. In each game a person plays Commander-In-Chief against a captain,
and moves at random about five seconds after it. As many games are between two people, one of whom moves as
quickly as a captain. Beside them somebody writes down one order after the other in a game of their own: that
is what is timed, in turns with the games against computers going on, those between people, and none.
Targets: with computers as fast as with people in their place (a machine of two cores has one to spare for
thinking), and workers below 150 MB.
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
from bot.common.tasks import end
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.services import Services
from bot.storage.database import Tx
from engines.engine import Level

GAMES, ROUNDS, SECONDS = 50, 3, 20.0
PAUSE, BETWEEN, LOOK = 5.0, 0.05, 0.02
QUICK = 0.1
"""How soon the person moves who stands in for a captain: a captain's usual answer here."""
MOST, SMALL = 1.25, 150.0


class Game:
    """A person against a computer, or against a person who is as quick. changed: the game is a turn farther
    answers: seconds until the other one had moved"""

    def __init__(self, services: Services, code: str, user: int, quick: int | None) -> None:
        self._services, self._code, self._user, self._quick = services, code, user, quick
        self._random = random.Random(user)
        self.changed = asyncio.Event()
        self.answers: list[float] = []

    async def play(self, going: asyncio.Event) -> None:
        """Move whenever it is a person's turn and these games are to go on."""
        context, moved = self._services.context, 0.0
        while True:
            await going.wait()
            self.changed.clear()
            snapshot = await context.db.read(context.snapshot, self._code)
            if snapshot.over:
                return
            seats = {player.user_id: str(player.seat) for player in snapshot.players}
            mover = next((user for user, seat in seats.items() if seat in snapshot.phase.owing), None)
            if mover not in (self._user, self._quick) or mover is None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.changed.wait(), 1.0)
                continue
            if mover == self._user and moved:
                self.answers.append(perf_counter() - moved)
            pause = PAUSE if mover == self._user else QUICK
            await asyncio.sleep(self._random.uniform(0.5, 1.5) * pause)
            order = self._random.choice(list(snapshot.game.legal(snapshot.view(seats[mover]))))
            with suppress(Refused):  # a draw was agreed meanwhile
                await self._services.orders.give(self._code, mover, str(order), send=True)
            if mover == self._user:
                moved = perf_counter()


async def begin(services: Services, games: int, *, computers: bool) -> dict[str, Game]:
    """Begin the games, by code."""
    found = {}
    for number in range(games):
        user = 100 + 2 * number + 1000 * computers
        if computers:
            given: dict[str, Any] = {"options": "", "deadline": "24h", "seating": "lot"}
            given |= {"guild_id": 1, "channel_id": user}
            table = await services.lobby.create(game_key="cic", host_id=user, host_name=f"P{user}", **given)
            await services.lobby_computers.add(table.id, user, str(Level.CAPTAIN))
            await services.lobby.start(table.id, user)
            found[table.id] = Game(services, table.id, user, None)
        else:
            code = await begun(services, {user: "dark", user + 1: "light"}, "cic", channel_id=user)
            found[code] = Game(services, code, user, user + 1)
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
        kinds = {
            f"{games} games of people": await begin(services, games, computers=False),
            f"{games} games with computers": await begin(services, games, computers=True),
        }
        listen(services.context, {code: game for kind in kinds.values() for code, game in kind.items()})
        going = {kind: asyncio.Event() for kind in kinds}
        tasks = [
            asyncio.create_task(game.play(going[kind])) for kind in kinds for game in kinds[kind].values()
        ]
        times: dict[str, list[float]] = {"nothing": [], **{kind: [] for kind in kinds}}
        largest = 0.0
        for _ in range(ROUNDS):
            for kind, found in times.items():
                if kind in going:
                    going[kind].set()
                found.extend((await pressed(services, probe, SECONDS))[5:])
                largest = max([largest, *(megabytes(child) for child in children())])
                if kind in going:
                    going[kind].clear()
                    await asyncio.sleep(2 * PAUSE)  # what was begun is thought to its end
        await end(tasks)
        answers = {kind: [it for game in kinds[kind].values() for it in game.answers] for kind in kinds}
        await services.close()
    slow = {kind: quantiles(found, n=20)[-1] for kind, found in times.items()}
    for kind, found in times.items():
        print(
            f"an order beside {kind}: median {median(found) * 1000:.1f} ms, 95 % {slow[kind] * 1000:.1f} ms"
        )
    people, computers = kinds
    middle = median(times[computers]) / median(times[people])
    target(f"computers in place of people: median {middle:.2f} times", middle <= MOST, f"≤ {MOST}")
    worst = slow[computers] / slow[people]
    target(f"computers in place of people: 95 % {worst:.2f} times", worst <= MOST, f"≤ {MOST}")
    for kind, found in answers.items():
        print(f"{kind}: {len(found)} answers, median {median(found):.1f} s, all at once")
    target(f"largest worker {largest:.0f} MB", largest <= SMALL, f"≤ {SMALL:.0f}")


if __name__ == "__main__":
    games = argument(GAMES)
    # Workers import what the main module does: let them import as little as in the bot.
    sys.modules["__main__"] = import_module("bot.__main__")
    asyncio.run(main(games))
