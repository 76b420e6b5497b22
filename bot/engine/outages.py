"""Time that the bot owes: that of an outage is given back to turns, and what was set by a clock that was
ahead does not take so much longer. Moments that people have chosen, such as the dates of a league, stay.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

from bot.common.clock import span_text
from bot.common.errors import Refused
from bot.common.message import due_words
from bot.engine import post_words, posts, public_log, timing
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.storage import deadlines, outbox, pauses
from bot.storage.database import Tx
from bot.storage.records import Deadline, DeadlineKind

log = logging.getLogger(__name__)

KINDS: tuple[DeadlineKind, ...] = ("turn", "early", "vote", "resume")
"""The rows that a clock that was ahead has set too late, in the order in which they are brought back."""
SLACK = 60.0
"""Seconds by which clocks may differ."""
WAIT = 300.0
"""So long may a post wait that was put off by a clock that was ahead."""
SHORT = 60.0
"""An outage of fewer seconds moves only what passed in it."""


def later(due_at: float, since: float, now: float, least: float) -> float | None:
    """When something is due after nobody could act from `since` until `now`; None: as before, at `due_at`.
    What passed has as much time as it had left then, and at least `least` seconds; what comes near has
    `least` seconds, or as many as it had.

    >>> later(500.0, 100.0, 1000.0, 60.0), later(110.0, 100.0, 1000.0, 60.0)
    (1400.0, 1060.0)
    >>> later(1030.0, 100.0, 1000.0, 60.0), later(1100.0, 100.0, 1000.0, 60.0)
    (1060.0, None)
    >>> later(90.0, 100.0, 1000.0, 60.0), later(1030.0, 970.0, 1000.0, 60.0)
    (None, None)
    """
    outage = now - since
    if outage <= 0 or due_at <= since:
        return None
    if due_at <= now:
        return max(due_at + outage, now + least)
    least = min(least, due_at - since)
    return now + least if outage >= SHORT and due_at < now + least else None


def near(rows: Iterable[Deadline], gone_at: float, now: float) -> list[Deadline]:
    """The rows of which an outage from `gone_at` until now may have taken time."""
    return [row for row in rows if gone_at < row.due_at < now + timing.LEAST]


def words(seconds: float) -> str:
    """How long an outage took, in whole minutes.

    >>> words(20.0), words(7300.0)
    ('1m', '122m')
    """
    return span_text(max(round(seconds / 60), 1) * 60)


# -- an outage


async def turn(context: Context, row: Deadline, gone_at: float, now: float) -> None:
    """Move a deadline of which an outage took time. A turn for which nobody is waited any more needs none."""
    async with context.lock(row.table_id), context.db.begin() as tx:
        try:
            snapshot = await context.snapshot(tx, row.table_id)
        except Refused:
            return
        kept = await deadlines.get(tx, row.table_id)
        if kept != row or snapshot.phase.turn != row.turn or not await context.missing(tx, snapshot):
            return
        since = max(gone_at, timing.set_at(row))  # of what was set meanwhile the outage took no more
        due, passed = later(row.due_at, since, now, timing.least(snapshot, now)), row.due_at <= now
        if due is None:
            return
        due = await timing.put_off(tx, snapshot, due, now)
        # Of several who give orders in secret nobody is to see who has sent some.
        late = snapshot.phase.owing if snapshot.phase.sealed else await context.missing(tx, snapshot)
        users = [snapshot.player(seat).user_id for seat in sorted(late)]
        away, what = words(now - since), "passed meanwhile" if passed else "is close"
        text = (
            f"{post_words.headline(snapshot, 'I was away')}\nFor {away} nobody could reach me, and the "
            f"deadline {what}. You get that time back: {snapshot.phase_word} is now due {due_words(due)}.\n"
            f"{post_words.for_users(users)}"
        )
        key = f"outage/{snapshot.mark}/{round(row.due_at)}"
        rows = [post_words.turn_buttons(snapshot)]
        await posts.say(tx, snapshot.table, key, text, now, mentions=users, rows=rows)
        line = f"For {away} nobody could reach me: the deadline moved."
        await public_log.note(tx, snapshot.table, "outage", line, now)
        log.info("outage credited", extra={"table": row.table_id, "seconds": round(now - since)})


# -- a clock that was ahead


async def put_right(context: Context) -> None:
    """Bring everything back that was set in the future. The clock is right now: the caller knows."""
    async with context.db.begin() as tx:
        now = context.clock.now()
        await outbox.not_later(tx, now + WAIT)
        rows = [row for kind in KINDS for row in await deadlines.all_of(tx, kind)]
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
        ahead = timing.set_at(row) - now
        if row.kind in _BRING:
            await _BRING[row.kind](tx, snapshot, row, ahead, now)
        for brought_back in snapshot.hooks.brought_back:
            await brought_back(tx, snapshot, row, ahead, now)
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
    return f"{post_words.headline(snapshot, 'the clock')}\n{text}"


_Bring = Callable[[Tx, GameSnapshot, Deadline, float, float], Awaitable[None]]
_BRING: dict[DeadlineKind, _Bring] = {"turn": _turn, "early": _early, "resume": _resume}
"""By the kind of row. Votes are brought back by their feature; reminders follow their turn's."""
