"""The picture of a game of NME or Protect the Ally: a wooden board on a table, from a View.

The viewer's own base is at the bottom. Every space has its name where no counter hides it, to be read when
one zooms in. Marks: "chosen", "move", "capture", "naval_one" or "trade" by space. Events are not used: the
view itself has the newest move. A part that is nearly the whole board becomes the whole board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

from adjudicator.nme.board import ARMY_OF, EMPTY, KIND_OF
from adjudicator.nme.orders import Move, Order
from adjudicator.nme.state import View
from maps.canvas import Canvas
from maps.nme.empty_board import empty_board
from maps.nme.layout import PART_SIZE, WIDTH, NmeFrame, ground, part, whole
from maps.nme.panels import NmePanels
from maps.nme.pieces import KEY, RING, TAGS, arrow, counter, marker, tag
from maps.nme.words import sentences
from maps.painter import Painter, Request

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
