"""The ground with what keeps its place for a turn: stars, the flags of home bases, Turretons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from adjudicator.game import Seat
from adjudicator.newyork2047.state import View
from maps.canvas import Canvas, Point
from maps.decal import Decal
from maps.newyork2047.ground import ground
from maps.newyork2047.layout import STAR, TURRETON, Frame, atlas
from maps.newyork2047.paths import enters, gap
from maps.newyork2047.pieces import flag, star, turreton

LINE = 14.0
"""A line within a border is not wider, in units."""

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


@lru_cache(maxsize=128)
def beside(key: str) -> tuple[frozenset[str], frozenset[str]]:
    """What a line within a space's border would touch: the spaces with such words, and with such things."""
    ring = (*atlas().places[key].outline, atlas().places[key].outline[0])
    words, things = set(), set()
    left, top, right, bottom = atlas().places[key].bounds
    for place in atlas().places.values():
        first, high, last, low = place.bounds
        if first > right + LINE or last < left - LINE or high > bottom + LINE or low < top - LINE:
            continue
        around = [(box[0] - LINE, box[1] - LINE, box[2] + LINE, box[3] + LINE) for box in place.words]
        if any(enters(ring, box) for box in around):
            words.add(place.key)
        for at, reach in ((place.star, STAR), (place.turreton, TURRETON)):
            if at is not None and gap(at, ring) < reach + LINE:
                things.add(place.key)
    return frozenset(words), frozenset(things)


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
