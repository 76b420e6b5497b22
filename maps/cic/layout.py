"""Where everything stands on a picture of Commander-In-Chief's diamond board.

The board hangs in the middle, one corner up. The four corners of the picture that it leaves free are
triangles; a `Corner` hands out rows of text there and knows how wide each may be.
"""

from __future__ import annotations

from dataclasses import dataclass

from maps.canvas import Point

WIDTH, HEIGHT = 1200, 1200
"""The picture, in units; `size` pixels wide."""
DIAGONAL = 146
"""A square from tip to tip, in units."""
EDGE_BAND = 44
"""How far the coordinates reach out from the board, measured across its edge."""
MARGIN = 26
"""Between the picture's edge and the text, in units."""


@dataclass(frozen=True)
class Layout:
    """The geometry of one picture.

    size: the width in pixels;  turned: h8 at the bottom instead of a1
    named: with names of squares and coordinates
    """

    size: int
    turned: bool
    named: bool = True

    @property
    def unit(self) -> float:
        """Pixels in a unit."""
        return self.size / WIDTH

    @property
    def height(self) -> int:
        """The height in pixels."""
        return round(HEIGHT * self.unit)

    @property
    def diagonal(self) -> float:
        """A square from tip to tip, in pixels."""
        return DIAGONAL * self.unit

    def spot(self, file: float, rank: float) -> Point:
        """Return the pixel at a place on the board; whole numbers are the middles of squares.

        >>> Layout(1200, False).spot(3.5, 3.5), Layout(1200, False).spot(0, 0)
        ((600.0, 600.0), (600.0, 1111.0))
        """
        across, up = file - rank, file + rank - 7
        if self.turned:
            across, up = -across, -up
        half = self.diagonal / 2
        return self.size / 2 + across * half, HEIGHT * self.unit / 2 - up * half

    def center(self, square: int) -> Point:
        """Return the middle of a square, in pixels."""
        return self.spot(*divmod(square, 8))

    def coordinates(self) -> list[tuple[str, Point]]:
        """Return the files and ranks with the middle of each letter, in pixels, along all four edges."""
        found = []
        for k in range(8):
            for beyond in (-0.77, 7.77):
                found.append(("abcdefgh"[k], self.spot(k, beyond)))
                found.append((str(k + 1), self.spot(beyond, k)))
        return found


class Corner:
    """Rows of text in one corner of the picture, from its outer edge inwards, in pixels.

    at_top, at_left: which corner. `row` gives the next row; it gets narrower towards the board.
    """

    def __init__(self, layout: Layout, *, at_top: bool, at_left: bool) -> None:
        self.layout, self.at_top, self.at_left = layout, at_top, at_left
        self.used = MARGIN * layout.unit

    @property
    def x(self) -> float:
        """Where rows begin (or end, in a right corner)."""
        margin = MARGIN * self.layout.unit
        return margin if self.at_left else self.layout.size - margin

    def room(self, height: float) -> float:
        """Return how wide the next row may be, in pixels, if it is `height` units high."""
        unit = self.layout.unit
        tip = (HEIGHT / 2 - 4 * DIAGONAL) * unit
        inner = self.used + height * unit
        board_edge = self.layout.size / 2 - max(0.0, inner + EDGE_BAND * 2**0.5 * unit - tip)
        return board_edge - MARGIN * unit

    def row(self, height: float, gap: float = 0.0) -> tuple[float, float]:
        """Take a row of `height` units, and leave a gap after it. Returns its top and its width."""
        unit = self.layout.unit
        width, begin = self.room(height), self.used
        self.used += (height + gap) * unit
        if self.at_top:
            return begin, width
        return self.layout.height - begin - height * unit, width
