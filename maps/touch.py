"""The spaces of a picture as shapes, for pages on which one touches the board.

Each game's layer comes from the layout that its painter draws with, and is for pictures of the whole board
with a header: `draw` without `focus`, `close` and `bare`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from maps.canvas import Point


@dataclass(frozen=True, slots=True)
class Shape:
    """A space of a picture.

    space:   its name, as in orders;  label: the same for people
    outline: its corners, in pixels of the picture;  centre: a point well inside it
    """

    space: str
    label: str
    outline: tuple[Point, ...]
    centre: Point

    @classmethod
    def around(cls, space: str, centre: Point, corners: Sequence[Point], label: str = "") -> Shape:
        """Make a shape from its corners as seen from its centre."""
        outline = tuple((centre[0] + x, centre[1] + y) for x, y in corners)
        return cls(space, label or space, outline, centre)


@dataclass(frozen=True, slots=True)
class Layer:
    """All spaces of a picture, which is so many pixels wide and high."""

    width: int
    height: int
    shapes: tuple[Shape, ...]
