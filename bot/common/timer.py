"""A job that runs when it is woken or when its time comes, never twice at once.

Nothing waits in between: no task sleeps, a timer handle of the event loop is all there is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

LONGEST = 3600.0
"""The timer wakes at least so often (seconds): the wall clock may have been set meanwhile, or the machine may
have slept, while the loop's clock stands still. `Uptime` finds that out sooner, and wakes everything."""
AFTER_ERROR = 5.0


class Timer:
    """Runs `job` in a task. A call of `now` while it runs makes it run once more."""

    def __init__(self, job: Callable[[], Awaitable[None]]) -> None:
        self._job = job
        self._task: asyncio.Task[None] | None = None
        self._handle: asyncio.TimerHandle | None = None
        self._again = False
        self._closed = False

    def now(self) -> None:
        """Run the job as soon as possible."""
        if self._closed:
            return
        self._again = True
        if self._task is None or self._task.done():
            self._cancel()
            self._task = asyncio.create_task(self._run())

    def later(self, seconds: float) -> None:
        """Run the job after so many seconds, or earlier; the last call counts."""
        if self._closed:
            return
        self._cancel()
        self._handle = asyncio.get_running_loop().call_later(min(max(seconds, 0.0), LONGEST), self.now)

    async def close(self) -> None:
        """Run it no more; waits for a run under way."""
        self._closed = True
        self._cancel()
        if self._task is not None and not self._task.done():
            await asyncio.wait([self._task], timeout=5)

    def _cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    async def _run(self) -> None:
        while self._again and not self._closed:
            self._again = False
            try:
                await self._job()
            except Exception:  # a timer that dies would stop everything that waits for it
                log.exception("timer job failed")
                self.later(AFTER_ERROR)
