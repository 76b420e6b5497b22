"""Resolving a turn with the sheets there are: as soon as nobody is missing, at its deadline, or by hand.

Whether nobody is missing is looked at here alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.game import Seat
from bot.engine import faults, ready_counts, timing
from bot.engine.context import Core
from bot.engine.snapshot import Loaded
from bot.engine.turns import Turns
from bot.storage import drafts
from bot.storage.database import Tx

UNREAD = 5
"""Seconds that a turn of several sheets waits at least, once all are ready, while messages of an outage are
read: there may be more of them about it, and somebody may be waiting until theirs are read."""


class Resolving:
    def __init__(self, core: Core, turns: Turns) -> None:
        self.core = core
        self.turns = turns

    async def due(self, tx: Tx, loaded: Loaded) -> float | None:
        """When the open turn resolves if nobody is missing; None: somebody is, or the game is paused. After a
        fault of ours everybody who is ready anew makes us try again."""
        stopped = loaded.pause is not None and loaded.pause.cause != "fault"
        if not loaded.phase.owing or stopped or await self.core.missing(tx, loaded):
            return None
        if loaded.pause is not None:
            return self.core.clock.now()
        begun = await self.core.soon(tx, loaded)
        if begun is not None:  # who is ready once more holds nobody up
            return begun
        sheets = {loaded.sheet(seat) for seat in loaded.phase.owing}
        stepwise = loaded.phase.number is not None and not loaded.phase.sealed
        house = loaded.house
        alone = 0 if stepwise else house.takeback_seconds
        undo = max(house.undo_seconds, UNREAD if self.core.reading else 0)
        return self.core.clock.now() + (undo if len(sheets) > 1 else alone)

    async def complete(self, tx: Tx, loaded: Loaded) -> Loaded:
        """After anything that may have made the turn complete, but for a seat's own Ready (a declaration, a
        ruling, another player on a seat, the end of a pause): resolve it, or let the time to undo begin."""
        over = loaded.outcome is not None or loaded.pause is not None
        await timing.not_yet(tx, loaded)  # the others may think again
        due = None if over else await self.due(tx, loaded)
        if due is None:
            return loaded
        now = self.core.clock.now()
        if due <= now:
            return await self.resolve(tx, loaded)
        await timing.soon(tx, loaded, due, now)
        await ready_counts.edit(tx, loaded, now)
        return loaded

    async def resolve(self, tx: Tx, loaded: Loaded, *, closing: bool = False) -> Loaded:
        """Resolve the turn with every sheet there is (the deadline; or all are ready). Whoever gave nothing
        takes the default of the rules, and so does a unit without an order. If it cannot be resolved, all is
        as it was, but the game is paused, and everybody is told.

        closing: time is up, so where a turn takes several resolutions the default ends it after the sheet
        """

        async def resolving() -> Loaded:
            return await self.unguarded(tx, loaded, closing=closing)

        after = await faults.caught(self.core, tx, loaded, resolving)
        return await self.core.loaded(tx, loaded.table.id) if after is None else after

    async def unguarded(self, tx: Tx, loaded: Loaded, *, closing: bool = False) -> Loaded:
        """The same, for callers that look after faults themselves: it raises what goes wrong."""
        stepwise = loaded.phase.number is not None and not loaded.phase.sealed
        kept = await drafts.counting(tx, loaded.table.id, loaded.phase.turn)
        orders: dict[Seat, Sequence[Any]] = {}
        defaults: set[Seat] = set()
        taken: set[Seat] = set()
        done: set[Seat] = set()
        for seat in sorted(loaded.phase.owing):
            sheet, view = loaded.sheet(seat), loaded.view(seat)
            if sheet in done:  # one sheet of several seats counts once
                continue
            done.add(sheet)
            given = ()
            if sheet in kept:
                given = tuple(o for text in kept[sheet].orders for o in loaded.game.parse(view, text))
            default = loaded.game.default(view)
            if not given and default is not None:
                (taken if sheet in kept and kept[sheet].ready else defaults).add(seat)
                orders[seat] = default
            elif given and default is not None and closing and stepwise:
                orders[seat] = loaded.game.join(view, given, default)
            elif given and default is not None and loaded.presenter.many:
                orders[seat] = loaded.game.join(view, default, given)
            elif given:
                orders[seat] = given
        return await self.turns.resolve(tx, loaded, orders, defaults, taken)
