"""What can happen in Nemein. Tiles are names, coins are denominations in sub-units."""

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
    """The game began: both seats choose their handfuls."""

    seats: tuple[Seat, ...]


class Revealed(Event):
    """A seat's handful (every coin, high to low) and where its units stand: coins by tile."""

    seat: Seat
    handful: tuple[int, ...]
    tiles: Mapping[str, tuple[int, ...]]


class Begins(Event):
    """This seat moves first."""

    seat: Seat


class Moved(Event):
    """A unit went to a tile without enemy coins."""

    seat: Seat
    coin: int
    origin: str
    target: str


class Attacked(Event):
    """A unit moves onto enemy coins, the lowest of which is `lowest`. sure: it wins without a coin flip; else
    the flip is the next event, and heads wins. `Won` or `Repelled` follows."""

    seat: Seat
    coin: int
    origin: str
    target: str
    lowest: int
    sure: bool


class Won(Event):
    """The attack on `target` won. taken: {"units": the denominations, high to low, "houses": 0 or 1}; the
    attacker stands there as `promoted_to`, and its player has one further turn more."""

    seat: Seat
    target: str
    taken: Mapping[str, object]
    promoted_to: int


class Repelled(Event):
    """The attack was lost: the attacker is removed."""

    seat: Seat
    coin: int
    target: str


class Split(Event):
    """A unit became two of the denomination `into`. housed: it stood on a house, and one of the two does."""

    seat: Seat
    tile: str
    coin: int
    into: int
    housed: bool


class Upgraded(Event):
    """A housed unit became one of the denomination `into`."""

    seat: Seat
    tile: str
    coin: int
    into: int


class Housed(Event):
    """A house was built beneath a unit. counts: on the middle row or beyond it."""

    seat: Seat
    tile: str
    coin: int
    counts: bool


class Swapped(Event):
    """`housed` stands on the house now, `loose` stood on it."""

    seat: Seat
    tile: str
    housed: int
    loose: int


class Skipped(Event):
    """After the coin flip this action of the line was not possible any more. reason: see `recorded`."""

    seat: Seat
    action: str
    reason: str


class TurnEnded(Event):
    """The turn is over. extra: further turns that this seat still has, the next one among them."""

    seat: Seat
    extra: int


REASONS = {
    "no_units": "a seat has no unit left",
    "houses": "enough counting houses stand on the board",
    "quiet_turns": "too many turns without an attack or a new house",
    "agreed": "a draw was agreed",
    "conceded": "the opponent conceded",
}

EVENTS = event_kinds(globals())
