"""What pieces are worth, and where: tables by letter and square, of light less dark.

In a points game a piece is worth first of all its points. A position's worth changes with each move by a few
entries of a table, so no board is ever counted anew in a search.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from adjudicator.cic.board import EMPTY, REGIONS, VALUES, lines

POINT = 100
"""A point of the game, in the units of a value."""

FIGHTING = {"A": 90, "K": 370, "S": 270, "D": 260, "T": 190, "H": 430, "F": 500, "B": 600, "C": 0}
"""What a piece can do, in the units of a value. The Commander is beyond price, or seven points."""

_REACH = {"A": 0, "K": 2, "S": 4, "D": 5, "T": 4, "H": 4, "F": 3, "B": 3, "C": 0}
"""What a square more that a piece could reach on an empty board is worth."""
_NEAR = {"A": 0, "K": 7, "S": 4, "D": 7, "T": 0, "H": 5, "F": 5, "B": 4, "C": -6}
"""What a step nearer to the enemy's corner is worth."""
_ADVANCE = (0, 0, 0, 0, 0, 6, 14, 24, 40, 90)
"""What an Amphibian's way is worth, by the steps of its square from the own corner."""
_TIED = 8
"""What a Submarine or Destroyer that has not left the Land is worth less: it has a duty still."""


@dataclass(frozen=True, slots=True)
class Tables:
    """worth:    by letter and square, seen by Light
    enhanced: by letter, what an enhancement of that piece is worth, seen by Light"""

    worth: dict[str, tuple[int, ...]]
    enhanced: dict[str, int]


@cache
def tables(commander: bool) -> Tables:
    """Return the tables of a game. commander: whether its objective is the Commander, not points"""
    worth: dict[str, tuple[int, ...]] = {EMPTY: (0,) * 64}
    enhanced = {EMPTY: 0}
    for letter, fighting in FIGHTING.items():
        base = fighting if commander else VALUES[letter] * POINT + fighting // 4
        light = tuple(base + _place(letter, square) for square in range(64))
        worth[letter] = light
        worth[letter.lower()] = tuple(-light[63 - square] for square in range(64))
        enhanced[letter] = 150 if letter == "C" else base * 3 // 10
        enhanced[letter.lower()] = -enhanced[letter]
    return Tables(worth, enhanced)


def _place(letter: str, square: int) -> int:
    """Say what a square is worth to a piece of Light."""
    file, rank = divmod(square, 8)
    if letter == "A":
        return _ADVANCE[min(9, file + rank)] - abs(file - rank)
    distance = max(7 - file, 7 - rank)
    found = _REACH[letter] * _reached(letter, square) + _NEAR[letter] * (7 - distance)
    if letter in "SD" and REGIONS[square] == "light":
        found -= _TIED
    return found


def _reached(letter: str, square: int) -> int:
    """Count the squares that a piece of Light reaches from there on an empty board."""
    table = lines(1)
    if letter == "H":
        return len(table.hops[square])
    rays = (table.jumping if letter in table.jumping else table.stopped)[letter][square]
    return sum(len(ray) for ray in rays)


def weigh(board: str, enhanced: int, commander: bool) -> int:
    """Weigh a whole board, Light less Dark. enhanced: a bit for each enhanced square"""
    found = tables(commander)
    return sum(
        found.worth[letter][square] + (found.enhanced[letter] if enhanced >> square & 1 else 0)
        for square, letter in enumerate(board)
    )


def points(letter: str) -> int:
    """Return the points of a piece on the board; of an empty square none."""
    return VALUES.get(letter.upper(), 0)
