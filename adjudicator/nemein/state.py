"""The state of a game of Nemein, what one derives from it, and the view of a seat.

A state holds no secrets: handful and placement are orders, kept sealed until the reveal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from adjudicator.codec import JsonKey, PlayedSeat
from adjudicator.game import Outcome, Phase, Seat
from adjudicator.nemein import json_fields as fields
from adjudicator.nemein.board import SEATS, Board, board_of
from adjudicator.nemein.money import Currency
from adjudicator.nemein.options import NemeinOptions
from adjudicator.nemein.stack import MOVE


@dataclass(frozen=True, slots=True)
class LastAction:
    """The newest action on the board.

    origin, target: tiles, the same but for a move and an attack;  coin: the unit as it was before
    """

    seat: fields.OneSeat
    how: fields.How
    origin: fields.Tile
    target: fields.Tile
    coin: int


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game; its fields are the keys of a position, too.

    turn:   resolutions;  number: the turn as people count, from 1
    tiles:  what stands on each tile of the board, None nothing
    hands:  house coins in the hand, of each seat
    mover:  whose turn it is;  stage: the first action of `STAGES` that is still open in it
    extra:  further turns that the mover has won
    busy:   whether there was an attack or a new house in this turn
    quiet:  turns in a row without one
    offers: the seats that have offered a draw;  ply: actions made, ends of turns too
    n:      the number of the next chance result
    """

    tiles: fields.Tiles
    options: NemeinOptions
    phase: fields.PhaseName = "play"
    turn: int = 0
    number: int = 1
    hands: fields.Hands = (0, 0)
    mover: Annotated[fields.OneSeat, JsonKey("to_move")] = SEATS[0]
    stage: fields.Stage = MOVE
    extra: int = 0
    busy: bool = False
    quiet: int = 0
    offers: frozenset[PlayedSeat] = frozenset()
    ply: int = 0
    last: LastAction | None = None
    outcome: Outcome | None = None
    n: int = 0

    @property
    def board(self) -> Board:
        return board_of(self.options.side)

    def hand(self, seat: Seat) -> int:
        return self.hands[SEATS.index(seat)]

    def money(self, seat: Seat) -> Currency:
        return self.options.money[SEATS.index(seat)]


@dataclass(frozen=True, slots=True)
class View:
    """The game as one seat sees it (seat None: the public). All of it may be shown to everyone."""

    seat: Seat | None
    state: State
    phase: Phase

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS

    @property
    def options(self) -> NemeinOptions:
        return self.state.options

    @property
    def board(self) -> Board:
        return self.state.board

    @property
    def mover(self) -> Seat | None:
        """The seat that moves now; None in the set-up and at the end."""
        return self.state.mover if self.state.phase == "play" else None

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome


def first_state(options: NemeinOptions, n: int) -> State:
    """Make the first state: nothing stands on the board."""
    return State((None,) * len(board_of(options.side).names), options, phase="setup", n=n)


def units_of(state: State, seat: Seat) -> int:
    """Count the units that seat has on the board."""
    return sum(len(stack.units) for stack in state.tiles if stack is not None and stack.owner == seat)


def houses_of(state: State, seat: Seat) -> tuple[int, ...]:
    """Return the tiles with houses of that seat."""
    return tuple(
        tile
        for tile, stack in enumerate(state.tiles)
        if stack is not None and stack.housed and stack.owner == seat
    )


def counting(state: State, seat: Seat) -> int:
    """Count those of that seat's houses that count. Source: Winning; Ruling."""
    board = state.board
    return sum(board.counts(tile, seat) for tile in houses_of(state, seat))


def phase_of(state: State) -> Phase:
    if state.phase == "setup":
        return Phase("setup", state.turn, frozenset(SEATS), sealed=True, number=state.number)
    owing = frozenset({state.mover}) if state.phase == "play" else frozenset[Seat]()
    goes_on = state.phase == "play" and state.stage > MOVE
    return Phase(state.phase, state.turn, owing, sealed=False, goes_on=goes_on, number=state.number)


def view_of(state: State, seat: Seat | None) -> View:
    return View(seat, state, phase_of(state))
