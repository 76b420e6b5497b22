"""The time, handed to those who need it so that tests can turn it, spans as people write them, and timers."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

from bot.common import text as words
from bot.common.errors import Conflict, Refused
from bot.common.message import clip, plain_name
from bot.common.tasks import end

HOUR, DAY = 3600.0, 86400.0
CLOCK_JITTER_S = 0.2
_UNITS = {"m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}
_PART = re.compile(
    r"([0-9]{1,5})\s*(?:(m)(?:in|ins|inutes?)?|(h)(?:rs?|ours?)?|(d)(?:ays?)?|(w)(?:eeks?)?)(?![a-z])"
)
SHORTEST, LONGEST = 60, 60 * 86400


class OutOfRange(Refused):
    """A span that is none here: too short or too long."""


class Clock(Protocol):
    def now(self) -> float:
        """Seconds since 1970, UTC."""


class SystemClock:
    def now(self) -> float:
        return time.time()


class SharedClock:
    """The database's clock, as several processes read it: none of them goes by its own machine's. Until it is
    `set` it is that all the same."""

    def __init__(self) -> None:
        self._ahead: float | None = None

    def set(self, now: float, read_at: float) -> None:
        """It was this time when the loop's clock (`time.monotonic`) said `read_at`. Small differences come of
        the way that the answer took."""
        ahead = now - read_at
        if self._ahead is None or abs(ahead - self._ahead) > CLOCK_JITTER_S:
            self._ahead = ahead

    def now(self) -> float:
        return time.time() if self._ahead is None else time.monotonic() + self._ahead


def read_span(text: str) -> tuple[str, float | None]:
    """A deadline's canonical text and its seconds; ("none", None) for none. Raises Refused.

    >>> read_span(" 1d 12H "), read_span("none")
    (('36h', 129600), ('none', None))
    """
    tidy = text.strip().lower()
    if tidy in ("none", "never", "-"):
        return "none", None
    parts = [(int(found[0]), "".join(found[1:])) for found in _PART.findall(tidy)]
    rest = _PART.sub("", tidy).strip(" ,")
    seconds = sum(number * _UNITS[unit] for number, unit in parts)
    if parts and not rest and not SHORTEST <= seconds <= LONGEST:
        wrong = words.TOO_SHORT if seconds < SHORTEST else words.TOO_LONG
        raise OutOfRange(wrong(typed=clip(plain_name(text.strip()), 40)))
    if not parts or rest:
        raise Refused(words.NOT_A_SPAN(typed=clip(plain_name(text.strip()), 40)))
    return span_text(seconds), seconds


def read_length(text: str) -> float:
    """How long something is to last, in seconds. Raises Refused, also for "none"."""
    try:
        seconds = read_span(text)[1]
    except OutOfRange:
        raise
    except Refused:
        seconds = None
    if seconds is None:
        raise Refused(words.NOT_A_LENGTH(typed=clip(plain_name(text.strip()), 40)))
    return seconds


def span_text(span: float) -> str:
    """The shortest exact text of a span of whole minutes, in hours up to two days.

    >>> span_text(86400), span_text(129600), span_text(3 * 86400), span_text(90 * 60)
    ('24h', '36h', '3d', '90m')
    """
    seconds = round(span)
    if seconds % 86400 == 0 and seconds > 2 * 86400:
        return f"{seconds // 86400}d"
    if seconds % 3600 == 0:
        return f"{seconds // 3600}h"
    return f"{seconds // 60}m"


def span_words(seconds: float) -> str:
    """About how long a span is, to the hour.

    >>> span_words(90000.0), span_words(3 * DAY - 1), span_words(1000.0)
    ('1 day 1 hour', '3 days', 'less than an hour')
    """
    days, hours = divmod(round(seconds / HOUR), 24)
    if days and hours:
        return words.DAYS_HOURS(days=days, hours=hours)
    if days or hours:
        return words.DAYS(n=days) if days else words.HOURS(n=hours)
    return words.LESS_THAN_AN_HOUR


_SPAN = re.compile(rf"\d+ days?(?: \d+ hours?)?|\d+ hours?|{words.LESS_THAN_AN_HOUR}")


def timeless(text: str) -> str:
    """A text without spans of time: what tells two texts apart that were written at different moments.

    >>> timeless("due in 1 day 1 hour.") == timeless(f"due in {span_words(1000.0)}.") == "due in …."
    True
    """
    return _SPAN.sub("…", text)


# -- Nothing waits in a sleeping task: a timer handle of the event loop is all there is


log = logging.getLogger(__name__)

LONGEST_SLEEP_S = 3600.0
"""The timer wakes at least so often (seconds): the wall clock may have been set meanwhile, or the machine may
have slept, while the loop's clock stands still. `Uptime` finds that out sooner, and wakes everything."""
AFTER_ERROR_S = 5.0


class Timer:
    """Runs `job` in a task when it is woken or when its time comes, never twice at once. A call of `now`
    while it runs makes it run once more."""

    def __init__(self, job: Callable[[], Awaitable[None]]) -> None:
        self._job = job
        self._task: asyncio.Task[None] | None = None
        self._handle: asyncio.TimerHandle | None = None
        self._again = False
        self._closed = self._resting = False

    def now(self) -> None:
        """Run the job as soon as possible."""
        if self._closed or self._resting:
            return
        self._again = True
        if self._task is None or self._task.done():
            self._cancel()
            self._task = asyncio.create_task(self._run())

    def later(self, seconds: float) -> None:
        """Run the job after so many seconds, or earlier; the last call counts."""
        if self._closed or self._resting:
            return
        self._cancel()
        self._handle = asyncio.get_running_loop().call_later(
            min(max(seconds, 0.0), LONGEST_SLEEP_S), self.now
        )

    async def rest(self, seconds: float) -> None:
        """Run the job no more until `go_on`. A run under way gets so many seconds to end, then it is
        cancelled."""
        self._resting, self._again = True, False
        self._cancel()
        if self._task is not None and not self._task.done():
            _, slow = await asyncio.wait([self._task], timeout=seconds)
            await end(slow)

    def go_on(self) -> None:
        """Run the job again whenever it is woken."""
        self._resting = False

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
            except Conflict as quicker:  # another process does it, or has done it
                log.info("timer job put off", extra={"reason": type(quicker).__name__})
                self.later(AFTER_ERROR_S)
            except Exception:  # a timer that dies would stop everything that waits for it
                log.exception("timer job failed")
                self.later(AFTER_ERROR_S)


class BackgroundJob:
    """What goes on in the background by a timer. Of several processes one does it: the others `rest`."""

    _timer: Timer

    def wake(self) -> None:
        """There may be something to do."""
        self._timer.now()

    async def rest(self, seconds: float) -> None:
        """Do nothing until `go_on`. What is under way gets so many seconds to end."""
        await self._timer.rest(seconds)

    def go_on(self) -> None:
        """Look what there is to do: others may have done some of it meanwhile."""
        self._timer.go_on()
        self.wake()

    async def close(self) -> None:
        await self._timer.close()
