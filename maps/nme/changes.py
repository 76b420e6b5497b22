"""What a picture marks for its seat: what was done since it moved, what it lost, what it may lose next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.game import Event
from adjudicator.nme import events as ev
from adjudicator.nme.board import ARMIES, LETTERS
from adjudicator.nme.moves import moves_of, target_of
from adjudicator.nme.state import GRAY, View, living
from maps.nme.layout import ground


@dataclass(frozen=True)
class Changes:
    """ways: origin, target and kind of every move, the oldest first;  lost: the own pieces' kinds by space
    threatened: the spaces of own pieces that another army could capture now"""

    ways: tuple[tuple[int, int, str], ...] = ()
    lost: tuple[tuple[int, str], ...] = ()
    threatened: tuple[int, ...] = ()

    @property
    def spaces(self) -> set[int]:
        """All spaces of it."""
        ends = {space for way in self.ways for space in way[:2]}
        return ends | {space for space, _ in self.lost} | {*self.threatened}


def changes_of(view: View, events: Sequence[Event]) -> Changes:
    """Return what concerns the view's seat; nothing for the public, or without events."""
    own, index = view.own, ground().index
    if own is None or not events:
        return Changes()
    ways, lost = list[tuple[int, int, str]](), list[tuple[int, str]]()
    for event in events:
        if isinstance(event, ev.Moved | ev.Captured | ev.Traded) and event.seat != view.seat:
            ways.append((index[event.origin], index[event.target], _kind(event)))
        if isinstance(event, ev.Captured) and event.of == ARMIES[own]:
            lost.append((index[event.target], event.taken))
        elif isinstance(event, ev.Penalised) and event.seat == view.seat:
            lost.append((index[event.space], "I"))
    return Changes(tuple(ways), tuple(lost), _threatened(view, own))


def _kind(event: ev.Moved | ev.Captured | ev.Traded) -> str:
    """Return how that move is drawn."""
    if isinstance(event, ev.Traded):
        return "trade"
    if event.naval_one:
        return "naval_one"
    return "move" if isinstance(event, ev.Moved) else "flank" if event.flank else "capture"


def _threatened(view: View, own: int) -> tuple[int, ...]:
    """Return the own pieces that another army could capture if it moved now; in Protect the Ally Gray counts
    if the other seat moves it next."""
    state, board = view.state, ground()
    if view.outcome is not None or own not in living(state):
        return ()
    foes = [army for army in living(state) if army != own]
    if state.gray_next == view.seat:
        foes.remove(GRAY)
    spaces = {target_of(move) for foe in foes for move in moves_of(board, state, foe)}
    return tuple(sorted(space for space in spaces if state.board[space] in LETTERS[own]))
