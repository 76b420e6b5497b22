"""Where everything lies in a picture of NME: the board's points turned so that one army is at the bottom.

The board is one grid: hexagons' middles and stars lie on a lattice of triangles of one width, `SIDE`. So
counters of a radius below half of that never touch. On the whole board they are nearly that large; in a part
they leave room for a name between them, left of each.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, hypot, pi, sin, sqrt

from adjudicator.nme.board import EMPTY, Board, read_board
from maps.boards import board
from maps.canvas import Point
from maps.frame import BoardFrame, Crop, Measures

Window = tuple[float, float, float, float]
"""left, top, width and height of a part, in sides from the middle of the board."""
WIDTH, HEIGHT = 1400, 1400
"""A picture of the whole board, in units."""
SIDE = 63.0
"""A hexagon's side, in units."""
RIM = 15.0
"""How far the board's border reaches beyond the outermost tips, in units."""
HEADER = 110.0
"""The height of the line at the top, in units."""
CENTER = (WIDTH / 2, 766.0)
"""The middle of the board in the whole picture, in units."""
PART_SIZE = 1200
PART_HEADER = 132.0
PART = Crop(least=8.7, room=1.5, high=1.0)
"""A part of the board is at least five hexagons across."""
CLOSE = Crop(least=10.4, room=2.2, high=0.85)
"""The part around what happened last: its counters are twice as large as those of the whole board."""
OVERVIEW = (252.0, 226.0)
"""The overview in a part's upper right corner: it hangs down over the board by what the header leaves."""
COVER = 0.45
"""What is so near to the overview lies partly under it, in sides."""
MAX_PART = 17.0
"""A part of this many sides is no easier to read than the whole board."""
MAX_CLOSE = 13.5
"""The same where nobody asked for a part."""
NAMED = 11.5
"""In a part of at most so many sides all stars have their names."""


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
    measures = Measures(
        width=WIDTH, height=HEIGHT, header=HEADER, part_header=PART_HEADER, length=SIDE, reach=1.0
    )

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


def part(
    names: Collection[str],
    size: int,
    bottom: int,
    crop: Crop = PART,
    most: float = MAX_PART,
    board: str = "",
) -> NmeFrame | None:
    """Return the frame of the part around these spaces; None: that is nearly the whole board.

    KeyError: no such space. most: how wide it may be;  board: the letters on it: the overview covers none
    """
    index = ground().index
    places = [spots(bottom)[index[name]] for name in sorted(names)]
    corners = [point for _, ends in outline(bottom, (RIM + 12) / SIDE) for point in ends]
    found = crop.around(places, corners, most)
    if found is None:
        return None
    pieces = [place for place, letter in zip(spots(bottom), board, strict=False) if letter != EMPTY]
    return NmeFrame.of_part(
        size, _beside_overview(found, places, pieces, spots(bottom)[: ground().hexagons]), bottom=bottom
    )


def _beside_overview(
    window: Window, wanted: Sequence[Point], pieces: Sequence[Point], cells: Sequence[Point]
) -> Window:
    """Return the window moved so that the overview covers none of these places, or few, and that much of the
    board and many pieces are in the picture; higher if that must be. cells: all hexagons"""
    left, top, across, down = window
    unit = across / PART_SIZE
    wide, deep = OVERVIEW[0] * unit + COVER, (OVERVIEW[1] - PART_HEADER) * unit + COVER

    def cost(moved: Window) -> float:
        """Return how bad a window is."""
        x0, y0, _, high = moved
        x1, y1 = x0 + across, y0 + high

        def shown(places: Sequence[Point], inside: float) -> list[Point]:
            return [
                (x, y)
                for x, y in places
                if x0 + inside <= x <= x1 - inside and y0 + inside <= y <= y1 - inside
            ]

        seen, near = shown(wanted, 1.2), shown(pieces, 0.5)
        under = [sum(x > x1 - wide and y < y0 + deep for x, y in each) for each in (wanted, near)]
        lost = 100 * (len(wanted) - len(seen)) + 10 * under[0] + 2 * under[1]
        return lost - len(near) - 0.18 * len(shown(cells, 0.0)) + 0.4 * hypot(x0 - left, y0 - top) + high

    steps = [(dx, dy) for dx in range(-3, 4) for dy in range(-3, 4)]
    moves = [(left + dx, top + dy, across, down) for dx, dy in steps]
    moves.append((left, top - deep, across, down + deep))
    return min(moves, key=cost)
