"""Where everything lies in a picture of Nemein: the tiles, turned so that the viewer's own home is at the
bottom, and the coins on a tile.

Lengths on a tile are in widths of a tile, from edge to edge. A tile's tip points up.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin, sqrt

from adjudicator.game import Seat
from adjudicator.nemein.board import SEATS, Board, board_of, other
from maps.canvas import Point
from maps.frame import BoardFrame, Crop, Measures

WIDTH, HEIGHT = 1300, 1434
"""A picture of the whole board, in units."""
HEADER = 126.0
"""The height of the line at the top, in units."""
STRIP = 74.0
"""The height of the lines with the players' names, above and below the board, in units."""
RIM = 20.0
"""How far the board's border reaches beyond the outermost tiles, in units."""
EDGE = 12.0
"""From the picture's edge to the border, in units."""
TIP = 1 / sqrt(3)
"""From a tile's middle to its tips, in tiles."""

CORNERS: tuple[Point, ...] = (
    (0.0, -TIP), (0.5, -TIP / 2), (0.5, TIP / 2), (0.0, TIP), (-0.5, TIP / 2), (-0.5, -TIP / 2),
)  # fmt: skip
"""The corners of a tile, clockwise from the top, in tiles."""
PART_SIZE = 1200
PART = Crop(least=4.2, room=1.0, high=1.1)
MAX_PART = 0.8
"""A part that is wider than this share of the board is no easier to read than all of it."""


def hexagon(inset: float) -> list[Point]:
    """Return a tile's corners, drawn in by `inset` tiles."""
    share = 1 - 2 * inset
    return [(x * share, y * share) for x, y in CORNERS]


@cache
def spots(side: int, turned: bool) -> tuple[Point, ...]:
    """Return each tile's place from the middle of the board, in tiles, y downwards."""
    data = board_of(side)
    way = -1 if turned else 1
    step = 1.5 * TIP
    return tuple((way * x / 2, -way * (row - data.middle) * step) for x, row in data.places)


@cache
def outline(side: int, grow: float) -> tuple[Point, ...]:
    """Return the corners of the board's border, `grow` tiles beyond the tiles, clockwise from the top left: a
    hexagon whose left and right corners are cut off."""
    wide = (2 * side - 1) / 2 + grow
    high = (side - 1) * 1.5 * TIP + TIP + grow
    ends = [(cos(angle), sin(angle)) for angle in (-5 * pi / 6, -pi / 2, -pi / 6, pi / 6, pi / 2, 5 * pi / 6)]
    walls = [(*ends[0], high), (*ends[1], high), (*ends[2], high), (1.0, 0.0, wide)]
    walls += [(*ends[3], high), (*ends[4], high), (*ends[5], high), (-1.0, 0.0, wide)]
    corners = []
    for wall, following in zip(walls, [*walls[1:], walls[0]], strict=True):
        (a, b, reach), (c, d, far) = wall, following
        area = a * d - b * c
        corners.append(((reach * d - far * b) / area, (far * a - reach * c) / area))
    return tuple(corners)


@dataclass(frozen=True, kw_only=True)
class NemeinFrame(BoardFrame):
    """A picture's part of the board; its length, and its unit on the board, is the width of a tile.

    side: of the board;  turned: north's home is at the bottom
    """

    side: int
    turned: bool
    measures = Measures(width=WIDTH, height=HEIGHT, header=HEADER, part_header=114.0, reach=0.6)

    @property
    def tile(self) -> float:
        """The width of a tile, in pixels."""
        return self.scale

    def spots(self) -> tuple[Point, ...]:
        """Return each tile's place."""
        return spots(self.side, self.turned)

    @property
    def board(self) -> Board:
        """The board itself."""
        return board_of(self.side)

    @property
    def lower(self) -> Seat:
        """The seat whose home is at the bottom."""
        return SEATS[1] if self.turned else SEATS[0]

    @property
    def upper(self) -> Seat:
        """The seat whose home is at the top."""
        return other(self.lower)

    @property
    def rim(self) -> float:
        """The width of the border, in tiles."""
        return RIM * self.width / (WIDTH if self.is_whole else PART_SIZE) / self.tile

    def at(self, space: int, dx: float = 0.0, dy: float = 0.0) -> Point:
        """Return the pixel of a point on a tile, from its middle, in tiles."""
        x, y = self.spots()[space]
        return self.place((x + dx, y + dy))


def whole(side: int, size: int, turned: bool) -> NemeinFrame:
    """Return the frame of the whole board, `size` pixels wide."""
    unit = size / WIDTH
    tile = (WIDTH - 2 * EDGE - 2 * RIM) / (2 * side - 1) * unit
    middle = (size / 2, (HEADER + (HEIGHT - HEADER) / 2) * unit)
    return NemeinFrame.of_whole(size, middle, tile, side=side, turned=turned)


def part(names: Collection[str], side: int, size: int, turned: bool) -> NemeinFrame | None:
    """Return the frame of the part around these tiles; None: that is nearly the whole board.

    KeyError: no such tile.
    """
    index = board_of(side).index
    places = [spots(side, turned)[index[name]] for name in sorted(names)]
    found = PART.around(places, outline(side, 0.25), MAX_PART * (2 * side - 1))
    return None if found is None else NemeinFrame.of_part(size, found, side=side, turned=turned)


@dataclass(frozen=True, slots=True)
class CoinSpot:
    """Where a coin lies on its tile: its middle and its width, in tiles. coin: the denomination"""

    coin: int
    x: float
    y: float
    wide: float


_LOOSE: dict[int, tuple[tuple[float, float, float], ...]] = {
    0: (),
    1: ((0.0, -0.03, 0.68),),
    2: ((-0.224, -0.14, 0.51), (0.224, 0.09, 0.51)),
    3: ((0.0, -0.285, 0.49), (-0.237, 0.11, 0.49), (0.237, 0.11, 0.49)),
}
"""By number: where coins without a house lie, and their widths."""


def fan(loose: Sequence[int]) -> tuple[CoinSpot, ...]:
    """Lay up to three coins side by side, the later ones on top."""
    return tuple(CoinSpot(coin, *place) for coin, place in zip(loose, _LOOSE[len(loose)], strict=True))


def housed(house: int, unit: int, loose: Sequence[int]) -> tuple[CoinSpot, ...]:
    """Lay a house coin, the unit on it, and the one beside it if there is one."""
    if not loose:
        return CoinSpot(house, 0.0, 0.04, 0.66), CoinSpot(unit, 0.0, 0.04, 0.49)
    return (
        CoinSpot(house, -0.165, 0.04, 0.6),
        CoinSpot(unit, -0.17, 0.03, 0.46),
        *(CoinSpot(coin, 0.252, 0.12, 0.44) for coin in loose),
    )


MIN_NAME = 32.0
"""The smallest size of a tile's name, in units: that of the stages of the turn."""


def tag_line(size: float) -> float:
    """Return how far below a tile's middle the baseline of its name lies when there are coins on it: as low
    as the tile's tip leaves room for a name of that size. All in tiles."""
    return TIP - 0.6 * size / sqrt(3) - 0.012
