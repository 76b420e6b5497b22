"""Turns of a table that were taken back: which of its steps hold, and from which one each went on.

An undo is a step of its own, which has the state of an earlier one: nothing is ever deleted. Whoever walks
back along the steps of a game asks here, or meets what was taken back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from adjudicator.game import Seat
from bot.storage import steps
from bot.storage.database import Tx
from bot.storage.records import IdleSeats, Step, Table
from bot.storage.rows import first, save


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


def of(tx: Tx, table: Table) -> Undone:
    """What was taken back at this table."""
    return Undone(steps.undos(tx, table.id) if table.undone else {})


def opened(tx: Tx, table: Table, newest: Step) -> list[Step]:
    """The steps of the open turn that hold, from the one that opened it, and an undo that brought it back."""
    undone, found = of(tx, table), list[Step]()
    for seq in undone.line(newest.seq):
        step = newest if seq == newest.seq else steps.at(tx, table.id, seq)
        found.insert(0, step)
        if step.kind != "declare" or step.turn != table.turn:
            break
    held = {step.seq for step in found}
    for seq, to in undone.back.items():
        if to in held and not undone.gone(seq):
            found.append(newest if seq == newest.seq else steps.at(tx, table.id, seq))
    return sorted(found, key=lambda step: step.seq)


def before(tx: Tx, table: Table, step: Step, most: int) -> list[Step]:
    """At most so many of the steps that led to this one, newest first."""
    numbers = list(islice(of(tx, table).line(step.seq), 1, most + 1))
    if not numbers:
        return []
    found = steps.between(tx, table.id, numbers[-1], numbers[0])
    return [one for one in reversed(found) if one.seq in numbers]


def keep_idle(tx: Tx, table: Table, seats: Collection[Seat]) -> None:
    """Remember who gave nothing in the turn that the next step resolves: its orders do not show it."""
    if seats:
        save(tx, IdleSeats(table_id=table.id, seq=table.seq + 1, seats=sorted(seats)))


def idle(tx: Tx, table: Table, step: Step) -> Collection[Seat]:
    """The seats that gave nothing in the turn that this step resolved."""
    kept = first(tx, IdleSeats, table_id=table.id, seq=step.seq)
    sealed = {seat for seat, seal in step.seals.items() if seal.get("gave", "orders") != "orders"}
    return sealed | set(kept.seats if kept is not None else ())
