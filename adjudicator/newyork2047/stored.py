"""States, positions and views of New York 2047 as JSON values, both ways.

A state in JSON is a readable position with everything in it; in a position all but `units` may be left
out (docs/newyork2047.md shows the form).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from adjudicator.errors import PositionError
from adjudicator.game import Seat
from adjudicator.newyork2047.board import SEATS, TURRETONS, Board, Key
from adjudicator.newyork2047.field import MOST_NUMBER
from adjudicator.newyork2047.options import FIRST_YEAR, read_options
from adjudicator.newyork2047.state import Owed, State, Unit, View, living, owing, tally
from adjudicator.reading import (
    count,
    known_keys,
    listed,
    mapping,
    options_in,
    outcome_from_json,
    outcome_to_json,
    seats_in,
    word,
)

PHASES = ("spring", "fall", "adjustment", "over")
SEASONS = ("spring", "fall")
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")
_KEYS = frozenset(
    {"options", "year", "season", "phase", "turn", "units", "control", "homes", "turretons", "short"}
    | {"counted", "ended", "conceded", "owed", "offers", "outcome", "n"}
)


def dump(state: State) -> dict[str, Any]:
    units: dict[Seat, dict[str, Key]] = {seat: {} for seat in SEATS}
    for seat, number, space in state.units:
        units[seat][str(number)] = space
    return {
        "options": state.options.to_json(),
        "year": state.year,
        "season": state.season,
        "phase": state.phase,
        "turn": state.turn,
        "units": units,
        "control": dict(state.control),
        "homes": dict(state.homes),
        "turretons": dict(state.turretons),
        "short": dict(state.short),
        "counted": dict(state.counted),
        "ended": dict(state.ended),
        "conceded": sorted(state.conceded),
        "owed": {
            seat: {"relocate": list(owed.relocate), "disband": owed.disband}
            for seat, owed in state.owed.items()
        },
        "offers": sorted(state.offers),
        "outcome": outcome_to_json(state.outcome),
        "n": state.n,
    }


def show(view: View) -> dict[str, Any]:
    """A view as JSON values: the state, with what is derived from it. Nothing is hidden."""
    table = view.table()
    return {
        **dump(view.state),
        "seat": view.seat,
        "seats": list(SEATS),
        "owing": sorted(view.phase.owing),
        "table": {
            seat: {"stars": row.stars, "units": row.units, "limit": row.limit} for seat, row in table.items()
        },
    }


def board(board: Board) -> dict[str, Any]:
    """The map as JSON values."""
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
    """A state from its JSON values, or from a position. Raises PositionError."""
    known_keys(data, _KEYS)
    options = options_in(data, read_options)
    units = _units(board, data)
    homes = _homes(board, data)
    season = word(data, "season", SEASONS, "spring")
    state = State(
        options=options,
        year=_year(data),
        season=season,
        phase=word(data, "phase", PHASES, season),
        turn=count(data, "turn"),
        units=units,
        control=_control(board, data, units, homes),
        homes=homes,
        turretons=_turretons(board, data, units),
        short=_by_seat(data, "short", dict.fromkeys(SEATS, 0)),
        counted=dict.fromkeys(SEATS, 0),
        ended=_by_seat(data, "ended", {}),
        conceded=seats_in(data, "conceded", frozenset(SEATS)),
        owed=_owed(board, data),
        offers=seats_in(data, "offers", frozenset(SEATS)),
        outcome=outcome_from_json(data.get("outcome"), frozenset(SEATS)),
        n=count(data, "n"),
    )
    now = {seat: row.stars for seat, row in tally(state, board).items()}
    object.__setattr__(state, "counted", _by_seat(data, "counted", now))  # before anybody else has it
    _check(state)
    return state


position = load


def _year(data: Mapping[str, Any]) -> int:
    return count(data, "year") if "year" in data else FIRST_YEAR


def _space(board: Board, key: object, what: str) -> Key:
    if not isinstance(key, str) or key not in board.spaces:
        raise PositionError(f"{what}: {key!r} is no space of the map")
    return key


def _seat(seat: object, what: str) -> Seat:
    if not isinstance(seat, str) or seat not in SEATS:
        raise PositionError(f"{what}: {seat!r} is no faction; they are {', '.join(SEATS)}")
    return seat


def _units(board: Board, data: Mapping[str, Any]) -> tuple[Unit, ...]:
    if "units" not in data:
        raise PositionError('units are needed: {"tower": {"1": "soho", …}, …}')
    given = mapping(data, "units")
    for seat in given:
        _seat(seat, "units")
    found: list[Unit] = []
    for seat in SEATS:
        placed = mapping(given, seat)
        for number, key in placed.items():
            text = str(number)
            if not _NUMBER.fullmatch(text):
                raise PositionError(f"units of {seat}: {number!r} is no number from 1 to {MOST_NUMBER}")
            found.append(Unit(seat, int(text), _space(board, key, f"unit {text} of {seat}")))
    return tuple(sorted(found, key=lambda unit: (SEATS.index(unit.seat), unit.number)))


def _homes(board: Board, data: Mapping[str, Any]) -> dict[Seat, Key]:
    if "homes" not in data:
        return dict(board.homes)
    given = mapping(data, "homes")
    homes = {_seat(seat, "homes"): _space(board, key, f"home of {seat}") for seat, key in given.items()}
    for seat, key in homes.items():
        if key not in board.stars:
            raise PositionError(f"home of {seat}: {key} is no star space on land")
    return {seat: homes[seat] for seat in SEATS if seat in homes}


def _control(
    board: Board, data: Mapping[str, Any], units: tuple[Unit, ...], homes: Mapping[Seat, Key]
) -> dict[Key, Seat]:
    """Who controls land: as given; else each faction its home. A unit controls the land that it stands on."""
    control: dict[Key, Seat] = {}
    for key, seat in mapping(data, "control").items():
        if _space(board, key, "control") in board.water:
            raise PositionError(f"control: {key} is water, which nobody controls without a unit or Turreton")
        control[key] = _seat(seat, f"control of {key}")
    for seat, key in homes.items():
        control.setdefault(key, seat)
    control.update({unit.space: unit.seat for unit in units if unit.space not in board.water})
    return dict(sorted(control.items()))


def _turretons(board: Board, data: Mapping[str, Any], units: tuple[Unit, ...]) -> dict[str, Seat | None]:
    """To whom the Turretons are loyal: as given, and to whoever stands there."""
    given = mapping(data, "turretons")
    for name in given:
        if name not in TURRETONS:
            raise PositionError(f"turretons: {name!r} is none; they are {', '.join(TURRETONS)}")
    there = {unit.space: unit.seat for unit in units}
    found: dict[str, Seat | None] = {}
    for name in TURRETONS:
        seat, stands = given.get(name), there.get(board.places[name])
        if seat is not None and stands not in (None, _seat(seat, name)):
            raise PositionError(f"{name} is loyal to {seat}, but {stands} stands there")
        found[name] = stands or seat
    return found


def _by_seat(data: Mapping[str, Any], key: str, default: Mapping[Seat, int]) -> dict[Seat, int]:
    given = mapping(data, key)
    for seat in given:
        _seat(seat, key)
    found = {seat: count(given, seat) for seat in given}
    return {seat: found.get(seat, default.get(seat, 0)) for seat in SEATS if seat in found or seat in default}


def _owed(board: Board, data: Mapping[str, Any]) -> dict[Seat, Owed]:
    given = mapping(data, "owed")
    for seat in given:
        _seat(seat, "owed")
    found = {}
    for seat in SEATS:
        if seat in given:
            item = mapping(given, seat)
            if set(item) - {"relocate", "disband"}:
                raise PositionError(f"owed by {seat}: only relocate (a list) and disband (a number)")
            spaces = tuple(_space(board, key, f"owed by {seat}") for key in listed(item, "relocate"))
            if any(key not in board.stars for key in spaces) or list(spaces) != sorted(set(spaces)):
                raise PositionError(f"owed by {seat}: relocate lists star spaces on land, sorted")
            found[seat] = Owed(spaces, count(item, "disband"))
    return found


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
    """One unit in a land space, a home base apart; one faction in a space."""
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
        if any(state.control.get(key) != seat for key in owed.relocate):
            raise PositionError(f"{seat} can move its home only to land that it controls")
