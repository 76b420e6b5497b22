"""What a picture marks for its seat: what was done since it moved, what it lost, what it may lose next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.cic import events as ev
from adjudicator.cic.board import ALL, EMPTY, INDEX, generate
from adjudicator.cic.orders import ATTACK, CAPTURE, MOVE
from adjudicator.cic.state import View, side_of
from adjudicator.game import Event


@dataclass(frozen=True)
class Changes:
    """ways: origin, target and sign of every move, the oldest first;  lost: own pieces' letters by square
    threatened: the squares of own pieces that the enemy could capture or attack now"""

    ways: tuple[tuple[int, int, str], ...] = ()
    lost: tuple[tuple[int, str], ...] = ()
    threatened: tuple[int, ...] = ()

    def in_danger(self, view: View) -> list[tuple[int, str]]:
        """Return what is threatened, with its letter."""
        return [(square, view.board[square].upper()) for square in self.threatened]


def changes_of(view: View, events: Sequence[Event]) -> Changes:
    """Return what concerns the view's side; nothing for the public, or without events."""
    if view.seat is None or not events or view.phase.key == "setup":
        return Changes()
    own = side_of(view.seat)
    signs = {ev.Moved: MOVE, ev.Captured: CAPTURE, ev.Attacked: ATTACK}
    ways, lost = list[tuple[int, int, str]](), list[tuple[int, str]]()
    for event in events:
        if not isinstance(event, ev.Moved | ev.Captured | ev.Attacked) or side_of(event.seat) == own:
            continue
        ways.append((INDEX[event.origin], INDEX[event.target], signs[type(event)]))
        if isinstance(event, ev.Captured):
            lost.append((INDEX[event.target], event.taken))
    foes = () if view.outcome is not None else generate(view.board, 1 - own, ALL[1 - own])
    threatened = {move & 63 for move in foes if view.board[move & 63] != EMPTY}
    return Changes(tuple(ways), tuple(lost), tuple(sorted(threatened)))
