"""An outage takes no time of a vote's; nor does a clock that was ahead add any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.common.errors import Refused
from bot.engine import outages, timing
from bot.engine.context import Context
from bot.engine.hooks import Job
from bot.engine.snapshot import GameSnapshot
from bot.features.votes import posts, store
from bot.storage import deadlines
from bot.storage.database import Tx
from bot.storage.records import Deadline


async def outage_over(context: Context, tx: Tx, gone_at: float, now: float) -> Sequence[tuple[str, Job]]:
    """The votes that passed in an outage, or lapse soon after it."""
    return [
        (row.table_id, partial(_give_back, context, row, gone_at, now))
        for row in outages.near(await deadlines.all_of(tx, "vote"), gone_at, now)
    ]


async def _give_back(context: Context, row: Deadline, gone_at: float, now: float) -> None:
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
            until = outages.later(one.lapses_at, max(since, one.opened_at), now, timing.LEAST)
            if until is not None:
                await store.put_off(tx, one.id, until)
                await posts.edit(tx, snapshot.table, one, now)
        ends = [one.lapses_at for one in await store.of_table(tx, row.table_id)]
        if ends and min(ends) != row.due_at:
            await deadlines.put(tx, replace(row, due_at=min(ends), began_at=now))


async def brought_back(tx: Tx, snapshot: GameSnapshot, row: Deadline, ahead: float, now: float) -> None:
    """The clock was so many seconds ahead when these votes were opened: they lapse as much sooner."""
    if row.kind != "vote":
        return
    for vote in await store.of_table(tx, row.table_id):
        await store.put_off(tx, vote.id, vote.lapses_at - ahead)
        await posts.edit(tx, snapshot.table, vote, now)
    await deadlines.put(tx, replace(row, due_at=row.due_at - ahead, began_at=now))
