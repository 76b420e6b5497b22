"""The picture of a game of Commander-In-Chief, from a View alone: it cannot show what the View hides.

Marks: "move", "capture", "attack" or "chosen" by square. Events and focus are not used: the view itself has
the last move, and the board is small.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import hypot

from adjudicator.cic.board import EMPTY, REGIONS, SQUARES
from adjudicator.cic.orders import ATTACK, CAPTURE, MOVE, Enhance, Move, Order
from adjudicator.cic.state import LastMove, View, side_of
from maps.canvas import Canvas, Pen, Sprite, sprite
from maps.cic import style
from maps.cic.layout import Corner, Layout
from maps.cic.panels import CicPanels
from maps.cic.pieces import UNIT, arrow, drawing, marker, piece
from maps.cic.words import sentences
from maps.geometry import diamond
from maps.painter import Painter, Request
from maps.palette import Rgb

SIZE = 1200
"""Pixels across, unless another size is asked for."""
BANDS = 8
"""The board is drawn in this many strips, each enlarged on its own: less memory at a time."""
NAME_SIZE = 24.0
"""The size of a square's own name in the middle of an empty square, in units."""
SMALL_SIZE, SMALL_DROP = 16.0, 57.0
"""The size of a square's name below a piece, and how far its middle is below that of the square, in units."""
SIGN_SIZE = 27.0
"""The size of the coordinates around the board, in units."""


def compose_request(request: Request[View]) -> Canvas:
    """Draw a picture of Commander-In-Chief."""
    view, marks = request.view, request.marks or {}
    layout = Layout(request.size or SIZE, view.seat is not None and side_of(view.seat) == 0)
    canvas = empty_board(layout).copy()
    lights = _highlights(view, marks)
    for square, highlight in sorted(lights.items()):
        _light_up(canvas, layout, square, highlight)
    _pieces(canvas, layout, view, lights)
    if view.last is not None:
        _last_arrow(canvas, layout, view.last)
    for square, mark in sorted(marks.items()):
        canvas.overlay(marker(mark, layout.unit), layout.center(square))
        if mark == "move":
            _write(canvas, layout, square, 22.0, 0.0, style.WHITE, style.GREEN, bold=True)
    for order in request.draft:
        _draft(canvas, layout, order)
    panels = CicPanels(canvas, layout, request)
    upper = 1 if layout.turned else 0
    panels.side(upper, Corner(layout, at_top=True, at_left=True))
    panels.side(1 - upper, Corner(layout, at_top=False, at_left=True))
    panels.status(Corner(layout, at_top=True, at_left=False))
    panels.footer(Corner(layout, at_top=False, at_left=False))
    return canvas


