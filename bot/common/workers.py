"""Pictures and long jobs off the event loop: in processes of this process, or wherever there is a worker."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, Protocol, TypeVar

from bot.common import machine
from bot.common.encoding import NotEncodable, dumps
from bot.common.local_pool import (
    LOW_PRIORITY,
    LOWEST_PRIORITY,
    MOST_BEGUN,
    JobGivenUp,
    LocalPool,
    WorkerDied,
)
from bot.common.metrics import Drawn, Metrics
from maps import chance, picture
from maps.painter import board_ready

log = logging.getLogger(__name__)

T = TypeVar("T")
Drawing = Callable[[str, Any, Mapping[str, Any]], tuple[bytes, str]]


def paint(game: str, view: Any, extras: Mapping[str, Any]) -> tuple[bytes, str]:
    """A PNG of a view, and its alt text. Runs in a worker."""
    painter = picture(game)
    data = painter.draw(view, **extras)
    told = {key: extras[key] for key in ("draft", "events", "changes") if key in extras}
    return data, painter.alt(view, **told)


def throw(game: str, view: Any, extras: Mapping[str, Any]) -> tuple[bytes, str]:
    """A GIF of the flips and rolls among `extras["events"]`, and its alt text. Runs in a worker."""
    draw = import_module("maps.chance.animation").draw  # like painters: only workers need it
    return draw(game, view, **extras), chance.alt(extras["events"], extras["seats"])


class DoneHere(Exception):  # noqa: N818 - an answer
    """Nobody else does the job: no worker knows it, its arguments have no encoding, or the queue cannot be
    reached."""


class Elsewhere(Protocol):
    """Workers in other processes: `bot.queue.client.Queue`."""

    async def run(self, function: Callable[..., Any], args: tuple[Any, ...], pool: LocalPool) -> Any:
        """The result of a job. pool: for one that no worker takes. Raises DoneHere, JobFailed, Refused."""

    async def takes(self, function: Callable[..., Any]) -> bool:
        """Whether a worker would do it now."""

    async def close(self) -> None: ...


class Renderer:
    """Draws views, and does long jobs.

    processes: how many workers of its own; 0: two threads of this process
    elsewhere: other workers, which are asked first
    metrics: what notes how long it takes to draw
    thinkers: how many workers think; 0: two threads; None: as many as this machine has room for, and threads
        where there are no workers. They are started when they are needed
    """

    def __init__(
        self,
        processes: int = 1,
        elsewhere: Elsewhere | None = None,
        metrics: Metrics | None = None,
        thinkers: int | None = None,
    ) -> None:
        if thinkers is None:
            thinkers = machine.thinkers() if processes else 0
        self._pool, self._elsewhere = LocalPool(processes), elsewhere
        self._thinkers = LocalPool(thinkers, nice=LOW_PRIORITY)
        self._students = LocalPool(min(thinkers, 1), nice=LOWEST_PRIORITY)
        self._warming = set[asyncio.Task[None]]()
        self._metrics = metrics or Metrics()
        self._given_up = set[bytes]()

    async def paint(self, game: str, view: Any, extras: Mapping[str, Any]) -> tuple[bytes, str]:
        """PNG and alt text of a view."""
        return await self._draw("board", paint, game, view, extras)

    async def throw(self, game: str, view: Any, extras: Mapping[str, Any]) -> tuple[bytes, str]:
        """GIF and alt text of flips and rolls."""
        return await self._draw("chance", throw, game, view, extras)

    async def _draw(
        self, what: Drawn, draw: Drawing, game: str, view: Any, extras: Mapping[str, Any]
    ) -> tuple[bytes, str]:
        with self._metrics.timing(partial(self._metrics.drawn, what)):
            return await self._work(draw, (game, view, dict(extras)), priority=1)

    async def work(self, job: Callable[..., T], *args: Any) -> T:
        """The result of a long computation in a worker; `job` is a function of a module, all values pickle.

        Raises JobFailed, and what the job raises. One that has killed its worker twice is given up: it is not
        tried again with the same arguments.
        """
        return await self._work(job, args)

    async def think(self, job: Callable[..., T], *args: Any, seconds: float) -> T:
        """As `work`, in processes of its own, so that no picture waits for it, and all else on the machine
        goes first. Raises JobTimedOut after so many seconds."""
        return await self._work(job, args, pool=self._thinkers, seconds=seconds)

    async def study(self, job: Callable[..., T], *args: Any, seconds: float) -> T:
        """As `think`, for what takes long and nobody waits for: in a process that no thought waits for, and
        that gets what all others leave. It stays until `studied`."""
        return await self._work(job, args, pool=self._students, seconds=seconds)

    def studied(self) -> None:
        """End the process that studies: there is nothing more, and its memory is not needed."""
        self._students.close()

    def warm(
        self, job: Callable[..., Any], *args: Any, before: Callable[..., Any], processes: int = 1
    ) -> None:
        """Let so many of the processes that think do this in the background, so that the first thought takes
        no longer than others. What was done there is not done again.

        before: the job that is to find it done; where workers elsewhere do that, nothing happens
        """
        self._warm(self._thinkers, job, args, before, processes)

    def warm_boards(self, games: Iterable[str], size: int = 0) -> None:
        """Let every process that draws draw each game once at this size, in the background: what is asked
        for goes first, and no game's first picture takes longer than others."""
        for game in games:
            self._warm(self._pool, board_ready, (game, size), paint, self._pool.size)

    def _warm(
        self,
        pool: LocalPool,
        job: Callable[..., Any],
        args: tuple[Any, ...],
        before: Callable[..., Any],
        processes: int,
    ) -> None:
        if not pool.cold((job, args), processes):
            return

        async def unless_elsewhere() -> None:
            if self._elsewhere is None or not await self._elsewhere.takes(before):
                pool.warm(job, *args, processes=processes)

        task = asyncio.create_task(unless_elsewhere())
        self._warming.add(task)
        task.add_done_callback(self._warming.discard)

    async def _work(
        self,
        job: Callable[..., T],
        args: tuple[Any, ...],
        priority: int = 0,
        pool: LocalPool | None = None,
        seconds: float | None = None,
    ) -> T:
        pool = pool or self._pool
        if self._elsewhere is not None:
            try:
                done: T = await self._elsewhere.run(job, args, pool)
                return done
            except DoneHere:
                pass
        name = f"{job.__module__}:{job.__qualname__}"
        if self._given_up and _key(name, args) in self._given_up:
            raise JobGivenUp(name)
        for _ in range(MOST_BEGUN):
            try:
                result: T = await pool.run(job, *args, priority=priority, seconds=seconds)
                return result
            except WorkerDied:
                log.warning("a job killed its worker process", extra={"job": name})
        self._given_up.add(_key(name, args))
        raise JobGivenUp(name)

    def close(self) -> None:
        """End the workers; a later `paint` starts new ones."""
        for task in self._warming:
            task.cancel()
        self._pool.close()
        self._thinkers.close()
        self._students.close()


def _key(name: str, args: tuple[Any, ...]) -> bytes:
    """The same for the same arguments; what has no encoding counts as the same."""
    try:
        encoded = dumps(args)
    except NotEncodable:
        encoded = b""
    return hashlib.sha256(name.encode() + b"\0" + encoded).digest()
