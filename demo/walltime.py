"""SimCord in wall-clock time.

SimCord is made for tests: its clock stands still, a timer of the bot moves it, and every action of a
user waits until the bot has nothing left to do. For a person at a browser the opposite is right: time
runs, background tasks run, and an action is over when its answer is there. ``DemoEnv`` changes exactly
these three things (clock, timers, settling) and leaves the rest of SimCord as it is.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import time
import weakref
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from discord import app_commands
from discord.ext import commands
from simcord._clock import Clock
from simcord._dpy_internals import real_monotonic
from simcord.backend import Backend
from simcord.backend.models import Interaction
from simcord.env import Env

from bot.common.errors import Conflict, Refused

log = logging.getLogger(__name__)

PATIENCE = 2.5  # seconds an action waits for work still going on; what comes later is published live
ANSWER_LIMIT = 3.0  # seconds Discord gives the bot for the first answer to an interaction
OLD_WAIT = 0.3  # a task on the same wait for longer than this is idle, not at work
STEP = 0.004


class WallClock(Clock):
    """Discord's time, which is the machine's: never backwards, also over a restart (it is pickled)."""

    def __init__(self) -> None:
        self._epoch = datetime.now(UTC)
        self._last = 0.0

    @property  # the base class has a plain attribute that only ``advance`` writes
    def elapsed(self) -> float:  # type: ignore[override]
        """Seconds since the world was made."""
        self._last = max(self._last, time.time() - self._epoch.timestamp())
        return self._last

    def advance(self, seconds: float) -> None:
        """Do nothing: time passes by itself (``env.advance_time(2)`` therefore waits two seconds)."""


class DemoEnv(Env):
    """A SimCord environment whose bot lives in wall-clock time.

    ``backend`` is a new or a loaded world with a :class:`WallClock`; it must not be attached elsewhere.
    """

    def __init__(self, bot: commands.Bot, backend: Backend) -> None:
        super().__init__(bot, check_errors=False, settle_timeout=15.0)
        self.patience = PATIENCE
        self.backend = backend
        self._first_seen: weakref.WeakKeyDictionary[Any, float] = weakref.WeakKeyDictionary()
        self._unanswered: Interaction | None = None
        self._asked_at = 0.0
        self._register_dispatch_observer(self._note_interaction)

    def _note_interaction(self, interaction: Interaction) -> None:
        self._unanswered, self._asked_at = interaction, real_monotonic()

    def _record_error(self, error: BaseException) -> None:
        """Log an error of the bot instead of failing whatever action happens to run.

        As on Discord, a player sees what the bot answered, or that it did not. A refusal is an answer.
        """
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(cause, (Refused, Conflict, app_commands.CheckFailure)):
            log.info("refused: %s", cause)
            return
        log.error("an error in the bot", exc_info=error)

    def _schedule_timer(
        self,
        record: Any,
        callback: Any,
        args: tuple[Any, ...],
        schedule_context: contextvars.Context | None,
    ) -> None:
        """Fire the bot's timer at its real time, whatever the page is doing meanwhile."""

        def fire() -> None:
            if record.handle is not None and not record.handle.cancelled():
                record.handle._run()

        assert self._runtime is not None
        delay = max(record.when - self.backend.clock.elapsed, 0.0)
        # An empty context here: the handle enters its own, and one context cannot be entered twice.
        record.real_handle = self._runtime.call_at(
            real_monotonic() + delay, fire, context=contextvars.Context()
        )

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,
        idle: float = 0.05,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        """Wait until the bot has answered and is quiet, but never longer than a person would.

        SimCord's own rule raises when a background task waits in a way it does not know
        (``asyncio.wait_for`` on an event) or sleeps for less than the timeout.
        """
        self._last_dispatch = dispatch
        begin = real_monotonic()
        patience = self.patience if timeout is None else min(timeout, self.patience)
        quiet = 0
        while quiet < 3:
            await asyncio.sleep(0)
            now = real_monotonic()
            at_work = self._is_at_work(now)  # asked in any case: it forgets what is over, too
            if self._owes_answer(now) or (now - begin < patience and at_work):
                quiet = 0
                await asyncio.sleep(STEP)
            else:
                quiet += 1

    def _owes_answer(self, now: float) -> bool:
        asked = self._unanswered
        if asked is None or asked.responded or now - self._asked_at > ANSWER_LIMIT:
            self._unanswered = None
            return False
        return True

    def _is_at_work(self, now: float) -> bool:
        """Whether bot-owned code is running or about to; long waits and sleeps do not count."""
        live = [item for item in self._work.callbacks if item.handle and not item.handle.cancelled()]
        self._work.callbacks = live
        if any(item.when is None for item in live):
            return True
        if any(self._age(done, now) < self.patience for done in self._work.executors):
            return True
        sleeping = {id(arg) for item in live for arg in getattr(item.handle, "_args", ())}
        return any(self._is_running(task, sleeping, now) for task in tuple(self._work.tasks))

    def _is_running(self, task: asyncio.Task[Any], sleeping: set[int], now: float) -> bool:
        if task.done():
            return False
        waiter = getattr(task, "_fut_waiter", None)
        if waiter is None or waiter.done():
            return True
        if id(waiter) in sleeping or isinstance(waiter, asyncio.Task):  # a task answers for itself
            return False
        return self._age(waiter, now) < OLD_WAIT

    def _age(self, waited_for: Any, now: float) -> float:
        return now - self._first_seen.setdefault(waited_for, now)

    async def stop(self) -> None:
        """Close the bot as its own ``close`` does on Discord, then detach it.

        Errors of a bot that will not stop are raised after everything was tried.
        """
        try:
            await self._in_bot_scope(self.bot.close, limit=8.0)
        finally:
            await self.shutdown()

    async def _in_bot_scope(self, call: Callable[[], Any], *, limit: float) -> None:
        with self._bot_scope():
            task = asyncio.get_running_loop().create_task(call())
        async with asyncio.timeout(limit):
            await task
