"""The board of WW3: points, the lines between them, what stands on them, and the stock formations.

A point is an int, in the order of the board file. A position is a string with one letter for each point: "."
empty, "NATCPSB" Red's units, "natcpsb" Blue's, "1234567" Silver's, "DEFGHIJ" Olive's (in that order: Nuclear
Bomb, Air Craft, Tank, Captain, Spy, Soldier, Base); under fog "X", "x", "0" and "K" are units of theirs
whose kind is not known. Source: Board; a Ruling.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.game import Seat
from adjudicator.ww3 import text
from adjudicator.ww3.ways import Direction, Ways

SEATS: tuple[Seat, ...] = ("red", "blue", "silver", "olive")
"""Clockwise: south, west, north, east."""
KINDS = "NATCPSB"
HIDDEN = "?"
LETTERS = ("NATCPSBX", "natcpsbx", "12345670", "DEFGHIJK")
"""By seat, in the order of `KINDS`; the last one is a unit whose kind is not known."""
EMPTY = "."
KIND_OF = {letter: kind for letters in LETTERS for letter, kind in zip(letters, KINDS + HIDDEN, strict=True)}
SEAT_OF = {letter: seat for seat, letters in enumerate(LETTERS) for letter in letters}
LETTER_OF = {
    (seat, kind): letter
    for seat, letters in enumerate(LETTERS)
    for letter, kind in zip(letters, KINDS + HIDDEN, strict=True)
}
NAMES = {
    "N": "Nuclear Bomb",
    "A": "Air Craft",
    "T": "Tank",
    "C": "Captain",
    "P": "Spy",
    "S": "Soldier",
    "B": "Base",
    HIDDEN: "unit",
}
NUMBERS = {"N": 1, "A": 1, "T": 1, "C": 1, "P": 1, "S": 4, "B": 1}
"""Units of each kind that a seat has. Source: Units."""

_AROUND: tuple[Direction, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


@dataclass(frozen=True)
class Board:
    """What the moves need to know of a board, by point.

    names, index: points' names in order, and back
    places:       where each lies, (x, y)
    beside:       the points at the other ends of its lines
    ways:         every way that a unit can go
    between:      (first, last) -> the point between them, two distances straight on
    regions:      by seat, the points of its arm
    corners:      by seat, the points of its arm that a Soldier of another arm reaches: (point, that seat)
    """

    names: tuple[str, ...]
    index: Mapping[str, int]
    places: tuple[tuple[int, int], ...]
    beside: tuple[tuple[int, ...], ...]
    ways: Ways
    between: Mapping[tuple[int, int], int]
    regions: tuple[tuple[int, ...], ...]
    corners: tuple[tuple[tuple[int, int], ...], ...]

    def direction(self, first: int, last: int) -> Direction:
        """Return the direction from a point to the next one, or to the one after it straight on."""
        (x, y), (u, v) = self.places[first], self.places[last]
        return (u > x) - (u < x), (v > y) - (v < y)


def read_board(data: Mapping[str, Any]) -> Board:
    """Read the board from its file's values."""
    names = tuple(data["points"])
    index = {name: point for point, name in enumerate(names)}
    places = tuple((at[0], at[1]) for at in data["points"].values())
    joined: list[set[int]] = [set() for _ in names]
    for one, other in data["lines"]:
        joined[index[one]].add(index[other])
        joined[index[other]].add(index[one])
    at = {place: point for point, place in enumerate(places)}
    beside = tuple(tuple(sorted(others)) for others in joined)
    steps = tuple(tuple(_steps(point, places, at, joined)) for point in range(len(names)))
    regions = tuple(tuple(index[name] for name in data["regions"][seat]) for seat in SEATS)
    return Board(
        names=names,
        index=index,
        places=places,
        beside=beside,
        ways=Ways(names, beside, steps),
        between={
            (point, beyond): after
            for point, lines in enumerate(steps)
            for _, after, beyond in lines
            if beyond >= 0
        },
        regions=regions,
        corners=tuple(_corners(region, regions, joined) for region in regions),
    )


