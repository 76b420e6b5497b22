"""Where everything lies in a picture of WW3: the cross turned so that one team's arm is at the bottom.

A post shows it 550 pixels wide, a phone 290. Counters' radius is below half a `PITCH`, so they never touch.
The map has a border with coordinates, as a chessboard has; only points that matter have their names on the
board, on a tag at the lower left. The four corners that the cross leaves free belong to the four teams.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

from adjudicator.ww3.board import Board, read_board
from maps.boards import board
from maps.canvas import Point
from maps.frame import BoardFrame, Crop, Measures

WIDTH, HEIGHT = 1400, 1522
"""A picture of the whole board, in units."""
PITCH = 116.0
"""From one point to the next, in units."""
HEADER = 124.0
"""The height of the line at the top, in units."""
CENTER = (WIDTH / 2, 824.0)
"""The middle of the board in the whole picture, in units."""
PAPER, SCALE, BAND, RIM = 59.0, 65.0, 112.0, 114.0
"""How far the map, its scale, the band with the coordinates and all reach beyond the outermost points."""
LABEL = 86.5
"""How far beyond them coordinates stand, in units."""
NAME_END, NAME_DROP = -12.0, 58.0
"""Where the right end and the middle of a name lie from the middle of its point, in units, in a part of the
board: where no counter and no line ever is."""
EDGE = 12.0
"""Where two grounds meet, from half-way between two rows, in units: so that no name lies on both."""
TAG = (-56.0, 36.0)
"""Where the left end and the middle of a name's tag lie from the middle of its point, in units: within its
square, whose edges the page draws."""

PART_SIZE = 1200
PART = Crop(least=5.4, room=1.1, high=1.15)
MAX_PART = 8.2
"""A part of this many pitches is no easier to read than the whole board."""

SOUTH, WEST, NORTH, EAST = range(4)
"""Where an arm lies in a picture, clockwise."""


@cache
def ground() -> Board:
    """Return the board of the file."""
    return read_board(board("ww3"))


@cache
def extent() -> tuple[float, float, int]:
    """Return half the centre's width and half the board's, in pitches; and the size of the board."""
    data = ground()
    arms = {point for region in data.regions for point in region}
    size = max(max(place) for place in data.places)
    inner = [place[0] for point, place in enumerate(data.places) if point not in arms]
    return (max(inner) - min(inner)) / 2, (size - 1) / 2, size


def turned(x: float, y: float, bottom: int) -> Point:
    """Return a place of the board in pitches from the middle of the picture's board, y downwards."""
    _, _, size = extent()
    across, up = x - (size + 1) / 2, y - (size + 1) / 2
    for _ in range(-bottom % 4):  # a quarter clockwise, as in `quarters`
        across, up = up, -across
    return across, -up


@cache
def spots(bottom: int) -> tuple[Point, ...]:
    """Return each point's place from the middle of the board, in pitches, y downwards; that team is south."""
    return tuple(turned(x, y, bottom) for x, y in ground().places)


@cache
def owners() -> tuple[int, ...]:
    """Return by point the team in whose arm it lies, or -1."""
    data = ground()
    found = [-1] * len(data.names)
    for team, region in enumerate(data.regions):
        for point in region:
            found[point] = team
    return tuple(found)


def side_of(team: int, bottom: int) -> int:
    """Return where a team's arm lies in the picture: `SOUTH`, …"""
    return (team - bottom) % 4


def quarters(points: Sequence[Point], side: int) -> list[Point]:
    """Return places of the picture turned from the south to a side."""
    found = list(points)
    for _ in range(side):  # clockwise on the screen, where y goes down
        found = [(-y, x) for x, y in found]
    return found


def cross(grow: float) -> list[Point]:
    """Return the outline of the cross, `grow` units beyond its outermost points, clockwise, in pitches."""
    half, reach, _ = extent()
    near, far = half + grow / PITCH, reach + grow / PITCH
    corner = [(near, near), (near, far), (-near, far)]
    return [point for side in range(4) for point in quarters(corner, side)]


def border(side: int) -> float:
    """Return where an arm's ground begins, in pitches from the middle of the board."""
    drop = {SOUTH: EDGE, NORTH: -EDGE}.get(side, 0.0)
    return extent()[0] + 0.5 + drop / PITCH


def arm(side: int, grow: float) -> list[Point]:
    """Return the outline of an arm's ground, in pitches."""
    half, reach, _ = extent()
    near, far = half + grow / PITCH, reach + grow / PITCH
    begin = border(side)
    return quarters([(-near, begin), (near, begin), (near, far), (-near, far)], side)


@cache
def coordinates(bottom: int) -> tuple[tuple[str, Point], ...]:
    """Return the letters of the columns and the numbers of the rows with their places at both ends."""
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


@dataclass(frozen=True, kw_only=True)
class Ww3Frame(BoardFrame):
    """A picture's part of the board; its length is a pitch. bottom: the team whose arm is at the bottom"""

    bottom: int
    measures = Measures(width=WIDTH, height=HEIGHT, header=HEADER, part_header=104.0, length=PITCH, reach=0.7)

    def spots(self) -> tuple[Point, ...]:
        """Return each point's place."""
        return spots(self.bottom)


def whole(size: int, bottom: int) -> Ww3Frame:
    """Return the frame of the whole board, `size` pixels wide."""
    unit = size / WIDTH
    return Ww3Frame.of_whole(size, (CENTER[0] * unit, CENTER[1] * unit), unit, bottom=bottom)


def part(names: Collection[str], size: int, bottom: int) -> Ww3Frame | None:
    """Return the frame of the part around these points; None: that is nearly the whole board.

    KeyError: no such point.
    """
    index = ground().index
    places = [spots(bottom)[index[name]] for name in sorted(names)]
    most = extent()[1] + (RIM + 10) / PITCH
    found = PART.around(places, [(-most, -most), (most, most)], MAX_PART)
    return None if found is None else Ww3Frame.of_part(size, found, bottom=bottom)
