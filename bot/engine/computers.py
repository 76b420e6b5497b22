"""Computers at a table: which games they play, and a new one for a seat."""

from __future__ import annotations

from adjudicator.game import AnyGame
from bot.storage.computers import computer
from bot.storage.database import Tx
from bot.storage.league_records import Sitting
from bot.storage.records import Player
from bot.storage.rows import find
from engines import registry
from engines.engine import Level


def has_engine(game: AnyGame) -> bool:
    """Whether computers can play this game."""
    return game.key in registry.PLACES


def new_computer(tx: Tx, table_id: str, level: Level) -> int:
    """Return the id of a computer that has never played in this game."""
    users = {player.user_id for player in find(tx, Player, table_id=table_id)}
    users |= {sitting.user_id for sitting in find(tx, Sitting, table_id=table_id)}
    return next(found for number in range(1, 1000) if (found := computer(level, number)) not in users)
