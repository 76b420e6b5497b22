"""Outages: while the bot, or Discord, was out of reach nobody could act: what passed is moved.

There are three ways to be out of reach, and all are one outage, from the last sign of life until Discord is
there again: the bot was off (`begin` finds an old sign of life), Discord's connection was lost (`lost`), or
the process was stopped, the machine slept or its clock jumped (`look` finds a gap between two signs).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bot.common.timer import Timer
from bot.engine import outages
from bot.engine.context import Context
from bot.engine.deadlines import Deadlines
from bot.engine.hooks import Job
from bot.storage import deadlines, kv
from bot.storage.errors import Conflict

log = logging.getLogger(__name__)

EVERY = 20.0
"""Seconds between two signs of life."""
GAP = 30.0
"""So many seconds without a sign of life are an outage. A bot that is only busy is not that late: it lets
others run after every game that it resolves, and a sign of life waits for no transaction. If one is ten
seconds late all the same nobody was answered meanwhile (Discord waits three), so that it is right to give
that time back. What is shorter is not noticed."""
_KEY = "alive"


@dataclass(frozen=True, slots=True)
class Signs:
    """last: the newest sign of life;  highest: the one with the latest time, which is another one after the
    clock was set back. Seconds since 1970."""

    last: float
    highest: float

    @classmethod
    def read(cls, text: str | None) -> Signs | None:
        """From what is stored; older versions stored the last one alone.

        >>> Signs.read("5.0"), Signs.read("5.0 9.0"), Signs.read(None)
        (Signs(last=5.0, highest=5.0), Signs(last=5.0, highest=9.0), None)
        """
        if not text:
            return None
        last, _, highest = text.partition(" ")
        return cls(float(last), float(highest or last))

    def __str__(self) -> str:
        return f"{self.last!r} {self.highest!r}"

    def at(self, now: float) -> Signs:
        """With another sign of life, now.

        >>> Signs(50.0, 50.0).at(20.0).at(30.0), Signs(30.0, 50.0).at(60.0)
        (Signs(last=30.0, highest=50.0), Signs(last=60.0, highest=60.0))
        """
        return Signs(now, max(now, self.highest))

    def before(self, now: float) -> float:
        """The newest sign of life that is not in the future; `now` itself if all are. A clock that was wrong
        and is set right again takes no time but that since it was right.

        >>> Signs(20.0, 50.0).before(40.0), Signs(20.0, 50.0).before(60.0), Signs(20.0, 50.0).before(10.0)
        (20.0, 50.0, 10.0)
        """
        return max((sign for sign in (self.last, self.highest) if sign <= now), default=now)


class Uptime:
    """Notes that the bot can be reached, and gives the time back when it could not."""

    def __init__(self, context: Context, clock: Deadlines) -> None:
        self.context = context
        self._clock = clock
        self._timer, self._notes = Timer(self._beat), Timer(self._note)
        self._begun = False
        self._signs: Signs | None = None
        self._gone_at: float | None = None
        self._unsure = False
        """Whether a gap was found, and nobody knows yet if Discord's connection has outlived it."""
        self._one = asyncio.Lock()
        self.renew: Callable[[], bool] = lambda: False
        """Called once after a gap. True: Discord is asked anew, and `begin` or `lost` will be called; until
        then the clock is held. False: there is nothing to ask."""
        clock.watch = self.look

    def reachable(self) -> bool:
        """Whether people can act now, as far as is known; looks for a gap first."""
        self.look()
        return not (self._begun and self._clock.held)

    def look(self) -> None:
        """Note a sign of life. If the one before it is too old nobody was there since then: the clock is held
        before anything that is due costs somebody something."""
        if not self._begun:
            return
        now, before = self.context.clock.now(), self._signs
        self._signs = before.at(now) if before is not None else Signs(now, now)
        if before is None or self._gone_at is not None:
            return
        if now < before.last - GAP:
            log.warning("the clock was set back", extra={"seconds": round(before.last - now)})
        elif now - before.before(now) >= GAP:
            self._gone_at, self._unsure, self._clock.held = before.before(now), True, True
            log.warning("no sign of life for a while", extra={"seconds": round(now - self._gone_at)})
            self._timer.now()

    def lost(self) -> None:
        """The bot cannot be reached any more: no turn's time runs out until `begin`."""
        self.look()
        self._unsure = False  # it connects anew by itself
        if self._gone_at is None:
            self._gone_at = self.context.clock.now()
        self._clock.held = True

    async def begin(self) -> None:
        """The bot can be reached, for the first time or again: look how long it could not. If it is lost
        while the time is given back, the clock stays held, and the next outage began at that moment."""
        async with self._one:
            self.look()
            now, gone_at = self.context.clock.now(), self._gone_at
            if self._begun:
                self._gone_at, self._unsure = None, False
            else:  # if it is gone already, it was lost while it began
                async with self.context.db.read() as tx:
                    told = Signs.read(await kv.get(tx, _KEY))
                gone_at = told.before(now) if told is not None else None
                self._signs = told.at(now) if told is not None else Signs(now, now)
                self._begun = True
            self._timer.later(EVERY)
            if gone_at is not None and gone_at < now:
                try:
                    await self._give_back(gone_at, now)
                except BaseException:  # the database itself fails: the next beat tries again
                    self._gone_at, self._unsure = gone_at, True
                    raise
            if self._gone_at is None:
                self._clock.held = False
                self._timer.now()

    async def told_time(self, now: float) -> None:
        """Discord says what time it is. If the clock was set back before, and is right now, it was ahead."""
        signs = self._signs
        if signs is None or signs.highest - signs.last <= outages.SLACK:
            return
        if abs(now - self.context.clock.now()) <= outages.SLACK:
            self._signs = Signs(signs.last, signs.last)  # no sign of life was really in the future
            log.warning("the clock was ahead", extra={"seconds": round(signs.highest - signs.last)})
            await outages.put_right(self.context)
            self.context.db.wake_all()

    async def close(self) -> None:
        self.look()
        await self._timer.close()
        await self._note()
        await self._notes.close()

    async def _beat(self) -> None:
        self.look()
        self._timer.later(EVERY)
        if self._unsure:
            self._unsure = False
            if not self.renew():
                await self.begin()
                self.context.db.wake_all()
        self._notes.now()  # apart: a transaction may have to wait

    async def _note(self) -> None:
        if self._begun and not self._clock.held:
            async with self.context.db.begin() as tx:
                await kv.put(tx, _KEY, str(self._signs))

    async def _give_back(self, gone_at: float, now: float) -> None:
        """Whatever one table or league does, the others get their time."""
        async with self.context.db.read() as tx:
            turns = outages.near(await deadlines.all_of(tx), gone_at, now)
            jobs: list[tuple[str, Job]] = [
                (row.table_id, partial(outages.turn, self.context, row, gone_at, now)) for row in turns
            ]
            for over in self.context.hooks.outage_over:
                jobs += await over(self.context, tx, gone_at, now)
        for name, job in jobs:
            try:
                await job()
            except Conflict:
                log.warning("an outage met a quicker change", extra={"table": name})
            except Exception as error:
                log.error("outage not credited", extra={"table": name, "error": type(error).__name__})
