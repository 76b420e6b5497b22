"""Words around a board: lines of text that fit their room, the line at the top, and its legend."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from maps.canvas import Canvas, Point, clean, fit, text_width
from maps.decal import Decal
from maps.frame import Frame
from maps.palette import Rgb

F = TypeVar("F", bound=Frame)


@dataclass(frozen=True, kw_only=True)
class Hand:
    """How a game writes. All lengths are in units.

    table, sign: the grounds beside the board and of the line at the top;  rule: the colour below that line
    white, quiet: of important and of other words
    big, plain, small: sizes of text;  least: a text gets so many times smaller before it is cut
    margin: between the picture's edge and the text
    key, key_room: how wide a drawing of the legend is, and the room before its word
    """

    table: Rgb
    sign: Rgb
    rule: Rgb
    white: Rgb
    quiet: Rgb
    big: float
    plain: float
    small: float
    margin: float
    key: float
    key_room: float = 6.0
    least: float = 0.75


KEY_GAP = 22.0
"""The room after a word of the legend."""


class Writer(Generic[F]):
    """Writes around the board of one picture."""

    hand: ClassVar[Hand]

    def __init__(self, canvas: Canvas, frame: F) -> None:
        self.canvas, self.frame = canvas, frame
        self.wide, self.high = frame.width / frame.unit, frame.height / frame.unit

    def write(
        self,
        text: str,
        at: Point,
        size: float,
        color: Rgb,
        room: float,
        *,
        ground: Rgb | None = None,
        bold: bool = False,
        right: bool = False,
    ) -> float:
        """A line of text, smaller or cut if it is too long; `at`: its outer end and its middle, in units.
        No ground: the table. Returns how wide it is, in units."""
        unit = self.frame.unit
        text, pixels = fit(text, bold, size * unit, size * unit * self.hand.least, room * unit)
        spot = (at[0] * unit, at[1] * unit + 0.36 * pixels)
        below = self.hand.table if ground is None else ground
        self.canvas.text(text, spot, pixels, color, below, bold=bold, anchor="right" if right else "left")
        return text_width(text, bold, pixels) / unit

    def put(self, drawn: Decal, at: Point) -> None:
        """A drawing with its middle there, in units."""
        drawn.put(self.canvas, (at[0] * self.frame.unit, at[1] * self.frame.unit))

    def plate(self) -> None:
        """The ground of the line at the top."""
        frame, half = self.frame, self.frame.sign / 2
        self.canvas.fill(0, frame.width, half, half, self.hand.sign)
        self.canvas.fill(0, frame.width, frame.sign - frame.unit, max(1.0, frame.unit), self.hand.rule)

    def heading(self, text: str, caption: str, left: float, middle: float, gap: float = 20.0) -> None:
        """The upper row of the line at the top: what matters most, and small at the right the caption."""
        hand, taken = self.hand, 0.0
        if said := clean(caption):
            place = (self.wide - hand.margin, middle)
            taken = self.write(
                said, place, hand.small, hand.quiet, 0.4 * self.wide, ground=hand.sign, right=True
            )
        room = self.wide - left - hand.margin - taken - gap
        self.write(text, (left, middle), hand.big, hand.white, room, ground=hand.sign, bold=True)

    def legend(self, told: Iterable[tuple[Decal, str]], left: float, middle: float) -> None:
        """What drawings mean, in a row of the line at the top."""
        hand = self.hand
        for drawn, word in told:
            self.put(drawn, (left + hand.key / 2, middle))
            left += hand.key + hand.key_room
            left += self.write(word, (left, middle), hand.plain, hand.quiet, 300, ground=hand.sign)
            left += KEY_GAP

    def legend_width(self, words: Sequence[str]) -> float:
        wide = sum(text_width(word, False, self.hand.plain) for word in words)
        return wide + len(words) * (self.hand.key + self.hand.key_room + KEY_GAP) - KEY_GAP
