"""Space out new sessions: Discord allows a bot 1,000 a day, and then resets its token. So a bot that crashes
and is started again and again waits longer and longer before it connects.

Sessions count from the last one that lasted; the database keeps their times.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from bot.common.clock import Clock
from bot.storage.database import Database
from bot.storage.records import Value
from bot.storage.rows import read_value, remove, save

FREE = 3
"""Sessions without a wait: an update, a changed setting, a slip."""
FIRST, LONGEST = 30.0, 1800.0
"""Seconds to wait before the next session, doubled each time, and at most: under 60 sessions a day."""
LASTING = 600.0
"""Seconds after which a session counts as healthy."""
_KEY = "starts"
_KEPT = 20


class Starts:
    def __init__(self, db: Database, clock: Clock, process: str = "") -> None:
        """process: the one whose sessions are counted, where there are several"""
        self._key = f"{_KEY}/{process}" if process else _KEY
        self._db = db
        self._clock = clock

    async def wait(self) -> float:
        """Seconds to wait before the next session is begun."""
        return _wait(await self._times(), self._clock.now())

    async def begun(self) -> None:
        """A session begins."""
        times = [*await self._times(), self._clock.now()][-_KEPT:]
        await self._db.write(save, Value(key=self._key, value=json.dumps(times)))

    async def look(self) -> None:
        """Forget what went wrong if the bot has been connected for long enough."""
        times = await self._times()
        if times and self._clock.now() - times[-1] >= LASTING:
            await self.well()

    async def well(self) -> None:
        """Forget what went wrong before: it works, or it was stopped on purpose."""
        await self._db.write(remove, Value, key=self._key)

    async def _times(self) -> list[float]:
        told = await self._db.read(read_value, self._key)
        return [float(time) for time in json.loads(told)] if told is not None else []


def _wait(times: Sequence[float], now: float) -> float:
    """times: when sessions were begun, the oldest first

    >>> [_wait([0.0] * number, 0.0) for number in (0, 2, 3, 4, 5, 20)]
    [0.0, 0.0, 30.0, 60.0, 120.0, 1800.0]
    >>> _wait([0.0] * 3, 20.0), _wait([0.0] * 3, 31.0), _wait([1000.0] * 3, 0.0)
    (10.0, 0.0, 30.0)
    """
    if not times or len(times) < FREE:
        return 0.0
    whole = min(FIRST * 2.0 ** (len(times) - FREE), LONGEST)
    return min(max(times[-1] + whole - now, 0.0), whole)  # the clock may have been set back
