"""Nemein as a `Game`: set-up, turns, declarations and the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any, ClassVar, cast

from adjudicator.base_game import TurnGame
from adjudicator.chance import Chance, flip
from adjudicator.errors import IllegalOrderError, PositionError
from adjudicator.game import Declare, Event, Options, Phase, Resolution, Seat, Sheets
from adjudicator.nemein import events as ev
from adjudicator.nemein import text
from adjudicator.nemein.actions import act, choices, finish, flips, outcomes, possible, settle
from adjudicator.nemein.board import LEAST_SIDE, MOST_SIDE, SEATS, other
from adjudicator.nemein.explain import (
    advance,
    check_actions,
    check_declaration,
    check_sheet,
    rank,
    warn_of_handful,
    warn_of_line,
    why_not,
)
from adjudicator.nemein.menu import Choice
from adjudicator.nemein.money import read_currencies
from adjudicator.nemein.options import NemeinOptions, read_options
from adjudicator.nemein.orders import STAGE_OF, Action, End, Handful, Order, Place
from adjudicator.nemein.parsing import parse_text
from adjudicator.nemein.setup import check_setup, examples, joined, reveal, standing, stock
from adjudicator.nemein.state import (
    State,
    View,
    first_state,
    load_checked,
    phase_of,
    show_board,
    show_view,
    view_of,
)


class Nemein(TurnGame[State, View, Order]):
    """Nemein. Stateless; see `Game` for the contract of each method. board: the values of
    maps/data/nemein.json."""

    key: ClassVar[str] = "nemein"
    name: ClassVar[str] = "Nemein"
    rules_version: ClassVar[int] = 1
    options_type = NemeinOptions
    event_types = ev.EVENTS
    flips: ClassVar[bool] = True
    """Coins decide in play: `adjudicator.base_game` counts both of their sides."""

    def __init__(self, board: Mapping[str, Any]) -> None:
        self._data = board
        self._currencies = read_currencies(board)

    def options(self, given: Mapping[str, Any]) -> Options:
        return read_options(self._currencies, given).to_json()

    def seats(self, options: Options) -> tuple[Seat, ...]:
        return SEATS

    def start(self, options: Options, chance: Chance) -> Resolution[State]:
        state = first_state(read_options(self._currencies, options), chance.n)
        return Resolution(state, (ev.Started(seats=SEATS),))

    def phase(self, state: State) -> Phase:
        return phase_of(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def parse(self, view: View, text: str) -> tuple[Order, ...]:
        return parse_text(view, text)

    def check(self, view: View, orders: Sequence[Order]) -> None:
        others = check_sheet(view, orders, _examples(view))
        if not others or view.seat is None:
            return
        if view.phase.key == "setup":
            check_setup(view.options, view.seat, others)
        else:
            check_actions(view.state, cast(Sequence[Action], others))

    def warn(self, view: View, orders: Sequence[Order]) -> tuple[str, ...]:
        """Warns of too few house coins, of houses that will not count, of coin flips and what is at stake,
        and of what will be skipped after one."""
        found: list[str] = []
        if view.seat is not None:
            for order in orders:
                if isinstance(order, Handful):
                    found += warn_of_handful(view.options, view.seat, order)
        line = _line(orders)
        if line and view.seat == view.mover:
            found += warn_of_line(view.state, line)
        return tuple(found)

    def legal(self, view: View, draft: Sequence[Order] = ()) -> Iterator[Order]:
        if view.seat is None or view.seat not in view.phase.owing or Declare("concede") in draft:
            return iter(())
        if view.phase.key == "setup":
            return iter(sorted(_set_up(view, view.seat, draft), key=str))
        return iter(_single_actions(view.state, draft))

    def join(self, view: View, draft: Sequence[Order], orders: Sequence[Order]) -> tuple[Order, ...]:
        """Join a set-up as `adjudicator.nemein.setup.joined` does. In a turn what stands in the draft before
        the stage of the first new action stays, the new ones follow it. What does not belong to the phase
        stays in the sheet, so that `check` refuses it."""
        said = [order for order in (*draft, *orders) if isinstance(order, Declare)]
        if Declare("concede") in orders:
            return tuple(order for order in orders if isinstance(order, Declare))
        said = [order for order in dict.fromkeys(said) if order != Declare("concede")]
        if view.phase.key == "setup" and view.seat is not None:
            return (*said, *joined(view.options, view.seat, draft, orders))
        old, new = _line(draft), _line(orders)
        if new:
            first = STAGE_OF[type(new[0])]
            old = [action for action in old if STAGE_OF[type(action)] < first]
        strange = [order for order in orders if isinstance(order, (Handful, Place))]
        return (*said, *strange, *old, *new)

    def default(self, view: View) -> tuple[Order, ...] | None:
        """Return the stock handful, or the end of the turn."""
        if view.seat is None or view.seat not in view.phase.owing:
            return None
        return stock(view.options, view.seat) if view.phase.key == "setup" else (End(),)

    def take_turn(
        self, before: State, state: State, given: Sheets[Order], chance: Chance, found: list[Event]
    ) -> State:
        if state.phase == "setup":
            return reveal(state, given, chance, found)
        return _play(state, cast(Sequence[Action], given.get(state.mover, [End()])), chance, found)

    def living(self, state: State) -> tuple[Seat, ...]:
        return SEATS

    def check_declaration(self, view: View, what: str) -> None:
        check_declaration(view, what)

    def declared(self, state: State, seat: Seat, what: str, found: list[Event]) -> State:
        """Concede, or offer a draw or agree to it. Source: Winning."""
        if what == "concede":
            found.append(ev.Conceded(seat=seat))
            return finish(state, "conceded", other(seat), found)
        state = replace(state, offers=state.offers | {seat})
        missing = tuple(each for each in SEATS if each not in state.offers)
        found.append(ev.DrawOffered(seat=seat, missing=missing))
        return state if missing else finish(state, "agreed", None, found)

    def load(self, data: Mapping[str, Any]) -> State:
        state = load_checked(self._currencies, data)
        if state.phase == "play" and settle(state, []).phase == "over":
            raise PositionError(text.STILL_PLAYED)
        return state

    def position(self, data: Mapping[str, Any]) -> State:
        state = load_checked(self._currencies, data)
        return settle(state, []) if state.phase == "play" else state

    def show(self, view: View) -> dict[str, Any]:
        return show_view(view)

    def board(self) -> dict[str, Any]:
        return show_board(self._data["currencies"], range(LEAST_SIDE, MOST_SIDE + 1))

    def perft(self, state: State, depth: int) -> dict[str, int]:
        """Count one action a ply, the end of a turn too; a coin flip counts both of its sides."""
        if depth < 1:
            return {}
        return {
            text: sum(_count(after, depth - 1) for after in outcomes(state, action))
            for text, action in choices(state)
        }


def _count(state: State, depth: int) -> int:
    if depth < 1:
        return 1
    if depth == 1:
        return sum(2 if flips(state, action) else 1 for action in possible(state))
    return sum(_count(after, depth - 1) for action in possible(state) for after in outcomes(state, action))


_TEXT: Callable[[Choice], str] = itemgetter(0)


def _line(orders: Sequence[Order]) -> list[Action]:
    """Return the actions of a turn in a sheet."""
    return [order for order in orders if not isinstance(order, (Declare, Handful, Place))]


def _examples(view: View) -> Iterator[str]:
    """List what could stand in an empty sheet; worked out only when somebody is told."""
    if view.seat is None or view.seat not in view.phase.owing:
        return
    if view.phase.key == "setup":
        yield str(stock(view.options, view.seat)[0])
    else:
        yield from map(str, sorted(possible(view.state), key=lambda action: rank(view.state, action)))


def _set_up(view: View, seat: Seat, draft: Sequence[Order]) -> Sequence[Order]:
    """Return examples that may join a draft: handfuls, or the default placement of that one which is
    there."""
    handfuls = [order for order in draft if isinstance(order, Handful)]
    if any(isinstance(order, Place) for order in draft):
        return ()
    if not handfuls:
        return examples(view.options, seat)
    return (standing(view.options, seat, handfuls[0]),)


def _single_actions(state: State, draft: Sequence[Order]) -> Sequence[Action]:
    """Return the actions that may follow those of a draft, sorted, also those that are possible only if a
    coin falls so."""
    line = _line(draft)
    states: tuple[State, ...] = (state,)
    if any(isinstance(action, End) for action in line):
        return ()
    for action in line:
        states = advance(states, action)
    found = choices(state) if not line else {choice for each in states for choice in choices(each)}
    return [action for _, action in sorted(found, key=_TEXT)]


def _play(state: State, line: Sequence[Action], chance: Chance, found: list[Event]) -> State:
    """Play a checked line of actions. After a coin flip, skip what is not possible any more. Source:
    Orders."""

    def toss() -> bool:
        coin = flip(chance, state.mover)
        found.append(coin)
        return coin.heads

    n = chance.n
    for action in line:
        if state.phase == "over":
            break
        fault = why_not(state, action)
        if fault is None:
            state = act(state, action, toss, found)
        elif chance.n == n:  # it was checked, but a declaration of the sheet has changed what is possible
            raise IllegalOrderError(str(action), str(fault))
        else:
            found.append(ev.Skipped(seat=state.mover, action=str(action), reason=fault.recorded))
    return state if chance.n == n else replace(state, n=chance.n)
