"""The picture of a game of NME or Protect the Ally: a wooden board on a table, from a View.

The viewer's own base is at the bottom. On the whole board counters are as large as they can be, with letters
alone, and only empty hexagons have their names. A part has glyphs, the names of all that matters, and a small
overview; one that is nearly the whole board becomes the whole board. Marks: "chosen", "move", "capture",
"naval_one" or "trade" by space. Events are not used: the view itself has the newest move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

from adjudicator.nme.board import ARMIES, ARMY_OF, EMPTY, KIND_OF, LETTERS
from adjudicator.nme.orders import Move, Order
from adjudicator.nme.state import View, living
from maps.canvas import Canvas, Point, text_width
from maps.decal import Decal
from maps.geometry import ellipse
from maps.nme import style, text, words
from maps.nme.changes import Changes, changes_of
from maps.nme.empty_board import empty_board
from maps.nme.layout import (
    CLOSE,
    HEADER,
    MAX_CLOSE,
    NAMED,
    OVERVIEW,
    PART_SIZE,
    RIM,
    SIDE,
    WIDTH,
    NmeFrame,
    ground,
    outline,
    part,
    whole,
)
from maps.nme.names import NameWriter
from maps.nme.overview import overview
from maps.nme.pieces import KEY, RADIUS, RING, TAGS, arrow, counter, lost_piece, marker, name_tag, tag
from maps.nme.words import sentences
from maps.painter import Painter, Request
from maps.palette import Rgb
from maps.panels import PanelStyle, PanelWriter
from maps.touch import Layer, Shape

NAME, SMALL = 40.0, 34.0
"""Sizes of text, in units: at 550 pixels across the smallest is 13 high."""
MARGIN = 24.0
"""Between the picture's edge and the text, in units."""
HELD = 0.8
"""The size of a prisoner's counter over that of one on the board."""
PITCH, ROW = 44.0, 44.0
"""From one prisoner to the next, without its count, and from row to row, in units."""
KEY_ZOOM = 0.62
"""The size of a marker in the key over that of one on the board."""
LOW = 84.0
"""The height of the row below the board, in units."""
COUNT = 34.0
"""The size of a count, in units."""
GROWN = 1.18
"""The size of counters and marks on the whole board over that in a part, in units of the board."""
DOT, TAG, RING_OUT = 18.0, 30.0, 34.0
"""How far a dot, a word on it, and a ring around a counter reach from their middle, in units of counters."""
FAR = 12.5
"""A part wider than that, in sides, has counters with their letters alone."""
LOST, CORNER = 0.8, 20.0
"""The size of a badge that shows a lost piece over that of a counter, and how far up and aside badges are."""


