"""The picture of a game of New York 2047: from a View, the newest step's events, and the seat's own orders.

The map looks like a subway map; land has its controller's colour and pattern, units are bullets with their
numbers. Marks: "move", "support" or "chosen" by space. Events that only some may see are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Unpack

from adjudicator.game import Seat
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.orders import Disband, Hold, Move, Order, Relocate, Support
from adjudicator.newyork2047.state import View
from maps.canvas import Canvas, Point
from maps.decal import Decal
from maps.geometry import Box, aside, enters, length, part
from maps.newyork2047 import style
from maps.newyork2047.ground import beside, furnished, standing, write
from maps.newyork2047.layout import COUNTER, TURRETON, MapFrame, front, is_clearer, part_of, whole
from maps.newyork2047.markers import arrow, joint, marker, outline, support, tip
from maps.newyork2047.panels import draw_column, draw_corner, draw_key
from maps.newyork2047.pieces import counter, flag, plate
from maps.newyork2047.placement import Stack, Token, around, arrange, best_way, meeting, route, starts
from maps.newyork2047.words import Journey, TurnSummary, sentences, shown
from maps.painter import Options, Painter, Request
from maps.touch import Layer, Shape

SIZE, PART_SIZE = 1400, 1200
"""Pixels across, of the whole map and of a part, unless another size is asked for."""
THIN, THICKER, THICKEST = 8.4, 1.8, 13.0
"""The width of an arrow of one unit, what each further unit adds, and the most, in units of pieces."""
LINE_REACH = 12.0
"""How far a line reaches on each side, with its head, in units of pieces."""
GLOW = 36.0
"""The radius of the glow behind a new unit, in units of pieces."""
INSIDE = {"stopped": 9.0, "lost": 14.0}
"""How far within the space that they meant arrows end that did not get there, in units of pieces."""
STANDOFF = 0.86
"""The size of the mark for a standoff, over that of a counter."""


def scene_of(request: Request[View]) -> MapScene:
    """Draw a picture of New York 2047, with notes of what lies where."""
    scene = map_scene(request, _frame(request))
    private = bool(request.draft) and request.view.seat is not None
    if scene.frame.is_whole:
        draw_corner(scene.canvas, request.view, request.caption, private, scene.frame.scale)
        draw_key(scene.canvas, scene.summary, scene.frame.scale)
    else:
        draw_column(scene.canvas, scene.frame, request.view, scene.summary, request.caption, private)
    return scene


def map_scene(request: Request[View], frame: MapFrame) -> MapScene:
    """Draw the map in a frame, without panels."""
    view, marks, draft = request.view, request.marks or {}, request.draft
    scene = MapScene(view, frame, shown(request))
    plans = DraftLayer(scene, view.seat, draft) if view.seat is not None and draft else None
    scene.fresh_borders()
    for space, kind in sorted(marks.items()):
        scene.outline(space, kind)
    scene.glows()
    scene.journeys()
    if plans:
        plans.lines()
    scene.names()
    scene.heads()
    scene.pieces()
    if plans:
        plans.marks()
    scene.dots(marks)
    return scene


def _frame(request: Request[View]) -> MapFrame:
    """Return the frame of the whole map, or of a part beside its panels."""
    focus = request.focus
    if not focus and request.close and (near := front(request.view)) and is_clearer(near):
        focus = near
    return part_of(focus, request.size or PART_SIZE) if focus else whole(request.size or SIZE)


@dataclass(frozen=True, slots=True)
class Piece:
    """Something put on the picture, for those who check that nothing is covered. kind: "unit", "ghost",
    "plate" or "standoff"; box: left, top, right, bottom in pixels, of what is seen."""

    kind: str
    space: str
    seat: Seat | None
    text: str
    box: Box


class MapScene:
    """One picture. Its methods draw, each over what is there."""

    def __init__(self, view: View, frame: MapFrame, summary: TurnSummary) -> None:
        self.view, self.frame, self.summary = view, frame, summary
        self.canvas = furnished(frame, view)
        self.places = frame.places
        self.zoom = frame.sizes.zoom
        self.stacks = arrange(self.places, view.state.units, summary.lost)
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
                    self._where[key, stack.plate.seat, number] = (stack.plate.at, COUNTER * self.zoom)

    # where things are

    def where(self, seat: Seat, unit: str, space: str) -> tuple[Point, float]:
        """Return the middle of the counter of a unit or Turreton in a space, and its radius; the middle of
        the space, if the unit is there no more."""
        place = self.places[space]
        if place.turreton is not None and not unit.isdigit():
            return place.turreton, TURRETON * self.zoom
        return self._where.get((space, seat, unit), (self.stacks[space].heart, COUNTER * self.zoom))

    def group(self, seat: Seat, units: Sequence[str], space: str) -> tuple[Point, float]:
        """Return the middle of several counters, and how far they reach from it."""
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
        """Outline the land that changed hands."""
        for kind, keys in (("taken", self.summary.taken), ("robbed", self.summary.robbed)):
            for key in keys:
                if self.frame.shows(self.places[key].bounds):
                    self.outline(key, kind)

    # lines

    def _line(self, drawn: Decal, middle: Point, path: Sequence[Point]) -> None:
        """Put a line on the canvas, and note it."""
        drawn.put(self.canvas, middle)
        self._note(path, LINE_REACH * self.zoom)

    def _note(self, path: Sequence[Point], reach: float) -> None:
        """Note that the ground is covered along a path, `reach` units on each side."""
        across, down = zip(*path, strict=True)
        ends = (min(across) - reach, min(down) - reach, max(across) + reach, max(down) + reach)
        self._lines.append((path, ends, reach))

    def glows(self) -> None:
        """Draw what lies behind new units, and behind Turretons that changed sides."""
        for name in self.summary.turned:
            at = self.places[self.view.board.places[name]].turreton
            if at is not None:
                marker("glow", self.frame.unit * 1.2).put(self.canvas, self.frame.at(at))
                self._note([at, at], GLOW * 1.2 * self.zoom)
        for stack in self.stacks.values():
            for token in filter(self._is_new, stack.tokens):
                marker("glow", self.frame.scale * token.zoom).put(self.canvas, self.frame.at(token.at))
                self._note([token.at, token.at], GLOW * token.zoom)

    def pixels(self, path: Sequence[Point]) -> tuple[Point, ...]:
        """Return a path in pixels, on halves, so that equal arrows are drawn once."""
        return tuple((round(x * 2) / 2, round(y * 2) / 2) for x, y in map(self.frame.at, path))

    def arrow(self, path: Sequence[Point], kind: str, seat: Seat, units: int = 1) -> None:
        """Draw an arrow in a faction's colour."""
        width = min(THICKEST, THIN + THICKER * (units - 1))
        how = (self.pixels(path), kind, width, style.LOOKS[seat].color, self.frame.unit)
        self._line(*arrow(*how), path)
        self._tips.append(tip(*how))

    def heads(self) -> None:
        """Draw the ends of all supports and arrows once more, over the names."""
        for drawn, middle in self._tips:
            drawn.put(self.canvas, middle)

    def support(
        self, start: Point, reach: float, end: Point, stop: float, seat: Seat, cut: bool = False
    ) -> None:
        """Draw a dashed line from a counter towards a point, ending `stop` units before it. cut: with a cross
        on it"""
        full = length([start, end])
        path = part([start, end], min(full * 0.4, reach + 3), max(full * 0.5, full - stop))
        spots, color = self.pixels(path), style.LOOKS[seat].color
        self._line(*support(spots, color, self.frame.unit), path)
        self._tips.append(joint(spots[-1], color, self.frame.unit))
        if cut:
            middle = part(path, 0.0, length(path) * 0.5)[-1]
            self._tips.append((marker("cut", self.frame.unit), self.frame.at(middle)))

    def assist(
        self,
        start: Point,
        reach: float,
        way: Sequence[Point],
        spaces: Sequence[str],
        seat: Seat,
        cut: bool = False,
    ) -> None:
        """Draw a dashed line from a counter to an arrow. spaces: theirs"""
        others = around([self.stacks[key] for key in dict.fromkeys(spaces)], [start])
        self.support(start, reach, meeting(start, reach, way, others), 0.0, seat, cut)

    def way(self, path: Journey) -> list[Point]:
        """Return how the arrow of units that had a move runs."""
        heart = self.stacks[path.target].heart
        if path.kind == "move":
            end, reach = self.group(path.seat, path.units, path.target)
            ends = (self.stacks[path.origin], self.stacks[path.target])
            own = [self.where(path.seat, unit, path.target)[0] for unit in path.units]
            begins, others = starts(ends[0]), around(ends, own)
            if begins[0] != ends[0].heart:
                out = [way for way in self.summary.paths if (way.origin, way.kind) == (path.origin, "move")]
                first = out.index(path) % len(begins)
                begins = begins[first:] + begins[:first]
            return list(best_way(begins, end, reach, path.origin, path.target, others))
        start, _ = self.group(path.seat, path.units, path.origin)
        points, share = route(start, heart, path.origin, path.target)
        stop = length(points) * share
        return part(points, 0.0, max((COUNTER + 12) * self.zoom, stop + INSIDE[path.kind] * self.zoom))

    def journeys(self) -> None:
        """Draw supports first, then those who were stopped, then those who went."""
        summary = self.summary
        both = {(path.target, path.origin) for path in summary.paths}
        ways = {}
        for path in summary.paths:
            way = self.way(path)
            ways[path] = aside(way, 9 * self.zoom) if (path.origin, path.target) in both else way
        helps: list[ev.Supported | ev.SupportFailed] = [*summary.supports, *summary.cut]
        for event in helps:
            tail, reach = self.where(event.seat, event.unit, event.space)
            helped, cut = summary.of(event.of, event.other), isinstance(event, ev.SupportFailed)
            if event.hold or helped is None:
                spot, stop = self.where(event.of, event.other, event.target)
                self.support(tail, reach, spot, stop + 5, event.seat, cut)
            else:
                way, spaces = ways[helped], (event.space, helped.origin, helped.target)
                self.assist(tail, reach, way, spaces, event.seat, cut)
        for moved in summary.relocated:
            start, end = (self.places[key].star for key in (moved.origin, moved.target))
            if start is not None and end is not None:
                self.support(start, 12.0 * self.zoom, end, 20.0 * self.zoom, moved.seat)
        for path in sorted(summary.paths, key=lambda path: path.kind == "move"):
            self.arrow(ways[path], path.kind, path.seat, len(path.units))

    def names(self) -> None:
        """Draw what lines have crossed and must be seen once more: names, stars, flags, Turretons."""
        touched = [beside(key, self.frame.sizes) for key in self._outlined]
        words, things = (set().union(*(found[k] for found in touched)) for k in (0, 1))
        for place in self.places.values():
            if place.key in words or any(map(self._is_crossed, place.words)):
                write(self.canvas, self.frame, place.key, self.view.state.control.get(place.key))
        for thing in standing(self.view, self.frame.sizes):
            x, y = thing.at
            reach = thing.reach
            if thing.space in things or self._is_crossed((x - reach, y - reach, x + reach, y + reach)):
                thing.drawn(self.frame.unit).put(self.canvas, self.frame.at(thing.at))

    def _is_crossed(self, box: Box) -> bool:
        """Return whether a line comes near a box."""
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
        """Draw counters and standoffs."""
        for key, stack in self.stacks.items():
            if not stack.is_empty and self.frame.shows(stack.place.bounds):
                self._stack(key, stack)
        for key in self.summary.standoffs:
            if self.frame.shows(self.places[key].bounds):
                at, zoom = self.stacks[key].spare()
                zoom *= STANDOFF
                self.put(
                    marker("standoff", self.frame.scale * zoom), at, "standoff", key, None, "", 26 * zoom
                )

    def _stack(self, key: str, stack: Stack) -> None:
        """Draw what stands in a space."""
        unit = self.frame.scale
        if stack.plate is not None:
            left, top, right, bottom = stack.plate.box
            seat, numbers = stack.plate.seat, stack.plate.numbers
            zoom = self.zoom
            drawn = plate(seat, numbers, (right - left) / zoom, (bottom - top) / zoom, self.frame.unit)
            x, y = self.frame.at(stack.plate.at)
            drawn.put(self.canvas, (x, y))
            ends = (*self.frame.at((left, top)), *self.frame.at((right, bottom)))
            self.shown.append(Piece("plate", key, seat, " ".join(numbers), ends))
            if any((seat, number) in self.summary.new for number in numbers):
                self._plus((right - 8, top + 8), zoom)
        for token in stack.tokens:
            kind = "ghost" if token.ghost else "unit"
            drawn = counter(token.seat, token.text, unit * token.zoom, "ghost" if token.ghost else "")
            self.put(drawn, token.at, kind, key, token.seat, token.text, 25 * token.zoom)
        for token in filter(self._is_new, stack.tokens):
            self._plus((token.at[0] + 18 * token.zoom, token.at[1] - 18 * token.zoom), token.zoom)

    def _is_new(self, token: Token) -> bool:
        return not token.ghost and (token.seat, token.text) in self.summary.new

    def _plus(self, at: Point, zoom: float) -> None:
        marker("plus", self.frame.scale * zoom * 0.85).put(self.canvas, self.frame.at(at))

    def dots(self, marks: Mapping[str, str]) -> None:
        """Draw where a chosen unit may go."""
        for key, kind in sorted(marks.items()):
            stack = self.stacks[key]
            if kind == "move" and stack.is_empty:
                marker("dot", self.frame.unit).put(self.canvas, self.frame.at(stack.heart))


