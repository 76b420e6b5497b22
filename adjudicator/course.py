"""Undone turns: which steps of a record hold, while they are read one after another.

Nothing goes back behind a reseed: what was before it was played elsewhere. An undo may name a new seed, and
that is no bar to the next: its seed holds on, wherever it goes back to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.errors import PositionError

UNDO = "undo"
RESEED = "reseed"
"""Chance comes from another seed from here on; see adjudicator/seeding.py."""


class Course:
    """Steps are numbered from 0, as in a record.

    holding: the steps whose changes hold, oldest first: all but the undos and what they took back

    >>> course = Course()
    >>> for step in ({"kind": "start"}, {"kind": "resolve"}, {"kind": "resolve"}, {"kind": "undo", "to": 1}):
    ...     course.add(step)
    >>> course.holding
    [0, 1]
    """

    def __init__(self) -> None:
        self.holding: list[int] = []
        self._number = self._floor = 0

    def add(self, step: Mapping[str, Any]) -> None:
        """Add the next step. Raises PositionError for an undo that goes back to a step that does not hold, or
        takes nothing back; then everything holds on."""
        number, self._number = self._number, self._number + 1
        if step.get("kind") != UNDO:
            self.holding.append(number)
            self._floor = number if step.get("kind") == RESEED else self._floor
            return
        to, before = step.get("to"), [held for held in self.holding[:-1] if held >= self._floor]
        if type(to) is not int or to not in before:
            able = ", ".join(map(str, before))
            raise PositionError(
                f"it cannot go back to step {to!r}; those before it that hold are {able or 'none'}"
            )
        del self.holding[self.holding.index(to) + 1 :]


def gone(steps: Iterable[Mapping[str, Any]]) -> frozenset[int]:
    """Return the numbers of the steps that were taken back.

    >>> gone([{"kind": "start"}, {"kind": "resolve"}, {"kind": "undo", "to": 0}, {"kind": "resolve"}])
    frozenset({1})
    """
    course, moves = Course(), set()
    for number, step in enumerate(steps):
        course.add(step)
        if step.get("kind") != UNDO:
            moves.add(number)
    return frozenset(moves - set(course.holding))


def first_results(steps: Sequence[Mapping[str, Any]], drawn: Sequence[int]) -> list[int]:
    """Number the first chance result of each step: an undo takes that back, too.

    drawn: how many results each step has. An undo that goes nowhere changes nothing: whoever plays the
    record again finds it.

    >>> steps = [{"kind": "start"}, {"kind": "resolve"}, {"kind": "undo", "to": 0}, {"kind": "resolve"}]
    >>> first_results(steps, [1, 2, 0, 3])
    [0, 1, 3, 1]
    """
    course, found, after = Course(), [], dict[int, int]()
    n = 0
    for number, (step, count) in enumerate(zip(steps, drawn, strict=True)):
        found.append(n)
        try:
            course.add(step)
        except PositionError:
            continue
        n += count
        if step.get("kind") == UNDO:
            n = after[course.holding[-1]]
        after[number] = n
    return found
