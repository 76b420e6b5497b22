"""A board's ground, drawn enlarged and strip by strip: smooth edges, and little memory at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PIL import Image, ImageDraw

from maps.canvas import Canvas, Point, to_entries
from maps.frame import Frame
from maps.palette import Palette, Rgb

FINE = 3
"""Shapes are drawn so many times enlarged."""
STRIP = 160
"""A strip is so many pixels high."""

F = TypeVar("F", bound=Frame)


class Sheet(Generic[F]):
    """A strip of a picture, enlarged, to draw shapes on by pixels of the picture."""

    def __init__(self, frame: F, top: int, bottom: int, table: Rgb) -> None:
        self.frame, self.top, self.bottom = frame, top, bottom
        self.image = Image.new("RGB", (frame.width * FINE, (bottom - top) * FINE), table)
        self.draw = ImageDraw.Draw(self.image)

    def at(self, point: Point) -> Point:
        """The enlarged pixel of a pixel of the picture."""
        return point[0] * FINE, (point[1] - self.top) * FINE

    def has(self, y: float, reach: float) -> bool:
        """Whether anything so far from that height is on the strip."""
        return self.top - reach < y < self.bottom + reach

    def polygon(self, points: Sequence[Point], color: Rgb) -> None:
        self.draw.polygon([self.at(point) for point in points], fill=color)

    def line(self, points: Sequence[Point], color: Rgb, width: float) -> None:
        """With round joints; width in pixels of the picture."""
        thick = max(1, round(width * FINE))
        self.draw.line([self.at(point) for point in points], fill=color, width=thick, joint="curve")

    def disc(self, center: Point, radius: float, color: Rgb) -> None:
        x, y = self.at(center)
        reach = radius * FINE
        self.draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=color)

    def edged(self, corners: Sequence[Point], color: Rgb, width: float) -> None:
        """A line around a shape, with round corners."""
        self.line([*corners, corners[0]], color, width)
        for corner in corners:
            self.disc(corner, width / 2, color)


def painted(frame: F, table: Rgb, palette: Palette, paint: Callable[[Sheet[F]], None]) -> Canvas:
    """A picture of the table with what is painted on every strip of it."""
    canvas = Canvas.blank(frame.width, frame.height, table, palette)
    for top in range(0, frame.height, STRIP):
        sheet = Sheet(frame, top, min(frame.height, top + STRIP), table)
        paint(sheet)
        canvas.entries.paste(to_entries(sheet.image.reduce(FINE), palette), (0, top))
    return canvas
