"""Orders of Commander-In-Chief and their text.

``e1-e2`` move, ``e1xe2`` capture, ``e1*e2`` attack on an enhancement, ``enhance b2 c2`` or
``enhance none`` in the setup, ``concede``, ``draw``. Source: Orders.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from adjudicator.base_game import DECLARATIONS, read_lines
from adjudicator.cic.board import ALL, INDEX, SQUARES, generate
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare
from adjudicator.text import nearest

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


def parse_line(board: str, side: int, enhanced: frozenset[int], line: str) -> Order:
    """Read an order from one tidy line. A missing sign is filled in. Raises NotUnderstoodError."""
    low = line.lower()
    word, *rest = low.replace(",", " ").split() or [low]
    if low in DECLARATIONS:
        return Declare(low)
    if word == "enhance":
        return Enhance(_squares(line, rest))
    match = _MOVE.fullmatch(low)
    if match is None:
        for name in re.findall(r"\b[a-z]\d+\b", low):
            if name not in INDEX:
                raise NotUnderstoodError(line, f"{name} is not on the board; the squares are a1 to h8")
        if low in INDEX:
            raise NotUnderstoodError(
                line, "one square; a move is two, from and to", _moves_from(board, side, enhanced, INDEX[low])
            )
        guess = nearest(word, ("enhance", *DECLARATIONS))
        raise NotUnderstoodError(
            line, "not an order. A move is two squares, such as e7-e6; there are also draw and concede", guess
        )
    letter, start, written, end = match.groups()
    origin, target = INDEX[start], INDEX[end]
    if letter and board[origin].lower() != letter:
        raise NotUnderstoodError(
            line, f"the piece on {start} is not {letter.upper()}; the squares are enough"
        )
    unsigned = written in (None, "to")
    sign = sign_for(board, side, enhanced, target) if unsigned else _SIGNS[written[0]]
    return move(origin, target, sign)


def _moves_from(board: str, side: int, enhanced: frozenset[int], origin: int) -> list[str]:
    """Return what the piece on a square could do if it were its turn."""
    codes = [code for code in generate(board, side, ALL[side]) if code >> 6 == origin]
    return sorted(str(move(origin, code & 63, sign_for(board, side, enhanced, code & 63))) for code in codes)


def _squares(line: str, words: list[str]) -> tuple[int, ...]:
    """Read the squares after ``enhance``, in any order. Raises NotUnderstoodError."""
    if words == ["none"]:
        return ()
    if not words:
        raise NotUnderstoodError(line, "name the squares, such as enhance b2 c2, or say enhance none")
    found: set[int] = set()
    for word in words:
        if word not in INDEX:
            raise NotUnderstoodError(line, f"{word} is no square; they are a1 to h8")
        if INDEX[word] in found:
            raise NotUnderstoodError(line, f"{word} is named twice")
        found.add(INDEX[word])
    return tuple(sorted(found))


def parse_text(board: str, side: int, enhanced: frozenset[int], text: str) -> tuple[Order, ...]:
    """Read all orders of a message. Raises NotUnderstoodError, also for an empty one."""
    return read_lines(text, lambda line: parse_line(board, side, enhanced, line))
