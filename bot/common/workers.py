"""Drawing off the event loop: in worker processes, or in threads when there are none."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import Any, TypeVar

from maps import chance, picture

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


def _prepare_worker() -> None:
    """Leave Ctrl-C to the parent, and end when the parent is gone, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def follow() -> None:
            parent.join()
            os._exit(0)

        threading.Thread(target=follow, daemon=True).start()


class Renderer:
    """Draws views. processes: how many workers; 0 draws in two threads of this process."""

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._executor: Executor | None = None

    def _pool(self) -> Executor:
        if self._executor is None:
            if self._processes:
                self._executor = ProcessPoolExecutor(
                    self._processes,
                    mp_context=multiprocessing.get_context("spawn"),
                    initializer=_prepare_worker,
                )
            else:
                self._executor = ThreadPoolExecutor(2, "render")
        return self._executor

    async def paint(self, game: str, view: Any, extras: Mapping[str, Any]) -> tuple[bytes, str]:
        """PNG and alt text of a view."""
        return await self._run(paint, game, view, extras)

    async def throw(self, game: str, view: Any, extras: Mapping[str, Any]) -> tuple[bytes, str]:
        """GIF and alt text of flips and rolls."""
        return await self._run(throw, game, view, extras)

    async def work(self, job: Callable[..., T], *args: Any) -> T:
        """The result of a long computation in a worker; `job` is a function of a module, all values pickle.

        A worker that died is replaced, once."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._pool(), job, *args)
        except BrokenProcessPool:
            self.close()
            return await loop.run_in_executor(self._pool(), job, *args)

    async def _run(self, draw: Drawing, game: str, view: Any, extras: Mapping[str, Any]) -> tuple[bytes, str]:
        return await self.work(draw, game, view, dict(extras))

    def close(self) -> None:
        """End the workers; a later `paint` starts new ones."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._executor = None
