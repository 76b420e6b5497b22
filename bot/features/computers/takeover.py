"""Seats that nobody plays any more, played on by a computer until somebody takes them: `absence=computer`."""

from __future__ import annotations

from adjudicator.game import Seat
from bot.common.message import buttons, plain_name
from bot.engine import posts
from bot.engine.computers import has_engine, new_computer
from bot.engine.context import Context
from bot.engine.presence import PLAYED_ON
from bot.engine.snapshot import GameSnapshot
from bot.features.computers import text
from bot.features.substitutes import handover, offers
from bot.storage import players
from bot.storage.computers import name_of
from bot.storage.database import Tx
from engines.engine import Level

LEVEL = Level.CAPTAIN
"""How strong who plays an abandoned seat on is."""


def play_on(context: Context, tx: Tx, snapshot: GameSnapshot, seat: Seat, why: str, now: float) -> bool:
    """Give an abandoned seat to a computer, and offer it; whether that was done. why: half a sentence"""
    if not has_engine(snapshot.game) or not snapshot.plays(seat) or snapshot.computer(seat):
        return False
    snapshot = context.snapshot(tx, snapshot.table.id)  # another seat may have changed hands
    old, table = snapshot.player(seat), snapshot.table
    user_id = new_computer(tx, table.id, LEVEL)
    after = handover.hand_over(context, tx, snapshot, seat, user_id, name_of(user_id), why, now)
    players.change(tx, table.id, user_id, offered_at=now, offered_why=PLAYED_ON)
    side = after.presenter.seat_name(seat)
    told = text.PLAYS_ON(side=side, before=plain_name(old.name))
    key, rows = f"plays-on/{seat}/{now:.3f}", [buttons(offers.take_button(after, seat))]
    posts.say(tx, table, key, told, now, rows=rows)
    back = text.TAKE_BACK(code=table.id, side=side, channel=table.channel_id)
    posts.tell(tx, table, old.user_id, f"{key}/back", back, now)
    return True
