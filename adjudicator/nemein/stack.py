"""What stands on a tile of Nemein, and the stages of a turn."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.game import Seat

MOVE, SPLIT, UPGRADE, HOUSE, END = range(5)
STAGES = ("move", "split", "upgrade", "house", "end")
"""What the mover may do at each stage of its turn, and anything after it."""


@dataclass(frozen=True, slots=True)
class Stack:
    """The coins of one owner on a tile.

    housed: the denomination of the unit on the house, 0: no house stands there
    loose:  the other units, high to low
    """

    owner: Seat
    housed: int
    loose: tuple[int, ...]

    @property
    def coins(self) -> int:
        """How many coins stand there, the house included."""
        return len(self.loose) + (2 if self.housed else 0)

    @property
    def units(self) -> tuple[int, ...]:
        """Every unit, high to low, the housed one too."""
        return tuple(sorted((self.housed, *self.loose), reverse=True)) if self.housed else self.loose
