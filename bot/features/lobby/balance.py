"""Which seats win more than their share, as docs/balance.md has it: computer captains against each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.game import Seat


@dataclass(frozen=True, slots=True)
class Favour:
    """A seat that is better or worse off where a game is played with these options.

    percent: how many games it wins;  fair: how many it would win if all seats were alike
    """

    game: str
    options: Mapping[str, Any]
    seat: Seat
    percent: int
    fair: int


FAVOURS: tuple[Favour, ...] = (
    Favour("nme", {"players": 2}, "black", 79, 50),
    Favour("ww3", {"players": 3, "fog": "off"}, "blue", 14, 33),
    Favour("newyork2047", {}, "greene", 0, 14),  # games until 2053, without letters
)


def favours(game: str, options: Mapping[str, Any]) -> list[Favour]:
    """List what is to be said of a table with these options.

    >>> [favour.seat for favour in favours("nme", {"players": 2, "quiet_rounds": 50})]
    ['black']
    >>> favours("nme", {"players": 3})
    []
    """
    return [
        favour
        for favour in FAVOURS
        if favour.game == game and all(options.get(key) == value for key, value in favour.options.items())
    ]
