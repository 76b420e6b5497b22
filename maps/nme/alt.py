"""A picture of NME in words, for players who do not see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.game import Event, Seat
from adjudicator.nme.orders import Order
from adjudicator.nme.state import View
from maps.nme import words
from maps.text import called, joined, titled


def _army(view: View, army: int, names: Mapping[Seat, str] | None) -> str:
    """An army: its player, whether it is out, where it stands, whom it holds."""
    who = called(words.army_name(army), words.player(view, army, names))
    if told := words.fate(view.state, army):
        who += f", {told}"
    held = [
        f"{count if count > 1 else 'a'} {words.army_name(of)} {kind}"
        for of, kind, count in words.grouped(view.state.prisoners[army])
    ]
    return f"{who}: {words.standing(view, army)}{'; holds ' + ', '.join(held) if held else ''}."


def alt(
    view: View,
    draft: Sequence[Order] = (),
    *,
    names: Mapping[Seat, str] | None = None,
    caption: str = "",
    events: Sequence[Event] = (),
) -> str:
    """The picture in at most 1024 characters: who is to move, the newest move, the order, what is unusual,
    and for each army whether it is out, where its pieces stand and what prisoners it holds."""
    title = "Protect the Ally" if view.state.options.ally else "NME"
    parts = [f"{titled(title, caption)}. {words.status(view)}."]
    if view.outcome is not None:
        parts.append(f"{words.result(view)}.")
    if draft:
        parts.append(f"Your order, seen by nobody else: {'; '.join(str(order) for order in draft)}.")
    if last := words.last_move(view):
        parts.append(f"Last: {last}.")
    parts += [f"{notice}." for notice in words.notices(view)]
    parts += [_army(view, army, names) for army in range(3)]
    return joined(parts)
