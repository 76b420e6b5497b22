"""How much of a board a picture shows: all of it, or a part that is cut out and enlarged.

Places on a board are given from its middle, y downwards, in a length of that board: a hexagon's side, a
tile's width, the distance between two points.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

from maps.canvas import Point


@dataclass(frozen=True, kw_only=True)
class Measures:
    """The sizes of a game's pictures, in units.

    width, height: of the whole board; as many pixels wide unless another size is asked for
    header: the height of the line at the top;  part_width, part_header: the same above a part
    length: a length of the board;  reach: how far around the middle of a space something may lie that
    belongs to it, in lengths of the board
    """

    width: int
    height: int
    header: float
    part_header: float
    part_width: int = 1200
    length: float = 1.0
    reach: float


@dataclass(frozen=True, kw_only=True)
class BoardFrame(ABC):
    """A picture's part of a board; a game's own frame adds how the board lies in it.

    width, height, header: in pixels;  scale: pixels in a unit on the board
    middle: the pixel of the board's middle;  unit: pixels in a unit of text and marks beside the board
    """

    width: int
    height: int
    scale: float
    middle: Point
    header: int
    unit: float
    is_whole: bool

    measures: ClassVar[Measures]

    @classmethod
    def of_whole(cls, size: int, middle: Point, scale: float, **more: Any) -> Self:
        """Return the frame of the whole board, `size` pixels wide. middle: in pixels;  more: own fields"""
        unit = size / cls.measures.width
        return cls(
            width=size,
            height=round(cls.measures.height * unit),
            scale=scale,
            middle=middle,
            header=round(cls.measures.header * unit),
            unit=unit,
            is_whole=True,
            **more,
        )

    @classmethod
    def of_part(cls, size: int, part: tuple[float, float, float, float], **more: Any) -> Self:
        """Return the frame of a part, `size` pixels wide. part: as `Crop.around` returns it"""
        left, top, across, down = part
        length = cls.measures.length
        scale = size / (across * length)
        unit = size / cls.measures.part_width
        header = round(cls.measures.part_header * unit)
        return cls(
            width=size,
            height=header + round(down * length * scale),
            scale=scale,
            middle=(-left * length * scale, header - top * length * scale),
            header=header,
            unit=unit,
            is_whole=False,
            **more,
        )

    @cached_property
    def length(self) -> float:
        """Pixels in a length of the board."""
        return self.measures.length * self.scale

    @abstractmethod
    def spots(self) -> Sequence[Point]:
        """Return each space's place."""

    def at(self, space: int) -> Point:
        """Return the pixel of a space's middle."""
        return self.place(self.spots()[space])

    def place(self, point: Point) -> Point:
        """Return the pixel of a place."""
        length = self.length
        return self.middle[0] + point[0] * length, self.middle[1] + point[1] * length

    def shows(self, space: int, reach: float | None = None) -> bool:
        """Return whether anything within `reach` of a space is in the picture."""
        x, y = self.at(space)
        far = (self.measures.reach if reach is None else reach) * self.length
        return -far < x < self.width + far and self.header - far < y < self.height + far


@dataclass(frozen=True, kw_only=True)
class Crop:
    """How parts of a board are cut out, in lengths of the board.

    least: a part is at least this wide;  room: it leaves this much around what it shows
    high:  its height is at most this many times its width
    """

    least: float
    room: float
    high: float

    def around(
        self, places: Sequence[Point], corners: Sequence[Point], most: float
    ) -> tuple[float, float, float, float] | None:
        """Return left, top, width and height of the part around these places; None: it would be wider than
        `most`. corners: of the board, beyond which it shows no more than it must"""
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
    """Return where a window of that width starts so that it shows no more table than it must."""
    low, high = min(board), max(board)
    return (low + high - wide) / 2 if wide > high - low else min(max(start, low), high - wide)
