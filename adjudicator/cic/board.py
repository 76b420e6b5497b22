"""The board of Commander-In-Chief: squares, Land and Sea, and the lines that pieces move along.

A square is an int 8·file + rank, both from 0, so that squares sort as their names do. A board is a
string of 64 letters: capitals are Light's pieces, small letters Dark's, "." is empty.
Source: Board; Pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

FILES = "abcdefgh"
SQUARES = tuple(f"{file}{rank}" for file in FILES for rank in range(1, 9))
INDEX = {name: square for square, name in enumerate(SQUARES)}

EMPTY = "."
AIR = "FBH"
SURFACE = "CTSDAK"
NAMES = {
    "A": "Amphibian",
    "B": "Bomber",
    "C": "Commander",
    "D": "Destroyer",
    "F": "Fighter",
    "H": "Helicopter",
    "K": "King Amphibian",
    "S": "Submarine",
    "T": "Tank",
}
VALUES = {"A": 1, "K": 1, "T": 2, "S": 3, "D": 3, "H": 4, "F": 4, "B": 5, "C": 7}
"""Points for a captured piece. Source: Winning; Ruling (a King Amphibian counts 1)."""

# Light's steps; Dark's are the negatives. Orthogonal ones join squares of one colour. Source: Board.
FORWARD, BACKWARD, LEFT, RIGHT = (1, 1), (-1, -1), (-1, 1), (1, -1)
FORWARD_RIGHT, FORWARD_LEFT, BACKWARD_LEFT, BACKWARD_RIGHT = (1, 0), (0, 1), (-1, 0), (0, -1)
ORTHOGONAL = (FORWARD, BACKWARD, LEFT, RIGHT)
DIAGONAL = (FORWARD_RIGHT, FORWARD_LEFT, BACKWARD_LEFT, BACKWARD_RIGHT)
EIGHT = ORTHOGONAL + DIAGONAL
AHEAD = (FORWARD, FORWARD_LEFT, FORWARD_RIGHT)
SUBMERGED = (LEFT, RIGHT, *DIAGONAL)

_ROWS = ("C", "FF", "TBT", "SHHS", "AADAA")
"""Light's set-up, row by row from a1, each row from the lowest rank up (c1 … a3 is T B T)."""

Step = tuple[int, int]
Ray = tuple[int, ...]


def region(square: int) -> str:
    """Tell whose Land a square is, or that it is Sea.

    >>> region(INDEX["c3"]), region(INDEX["d3"]), region(INDEX["h4"])
    ('light', 'sea', 'dark')
    """
    total = square // 8 + square % 8
    return "light" if total <= 4 else "dark" if total >= 10 else "sea"


REGIONS = tuple(region(square) for square in range(64))


def start_board() -> str:
    """Return the set-up of both sides."""
    letters = [EMPTY] * 64
    for total, row in enumerate(_ROWS):
        for rank, letter in enumerate(row):
            square = 8 * (total - rank) + rank
            letters[square] = letter
            letters[63 - square] = letter.lower()
    return "".join(letters)


@dataclass(frozen=True, slots=True)
class Lines:
    """Where one side's pieces go, by letter and square.

    stopped: letter -> square -> rays; the first piece on a ray ends it (it may be captured)
    jumping: the same, but only a blocker ends a ray
    hops:    square -> (target, squares next to the start where a blocker forbids it)
    """

    stopped: dict[str, tuple[tuple[Ray, ...], ...]]
    jumping: dict[str, tuple[tuple[Ray, ...], ...]]
    hops: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...]


@cache
def lines(side: int) -> Lines:
    """Return the lines of Dark (0) or Light (1); letters are those on the board."""
    own, enemy = ("dark", "light") if side == 0 else ("light", "dark")
    sign = -1 if side == 0 else 1
    anywhere = frozenset({"light", "dark", "sea"})

    def ray(square: int, step: Step, reach: int, where: frozenset[str] = anywhere) -> Ray:
        """List up to `reach` squares on in one direction, all of them in the regions `where`."""
        file, rank = divmod(square, 8)
        squares: list[int] = []
        for _ in range(reach):
            file, rank = file + sign * step[0], rank + sign * step[1]
            if not (0 <= file < 8 and 0 <= rank < 8) or REGIONS[8 * file + rank] not in where:
                break
            squares.append(8 * file + rank)
        return tuple(squares)

    def rays(square: int, reaches: dict[Step, int], where: frozenset[str] = anywhere) -> tuple[Ray, ...]:
        found = (ray(square, step, reach, where) for step, reach in reaches.items())
        return tuple(squares for squares in found if squares)

    sea, home = frozenset({"sea"}), frozenset({own})
    warplane = dict.fromkeys(ORTHOGONAL, 3) | dict.fromkeys(DIAGONAL, 2)

    def destroyer(square: int) -> tuple[Ray, ...]:
        steps = AHEAD if REGIONS[square] == own else EIGHT
        return rays(square, dict.fromkeys(steps, 1), sea)

    def submarine(square: int) -> tuple[Ray, ...]:
        if REGIONS[square] == own:
            return rays(square, {FORWARD: 1}, sea)
        return rays(square, dict.fromkeys(SUBMERGED, 2), sea)

    def commander(square: int) -> tuple[Ray, ...]:
        near = rays(square, dict.fromkeys(EIGHT, 1))
        if REGIONS[square] != enemy:
            return near
        far = rays(square, dict.fromkeys(EIGHT, 2), frozenset({enemy}))
        reached = {squares[0] for squares in far}
        return far + tuple(squares for squares in near if squares[0] not in reached)

    squares = range(64)
    stopped = {
        "A": tuple(rays(square, dict.fromkeys(AHEAD, 1)) for square in squares),
        "K": tuple(rays(square, dict.fromkeys(EIGHT, 2)) for square in squares),
        "D": tuple(destroyer(square) for square in squares),
        "T": tuple(rays(square, dict.fromkeys(DIAGONAL, 2), home) for square in squares),
        "F": tuple(rays(square, warplane) for square in squares),
        "C": tuple(commander(square) for square in squares),
    }
    jumping = {
        "S": tuple(submarine(square) for square in squares),
        "B": tuple(rays(square, warplane) for square in squares),
    }
    if side == 0:
        stopped = {letter.lower(): table for letter, table in stopped.items()}
        jumping = {letter.lower(): table for letter, table in jumping.items()}
    return Lines(stopped, jumping, tuple(_hops(square) for square in squares))


def _hops(square: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return a Helicopter's targets: Chebyshev distance exactly 2, each with the squares next to the start
    where a blocker forbids it: in direction d it forbids 2·d and both ring neighbours of 2·d."""
    file, rank = divmod(square, 8)
    found = []
    for df in range(-2, 3):
        for dr in range(-2, 3):
            if max(abs(df), abs(dr)) != 2 or not (0 <= file + df < 8 and 0 <= rank + dr < 8):
                continue
            guards = []
            for gf, gr in EIGHT:
                beside = abs(df - 2 * gf) + abs(dr - 2 * gr) <= 1  # 2·d itself, or next to it on the ring
                if beside and 0 <= file + gf < 8 and 0 <= rank + gr < 8:
                    guards.append(8 * (file + gf) + rank + gr)
            found.append((8 * (file + df) + rank + dr, tuple(guards)))
    return tuple(found)
