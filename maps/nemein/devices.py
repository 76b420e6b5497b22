"""What is struck on the coins of Nemein: our own head and laurel, of no real coin. In coins' diameters, from
the middle, y downwards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin

from maps.canvas import Point

_PROFILE: tuple[Point, ...] = (
    (-0.23, 0.50), (-0.165, 0.44), (-0.14, 0.37), (-0.16, 0.315), (-0.24, 0.30), (-0.335, 0.29),
    (-0.375, 0.23), (-0.345, 0.165), (-0.385, 0.125), (-0.352, 0.09), (-0.392, 0.045), (-0.362, 0.0),
    (-0.46, -0.035), (-0.455, -0.065), (-0.392, -0.19), (-0.385, -0.245), (-0.372, -0.33), (-0.325, -0.42),
    (-0.21, -0.495), (-0.06, -0.525), (0.10, -0.50), (0.23, -0.43), (0.315, -0.32), (0.35, -0.20),
    (0.42, -0.225), (0.50, -0.165), (0.525, -0.06), (0.46, 0.035), (0.365, 0.04), (0.29, 0.05), (0.235, 0.15),
    (0.205, 0.26), (0.22, 0.36), (0.28, 0.43), (0.12, 0.53), (-0.05, 0.565),
)  # fmt: skip
"""A woman's head with a knot of hair, looking left; about one high, from its middle."""
_BAND: tuple[Point, ...] = ((-0.375, -0.27), (-0.20, -0.315), (0.02, -0.29), (0.22, -0.20), (0.345, -0.10))
_LOCKS: tuple[tuple[Point, ...], ...] = (
    ((-0.30, -0.22), (-0.19, -0.20), (-0.12, -0.10), (-0.05, 0.0), (0.06, 0.06), (0.20, 0.06)),
    ((-0.06, -0.19), (0.02, -0.08), (0.13, -0.02), (0.26, -0.01)),
    ((0.08, -0.16), (0.17, -0.09), (0.30, -0.06)),
    ((-0.20, -0.40), (-0.03, -0.43), (0.14, -0.38), (0.27, -0.27)),
    ((0.40, -0.16), (0.455, -0.10), (0.42, -0.03)),
)
_EYE: tuple[Point, ...] = ((-0.345, -0.135), (-0.285, -0.165), (-0.235, -0.13))
_EAR: tuple[Point, ...] = ((-0.02, 0.07), (0.035, 0.09), (0.03, 0.15), (-0.01, 0.17))


def smooth(points: Sequence[Point], closed: bool, steps: int = 6) -> list[Point]:
    """A curve through the points (Catmull and Rom's)."""
    count = len(points)
    found = []
    for k in range(count if closed else count - 1):
        if closed:
            a, b, c, d = (points[(k + j) % count] for j in (-1, 0, 1, 2))
        else:
            a, b, c, d = (points[min(max(k + j, 0), count - 1)] for j in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            u, v = t * t, t * t * t
            x, y = (
                0.5 * (2 * b[i] + (c[i] - a[i]) * t + (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * u)
                + 0.5 * (3 * b[i] - 3 * c[i] + d[i] - a[i]) * v
                for i in (0, 1)
            )
            found.append((x, y))
    return found if closed else [*found, points[-1]]


def _placed(points: Sequence[Point], middle: Point, high: float) -> list[Point]:
    return [(middle[0] + x * high, middle[1] + y * high) for x, y in points]


@cache
def head(middle: Point, high: float) -> tuple[list[Point], list[list[Point]]]:
    """A head so high: its outline, and the lines within."""
    lines = [_BAND, *_LOCKS, _EYE, _EAR]
    drawn = [_placed(smooth(line, False), middle, high) for line in lines]
    return _placed(smooth(_PROFILE, True), middle, high), drawn


@cache
def laurel(radius: float, leaf: float, leaves: int = 7) -> tuple[list[list[Point]], list[list[Point]]]:
    """Two branches that open at the top: leaves in pairs, and the stems. leaf: the length of one."""
    shapes, stems = [], []
    for side in (-1, 1):
        stem = []
        for k in range(24):
            angle = pi / 2 + side * (0.06 + k / 23 * 0.76) * pi
            stem.append((radius * cos(angle), radius * sin(angle)))
        stems.append(stem)
        for k in range(leaves):
            along = 0.14 + k / (leaves - 1) * 0.68
            angle = pi / 2 + side * along * pi
            at = (radius * cos(angle), radius * sin(angle))
            ahead = angle + side * pi / 2
            for aside in (0.42, -0.42):
                shapes.append(_leaf(at, ahead + aside * side * pi / 2, leaf * (0.85 if k % 2 else 1.0)))
        tip = pi / 2 + side * 0.86 * pi
        shapes.append(_leaf((radius * cos(tip), radius * sin(tip)), tip + side * pi / 2, leaf))
    return shapes, stems


def _leaf(at: Point, angle: float, long: float) -> list[Point]:
    """A pointed oval from its stalk."""
    found = []
    for side in (1, -1):
        for k in range(9):
            share = k / 8 if side > 0 else 1 - k / 8
            aside = side * 0.19 * long * sin(pi * share) ** 0.8
            found.append(
                (
                    at[0] + cos(angle) * share * long - sin(angle) * aside,
                    at[1] + sin(angle) * share * long + cos(angle) * aside,
                )
            )
    return found


@cache
def crown(middle: Point, wide: float) -> tuple[list[Point], list[Point]]:
    """A crown with three tips: its outline, and where its pearls are."""
    half = wide / 2
    points = (
        (-0.78, 0.62), (-1.0, -0.38), (-0.46, 0.10), (0.0, -0.62), (0.46, 0.10), (1.0, -0.38), (0.78, 0.62),
    )  # fmt: skip
    pearls = ((-1.0, -0.46), (0.0, -0.72), (1.0, -0.46))
    return _placed(points, middle, half), _placed(pearls, middle, half)