class NmePanels(PanelWriter[NmeFrame, View]):
    """Writes around the board of one picture."""

    look = PanelStyle.of(style, big=50.0, plain=36.0, small=SMALL, margin=MARGIN, key=40.0, least=0.95)

    def __init__(self, canvas: Canvas, frame: NmeFrame, request: Request[View]) -> None:
        super().__init__(canvas, frame, request)
        self.order = "; ".join(map(str, request.draft))
        if not frame.is_whole:  # the overview stands there
            self.wide -= OVERVIEW[0]

    def token(self, kind: str, army: int, at: Point, zoom: float, dead: bool = False) -> None:
        """Put a counter with its middle there, in units."""
        self.put(counter(kind, army, dead, zoom * self.frame.unit, bold=True), at)

    def header(self, key: Sequence[str] = ()) -> None:
        """Write whose turn it is, the newest move, the caption. key: marks to explain instead of the move"""
        frame, view = self.frame, self.view
        high = frame.header / frame.unit
        self.plate()
        army = view.state.army if view.outcome is None else words.winner(view)
        left = MARGIN
        if army is not None:
            self.token("", army, (left + 30, high / 2 - 2), 1.15)
            left += 76
        self.heading(words.status(view), self.request.caption, left, high * 0.32)
        second = words.last_move(view), style.QUIET
        if view.outcome is not None:
            second = words.result(view), style.ALERT
        elif self.order and not frame.is_whole:
            second, key = (text.YOUR_ORDER_IS(order=self.order), style.ALERT), ()
        told = [(marker(kind, KEY_ZOOM * frame.unit), KEY[kind]) for kind in key]
        self.lower_row(second, told, left, high * 0.74, self.wide - left - MARGIN)

    def armies(self) -> float:
        """Write every army's player and prisoners, beside its base; returns how far below the board."""
        bottom = self.frame.bottom
        self._high((bottom + 1) % 3, right=False)
        self._high((bottom + 2) % 3, right=True)
        return self._low(bottom)

    def _is_out(self, army: int) -> bool:
        return army not in living(self.view.state)

    def _name(self, army: int) -> tuple[str, Rgb]:
        """Return who plays an army, and in which colour that is written: gold for who is to move."""
        name = words.player(self.request, army)
        if self._is_out(army):
            return name, style.QUIET
        return name, style.GOLD if self.view.mover == ARMIES[army] else style.WHITE

    def _about(self, army: int) -> list[str]:
        """Return the army's own name, if a player's is written, and what happened to it."""
        called = words.army_name(army)
        shown = [] if words.player(self.request, army) == called else [called]
        return [*shown, *words.role(self.view, army)]

    def _high(self, army: int, *, right: bool) -> None:
        """Write about an army whose base is at an upper side: its corner narrows downwards."""
        low = HEADER + 20
        x = self.wide - MARGIN if right else MARGIN

        def room(down: float) -> float:
            """Return how wide a row may be that ends there."""
            return _edge(self.frame, down) - MARGIN - 14

        inset = 62.0
        step = -1.0 if right else 1.0
        self.token("", army, (x + step * 26, low + 26), 1.0, self._is_out(army))
        name, color = self._name(army)
        spot, space = (x + step * inset, low + 27), room(low + 46) - inset
        self.write(name, spot, NAME, color, space, bold=True, right=right)
        low += 56
        for about in self._about(army):
            self.write(about, (x, low + 20), SMALL, style.QUIET, room(low + 38), right=right)
            low += 42
        items = words.grouped(self.view.state.prisoners[army])
        while items:
            space, row = room(low + ROW), [items.pop(0)]
            while items and _width([*row, items[0]]) <= space and items[0][0] == row[0][0]:
                row.append(items.pop(0))
            start = x - _width(row) if right else x
            self._row(row, start, low + ROW / 2)
            low += ROW

    def _low(self, army: int) -> float:
        """Write about the army whose base is at the bottom, in a row below it; returns where that ends."""
        middle, left = self.high - LOW / 2, MARGIN + 62
        self.token("", army, (MARGIN + 26, middle), 1.0, self._is_out(army))
        name, color = self._name(army)
        left += self.write(name, (left, middle), NAME, color, 380, bold=True)
        if about := " · ".join(self._about(army)):
            left += 20 + self.write(about, (left + 20, middle), SMALL, style.QUIET, 600 - left)
        items = words.grouped(self.view.state.prisoners[army])
        rows = [[item for item in items if item[0] == foe] for foe in range(3)]
        rows = [row for row in rows if row]
        for k, row in enumerate(rows):
            drop = 0 if len(rows) == 1 else (k - 0.5) * ROW * 0.95
            self._row(row, left + 30, middle + drop)
        return left + 30 + max(map(_width, rows), default=0)

    def _row(self, row: Sequence[tuple[int, str, int]], left: float, middle: float) -> None:
        """Draw prisoners with their numbers, if there are several of a kind."""
        for army, kind, count in row:
            self.token(kind, army, (left + PITCH / 2, middle), HELD)
            left += PITCH
            if count > 1:
                left += self.write(f"×{count}", (left, middle), COUNT, style.WHITE, 60, bold=True) + 10

    def corner(self, taken: float) -> None:
        """Write bottom right what is unusual, and the viewer's own order. taken: how far others have written
        below the board"""
        lines = [(notice, SMALL, style.ALERT, False) for notice in words.short_notices(self.view)]
        if self.request.draft:
            lines += [
                (text.YOUR_ORDER, SMALL, style.QUIET, False),
                (self.order, NAME, style.ALERT, True),
            ]
        down = self.high - 10 - sum(size * 1.15 for _, size, _, _ in lines)
        for said, size, color, bold in lines:
            below = down > self.high - LOW
            room = self.wide - taken - 50 if below else max(150.0, _edge(self.frame, down) - MARGIN - 10)
            spot = (self.wide - MARGIN, down + size * 0.58)
            self.write(said, spot, size, color, room, bold=bold, right=True)
            down += size * 1.15


def _width(row: Sequence[tuple[int, str, int]]) -> float:
    """Return how wide a row of prisoners is, in units."""
    return sum(PITCH + (text_width(f"×{count}", True, COUNT) + 10 if count > 1 else 0) for _, _, count in row)


