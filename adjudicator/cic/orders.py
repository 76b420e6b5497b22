"""Orders of Commander-In-Chief and their text.

``e1-e2`` move, ``e1xe2`` capture, ``e1*e2`` attack on an enhancement, ``enhance b2 c2`` or
``enhance none`` in the setup, ``concede``, ``draw``. Source: Orders.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from adjudicator.base_game import DECLARATIONS, read_lines
from adjudicator.cic.board import ALL, EMPTY, INDEX, NAMES, SQUARES, generate
from adjudicator.cic.text import (
    CAN,
    CANNOT_MOVE,
    NAME_THE_PIECES,
    NAMED_TWICE,
    NO_PIECE,
    NONE_GOES,
    NOT_AN_ORDER,
    OFF_BOARD,
    OTHER_PIECE,
    OTHERS,
    SEVERAL,
)
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare
from adjudicator.near import Way, meant, places, plain
from adjudicator.text import article, listing, nearest

MOVE, CAPTURE, ATTACK = "-", "x", "*"


@dataclass(frozen=True, slots=True)
class Move:
    """One piece's move. origin, target: squares; sign: MOVE, CAPTURE or ATTACK."""

    origin: int
    target: int
    sign: str

    def __str__(self) -> str:
        return f"{SQUARES[self.origin]}{self.sign}{SQUARES[self.target]}"


@dataclass(frozen=True, slots=True)
class Enhance:
    """The secret choice of pieces: their start squares, ascending, each once."""

    squares: tuple[int, ...]

    def __str__(self) -> str:
        return "enhance " + (" ".join(SQUARES[square] for square in self.squares) or "none")


Order: TypeAlias = Move | Enhance | Declare

_SIGNS = {
    "-": MOVE,
    "–": MOVE,
    "—": MOVE,
    "−": MOVE,
    "‑": MOVE,
    "→": MOVE,
    ">": MOVE,
    "x": CAPTURE,
    "×": CAPTURE,
    "*": ATTACK,
}
_MOVE = re.compile(r"([abcdfhkst])?([a-h][1-8])\s*([-–—−‑→>x×*]|->|to)?\s*([a-h][1-8])", re.IGNORECASE)
_MOVED = re.compile(r"[a-h][1-8]{2}$")
"""Matches "e76", which may be e7-e6."""


@lru_cache(maxsize=3 * 64 * 64)
def move(origin: int, target: int, sign: str) -> Move:
    """Make a Move; equal ones are one object, since generation makes many."""
    return Move(origin, target, sign)


def sign_for(board: str, side: int, enhanced: frozenset[int], target: int) -> str:
    """Return the sign of a move of `side` onto `target`.

    On an own piece (never legal) it is that of a plain move.
    """
    there = board[target]
    if there == "." or there.isupper() == (side == 1):
        return MOVE
    return ATTACK if target in enhanced else CAPTURE


def parse_line(
    board: str, side: int, enhanced: frozenset[int], line: str, legal: Callable[[], Sequence[Move]]
) -> Order:
    """Read an order from one tidy line. A missing sign is filled in. A line that is nearly a move is the one
    legal move that it fits. Raises NotUnderstoodError."""
    low = line.lower()
    word, *rest = low.replace(",", " ").split() or [low]
    if low in DECLARATIONS:
        return Declare(low)
    if word == "enhance":
        return Enhance(_squares(line, rest))
    match = _MOVE.fullmatch(low)
    if match is None:
        return _nearly(board, side, enhanced, line, legal)
    letter, start, written, end = match.groups()
    origin, target = INDEX[start], INDEX[end]
    if letter and board[origin].lower() != letter:
        raise NotUnderstoodError(line, _wrong_letter(board, origin, letter))
    unsigned = written in (None, "to")
    sign = sign_for(board, side, enhanced, target) if unsigned else _SIGNS[written[0]]
    return move(origin, target, sign)


def _wrong_letter(board: str, origin: int, letter: str) -> str:
    if board[origin] == EMPTY:
        return NO_PIECE(square=SQUARES[origin])
    stands, other = article(NAMES[board[origin].upper()]), article(NAMES[letter.upper()])
    return OTHER_PIECE(square=SQUARES[origin], piece=stands, other=other)


