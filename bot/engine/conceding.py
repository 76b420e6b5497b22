"""Giving up is for good, so it is asked once more, however somebody says it."""

from __future__ import annotations

from adjudicator.game import Seat
from bot.common.errors import Refused
from bot.common.message import Button, Message, buttons, custom_id
from bot.engine.snapshot import GameSnapshot


def question(snapshot: GameSnapshot, seat: Seat) -> Message:
    """What is asked, with the game's name: the desks of several games stand in one DM. Raises Refused."""
    table, turn = snapshot.table.id, snapshot.stamp
    if not snapshot.plays(seat):
        raise Refused(f"You are out of game `{table}` already.")
    yes = Button(custom_id("concedeyes", table, None, turn), "Yes, I concede", "danger")
    no = Button(custom_id("playon", table, None, turn), "No, I play on")
    text = f"Do you really give up **{snapshot.game.name}** `{table}`? This cannot be taken back."
    return Message(text, rows=(buttons(yes, no),))
