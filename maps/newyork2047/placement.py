"""Where counters stand on the map of New York 2047, and how arrows run from space to space: with their heads
beside counters, words and stars, so that they are seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, dist, hypot, inf, pi, sin

from adjudicator.game import Seat
from adjudicator.newyork2047.state import Unit
from maps.canvas import Point
from maps.geometry import Box, away, between, gap, length, part
from maps.newyork2047.layout import COUNTER, STAR, TURRETON, Place, Sizes, atlas

SMALLEST = 0.64
"""The least size of counters, over that of a single one, before they become a plate."""
EXTRA = 0.7
"""The size of what has no place of its own, over that."""


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
    def zoom(self) -> float:
        """How large a single counter is."""
        return self.place.sizes.zoom

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
        return self._gap(), EXTRA * self.zoom

    def _gap(self) -> Point:
        """Return the point near the heart that is farthest from all that must stay visible."""
        boxes = [*self.place.words]
        if self.place.star is not None:
            (x, y), reach = self.place.star, STAR * self.zoom
            boxes.append((x - reach, y - reach, x + reach, y + reach))
        if self.place.turreton is not None:
            (x, y), reach = self.place.turreton, TURRETON * self.zoom
            boxes.append((x - reach, y - reach, x + reach, y + reach))
        if self.plate is not None:
            boxes.append(self.plate.box)
        best, room = self.heart, -1.0
        for far in (30.0, 38.0, 46.0, 56.0, 68.0, 82.0):
            for turn in range(24):
                x = self.heart[0] + far * self.zoom * sin(pi * turn / 12)
                y = self.heart[1] - far * self.zoom * cos(pi * turn / 12)
                clear = [away((x, y), box) for box in boxes]
                clear += [hypot(x - t.at[0], y - t.at[1]) - COUNTER * t.zoom for t in self.tokens]
                outside = 0.0 if _inside((x, y), self.place.outline) else 9.0
                here = min([*clear, COUNTER * EXTRA * self.zoom]) - outside
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
    return min(pairs, default=inf) / (2 * COUNTER)


def _rows(spots: Sequence[Point]) -> list[Point]:
    """Return the places as one reads them: from top to bottom, what is about level from left to right."""
    found: list[list[Point]] = []
    for spot in sorted(spots, key=lambda spot: spot[1]):
        if found and spot[1] - found[-1][0][1] < COUNTER * 0.8:
            found[-1].append(spot)
        else:
            found.append([spot])
    return [spot for row in found for spot in sorted(row)]


def _grid(box: Box, count: int, most: float) -> tuple[list[Point], float]:
    """Return places in rows within a box, and how large counters are there, at most `most`; the largest that
    fit."""
    width, height = box[2] - box[0], box[3] - box[1]
    best = (0.0, 1, count)
    for rows in range(1, count + 1):
        columns = -(-count // rows)
        best = max(best, (min(width / columns, height / rows, 2 * COUNTER * most), rows, columns))
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
    zoom = min(_apart(spots), *place.zooms[:count])
    stack.free = list(zip(place.anchors[count:], place.zooms[count:], strict=True))
    if count > len(place.anchors) or zoom < SMALLEST * stack.zoom:
        stack.free = []
        spots, zoom = _grid(place.stack or place.bounds, count, stack.zoom)
        if zoom < SMALLEST * stack.zoom:
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


def arrange(
    places: Mapping[str, Place], units: Sequence[Unit], lost: Mapping[str, Sequence[tuple[Seat, str]]]
) -> dict[str, Stack]:
    """Return every space's stack. lost: by space, who stood there"""
    stacks = {
        key: Stack(place, free=list(zip(place.anchors, place.zooms, strict=True)))
        for key, place in places.items()
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


AHEAD = 6.0
"""How far before a counter an arrow ends, in units of pieces."""
ROUND, BACK = 14.0, 13.0
"""The radius of the head of an arrow, with its rim, and how far its middle lies behind the tip, in units of
pieces."""
TURNS = (0.0, 0.45, -0.45, 0.9, -0.9, 1.35, -1.35)
"""From which sides an arrow may come to a counter, as angles to the straight way."""
STOPS = (0.0, 8.0, 16.0, 26.0, 38.0)
"""How much earlier it may end, in units of pieces."""
SHORT = 62.0
"""Arrows shorter than this are hard to see, in units of pieces."""
GOOD_ENOUGH = 2.0
"""A way of this cost is taken without looking for a better one."""

Disc = tuple[Point, float]


@lru_cache(maxsize=512)
def border(origin: str, target: str) -> tuple[tuple[Point, ...], ...]:
    """Return the common borders of two spaces, () if they are not neighbours."""
    return tuple(run.points for run in atlas().places[origin].borders if run.beyond == target)


def _meets(start: Point, end: Point, run: Sequence[Point]) -> float | None:
    """Return at which share of the straight way from start to end it first crosses a line, if it does."""
    found = []
    for a, b in pairwise(run):
        dx, dy, ex, ey = end[0] - start[0], end[1] - start[1], b[0] - a[0], b[1] - a[1]
        cross = dx * ey - dy * ex
        if cross == 0:
            continue
        along = ((a[0] - start[0]) * ey - (a[1] - start[1]) * ex) / cross
        over = ((a[0] - start[0]) * dy - (a[1] - start[1]) * dx) / cross
        if 0 <= along <= 1 and 0 <= over <= 1:
            found.append(along)
    return min(found, default=None)


@lru_cache(maxsize=2048)
def route(start: Point, end: Point, origin: str, target: str) -> tuple[tuple[Point, ...], float]:
    """Return a path from a point of one space to a point of its neighbour, and the share of its length at
    which it crosses their border: straight if it can be, else bent through the border's middle."""
    runs = border(origin, target)
    crossed = [share for run in runs if (share := _meets(start, end, run)) is not None]
    if crossed or not runs:
        return (start, end), min(crossed, default=0.5)
    through = part(runs[0], 0.0, length(runs[0]) / 2)[-1]
    before, after = length((start, through)), length((through, end))
    share = min(0.8, max(0.2, before / (before + after or 1.0)))
    # the curve start, bend, end that is at `through` when `share` of it is done
    weight = 2 * share * (1 - share)
    bend_x, bend_y = ((through[k] - start[k] * (1 - share) ** 2 - end[k] * share**2) / weight for k in (0, 1))
    bend = (bend_x, bend_y)
    path = []
    for step in range(17):
        done = step / 16
        path.append(between(between(start, bend, done), between(bend, end, done), done))
    first = part(path, 0.0, length(path))[: round(share * 16) + 1]
    return tuple(path), length(first) / (length(path) or 1.0)


@dataclass(frozen=True, slots=True)
class Around:
    """What stands near a way. discs: other counters; boxes: plates;  sizes: of all that is on the map"""

    sizes: Sizes
    discs: tuple[Disc, ...]
    boxes: tuple[Box, ...]


def around(stacks: Sequence[Stack], own: Sequence[Point]) -> Around:
    """Return all counters of these stacks but those at `own`."""
    discs = [(token.at, COUNTER * token.zoom) for stack in stacks for token in stack.tokens]
    plates = tuple(stack.plate.box for stack in stacks if stack.plate is not None)
    sizes = stacks[0].place.sizes
    return Around(sizes, tuple(disc for disc in discs if disc[0] not in own), plates)


def starts(stack: Stack) -> tuple[Point, ...]:
    """Return where an arrow out of a space may begin: its middle, or places where no counter stands."""
    taken = [(token.at, COUNTER * token.zoom) for token in stack.tokens]
    spots = [stack.heart, *(at for at, _ in stack.free)]
    clear = [at for at in spots if all(dist(at, spot) > reach + 8 for spot, reach in taken)]
    if stack.plate is not None:
        clear = [at for at in clear if away(at, stack.plate.box) > 8]
    return tuple(dict.fromkeys(clear))[:3] or (stack.heart,)


@lru_cache(maxsize=2048)
def best_way(
    begins: tuple[Point, ...], end: Point, reach: float, origin: str, target: str, near: Around
) -> tuple[Point, ...]:
    """Return the way from one of `begins` to what stands at `end` and has the radius `reach`: the one that
    shows its head best and is not much longer or more bent than the straight one."""
    best: tuple[float, tuple[Point, ...]] | None = None
    zoom = near.sizes.zoom
    for place, start in enumerate(begins):
        whole, crossed = route(start, end, origin, target)
        full = length(whole)
        shown = max(full * 0.45, full - reach - AHEAD * zoom)
        tip = part(whole, 0.0, shown)[-1]
        far, angle = dist(tip, end), atan2(tip[1] - end[1], tip[0] - end[0])
        for turn in TURNS if reach > zoom * COUNTER / 2 else TURNS[:1]:
            bent = place * 3 + abs(turn) * 4
            if best is not None and bent >= best[0]:
                continue  # it cannot be better
            to, share = whole, crossed
            if turn:
                side = (end[0] + far * cos(angle + turn), end[1] + far * sin(angle + turn))
                to, share = route(start, side, origin, target)
            run = length(to) if turn else shown
            over = length(to) * share + BACK * zoom
            for stop in (zoom * stop for stop in STOPS):
                if stop and run - stop < max(40.0 * zoom, over):
                    break
                least = bent + stop * 0.12
                if best is not None and least >= best[0]:
                    break
                way = tuple(part(to, 0.0, run - stop))
                cost = least + _cost(way, origin, target, near, (best[0] if best else inf) - least)
                if turn and gap(end, way) < reach + 3:
                    cost += 12
                if best is None or cost < best[0]:
                    best = (cost, way)
        if best is not None and best[0] < GOOD_ENOUGH:
            break
    return best[1] if best is not None else (begins[0], end)


def head(way: Sequence[Point], zoom: float) -> Point:
    """Return the middle of the head of an arrow along a way. zoom: of pieces"""
    full = length(way)
    return part(way, 0.0, max(full * 0.3, full - BACK * zoom))[-1]


def _cost(way: Sequence[Point], origin: str, target: str, near: Around, most: float) -> float:
    """Return how much of the head is hidden or hides something, roughly in units, and whether the line is;
    anything above `most` once it is that much."""
    zoom = near.sizes.zoom
    at, room = head(way, zoom), ROUND * zoom
    found = max(0.0, SHORT * zoom - length(way)) * 0.5
    for key in (origin, target):
        place = atlas(near.sizes).places[key]
        found += sum(max(0.0, room - away(at, box)) for box in (place.words[0], *place.words))
        for spot, reach in ((place.star, STAR), (place.turreton, TURRETON)):
            if spot is not None:
                far = (ROUND + reach - 4) * zoom
                found += max(0.0, far - hypot(at[0] - spot[0], at[1] - spot[1]))
    for spot, reach in near.discs:
        if found > most:
            return found
        found += 3 * max(0.0, room + reach - hypot(at[0] - spot[0], at[1] - spot[1]))
        found += 0.3 * max(0.0, reach + 4 - gap(spot, way))
    return found + sum(3 * max(0.0, room - away(at, box)) for box in near.boxes)


def meeting(tail: Point, reach: float, way: Sequence[Point], near: Around) -> Point:
    """Return where a support from a counter meets the way that it helps: where most of its line is seen, the
    middle if that is about as good."""
    full = length(way)

    def seen(share: float) -> float:
        spot = part(way, 0.0, full * share)[-1]
        line = (tail, spot)
        hidden = sum(max(0.0, far + 5 - gap(at, line)) for at, far in near.discs)
        return min(90.0, dist(tail, spot) - reach) - hidden - 24 * abs(share - 0.5)

    share = max((0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8), key=seen)
    return part(way, 0.0, full * share)[-1]
