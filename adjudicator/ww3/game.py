"""WW3: Military Chess as a `Game`: the set-up, the turn sequence and declarations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from adjudicator.base_game import BaseGame, check_sheets, count_turn
from adjudicator.chance import Chance
from adjudicator.codec import dump_state
from adjudicator.game import Declare, Event, Option, Options, Phase, Resolution, Seat
from adjudicator.ww3 import events as ev
from adjudicator.ww3 import stored
from adjudicator.ww3.board import EMPTY, SEATS, read_board
from adjudicator.ww3.explain import check_declaration, check_orders, legal_orders
from adjudicator.ww3.formations import STOCK, formation
from adjudicator.ww3.moves import moves_of
from adjudicator.ww3.options import Ww3Options, read_options
from adjudicator.ww3.orders import Catalogue, Move, Order, Pass, Setup, code_of, parse_text
from adjudicator.ww3.resolve import concede, deploy, make_move, make_pass, offer
from adjudicator.ww3.state import State, View, living_seats, phase_of, unmasked, view_of
from adjudicator.ww3.warnings import warnings


class Ww3(BaseGame[State, View, Order]):
    """WW3. Stateless; see `Game` for the contract of each method. board: the values of maps/data/ww3.json."""

    key: ClassVar[str] = "ww3"
    name: ClassVar[str] = "WW3: Military Chess"
    rules_version: ClassVar[int] = 1
    option_table: ClassVar[tuple[Option, ...]] = Ww3Options.table()
    event_types: ClassVar[tuple[type[Event], ...]] = ev.EVENTS

    def __init__(self, board: Mapping[str, Any]) -> None:
        self._data = board
        self._board = read_board(board)
        self._catalogue = Catalogue(self._board)

    def options(self, given: Mapping[str, Any]) -> Options:
        return read_options(given).to_json()

    def seats(self, options: Options) -> tuple[Seat, ...]:
        return read_options(options).seats()

    def start(self, options: Options, chance: Chance) -> Resolution[State]:
        read = read_options(options)
        state = State(EMPTY * len(self._board.names), read, phase="setup", n=chance.n)
        return Resolution(state, (ev.Started(seats=read.seats()),))

    def phase(self, state: State) -> Phase:
        return phase_of(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def revealed(self, state: State) -> State:
        return unmasked(state)

    def parse(self, view: View, text: str) -> tuple[Order, ...]:
        return parse_text(self._board, view, text)

    def check(self, view: View, orders: Sequence[Order]) -> None:
        check_orders(self._catalogue, view, orders)

    def warn(self, view: View, orders: Sequence[Order]) -> tuple[str, ...]:
        """Warns of a Base on a front corner, of a sure loss in a meeting, of a draw offer that lapses."""
        return tuple(line for order in orders for line in warnings(self._board, view, order, tuple(orders)))

    def legal(self, view: View, draft: Sequence[Order] = ()) -> Iterator[Order]:
        if any(order != Declare("draw") for order in draft):
            return iter(())
        return iter(legal_orders(self._catalogue, view))

    def default(self, view: View) -> tuple[Order, ...] | None:
        """The stock formation in the set-up; a pass where nothing else is legal; a move cannot be guessed."""
        if view.seat not in view.phase.owing:
            return None
        seat = SEATS.index(view.seat)
        if view.phase.key == "setup":
            return (Setup(formation(self._board, STOCK, seat)),)
        return None if moves_of(self._board, view.state, seat) else (Pass(),)

    def resolve(
        self, state: State, orders: Mapping[Seat, Sequence[Order]], chance: Chance
    ) -> Resolution[State]:
        orders = {seat: listed for seat, listed in orders.items() if listed}
        check_sheets(self, state, orders)
        before, found = state, list[Event]()
        for seat in state.options.seats():
            for order in orders.get(seat, ()):
                if isinstance(order, Declare) and state.phase != "over":
                    state = self._declare(state, seat, order.what, found)
        given = {
            seat: order
            for seat, listed in orders.items()
            for order in listed
            if not isinstance(order, Declare)
        }
        if state.phase == "setup" and (given or not orders):
            formations = {seat: order for seat, order in given.items() if isinstance(order, Setup)}
            state = deploy(self._board, state, formations, chance, found)
        elif state.phase == "play" and (given or not orders):
            state = self._play(before, state, next(iter(given.values()), Pass()), found)
        return Resolution(count_turn(before, state, phase_of), tuple(found))

    def _play(self, before: State, state: State, order: Order, found: list[Event]) -> State:
        """The move of the seat whose turn it is."""
        if state is not before:  # what is declared with a move may change what is legal
            check_orders(self._catalogue, view_of(state, SEATS[state.seat]), [order])
        if isinstance(order, Move):
            return make_move(self._board, state, code_of(self._board, order), found)
        return make_pass(state, found)

    def declarations(self, state: State, seat: Seat) -> tuple[str, ...]:
        if state.phase == "over" or seat not in living_seats(state):
            return ()
        return ("concede",) if seat in state.offers else ("concede", "draw")

    def declare(self, state: State, seat: Seat, what: str) -> Resolution[State]:
        check_declaration(view_of(state, seat), what)
        found: list[Event] = []
        return Resolution(count_turn(state, self._declare(state, seat, what, found), phase_of), tuple(found))

    def _declare(self, state: State, seat: Seat, what: str, found: list[Event]) -> State:
        """A concession or an offer of a draw. Source: End."""
        return offer(state, seat, found) if what == "draw" else concede(self._board, state, seat, found)

    def dump(self, state: State) -> dict[str, Any]:
        return dump_state(state, self._board)

    def load(self, data: Mapping[str, Any]) -> State:
        return stored.load(self._board, data)

    def position(self, data: Mapping[str, Any]) -> State:
        return stored.load(self._board, data)

    def show(self, view: View) -> dict[str, Any]:
        return stored.show(self._board, view)

    def board(self) -> dict[str, Any]:
        return dict(self._data)
