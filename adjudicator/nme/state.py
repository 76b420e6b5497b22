"""The options and the state of NME, what one derives from it, and the view of a seat.

Nothing is hidden in a state. In JSON it is a readable position with everything in it; in a position all but
`pieces` may be left out (docs/nme.md shows the form).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from adjudicator.codec import (
    Codec,
    JsonKey,
    PlayedSeat,
    Scope,
    as_object,
    dump_state,
    index_of,
    load_state,
    on_board,
    one_of,
    optional,
    pieces,
)
from adjudicator.errors import PositionError
from adjudicator.game import Outcome, Phase, Seat
from adjudicator.nme import text
from adjudicator.nme.board import (
    ARMIES,
    ARMY_OF,
    EMPTY,
    KIND_OF,
    KINDS,
    LETTERS,
    NOBODY,
    Board,
    sorted_letters,
)
from adjudicator.options import GameOptions, number, switch


@dataclass(frozen=True, slots=True)
class NmeOptions(GameOptions):
    """The complete options. players: 3, or 2 for Protect the Ally."""

    players: int = number(
        3,
        text.PLAYERS,
        text.PLAYERS_DECIDES,
        least=2,
        most=3,
    )
    quiet_rounds: int = number(
        50,
        text.QUIET_ROUNDS,
        text.QUIET_ROUNDS_DECIDES,
        most=500,
    )
    gray_guard: bool = switch(
        True,
        text.GRAY_GUARD,
        text.GRAY_GUARD_DECIDES,
    )

    @property
    def ally(self) -> bool:
        """Whether this is Protect the Ally."""
        return self.players == 2

    def seats(self) -> tuple[Seat, ...]:
        return ("black", "white") if self.ally else ARMIES


read_options = NmeOptions.read


# -- How the fields of a state are written in JSON, and read


_SPACE = "space; they are written like C4, C4n and C4s"
PHASES = ("play", "over")
WAYS = ("move", "capture", "naval_one", "flank", "trade")

Prisoners = tuple[str, str, str]


_ARMY = index_of(ARMIES, "army")


def _no_gray(scope: Scope) -> Seat:
    return ARMIES[0] if scope.options.ally else ""


def _load_gray(value: object, key: str, scope: Scope) -> Seat:
    if value is None:
        return _no_gray(scope)
    if not scope.options.ally:
        raise PositionError(f"{key} belongs to Protect the Ally (players: 2)")
    if not isinstance(value, str) or value not in scope.options.seats():
        raise PositionError(f"{key} is {value!r}; it may be {', '.join(scope.options.seats())}")
    return value


def _dump_prisoners(prisoners: Sequence[str], _: Scope) -> dict[str, dict[str, str]]:
    """Write them by holder, then by the army that lost them: kinds, in the order PASNI."""
    found: dict[str, dict[str, str]] = {}
    for holder, held in zip(ARMIES, prisoners, strict=True):
        of = found[holder] = dict[str, str]()
        for letter in held:
            army = ARMIES[ARMY_OF[letter]]
            of[army] = of.get(army, "") + KIND_OF[letter]
    return found


def _load_prisoners(value: object, key: str, scope: Scope) -> Prisoners:
    held = dict.fromkeys(ARMIES, "")
    for holder, lost in as_object(value, key).items():
        for army in (holder, *(lost if isinstance(lost, Mapping) else ())):
            _ARMY.load(army, key, scope)
        if not isinstance(lost, Mapping):
            raise PositionError(f'{key} are by holder and army: {{"black": {{"gray": "II"}}}}')
        for army, kinds in lost.items():
            if army == holder or not isinstance(kinds, str) or not set(kinds) <= set(KINDS):
                raise PositionError(f"{key} of {holder}: letters of other armies' pieces, such as IIS")
            held[holder] += "".join(LETTERS[ARMIES.index(army)][KINDS.index(kind)] for kind in kinds)
    black, gray, white = (sorted_letters(letters) for letters in held.values())
    return black, gray, white


Army = Annotated[int, _ARMY]
ArmyOrNobody = Annotated[int, optional(_ARMY, none=NOBODY)]
Space = Annotated[int, on_board(_SPACE)]
PhaseName = Annotated[str, one_of(*PHASES)]
Way = Annotated[str, one_of(*WAYS, missing="move")]
Mover = Annotated[Seat, one_of(*ARMIES, missing=ARMIES[0])]
MovedKind = Annotated[str, one_of(*KINDS, missing="P")]
TakenKind = Annotated[str, one_of("", *KINDS, missing="")]
TradedFor = Annotated[str, one_of("", *KINDS[1:], missing="")]
GrayNext = Annotated[Seat, Codec(lambda seat, _: seat or None, _load_gray, _no_gray)]
Held = Annotated[Prisoners, Codec(_dump_prisoners, _load_prisoners)]
Pieces = Annotated[
    str,
    pieces(
        {letter: (ARMIES[army], KIND_OF[letter]) for letter, army in ARMY_OF.items()},
        _SPACE,
        '{"black": {"A4s": "P", …}, "gray": {…}, "white": {…}}',
        kinds=tuple(KINDS),
        owners=lambda _: ARMIES,
        whose="armies",
    ),
]


BLACK, GRAY, WHITE = range(3)


@dataclass(frozen=True, slots=True)
class LastMove:
    """The newest move on the board. army: the one that moved; seat: who moved it; origin, target: spaces.

    piece:  the kind that moved
    taken:  the kind of what was captured, "" nothing;  of: whose that was, or NOBODY
    how:    "naval_one" also when it captures
    traded: the kind that appeared on the target in a trade, ""
    """

    army: Army
    seat: Mover
    origin: Space
    target: Space
    piece: MovedKind
    taken: TakenKind
    of: ArmyOrNobody
    how: Way
    traded: TradedFor = ""


@dataclass(frozen=True, slots=True)
class Fall:
    """An army that is out. by: the army that assassinated its President; NOBODY: it conceded or had to
    forfeit."""

    army: Army
    by: ArmyOrNobody


class Flank(NamedTuple):
    """A right of an army to a flanking capture on that hexagon, on its next turn."""

    army: Army
    hexagon: Space


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game; its fields are the keys of a position, too.

    board:      see `adjudicator.nme.board`
    army:       whose turn it is;  ply: turns and passes made
    gray_next:  Protect the Ally: who makes Gray's next turn (or makes it now); "" with three seats
    prisoners:  by the army that holds them, letters of captured pieces, by army and kind
    flanks:     rights to a flanking capture
    falls:      armies that are out, in that order
    quiet:      full rounds since a capture, an Infantry move or a trade
    round_done: the armies that had their turn in the round since then that is not full yet
    passes:     passes in a row, the newest turns
    offers:     the seats that have voted for a draw
    n:          the number of the next chance result
    """

    board: Annotated[Pieces, JsonKey("pieces")]
    options: NmeOptions
    phase: PhaseName = "play"
    turn: int = 0
    army: Annotated[Army, JsonKey("to_move")] = BLACK
    gray_next: GrayNext = ""
    ply: int = 0
    prisoners: Held = ("", "", "")
    flanks: frozenset[Flank] = frozenset()
    falls: tuple[Fall, ...] = ()
    quiet: int = 0
    round_done: frozenset[Army] = frozenset()
    passes: int = 0
    offers: frozenset[PlayedSeat] = frozenset()
    last: LastMove | None = None
    outcome: Outcome | None = None
    n: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """The game as one seat sees it (seat None: the public). All of it may be shown to everyone.

    state: everything on the board; an NME state has no secrets
    mover: the seat that moves now, None at the end
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
        """The army of the view's seat; None for the public."""
        return ARMIES.index(self.seat) if self.seat in ARMIES else None


