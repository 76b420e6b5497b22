"""Plane geometry: outlines that pieces are made of, and paths. Points are (x, y), y downwards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, inf, pi, sin
from typing import TypeAlias

from maps.canvas import Point

Box: TypeAlias = tuple[float, float, float, float]
"""left, top, right, bottom"""

# -- outlines


def mirrored(half: Sequence[Point]) -> list[Point]:
    """Return a symmetric shape from its right half, listed from top to bottom."""
    return [*half, *[(-x, y) for x, y in reversed(half)]]


def star(radius: float, tips: int = 5, inner: float = 0.46, middle: Point = (0.0, 0.0)) -> list[Point]:
    """Return a star with one tip up. inner: the radius of its notches, over that of its tips; 1: none"""
    found = []
    for k in range(2 * tips):
        reach = radius if k % 2 == 0 else radius * inner
        found.append((middle[0] + reach * sin(pi * k / tips), middle[1] - reach * cos(pi * k / tips)))
    return found


def ellipse(across: float, along: float, count: int) -> list[Point]:
    """Return a regular polygon on an ellipse around (0, 0), given half its axes; its first corner is east."""
    return [(across * cos(2 * pi * k / count), along * sin(2 * pi * k / count)) for k in range(count)]


def arc(
    x: float, y: float, wide: float, high: float, start: float, end: float, steps: int = 14
) -> list[Point]:
    """Return points on an ellipse around (x, y); angles in half turns, clockwise from the east."""
    angles = [pi * (start + (end - start) * k / steps) for k in range(steps + 1)]
    return [(x + wide * cos(angle), y + high * sin(angle)) for angle in angles]


def rectangle(across: float, along: float) -> list[Point]:
    """Return the corners of a rectangle around (0, 0), given half its sides, clockwise from the top left."""
    return [(-across, -along), (across, -along), (across, along), (-across, along)]


def diamond(reach: float, middle: Point = (0.0, 0.0)) -> list[Point]:
    """Return a square on its tip, clockwise from the top. reach: from its middle to its tips"""
    x, y = middle
    return [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]


def moved(points: Sequence[Point], across: float, down: float) -> list[Point]:
    """Return the points shifted."""
    return [(x + across, y + down) for x, y in points]


def scaled(points: Sequence[Point], size: float, middle: Point = (0.0, 0.0)) -> list[Point]:
    """Return the points enlarged, and (0, 0) moved to the middle."""
    return [(middle[0] + x * size, middle[1] + y * size) for x, y in points]


def away(point: Point, box: Box) -> float:
    """Return the distance of a point from a box.

    >>> away((0.0, 0.0), (3.0, 4.0, 9.0, 9.0))
    5.0
    """
    x, y = point
    left, top, right, bottom = box
    return hypot(max(left - x, x - right, 0.0), max(top - y, y - bottom, 0.0))


# -- paths


def length(path: Sequence[Point]) -> float:
    """Return the length of a path.

    >>> length([(0.0, 0.0), (3.0, 4.0), (3.0, 10.0)])
    11.0
    """
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))


def between(start: Point, end: Point, share: float) -> Point:
    """Return the point at a share (0 to 1) of the way from start to end.

    >>> between((0.0, 0.0), (10.0, 20.0), 0.5)
    (5.0, 10.0)
    """
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def part(path: Sequence[Point], start: float, end: float) -> list[Point]:
    """Return the piece of a path between two distances from its beginning; at least two points.

    >>> part([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)], 5.0, 12.0)
    [(5.0, 0.0), (10.0, 0.0), (10.0, 2.0)]
    """
    found: list[Point] = []
    done = 0.0
    for a, b in pairwise(path):
        if done >= end:
            break
        step = hypot(b[0] - a[0], b[1] - a[1])
        low, high = max(start, done), min(end, done + step)
        if low < high:
            for far in (low, high):
                share = (far - done) / step
                spot = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
                if not found or found[-1] != spot:
                    found.append(spot)
        done += step
    return found if len(found) > 1 else [path[0], path[-1]]


def dashes(path: Sequence[Point], dash: float, gap: float) -> list[list[Point]]:
    """Cut a path into dashes of about these lengths; the first and the last are whole.

    >>> dashes([(0.0, 0.0), (10.0, 0.0)], 2.0, 2.0)
    [[(0.0, 0.0), (2.0, 0.0)], [(4.0, 0.0), (6.0, 0.0)], [(8.0, 0.0), (10.0, 0.0)]]
    """
    count = max(1, round((length(path) + gap) / (dash + gap)))
    pitch = (length(path) + gap) / count
    return [part(path, k * pitch, k * pitch + pitch - gap) for k in range(count)]


def enters(path: Sequence[Point], box: Box) -> bool:
    """Return whether a path comes into a box.

    >>> box = (4.0, 4.0, 6.0, 6.0)
    >>> enters([(0.0, 0.0), (10.0, 10.0)], box), enters([(0.0, 3.0), (7.0, 10.0)], box)
    (True, False)
    """
    for (x0, y0), (x1, y1) in pairwise(path):
        low, high = 0.0, 1.0
        for start, step, first, last in ((x0, x1 - x0, box[0], box[2]), (y0, y1 - y0, box[1], box[3])):
            if step == 0:
                if not first <= start <= last:
                    low = 2.0
                continue
            near, far = sorted(((first - start) / step, (last - start) / step))
            low, high = max(low, near), min(high, far)
        if low <= high:
            return True
    return False


def gap(point: Point, path: Sequence[Point]) -> float:
    """Return the distance of a point from a path.

    >>> gap((5.0, 3.0), [(0.0, 0.0), (10.0, 0.0), (10.0, 9.0)])
    3.0
    """
    nearest = inf
    x, y = point
    for (ax, ay), (bx, by) in pairwise(path):
        across, down = bx - ax, by - ay
        along = (x - ax) * across + (y - ay) * down
        share = along / (across * across + down * down or 1.0)
        share = 0.0 if share < 0 else 1.0 if share > 1 else share  # quicker than min and max: it runs often
        nearest = min(nearest, hypot(x - ax - across * share, y - ay - down * share))
    return nearest


def aside(path: Sequence[Point], wide: float) -> list[Point]:
    """Return the path moved `wide` to its right, seen along it."""
    (x0, y0), (x1, y1) = path[0], path[-1]
    full = hypot(x1 - x0, y1 - y0) or 1.0
    across, down = -(y1 - y0) / full * wide, (x1 - x0) / full * wide
    return [(x + across, y + down) for x, y in path]


def ribbon(path: Sequence[Point], half: float) -> list[Point]:
    """Return the outline of a path that is `half` wide on each side.

    >>> ribbon([(0.0, 0.0), (5.0, 0.0), (10.0, 0.0)], 2.0)
    [(0.0, 2.0), (5.0, 2.0), (10.0, 2.0), (10.0, -2.0), (5.0, -2.0), (0.0, -2.0)]
    """
    left: list[Point] = []
    right: list[Point] = []
    for k, (x, y) in enumerate(path):
        (x0, y0), (x1, y1) = path[max(0, k - 1)], path[min(len(path) - 1, k + 1)]
        full = hypot(x1 - x0, y1 - y0) or 1.0
        across, down = (y0 - y1) / full * half, (x1 - x0) / full * half
        left.append((x + across, y + down))
        right.append((x - across, y - down))
    return left + right[::-1]
