"""What can happen in NME. Spaces are names, pieces are kinds (P A S N I), armies are names such as "gray"."""

from __future__ import annotations

from adjudicator import base_game
from adjudicator.base_game import event_kinds
from adjudicator.game import Event, Seat

Conceded = base_game.Conceded
DrawOffered = base_game.DrawOffered
GameOver = base_game.GameOver


class Started(Event):
    """The game began; `armies` in the order of play, `seats` the seats."""

    seats: tuple[Seat, ...]
    armies: tuple[str, ...]


class Moved(Event):
    """A piece of `army` went to an empty space, moved by `seat`. naval_one: by that right."""

    army: str
    seat: Seat
    piece: str
    origin: str
    target: str
    naval_one: bool


class Captured(Event):
    """A piece took `taken`, which was `of`'s. dead: that army was out, so the piece is removed and no
    prisoner.

    naval_one, flank: by which right, if not by an ordinary move
    """

    army: str
    seat: Seat
    piece: str
    origin: str
    target: str
    taken: str
    of: str
    dead: bool
    naval_one: bool
    flank: bool


class FlankRight(Event):
    """`army` lost an Infantry on `hexagon` and may capture the capturer there by flanking on its next
    turn."""

    army: str
    hexagon: str


class Traded(Event):
    """An Infantry that entered a base star was traded: `holder` has it now, and `piece` stands on
    `target`."""

    army: str
    seat: Seat
    origin: str
    target: str
    piece: str
    holder: str


class Assassinated(Event):
    """`by`'s piece captured `army`'s President, moved by `seat`."""

    army: str
    by: str
    seat: Seat


class ArmyOut(Event):
    """`army` is out: its pieces stay, without value, and the prisoners that it held are gone for good."""

    army: str


class Passed(Event):
    """`army` had no legal move."""

    army: str
    seat: Seat


class VoteWithdrawn(Event):
    """`seat` moved on the board: its vote for a draw is gone."""

    seat: Seat


class Forfeited(Event):
    """The game master ruled that a seat has lost: as if it had conceded."""

    seat: Seat


class Penalised(Event):
    """The game master removed the Infantry of `seat` that stood on `space`; it is nobody's prisoner."""

    seat: Seat
    space: str


REASONS = {
    "last_president": "one President is left",
    "compromise": "a Compromise: only the two Presidents are left",
    "presidents_only": "only the two Presidents are left, after a concession",
    "agreed": "a draw was agreed",
    "all_passed": "every army passed",
    "quiet_rounds": "too many rounds without a capture, an Infantry move or a trade",
    "gray_assassinated": "the Gray army captured the opponent's President",
    "ally_assassinated": "the Gray President was captured",
    "stalemate": "one President captured the other's with the own army",
    "conceded": "the opponent conceded",
}

EVENTS = event_kinds(globals())
