"""Stock formations: ready set-ups that a seat may take as they are or mirrored. Written for Red, turned a
quarter clockwise per seat. Source: Setup and order."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.ww3.board import KINDS, SEATS, Board, name_key, quarter

STOCK = "stock"
_SIZE = 11

FORMATIONS: Mapping[str, tuple[str, str]] = {
    STOCK: ("N=d2 A=e3 T=f3 C=g2 P=f1 S=d3,e2,g3,h3 B=e1", "the rules' own: the Base behind a screen"),
    "bunker": ("N=f3 A=e3 T=e1 C=f2 P=g1 S=d3,e2,g2,h3 B=f1", "the Base walled in, slow to open"),
    "wings": ("N=d3 A=h3 T=f3 C=e2 P=g2 S=e1,e3,g1,g3 B=f1", "the strongest units on both corners"),
    "spearhead": ("N=f3 A=e2 T=g2 C=e1 P=f2 S=d2,e3,g3,h2 B=f1", "the Nuclear Bomb leads, the Spy behind it"),
    "ambush": ("N=f2 A=d2 T=h2 C=e2 P=f3 S=d3,e3,g3,h3 B=e1", "the Spy waits in front for a Nuclear Bomb"),
    "wall": ("N=f2 A=d2 T=e2 C=g2 P=h2 S=d3,e3,g3,h3 B=f1", "four Soldiers in front, all others behind"),
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
