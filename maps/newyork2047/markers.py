"""Lines over the map of New York 2047: arrows, supports, bars; outlines of spaces; small marks.

A stroke is drawn in one channel, from 0 (nothing) over a white line and a dark one to 255 (the core): one
small grey picture, enlarged, holds shape and smooth edges, and a table turns it into palette entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import ceil, floor, sqrt

from PIL import Image, ImageChops, ImageDraw

from maps.canvas import Pen, Point
from maps.decal import Decal, decal, levels, mapped, shade
from maps.geometry import dashes, length, part, ribbon, star
from maps.newyork2047 import style
from maps.newyork2047.layout import MapFrame, atlas
from maps.palette import Rgb, blend

FINE = 2
"""Strokes are drawn this many times enlarged."""
HALO, DARK, CORE = 85, 170, 255
"""The greys of a stroke: its white line, its dark one, and its core."""


@cache
def _table(core: Rgb) -> bytes:
    """Return the palette entry of every grey of a stroke."""
    ramp = Image.new("RGB", (256, 1))
    for grey in range(256):
        if grey <= HALO:
            color = style.WHITE
        elif grey <= DARK:
            color = blend(style.WHITE, style.INK, (grey - HALO) / (DARK - HALO))
        else:
            color = blend(style.INK, core, (grey - DARK) / (CORE - DARK))
        ramp.putpixel((grey, 0), color)
    found = ramp.quantize(palette=style.palette().image, dither=Image.Dither.NONE)
    return found.tobytes()


_SOLID, _SOFT = levels(56), levels(20, 56)


class Stroke:
    """A stroke in work, on the part of a picture around its points, in pixels. pad: in units"""

    def __init__(self, points: Sequence[Point], pad: float, unit: float) -> None:
        across, down = zip(*points, strict=True)
        self.left, self.top = floor(min(across) - pad * unit), floor(min(down) - pad * unit)
        right, bottom = ceil(max(across) + pad * unit), ceil(max(down) + pad * unit)
        self.unit = unit
        self.image = Image.new("L", ((right - self.left) * FINE, (bottom - self.top) * FINE), 0)
        self.draw = ImageDraw.Draw(self.image)

    def _at(self, point: Point) -> Point:
        """Return the enlarged pixel of a pixel."""
        return (point[0] - self.left) * FINE, (point[1] - self.top) * FINE

    def line(self, points: Sequence[Point], grey: int, width: float) -> None:
        """Draw a line with plain ends; width in units. A curve is one polygon along both its sides: that is
        quicker than joints."""
        half = max(0.5, width * self.unit * FINE / 2)
        spots = [self._at(point) for point in points]
        if len(spots) > 2:
            self.draw.polygon(ribbon(spots, half), fill=grey)
        else:
            self.draw.line(spots, fill=grey, width=max(1, round(2 * half)))

    def disc(self, point: Point, grey: int, width: float) -> None:
        """Fill a circle of that width, in units."""
        (x, y), half = self._at(point), max(0.5, width * self.unit * FINE / 2)
        self.draw.ellipse((x - half, y - half, x + half, y + half), fill=grey)

    def polygon(self, points: Sequence[Point], grey: int) -> None:
        """Fill a polygon."""
        self.draw.polygon([self._at(point) for point in points], fill=grey)

    def ring(self, points: Sequence[Point], grey: int, width: float) -> None:
        """Draw a line around a shape; width in units."""
        spots = [self._at(point) for point in (*points, points[0])]
        self.draw.line(spots, fill=grey, width=max(1, round(width * self.unit * FINE)), joint="curve")

    def done(self, core: Rgb) -> tuple[Decal, Point]:
        """Return the decal, and its middle in pixels."""
        image = self.image.reduce(FINE)
        mixed = shade(style.WHITE, style.palette())
        found = Decal(mapped(image, _table(core)), mapped(image, _SOLID), mapped(image, _SOFT), mixed)
        return found, (self.left + image.width / 2, self.top + image.height / 2)


LAYERS = ((HALO, 5.0), (DARK, 2.6), (CORE, 0.0))
"""The lines of a stroke from the outermost: grey, and how much wider than the core on each side, in units."""
SOMBRE_LAYERS = ((HALO, 6.6), (DARK, 1.2), (CORE, 0.0))
"""The same for a dark colour: a broad white rim, that it is seen on its own land."""


def _layers(core: Rgb) -> tuple[tuple[int, float], ...]:
    """Return the layers for a colour."""
    return SOMBRE_LAYERS if max(core) < 96 else LAYERS


HEAD, SPREAD = 23.0, 0.64
"""The length of the head of an arrow of one unit, in units, and half its width over its length."""


class _ArrowEnd:
    """The end of an arrow: points by how far beyond the tip they are, and how far aside."""

    def __init__(self, path: Sequence[Point], back: float) -> None:
        self.tip = path[-1]
        start = part(path, max(0.0, length(path) - back), length(path))[0]
        full = length((start, self.tip)) or 1.0
        self.along = (self.tip[0] - start[0]) / full, (self.tip[1] - start[1]) / full

    def at(self, far: float, wide: float) -> Point:
        """Return the pixel of a point."""
        (x, y), (across, down) = self.tip, self.along
        return x + across * far - down * wide, y + down * far + across * wide

    def head(self, size: float, grow: float) -> list[Point]:
        """Return the triangle of a head, with a margin, in pixels."""
        base = -size - grow
        wide = size * SPREAD + 1.9 * grow
        return [self.at(1.5 * grow, 0.0), self.at(base, wide), self.at(base, -wide)]


@lru_cache(maxsize=512)
def arrow(path: tuple[Point, ...], kind: str, width: float, core: Rgb, unit: float) -> tuple[Decal, Point]:
    """Draw an arrow along a path of pixels; returns it and its middle. kind: "move"; "stopped" (a bar at its
    end); "plan" (a dashed core); "lost" (a cross at its end)"""
    full = length(path)
    size = min(HEAD * unit * sqrt(width / 8.4), full * 0.62)
    end = _ArrowEnd(path, size)
    stroke = Stroke(path, 26, unit)
    has_head = kind in ("move", "plan")
    shaft = part(path, 0.0, full - size * 0.7) if has_head else list(path)
    for grey, grow in _layers(core):
        wide = width + 2 * grow
        if kind != "plan" or grey != CORE:
            stroke.line(shaft, grey, wide)
            stroke.disc(shaft[0], grey, wide)
        else:
            for dash in dashes(shaft, 10 * unit, 9 * unit):
                stroke.line(dash, grey, width - 2)
        if has_head:
            stroke.polygon(end.head(size, (grow + 0.5) * unit), grey)
        elif kind == "stopped":
            tips = [end.at(0.0, reach * unit) for reach in (13, -13)]
            stroke.line(tips, grey, wide)
            for tip in tips:
                stroke.disc(tip, grey, wide)
        else:
            for lean in (9 * unit, -9 * unit):
                tips = [end.at(-9 * unit, lean), end.at(9 * unit, -lean)]
                stroke.line(tips, grey, width * 0.8 + 2 * grow)
    return stroke.done(core)


@lru_cache(maxsize=512)
def tip(path: tuple[Point, ...], kind: str, width: float, core: Rgb, unit: float) -> tuple[Decal, Point]:
    """Draw the end of the same arrow, to lie over what the arrow itself lies under."""
    drawn, middle = arrow(path, kind, width, core, unit)
    size = min(HEAD * unit * sqrt(width / 8.4), length(path) * 0.62)
    end = _ArrowEnd(path, size)
    if kind in ("move", "plan"):
        points = end.head(size, 7.0 * unit)
    else:
        reach = (13 + width / 2 + 7) * unit
        points = [(end.tip[0] - reach, end.tip[1] - reach), (end.tip[0] + reach, end.tip[1] + reach)]
    left, top = middle[0] - drawn.entries.width / 2, middle[1] - drawn.entries.height / 2
    across, down = [x - left for x, _ in points], [y - top for _, y in points]
    first, high = max(0, floor(min(across))), max(0, floor(min(down)))
    last, low = min(drawn.entries.width, ceil(max(across))), min(drawn.entries.height, ceil(max(down)))
    box = (first, high, last, low)
    shape = Image.new("L", (last - first, low - high), 255 if len(points) == 2 else 0)
    if len(points) > 2:
        spots = [(x - first, y - high) for x, y in zip(across, down, strict=True)]
        ImageDraw.Draw(shape).polygon(spots, fill=255)
    solid = ImageChops.darker(drawn.solid.crop(box), shape)
    soft = ImageChops.darker(drawn.soft.crop(box), shape) if drawn.soft is not None else None
    center = left + (first + last) / 2, top + (high + low) / 2
    return Decal(drawn.entries.crop(box), solid, soft, drawn.mixed), center


@lru_cache(maxsize=512)
def support(path: tuple[Point, ...], core: Rgb, unit: float) -> tuple[Decal, Point]:
    """Draw a dashed line on a white one, with a dot at its end."""
    stroke = Stroke(path, 14, unit)
    stroke.line(path, HALO, 4.6 + 2 * 3.4)
    for grey, grow in ((DARK, 2.0), (CORE, 0.0)):
        for piece in dashes(path, 11 * unit, 9 * unit):
            stroke.line(piece, grey, 4.6 + 2 * grow)
    _dot(stroke, path[-1])
    return stroke.done(core)


def _dot(stroke: Stroke, at: Point) -> None:
    """Draw the end of a support."""
    for grey, grow in ((HALO, 4.4), (DARK, 2.4), (CORE, 0.0)):
        stroke.disc(at, grey, 11 + 2 * grow)


@lru_cache(maxsize=256)
def joint(at: Point, core: Rgb, unit: float) -> tuple[Decal, Point]:
    """Draw the end of a support at a pixel, to lie over the arrow that it helps."""
    stroke = Stroke([at], 14, unit)
    _dot(stroke, at)
    return stroke.done(core)


OUTLINES: dict[str, tuple[Rgb, float]] = {
    "taken": (style.GLOW, 5.0),
    "robbed": (style.RED, 5.0),
    "move": (style.GREEN, 9.0),
    "support": (style.WHITE, 6.0),
    "chosen": (style.GOLD, 13.0),
}
"""By mark: the colour and the width, in units, of the line within a space."""


@lru_cache(maxsize=256)
def outline(frame: MapFrame, key: str, kind: str) -> tuple[Decal, Point]:
    """Draw a line along the inner side of a space's border; ValueError if there is no such mark.

    kind: "taken", "robbed", "move", "support" or "chosen"
    """
    if kind not in OUTLINES:
        raise ValueError(f"there is no mark {kind!r}")
    place = atlas().places[key]
    points = [frame.at(point) for point in place.outline]
    stroke = Stroke(points, 2, frame.unit)
    color, wide = OUTLINES[kind]
    is_dashed = kind in ("taken", "robbed", "support")
    ring = [*points, points[0]]
    pieces = dashes(ring, 15 * frame.unit, 11 * frame.unit) if is_dashed else []
    for grey, more in ((DARK, 2.5), (CORE, 0.0)):
        for piece in pieces:
            stroke.line(piece, grey, 2 * (wide + more))
        if not is_dashed:
            stroke.ring(points, grey, 2 * (wide + more))
    found, middle = stroke.done(color)
    shape = Image.new("L", found.entries.size, 0)
    spots = [(x - stroke.left, y - stroke.top) for x, y in points]
    ImageDraw.Draw(shape).polygon(spots, fill=255)
    return Decal(found.entries, ImageChops.darker(found.solid, shape), None, found.mixed), middle


@lru_cache(maxsize=64)
def marker(kind: str, unit: float) -> Decal:
    """Draw a small mark; ValueError if there is none such.

    "standoff", "plus", "glow" (behind a new unit), "hold", "cross", "cut" (on a support),
    "dot" (a place to go to).
    """
    pen = Pen(96 * unit, 96 * unit, unit)
    if kind == "standoff":
        burst = star(25.0, 9, 0.66)
        pen.polygons(burst, (4.2, style.INK), (2.0, style.WHITE), (0, style.RED))
        for y in (-4.6, 4.6):
            pen.line([(-8.0, y), (8.0, y)], style.WHITE, 4.6)
    elif kind == "plus":
        pen.discs((0, 0), (14.5, style.INK), (12.6, style.WHITE), (11.0, style.GREEN))
        pen.line([(-5.5, 0), (5.5, 0)], style.WHITE, 4.2)
        pen.line([(0, -5.5), (0, 5.5)], style.WHITE, 4.2)
    elif kind == "glow":
        pen.polygons(star(37.0, 14, 0.84), (1.4, style.GOLD_EDGE), (0, style.GLOW))
    elif kind == "hold":
        pen.rings((0, 0), 31.5, (8.5, style.INK), (5.0, style.WHITE))
    elif kind in ("cross", "cut"):
        far = 21.0 if kind == "cross" else 9.0
        for color, width in ((style.INK, 12.0), (style.WHITE, 9.0), (style.RED, 5.0)):
            for lean in (1, -1):
                pen.line([(-far, -far * lean), (far, far * lean)], color, width)
    elif kind == "dot":
        pen.discs((0, 0), (15, style.INK), (13, style.WHITE), (10, style.GREEN))
    else:
        raise ValueError(f"there is no mark {kind!r}")
    return decal(pen.done(), style.INK, style.palette())
