"""What can happen in Commander-In-Chief. Squares are names, pieces are letters (capitals)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator import common
from adjudicator.game import Event, Seat

DrawOffered = common.DrawOffered
DrawLapsed = common.DrawLapsed


@dataclass(frozen=True, kw_only=True)
class Started(Event):
    """The game began; `seats` in order of play, `first` is the phase that it begins with."""

    seats: tuple[Seat, ...]
    first: str


@dataclass(frozen=True, kw_only=True)
class EnhancementsRevealed(Event):
    """Both sides' choices, together."""

    dark: tuple[str, ...]
    light: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Replaced(Event):
    """`seat` had no legal move; its teammate `by` moves for this turn."""

    seat: Seat
    by: Seat


@dataclass(frozen=True, kw_only=True)
class Moved(Event):
    """A piece went to an empty square."""

    seat: Seat
    piece: str
    origin: str
    target: str


@dataclass(frozen=True, kw_only=True)
class Captured(Event):
    """A piece went to an enemy's square and took what stood there, worth `value` points."""

    seat: Seat
    piece: str
    origin: str
    target: str
    taken: str
    value: int


@dataclass(frozen=True, kw_only=True)
class Attacked(Event):
    """An attack took the enhancement of the piece `hit` on `target`; nothing moved."""

    seat: Seat
    piece: str
    origin: str
    target: str
    hit: str


@dataclass(frozen=True, kw_only=True)
class Promoted(Event):
    """An Amphibian on `square` became a King Amphibian."""

    seat: Seat
    square: str


@dataclass(frozen=True, kw_only=True)
class Conceded(Event):
    """A seat gave up. In a team, `by` plays on with both groups; None: the side has lost."""

    seat: Seat
    by: Seat | None


@dataclass(frozen=True, kw_only=True)
class GameOver(Event):
    """The end. reason: one of `REASONS`; places: 1 is best; score: points by side."""

    reason: str
    places: Mapping[Seat, int]
    score: Mapping[str, int]


REASONS = {
    "commander_captured": "the enemy Commander was captured",
    "conceded": "the other side conceded",
    "agreed": "a draw was agreed",
    "no_legal_move": "the side to move has no legal move",
    "round_limit": "the last round is over",
    "quiet_rounds": "too many rounds without a capture, an attack or a promotion",
}

EVENTS = (
    Started,
    EnhancementsRevealed,
    Replaced,
    Moved,
    Captured,
    Attacked,
    Promoted,
    DrawOffered,
    DrawLapsed,
    Conceded,
    GameOver,
)
