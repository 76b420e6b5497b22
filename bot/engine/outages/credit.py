"""The time of an outage is given back: to turns and to votes, by one rule."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.common.clock import span_text
from bot.common.errors import Refused
from bot.common.message import due_words
from bot.engine import posts, public_log, timing
from bot.engine.context import Context
from bot.features.votes import posts as voteposts
from bot.features.votes import store
from bot.storage import deadlines
from bot.storage.records import Deadline

log = logging.getLogger(__name__)

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


def words(seconds: float) -> str:
    """How long an outage took, in whole minutes.

    >>> words(20.0), words(7300.0)
    ('1m', '122m')
    """
    return span_text(max(round(seconds / 60), 1) * 60)


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
            f"{posts.headline(snapshot, 'I was away')}\nFor {away} nobody could reach me, and the deadline "
            f"{what}. You get that time back: {snapshot.phase_word} is now due {due_words(due)}.\n"
            f"{posts.for_users(users)}"
        )
        key = f"outage/{snapshot.mark}/{round(row.due_at)}"
        rows = [posts.turn_buttons(snapshot)]
        await posts.say(tx, snapshot.table, key, text, now, mentions=users, rows=rows)
        line = f"For {away} nobody could reach me: the deadline moved."
        await public_log.note(tx, snapshot.table, "outage", line, now)
        log.info("outage credited", extra={"table": row.table_id, "seconds": round(now - since)})


async def vote(context: Context, row: Deadline, gone_at: float, now: float) -> None:
    """Keep votes open for as long as nobody could vote; their posts say until when."""
    async with context.lock(row.table_id), context.db.begin() as tx:
        try:
            snapshot = await context.snapshot(tx, row.table_id)
        except Refused:
            return
        if await deadlines.get(tx, row.table_id, "vote") != row:
            return
        held = await store.of_table(tx, row.table_id)
        since = max(gone_at, timing.set_at(row))
        for one in held:
            until = later(one.lapses_at, max(since, one.opened_at), now, timing.LEAST)
            if until is not None:
                await store.put_off(tx, one.id, until)
                await voteposts.edit(tx, snapshot.table, one, now)
        ends = [one.lapses_at for one in await store.of_table(tx, row.table_id)]
        if ends and min(ends) != row.due_at:
            await deadlines.put(tx, replace(row, due_at=min(ends), began_at=now))
