"""How far one can rely on somebody to give orders in time, in percent and in a word."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator.text import counted
from bot.storage.league_records import GameResult

_FEW = 10
"""With fewer turns nothing is said."""
_WORDS = ((98, "very reliable"), (95, "reliable"), (85, "mostly reliable"), (0, "often late"))
"""From so many percent on."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """turns: those in which the player owed orders; missed: deadlines that passed without any"""

    turns: int
    missed: int

    @classmethod
    def of(cls, results: Iterable[GameResult]) -> Reliability:
        """That of finished games. A turn is missed once, however often it was extended: else one bad turn
        would weigh as several."""
        all_of = [(max(result.turns, min(result.missed, 1)), result.missed) for result in results]
        return cls(sum(turns for turns, _ in all_of), sum(min(turns, missed) for turns, missed in all_of))

    @property
    def percent(self) -> int:
        """Rounded down: 100 is for who has missed nothing.

        >>> Reliability(300, 1).percent, Reliability(300, 0).percent, Reliability(0, 0).percent
        (99, 100, 100)
        """
        return 100 * (self.turns - self.missed) // self.turns if self.turns else 100

    def __str__(self) -> str:
        """
        >>> print(Reliability(412, 12))
        reliable · in time in 97% of 412 turns (12 missed)
        >>> print(Reliability(9, 0))
        too few turns to say · in time in 100% of 9 turns
        >>> print(Reliability(0, 0))
        no turns yet
        """
        if not self.turns:
            return "no turns yet"
        word = next(word for least, word in _WORDS if self.percent >= least)
        told = word if self.turns >= _FEW else "too few turns to say"
        missed = f" ({self.missed} missed)" if self.missed else ""
        return f"{told} · in time in {self.percent}% of {counted(self.turns, 'turn')}{missed}"
