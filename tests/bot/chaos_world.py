"""The house of a town (chaos.py): on a clock that is turned, with a messenger that loses answers."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from adjudicator.game import texts
from bot.common.errors import Conflict, Refused
from bot.common.message import Message
from bot.engine.snapshot import GameSnapshot
from bot.features.leagues.season.game_opening import Places
from bot.features.moderation.game_masters import Ruler
from bot.outbox.messenger import Sent, Unreachable, Unsure
from bot.services import Services
from bot.storage.database import Database
from bot.storage.records import LogEntry, Post, Table
from bot.storage.rows import count, find
from tests.bot import chaos_checks as checks
from tests.bot.parts import FakeClock, Recorder, StubRenderer, idle, new_database
from tests.bot.transactions import looking
from tests.conformance import random_orders

NAMED = ("Abe", "Bea", "Col", "Dot", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou", "Max", "Nan")
USERS = tuple(range(20, 34))
NAMES = dict(zip(USERS, NAMED, strict=True))
JUDGE = Ruler(99, "Eve", 1, True)
REASON = "chaos"
TABLES = 6
SPANS = (1, 20, 31, 61, 400, 3600, 4 * 3600, 4 * 3600, 13 * 3600, 25 * 3600, 8 * 86400)
SPECS = (
    "24h",
    "24h",
    "6h",
    "3d",
    "none",
    "Mon,Thu 20:00 Europe/Rome",
    "daily 08:00,20:00 UTC",
    "24h except weekends Europe/Rome",
    "12h except 22:00-08:00 Europe/Rome",
    "5m",
)
GAMES = (
    ("cic", "", 2),
    ("cic", "round_limit=20 objective=points", 2),
    ("cic", "enhanced=2", 2),
    ("cic", "teams=both", 4),
    ("cic", "teams=dark", 3),
    ("nme", "players=3", 3),
    ("nme", "players=2", 2),
    ("nemein", "", 2),
    ("nemein", "side=3 houses_to_win=1", 2),
    ("ww3", "players=2 fog=on", 2),
    ("ww3", "players=3", 3),
    ("newyork2047", "", 7),
    ("newyork2047", "last_year=2048", 7),
)


class InjectedFault(Exception):  # noqa: N818 - wanted
    """What a game raises now and then, because the town wants it."""


class Mailbag(Recorder):
    """A messenger that can be cut off, loses answers, and finds some people's direct messages closed."""

    town: World
    cut = False
    hang = False

    async def send(self, post: Post, message: Message) -> Sent:
        town = self.town
        await checks.leaks(town, post.table_id, post.user_id, message, post)
        if self.cut:
            raise Unsure("cut", 5.0)
        if post.user_id in town.closed:
            raise Unreachable("closed")
        roll = town.luck.random()
        if roll < 0.02:
            raise Unsure("busy", 2.0)
        if self.hang and roll < 0.5:
            await asyncio.Event().wait()
        sent = await super().send(post, message)
        if self.hang:
            await asyncio.Event().wait()
        if roll > 0.98:
            raise Unsure("the answer is lost", 2.0)
        return sent

    async def edit(self, sent: Sent, message: Message) -> None:
        if self.cut:
            raise Unsure("cut", 5.0)
        await checks.leaks(self.town, None, None, message, None)
        await super().edit(sent, message)


