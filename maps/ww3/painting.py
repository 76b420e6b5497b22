"""The picture of a game of WW3: a map on a table, from a View, with nothing that is hidden from its seat.

The viewer's own arm is at the bottom. Coordinates stand on the border; points that were moved from or to, or
may be chosen, have their names on the board. Marks: "chosen", "move", "second" (two distances
off), "capture" or "unknown" by point. Events tell dice, and that a seat passed; all else is in the view. A
part that is nearly the whole board becomes the whole board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.chance import Die
from adjudicator.ww3.board import EMPTY, KIND_OF, KINDS, SEAT_OF, SEATS
from adjudicator.ww3.orders import Move, Order, Setup, code_of
from adjudicator.ww3.state import Last, View, living, playing
from adjudicator.ww3.ways import Path
from maps.canvas import Canvas, Point, text_width
from maps.geometry import rectangle
from maps.painter import Painter, Request
from maps.palette import Rgb
from maps.panels import PanelStyle, PanelWriter
from maps.touch import Layer, Shape
from maps.ww3 import style, text, words
from maps.ww3.empty_board import ABSENT, CLOSED, LIVE, OUT, Arms, empty_board, tile_color, written
from maps.ww3.layout import (
    EAST,
    HEADER,
    NAME_DROP,
    NAME_END,
    NORTH,
    PART_SIZE,
    PITCH,
    RIM,
    SOUTH,
    TAG,
    WIDTH,
    Ww3Frame,
    extent,
    ground,
    owners,
    part,
    quarters,
    side_of,
    whole,
)
from maps.ww3.pieces import (
    RADIUS,
    RINGS,
    arrow,
    clash,
    counter,
    cross_out,
    die,
    eye,
    ghost,
    ring,
    spot,
    tag,
)
from maps.ww3.words import sentences

NAME, SMALL = 44.0, 34.0
"""Sizes of text, in units."""
MARGIN = 22.0
"""Between the picture's edge and the text, in units."""
FALLEN, ROW, PER_ROW = 0.68, 72.0, 4
"""A fallen unit's size over that of one on the board; the height of a row in units; how many are in one."""
POINT, COUNT, PLAIN, EDGE = 34.0, 34.0, 27.5, 7.0
"""The sizes of a point's name on its tag, of a number of fallen units, and of other names in a part of the
board, in units."""
KEY_ZOOM = 0.62
"""The size of a marker in the key over that of one on the board."""


