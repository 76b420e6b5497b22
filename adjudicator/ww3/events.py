"""What can happen in WW3. Points are names, kinds are N A T C P S B, seats are names such as "red".

Under fog `piece` and `pieces` are empty where the kind is not known to everybody.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator import base_game
from adjudicator.base_game import event_kinds
from adjudicator.game import Event, Seat

Conceded = base_game.Conceded
DrawOffered = base_game.DrawOffered
DrawLapsed = base_game.DrawLapsed
GameOver = base_game.GameOver


class Started(Event):
    """The game began with these seats, clockwise."""

    seats: tuple[Seat, ...]


class Deployed(Event):
    """A seat's units stand on these points. pieces: point -> kind, empty under fog."""

    seat: Seat
    points: tuple[str, ...]
    pieces: Mapping[str, str]


class Begins(Event):
    """A seat rolled the highest and begins."""

    seat: Seat


class Moved(Event):
    """A unit went along these points to an empty one; all of them are named, also an Air Craft's."""

    seat: Seat
    piece: str
    path: tuple[str, ...]


class Met(Event):
    """A unit reached another seat's: `piece` of `seat` came along `path` to where `defender` of `of` stood.

    winner: "attacker" (it stands there now), "defender" (it stays), or "none": two Nuclear Bombs under fog,
    and the attacker is back where it stood
    """

    seat: Seat
    piece: str
    path: tuple[str, ...]
    of: Seat
    defender: str
    winner: str


class Skipped(Event):
    """The second Soldier of a pair could not move any more after the first."""

    seat: Seat
    path: tuple[str, ...]


class SeatOut(Event):
    """`seat` is out: `by` took its Base, or None: it conceded. points, pieces: its units, which leave."""

    seat: Seat
    by: Seat | None
    points: tuple[str, ...]
    pieces: Mapping[str, str]


class Passed(Event):
    """`seat` had no legal move."""

    seat: Seat


REASONS = {
    "last_base": "one Base is left",
    "only_bases": "only Bases are left",
    "quiet_rounds": "too many rounds in which no unit left the board",
    "agreed": "a draw was agreed",
    "conceded": "all others are out, the last one by concession",
}

EVENTS = event_kinds(globals())
