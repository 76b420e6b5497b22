"""The overview in the corner of a part: the whole board, small, with a dot for every piece and a frame around
the part."""

from __future__ import annotations

from functools import lru_cache

from adjudicator.nme.board import ARMY_OF, EMPTY
from adjudicator.nme.state import View
from maps.canvas import Canvas, Pen, Point
from maps.decal import Decal, decal
from maps.geometry import moved, rectangle
from maps.nme import style
from maps.nme.empty_board import side_color
from maps.nme.layout import OVERVIEW, NmeFrame, outline, spots
from maps.palette import Rgb

LENGTH = 10.6
"""A side of a hexagon, in units."""
DOT, LAST = 4.6, 8.0
"""The radius of a piece, and of what lies below the one that moved last, in units."""


def overview(canvas: Canvas, frame: NmeFrame, view: View, dead: frozenset[int]) -> None:
    """Draw it in the upper right corner."""
    unit, places = frame.unit, spots(frame.bottom)
    middle = (frame.width - OVERVIEW[0] / 2 * unit, OVERVIEW[1] / 2 * unit)
    _board(frame.bottom, dead, unit).put(canvas, middle)
    drop = _drop(frame.bottom)

    def at(place: Point) -> Point:
        return middle[0] + place[0] * LENGTH * unit, middle[1] + (place[1] * LENGTH + drop) * unit

    if last := view.state.last:
        for space, reach in ((last.origin, DOT), (last.target, LAST)):
            _dot(style.LAST, style.LAST_EDGE, reach, unit).put(canvas, at(places[space]))
    for space, letter in enumerate(view.board):
        if letter != EMPTY:
            army = ARMY_OF[letter]
            face = style.DEAD if army in dead else style.LOOKS[army].face
            _dot(face, style.INK, DOT, unit).put(canvas, at(places[space]))
    corners = ((0, frame.header), (frame.width, frame.height))
    (left, top), (right, bottom) = (
        at(((x - frame.middle[0]) / frame.length, (y - frame.middle[1]) / frame.length)) for x, y in corners
    )
    for grow, color in ((2.8, style.INK), (1.6, style.WHITE)):
        half = grow * unit
        for x in (left, right):
            canvas.fill(x - half, x + half, (top + bottom) / 2, (bottom - top) / 2 + half, color)
        for y in (top, bottom):
            canvas.fill(left - half, right + half, y, half, color)


def _drop(bottom: int) -> float:
    """Return how far the board's middle is below that of the overview, in units."""
    ends = [y for _, ends in outline(bottom, 0.0) for _, y in ends]
    return -(max(ends) + min(ends)) / 2 * LENGTH


@lru_cache(maxsize=16)
def _board(bottom: int, dead: frozenset[int], unit: float) -> Decal:
    """Draw the board without pieces."""
    wide, high = OVERVIEW
    pen = Pen(wide * unit, high * unit, unit)
    pen.polygon(rectangle(wide / 2, high / 2), style.GOLD)
    pen.polygon(moved(rectangle(wide / 2, high / 2 - 1.0), 2.0, -1.0), style.HEADER)
    drop = _drop(bottom)
    sides = [
        (owner, [(x * LENGTH, y * LENGTH + drop) for x, y in ends]) for owner, ends in outline(bottom, 0.0)
    ]
    pen.polygon([ends[0] for _, ends in sides], style.TILES[1])
    for owner, ends in sides:
        pen.line(ends, side_color(owner, dead), 5.0)
    return decal(pen.done(), style.HEADER, style.palette())


@lru_cache(maxsize=16)
def _dot(face: Rgb, edge: Rgb, reach: float, unit: float) -> Decal:
    """Draw a piece."""
    pen = Pen(22 * unit, 22 * unit, unit)
    pen.discs((0, 0), (reach + 1.0, edge), (reach, face))
    return decal(pen.done(), edge, style.palette())
