"""New York 2047 in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Event, Options, Outcome, Seat
from adjudicator.newyork2047.adjust import default_disbands, default_home
from adjudicator.newyork2047.board import SEATS, Board, Key
from adjudicator.newyork2047.orders import Disband, Notation, Order
from adjudicator.newyork2047.state import Owed, View, read_options
from adjudicator.text import counted, listing
from bot.common.message import Choice
from bot.presenters.base import GAME_OVER, NOTHING_OWED, MenuStep, Plain, victory
from bot.presenters.newyork2047.menus import describe, marks, menus, pieces, places, sheet, suggest
from bot.presenters.newyork2047.report import news, report, summary
from bot.presenters.newyork2047.story import both
from bot.presenters.newyork2047.why import choices, why
from maps.text import offer_text, seat_name


class NewYorkPresenter(Plain):
    """See `Presenter`. board: the map, for names in reports, which have no view."""

    key = "newyork2047"
    house_options: tuple[str, ...] = ("press", "anonymous", "ready", "adjustment")
    many = True
    by_lot = False
    silent = False
    rulings: Mapping[str, str] = {}
    ahead_words: tuple[str, ...] = ("relocate", "home", "disband", "remove")
    alike = re.compile(r"^(?:relocate|home|disband|remove)\b|^(?:[a-z]+\W+){0,2}\d+(?![^\W_])\W*[a-z]")

    def __init__(self, board: Board) -> None:
        self._board = board
        self._notation = Notation(board)

    def ahead(self, seat: Seat) -> tuple[str, ...]:
        return ("relocate chelsea", "disband 4")

    def lasts(self, order: Order) -> bool:
        return not isinstance(order, Disband)  # its number may be another unit's by then

    def option_lines(self, options: Options) -> list[str]:
        last = read_options(options).last_year
        return [
            "To win: more than 10 star spaces after a fall",
            f"Last year: {last}; after its fall the factions rank by stars, then units",
        ]

    def phase_line(self, view: View) -> str:
        state = view.state
        if state.outcome is not None:
            return GAME_OVER
        offers = ""
        if state.offers:
            offers = f" · {offer_text([seat_name(seat) for seat in SEATS if seat in state.offers])}"
        if state.phase == "adjustment":
            choosing = "; ".join(
                f"{seat_name(seat)} {_owed_words(state.owed[seat])}" for seat in SEATS if seat in state.owed
            )
            return f"Adjustment after {state.season} {state.year}: {choosing}{offers}"
        return f"{state.season.capitalize()} {state.year}: everyone writes orders{offers}"

    def task(self, view: View) -> str:
        seat, state = view.seat or "", view.state
        if seat not in view.phase.owing:
            return NOTHING_OWED
        owed = state.owed.get(seat)
        if state.phase == "adjustment" and owed is not None:
            return self._choose(view, seat, owed)
        own = pieces(view)
        first, space = next(iter(own.items()))
        named = [name.capitalize() for name in view.turretons(seat)]
        if units := view.units(seat):
            named.insert(0, counted(len(units), "unit"))
        example = f"{first} hold"
        if first.isdecimal():
            example = f"{first} move {view.board.near[space][0]}"
        return (
            f"Write orders for your {both(named)}: move, hold or support. "
            f"What has no order holds. Such as `{example}`, or several at once with `;` between them."
        )

    def _choose(self, view: View, seat: Seat, owed: Owed) -> str:
        """What the seat has to choose in an adjustment, and what happens if it does not."""
        board, told = view.board, []
        if owed.relocate:
            default = default_home(view.state, seat, owed.relocate)
            told.append(
                f"Your home base is lost. Choose where it moves: "
                f"{listing(board.name(key) for key in owed.relocate)} "
                f"(`relocate {default}`, which is also what happens if you choose nothing)."
            )
        if owed.disband:
            gone = [str(unit.number) for unit in sorted(default_disbands(view.state, seat, owed.disband))]
            text = "; ".join(f"disband {number}" for number in gone)
            told.append(
                f"You are above your limit. Give up {counted(owed.disband, 'unit')} "
                f"(`{text}`, which is also what happens if you choose nothing)."
            )
        return " ".join(told)

    def narrate(self, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        return report(self._board, events, names)

    def news(self, seat: Seat, view: View, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        return news(seat, view, events, names)

    def summary(self, view: View, events: Sequence[Event]) -> str:
        return summary(view, events)

    def standing(self, view: View) -> Mapping[Seat, str]:
        state, found = view.state, {}
        for seat, row in view.table().items():
            if seat not in state.homes:
                found[seat] = "out of the game"
                continue
            units = f"{row.units} of {counted(row.limit, 'unit')}"
            found[seat] = f"{row.stars}★ · {units} · home {view.board.name(state.homes[seat])}"
            if seat in state.conceded:
                found[seat] += " · conceded"
        return found

    def why(self, view: View, events: Sequence[Event], unit: str) -> list[str]:
        return why(self._notation, view, events, unit)

    def units(self, view: View, events: Sequence[Event], typed: str) -> list[Choice]:
        return choices(view, events, typed)

    def sheet(self, view: View, draft: Sequence[Order]) -> list[str]:
        return sheet(view, draft)

    def focus(self, view: View, zoom: str, mine: bool) -> tuple[Key, ...]:
        near = view.board.near
        if zoom.strip():
            space = self._notation.space(zoom, zoom)
            return (space, *near[space])
        if not mine:
            return ()
        seat = view.seat
        if seat is None:
            raise NotUnderstoodError("mine", "you have no faction in this game")
        home = [view.state.homes[seat]] if seat in view.state.homes else []
        own = [*home, *(unit.space for unit in view.units(seat))]
        if not own:
            own = [*pieces(view).values()]
        return tuple(dict.fromkeys([*own, *(key for space in own for key in near[space])]))

    def places(self, view: View, typed: str) -> list[Choice]:
        return places(view.board, typed)

    def suggest(self, view: View, draft: Sequence[Order], legal: Sequence[Order], typed: str) -> list[Choice]:
        return suggest(self._notation, view.board, draft, legal, typed)

    def describe(self, view: View, order: Order) -> str:
        return describe(view, order)

    def menus(self, view: View, draft: Sequence[Order], picked: str) -> tuple[MenuStep, ...]:
        return menus(view, draft, picked)

    def order_text(self, view: View, values: Sequence[str]) -> str:
        return "; ".join(values)

    def marks(self, view: View, picked: str) -> Mapping[Key, str]:
        return marks(view, picked)

    def frame(self, view: View, draft: Sequence[Order], picked: str) -> tuple[Key, ...]:
        return ()

    def result(self, outcome: Outcome, names: Mapping[Seat, str]) -> str:
        winners = [seat for seat in SEATS if outcome.places[seat] == 1]
        who = both(seat_name(seat) for seat in winners)
        if outcome.reason == "agreed":
            return f"**A draw** by agreement of all factions that still play: {who}."
        reason = {
            "stars": "more than 10 star spaces after a fall",
            "last_left": "no other faction is left",
            "last_year": "most stars after the last year, then most units",
        }.get(outcome.reason, outcome.reason)
        verb = "wins" if len(winners) == 1 else "share the win"
        return victory(who, reason, [names[seat] for seat in winners], verb)


def _owed_words(owed: Owed) -> str:
    """ "moves its home base and gives up 2 units"."""
    told = ["moves its home base"] if owed.relocate else []
    return both([*told, f"gives up {counted(owed.disband, 'unit')}"] if owed.disband else told)
