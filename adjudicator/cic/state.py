"""The state of a game of Commander-In-Chief, what one derives from it, and the view of a seat.

A state holds no secrets: the choice of enhanced pieces is an order, kept sealed until the reveal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from adjudicator.cic import json_fields as fields
from adjudicator.cic.board import VALUES, start_board
from adjudicator.cic.json_fields import Square
from adjudicator.cic.moves import GROUPS, generate
from adjudicator.cic.options import SIDES, CicOptions, seats_of
from adjudicator.codec import JsonKey, PlayedSeat
from adjudicator.game import Outcome, Phase, Seat


@dataclass(frozen=True, slots=True)
class LastMove:
    """The newest move. piece, taken: letters (taken: captured, or hit by an attack; "" none).

    promoted: whether the piece became a King Amphibian in this move
    """

    seat: fields.Mover
    origin: Square
    target: Square
    sign: fields.Sign
    piece: fields.Piece
    taken: fields.Taken
    promoted: fields.Promoted


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game; its fields are the keys of a position, too.

    side:     0 Dark or 1 Light is to move;  ply: moves made
    quiet:    moves since the last capture, attack or promotion
    enhanced: squares
    movers:   the group that moved last, by side ("" none)
    lost:     letters of captured pieces, by the side that lost them
    n:        the number of the next chance result
    """

    board: Annotated[fields.Pieces, JsonKey("pieces")]
    options: CicOptions
    phase: fields.PhaseName = "play"
    turn: int = 0
    side: Annotated[fields.Side, JsonKey("to_move")] = 0
    ply: int = 0
    quiet: int = 0
    enhanced: frozenset[Square] = frozenset()
    movers: fields.Groups = ("", "")
    lost: fields.Lost = ("", "")
    conceded: frozenset[PlayedSeat] = frozenset()
    offers: frozenset[PlayedSeat] = frozenset()
    last: LastMove | None = None
    outcome: Outcome | None = None
    n: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """The game as one seat sees it (seat None: the public). Everything in it may be shown to it.

    mover:    the seat that moves now, None in the setup and at the end
    replaces: the teammate without a legal move for whom `mover` moves, or None
    group:    which pieces may move: "air", "surface" or "" for all
    score:    points by side (Dark, Light);  lost: captured letters by the side that lost them
    quiet:    moves since the last capture, attack or promotion
    """

    seat: Seat | None
    seats: tuple[Seat, ...]
    options: CicOptions
    phase: Phase
    board: str
    enhanced: frozenset[int]
    side: int
    mover: Seat | None
    replaces: Seat | None
    group: str
    ply: int
    quiet: int
    score: tuple[int, int]
    lost: tuple[str, str]
    conceded: frozenset[Seat]
    offers: frozenset[Seat]
    last: LastMove | None
    outcome: Outcome | None

    @property
    def round(self) -> int:
        """The round being played, from 1; a round is one move of each side."""
        return self.ply // 2 + 1

    @property
    def letters(self) -> str:
        """The letters of the pieces that may move now."""
        return GROUPS[self.group][self.side]


def first_state(options: CicOptions) -> State:
    """Make the first state; the phase is "setup" where a side may enhance pieces."""
    return State(start_board(), options, phase="setup" if any(options.enhanced) else "play")


def side_of(seat: Seat) -> int:
    """Return 0 for Dark's seats, 1 for Light's."""
    return SIDES.index(seat.partition("-")[0])


def seats_of_side(options: CicOptions, side: int) -> tuple[Seat, ...]:
    return seats_of(options.teams, side)


def active_seats(state: State, side: int) -> tuple[Seat, ...]:
    """Return the seats of a side that have not conceded."""
    seats = seats_of(state.options.teams, side)
    return tuple(seat for seat in seats if seat not in state.conceded) if state.conceded else seats


def score(state: State) -> tuple[int, int]:
    """Count the points of Dark and Light: the values of what the other lost. Source: Winning."""
    dark, light = (sum(VALUES[letter] for letter in lost) for lost in state.lost)
    return light, dark


def group_to_move(state: State) -> tuple[str, bool]:
    """Return the group whose pieces may move, and whether it stands in for its teammate.

    A whole side is the group "". In a team the teammate of the one who moved last is next, Surface
    at first; without a legal move it is replaced by the other. Source: Teams; Ruling.
    """
    if len(seats_of_side(state.options, state.side)) == 1:
        return "", False
    group = "air" if state.movers[state.side] == "surface" else "surface"
    if generate(state.board, state.side, GROUPS[group][state.side]):
        return group, False
    return ("surface" if group == "air" else "air"), True


def seat_to_move(state: State, group: str) -> Seat:
    """Return who moves that group: its seat, or the teammate if that seat has conceded."""
    seats = active_seats(state, state.side)
    wanted = f"{SIDES[state.side]}-{group}" if group else SIDES[state.side]
    return wanted if wanted in seats else seats[0]


def owing(state: State) -> frozenset[Seat]:
    if state.phase == "over":
        return frozenset()
    if state.phase == "setup":
        return frozenset(
            seat for side in (0, 1) if state.options.enhanced[side] for seat in active_seats(state, side)
        )
    return frozenset({seat_to_move(state, group_to_move(state)[0])})


def phase_of(state: State) -> Phase:
    return Phase(state.phase, state.turn, owing(state), state.phase == "setup")


def view_of(state: State, seat: Seat | None) -> View:
    mover, replaces, group = None, None, ""
    if state.phase == "play":
        group, stands_in = group_to_move(state)
        mover = seat_to_move(state, group)
        absent = f"{SIDES[state.side]}-{'surface' if group == 'air' else 'air'}"
        if stands_in and absent != mover and absent not in state.conceded:
            replaces = absent
    return View(
        seat=seat,
        seats=state.options.seats(),
        options=state.options,
        phase=phase_of(state),
        board=state.board,
        enhanced=state.enhanced,
        side=state.side,
        mover=mover,
        replaces=replaces,
        group=group,
        ply=state.ply,
        quiet=state.quiet,
        score=score(state),
        lost=state.lost,
        conceded=state.conceded,
        offers=state.offers,
        last=state.last,
        outcome=state.outcome,
    )
