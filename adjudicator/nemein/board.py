"""The board of Nemein: a hexagon of hexagons, whose size is an option. Source: Board and coins.

A tile is an index, row by row from the bottom (``a1``), each row from the left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from adjudicator.game import Seat

SEATS: tuple[Seat, ...] = ("south", "north")
LEAST_SIDE, MOST_SIDE = 3, 6
MOST_ON_TILE = 3
"""Limits the coins on a tile; a house counts as one."""


@dataclass(frozen=True, slots=True)
class Board:
    """names: of the tiles;  index: the tile of a name;  rows: each tile's row, from 0;  lengths: of the rows

    places:     where each tile's middle is: (x, row), x in half tiles from the board's middle
    neighbours: each tile's, in board order
    homes:      south's tiles, north's
    """

    side: int
    names: tuple[str, ...]
    index: Mapping[str, int]
    rows: tuple[int, ...]
    lengths: tuple[int, ...]
    places: tuple[tuple[int, int], ...]
    neighbours: tuple[tuple[int, ...], ...]
    homes: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def middle(self) -> int:
        """The middle row."""
        return self.side - 1

    def counts(self, tile: int, owner: Seat) -> bool:
        """Return whether a house there counts: on the middle row or beyond it, seen from its owner.
        Ruling."""
        return self.rows[tile] >= self.middle if owner == SEATS[0] else self.rows[tile] <= self.middle


@cache
def board_of(side: int) -> Board:
    """Return the board of that side.

    >>> board = board_of(4)
    >>> len(board.names), board.lengths
    (37, (4, 5, 6, 7, 6, 5, 4))
    >>> [board.names[tile] for tile in board.neighbours[board.index["c3"]]]
    ['b2', 'b3', 'c2', 'c4', 'd3', 'd4']
    """
    last = 2 * side - 2
    lengths = tuple(side + min(row, last - row) for row in range(last + 1))
    places = tuple((2 * n - length + 1, row) for row, length in enumerate(lengths) for n in range(length))
    names = tuple(f"{chr(97 + row)}{n + 1}" for row, length in enumerate(lengths) for n in range(length))
    at = {place: tile for tile, place in enumerate(places)}
    steps = ((-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1))
    return Board(
        side=side,
        names=names,
        index={name: tile for tile, name in enumerate(names)},
        rows=tuple(row for _, row in places),
        lengths=lengths,
        places=places,
        neighbours=tuple(
            tuple(at[x + dx, row + dy] for dx, dy in steps if (x + dx, row + dy) in at) for x, row in places
        ),
        homes=(
            tuple(tile for tile, (_, row) in enumerate(places) if row < 2),
            tuple(tile for tile, (_, row) in enumerate(places) if row > last - 2),
        ),
    )


def other(seat: Seat) -> Seat:
    """Return the opponent."""
    return SEATS[1] if seat == SEATS[0] else SEATS[0]
