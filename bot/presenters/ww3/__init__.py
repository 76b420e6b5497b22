"""WW3: Military Chess in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Event, Options, Outcome, Seat
from adjudicator.text import listing
from adjudicator.ww3.board import KIND_OF, SEATS, Board, name_key
from adjudicator.ww3.orders import Catalogue, Move, Order, Setup, code_of
from adjudicator.ww3.state import View, read_options, units
from adjudicator.ww3.text import COMPASS
from bot.common.message import MOST_CHOICES, Choice
from bot.presenters.base import BETWEEN, MenuStep, OneOrder, Tap, victory
from bot.presenters.text import GAME_OVER, NOTHING_OWED
from bot.presenters.ww3 import menus as ww3_menus
from bot.presenters.ww3 import text, words
from bot.presenters.ww3.words import read_point
from maps.text import long_reason, offer_text
from maps.ww3.words import REASONS, team_name

_ZOOM = 2
"""How far around a point `/board zoom` shows, in points."""
_NEAR = 1
"""The same around one's own units."""


class Ww3Presenter(OneOrder):
    """See `Presenter`. board: for names and moves."""

    key = "ww3"
    by_lot = True
    setup_words: tuple[str, ...] = ("setup",)
    alike = re.compile(rf"^setup\b|(?<![^\W_])[a-k]\d+{BETWEEN}[a-k]\d")

    def __init__(self, board: Board) -> None:
        self._board = board
        self._catalogue = Catalogue(board)

    def ahead(self, seat: Seat) -> tuple[str, ...]:
        return ("d3-d4", "h3-h4", "g2-g3")

    def option_lines(self, options: Options) -> list[str]:
        read = read_options(options)
        seats = [text.OPTION_SEAT(team=team_name(seat), nation=text.NATIONS[seat]) for seat in read.seats()]
        lines = [listing(seats, "and"), text.OPTION_GOAL]
        lines += [text.OPTION_FOG] if read.fog else []
        return [*lines, text.OPTION_QUIET(n=read.quiet_rounds)] if read.quiet_rounds else lines

    def heard(self, order: Order) -> str:
        """All points of the way: an Air Craft's order names the ends alone, which would tell what flies in
        fog."""
        if not isinstance(order, Move):
            return str(order)
        names = self._board.names
        ways = ("-".join(names[point] for point in path) for path in code_of(self._board, order))
        return " ".join(sorted(ways))

    def phase_line(self, view: View) -> str:
        out = [text.OUT] if view.outcome is None and view.own in view.state.out else []
        return " · ".join([*out, super().phase_line(view)])

    def to_move(self, view: View) -> str:
        if view.outcome is not None:
            return GAME_OVER
        setup = view.phase.key == "setup"
        return text.SETUP_PHASE if setup else text.TO_MOVE(team=team_name(view.mover or ""))

    def aside(self, view: View) -> str:
        offering = view.seats if view.outcome is None else ()
        return offer_text([team_name(seat) for seat in offering if seat in view.state.offers])

    def task(self, view: View) -> str:
        if view.seat not in view.phase.owing:
            return NOTHING_OWED
        if view.phase.key == "setup":
            return text.SETUP_TASK_FOG if view.state.options.fog else text.SETUP_TASK
        stuck = ww3_menus.forward(self._catalogue, view) == "pass"
        lines = [text.MUST_PASS if stuck else text.YOUR_MOVE]
        way = view.state.ways[SEATS.index(view.seat)]
        own = units(view.board, SEATS.index(view.seat))
        if not stuck and way is not None and any(KIND_OF[view.board[point]] == "A" for point in own):
            lines.append(text.BARRED(way=COMPASS[way]))
        others = [team_name(seat) for seat in view.seats if seat in view.state.offers and seat != view.seat]
        return "\n".join([*lines, *([text.DRAW_OFFERED(offer=offer_text(others))] if others else [])])

    def narrate(self, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        return words.narrate(events, names)

    def news(self, seat: Seat, view: View, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        return words.news(events, names, seat)

    def summary(self, view: View, events: Sequence[Event]) -> str:
        return words.summary(view)

    def standing(self, view: View) -> Mapping[Seat, str]:
        if view.phase.key == "setup":
            return {}
        return {seat: words.stands(view.state, SEATS.index(seat)) for seat in view.seats}

    def focus(self, view: View, zoom: str, mine: bool) -> tuple[str, ...]:
        if zoom.strip():
            return self._around([self._board.index[read_point(self._board, zoom)]], _ZOOM)
        if not mine:
            return ()
        if view.own is None:
            raise NotUnderstoodError("mine", text.NO_UNITS)
        return self._around(units(view.board, view.own), _NEAR)

    def _around(self, points: Iterable[int], reach: int) -> tuple[str, ...]:
        """The points themselves first, then all that are within reach of one."""
        places, first = self._board.places, list(points)
        near = [
            point
            for point, (x, y) in enumerate(places)
            if any(max(abs(x - places[one][0]), abs(y - places[one][1])) <= reach for one in first)
        ]
        return tuple(self._board.names[point] for point in dict.fromkeys([*first, *near]))

    def places(self, view: View, typed: str) -> list[Choice]:
        wanted = "".join(typed.lower().split())
        found = []
        for name in sorted(self._board.names, key=name_key):
            if name.startswith(wanted):
                there = view.board[self._board.index[name]]
                stands = f" · {words.unit_there(there)}" if there in KIND_OF else ""
                found.append(Choice(name, f"{name}{stands}"))
        return found[:MOST_CHOICES]

    def suggest(self, view: View, draft: Sequence[Order], legal: Sequence[Order], typed: str) -> list[Choice]:
        return ww3_menus.suggest(self._board, view, legal, typed)

    def sheet(self, view: View, draft: Sequence[Order]) -> list[str]:
        """A formation by its name, and in words; a move is one order."""
        order = next((order for order in draft if isinstance(order, Setup)), None)
        if order is None or view.own is None:
            return []
        title = ww3_menus.title(self._board, view.own, order.placed) or text.OWN_FORMATION
        return [text.FORMATION(title=title, units=words.placed_words(order.placed))]

    def example(self, view: View) -> str:
        """The plainest order: a stock formation, or a move towards the middle."""
        if view.phase.key == "setup":
            return "setup stock"
        return ww3_menus.forward(self._catalogue, view)

    def describe(self, view: View, order: Order) -> str:
        return words.describe(self._board, view, order)

    def menus(self, view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
        return ww3_menus.menus(self._catalogue, view, draft, picked)

    def taps(self, view: View, draft: Sequence[Order], picked: str) -> tuple[tuple[Tap, ...], ...]:
        return ww3_menus.taps(self._catalogue, view, draft)

    def tapped(self, view: View, draft: Sequence[Order], value: str) -> str:
        return ww3_menus.tapped(draft, value)

    def marks(self, view: View, picked: str) -> Mapping[int, str]:
        return ww3_menus.marks(self._catalogue, view, picked)

    def frame(self, view: View, draft: Sequence[Order], picked: str) -> tuple[str, ...]:
        """In the set-up the own arm; then what is near the unit that is picked, where it can go, and what is
        ordered."""
        if view.own is None or view.seat not in view.phase.owing:
            return ()
        if view.phase.key == "setup":
            return tuple(self._board.names[point] for point in self._board.regions[view.own])
        found = set(self.marks(view, picked))
        for order in draft:
            if isinstance(order, Move):
                found |= {point for path in code_of(self._board, order) for point in path}
                if ww3_menus.may_go_on(self._board, view, order):  # a second Soldier's are of interest then
                    found |= {at for at in units(view.board, view.own) if KIND_OF[view.board[at]] == "S"}
        return self._around(sorted(found), _NEAR)

    def named(self, view: View, said: str) -> tuple[str, ...]:
        index = self._board.index
        found = {index[name] for name in re.findall(r"[a-k]\d+", said) if name in index}
        if found and view.own is not None:  # the menus list these
            found |= {at for at in units(view.board, view.own) if KIND_OF[view.board[at]] != "B"}
        return self._around(sorted(found), _NEAR)

    def result(self, outcome: Outcome, names: Mapping[Seat, str]) -> str:
        first = [seat for seat in SEATS if outcome.places.get(seat) == 1]
        if len(first) > 1:
            teams, some = listing(map(team_name, first), "and"), len(first) < len(outcome.places)
            if outcome.reason == "agreed":
                return text.AGREED_BETWEEN(teams=teams) if some else text.AGREED
            why = long_reason(REASONS, outcome.reason)
            return text.DRAWN_BETWEEN(teams=teams, why=why) if some else text.DRAWN(why=why)
        why = long_reason(REASONS, "conceded" if outcome.reason == "conceded" else "last_base")
        if outcome.reason == "conceded" and len(outcome.places) > 2:
            why = REASONS["conceded"].short
        return victory(team_name(first[0]), why, [names[seat] for seat in first if seat in names])
