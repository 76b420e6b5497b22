"""The four corners around a Commander-In-Chief board: who plays, what was captured, how it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.cic.options import SIDES
from adjudicator.cic.orders import Order
from adjudicator.cic.state import View, side_of
from adjudicator.game import Seat
from maps import style
from maps.alt import last_move, named, notices, objective, progress, result, title
from maps.arrows import arrow
from maps.canvas import Canvas, clean, fit
from maps.layout import Corner, Layout
from maps.pieces import piece

NAME, BIG, HUGE, PLAIN, SMALL = 34.0, 40.0, 58.0, 28.0, 24.0
"""Sizes of text, in units."""
TROPHY = 66.0
"""The square that a captured piece would stand on, in units."""
PITCH = 47.0
"""From one captured piece to the next, in units."""


class Panels:
    """Writes the corners of one picture."""

    def __init__(self, canvas: Canvas, layout: Layout, view: View, names: Mapping[Seat, str] | None) -> None:
        self.canvas, self.layout, self.view, self.names = canvas, layout, view, names

    def write(
        self,
        corner: Corner,
        text: str,
        size: float,
        *,
        bold: bool = False,
        color: style.Rgb = style.INK,
        gap: float = 8.0,
        inset: float = 0.0,
    ) -> None:
        """One row of text, smaller or cut if it is too long; `inset` units are left free before it."""
        unit = self.layout.unit
        top, width = corner.row(size * 1.15, gap)
        text, pixels = fit(text, bold, size * unit, size * unit * 0.72, width - inset * unit)
        x = corner.x + (inset if corner.at_left else -inset) * unit
        anchor = "left" if corner.at_left else "right"
        baseline = top + size * unit * 0.9
        self.canvas.text(text, (x, baseline), pixels, color, style.PAGE, bold=bold, anchor=anchor)

    def side(self, side: int, corner: Corner) -> None:
        """A side's players, its score, and what it has captured."""
        seats = [seat for seat in self.view.seats if side_of(seat) == side]
        for seat in seats:
            self._player(side, seat, corner, is_team=len(seats) > 1)
        points = self.view.score[side]
        words = f"{points} point" + ("" if points == 1 else "s")
        if len(seats) == 1 and named(seats[0], self.names) == title(seats[0]):
            text = words
        else:
            text = f"{SIDES[side].title()} · {words}"
        self.write(corner, text, PLAIN, color=style.INK, gap=10)
        self._trophies(1 - side, corner)

    def _player(self, side: int, seat: Seat, corner: Corner, is_team: bool) -> None:
        """A token, the name, and a pointer if this seat owes an order."""
        unit = self.layout.unit
        diagonal = 62 * unit
        height, inset = 46.0, 54.0
        top, width = corner.row(height, 4)
        owes = seat in self.view.phase.owing
        name = named(seat, self.names)
        if is_team and name != title(seat):
            name = f"{seat.partition('-')[2].title()}: {name}"
        middle = top + height * unit / 2
        token = piece("", side, False, diagonal, style.PAGE)
        self.canvas.stamp(token, (corner.x + 22 * unit, middle + 2 * unit))
        text, pixels = fit(name, True, NAME * unit, NAME * unit * 0.72, width - (inset + 46) * unit)
        x, baseline = corner.x + inset * unit, middle + NAME * unit * 0.36
        color = style.MUTED if seat in self.view.conceded else style.INK
        box = self.canvas.text(text, (x, baseline), pixels, color, style.PAGE, bold=True)
        if owes:
            pointer, offset = arrow(-34.0, 0.0, "move", unit)
            self.canvas.overlay(pointer, (box.right + 46 * unit + offset[0], middle))

    def _trophies(self, loser: int, corner: Corner) -> None:
        """The pieces that a side has lost, in rows, the most valuable first."""
        unit = self.layout.unit
        lost = sorted(self.view.lost[loser], key="CBFHDSTKA".index)
        while lost:
            top, width = corner.row(PITCH, 2)
            count = max(1, int((width / unit + 4) // PITCH))
            row, lost = lost[:count], lost[count:]
            for k, letter in enumerate(row):
                stamped = piece(letter, loser, False, TROPHY * unit, style.PAGE)
                x = corner.x + (PITCH / 2 - 2 + k * PITCH) * unit
                self.canvas.stamp(stamped, (x, top + (PITCH / 2 + 2) * unit))

    def status(self, corner: Corner) -> None:
        """Who is to move or who has won, the round, the objective, and what is unusual."""
        view = self.view
        if view.outcome is not None:
            what, how = result(view)
            self.write(corner, what, HUGE, bold=True, gap=4)
            self.write(corner, how, PLAIN + 4, bold=True, color=style.LAST, gap=12)
        elif view.phase.key == "setup":
            owing = ", ".join(title(seat) for seat in view.seats if seat in view.phase.owing)
            self.write(corner, "Secret choice", BIG, bold=True)
            self.write(corner, f"Enhanced pieces: {owing}", PLAIN, color=style.LAST)
        elif view.mover is not None:
            self.write(corner, f"{title(view.mover)} to move", BIG, bold=True)
            if view.group:
                word = "aircraft" if view.group == "air" else "surface pieces"
                self.write(corner, f"with {word} (bright squares)", SMALL, color=style.MUTED)
            if view.replaces is not None:
                self.write(corner, f"{title(view.replaces)} cannot move", SMALL, color=style.LAST)
        self.write(corner, progress(view), PLAIN)
        self.write(corner, objective(view), SMALL, color=style.MUTED)
        for notice in notices(view):
            self.write(corner, notice, SMALL, bold=True, color=style.RED)

    def footer(self, corner: Corner, caption: str, draft: Sequence[Order]) -> None:
        """The caption outermost, then the last move, then the draft's legend."""
        unit = self.layout.unit
        if clean(caption):
            self.write(corner, clean(caption), SMALL, color=style.MUTED)
        if self.view.last is not None:
            self.write(corner, last_move(self.view), SMALL, gap=12)
        if draft:
            texts = "; ".join(str(order) for order in draft)
            self.write(corner, "your order, not sent yet", SMALL, color=style.DRAFT)
            pointer, _ = arrow(60.0, 0.0, "draft", unit)
            self.write(corner, texts, PLAIN, bold=True, color=style.DRAFT)
            top, _ = corner.row(30)
            self.canvas.overlay(pointer, (corner.x - 40 * unit, top + 15 * unit))
