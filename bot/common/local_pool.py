"""Work off the event loop, in processes of this process: one job at a time in each, the most urgent first.

A job is a function of a module. Where it may also be done elsewhere it has a name and a `Job` (bot/jobs.py),
and its arguments and result travel as bytes (`carry_out`).
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import multiprocessing
import os
import signal
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Hashable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from heapq import heappop, heappush
from importlib import import_module
from typing import Any

from bot.common.encoding import dumps, loads
from bot.common.errors import Refused

log = logging.getLogger(__name__)

MOST_BEGUN = 2
"""A job that has killed its worker process so many times is given up."""
LOW_PRIORITY, LOWEST_PRIORITY = 10, 15
"""How nice processes are to the rest of the machine: those of a worker, and of what nobody waits for."""


@dataclass(frozen=True)
class Job:
    """How a job is done.

    function: its address, "module:name"
    priority: the higher goes first
    seconds:  from when it is asked for until it is given up
    """

    function: str
    priority: int = 0
    seconds: float = 120.0


class WorkerDied(Exception):  # noqa: N818 - said of the worker, not of the job
    """The process that did the job is gone: out of memory, or a crash in a library."""


class JobFailed(Exception):  # noqa: N818 - the end of a job
    """The job raised an exception, in a worker. `str` has its class and where it was raised; its words are
    left out, since they may quote what is secret."""


class JobTimedOut(JobFailed):
    """The job was not done in time."""


class JobGivenUp(JobFailed):
    """The job has killed its worker process twice, and is not tried again by this version."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the job {name!r} killed its worker process {MOST_BEGUN} times and is given up")


# -- Results as bytes


def carry_out(function: str, arguments: bytes) -> bytes:
    """Call a job with encoded arguments, and encode what comes of it, for `outcome`. Runs in a worker."""
    try:
        module, _, name = function.partition(":")
        return dumps(("done", getattr(import_module(module), name)(*loads(arguments))))
    except Refused as answer:
        return dumps(("refused", str(answer)))
    except Exception as error:
        frames = "".join(traceback.format_tb(error.__traceback__))
        return dumps(("failed", f"{type(error).__qualname__}\n{frames}"))


TIMED_OUT = dumps(("late",))
GIVEN_UP = dumps(("given up",))


def outcome(name: str, data: bytes) -> Any:
    """Return the result of a job, or raise what it ended with. name: of the job"""
    kind, *rest = loads(data)
    if kind == "done":
        return rest[0]
    if kind == "refused":
        raise Refused(rest[0])
    if kind == "late":
        raise JobTimedOut(f"the job {name!r} was not done in time")
    if kind == "given up":
        raise JobGivenUp(name)
    raise JobFailed(f"the job {name!r} failed: {rest[0]}")


# -- Processes


