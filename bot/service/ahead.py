"""Turns that play themselves: nothing can be decided, or what was given ahead fits.

The core calls `plays_itself` when a turn opens, and `apply` before it resolves such a turn. `apply` may be
called at every opening: it does nothing twice. Nobody but its owner learns of a plan that has not played.
"""

from __future__ import annotations

from adjudicator.game import Seat, texts
from bot.service.core import Loaded
from bot.storage import drafts
from bot.storage.database import Tx
from bot.storage.records import Draft


def forced(loaded: Loaded, seat: Seat) -> bool:
    """Whether the only legal sheet of an owing seat is the default of the rules, such as a forced pass. One
    legal move alone is not: that it came at once would tell, under fog, what can move."""
    if loaded.phase.key == "setup" or (loaded.presenter.many and not loaded.adjusting):
        return False
    view = loaded.view(seat)
    default = loaded.game.default(view)
    return bool(default) and sorted(texts(default or ())) == sorted(texts(loaded.game.legal(view)))


async def plays_itself(tx: Tx, loaded: Loaded) -> bool:
    """Whether the open turn would play itself now: every owing seat is ready, or forced, or has a plan that
    fits."""
    if loaded.step.kind == "undo" or not loaded.phase.owing:
        return False  # whoever took a turn back wants to look at it
    kept = await drafts.of_table(tx, loaded.table.id, loaded.phase.turn)
    for seat in loaded.phase.owing:
        draft = kept.get(loaded.sheet(seat))
        if draft is not None and not draft.ready:
            return False
        if draft is None and not forced(loaded, seat):
            return False
    return True


async def apply(tx: Tx, loaded: Loaded, now: float) -> None:
    """Put on the sheets of the owing seats what plays itself, as ready drafts; where something is there
    already it stays. Trims the plans; their owners are told."""
    if loaded.step.kind == "undo":
        return
    kept = await drafts.of_table(tx, loaded.table.id, loaded.phase.turn)
    for seat in sorted(loaded.phase.owing):
        if loaded.sheet(seat) not in kept and forced(loaded, seat):
            orders = tuple(texts(loaded.game.default(loaded.view(seat)) or ()))
            user = loaded.player(seat).user_id
            sheet, turn = loaded.sheet(seat), loaded.phase.turn
            ready = Draft(
                table_id=loaded.table.id,
                seat=sheet,
                turn=turn,
                orders=orders,
                ready=True,
                user_id=user,
                at=now,
            )
            await drafts.put(tx, ready)
            kept = {**kept, sheet: ready}
