"""When to offer or accept a draw, and when to give up."""

from __future__ import annotations

from engines.nemein.evaluate import WON
from engines.nemein.position import Position

_EVEN = 60
_LONG = 40
"""Turns in a row without an attack or a new house that are long enough for an offer."""
_OFTEN = 20
"""Each seat offers once in so many turns at most."""


def patience(position: Position) -> int:
    """Return how far from 0 a value counts as even: the longer nothing happens, the farther, so that two
    fortresses do not stand for ever where the quiet turns have no limit."""
    return _EVEN + max(0, position.quiet - 2 * _LONG) * 10


def is_time_to_offer(position: Position) -> bool:
    """Return whether a seat may offer a draw now, if the game is even."""
    quiet = position.quiet
    return quiet >= _LONG and quiet % _OFTEN in (10, 11) and position.houses[0] == position.houses[1]


def is_hopeless(position: Position, value: int) -> bool:
    """Return whether the mover loses whatever it does, and is far behind in units too."""
    mine, theirs = position.units[position.mover], position.units[1 - position.mover]
    return value < -WON // 2 and 3 * mine <= theirs
