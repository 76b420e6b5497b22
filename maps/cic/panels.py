"""The four corners around a Commander-In-Chief board: who plays, what was captured, how it stands."""

from __future__ import annotations

from functools import lru_cache

from adjudicator.cic.orders import Enhance, Move
from adjudicator.cic.state import SIDES, View, side_of
from adjudicator.game import Seat
from maps.canvas import Canvas, Pen, Sprite, clean, fit, sprite, text_width
from maps.cic import style
from maps.cic.layout import Corner, Layout
from maps.cic.pieces import arrow, marker, piece
from maps.cic.words import last_move, notices, objective, progress, result, winner
from maps.painter import Request
from maps.palette import Rgb
from maps.text import seat_name

NAME, BIG, HUGE, PLAIN, SMALL = 34.0, 40.0, 58.0, 28.0, 24.0
"""Sizes of text, in units."""
TROPHY = 72.0
"""The square that a captured piece would stand on, in units."""
PITCH = 54.0
"""From one captured piece to the next, in units."""


class CicPanels:
    """Writes the corners of one picture."""

    def __init__(self, canvas: Canvas, layout: Layout, request: Request[View]) -> None:
        self.canvas, self.layout, self.request, self.view = canvas, layout, request, request.view

    def write(
        self,
        corner: Corner,
        text: str,
        size: float,
        *,
        bold: bool = False,
        color: Rgb = style.INK,
        gap: float = 8.0,
        token: int | None = None,
    ) -> None:
        """Write a row of text, smaller or cut if it is too long. token: of the side that stands before it"""
        unit = self.layout.unit
        top, width = corner.row(size * 1.15, gap)
        room = width - (0 if token is None else 1.5 * size * unit)
        text, pixels = fit(text, bold, size * unit, size * unit * 0.72, room)
        anchor = "left" if corner.at_left else "right"
        baseline = top + size * unit * 0.9
        spot = (corner.x, baseline)
        box = self.canvas.text(text, spot, pixels, color, style.PAGE, bold=bold, anchor=anchor)
        if token is not None:
            emblem = piece("", token, False, 1.5 * size * unit, style.PAGE)
            self.canvas.stamp(emblem, (box.left - 0.75 * size * unit, baseline - 0.34 * size * unit))

    def side(self, side: int, corner: Corner) -> None:
        """Write a side's players, its score, and what it has captured."""
        seats = [seat for seat in self.view.seats if side_of(seat) == side]
        for seat in seats:
            self._player(side, seat, corner, is_team=len(seats) > 1)
        points = self.view.score[side]
        words = f"{points} point" + ("" if points == 1 else "s")
        if len(seats) == 1 and self._name(seats[0]) == seat_name(seats[0]):
            text = words
        else:
            text = f"{SIDES[side].title()} · {words}"
        self.write(corner, text, PLAIN, color=style.INK, gap=10)
        self._trophies(1 - side, corner)

    def _player(self, side: int, seat: Seat, corner: Corner, is_team: bool) -> None:
        """Draw a token and the name; white on a dark ground if this seat owes an order."""
        unit = self.layout.unit
        height, inset = 48.0, 66.0
        top, width = corner.row(height, 5)
        name = self._name(seat)
        if is_team and name != seat_name(seat):
            name = f"{seat.partition('-')[2].title()}: {name}"
        middle = top + height * unit / 2
        token = piece("", side, False, 62 * unit, style.PAGE)
        self.canvas.stamp(token, (corner.x + 22 * unit, middle + 2 * unit))
        text, pixels = fit(name, True, NAME * unit, NAME * unit * 0.72, width - (inset + 20) * unit)
        x, baseline = corner.x + inset * unit, middle + pixels * 0.36
        color, ground = style.MUTED if seat in self.view.conceded else style.INK, style.PAGE
        if seat in self.view.phase.owing:
            self._pill(x, x + text_width(text, True, pixels), middle)
            color, ground = style.WHITE, style.INK
        self.canvas.text(text, (x, baseline), pixels, color, ground, bold=True)

    def _name(self, seat: Seat) -> str:
        return self.request.player(seat, seat_name(seat))

    def _pill(self, left: float, right: float, middle: float) -> None:
        """Draw a dark ground with round ends for the text between left and right, in pixels."""
        unit = self.layout.unit
        end = cap(46 * unit)
        radius = end.entries.height / 2
        self.canvas.stamp(end, (left + 8 * unit, middle))
        self.canvas.stamp(end, (right - 8 * unit, middle))
        self.canvas.fill(left + 8 * unit, right - 8 * unit, middle, radius, style.INK)

    def _trophies(self, loser: int, corner: Corner) -> None:
        """Draw the pieces that a side has lost, in rows, the most valuable first."""
        unit = self.layout.unit
        lost = sorted(self.view.lost[loser], key="CBFHDSTKA".index)
        while lost:
            top, width = corner.row(PITCH, 2)
            count = max(1, int((width / unit + 4) // PITCH))
            row, lost = lost[:count], lost[count:]
            for k, letter in enumerate(row):
                stamped = piece(letter, loser, False, TROPHY * unit, style.PAGE, False)
                x = corner.x + (PITCH / 2 - 2 + k * PITCH) * unit
                self.canvas.stamp(stamped, (x, top + (PITCH / 2 + 2) * unit))

    def status(self, corner: Corner) -> None:
        """Write who is to move or who has won, the round, the objective, and what is unusual."""
        view = self.view
        if view.outcome is not None:
            what, how = result(view)
            self.write(corner, what, HUGE, bold=True, gap=4, token=winner(view))
            self.write(corner, how, PLAIN + 4, bold=True, color=style.LAST, gap=12)
        elif view.phase.key == "setup":
            self.write(corner, "Setup in secret", BIG, bold=True)
            for side in (0, 1):
                if view.options.enhanced[side]:
                    text = f"{SIDES[side].title()} enhances up to {view.options.enhanced[side]}"
                    self.write(corner, text, PLAIN, token=side)
        elif view.mover is not None:
            self.write(corner, f"{seat_name(view.mover)} to move", BIG, bold=True, token=view.side)
            if view.group:
                word = "aircraft" if view.group == "air" else "surface pieces"
                self.write(corner, f"with {word} (bright squares)", SMALL, color=style.MUTED)
            if view.replaces is not None:
                self.write(corner, f"{seat_name(view.replaces)} cannot move", SMALL, color=style.LAST)
        for notice in notices(view):
            self.write(corner, notice, SMALL, bold=True, color=style.RED)
        if view.phase.key != "setup":
            self.write(corner, progress(view), PLAIN)
        self.write(corner, objective(view), SMALL, color=style.MUTED)

    def footer(self, corner: Corner) -> None:
        """Write the caption outermost, then the last move, then the draft and its key."""
        unit, draft = self.layout.unit, self.request.draft
        if caption := clean(self.request.caption):
            self.write(corner, caption, SMALL, color=style.MUTED)
        if self.view.last is not None:
            who, what = last_move(self.view)
            self.write(corner, what, SMALL + 2, gap=2)
            self.write(corner, who, SMALL + 2, gap=14)
        if draft:
            self.write(corner, "your order, private", SMALL, color=style.DRAFT, gap=2)
            texts = "; ".join(str(order) for order in draft)
            self.write(corner, texts, PLAIN, bold=True, color=style.DRAFT, gap=4)
            top, _ = corner.row(40)
            if any(isinstance(order, Move) for order in draft):
                pointer, _ = arrow(64.0, 0.0, "draft", unit)
                self.canvas.overlay(pointer, (corner.x - 38 * unit, top + 20 * unit))
            elif any(isinstance(order, Enhance) for order in draft):
                ring = marker("draft", unit * 0.34)
                self.canvas.overlay(ring, (corner.x - 20 * unit, top + 20 * unit))


@lru_cache(maxsize=16)
def cap(height: float) -> Sprite:
    """Draw the round end of a pill."""
    pen = Pen(height, height)
    pen.disc((0, 0), height / 2, style.INK)
    return sprite(pen.done(), style.PAGE, style.palette())
