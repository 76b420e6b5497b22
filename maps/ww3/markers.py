"""Arrows, rings and badges that lie over the board of WW3: drawn once per shape and kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin

from PIL import Image, ImageDraw

from maps.arrows import ArrowMask, dashed, draw_arrow
from maps.canvas import OVERSAMPLE, Pen, Point
from maps.decal import Decal, decal, stencil
from maps.geometry import diamond, rectangle
from maps.palette import Rgb
from maps.ww3 import style
from maps.ww3.counters import FIELD, shape

SHAFT, HALO, HEAD = 11.0, 3.4, 25.0
"""The width of an arrow's shaft and of its edge, and the length of its head, in units."""
OUTER, INNER = -4.0, 4.6
"""Where a ring around a counter begins and ends, from the counter's edge, in units: names begin beyond it."""
ARROWS: dict[str, tuple[Rgb, Rgb]] = {
    "moved": (style.LAST, style.LAST_EDGE),
    "won": (style.SCARLET, style.WHITE),
    "lost": (style.SCARLET, style.WHITE),
    "bounced": (style.SECRET, style.WHITE),
    "skipped": (style.QUIET, style.SEPIA),
    "draft": (style.DRAFT, style.WHITE),
}
"""By kind: an arrow's colour and that of its edge."""
KEY = {"move": "move", "capture": "attack", "unknown": "unknown unit", "second": "two distances"}
"""By mark: its word in the key."""
RINGS: dict[str, tuple[Rgb, Rgb]] = {
    "chosen": (style.GOLD, style.INK),
    "capture": (style.SCARLET, style.WHITE),
    "unknown": (style.SECRET, style.WHITE),
    "second": (style.SECOND, style.WHITE),
    "move": (style.GREEN, style.WHITE),
    "last": (style.LAST, style.LAST_EDGE),
    "met": (style.SCARLET, style.WHITE),
    "bounced": (style.SECRET, style.WHITE),
    "draft": (style.DRAFT, style.WHITE),
}
"""By kind: the colour of a ring around a counter, and that of its edge."""
DASHES = {"unknown": 9, "second": 16}
"""Rings that are broken: into how many parts."""


def _spot(path: Sequence[Point], far: float) -> tuple[Point, Point]:
    """Return the place at a distance along a path, and the direction there."""
    for k in range(1, len(path)):
        (x0, y0), (x1, y1) = path[k - 1], path[k]
        length = hypot(x1 - x0, y1 - y0)
        ahead = ((x1 - x0) / length, (y1 - y0) / length)
        if far <= length or k == len(path) - 1:
            return (x0 + ahead[0] * far, y0 + ahead[1] * far), ahead
        far -= length
    raise ValueError("a path has two points")


def _stretch(path: Sequence[Point], start: float, end: float) -> list[Point]:
    """Return the part of a path between two distances."""
    found, far = [_spot(path, start)[0]], 0.0
    for k in range(1, len(path) - 1):
        far += hypot(path[k][0] - path[k - 1][0], path[k][1] - path[k - 1][1])
        if start < far < end:
            found.append(path[k])
    return [*found, _spot(path, end)[0]]


@lru_cache(maxsize=64)
def arrow(path: tuple[Point, ...], kind: str, leave: float, stop: float, unit: float) -> Decal:
    """Draw an arrow along a path that starts at (0, 0), in units; the middle of what the path spans is the
    middle of the drawing. leave, stop: how far from the path's ends the arrow begins and ends

    One that lost ends with a cross, one that bounced has heads at both ends.
    """
    xs, ys = [x for x, _ in path], [y for _, y in path]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
    tip = max(leave + HEAD + 1, length - stop)
    end = tip if kind == "lost" else max(leave + 1.0, tip - HEAD * 0.8)
    first = leave + HEAD * 0.8 if kind == "bounced" else leave
    strokes = [(min(first, end - 1.0), end)]
    if kind in ("draft", "skipped"):
        strokes = dashed(leave, end, 26)

    def centered(points: Sequence[Point]) -> list[Point]:
        return [(x - middle[0], y - middle[1]) for x, y in points]

    def paint(mask: ArrowMask) -> None:
        for start, stretch_end in strokes:
            mask.line(centered(_stretch(path, start, stretch_end)), SHAFT)
        for far, way in [(tip, 1.0)] + ([(leave, -1.0)] if kind == "bounced" else []):
            (x, y), (ax, ay) = _spot(path, far)
            ax, ay = ax * way, ay * way
            if kind == "lost":
                for turn in (1, -1):
                    arms = [(x + s * 13 * (ax + turn * ay), y + s * 13 * (ay - turn * ax)) for s in (-1, 1)]
                    mask.line(centered(arms), 8.0)
                continue
            back, front, half = HEAD + mask.grow * 0.9, mask.grow * 1.7, HEAD * 0.56 + mask.grow * 1.35
            corners = [
                (x + ax * front, y + ay * front),
                (x - ax * back - ay * half, y - ay * back + ax * half),
                (x - ax * back + ay * half, y - ay * back - ax * half),
            ]
            mask.polygon(centered(corners))

    wide, high = (max(along) - min(along) + 2 * (HEAD + 4) for along in (xs, ys))
    return draw_arrow(wide, high, unit, HALO, ARROWS[kind], style.palette(), paint)


