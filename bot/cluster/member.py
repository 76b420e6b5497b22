"""This process as one of several: it renews its row, holds its share of all leases, and stops at once when it
cannot be sure any more that it still has them.

A process that was stopped, or cut off from the database, for longer than a lease lasts is dead, whatever it
thinks of itself: others take its leases, and the database stores nothing that it writes. When it finds that
out it gives up everything, and joins anew under a number that nobody had before.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import Concatenate, ParamSpec, TypeVar

import psycopg

from bot.cluster import store
from bot.cluster.leases import Held, LeaseKind
from bot.cluster.store import CHANGED, Connection, State
from bot.common.clock import SharedClock, Timer
from bot.common.tasks import end
from bot.storage.database import Database
from bot.storage.errors import Fenced, StorageError
from bot.storage.records import Process

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

BEAT_S = 5.0
"""Seconds between two signs of life."""
SURE_S = store.LEASE_S - 4.0
"""So many seconds after the last sign of life the process stops, because others may take its place soon."""
ANSWER_S = 5.0
"""Seconds after which a database that does not answer counts as gone."""
AGAIN_S = 0.5
"""Seconds between two tries to reach it."""
REST_S = 60.0
"""A process that did not reach Discord while others did takes nothing for so many seconds."""
SLOWLY_S = 1.0
"""Seconds between two leases that are given back slowly."""
GIVE_S = 8.0
"""Seconds in which a process that ends hands over what it holds."""
NOBODY = -1
"""A number that no process has: nothing is stored for it."""
_TROUBLE = (psycopg.Error, OSError, TimeoutError)
_CLOCK: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def now() -> float:
    """Seconds, also while the machine sleeps, which `time.monotonic` leaves out; whoever sets its clock
    changes nothing."""
    return time.monotonic() if _CLOCK is None else time.clock_gettime(_CLOCK)


def _left(one: Process, state: State) -> float:
    """For how many seconds others leave room for this process without another sign of life. One that is late
    keeps what it holds until it is dead, but what is free is not kept for it: it may be dying, too."""
    return one.until - state.now - store.LEASE_S + 1.5 * BEAT_S


def unreachable(error: Exception) -> StorageError:
    return StorageError(
        f"the database was lost while this process began ({type(error).__name__}): start it again"
    )


class Member:
    """Joins with `begin`, leaves with `leave`."""

    def __init__(
        self, db: Database, address: str, name: str, version: str, clock: SharedClock | None = None
    ) -> None:
        """address: of the database, as psycopg knows it;  clock: is set by the database's"""
        self._db, self._address, self.name, self._version = db, address, name, version
        self._clock = clock or SharedClock()
        self.number: int | None = None
        """Never used before; None: this process is none of them now."""
        self.connected: Callable[[], Collection[str]] = lambda: ()
        """The names of the shards that are held here, and told as alive."""
        self.is_cut: Callable[[], bool] = lambda: False
        """Whether it holds shards, and has not reached Discord by any of them for a while."""
        self.seen: Callable[[State], object] = lambda _: None
        """Told of every look at processes and leases."""
        self.state: State | None = None
        """The newest of these looks."""
        self._kinds: list[LeaseKind] = []
        self._shards = 1
        self._held: dict[str, Held] = {}
        self._going: dict[str, asyncio.Task[None]] = {}
        """Leases that are being given back."""
        self._renewed = -math.inf
        self._alive, self._beaten = asyncio.Event(), asyncio.Event()
        self._rests_until = -math.inf
        self._balancing = Timer(self._balance)
        self._tasks: list[asyncio.Task[None]] = []
        self._one, self._asking, self._losing = asyncio.Lock(), asyncio.Lock(), asyncio.Lock()
        self._connection: Connection | None = None
        self._leaving = False

    # -- what others ask

    @property
    def held(self) -> frozenset[str]:
        """The keys of the leases that this process holds."""
        return frozenset(self._held)

    @property
    def is_sure(self) -> bool:
        """Whether nobody can have taken this process for dead yet."""
        return self.number is not None and now() - self._renewed < SURE_S

    async def sure(self) -> None:
        """Wait until nobody can have taken this process for dead: before anything that cannot be undone."""
        while not self.is_sure:
            self._alive.clear()
            await self._alive.wait()

    def look(self) -> None:
        """Look at processes and leases soon: something has changed here."""
        self._beaten.set()

    async def shards(self, wanted: int, recommended: int) -> int:
        """As how many this bot's shards are counted: as by the processes that are there. Raises StorageError
        if another number is wanted, or the database is gone."""
        try:
            async with await store.connect(self._address) as connection:
                others = await store.shards_of_others(connection)
        except _TROUBLE as error:
            raise unreachable(error) from error
        if wanted and others and wanted != others:
            raise StorageError(
                f"FIELDPOST_SHARDS is {wanted}, and the other processes count {others} shards: stop them "
                "first, or set the same number"
            )
        return others or wanted or recommended

    async def hold_for(self, key: str, seconds: float) -> None:
        """Wait until this lease, which ends by itself after so many seconds, is ours."""
        while True:
            await self.sure()
            number = self.number
            if number is None:
                continue
            try:
                wait = await self._do(store.hold_for, number, key, seconds)
            except (*_TROUBLE, Fenced):
                wait = AGAIN_S
            if not wait:
                return
            await asyncio.sleep(wait + random.uniform(0, 0.05))

    # -- beginning and ending

    async def begin(self, shards: int, kinds: Collection[LeaseKind]) -> None:
        """Join, and hold what there is to hold from now on. Raises StorageError."""
        self._shards, self._kinds = shards, list(kinds)
        try:
            await self._join()
        except _TROUBLE as error:
            raise unreachable(error) from error
        for job in (self._live, self._listen, self._watch):
            self._tasks.append(asyncio.create_task(job(), name=f"cluster {job.__name__}"))

    async def leave(self, finish: Callable[[], Awaitable[None]] | None = None) -> None:
        """Hand over everything, and go. finish: what else has to end before nothing is stored any more"""
        self._leaving = True
        await self._balancing.rest(0)
        number = self.number
        if number is not None:
            with suppress(*_TROUBLE, Fenced):
                async with asyncio.timeout(GIVE_S):
                    await self._do(store.leaving, number)
                    for kind in self._kinds:
                        for name in kind.names:
                            if kind.key(name) in self._held:
                                self._give(kind, name)
                    if finish is not None:
                        await finish()
                    while self._going:
                        await asyncio.wait(self._going.values())
                    await self._do(store.leave, number)
        await end(self._tasks)
        for task in list(self._going.values()):
            task.cancel()
        if self._connection is not None:
            await self._connection.close()

    # -- signs of life

    async def _do(
        self,
        job: Callable[Concatenate[Connection, P], Awaitable[T]],
        /,
        *given: P.args,
        **named: P.kwargs,
    ) -> T:
        """Ask the database, one thing at a time. A connection that fails is not used again."""
        async with self._asking:
            if self._connection is None or self._connection.closed:
                await self._connect()
            assert self._connection is not None
            try:
                async with asyncio.timeout(ANSWER_S):
                    return await job(self._connection, *given, **named)
            except (*_TROUBLE, asyncio.CancelledError):
                await self._connection.close()
                raise

    async def _connect(self) -> None:
        async with asyncio.timeout(ANSWER_S):
            self._connection = await store.connect(self._address)

    async def _join(self) -> None:
        keys = [kind.key(name) for kind in self._kinds for name in kind.names]
        at, asked = now(), time.monotonic()
        number, told = await self._do(store.join, self.name, self._version, self._shards, keys)
        self._renewed = at
        self._clock.set(told, (asked + time.monotonic()) / 2)
        self.number = self._db.process = number
        self._alive.set()
        log.info("joined", extra={"number": number})

    async def _live(self) -> None:
        """Give a sign of life now and then; join anew after this process was taken for dead."""
        former: int | None = None
        while True:
            try:
                if self.number is None:
                    async with self._losing:  # until all is dropped
                        pass
                    if former is not None:
                        await self._do(store.leave, former)
                        former = None
                    await self._join()
                    self._db.wake_all()
                former = self.number
                await self._beat(former)
            except Fenced:
                await self._lose("taken for dead")
                continue
            except StorageError as error:
                log.error("this process cannot join the others", extra={"reason": str(error)})
                await asyncio.sleep(BEAT_S)
                continue
            except _TROUBLE as error:
                log.warning("no sign of life was stored", extra={"reason": type(error).__name__})
                await asyncio.sleep(AGAIN_S)
                continue
            with suppress(TimeoutError):
                await asyncio.wait_for(self._beaten.wait(), BEAT_S)
            self._beaten.clear()

    async def _beat(self, number: int | None) -> None:
        if number is None:
            return
        if not self.is_sure:
            raise Fenced("no sign of life for too long")
        at, asked = now(), time.monotonic()
        alive = [f"shard/{name}" for name in self.connected()]
        told = await self._do(store.renew, number, self._reaches(), alive)
        if self.number != number:
            return
        self._renewed = at
        self._clock.set(told, (asked + time.monotonic()) / 2)
        self._alive.set()
        self._balancing.now()

    async def _watch(self) -> None:
        """Stop as soon as nobody can know any more whether this process still holds what it holds."""
        while True:
            await asyncio.sleep(max(self._renewed + SURE_S - now(), AGAIN_S))
            if self.number is not None and not self.is_sure:
                await self._lose("no sign of life could be stored")

    async def _lose(self, why: str) -> None:
        """Others may hold now what this process held: end all of it."""
        async with self._losing:
            if self.number is None:
                return
            log.warning("this process has lost its leases", extra={"number": self.number, "reason": why})
            self.number, self._db.process = None, NOBODY
            await self._balancing.rest(0)
            for task in list(self._going.values()):
                task.cancel()
            self._going.clear()
            self._held.clear()
            dropped = await asyncio.gather(
                *(kind.holder.drop() for kind in self._kinds), return_exceptions=True
            )
            for error in dropped:
                if isinstance(error, BaseException):
                    log.error("not dropped", exc_info=error)
            if not self._leaving:
                self._balancing.go_on()

    def _reaches(self) -> bool:
        """Whether this process is of use: it reaches Discord, or has no reason to doubt that it would."""
        if self.is_cut():
            self._rests_until = time.monotonic() + REST_S
        return time.monotonic() >= self._rests_until

    async def _listen(self) -> None:
        """Hear what other processes have stored."""
        while True:
            try:
                async with await store.connect(self._address) as connection:
                    self._db.wake_all()  # something may have been told while nobody listened
                    self._balancing.now()
                    async for note in connection.notifies():
                        if note.payload.endswith(f" {CHANGED}"):
                            self._balancing.now()
                        else:
                            self._db.heard(note.payload)
            except _TROUBLE as error:
                log.warning("the other processes are not heard", extra={"reason": type(error).__name__})
            await asyncio.sleep(AGAIN_S)

    # -- leases

    async def _balance(self) -> None:
        """Look who is there, bury the dead, and hold a fair share."""
        number = self.number
        if number is None or self._leaving:
            return
        try:
            state = await self._do(store.look)
            if any(one.until < state.now for one in state.processes.values() if one.id != number):
                for name in await self._do(store.bury, number):
                    log.warning("a process is gone: others take its leases", extra={"gone": name})
                state = await self._do(store.look)
            if self.number != number:
                return
            self.state = state
            self.seen(state)
            for kind in self._kinds:
                await self._share(kind, state, number)
        except Fenced:
            # Losing cancels this very task, so `_live` does it.
            self._renewed = -math.inf
            self._beaten.set()
            return
        except _TROUBLE as error:
            log.warning("leases were not looked at", extra={"reason": type(error).__name__})
            self._balancing.later(AGAIN_S)
            return
        others = [one for one in state.processes.values() if one.id != number]
        late = [left for one in others if (left := _left(one, state)) > 0.0]
        if ends := [*late, *(one.until - state.now for one in others)]:
            self._balancing.later(max(min(ends), 0.0) + 0.1)

    async def _share(self, kind: LeaseKind, state: State, number: int) -> None:
        others = [
            one
            for one in state.processes.values()
            if one.id != number and _left(one, state) > 0.0 and not one.leaving and one.reaches
        ]
        elsewhere = {one.id for one in others}
        reached = any(
            lease.process in elsewhere and state.now - (lease.alive_at or 0.0) < 2.5 * BEAT_S
            for lease in state.leases.values()
        )
        reaches = self._reaches() or not reached
        share = math.ceil(len(kind.names) / (len(others) + 1)) if reaches else 0
        mine = [name for name in kind.names if kind.key(name) in self._held]
        staying = [name for name in mine if kind.key(name) not in self._going]
        if len(staying) > share:
            given = staying[share:] if not reaches or not kind.slowly else staying[-1:]
            for name in given:
                if not kind.slowly or not reaches or not self._gives(kind):
                    self._give(kind, name)
        elif len(mine) < share and (kind.always or self._works(state)):
            free = [
                key
                for name in kind.names
                if (key := kind.key(name)) in state.leases and state.leases[key].process is None
            ]
            random.shuffle(free)
            for held in await self._do(store.take, number, free[: share - len(mine)]):
                if self.number != number:
                    return
                self._held[held.key] = held
                name = held.key.removeprefix(f"{kind.name}/")
                try:
                    await kind.holder.take(name, held)
                except Exception:
                    log.exception("a lease was not taken", extra={"lease": held.key})
                    self._give(kind, name)

    def _gives(self, kind: LeaseKind) -> bool:
        return any(key.startswith(f"{kind.name}/") for key in self._going)

    def _works(self, state: State) -> bool:
        """Whether Discord can be reached from here, as far as is known: by a shard that is held here, or by
        those of others where all are held."""
        if self.connected():
            return True
        shards = [lease for lease in state.leases.values() if lease.key.startswith("shard/")]
        if any(lease.process == self.number for lease in shards):
            return False
        return any(lease.alive_at is not None and state.now - lease.alive_at < SURE_S for lease in shards)

    def _give(self, kind: LeaseKind, name: str) -> None:
        key = kind.key(name)
        if key not in self._going:
            task = asyncio.create_task(self._given(kind, name), name=f"give {key}")
            self._going[key] = task
            task.add_done_callback(lambda _: self._gone(key, task))

    def _gone(self, key: str, task: asyncio.Task[None]) -> None:
        if self._going.get(key) is task:
            del self._going[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a lease was not given back", extra={"lease": key}, exc_info=error)

    async def _given(self, kind: LeaseKind, name: str) -> None:
        key, number = kind.key(name), self.number
        left = await kind.holder.give_back(name)
        while self.number == number and number is not None:
            try:
                await self._do(store.give_back, number, {key: left})
                break
            except _TROUBLE:
                await asyncio.sleep(AGAIN_S)
        if self.number == number:
            self._held.pop(key, None)
            if kind.slowly and not self._leaving:
                await asyncio.sleep(SLOWLY_S)
                self._balancing.now()
