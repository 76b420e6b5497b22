"""The options and the state of Commander-In-Chief, what one derives from it, and the view of a seat.

A state holds no secrets: the choice of enhanced pieces is an order, kept sealed until the reveal. In JSON it
is a readable position with everything in it; in a position all but `pieces` may be left out (docs/cic.md
shows it).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from adjudicator.cic import text
from adjudicator.cic.board import EMPTY, GROUPS, INDEX, NAMES, REGIONS, SQUARES, VALUES, generate, start_board
from adjudicator.cic.orders import ATTACK, CAPTURE, MOVE
from adjudicator.codec import (
    JsonKey,
    PlayedSeat,
    Scope,
    Spaces,
    by_name,
    field_table,
    index_of,
    letters,
    load_state,
    on_board,
    one_of,
    pieces,
    same,
)
from adjudicator.errors import PositionError
from adjudicator.game import Outcome, Phase, Seat
from adjudicator.options import GameOptions, choice, number, per_side

SIDES = ("dark", "light")
"""Dark moves first."""


@dataclass(frozen=True, slots=True)
class CicOptions(GameOptions):
    """The complete options. enhanced: Dark's number, Light's number."""

    objective: str = choice(
        "commander",
        text.OBJECTIVE,
        text.OBJECTIVE_DECIDES,
        choices=("commander", "points"),
    )
    enhanced: tuple[int, int] = per_side(
        0,
        text.ENHANCED,
        text.ENHANCED_DECIDES,
        most=5,
        sides=SIDES,
    )
    teams: str = choice(
        "none",
        text.TEAMS,
        text.TEAMS_DECIDES,
        choices=("none", "dark", "light", "both"),
    )
    round_limit: int = number(
        40,
        text.ROUND_LIMIT,
        text.ROUND_LIMIT_DECIDES,
        least=1,
        most=500,
    )
    quiet_rounds: int = number(
        50,
        text.QUIET_ROUNDS,
        text.QUIET_ROUNDS_DECIDES,
        most=500,
    )

    def seats(self) -> tuple[Seat, ...]:
        """List every seat, Dark's first; Surface before Air, since it makes its side's first move."""
        return seats_of(self.teams)


read_options = CicOptions.read


@cache
def seats_of(teams: str, side: int | None = None) -> tuple[Seat, ...]:
    """List the seats of a game with that option `teams`, or of one side of it (0 Dark, 1 Light)."""
    if side is None:
        return seats_of(teams, 0) + seats_of(teams, 1)
    name = SIDES[side]
    return (f"{name}-surface", f"{name}-air") if teams in (name, "both") else (name,)


# -- How the fields of a state are written in JSON, and read


PHASES = ("setup", "play", "over")
_SQUARE = "square; they are a1 to h8"
_SPACES = Spaces(SQUARES, INDEX)

Square = Annotated[int, on_board(_SQUARE, lambda _: _SPACES)]
Side = Annotated[int, index_of(SIDES, "side")]
PhaseName = Annotated[str, one_of(*PHASES)]
Groups = Annotated[tuple[str, str], by_name(SIDES, one_of("", "air", "surface"), "side", empty="")]
Lost = Annotated[tuple[str, str], by_name(SIDES, letters(NAMES, "AAT"), "side", empty="")]
Mover = Annotated[Seat, same(lambda value, _: str(value), lambda _: "")]
Sign = Annotated[str, one_of(MOVE, CAPTURE, ATTACK, missing=MOVE)]
Piece = Annotated[str, one_of(*NAMES)]
Taken = Annotated[str, one_of("", *NAMES, missing="")]
Promoted = Annotated[bool, same(lambda value, _: bool(value), lambda _: False)]
PIECES = pieces(
    {(letter if side == "light" else letter.lower()): (side, letter) for side in SIDES for letter in NAMES},
    _SQUARE,
    '{"dark": {"h8": "C", …}, "light": {"a1": "C", …}}',
    kinds=tuple(NAMES),
    owners=lambda _: SIDES,
    whose="sides",
    board=lambda _: _SPACES,
)
Pieces = Annotated[str, PIECES]


@dataclass(frozen=True, slots=True)
class LastMove:
    """The newest move. piece, taken: letters (taken: captured, or hit by an attack; "" none).

    promoted: whether the piece became a King Amphibian in this move
    """

    seat: Mover
    origin: Square
    target: Square
    sign: Sign
    piece: Piece
    taken: Taken
    promoted: Promoted


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

    board: Annotated[Pieces, JsonKey("pieces")]
    options: CicOptions
    phase: PhaseName = "play"
    turn: int = 0
    side: Annotated[Side, JsonKey("to_move")] = 0
    ply: int = 0
    quiet: int = 0
    enhanced: frozenset[Square] = frozenset()
    movers: Groups = ("", "")
    lost: Lost = ("", "")
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
    def number(self) -> int:
        """The turn being played, from 1, as headlines count it: a choice of enhanced pieces is the first."""
        return max(self.phase.turn, self.ply) + 1

    @property
    def last_number(self) -> int:
        """The last turn of a points game."""
        return 2 * self.options.round_limit + max(self.phase.turn - self.ply, 0)

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
    # A position may begin late in a game.
    number = state.ply + 1 if state.ply > state.turn else None
    return Phase(state.phase, state.turn, owing(state), state.phase == "setup", number=number)


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


_SHOWN = (
    *("seat", "seats", "options", "phase", "turn", "owing", "pieces", "enhanced", "to_move", "mover"),
    *("replaces", "group", "round", "ply", "quiet", "score", "lost", "conceded", "offers", "last", "outcome"),
)
"""The keys of a view, in their order."""


def show_view(view: View) -> dict[str, Any]:
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


def load_checked(data: Mapping[str, Any]) -> State:
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
