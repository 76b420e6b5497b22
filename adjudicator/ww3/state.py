"""The options and the state of WW3, what one derives from it, and the view of a seat.

A view is the state with everything masked that the seat may not know. In JSON a state is a readable position
with everything in it; in a position all but `pieces` may be left out (docs/ww3.md shows the form).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from adjudicator.codec import (
    Codec,
    JsonKey,
    PlayedSeat,
    Scope,
    by_name,
    checked,
    codec_of,
    dump_state,
    index_of,
    letters,
    load_state,
    on_board,
    one_of,
    optional,
    pieces,
    played_seats,
)
from adjudicator.errors import PositionError
from adjudicator.game import Outcome, Phase, Seat
from adjudicator.options import GameOptions, number, switch
from adjudicator.ww3 import text
from adjudicator.ww3.board import (
    EMPTY,
    HIDDEN,
    KIND_OF,
    KINDS,
    LETTER_OF,
    LETTERS,
    NUMBERS,
    SEAT_OF,
    SEATS,
    Board,
)
from adjudicator.ww3.ways import Direction


@dataclass(frozen=True, slots=True)
class Ww3Options(GameOptions):
    """The complete options."""

    players: int = number(4, *text.PLAYERS, least=2, most=4)
    fog: bool = switch(False, *text.FOG)
    quiet_rounds: int = number(
        50,
        *text.QUIET_ROUNDS,
        most=500,
    )

    def seats(self) -> tuple[Seat, ...]:
        """List the seats in the game, clockwise from Red. Source: Board; a Ruling."""
        return {2: ("red", "silver"), 3: ("red", "blue", "silver")}.get(self.players, SEATS)


read_options = Ww3Options.read


# -- How the fields of a state are written in JSON, and read


_POINT = "point; they are written like d4"
PHASES = ("setup", "play", "over")
RESULTS = ("moved", "won", "lost", "bounced", "skipped")


def _no_pieces(scope: Scope) -> str:
    """Return the empty board of the set-up. Raises PositionError in any other phase."""
    if scope.data.get("phase") != "setup":
        raise PositionError(text.PIECES_NEEDED(example=text.EXAMPLE))
    return EMPTY * len(scope.board.names)


def _read_way(value: object, key: str) -> Direction:
    if (
        not isinstance(value, list)
        or len(value) != 2
        or any(isinstance(part, bool) or part not in (-1, 0, 1) for part in value)
        or value == [0, 0]
    ):
        raise PositionError(text.WAY_FORM(key=key))
    return int(value[0]), int(value[1])


Point = Annotated[int, on_board(_POINT)]
SeatIndex = Annotated[int, index_of(SEATS, "seat", among=played_seats)]
OtherSeat = Annotated[int, optional(codec_of(SeatIndex), none=-1)]
Kind = Annotated[str, one_of("", *KINDS)]
PhaseName = Annotated[str, one_of(*PHASES)]
Result = Annotated[str, one_of(*RESULTS)]
StepPath = Annotated[
    tuple[int, ...],
    checked(codec_of(tuple[Point, ...]), lambda path: 2 <= len(path) <= 3, "two or three points"),
]
Pieces = Annotated[
    str,
    pieces(
        {letter: (SEATS[seat], KIND_OF[letter]) for letter, seat in SEAT_OF.items()},
        _POINT,
        text.EXAMPLE,
        kinds=tuple(KINDS),
        owners=played_seats,
        whose="seats",
        noun="unit",
        missing=_no_pieces,
    ),
]
Texts = Annotated[
    tuple[str, str, str, str], by_name(SEATS, letters(KINDS, "SSP"), "seat", empty="", among=played_seats)
]
Ways = Annotated[
    tuple[Direction | None, Direction | None, Direction | None, Direction | None],
    by_name(
        SEATS,
        optional(Codec(lambda way, _: list(way), lambda value, key, _: _read_way(value, key))),
        "seat",
        empty=None,
        among=played_seats,
        sparse=True,
    ),
]


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
    phase: PhaseName = "play"
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


def show_view(board: Board, view: View) -> dict[str, Any]:
    """Write a view as JSON values: the state as its seat may know it, and who sees it and moves."""
    return dump_state(view.state, board) | {
        "seat": view.seat,
        "seats": list(view.seats),
        "owing": sorted(view.phase.owing),
        "mover": view.mover,
        "living": list(living_seats(view.state)),
    }


def load_checked(board: Board, data: Mapping[str, Any]) -> State:
    """Read a state from its JSON values, or from a position. Raises PositionError."""
    state = load_state(State, data, read_options, board)
    _check(board, state)
    return state


def _check(board: Board, state: State) -> None:
    """Refuse what the rules could not play on, or what says two things. PositionError."""
    if (state.phase == "over") != (state.outcome is not None):
        raise PositionError(text.OUTCOME_AT_END)
    if len(set(state.out)) < len(state.out):
        raise PositionError(text.OUT_ONCE)
    if any(state.board[point] == EMPTY for point in state.known):
        raise PositionError(text.KNOWN_EMPTY)
    if state.known and not state.options.fog:
        raise PositionError(text.KNOWN_NO_FOG)
    alive = living(state)
    for letter in state.board:
        if letter != EMPTY and SEAT_OF[letter] not in alive:
            raise PositionError(text.OUT_HAS_UNITS(seat=SEATS[SEAT_OF[letter]]))
    for seat in playing(state):
        for kind, most in NUMBERS.items():
            if state.board.count(LETTER_OF[seat, kind]) > most:
                raise PositionError(text.TOO_MANY(seat=SEATS[seat], most=most, kind=kind))
    if state.phase == "over":
        return
    if len(alive) < 2:
        raise PositionError(text.ONE_LEFT)
    if state.offers - set(living_seats(state)):
        raise PositionError(text.OUT_OFFERS)
    if state.offers.issuperset(living_seats(state)):
        raise PositionError(text.ALL_AGREED)
    if state.phase == "setup":
        if any(letter != EMPTY for letter in state.board):
            raise PositionError(text.SETUP_EMPTY)
        return
    for seat in alive:
        if LETTER_OF[seat, "B"] not in state.board:
            raise PositionError(text.NO_BASE(seat=SEATS[seat]))
    if state.seat not in alive:
        raise PositionError(text.OUT_MOVES(seat=SEATS[state.seat]))
    if not state.round_done <= set(alive) or state.round_done.issuperset(alive):
        raise PositionError(text.ROUND_DONE)
    if state.options.quiet_rounds and state.quiet >= state.options.quiet_rounds:
        raise PositionError(text.QUIET_OVER)
    if only_bases(state.board):
        raise PositionError(text.ONLY_BASES)
