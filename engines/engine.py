"""The protocol that every engine implements, and what it is asked and answers.

An engine is a pure function: the same task gives the same thought, on any machine. So there is no clock, no
randomness but that of the task's seed, no floating-point where two machines may round differently, and
nothing that depends on the order of a set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from random import Random
from typing import Any, Protocol

from adjudicator.game import AnyGame, Seat


class Level(IntEnum):
    """How strong an engine plays."""

    RECRUIT = 1
    SERGEANT = 2
    CAPTAIN = 3
    GENERAL = 4

    def __str__(self) -> str:
        return self.name.lower()


WIN = 1000
"""An evaluation runs from -WIN, surely last, over 0, even, to WIN, surely first."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter at a table that has letters. to: a seat, or "*" for everybody"""

    sender: Seat
    to: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Task:
    """What an engine is asked: the orders of one seat, now.

    view:    what `Game.show` writes of the seat's view
    level:   how strong
    seed:    decides between what is equally good, and what is sampled
    nodes:   positions that may be looked at; None: as many as the level has
    letters: those that the seat has sent and received in this turn and the one before, oldest first
    talks:   whether the table has letters
    """

    view: Mapping[str, Any]
    level: Level
    seed: int = 0
    nodes: int | None = None
    letters: tuple[Letter, ...] = ()
    talks: bool = False


@dataclass(frozen=True, slots=True)
class Thought:
    """What an engine answers.

    orders:  canonical texts of a sheet that `Game.check` accepts; "draw" may be among them, "concede" alone
    value:   how the seat stands, -WIN … WIN
    line:    a sentence for people: what the orders are for, without what the seat alone may know of others
    nodes:   positions that were looked at
    letters: to be sent with the orders; () where the table has none
    """

    orders: tuple[str, ...]
    value: int
    line: str
    nodes: int = 0
    letters: tuple[Letter, ...] = ()


class Engine(Protocol):
    """Plays one game. Stateless, apart from caches of what never changes."""

    @property
    def game(self) -> AnyGame: ...

    def think(self, task: Task) -> Thought:
        """Find orders for the task's seat, which owes some. In a turn of several resolutions (Nemein) these
        may be only its next action."""

    def sample(self, view: Mapping[str, Any], random: Random) -> Any:
        """Draw a full state that agrees with everything in a shown view: `game.show(game.view(state, seat))`
        is the view again."""

    def judge(self, state: Any, seat: Seat) -> int:
        """Say how a seat stands, without any search: -WIN … WIN, `game.outcome` counts."""

    def nodes(self, level: Level) -> int:
        """Return how many positions a level looks at in a turn, at most."""
