"""Orders of New York 2047. Their text is canonical: ``1 move soho``, ``2 hold``, ``3 support 1 to soho``,
``4 support hamblet 2 hold``, ``moe support 1 hold``, ``relocate chelsea``, ``disband 4``.

Units are texts ("1", "moe"), spaces are keys. A support of an own unit has `seat` "".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from adjudicator.game import Declare, Seat
from adjudicator.newyork2047.board import Key


@dataclass(frozen=True, slots=True)
class Hold:
    unit: str

    def __str__(self) -> str:
        return f"{self.unit} hold"


@dataclass(frozen=True, slots=True)
class Move:
    unit: str
    target: Key

    def __str__(self) -> str:
        return f"{self.unit} move {self.target}"


@dataclass(frozen=True, slots=True)
class Support:
    """`unit` supports unit `other` of `seat` ("": its own): its move to `target`, or its hold ("")."""

    unit: str
    seat: Seat
    other: str
    target: Key

    def __str__(self) -> str:
        whose = f"{self.seat} " if self.seat else ""
        what = f"to {self.target}" if self.target else "hold"
        return f"{self.unit} support {whose}{self.other} {what}"


@dataclass(frozen=True, slots=True)
class Relocate:
    """Where the home base moves, should it be lost."""

    target: Key

    def __str__(self) -> str:
        return f"relocate {self.target}"


@dataclass(frozen=True, slots=True)
class Disband:
    """A unit to give up, should there be too many."""

    unit: str

    def __str__(self) -> str:
        return f"disband {self.unit}"


UnitOrder: TypeAlias = Hold | Move | Support
Order: TypeAlias = UnitOrder | Relocate | Disband | Declare
