"""Connections to Discord: it allows a bot 1,000 new ones in a day, and then takes the bot's token away. So a
bot that is started over and over, because it falls over again and again, waits longer and longer before it
connects.

What counts are new sessions since one that lasted; the database keeps their times.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from bot.common.clock import Clock
from bot.storage import kv
from bot.storage.database import Database

FREE = 3
"""So many are free of waiting: an update, a changed setting, a slip."""
FIRST, LONGEST = 30.0, 1800.0
"""Seconds before the next one, doubled each time, and the most: under 60 sessions in a day."""
LASTING = 600.0
"""A session of so many seconds was a healthy one."""
_KEY = "starts"
_KEPT = 20


class Starts:
    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock

    async def wait(self) -> float:
        """Seconds to wait before the next session is begun."""
        return _wait(await self._times(), self._clock.now())

    async def begun(self) -> None:
        """A session begins."""
        times = [*await self._times(), self._clock.now()][-_KEPT:]
        async with self._db.begin() as tx:
            await kv.put(tx, _KEY, json.dumps(times))

    async def look(self) -> None:
        """The bot is connected: if it has been for long enough, all is well."""
        times = await self._times()
        if times and self._clock.now() - times[-1] >= LASTING:
            await self.well()

    async def well(self) -> None:
        """Forget what went wrong before: it works, or it was stopped on purpose."""
        async with self._db.begin() as tx:
            await kv.forget(tx, _KEY)

    async def _times(self) -> list[float]:
        async with self._db.read() as tx:
            told = await kv.get(tx, _KEY)
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