class Alarm(logging.Handler):
    """Everything that is logged as an error and was not wanted."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.rung: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        told = f"{record.getMessage()} {record.__dict__.get('error', '')} {record.__dict__.get('kind', '')}"
        if record.exc_info:
            told += "\n" + logging.Formatter().formatException(record.exc_info)
        if "InjectedFault" not in told:
            self.rung.append(told)


class Lots:
    """`secrets` of the lobby, so that a seed gives the same town each time."""

    def __init__(self, rng: random.Random) -> None:
        self.token_bytes, self.choice = rng.randbytes, rng.choice


class World:
    def __init__(self, folder: Path, seed: str, say: Callable[[str], None] = lambda _: None) -> None:
        self.rng, self.luck = random.Random(f"acts {seed}"), random.Random(f"luck {seed}")
        self.path, self.say = folder / "town.sqlite3", say
        self.clock, self.messenger = FakeClock(), Mailbag()
        self.messenger.town = self
        self.services: Services = None  # type: ignore[assignment]
        self.places: Places | None = None
        self.closed: set[int] = set()
        self.left: dict[tuple[str, int], str] = {}
        self.lost = False
        self.faulty = 0
        self.acts, self.refused, self.done = 0, Counter[str](), Counter[str]()
        self.memory: dict[str, Any] = {}
        self.told: list[str] = []
        self.number = 0
        self.alarm = Alarm()

    # -- the house

    async def open(self) -> None:
        db = await Database.open(await new_database(self.path))
        faults = self.path.parent / "faults"
        renderer: Any = StubRenderer()
        self.services = Services(db, self.clock, renderer, self.messenger, places=self.places, faults=faults)
        resolve = self.services.turns.resolve

        def faulty(*given: Any, **named: Any) -> GameSnapshot:
            if self.faulty > 0:
                self.faulty -= 1
                if self.faulty % 2:
                    resolve(*given, **named)
                raise InjectedFault
            return resolve(*given, **named)

        self.services.turns.resolve = faulty  # type: ignore[method-assign]
        self.lost = self.messenger.cut = self.messenger.hang = False
        await self.services.begin()
        await self.settle()

    async def settle(self) -> None:
        """What is due happens, until nothing is."""
        services = self.services
        for job in (
            services.outbox,
            services.deadlines,
            services.muting,
            services.moving,
            services.seasons,
            services.ledger,
            services.computers,
        ):
            job.wake()
        await asyncio.wait_for(idle(self.services), 60)

    async def kill(self) -> None:
        """The process is gone, wherever it was."""
        services = self.services
        services.context.db.off()
        jobs = (services.outbox, services.deadlines, services.muting, services.moving, services.uptime)
        jobs = (*jobs, services.seasons, services.ledger, services.forgetting, services.computers)
        timers = [job._timer for job in jobs]
        for timer in (*timers, services.uptime._notes):
            timer._closed = True
            timer._cancel()
            if timer._task is not None:
                timer._task.cancel()
        self.done["cut off"] += len(services.outbox._busy)
        for task in [*services.outbox._busy.values(), *services.computers._busy.values()]:
            task.cancel()
        await asyncio.sleep(0.02)
        await services.context.db.close()

    # -- helpers

    async def snapshot(self, code: str) -> GameSnapshot:
        async with looking(self.services.context.db) as tx:
            return self.services.context.snapshot(tx, code)

    async def playing(self) -> list[str]:
        """The games that go on. Those of leagues begin by themselves."""
        async with looking(self.services.context.db) as tx:
            found = sorted(table.id for table in find(tx, Table, status="playing"))
        for code in found:
            self.memory.setdefault(code, {})
        return found

    async def use(self, name: str, act: Awaitable[Any], by_hand: str = "") -> Any:
        """One use case. Only Refused and Conflict may leave it. by_hand: the table whose log must tell it"""
        before = await self._lines(by_hand) if by_hand else 0
        self.note(name)
        try:
            given = await act
        except (Refused, Conflict) as error:
            self.refused[name.split(maxsplit=1)[0]] += 1
            self.note(f"    {type(error).__name__}: {str(error)[:110]!r}")
            return None
        self.done[name.split(maxsplit=1)[0]] += 1
        if by_hand and "must agree" not in str(given):  # then it is a vote, and done when that has passed
            assert await self._lines(by_hand) > before, f"the log has no line for {name}"
        return given if given is not None else True

    async def _lines(self, code: str) -> int:
        async with looking(self.services.context.db) as tx:
            return count(tx, LogEntry, table_id=code)

    def note(self, text: str) -> None:
        self.told.append(text)
        self.say(text)

    async def somebody(self) -> tuple[GameSnapshot, str, int] | None:
        """A table in play, a seat (rather one that owes) and its player."""
        found = await self.playing()
        if not found:
            return None
        snapshot = await self.snapshot(self.rng.choice(found))
        owing = sorted(snapshot.phase.owing & set(snapshot.people))
        seats = list(snapshot.people or snapshot.seats)
        seat = self.rng.choice(owing if owing and self.rng.random() < 0.8 else seats)
        return snapshot, seat, snapshot.player(seat).user_id

    def orders_of(self, snapshot: GameSnapshot, seat: str) -> list[str]:
        """Random legal orders of a seat that owes; rather such that somebody has given a reply to."""
        wanted = self.memory[snapshot.table.id].get("wanted", {}).get(seat)
        if (
            wanted is not None
            and self.rng.random() < 0.6
            and wanted in texts(snapshot.game.legal(snapshot.view(seat)))
        ):
            return [wanted]
        return texts(random_orders(snapshot.game, snapshot.state, seat, self.rng))

    def some_legal(self, snapshot: GameSnapshot, seat: str) -> str:
        found = texts(snapshot.game.legal(snapshot.view(seat)))
        return self.rng.choice(found) if found else "pass"

    def ruler(self, snapshot: GameSnapshot) -> Ruler:
        if self.rng.random() < 0.15:
            user = self.rng.choice(USERS)
            return Ruler(user, NAMES[user], 1, False)
        return JUDGE
