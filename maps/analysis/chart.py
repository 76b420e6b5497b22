"""The graph as a PNG: 800 pixels wide, read at 290 on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from maps.analysis import MOST, Curve, Graph, Mark, text
from maps.canvas import Canvas, Pen, Point, clean, fit, text_width
from maps.palette import Palette, Ramp, Rgb, collect, distance, from_hex, snap
from maps.text import called

HEADER = from_hex("#16222A")
PLOT = from_hex("#263740")
GRID = from_hex("#3F5560")
EVEN = from_hex("#7E929C")
WHITE = from_hex("#FFFFFF")
QUIET = from_hex("#B4C4CC")
GOLD = from_hex("#F8CC58")
INK = from_hex("#14181C")

WIDTH = 800
TITLE, HIGH, AXIS, ROW = 86, 420, 58, 60
"""The heights of the title, the plot, the axis and a row of the legend, in pixels."""
MARGIN, FOOT = 16, 12
LEFT, RIGHT = 16, 76
"""What is kept free at both sides of the plot; at the right stand the sides' signs."""
PAD = 26
"""Between the plot's upper or lower edge and the values that reach farthest."""
BIG, PLAIN, SMALL = 46.0, 36.0, 32.0
"""Sizes of text, in pixels; a phone shows little more than a third of them."""
LEAST = 0.72
"""How far text shrinks before it is cut."""
LINE, EDGE = 6.0, 3.0
"""How thick a curve is, and what shows it on a ground of nearly its own colour."""
SIGN, MARK = 23.0, 20.0
"""Radii of a side's sign and of a turning point."""
FAINT = 12_000
"""A colour nearer than this squared distance to the ground gets an edge."""
MOST_TICKS = 6


def draw(graph: Graph) -> bytes:
    """Return the picture as a PNG."""
    return canvas_of(graph).png()


