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
from maps import frame
from maps.canvas import Point
from maps.frame import Crop

WIDTH, HEIGHT = 1300, 1408
"""A picture of the whole board, in units; 1300 pixels unless another size is asked for."""
SIGN = 108.0
"""The height of the line at the top."""
STRIP = 70.0
"""The height of the lines with the players' names, above and below the board."""
RIM = 20.0
"""How far the board's border reaches beyond the outermost tiles, in units."""
EDGE = 12.0
"""From the picture's edge to the border."""
TIP = 1 / sqrt(3)
"""From a tile's middle to its tips."""

PART_SIZE = 1200
PART_SIGN = 100.0
PART = Crop(least=4.2, room=1.0, high=1.1)
PART_MOST = 0.8
"""A part that would be wider than this share of the board is no better to read than all of it."""


@cache
def spots(side: int, turned: bool) -> tuple[Point, ...]:
    """By tile: its place from the middle of the board, y downwards."""
    data = board_of(side)
    way = -1 if turned else 1
    step = 1.5 * TIP
    return tuple((way * x / 2, -way * (row - data.middle) * step) for x, row in data.places)


@cache
def outline(side: int, grow: float) -> tuple[Point, ...]:
    """The corners of the board's border, `grow` beyond the tiles, clockwise from the top left: a hexagon
    whose left and right corners are cut off."""
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
class Frame(frame.Frame):
    """A picture's part of the board; its length is the width of a tile.

    side: of the board;  turned: north's home is at the bottom;  tile: the width of a tile in pixels
    """

    side: int
    turned: bool
    tile: float
    reach = 0.6

    @property
    def length(self) -> float:
        return self.tile

    def spots(self) -> tuple[Point, ...]:
        return spots(self.side, self.turned)

    @property
    def board(self) -> Board:
        return board_of(self.side)

    @property
    def lower(self) -> Seat:
        """The seat whose home is at the bottom."""
        return SEATS[1] if self.turned else SEATS[0]

    @property
    def upper(self) -> Seat:
        return other(self.lower)

    @property
    def rim(self) -> float:
        """The border, in tiles."""
        return RIM * self.width / (WIDTH if self.is_whole else PART_SIZE) / self.tile

    def at(self, space: int, dx: float = 0.0, dy: float = 0.0) -> Point:
        """A pixel of a tile, from its middle."""
        x, y = self.spots()[space]
        return self.place((x + dx, y + dy))


def whole(side: int, size: int, turned: bool) -> Frame:
    """The whole board, `size` pixels wide."""
    unit = size / WIDTH
    tile = (WIDTH - 2 * EDGE - 2 * RIM) / (2 * side - 1) * unit
    return Frame(
        side=side,
        turned=turned,
        width=size,
        height=round(HEIGHT * unit),
        tile=tile,
        middle=(size / 2, (SIGN + (HEIGHT - SIGN) / 2) * unit),
        sign=round(SIGN * unit),
        unit=unit,
        is_whole=True,
    )


def part(names: Collection[str], side: int, size: int, turned: bool) -> Frame | None:
    """The part of the board around these tiles, enlarged; None: that is nearly the whole board. KeyError: no
    such tile."""
    index = board_of(side).index
    places = [spots(side, turned)[index[name]] for name in sorted(names)]
    found = PART.around(places, outline(side, 0.25), PART_MOST * (2 * side - 1))
    if found is None:
        return None
    left, top, across, down = found
    tile = size / across
    unit = size / PART_SIZE
    sign = round(PART_SIGN * unit)
    return Frame(
        side=side,
        turned=turned,
        width=size,
        height=sign + round(down * tile),
        tile=tile,
        middle=(-left * tile, sign - top * tile),
        sign=sign,
        unit=unit,
        is_whole=False,
    )


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a coin lies on its tile: its middle and its width, in tiles. coin: the denomination"""

    coin: int
    x: float
    y: float
    wide: float


_LOOSE = {
    1: ((0.0, -0.03, 0.68),),
    2: ((-0.212, -0.15, 0.54), (0.212, 0.10, 0.54)),
    3: ((0.0, -0.275, 0.5), (-0.237, 0.125, 0.5), (0.237, 0.125, 0.5)),
}
"""By number: where coins without a house lie, and how wide they are."""


def fan(loose: Sequence[int]) -> tuple[Spot, ...]:
    """Up to three coins side by side, the later ones on top."""
    return (
        tuple(Spot(coin, *place) for coin, place in zip(loose, _LOOSE[len(loose)], strict=True))
        if loose
        else ()
    )


def housed(house: int, unit: int, loose: Sequence[int]) -> tuple[Spot, ...]:
    """A house coin, the unit on it, and the one beside it if there is one."""
    if not loose:
        return Spot(house, 0.0, 0.035, 0.72), Spot(unit, 0.0, -0.095, 0.51)
    return (
        Spot(house, -0.115, 0.065, 0.68),
        Spot(unit, -0.135, -0.065, 0.46),
        *(Spot(coin, 0.248, 0.165, 0.46) for coin in loose),
    )


PLINTH_NUMBER: Point = (0.0, 0.338)
BESIDE_NUMBER: Point = (-0.12, 0.31)
"""Where a house coin has its number, from its middle, in its widths: if nothing lies beside it, or another
coin."""


LEAST_NAME = 26.0
"""A tile's name is no smaller, in units: as large as the stages of the turn."""


def tag_line(size: float) -> float:
    """How far below a tile's middle the baseline of its name lies when there are coins on it: as low as the
    tile's tip leaves room for a name of that size."""
    return TIP - 0.6 * size / sqrt(3) - 0.012
