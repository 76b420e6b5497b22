"""Threads of games in play stay open: Discord puts a thread away in which nothing was written for a week, and
a turn may take longer. In a silent game none of its players could bring it back.

Twice a day each game's place is looked at. Nothing is stored: what there is to do, Discord's own dates tell.
"""

from __future__ import annotations

import logging
from typing import Protocol

from bot.common.clock import BackgroundJob, Timer
from bot.engine.context import Context
from bot.outbox.messenger import Unsure
from bot.storage import tables
from bot.storage.records import PLAYING

log = logging.getLogger(__name__)

EVERY, AGAIN = 12 * 3600.0, 3600.0
"""Seconds from one look to the next; after one that failed."""
AHEAD = 2 * 86400.0
"""A thread that would be put away within so many seconds is kept open: the bot may be off for a day."""


class ThreadUnarchiver(Protocol):
    """Discord, as this needs it."""

    async def keep_open(self, channel_id: int, now: float, ahead: float) -> None:
        """If this is a thread, bring it back if it was put away, and see to it that it is not within `ahead`
        seconds. Posts nothing. What the bot may not change stays as it is. Raises Unsure."""


class ThreadKeeper(BackgroundJob):
    """Looks after the threads of games in play."""

    def __init__(self, context: Context, unarchiver: ThreadUnarchiver | None) -> None:
        self.context = context
        self._unarchiver = unarchiver
        self._timer = Timer(self._run)
        self._next = 0.0

    def wake(self) -> None:
        """Discord can be reached."""
        if self._unarchiver is not None:
            self._timer.now()

    async def _run(self) -> None:
        now = self.context.clock.now()
        if now >= self._next:
            self._next = now + (EVERY if await self._look(now) else AGAIN)
        self._timer.later(self._next - now)

    async def _look(self, now: float) -> bool:
        """Look at every place once; whether that worked everywhere."""
        assert self._unarchiver is not None
        well = True
        for channel_id in await self.context.db.read(tables.channels, PLAYING):
            try:
                await self._unarchiver.keep_open(channel_id, now, AHEAD)
            except Unsure as reason:
                log.info("a thread could not be looked at", extra={"reason": str(reason)})
                well = False
        return well
