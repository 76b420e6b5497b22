"""Where everything lies on the map of New York 2047: the board's file as shapes, and frames to draw it in."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from math import dist
from typing import Any

from adjudicator.newyork2047.state import View
from maps.boards import board
from maps.canvas import Point, text_width
from maps.geometry import Box, away

WIDTH, HEIGHT = 1400, 1600
"""The map, in units; a picture of the whole map has as many pixels unless another size is asked for."""
COUNTER = 26.0
"""Half the width of a counter, in its own units: how far places keep from labels; twice that from each
other."""
STAR, TURRETON = 18.0, 34.0
"""Half the width of a star or a flag, and of a Turreton, in their own units."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large things are, in units of the map. zoom: of a unit of pieces and lines; abbr, name: of letters;
    line: from line to line of a name, 0 where spaces have no names;  gun: of the letters of a Turreton"""

    zoom: float
    abbr: float
    name: float
    line: float
    gun: float


FAR = Sizes(1.3, 36.5, 0.0, 0.0, 27.5)
"""For the whole map: told apart 290 pixels wide, and read at 550."""
NEAR = Sizes(1.0, 28.0, 17.0, 17.0, 17.0)
"""For a small part, where there is room for names."""


@dataclass(frozen=True, slots=True)
class Border:
    """A run of an outline. beyond: the space there, "" if none;  kind: "land", "water", "scenery", "edge\""""

    beyond: str
    kind: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """One space on the map.

    outline:    its corners;  borders: the same by what lies beyond;  bounds: the box around it
    spot:       the middle of its abbreviation;  label, lines: the middle of its name, and that name's lines
    words:      the boxes of abbreviation and name
    star, turreton: where they stand
    anchors:    where counters stand, the first ones first;  zooms: how large they may be there
    stack:      where a plate with many units stands; None where only one unit can be
    """

    key: str
    abbr: str
    sizes: Sizes
    water: bool
    outline: tuple[Point, ...]
    borders: tuple[Border, ...]
    bounds: Box
    spot: Point
    label: Point
    lines: tuple[str, ...]
    words: tuple[Box, ...]
    star: Point | None
    turreton: Point | None
    anchors: tuple[Point, ...]
    zooms: tuple[float, ...]
    stack: Box | None


@dataclass(frozen=True)
class Atlas:
    """All spaces, and what lies outside the game."""

    places: Mapping[str, Place]
    scenery: tuple[tuple[Point, ...], ...]


def _points(found: Any) -> tuple[Point, ...]:
    """Return JSON's pairs of numbers as points."""
    return tuple((float(x), float(y)) for x, y in found)


