"""Drawings that lie on any ground: pasted as palette entries, their edges mixed half and half with it.

Blending in RGB would cost a look-up of every pixel's nearest entry in every picture; here all nearest entries
are found once, when a drawing is made. Tables are applied by `bytes.translate`: for small images that is much
quicker than `Image.point`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil

from PIL import Image, ImageChops, ImageDraw

from maps.canvas import OVERSAMPLE, Canvas, Pen, Point, to_entries
from maps.geometry import moved
from maps.palette import Palette, Rgb, blend

SOFT, SOLID = 56, 160
"""The degrees of cover, of 255, from which a pixel is mixed with the ground, and from which it hides it."""


def levels(first: int, end: int = 256) -> bytes:
    """Return a table: 255 from one grey up to before another, 0 elsewhere."""
    return bytes(first) + b"\xff" * (end - first) + bytes(256 - end)


_SOFT, _SOLID = levels(SOFT, SOLID), levels(SOLID)


@cache
def shade(color: Rgb, palette: Palette) -> bytes:
    """Return a table of palette entries: half-way between each and a colour, for edges over any ground."""
    return bytes(palette.nearest(blend(one, color, 0.5)) for one in palette.colors).ljust(256, b"\0")


@cache
def ramp(below: Rgb, above: Rgb, palette: Palette) -> bytes:
    """Return a table of palette entries: for each of 256 degrees of `above` over `below`, the nearest."""
    return bytes(palette.nearest(blend(below, above, degree / 255)) for degree in range(256))


def mapped(image: Image.Image, table: bytes) -> Image.Image:
    """Return an image of one channel with every value looked up in a table."""
    return Image.frombytes("L", image.size, image.tobytes().translate(table))


@dataclass(frozen=True, eq=False)
class Decal:
    """Palette entries; where they cover, and where the edge is mixed with the ground (0 or 255, None:
    nowhere); and the table of what each entry of the ground becomes there."""

    entries: Image.Image
    solid: Image.Image
    soft: Image.Image | None
    mixed: bytes

    def put(self, canvas: Canvas, center: Point) -> tuple[int, int, int, int]:
        """Paste with the middle at `center`, in pixels; returns left, top, right, bottom."""
        width, height = self.entries.size
        left, top = round(center[0] - width / 2), round(center[1] - height / 2)
        box = (left, top, left + width, top + height)
        self.paste(canvas.entries, box)
        return box

    def paste(self, ground: Image.Image, box: tuple[int, int, int, int]) -> None:
        """Paste on palette entries, in this box."""
        if self.soft is not None:
            ground.paste(mapped(ground.crop(box), self.mixed), box[:2], self.soft)
        ground.paste(self.entries, box[:2], self.solid)


def decal(drawing: Image.Image, edge: Rgb, palette: Palette) -> Decal:
    """Make a decal from an RGBA drawing whose outermost line has the colour `edge`."""
    flat = Image.new("RGB", drawing.size, edge)
    flat.paste(drawing, (0, 0), drawing)
    return _edged(to_entries(flat, palette), drawing.getchannel("A"), edge, palette)


def stencil(core: Image.Image, halo: Image.Image, color: Rgb, edge: Rgb, palette: Palette) -> Decal:
    """Make a decal from two masks (mode "L"): where its colour is, and where its colour or its edge is."""
    return _edged(mapped(core, ramp(edge, color, palette)), halo, edge, palette)


def _edged(entries: Image.Image, cover: Image.Image, edge: Rgb, palette: Palette) -> Decal:
    """Make a decal from its entries and how far each pixel is covered (mode "L")."""
    return Decal(entries, mapped(cover, _SOLID), mapped(cover, _SOFT), shade(edge, palette))


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


Shape = Callable[[float], list[Point]]
"""The edge of a counter, drawn in by some units."""


def draw_token(
    pen: Pen, shape: Shape, edges: Sequence[tuple[float, Rgb]], face: tuple[float, float, Rgb]
) -> None:
    """Draw a counter without its sign.

    edges: from the outermost, how far each is drawn in and its colour
    face: how far it is drawn in, how far it is moved down within the last edge, and its colour
    """
    for inset, color in edges:
        pen.draw.polygon([pen.at(point) for point in shape(inset)], fill=color)
    inset, drop, color = face
    within = pen.mask(shape(edges[-1][0]))
    pen.image.paste(color, (0, 0), ImageChops.darker(pen.mask(moved(shape(inset), 0.0, drop)), within))


def shadowed(
    pen: Pen, outline: Sequence[Point], drop: Point, cover: int, ink: Rgb, palette: Palette
) -> Decal:
    """Return the drawing with a shadow. drop: how far it falls, in units;  cover: how dark it is, of 255"""
    shadow = Image.new("RGBA", pen.image.size, (*ink, 0))
    below = [pen.at(point) for point in moved(outline, *drop)]
    ImageDraw.Draw(shadow).polygon(below, fill=(*ink, cover))
    shadow.alpha_composite(pen.image)
    return decal(shadow.reduce(OVERSAMPLE), ink, palette)
