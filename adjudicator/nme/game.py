"""NME and Protect the Ally as a `Game`: the turn sequence and declarations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from adjudicator.base_game import Pass, TurnGame
from adjudicator.chance import Chance
from adjudicator.game import Declare, Event, Options, Phase, Resolution, Seat, Sheets
from adjudicator.nme import events as ev
from adjudicator.nme.board import ARMIES, read_board
from adjudicator.nme.explain import check_declaration, check_orders, exposed, legal_moves, rulings
from adjudicator.nme.moves import moves_of
from adjudicator.nme.orders import Catalogue, Move, Order, parse_text, tidy_ruling
from adjudicator.nme.resolve import agree, give_up, make_move, make_pass, remove, settle
from adjudicator.nme.state import (
    NmeOptions,
    State,
    View,
    living_seats,
    load_checked,
    mover,
    phase_of,
    read_options,
    show_view,
    view_of,
)
from adjudicator.nme.text import VOTE_WITHDRAWN


class Nme(TurnGame[State, View, Order]):
    """NME. Stateless; see `Game` for the contract of each method. board: the values of maps/data/nme.json."""

    key: ClassVar[str] = "nme"
    name: ClassVar[str] = "NME"
    rules_version: ClassVar[int] = 1
    options_type = NmeOptions
    event_types = ev.EVENTS

    def __init__(self, board: Mapping[str, Any]) -> None:
        self._data = board
        self._board = read_board(board)
        self._catalogue = Catalogue(self._board)

    def start(self, options: Options, chance: Chance) -> Resolution[State]:
        read = read_options(options)
        state = State(self._board.start, read, gray_next=ARMIES[0] if read.ally else "", n=chance.n)
        return Resolution(state, (ev.Started(seats=read.seats(), armies=ARMIES),))

    def phase(self, state: State) -> Phase:
        return phase_of(state)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def parse(self, view: View, text: str) -> tuple[Order, ...]:
        # A seat that waits writes its next move down early: the sign is then meant from its own side.
        own = view.own if view.seat not in view.phase.owing else None
        army = view.state.army if own is None else own
        now = view.seat in view.phase.owing
        return parse_text(
            self._board, view.state, army, text, lambda: legal_moves(self._catalogue, view) if now else ()
        )

    def check(self, view: View, orders: Sequence[Order]) -> None:
        check_orders(self._catalogue, view, orders)

    def warn(self, view: View, orders: Sequence[Order]) -> tuple[str, ...]:
        """Warns of a President left where it can be captured next, and of a draw vote that the move
        withdraws."""
        found: list[str] = []
        for order in orders:
            if isinstance(order, Move):
                if view.seat in view.state.offers or Declare("draw") in orders:
                    found.append(VOTE_WITHDRAWN)
                found += exposed(self._board, view.state, order)
        return tuple(found)

    def legal(self, view: View, draft: Sequence[Order] = ()) -> Iterator[Order]:
        full = any(order != Declare("draw") for order in draft)
        if view.seat not in view.phase.owing or full:
            return iter(())
        return iter(legal_moves(self._catalogue, view) or (Pass(),))

    def default(self, view: View) -> tuple[Order, ...] | None:
        """Return a pass where nothing else is legal; a move cannot be guessed."""
        if view.seat in view.phase.owing and not moves_of(self._board, view.state, view.state.army):
            return (Pass(),)
        return None

    def take_turn(
        self, before: State, state: State, given: Sheets[Order], chance: Chance, found: list[Event]
    ) -> State:
        [order] = next(iter(given.values()), [Pass()])
        if state is not before:  # what is declared with a move may change what is legal
            check_orders(self._catalogue, view_of(state, mover(state)), [order])
        return (
            make_move(self._board, state, order, found)
            if isinstance(order, Move)
            else make_pass(state, found)
        )

    def living(self, state: State) -> tuple[Seat, ...]:
        return living_seats(state)

    def rulings(self, state: State, seat: Seat) -> tuple[str, ...]:
        return rulings(self._board, state, seat)

    def declare(self, state: State, seat: Seat, what: str) -> Resolution[State]:
        return super().declare(state, seat, tidy_ruling(self._board, what))

    def check_declaration(self, view: View, what: str) -> None:
        check_declaration(self._board, view, what)

    def declared(self, state: State, seat: Seat, what: str, found: list[Event]) -> State:
        """Concede, vote for a draw, or rule against a seat. Source: Turn order and end; Rulings."""
        word, _, space = what.partition(" ")
        if word == "draw":
            return agree(state, seat, found)
        if word == "penalty":
            return remove(self._board, state, seat, space, found)
        found.append(ev.Conceded(seat=seat) if word == "concede" else ev.Forfeited(seat=seat))
        return give_up(state, seat, found)

    def load(self, data: Mapping[str, Any]) -> State:
        return load_checked(self._board, data)

    def position(self, data: Mapping[str, Any]) -> State:
        state = load_checked(self._board, data)
        return settle(state, []) if state.phase == "play" else state

    def show(self, view: View) -> dict[str, Any]:
        return show_view(self._board, view)
