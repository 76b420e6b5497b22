"""Arrows, rings and bursts that lie over the board of Commander-In-Chief: drawn once and kept, RGBA."""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from PIL import Image

from maps.canvas import Pen, Point
from maps.cic import style
from maps.geometry import star
from maps.palette import Rgb

ARROWS: dict[str, tuple[Rgb, Rgb]] = {
    "move": (style.LAST, style.WHITE),
    "capture": (style.RED, style.WHITE),
    "attack": (style.PURPLE, style.WHITE),
    "draft": (style.DRAFT, style.WHITE),
}
"""By kind: the colours of an arrow's core, and of the halo that sets it off from every ground."""
THICK, HALO, HEAD = 11.0, 4.0, 27.0
"""The width of an arrow's shaft and of its halo, and the length of its head, in units."""


def _shaft(vector: Point, kind: str) -> list[list[Point]]:
    """Return the strokes of an arrow's shaft from (0, 0): one, a lightning's zigzag, or dashes."""
    length = hypot(*vector)
    along = (vector[0] / length, vector[1] / length)
    end = max(4.0, length - HEAD * 0.8)

    def at(far: float, aside: float = 0.0) -> Point:
        return along[0] * far - along[1] * aside, along[1] * far + along[0] * aside

    if kind == "attack":
        return [[at(0), at(end * 0.42, 13), at(end * 0.52, -13), at(end)]]
    if kind == "draft":
        count = max(1, int(end / 30 + 0.5))
        pitch = end / count
        return [[at(k * pitch), at(k * pitch + 0.45 * pitch)] for k in range(count)]
    return [[at(0), at(end)]]


@lru_cache(maxsize=512)
def arrow(across: float, down: float, kind: str, unit: float) -> tuple[Image.Image, Point]:
    """Draw an arrow by the vector from its tail to its tip, in units; returns it and where the middle of the
    drawing lies from the tail, in pixels. kind: one of `ARROWS`"""
    pad = 24.0
    middle = (across / 2, down / 2)
    pen = Pen((abs(across) + 2 * pad) * unit, (abs(down) + 2 * pad) * unit, unit)
    length = hypot(across, down)
    ahead = (across / length, down / length)

    def place(point: Point) -> Point:
        return point[0] - middle[0], point[1] - middle[1]

    base = (across - ahead[0] * HEAD, down - ahead[1] * HEAD)
    aside = (-ahead[1] * HEAD * 0.62, ahead[0] * HEAD * 0.62)
    head = [
        place((across, down)),
        place((base[0] + aside[0], base[1] + aside[1])),
        place((base[0] - aside[0], base[1] - aside[1])),
    ]
    strokes = [[place(point) for point in stroke] for stroke in _shaft((across, down), kind)]
    core, halo = ARROWS[kind]
    for stroke in strokes:
        pen.line(stroke, halo, THICK + 2 * HALO)
    pen.polygon(head, halo, HALO + 1)
    for stroke in strokes:
        pen.line(stroke, core, THICK)
    pen.polygon(head, core, 1)
    return pen.done(), (middle[0] * unit, middle[1] * unit)


@lru_cache(maxsize=64)
def marker(kind: str, unit: float) -> Image.Image:
    """Draw what lies on one square; ValueError if there is no such mark.

    "move", "capture", "attack", "chosen", "draft", "burst" (behind a piece that captured), "glory" (behind a
    new King).
    """
    reach = 144.0
    pen = Pen(reach * unit, reach * unit, unit)
    rise = (0.0, -4.0)
    if kind == "move":
        pen.discs((0, 0), (26, style.WHITE), (22.5, style.GREEN))
    elif kind == "capture":
        pen.rings(rise, 56, (14, style.WHITE), (8, style.RED))
    elif kind == "attack":
        pen.ring(rise, 56, 14, style.WHITE)
        pen.ring(rise, 56, 8, style.PURPLE, dashes=9)
    elif kind == "chosen":
        pen.ring(rise, 57, 7, style.GREEN)
    elif kind == "draft":
        pen.ring(rise, 57, 12, style.WHITE)
        pen.ring(rise, 57, 7, style.DRAFT, dashes=10)
    elif kind in ("burst", "glory"):
        burst = star(66.0, 12, 50 / 66, rise)
        pen.polygons(burst, (2, style.WHITE), (0, style.RED if kind == "burst" else style.GOLD))
    else:
        raise ValueError(f"there is no mark {kind!r}")
    return pen.done()
