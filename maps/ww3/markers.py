"""Arrows, rings and badges that lie over the board: drawn once per shape and kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin

from PIL import Image, ImageDraw

from maps.canvas import OVERSAMPLE, Pen, Point
from maps.decal import Decal, decal, stencil
from maps.palette import Rgb
from maps.ww3 import style
from maps.ww3.counters import FIELD, shape

FINE = 3
"""Arrows are drawn so many times enlarged."""
SHAFT, HALO, HEAD = 11.0, 3.4, 25.0
"""The width of an arrow's shaft and of its edge, and the length of its head, in units."""
OUTER, INNER = -4.0, 4.6
"""Where a ring around a counter begins and ends, from the counter's edge: names begin beyond it."""
ARROWS: dict[str, tuple[Rgb, Rgb]] = {
    "moved": (style.LAST, style.LAST_EDGE),
    "won": (style.SCARLET, style.WHITE),
    "lost": (style.SCARLET, style.WHITE),
    "bounced": (style.SECRET, style.WHITE),
    "skipped": (style.QUIET, style.SEPIA),
    "draft": (style.DRAFT, style.WHITE),
}
"""By kind: an arrow's colour and that of its edge."""
LEGEND = {"move": "move", "capture": "attack", "unknown": "unknown unit", "second": "two distances"}
"""By mark: the word for it in the legend."""
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
"""Rings that are broken, into so many parts."""


def _spot(path: Sequence[Point], far: float) -> tuple[Point, Point]:
    """The place so far along a path, and the direction there."""
    for k in range(1, len(path)):
        (x0, y0), (x1, y1) = path[k - 1], path[k]
        length = hypot(x1 - x0, y1 - y0)
        ahead = ((x1 - x0) / length, (y1 - y0) / length)
        if far <= length or k == len(path) - 1:
            return (x0 + ahead[0] * far, y0 + ahead[1] * far), ahead
        far -= length
    raise ValueError("a path has two points")


def _stretch(path: Sequence[Point], start: float, end: float) -> list[Point]:
    """The part of a path between two lengths."""
    found, far = [_spot(path, start)[0]], 0.0
    for k in range(1, len(path) - 1):
        far += hypot(path[k][0] - path[k - 1][0], path[k][1] - path[k - 1][1])
        if start < far < end:
            found.append(path[k])
    return [*found, _spot(path, end)[0]]


@lru_cache(maxsize=64)
def arrow(path: tuple[Point, ...], kind: str, leave: float, stop: float, unit: float) -> Decal:
    """An arrow along a path that starts at (0, 0), in units; in the middle of the drawing is the middle of
    what the path spans. leave, stop: how far from its ends the arrow begins and ends

    One that lost ends with a cross, one that bounced has heads at both ends.
    """
    xs, ys = [x for x, _ in path], [y for _, y in path]
    pad = HEAD + 4
    wide, high = ceil((max(xs) - min(xs) + 2 * pad) * unit), ceil((max(ys) - min(ys) + 2 * pad) * unit)
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)

    def at(point: Point) -> Point:
        x, y = point[0] - middle[0], point[1] - middle[1]
        return (wide / 2 + x * unit) * FINE, (high / 2 + y * unit) * FINE

    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
    begin, tip = leave, max(leave + HEAD + 1, length - stop)
    end = tip if kind == "lost" else max(begin + 1.0, tip - HEAD * 0.8)
    first = begin + HEAD * 0.8 if kind == "bounced" else begin
    strokes = [(min(first, end - 1.0), end)]
    if kind in ("draft", "skipped"):
        count = max(1, round((end - begin) / 26))
        strokes = [
            (begin + (end - begin) * k / count, begin + (end - begin) * (k + 0.55) / count)
            for k in range(count)
        ]
    masks = []
    for grow in (0.0, HALO):
        mask = Image.new("L", (wide * FINE, high * FINE), 0)
        draw = ImageDraw.Draw(mask)
        for start, stretch_end in strokes:
            _stroke(
                draw,
                [at(point) for point in _stretch(path, start, stretch_end)],
                (SHAFT + 2 * grow) * unit * FINE,
            )
        heads = [(tip, 1.0)] + ([(begin, -1.0)] if kind == "bounced" else [])
        for far, way in heads:
            (x, y), (ax, ay) = _spot(path, far)
            ax, ay = ax * way, ay * way
            if kind == "lost":
                for turn in (1, -1):
                    arms = [(x + s * 13 * (ax + turn * ay), y + s * 13 * (ay - turn * ax)) for s in (-1, 1)]
                    _stroke(draw, [at(point) for point in arms], (8.0 + 2 * grow) * unit * FINE)
                continue
            back, front, half = HEAD + grow * 0.9, grow * 1.7, HEAD * 0.56 + grow * 1.35
            corners = [
                (x + ax * front, y + ay * front),
                (x - ax * back - ay * half, y - ay * back + ax * half),
                (x - ax * back + ay * half, y - ay * back - ax * half),
            ]
            draw.polygon([at(corner) for corner in corners], fill=255)
        masks.append(mask.reduce(FINE))
    color, edge = ARROWS[kind]
    return stencil(masks[0], masks[1], color, edge, style.palette())


