"""Where everything lies in a picture of NME: the board's points turned so that one army is at the bottom.

The board is one grid: hexagons' middles and stars lie on a lattice of triangles of one width, `SIDE`. So
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
from maps.frame import BoardFrame, Crop, Measures

WIDTH, HEIGHT = 1400, 1392
"""A picture of the whole board, in units."""
SIDE = 61.0
"""A hexagon's side, in units."""
RIM = 28.0
"""How far the board's border reaches beyond the outermost tips, in units."""
HEADER = 96.0
"""The height of the line at the top, in units."""
CENTER = (WIDTH / 2, 755.0)
"""The middle of the board in the whole picture, in units."""
NAME_END = -30.0
"""Where the right end of a name lies from the middle of its space, in units."""
PART_SIZE = 1200
PART = Crop(least=8.7, room=1.5, high=1.15)
"""A part of the board is at least five hexagons across."""
MAX_PART = 18.0
"""A part of this many sides is no easier to read than the whole board."""


@cache
def ground() -> Board:
    """Return the board of the file."""
    return read_board(board("nme"))


@cache
def spots(bottom: int) -> tuple[Point, ...]:
    """Return each space's place from the middle of the board, in sides, y downwards. bottom: an army"""
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
    """Return the border's six sides, clockwise from the bottom, `grow` sides beyond the tips.

    Each: the army whose base lies there, or -1; and the side's two ends, in sides from the middle.
    """
    data = ground()
    cells = spots(bottom)[: data.hexagons]
    ways = [(cos(pi / 2 + k * pi / 3), sin(pi / 2 + k * pi / 3)) for k in range(6)]
    reach = [max(x * a + y * b for x, y in cells) + 1 + grow for a, b in ways]
    corners = []
    for k in range(6):
        (a, b), (c, d) = ways[k - 1], ways[k]
        area = a * d - b * c
        corners.append(((reach[k - 1] * d - reach[k] * b) / area, (reach[k] * a - reach[k - 1] * c) / area))
    return tuple(
        ((bottom + k // 2) % 3 if k % 2 == 0 else -1, (corners[k], corners[(k + 1) % 6])) for k in range(6)
    )


def owner_of(space: int) -> int:
    """Return the army on whose side a space lies (of hexagons: the row of its Infantry), or -1."""
    data = ground()
    if space >= data.hexagons:
        return data.base_of.get(space, -1)
    return next((army for army in range(3) if data.depth[army][space] == 0), -1)


@dataclass(frozen=True, kw_only=True)
class NmeFrame(BoardFrame):
    """A picture's part of the board; its length is a hexagon's side. bottom: the army whose base is there"""

    bottom: int
    measures = Measures(width=WIDTH, height=HEIGHT, header=HEADER, part_header=84.0, length=SIDE, reach=1.0)

    def spots(self) -> tuple[Point, ...]:
        """Return each space's place."""
        return spots(self.bottom)


def whole(size: int, bottom: int) -> NmeFrame:
    """Return the frame of the whole board, `size` pixels wide."""
    unit = size / WIDTH
    middle = (CENTER[0] * unit, CENTER[1] * unit)
    return NmeFrame.of_whole(size, middle, unit * min(1.0, _room(bottom)), bottom=bottom)


def _room(bottom: int) -> float:
    """Return how much larger the board could be: below 1 for one larger than that of the file."""
    corners = [point for _, ends in outline(bottom, RIM / SIDE) for point in ends]
    wide = max(abs(x) for x, _ in corners) * SIDE
    below, above = max(y for _, y in corners) * SIDE, -min(y for _, y in corners) * SIDE
    return min(CENTER[0] / wide, (HEIGHT - CENTER[1]) / below, (CENTER[1] - HEADER) / above)


def part(names: Collection[str], size: int, bottom: int) -> NmeFrame | None:
    """Return the frame of the part around these spaces; None: that is nearly the whole board.

    KeyError: no such space.
    """
    index = ground().index
    places = [spots(bottom)[index[name]] for name in sorted(names)]
    corners = [point for _, ends in outline(bottom, (RIM + 12) / SIDE) for point in ends]
    found = PART.around(places, corners, MAX_PART)
    return None if found is None else NmeFrame.of_part(size, found, bottom=bottom)


@cache
def rows(bottom: int) -> tuple[tuple[str, Point], ...]:
    """Return the letters of the rows with their places at both ends, in sides from the middle of the board:
    where no star's name stands on the border."""
    data = ground()
    words = [(x + (NAME_END - 11) / SIDE, y) for x, y in spots(bottom)[data.hexagons :]]
    return tuple(
        (letter, place) for letter, place in _ends(bottom) if min(dist(place, word) for word in words) > 0.5
    )


def _ends(bottom: int) -> Iterator[tuple[str, Point]]:
    """Yield the letter of every row with the places beyond its two ends."""
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
