"""What can happen in Commander-In-Chief. Squares are names, pieces are letters (capitals)."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator import base_game
from adjudicator.base_game import event_kinds
from adjudicator.game import Event, Seat

DrawOffered = base_game.DrawOffered
DrawLapsed = base_game.DrawLapsed


class Started(Event):
    """The game began; `seats` in order of play, `first` is the phase that it begins with."""

    seats: tuple[Seat, ...]
    first: str


class EnhancementsRevealed(Event):
    """Both sides' choices, together."""

    dark: tuple[str, ...]
    light: tuple[str, ...]


class Replaced(Event):
    """`seat` had no legal move; its teammate `by` moves for this turn."""

    seat: Seat
    by: Seat


class Moved(Event):
    """A piece went to an empty square."""

    seat: Seat
    piece: str
    origin: str
    target: str


class Captured(Event):
    """A piece went to an enemy's square and took what stood there, worth `value` points."""

    seat: Seat
    piece: str
    origin: str
    target: str
    taken: str
    value: int


class Attacked(Event):
    """An attack took the enhancement of the piece `hit` on `target`; nothing moved."""

    seat: Seat
    piece: str
    origin: str
    target: str
    hit: str


class Promoted(Event):
    """An Amphibian on `square` became a King Amphibian."""

    seat: Seat
    square: str


class Conceded(base_game.Conceded):
    """A seat gave up. In a team, `by` plays on with both groups; None: the side has lost."""

    by: Seat | None


class GameOver(base_game.GameOver):
    """The end, with the points of each side."""

    score: Mapping[str, int]


REASONS = {
    "commander_captured": "the enemy Commander was captured",
    "conceded": "the other side conceded",
    "agreed": "a draw was agreed",
    "no_legal_move": "the side to move has no legal move",
    "round_limit": "the last round is over",
    "quiet_rounds": "too many rounds without a capture, an attack or a promotion",
}

EVENTS = event_kinds(globals())
