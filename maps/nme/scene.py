"""The board of one picture with everything that stands on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot

from adjudicator.nme.board import ARMY_OF, EMPTY, KIND_OF
from adjudicator.nme.orders import Move, Order
from adjudicator.nme.state import View
from maps.canvas import Canvas
from maps.nme.counters import counter
from maps.nme.empty_board import base
from maps.nme.layout import Frame, ground
from maps.nme.markers import LEGEND, RING, TAGS, arrow, sign, tag

Space = int | str
"""A space as its number or its name."""


def _number(space: Space) -> int:
    return space if isinstance(space, int) else ground().index[space]


class Scene:
    """Draws one picture's board, from the ground up."""

    def __init__(self, view: View, frame: Frame) -> None:
        self.view, self.frame = view, frame
        self.dead = frozenset(fall.army for fall in view.state.falls)
        self.canvas: Canvas = base(frame, self.dead).copy()

    def last(self) -> None:
        """Where the newest move began, its way and where it ended: below the pieces."""
        last = self.view.state.last
        if last is None:
            return
        self._sign("burst" if last.taken else "last", last.target)
        self._arrow(last.origin, last.target, last.how, 0.0, RING + 5)
        self._sign("left", last.origin)

    def pieces(self) -> None:
        """Every counter."""
        frame, scale = self.frame, self.frame.scale
        for space, letter in enumerate(self.view.board):
            if letter != EMPTY and frame.shows(space):
                army = ARMY_OF[letter]
                counter(KIND_OF[letter], army, army in self.dead, scale).put(self.canvas, frame.at(space))

    def tags(self) -> None:
        """What was special about the newest move, on the space that it left."""
        last = self.view.state.last
        if last is None or last.how not in TAGS or not self.frame.shows(last.origin, 0.5):
            return
        text = f"={last.traded}" if last.how == "trade" else TAGS[last.how]
        tag(text, last.how, self.frame.scale).put(self.canvas, self.frame.at(last.origin))

    def draft(self, draft: Sequence[Order]) -> None:
        """The viewer's own orders."""
        for order in draft:
            if isinstance(order, Move):
                origin, target = _number(order.origin), _number(order.target)
                self._sign("draft", target)
                self._arrow(origin, target, "draft", RING, RING + 6)

    def marks(self, marks: Mapping[Space, str]) -> None:
        """What to choose from."""
        for space, kind in sorted((_number(space), kind) for space, kind in marks.items()):
            self._sign(self._kind(space, kind), space)

    def _kind(self, space: int, kind: str) -> str:
        """The sign of a mark there."""
        taken = kind == "naval_one" and self.view.board[space] != EMPTY
        return "naval_one_capture" if taken else kind

    def legend(self, marks: Mapping[Space, str]) -> list[str]:
        """The signs that these marks have and that want a word, one for each word."""
        shown = {self._kind(_number(space), kind) for space, kind in marks.items()}
        first = {LEGEND[kind]: kind for kind in reversed(LEGEND) if kind in shown}
        return [kind for kind in LEGEND if kind in first.values()]

    def _sign(self, kind: str, space: int) -> None:
        drawn = sign(kind, self.frame.scale)
        if self.frame.shows(space):
            drawn.put(self.canvas, self.frame.at(space))

    def _arrow(self, origin: int, target: int, kind: str, leave: float, stop: float) -> None:
        """An arrow from `leave` units off one space's middle to `stop` units before another's."""
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