class Ww3Panels(PanelWriter[Ww3Frame, View]):
    """Writes around the board of one picture."""

    look = PanelStyle.of(
        style, rule=style.BRASS, big=54.0, plain=38.0, small=SMALL, margin=MARGIN, key=46.0, least=0.88
    )

    def __init__(self, canvas: Canvas, frame: Ww3Frame, request: Request[View]) -> None:
        super().__init__(canvas, frame, request)
        self.order = words.order(request.draft)

    def header(self, key: Sequence[str] = ()) -> None:
        """Write whose turn it is, the newest move, the caption. key: marks to explain instead of the move"""
        frame, view = self.frame, self.view
        high = frame.header / frame.unit
        self.plate()
        team = view.state.seat if view.phase.key == "play" else words.winner(view)
        if view.phase.key == "setup":
            team = view.own
        left = MARGIN
        if team is not None:
            zoom = 0.9 * high / HEADER
            self.put(counter("", team, zoom * frame.unit), (left + 44, high / 2 - 2))
            left += 108
        lower = high * 0.73
        self.heading(words.status(view), self.request.caption, left, high * 0.31)
        second = self._second()
        if view.outcome is None and self.request.draft and not frame.is_whole:
            second = text.YOUR_ORDER_IS(order=self.order), style.ALERT
        room = self.wide - left - MARGIN
        if not key and (notice := "; ".join(words.notices(view))):
            place, most = (self.wide - MARGIN, lower), 0.5 * self.wide
            ground = style.HEADER
            room -= 20 + self.write(notice, place, SMALL, style.ALERT, most, ground=ground, right=True)
        told = [(spot(kind, KEY_ZOOM * frame.unit), text.MARKS[kind]) for kind in key]
        self.lower_row(second, told, left, lower, room)

    def _second(self) -> tuple[str, Rgb]:
        """Return the text of the lower row and its colour."""
        view = self.view
        if view.outcome is not None:
            return words.result(view), style.ALERT
        if view.phase.key == "setup":
            return text.SECRET, style.QUIET
        return words.last_move(view, self.request.events), style.QUIET

    def teams(self) -> None:
        """Write about every team in the corner clockwise from its arm."""
        for team in playing(self.view.state):
            self._team(team)

    def _team(self, team: int) -> None:
        """Write a team's player, what is to be said of it, its fallen, and the viewer's own order."""
        unit, look = self.frame.unit, style.LOOKS[team]
        side = side_of(team, self.frame.bottom)
        free = self.wide / 2 - extent()[0] * PITCH - RIM
        left = MARGIN if side not in (NORTH, EAST) else self.wide - free + MARGIN
        room = free - 2 * MARGIN
        below = self.high - free
        top = HEADER + 14 if side not in (SOUTH, EAST) else below + 14
        out = team not in living(self.view.state)
        drawn = ghost("", team, style.QUIET, 0.66 * unit) if out else counter("", team, 0.66 * unit)
        self.put(drawn, (left + 33, top + 40))
        name = words.player(self.request, team)
        about = [] if name == words.team_name(team) else [words.team_name(team)]
        told = words.fate(self.view, team)
        about += [told] if told else []
        moves = team == (self.view.state.seat if self.view.phase.key == "play" else words.winner(self.view))
        color = style.QUIET if out else style.GOLD if moves else style.WHITE
        beside = left + 80
        self.write(name, (beside, top + (20 if about else 40)), NAME, color, room - 80, bold=True)
        if about:
            self.write(" · ".join(about), (beside, top + 61), SMALL, style.QUIET, room - 80)
        top += 86
        rule = style.QUIET if out else look.ink
        self.canvas.fill(left * unit, (left + room) * unit, top * unit, max(1.0, 1.5 * unit), rule)
        top += 12
        top = self._fallen(team, left, top)
        self._dice(team, left, top)
        if self.request.draft and team == self.view.own:
            bottom = self.high - 14
            self.write(text.YOUR_ORDER, (left, bottom - 62), SMALL, style.QUIET, room)
            self.write(self.order, (left, bottom - 22), NAME, style.ALERT, room, bold=True)

    def _fallen(self, team: int, left: float, top: float) -> float:
        """Draw units that fell, and, pale, those that left with the Base; returns where they end."""
        unit, state = self.frame.unit, self.view.state
        fallen = [(counter(kind, team, FALLEN * unit), n) for kind, n in words.counts(state.lost[team])]
        pale = style.QUIET
        fallen += [(ghost(kind, team, pale, FALLEN * unit), n) for kind, n in words.counts(state.gone[team])]
        for k, (drawn, count) in enumerate(fallen):
            down, across = divmod(k, PER_ROW)
            x, y = left + 36 + across * 80, top + ROW / 2 + down * ROW
            self.put(drawn, (x, y))
            if count > 1:
                tagged(self.canvas, str(count), ((x + 25) * unit, (y + 22) * unit), COUNT, unit)
        return top + -(-len(fallen) // PER_ROW) * ROW

    def _dice(self, team: int, left: float, top: float) -> None:
        """Draw what its player rolled in the newest step."""
        dice = (event for event in self.request.events if isinstance(event, Die))
        rolled = [each.value for each in dice if each.seat == SEATS[team]]
        for k, value in enumerate(rolled[-PER_ROW:]):
            self.put(die(value, self.frame.unit), (left + 34 + k * 74, top + 40))


Space = int | str
"""A point as its number or its name."""
CLASH, EYE, FELL = (-35.0, -35.0), (35.0, -35.0), (40.0, 38.0)
"""Where the marks of two that stay, of a kind that everybody knows, and of who fell lie from the middle of a
counter, in units."""
MINI = 0.62
"""The size of a unit that fell there, over that of one on the board."""


def compose_request(request: Request[View]) -> Canvas:
    """Draw a picture of WW3."""
    view, size, marks = request.view, request.size, request.marks or {}
    bottom = view.own or 0
    cropped = part(request.focus, size or PART_SIZE, bottom) if request.focus else None
    frame = cropped or whole(size or WIDTH, bottom)
    scene = composed(request, frame)
    panels = Ww3Panels(scene.canvas, frame, request)
    panels.header(scene.key(marks))
    if frame.is_whole:
        panels.teams()
    return panels.finished()


def composed(request: Request[View], frame: Ww3Frame, *, named: bool = True) -> Ww3Scene:
    """Draw the board. named: with names of points"""
    marks = request.marks or {}
    scene = Ww3Scene(request.view, frame, request.draft, words.newest(request.view, request.changes))
    scene.locks()
    scene.left()
    scene.counters()
    scene.last()
    scene.marks(marks)
    scene.drafted()
    scene.badges()
    if named:
        scene.names(marks)
    return scene


def tagged(canvas: Canvas, text: str, middle: Point, size: float, unit: float) -> None:
    """Write on a tag with its middle there, in pixels. size: in units"""
    wide = text_width(text, True, size * unit)
    tag(round(wide / unit + 2 * EDGE, 1), unit).put(canvas, middle)
    spot = (middle[0], middle[1] + 0.36 * size * unit)
    canvas.text(text, spot, size * unit, style.WHITE, style.HEADER, bold=True, anchor="middle")


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

    def __init__(self, view: View, frame: Ww3Frame, draft: Sequence[Order], newest: Sequence[Last]) -> None:
        self.view, self.frame, self.draft = view, frame, draft
        self.steps = [(turn.seat, step) for turn in newest for step in turn.steps if step.result != "skipped"]
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
                    spot("lock", 1.8 * self.frame.scale).put(self.canvas, (x, y))

    def left(self) -> None:
        """Draw where the newest turn's units began, and where they were lost."""
        for _, step in self.steps:
            for end in (step.path[0], step.path[-1]):
                if end not in self.standing:
                    self._spot("left", end)

    def last(self) -> None:
        """Draw the newest turn's ways: their heads lie over the edge of the counter that they mean."""
        for _, step in self.steps:
            stop = RADIUS + (19 if step.result == "lost" else -10)
            begins = 0.0 if step.path[0] not in self.standing else RADIUS + 4
            self._arrow(step.path, step.result, begins, stop)

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
        found = list[tuple[str, int]]()
        for _, step in self.steps:
            if step.result == "moved":
                found.append(("last", step.path[-1]))
            elif step.result == "bounced":
                found += [("bounced", step.path[0]), ("bounced", step.path[-1])]
            else:
                found.append(("met", step.path[-1]))
        return found

    def badges(self) -> None:
        """Draw above all else where units met, and which units everybody knows."""
        scale = self.frame.scale
        badges = [(clash(scale), CLASH, point) for kind, point in self._newest() if kind == "bounced"]
        badges += [(eye(scale), EYE, point) for point in sorted(words.seen(self.view))]
        for team, step in self.steps:
            if step.result in ("won", "lost"):
                fell = (step.met, step.of) if step.result == "won" else (step.piece, team)
                small = counter(*fell, MINI * scale)
                badges += [(small, FELL, step.path[-1]), (cross_out(scale), FELL, step.path[-1])]
        for drawn, (across, down), point in badges:
            if point in self.standing and self.frame.shows(point):
                x, y = self.frame.at(point)
                drawn.put(self.canvas, (x + across * scale, y + down * scale))

    def names(self, marks: Mapping[Space, str]) -> None:
        """Write the names of points that were moved from or to, or may be chosen; in a part, which has no
        coordinates, without a tag the others."""
        paths = [step.path for _, step in self.steps]
        paths += [
            path for order in self.draft if isinstance(order, Move) for path in code_of(ground(), order)
        ]
        named = {end for path in paths for end in (path[0], path[-1])} | {*map(_number, marks)}
        scale = self.frame.scale
        for point in range(len(ground().names)):
            x, y = self.frame.at(point)
            if not self.frame.shows(point, 0.0):
                continue
            if point not in named and not self.frame.is_whole:
                below = tile_color(owners()[point], self.arms)
                end = (x + NAME_END * scale, y + NAME_DROP * scale)
                written(
                    self.canvas,
                    ground().names[point],
                    end,
                    PLAIN * scale,
                    style.name_color(below),
                    below,
                    self.frame,
                )
            elif point in named:
                name = ground().names[point]
                half = text_width(name, True, POINT * scale) / 2 + EDGE * scale
                tagged(self.canvas, name, (x + TAG[0] * scale + half, y + TAG[1] * scale), POINT, scale)

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
        return [kind for kind in text.MARKS if kind in marks.values()]

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


def touch_layer(view: View, size: int) -> Layer:
    """Return the points as squares that touch each other."""
    frame = whole(size or WIDTH, view.own or 0)
    corners = rectangle(0.5 * frame.length, 0.5 * frame.length)
    shapes = (Shape.around(name, frame.at(point), corners) for name, point in ground().index.items())
    return Layer(frame.width, frame.height, tuple(shapes))


PAINTER = Painter(compose_request, sentences, touch_layer)
draw, compose, alt = PAINTER.draw, PAINTER.compose, PAINTER.alt
