"""Who decides in a vote, how many must agree, and when it is decided."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from adjudicator.game import Seat
from bot.storage.records import Vote

Act = Literal["extend", "pause", "resume", "draw", "end", "undo", "force", "replace", "penalise", "options"]
"""What may be voted on. To go on is stored as a pause of no time. The last ones are deeds: see `deeds`."""

ABSENT_DECIDE: frozenset[Act] = frozenset({"draw", "end", "undo"})
"""What takes something from a player who is away: a seat that is offered to substitutes decides here too. In
the other votes it counts from when it votes, so that nobody waits for it."""


def act_of(vote: Vote) -> Act:
    return "resume" if vote.kind == "pause" and not vote.amount else vote.kind


def needed(act: Act, deciding: int) -> int:
    """How many must agree where so many decide.

    >>> [needed("extend", n) for n in (2, 3, 4, 7)], [needed("pause", n) for n in (2, 3, 4, 7)]
    ([2, 2, 3, 4], [2, 2, 3, 5])
    >>> needed("draw", 7), needed("end", 2), needed("extend", 0)
    (7, 2, 1)
    """
    if act == "extend":
        return deciding // 2 + 1
    if act in ("pause", "resume"):
        return max(-(-2 * deciding // 3), 1)
    return max(deciding, 1)


@dataclass(frozen=True, slots=True)
class Count:
    """How a vote stands. Only seats that decide are in it."""

    act: Act
    deciding: frozenset[Seat]
    yes: frozenset[Seat]
    no: frozenset[Seat]

    @property
    def needed(self) -> int:
        return needed(self.act, len(self.deciding))

    @property
    def open(self) -> frozenset[Seat]:
        """Who decides and has not voted."""
        return self.deciding - self.yes - self.no

    @property
    def verdict(self) -> Literal["passed", "failed"] | None:
        """None: it is not decided yet. It is as soon as the rest cannot change it any more."""
        if len(self.yes) >= self.needed:
            return "passed"
        return "failed" if len(self.deciding - self.no) < self.needed else None


def count(
    act: Act, living: Collection[Seat], absent: Collection[Seat], ballots: Mapping[Seat, bool]
) -> Count:
    """living: who still plays;  absent: whose seat is offered to substitutes;  ballots: yes or no by seat

    >>> stands = count("extend", ("a", "b", "c", "d"), ("c", "d"), {"a": True, "b": False})
    >>> sorted(stands.deciding), stands.needed, stands.verdict
    (['a', 'b'], 2, 'failed')
    """
    away = frozenset() if act in ABSENT_DECIDE else frozenset(absent) - frozenset(ballots)
    deciding = frozenset(living) - away
    yes = frozenset(seat for seat in deciding if ballots.get(seat) is True)
    no = frozenset(seat for seat in deciding if ballots.get(seat) is False)
    return Count(act, deciding, yes, no)