class DraftLayer:
    """Draws the draft of one seat on a scene: hollow arrows, thin dashes, rings, a flag, crosses.

    Orders of units that are not on the map are left out.
    """

    def __init__(self, scene: MapScene, seat: Seat, draft: Sequence[Order]) -> None:
        self.scene, self.seat, self.draft = scene, seat, draft
        view = scene.view
        self.spaces = {(unit.seat, str(unit.number)): unit.space for unit in view.state.units}
        self.spaces |= {(seat, name): view.board.places[name] for name in view.turretons(seat)}

    def way(self, seat: Seat, unit: str, target: str) -> list[Point]:
        """Return how a unit would go, from the edge of its counter to that of what stands there."""
        origin = self.spaces[seat, unit]
        start, reach = self.scene.where(seat, unit, origin)
        stack = self.scene.stacks[target]
        others = around((self.scene.stacks[origin], stack), [start, stack.heart])
        reach_there = 0.0 if stack.is_empty else COUNTER * self.scene.zoom
        points = best_way((start,), stack.heart, reach_there, origin, target, others)
        full = length(points)
        return part(points, min(full * 0.3, reach * 0.5), full)

    def lines(self) -> None:
        """Draw supports, then moves."""
        for order in self.draft:
            if isinstance(order, Support):
                self._support(order)
        for order in self.draft:
            if isinstance(order, Move) and (self.seat, order.unit) in self.spaces:
                self.scene.arrow(self.way(self.seat, order.unit, order.target), "plan", self.seat)

    def _support(self, order: Support) -> None:
        """Draw a support, of a move or of a unit that holds."""
        helped = (order.seat or self.seat, order.other)
        if (self.seat, order.unit) not in self.spaces or helped not in self.spaces:
            return
        start, reach = self.scene.where(self.seat, order.unit, self.spaces[self.seat, order.unit])
        if order.target:
            way = self.way(*helped, order.target)
            spaces = (self.spaces[self.seat, order.unit], self.spaces[helped], order.target)
            self.scene.assist(start, reach, way, spaces, self.seat)
        else:
            end, stop = self.scene.where(*helped, self.spaces[helped])
            self.scene.support(start, reach, end, stop + 5, self.seat)

    def marks(self) -> None:
        """Draw what stands still: holds, a new home, who is given up."""
        frame, canvas = self.scene.frame, self.scene.canvas
        for order in self.draft:
            if isinstance(order, (Hold, Disband)) and (self.seat, order.unit) in self.spaces:
                at, reach = self.scene.where(self.seat, order.unit, self.spaces[self.seat, order.unit])
                kind = "hold" if isinstance(order, Hold) else "cross"
                marker(kind, frame.scale * reach / COUNTER).put(canvas, frame.at(at))
            elif isinstance(order, Relocate):
                spot, zoom = self.scene.stacks[order.target].spare()
                marker("glow", frame.scale * zoom * 0.72).put(canvas, frame.at(spot))
                flag(self.seat, frame.scale * zoom).put(canvas, frame.at(spot))


def compose_request(request: Request[View]) -> Canvas:
    """Draw a picture of New York 2047."""
    return scene_of(request).canvas


def compose(view: View, **options: Unpack[Options]) -> MapScene:
    """Return what `draw` encodes, with notes of what lies where."""
    return scene_of(Request(view=view, **options))


def touch_layer(view: View, size: int) -> Layer:
    """Return the map's spaces as shapes."""
    frame = whole(size or SIZE)
    shapes = (
        Shape(key, view.board.name(key), tuple(map(frame.at, place.outline)), frame.at(place.spot))
        for key, place in frame.places.items()
    )
    return Layer(frame.width, frame.height, tuple(shapes))


PAINTER = Painter(compose_request, sentences, touch_layer)
draw, alt = PAINTER.draw, PAINTER.alt
