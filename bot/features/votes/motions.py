"""What is voted on, who decides, how many must agree, and when it is decided."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, get_args

from adjudicator.game import Seat
from bot.engine.snapshot import GameSnapshot
from bot.features.votes import text
from bot.storage.records import Vote

Act = Literal[
    "extend", "pause", "resume", "draw", "end", "undo", "link", "force", "replace", "penalise", "options"
]
"""What may be voted on. To go on is stored as a pause of no time. The last ones are deeds: see `Deed`."""

ABSENT_DECIDE: frozenset[Act] = frozenset({"draw", "end", "undo", "link"})
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


DeedKind = Literal["undo", "force", "replace", "penalise", "options"]
DEEDS: frozenset[str] = frozenset(get_args(DeedKind))


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """by: who wants it, as all read it, "Eve (host)";  title: what it is, "taking turn 4 back"
    asks: what stands behind `by` while it is voted on, "wants to take turn 4 back."
    done: the sentence that all read when it is done, without its full stop;  reason: why, tidied
    seq: the step that must be the newest still, 0 any;  seat: whom it is about, "" nobody alone
    user_id: who sits there;  given: what else is needed to do it
    """

    kind: DeedKind
    by: str
    title: str
    asks: str
    done: str
    reason: str = ""
    seq: int = 0
    seat: Seat = ""
    user_id: int = 0
    given: Mapping[str, Any] = field(default_factory=dict)

    def stored(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Deed:
        return cls(**stored)

    @property
    def agreed(self) -> Deed:
        """The same, once everybody has agreed to it."""
        return replace(self, done=text.AGREED(done=self.done))

    @property
    def said(self) -> str:
        """What all read when it is done.

        >>> deed = Deed(kind="undo", by="", title="", asks="", done="Eve (host) has done it", reason="so")
        >>> deed.said, deed.agreed.said
        ('Eve (host) has done it. Reason: so', 'Eve (host) has done it; everyone agreed. Reason: so')
        """
        if self.reason:
            return text.DONE_REASON(done=self.done, reason=self.reason)
        return text.DONE(done=self.done)

    def moot(self, snapshot: GameSnapshot) -> str:
        """Why there is nothing to decide any more; "" if there is."""
        if self.seq and self.seq != snapshot.step.seq:
            return text.MOVED_ON
        if self.seat and not snapshot.plays(self.seat):
            return text.IS_OUT(seat=snapshot.names()[self.seat])
        if self.seat and snapshot.player(self.seat).user_id != self.user_id:
            return text.NEW_PLAYER
        return ""
