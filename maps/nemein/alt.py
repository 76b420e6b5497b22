"""A picture of Nemein in words, for players who do not see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.game import Event, Seat
from adjudicator.nemein.board import SEATS
from adjudicator.nemein.orders import Order
from adjudicator.nemein.stack import STAGES
from adjudicator.nemein.state import View
from maps.alttext import called, joined, titled
from maps.nemein import words


def _seat(view: View, seat: Seat, names: Mapping[Seat, str] | None) -> str:
    """A seat: its player, its houses, where its coins stand."""
    who = called(seat.title(), words.player(seat, names))
    return f"{who}, {view.state.money(seat).code}: {words.houses(view, seat)}; {words.standing(view, seat)}."


def alt(
    view: View,
    draft: Sequence[Order] = (),
    *,
    names: Mapping[Seat, str] | None = None,
    caption: str = "",
    events: Sequence[Event] = (),
) -> str:
    """The picture in at most 1024 characters: who is to move and at which stage, the newest actions, the
    viewer's own orders, what is unusual, and for each seat its houses and where its coins stand."""
    parts = [f"{titled('Nemein', caption)}. {words.status(view)}."]
    if view.outcome is not None:
        parts.append(f"{words.result(view)}.")
    elif view.mover is not None:
        parts.append(f"Stage of the turn: {STAGES[view.state.stage]}.")
        if more := words.further(view):
            parts.append(f"Further turns won: {more[1:]}.")
    if draft and view.seat is not None:
        parts.append(f"Your orders, seen by nobody else: {'; '.join(map(str, draft))}.")
    if view.state.phase == "setup":
        return joined([*parts, "Handfuls and placements are secret until both are ready."])
    if found := words.flip(events):
        parts.append(f"Coin flip, {words.flip_words(found, events)}.")
    if last := words.last_words(view, events):
        parts.append(f"Last: {last}.")
    parts += [f"{notice[0].upper()}{notice[1:]}." for notice in words.notices(view)]
    parts += [_seat(view, seat, names) for seat in SEATS]
    return joined(parts)
