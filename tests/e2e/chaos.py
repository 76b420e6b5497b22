"""Faults in any order on several bots, one database and the ways between them, and what they must not cost.

At least one bot is always untouched: somebody can take over. All else may happen at the same time.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import struct
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from psycopg.types.string import TextLoader

from demo.postgres import Server

from .cable import Cable
from .loopback import BotProcess, Loopback
from .play import READY

KINDS = ("kill", "stop", "cut", "connections", "restart", "clock")
"""kill: SIGKILL; stop: SIGSTOP for a while; cut: no way to the database for a while; connections: the
database ends all of one bot's; restart: of the database, in good order or not; clock: a bot's is set."""
CLOCKS = (-86400.0, -3600.0, -20.0, 0.0, 20.0, 3600.0, 86400.0)
"""By so many seconds a bot's clock is wrong."""
STARTS_S = 120.0


class Rows:
    """The database as the judge sees it. It waits for no bot's lock, and connects anew after a restart."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection: psycopg.Connection[Any] | None = None

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Raises psycopg.Error while the database is away, or the row is locked."""
        if self._connection is None or self._connection.closed:
            options = "-c lock_timeout=200"
            self._connection = psycopg.connect(self._address, autocommit=True, options=options)
            for kind in ("json", "jsonb"):  # as SQLite has it
                self._connection.adapters.register_loader(kind, TextLoader)
        done = self._connection.execute(query.replace("%", "%%").replace("?", "%s").encode(), values)
        return done.fetchall() if done.description else []

    def patiently(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """The same, again and again."""
        end = time.monotonic() + 30
        while True:
            try:
                return self.ask(query, *values)
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


@dataclass(eq=False)
class Bot:
    """One of the bots, with its way to the database and its clock."""

    name: str
    process: BotProcess
    cable: Cable
    clock: Path
    away: set[str] = field(default_factory=set)
    """Why nobody can count on it now: kinds of faults."""

    @property
    def is_sound(self) -> bool:
        return not self.away

    def set_clock(self, ahead: float) -> None:
        with self.clock.open("r+b") as file:  # it is mapped: never shorter
            file.write(struct.pack("d", ahead))


@dataclass
class Dead:
    """A process that others replace. left: its leases that nobody else has yet"""

    at: float
    how: str
    left: set[str]


@dataclass
class Watch:
    """Looks who holds what, and how long the leases of the dead wait for somebody else."""

    rows: Rows
    discord: Loopback
    longest: float = 0.0
    longest_of: str = ""
    taken: int = 0
    reconnected: float = 0.0
    """The longest that a shard of a killed bot was not connected by any."""
    dead: dict[int, Dead] = field(default_factory=dict)
    held: dict[int, set[str]] = field(default_factory=dict)
    """By the process's number, as it was last seen."""
    names: dict[int, str] = field(default_factory=dict)
    _dark: dict[int, float] = field(default_factory=dict)

    async def run(self) -> None:
        while True:
            with contextlib.suppress(psycopg.Error):
                self.look()
            await asyncio.sleep(0.1)

    def look(self) -> None:
        found = self.rows.ask(
            "SELECT key, process FROM leases WHERE process IS NOT NULL AND key NOT LIKE 'identify/%'"
        )
        self.names |= dict(self.rows.ask("SELECT id, name FROM processes"))
        now = time.monotonic()
        self.held = {}
        for key, number in found:
            self.held.setdefault(number, set()).add(key)
        holder = dict(found)
        for number, dead in list(self.dead.items()):
            taken = {key for key in dead.left if holder.get(key) not in (None, number)}
            if taken:
                dead.left -= taken
                self.taken += len(taken)
                if now - dead.at > self.longest:
                    self.longest, self.longest_of = now - dead.at, f"{min(taken)} after {dead.how}"
            if not dead.left:
                del self.dead[number]
        live = self.discord.gateway.live
        for shard, since in list(self._dark.items()):
            if live[shard]:
                self.reconnected = max(self.reconnected, now - since)
                del self._dark[shard]

    def dies(self, name: str, how: str) -> None:
        """All that this bot holds now is to be held by others soon."""
        for number, keys in self.held.items():
            if self.names.get(number) == name:
                self.dead.setdefault(number, Dead(time.monotonic(), how, set(keys)))
                if how == "kill":
                    now = time.monotonic()
                    shards = {int(key[6:]) for key in keys if key.startswith("shard/")}
                    self._dark = dict.fromkeys(shards, now) | self._dark

    def lives(self, name: str) -> None:
        """It was away for so short a time that it keeps what it holds."""
        for number in [number for number in self.dead if self.names.get(number) == name]:
            del self.dead[number]


@dataclass
class Chaos:
    """Makes so many faults, and waits until each is over."""

    discord: Loopback
    server: Server
    bots: list[Bot]
    watch: Watch
    dice: random.Random
    most: int
    lease: float
    """Seconds that a lease lasts."""
    pause: float = 1.0
    """At the median so many seconds between the beginnings of two faults."""
    kinds: tuple[str, ...] = KINDS
    counts: Counter[str] = field(default_factory=Counter)
    over: bool = False
    there: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether the database is there."""
    failed_starts: int = 0
    diary: list[str] = field(default_factory=list)
    """What was done when."""
    _under_way: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.there.set()

    async def rage(self) -> None:
        """Until there were enough faults, and all of them are over."""
        watching = asyncio.create_task(self.watch.run())
        bag = self.dice.sample(self.kinds, len(self.kinds))
        try:
            while self.counts.total() < self.most:
                await asyncio.sleep(self.dice.uniform(0.0, 2 * self.pause))
                if not bag:
                    bag = [*self.kinds, *(kind for kind in self.kinds if kind != "restart")]
                    self.dice.shuffle(bag)
                self._begin(bag.pop())
                for task in [task for task in self._under_way if task.done()]:
                    self._under_way.discard(task)
                    task.result()
                for bot in self.bots:
                    if not bot.process.is_running and "kill" not in bot.away:
                        code = await bot.process.gone()
                        raise AssertionError(f"{bot.name} has ended by itself with {code}\n{self.told()}")
            await asyncio.gather(*self._under_way)
            end = time.monotonic() + 3 * self.lease
            while self.watch.dead:
                assert time.monotonic() < end, f"not taken over: {self.watch.dead}\n{self.told()}"
                await asyncio.sleep(0.1)
        finally:
            self.over = True
            watching.cancel()

    def _begin(self, kind: str) -> None:
        faults: dict[str, Callable[[Bot], Awaitable[None]]] = {
            "kill": self._kill,
            "stop": self._stop,
            "cut": self._cut,
            "connections": self._connections,
            "clock": self._clock,
        }
        if kind == "restart":
            if not self.there.is_set():
                return
            self.there.clear()
            fault = self._restart()
        else:
            bot = self._victim(kind)
            if bot is None:
                return
            fault = faults[kind](bot)
        self.counts[kind] += 1
        self._under_way.add(asyncio.create_task(fault, name=kind))  # type: ignore[arg-type]

    def _victim(self, kind: str) -> Bot | None:
        """Somebody to whom this does not happen already, so that one at least remains."""
        found = [bot for bot in self.bots if "kill" not in bot.away and kind not in bot.away]
        if kind in ("kill", "stop", "cut") and sum(bot.is_sound for bot in self.bots) < 2:
            found = [bot for bot in found if not bot.is_sound]
        return self.dice.choice(found) if found else None

    def _for_a_while(self) -> float:
        """Shorter than a lease, or longer."""
        return self.dice.choice((self.dice.uniform(0.05, 0.5), self.dice.uniform(1.1, 2.0))) * self.lease

    # -- the faults

    def _note(self, what: str) -> None:
        self.diary.append(f"{time.strftime('%H:%M:%S')}.{time.time() % 1:.2f} {what}")

    async def _kill(self, bot: Bot) -> None:
        bot.away.add("kill")
        self._note(f"kill {bot.name}")
        self.watch.dies(bot.name, "kill")
        bot.process.kill()
        await bot.process.gone()
        await asyncio.sleep(self.dice.uniform(0.0, 1.5) * self.lease)
        await self._revive(bot)
        bot.away.discard("kill")
        self._note(f"{bot.name} is back")

    async def _revive(self, bot: Bot) -> None:
        """As a service manager does: again and again, since the database may be away."""
        end = time.monotonic() + STARTS_S
        while True:
            await bot.process.start(ready=False)
            while bot.process.is_running and not bot.process.has_logged(READY):
                assert time.monotonic() < end, f"{bot.name} does not start\n{self.told()}"
                await asyncio.sleep(0.05)
            if bot.process.is_running:
                return
            await bot.process.gone()
            self.failed_starts += 1
            await asyncio.sleep(0.5)

    @contextlib.contextmanager
    def _away(self, bot: Bot, kind: str, seconds: float) -> Iterator[None]:
        """A bot cannot be counted on, for so many seconds."""
        bot.away.add(kind)
        self._note(f"{kind} {bot.name} for {seconds:.1f} s")
        if seconds > self.lease:
            self.watch.dies(bot.name, kind)
        try:
            yield
        finally:
            bot.away.discard(kind)

    async def _stop(self, bot: Bot) -> None:
        seconds, run = self._for_a_while(), bot.process.runs
        with self._away(bot, "stop", seconds):
            bot.process.freeze()
            await asyncio.sleep(seconds)
            if bot.process.runs == run and bot.process.is_running:  # not killed meanwhile
                bot.process.thaw()

    async def _cut(self, bot: Bot) -> None:
        seconds = self._for_a_while()
        with self._away(bot, "cut", seconds):
            bot.cable.cut()
            await asyncio.sleep(seconds)
            if self.dice.random() < 0.5:
                bot.cable.tear()
            bot.cable.mend()

    async def _connections(self, bot: Bot) -> None:
        self._note(f"connections of {bot.name}")
        with contextlib.suppress(psycopg.Error):
            self.watch.rows.ask(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ?", bot.name
            )

    async def _restart(self) -> None:
        """At once, or after a moment."""
        how = self.dice.choice(("fast", "immediate"))
        self._note(f"restart, {how}")
        pause = self.dice.choice((0.0, self.dice.uniform(0.0, self.lease)))

        def restart() -> None:  # the judge may wait for it in the loop
            self.server.stop(how)
            time.sleep(pause)
            self.server.start({})

        await asyncio.to_thread(restart)
        self.there.set()
        self._note("the database is back")

    async def _clock(self, bot: Bot) -> None:
        ahead = self.dice.choice(CLOCKS)
        self._note(f"clock of {bot.name} {ahead:+.0f} s")
        bot.set_clock(ahead)

    # -- what is told

    def told(self, newest: int = 40) -> str:
        lines = [f"[{bot.name}] {line}" for bot in self.bots for line in bot.process.lines[-newest:]]
        return "\n".join([*self.diary[-newest:], *lines])

    def keep(self, path: Path) -> None:
        """For whoever looks into it."""
        path.write_text(self.told(1_000_000), encoding="utf-8")
