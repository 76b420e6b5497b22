"""The options and the state of New York 2047, what one derives from it, and the view of a seat.

Everything is public but the orders, which are kept sealed outside the state. In JSON a state is a readable
position with everything in it; in a position all but `units` may be left out (docs/newyork2047.md shows the
form).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, NamedTuple

from adjudicator.codec import (
    Codec,
    PlayedSeat,
    Scope,
    as_object,
    codec_of,
    dump_state,
    load_state,
    mapping_of,
    one_of,
    optional,
    record,
)
from adjudicator.errors import PositionError
from adjudicator.game import Outcome, Phase, Seat
from adjudicator.newyork2047 import text as words
from adjudicator.newyork2047.board import SEATS, TURRETONS, Board, Key
from adjudicator.options import GameOptions, number

FIRST_YEAR = 2047


@dataclass(frozen=True, slots=True)
class NewYorkOptions(GameOptions):
    """The complete options."""

    last_year: int = number(
        2060,
        words.LAST_YEAR,
        words.LAST_YEAR_DECIDES,
        least=FIRST_YEAR,
        most=2199,
    )

    def seats(self) -> tuple[Seat, ...]:
        return SEATS


read_options = NewYorkOptions.read


# -- How the fields of a state are written in JSON, and read


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
        raise PositionError(words.UNKNOWN_SPACE(key=key, value=repr(value)))
    return value


def _load_seat(value: object, key: str, _: Scope) -> Seat:
    if not isinstance(value, str) or value not in SEATS:
        raise PositionError(words.UNKNOWN_SEAT(key=key, value=repr(value), factions=", ".join(SEATS)))
    return value


def _dump_units(units: Iterable[Unit], _: Scope) -> dict[Seat, dict[str, Key]]:
    found: dict[Seat, dict[str, Key]] = {seat: {} for seat in SEATS}
    for seat, each, space in units:
        found[seat][str(each)] = space
    return found


def _load_units(value: object, key: str, scope: Scope) -> tuple[Unit, ...]:
    found: list[Unit] = []
    for seat, placed in as_object(value, key).items():
        _load_seat(seat, key, scope)
        for text, space in as_object(placed, f"{key} of {seat}").items():
            if not _NUMBER.fullmatch(str(text)):
                wrong = words.WRONG_NUMBER(key=key, seat=seat, value=repr(text), most=MOST_NUMBER)
                raise PositionError(wrong)
            found.append(Unit(seat, int(text), _load_space(space, f"unit {text} of {seat}", scope)))
    return tuple(sorted(found, key=lambda unit: (SEATS.index(unit.seat), unit.number)))


def _no_units(_: Scope) -> Any:
    raise PositionError(words.UNITS_NEEDED)


def _load_control(value: object, key: str, scope: Scope) -> dict[Key, Seat]:
    control: dict[Key, Seat] = {}
    for space, seat in as_object(value, key).items():
        if _load_space(space, key, scope) in scope.board.water:
            raise PositionError(words.WATER_UNCONTROLLED(key=key, space=space))
        control[space] = _load_seat(seat, f"{key} of {space}", scope)
    return control


def _load_star(value: object, key: str, scope: Scope) -> Key:
    space = _load_space(value, key, scope)
    if space not in scope.board.stars:
        raise PositionError(words.NOT_A_STAR(key=key, space=space))
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


FIRST_UNITS = 3
SPARE_UNITS = 2
"""Units that a faction may have beyond the star spaces that it controls."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What a faction must choose in the adjustment. relocate: the spaces that its home base may move to,
    sorted, () none to choose; disband: how many units it must give up."""

    relocate: tuple[Star, ...] = ()
    disband: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The state of a game; its fields are the keys of a position, too.

    season:    the one being played, also in an adjustment
    units:     sorted by seat, then number
    control:   land alone, who controls it (nobody: left out)
    homes:     the home base of every faction that is not eliminated
    turretons: to whom each is loyal
    short:     how many units below its limit each faction was at the end of the former turn
    counted:   the stars of each faction at the end of the former season
    ended:     the turn in which a faction was eliminated or conceded
    owed:      only in an adjustment
    n:         the number of the next chance result (the game uses none)
    """

    options: NewYorkOptions
    year: int = FIRST_YEAR
    season: Season = "spring"
    phase: PhaseName = "spring"
    turn: int = 0
    units: Units
    control: Control = field(default_factory=dict)
    homes: Homes
    turretons: Turretons
    short: CountsOfAll
    counted: Counts = field(default_factory=dict)
    ended: Counts = field(default_factory=dict)
    conceded: frozenset[PlayedSeat] = frozenset()
    owed: Annotated[Mapping[Seat, Owed], mapping_of(SEATS, record(Owed, strict=True), "faction")] = field(
        default_factory=dict
    )
    offers: frozenset[PlayedSeat] = frozenset()
    outcome: Outcome | None = None
    n: int = 0


