"""What stands around the board: who is to move, who plays and holds whom prisoner, the viewer's own order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.game import Seat
from adjudicator.nme.board import ARMIES
from adjudicator.nme.orders import Order
from adjudicator.nme.state import View, living
from maps.canvas import Canvas, Point, text_width
from maps.nme import markers, style, words
from maps.nme.counters import counter
from maps.nme.layout import RIM, SIDE, SIGN, Frame, outline
from maps.palette import Rgb
from maps.panels import Hand, Writer

BIG, NAME, PLAIN, SMALL = 42.0, 32.0, 26.0, 23.0
"""Sizes of text, in units."""
MARGIN = 24.0
"""Between the picture's edge and the text."""
HELD = 0.68
"""The size of a prisoner's counter over that of one on the board."""
PITCH, ROW = 38.0, 42.0
"""From one prisoner to the next, without its count, and from row to row, in units."""
KEY, KEY_ZOOM = 36.0, 0.56
"""How wide a sign of the legend is, and its size over that of one on the board."""
COUNT = 22.0
"""The size of a count."""


class Panels(Writer[Frame]):
    """Writes around the board of one picture."""

    hand = Hand(
        table=style.TABLE,
        sign=style.SIGN,
        rule=style.GOLD,
        white=style.WHITE,
        quiet=style.QUIET,
        big=BIG,
        plain=PLAIN,
        small=SMALL,
        margin=MARGIN,
        key=KEY,
    )

    def __init__(self, canvas: Canvas, frame: Frame, view: View, names: Mapping[Seat, str] | None) -> None:
        super().__init__(canvas, frame)
        self.view, self.names = view, names

    def token(self, kind: str, army: int, at: Point, zoom: float, dead: bool = False) -> None:
        """A counter with its middle there, in units."""
        self.put(counter(kind, army, dead, zoom * self.frame.unit), at)

    def sign(self, caption: str, draft: Sequence[Order], legend: Sequence[str] = ()) -> None:
        """The line at the top: whose turn it is, the newest move, and the caption.

        legend: signs to be told in place of the newest move
        """
        frame, view = self.frame, self.view
        high = frame.sign / frame.unit
        self.plate()
        army = view.state.army if view.outcome is None else words.winner(view)
        left = MARGIN
        if army is not None:
            self.token("", army, (left + 30, high / 2 - 2), 1.15)
            left += 76
        lower = high * 0.74
        self.heading(words.status(view), caption, left, high * 0.32)
        second, color = words.last_move(view), style.QUIET
        if view.outcome is not None:
            second, color = words.result(view), style.ALERT
        elif draft and not frame.is_whole:
            second, color = self._order(draft), style.ALERT
        room = self.wide - left - MARGIN
        if legend:
            told = [markers.LEGEND[kind] for kind in legend]
            start = self.wide - MARGIN - self.legend_width(told) if color == style.ALERT else left
            drawn = [markers.sign(kind, KEY_ZOOM * frame.unit) for kind in legend]
            self.legend(zip(drawn, told, strict=True), start, lower)
            if color != style.ALERT:
                return
            room = start - left - 20
        self.write(second or "no move yet", (left, lower), PLAIN, color, room, ground=style.SIGN)

    def _order(self, draft: Sequence[Order]) -> str:
        return f"your order: {'; '.join(str(order) for order in draft)} (private)"

    def armies(self) -> None:
        """Every army's player and prisoners, beside its base."""
        bottom = self.frame.bottom
        self._low(bottom)
        self._high((bottom + 1) % 3, right=False)
        self._high((bottom + 2) % 3, right=True)

    def _is_out(self, army: int) -> bool:
        return army not in living(self.view.state)

    def _name(self, army: int) -> tuple[str, Rgb]:
        """Who plays an army, and in which colour that is written: gold for who is to move."""
        name = words.player(self.view, army, self.names)
        if self._is_out(army):
            return name, style.QUIET
        return name, style.GOLD if self.view.mover == ARMIES[army] else style.WHITE

    def _about(self, army: int) -> str:
        """The army's own name, if a player's is written, and what happened to it."""
        called = words.army_name(army)
        told = words.role(self.view, army)
        shown = [] if words.player(self.view, army, self.names) == called else [called]
        return " · ".join([*shown, *([told] if told else [])])

    def _high(self, army: int, *, right: bool) -> None:
        """An army whose base is at an upper side: its corner narrows downwards."""
        low = SIGN + 20
        x = self.wide - MARGIN if right else MARGIN

        def room(down: float) -> float:
            """How wide a row may be that ends there."""
            return _edge(self.frame, down) - MARGIN - 14

        inset = 62.0
        step = -1.0 if right else 1.0
        self.token("", army, (x + step * 26, low + 26), 1.0, self._is_out(army))
        name, color = self._name(army)
        about = self._about(army)
        middle = low + (14 if about else 27)
        self.write(
            name, (x + step * inset, middle), NAME, color, room(low + 34) - inset, bold=True, right=right
        )
        if about:
            self.write(
                about, (x + step * inset, low + 45), SMALL, style.QUIET, room(low + 58) - inset, right=right
            )
        low += 68
        items = words.grouped(self.view.state.prisoners[army])
        while items:
            space, row = room(low + ROW), list[tuple[int, str, int]]()
            while (
                items
                and (not row or _width([*row, items[0]]) <= space)
                and len({*_armies(row), items[0][0]}) == 1
            ):
                row.append(items.pop(0))
            start = x - _width(row) if right else x
            self._row(row, start, low + ROW / 2)
            low += ROW

    def _low(self, army: int) -> None:
        """The army whose base is at the bottom."""
        middle = self.high - 66
        self.token("", army, (MARGIN + 26, middle + 8), 1.0, self._is_out(army))
        name, color = self._name(army)
        left = MARGIN + 62
        taken = self.write(
            name, (left, middle - 6 if self._about(army) else middle + 8), NAME, color, 420, bold=True
        )
        if about := self._about(army):
            taken = max(taken, self.write(about, (left, middle + 26), SMALL, style.QUIET, 420))
        items = words.grouped(self.view.state.prisoners[army])
        rows = [[item for item in items if item[0] == foe] for foe in range(3)]
        rows = [row for row in rows if row]
        for k, row in enumerate(rows):
            drop = 0 if len(rows) == 1 else (k - 0.5) * ROW * 0.95
            self._row(row, left + taken + 36, middle + 13 + drop)

    def _row(self, row: Sequence[tuple[int, str, int]], left: float, middle: float) -> None:
        """Prisoners with their numbers, if there are several of a kind."""
        for army, kind, count in row:
            self.token(kind, army, (left + PITCH / 2, middle), HELD)
            left += PITCH
            if count > 1:
                left += self.write(f"×{count}", (left, middle), COUNT, style.WHITE, 60, bold=True) + 10

    def corner(self, draft: Sequence[Order]) -> None:
        """Bottom right: the viewer's own order, and what is unusual."""
        lines: list[tuple[str, float, Rgb, bool]] = []
        if draft:
            text = "; ".join(str(order) for order in draft)
            lines += [("your order, private", SMALL, style.QUIET, False), (text, NAME, style.ALERT, True)]
        lines += [(notice, SMALL, style.ALERT, False) for notice in words.notices(self.view)]
        down = self.high - 18 - sum(size * 1.2 for _, size, _, _ in lines)
        for text, size, color, bold in lines:
            room = max(150.0, _edge(self.frame, down) - MARGIN - 14)
            self.write(
                text, (self.wide - MARGIN, down + size * 0.6), size, color, room, bold=bold, right=True
            )
            down += size * 1.2


def _armies(row: Sequence[tuple[int, str, int]]) -> set[int]:
    return {army for army, _, _ in row}


def _width(row: Sequence[tuple[int, str, int]]) -> float:
    """How wide a row of prisoners is, in units."""
    return sum(PITCH + (text_width(f"×{count}", True, COUNT) + 10 if count > 1 else 0) for _, _, count in row)


def _edge(frame: Frame, down: float) -> float:
    """How far the table reaches at a height, in units: from the left or right edge to the board's border."""
    unit = frame.unit
    found = frame.width / unit / 2
    for _, ends in outline(frame.bottom, (RIM + 8) / SIDE):
        (ax, ay), (bx, by) = (frame.place(point) for point in ends)
        low, high = sorted((ay, by))
        if low <= down * unit <= high:
            x = ax + (bx - ax) * (down * unit - ay) / (by - ay) if by != ay else min(ax, bx)
            found = min(found, x / unit, frame.width / unit - x / unit) if x >= 0 else found
    return max(0.0, found)
