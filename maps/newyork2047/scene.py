"""A picture of New York 2047 in work: ground, lines, names, pieces, in this order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudicator.game import Seat
from adjudicator.newyork2047.state import View
from maps.canvas import Canvas, Point
from maps.decal import Decal
from maps.newyork2047 import style
from maps.newyork2047.fixed import beside, furnished, standing
from maps.newyork2047.ground import write
from maps.newyork2047.layout import COUNTER, TURRETON, Box, Frame, atlas
from maps.newyork2047.markers import arrow, joint, mark, outline, support, tip
from maps.newyork2047.paths import aside, enters, length, part, route
from maps.newyork2047.pieces import counter
from maps.newyork2047.placement import Stack, Token, arrange
from maps.newyork2047.plates import plate
from maps.newyork2047.routes import around, meeting, settle, starts
from maps.newyork2047.summary import Path, Story

THIN, THICKER, THICKEST = 8.4, 1.8, 13.0
"""The width of an arrow of one unit, how much each further unit adds, and the most, in units of the map."""
MARGIN = 12.0
"""A line is so wide on each side, with its head, in units."""
GLOW = 36.0
"""The reach of the glow behind a new unit, in units."""
STANDOFF = 0.86
"""The size of the mark for a standoff, over that of a counter."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something put on the picture, for those who check that nothing is covered. kind: "unit", "ghost",
    "plate" or "standoff"; box: left, top, right, bottom in pixels, of what is seen."""

    kind: str
    space: str
    seat: Seat | None
    text: str
    box: Box


class Scene:
    """One picture. Its methods draw, each over what is there."""

    def __init__(self, view: View, frame: Frame, story: Story) -> None:
        self.view, self.frame, self.story = view, frame, story
        self.canvas: Canvas = furnished(frame, view)
        self.stacks = arrange(view.state.units, story.lost)
        self.shown: list[Piece] = []
        self._lines: list[tuple[Sequence[Point], Box, float]] = []
        self._tips: list[tuple[Decal, Point]] = []
        self._outlined: set[str] = set()
        self._where: dict[tuple[str, Seat, str], tuple[Point, float]] = {}
        for key, stack in self.stacks.items():
            for token in stack.tokens:
                for unit in token.units:
                    self._where.setdefault((key, token.seat, unit), (token.at, COUNTER * token.zoom))
            if stack.plate is not None:
                for number in stack.plate.numbers:
                    self._where[key, stack.plate.seat, number] = (stack.plate.at, COUNTER)

    # where things are

    def where(self, seat: Seat, unit: str, space: str) -> tuple[Point, float]:
        """The middle of the counter of a unit or Turreton in a space, and how far it reaches; the middle of
        the space, if the unit is there no more."""
        place = atlas().places[space]
        if place.turreton is not None and not unit.isdigit():
            return place.turreton, TURRETON
        return self._where.get((space, seat, unit), (self.stacks[space].heart, COUNTER))

    def group(self, seat: Seat, units: Sequence[str], space: str) -> tuple[Point, float]:
        """The middle of several counters, and how far they reach from it."""
        spots = [self.where(seat, unit, space) for unit in units]
        x, y = (sum(at[k] for at, _ in spots) / len(spots) for k in (0, 1))
        return (x, y), max(reach + length([(x, y), at]) * 0.7 for at, reach in spots)

    # ground

    def outline(self, key: str, kind: str) -> None:
        """Mark a space by a line along its border."""
        drawn, middle = outline(self.frame, key, kind)
        drawn.put(self.canvas, middle)
        self._outlined.add(key)

    def fresh_borders(self) -> None:
        """The land that changed hands."""
        for key in self.story.taken:
            if self.frame.shows(atlas().places[key].bounds):
                self.outline(key, "taken")

    # lines

    def _line(self, drawn: Decal, middle: Point, path: Sequence[Point]) -> None:
        drawn.put(self.canvas, middle)
        self._note(path, MARGIN)

    def _note(self, path: Sequence[Point], reach: float) -> None:
        """Remember that the ground is covered along a path, so far on each side."""
        across, down = zip(*path, strict=True)
        ends = (min(across) - reach, min(down) - reach, max(across) + reach, max(down) + reach)
        self._lines.append((path, ends, reach))

    def glows(self) -> None:
        """Behind new units, and behind Turretons that changed sides."""
        for name in self.story.turned:
            at = atlas().places[self.view.board.places[name]].turreton
            if at is not None:
                mark("glow", self.frame.scale * 1.2).put(self.canvas, self.frame.at(at))
                self._note([at, at], GLOW * 1.2)
        for stack in self.stacks.values():
            for token in filter(self._is_new, stack.tokens):
                mark("glow", self.frame.scale * token.zoom).put(self.canvas, self.frame.at(token.at))
                self._note([token.at, token.at], GLOW * token.zoom)

    def pixels(self, path: Sequence[Point]) -> tuple[Point, ...]:
        """A path in pixels, on halves, so that equal arrows are drawn once."""
        return tuple((round(x * 2) / 2, round(y * 2) / 2) for x, y in map(self.frame.at, path))

    def arrow(self, path: Sequence[Point], kind: str, seat: Seat, units: int = 1) -> None:
        """An arrow in a faction's colour."""
        width = min(THICKEST, THIN + THICKER * (units - 1))
        how = (self.pixels(path), kind, width, style.LOOKS[seat].color, self.frame.scale)
        self._line(*arrow(*how), path)
        self._tips.append(tip(*how))

    def heads(self) -> None:
        """The ends of all supports and arrows once more, over the names."""
        for drawn, middle in self._tips:
            drawn.put(self.canvas, middle)

    def support(self, start: Point, reach: float, end: Point, stop: float, seat: Seat) -> None:
        """A dashed line from a counter towards a point, ending `stop` before it."""
        full = length([start, end])
        path = part([start, end], min(full * 0.4, reach + 3), max(full * 0.5, full - stop))
        spots, color = self.pixels(path), style.LOOKS[seat].color
        self._line(*support(spots, color, self.frame.scale), path)
        self._tips.append(joint(spots[-1], color, self.frame.scale))

    def assist(
        self, start: Point, reach: float, way: Sequence[Point], spaces: Sequence[str], seat: Seat
    ) -> None:
        """A dashed line from a counter to an arrow; spaces: theirs."""
        others = around([self.stacks[key] for key in dict.fromkeys(spaces)], [start])
        self.support(start, reach, meeting(start, reach, way, others), 0.0, seat)

    def way(self, path: Path) -> list[Point]:
        """How the arrow of units that had a move runs."""
        heart = self.stacks[path.target].heart
        if path.kind == "move":
            end, reach = self.group(path.seat, path.units, path.target)
            ends = (self.stacks[path.origin], self.stacks[path.target])
            own = [self.where(path.seat, unit, path.target)[0] for unit in path.units]
            begins, others = starts(ends[0]), around(ends, own)
            if begins[0] != ends[0].heart:
                out = [way for way in self.story.paths if (way.origin, way.kind) == (path.origin, "move")]
                first = out.index(path) % len(begins)
                begins = begins[first:] + begins[:first]
            return list(settle(begins, end, reach, path.origin, path.target, others))
        start, _ = self.group(path.seat, path.units, path.origin)
        points, share = route(start, heart, path.origin, path.target)
        stop = length(points) * share
        return part(points, 0.0, max(COUNTER + 12, stop - 2 if path.kind == "stopped" else stop + 14))

    def story_lines(self) -> None:
        """Supports first, then those who were stopped, then those who went."""
        story = self.story
        both = {(path.target, path.origin) for path in story.paths}
        ways = {}
        for path in story.paths:
            way = self.way(path)
            ways[path] = aside(way, 9) if (path.origin, path.target) in both else way
        for event in story.supports:
            tail, reach = self.where(event.seat, event.unit, event.space)
            helped = story.of(event.of, event.other)
            if event.hold or helped is None:
                spot, stop = self.where(event.of, event.other, event.target)
                self.support(tail, reach, spot, stop + 5, event.seat)
            else:
                way = ways[helped]
                self.assist(tail, reach, way, (event.space, helped.origin, helped.target), event.seat)
        for moved in story.relocated:
            start, end = (atlas().places[key].star for key in (moved.origin, moved.target))
            if start is not None and end is not None:
                self.support(start, 12.0, end, 20.0, moved.seat)
        for path in sorted(story.paths, key=lambda path: path.kind == "move"):
            self.arrow(ways[path], path.kind, path.seat, len(path.units))

    def names(self) -> None:
        """What lines have crossed and must be seen, once more: names, stars, flags, Turretons."""
        words, things = (set().union(*(beside(key)[k] for key in self._outlined)) for k in (0, 1))
        for place in atlas().places.values():
            if place.key in words or any(map(self._is_crossed, place.words)):
                write(self.canvas, self.frame, place.key, self.view.state.control.get(place.key))
        for thing in standing(self.view):
            x, y = thing.at
            reach = thing.reach
            if thing.space in things or self._is_crossed((x - reach, y - reach, x + reach, y + reach)):
                thing.drawn(self.frame.scale).put(self.canvas, self.frame.at(thing.at))

    def _is_crossed(self, box: Box) -> bool:
        """Whether a line comes near a box."""
        left, top, right, bottom = box
        return any(
            ends[0] <= right
            and ends[2] >= left
            and ends[1] <= bottom
            and ends[3] >= top
            and enters(path, (left - reach, top - reach, right + reach, bottom + reach))
            for path, ends, reach in self._lines
        )

    # pieces

    def put(
        self, drawn: Decal, at: Point, kind: str, space: str, seat: Seat | None, text: str, reach: float
    ) -> None:
        """Put a piece with its middle at a point of the map, and note it."""
        x, y = self.frame.at(at)
        drawn.put(self.canvas, (x, y))
        far = reach * self.frame.scale
        self.shown.append(Piece(kind, space, seat, text, (x - far, y - far, x + far, y + far)))

    def pieces(self) -> None:
        """Counters and standoffs."""
        for key, stack in self.stacks.items():
            if not stack.is_empty and self.frame.shows(stack.place.bounds):
                self._stack(key, stack)
        for key in self.story.standoffs:
            if self.frame.shows(atlas().places[key].bounds):
                at, zoom = self.stacks[key].spare()
                zoom *= STANDOFF
                self.put(mark("standoff", self.frame.scale * zoom), at, "standoff", key, None, "", 26 * zoom)

    def _stack(self, key: str, stack: Stack) -> None:
        unit = self.frame.scale
        if stack.plate is not None:
            left, top, right, bottom = stack.plate.box
            seat, numbers = stack.plate.seat, stack.plate.numbers
            drawn = plate(seat, numbers, right - left, bottom - top, unit)
            x, y = self.frame.at(stack.plate.at)
            drawn.put(self.canvas, (x, y))
            ends = (*self.frame.at((left, top)), *self.frame.at((right, bottom)))
            self.shown.append(Piece("plate", key, seat, " ".join(numbers), ends))
            if any((seat, number) in self.story.new for number in numbers):
                self._plus((right - 8, top + 8), 1.0)
        for token in stack.tokens:
            kind = "ghost" if token.ghost else "unit"
            drawn = counter(token.seat, token.text, unit * token.zoom, "ghost" if token.ghost else "")
            self.put(drawn, token.at, kind, key, token.seat, token.text, 25 * token.zoom)
        for token in filter(self._is_new, stack.tokens):
            self._plus((token.at[0] + 18 * token.zoom, token.at[1] - 18 * token.zoom), token.zoom)

    def _is_new(self, token: Token) -> bool:
        return not token.ghost and (token.seat, token.text) in self.story.new

    def _plus(self, at: Point, zoom: float) -> None:
        mark("plus", self.frame.scale * zoom * 0.85).put(self.canvas, self.frame.at(at))

    def dots(self, marks: Mapping[str, str]) -> None:
        """Where a chosen unit may go, or help."""
        for key, kind in sorted(marks.items()):
            stack = self.stacks[key]
            if kind == "move" and stack.is_empty:
                mark("dot", self.frame.scale).put(self.canvas, self.frame.at(stack.heart))
