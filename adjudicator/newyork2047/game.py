"""New York 2047 as a `Game`: seasons and adjustments, declarations and the end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from adjudicator.base_game import BaseGame
from adjudicator.chance import Chance
from adjudicator.errors import IllegalOrderError, NotUnderstoodError, OrderError
from adjudicator.game import Declare, Event, Options, Phase, Resolution, Seat
from adjudicator.newyork2047 import adjust, check
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047 import text as words
from adjudicator.newyork2047.board import SEATS, read_board
from adjudicator.newyork2047.orders import Disband, Hold, Notation, Order, Relocate
from adjudicator.newyork2047.resolve import resolve_moves
from adjudicator.newyork2047.state import (
    FIRST_YEAR,
    Field,
    NewYorkOptions,
    State,
    View,
    first_state,
    living,
    load_checked,
    owing,
    phase_of,
    read_options,
    show_board,
    show_view,
)


class NewYork2047(BaseGame[State, View, Order]):
    """New York 2047 on a map, the JSON of its file. Stateless; see `Game` for the contract of each method."""

    key: ClassVar[str] = "newyork2047"
    name: ClassVar[str] = "New York 2047"
    rules_version: ClassVar[int] = 1
    options_type = NewYorkOptions
    event_types = ev.EVENTS

    def __init__(self, map_data: Mapping[str, Any]) -> None:
        self.map = read_board(map_data)
        self.notation = Notation(self.map)

    def start(self, options: Options, chance: Chance) -> Resolution[State]:
        state = replace(first_state(self.map, read_options(options)), n=chance.n)
        return Resolution(state, (ev.Started(seats=SEATS, year=FIRST_YEAR),))

    def phase(self, state: State) -> Phase:
        return phase_of(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat, state, self.map)

    def parse(self, view: View, text: str) -> tuple[Order, ...]:
        try:
            return self.notation.parse(view.seat, text)
        except NotUnderstoodError as error:
            instead = self._that_work(view, error)
            raise NotUnderstoodError(error.order, error.reason, instead) from None

    def _that_work(self, view: View, error: NotUnderstoodError) -> list[str]:
        """List what an error proposes and the seat may order now; else what the unit of the line may do, or a
        move and a hold for an example."""
        field, found = Field(self.map, view.state), []
        for text in error.instead:
            try:
                check.check(field, view.seat, self.notation.parse(view.seat, text))
            except NotUnderstoodError:
                pass  # a word, such as a faction's name
            except OrderError:
                continue
            found.append(text)
        if found and found != [f"{error.order} hold"]:
            return found
        listed = [str(order) for order in check.legal(field, view.seat)]
        unit = error.order.lower().split(" ", 1)[0]
        mine = [text for text in listed if text.startswith(f"{unit} ")]
        half = next((_HELP.match(text) for text in error.instead if _HELP.match(text)), None)
        helping = [text for text in mine if half and text.startswith(half[0])]
        moves = [text for text in mine if " support " not in text]
        return helping or moves or _example(listed) or listed

    def check(self, view: View, orders: Sequence[Order]) -> None:
        check.check(Field(self.map, view.state), view.seat, orders)

    def warn(self, view: View, orders: Sequence[Order]) -> tuple[str, ...]:
        return check.warnings(view, Field(self.map, view.state), orders)

    def legal(self, view: View, draft: Sequence[Order] = ()) -> Iterator[Order]:
        return iter(check.legal(Field(self.map, view.state), view.seat, draft))

    def join(self, view: View, draft: Sequence[Order], orders: Sequence[Order]) -> tuple[Order, ...]:
        return check.join(draft, orders)

    def unit_of(self, order: Order) -> str:
        return check.unit_of(order)

    def default(self, view: View) -> tuple[Order, ...] | None:
        state, seat = view.state, view.seat
        if seat is None or seat not in owing(state):
            return None
        if state.phase == "adjustment":
            owed = state.owed[seat]
            homes = (adjust.default_home(state, seat, owed.relocate),) if owed.relocate else ()
            gone = sorted(adjust.default_disbands(state, seat, owed.disband))
            return (*map(Relocate, homes), *(Disband(str(unit.number)) for unit in gone))
        own = [str(unit.number) for unit in view.units(seat)]
        return tuple(Hold(name) for name in (*own, *view.turretons(seat)))

    def resolve(
        self, state: State, orders: Mapping[Seat, Sequence[Order]], chance: Chance
    ) -> Resolution[State]:
        field = Field(self.map, state)
        for seat, sheet in orders.items():
            if seat not in state.short:
                raise IllegalOrderError(str(seat), words.NO_SUCH_SEAT, SEATS)
            if sheet or seat not in field.owing:
                check.check(field, seat, sheet)
        told: list[Event] = []
        sheets, said = _apart(orders)
        for seat, what in said:
            if state.outcome is None and what in check.declarations(state, seat):
                state = self._say(state, seat, what, told)
        if said and (state.outcome is not None or not owing(state) or not sheets):
            return Resolution(self._pass(state, told), tuple(told))
        if said:  # a faction that has conceded gives no orders
            sheets = {seat: sheet for seat, sheet in sheets.items() if seat in owing(state)}
        if not owing(state):
            raise IllegalOrderError("", words.GAME_OVER)
        if state.offers:
            told.append(_lapsed(state))
            state = replace(state, offers=frozenset())
        if state.phase == "adjustment":
            done = adjust.adjust(self.map, state, sheets)
        else:
            moved = resolve_moves(field, sheets)
            told += moved.events
            done = adjust.after_moves(self.map, state, moved, sheets)
        return Resolution(done.state, (*told, *done.events))

    def declarations(self, state: State, seat: Seat) -> tuple[str, ...]:
        return check.declarations(state, seat)

    def declare(self, state: State, seat: Seat, what: str) -> Resolution[State]:
        if what not in check.declarations(state, seat):
            allowed = check.declarations(state, seat)
            raise IllegalOrderError(what, words.NOT_NOW, allowed)
        told: list[Event] = []
        state = self._say(state, seat, what, told)
        return Resolution(self._pass(state, told), tuple(told))

    def _say(self, state: State, seat: Seat, what: str, told: list[Event]) -> State:
        """Declare one thing, which may end the game."""
        return self._offer(state, seat, told) if what == "draw" else self._concede(state, seat, told)

    def _pass(self, state: State, told: list[Event]) -> State:
        """End the season if those who owed something have all conceded."""
        if state.outcome is not None or owing(state):
            return state
        if state.offers:
            told.append(_lapsed(state))
        state = replace(state, turn=state.turn + 1, offers=frozenset())
        return adjust.finish_season(self.map, state, told).state

    def _offer(self, state: State, seat: Seat, told: list[Event]) -> State:
        """Offer a draw, which needs the agreement of all factions that still play. Source: Common rules,
        Deadlines."""
        offers = state.offers | {seat}
        missing = tuple(each for each in living(state) if each not in offers)
        told.append(ev.DrawOffered(seat=seat, missing=missing))
        state = replace(state, offers=offers)
        if missing:
            return state
        return adjust.end_game(self.map, replace(state, turn=state.turn + 1), "agreed", told)

    def _concede(self, state: State, seat: Seat, told: list[Event]) -> State:
        """Concede: the faction's units hold from now on. Then the others may have agreed, or one may be
        alone."""
        told.append(ev.Conceded(seat=seat))
        if seat in state.owed:
            chosen = adjust.choose_default(state, seat)
            state = chosen.state
            told += chosen.events
        state = replace(
            state,
            ended={**state.ended, seat: state.turn},
            conceded=state.conceded | {seat},
            offers=state.offers - {seat},
        )
        left = living(state)
        if len(left) > 1 and not (state.offers and state.offers >= set(left)):
            return state
        reason = "last_left" if len(left) == 1 else "agreed"
        return adjust.end_game(self.map, replace(state, turn=state.turn + 1), reason, told)

    def load(self, data: Mapping[str, Any]) -> State:
        return load_checked(self.map, data)

    def position(self, data: Mapping[str, Any]) -> State:
        return load_checked(self.map, data)

    def show(self, view: View) -> dict[str, Any]:
        return show_view(view)

    def board(self) -> dict[str, Any]:
        return show_board(self.map)


_HELP = re.compile(r"\w+ support (?:[a-z]+ )?\w+ (?=hold$|to )")
"""Matches a support without what the other unit does."""


def _example(listed: Sequence[str]) -> list[str]:
    """Pick a move of one unit and the hold of another."""
    move = next((text for text in listed if " move " in text), "")
    unit = move.split(" ", 1)[0]
    hold = next((text for text in listed if text.endswith(" hold") and not text.startswith(f"{unit} ")), "")
    return [text for text in (move, hold) if text]


def _lapsed(state: State) -> ev.DrawLapsed:
    return ev.DrawLapsed(seats=tuple(seat for seat in SEATS if seat in state.offers))


def _apart(
    orders: Mapping[Seat, Sequence[Order]],
) -> tuple[dict[Seat, Sequence[Order]], list[tuple[Seat, str]]]:
    """Split the sheets from the declarations, these in the order of the seats."""
    sheets: dict[Seat, Sequence[Order]] = {}
    said: list[tuple[Seat, str]] = []
    for seat in SEATS:
        sheet = orders.get(seat, ())
        spoken = [order.what for order in sheet if isinstance(order, Declare)]
        if spoken:
            said += [(seat, what) for what in sorted(spoken)]
            sheet = tuple(order for order in sheet if not isinstance(order, Declare))
        if sheet:
            sheets[seat] = sheet
    return sheets, said
