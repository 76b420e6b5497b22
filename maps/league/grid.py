"""A league's table as a PNG: 800 pixels wide, read at 290 on a phone."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import accumulate, pairwise

from maps.canvas import Canvas, clean, fit, text_width
from maps.league import Align, Cell, Column, Grid, Line, Tone, Zone
from maps.palette import Palette, Ramp, Rgb, collect, from_hex

HEADER = from_hex("#16222A")
HEADS = from_hex("#22323A")
"""The row of the columns' heads."""
ROW_GROUNDS = (from_hex("#2C3E47"), from_hex("#263740"))
"""Grounds of rows, in turn."""
OWN = from_hex("#3F5F86")
"""The ground of the viewer's own row."""
WHITE = from_hex("#FFFFFF")
QUIET = from_hex("#B4C4CC")
GOLD = from_hex("#F8CC58")
UP = from_hex("#7CE08C")
DOWN = from_hex("#FF9C84")
WON = from_hex("#2A7A50")
LEVEL = from_hex("#56646C")
LOST = from_hex("#8C3A3A")
OPEN = from_hex("#3A5664")
SELF = from_hex("#18262E")

GROUNDS = (HEADER, HEADS, *ROW_GROUNDS, OWN, WON, LEVEL, LOST, OPEN, SELF)


@cache
def palette() -> Palette:
    """Return all flat colours, and the blends of text with its ground."""
    ramps: list[Ramp] = [(ground, WHITE, 5) for ground in GROUNDS]
    ramps += [(ground, QUIET, 3) for ground in (HEADER, HEADS, *ROW_GROUNDS, OWN)]
    ramps += [(ground, ink, 3) for ink in (GOLD, UP, DOWN) for ground in (HEADER, *ROW_GROUNDS, OWN)]
    return Palette(collect([*GROUNDS, WHITE, QUIET, GOLD, UP, DOWN], ramps))


WIDTH = 800
TITLE, HEAD, ROW, FOOT = 86, 52, 64, 52
"""The heights of the parts, in pixels."""
MARGIN = 16
ROOM = 6
"""Between a cell's edge and its text, in pixels."""
BIG, PLAIN, SMALL = 46.0, 40.0, 32.0
"""Sizes of text, in pixels; a phone shows little more than a third of them."""
LEAST, LEAST_NAME = 0.72, 0.86
"""How far text shrinks before it is cut; names stand in one column and look alike."""
NAMES = 240.0
"""The least width of the flexible column, in pixels."""

_TONES: dict[Tone, tuple[Rgb, Rgb]] = {
    "won": (WON, WHITE),
    "level": (LEVEL, WHITE),
    "lost": (LOST, WHITE),
    "open": (OPEN, WHITE),
    "self": (SELF, WHITE),
}
"""The ground and the ink of cells that have a ground of their own."""
_INKS: dict[Tone, Rgb] = {"": WHITE, "own": WHITE, "strong": GOLD, "quiet": QUIET}
_ZONES: dict[Zone, tuple[str, Rgb]] = {"up": ("↑", UP), "down": ("↓", DOWN)}
ZONE = 38
"""The width of the arrow of who goes up or down, in pixels; no room is kept where nobody does."""


def draw(grid: Grid) -> bytes:
    """Return the picture as a PNG."""
    return canvas_of(grid).png()


def canvas_of(grid: Grid) -> Canvas:
    """Return the picture before its encoding."""
    high = TITLE + HEAD + ROW * len(grid.lines) + (FOOT if grid.foot else 0)
    canvas = Canvas.blank(WIDTH, high, HEADER, palette())
    painter = _GridPainter(canvas, grid)
    painter.title()
    painter.heads()
    for at, line in enumerate(grid.lines):
        painter.line(at, line)
    if grid.foot:
        painter.foot(high - FOOT / 2)
    return canvas


