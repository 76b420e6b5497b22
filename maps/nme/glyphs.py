"""The signs of the five kinds of pieces, above their letters: a star, wings, a beret, a ship, chevrons.

Units as of a counter: its middle is (0, 0) and its radius 26.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from maps.canvas import Point
from maps.geometry import mirrored, star

Shape = tuple[Sequence[Point], ...]

SLIM = 0.42
"""The notches of this game's stars, as `maps.geometry.star` has it."""


def _arc(x: float, y: float, wide: float, high: float, start: float, end: float) -> list[Point]:
    """Points on an ellipse; angles in half turns, clockwise from the east."""
    return [
        (
            x + wide * cos(pi * (start + (end - start) * k / 12)),
            y + high * sin(pi * (start + (end - start) * k / 12)),
        )
        for k in range(13)
    ]


def _chevron(y: float) -> list[Point]:
    return mirrored([(0.0, y), (12.0, y + 4.6), (12.0, y + 8.6), (0.0, y + 4.0)])


GLYPHS: dict[str, Shape] = {
    "P": (star(9.5, 5, SLIM, (0.0, -12.5)),),
    "A": (
        mirrored(
            [
                (0.0, -21.5),
                (2.4, -18.0),
                (3.0, -15.5),
                (17.0, -11.0),
                (17.0, -8.0),
                (2.8, -9.5),
                (1.8, -7.0),
                (0.0, -6.0),
            ]
        ),
    ),
    "S": (
        (
            *_arc(-1, -10, 13.5, 9.0, 1.0, 1.86),
            (15.5, -9.2),
            (14.0, -6.0),
            (8.0, -7.6),
            (-11.0, -5.4),
            (-14.5, -6.6),
        ),
        ((-11.5, -9.2), (8.5, -11.4), (8.5, -9.8), (-11.5, -7.6)),
    ),
    "N": (
        ((-15.5, -11.0), (15.5, -11.0), (11.0, -5.5), (-11.0, -5.5)),
        ((-6.5, -15.8), (5.5, -15.8), (7.5, -11.0), (-8.5, -11.0)),
        ((-1.5, -20.5), (1.3, -20.5), (1.3, -15.0), (-1.5, -15.0)),
    ),
    "I": (_chevron(-20.5), _chevron(-13.5)),
}
"""By kind: polygons in the kind's colour."""
BAND = {"S": 1}
"""By kind: the polygon that is a line in the outline's colour instead."""
LETTER_I: tuple[Point, ...] = (
    (-5.5, 0.6), (5.5, 0.6), (5.5, 4.0), (2.1, 4.0), (2.1, 14.4), (5.5, 14.4),
    (5.5, 17.8), (-5.5, 17.8), (-5.5, 14.4), (-2.1, 14.4), (-2.1, 4.0), (-5.5, 4.0),
)  # fmt: skip
"""An I with serifs: without them it would be the stem of an arrow below the chevrons."""