def living(state: State) -> tuple[int, ...]:
    """Return the armies that are not out, clockwise from Black."""
    if not state.falls:  # asked so often that this is worth a line
        return BLACK, GRAY, WHITE
    out = {fall.army for fall in state.falls}
    return tuple(army for army in range(3) if army not in out)


def living_seats(state: State) -> tuple[Seat, ...]:
    """Return the seats whose army is not out."""
    return tuple(seat for seat in state.options.seats() if ARMIES.index(seat) in living(state))


def next_army(state: State, after: int) -> int:
    """Return whose turn follows that army's. Source: Turn order, "skipping the dead"."""
    alive = living(state)
    return next(army for army in ((after + step) % 3 for step in (1, 2, 3)) if army in alive)


def mover(state: State) -> Seat:
    """Return the seat that moves the army whose turn it is."""
    return state.gray_next if state.gray_next and state.army == GRAY else ARMIES[state.army]


def kills(state: State, army: int) -> int:
    """Count an army's assassinations."""
    return sum(fall.by == army for fall in state.falls)


def phase_of(state: State) -> Phase:
    owing = frozenset() if state.phase == "over" else frozenset({mover(state)})
    return Phase(state.phase, state.turn, owing, sealed=False)


def view_of(state: State, seat: Seat | None) -> View:
    return View(seat, state, phase_of(state), None if state.phase == "over" else mover(state))


