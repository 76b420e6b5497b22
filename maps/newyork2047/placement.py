"""Where counters stand on the map of New York 2047: each space's units, what was lost, the room left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, hypot, pi, sin

from adjudicator.game import Seat
from adjudicator.newyork2047.json_fields import Unit
from maps.canvas import Point
from maps.geometry import Box, away
from maps.newyork2047.layout import COUNTER, STAR, TURRETON, Place, atlas

SMALLEST = 0.64
"""The least size of counters, over their own, before they become a plate."""
EXTRA = 0.7
"""The size of what has no place of its own, over its own."""


@dataclass(frozen=True, slots=True)
class Token:
    """One counter. text: the unit's number, or "×3" for several lost units, which are all in `units`"""

    seat: Seat
    text: str
    units: tuple[str, ...]
    at: Point
    zoom: float = 1.0
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class Plate:
    """Many units of one faction in one space."""

    seat: Seat
    numbers: tuple[str, ...]
    box: Box

    @property
    def at(self) -> Point:
        """Its middle."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2


@dataclass
class Stack:
    """What stands in one space. free: places that are left, and how large a counter may be there"""

    place: Place
    tokens: list[Token] = field(default_factory=list)
    plate: Plate | None = None
    free: list[tuple[Point, float]] = field(default_factory=list)

    @property
    def heart(self) -> Point:
        """Where arrows to the space lead."""
        return self.place.anchors[0]

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands there."""
        return not self.tokens and self.plate is None

    def spare(self) -> tuple[Point, float]:
        """Take a place for one more thing, and how large it may be: a free one, else what room there is."""
        if self.free:
            return self.free.pop(0)
        return self._gap(), EXTRA

    def _gap(self) -> Point:
        """Return the point near the heart that is farthest from all that must stay visible."""
        boxes = [*self.place.words]
        if self.place.star is not None:
            x, y = self.place.star
            boxes.append((x - STAR, y - STAR, x + STAR, y + STAR))
        if self.place.turreton is not None:
            x, y = self.place.turreton
            boxes.append((x - TURRETON, y - TURRETON, x + TURRETON, y + TURRETON))
        if self.plate is not None:
            boxes.append(self.plate.box)
        best, room = self.heart, -1.0
        for reach in (30.0, 38.0, 46.0, 56.0, 68.0, 82.0):
            for turn in range(24):
                x = self.heart[0] + reach * sin(pi * turn / 12)
                y = self.heart[1] - reach * cos(pi * turn / 12)
                clear = [away((x, y), box) for box in boxes]
                clear += [hypot(x - t.at[0], y - t.at[1]) - COUNTER * t.zoom for t in self.tokens]
                here = min([*clear, COUNTER * EXTRA]) - (0.0 if _inside((x, y), self.place.outline) else 9.0)
                if here > room + 1e-9:
                    best, room = (x, y), here
        return best


def _inside(point: Point, outline: Sequence[Point]) -> bool:
    """Return whether a point lies in a polygon."""
    x, y = point
    found = False
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            found = not found
    return found


def _apart(spots: Sequence[Point]) -> float:
    """Return how large counters at these places may be, so that they do not overlap."""
    pairs = (hypot(a[0] - b[0], a[1] - b[1]) for k, a in enumerate(spots) for b in spots[:k])
    return min(1.0, min(pairs, default=2 * COUNTER) / (2 * COUNTER))


def _rows(spots: Sequence[Point]) -> list[Point]:
    """Return the places as one reads them: from top to bottom, what is about level from left to right."""
    found: list[list[Point]] = []
    for spot in sorted(spots, key=lambda spot: spot[1]):
        if found and spot[1] - found[-1][0][1] < COUNTER * 0.8:
            found[-1].append(spot)
        else:
            found.append([spot])
    return [spot for row in found for spot in sorted(row)]


def _grid(box: Box, count: int) -> tuple[list[Point], float]:
    """Return places in rows within a box, and how large counters are there; the largest that fit."""
    width, height = box[2] - box[0], box[3] - box[1]
    best = (0.0, 1, count)
    for rows in range(1, count + 1):
        columns = -(-count // rows)
        best = max(best, (min(width / columns, height / rows, 2 * COUNTER), rows, columns))
    cell, rows, columns = best
    spots = []
    for k in range(count):
        row, column = divmod(k, columns)
        wide = min(columns, count - row * columns)
        x = (box[0] + box[2]) / 2 + (column - (wide - 1) / 2) * cell
        y = (box[1] + box[3]) / 2 + (row - (rows - 1) / 2) * cell
        spots.append((x, y))
    return spots, cell / (2 * COUNTER)


def _fill(stack: Stack, seat: Seat, numbers: tuple[str, ...]) -> None:
    """Place the units of a space: on its places, else smaller in rows, else as a plate."""
    place, count = stack.place, len(numbers)
    spots = list(place.anchors[:count])
    zoom = min(_apart(spots), *place.zooms[:count], 1.0)
    stack.free = list(zip(place.anchors[count:], place.zooms[count:], strict=True))
    if count > len(place.anchors) or zoom < SMALLEST:
        stack.free = []
        spots, zoom = _grid(place.stack or place.bounds, count)
        if zoom < SMALLEST:
            stack.plate = Plate(seat, numbers, place.stack or place.bounds)
            return
    for number, at in zip(numbers, _rows(spots), strict=True):
        stack.tokens.append(Token(seat, number, (number,), at, zoom))


def _bury(stack: Stack, seat: Seat, numbers: tuple[str, ...]) -> None:
    """Place the lost units where there is room left, several as one if there is too little."""
    alone = len(numbers) <= max(1, len(stack.free))
    for text, units in [(n, (n,)) for n in numbers] if alone else [(f"×{len(numbers)}", numbers)]:
        at, zoom = stack.spare()
        stack.tokens.append(Token(seat, text, units, at, zoom, ghost=True))


def arrange(units: Sequence[Unit], lost: Mapping[str, Sequence[tuple[Seat, str]]]) -> dict[str, Stack]:
    """Return every space's stack. lost: by space, who stood there"""
    stacks = {
        key: Stack(place, free=list(zip(place.anchors, place.zooms, strict=True)))
        for key, place in atlas().places.items()
    }
    here: dict[tuple[str, Seat], list[str]] = {}
    for unit in units:
        here.setdefault((unit.space, unit.seat), []).append(str(unit.number))
    for (key, seat), numbers in here.items():
        _fill(stacks[key], seat, tuple(numbers))
    for key, gone in lost.items():
        for seat in dict.fromkeys(owner for owner, _ in gone):
            _bury(stacks[key], seat, tuple(number for owner, number in gone if owner == seat))
    return stacks
