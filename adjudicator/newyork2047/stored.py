"""States, positions and views of New York 2047 as JSON values, both ways.

A state in JSON is a readable position with everything in it; in a position all but `units` may be left
out (docs/newyork2047.md shows the form).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adjudicator.codec import dump_state, load_state
from adjudicator.errors import PositionError
from adjudicator.game import Seat
from adjudicator.newyork2047.board import SEATS, TURRETONS, Board, Key
from adjudicator.newyork2047.json_fields import SEASONS, Unit
from adjudicator.newyork2047.options import FIRST_YEAR, read_options
from adjudicator.newyork2047.state import State, View, living, owing, tally


def show(view: View) -> dict[str, Any]:
    """Write a view as JSON values: the state, with what is derived from it. Nothing is hidden."""
    table = view.table()
    return {
        **dump_state(view.state),
        "seat": view.seat,
        "seats": list(SEATS),
        "owing": sorted(view.phase.owing),
        "table": {
            seat: {"stars": row.stars, "units": row.units, "limit": row.limit} for seat, row in table.items()
        },
    }


def board(board: Board) -> dict[str, Any]:
    """Write the map as JSON values."""
    return {
        "seats": list(SEATS),
        "names": dict(board.names),
        "homes": dict(board.homes),
        "turretons": dict(board.places),
        "spaces": {
            key: {
                "name": space.name,
                "abbr": space.abbr,
                "type": "water" if space.water else "land",
                "star": space.star,
                "home": space.home,
                "turreton": space.turreton,
                "near": list(board.near[key]),
            }
            for key, space in board.spaces.items()
        },
    }


def load(board: Board, data: Mapping[str, Any]) -> State:
    """Read a state from its JSON values, or from a position. Raises PositionError."""
    state = _completed(board, load_state(State, data, read_options, board))
    _check(state)
    return state


def _completed(board: Board, state: State) -> State:
    """Fill in what a position may leave out: each faction controls its home, its units the land and Turretons
    where they stand, and it was counted with the stars that it has now. Raises PositionError."""
    control = {space: seat for seat, space in state.homes.items()} | dict(state.control)
    control |= {unit.space: unit.seat for unit in state.units if unit.space not in board.water}
    there = {unit.space: unit.seat for unit in state.units}
    turretons: dict[str, Seat | None] = {}
    for name in TURRETONS:
        seat, stands = state.turretons[name], there.get(board.places[name])
        if seat is not None and stands not in (None, seat):
            raise PositionError(f"{name} is loyal to {seat}, but {stands} stands there")
        turretons[name] = stands or seat
    state = replace(state, control=dict(sorted(control.items())), turretons=turretons)
    now = {seat: row.stars for seat, row in tally(state, board).items()}
    return replace(state, counted={seat: state.counted.get(seat, now[seat]) for seat in SEATS})


def _check(state: State) -> None:
    """Refuse what no game reaches and what the rules could not go on from. PositionError."""
    _check_board(state)
    _check_seats(state)
    if (state.phase == "over") != (state.outcome is not None):
        raise PositionError("an outcome stands in a finished game, and only there")
    if (state.phase == "adjustment") != bool(state.owed):
        raise PositionError("choices are owed in an adjustment, and only there")
    if state.phase in SEASONS and state.phase != state.season:
        raise PositionError(f"the phase is {state.phase}, but the season {state.season}")
    if not FIRST_YEAR <= state.year <= state.options.last_year:
        raise PositionError(f"the year must be from {FIRST_YEAR} to the last year, {state.options.last_year}")
    if state.phase == "over":
        return
    left = living(state)
    if len(left) < 2 and state.phase != "adjustment":
        raise PositionError("with fewer than two factions left the game is over")
    if not state.offers < set(left):
        raise PositionError("offers: of factions that still play, and not of all of them")
    if not owing(state):
        raise PositionError("nobody who plays has a unit or a Turreton")


def _check_board(state: State) -> None:
    """Refuse two units in a land space, a home base apart, and two factions in a space. PositionError."""
    holder: dict[Key, Unit] = {}
    for unit in state.units:
        other = holder.setdefault(unit.space, unit)
        if other.seat != unit.seat:
            raise PositionError(f"{other.seat} and {unit.seat} both stand in {unit.space}")
        if other != unit and unit.space in state.control and state.homes.get(unit.seat) != unit.space:
            raise PositionError(f"two units stand in {unit.space}, which is no home base of {unit.seat}")


def _check_seats(state: State) -> None:
    if len(set(state.homes.values())) < len(state.homes) and state.phase != "adjustment":
        raise PositionError("homes: two factions cannot have the same home base")
    alive = {unit.seat for unit in state.units} | set(state.control.values())
    alive |= {seat for seat in state.turretons.values() if seat is not None}
    for seat in SEATS:
        out = seat not in state.homes
        if out and seat in alive:
            raise PositionError(f"{seat} has no home base, so it has no units, lands and Turretons")
        if out and seat not in state.ended:
            raise PositionError(f"{seat} has no home base, so it was eliminated: ended says in which turn")
        if not out and (seat in state.ended) != (seat in state.conceded):
            raise PositionError(f"{seat} has a home base: it is in ended exactly if it has conceded")
    if not state.conceded <= state.ended.keys():
        raise PositionError("ended says in which turn a faction conceded")
    for seat, owed in state.owed.items():
        if seat in state.ended or seat not in state.homes:
            raise PositionError(f"{seat} is out of the game and owes nothing")
        own = sum(unit.seat == seat for unit in state.units)
        if owed.disband > own or (not owed.disband and not owed.relocate):
            raise PositionError(f"{seat} owes a choice: a new home, or to disband some of its {own} units")
        if list(owed.relocate) != sorted(set(owed.relocate)):
            raise PositionError(f"owed by {seat}: relocate lists star spaces on land, sorted")
        if any(state.control.get(key) != seat for key in owed.relocate):
            raise PositionError(f"{seat} can move its home only to land that it controls")
