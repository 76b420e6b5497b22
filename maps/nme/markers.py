"""Arrows, rings, dots and tags that lie over the board of NME: drawn once per shape and kept."""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin

from maps.arrows import ArrowMask, dashed, draw_arrow
from maps.canvas import OVERSAMPLE, Pen, Point, font, text_width
from maps.decal import Decal, decal
from maps.geometry import diamond, star
from maps.nme import style
from maps.nme.counters import SLIM
from maps.palette import Rgb

SHAFT, HALO, HEAD = 9.0, 3.0, 21.0
"""The width of an arrow's shaft and of its edge, and the length of its head, in units."""
RING = 26.5
"""The middle of the line of a ring on a counter's edge, in units: names begin where it ends."""
ARROWS: dict[str, tuple[Rgb, Rgb]] = {
    "move": (style.LAST, style.LAST_EDGE),
    "capture": (style.RED, style.WHITE),
    "naval_one": (style.BLUE, style.WHITE),
    "flank": (style.RED, style.INK),
    "trade": (style.PURPLE, style.WHITE),
    "draft": (style.DRAFT, style.WHITE),
}
"""By kind: an arrow's colour and that of its edge."""
KEY = {
    "move": "move",
    "trade": "move or trade",
    "capture": "capture",
    "naval_one": "Naval One",
    "naval_one_capture": "Naval One",
}
"""By marker: its word in the key, which has each word once."""
TAGS = {"naval_one": "N1", "flank": "flank", "trade": "trade"}
"""By kind: the word on the space that a special move left."""


@lru_cache(maxsize=48)
def arrow(across: float, down: float, kind: str, unit: float) -> Decal:
    """Draw an arrow by the vector from its tail to its tip, in units, in the middle of the drawing."""
    length = hypot(across, down)
    ahead = (across / length, down / length)

    def at(far: float, aside: float = 0.0) -> Point:
        x = ahead[0] * (far - length / 2) - ahead[1] * aside
        return x, ahead[1] * (far - length / 2) + ahead[0] * aside

    def paint(mask: ArrowMask) -> None:
        end, grow = max(2.0, length - HEAD * 0.8), mask.grow
        for start, stop in dashed(0.0, end, 24) if kind == "draft" else [(0.0, end)]:
            mask.line([at(start), at(stop)], SHAFT)
        back, tip, half = length - HEAD - grow * 0.9, length + grow * 1.7, HEAD * 0.58 + grow * 1.35
        mask.polygon([at(tip), at(back, half), at(back, -half)])

    wide, high = abs(across) + 2 * HEAD, abs(down) + 2 * HEAD
    return draw_arrow(wide, high, unit, HALO, ARROWS[kind], style.palette(), paint)


@lru_cache(maxsize=64)
def marker(kind: str, unit: float) -> Decal:
    """Draw what lies on one space; ValueError if there is no such mark.

    For choosing: "chosen", "move" (a dot), "trade" (a bigger one with two arrows), "capture" (a ring),
    "naval_one" (a compass star) and "naval_one_capture" (a ring of diamonds). Also "left" and "last" (the
    ends of the newest move), "burst" (behind a piece that captured), "draft" (where an order goes).
    """
    pen = Pen(92 * unit, 92 * unit, unit)
    edge = style.WHITE
    if kind == "move":
        pen.discs((0, 0), (16.5, style.WHITE), (13, style.GREEN))
    elif kind == "trade":  # two arrows, there and back
        pen.discs((0, 0), (24, style.WHITE), (20.5, style.PURPLE))
        for way in (1, -1):
            pen.line([(-12 * way, -6.5 * way), (4 * way, -6.5 * way)], style.WHITE, 4)
            tip = [(14, -6.5), (4, -12.5), (4, -0.5)]
            pen.polygon([(x * way, y * way) for x, y in tip], style.WHITE)
    elif kind == "capture":
        pen.rings((0, 0), RING, (8.5, style.WHITE), (5.5, style.RED))
    elif kind == "naval_one":
        pen.disc((0, 0), 17, style.WHITE)
        pen.polygons(star(25, 4, SLIM), (3.5, style.WHITE), (0, style.BLUE))
    elif kind == "naval_one_capture":
        pen.ring((0, 0), RING, 8.5, style.WHITE)
        for k in range(8):  # none at the left: there the name stands
            x, y = RING * cos(pi * (k + 0.5) / 4), RING * sin(pi * (k + 0.5) / 4)
            pen.polygon(diamond(8, (x, y)), style.WHITE, 1)
        for k in range(8):
            x, y = RING * cos(pi * (k + 0.5) / 4), RING * sin(pi * (k + 0.5) / 4)
            pen.polygon(diamond(7, (x, y)), style.BLUE)
    elif kind == "chosen":
        edge = style.INK
        pen.rings((0, 0), RING, (8.5, style.INK), (5.5, style.GOLD))
        for k in range(4):
            x, y = (RING + 2) * cos(pi * (k / 2 + 0.25)), (RING + 2) * sin(pi * (k / 2 + 0.25))
            pen.discs((x, y), (6.5, style.INK), (4.5, style.GOLD))
    elif kind == "left":
        edge = style.LAST_EDGE
        pen.discs((0, 0), (13, style.LAST_EDGE), (10, style.LAST))
    elif kind == "last":
        edge = style.LAST_EDGE
        pen.rings((0, 0), RING, (8.5, style.LAST_EDGE), (5.5, style.LAST))
    elif kind == "burst":
        pen.polygons(star(36, 12, 0.82), (2, style.WHITE), (0, style.RED))
    elif kind == "draft":
        pen.ring((0, 0), RING, 8.5, style.WHITE)
        pen.ring((0, 0), RING, 5.5, style.DRAFT, dashes=10)
    else:
        raise ValueError(f"there is no mark {kind!r}")
    return decal(pen.done(), edge, style.palette())


@lru_cache(maxsize=64)
def tag(text: str, kind: str, unit: float) -> Decal:
    """Draw a word on a pill in the colour of that arrow."""
    size = 17.0
    wide = text_width(text, True, size) + 16
    pen = Pen((wide + 8) * unit, 34 * unit, unit)
    for grow, color in ((2.0, style.WHITE), (0.0, ARROWS[kind][0])):
        pen.line([(-wide / 2 + 12, 0), (wide / 2 - 12, 0)], color, 24 + 2 * grow)
    x, y = pen.at((0, 0.36 * size))
    pen.draw.text((x, y), text, font=font(True, size * unit * OVERSAMPLE), fill=style.WHITE, anchor="ms")
    return decal(pen.done(), style.WHITE, style.palette())