@dataclass(frozen=True, slots=True)
class Tally:
    """A faction's row in the star table."""

    stars: int
    units: int
    limit: int


@dataclass(frozen=True, slots=True)
class View:
    """The game as one seat sees it (seat None: the public). Nothing in a state is hidden."""

    seat: Seat | None
    state: State
    board: Board

    @property
    def phase(self) -> Phase:
        return phase_of(self.state)

    def units(self, seat: Seat | None = None) -> tuple[Unit, ...]:
        """Return a faction's units by number; None: everybody's."""
        units = self.state.units
        return units if seat is None else tuple(unit for unit in units if unit.seat == seat)

    def turretons(self, seat: Seat) -> tuple[str, ...]:
        """Return the Turretons loyal to a faction."""
        return tuple(name for name in TURRETONS if self.state.turretons[name] == seat)

    def table(self) -> dict[Seat, Tally]:
        """Return every faction's stars, units and limit."""
        return tally(self.state, self.board)


def first_state(board: Board, options: NewYorkOptions) -> State:
    """Make the first state, spring 2047: units 1 to 3 in each home base. Source: State."""
    return State(
        options=options,
        units=tuple(
            Unit(seat, number, board.homes[seat]) for seat in SEATS for number in range(1, FIRST_UNITS + 1)
        ),
        control={board.homes[seat]: seat for seat in SEATS},
        homes=dict(board.homes),
        turretons=dict.fromkeys(TURRETONS),
        short=dict.fromkeys(SEATS, 0),
        counted=dict.fromkeys(SEATS, 1),
    )


def living(state: State) -> tuple[Seat, ...]:
    """Return the factions that still play: neither eliminated nor conceded."""
    return tuple(seat for seat in SEATS if seat not in state.ended)


def owing(state: State) -> frozenset[Seat]:
    """Return who owes orders: in a season every living faction that has a unit or a Turreton."""
    if state.outcome is not None:
        return frozenset()
    if state.phase == "adjustment":
        return frozenset(state.owed)
    able = {unit.seat for unit in state.units}
    able.update(seat for seat in state.turretons.values() if seat is not None)
    return frozenset(able - state.ended.keys())


def phase_of(state: State) -> Phase:
    key = "over" if state.outcome is not None else state.phase
    return Phase(key=key, turn=state.turn, owing=owing(state), sealed=state.outcome is None)


def tally(state: State, board: Board) -> dict[Seat, Tally]:
    """Count stars (on land, and of loyal Turretons), units and the limit of every faction.

    Source: After the moves, 3.
    """
    stars = dict.fromkeys(SEATS, 0)
    for key in board.stars:
        seat = state.control.get(key)
        if seat is not None:
            stars[seat] += 1
    for seat in state.turretons.values():
        if seat is not None:
            stars[seat] += 1
    units = dict.fromkeys(SEATS, 0)
    for unit in state.units:
        units[unit.seat] += 1
    return {
        seat: Tally(stars[seat], units[seat], stars[seat] + SPARE_UNITS if seat in state.homes else 0)
        for seat in SEATS
    }


def show_view(view: View) -> dict[str, Any]:
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


def show_board(board: Board) -> dict[str, Any]:
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


def load_checked(board: Board, data: Mapping[str, Any]) -> State:
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
            raise PositionError(words.LOYAL_ELSEWHERE(turreton=name, seat=seat, other=stands))
        turretons[name] = stands or seat
    state = replace(state, control=dict(sorted(control.items())), turretons=turretons)
    now = {seat: row.stars for seat, row in tally(state, board).items()}
    return replace(state, counted={seat: state.counted.get(seat, now[seat]) for seat in SEATS})


