"""What stands around a board: text that fits its room, the header at the top, and the key of the marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from maps.canvas import Canvas, Point, clean, fit, text_width
from maps.decal import Decal
from maps.frame import BoardFrame
from maps.painter import Request
from maps.palette import Rgb

F = TypeVar("F", bound=BoardFrame)
V = TypeVar("V")


@dataclass(frozen=True, kw_only=True)
class PanelStyle:
    """How a game writes. All lengths are in units.

    table, header: the grounds beside the board and of the header;  rule: the colour below the header
    white, quiet, alert: the colours of important, of other and of unusual words
    big, plain, small: sizes of text;  least: text shrinks by this factor before it is cut
    margin: between the picture's edge and the text
    key, key_room: the width of a mark in the key, and the room before its word
    """

    table: Rgb
    header: Rgb
    rule: Rgb
    white: Rgb
    quiet: Rgb
    alert: Rgb
    big: float
    plain: float
    small: float
    margin: float
    key: float
    key_room: float = 6.0
    least: float = 0.75

    @classmethod
    def of(cls, style: Any, **sizes: Any) -> PanelStyle:
        """Return a style in the colours that a game's style module names as here; the rule may be another."""
        named = ("table", "header", "white", "quiet", "alert")
        return cls(**{"rule": style.GOLD} | {name: getattr(style, name.upper()) for name in named} | sizes)


KEY_GAP = 22.0
"""The room after a word of the key."""


class PanelWriter(Generic[F, V]):
    """Writes around the board of one picture; a game's panels add what they say."""

    look: ClassVar[PanelStyle]

    def __init__(self, canvas: Canvas, frame: F, request: Request[V]) -> None:
        self.canvas, self.frame, self.request, self.view = canvas, frame, request, request.view
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
        """Write a line of text, smaller or cut if it is too long; returns its width in units.

        at: its outer end and its middle, in units;  ground: None: the table
        """
        unit = self.frame.unit
        text, pixels = fit(text, bold, size * unit, size * unit * self.look.least, room * unit)
        spot = (at[0] * unit, at[1] * unit + 0.36 * pixels)
        below = self.look.table if ground is None else ground
        self.canvas.text(text, spot, pixels, color, below, bold=bold, anchor="right" if right else "left")
        return text_width(text, bold, pixels) / unit

    def put(self, drawn: Decal, at: Point) -> None:
        """Put a drawing with its middle there, in units."""
        drawn.put(self.canvas, (at[0] * self.frame.unit, at[1] * self.frame.unit))

    def plate(self) -> None:
        """Draw the ground of the header."""
        frame, half = self.frame, self.frame.header / 2
        self.canvas.fill(0, frame.width, half, half, self.look.header)
        self.canvas.fill(0, frame.width, frame.header - frame.unit, max(1.0, frame.unit), self.look.rule)

    def finished(self) -> Canvas:
        """Return the picture: without the header if the request wants none, and it explains no marks."""
        frame, request = self.frame, self.request
        bare = request.bare and frame.is_whole and not request.marks
        return self.canvas.below(frame.header) if bare else self.canvas

    def heading(self, text: str, caption: str, left: float, middle: float, gap: float = 20.0) -> None:
        """Write the upper row of the header: what matters most, and small at the right the caption."""
        look, taken = self.look, 0.0
        if said := clean(caption):
            place = (self.wide - look.margin, middle)
            taken = self.write(
                said, place, look.small, look.quiet, 0.4 * self.wide, ground=look.header, right=True
            )
        room = self.wide - left - look.margin - taken - gap
        self.write(text, (left, middle), look.big, look.white, room, ground=look.header, bold=True)

    def lower_row(
        self,
        second: tuple[str, Rgb],
        key: Sequence[tuple[Decal, str]],
        left: float,
        middle: float,
        room: float,
    ) -> None:
        """Write the lower row of the header: a text in its colour, or the key. An alert goes with both."""
        look, (text, color) = self.look, second
        if key:
            is_alert = color == look.alert
            start = self.wide - look.margin - self._key_width(key) if is_alert else left
            self.key(key, start, middle)
            if not is_alert:
                return
            room = start - left - 20
        self.write(text or "no move yet", (left, middle), look.plain, color, room, ground=look.header)

    def key(self, key: Sequence[tuple[Decal, str]], left: float, middle: float) -> None:
        """Explain marks in a row of the header."""
        look = self.look
        for drawn, word in key:
            self.put(drawn, (left + look.key / 2, middle))
            left += look.key + look.key_room
            left += self.write(word, (left, middle), look.plain, look.quiet, 300, ground=look.header)
            left += KEY_GAP

    def _key_width(self, key: Sequence[tuple[Decal, str]]) -> float:
        wide = sum(text_width(word, False, self.look.plain) for _, word in key)
        return wide + len(key) * (self.look.key + self.look.key_room + KEY_GAP) - KEY_GAP
