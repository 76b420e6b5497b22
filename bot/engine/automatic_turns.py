"""Turns that play themselves: no seat has a choice, or what was given ahead fits.

`plays_itself` is asked when a turn opens; `play` runs then, or before a turn that plays itself is resolved,
and when a deadline has passed.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.game import Seat, texts
from bot.engine.snapshot import GameSnapshot
from bot.storage import drafts
from bot.storage.database import Tx
from bot.storage.records import Draft


def forced(snapshot: GameSnapshot, seat: Seat) -> bool:
    """Whether the only legal sheet of an owing seat is the default of the rules, such as a forced pass. One
    legal move alone is not: that it came at once would tell, under fog, what can move."""
    if snapshot.phase.key == "setup" or (snapshot.presenter.many and not snapshot.adjusting):
        return False
    view = snapshot.view(seat)
    default = snapshot.game.default(view)
    return bool(default) and sorted(texts(default or ())) == sorted(texts(snapshot.game.legal(view)))


async def plays_itself(tx: Tx, snapshot: GameSnapshot) -> bool:
    """Whether the open turn would play itself now: every owing seat is ready, or forced, or has given orders
    ahead that fit."""
    if not snapshot.phase.owing or snapshot.brought_back:
        return False
    kept = await drafts.counting(tx, snapshot.table.id, snapshot.phase.turn)
    for seat in sorted(snapshot.phase.owing):
        draft = kept.get(snapshot.sheet(seat))
        if draft is not None and not draft.ready:
            return False
        if draft is None and not forced(snapshot, seat) and not await _has_order_ahead(tx, snapshot, seat):
            return False
    return True


async def play(tx: Tx, snapshot: GameSnapshot, now: float, *, late: bool = False) -> None:
    """Put on the sheets of the owing seats what plays itself, as ready drafts; where something is there
    already it stays. Done twice it does nothing more.

    late: the deadline has passed, so what waits in a queue counts, too
    """
    kept = dict(await drafts.counting(tx, snapshot.table.id, snapshot.phase.turn))
    for seat in sorted(snapshot.phase.owing):
        must, draft = forced(snapshot, seat), kept.get(snapshot.sheet(seat))
        put: Draft | None = None
        for play_ahead in snapshot.hooks.play_ahead:
            put = put or await play_ahead(tx, snapshot, seat, draft or put, now, forced=must, late=late)
        if put is None and draft is None and must and (late or not snapshot.brought_back):
            default = snapshot.game.default(snapshot.view(seat)) or ()
            put = await put_sheet(tx, snapshot, seat, texts(default), now, ready=True)
        if put is not None:
            kept[put.seat] = put


async def put_sheet(
    tx: Tx, snapshot: GameSnapshot, seat: Seat, orders: Sequence[str], now: float, *, ready: bool
) -> Draft:
    """Store these orders as the seat's sheet of the open turn; the draft that they are."""
    draft = Draft(
        table_id=snapshot.table.id,
        seat=snapshot.sheet(seat),
        turn=snapshot.phase.turn,
        orders=tuple(orders),
        ready=ready,
        user_id=snapshot.player(seat).user_id,
        at=now,
    )
    await drafts.put(tx, draft)
    return draft


async def _has_order_ahead(tx: Tx, snapshot: GameSnapshot, seat: Seat) -> bool:
    for has_order_ahead in snapshot.hooks.has_order_ahead:
        if await has_order_ahead(tx, snapshot, seat):
            return True
    return False