def _check(state: State) -> None:
    """Refuse what no game reaches and what the rules could not go on from. PositionError."""
    _check_board(state)
    _check_seats(state)
    if (state.phase == "over") != (state.outcome is not None):
        raise PositionError(words.OUTCOME_MISPLACED)
    if (state.phase == "adjustment") != bool(state.owed):
        raise PositionError(words.OWED_MISPLACED)
    if state.phase in SEASONS and state.phase != state.season:
        raise PositionError(words.PHASE_AND_SEASON(phase=state.phase, season=state.season))
    if not FIRST_YEAR <= state.year <= state.options.last_year:
        raise PositionError(words.WRONG_YEAR(first=FIRST_YEAR, last=state.options.last_year))
    if state.phase == "over":
        return
    left = living(state)
    if len(left) < 2 and state.phase != "adjustment":
        raise PositionError(words.FEWER_THAN_TWO)
    if not state.offers < set(left):
        raise PositionError(words.WRONG_OFFERS)
    if not owing(state):
        raise PositionError(words.NOBODY_OWES)


def _check_board(state: State) -> None:
    """Refuse two units in a land space, a home base apart, and two factions in a space. PositionError."""
    holder: dict[Key, Unit] = {}
    for unit in state.units:
        other = holder.setdefault(unit.space, unit)
        if other.seat != unit.seat:
            raise PositionError(words.TWO_FACTIONS(seat=other.seat, other=unit.seat, space=unit.space))
        if other != unit and unit.space in state.control and state.homes.get(unit.seat) != unit.space:
            raise PositionError(words.TWO_UNITS(space=unit.space, seat=unit.seat))


def _check_seats(state: State) -> None:
    if len(set(state.homes.values())) < len(state.homes) and state.phase != "adjustment":
        raise PositionError(words.SAME_HOME)
    alive = {unit.seat for unit in state.units} | set(state.control.values())
    alive |= {seat for seat in state.turretons.values() if seat is not None}
    for seat in SEATS:
        out = seat not in state.homes
        if out and seat in alive:
            raise PositionError(words.HOMELESS(seat=seat))
        if out and seat not in state.ended:
            raise PositionError(words.NOT_ENDED(seat=seat))
        if not out and (seat in state.ended) != (seat in state.conceded):
            raise PositionError(words.ENDED_AT_HOME(seat=seat))
    if not state.conceded <= state.ended.keys():
        raise PositionError(words.CONCEDED_WHEN)
    for seat, owed in state.owed.items():
        if seat in state.ended or seat not in state.homes:
            raise PositionError(words.OWES_NOTHING(seat=seat))
        own = sum(unit.seat == seat for unit in state.units)
        if owed.disband > own or (not owed.disband and not owed.relocate):
            raise PositionError(words.OWES_WRONGLY(seat=seat, own=own))
        if list(owed.relocate) != sorted(set(owed.relocate)):
            raise PositionError(words.RELOCATE_UNSORTED(seat=seat))
        if any(state.control.get(key) != seat for key in owed.relocate):
            raise PositionError(words.RELOCATE_UNCONTROLLED(seat=seat))


class Field:
    """owing: who owes orders; units: every unit by (seat, number in text); standing: the units of each space
    that has some, by number; loyal: the seat of the Turreton in a space, where it has one; places: where a
    seat's pieces stand, Turretons too, by their names in orders."""

    __slots__ = ("board", "loyal", "owing", "places", "standing", "state", "units")

    def __init__(self, board: Board, state: State) -> None:
        self.board = board
        self.state = state
        self.owing = owing(state)
        self.units: dict[tuple[Seat, str], Unit] = {}
        self.standing: dict[Key, list[Unit]] = {}
        self.places: dict[Seat, dict[str, Key]] = {}
        standing, places = self.standing, self.places
        for unit in state.units:
            seat, number, space = unit
            text = NUMBERS[number] if number < len(NUMBERS) else str(number)
            self.units[seat, text] = unit
            if space in standing:
                standing[space].append(unit)
            else:
                standing[space] = [unit]
            if seat in places:
                places[seat][text] = space
            else:
                places[seat] = {text: space}
        self.loyal: dict[Key, Seat] = {}
        for turreton, loyal in state.turretons.items():
            if loyal is not None:
                space = board.places[turreton]
                self.loyal[space] = loyal
                places.setdefault(loyal, {})[turreton] = space


NUMBERS = tuple(str(number) for number in range(100))
"""Texts of the usual numbers, made once."""