def canvas_of(graph: Graph) -> Canvas:
    """Return the picture before its encoding. ValueError: there is no curve, or one of another length."""
    if not graph.curves or any(len(curve.values) != len(graph.turns) for curve in graph.curves):
        raise ValueError("each curve has a value for each turn")
    rows = -(-len(graph.curves) // 2)
    high = TITLE + HIGH + AXIS + ROW * rows + FOOT
    palette = _palette(tuple(_rgb(curve.color) for curve in graph.curves))
    painter = _ChartPainter(Canvas.blank(WIDTH, high, HEADER, palette), graph)
    painter.title()
    painter.ground()
    painter.curves()
    painter.turns()
    painter.legend()
    return painter.canvas


@lru_cache(maxsize=32)
def _palette(colors: tuple[Rgb, ...]) -> Palette:
    flats = [HEADER, PLOT, GRID, EVEN, WHITE, QUIET, GOLD, INK, *colors]
    ramps: list[Ramp] = [(HEADER, WHITE, 5), (HEADER, QUIET, 4), (PLOT, QUIET, 4)]
    for color in colors:
        ramps += [(PLOT, color, 4), (color, _ink(color), 3), (color, _edge(color), 2), (HEADER, color, 3)]
        ramps += [(GOLD, color, 1), (GRID, color, 1)]
    ramps += [(GOLD, INK, 4), (PLOT, GOLD, 2), (PLOT, GRID, 1), (INK, PLOT, 2)]
    ramps += [(one, other, 1) for one in colors for other in colors if one < other]
    return Palette(collect(flats, ramps))


def _rgb(color: int) -> Rgb:
    return snap((color >> 16 & 255, color >> 8 & 255, color & 255))


def _light(color: Rgb) -> bool:
    red, green, blue = color
    return 3 * red + 6 * green + blue > 1300


def _ink(color: Rgb) -> Rgb:
    """Return what can be read on a colour."""
    return INK if _light(color) else WHITE


def _edge(color: Rgb) -> Rgb:
    """Return what a colour is seen by on the plot: itself, or a light edge."""
    return QUIET if distance(color, PLOT) < FAINT else color


class _ChartPainter:
    """Draws one graph."""

    def __init__(self, canvas: Canvas, graph: Graph) -> None:
        self.canvas, self.graph = canvas, graph
        self.pen = Pen(WIDTH, HIGH)
        """Over the plot; its points are pixels from the middle of it."""
        first, last = graph.turns[0], graph.turns[-1]
        self.first, self.span = first, max(1, last - first)

    def title(self) -> None:
        """Write the title and the caption."""
        middle, taken = TITLE / 2, 0.0
        if caption := clean(self.graph.caption):
            told, size = fit(caption, False, SMALL, SMALL * LEAST, 0.45 * WIDTH)
            spot = (WIDTH - MARGIN, middle + 0.36 * size)
            box = self.canvas.text(told, spot, size, QUIET, HEADER, anchor="right")
            taken = box.right - box.left + MARGIN
        told, size = fit(text.TITLE, True, BIG, BIG * LEAST, WIDTH - 2 * MARGIN - taken)
        self.canvas.text(told, (MARGIN, middle + 0.36 * size), size, WHITE, HEADER, bold=True)

    # -- the plot

    def x(self, turn: int) -> float:
        """Return where a turn is, from the plot's middle."""
        left, right = LEFT + SIGN, WIDTH - RIGHT - 6
        return left + (right - left) * (turn - self.first) / self.span - WIDTH / 2

    def y(self, value: int) -> float:
        return -value * (HIGH / 2 - PAD) / MOST

    def ground(self) -> None:
        """Draw what lies below the curves: the sides of the line where all are even."""
        middle = TITLE + HIGH / 2
        self.canvas.fill(0, WIDTH, middle, HIGH / 2, PLOT)
        for value in (-MOST, -MOST // 2, 0, MOST // 2, MOST):
            color, half = (EVEN, 2) if value == 0 else (GRID, 1)
            self.canvas.fill(LEFT, WIDTH - RIGHT, middle + self.y(value), half, color)
        for value, word in ((MOST, text.AHEAD), (-MOST, text.BEHIND)):
            below = SMALL + 6 if value > 0 else -12
            self.canvas.text(word, (LEFT + 4, middle + self.y(value) + below), SMALL, QUIET, PLOT)

    def curves(self) -> None:
        """Draw the curves, the turning points on them, and the sides' signs at their ends."""
        for curve in self.graph.curves:
            points = self._points(curve)
            color = _rgb(curve.color)
            if _edge(color) != color:
                self.pen.line(points, _edge(color), LINE + 2 * EDGE)
            self.pen.line(points, color, LINE)
        for curve, height in zip(self.graph.curves, self._heights(), strict=True):
            self._sign(self.pen, curve, (WIDTH / 2 - MARGIN - SIGN, height))
        for mark, spot in zip(self.graph.marks, self._spots(), strict=True):
            self.pen.discs(spot, (MARK + 3, INK), (MARK, GOLD))
            self.pen.letter(str(mark.number), spot, 1.5 * MARK, INK)
        self.canvas.overlay(self.pen.done(), (WIDTH / 2, TITLE + HIGH / 2))

    def _points(self, curve: Curve) -> list[Point]:
        found = [
            (self.x(turn), self.y(value)) for turn, value in zip(self.graph.turns, curve.values, strict=True)
        ]
        return found if len(found) > 1 else [*found, (self.x(self.graph.turns[0] + self.span), found[0][1])]

    def _heights(self) -> list[float]:
        """Return how high each side's sign stands: as near to the end of its curve as the others allow."""
        return spread(
            [self.y(curve.values[-1]) for curve in self.graph.curves], 2 * SIGN + 4, HIGH / 2 - SIGN - 2
        )

    def _spots(self) -> list[Point]:
        """Return where the turning points stand: on their curves, aside where they would hide each other."""
        found: list[Point] = []
        for mark in self.graph.marks:
            x, y = self._place(mark)
            aside = 2 * MARK + 4 if y < 0 else -2 * MARK - 4  # one way only: never back to where one was
            while any(abs(x - other[0]) < 2 * MARK and abs(y - other[1]) < 2 * MARK for other in found):
                y += aside
            found.append((x, y))
        return found

    def _place(self, mark: Mark) -> Point:
        value = self.graph.curves[mark.curve].values[mark.place]
        most = HIGH / 2 - MARK - 4
        return self.x(self.graph.turns[mark.place]), max(-most, min(most, self.y(value)))

    def _sign(self, pen: Pen, curve: Curve, spot: Point) -> None:
        color = _rgb(curve.color)
        pen.discs(spot, (SIGN, _edge(color)), (SIGN - EDGE if _edge(color) != color else SIGN, color))
        pen.letter(curve.sign, spot, 1.35 * SIGN, _ink(color))

    # -- below it

    def turns(self) -> None:
        """Write some turns below the plot; the last one in words."""
        baseline = TITLE + HIGH + AXIS / 2 + 0.36 * SMALL
        last = self.graph.turns[-1]
        word = text.TURN(n=last)
        box = self.canvas.text(word, (WIDTH - RIGHT, baseline), SMALL, QUIET, HEADER, anchor="right")
        for turn in ticks(self.first, last):
            x = WIDTH / 2 + self.x(turn)
            if x + text_width(str(turn), False, SMALL) / 2 < box.left - MARGIN:
                self.canvas.text(str(turn), (x, baseline), SMALL, QUIET, HEADER, anchor="middle")

    def legend(self) -> None:
        """Name the sides, in two columns."""
        top, wide = TITLE + HIGH + AXIS, (WIDTH - 2 * MARGIN) / 2
        for at, curve in enumerate(self.graph.curves):
            left, middle = MARGIN + at % 2 * wide, top + (at // 2 + 0.5) * ROW
            pen = Pen(2 * SIGN + 4, 2 * SIGN + 4)
            self._sign(pen, curve, (0.0, 0.0))
            self.canvas.overlay(pen.done(), (left + SIGN + 2, middle))
            start = left + 2 * SIGN + 14
            name = clean(curve.name, curve.sign)
            player = clean(curve.player, name)
            told, size = fit(called(name, player), False, PLAIN, PLAIN * LEAST, left + wide - start - 8)
            self.canvas.text(told, (start, middle + 0.36 * size), size, WHITE, HEADER)


def spread(wanted: Sequence[float], apart: float, most: float) -> list[float]:
    """Move heights until they are that far apart, between -most and most; their order stays.

    >>> spread([0.0, 0.0, 50.0], 20, 100), spread([95.0, 99.0], 20, 100)
    ([-10.0, 10.0, 50.0], [80.0, 100.0])
    """
    order = sorted(range(len(wanted)), key=lambda at: (wanted[at], at))
    groups: list[tuple[list[int], float]] = []
    for at in order:
        groups.append(([at], _held(wanted[at], 0.0, most)))
        while len(groups) > 1 and _near(groups[-2], groups[-1], apart):
            (low, _), (high, _) = groups[-2:]
            both = low + high
            middle = sum(wanted[one] for one in both) / len(both)
            groups[-2:] = [(both, _held(middle, (len(both) - 1) * apart / 2, most))]
    found = [0.0] * len(wanted)
    for members, middle in groups:
        for place, at in enumerate(members):
            found[at] = middle + (place - (len(members) - 1) / 2) * apart
    return found


def _held(middle: float, reach: float, most: float) -> float:
    return max(-most + reach, min(most - reach, middle))


def _near(low: tuple[list[int], float], high: tuple[list[int], float], apart: float) -> bool:
    return high[1] - low[1] < apart * (len(low[0]) + len(high[0])) / 2


def ticks(first: int, last: int) -> list[int]:
    """Return some round turns between the first and the last.

    >>> ticks(0, 40), ticks(0, 7), ticks(1, 122)
    ([0, 10, 20, 30, 40], [0, 2, 4, 6], [50, 100])
    """
    steps = (factor * 10**power for power in range(5) for factor in (1, 2, 5))
    step = next(each for each in steps if (last - first) // each < MOST_TICKS)
    return [turn for turn in range(first, last + 1) if turn % step == 0]