def _steps(
    point: int,
    places: Sequence[tuple[int, int]],
    at: Mapping[tuple[int, int], int],
    joined: Sequence[set[int]],
) -> list[tuple[Direction, int, int]]:
    found = []
    x, y = places[point]
    for dx, dy in _AROUND:
        after = at.get((x + dx, y + dy), -1)
        if after not in joined[point]:
            continue
        beyond = at.get((x + 2 * dx, y + 2 * dy), -1)
        found.append(((dx, dy), after, beyond if beyond in joined[after] else -1))
    return found


def _corners(
    region: Sequence[int], regions: Sequence[Sequence[int]], joined: Sequence[set[int]]
) -> tuple[tuple[int, int], ...]:
    """Return the points of an arm that another arm's Soldier reaches by two distances, and whose arm that
    is."""
    return tuple(
        (point, seat)
        for point in region
        for seat, other in enumerate(regions)
        if other is not region
        and any(not joined[near].isdisjoint(other) for near in joined[point] - set(region))
    )


def name_key(name: str) -> tuple[str, int]:
    """Sort points as people read them: a4, a10, b4.

    >>> sorted(["b4", "a10", "a4"], key=name_key)
    ['a4', 'a10', 'b4']
    """
    return name[0], int(name[1:])


def quarter(place: tuple[int, int], turns: int, size: int = 11) -> tuple[int, int]:
    """Turn a place by that many quarters of the board, clockwise.

    >>> quarter((4, 2), 1), quarter((4, 2), 2)
    ((2, 8), (8, 10))
    """
    x, y = place
    for _ in range(turns % 4):
        x, y = y, size + 1 - x
    return x, y


# -- Stock formations


STOCK = "stock"
_SIZE = 11

FORMATIONS: Mapping[str, tuple[str, str]] = {
    STOCK: ("N=d2 A=e3 T=f3 C=g2 P=f1 S=d3,e2,g3,h3 B=e1", text.FORMATIONS["stock"]),
    "bunker": ("N=f3 A=e3 T=e1 C=f2 P=g1 S=d3,e2,g2,h3 B=f1", text.FORMATIONS["bunker"]),
    "wings": ("N=d3 A=h3 T=f3 C=e2 P=g2 S=e1,e3,g1,g3 B=f1", text.FORMATIONS["wings"]),
    "spearhead": ("N=f3 A=e2 T=g2 C=e1 P=f2 S=d2,e3,g3,h2 B=f1", text.FORMATIONS["spearhead"]),
    "ambush": ("N=f2 A=d2 T=h2 C=e2 P=f3 S=d3,e3,g3,h3 B=e1", text.FORMATIONS["ambush"]),
    "wall": ("N=f2 A=d2 T=e2 C=g2 P=h2 S=d3,e3,g3,h3 B=f1", text.FORMATIONS["wall"]),
}
"""By name: the text for Red, and what it is good for."""

Placed = tuple[tuple[str, ...], ...]
"""Points by kind, in the order of `KINDS`."""


def read_placed(text: str) -> Placed:
    """Read the points of a set-up's text, by kind.

    >>> read_placed("N=d2 S=d3,e2")[0], read_placed("N=d2 S=d3,e2")[5]
    (('d2',), ('d3', 'e2'))
    """
    found = dict(part.split("=") for part in text.split())
    return tuple(tuple(found[kind].split(",")) if kind in found else () for kind in KINDS)


def formation(board: Board, name: str, seat: int, mirrored: bool = False) -> Placed:
    """Return a stock formation for a seat, an index of `SEATS`. KeyError: there is none of that name."""
    placed = read_placed(FORMATIONS[name][0])

    def turned(point: str) -> str:
        x, y = board.places[board.index[point]]
        at = quarter((_SIZE + 1 - x if mirrored else x, y), seat % len(SEATS), _SIZE)
        return board.names[board.places.index(at)]

    return tuple(tuple(sorted((turned(each) for each in points), key=name_key)) for points in placed)
