"""A board's ground, drawn enlarged and strip by strip: smooth edges, and little memory at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PIL import Image, ImageDraw

from maps.canvas import Canvas, Point, to_entries
from maps.frame import BoardFrame
from maps.palette import Palette, Rgb

FINE = 3
"""Shapes are drawn this many times enlarged."""
STRIP_HEIGHT = 160
"""In pixels of the picture."""

F = TypeVar("F", bound=BoardFrame)


class Enlarged(ABC):
    """An enlarged rectangle of a picture, to draw shapes on. width, height: in pixels of the picture"""

    def __init__(self, width: int, height: int, color: Rgb) -> None:
        self.image = Image.new("RGB", (width * FINE, height * FINE), color)
        self.draw = ImageDraw.Draw(self.image)

    @abstractmethod
    def at(self, point: Point) -> Point:
        """Return the enlarged pixel of a point."""

    def polygon(self, points: Sequence[Point], color: Rgb) -> None:
        """Fill a polygon."""
        self.draw.polygon([self.at(point) for point in points], fill=color)

    def line(self, points: Sequence[Point], color: Rgb, width: float) -> None:
        """Draw a line with round joints; width in pixels of the picture."""
        thick = max(1, round(width * FINE))
        self.draw.line([self.at(point) for point in points], fill=color, width=thick, joint="curve")

    def mask(self, corners: Sequence[Point]) -> Image.Image:
        """Return where a shape is on the enlarged rectangle, as mode "L"."""
        found = Image.new("L", self.image.size, 0)
        ImageDraw.Draw(found).polygon([self.at(point) for point in corners], fill=255)
        return found

    def done(self) -> Image.Image:
        """Return the rectangle at its own size."""
        return self.image.reduce(FINE)


class Strip(Enlarged, Generic[F]):
    """An enlarged strip of a picture, to draw shapes on by pixels of the picture."""

    def __init__(self, frame: F, top: int, bottom: int, table: Rgb) -> None:
        super().__init__(frame.width, bottom - top, table)
        self.frame, self.top, self.bottom = frame, top, bottom

    def at(self, point: Point) -> Point:
        """Return the enlarged pixel of a pixel of the picture."""
        return point[0] * FINE, (point[1] - self.top) * FINE

    def has(self, y: float, reach: float) -> bool:
        """Return whether anything within `reach` of that height is on the strip."""
        return self.top - reach < y < self.bottom + reach

    def disc(self, center: Point, radius: float, color: Rgb) -> None:
        """Fill a circle."""
        x, y = self.at(center)
        reach = radius * FINE
        self.draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=color)

    def edged(self, corners: Sequence[Point], color: Rgb, width: float) -> None:
        """Draw a line around a shape, with round corners."""
        self.line([*corners, corners[0]], color, width)
        for corner in corners:
            self.disc(corner, width / 2, color)


def paint_strips(frame: F, table: Rgb, palette: Palette, paint: Callable[[Strip[F]], None]) -> Canvas:
    """Return a picture of the table with what `paint` draws on every strip of it."""
    canvas = Canvas.blank(frame.width, frame.height, table, palette)
    for top in range(0, frame.height, STRIP_HEIGHT):
        strip = Strip(frame, top, min(frame.height, top + STRIP_HEIGHT), table)
        paint(strip)
        canvas.entries.paste(to_entries(strip.done(), palette), (0, top))
    return canvas
