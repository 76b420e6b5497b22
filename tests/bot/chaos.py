"""A town of people who do anything at any time: the driver of test_chaos.py.

`Town` is a house with several tables of all games. chaos_world.py has the house and its messenger,
chaos_people.py what people do, chaos_checks.py what must hold after each act.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from bot.storage import deadlines
from tests.bot import chaos_checks as checks
from tests.bot import chaos_league_checks as league_checks
from tests.bot.chaos_leagues import Leagues, Threads
from tests.bot.chaos_world import GAMES, NAMES, SPANS, SPECS, TABLES, USERS, Lots
from tests.bot.parts import lives
from tests.bot.transactions import looking, writing

__all__ = ["Lots", "Town"]


COMPUTERS, LEVELS = 0.25, ("recruit", "general")
"""How many of those who join are computers."""


class Town(Leagues):
    most = TABLES
    habits: Mapping[str, float]
    """How often this town does what."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.tables: set[str] = set()
        """Games that no league has begun."""

    # -- tables

    async def do_new_game(self) -> None:
        if len([code for code in await self.playing() if code in self.tables]) >= self.most:
            return
        key, options, count = self.rng.choice(GAMES)
        pick = self.rng.choice
        given = (
            f"{options} undo={pick((0, 0, 30, 60))} takeback={pick((0, 0, 30))} grace={pick((0, 60, 30))} "
            f"absence={pick(('pass', 'extend', 'forfeit', 'computer'))} extensions={pick((0, 1, 3))} "
            f"substitutes={pick((0, 1, 2))} vacation={pick((0, 2, 14))} votes={pick(('open', 'secret'))} "
            f"pauses={pick((0, 1, 7))}"
        )
        users = self.rng.sample(USERS, count)
        self.number += 1
        spec = self.rng.choice(SPECS)
        lobby = self.services.lobby
        table = await lobby.create(
            game_key=key,
            options=given,
            deadline=spec,
            seating="choice",
            guild_id=1,
            channel_id=500 + self.number,
            host_id=users[0],
            host_name=NAMES[users[0]],
        )
        self.note(f"game {table.id} {key} {given} {spec} {users}")
        for user in users[1:]:
            if self.rng.random() < COMPUTERS:
                await self.services.lobby_computers.add(table.id, users[0], pick(LEVELS))
            else:
                await lobby.join(table.id, user, NAMES[user])
        await lobby.start(table.id, users[0])
        self.memory[table.id] = {}
        self.tables.add(table.id)

    # -- the world

    async def do_time(self) -> None:
        seconds = self.rng.choice(SPANS) * self.rng.uniform(0.7, 1.3)
        await self.passes(seconds)

    async def do_next_deadline(self) -> None:
        """Until the next thing is due, and a little more or less."""
        async with looking(self.services.context.db) as tx:
            rows = deadlines.all_of(tx, "turn")
        if rows:
            first = self.rng.choice(sorted(rows, key=lambda row: row.due_at)[:3])
            await self.passes(max(first.due_at - self.clock.time + self.rng.choice((-1, 0.1, 5)), 0.1))

    async def passes(self, seconds: float) -> None:
        self.note(f"time {seconds:.1f}")
        self.clock.time += seconds
        if not self.lost:
            lives(self.services)
            await self.services.uptime._note()
        await self.settle()

    async def do_sleep(self) -> None:
        """The process is stopped; or its clock was wrong for a while."""
        seconds = self.rng.choice(SPANS) * self.rng.uniform(0.7, 1.3)
        self.note(f"sleep {seconds:.1f}")
        if self.rng.random() < 0.3:
            self.clock.time -= seconds
            await self.settle()
            self.clock.time += seconds
        self.clock.time += seconds
        await self.settle()

    async def do_connection(self) -> None:
        if self.lost:
            self.note("connected")
            self.lost = self.messenger.cut = False
            await self.services.reached()
        elif self.rng.random() < 0.5:
            self.note("lost")
            self.lost = self.messenger.cut = True
            self.services.uptime.lost()

    async def do_restart(self) -> None:
        if self.rng.random() < 0.4:
            self.note("restart")
            await self.services.close()
        else:
            self.note("kill")
            self.messenger.hang = self.rng.random() < 0.7
            act = asyncio.create_task(self.one())
            await asyncio.wait([act], timeout=self.rng.choice((0.001, 0.02, 0.1)))
            for job in (self.services.outbox, self.services.deadlines, self.services.computers):
                job.wake()
            await asyncio.sleep(self.rng.choice((0.0, 0.01, 0.05)))
            act.cancel()
            await asyncio.wait([act])
            if not act.cancelled() and act.exception() is not None:
                raise act.exception()  # type: ignore[misc]
            await self.kill()
        self.clock.time += self.rng.choice((1, 30, 5000, 90000))
        await self.open()

    async def do_fault(self) -> None:
        self.faulty = self.rng.choice((1, 1, 2, 3))
        self.note(f"faulty {self.faulty}")

    # -- running

    ACTS = (
        ("orders", 30),
        ("everybody", 30),
        ("time", 5),
        ("next_deadline", 10),
        ("ahead", 8),
        ("vote", 9),
        ("master", 9),
        ("substitute", 5),
        ("absence", 4),
        ("letter", 3),
        ("mail", 4),
        ("look", 5),
        ("connection", 2),
        ("sleep", 2),
        ("doors", 2),
        ("fault", 2),
        ("restart", 3),
        ("new_game", 5),
        ("new_league", 2),
        ("league", 14),
        ("archive", 8),
        ("forget", 1),
    )
    ALONE = frozenset(
        {"time", "next_deadline", "sleep", "restart", "connection", "new_game", "new_league", "forget"}
    )

    async def one(self) -> None:
        common = {name: weight for name, weight in self.habits.items() if name not in self.ALONE}
        [name] = self.rng.choices(list(common), list(common.values()))
        await getattr(self, f"do_{name}")()

    async def step(self) -> None:
        """One act, or two at once, and a look at everything after it."""
        self.acts += 1
        if self.lost and self.rng.random() < 0.2:
            await self.do_connection()
        [name] = self.rng.choices(list(self.habits), list(self.habits.values()))
        if name not in self.ALONE and self.rng.random() < 0.3:
            self.acts += 1
            results = await asyncio.gather(getattr(self, f"do_{name}")(), self.one(), return_exceptions=True)
            for result in results:
                if isinstance(result, BaseException):
                    raise result
        else:
            await getattr(self, f"do_{name}")()
        settled = self.rng.random() < 0.8
        if settled:
            await self.settle()
        await self.playing()
        await checks.everything(self, settled=settled)
        await league_checks.everything(self, settled=settled)

    async def run(self, acts: int) -> None:
        logging.getLogger().addHandler(self.alarm)
        try:
            self.places = threads = Threads()
            threads.town = self
            await self.open()
            self.most = self.rng.choice((2, 3, TABLES))
            self.habits = {name: weight * self.rng.choice((0.3, 1, 1, 3)) for name, weight in self.ACTS}
            for _ in range(self.most):
                await self.do_new_game()
            await self.do_new_league()
            while self.acts < acts:
                await self.step()
            await self.finish()
        finally:
            logging.getLogger().removeHandler(self.alarm)
            if self.services is not None:
                await self.services.close()

    async def finish(self) -> None:
        """All games end; their records are true."""
        self.closed.clear()
        self.faulty = 0
        if self.lost:
            await self.do_connection()
        await self.end_leagues()
        for code in await self.playing():
            async with self.services.context.lock(code), writing(self.services.context.db) as tx:
                snapshot = self.services.context.snapshot(tx, code)
                self.services.turns.break_off(tx, snapshot, "The town ends.", self.clock.now())
        for _ in range(10):  # a post may be put off several times
            await self.passes(4000)
        await checks.everything(self, settled=True)
        await league_checks.everything(self, settled=True)
        await league_checks.all_true(self)
        await checks.all_sent(self)
        for code in self.memory:
            await checks.verified(self, code)
