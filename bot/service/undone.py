"""Turns of a table that were taken back: which of its steps hold, and from which one each went on.

An undo is a step of its own, which has the state of an earlier one: nothing is ever deleted. Whoever walks
back along the steps of a game asks here, or meets what was taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.storage import steps
from bot.storage.database import Tx
from bot.storage.records import Table


@dataclass(frozen=True, slots=True)
class Undone:
    """back: for each undo, by its number, the number of the step whose state holds again"""

    back: Mapping[int, int]

    def gone(self, seq: int) -> bool:
        """Whether this step was taken back.

        >>> undone = Undone({4: 2, 6: 1})
        >>> [seq for seq in range(1, 8) if undone.gone(seq)]
        [2, 3, 4, 5]
        """
        return any(to < seq < undo for undo, to in self.back.items())

    def line(self, seq: int) -> Iterator[int]:
        """The steps that led to the state after this one, newest first; no undos.

        >>> list(Undone({4: 2, 6: 1}).line(7)), list(Undone({4: 2, 6: 1}).line(5)), list(Undone({}).line(2))
        ([7, 1], [5, 2, 1], [2, 1])
        """
        while seq > 0:
            if seq in self.back:
                seq = self.back[seq]
            else:
                yield seq
                seq -= 1


async def of(tx: Tx, table: Table) -> Undone:
    """What was taken back at this table."""
    return Undone(await steps.undos(tx, table.id) if table.undone else {})
