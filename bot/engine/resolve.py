"""Resolving a turn with the sheets there are: as soon as nobody is missing, at its deadline, or by hand.

Whether nobody is missing is looked at here alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.game import Seat
from bot.engine import faults, ready_counts, timing
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.engine.turns import Turns
from bot.storage import drafts
from bot.storage.database import Tx

UNREAD = 5
"""Seconds that a turn of several sheets waits at least, once all are ready, while messages of an outage are
read: there may be more of them about it, and somebody may be waiting until theirs are read."""


class Resolving:
    def __init__(self, context: Context, turns: Turns) -> None:
        self.context = context
        self.turns = turns

    async def due(self, tx: Tx, snapshot: GameSnapshot) -> float | None:
        """When the open turn resolves if nobody is missing; None: somebody is, or the game is paused. After a
        fault of ours everybody who is ready anew makes us try again."""
        stopped = snapshot.pause is not None and snapshot.pause.cause != "fault"
        if not snapshot.phase.owing or stopped or await self.context.missing(tx, snapshot):
            return None
        if snapshot.pause is not None:
            return self.context.clock.now()
        begun = await self.context.early_at(tx, snapshot)
        if begun is not None:  # who is ready once more holds nobody up
            return begun
        sheets = {snapshot.sheet(seat) for seat in snapshot.phase.owing}
        stepwise = snapshot.phase.number is not None and not snapshot.phase.sealed
        house = snapshot.house_rules
        alone = 0 if stepwise else house.takeback_seconds
        undo = max(house.undo_seconds, UNREAD if self.context.reading else 0)
        return self.context.clock.now() + (undo if len(sheets) > 1 else alone)

    async def complete(self, tx: Tx, snapshot: GameSnapshot) -> GameSnapshot:
        """After anything that may have made the turn complete, but for a seat's own Ready (a declaration, a
        ruling, another player on a seat, the end of a pause): resolve it, or let the time to undo begin."""
        over = snapshot.outcome is not None or snapshot.pause is not None
        await timing.cancel_early(tx, snapshot)  # the others may think again
        due = None if over else await self.due(tx, snapshot)
        if due is None:
            return snapshot
        now = self.context.clock.now()
        if due <= now:
            return await self.resolve(tx, snapshot)
        await timing.schedule_early(tx, snapshot, due, now)
        await ready_counts.edit(tx, snapshot, now)
        return snapshot

    async def resolve(self, tx: Tx, snapshot: GameSnapshot, *, closing: bool = False) -> GameSnapshot:
        """Resolve the turn with every sheet there is (the deadline; or all are ready). Whoever gave nothing
        takes the default of the rules, and so does a unit without an order. If it cannot be resolved, all is
        as it was, but the game is paused, and everybody is told.

        closing: time is up, so where a turn takes several resolutions the default ends it after the sheet
        """

        async def resolving() -> GameSnapshot:
            return await self.unguarded(tx, snapshot, closing=closing)

        after = await faults.caught(self.context, tx, snapshot, resolving)
        return await self.context.snapshot(tx, snapshot.table.id) if after is None else after

    async def unguarded(self, tx: Tx, snapshot: GameSnapshot, *, closing: bool = False) -> GameSnapshot:
        """The same, for callers that look after faults themselves: it raises what goes wrong."""
        stepwise = snapshot.phase.number is not None and not snapshot.phase.sealed
        kept = await drafts.counting(tx, snapshot.table.id, snapshot.phase.turn)
        orders: dict[Seat, Sequence[Any]] = {}
        defaults: set[Seat] = set()
        taken: set[Seat] = set()
        done: set[Seat] = set()
        for seat in sorted(snapshot.phase.owing):
            sheet, view = snapshot.sheet(seat), snapshot.view(seat)
            if sheet in done:  # one sheet of several seats counts once
                continue
            done.add(sheet)
            given = ()
            if sheet in kept:
                given = tuple(o for text in kept[sheet].orders for o in snapshot.game.parse(view, text))
            default = snapshot.game.default(view)
            if not given and default is not None:
                (taken if sheet in kept and kept[sheet].ready else defaults).add(seat)
                orders[seat] = default
            elif given and default is not None and closing and stepwise:
                orders[seat] = snapshot.game.join(view, given, default)
            elif given and default is not None and snapshot.presenter.many:
                orders[seat] = snapshot.game.join(view, default, given)
            elif given:
                orders[seat] = given
        return await self.turns.resolve(tx, snapshot, orders, defaults, taken)
