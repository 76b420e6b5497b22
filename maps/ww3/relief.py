"""The hills of the map: decoration only. Lines of equal height over a landscape of our own."""

from __future__ import annotations

from functools import cache
from math import exp

from maps.canvas import Point
from maps.ww3.layout import EAST, NORTH, PAPER, PITCH, SOUTH, WEST, border, extent, side_of, turned

HILLS = (
    (5.1, 2.1, 1.5, 0.9, 1.0), (8.3, 1.2, 0.9, 1.2, 0.7), (3.9, 3.6, 0.8, 0.8, 0.5),
    (1.9, 6.4, 1.0, 1.6, 1.0), (3.4, 7.8, 0.9, 0.7, 0.6), (4.8, 6.2, 1.3, 0.8, 0.7),
    (7.0, 4.9, 1.0, 1.3, 0.9), (7.3, 7.6, 1.4, 0.9, 0.8), (6.2, 10.1, 1.6, 0.8, 1.0),
    (4.2, 9.2, 0.7, 1.0, 0.6), (9.7, 5.3, 1.3, 0.9, 0.9), (10.6, 7.7, 0.9, 0.8, 0.7),
)  # fmt: skip
"""Each: where, how wide and long, how high."""
LEVELS = tuple(0.14 + 0.16 * k for k in range(7))
STEP = 0.15
"""The height is taken so many pitches apart."""

Contour = tuple[int, Point, Point]
"""A stroke: the team in whose arm it lies or -1, and its ends in pitches from the middle of the picture's board."""


def _height(x: float, y: float) -> float:
    return sum(
        high * exp(-(((x - u) / wide) ** 2) - ((y - v) / long) ** 2) for u, v, wide, long, high in HILLS
    )


@cache
def contours(bottom: int) -> tuple[Contour, ...]:
    """All strokes on the map, the board turned."""
    half, reach, size = extent()
    edge = PAPER / PITCH
    low = 1 - edge
    count = round((size - 1 + 2 * edge) / STEP)
    step = (size - 1 + 2 * edge) / count
    heights = [[_height(low + i * step, low + j * step) for j in range(count + 1)] for i in range(count + 1)]
    found: list[Contour] = []
    for i in range(count):
        for j in range(count):
            corners = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
            values = [heights[a][b] for a, b in corners]
            for level in LEVELS:
                if not min(values) < level <= max(values):
                    continue
                cuts = []
                for k in range(4):
                    one, other = values[k - 1], values[k]
                    if (one < level) != (other < level):
                        share = (level - one) / (other - one)
                        (a, b), (c, d) = corners[k - 1], corners[k]
                        cuts.append(
                            turned(low + (a + (c - a) * share) * step, low + (b + (d - b) * share) * step, bottom)
                        )
                for start, end in zip(cuts[::2], cuts[1::2], strict=True):
                    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
                    if all(_on_map(*place, half + edge - 0.03) for place in (start, end)):
                        found.append((_team(middle, bottom), start, end))
    return tuple(found)


def _on_map(x: float, y: float, near: float) -> bool:
    return min(abs(x), abs(y)) <= near


def _team(place: Point, bottom: int) -> int:
    """The team in whose arm a place lies."""
    x, y = place
    side = (SOUTH if y > 0 else NORTH) if abs(y) > abs(x) else (WEST if x < 0 else EAST)
    if max(abs(x), abs(y)) <= border(side):
        return -1
    return next(team for team in range(4) if side_of(team, bottom) == side)