def _stroke(draw: ImageDraw.ImageDraw, points: Sequence[Point], thick: float) -> None:
    """A line with round ends and joints, in pixels."""
    draw.line(list(points), fill=255, width=max(1, round(thick)))
    for x, y in points:
        draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=255)


@lru_cache(maxsize=128)
def ring(kind: str, team: int, unit: float) -> Decal:
    """A ring around a counter of that team. kind: one of `RINGS`."""
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
            start = 360 * (k + 0.5) / broken
            reach = size  # beyond the corners of the image
            corners = [
                (
                    size / 2 + reach * cos(pi * (start + turn) / 180),
                    size / 2 + reach * sin(pi * (start + turn) / 180),
                )
                for turn in (0.0, 0.36 * 360 / broken)
            ]
            gaps.polygon([(size / 2, size / 2), *corners], fill=0)
    halo, core = (layer.reduce(OVERSAMPLE) for layer in layers)
    return stencil(core, halo, color, edge, style.palette())


@lru_cache(maxsize=64)
def spot(kind: str, unit: float) -> Decal:
    """What lies on an empty point: "move" (a dot), "second" (a diamond), "capture", "unknown", "chosen" and
    "draft" (rings), "left" (where the newest move began), "way" (where it passed), "lock".

    ValueError: there is no such mark.
    """
    pen = Pen(96 * unit, 96 * unit, unit)
    edge = style.WHITE
    if kind == "move":
        pen.disc((0, 0), 21, style.WHITE)
        pen.disc((0, 0), 17, style.GREEN)
    elif kind == "second":
        for reach, color in ((25.0, style.WHITE), (19.5, style.SECOND)):
            pen.polygon([(0, -reach), (reach, 0), (0, reach), (-reach, 0)], color)
    elif kind in ("capture", "unknown", "chosen", "draft"):
        color, edge = RINGS[kind]
        pen.ring((0, 0), 25, 11, edge)
        pen.ring((0, 0), 25, 6.5, color, dashes=DASHES.get(kind, 0))
    elif kind in ("left", "way"):
        edge = style.LAST_EDGE
        grow = 0.0 if kind == "left" else -5.0
        pen.disc((0, 0), 17 + grow, style.LAST_EDGE)
        pen.disc((0, 0), 13.5 + grow, style.LAST)
    elif kind == "lock":
        edge = style.INK
        pen.ring((0, -12), 15, 8, style.INK)
        pen.ring((0, -12), 15, 4.5, style.IVORY)
        for grow, color in ((3.5, style.INK), (1.0, style.IVORY)):
            pen.polygon([(-22, -8), (22, -8), (22, 27), (-22, 27)], color, grow)
        pen.disc((0, 6), 5.5, style.INK)
        pen.polygon([(-2, 6), (2, 6), (3.6, 19), (-3.6, 19)], style.INK)
    else:
        raise ValueError(f"there is no mark {kind!r}")
    return decal(pen.done(), edge, style.palette())


@lru_cache(maxsize=16)
def clash(kind: str, unit: float) -> Decal:
    """A badge for a counter's upper left: two units met. kind: "met", or "bounced" (both stay)."""
    pen = Pen(44 * unit, 44 * unit, unit)
    pen.disc((0, 0), 17.5, style.INK)
    pen.disc((0, 0), 15.6, style.SCARLET if kind == "met" else style.SECRET)
    for way in (1, -1):  # crossed swords
        pen.line([(-7.8 * way, -7.8), (7.8 * way, 7.8)], style.WHITE, 3.8)
        pen.line([(2.0 * way, 7.2), (7.2 * way, 2.0)], style.WHITE, 2.2)
    return decal(pen.done(), style.INK, style.palette())


@lru_cache(maxsize=16)
def die(value: int, unit: float) -> Decal:
    """A die's face."""
    pen = Pen(52 * unit, 52 * unit, unit)
    for grow, color in ((7.5, style.INK), (5.5, style.IVORY)):
        pen.polygon([(-15, -15), (15, -15), (15, 15), (-15, 15)], color, grow)
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
