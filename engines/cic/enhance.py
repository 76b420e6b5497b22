"""Which pieces to enhance, in secret, before the first move."""

from __future__ import annotations

from random import Random

from adjudicator.cic.board import start_board
from adjudicator.cic.explain import start_squares
from adjudicator.cic.state import CicOptions
from engines.engine import Level

_WEIGHT = {
    "commander": {"C": 9, "B": 8, "F": 7, "H": 5, "S": 2, "D": 2, "T": 2, "A": 1},
    "points": {"C": 8, "B": 8, "F": 7, "H": 6, "S": 2, "D": 2, "T": 1, "A": 1},
}
"""How much a piece of a kind gains by it, by objective: those that fight in front, and the Commander."""
_WHIM = {Level.RECRUIT: 9, Level.SERGEANT: 5, Level.CAPTAIN: 3, Level.GENERAL: 3}
"""How far the lot may change that, so that nobody knows the choice."""


def chosen(options: CicOptions, side: int, level: Level, random: Random) -> tuple[int, ...]:
    """Choose squares, ascending."""
    weight, board = _WEIGHT[options.objective], start_board()
    wanted = [
        (10 * weight[board[square].upper()] + random.randrange(10 * _WHIM[level]), square)
        for square in start_squares(side)
    ]
    wanted.sort(reverse=True)
    return tuple(sorted(square for _, square in wanted[: options.enhanced[side]]))
