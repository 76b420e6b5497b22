"""What of a board a picture shows: all of it, or a part that is cut out and enlarged.

Places on a board are given from its middle, y downwards, in a length of that board: a hexagon's side, a
tile's width, the way from one point to the next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from maps.canvas import Point


@dataclass(frozen=True, kw_only=True)
class Frame(ABC):
    """A picture's part of a board; a game's own frame adds how the board lies in it.

    width, height: in pixels;  middle: the pixel of the board's middle
    sign:          how high the line at the top is, in pixels
    unit:          pixels in a unit of text and signs beside the board
    """

    width: int
    height: int
    middle: Point
    sign: int
    unit: float
    is_whole: bool

    reach: ClassVar[float]
    """How far around the middle of a space something may lie that belongs to it, in lengths of the board."""

    @property
    @abstractmethod
    def length(self) -> float:
        """Pixels in a length of the board."""

    @abstractmethod
    def spots(self) -> Sequence[Point]:
        """By space: its place."""

    def at(self, space: int) -> Point:
        """The middle of a space, in pixels."""
        return self.place(self.spots()[space])

    def place(self, point: Point) -> Point:
        """The pixel of a place."""
        length = self.length
        return self.middle[0] + point[0] * length, self.middle[1] + point[1] * length

    def shows(self, space: int, reach: float | None = None) -> bool:
        """Whether anything within `reach` of a space is in the picture."""
        x, y = self.at(space)
        far = (self.reach if reach is None else reach) * self.length
        return -far < x < self.width + far and self.sign - far < y < self.height + far


@dataclass(frozen=True, kw_only=True)
class Crop:
    """How parts of a board are cut out, in lengths of the board.

    least: a part is at least so many across;  room: it leaves so many around what it shows
    high:  it is at most so many times as high as it is wide
    """

    least: float
    room: float
    high: float

    def around(
        self, places: Sequence[Point], corners: Sequence[Point], most: float
    ) -> tuple[float, float, float, float] | None:
        """The left end and the top of the part around these places, how wide and how high it is; None: it
        would be wider than `most`. corners: of the board, beyond which it shows no more than it must"""
        spans = []
        for axis, least in ((0, self.least), (1, self.least * 0.8)):
            at = [place[axis] for place in places]
            spans.append((min(at) + max(at), max(least, max(at) - min(at) + 2 * self.room)))
        (across_twice, across), (down_twice, down) = spans
        across = max(across, down / self.high)
        if across > most:
            return None
        left = _within((across_twice - across) / 2, across, [x for x, _ in corners])
        top = _within((down_twice - down) / 2, down, [y for _, y in corners])
        return left, top, across, down


def _within(start: float, wide: float, board: Sequence[float]) -> float:
    """Where a window of that width starts so that it shows no more table than it must."""
    low, high = min(board), max(board)
    return (low + high - wide) / 2 if wide > high - low else min(max(start, low), high - wide)