class LocalPool:
    """processes: how many, started when they are needed; 0: two threads of this process, which nothing can
    stop. nice: how far all else on the machine goes first"""

    def __init__(self, processes: int = 1, *, nice: int = 0) -> None:
        self._slots = tuple(_Slot(processes > 0, nice) for _ in range(processes or 2))
        self._idle = list(self._slots)
        self._waiting = list[tuple[int, int, asyncio.Future[_Slot]]]()
        self._asked = itertools.count()
        self._running = set[asyncio.Task[Any]]()
        self._warming = Counter[Hashable]()

    @property
    def size(self) -> int:
        """How many jobs run at the same time."""
        return len(self._slots)

    @property
    def free(self) -> bool:
        """Whether a job would begin at once."""
        return bool(self._idle)

    async def run(
        self, function: Callable[..., Any], *args: Any, priority: int = 0, seconds: float | None = None
    ) -> Any:
        """The result of a function of a module; all values pickle. Raises WorkerDied, JobTimedOut, and what
        the function raises.

        seconds: how long it may run; then its process is killed
        """
        slot = await self._take(priority)
        running = asyncio.create_task(slot.run(function, args, seconds))
        self._running.add(running)

        def done(task: asyncio.Task[Any]) -> None:
            self._running.discard(task)
            self._give(slot)

        running.add_done_callback(done)
        # Nobody may wait for it any more, but the process is busy until it is done.
        return await asyncio.shield(running)

    def cold(self, job: Hashable, processes: int) -> int:
        """How many processes `warm` would let do this. job: the function and its arguments"""
        if not self._slots[0].process:
            return 0  # threads have nothing to start
        there = sum(job in slot.warm for slot in self._slots) + self._warming[job]
        return max(0, min(processes, len(self._slots)) - there)

    def warm(self, function: Callable[..., Any], *args: Any, processes: int = 1) -> None:
        """Let so many processes do this in the background, once each: they are started if they are not there,
        and find later what it leaves. Where it is done or under way already, nothing happens."""
        job = function, args
        for _ in range(self.cold(job, processes)):
            self._warming[job] += 1
            task = asyncio.create_task(self._warm(function, args))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def _warm(self, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        job, slot = (function, args), None
        try:
            cold = [slot for slot in self._idle if job not in slot.warm]
            if cold:
                self._idle.remove(slot := cold[-1])
            else:
                slot = await self._take(-1)
            if job not in slot.warm:
                await slot.run(function, args, None)
                slot.warm.add(job)
        except Exception as error:  # whoever comes next finds it out
            log.warning("a process was not warmed up", extra={"why": type(error).__name__})
        finally:
            self._warming[job] -= 1
            if slot is not None:
                self._give(slot)

    async def _take(self, priority: int) -> _Slot:
        if self._idle:
            return self._idle.pop()
        waiter: asyncio.Future[_Slot] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (-priority, next(self._asked), waiter))
        try:
            return await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self._give(waiter.result())
            raise

    def _give(self, slot: _Slot) -> None:
        while self._waiting:
            *_, waiter = heappop(self._waiting)
            if not waiter.done():
                waiter.set_result(slot)
                return
        self._idle.append(slot)

    def close(self, *, kill: bool = False) -> None:
        """End the processes; a later job starts new ones. What waits is cancelled. kill: also what runs"""
        waiting, self._waiting = self._waiting, []
        for *_, waiter in waiting:
            waiter.cancel()
        for slot in self._slots:
            slot.end(kill=kill)


class _Slot:
    """One process, or one thread."""

    def __init__(self, process: bool, nice: int) -> None:
        self.process, self._nice = process, nice
        self.warm = set[Hashable]()
        """What it has done for `LocalPool.warm`."""
        self._executor: Executor | None = None

    async def run(self, function: Callable[..., Any], args: tuple[Any, ...], seconds: float | None) -> Any:
        try:
            future = await self._submit(function, args)
        except BrokenProcessPool:  # it died while it had nothing to do
            self.end()
            future = await self._submit(function, args)
        await asyncio.wait({future}, timeout=seconds if self.process else None)
        if not future.done():
            future.cancel()
            self.end(kill=True)
            raise JobTimedOut(f"not done in {seconds:.0f} seconds")
        try:
            return future.result()
        except BrokenProcessPool:
            self.end()
            raise WorkerDied from None

    async def _submit(self, function: Callable[..., Any], args: tuple[Any, ...]) -> asyncio.Future[Any]:
        # In a thread, since the first time it starts a process.
        return asyncio.wrap_future(await asyncio.to_thread(self._started().submit, function, *args))

    def _started(self) -> Executor:
        if self._executor is None:
            if self.process:
                self._executor = ProcessPoolExecutor(
                    1,
                    mp_context=multiprocessing.get_context("spawn"),
                    initializer=_prepare_worker,
                    initargs=(self._nice,),
                )
            else:
                self._executor = ThreadPoolExecutor(1, "render")
        return self._executor

    def end(self, *, kill: bool = False) -> None:
        if self._executor is None:
            return
        if kill and isinstance(self._executor, ProcessPoolExecutor):
            # Python 3.14 has `kill_workers`.
            for process in list((self._executor._processes or {}).values()):
                process.kill()
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = None
        self.warm.clear()


def _prepare_worker(nice: int) -> None:
    """Leave Ctrl-C to the parent, and end when the parent is gone, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def follow() -> None:
            parent.join()
            os._exit(0)

        threading.Thread(target=follow, daemon=True).start()
