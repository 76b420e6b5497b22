"""States, positions and views of WW3 as JSON values, both ways.

A state in JSON is a readable position with everything in it; in a position all but `pieces` may be left out
(docs/ww3.md shows the form).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.codec import dump_state, load_state
from adjudicator.errors import PositionError
from adjudicator.ww3.board import EMPTY, LETTER_OF, NUMBERS, SEAT_OF, SEATS, Board
from adjudicator.ww3.options import read_options
from adjudicator.ww3.state import State, View, living, living_seats, only_bases, playing


def show(board: Board, view: View) -> dict[str, Any]:
    """Write a view as JSON values: the state as its seat may know it, and who sees it and moves."""
    return dump_state(view.state, board) | {
        "seat": view.seat,
        "seats": list(view.seats),
        "owing": sorted(view.phase.owing),
        "mover": view.mover,
        "living": list(living_seats(view.state)),
    }


def load(board: Board, data: Mapping[str, Any]) -> State:
    """Read a state from its JSON values, or from a position. Raises PositionError."""
    state = load_state(State, data, read_options, board)
    _check(board, state)
    return state


def _check(board: Board, state: State) -> None:
    """Refuse what the rules could not play on, or what says two things. PositionError."""
    if (state.phase == "over") != (state.outcome is not None):
        raise PositionError("an outcome stands in a finished game, and only there")
    if len(set(state.out)) < len(state.out):
        raise PositionError("a seat goes out once")
    if any(state.board[point] == EMPTY for point in state.known):
        raise PositionError("known: a unit stands on each of these points")
    if state.known and not state.options.fog:
        raise PositionError("known belongs to the option fog: without it everything is known")
    alive = living(state)
    for letter in state.board:
        if letter != EMPTY and SEAT_OF[letter] not in alive:
            raise PositionError(f"{SEATS[SEAT_OF[letter]]} is out: it has no units on the board")
    for seat in playing(state):
        for kind, most in NUMBERS.items():
            if state.board.count(LETTER_OF[seat, kind]) > most:
                raise PositionError(f"{SEATS[seat]} has {most} of {kind} at the most")
    if state.phase == "over":
        return
    if len(alive) < 2:
        raise PositionError("one seat is left, so the game is over")
    if state.offers - set(living_seats(state)):
        raise PositionError("a seat that is out offers no draw")
    if state.offers.issuperset(living_seats(state)):
        raise PositionError("all have agreed to a draw, so the game is over")
    if state.phase == "setup":
        if any(letter != EMPTY for letter in state.board):
            raise PositionError("in the set-up nothing stands on the board yet")
        return
    for seat in alive:
        if LETTER_OF[seat, "B"] not in state.board:
            raise PositionError(f"{SEATS[seat]} has no Base: a seat without one is out and stands in out")
    if state.seat not in alive:
        raise PositionError(f"{SEATS[state.seat]} is out, so it is not to move")
    if not state.round_done <= set(alive) or state.round_done.issuperset(alive):
        raise PositionError("round_done names living seats, but not all of them")
    if state.options.quiet_rounds and state.quiet >= state.options.quiet_rounds:
        raise PositionError("the quiet rounds are over, so the game is")
    if only_bases(state.board):
        raise PositionError("only Bases are left, so the game is over")
