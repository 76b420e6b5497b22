"""The state of a game of New York 2047, what one derives from it, and the view of a seat.

A state holds no secrets: everything is public but the orders, which are kept sealed outside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from adjudicator.codec import PlayedSeat, mapping_of, record
from adjudicator.game import Outcome, Phase, Seat
from adjudicator.newyork2047 import json_fields as fields
from adjudicator.newyork2047.board import SEATS, TURRETONS, Board
from adjudicator.newyork2047.json_fields import Unit
from adjudicator.newyork2047.options import FIRST_YEAR, NewYorkOptions

FIRST_UNITS = 3
SPARE_UNITS = 2
"""Units that a faction may have beyond the star spaces that it controls."""


@dataclass(frozen=True, slots=True)
class Owed:
    """What a faction must choose in the adjustment. relocate: the spaces that its home base may move to,
    sorted, () none to choose; disband: how many units it must give up."""

    relocate: tuple[fields.Star, ...] = ()
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
    season: fields.Season = "spring"
    phase: fields.PhaseName = "spring"
    turn: int = 0
    units: fields.Units
    control: fields.Control = field(default_factory=dict)
    homes: fields.Homes
    turretons: fields.Turretons
    short: fields.CountsOfAll
    counted: fields.Counts = field(default_factory=dict)
    ended: fields.Counts = field(default_factory=dict)
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
