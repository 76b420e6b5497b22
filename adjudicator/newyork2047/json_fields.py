"""How the fields of a New York 2047 state are written in JSON, and read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NamedTuple

from adjudicator.codec import Codec, Scope, as_object, codec_of, mapping_of, one_of, optional
from adjudicator.errors import PositionError
from adjudicator.game import Seat
from adjudicator.newyork2047.board import SEATS, TURRETONS, Key

MOST_NUMBER = 9999
"""The largest number of a unit."""
PHASES = ("spring", "fall", "adjustment", "over")
SEASONS = ("spring", "fall")
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")


class Unit(NamedTuple):
    """One numbered unit of a faction."""

    seat: Seat
    number: int
    space: Key


def _load_space(value: object, key: str, scope: Scope) -> Key:
    if not isinstance(value, str) or value not in scope.board.spaces:
        raise PositionError(f"{key}: {value!r} is no space of the map")
    return value


def _load_seat(value: object, key: str, _: Scope) -> Seat:
    if not isinstance(value, str) or value not in SEATS:
        raise PositionError(f"{key}: {value!r} is no faction; they are {', '.join(SEATS)}")
    return value


def _dump_units(units: Iterable[Unit], _: Scope) -> dict[Seat, dict[str, Key]]:
    found: dict[Seat, dict[str, Key]] = {seat: {} for seat in SEATS}
    for seat, number, space in units:
        found[seat][str(number)] = space
    return found


def _load_units(value: object, key: str, scope: Scope) -> tuple[Unit, ...]:
    found: list[Unit] = []
    for seat, placed in as_object(value, key).items():
        _load_seat(seat, key, scope)
        for number, space in as_object(placed, f"{key} of {seat}").items():
            if not _NUMBER.fullmatch(str(number)):
                raise PositionError(f"{key} of {seat}: {number!r} is no number from 1 to {MOST_NUMBER}")
            found.append(Unit(seat, int(number), _load_space(space, f"unit {number} of {seat}", scope)))
    return tuple(sorted(found, key=lambda unit: (SEATS.index(unit.seat), unit.number)))


def _no_units(_: Scope) -> Any:
    raise PositionError('units are needed: {"tower": {"1": "soho", …}, …}')


def _load_control(value: object, key: str, scope: Scope) -> dict[Key, Seat]:
    control: dict[Key, Seat] = {}
    for space, seat in as_object(value, key).items():
        if _load_space(space, key, scope) in scope.board.water:
            raise PositionError(f"{key}: {space} is water, which nobody controls without a unit or Turreton")
        control[space] = _load_seat(seat, f"{key} of {space}", scope)
    return control


def _load_star(value: object, key: str, scope: Scope) -> Key:
    space = _load_space(value, key, scope)
    if space not in scope.board.stars:
        raise PositionError(f"{key}: {space} is none of the star spaces on land")
    return space


_SEAT = Codec(lambda seat, _: seat, _load_seat)
_STAR = Codec(lambda space, _: space, _load_star)

Season = Annotated[str, one_of(*SEASONS)]
PhaseName = Annotated[
    str, one_of(*PHASES)._replace(missing=lambda scope: scope.data.get("season", SEASONS[0]))
]
Units = Annotated[tuple[Unit, ...], Codec(_dump_units, _load_units, _no_units)]
Control = Annotated[Mapping[Key, Seat], Codec(lambda control, _: dict(control), _load_control)]
Homes = Annotated[
    Mapping[Seat, Key],
    mapping_of(SEATS, _STAR, "faction")._replace(missing=lambda scope: dict(scope.board.homes)),
]
Turretons = Annotated[
    Mapping[str, Seat | None],
    mapping_of(TURRETONS, optional(_SEAT), "Turreton", fill=None)._replace(
        missing=lambda _: dict.fromkeys(TURRETONS)
    ),
]
Counts = Annotated[Mapping[Seat, int], mapping_of(SEATS, codec_of(int), "faction")]
CountsOfAll = Annotated[
    Mapping[Seat, int],
    mapping_of(SEATS, codec_of(int), "faction", fill=0)._replace(missing=lambda _: dict.fromkeys(SEATS, 0)),
]
Star = Annotated[Key, _STAR]