def _sides(outline: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    """Return a polygon's sides."""
    return list(zip(outline, outline[1:] + outline[:1], strict=True))


def _borders(
    outline: tuple[Point, ...], beyond: Mapping[tuple[Point, Point], tuple[str, str]]
) -> tuple[Border, ...]:
    """Cut an outline where what lies beyond it changes; neighbours share the corners of their border."""
    sides = _sides(outline)
    over = [beyond.get((end, start), ("", "edge")) for start, end in sides]
    first = next((k for k in range(len(over)) if over[k] != over[k - 1]), 0)
    runs: list[tuple[tuple[str, str], list[Point]]] = []
    for turn in range(len(sides)):
        k = (first + turn) % len(sides)
        if not runs or runs[-1][0] != over[k]:
            runs.append((over[k], [sides[k][0]]))
        runs[-1][1].append(sides[k][1])
    return tuple(Border(key, kind, tuple(run)) for (key, kind), run in runs)


def _words(sizes: Sizes, abbr: str, spot: Point, lines: tuple[str, ...], label: Point) -> tuple[Box, ...]:
    """Return the boxes of a space's words, in units."""
    half, rise = text_width(abbr, True, sizes.abbr) / 2, 0.364 * sizes.abbr
    found = [(spot[0] - half, spot[1] - rise, spot[0] + half, spot[1] + rise)]
    for k, line in enumerate(lines):
        half, rise = text_width(line, False, sizes.name) / 2, 0.5 * sizes.name
        middle = label[1] + (k - (len(lines) - 1) / 2) * sizes.line
        found.append((label[0] - half, middle - rise, label[0] + half, middle + rise))
    return tuple(found)


def _place(
    key: str, item: Any, sizes: Sizes, outline: tuple[Point, ...], borders: tuple[Border, ...]
) -> Place:
    """Return a space of the map's file as shapes."""
    stands = item if sizes.name else item["far"]
    ((spot,), (label,)) = _points([stands["abbr_at"]]), _points([item["label"]])
    star, turreton = (
        _points([stands[name]])[0] if stands[name] else None for name in ("star_at", "turreton_at")
    )
    lines, anchors = tuple(item["label_lines"] if sizes.name else ()), _points(stands["unit_anchor"])
    words = _words(sizes, item["abbr"].upper(), spot, lines, label)
    rooms = [min(away(at, box) for box in words) for at in anchors]
    if star is not None:
        reach = STAR * sizes.zoom
        rooms = [min(room, dist(at, star) - reach) for room, at in zip(rooms, anchors, strict=True)]
    across, down = zip(*outline, strict=True)
    left, top, right, bottom = stands["stack"] or (0.0, 0.0, 0.0, 0.0)
    return Place(
        key=key,
        abbr=item["abbr"].upper(),
        sizes=sizes,
        water=item["type"] == "water",
        outline=outline,
        borders=borders,
        bounds=(min(across), min(down), max(across), max(down)),
        spot=spot,
        label=label,
        lines=lines,
        words=words,
        star=star,
        turreton=turreton,
        anchors=anchors,
        zooms=tuple(min(sizes.zoom, room / COUNTER) for room in rooms),
        stack=(left, top, right, bottom) if stands["stack"] else None,
    )


@cache
def atlas(sizes: Sizes = FAR) -> Atlas:
    """Return the map's file as shapes; things have other places for other sizes."""
    data = board("newyork2047")
    outlines = {key: _points(item["polygons"][0]) for key, item in data["spaces"].items()}
    scenery = tuple(_points(polygon) for polygon in data["scenery"])
    beyond = {side: ("", "scenery") for polygon in scenery for side in _sides(polygon)}
    for key, outline in outlines.items():
        beyond.update(dict.fromkeys(_sides(outline), (key, data["spaces"][key]["type"])))
    places = {
        key: _place(key, item, sizes, outlines[key], _borders(outlines[key], beyond))
        for key, item in sorted(data["spaces"].items())
    }
    return Atlas(places, scenery)


@dataclass(frozen=True)
class MapFrame:
    """A picture's part of the map. left, top: its corner, in units; width, height: the picture, in pixels;
    scale: pixels in a unit; side: pixels left of the map for a panel;  sizes: of what is on the map."""

    left: float
    top: float
    width: int
    height: int
    scale: float
    side: int = 0
    sizes: Sizes = FAR

    @property
    def is_whole(self) -> bool:
        """Whether it shows the whole map."""
        return self.side == 0 and round(WIDTH * self.scale) == self.width

    @property
    def unit(self) -> float:
        """Pixels in a unit of pieces and lines."""
        return self.scale * self.sizes.zoom

    @property
    def places(self) -> Mapping[str, Place]:
        """All spaces, with what stands there where it is in this picture."""
        return atlas(self.sizes).places

    def at(self, point: Point) -> Point:
        """Return the pixel of a point of the map."""
        return (point[0] - self.left) * self.scale + self.side, (point[1] - self.top) * self.scale

    def end(self) -> Point:
        """Return the point of the map in the frame's lower right corner."""
        return self.left + (self.width - self.side) / self.scale, self.top + self.height / self.scale

    def shows(self, box: Box) -> bool:
        """Return whether a part of a box is in the frame."""
        right, bottom = self.end()
        return box[0] < right and box[2] > self.left and box[1] < bottom and box[3] > self.top

    def holds(self, box: Box) -> bool:
        """Return whether the whole box is in the frame."""
        right, bottom = self.end()
        return box[0] >= self.left and box[2] <= right and box[1] >= self.top and box[3] <= bottom


def whole(size: int) -> MapFrame:
    """Return the frame of the whole map, `size` pixels wide."""
    scale = size / WIDTH
    return MapFrame(0, 0, size, round(HEIGHT * scale), scale)


LEAST, MOST, AROUND, BESIDE = 500.0, 1165.0, 24.0, 10.0
"""The least width of a part, the greatest that is clearer than the whole map, and how far it reaches around
spaces and around words, in units."""
NAMED = 540.0
"""The greatest width of a part with names, in units."""
SIDE, HIGH = 0.25, 0.72
"""The width of the panel beside a part, and the picture's height, over its width."""


def wider(box: Box, more: float) -> Box:
    """Return a box with a margin all around."""
    return box[0] - more, box[1] - more, box[2] + more, box[3] + more


def _named(place: Place) -> Box:
    """Return the box around a space's words and first counter."""
    (x, y), reach = place.anchors[0], COUNTER * place.sizes.zoom
    boxes = [*place.words, (x - reach, y - reach, x + reach, y + reach)]
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _shown(keys: Collection[str], sizes: Sizes) -> list[Box]:
    """Return what a part of the map must show of these spaces.

    The inner ones whole, whose neighbours are all among them (all, if there are none such); of the others,
    and of water within a region, the middle: a long coast or a wide bay at the rim would make all else small.
    """
    places = [atlas(sizes).places[key] for key in sorted(set(keys))]
    asked = {place.key for place in places}
    inner = [place for place in places if {border.beyond for border in place.borders} - {""} <= asked]
    inner = inner or places
    lands = any(not place.water for place in inner)
    whole = {place.key for place in inner if not (place.water and lands)}
    return [
        wider(place.bounds, AROUND) if place.key in whole else wider(_named(place), BESIDE)
        for place in places
    ]


def part_of(keys: Collection[str], size: int) -> MapFrame:
    """Return the part of the map around these spaces, beside a panel, in a picture `size` pixels wide.

    Where neighbours of a space are among them, only their words and counters need be in it.

    KeyError: there is no such space. ValueError: no spaces.
    """
    return next(frame for sizes in (NEAR, FAR) if (frame := _part(keys, size, sizes)) is not None)


def _part(keys: Collection[str], size: int, sizes: Sizes) -> MapFrame | None:
    """Return the part with things of these sizes; None: it would be too large for names."""
    boxes = _shown(keys, sizes)
    if not boxes:
        raise ValueError("no spaces to show")
    side, height = round(size * SIDE), round(size * HIGH)
    over = height / (size - side)
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    wide = max(LEAST, right - left, (bottom - top) / over)
    if sizes.name and wide > NAMED:
        return None
    wide = min(wide, WIDTH)
    high = wide * over
    x = min(max(0.0, (left + right - wide) / 2), WIDTH - wide)
    y = min(max(0.0, (top + bottom - high) / 2), HEIGHT - high)
    return MapFrame(x, y, size, height, (size - side) / wide, side, sizes)


def is_clearer(keys: Collection[str]) -> bool:
    """Return whether a picture of the part around these spaces is easier to read than the whole map."""
    frame = part_of(keys, 1000)
    return frame.end()[0] - frame.left <= MOST


def front(view: View) -> tuple[str, ...]:
    """Return the spaces of the view's seat, of its units and its home base, and all around them; () without a
    seat that has any."""
    seat, near = view.seat, view.board.near
    if seat is None:
        return ()
    home = [view.state.homes[seat]] if seat in view.state.homes else []
    own = [*home, *(unit.space for unit in view.units(seat))]
    own = own or [view.board.places[name] for name in view.turretons(seat)]
    return tuple(dict.fromkeys([*own, *(key for space in own for key in near[space])]))
