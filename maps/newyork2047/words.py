"""A picture of New York 2047 in words, for players who do not see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.game import Event, Seat
from adjudicator.newyork2047.board import SEATS, TURRETONS
from adjudicator.newyork2047.orders import Order
from adjudicator.newyork2047.state import View
from maps.canvas import clean
from maps.newyork2047.panels import season
from maps.newyork2047.style import LOOKS
from maps.newyork2047.summary import read
from maps.text import joined, titled

NAME = 14
"""Players' names are cut to so many characters."""


def _units(view: View, seat: Seat) -> str:
    """A faction's units by space: "1+2 CLO, 3 HAR"."""
    found: dict[str, list[str]] = {}
    for unit in view.units(seat):
        found.setdefault(unit.space, []).append(str(unit.number))
    spaces = view.board.spaces
    return ", ".join(f"{'+'.join(numbers)} {spaces[key].abbr.upper()}" for key, numbers in found.items())


def _faction(view: View, seat: Seat, names: Mapping[Seat, str] | None) -> str:
    """A faction: player, stars, home, units, further land."""
    state = view.state
    name = clean((names or {}).get(seat, ""))[:NAME].rstrip()
    called = f"{LOOKS[seat].word} ({name})" if name else LOOKS[seat].word
    if seat in state.ended and seat not in state.conceded:
        return f"{called} is out."
    tally, spaces = view.table()[seat], view.board.spaces
    home = f", home {spaces[state.homes[seat]].abbr.upper()}" if seat in state.homes else ""
    occupied = {unit.space for unit in view.units(seat)}
    lands = [
        spaces[key].abbr.upper()
        for key, owner in sorted(state.control.items())
        if owner == seat and key not in occupied and key != state.homes.get(seat)
    ]
    also = f"; land {' '.join(lands)}" if lands else ""
    return f"{called} {tally.stars}★{home}: {_units(view, seat) or 'no units'}{also}."


def _news(view: View, events: Sequence[Event]) -> list[str]:
    """What the newest step's signs on the map say."""
    story, spaces = read(events), view.board.spaces

    def abbr(keys: Sequence[str]) -> str:
        return " ".join(spaces[key].abbr.upper() for key in keys)

    found = []
    if story.taken:
        found.append(f"Taken: {abbr(story.taken)}.")
    if story.standoffs:
        found.append(f"Standoffs: {abbr(story.standoffs)}.")
    gone = [f"{LOOKS[seat].word} {unit}" for lost in story.lost.values() for seat, unit in lost]
    if gone:
        found.append(f"Lost: {', '.join(gone)}.")
    if story.new:
        new = (f"{LOOKS[seat].word} {unit}" for seat, unit in sorted(story.new, key=_by_seat))
        found.append(f"New: {', '.join(new)}.")
    return found


def _by_seat(who: tuple[Seat, str]) -> tuple[int, int]:
    return SEATS.index(who[0]), int(who[1])


def alt(
    view: View,
    draft: Sequence[Order] = (),
    *,
    names: Mapping[Seat, str] | None = None,
    caption: str = "",
    events: Sequence[Event] = (),
) -> str:
    """The picture in at most 1024 characters: what is played, the news, and for every faction its stars,
    home, units by number and space, and other land. Spaces are named by their three letters."""
    parts = [f"{titled(f'Map of New York 2047, {season(view)}', caption)}."]
    if draft and view.seat is not None:
        parts.append(f"Your orders, seen by nobody else: {'; '.join(str(order) for order in draft)}.")
    parts += _news(view, events)
    loyal = [
        f"{name.title()} {LOOKS[seat].word}"
        for name in TURRETONS
        if (seat := view.state.turretons[name]) is not None
    ]
    if loyal:
        parts.append(f"Turretons: {', '.join(loyal)}.")
    parts += [_faction(view, seat, names) for seat in SEATS]
    return joined(parts)
