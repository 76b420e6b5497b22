"""What is done only if everybody who still plays agrees: a game master's deed, or a turn that the players
take back. It stands in its vote as JSON, and is carried out by the same code as without a vote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, get_args

from adjudicator.game import Seat
from bot.engine.snapshot import GameSnapshot

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
        return replace(self, done=f"{self.done}; everyone agreed")

    @property
    def said(self) -> str:
        """What all read when it is done.

        >>> deed = Deed(kind="undo", by="", title="", asks="", done="Eve (host) has done it", reason="so")
        >>> deed.said, deed.agreed.said
        ('Eve (host) has done it. Reason: so', 'Eve (host) has done it; everyone agreed. Reason: so')
        """
        return f"{self.done}. Reason: {self.reason}" if self.reason else f"{self.done}."

    def moot(self, snapshot: GameSnapshot) -> str:
        """Why there is nothing to decide any more; "" if there is."""
        if self.seq and self.seq != snapshot.step.seq:
            return "The game has moved on."
        if self.seat and not snapshot.plays(self.seat):
            return f"{snapshot.names()[self.seat]} is out of the game."
        if self.seat and snapshot.player(self.seat).user_id != self.user_id:
            return "The seat has another player now."
        return ""
