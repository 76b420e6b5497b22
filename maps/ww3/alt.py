"""A picture of WW3 in words, for players who do not see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.game import Event, Seat
from adjudicator.ww3.orders import Order
from adjudicator.ww3.state import View, playing
from maps.text import called, joined, titled
from maps.ww3 import words

NAME = 20
"""Players' names are cut to so many characters."""


def _team(view: View, team: int, names: Mapping[Seat, str] | None) -> str:
    """A team: its player, whether it is out, where it stands, what it lost."""
    state = view.state
    who = called(words.team_name(team), words.player(team, names), NAME)
    told = words.fate(view, team)
    if told and told not in ("to move", "formation secret"):
        who += f", {told}"
    parts = [] if view.phase.key == "setup" or team in state.out else [words.standing(view, team)]
    if state.lost[team]:
        parts.append(f"fell: {words.grouped(state.lost[team])}")
    if state.gone[team]:
        parts.append(f"left: {words.grouped(state.gone[team])}")
    return f"{who}{': ' if parts else ''}{'; '.join(parts)}."


def alt(
    view: View,
    draft: Sequence[Order] = (),
    *,
    names: Mapping[Seat, str] | None = None,
    caption: str = "",
    events: Sequence[Event] = (),
) -> str:
    """The picture in at most 1024 characters: who is to move, the newest move, the order, what is unusual,
    and for each team whether it is out, where its units stand and which fell. "?": its kind is hidden."""
    parts = [f"{titled('WW3', caption)}. {words.status(view)}."]
    if view.outcome is not None:
        parts.append(f"{words.result(view)}.")
    if draft:
        parts.append(f"Your order, seen by nobody else: {'; '.join(map(str, draft))}.")
    if last := words.last_move(view, events):
        parts.append(f"Last: {last}.")
    parts += [f"{notice}." for notice in words.notices(view)]
    parts += [_team(view, team, names) for team in playing(view.state)]
    if known := words.seen(view):
        parts.append(f"Everybody knows your units on {words.listed(known)}.")
    return joined(parts)
