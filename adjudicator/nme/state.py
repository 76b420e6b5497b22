"""The state of a game of NME, what one derives from it, and the view of a seat. Nothing is hidden in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from adjudicator.codec import JsonKey, PlayedSeat
from adjudicator.game import Outcome, Phase, Seat
from adjudicator.nme import json_fields as fields
from adjudicator.nme.board import ARMIES
from adjudicator.nme.json_fields import Army, ArmyOrNobody, GrayNext, Held, Pieces, Space
from adjudicator.nme.options import NmeOptions

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
    seat: fields.Mover
    origin: Space
    target: Space
    piece: fields.MovedKind
    taken: fields.TakenKind
    of: ArmyOrNobody
    how: fields.Way
    traded: fields.TradedFor = ""


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
    phase: fields.PhaseName = "play"
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