@lru_cache(maxsize=8)
def empty_board(layout: Layout) -> Canvas:
    """Draw the empty board with its coordinates; copy it before drawing on it."""
    canvas = Canvas.blank(layout.size, layout.height, style.PAGE, style.palette())
    height = -(-layout.height // BANDS)
    for band in range(BANDS):
        pen = Pen(layout.size, height)
        pen.middle = (0.0, -band * height * pen.scale)
        _tiles(pen, layout)
        canvas.overlay(pen.done(), (layout.size / 2, (band + 0.5) * height))
    for square in range(64):
        ground = tile_color(square)
        _write(canvas, layout, square, NAME_SIZE, 0.0, style.label_color(ground), ground)
    for text, (x, y) in layout.coordinates():
        size = SIGN_SIZE * layout.unit
        canvas.text(text, (x, y + 0.36 * size), size, style.INK, style.PAGE, bold=True, anchor="middle")
    return canvas


def _tiles(pen: Pen, layout: Layout) -> None:
    """Draw the frame, the squares and the coast, in pixels of the whole picture."""
    unit = layout.unit
    corners = [layout.spot(*at) for at in ((-0.5, -0.5), (7.5, -0.5), (7.5, 7.5), (-0.5, 7.5))]
    pen.polygon(corners, style.FRAME, 5 * unit)
    for square in range(64):
        pen.polygon(diamond(layout.diagonal / 2, layout.center(square)), tile_color(square))
    for total, rise in ((4, 0.5), (10, -0.5)):
        coast = []
        low, high = max(0, total - 7), min(7, total)
        for file in range(low, high + 1):
            rank = total - file
            ends = ((file - 0.5, rank + 0.5), (file + rise, rank + rise), (file + 0.5, rank - 0.5))
            coast += [layout.spot(*end) for end in ends]
        pen.line(coast, style.SURF, 5 * unit)


def tile_color(square: int, highlight: str = "") -> Rgb:
    """Return the flat colour of a square, with its highlight."""
    return style.tone(REGIONS[square], sum(divmod(square, 8)) % 2, highlight)


def _write(
    canvas: Canvas,
    layout: Layout,
    square: int,
    size: float,
    drop: float,
    color: Rgb,
    ground: Rgb,
    bold: bool = False,
) -> None:
    """Write a square's own name, `drop` units below its middle. It need not keep clear of other text."""
    x, y = layout.center(square)
    pixels = size * layout.unit
    spot = (x, y + drop * layout.unit + 0.36 * pixels)
    canvas.text(SQUARES[square], spot, pixels, color, ground, bold=bold, anchor="middle", again=True)


@lru_cache(maxsize=128)
def _lit(diagonal: float, below: Rgb, border: Rgb, color: Rgb) -> Sprite:
    """Draw a square's highlight on its tile: a border, and a tint within."""
    pen = Pen(diagonal, diagonal, diagonal / UNIT)
    for reach, paint in ((70, border), (64, color)):
        pen.polygon(diamond(reach), paint)
    return sprite(pen.done(), below, style.palette())


def _highlights(view: View, marks: Mapping[int, str]) -> dict[int, str]:
    """Return which squares are lit: the chosen one, those of the last move, and those of the pieces that may
    move now where only a team's group may."""
    lights: dict[int, str] = {}
    if view.group and view.outcome is None:
        lights |= {square: "active" for square in range(64) if view.board[square] in view.letters}
    if view.last is not None:
        lights |= {view.last.origin: "last", view.last.target: "last"}
    return lights | {square: mark for square, mark in marks.items() if mark == "chosen"}


def _light_up(canvas: Canvas, layout: Layout, square: int, highlight: str) -> None:
    """Draw a square's highlight, and its name."""
    ground, border = tile_color(square, highlight), style.HIGHLIGHTS[highlight][0]
    stamped = _lit(layout.diagonal, tile_color(square), border, ground)
    canvas.stamp(stamped, layout.center(square))
    _name_below(canvas, layout, square, highlight)


def _name_below(canvas: Canvas, layout: Layout, square: int, highlight: str) -> None:
    """Write the name of a square whose middle is taken."""
    ground = tile_color(square, highlight)
    _write(canvas, layout, square, SMALL_SIZE, SMALL_DROP, style.label_color(ground), ground)


def _burst(view: View) -> str:
    """Return the marker behind the piece that moved last, if it captured or became a King Amphibian."""
    if view.last is None or (view.last.sign != CAPTURE and not view.last.promoted):
        return ""
    return "burst" if view.last.sign == CAPTURE else "glory"


def _pieces(canvas: Canvas, layout: Layout, view: View, lights: Mapping[int, str]) -> None:
    """Draw every piece with the name of its square below it."""
    burst = _burst(view)
    for square, letter in enumerate(view.board):
        if letter != EMPTY:
            _name_below(canvas, layout, square, lights.get(square, ""))
    for square, letter in enumerate(view.board):
        if letter == EMPTY:
            continue
        side, enhanced = int(letter.isupper()), square in view.enhanced
        if burst and view.last is not None and square == view.last.target:
            canvas.overlay(marker(burst, layout.unit), layout.center(square))
            image = drawing(letter.upper(), side, enhanced, layout.diagonal)
            canvas.overlay(image, layout.center(square))
            continue
        ground = tile_color(square, lights.get(square, ""))
        stamped = piece(letter.upper(), side, enhanced, layout.diagonal, ground)
        canvas.stamp(stamped, layout.center(square))


def _point_at(
    canvas: Canvas, layout: Layout, origin: int, target: int, kind: str, leave: float, stop: float
) -> None:
    """Draw an arrow from `leave` units off one square's middle to `stop` units before another's."""
    unit = layout.unit
    (x0, y0), (x1, y1) = layout.center(origin), layout.center(target)
    across, down = (x1 - x0) / unit, (y1 - y0) / unit
    length = hypot(across, down)
    share = (length - leave - stop) / length
    image, middle = arrow(round(across * share, 3), round(down * share, 3), kind, unit)
    tail = (x0 + across * leave / length * unit, y0 + down * leave / length * unit)
    canvas.overlay(image, (tail[0] + middle[0], tail[1] + middle[1]))


def _last_arrow(canvas: Canvas, layout: Layout, last: LastMove) -> None:
    """Draw the arrow of the last move."""
    if last.sign == ATTACK:
        canvas.overlay(marker("attack", layout.unit), layout.center(last.target))
        _point_at(canvas, layout, last.origin, last.target, "attack", 30, 44)
    else:
        kind = "capture" if last.sign == CAPTURE else "move"
        _point_at(canvas, layout, last.origin, last.target, kind, 0, 50)


def _draft(canvas: Canvas, layout: Layout, order: Order) -> None:
    """Draw the seat's own order, seen by nobody else."""
    if isinstance(order, Enhance):
        for square in order.squares:
            canvas.overlay(marker("draft", layout.unit), layout.center(square))
    elif isinstance(order, Move):
        stop = 12 if order.sign == MOVE else 46
        if order.sign != MOVE:
            canvas.overlay(marker("draft", layout.unit), layout.center(order.target))
        _point_at(canvas, layout, order.origin, order.target, "draft", 26, stop)


PAINTER = Painter(compose_request, sentences, level=3)
draw, compose, alt = PAINTER.draw, PAINTER.compose, PAINTER.alt