class _GridPainter:
    """Draws one table."""

    def __init__(self, canvas: Canvas, grid: Grid) -> None:
        self.canvas, self.grid = canvas, grid
        self.zone = ZONE if any(line.zone for line in grid.lines) else 0
        wide = self._widths(WIDTH - 2 * MARGIN - self.zone)
        ends = list(accumulate(wide, initial=float(MARGIN + self.zone)))
        self.spans = list(pairwise(ends))

    def _widths(self, room: float) -> list[float]:
        """Return how wide each column is: as its texts, and as all others of its kind; the flexible one has
        what is left. If that is too little, those of which there are most are squeezed."""
        grid, needed = self.grid, dict[int, float]()
        kinds = Counter(column.width for column in grid.columns if column.width)
        for at, column in enumerate(grid.columns):
            cells = [text_width(clean(one.cells[at].text), True, PLAIN) for one in grid.lines]
            most = max([text_width(clean(column.head), False, SMALL), *cells]) + 4 * ROOM
            needed[column.width] = max(needed.get(column.width, 0.0), most)
        [(many, times)] = kinds.most_common(1)
        others = sum(needed[kind] * count for kind, count in kinds.items() if kind != many)
        needed[many] = min(needed[many], (room - NAMES - others) / times)
        needed[0] = room - others - needed[many] * times
        return [needed[column.width] for column in grid.columns]

    def title(self) -> None:
        """Write the title and the caption."""
        grid, middle = self.grid, TITLE / 2
        taken = 0.0
        if caption := clean(grid.caption):
            text, size = fit(caption, False, SMALL, SMALL * LEAST, 0.36 * WIDTH)
            spot = (WIDTH - MARGIN, middle + 0.36 * size)
            box = self.canvas.text(text, spot, size, QUIET, HEADER, anchor="right")
            taken = box.right - box.left + MARGIN
        room = WIDTH - 2 * MARGIN - taken
        text, size = fit(clean(grid.title, "Table"), True, BIG, BIG * LEAST, room)
        self.canvas.text(text, (MARGIN, middle + 0.36 * size), size, WHITE, HEADER, bold=True)

    def heads(self) -> None:
        """Write the columns' heads."""
        middle = TITLE + HEAD / 2
        self.canvas.fill(0, WIDTH, middle, HEAD / 2, HEADS)
        for column, (left, right) in zip(self.grid.columns, self.spans, strict=True):
            self._write(column.head, left, right, middle, SMALL, QUIET, HEADS, column.align)

    def line(self, at: int, line: Line) -> None:
        """Draw a row. at: its number from 0"""
        middle = TITLE + HEAD + ROW * (at + 0.5)
        below = OWN if line.own else ROW_GROUNDS[at % 2]
        self.canvas.fill(0, WIDTH, middle, ROW / 2, below)
        if line.zone:
            sign, ink = _ZONES[line.zone]
            self._write(sign, MARGIN - ROOM, MARGIN + self.zone, middle, PLAIN, ink, below, "middle", True)
        for column, cell, span in zip(self.grid.columns, line.cells, self.spans, strict=True):
            self._cell(column, cell, span, middle, below, line)

    def _cell(
        self, column: Column, cell: Cell, span: tuple[float, float], middle: float, below: Rgb, line: Line
    ) -> None:
        """Draw a cell. span: its left and right edge;  below: the ground of its row"""
        left, right = span
        ink = _INKS.get(cell.tone, WHITE)
        if cell.tone in _TONES:
            below, ink = _TONES[cell.tone]
            self.canvas.fill(left + 1, right - 1, middle, ROW / 2 - 1, below)
        strong = cell.tone not in ("", "quiet", "void")
        struck = cell.tone == "void" or (line.struck and not column.width)
        ink = QUIET if struck else ink
        text = clean(cell.text, cell.other)
        self._write(text, left, right, middle, PLAIN, ink, below, column.align, strong, struck)

    def _write(
        self,
        text: str,
        left: float,
        right: float,
        middle: float,
        size: float,
        ink: Rgb,
        ground: Rgb,
        align: Align,
        bold: bool = False,
        struck: bool = False,
    ) -> None:
        """Write a text that fits between left and right."""
        if not text:
            return
        least = LEAST_NAME if align == "left" else LEAST
        room = right - left - (2 * ROOM if align == "left" else ROOM)
        text, size = fit(text, bold, size, size * least, room)
        x = {"left": left + 1.5 * ROOM, "middle": (left + right) / 2, "right": right - ROOM / 2}[align]
        spot = (x, middle + 0.36 * size)
        box = self.canvas.text(text, spot, size, ink, ground, bold=bold, anchor=align)
        if struck:
            self.canvas.fill(box.left, box.right, middle + 1, 2, ink)

    def foot(self, middle: float) -> None:
        """Write the small words below the table."""
        span = (MARGIN - ROOM, WIDTH - MARGIN)
        self._write(self.grid.foot, *span, middle, SMALL, QUIET, HEADER, "left")
