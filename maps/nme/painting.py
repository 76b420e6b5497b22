"""The picture of a game of NME or Protect the Ally: a wooden board on a table, from a View.

The viewer's own base is at the bottom. Every space has its name where no counter hides it, to be read when
one zooms in. Marks: "chosen", "move", "capture", "naval_one" or "trade" by space. Events are not used: the
view itself has the newest move. A part that is nearly the whole board becomes the whole board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

from adjudicator.nme.board import ARMIES, ARMY_OF, EMPTY, KIND_OF
from adjudicator.nme.orders import Move, Order
from adjudicator.nme.state import View, living
from maps.canvas import Canvas, Point, text_width
from maps.nme import style, words
from maps.nme.empty_board import empty_board
from maps.nme.layout import HEADER, PART_SIZE, RIM, SIDE, WIDTH, NmeFrame, ground, outline, part, whole
from maps.nme.pieces import KEY, RING, TAGS, arrow, counter, marker, tag
from maps.nme.words import sentences
from maps.painter import Painter, Request
from maps.palette import Rgb
from maps.panels import PanelStyle, PanelWriter

NAME, SMALL = 32.0, 23.0
"""Sizes of text, in units."""
MARGIN = 24.0
"""Between the picture's edge and the text, in units."""
HELD = 0.68
"""The size of a prisoner's counter over that of one on the board."""
PITCH, ROW = 38.0, 42.0
"""From one prisoner to the next, without its count, and from row to row, in units."""
KEY_ZOOM = 0.56
"""The size of a marker in the key over that of one on the board."""
COUNT = 22.0
"""The size of a count, in units."""


class NmePanels(PanelWriter[NmeFrame, View]):
    """Writes around the board of one picture."""

    look = PanelStyle.of(style, big=42.0, plain=26.0, small=SMALL, margin=MARGIN, key=36.0)

    def __init__(self, canvas: Canvas, frame: NmeFrame, request: Request[View]) -> None:
        super().__init__(canvas, frame, request)
        self.order = "; ".join(map(str, request.draft))

    def token(self, kind: str, army: int, at: Point, zoom: float, dead: bool = False) -> None:
        """Put a counter with its middle there, in units."""
        self.put(counter(kind, army, dead, zoom * self.frame.unit), at)

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
            second = f"your order: {self.order} (private)", style.ALERT
        told = [(marker(kind, KEY_ZOOM * frame.unit), KEY[kind]) for kind in key]
        self.lower_row(second, told, left, high * 0.74, self.wide - left - MARGIN)

    def armies(self) -> None:
        """Write every army's player and prisoners, beside its base."""
        bottom = self.frame.bottom
        self._low(bottom)
        self._high((bottom + 1) % 3, right=False)
        self._high((bottom + 2) % 3, right=True)

    def _is_out(self, army: int) -> bool:
        return army not in living(self.view.state)

    def _name(self, army: int) -> tuple[str, Rgb]:
        """Return who plays an army, and in which colour that is written: gold for who is to move."""
        name = words.player(self.request, army)
        if self._is_out(army):
            return name, style.QUIET
        return name, style.GOLD if self.view.mover == ARMIES[army] else style.WHITE

    def _about(self, army: int) -> str:
        """Return the army's own name, if a player's is written, and what happened to it."""
        called = words.army_name(army)
        told = words.role(self.view, army)
        shown = [] if words.player(self.request, army) == called else [called]
        return " · ".join([*shown, *([told] if told else [])])

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
        about = self._about(army)
        spot, space = (x + step * inset, low + (14 if about else 27)), room(low + 34) - inset
        self.write(name, spot, NAME, color, space, bold=True, right=right)
        if about:
            spot, space = (x + step * inset, low + 45), room(low + 58) - inset
            self.write(about, spot, SMALL, style.QUIET, space, right=right)
        low += 68
        items = words.grouped(self.view.state.prisoners[army])
        while items:
            space, row = room(low + ROW), [items.pop(0)]
            while items and _width([*row, items[0]]) <= space and items[0][0] == row[0][0]:
                row.append(items.pop(0))
            start = x - _width(row) if right else x
            self._row(row, start, low + ROW / 2)
            low += ROW

    def _low(self, army: int) -> None:
        """Write about the army whose base is at the bottom."""
        middle = self.high - 66
        self.token("", army, (MARGIN + 26, middle + 8), 1.0, self._is_out(army))
        name, color = self._name(army)
        left = MARGIN + 62
        about = self._about(army)
        taken = self.write(name, (left, middle - 6 if about else middle + 8), NAME, color, 420, bold=True)
        if about:
            taken = max(taken, self.write(about, (left, middle + 26), SMALL, style.QUIET, 420))
        items = words.grouped(self.view.state.prisoners[army])
        rows = [[item for item in items if item[0] == foe] for foe in range(3)]
        rows = [row for row in rows if row]
        for k, row in enumerate(rows):
            drop = 0 if len(rows) == 1 else (k - 0.5) * ROW * 0.95
            self._row(row, left + taken + 36, middle + 13 + drop)

    def _row(self, row: Sequence[tuple[int, str, int]], left: float, middle: float) -> None:
        """Draw prisoners with their numbers, if there are several of a kind."""
        for army, kind, count in row:
            self.token(kind, army, (left + PITCH / 2, middle), HELD)
            left += PITCH
            if count > 1:
                left += self.write(f"×{count}", (left, middle), COUNT, style.WHITE, 60, bold=True) + 10

    def corner(self) -> None:
        """Write bottom right the viewer's own order, and what is unusual."""
        lines: list[tuple[str, float, Rgb, bool]] = []
        if self.request.draft:
            lines += [
                ("your order, private", SMALL, style.QUIET, False),
                (self.order, NAME, style.ALERT, True),
            ]
        lines += [(notice, SMALL, style.ALERT, False) for notice in words.notices(self.view)]
        down = self.high - 18 - sum(size * 1.2 for _, size, _, _ in lines)
        for text, size, color, bold in lines:
            room = max(150.0, _edge(self.frame, down) - MARGIN - 14)
            spot = (self.wide - MARGIN, down + size * 0.6)
            self.write(text, spot, size, color, room, bold=bold, right=True)
            down += size * 1.2


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
    cropped = part(request.focus, size or PART_SIZE, bottom) if request.focus else None
    frame = cropped or whole(size or WIDTH, bottom)
    scene = NmeScene(view, frame)
    scene.last()
    scene.pieces()
    scene.tags()
    scene.draft(request.draft)
    scene.marks(marks)
    panels = NmePanels(scene.canvas, frame, request)
    panels.header(scene.key(marks))
    if frame.is_whole:
        panels.armies()
        panels.corner()
    return scene.canvas


