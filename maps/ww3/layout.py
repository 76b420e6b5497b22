"""Where everything lies in a picture of WW3: the cross turned so that one team's arm is at the bottom.

Counters' radius is below half a `PITCH`, so they never touch; a point's name stands below its middle, left of
the line that goes down from it, where no counter and no line ever is. The map has a border with coordinates;
the four corners of the picture that the cross leaves free belong to the four teams.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

from adjudicator.ww3.board import Board, read_board
from maps.boards import board
from maps.canvas import Point

WIDTH, HEIGHT = 1400, 1486
"""A picture of the whole board, in units; 1400 pixels wide unless another size is asked for."""
PITCH = 116.0
"""From one point to the next, in units."""
SIGN = 88.0
"""The height of the line at the top."""
CENTER = (WIDTH / 2, 786.0)
"""The middle of the board in the whole picture."""
PAPER, SCALE, BAND, RIM = 67.0, 73.0, 112.0, 114.0
"""How far beyond the outermost points the map reaches, its scale, the band with the coordinates, and all."""
LABEL = 93.0
"""How far beyond them coordinates stand."""
NAME_END, NAME_DROP = -11.5, 56.0
"""Where the right end and the middle of a name lie from the middle of its point."""
EDGE = 10.0
"""Where two grounds meet, from half-way between two rows: so that no name lies on both."""

PART_SIZE = 1200
PART_SIGN = 76.0
PART_LEAST, PART_ROOM = 5.4, 1.1
"""A part of the board is at least so many pitches across, and leaves so many around what it shows."""
PART_MOST = 8.2
"""A part that would be wider is no better to read than the whole board."""
PART_HIGH = 1.15
"""It is at most so many times as high as it is wide."""

SOUTH, WEST, NORTH, EAST = range(4)
"""Where an arm lies in a picture, clockwise."""


@cache
def ground() -> Board:
    """The board of the file."""
    return read_board(board("ww3"))


@cache
def extent() -> tuple[float, float, int]:
    """Half the centre's width and half the board's, in pitches; and the size of the board."""
    data = ground()
    arms = {point for region in data.regions for point in region}
    size = max(max(place) for place in data.places)
    inner = [place[0] for point, place in enumerate(data.places) if point not in arms]
    return (max(inner) - min(inner)) / 2, (size - 1) / 2, size


def turned(x: float, y: float, bottom: int) -> Point:
    """A place of the board, in pitches from the middle of the picture's board, y downwards."""
    _, _, size = extent()
    across, up = x - (size + 1) / 2, y - (size + 1) / 2
    for _ in range(-bottom % 4):  # a quarter clockwise, as `quarter` has it
        across, up = up, -across
    return across, -up


@cache
def spots(bottom: int) -> tuple[Point, ...]:
    """By point: its place from the middle of the board, in pitches, y downwards, that team at the bottom."""
    return tuple(turned(x, y, bottom) for x, y in ground().places)


@cache
def owners() -> tuple[int, ...]:
    """By point: the team in whose arm it lies, or -1."""
    data = ground()
    found = [-1] * len(data.names)
    for team, region in enumerate(data.regions):
        for point in region:
            found[point] = team
    return tuple(found)


def side_of(team: int, bottom: int) -> int:
    """Where a team's arm lies in the picture: `SOUTH`, …"""
    return (team - bottom) % 4


def quarters(points: Sequence[Point], side: int) -> list[Point]:
    """Places of the picture turned from the south to a side."""
    found = list(points)
    for _ in range(side):  # clockwise on the screen, where y goes down
        found = [(-y, x) for x, y in found]
    return found


def cross(grow: float) -> list[Point]:
    """The outline of the cross, `grow` units beyond its outermost points, clockwise, in pitches."""
    half, reach, _ = extent()
    near, far = half + grow / PITCH, reach + grow / PITCH
    corner = [(near, near), (near, far), (-near, far)]
    return [point for side in range(4) for point in quarters(corner, side)]


def border(side: int) -> float:
    """Where an arm's ground begins, in pitches from the middle of the board."""
    drop = {SOUTH: EDGE, NORTH: -EDGE}.get(side, 0.0)
    return extent()[0] + 0.5 + drop / PITCH


def arm(side: int, grow: float) -> list[Point]:
    """The outline of an arm's ground."""
    half, reach, _ = extent()
    near, far = half + grow / PITCH, reach + grow / PITCH
    begin = border(side)
    return quarters([(-near, begin), (near, begin), (near, far), (-near, far)], side)


@cache
def coordinates(bottom: int) -> tuple[tuple[str, Point], ...]:
    """The letters of the columns and the numbers of the rows with their places, at both ends of each."""
    data = ground()
    found = []
    for axis in (0, 1):
        lines: dict[int, list[tuple[int, int]]] = {}
        for place in data.places:
            lines.setdefault(place[axis], []).append(place)
        for at, places in sorted(lines.items()):
            across = [place[1 - axis] for place in places]
            name = data.names[data.places.index(places[0])]
            text = name[0] if axis == 0 else name[1:]
            for end in (min(across) - LABEL / PITCH, max(across) + LABEL / PITCH):
                x, y = (at, end) if axis == 0 else (end, at)
                found.append((text, turned(x, y, bottom)))
    return tuple(found)


@dataclass(frozen=True)
class Frame:
    """A picture's part of the board.

    bottom:        the team whose arm is at the bottom
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

    def at(self, point: int) -> Point:
        """The middle of a point, in pixels."""
        return self.place(spots(self.bottom)[point])

    def place(self, point: Point) -> Point:
        """The pixel of a place that is given in pitches from the middle of the board."""
        pitch = PITCH * self.scale
        return self.middle[0] + point[0] * pitch, self.middle[1] + point[1] * pitch

    def shows(self, point: int, reach: float = 0.7) -> bool:
        """Whether anything within `reach` pitches of a point is in the picture."""
        x, y = self.at(point)
        far = reach * PITCH * self.scale
        return -far < x < self.width + far and self.sign - far < y < self.height + far


def whole(size: int, bottom: int) -> Frame:
    """The whole board, `size` pixels wide."""
    unit = size / WIDTH
    middle = (CENTER[0] * unit, CENTER[1] * unit)
    return Frame(bottom, size, round(HEIGHT * unit), unit, middle, round(SIGN * unit), unit, True)


def part(names: Collection[str], size: int, bottom: int) -> Frame | None:
    """The part of the board around these points, enlarged; None: that is nearly the whole board. KeyError: no
    such point."""
    index = ground().index
    places = [spots(bottom)[index[name]] for name in sorted(names)]
    most = extent()[1] + (RIM + 10) / PITCH
    spans = []
    for axis in (0, 1):
        at = [place[axis] for place in places]
        least = PART_LEAST if axis == 0 else PART_LEAST * 0.8
        spans.append((min(at) + max(at), max(least, max(at) - min(at) + 2 * PART_ROOM)))
    across, down = max(spans[0][1], spans[1][1] / PART_HIGH), spans[1][1]
    if across > PART_MOST:
        return None
    left, top = (
        min(max((twice - wide) / 2, -most), most - wide)
        for twice, wide in ((spans[0][0], across), (spans[1][0], down))
    )
    scale = size / (across * PITCH)
    unit = size / PART_SIZE
    sign = round(PART_SIGN * unit)
    middle = (-left * PITCH * scale, sign - top * PITCH * scale)
    return Frame(bottom, size, sign + round(down * PITCH * scale), scale, middle, sign, unit, False)
