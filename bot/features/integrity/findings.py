"""What a check has found, for the bot's host."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Findings:
    """faults: one line each; notes: what could not be looked at, and is no fault"""

    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    games: int = 0
    steps: int = 0
    leagues: int = 0
    ratings: int = 0

    def fault(self, where: str, what: str) -> None:
        self.faults.append(f"{where}: {what}")

    def broken(self, where: str, what: str, error: Exception) -> None:
        """Something that cannot even be read. The error's words may hold orders, so its kind is all that is
        told."""
        self.fault(where, f"{what} ({type(error).__name__})")

    def lines(self) -> list[str]:
        """What there is to read, one line each: the notes, then the faults."""
        return [*(f"note: {note}" for note in self.notes), *self.faults]
