"""New York 2047 in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Event, Options, Outcome, Seat
from adjudicator.newyork2047.adjust import default_disbands, default_home
from adjudicator.newyork2047.board import SEATS, Board, Key, plain
from adjudicator.newyork2047.orders import Disband, Notation, Order, Relocate, spelled
from adjudicator.newyork2047.state import Owed, View, read_options
from adjudicator.text import listing
from bot.common.message import Choice
from bot.presenters.base import MenuStep, Page, Plain, congratulated, victory
from bot.presenters.newyork2047 import text as words
from bot.presenters.newyork2047.menus import (
    describe,
    forgotten,
    marks,
    menus,
    pieces,
    places,
    sheet,
    suggest,
)
from bot.presenters.newyork2047.report import details, news, report, summary
from bot.presenters.newyork2047.story import both
from bot.presenters.newyork2047.why import choices, why
from bot.presenters.text import GAME_OVER, NOTHING_OWED
from maps.newyork2047.layout import front
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
        return [words.TO_WIN, words.LAST_YEAR(year=read_options(options).last_year)]

    def phase_line(self, view: View) -> str:
        state = view.state
        if state.outcome is not None:
            return GAME_OVER
        if state.phase == "adjustment":
            told = words.ADJUSTMENT(season=state.season, year=state.year, choosing=self.to_move(view))
        else:
            told = words.SEASON(season=state.season.capitalize(), year=state.year)
        if not state.offers:
            return told
        offers = offer_text([seat_name(seat) for seat in SEATS if seat in state.offers])
        return words.WITH_OFFERS(waits=told, offers=offers)

    def to_move(self, view: View) -> str:
        state = view.state
        if state.outcome is not None:
            return GAME_OVER
        if state.phase != "adjustment":
            return words.ALL_WRITE
        return "; ".join(_owed_words(seat, state.owed[seat]) for seat in SEATS if seat in state.owed)

    def aside(self, view: View) -> str:
        return self.phase_line(view)

    def task(self, view: View) -> str:
        seat, state = view.seat or "", view.state
        if seat not in view.phase.owing:
            return NOTHING_OWED
        owed = state.owed.get(seat)
        if state.phase == "adjustment" and owed is not None:
            return self._choose(view, seat, owed)
        return words.TASK if view.units(seat) else words.TASK_TURRETON

    def spelled(self, orders: str) -> str:
        return spelled(self._board, orders)

    def example(self, view: View) -> str:
        """A move to the best space of the first unit, as one would type it, and a hold; or choices."""
        if view.seat not in view.phase.owing:
            return ""
        if owed := view.state.owed.get(view.seat):
            gone = default_disbands(view.state, view.seat, owed.disband)
            told = [spelled(view.board, str(Relocate(key))) for key in owed.relocate[:1]]
            return "; ".join([*told, *(f"disband {unit.number}" for unit in gone)])
        first, *rest = pieces(view)
        if not first.isdecimal():
            return f"{first} hold"
        [*_, orders] = menus(view, (), first)[:2]
        target = orders.choices[0].value.rpartition(" ")[2].replace("_", " ")
        return "; ".join([f"{first} {target}", *(f"{piece} hold" for piece in rest[:1])])

    def _choose(self, view: View, seat: Seat, owed: Owed) -> str:
        """What the seat has to choose in an adjustment, and what happens if it does not."""
        board, told = view.board, []
        if owed.relocate:
            default = board.name(default_home(view.state, seat, owed.relocate))
            spaces = listing(board.name(key) for key in owed.relocate)
            told.append(words.CHOOSE_HOME(spaces=spaces, default=default))
        if owed.disband:
            gone = both(str(unit.number) for unit in default_disbands(view.state, seat, owed.disband))
            told.append(words.CHOOSE_DISBANDS(n=owed.disband, default=gone))
        return " ".join(told)

    def narrate(self, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        return report(self._board, events, names)

    def news(self, seat: Seat, view: View, events: Sequence[Event], names: Mapping[Seat, str]) -> list[str]:
        return news(seat, view, events, names)

    def summary(self, view: View, events: Sequence[Event]) -> str:
        return summary(view, events)

    def details(
        self, view: View, events: Sequence[Event], orders: Mapping[Seat, Sequence[str]]
    ) -> Sequence[Page]:
        return details(self._notation, view, events, orders)

    def forgotten(self, view: View, draft: Sequence[Order]) -> Sequence[str]:
        return forgotten(view, draft)

    def standing(self, view: View) -> Mapping[Seat, str]:
        state, found = view.state, {}
        for seat, row in view.table().items():
            if seat not in state.homes:
                found[seat] = words.STANDS_OUT
                continue
            text = words.STANDS_CONCEDED if seat in state.conceded else words.STANDS
            home = view.board.name(state.homes[seat])
            found[seat] = text(stars=row.stars, units=row.units, limit=row.limit, home=home)
        return found

    def score(self, view: View) -> str:
        """The stars of those that have any, most first."""
        stars = {seat: row.stars for seat, row in view.table().items() if row.stars}
        order = sorted(stars, key=lambda seat: -stars[seat])
        return " · ".join(words.SCORE(seat=seat_name(seat), stars=stars[seat]) for seat in order)

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
        if view.seat is None:
            raise NotUnderstoodError("mine", words.NOT_IN_GAME)
        return front(view)

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

    def touched(self, view: View, value: str) -> str:
        own = pieces(view)
        if value in own:
            return own[value]
        if value.startswith("disband "):
            return own.get(value.removeprefix("disband "), "")
        # Who is supported without a target holds where it stands.
        if found := re.search(r"support (?:(\w+) )?(\w+)$", value):
            seat, other = found[1] or view.seat, found[2]
            return next((unit.space for unit in view.units(seat) if str(unit.number) == other), "")
        return value

    def marks(self, view: View, picked: str) -> Mapping[Key, str]:
        return marks(view, picked)

    def frame(self, view: View, draft: Sequence[Order], picked: str) -> tuple[Key, ...]:
        return ()

    def named(self, view: View, said: str) -> tuple[Key, ...]:
        """With the spaces of the seat's own units, and those of Turretons that are named."""
        told, board = f" {plain(said)} ", view.board
        found = [
            key
            for key, space in board.spaces.items()
            if f" {plain(space.name)} " in told or f" {plain(key)} " in told
        ]
        found += [place for turreton, place in board.places.items() if f" {turreton} " in told]
        found += [unit.space for unit in view.units(view.seat)] if view.seat and found else []
        return tuple(dict.fromkeys(found))

    def result(self, outcome: Outcome, names: Mapping[Seat, str]) -> str:
        winners = [seat for seat in SEATS if outcome.places[seat] == 1]
        who = both(seat_name(seat) for seat in winners)
        if outcome.reason == "agreed":
            return words.DRAW(seats=who)
        reason = {
            "stars": words.WON_STARS,
            "last_left": words.WON_LAST_LEFT,
            "last_year": words.WON_LAST_YEAR,
        }.get(outcome.reason, outcome.reason)
        players = [names[seat] for seat in winners if seat in names]
        if len(winners) > 1:
            return congratulated(words.SHARED(winners=who, why=reason), players)
        return victory(who, reason, players)


def _owed_words(seat: Seat, owed: Owed) -> str:
    """ "Papst moves its home base and disbands 2 units"."""
    name = seat_name(seat)
    if not owed.disband:
        return words.MOVES_HOME(seat=name)
    return (words.MOVES_AND_DISBANDS if owed.relocate else words.DISBANDS)(seat=name, n=owed.disband)