def _edge(frame: NmeFrame, down: float) -> float:
    """Return how far the table reaches at a height, in units: from the left or right edge to the border."""
    unit = frame.unit
    found = frame.width / unit / 2
    for _, ends in outline(frame.bottom, (RIM + 8) / SIDE):
        (ax, ay), (bx, by) = (frame.place(point) for point in ends)
        low, high = sorted((ay, by))
        if low <= down * unit <= high:
            x = ax + (bx - ax) * (down * unit - ay) / (by - ay) if by != ay else min(ax, bx)
            found = min(found, x / unit, frame.width / unit - x / unit) if x >= 0 else found
    return max(0.0, found)


Space = int | str
"""A space as its number or its name."""


def compose_request(request: Request[View]) -> Canvas:
    """Draw a picture of NME."""
    view, size, marks = request.view, request.size, request.marks or {}
    bottom = view.own or 0
    changes = changes_of(view, request.changes) if not marks else Changes()
    frame = _part(request, bottom, changes) or whole(size or WIDTH, bottom)
    scene = NmeScene(view, frame, changes)
    named = scene.names(marks, stars=bool(request.focus) and not marks)
    scene.last()
    scene.pieces()
    scene.tags()
    scene.badges()
    scene.draft(request.draft)
    scene.marks(marks)
    scene.named(marks, named)
    panels = NmePanels(scene.canvas, frame, request)
    panels.header(scene.key(marks))
    if frame.is_whole:
        panels.corner(panels.armies())
    else:
        overview(scene.canvas, frame, view, scene.dead)
    return panels.finished()


def _part(request: Request[View], bottom: int, changes: Changes) -> NmeFrame | None:
    """Return the part that is asked for; or in which something happened last, for a seat that moves with all
    pieces that it has; None: the whole board."""
    view, size = request.view, request.size or PART_SIZE
    if request.focus:
        return part(request.focus, size, bottom, board=view.board)
    if not request.close or view.state.last is None or view.outcome is not None:
        return None
    shown = {view.state.last.origin, view.state.last.target} | changes.spaces
    if view.seat is not None and view.seat in view.phase.owing:
        own = LETTERS[view.state.army] + LETTERS[view.own or 0]
        shown |= {space for space, letter in enumerate(view.board) if letter in own}
    names = [ground().names[space] for space in shown]
    return part(names, size, bottom, CLOSE, MAX_CLOSE, view.board)


def _number(space: Space) -> int:
    return space if isinstance(space, int) else ground().index[space]


