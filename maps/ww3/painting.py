"""The picture of a game of WW3: a map on a table, from a View, with nothing that is hidden from its seat.

The viewer's own arm is at the bottom. Every point has its name where no counter hides it, to be read when one
zooms in; the coordinates on the border are read on a phone. Marks: "chosen", "move", "second" (two distances
off), "capture" or "unknown" by point. Events tell dice, and that a seat passed; all else is in the view. A
part that is nearly the whole board becomes the whole board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.ww3.board import EMPTY, KIND_OF, KINDS, SEAT_OF
from adjudicator.ww3.moves import Path
from adjudicator.ww3.orders import Move, Order, Setup, code_of
from adjudicator.ww3.state import View, living, playing
from maps.canvas import Canvas
from maps.painter import Painter, Request
from maps.ww3 import style, words
from maps.ww3.empty_board import ABSENT, CLOSED, LIVE, OUT, Arms, empty_board
from maps.ww3.layout import PART_SIZE, PITCH, WIDTH, Ww3Frame, extent, ground, part, quarters, side_of, whole
from maps.ww3.panels import Ww3Panels
from maps.ww3.pieces import KEY, RADIUS, RINGS, arrow, clash, counter, eye, ghost, ring, spot
from maps.ww3.words import sentences

Space = int | str
"""A point as its number or its name."""
CLASH, EYE = (-30.0, -29.0), (29.0, -29.0)
"""Where the marks of a meeting, and of a kind that everybody knows, lie from a counter's middle, in units."""


def compose_request(request: Request[View]) -> Canvas:
    """Draw a picture of WW3."""
    view, size, marks = request.view, request.size, request.marks or {}
    bottom = view.own or 0
    cropped = part(request.focus, size or PART_SIZE, bottom) if request.focus else None
    frame = cropped or whole(size or WIDTH, bottom)
    scene = Ww3Scene(view, frame, request.draft)
    scene.locks()
    scene.last()
    scene.counters()
    scene.marks(marks)
    scene.drafted()
    scene.badges()
    panels = Ww3Panels(scene.canvas, frame, request)
    panels.header(scene.key(marks))
    if frame.is_whole:
        panels.teams()
    return scene.canvas


def arms_of(view: View) -> Arms:
    """Return what each arm of the map is."""
    seats, alive = playing(view.state), living(view.state)

    def state(team: int) -> int:
        if team not in seats:
            return ABSENT
        if team not in alive:
            return OUT
        return CLOSED if view.phase.key == "setup" and team != view.own else LIVE

    return state(0), state(1), state(2), state(3)


def _number(space: Space) -> int:
    return space if isinstance(space, int) else ground().index[space]


