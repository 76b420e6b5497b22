"""The ground with what keeps its place for a turn: stars, the flags of home bases, Turretons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.game import Seat
from adjudicator.newyork2047.state import View
from maps.canvas import Canvas, Point
from maps.newyork2047.atlas import STAR, TURRETON, Frame, atlas
from maps.newyork2047.base import ground
from maps.newyork2047.decal import Decal
from maps.newyork2047.pieces import flag, star, turreton

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """Something that keeps its place. kind: "star", "flag" or "turreton"; reach: half its width, in units."""

    kind: str
    space: str
    seat: Seat | None
    text: str
    at: Point
    reach: float

    def drawn(self, scale: float) -> Decal:
        """How it looks."""
        if self.kind == "turreton":
            return turreton(self.text, self.seat, scale)
        return star(scale) if self.seat is None else flag(self.seat, scale)


def standing(view: View) -> Iterator[Standing]:
    """All of it, by space."""
    homes = {key: seat for seat, key in view.state.homes.items()}
    guards = {key: name for name, key in view.board.places.items()}
    for key, place in atlas().places.items():
        if place.star is not None:
            kind, seat = ("flag", homes[key]) if key in homes else ("star", None)
            yield Standing(kind, key, seat, "", place.star, STAR)
        if place.turreton is not None:
            name = guards[key]
            yield Standing("turreton", key, view.state.turretons[name], name, place.turreton, TURRETON)


@lru_cache(maxsize=12)
def _furnished(frame: Frame, control: Pairs, things: tuple[Standing, ...]) -> Canvas:
    canvas = ground(frame, control).copy()
    for thing in things:
        thing.drawn(frame.scale).put(canvas, frame.at(thing.at))
    return canvas


def furnished(frame: Frame, view: View) -> Canvas:
    """A canvas with the ground and all that keeps its place."""
    control = tuple(sorted(view.state.control.items()))
    return _furnished(frame, control, tuple(standing(view))).copy()
