"""WW3: Military Chess as a `Game`: the set-up, the turn sequence and declarations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from adjudicator.base_game import Pass, TurnGame
from adjudicator.chance import Chance
from adjudicator.game import Declare, Event, Options, Phase, Resolution, Seat, Sheets
from adjudicator.ww3 import events as ev
from adjudicator.ww3.board import EMPTY, SEATS, STOCK, formation, read_board
from adjudicator.ww3.explain import check_declaration, check_orders, legal_orders, warnings
from adjudicator.ww3.moves import numbered
from adjudicator.ww3.orders import Catalogue, Move, Order, Setup, code_of, filled_in, parse_text
from adjudicator.ww3.resolve import concede, deploy, make_move, make_pass, offer
from adjudicator.ww3.state import (
    State,
    View,
    Ww3Options,
    living_seats,
    load_checked,
    phase_of,
    read_options,
    show_view,
    unmasked,
    view_of,
)


class Ww3(TurnGame[State, View, Order]):
    """WW3. Stateless; see `Game` for the contract of each method. board: the values of maps/data/ww3.json."""

    key: ClassVar[str] = "ww3"
    name: ClassVar[str] = "WW3: Military Chess"
    rules_version: ClassVar[int] = 1
    options_type = Ww3Options
    event_types = ev.EVENTS

    def __init__(self, board: Mapping[str, Any]) -> None:
        self._data = board
        self._board = read_board(board)
        self._catalogue = Catalogue(self._board)

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

    def join(self, view: View, draft: Sequence[Order], orders: Sequence[Order]) -> tuple[Order, ...]:
        """Join a set-up that places single units to the formation in the draft, or the stock one."""
        if view.seat is None or view.phase.key != "setup":
            return tuple(orders)
        kept = [order.placed for order in draft if isinstance(order, Setup)]
        before = kept[0] if kept else formation(self._board, STOCK, SEATS.index(view.seat))
        return tuple(filled_in(each, before) if isinstance(each, Setup) else each for each in orders)

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
        """Return the stock formation in the set-up; a pass where nothing else is legal; a move cannot be
        guessed."""
        if view.seat not in view.phase.owing:
            return None
        seat = SEATS.index(view.seat)
        if view.phase.key == "setup":
            return (Setup(formation(self._board, STOCK, seat)),)
        return None if numbered(self._board, view.state, seat) else (Pass(),)

    def take_turn(
        self, before: State, state: State, given: Sheets[Order], chance: Chance, found: list[Event]
    ) -> State:
        orders = {seat: order for seat, [order] in given.items()}
        if state.phase == "setup":
            formations = {seat: order for seat, order in orders.items() if isinstance(order, Setup)}
            return deploy(self._board, state, formations, chance, found)
        order = next(iter(orders.values()), Pass())
        if state is not before:  # what is declared with a move may change what is legal
            check_orders(self._catalogue, view_of(state, SEATS[state.seat]), [order])
        if isinstance(order, Move):
            return make_move(self._board, state, code_of(self._board, order), found)
        return make_pass(state, found)

    def living(self, state: State) -> tuple[Seat, ...]:
        return living_seats(state)

    def check_declaration(self, view: View, what: str) -> None:
        check_declaration(view, what)

    def declared(self, state: State, seat: Seat, what: str, found: list[Event]) -> State:
        """Concede, or offer a draw. Source: End."""
        return offer(state, seat, found) if what == "draw" else concede(self._board, state, seat, found)

    def load(self, data: Mapping[str, Any]) -> State:
        return load_checked(self._board, data)

    def position(self, data: Mapping[str, Any]) -> State:
        return load_checked(self._board, data)

    def show(self, view: View) -> dict[str, Any]:
        return show_view(self._board, view)
