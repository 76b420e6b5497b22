"""The bodies of counters: a raised face within a rim, and the shadow below."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image, ImageChops, ImageDraw

from maps.canvas import OVERSAMPLE, Pen, Point
from maps.decal import Decal, decal
from maps.geometry import moved
from maps.palette import Palette, Rgb

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
