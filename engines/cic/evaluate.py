"""What pieces are worth, and where: tables by letter and square, of light less dark.

In a points game a piece is worth first of all its points. A position's worth changes with each move by a few
entries of a table, so no board is ever counted anew in a search.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from adjudicator.cic.board import EMPTY, REGIONS, VALUES, lines
from adjudicator.cic.orders import distance

POINT = 100
"""A point of the game, in the units of a value."""

FIGHTING = {"A": 90, "K": 370, "S": 270, "D": 260, "T": 190, "H": 430, "F": 500, "B": 600, "C": 0}
"""What a piece can do, in the units of a value. The Commander is beyond price, or seven points."""

FORCE = {"A": 2, "K": 4, "S": 2, "D": 2, "T": 0, "H": 4, "F": 5, "B": 6, "C": 0}
"""How much a piece helps to hunt a Commander down; a Tank never leaves home."""
FORCES = {letter: each for kind, each in FORCE.items() for letter in (kind, kind.lower())} | {EMPTY: 0}
ENOUGH = 16
"""With less force than that a lead is worth less: a Commander among Tanks holds out against one piece."""

_REACH = {"A": 0, "K": 2, "S": 4, "D": 5, "T": 4, "H": 4, "F": 3, "B": 3, "C": 0}
"""What a square more that a piece could reach on an empty board is worth."""
_NEAR = {"A": 0, "K": 6, "S": 4, "D": 6, "T": 0, "H": 4, "F": 4, "B": 3, "C": 0}
"""What a step nearer to the enemy's Commander is worth."""
_AIM = {"A": 0, "K": 8, "S": 0, "D": 0, "T": 0, "H": 8, "F": 9, "B": 9, "C": 0}
"""What it is worth that a piece would reach, on an empty board, the enemy's Commander or a square beside it;
for each such square, up to `_MOST`."""
_MOST = 3
_HOME = 6
"""What a step is worth that a Commander stays nearer to its corner."""
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


@lru_cache(maxsize=64)
def tables(commander: bool, homes: tuple[int, int]) -> Tables:
    """Return the tables for a search. commander: whether the objective is the Commander, not points; homes:
    where Dark's and Light's stand when it begins, -1: it is lost"""
    worth: dict[str, tuple[int, ...]] = {EMPTY: (0,) * 64}
    enhanced = {EMPTY: 0}
    dark, light = homes
    for letter, fighting in FIGHTING.items():
        base = fighting if commander else VALUES[letter] * POINT + fighting // 4
        worth[letter] = tuple(base + _place(letter, square, dark) for square in range(64))
        mirrored = 63 - light if light >= 0 else -1
        worth[letter.lower()] = tuple(-base - _place(letter, 63 - square, mirrored) for square in range(64))
        enhanced[letter] = 150 if letter == "C" else base * 3 // 10
        enhanced[letter.lower()] = -enhanced[letter]
    return Tables(worth, enhanced)


def _place(letter: str, square: int, enemy: int) -> int:
    """Say what a square is worth to a piece of Light. enemy: where Dark's Commander is, -1 nowhere"""
    file, rank = divmod(square, 8)
    if letter == "A":
        return _ADVANCE[min(9, file + rank)] - abs(file - rank)
    reached = _reached(letter, square)
    found = _REACH[letter] * len(reached)
    if letter == "C":
        return found - _HOME * max(file, rank)
    if letter in "SD" and REGIONS[square] == "light":
        found -= _TIED
    if enemy < 0:
        return found
    aimed = sum(distance(target, enemy) <= 1 for target in reached)
    return found + _NEAR[letter] * (7 - distance(square, enemy)) + _AIM[letter] * min(_MOST, aimed)


@cache
def _reached(letter: str, square: int) -> tuple[int, ...]:
    """List the squares that a piece of Light reaches from there on an empty board."""
    table = lines(1)
    if letter == "H":
        return tuple(target for target, _ in table.hops[square])
    rays = (table.jumping if letter in table.jumping else table.stopped)[letter][square]
    return tuple(target for ray in rays for target in ray)


def forces(board: str) -> tuple[int, int]:
    """Count the force of Dark and of Light."""
    return (
        sum(FORCES[letter] for letter in board if letter.islower()),
        sum(FORCES[letter] for letter in board if letter.isupper()),
    )


def weigh(board: str, enhanced: int, found: Tables) -> int:
    """Weigh a whole board, Light less Dark. enhanced: a bit for each enhanced square"""
    return sum(
        found.worth[letter][square] + (found.enhanced[letter] if enhanced >> square & 1 else 0)
        for square, letter in enumerate(board)
    )
