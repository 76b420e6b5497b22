"""Outlines that the pieces of several games are made of, in units, y downwards."""

from __future__ import annotations

from math import cos, pi, sin

from maps.canvas import Point


def mirrored(half: list[Point]) -> list[Point]:
    """A shape from its right half, listed from top to bottom."""
    return half + [(-x, y) for x, y in reversed(half)]


def star(radius: float, tips: int = 5, inner: float = 0.46, middle: Point = (0.0, 0.0)) -> list[Point]:
    """A star with one tip up. inner: how far its notches are from the middle, over how far its tips are."""
    found = []
    for k in range(2 * tips):
        reach = radius if k % 2 == 0 else radius * inner
        found.append((middle[0] + reach * sin(pi * k / tips), middle[1] - reach * cos(pi * k / tips)))
    return found
