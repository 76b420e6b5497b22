"""Asking for work that a worker may do, and waiting for its result."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, suppress
from typing import Any

import psycopg
from psycopg import sql

from bot.common.encoding import NotEncodable, dumps
from bot.common.local_pool import Job, JobGivenUp, JobTimedOut, LocalPool, outcome
from bot.common.tasks import end
from bot.common.workers import DoneHere
from bot.queue import store as stores
from bot.queue.carrying import carry
from bot.queue.store import UNREACHABLE, Store

log = logging.getLogger(__name__)

TAKE_S = 1.0
"""A job that no worker has taken so long is done by the process that asked, when it has a process for it."""
LOOK_S = 5.0
"""How long it is believed which workers there are; and how often the queue is swept."""


class Queue:
    """Jobs that this process asks for. Use `open`."""

    def __init__(self, url: str, jobs: Mapping[str, Job]) -> None:
        self._url, self._jobs = url, jobs
        self._names = {job.function: name for name, job in jobs.items()}
        self._woken = dict[int, asyncio.Event]()
        self._queues, self._looked = frozenset[str](), float("-inf")
        self._exit = AsyncExitStack()
        self._tasks = list[asyncio.Task[None]]()
        self._store: Store | None = None

    @classmethod
    async def open(cls, url: str, jobs: Mapping[str, Job]) -> Queue:
        """jobs: all there are, by name. Raises one of `UNREACHABLE`."""
        made = cls(url, jobs)
        made._store = await made._exit.enter_async_context(stores.opened(url))
        made._tasks = [asyncio.create_task(made._listen()), asyncio.create_task(made._sweep())]
        return made

    async def close(self) -> None:
        await end(self._tasks)
        await self._exit.aclose()

    async def run(self, function: Callable[..., Any], args: tuple[Any, ...], pool: LocalPool) -> Any:
        """See `Elsewhere`."""
        assert self._store is not None
        name = self._names.get(f"{function.__module__}:{function.__qualname__}")
        if name is None:
            raise DoneHere
        try:
            if stores.queue_of(name) not in await self._there(self._store):
                raise DoneHere
            data = await asyncio.to_thread(dumps, args)
            number = await self._store.ask(name, self._jobs[name], data)
            if number is None:
                raise JobGivenUp(name)
            result = await self._result(self._store, number, self._jobs[name], pool)
        except NotEncodable as why:
            log.error("a job has arguments that no worker can read", extra={"job": name, "why": str(why)})
            raise DoneHere from None
        except UNREACHABLE as why:
            log.warning("the queue cannot be reached", extra={"job": name, "why": type(why).__name__})
            raise DoneHere from None
        if result is None:
            raise JobTimedOut(f"the job {name!r} was not done in time")
        return await asyncio.to_thread(outcome, name, result)

    async def takes(self, function: Callable[..., Any]) -> bool:
        """See `Elsewhere`."""
        assert self._store is not None
        name = self._names.get(f"{function.__module__}:{function.__qualname__}")
        try:
            return name is not None and stores.queue_of(name) in await self._there(self._store)
        except UNREACHABLE:
            return False

    async def _there(self, store: Store) -> frozenset[str]:
        now = asyncio.get_running_loop().time()
        if now - self._looked > LOOK_S:
            self._queues, self._looked = await store.queues(), now
        return self._queues

    async def _result(self, store: Store, number: int, job: Job, pool: LocalPool) -> bytes | None:
        """Wait for a result, and delete its row. None: it is too late. Raises DoneHere: the row is lost."""
        woken = self._woken[number] = asyncio.Event()
        own: asyncio.Task[None] | None = None
        fetched = False
        try:
            async with asyncio.timeout(job.seconds):
                while True:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(woken.wait(), TAKE_S)
                    woken.clear()
                    result = await store.fetch(number)
                    if result is not None:
                        fetched = True
                        return result
                    if not await store.known(number):
                        raise DoneHere
                    if pool.free and (own is None or own.done()):
                        own = asyncio.create_task(carry(store, pool, self._jobs, number))
                        own.add_done_callback(_seen)
        except TimeoutError:
            return None
        finally:
            del self._woken[number]
            if not fetched:
                with suppress(*UNREACHABLE):
                    await store.forget(number)

    async def _listen(self) -> None:
        """Wake who waits for a job that is done. Without it they look once a second."""
        while True:
            try:
                async for number in _notifications(stores.conninfo(self._url)):
                    if number in self._woken:
                        self._woken[number].set()
            except UNREACHABLE as why:
                log.warning("the queue cannot be listened to", extra={"why": type(why).__name__})
            await asyncio.sleep(TAKE_S)

    async def _sweep(self) -> None:
        assert self._store is not None
        while True:
            try:
                await self._store.rescue()
                await self._store.sweep()
            except UNREACHABLE as why:
                log.warning("the queue cannot be swept", extra={"why": type(why).__name__})
            await asyncio.sleep(LOOK_S)


def _seen(task: asyncio.Task[None]) -> None:
    """Say that the job failed here as the queue fails; who asked for it looks again."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.warning("a job was not done here", extra={"why": type(error).__name__})


async def _notifications(address: str) -> AsyncIterator[int]:
    async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
        await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(stores.CHANNEL)))
        async for notification in connection.notifies():
            if notification.payload.isdigit():
                yield int(notification.payload)
