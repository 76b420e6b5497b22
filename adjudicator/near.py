"""Moves that are nearly written: what somebody may have meant, among the moves that are legal now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from adjudicator.text import Text, listing

T = TypeVar("T")
_MOST_PLACES = 8
_LONGEST_MOVE = 12

_IDLE = re.compile(
    "an|and|at|attacks?|by|captures?|from|go|goes|hits?|kills?|moves?|my|on|piece|please|takes?|the|to|with"
)
"""Words that say nothing of which move is meant."""


def nearly(typed: str, written: str) -> bool:
    """Return whether a move was understood that is not what was typed, so that it is told back.

    >>> [nearly(typed, "e7-d6") for typed in ("e7 to D6", "e7:d6", "d6", "Amphibian d6")]
    [False, False, True, True]
    >>> nearly("setup stock", "setup N=d2 A=e3 T=f3 C=g2 P=f1 S=d3,e2,g3,h3 B=e1")
    False
    """
    return len(written) <= _LONGEST_MOVE and not plain(written).startswith(plain(typed))


class Way(NamedTuple):
    """How a move is written: its spaces, and the piece's name."""

    origin: str
    target: str
    piece: str


def meant(typed: str, moves: Iterable[tuple[T, Way]]) -> list[T]:
    """List the moves that somebody may have meant, by the first of these that fits any: both spaces, however
    divided; the second without what it has in common with the first; the second alone. The piece may be named
    before them.

    >>> moves = [(1, Way("e7", "e6", "Tank")), (2, Way("d7", "e6", "Fighter")), (3, Way("b2", "d4", "Tank"))]
    >>> [meant(typed, moves) for typed in ("e7:e6", "e76", "tank takes d4", "Fe6", "e6", "d4", "draw", "")]
    [[1], [1], [3], [2], [1, 2], [3], [], []]
    """
    written = plain(typed)
    ranks: list[list[T]] = [[], [], []]
    for move, way in moves:
        for rank, spelled in enumerate(_spellings(way)):
            if written in spelled:
                ranks[rank].append(move)
                break
    return next((found for found in ranks if found), [])


def plain(typed: str) -> str:
    """Leave out all but spaces and pieces: "E7 takes: D6!" is "e7d6", "7e" is "e7"."""
    words = [word for word in re.findall(r"[a-z0-9]+", typed.lower()) if not _IDLE.fullmatch(word)]
    return "".join(re.sub(r"^(\d+)([a-z])$", r"\2\1", word) for word in words).replace("x", "")


def _spellings(way: Way) -> tuple[set[str], set[str], set[str]]:
    origin, target = way.origin.lower(), way.target.lower()
    piece = way.piece.lower()
    names = ("", piece[0], piece.split()[0], piece.replace(" ", ""))
    same = next((n for n, (a, b) in enumerate(zip(origin, target, strict=False)) if a != b), 0)
    rest = target[same:] if 0 < same < len(target) else target
    return (
        {f"{name}{origin}{target}" for name in names},
        {f"{name}{origin}{rest}" for name in names},
        {f"{name}{target}" for name in names},
    )


def places(names: Sequence[str], far: Callable[[str], int], others: Text) -> str:
    """List where a piece can go: of many places the nearest ones, in their order, and how many `others`.

    >>> places("abcdefghijkl", lambda name: -ord(name), Text("{n} other {n:place|places}", n=2))
    'e, f, g, h, i, j, k, l or 4 other places'
    """
    if len(names) <= _MOST_PLACES + 1:
        return listing(names)
    told = sorted(names, key=far)[:_MOST_PLACES]
    return listing([*(name for name in names if name in told), others(n=len(names) - len(told))])


def told(reason: str, moves: Iterable[T], target: Callable[[T], str]) -> list[str]:
    """List the moves to places that a reason names.

    >>> told("it can go to B4 or B4s", ["A4-B4", "A4-B5"], lambda move: move[-2:])
    ['A4-B4']
    """
    named = set(re.findall(r"\w+", reason))
    return [str(move) for move in moves if target(move) in named]
