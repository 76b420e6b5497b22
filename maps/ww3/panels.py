"""What stands around the board: who is to move, and in its corner each team's player and its fallen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.chance import Die
from adjudicator.game import Event, Seat
from adjudicator.ww3.board import SEATS
from adjudicator.ww3.orders import Order
from adjudicator.ww3.state import View, playing
from maps.canvas import Canvas, Point, clean, fit, text_width
from maps.palette import Rgb
from maps.ww3 import signs, style, words
from maps.ww3.layout import EAST, NORTH, PITCH, RIM, SIGN, SOUTH, Frame, extent, side_of
from maps.ww3.pieces import counter, ghost

BIG, NAME, PLAIN, SMALL = 40.0, 35.0, 27.0, 24.0
"""Sizes of text, in units."""
MARGIN = 22.0
"""Between the picture's edge and the text."""
FALLEN, ROW, PER_ROW = 0.68, 66.0, 5
"""The size of a fallen unit's counter over that of one on the board; how high a row is; so many in a row."""
KEY, KEY_ZOOM, KEY_GAP = 38.0, 0.62, 22.0
"""How wide a sign of the legend is, its size over that of one on the board, and the room after its word."""


class Panels:
    """Writes around the board of one picture."""

    def __init__(
        self,
        canvas: Canvas,
        frame: Frame,
        view: View,
        names: Mapping[Seat, str] | None,
        events: Sequence[Event],
    ) -> None:
        self.canvas, self.frame, self.view, self.names, self.events = canvas, frame, view, names, events

    def write(
        self,
        text: str,
        at: Point,
        size: float,
        color: Rgb,
        room: float,
        *,
        ground: Rgb = style.TABLE,
        bold: bool = False,
        right: bool = False,
    ) -> float:
        """A line of text, smaller or cut if it is too long; `at`: its outer end and its middle, in units.
        Returns how wide it is, in units."""
        unit = self.frame.unit
        text, pixels = fit(text, bold, size * unit, size * unit * 0.75, room * unit)
        spot = (at[0] * unit, at[1] * unit + 0.36 * pixels)
        self.canvas.text(text, spot, pixels, color, ground, bold=bold, anchor="right" if right else "left")
        return text_width(text, bold, pixels) / unit

    def sign(self, caption: str, draft: Sequence[Order], legend: Sequence[str] = ()) -> None:
        """The line at the top: whose turn it is, the newest move, and the caption.

        legend: signs to be told in place of the newest move
        """
        frame, view = self.frame, self.view
        unit, wide = frame.unit, frame.width / frame.unit
        high = frame.sign / unit
        half = frame.sign / 2
        self.canvas.fill(0, frame.width, half, half, style.SIGN)
        self.canvas.fill(0, frame.width, frame.sign - unit, max(1.0, unit), style.BRASS)
        team = view.state.seat if view.phase.key == "play" else words.winner(view)
        if view.phase.key == "setup":
            team = view.own
        left = MARGIN
        if team is not None:
            zoom = 0.78 * high / SIGN
            at = ((left + 33) * unit, (high / 2 - 1) * unit)
            counter("", team, zoom * unit).put(self.canvas, at)
            left += 78
        said = clean(caption)
        taken = 0.0
        upper, lower = high * 0.31, high * 0.73
        if said:
            taken = self.write(
                said, (wide - MARGIN, upper), SMALL, style.QUIET, 0.4 * wide, ground=style.SIGN, right=True
            )
        room = wide - left - MARGIN
        self.write(
            words.status(view),
            (left, upper),
            BIG,
            style.WHITE,
            room - taken - 20,
            ground=style.SIGN,
            bold=True,
        )
        second, color = self._second()
        if view.outcome is None and draft and not frame.is_whole:
            second, color = f"your order: {words.order(draft)} (private)", style.ALERT
        notice = "" if legend else "; ".join(words.notices(view))
        if notice:
            place = (wide - MARGIN, lower)
            room -= 20 + self.write(
                notice, place, SMALL, style.ALERT, 0.4 * wide, ground=style.SIGN, right=True
            )
        if legend:
            start = wide - MARGIN - self._legend_width(legend) if color == style.ALERT else left
            self._legend(legend, start, lower)
            if color != style.ALERT:
                return
            room = start - left - 20
        self.write(second, (left, lower), PLAIN, color, room, ground=style.SIGN)

    def _second(self) -> tuple[str, Rgb]:
        view = self.view
        if view.outcome is not None:
            return words.result(view), style.ALERT
        if view.phase.key == "setup":
            return "every formation stays secret until all are chosen", style.QUIET
        return words.last_move(view, self.events) or "no move yet", style.QUIET

    def _legend(self, kinds: Sequence[str], left: float, middle: float) -> None:
        """What signs mean, in a row."""
        unit = self.frame.unit
        for kind in kinds:
            at = ((left + KEY / 2) * unit, middle * unit)
            signs.spot(kind, KEY_ZOOM * unit).put(self.canvas, at)
            left += KEY + 6
            left += self.write(signs.LEGEND[kind], (left, middle), PLAIN, style.QUIET, 300, ground=style.SIGN)
            left += KEY_GAP

    def _legend_width(self, kinds: Sequence[str]) -> float:
        wide = sum(text_width(signs.LEGEND[kind], False, PLAIN) for kind in kinds)
        return wide + len(kinds) * (KEY + 6 + KEY_GAP) - KEY_GAP

    def teams(self, draft: Sequence[Order]) -> None:
        """Every team in the corner clockwise from its arm."""
        for team in playing(self.view.state):
            self._team(team, draft if team == self.view.own else ())

    def _team(self, team: int, draft: Sequence[Order]) -> None:
        """A team's corner: its player, what is to be said of it, its fallen, the viewer's own order."""
        unit, look = self.frame.unit, style.LOOKS[team]
        side = side_of(team, self.frame.bottom)
        free = self.frame.width / unit / 2 - extent()[0] * PITCH - RIM
        left = MARGIN if side not in (NORTH, EAST) else self.frame.width / unit - free + MARGIN
        room = free - 2 * MARGIN
        below = self.frame.height / unit - free
        top = SIGN + 26 if side not in (SOUTH, EAST) else below + 34
        out = not words.alive(self.view, team)
        drawn = ghost("", team, style.QUIET, 0.6 * unit) if out else counter("", team, 0.6 * unit)
        drawn.put(self.canvas, ((left + 27) * unit, (top + 30) * unit))
        name = words.player(team, self.names)
        about = [] if name == words.team_name(team) else [words.team_name(team)]
        told = words.fate(self.view, team)
        about += [told] if told else []
        moves = told in ("to move", "wins")
        color = style.QUIET if out else style.GOLD if moves else style.WHITE
        text = left + 66
        self.write(name, (text, top + (17 if about else 31)), NAME, color, room - 66, bold=True)
        if about:
            tone = style.ALERT if told == "offers a draw" else style.QUIET
            self.write(" · ".join(about), (text, top + 50), SMALL, tone, room - 66)
        top += 72
        rule = style.QUIET if out else look.ink
        self.canvas.fill(left * unit, (left + room) * unit, top * unit, max(1.0, 1.5 * unit), rule)
        top += 12
        top = self._fallen(team, left, top)
        self._dice(team, left, top)
        if draft:
            bottom = self.frame.height / unit - 14
            self.write("your order, private", (left, bottom - 48), SMALL, style.QUIET, room)
            self.write(words.order(draft), (left, bottom - 16), NAME, style.ALERT, room, bold=True)

    def _fallen(self, team: int, left: float, top: float) -> float:
        """Units that fell in meetings, and, pale, those that left with the Base. Returns where that ends."""
        unit, state = self.frame.unit, self.view.state
        fallen = [counter(kind, team, FALLEN * unit) for kind in state.lost[team]]
        fallen += [ghost(kind, team, style.QUIET, FALLEN * unit) for kind in state.gone[team]]
        for k, drawn in enumerate(fallen):
            down, across = divmod(k, PER_ROW)
            spot = ((left + 30 + across * 62) * unit, (top + ROW / 2 + down * ROW) * unit)
            drawn.put(self.canvas, spot)
        return top + -(-len(fallen) // PER_ROW) * ROW

    def _dice(self, team: int, left: float, top: float) -> None:
        """What its player rolled in the newest step."""
        unit = self.frame.unit
        rolled = [
            event.value for event in self.events if isinstance(event, Die) and event.seat == SEATS[team]
        ]
        for k, value in enumerate(rolled[-PER_ROW:]):
            spot = ((left + 27 + k * 54) * unit, (top + 32) * unit)
            signs.die(value, unit).put(self.canvas, spot)
