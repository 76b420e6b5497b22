"""The state of a game of WW3, what one derives from it, and the view of a seat: the state with everything
masked that the seat may not know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from adjudicator.codec import JsonKey, PlayedSeat
from adjudicator.game import Outcome, Phase, Seat
from adjudicator.ww3 import json_fields as fields
from adjudicator.ww3.board import EMPTY, HIDDEN, KIND_OF, LETTERS, SEAT_OF, SEATS, Direction
from adjudicator.ww3.json_fields import (
    Kind,
    OtherSeat,
    Pieces,
    Point,
    Result,
    SeatIndex,
    StepPath,
    Texts,
    Ways,
)
from adjudicator.ww3.options import Ww3Options


@dataclass(frozen=True, slots=True)
class LastStep:
    """What one unit did in the newest turn.

    path:   its points, the first where it stood; all of them, also of an Air Craft
    piece:  its kind, "" where that is not known
    of:     the seat whose unit it met, -1 none;  met: that unit's kind, ""
    result: "skipped": the second of a pair could not move any more
    """

    path: StepPath
    piece: Kind = ""
    of: OtherSeat = -1
    met: Kind = ""
    result: Result = "moved"


@dataclass(frozen=True, slots=True)
class Last:
    """The newest turn on the board. seat: whose; steps: one, or two of a pair of Soldiers."""

    seat: SeatIndex
    steps: tuple[LastStep, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game; its fields are the keys of a position, too.

    board:      see `adjudicator.ww3.board`; in a view under fog with units of unknown kinds
    seat:       whose turn it is (in `SEATS`);  ply: turns and passes made
    known:      under fog: points with units whose kind everybody knows
    lost:       by seat, kinds of its units that fell in meetings, in that order
    gone:       by seat, kinds of its units that left when it went out
    out:        seats that are out, in that order
    ways:       by seat, the direction in which its Air Craft moved on its newest turn; None: it did not
    quiet:      full rounds since a unit left the board
    round_done: the seats that had their turn in the round since then that is not full yet
    offers:     the seats that offer a draw, or have agreed to one
    n:          the number of the next chance result
    """

    board: Annotated[Pieces, JsonKey("pieces")]
    options: Ww3Options
    phase: fields.PhaseName = "play"
    turn: int = 0
    seat: Annotated[SeatIndex, JsonKey("to_move")] = 0
    ply: int = 0
    known: frozenset[Point] = frozenset()
    lost: Texts = ("", "", "", "")
    gone: Texts = ("", "", "", "")
    out: tuple[SeatIndex, ...] = ()
    ways: Ways = (None, None, None, None)
    quiet: int = 0
    round_done: frozenset[SeatIndex] = frozenset()
    offers: frozenset[PlayedSeat] = frozenset()
    last: Last | None = None
    outcome: Outcome | None = None
    n: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """The game as one seat sees it (seat None: the public).

    state: as that seat may know it: under fog enemies' kinds are masked until they met somebody
    mover: the seat that moves now; None in the set-up and at the end
    """

    seat: Seat | None
    state: State
    phase: Phase
    mover: Seat | None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.state.options.seats()

    @property
    def board(self) -> str:
        return self.state.board

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def own(self) -> int | None:
        """The index of the view's seat; None for the public."""
        return SEATS.index(self.seat) if self.seat in SEATS else None


def playing(state: State) -> tuple[int, ...]:
    """Return the seats of the game, out or not, clockwise from Red."""
    return tuple(SEATS.index(seat) for seat in state.options.seats())


def living(state: State) -> tuple[int, ...]:
    """Return the seats that are not out, clockwise from Red."""
    return tuple(seat for seat in playing(state) if seat not in state.out)


def living_seats(state: State) -> tuple[Seat, ...]:
    return tuple(SEATS[seat] for seat in living(state))


def next_seat(state: State, after: int) -> int:
    """Return whose turn follows that seat's. Source: Setup and order, "then clockwise"."""
    alive = living(state)
    return next(seat for seat in ((after + step) % 4 for step in range(1, 5)) if seat in alive)


def phase_of(state: State) -> Phase:
    if state.phase == "over":
        return Phase("over", state.turn, frozenset(), sealed=False)
    if state.phase == "setup":
        owing = frozenset(living_seats(state))
        return Phase("setup", state.turn, owing, sealed=True, until_end=state.options.fog)
    return Phase("play", state.turn, frozenset({SEATS[state.seat]}), sealed=False)


def view_of(state: State, seat: Seat | None) -> View:
    mover = SEATS[state.seat] if state.phase == "play" else None
    return View(seat, masked(state, seat), phase_of(state), mover)


def masked(state: State, seat: Seat | None) -> State:
    """Mask what a seat may not know of the state. Source: Setup and order, option `fog`."""
    if not state.options.fog or state.phase != "play":
        return state
    own = SEATS.index(seat) if seat in SEATS else -1
    spaces = "".join(
        letter
        if letter == EMPTY or SEAT_OF[letter] == own or point in state.known
        else LETTERS[SEAT_OF[letter]][-1]
        for point, letter in enumerate(state.board)
    )
    gone = [kinds if seat == own else HIDDEN * len(kinds) for seat, kinds in enumerate(state.gone)]
    ways: list[Direction | None] = [None] * 4
    if own >= 0:
        ways[own] = state.ways[own]
    return replace(
        state,
        board=spaces,
        gone=(gone[0], gone[1], gone[2], gone[3]),
        ways=(ways[0], ways[1], ways[2], ways[3]),
    )


def unmasked(state: State) -> State:
    """Lift the fog from a state of a game that is over by now."""
    return replace(state, options=replace(state.options, fog=False), known=frozenset())


def units(spaces: str, seat: int) -> list[int]:
    """Return the points with units of a seat."""
    letters = LETTERS[seat]
    return [point for point, letter in enumerate(spaces) if letter in letters]


def only_bases(spaces: str) -> bool:
    """Return whether nothing but Bases is left. Source: End, a Ruling."""
    return all(letter == EMPTY or KIND_OF[letter] == "B" for letter in spaces)