def show_view(board: Board, view: View) -> dict[str, Any]:
    """Write a view as JSON values: the state, and who sees it and moves."""
    return dump_state(view.state, board) | {
        "seat": view.seat,
        "seats": list(view.seats),
        "owing": sorted(view.phase.owing),
        "mover": view.mover,
        "living": [ARMIES[army] for army in living(view.state)],
    }


def load_checked(board: Board, data: Mapping[str, Any]) -> State:
    """Read a state from its JSON values, or from a position. Raises PositionError."""
    state = load_state(State, data, read_options, board)
    _check(board, state)
    return state


def _check(board: Board, state: State) -> None:
    """Refuse what the rules could not play on, or what says two things. PositionError."""
    if (state.phase == "over") != (state.outcome is not None):
        raise PositionError("an outcome stands in a finished game, and only there")
    for space, letter in enumerate(state.board):
        if KIND_OF.get(letter) == "N" and (space < board.hexagons or space in board.black):
            raise PositionError(f"a Navy stands on a star that is not black, so not on {board.names[space]}")
    for army, space in state.flanks:
        there = state.board[space]
        if space >= board.hexagons or there == EMPTY or ARMY_OF[there] == army:
            raise PositionError(
                f"flanks: another army's piece stands on the hexagon, not so on {board.names[space]}"
            )
    if len({fall.army for fall in state.falls}) < len(state.falls) or any(
        fall.by == fall.army for fall in state.falls
    ):
        raise PositionError("an army falls once, and not by its own hand")
    if state.options.ally and state.falls:
        raise PositionError("in Protect the Ally no army is out before the end")
    for army, letters in enumerate(LETTERS):
        if state.board.count(letters[0]) > 1:
            raise PositionError(f"{ARMIES[army]} has one President at the most")
    if state.phase == "over":
        return
    alive = living(state)
    for army, letters in enumerate(LETTERS):
        if (letters[0] in state.board) != (army in alive):
            raise PositionError(
                f"{ARMIES[army]}: a living army has its President on the board; one that is out has none and "
                "stands in falls"
            )
        if army not in alive and state.prisoners[army]:
            raise PositionError(f"{ARMIES[army]} is out: it holds no prisoners")
    if any(LETTERS[army][0] in held for army in alive for held in state.prisoners):
        raise PositionError("the President of a living army is nobody's prisoner")
    if len(alive) < 2:
        raise PositionError("one President is left, so the game is over")
    if state.army not in alive:
        raise PositionError(f"{ARMIES[state.army]} is out, so it is not to move")
    if state.offers - set(living_seats(state)):
        raise PositionError("a seat that is out does not vote for a draw")
    if state.offers == set(living_seats(state)):
        raise PositionError("all have agreed to a draw, so the game is over")
    if state.passes >= len(alive) or state.round_done.issuperset(alive):
        raise PositionError("passes and round_done are less than a full round")
    if state.options.quiet_rounds and state.quiet >= state.options.quiet_rounds:
        raise PositionError("the quiet rounds are over, so the game is")
    if any(army not in alive for army, _ in state.flanks):
        raise PositionError("an army that is out has no right to flank")
