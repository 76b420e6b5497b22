"""States, positions and views of Commander-In-Chief as JSON values, both ways.

A state in JSON is a readable position with everything in it; in a position all but `pieces` may be
left out (docs/cic.md shows the form).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.cic.board import EMPTY, NAMES, REGIONS, SQUARES, start_board
from adjudicator.cic.options import SIDES, read_options
from adjudicator.cic.state import State, View, active_seats, seats_of_side
from adjudicator.codec import Scope, field_table, load_state
from adjudicator.errors import PositionError

_SHOWN = (
    *("seat", "seats", "options", "phase", "turn", "owing", "pieces", "enhanced", "to_move", "mover"),
    *("replaces", "group", "round", "ply", "quiet", "score", "lost", "conceded", "offers", "last", "outcome"),
)
"""The keys of a view, in their order."""


def show(view: View) -> dict[str, Any]:
    """Write a view as JSON values: what it has of the state as in the state, and who sees it and moves."""
    scope = Scope(None, view.options, view.seats)
    found = {
        key: codec.dump(getattr(view, name), scope)
        for name, key, codec, _ in field_table(State)
        if hasattr(view, name)
    } | {
        "phase": view.phase.key,
        "turn": view.phase.turn,
        "seat": view.seat,
        "seats": list(view.seats),
        "owing": sorted(view.phase.owing),
        "mover": view.mover,
        "replaces": view.replaces,
        "group": view.group,
        "round": view.round,
        "score": dict(zip(SIDES, view.score, strict=True)),
    }
    return {key: found[key] for key in _SHOWN}


def load(data: Mapping[str, Any]) -> State:
    """Read a state from its JSON values, or from a position. Raises PositionError."""
    state = load_state(State, data, read_options)
    if any(state.board[square] == EMPTY for square in state.enhanced):
        raise PositionError("an enhanced square is empty")
    _check_phase(state)
    return state


def _check_phase(state: State) -> None:
    """Refuse states that say two things about who is to move, or none. PositionError."""
    if (state.phase == "over") != (state.outcome is not None):
        raise PositionError("an outcome stands in a finished game, and only there")
    if state.phase == "over":
        return
    for side in (0, 1):
        if not active_seats(state, side):
            raise PositionError(f"{SIDES[side]} has conceded, so the game is over")
    if state.offers & state.conceded:
        raise PositionError("a seat that has conceded offers no draw")
    if state.offers | state.conceded == set(state.options.seats()):
        raise PositionError("all have agreed to a draw, so the game is over")
    if state.phase == "setup" and (state.board != start_board() or not any(state.options.enhanced)):
        raise PositionError("the setup has the start's pieces, and a side that may enhance some")


def check_play(state: State) -> None:
    """Refuse positions that no game reaches and that the rules could not play on. PositionError."""
    for square, letter in enumerate(state.board):
        if letter == EMPTY:
            continue
        own, enemy = SIDES[letter.isupper()], SIDES[letter.islower()]
        where, kind = REGIONS[square], letter.upper()
        fault = (
            (kind == "T" and where != own)
            or (kind in "SD" and where == enemy)
            or (kind == "A" and where == enemy)
        )
        if fault:
            raise PositionError(f"{own}'s {NAMES[kind]} cannot stand on {SQUARES[square]}")
    if any(state.board.count(letter) > 1 for letter in "Cc"):
        raise PositionError("a side has one Commander at the most")
    for side in (0, 1):
        if len(seats_of_side(state.options, side)) == 1 and state.movers[side]:
            raise PositionError(f"{SIDES[side]} is no team: its movers are empty")
