"""A die as it tumbles: a cube in space, whose last pose shows the result full in front."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import TypeAlias

from PIL import Image

from maps.canvas import Pen, Point
from maps.chance.style import look

Vector: TypeAlias = tuple[float, float, float]
Turn: TypeAlias = tuple[Vector, Vector, Vector]

BOX = 1.75
"""The side of the drawing, in sides of the die: it fits in any pose."""
_AXES: dict[int, Vector] = {
    1: (0, 0, 1),
    6: (0, 0, -1),
    2: (0, 1, 0),
    5: (0, -1, 0),
    3: (1, 0, 0),
    4: (-1, 0, 0),
}
"""Where each face looks, x to the right, y up, z to the eye; opposite faces add up to seven."""
_PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}
_WAYS: tuple[Vector, ...] = ((0.8, 0.6, 0), (-0.6, 0.8, 0), (0.7071, -0.7071, 0), (0.5657, 0.7071, 0.4243))
"""Axes about which a die may tumble."""
_EYE = 5.0
"""How far the eye is, in half sides."""


def _about(axis: Vector, angle: float) -> Turn:
    """Return the turn about an axis of length 1 (Rodrigues); angle in radians."""
    x, y, z = axis
    c, s, k = cos(angle), sin(angle), 1 - cos(angle)
    return (
        (c + x * x * k, x * y * k - z * s, x * z * k + y * s),
        (y * x * k + z * s, c + y * y * k, y * z * k - x * s),
        (z * x * k - y * s, z * y * k + x * s, c + z * z * k),
    )


def _turned(turn: Turn, v: Vector) -> Vector:
    """Turn a vector."""
    x, y, z = (sum(part * one for part, one in zip(row, v, strict=True)) for row in turn)
    return x, y, z


def _to_front(value: int) -> Turn:
    """Return the turn that brings a face to the eye."""
    x, y, z = _AXES[value]
    if z:
        return _about((0, 1, 0), 0 if z > 0 else pi)
    return _about((0, 1, 0), -x * pi / 2) if x else _about((1, 0, 0), y * pi / 2)


def _seen(v: Vector) -> Point:
    """Return where a point of the cube is seen; the front of a resting die is half a side from the middle."""
    near = (_EYE - 1) / (_EYE - v[2])
    return v[0] * near, -v[1] * near


def _sides(axis: Vector) -> tuple[Vector, Vector]:
    """Return two directions along a face."""
    if axis[2]:
        return (1, 0, 0), (0, 1, 0)
    return ((0, 1, 0) if axis[0] else (1, 0, 0)), (0, 0, 1)


def _on(axis: Vector, at: Point) -> Vector:
    """Return a point of a face; its corners are at (±1, ±1)."""
    one, other = _sides(axis)
    x, y, z = (a + at[0] * b + at[1] * c for a, b, c in zip(axis, one, other, strict=True))
    return x, y, z


@lru_cache(maxsize=1024)
def drawing(value: int, seat: str | None, side: int, way: int = 0, left: float = 0.0) -> Image.Image:
    """Draw a die of `side` pixels, RGBA, `BOX` times as wide. left: the turns still to make, 0 at rest"""
    pen = Pen(BOX * side, BOX * side, side / 2)
    turn_left, rest = _about(_WAYS[way % len(_WAYS)], -2 * pi * left), _to_front(value)
    colors = look(seat)
    faces = []
    for number, axis in _AXES.items():

        def place(at: Point, axis: Vector = axis) -> Vector:
            return _turned(turn_left, _turned(rest, _on(axis, at)))

        normal = _turned(turn_left, _turned(rest, axis))
        if normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * (normal[2] - _EYE) >= 0:
            continue  # it looks away from the eye
        corners = [_seen(place(at)) for at in ((-0.84, -0.84), (-0.84, 0.84), (0.84, 0.84), (0.84, -0.84))]
        dark = 0.5 * (1 - normal[2]) + 0.35 * max(0.0, -normal[1])
        faces.append((number, corners, place, colors.shades[min(3, int(dark * 4))]))
    for _, corners, _, _ in faces:
        pen.polygon(corners, colors.edge, 0.17)
    for number, corners, place, shade in faces:
        pen.polygon(corners, shade, 0.10)
        radius = 0.27 if number == 1 else 0.19
        for x, y in _PIPS[number]:
            ring = [
                (0.5 * x + radius * cos(step * pi / 8), 0.5 * y + radius * sin(step * pi / 8))
                for step in range(16)
            ]
            pen.polygon([_seen(place(at)) for at in ring], colors.pip)
    return pen.done()
