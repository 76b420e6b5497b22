"""The words in a picture of New York 2047, its description, and what a step's events say about the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.game import Event, Seat
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS, TURRETONS
from adjudicator.newyork2047.state import View
from maps.painter import Request
from maps.text import player_name, seat_name, titled


@dataclass(frozen=True, slots=True)
class Journey:
    """Units of one faction on one way. kind: "move" (they went), "stopped" (they stayed), "lost" (they died
    attacking)."""

    seat: Seat
    origin: str
    target: str
    kind: str
    units: tuple[str, ...]


@dataclass
class TurnSummary:
    """A step as it is drawn. lost: by space, what stood there;  turned: Turretons that changed sides"""

    paths: list[Journey] = field(default_factory=list)
    supports: list[ev.Supported] = field(default_factory=list)
    standoffs: list[str] = field(default_factory=list)
    lost: dict[str, list[tuple[Seat, str]]] = field(default_factory=dict)
    new: set[tuple[Seat, str]] = field(default_factory=set)
    taken: list[str] = field(default_factory=list)
    turned: list[str] = field(default_factory=list)
    relocated: list[ev.Relocated] = field(default_factory=list)

    @property
    def is_told(self) -> bool:
        """Whether anything moved, helped, fought or changed."""
        return any((self.paths, self.supports, self.standoffs, self.lost, self.new, self.taken, self.turned))

    def of(self, seat: Seat, unit: str) -> Journey | None:
        """Return the journey of a unit, if it had one."""
        return next((path for path in self.paths if path.seat == seat and unit in path.units), None)


def summarize(events: Sequence[Event]) -> TurnSummary:
    """Collect the events that can be drawn; those that only some may see are left out."""
    summary = TurnSummary()
    ways: dict[tuple[Seat, str, str, str], list[str]] = {}
    for event in events:
        if event.seen_by is not None:
            continue
        match event:
            case ev.Supported():
                summary.supports.append(event)
            case ev.Battle():
                if event.result in ("standoff", "void"):
                    summary.standoffs.append(event.space)
            case ev.Moved():
                ways.setdefault((event.seat, event.origin, event.target, "move"), []).append(event.unit)
            case ev.Stayed():
                ways.setdefault((event.seat, event.space, event.target, "stopped"), []).append(event.unit)
            case ev.Lost():
                if event.target != event.space:
                    ways.setdefault((event.seat, event.space, event.target, "lost"), []).append(event.unit)
                summary.lost.setdefault(event.space, []).append((event.seat, event.unit))
            case ev.Disbanded():
                summary.lost.setdefault(event.space, []).append((event.seat, event.unit))
            case ev.Appeared():
                summary.new.add((event.seat, event.unit))
            case ev.Taken():
                summary.taken.append(event.space)
            case ev.Eliminated():
                summary.taken += event.lands
            case ev.TurretonTurned():
                summary.turned.append(event.turreton)
            case ev.Relocated():
                summary.relocated.append(event)
            case _:
                pass
    summary.paths = [Journey(*way, tuple(units)) for way, units in ways.items()]
    summary.taken = list(dict.fromkeys(summary.taken))
    return summary


MAX_NAME = 14
"""Players' names are cut to this many characters in the description."""


def season(view: View) -> str:
    """Return what is being played, or how it ended: "Spring 2047", "Tower wins"."""
    outcome = view.state.outcome
    if outcome is None:
        return f"{view.state.season.title()} {view.state.year}"
    first = [seat for seat in SEATS if outcome.places[seat] == 1]
    return f"{seat_name(first[0])} wins" if len(first) == 1 else "Draw"


def topic(view: View, private: bool) -> str:
    """Return what the picture is: the line above the season."""
    if private:
        return "Your orders · private"
    if view.state.outcome is not None:
        return f"New York 2047 · over in {view.state.season} {view.state.year}"
    return "New York 2047 · adjustment" if view.state.phase == "adjustment" else "New York 2047"


def player_line(view: View, seat: Seat, names: Mapping[Seat, str] | None) -> str:
    """Return the small line about a faction: its player, or what became of it."""
    state = view.state
    name = player_name(names, seat)
    if seat in state.conceded:
        return f"{name} · conceded" if name else "conceded"
    if seat in state.ended:
        return f"{name} · eliminated" if name else "eliminated"
    return name


def _units(view: View, seat: Seat) -> str:
    """Return a faction's units by space: "1+2 CLO, 3 HAR"."""
    found: dict[str, list[str]] = {}
    for unit in view.units(seat):
        found.setdefault(unit.space, []).append(str(unit.number))
    spaces = view.board.spaces
    return ", ".join(f"{'+'.join(numbers)} {spaces[key].abbr.upper()}" for key, numbers in found.items())


def _faction(view: View, seat: Seat, names: Mapping[Seat, str] | None) -> str:
    """Return a faction's player, stars, home, units and other land."""
    state = view.state
    name = player_name(names, seat)[:MAX_NAME].rstrip()
    called = f"{seat_name(seat)} ({name})" if name else seat_name(seat)
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
    """Return what the newest step's marks on the map say."""
    summary, spaces = summarize(events), view.board.spaces

    def abbr(keys: Sequence[str]) -> str:
        return " ".join(spaces[key].abbr.upper() for key in keys)

    found = []
    if summary.taken:
        found.append(f"Taken: {abbr(summary.taken)}.")
    if summary.standoffs:
        found.append(f"Standoffs: {abbr(summary.standoffs)}.")
    gone = [f"{seat_name(seat)} {unit}" for lost in summary.lost.values() for seat, unit in lost]
    if gone:
        found.append(f"Lost: {', '.join(gone)}.")
    if summary.new:
        new = (f"{seat_name(seat)} {unit}" for seat, unit in sorted(summary.new, key=_by_seat))
        found.append(f"New: {', '.join(new)}.")
    return found


def _by_seat(who: tuple[Seat, str]) -> tuple[int, int]:
    """Return the place of a unit in a list."""
    return SEATS.index(who[0]), int(who[1])


def sentences(request: Request[View]) -> Iterator[str]:
    """Yield what is played, the news, and for every faction its stars, home, units by number and space, and
    other land. Spaces are named by their three letters."""
    view = request.view
    yield f"{titled(f'Map of New York 2047, {season(view)}', request.caption)}."
    if request.draft and view.seat is not None:
        yield f"Your orders, seen by nobody else: {'; '.join(map(str, request.draft))}."
    yield from _news(view, request.events)
    sides = ((name, view.state.turretons[name]) for name in TURRETONS)
    loyal = [f"{name.title()} {seat_name(seat)}" for name, seat in sides if seat is not None]
    if loyal:
        yield f"Turretons: {', '.join(loyal)}."
    yield from (_faction(view, seat, request.names) for seat in SEATS)
