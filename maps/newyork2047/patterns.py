"""The patterns of the factions' land: bars, crosses, zigzags, dots, honeycomb, stripes, lozenges.

They differ in direction and shape at a third of their size too, where a phone shows them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, sqrt

from PIL import ImageDraw

from adjudicator.game import Seat
from maps.canvas import Point
from maps.geometry import ribbon
from maps.newyork2047 import style
from maps.palette import Rgb


class Field:
    """An enlarged part of a picture to be covered; its edges are in units of the map.

    Patterns hang on the map's corner, so that they run on from land to land.
    """

    def __init__(
        self, draw: ImageDraw.ImageDraw, size: tuple[int, int], origin: Point, scale: float, color: Rgb
    ) -> None:
        self.draw, self.origin, self.scale, self.color = draw, origin, scale, color
        self.left, self.top = -origin[0] / scale, -origin[1] / scale
        self.right, self.bottom = self.left + size[0] / scale, self.top + size[1] / scale

    def _at(self, point: Point) -> Point:
        """Return the pixel of a point of the map."""
        return self.origin[0] + point[0] * self.scale, self.origin[1] + point[1] * self.scale

    def line(self, points: list[Point], width: float) -> None:
        """Draw a line, straight or bent; width in units."""
        thick = max(1, round(width * self.scale))
        spots = [self._at(point) for point in points]
        if len(spots) == 2:
            self.draw.line(spots, fill=self.color, width=thick)
        else:
            self.draw.polygon(ribbon(spots, thick / 2), fill=self.color)

    def disc(self, center: Point, radius: float) -> None:
        """Fill a circle."""
        (x, y), reach = self._at(center), radius * self.scale
        self.draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=self.color)

    def columns(self, pitch: float) -> list[tuple[int, float]]:
        """Return the multiples of the pitch from left to right, numbered, and one more at both ends."""
        return _multiples(self.left, self.right, pitch)

    def rows(self, pitch: float) -> list[tuple[int, float]]:
        """Return the same from top to bottom."""
        return _multiples(self.top, self.bottom, pitch)

    def leaning(self, pitch: float, slope: float, width: float) -> None:
        """Draw parallel lines that go `slope` to the right for each unit down."""
        ends = (self.top - 4, self.bottom + 4)
        shifts = [slope * end for end in ends]
        first = floor((self.left - max(shifts)) / pitch) - 1
        last = ceil((self.right - min(shifts)) / pitch) + 1
        for k in range(first, last + 1):
            self.line([(k * pitch + slope * end, end) for end in ends], width)


def _multiples(first: float, last: float, pitch: float) -> list[tuple[int, float]]:
    """Return every multiple of the pitch in a range, with its number, and one more at both ends."""
    return [(k, k * pitch) for k in range(floor(first / pitch) - 1, ceil(last / pitch) + 2)]


def _bars(field: Field) -> None:
    for _, x in field.columns(22):
        field.line([(x, field.top - 2), (x, field.bottom + 2)], 7)


def _crosses(field: Field) -> None:
    for row, y in field.rows(24):
        for _, x in field.columns(32):
            middle = x + 16 * (row % 2)
            field.line([(middle - 9, y), (middle + 9, y)], 5.5)
            field.line([(middle, y - 9), (middle, y + 9)], 5.5)


def _zigzags(field: Field) -> None:
    for _, y in field.rows(24):
        field.line([point for _, x in field.columns(30) for point in ((x, y), (x + 15, y + 11))], 6)


def _dots(field: Field) -> None:
    for row, y in field.rows(21):
        for _, x in field.columns(26):
            field.disc((x + 13 * (row % 2), y), 6.5)


def _honeycomb(field: Field) -> None:
    side = 15.0
    high, wide = side * sqrt(3), side * 3
    for _, y in field.rows(high):
        for _, x in field.columns(wide):
            for a, b in ((x, y), (x + wide / 2, y + high / 2)):
                top = b - high / 2
                field.line([(a - side, b), (a - side / 2, top), (a + side / 2, top), (a + side, b)], 3.6)


def _stripes(field: Field) -> None:
    field.leaning(26, -1.0, 7.5)


def _lozenges(field: Field) -> None:
    field.leaning(26, 0.6, 3.8)
    field.leaning(26, -0.6, 3.8)


PATTERNS: dict[Seat, Callable[[Field], None]] = {
    "tower": _bars,
    "papst": _crosses,
    "rossoni": _zigzags,
    "christofori": _dots,
    "dunning": _honeycomb,
    "greene": _stripes,
    "hamblet": _lozenges,
}


def draw_pattern(
    draw: ImageDraw.ImageDraw, seat: Seat, size: tuple[int, int], origin: Point, scale: float
) -> None:
    """Cover an image with a faction's pattern. origin: the map's corner (0, 0) in pixels of the image."""
    PATTERNS[seat](Field(draw, size, origin, scale, style.LOOKS[seat].tone))
