"""The words in a picture of New York 2047, its description, and what a step's events say about the map."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.game import Event, Seat
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.board import SEATS, TURRETONS
from adjudicator.newyork2047.state import View
from maps.canvas import clean
from maps.newyork2047 import text
from maps.painter import Request
from maps.text import player_name, seat_name


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
    """A step as it is drawn.

    cut:    supports of those who were attacked;  lost: by space, what stood there
    turned: Turretons that changed sides;  taken: land that changed hands
    robbed: land that the view's seat lost, in a summary for it alone
    """

    paths: list[Journey] = field(default_factory=list)
    supports: list[ev.Supported] = field(default_factory=list)
    cut: list[ev.SupportFailed] = field(default_factory=list)
    standoffs: list[str] = field(default_factory=list)
    lost: dict[str, list[tuple[Seat, str]]] = field(default_factory=dict)
    new: set[tuple[Seat, str]] = field(default_factory=set)
    taken: list[str] = field(default_factory=list)
    robbed: list[str] = field(default_factory=list)
    turned: list[str] = field(default_factory=list)
    relocated: list[ev.Relocated] = field(default_factory=list)

    @property
    def is_told(self) -> bool:
        """Whether anything moved, helped, fought or changed."""
        changed = (self.lost, self.new, self.taken, self.robbed, self.turned)
        return any((self.paths, self.supports, self.cut, self.standoffs, *changed))

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
            case ev.SupportFailed(reason="attacked"):
                summary.cut.append(event)
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


def concerning(seat: Seat, events: Sequence[Event]) -> TurnSummary:
    """Collect what changed for one faction: its units that are lost or new, land and Turretons that it took
    or lost, and who came and took them."""
    robbed: list[str] = []
    events = [event for event in events if event.seen_by is None]
    for event in events:
        if isinstance(event, ev.Taken) and event.before == seat:
            robbed.append(event.space)
        elif isinstance(event, ev.Eliminated) and event.seat == seat:
            robbed += event.lands
    beaten = {event.space for event in events if isinstance(event, ev.Lost) and event.seat == seat}
    struck = beaten.union(robbed)
    summary = summarize([event for event in events if _concerns(seat, event, struck)])
    summary.robbed = list(dict.fromkeys(robbed))
    return summary


def _concerns(seat: Seat, event: Event, struck: Collection[str]) -> bool:
    """Return whether an event changed something for a faction. struck: where it lost something"""
    match event:
        case ev.Lost() | ev.Disbanded() | ev.Appeared() | ev.Relocated() | ev.Taken():
            return event.seat == seat
        case ev.Moved():
            return event.seat != seat and event.target in struck
        case ev.Eliminated():
            return event.by == seat
        case ev.TurretonTurned():
            return seat in (event.seat, event.before)
        case _:
            return False


def shown(request: Request[View]) -> TurnSummary:
    """Return what a picture shows of a turn: for a seat what changed for it, else what everybody did."""
    seat = request.view.seat
    if seat is not None and request.changes and not request.events:
        return concerning(seat, request.changes)
    return summarize(request.events)


MAX_NAME = 14
"""Players' names are cut to this many characters in the description."""


def season(view: View) -> str:
    """Return what is being played, or how it ended: "Spring 2047", "Tower wins"."""
    outcome = view.state.outcome
    if outcome is None:
        return text.SEASON(season=view.state.season.title(), year=view.state.year)
    first = [seat for seat in SEATS if outcome.places[seat] == 1]
    return text.WINNER(faction=seat_name(first[0])) if len(first) == 1 else text.DRAW


def topic(view: View, private: bool) -> str:
    """Return what is special about the picture, "" if nothing is."""
    if private:
        return text.PRIVATE
    return text.ADJUSTMENT if view.state.phase == "adjustment" else ""


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
        return text.OUT(faction=called)
    tally, spaces = view.table()[seat], view.board.spaces
    home = text.HOME(space=spaces[state.homes[seat]].abbr.upper()) if seat in state.homes else ""
    occupied = {unit.space for unit in view.units(seat)}
    lands = [
        spaces[key].abbr.upper()
        for key, owner in sorted(state.control.items())
        if owner == seat and key not in occupied and key != state.homes.get(seat)
    ]
    return text.FACTION(
        faction=called,
        stars=tally.stars,
        home=home,
        units=_units(view, seat) or text.NO_UNITS,
        land=text.LAND(spaces=" ".join(lands)) if lands else "",
    )


def _news(view: View, summary: TurnSummary) -> list[str]:
    """Return what the marks of a turn on the map say."""
    spaces = view.board.spaces

    def abbr(keys: Sequence[str]) -> str:
        return " ".join(spaces[key].abbr.upper() for key in keys)

    found = []
    if summary.taken:
        found.append(text.TAKEN_NOW(spaces=abbr(summary.taken)))
    if summary.robbed:
        found.append(text.FROM_YOU(spaces=abbr(summary.robbed)))
    if summary.standoffs:
        found.append(text.STANDOFFS(spaces=abbr(summary.standoffs)))
    gone = [f"{seat_name(seat)} {unit}" for lost in summary.lost.values() for seat, unit in lost]
    if gone:
        found.append(text.LOST_NOW(units=", ".join(gone)))
    if summary.new:
        new = (f"{seat_name(seat)} {unit}" for seat, unit in sorted(summary.new, key=_by_seat))
        found.append(text.NEW_NOW(units=", ".join(new)))
    return found


def _by_seat(who: tuple[Seat, str]) -> tuple[int, int]:
    """Return the place of a unit in a list."""
    return SEATS.index(who[0]), int(who[1])


def sentences(request: Request[View]) -> Iterator[str]:
    """Yield what is played, the news, and for every faction its stars, home, units by number and space, and
    other land. Spaces are named by their three letters."""
    view = request.view
    said = clean(request.caption)
    yield text.MAP(season=season(view), caption=said) if said else text.PLAIN_MAP(season=season(view))
    if request.draft and view.seat is not None:
        yield text.ORDERS(orders="; ".join(map(str, request.draft)))
    yield from _news(view, shown(request))
    sides = ((name, view.state.turretons[name]) for name in TURRETONS)
    loyal = [f"{name.title()} {seat_name(seat)}" for name, seat in sides if seat is not None]
    if loyal:
        yield text.TURRETONS(loyal=", ".join(loyal))
    yield from (_faction(view, seat, request.names) for seat in SEATS)
