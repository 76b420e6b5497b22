"""What can happen in New York 2047. Spaces are keys, units are numbers in text ("3") or Turretons ("moe").

A pair (seat, unit) names a unit of any faction. The events of a season stand in this order: supports,
battles by space, then what became of the units by seat and number, control, Turretons, homes, the count.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from adjudicator import base_game
from adjudicator.base_game import event_kinds
from adjudicator.game import Event, Seat
from adjudicator.newyork2047.board import Key

Who: TypeAlias = tuple[Seat, str]


Conceded = base_game.Conceded
DrawOffered = base_game.DrawOffered
DrawLapsed = base_game.DrawLapsed
GameOver = base_game.GameOver


class Started(Event):
    """The game began in the spring of `year`."""

    seats: tuple[Seat, ...]
    year: int


class Supported(Event):
    """A valid support: `unit` of `seat`, standing in `space`, supports (`of`, `other`): into `target`, or its
    hold in `target` (`hold`)."""

    seat: Seat
    unit: str
    space: Key
    of: Seat
    other: str
    target: Key
    hold: bool


class SupportFailed(Event):
    """A support that counts for nothing. reason: "attacked" (nullified: the units in `by` move against the
    supporter's space) or "unmatched" (the supported unit has another order)."""

    seat: Seat
    unit: str
    space: Key
    of: Seat
    other: str
    target: Key
    hold: bool
    reason: str
    by: tuple[Who, ...]


class Battle(Event):
    """A space that was attacked, or that several factions wanted.

    defender:  the faction that stood there (None: the space was empty, or everybody left it)
    defense:   its Defense Power, of `parts`: {"units": ["3", …], "home": 0 or 1, "turreton": 0 or 2,
               "supports": [[seat, unit], …]}; 0 and {} without a defender
    sides:     the factions that compete, by seat: {"seat", "power", "movers": ["1", …],
               "supports": [[seat, unit], …]}
    strongest: the single strongest side, None if several are equal
    result:    "won" (the strongest entered), "held" (its attack was weaker and is lost), "standoff" (equal
               powers, or a landing that others contest: nobody enters), "void" (it was won where everyone
               fights where he stands, but others killed the attackers, or stopped them with equal power)
    ring:      whether it was fought in a cycle where everyone fights where he stands
    """

    space: Key
    defender: Seat | None
    defense: int
    parts: Mapping[str, Any]
    sides: tuple[Mapping[str, Any], ...]
    strongest: Seat | None
    result: str
    ring: bool


class Moved(Event):
    """A unit went to another space. how: "move", "reinforce" (own units or the own Turreton stood there) or
    "battle" (it won)."""

    seat: Seat
    unit: str
    origin: Key
    target: Key
    how: str


class Stayed(Event):
    """A unit's move did not happen. reason: "standoff" (a tie, or equal to the defence), "weaker" (another
    side was stronger), "own_unit" (an own unit stays there), "terrain" (between land and water nobody
    attacks: the space is held), "landing" (from water into land that others want), "one_enters" (only one
    unit enters land), "void" (see `Battle`)."""

    seat: Seat
    unit: str
    space: Key
    target: Key
    reason: str


class Lost(Event):
    """A unit is lost. `space` is where it stood. reason: "attack_failed" (its attack on `target`), or
    "defeated" (its space was taken; target: the same). by: who beat it."""

    seat: Seat
    unit: str
    space: Key
    target: Key
    reason: str
    by: Seat


class Taken(Event):
    """Land changed hands; `before` None: it was nobody's."""

    space: Key
    seat: Seat
    before: Seat | None


class TurretonTurned(Event):
    """A Turreton is loyal to `seat` now (None: dormant)."""

    turreton: str
    space: Key
    seat: Seat | None
    before: Seat | None


class HomeLost(Event):
    """A faction's home base is controlled by another; `Relocated` or `Eliminated` follows."""

    seat: Seat
    space: Key
    by: Seat


class Eliminated(Event):
    """A faction is out: its units vanish, its `lands` go to `by`, its Turretons become dormant."""

    seat: Seat
    by: Seat
    units: tuple[str, ...]
    lands: tuple[Key, ...]


class Owes(Event):
    """A faction must choose: a new home among `relocate`, and `disband` units to give up."""

    seat: Seat
    relocate: tuple[Key, ...]
    disband: int


class Relocated(Event):
    """A home base moved. how: "ordered", "only" (there was no choice) or "default"."""

    seat: Seat
    origin: Key
    target: Key
    how: str


class Disbanded(Event):
    """A unit above the limit was given up. how: "ordered" or "default"."""

    seat: Seat
    unit: str
    space: Key
    how: str


class Appeared(Event):
    """A new unit stands in its faction's home base."""

    seat: Seat
    unit: str
    space: Key


class SeasonOver(Event):
    """The end of a season. table: {"stars", "units", "limit", "change"} by seat, `change` being stars gained
    or lost in the season."""

    year: int
    season: str
    table: Mapping[Seat, Mapping[str, int]]


REASONS = {
    "stars": "a faction controls more than 10 star spaces after fall",
    "last_left": "one faction is left",
    "last_year": "the last year is over",
    "agreed": "a draw was agreed",
}

EVENTS = event_kinds(globals())
