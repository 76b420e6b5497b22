"""What the events of a step say about the map: who went where, who helped, who was stopped, lost, new."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from adjudicator.game import Event, Seat
from adjudicator.newyork2047 import events as ev


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
