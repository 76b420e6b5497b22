"""The clock was ahead, and was set right: what was set by it is not to take so much longer.

Moments that people have chosen, such as the dates of a league, stay.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.common.errors import Refused
from bot.common.message import due_words
from bot.engine import posts, public_log, timing
from bot.engine.context import Core
from bot.engine.snapshot import Loaded
from bot.features.votes import posts as voteposts
from bot.features.votes import store
from bot.storage import deadlines, outbox, pauses
from bot.storage.database import Tx
from bot.storage.records import Deadline, DeadlineKind

log = logging.getLogger(__name__)

SLACK = 60.0
"""Seconds by which clocks may differ."""
WAIT = 300.0
"""So long may a post wait that was put off by a clock that was ahead."""


async def put_right(core: Core) -> None:
    """Bring everything back that was set in the future. The clock is right now: the caller knows."""
    async with core.db.begin() as tx:
        now = core.clock.now()
        await outbox.not_later(tx, now + WAIT)
        rows = [row for kind in _BRING for row in await deadlines.all_of(tx, kind)]
    for row in rows:
        if timing.set_at(row) - now > SLACK:
            try:
                await _bring_back(core, row)
            except Exception as error:  # whatever one table does, the others are put right
                told = {"table": row.table_id, "kind": row.kind, "error": type(error).__name__}
                log.error("deadline not brought back", extra=told)


async def _bring_back(core: Core, row: Deadline) -> None:
    async with core.lock(row.table_id), core.db.begin() as tx:
        now = core.clock.now()
        if await deadlines.get(tx, row.table_id, row.kind) != row:
            return
        try:
            loaded = await core.loaded(tx, row.table_id)
        except Refused:
            return
        await _BRING[row.kind](tx, loaded, row, timing.set_at(row) - now, now)
        log.info("deadline brought back", extra={"table": row.table_id, "kind": row.kind})


async def _turn(tx: Tx, loaded: Loaded, row: Deadline, ahead: float, now: float) -> None:
    """It has as much time, from now on, as it had when that was set: nobody has less for it."""
    if loaded.phase.turn != row.turn:
        return
    due = await timing.put_off(tx, loaded, row.due_at - ahead, now)
    text = f"My clock was ahead, and has been set right: {loaded.phase_word} is now due {due_words(due)}."
    await posts.say(tx, loaded.table, f"clock/{loaded.mark}/{now:.3f}", _headed(loaded, text), now)
    await public_log.note(tx, loaded.table, "clock", text, now)


async def _early(tx: Tx, loaded: Loaded, row: Deadline, ahead: float, now: float) -> None:
    await deadlines.put(tx, replace(row, due_at=row.due_at - ahead, began_at=now))


async def _vote(tx: Tx, loaded: Loaded, row: Deadline, ahead: float, now: float) -> None:
    for vote in await store.of_table(tx, row.table_id):
        await store.put_off(tx, vote.id, vote.lapses_at - ahead)
        await voteposts.edit(tx, loaded.table, vote, now)
    await deadlines.put(tx, replace(row, due_at=row.due_at - ahead, began_at=now))


async def _resume(tx: Tx, loaded: Loaded, row: Deadline, ahead: float, now: float) -> None:
    if loaded.pause is None or loaded.pause.until is None:
        return
    until = loaded.pause.until - ahead
    await pauses.put(tx, replace(loaded.pause, at=min(loaded.pause.at, now), until=until))
    await deadlines.put(tx, replace(row, due_at=until, began_at=now))
    text = f"My clock was ahead, and has been set right: the pause now ends {due_words(until)}."
    await posts.say(tx, loaded.table, f"clock/pause/{now:.3f}", _headed(loaded, text), now)
    await public_log.note(tx, loaded.table, "clock", text, now)


def _headed(loaded: Loaded, text: str) -> str:
    return f"{posts.headline(loaded, 'the clock')}\n{text}"


_Bring = Callable[[Tx, Loaded, Deadline, float, float], Awaitable[None]]
_BRING: dict[DeadlineKind, _Bring] = {"turn": _turn, "early": _early, "vote": _vote, "resume": _resume}
"""By the kind of row. Reminders follow their turn's."""
