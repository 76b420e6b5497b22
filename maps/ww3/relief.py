"""The hills of the map of WW3: decoration only. Lines of equal height over a landscape of our own."""

from __future__ import annotations

from functools import cache
from math import exp
from operator import mul

from maps.canvas import Point
from maps.geometry import between
from maps.ww3.layout import EAST, NORTH, PAPER, PITCH, SOUTH, WEST, border, extent, turned

HILLS = (
    (5.1, 2.1, 1.5, 0.9, 1.0), (8.3, 1.2, 0.9, 1.2, 0.7), (3.9, 3.6, 0.8, 0.8, 0.5),
    (1.9, 6.4, 1.0, 1.6, 1.0), (3.4, 7.8, 0.9, 0.7, 0.6), (4.8, 6.2, 1.3, 0.8, 0.7),
    (7.0, 4.9, 1.0, 1.3, 0.9), (7.3, 7.6, 1.4, 0.9, 0.8), (6.2, 10.1, 1.6, 0.8, 1.0),
    (4.2, 9.2, 0.7, 1.0, 0.6), (9.7, 5.3, 1.3, 0.9, 0.9), (10.6, 7.7, 0.9, 0.8, 0.7),
)  # fmt: skip
"""Each: x and y of its top, its width and length, its height."""
LEVELS = tuple(0.15 + 0.16 * k for k in range(7))
STEP = 0.1
"""The distance of two points at which the height is taken, in pitches."""

Contour = tuple[int, Point, Point]
"""A stroke: the team in whose arm it lies or -1, and its ends as `maps.ww3.layout.turned` has them."""


@cache
def _strokes() -> tuple[tuple[Point, Point], ...]:
    """Return all strokes, on the board as its file has it."""
    _, _, size = extent()
    edge = PAPER / PITCH
    count = round((size - 1 + 2 * edge) / STEP)
    along = [1 - edge + (size - 1 + 2 * edge) * k / count for k in range(count + 1)]
    # Each hill is a product of what it is across and along: that is quicker by far.
    across = [[exp(-(((x - u) / wide) ** 2)) * high for u, _, wide, _, high in HILLS] for x in along]
    upwards = [[exp(-(((y - v) / long) ** 2)) for _, v, _, long, _ in HILLS] for y in along]
    heights = [[sum(map(mul, one, other)) for other in upwards] for one in across]
    found: list[tuple[Point, Point]] = []
    for i in range(count):
        for j in range(count):
            corners = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
            values = [heights[a][b] for a, b in corners]
            low, high = min(values), max(values)
            for level in LEVELS:
                if low < level <= high:
                    cuts = []
                    for k in range(4):
                        one, other = values[k - 1], values[k]
                        if (one < level) != (other < level):
                            share = (level - one) / (other - one)
                            (a, b), (c, d) = corners[k - 1], corners[k]
                            x = along[a] + (along[c] - along[a]) * share
                            cuts.append((x, along[b] + (along[d] - along[b]) * share))
                    found += zip(cuts[::2], cuts[1::2], strict=True)
    return tuple(found)


@cache
def contours(bottom: int) -> tuple[Contour, ...]:
    """Return all strokes on the map, the board turned; cut where two grounds meet."""
    near = extent()[0] + PAPER / PITCH - 0.03
    found: list[Contour] = []
    for one, other in _strokes():
        start, end = turned(*one, bottom), turned(*other, bottom)
        if not (_on_map(*start, near) and _on_map(*end, near)):
            continue
        first, last = _team(start, bottom), _team(end, bottom)
        if first == last:
            found.append((first, start, end))
            continue
        low, high = 0.0, 1.0
        for _ in range(7):  # where it crosses
            share = (low + high) / 2
            low, high = (share, high) if _team(between(start, end, share), bottom) == first else (low, share)
        cut = between(start, end, low)
        found += [(first, start, cut), (last, cut, end)]
    return tuple(found)


def _on_map(x: float, y: float, near: float) -> bool:
    """Return whether a place lies on the cross. near: half the width of its arms"""
    return min(abs(x), abs(y)) <= near


def _team(place: Point, bottom: int) -> int:
    """Return the team in whose arm a place lies, or -1."""
    x, y = place
    side = (SOUTH if y > 0 else NORTH) if abs(y) > abs(x) else (WEST if x < 0 else EAST)
    if max(abs(x), abs(y)) <= border(side):
        return -1
    return (bottom + side) % 4
