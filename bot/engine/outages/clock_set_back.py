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
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
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


async def put_right(context: Context) -> None:
    """Bring everything back that was set in the future. The clock is right now: the caller knows."""
    async with context.db.begin() as tx:
        now = context.clock.now()
        await outbox.not_later(tx, now + WAIT)
        rows = [row for kind in _BRING for row in await deadlines.all_of(tx, kind)]
    for row in rows:
        if timing.set_at(row) - now > SLACK:
            try:
                await _bring_back(context, row)
            except Exception as error:  # whatever one table does, the others are put right
                told = {"table": row.table_id, "kind": row.kind, "error": type(error).__name__}
                log.error("deadline not brought back", extra=told)


async def _bring_back(context: Context, row: Deadline) -> None:
    async with context.lock(row.table_id), context.db.begin() as tx:
        now = context.clock.now()
        if await deadlines.get(tx, row.table_id, row.kind) != row:
            return
        try:
            snapshot = await context.snapshot(tx, row.table_id)
        except Refused:
            return
        await _BRING[row.kind](tx, snapshot, row, timing.set_at(row) - now, now)
        log.info("deadline brought back", extra={"table": row.table_id, "kind": row.kind})


async def _turn(tx: Tx, snapshot: GameSnapshot, row: Deadline, ahead: float, now: float) -> None:
    """It has as much time, from now on, as it had when that was set: nobody has less for it."""
    if snapshot.phase.turn != row.turn:
        return
    due = await timing.put_off(tx, snapshot, row.due_at - ahead, now)
    text = f"My clock was ahead, and has been set right: {snapshot.phase_word} is now due {due_words(due)}."
    await posts.say(tx, snapshot.table, f"clock/{snapshot.mark}/{now:.3f}", _headed(snapshot, text), now)
    await public_log.note(tx, snapshot.table, "clock", text, now)


async def _early(tx: Tx, snapshot: GameSnapshot, row: Deadline, ahead: float, now: float) -> None:
    await deadlines.put(tx, replace(row, due_at=row.due_at - ahead, began_at=now))


async def _vote(tx: Tx, snapshot: GameSnapshot, row: Deadline, ahead: float, now: float) -> None:
    for vote in await store.of_table(tx, row.table_id):
        await store.put_off(tx, vote.id, vote.lapses_at - ahead)
        await voteposts.edit(tx, snapshot.table, vote, now)
    await deadlines.put(tx, replace(row, due_at=row.due_at - ahead, began_at=now))


async def _resume(tx: Tx, snapshot: GameSnapshot, row: Deadline, ahead: float, now: float) -> None:
    if snapshot.pause is None or snapshot.pause.until is None:
        return
    until = snapshot.pause.until - ahead
    await pauses.put(tx, replace(snapshot.pause, at=min(snapshot.pause.at, now), until=until))
    await deadlines.put(tx, replace(row, due_at=until, began_at=now))
    text = f"My clock was ahead, and has been set right: the pause now ends {due_words(until)}."
    await posts.say(tx, snapshot.table, f"clock/pause/{now:.3f}", _headed(snapshot, text), now)
    await public_log.note(tx, snapshot.table, "clock", text, now)


def _headed(snapshot: GameSnapshot, text: str) -> str:
    return f"{posts.headline(snapshot, 'the clock')}\n{text}"


_Bring = Callable[[Tx, GameSnapshot, Deadline, float, float], Awaitable[None]]
_BRING: dict[DeadlineKind, _Bring] = {"turn": _turn, "early": _early, "vote": _vote, "resume": _resume}
"""By the kind of row. Reminders follow their turn's."""
