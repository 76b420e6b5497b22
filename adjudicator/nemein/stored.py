"""States, positions and views of Nemein as JSON values, both ways.

A state in JSON is a readable position with everything in it; in a position all but `tiles` may be left out
(docs/nemein.md shows the form).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from adjudicator.codec import dump_state, load_state
from adjudicator.errors import PositionError
from adjudicator.nemein.actions import settle
from adjudicator.nemein.board import SEATS, board_of
from adjudicator.nemein.money import Currency
from adjudicator.nemein.options import read_options
from adjudicator.nemein.stack import MOVE
from adjudicator.nemein.state import State, View, counting, first_state


def show(view: View) -> dict[str, Any]:
    """Write a view as JSON values: the state, who sees it and moves, and how many houses count."""
    return dump_state(view.state) | {
        "seat": view.seat,
        "seats": list(view.seats),
        "owing": sorted(view.phase.owing),
        "mover": view.mover,
        "goes_on": view.phase.goes_on,
        "counting": {seat: counting(view.state, seat) for seat in SEATS},
    }


def show_board(currencies: Mapping[str, Any], sides: range) -> dict[str, Any]:
    """Write the currencies as their file has them, and the board of each side: tiles and their neighbours,
    the home tiles and the middle row."""
    boards: dict[str, Any] = {}
    for side in sides:
        board = board_of(side)
        tiles = {
            name: {"x": x, "row": row, "neighbours": [board.names[near] for near in board.neighbours[tile]]}
            for tile, (name, (x, row)) in enumerate(zip(board.names, board.places, strict=True))
        }
        homes = {
            seat: [board.names[tile] for tile in home] for seat, home in zip(SEATS, board.homes, strict=True)
        }
        boards[str(side)] = {"tiles": tiles, "homes": homes, "middle": chr(97 + board.middle)}
    return {"currencies": dict(currencies), "sides": boards}


def load(currencies: Mapping[str, Currency], data: Mapping[str, Any]) -> State:
    """Read a state from its JSON values, or from a position. Raises PositionError."""
    state = load_state(State, data, partial(read_options, currencies))
    _check(state)
    return state


def _check(state: State) -> None:
    """Refuse what the rules could not play on, or what says two things. PositionError."""
    if (state.phase == "over") != (state.outcome is not None):
        raise PositionError("an outcome stands in a finished game, and only there")
    if state.number < 1:
        raise PositionError("turns are numbered from 1")
    if max(state.hands) > state.options.max_coins:
        raise PositionError(f"a hand has at most {state.options.max_coins} house coins")
    last = state.last
    if last is not None and last.coin not in state.money(last.seat).units:
        raise PositionError(f"last: {last.coin} is no unit of {state.money(last.seat).code}")
    if state.phase == "over":
        return
    if len(state.offers) > 1:
        raise PositionError("both have agreed to a draw, so the game is over")
    if state.phase == "setup":
        _check_setup(state)
        return
    if not any(state.tiles):
        raise PositionError("nothing stands on the board, so nobody has won or can play")
    if state.busy and state.stage == MOVE:
        raise PositionError("a turn that has not begun is not busy")
    if state.options.quiet_turns and state.quiet >= state.options.quiet_turns:
        raise PositionError("the quiet turns are over, so the game is")


def _check_setup(state: State) -> None:
    start = first_state(state.options, state.n)
    for key in ("tiles", "hands", "number", "mover", "stage", "extra", "busy", "quiet", "last"):
        if getattr(state, key) != getattr(start, key):
            raise PositionError(f"in the set-up nothing has happened yet, but {key} says otherwise")


def check_going(state: State) -> None:
    """Refuse a state in play whose game is over. PositionError."""
    if state.phase == "play" and settle(state, []).phase == "over":
        raise PositionError("the game is over in this state, which says that it goes on")