def _nearly(
    board: str, side: int, enhanced: frozenset[int], line: str, legal: Callable[[], Sequence[Move]]
) -> Order:
    """Find the one legal move that a line may mean. Raises NotUnderstoodError, which says what would do."""
    low = line.lower()
    for name in re.findall(r"\b[a-z]\d+\b", low):
        if name not in INDEX and not _MOVED.match(name):
            raise NotUnderstoodError(line, OFF_BOARD(square=name))
    ways = [
        (each, Way(SQUARES[each.origin], SQUARES[each.target], NAMES[board[each.origin].upper()]))
        for each in legal()
    ]
    found = meant(low, ways)
    if len(found) == 1:
        return found[0]
    if found:
        moves = [str(each) for each in found]
        raise NotUnderstoodError(line, SEVERAL(moves=listing(moves)), moves)
    if low in INDEX and board[INDEX[low]] in ALL[side]:
        options = _moves_from(board, side, enhanced, INDEX[low])
        raise NotUnderstoodError(line, reach(board, INDEX[low], options), map(str, options))
    both = re.fullmatch("([a-h][1-8])([a-h][1-8])", plain(low))
    if both is not None:
        origin, target = INDEX[both[1]], INDEX[both[2]]
        return move(origin, target, sign_for(board, side, enhanced, target))
    if low in INDEX and ways:
        raise NotUnderstoodError(line, NONE_GOES(square=low))
    guess = nearest(low.split()[0], ("enhance", *DECLARATIONS))
    raise NotUnderstoodError(line, NOT_AN_ORDER, guess)


def _moves_from(board: str, side: int, enhanced: frozenset[int], origin: int) -> list[Move]:
    """Return what the piece on a square could do if it were its turn."""
    codes = [code & 63 for code in generate(board, side, ALL[side]) if code >> 6 == origin]
    return sorted(
        (move(origin, target, sign_for(board, side, enhanced, target)) for target in codes), key=str
    )


def reach(board: str, origin: int, options: Sequence[Move], toward: int | None = None) -> str:
    """Describe what a piece is and can do. toward: where it was meant to go

    >>> reach("." * 32 + "A" + "." * 31, 32, [move(32, INDEX["f1"], "-"), move(32, INDEX["f2"], "x")])
    'e1 is an Amphibian: it can go to f1, or capture on f2'
    """
    wanted = origin if toward is None else toward

    def far(name: str) -> int:
        return distance(INDEX[name], wanted)

    told = {"square": SQUARES[origin], "piece": article(NAMES[board[origin].upper()])}
    targets = {
        word: places([SQUARES[each.target] for each in options if each.sign == sign], far, OTHERS)
        for word, sign in (("go", MOVE), ("capture", CAPTURE), ("attack", ATTACK))
    }
    some = {word: listed for word, listed in targets.items() if listed}
    return CAN[", ".join(some)](**told, **some) if some else CANNOT_MOVE(**told)


def distance(a: int, b: int) -> int:
    """Count the steps between two squares, in any of the eight directions."""
    return max(abs(a // 8 - b // 8), abs(a % 8 - b % 8))


def _squares(line: str, words: list[str]) -> tuple[int, ...]:
    """Read the squares after ``enhance``, in any order. Raises NotUnderstoodError."""
    if words == ["none"]:
        return ()
    if not words:
        raise NotUnderstoodError(line, NAME_THE_PIECES)
    found: set[int] = set()
    for word in words:
        if word not in INDEX:
            raise NotUnderstoodError(line, OFF_BOARD(square=word))
        if INDEX[word] in found:
            raise NotUnderstoodError(line, NAMED_TWICE(square=word))
        found.add(INDEX[word])
    return tuple(sorted(found))


def parse_text(
    board: str,
    side: int,
    enhanced: frozenset[int],
    text: str,
    legal: Callable[[], Sequence[Move]] = lambda: (),
) -> tuple[Order, ...]:
    """Read all orders of a message. legal: the moves of whoever is to move now. Raises NotUnderstoodError,
    also for an empty one."""
    return read_lines(text, lambda line: parse_line(board, side, enhanced, line, legal))
