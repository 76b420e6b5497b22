"""Drafts after something that happened out of turn: a concession or a ruling may have changed the board."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.errors import OrderError
from adjudicator.game import Seat
from bot.engine import desk_posts, timing
from bot.engine.snapshot import GameSnapshot
from bot.storage import drafts
from bot.storage.database import Tx


async def recheck(tx: Tx, snapshot: GameSnapshot, why: str, now: float, *, everyone: bool = False) -> None:
    """The same turn goes on: orders that are not legal any more are taken back, whoever gave them gets a new
    desk that says so, and time to think again. They would keep the turn from resolving.

    why: what happened, as half a sentence;  everyone: all who owe an order get a new desk
    """
    table, turn = snapshot.table, snapshot.phase.turn
    owing = {seat: snapshot.sheet(seat) for seat in sorted(snapshot.phase.owing)}
    kept = await drafts.of_table(tx, table.id, turn)
    wrong = {
        sheet for sheet in set(owing.values()) & set(kept) if not _good(snapshot, sheet, kept[sheet].orders)
    }
    for sheet in sorted(wrong):
        await drafts.clear(tx, table.id, sheet)
    if wrong:
        await timing.not_yet(tx, snapshot)
    due = timing.due(snapshot, now)
    if wrong and due is not None:
        await timing.at_least(tx, snapshot, due, now)
    for seat, sheet in owing.items():
        if sheet in wrong:
            gone = ", ".join(f"`{order}`" for order in kept[sheet].orders)
            note = f"{why}, and {gone} is not legal any more: give a new order."
        elif everyone:
            note = f"{why}: look at the board again."
        else:
            continue
        await desk_posts.put(
            tx, snapshot, seat, f"{table.id}/{snapshot.step.seq}/again/{seat}", now, note=note
        )


def _good(snapshot: GameSnapshot, seat: Seat, orders: Sequence[str]) -> bool:
    """Whether the orders on a sheet are legal as the board stands."""
    view = snapshot.view(seat)
    try:
        read = [order for text in orders for order in snapshot.game.parse(view, text)]
        if read:  # an empty sheet takes the default of the rules
            snapshot.game.check(view, read)
    except OrderError:
        return False
    return True
