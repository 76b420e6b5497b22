"""Paths over the map: how arrows run from space to space, and pieces of paths."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot, inf

from maps.canvas import Point
from maps.newyork2047.layout import Box, atlas


def length(path: Sequence[Point]) -> float:
    """
    >>> length([(0.0, 0.0), (3.0, 4.0), (3.0, 10.0)])
    11.0
    """
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))


def between(start: Point, end: Point, share: float) -> Point:
    """The point so far on the way from start to end.

    >>> between((0.0, 0.0), (10.0, 20.0), 0.5)
    (5.0, 10.0)
    """
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def part(path: Sequence[Point], start: float, end: float) -> list[Point]:
    """The piece of a path between two distances from its beginning; at least two points.

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
    """A path cut into dashes of about these lengths; the first and the last are whole.

    >>> dashes([(0.0, 0.0), (10.0, 0.0)], 2.0, 2.0)
    [[(0.0, 0.0), (2.0, 0.0)], [(4.0, 0.0), (6.0, 0.0)], [(8.0, 0.0), (10.0, 0.0)]]
    """
    count = max(1, round((length(path) + gap) / (dash + gap)))
    pitch = (length(path) + gap) / count
    return [part(path, k * pitch, k * pitch + pitch - gap) for k in range(count)]


def enters(path: Sequence[Point], box: Box) -> bool:
    """Whether a path comes into a box.

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
    """How far a point is from a path.

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
    """The path moved so far to its right, seen along it."""
    (x0, y0), (x1, y1) = path[0], path[-1]
    full = hypot(x1 - x0, y1 - y0) or 1.0
    across, down = -(y1 - y0) / full * wide, (x1 - x0) / full * wide
    return [(x + across, y + down) for x, y in path]


def ribbon(path: Sequence[Point], half: float) -> list[Point]:
    """The outline of a path that is `half` wide on each side.

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


@lru_cache(maxsize=512)
def border(origin: str, target: str) -> tuple[tuple[Point, ...], ...]:
    """The common borders of two spaces, () if they are no neighbours."""
    return tuple(run.points for run in atlas().places[origin].borders if run.beyond == target)


def _meets(start: Point, end: Point, run: Sequence[Point]) -> float | None:
    """At which share of the straight way from start to end it first crosses a line."""
    found = []
    for a, b in pairwise(run):
        dx, dy, ex, ey = end[0] - start[0], end[1] - start[1], b[0] - a[0], b[1] - a[1]
        cross = dx * ey - dy * ex
        if cross == 0:
            continue
        along = ((a[0] - start[0]) * ey - (a[1] - start[1]) * ex) / cross
        over = ((a[0] - start[0]) * dy - (a[1] - start[1]) * dx) / cross
        if 0 <= along <= 1 and 0 <= over <= 1:
            found.append(along)
    return min(found, default=None)


@lru_cache(maxsize=2048)
def route(start: Point, end: Point, origin: str, target: str) -> tuple[tuple[Point, ...], float]:
    """A path from a point of one space to a point of its neighbour, and the share of its length at which it
    crosses their border: straight if it can be, else bent through the border's middle."""
    runs = border(origin, target)
    crossed = [share for run in runs if (share := _meets(start, end, run)) is not None]
    if crossed or not runs:
        return (start, end), min(crossed, default=0.5)
    through = part(runs[0], 0.0, length(runs[0]) / 2)[-1]
    before, after = length((start, through)), length((through, end))
    share = min(0.8, max(0.2, before / (before + after or 1.0)))
    # the curve start, bend, end that is at `through` when `share` of it is done
    weight = 2 * share * (1 - share)
    bend_x, bend_y = ((through[k] - start[k] * (1 - share) ** 2 - end[k] * share**2) / weight for k in (0, 1))
    bend = (bend_x, bend_y)
    path = []
    for step in range(17):
        done = step / 16
        path.append(between(between(start, bend, done), between(bend, end, done), done))
    first = part(path, 0.0, length(path))[: round(share * 16) + 1]
    return tuple(path), length(first) / (length(path) or 1.0)
