"""What stands around the board: who is to move, and in its corner each team's player and its fallen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.chance import Die
from adjudicator.game import Event, Seat
from adjudicator.ww3.board import SEATS
from adjudicator.ww3.orders import Order
from adjudicator.ww3.state import View, playing
from maps.canvas import Canvas
from maps.palette import Rgb
from maps.panels import Hand, Writer
from maps.ww3 import markers, style, words
from maps.ww3.counters import counter, ghost
from maps.ww3.layout import EAST, NORTH, PITCH, RIM, SIGN, SOUTH, Frame, extent, side_of

BIG, NAME, PLAIN, SMALL = 40.0, 35.0, 27.0, 24.0
"""Sizes of text, in units."""
MARGIN = 22.0
"""Between the picture's edge and the text."""
FALLEN, ROW, PER_ROW = 0.68, 66.0, 5
"""The size of a fallen unit's counter over that of one on the board; how high a row is; so many in a row."""
KEY, KEY_ZOOM = 38.0, 0.62
"""How wide a sign of the legend is, and its size over that of one on the board."""


class Panels(Writer[Frame]):
    """Writes around the board of one picture."""

    hand = Hand(
        table=style.TABLE,
        sign=style.SIGN,
        rule=style.BRASS,
        white=style.WHITE,
        quiet=style.QUIET,
        big=BIG,
        plain=PLAIN,
        small=SMALL,
        margin=MARGIN,
        key=KEY,
    )

    def __init__(
        self,
        canvas: Canvas,
        frame: Frame,
        view: View,
        names: Mapping[Seat, str] | None,
        events: Sequence[Event],
    ) -> None:
        super().__init__(canvas, frame)
        self.view, self.names, self.events = view, names, events

    def sign(self, caption: str, draft: Sequence[Order], legend: Sequence[str] = ()) -> None:
        """The line at the top: whose turn it is, the newest move, and the caption.

        legend: signs to be told in place of the newest move
        """
        frame, view = self.frame, self.view
        high = frame.sign / frame.unit
        self.plate()
        team = view.state.seat if view.phase.key == "play" else words.winner(view)
        if view.phase.key == "setup":
            team = view.own
        left = MARGIN
        if team is not None:
            zoom = 0.78 * high / SIGN
            self.put(counter("", team, zoom * frame.unit), (left + 33, high / 2 - 1))
            left += 78
        lower = high * 0.73
        self.heading(words.status(view), caption, left, high * 0.31)
        second, color = self._second()
        if view.outcome is None and draft and not frame.is_whole:
            second, color = f"your order: {words.order(draft)} (private)", style.ALERT
        notice = "" if legend else "; ".join(words.notices(view))
        room = self.wide - left - MARGIN
        if notice:
            place = (self.wide - MARGIN, lower)
            room -= 20 + self.write(
                notice, place, SMALL, style.ALERT, 0.4 * self.wide, ground=style.SIGN, right=True
            )
        if legend:
            told = [markers.LEGEND[kind] for kind in legend]
            start = self.wide - MARGIN - self.legend_width(told) if color == style.ALERT else left
            drawn = [markers.spot(kind, KEY_ZOOM * frame.unit) for kind in legend]
            self.legend(zip(drawn, told, strict=True), start, lower)
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

    def teams(self, draft: Sequence[Order]) -> None:
        """Every team in the corner clockwise from its arm."""
        for team in playing(self.view.state):
            self._team(team, draft if team == self.view.own else ())

    def _team(self, team: int, draft: Sequence[Order]) -> None:
        """A team's corner: its player, what is to be said of it, its fallen, the viewer's own order."""
        unit, look = self.frame.unit, style.LOOKS[team]
        side = side_of(team, self.frame.bottom)
        free = self.wide / 2 - extent()[0] * PITCH - RIM
        left = MARGIN if side not in (NORTH, EAST) else self.wide - free + MARGIN
        room = free - 2 * MARGIN
        below = self.high - free
        top = SIGN + 26 if side not in (SOUTH, EAST) else below + 34
        out = not words.alive(self.view, team)
        drawn = ghost("", team, style.QUIET, 0.6 * unit) if out else counter("", team, 0.6 * unit)
        self.put(drawn, (left + 27, top + 30))
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
            bottom = self.high - 14
            self.write("your order, private", (left, bottom - 48), SMALL, style.QUIET, room)
            self.write(words.order(draft), (left, bottom - 16), NAME, style.ALERT, room, bold=True)

    def _fallen(self, team: int, left: float, top: float) -> float:
        """Units that fell in meetings, and, pale, those that left with the Base. Returns where that ends."""
        unit, state = self.frame.unit, self.view.state
        fallen = [counter(kind, team, FALLEN * unit) for kind in state.lost[team]]
        fallen += [ghost(kind, team, style.QUIET, FALLEN * unit) for kind in state.gone[team]]
        for k, drawn in enumerate(fallen):
            down, across = divmod(k, PER_ROW)
            self.put(drawn, (left + 30 + across * 62, top + ROW / 2 + down * ROW))
        return top + -(-len(fallen) // PER_ROW) * ROW

    def _dice(self, team: int, left: float, top: float) -> None:
        """What its player rolled in the newest step."""
        rolled = [
            event.value for event in self.events if isinstance(event, Die) and event.seat == SEATS[team]
        ]
        for k, value in enumerate(rolled[-PER_ROW:]):
            self.put(markers.die(value, self.frame.unit), (left + 27 + k * 54, top + 32))