class NmeScene:
    """Draws one picture's board, from the ground up."""

    def __init__(self, view: View, frame: NmeFrame, changes: Changes, *, bold: bool = False) -> None:
        """bold: counters are as large as they can be, with their letters alone, also in a part"""
        self.view, self.frame, self.changes = view, frame, changes
        self.bold = bold or frame.is_whole or frame.width / frame.length > FAR
        self.dead = frozenset(fall.army for fall in view.state.falls)
        self.canvas = empty_board(frame, self.dead).copy()
        self.zoom = frame.scale * (GROWN if bold or frame.is_whole else 1.0)
        """Pixels in a unit of a counter."""

    def names(self, marks: Mapping[Space, str], *, stars: bool) -> NameWriter:
        """Write the names of spaces: below the pieces, where nothing will hide them. stars: also of empty
        stars, where they are far enough apart"""
        last = self.view.state.last
        taken = {space: RADIUS + 1 for space, letter in enumerate(self.view.board) if letter != EMPTY}
        if last is not None:
            left = TAG if last.how in TAGS else DOT
            taken |= {last.origin: max(taken.get(last.origin, 0.0), left), last.target: RING_OUT}
        for space, kind in marks.items():
            dot = kind in ("move", "trade", "naval_one") and _number(space) not in taken
            taken[_number(space)] = DOT if dot else RING_OUT
        matter = {*taken} if not self.frame.is_whole else {*map(_number, marks)}
        ways = [way[:2] for way in self.changes.ways]
        ways += [(last.origin, last.target)] if last is not None else []
        writer = NameWriter(self.canvas, self.frame, self.zoom, taken, matter, self.dead, ways)
        writer.write(stars=stars and self.frame.width / self.frame.length <= NAMED)
        return writer

    def last(self) -> None:
        """Draw where the newest move began, its way and where it ended: below the pieces."""
        last = self.view.state.last
        if last is None:
            return
        for origin, target, how in self.changes.ways:
            if (origin, target) != (last.origin, last.target):
                self._arrow(origin, target, how, 0.0, RING + 3)
                self._marker("left", origin)
        self._marker("burst" if last.taken else "last", last.target)
        self._arrow(last.origin, last.target, last.how, 0.0, RING + 3)
        self._marker("left", last.origin)

    def pieces(self) -> None:
        """Draw every counter."""
        frame = self.frame
        for space, letter in enumerate(self.view.board):
            if letter != EMPTY and frame.shows(space):
                army = ARMY_OF[letter]
                drawn = counter(KIND_OF[letter], army, army in self.dead, self.zoom, self.bold)
                drawn.put(self.canvas, frame.at(space))

    def badges(self) -> None:
        """Mark what the viewer has lost, and what is threatened."""
        for space, kind in self.changes.lost:
            self._badge(lost_piece(kind, self.view.own or 0, LOST * self.zoom), space, -1.3)
        for space in self.changes.threatened:
            self._badge(marker("threat", self.zoom), space, 1)

    def _badge(self, drawn: Decal, space: int, way: float) -> None:
        """Put a drawing on a counter's upper corner. way: how far to the right"""
        x, y = self.frame.at(space)
        if self.frame.shows(space):
            drawn.put(self.canvas, (x + way * CORNER * self.zoom, y - abs(way) * CORNER * self.zoom))

    def tags(self) -> None:
        """Write what was special about the newest move on the space that it left."""
        last = self.view.state.last
        if last is None or last.how not in TAGS or not self.frame.shows(last.origin, 0.5):
            return
        said = f"={last.traded}" if last.how == "trade" else TAGS[last.how]
        tag(said, last.how, self.zoom).put(self.canvas, self.frame.at(last.origin))

    def draft(self, draft: Sequence[Order]) -> None:
        """Draw the viewer's own orders."""
        for order in draft:
            if isinstance(order, Move):
                origin, target = _number(order.origin), _number(order.target)
                self._marker("draft", target)
                self._arrow(origin, target, "draft", RING, RING + 4)

    def marks(self, marks: Mapping[Space, str]) -> None:
        """Draw what to choose from."""
        for space, kind in sorted((_number(space), kind) for space, kind in marks.items()):
            self._marker(self._kind(space, kind), space)

    def named(self, marks: Mapping[Space, str], writer: NameWriter) -> None:
        """Write the names of what to choose from once more, on top: a crowd of marks hides its own."""
        for space in sorted(map(_number, marks)):
            if space in writer.written:
                name, middle, size = writer.written[space]
                self.canvas.overlay(name_tag(name, size), middle)

    def _kind(self, space: int, kind: str) -> str:
        """Return the marker of a mark there."""
        taken = kind == "naval_one" and self.view.board[space] != EMPTY
        return "naval_one_capture" if taken else kind

    def key(self, marks: Mapping[Space, str]) -> list[str]:
        """Return the markers of these marks that want a word, one for each word."""
        shown = {self._kind(_number(space), kind) for space, kind in marks.items()}
        first = {KEY[kind]: kind for kind in reversed(KEY) if kind in shown}
        return [kind for kind in KEY if kind in first.values()]

    def _marker(self, kind: str, space: int) -> None:
        drawn = marker(kind, self.zoom)
        if self.frame.shows(space):
            drawn.put(self.canvas, self.frame.at(space))

    def _arrow(self, origin: int, target: int, kind: str, leave: float, stop: float) -> None:
        """Draw an arrow from `leave` units off one space's middle to `stop` units before another's."""
        scale = self.zoom
        (x0, y0), (x1, y1) = self.frame.at(origin), self.frame.at(target)
        length = hypot(x1 - x0, y1 - y0) / scale
        if length <= leave + stop + 6:
            leave = max(0.0, length - stop - 20)
            stop = length - leave - 20
        share = (length - leave - stop) / length
        across, down = (x1 - x0) * share / scale, (y1 - y0) * share / scale
        begin, end = leave / length, 1 - stop / length
        middle = (x0 + (x1 - x0) * (begin + end) / 2, y0 + (y1 - y0) * (begin + end) / 2)
        arrow(round(across, 2), round(down, 2), kind, scale).put(self.canvas, middle)


def touch_layer(view: View, size: int) -> Layer:
    """Return the hexagons and stars as shapes that do not touch: both lie on a lattice as wide as `SIDE`."""
    frame = whole(size or WIDTH, view.own or 0)
    corners = ellipse(0.5 * frame.length, 0.5 * frame.length, 12)
    shapes = (Shape.around(name, frame.at(space), corners) for name, space in ground().index.items())
    return Layer(frame.width, frame.height, tuple(shapes))


PAINTER = Painter(compose_request, sentences, touch_layer)
draw, compose, alt = PAINTER.draw, PAINTER.compose, PAINTER.alt
