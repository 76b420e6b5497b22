"""Orders of Nemein and their canonical text. Source: Orders.

``handful 25x2 10x3``, ``place a1=10,10 b2=5``, ``move b2-c3 10``, ``split c3 10``, ``upgrade d4``,
``house e5``, ``swap c3``, ``end``, ``concede``, ``draw``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from adjudicator.game import Declare
from adjudicator.nemein.money import grouped


@dataclass(frozen=True, slots=True)
class Handful:
    """The coins that a seat plays with, every one, high to low; house coins too."""

    coins: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(["handful", *(f"{coin}x{number}" for coin, number in grouped(self.coins))])


@dataclass(frozen=True, slots=True)
class Place:
    """Where the units stand: (tile, its coins high to low), in the order of the board."""

    placed: tuple[tuple[str, tuple[int, ...]], ...]

    def __str__(self) -> str:
        stacks = (f"{tile}={','.join(str(coin) for coin in coins)}" for tile, coins in self.placed)
        return " ".join(["place", *stacks])


@dataclass(frozen=True, slots=True)
class Move:
    """An unhoused unit goes to an adjacent tile: a move, or an attack if enemy coins stand there."""

    origin: str
    target: str
    coin: int

    def __str__(self) -> str:
        return f"move {self.origin}-{self.target} {self.coin}"


@dataclass(frozen=True, slots=True)
class Swap:
    """Instead of a move: the housed unit changes places with the other unit on its tile."""

    tile: str

    def __str__(self) -> str:
        return f"swap {self.tile}"


@dataclass(frozen=True, slots=True)
class Split:
    """A unit becomes two of the next lower denomination."""

    tile: str
    coin: int

    def __str__(self) -> str:
        return f"split {self.tile} {self.coin}"


@dataclass(frozen=True, slots=True)
class Upgrade:
    """A housed unit becomes one of the next higher denomination."""

    tile: str

    def __str__(self) -> str:
        return f"upgrade {self.tile}"


@dataclass(frozen=True, slots=True)
class House:
    """A house coin from the hand goes beneath the only coin of a tile."""

    tile: str

    def __str__(self) -> str:
        return f"house {self.tile}"


@dataclass(frozen=True, slots=True)
class End:
    """The turn is over."""

    def __str__(self) -> str:
        return "end"


Action: TypeAlias = Move | Swap | Split | Upgrade | House | End
Order: TypeAlias = Handful | Place | Action | Declare

STAGE_OF: dict[type, int] = {Move: 0, Swap: 0, Split: 1, Upgrade: 2, House: 3, End: 4}
"""The stage of `adjudicator.nemein.state.STAGES` at which an action is done."""
VERBS: dict[type, str] = {action: action.__name__.lower() for action in STAGE_OF}
"""The word with which an action begins, in the order of a turn."""