class Ww3Scene:
    """Draws one picture's board, from the ground up."""

    def __init__(self, view: View, frame: Ww3Frame, draft: Sequence[Order]) -> None:
        self.view, self.frame, self.draft = view, frame, draft
        self.arms = arms_of(view)
        self.canvas = empty_board(frame, self.arms).copy()
        placed = ((point, letter) for point, letter in enumerate(view.board) if letter != EMPTY)
        self.standing = {point: (SEAT_OF[letter], KIND_OF[letter]) for point, letter in placed}
        """By point, the team and kind of what stands there: in the set-up the viewer's own draft."""
        for order in draft:
            if isinstance(order, Setup) and view.own is not None:
                for kind, points in zip(KINDS, order.placed, strict=True):
                    self.standing |= {ground().index[name]: (view.own, kind) for name in points}

    def locks(self) -> None:
        """Draw a lock over the arms that are not to be seen in the set-up."""
        half, reach, _ = extent()
        for team, state in enumerate(self.arms):
            if state == CLOSED:
                [place] = quarters([(0.0, (half + reach + 1) / 2)], side_of(team, self.frame.bottom))
                x, y = self.frame.place(place)
                if self.frame.header < y < self.frame.height and 0 < x < self.frame.width:
                    spot("lock", self.frame.scale).put(self.canvas, (x, y))

    def last(self) -> None:
        """Draw the newest turn's ways: below the counters."""
        last = self.view.state.last
        if last is None:
            return
        for step in last.steps:
            stop = RADIUS + (22 if step.result == "lost" else 8)
            begins = 0.0 if step.path[0] not in self.standing else RADIUS + 4
            self._arrow(step.path, step.result, begins, stop)
        for step in last.steps:
            if step.result == "skipped":
                continue
            for end in (step.path[0], step.path[-1]):
                if end not in self.standing:
                    self._spot("left", end)

    def counters(self) -> None:
        """Draw every unit, with a ring if the newest turn moved it."""
        frame, scale = self.frame, self.frame.scale
        for point, (team, kind) in sorted(self.standing.items()):
            if frame.shows(point):
                counter(kind, team, scale).put(self.canvas, frame.at(point))
        for kind, point in self._newest():
            self._ring(kind, point)

    def _newest(self) -> list[tuple[str, int]]:
        """Return the rings of the newest turn: where units met, and where others went."""
        last, found = self.view.state.last, list[tuple[str, int]]()
        for step in last.steps if last is not None else ():
            if step.result == "moved":
                found.append(("last", step.path[-1]))
            elif step.result == "bounced":
                found += [("bounced", step.path[0]), ("bounced", step.path[-1])]
            elif step.result != "skipped":
                found.append(("met", step.path[-1]))
        return found

    def badges(self) -> None:
        """Draw above all else where units met, and which units everybody knows."""
        scale = self.frame.scale
        badges = [(clash(kind, scale), CLASH, point) for kind, point in self._newest() if kind != "last"]
        badges += [(eye(scale), EYE, point) for point in sorted(words.seen(self.view))]
        for drawn, (across, down), point in badges:
            if point in self.standing and self.frame.shows(point):
                x, y = self.frame.at(point)
                drawn.put(self.canvas, (x + across * scale, y + down * scale))

    def drafted(self) -> None:
        """Draw the viewer's own orders: ways, and pale counters where they end."""
        spaces = self.view.board
        for order in self.draft:
            if not isinstance(order, Move):
                continue
            for path in code_of(ground(), order):
                team, kind = self.standing.get(path[0], (-1, ""))
                target = path[-1]
                free = spaces[target] == EMPTY
                if free and team >= 0 and self.frame.shows(target):
                    drawn = ghost(kind, team, style.DRAFT, self.frame.scale)
                    drawn.put(self.canvas, self.frame.at(target))
                else:
                    self._ring("draft", target)
                self._ring("draft", path[0])
                # The head lies over the counter's edge: between neighbours is little room.
                self._arrow(path, "draft", RADIUS - 1, RADIUS - 12)

    def marks(self, marks: Mapping[Space, str]) -> None:
        """Draw what to choose from."""
        for point, kind in sorted((_number(space), kind) for space, kind in marks.items()):
            if point in self.standing and kind in RINGS:
                self._ring(kind, point)
            else:
                self._spot(kind, point)

    def key(self, marks: Mapping[Space, str]) -> list[str]:
        """Return the kinds of these marks that want a word."""
        return [kind for kind in KEY if kind in marks.values()]

    def _spot(self, kind: str, point: int) -> None:
        drawn = spot(kind, self.frame.scale)
        if self.frame.shows(point):
            drawn.put(self.canvas, self.frame.at(point))

    def _ring(self, kind: str, point: int) -> None:
        """Draw a ring around a counter; on an empty point a draft's ring there."""
        if point not in self.standing:
            if kind == "draft":
                self._spot(kind, point)
        elif self.frame.shows(point):
            ring(kind, self.standing[point][0], self.frame.scale).put(self.canvas, self.frame.at(point))

    def _arrow(self, path: Path, kind: str, leave: float, stop: float) -> None:
        """Draw an arrow along points, from `leave` units off the first to `stop` units before the last."""
        scale = self.frame.scale
        places = [self.frame.at(point) for point in path]
        x, y = places[0]
        vector = tuple((round((px - x) / scale, 2), round((py - y) / scale, 2)) for px, py in places)
        xs, ys = [px for px, _ in places], [py for _, py in places]
        middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        reach = 0.6 * PITCH * scale
        if max(xs) > -reach and min(xs) < self.frame.width + reach and max(ys) > self.frame.header - reach:
            arrow(vector, kind, leave, stop, scale).put(self.canvas, middle)


PAINTER = Painter(compose_request, sentences)
draw, compose, alt = PAINTER.draw, PAINTER.compose, PAINTER.alt
