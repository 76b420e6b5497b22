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
PART_LEAST, PART_ROOM = 4.2, 1.0
"""A part of the board is at least so many tiles across, and leaves so many around what it shows."""
PART_MOST = 0.8
"""A part that would be wider than this share of the board is no better to read than all of it."""
PART_HIGH = 1.1
"""It is at most so many times as high as it is wide."""


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


@dataclass(frozen=True)
class Frame:
    """A picture's part of the board.

    side:          of the board;  turned: north's home is at the bottom
    width, height: in pixels;  tile: the width of a tile in pixels
    middle:        the pixel of the board's middle;  sign: how high the line at the top is, in pixels
    unit:          pixels in a unit
    """

    side: int
    turned: bool
    width: int
    height: int
    tile: float
    middle: Point
    sign: int
    unit: float
    is_whole: bool

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

    def at(self, tile: int, dx: float = 0.0, dy: float = 0.0) -> Point:
        """A pixel of a tile, from its middle."""
        x, y = spots(self.side, self.turned)[tile]
        return self.place((x + dx, y + dy))

    def place(self, point: Point) -> Point:
        """The pixel of a place from the middle of the board."""
        return self.middle[0] + point[0] * self.tile, self.middle[1] + point[1] * self.tile

    def shows(self, tile: int, reach: float = 0.6) -> bool:
        """Whether anything within `reach` of a tile's middle is in the picture."""
        x, y = self.at(tile)
        far = reach * self.tile
        return -far < x < self.width + far and self.sign - far < y < self.height + far


def whole(side: int, size: int, turned: bool) -> Frame:
    """The whole board, `size` pixels wide."""
    unit = size / WIDTH
    tile = (WIDTH - 2 * EDGE - 2 * RIM) / (2 * side - 1) * unit
    height = round(HEIGHT * unit)
    middle = (size / 2, (SIGN + (HEIGHT - SIGN) / 2) * unit)
    return Frame(side, turned, size, height, tile, middle, round(SIGN * unit), unit, True)


def part(names: Collection[str], side: int, size: int, turned: bool) -> Frame | None:
    """The part of the board around these tiles, enlarged; None: that is nearly the whole board. KeyError: no
    such tile."""
    index = board_of(side).index
    places = [spots(side, turned)[index[name]] for name in sorted(names)]
    corners = outline(side, 0.25)
    spans = []
    for axis in (0, 1):
        at = [place[axis] for place in places]
        least = PART_LEAST if axis == 0 else PART_LEAST * 0.8
        spans.append((min(at) + max(at), max(least, max(at) - min(at) + 2 * PART_ROOM)))
    across, down = max(spans[0][1], spans[1][1] / PART_HIGH), spans[1][1]
    if across > PART_MOST * (2 * side - 1):
        return None
    left, top = (
        _within((twice - wide) / 2, wide, [corner[axis] for corner in corners])
        for axis, twice, wide in ((0, spans[0][0], across), (1, spans[1][0], down))
    )
    tile = size / across
    unit = size / PART_SIZE
    sign = round(PART_SIGN * unit)
    middle = (-left * tile, sign - top * tile)
    return Frame(side, turned, size, sign + round(down * tile), tile, middle, sign, unit, False)


def _within(start: float, wide: float, board: Sequence[float]) -> float:
    """Where a window of that width starts so that it shows no more table than it must."""
    low, high = min(board), max(board)
    return (low + high - wide) / 2 if wide > high - low else min(max(start, low), high - wide)


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
NAME_DROP = 0.437
"""How far below a tile's middle its name stands when there are coins on it."""
