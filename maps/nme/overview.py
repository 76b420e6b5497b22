"""The overview in the corner of a part: the whole board, small, with a dot for every piece and a frame around
the part."""

from __future__ import annotations

from adjudicator.nme.board import ARMY_OF, EMPTY
from adjudicator.nme.state import View
from maps.canvas import Canvas, Pen, Point
from maps.geometry import moved, rectangle, scaled
from maps.nme import style
from maps.nme.empty_board import side_color
from maps.nme.layout import OVERVIEW, NmeFrame, outline, spots

LENGTH = 10.6
"""A side of a hexagon, in units."""
DOT = 0.43
"""The radius of a piece, in sides."""


def overview(canvas: Canvas, frame: NmeFrame, view: View, dead: frozenset[int]) -> None:
    """Draw it in the upper right corner."""
    unit = frame.unit
    wide, high = OVERVIEW
    pen = Pen(wide * unit, high * unit, unit)
    pen.polygon(rectangle(wide / 2, high / 2), style.GOLD)
    pen.polygon(moved(rectangle(wide / 2, high / 2 - 1.0), 2.0, -1.0), style.HEADER)
    places = spots(frame.bottom)
    corners = [ends[0] for _, ends in outline(frame.bottom, 0.0)]
    middle = (0.0, -(max(y for _, y in corners) + min(y for _, y in corners)) / 2 * LENGTH)

    def at(place: Point) -> Point:
        return place[0] * LENGTH + middle[0], place[1] * LENGTH + middle[1]

    pen.polygon([at(corner) for corner in corners], style.TILES[1])
    for owner, ends in outline(frame.bottom, 0.0):
        pen.line([at(end) for end in ends], side_color(owner, dead), 5.0)
    if last := view.state.last:
        ends_of = [at(places[space]) for space in (last.origin, last.target)]
        pen.line(ends_of, style.LAST, 5.0)
        pen.disc(ends_of[1], 0.75 * LENGTH, style.LAST)
    for space, letter in enumerate(view.board):
        if letter == EMPTY:
            continue
        army = ARMY_OF[letter]
        face = style.DEAD if army in dead else style.LOOKS[army].face
        pen.discs(at(places[space]), (DOT * LENGTH + 1.0, style.INK), (DOT * LENGTH, face))
    left, top = frame.width / 2 - frame.middle[0], (frame.height + frame.header) / 2 - frame.middle[1]
    half = [edge / frame.length * LENGTH / 2 for edge in (frame.width, frame.height - frame.header)]
    spot = at((left / frame.length, top / frame.length))
    window = scaled(rectangle(*half), 1.0, spot)
    pen.line([*window, window[0]], style.INK, 5.5)
    pen.line([*window, window[0]], style.WHITE, 3.0)
    canvas.overlay(pen.done(), (frame.width - wide / 2 * unit, high / 2 * unit))
