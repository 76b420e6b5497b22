"""Outages: while the bot, or Discord, was out of reach nobody could act: deadlines that passed are moved."""

from __future__ import annotations

import asyncio
import logging

from bot.service.clock import span_text
from bot.service.clockwork import timing
from bot.service.clockwork.deadlines import Deadlines
from bot.service.core import Core
from bot.service.errors import Refused
from bot.service.mastery import publiclog
from bot.service.message import due_words
from bot.service.posting import posts
from bot.service.timer import Timer
from bot.storage import deadlines, kv
from bot.storage.errors import Conflict
from bot.storage.records import Deadline

log = logging.getLogger(__name__)

EVERY = 20.0
"""Seconds between two signs of life."""
SHORT = 60.0
"""An outage of fewer seconds moves only what passed in it."""
_KEY = "alive"


class Uptime:
    """Notes that the bot can be reached, and gives the time back when it could not."""

    def __init__(self, core: Core, clock: Deadlines) -> None:
        self.core = core
        self._clock = clock
        self._timer = Timer(self._beat)
        self._begun = False
        self._gone_at: float | None = None
        self._one = asyncio.Lock()

    async def begin(self) -> None:
        """The bot can be reached, for the first time or again: look how long it could not. If it is lost
        while the time is given back, the clock stays held, and the next outage began at that moment."""
        async with self._one:
            now = self.core.clock.now()
            async with self.core.db.read() as tx:
                told = await kv.get(tx, _KEY) if not self._begun else None
                rows = await deadlines.all_of(tx)
            gone_at = float(told) if told is not None else self._gone_at
            if self._begun:  # else it was lost while the bot began
                self._gone_at = None
            self._begun = True
            for row in rows:
                if gone_at is not None and gone_at < row.due_at < now + timing.LEAST:
                    await self._try(row, gone_at, now)
            if self._gone_at is None:
                self._clock.held = False
                self._timer.now()

    async def _try(self, row: Deadline, gone_at: float, now: float) -> None:
        """Whatever one table does, the others get their time."""
        try:
            await self._credit(row, gone_at, now)
        except Conflict:
            log.warning("an outage met a quicker change", extra={"table": row.table_id})
        except Exception as error:
            told = {"table": row.table_id, "error": type(error).__name__}
            log.error("outage not credited", extra=told)

    def lost(self) -> None:
        """The bot cannot be reached any more: no turn's time runs out until `begin`."""
        if self._gone_at is None:
            self._gone_at = self.core.clock.now()
        self._clock.held = True

    async def close(self) -> None:
        if not self._clock.held:
            await self._note()
        await self._timer.close()

    async def _beat(self) -> None:
        if not self._clock.held:
            await self._note()
        self._timer.later(EVERY)

    async def _note(self) -> None:
        async with self.core.db.begin() as tx:
            await kv.put(tx, _KEY, repr(self.core.clock.now()))

    async def _credit(self, row: Deadline, gone_at: float, now: float) -> None:
        """Move a deadline that passed meanwhile by as long as the outage took, at least so that players can
        act. One that would pass a moment later leaves them that much too, if they had it before. A turn for
        which nobody is waited any more needs no time."""
        async with self.core.lock(row.table_id), self.core.db.begin() as tx:
            try:
                loaded = await self.core.loaded(tx, row.table_id)
            except Refused:
                return
            kept = await deadlines.get(tx, row.table_id)
            if kept != row or loaded.phase.turn != row.turn or not await self.core.missing(tx, loaded):
                return
            outage = now - gone_at
            least, passed = timing.least(loaded, now), row.due_at <= now
            if not passed:
                least = min(least, row.due_at - gone_at)
                if outage < SHORT or row.due_at >= now + least:
                    return
            due = max(row.due_at + outage if passed else 0.0, now + least)
            due = await timing.put_off(tx, loaded, due, now)
            # Of several who give orders in secret nobody is to see who has sent some.
            late = loaded.phase.owing if loaded.phase.sealed else await self.core.missing(tx, loaded)
            users = [loaded.player(seat).user_id for seat in sorted(late)]
            away = span_text(max(round(outage / 60), 1) * 60)
            what = "the deadline passed" if passed else "the deadline came near"
            text = (
                f"{posts.headline(loaded, 'I was away')}\nFor {away} nobody could reach me, and {what}. "
                f"The time is given back: the turn is due {due_words(due)}.\n"
                f"{posts.for_users(users)}"
            )
            key = f"outage/{loaded.mark}/{round(row.due_at)}"
            rows = [posts.turn_buttons(loaded)]
            await posts.say(tx, loaded.table, key, text, now, mentions=users, rows=rows)
            await publiclog.note(
                tx, loaded.table, "outage", f"The deadline moved by an outage of {away}.", now
            )
            log.info("outage credited", extra={"table": row.table_id, "seconds": round(outage)})
