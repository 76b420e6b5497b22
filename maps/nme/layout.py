"""Where everything lies in a picture of NME: the board's points turned so that one army is at the bottom.

The board is one grid: hexagons' middles and stars lie on a lattice of triangles with one width, `SIDE`. So
counters of a radius below half of that never touch, and between them there is room for a name: a star's
stands left of it, a hexagon's left of its middle, whatever stands on the spaces around.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from math import cos, dist, pi, sin, sqrt

from adjudicator.nme.board import Board, read_board
from maps.boards import board
from maps.canvas import Point

WIDTH, HEIGHT = 1400, 1392
"""A picture of the whole board, in units; 1400 pixels unless another size is asked for."""
SIDE = 61.0
"""A hexagon's side, in units."""
RIM = 28.0
"""How far the board's border reaches beyond the outermost tips."""
SIGN = 96.0
"""The height of the line at the top."""
CENTER = (WIDTH / 2, 755.0)
"""The middle of the board in the whole picture."""
NAME_OFF = (-36.0, -35.5)
"""Where the middle of a name lies from that of its space (across): of hexagons, of stars."""

PART_SIZE = 1200
PART_SIGN = 84.0
PART_LEAST, PART_ROOM = 6.4, 1.5
"""A part of the board is at least so many sides across, and leaves so many around what it shows."""


@cache
def ground() -> Board:
    """The board of the file."""
    return read_board(board("nme"))


@cache
def spots(bottom: int) -> tuple[Point, ...]:
    """By space: its place from the middle of the board, in sides, y downwards; that army at the bottom."""
    data = ground()
    flat = [(sqrt(3) * (q / 3 + r / 6), r / 2) for q, r in data.points]
    cells = flat[: data.hexagons]
    middle = (sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells))
    turn = ((1.0, 0.0), (-0.5, sqrt(3) / 2), (-0.5, -sqrt(3) / 2))[bottom]
    found = []
    for x, y in flat:
        across, up = x - middle[0], y - middle[1]
        turned = (across * turn[0] - up * turn[1], across * turn[1] + up * turn[0])
        found.append((round(turned[0], 6), round(-turned[1], 6)))
    return tuple(found)


@cache
def outline(bottom: int, grow: float) -> tuple[tuple[int, tuple[Point, Point]], ...]:
    """The border's six sides, `grow` sides beyond the tips, clockwise from the bottom: (the army whose base
    lies there, or -1; the side's two ends, in sides from the middle)."""
    data = ground()
    cells = spots(bottom)[: data.hexagons]
    ways = [(cos(pi / 2 + k * pi / 3), sin(pi / 2 + k * pi / 3)) for k in range(6)]
    reach = [max(x * a + y * b for x, y in cells) + 1 + grow for a, b in ways]
    corners = []
    for k in range(6):
        (a, b), (c, d) = ways[k - 1], ways[k]
        area = a * d - b * c
        corners.append(((reach[k - 1] * d - reach[k] * b) / area, (reach[k] * a - reach[k - 1] * c) / area))
    sides = []
    for k in range(6):
        owner = (bottom + k // 2) % 3 if k % 2 == 0 else -1
        sides.append((owner, (corners[k], corners[(k + 1) % 6])))
    return tuple(sides)


def owner_of(space: int) -> int:
    """The army on whose side of the board a space lies: of hexagons, the row of its Infantry; -1 nobody's."""
    data = ground()
    if space >= data.hexagons:
        return data.base_of.get(space, -1)
    return next((army for army in range(3) if data.depth[army][space] == 0), -1)


@dataclass(frozen=True)
class Frame:
    """A picture's part of the board.

    bottom:        the army whose base is at the bottom
    width, height: in pixels;  scale: pixels in a unit
    middle:        the pixel of the board's middle;  sign: how high the line at the top is, in pixels
    unit:          pixels in a unit of text and signs beside the board
    """

    bottom: int
    width: int
    height: int
    scale: float
    middle: Point
    sign: int
    unit: float
    is_whole: bool

    def at(self, space: int) -> Point:
        """The middle of a space, in pixels."""
        return self.place(spots(self.bottom)[space])

    def place(self, point: Point) -> Point:
        """The pixel of a point that is given in sides from the middle of the board."""
        side = SIDE * self.scale
        return self.middle[0] + point[0] * side, self.middle[1] + point[1] * side

    def shows(self, space: int, reach: float = 1.0) -> bool:
        """Whether anything within `reach` sides of a space is in the picture."""
        x, y = self.at(space)
        far = reach * SIDE * self.scale
        return -far < x < self.width + far and self.sign - far < y < self.height + far


def whole(size: int, bottom: int) -> Frame:
    """The whole board, `size` pixels wide."""
    scale = size / WIDTH
    middle = (CENTER[0] * scale, CENTER[1] * scale)
    return Frame(bottom, size, round(HEIGHT * scale), scale, middle, round(SIGN * scale), scale, True)


def part(names: Collection[str], size: int, bottom: int) -> Frame:
    """The part of the board around these spaces, enlarged; KeyError: no such space."""
    index = ground().index
    places = [spots(bottom)[index[name]] for name in sorted(names)]
    ends = []
    for axis in (0, 1):
        low = min(place[axis] for place in places) - PART_ROOM
        high = max(place[axis] for place in places) + PART_ROOM
        lack = max(0.0, PART_LEAST * (1.0 if axis == 0 else 0.8) - (high - low)) / 2
        ends.append((low - lack, high + lack))
    (left, right), (top, bottom_end) = ends
    across, down = right - left, bottom_end - top
    # No part is taller than wide by much, nor enlarged so that the whole board at its size shows more.
    if down > 1.15 * across:
        left, right = left - (down / 1.15 - across) / 2, right + (down / 1.15 - across) / 2
        across = down / 1.15
    scale = size / (across * SIDE)
    unit = size / PART_SIZE
    sign = round(PART_SIGN * unit)
    middle = (-left * SIDE * scale, sign - top * SIDE * scale)
    return Frame(bottom, size, sign + round(down * SIDE * scale), scale, middle, sign, unit, False)


@cache
def rows(bottom: int) -> tuple[tuple[str, Point], ...]:
    """The letters of the rows with their places at both ends, in sides from the middle of the board: where no
    star's name stands on the border."""
    data = ground()
    words = [(x + NAME_OFF[1] / SIDE, y) for x, y in spots(bottom)[data.hexagons :]]
    return tuple(
        (letter, place) for letter, place in _ends(bottom) if min(dist(place, word) for word in words) > 0.5
    )


def _ends(bottom: int) -> Iterator[tuple[str, Point]]:
    data = ground()
    found: dict[str, list[tuple[int, int]]] = {}
    for cell in range(data.hexagons):
        found.setdefault(data.names[cell][0], []).append((int(data.names[cell][1:]), cell))
    for letter, line in sorted(found.items()):
        cells = [cell for _, cell in sorted(line)]
        for end, before in ((cells[0], cells[1]), (cells[-1], cells[-2])):
            (x, y), (x1, y1) = spots(bottom)[end], spots(bottom)[before]
            step = 1.22 / sqrt(3)
            yield letter, (x + (x - x1) * step, y + (y - y1) * step)