def _number(space: Space) -> int:
    return space if isinstance(space, int) else ground().index[space]


class NmeScene:
    """Draws one picture's board, from the ground up."""

    def __init__(self, view: View, frame: NmeFrame) -> None:
        self.view, self.frame = view, frame
        self.dead = frozenset(fall.army for fall in view.state.falls)
        self.canvas = empty_board(frame, self.dead).copy()

    def last(self) -> None:
        """Draw where the newest move began, its way and where it ended: below the pieces."""
        last = self.view.state.last
        if last is None:
            return
        self._marker("burst" if last.taken else "last", last.target)
        self._arrow(last.origin, last.target, last.how, 0.0, RING + 5)
        self._marker("left", last.origin)

    def pieces(self) -> None:
        """Draw every counter."""
        frame, scale = self.frame, self.frame.scale
        for space, letter in enumerate(self.view.board):
            if letter != EMPTY and frame.shows(space):
                army = ARMY_OF[letter]
                counter(KIND_OF[letter], army, army in self.dead, scale).put(self.canvas, frame.at(space))

    def tags(self) -> None:
        """Write what was special about the newest move on the space that it left."""
        last = self.view.state.last
        if last is None or last.how not in TAGS or not self.frame.shows(last.origin, 0.5):
            return
        text = f"={last.traded}" if last.how == "trade" else TAGS[last.how]
        tag(text, last.how, self.frame.scale).put(self.canvas, self.frame.at(last.origin))

    def draft(self, draft: Sequence[Order]) -> None:
        """Draw the viewer's own orders."""
        for order in draft:
            if isinstance(order, Move):
                origin, target = _number(order.origin), _number(order.target)
                self._marker("draft", target)
                self._arrow(origin, target, "draft", RING, RING + 6)

    def marks(self, marks: Mapping[Space, str]) -> None:
        """Draw what to choose from."""
        for space, kind in sorted((_number(space), kind) for space, kind in marks.items()):
            self._marker(self._kind(space, kind), space)

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
        drawn = marker(kind, self.frame.scale)
        if self.frame.shows(space):
            drawn.put(self.canvas, self.frame.at(space))

    def _arrow(self, origin: int, target: int, kind: str, leave: float, stop: float) -> None:
        """Draw an arrow from `leave` units off one space's middle to `stop` units before another's."""
        scale = self.frame.scale
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


PAINTER = Painter(compose_request, sentences)
draw, compose, alt = PAINTER.draw, PAINTER.compose, PAINTER.alt
