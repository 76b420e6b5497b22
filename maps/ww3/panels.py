"""What stands around the board of WW3: who is to move, and in its corner each team's player and fallen."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.chance import Die
from adjudicator.ww3.board import SEATS
from adjudicator.ww3.state import View, living, playing
from maps.canvas import Canvas
from maps.painter import Request
from maps.palette import Rgb
from maps.panels import PanelStyle, PanelWriter
from maps.ww3 import style, words
from maps.ww3.layout import EAST, HEADER, NORTH, PITCH, RIM, SOUTH, Ww3Frame, extent, side_of
from maps.ww3.pieces import KEY, counter, die, ghost, spot

NAME, SMALL = 35.0, 24.0
"""Sizes of text, in units."""
MARGIN = 22.0
"""Between the picture's edge and the text, in units."""
FALLEN, ROW, PER_ROW = 0.68, 66.0, 5
"""A fallen unit's size over that of one on the board; the height of a row in units; how many are in one."""
KEY_ZOOM = 0.62
"""The size of a marker in the key over that of one on the board."""


class Ww3Panels(PanelWriter[Ww3Frame, View]):
    """Writes around the board of one picture."""

    look = PanelStyle.of(style, rule=style.BRASS, big=40.0, plain=27.0, small=SMALL, margin=MARGIN, key=38.0)

    def __init__(self, canvas: Canvas, frame: Ww3Frame, request: Request[View]) -> None:
        super().__init__(canvas, frame, request)
        self.order = words.order(request.draft)

    def header(self, key: Sequence[str] = ()) -> None:
        """Write whose turn it is, the newest move, the caption. key: marks to explain instead of the move"""
        frame, view = self.frame, self.view
        high = frame.header / frame.unit
        self.plate()
        team = view.state.seat if view.phase.key == "play" else words.winner(view)
        if view.phase.key == "setup":
            team = view.own
        left = MARGIN
        if team is not None:
            zoom = 0.78 * high / HEADER
            self.put(counter("", team, zoom * frame.unit), (left + 33, high / 2 - 1))
            left += 78
        lower = high * 0.73
        self.heading(words.status(view), self.request.caption, left, high * 0.31)
        second = self._second()
        if view.outcome is None and self.request.draft and not frame.is_whole:
            second = f"your order: {self.order} (private)", style.ALERT
        room = self.wide - left - MARGIN
        if not key and (notice := "; ".join(words.notices(view))):
            place, most = (self.wide - MARGIN, lower), 0.4 * self.wide
            ground = style.HEADER
            room -= 20 + self.write(notice, place, SMALL, style.ALERT, most, ground=ground, right=True)
        told = [(spot(kind, KEY_ZOOM * frame.unit), KEY[kind]) for kind in key]
        self.lower_row(second, told, left, lower, room)

    def _second(self) -> tuple[str, Rgb]:
        """Return the text of the lower row and its colour."""
        view = self.view
        if view.outcome is not None:
            return words.result(view), style.ALERT
        if view.phase.key == "setup":
            return "every formation stays secret until all are chosen", style.QUIET
        return words.last_move(view, self.request.events), style.QUIET

    def teams(self) -> None:
        """Write about every team in the corner clockwise from its arm."""
        for team in playing(self.view.state):
            self._team(team)

    def _team(self, team: int) -> None:
        """Write a team's player, what is to be said of it, its fallen, and the viewer's own order."""
        unit, look = self.frame.unit, style.LOOKS[team]
        side = side_of(team, self.frame.bottom)
        free = self.wide / 2 - extent()[0] * PITCH - RIM
        left = MARGIN if side not in (NORTH, EAST) else self.wide - free + MARGIN
        room = free - 2 * MARGIN
        below = self.high - free
        top = HEADER + 26 if side not in (SOUTH, EAST) else below + 34
        out = team not in living(self.view.state)
        drawn = ghost("", team, style.QUIET, 0.6 * unit) if out else counter("", team, 0.6 * unit)
        self.put(drawn, (left + 27, top + 30))
        name = words.player(self.request, team)
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
        if self.request.draft and team == self.view.own:
            bottom = self.high - 14
            self.write("your order, private", (left, bottom - 48), SMALL, style.QUIET, room)
            self.write(self.order, (left, bottom - 16), NAME, style.ALERT, room, bold=True)

    def _fallen(self, team: int, left: float, top: float) -> float:
        """Draw units that fell, and, pale, those that left with the Base; returns where they end."""
        unit, state = self.frame.unit, self.view.state
        fallen = [counter(kind, team, FALLEN * unit) for kind in state.lost[team]]
        fallen += [ghost(kind, team, style.QUIET, FALLEN * unit) for kind in state.gone[team]]
        for k, drawn in enumerate(fallen):
            down, across = divmod(k, PER_ROW)
            self.put(drawn, (left + 30 + across * 62, top + ROW / 2 + down * ROW))
        return top + -(-len(fallen) // PER_ROW) * ROW

    def _dice(self, team: int, left: float, top: float) -> None:
        """Draw what its player rolled in the newest step."""
        dice = (event for event in self.request.events if isinstance(event, Die))
        rolled = [each.value for each in dice if each.seat == SEATS[team]]
        for k, value in enumerate(rolled[-PER_ROW:]):
            self.put(die(value, self.frame.unit), (left + 27 + k * 54, top + 32))