@lru_cache(maxsize=128)
def ring(kind: str, team: int, unit: float) -> Decal:
    """Draw a ring around a counter of that team. kind: one of `RINGS`"""
    color, edge = RINGS[kind]
    fine = unit * OVERSAMPLE
    size = round(FIELD * unit) * OVERSAMPLE

    def mask(inset: float) -> Image.Image:
        found = Image.new("L", (size, size), 0)
        corners = [(size / 2 + x * fine, size / 2 + y * fine) for x, y in shape(team, inset)]
        ImageDraw.Draw(found).polygon(corners, fill=255)
        return found

    line, broken = 1.9, DASHES.get(kind, 0)
    layers = []
    for outer, inner in ((OUTER, INNER), (OUTER + line, INNER - line)):
        layer = mask(outer)
        layer.paste(0, (0, 0), mask(inner))
        layers.append(layer)
    if broken:
        gaps = ImageDraw.Draw(layers[1])
        for k in range(broken):
            start, middle = 360 * (k + 0.5) / broken, size / 2
            angles = [pi * (start + turn) / 180 for turn in (0.0, 0.36 * 360 / broken)]
            # beyond the corners of the image
            corners = [(middle + size * cos(angle), middle + size * sin(angle)) for angle in angles]
            gaps.polygon([(middle, middle), *corners], fill=0)
    halo, core = (layer.reduce(OVERSAMPLE) for layer in layers)
    return stencil(core, halo, color, edge, style.palette())


@lru_cache(maxsize=64)
def spot(kind: str, unit: float) -> Decal:
    """Draw what lies on an empty point; ValueError if there is no such mark.

    "move" (a dot), "second" (a diamond), "capture", "unknown", "chosen" and "draft" (rings), "left" (where
    the newest move began), "lock".
    """
    pen = Pen(96 * unit, 96 * unit, unit)
    edge = style.WHITE
    if kind == "move":
        pen.discs((0, 0), (21, style.WHITE), (17, style.GREEN))
    elif kind == "second":
        for reach, color in ((25.0, style.WHITE), (19.5, style.SECOND)):
            pen.polygon(diamond(reach), color)
    elif kind in ("capture", "unknown", "chosen", "draft"):
        color, edge = RINGS[kind]
        pen.ring((0, 0), 25, 11, edge)
        pen.ring((0, 0), 25, 6.5, color, dashes=DASHES.get(kind, 0))
    elif kind == "left":
        edge = style.LAST_EDGE
        pen.discs((0, 0), (17, style.LAST_EDGE), (13.5, style.LAST))
    elif kind == "lock":
        edge = style.INK
        pen.rings((0, -12), 15, (8, style.INK), (4.5, style.IVORY))
        pen.polygons([(-22, -8), (22, -8), (22, 27), (-22, 27)], (3.5, style.INK), (1.0, style.IVORY))
        pen.disc((0, 6), 5.5, style.INK)
        pen.polygon([(-2, 6), (2, 6), (3.6, 19), (-3.6, 19)], style.INK)
    else:
        raise ValueError(f"there is no mark {kind!r}")
    return decal(pen.done(), edge, style.palette())


@lru_cache(maxsize=16)
def clash(kind: str, unit: float) -> Decal:
    """Draw a badge for a counter's upper left: two units met. kind: "met", or "bounced" (both stay)"""
    pen = Pen(44 * unit, 44 * unit, unit)
    pen.discs((0, 0), (17.5, style.INK), (15.6, style.SCARLET if kind == "met" else style.SECRET))
    for way in (1, -1):  # crossed swords
        pen.line([(-7.8 * way, -7.8), (7.8 * way, 7.8)], style.WHITE, 3.8)
        pen.line([(2.0 * way, 7.2), (7.2 * way, 2.0)], style.WHITE, 2.2)
    return decal(pen.done(), style.INK, style.palette())


@lru_cache(maxsize=16)
def die(value: int, unit: float) -> Decal:
    """Draw a die's face."""
    pen = Pen(52 * unit, 52 * unit, unit)
    pen.polygons(rectangle(15, 15), (7.5, style.INK), (5.5, style.IVORY))
    for x, y in PIPS[value]:
        pen.disc((x * 10.5, y * 10.5), 4.4, style.INK)
    return decal(pen.done(), style.INK, style.palette())


PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
