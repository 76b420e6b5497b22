"""A line on the first order desk of somebody who is new to a game."""

from __future__ import annotations

from adjudicator.game import Seat
from bot.engine.snapshot import GameSnapshot
from bot.features.learn import store, text
from bot.storage.database import Tx


def desk_lines(tx: Tx, snapshot: GameSnapshot, seat: Seat) -> list[str]:
    """Where to learn the game, before the seat's first orders."""
    if snapshot.phase.turn >= len(snapshot.seats) or seat not in snapshot.phase.owing:
        return []
    user = snapshot.player(seat).user_id
    return [text.NEW_TO_GAME(game=snapshot.game.name)] if store.is_new(tx, user, snapshot.game.key) else []
