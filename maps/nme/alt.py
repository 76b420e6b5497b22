"""A picture of NME in words, for players who do not see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.game import Event, Seat
from adjudicator.nme.orders import Order
from adjudicator.nme.state import View
from maps.alttext import joined
from maps.canvas import clean
from maps.nme import words

NAME = 24
"""Players' names are cut to so many characters."""


def _army(view: View, army: int, names: Mapping[Seat, str] | None) -> str:
    """An army: its player, whether it is out, where it stands, whom it holds."""
    name = words.player(view, army, names)
    called = words.army_name(army)
    if name != called:
        called += f" ({name[:NAME].rstrip()})"
    told = words.fate(view.state, army)
    if told:
        called += f", {told}"
    held = [
        f"{count if count > 1 else 'a'} {words.army_name(of)} {kind}"
        for of, kind, count in words.grouped(view.state.prisoners[army])
    ]
    return f"{called}: {words.standing(view, army)}{'; holds ' + ', '.join(held) if held else ''}."


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
    said = clean(caption)
    title = "Protect the Ally" if view.state.options.ally else "NME"
    parts = [f"{title}{', ' + said if said else ''}. {words.status(view)}."]
    if view.outcome is not None:
        parts.append(f"{words.result(view)}.")
    if draft:
        parts.append(f"Your order, seen by nobody else: {'; '.join(str(order) for order in draft)}.")
    if last := words.last_move(view):
        parts.append(f"Last: {last}.")
    parts += [f"{notice}." for notice in words.notices(view)]
    parts += [_army(view, army, names) for army in range(3)]
    return joined(parts)
