"""Arrows that lie over a board, drawn as two masks: the core, and the core with its edge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from PIL import Image, ImageDraw

from maps.canvas import Point
from maps.decal import Decal, stencil
from maps.palette import Palette, Rgb

FINE = 3
"""Arrows are drawn this many times enlarged."""


class ArrowMask:
    """One layer of an arrow in work, on an enlarged image; its middle is (0, 0), in units.

    grow: how much wider than the core it is on each side, in units
    """

    def __init__(self, size: tuple[int, int], unit: float, grow: float) -> None:
        self.unit, self.grow = unit, grow
        self.middle = (size[0] / 2, size[1] / 2)
        self.image = Image.new("L", (size[0] * FINE, size[1] * FINE), 0)
        self.draw = ImageDraw.Draw(self.image)

    def at(self, point: Point) -> Point:
        """Return the enlarged pixel of a point."""
        x, y = point
        return (self.middle[0] + x * self.unit) * FINE, (self.middle[1] + y * self.unit) * FINE

    def line(self, points: Sequence[Point], width: float) -> None:
        """Draw a line with round ends and joints; width of the core, in units."""
        spots, thick = [self.at(point) for point in points], (width + 2 * self.grow) * self.unit * FINE
        self.draw.line(spots, fill=255, width=max(1, round(thick)))
        for x, y in spots:
            self.draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=255)

    def polygon(self, points: Sequence[Point]) -> None:
        """Fill a polygon; it must be enlarged already."""
        self.draw.polygon([self.at(point) for point in points], fill=255)


def draw_arrow(
    wide: float,
    high: float,
    unit: float,
    halo: float,
    colors: tuple[Rgb, Rgb],
    palette: Palette,
    paint: Callable[[ArrowMask], None],
) -> Decal:
    """Return an arrow that `paint` draws, once as its core and once `halo` units wider all around.

    wide, high: of the drawing, in units;  unit: in pixels;  colors: of the core and of the edge
    """
    size = (ceil(wide * unit), ceil(high * unit))
    masks = []
    for grow in (0.0, halo):
        mask = ArrowMask(size, unit, grow)
        paint(mask)
        masks.append(mask.image.reduce(FINE))
    return stencil(masks[0], masks[1], *colors, palette)


def dashed(begin: float, end: float, pitch: float) -> list[tuple[float, float]]:
    """Return where dashes of about that pitch begin and end on a line."""
    count, full = max(1, round((end - begin) / pitch)), end - begin
    return [(begin + full * k / count, begin + full * (k + 0.55) / count) for k in range(count)]
