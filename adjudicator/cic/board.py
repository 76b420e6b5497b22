"""The board of Commander-In-Chief: squares, Land and Sea, the lines that pieces move along, and their moves.

A square is an int 8·file + rank, both from 0, so that squares sort as their names do. A board is a string of
64 letters: capitals are Light's pieces, small letters Dark's, "." is empty. A move is origin << 6 | target;
one onto an enhanced piece is an attack that moves nothing. Source: Board; Pieces.
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


BLOCKERS = frozenset("TtBb")
ALL = ("abcdfhkst", "ABCDFHKST")
"""Letters by side: Dark, Light."""
GROUPS = {
    "": ALL,
    "air": (AIR.lower(), AIR),
    "surface": (SURFACE.lower(), SURFACE),
}
"""Letters by group of a team ("" is the whole side), then by side."""


def generate(board: str, side: int, letters: str) -> list[int]:
    """Return every move of the pieces of `side` whose letter is in `letters`, by origin."""
    table = lines(side)
    stopped, jumping, hops = table.stopped, table.jumping, table.hops
    own = ALL[side]
    moves: list[int] = []
    add = moves.append
    for origin, letter in enumerate(board):
        if letter not in letters:
            continue
        base = origin << 6
        if letter in stopped:
            for ray in stopped[letter][origin]:
                for target in ray:
                    there = board[target]
                    if there == EMPTY:
                        add(base | target)
                        continue
                    if there not in own:
                        add(base | target)
                    break
        elif letter in jumping:
            for ray in jumping[letter][origin]:
                for target in ray:
                    there = board[target]
                    if there not in own:
                        add(base | target)
                    if there in BLOCKERS:
                        break
        else:
            for target, guards in hops[origin]:
                if board[target] in own:
                    continue
                for guard in guards:
                    if board[guard] in BLOCKERS:
                        break
                else:
                    add(base | target)
    return moves


def becomes_king(letter: str, target: int) -> bool:
    """Return whether a piece that arrives there turns into a King Amphibian."""
    return (letter == "A" and REGIONS[target] == "dark") or (letter == "a" and REGIONS[target] == "light")


def play(board: str, origin: int, target: int) -> str:
    """Return the board after a move or capture; the promotion of an Amphibian included."""
    letter = board[origin]
    if letter in "Aa" and becomes_king(letter, target):
        letter = "K" if letter == "A" else "k"
    if origin < target:
        return board[:origin] + EMPTY + board[origin + 1 : target] + letter + board[target + 1 :]
    return board[:target] + letter + board[target + 1 : origin] + EMPTY + board[origin + 1 :]


def count(board: str, side: int, depth: int, commander: bool) -> int:
    """Count the leaves of the move tree `depth` ≥ 0 moves deep, without enhancements, teams and limits.

    commander: whether the capture of a Commander ends the game (nothing is below it).
    """
    if depth == 0:
        return 1
    moves = generate(board, side, ALL[side])
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        target = move & 63
        if not (commander and board[target] in "Cc"):
            total += count(play(board, move >> 6, target), 1 - side, depth - 1, commander)
    return total
