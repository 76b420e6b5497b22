"""The picture of a Commander-In-Chief game, from a View alone: it cannot show what the View hides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import hypot

from adjudicator.cic.board import EMPTY, REGIONS, SQUARES
from adjudicator.cic.orders import ATTACK, CAPTURE, MOVE, Enhance, Move, Order
from adjudicator.cic.state import View, side_of
from adjudicator.game import Event, Seat
from maps.canvas import Canvas, Pen, Sprite, sprite
from maps.cic import style
from maps.cic.layout import Corner, Layout
from maps.cic.markers import arrow, sign
from maps.cic.panels import Panels
from maps.cic.pieces import UNIT, drawing, piece
from maps.palette import Rgb

SIZE = 1200
"""Pixels across, unless another size is asked for."""
BANDS = 8
"""The base is drawn in so many strips, each enlarged on its own: less memory at once."""
NAME_SIZE = 24.0
"""Of a square's own name in the middle of an empty square, in units."""
SMALL_SIZE, SMALL_DROP = 16.0, 57.0
"""Below a piece: its size, and how far its middle is below that of the square."""
SIGN_SIZE = 27.0
"""Of the coordinates around the board, in units."""


def draw(
    view: View,
    *,
    size: int = 0,
    names: Mapping[Seat, str] | None = None,
    draft: Sequence[Order] = (),
    caption: str = "",
    marks: Mapping[int, str] | None = None,
    events: Sequence[Event] = (),
    focus: Sequence[str] = (),
) -> bytes:
    """The game as the view's seat sees it, as a PNG `size` pixels wide (0: 1200) and a little higher.

    names: players' names by seat;  draft: the seat's own order, seen by nobody else
    caption: a few words for the corner ("k7f3 · turn 12")
    marks: square -> "move", "capture", "attack" or "chosen", for a menu of orders
    events, focus: not used: the view itself has the last move, and the board is small
    The same arguments give the same bytes. Pure; takes some 10 ms, so not for the event loop.
    """
    return compose(view, size=size or SIZE, names=names, draft=draft, caption=caption, marks=marks).png()


def compose(
    view: View,
    *,
    size: int = SIZE,
    names: Mapping[Seat, str] | None = None,
    draft: Sequence[Order] = (),
    caption: str = "",
    marks: Mapping[int, str] | None = None,
) -> Canvas:
    """As `draw`, before the encoding."""
    layout = Layout(size, view.seat is not None and side_of(view.seat) == 0)
    canvas = base(layout).copy()
    marks = marks or {}
    lights = _highlights(view, marks)
    for square, highlight in sorted(lights.items()):
        _light_up(canvas, layout, square, highlight)
    _pieces(canvas, layout, view, lights)
    if view.last is not None:
        _last_arrow(canvas, layout, view)
    for square, mark in sorted(marks.items()):
        canvas.overlay(sign(mark, layout.unit), layout.center(square))
        if mark == "move":
            _write(canvas, layout, square, 22.0, 0.0, style.WHITE, style.GREEN, bold=True)
    for order in draft:
        _draft(canvas, layout, view, order)
    panels = Panels(canvas, layout, view, names)
    upper = 1 if layout.turned else 0
    panels.side(upper, Corner(layout, at_top=True, at_left=True))
    panels.side(1 - upper, Corner(layout, at_top=False, at_left=True))
    panels.status(Corner(layout, at_top=True, at_left=False))
    panels.footer(Corner(layout, at_top=False, at_left=False), caption, draft)
    return canvas


@lru_cache(maxsize=8)
def base(layout: Layout) -> Canvas:
    """The empty board with its coordinates; not to be drawn on, but copied."""
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
    """The frame, the squares and the coast, in pixels of the whole picture."""
    unit = layout.unit
    corners = [layout.spot(*at) for at in ((-0.5, -0.5), (7.5, -0.5), (7.5, 7.5), (-0.5, 7.5))]
    pen.polygon(corners, style.FRAME, 5 * unit)
    for square in range(64):
        pen.polygon(layout.tips(square), style.tone(REGIONS[square], sum(divmod(square, 8)) % 2))
    for total, rise in ((4, 0.5), (10, -0.5)):
        coast = []
        low, high = max(0, total - 7), min(7, total)
        for file in range(low, high + 1):
            rank = total - file
            ends = ((file - 0.5, rank + 0.5), (file + rise, rank + rise), (file + 0.5, rank - 0.5))
            coast += [layout.spot(*end) for end in ends]
        pen.line(coast, style.SURF, 5 * unit)


def tile_color(square: int, highlight: str = "") -> Rgb:
    """The flat colour of a square, with its highlight."""
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
    """A square's own name, `drop` units below its middle. Not a text that must keep clear of others."""
    x, y = layout.center(square)
    pixels = size * layout.unit
    spot = (x, y + drop * layout.unit + 0.36 * pixels)
    canvas.text(SQUARES[square], spot, pixels, color, ground, bold=bold, anchor="middle", again=True)


@lru_cache(maxsize=128)
def _lit(diagonal: float, below: Rgb, border: Rgb, color: Rgb) -> Sprite:
    """A square's highlight on its tile: a border, and a tint within."""
    pen = Pen(diagonal, diagonal, diagonal / UNIT)
    for reach, paint in ((70, border), (64, color)):
        pen.polygon([(0, -reach), (reach, 0), (0, reach), (-reach, 0)], paint)
    return sprite(pen.done(), below, style.palette())


def _highlights(view: View, marks: Mapping[int, str]) -> dict[int, str]:
    """Which squares are lit: the chosen one, those of the last move, and those of the pieces that may
    move now where only a team's group may."""
    lights: dict[int, str] = {}
    if view.group and view.outcome is None:
        lights |= {square: "active" for square in range(64) if view.board[square] in view.letters}
    if view.last is not None:
        lights |= {view.last.origin: "last", view.last.target: "last"}
    return lights | {square: mark for square, mark in marks.items() if mark == "chosen"}


def _light_up(canvas: Canvas, layout: Layout, square: int, highlight: str) -> None:
    ground, border = tile_color(square, highlight), style.HIGHLIGHTS[highlight][0]
    stamped = _lit(layout.diagonal, tile_color(square), border, ground)
    canvas.stamp(stamped, layout.center(square))
    _name_below(canvas, layout, square, highlight)


def _name_below(canvas: Canvas, layout: Layout, square: int, highlight: str) -> None:
    """The name of a square whose middle is taken."""
    ground = tile_color(square, highlight)
    _write(canvas, layout, square, SMALL_SIZE, SMALL_DROP, style.label_color(ground), ground)


def _burst(view: View) -> str:
    """The sign behind the piece that moved last: it captured, or became a King Amphibian."""
    if view.last is None or (view.last.sign != CAPTURE and not view.last.promoted):
        return ""
    return "burst" if view.last.sign == CAPTURE else "glory"


def _pieces(canvas: Canvas, layout: Layout, view: View, lights: Mapping[int, str]) -> None:
    """Every piece with the name of its square below it."""
    burst = _burst(view)
    for square, letter in enumerate(view.board):
        if letter != EMPTY:
            _name_below(canvas, layout, square, lights.get(square, ""))
    for square, letter in enumerate(view.board):
        if letter == EMPTY:
            continue
        side, enhanced = int(letter.isupper()), square in view.enhanced
        if burst and view.last is not None and square == view.last.target:
            canvas.overlay(sign(burst, layout.unit), layout.center(square))
            image = drawing(letter.upper(), side, enhanced, layout.diagonal)
            canvas.overlay(image, layout.center(square))
            continue
        ground = tile_color(square, lights.get(square, ""))
        stamped = piece(letter.upper(), side, enhanced, layout.diagonal, ground)
        canvas.stamp(stamped, layout.center(square))


def _point_at(
    canvas: Canvas, layout: Layout, origin: int, target: int, kind: str, leave: float, stop: float
) -> None:
    """An arrow from `leave` units off one square's middle to `stop` units before another's."""
    unit = layout.unit
    (x0, y0), (x1, y1) = layout.center(origin), layout.center(target)
    across, down = (x1 - x0) / unit, (y1 - y0) / unit
    length = hypot(across, down)
    share = (length - leave - stop) / length
    image, middle = arrow(round(across * share, 3), round(down * share, 3), kind, unit)
    tail = (x0 + across * leave / length * unit, y0 + down * leave / length * unit)
    canvas.overlay(image, (tail[0] + middle[0], tail[1] + middle[1]))


def _last_arrow(canvas: Canvas, layout: Layout, view: View) -> None:
    last = view.last
    assert last is not None
    if last.sign == ATTACK:
        canvas.overlay(sign("attack", layout.unit), layout.center(last.target))
        _point_at(canvas, layout, last.origin, last.target, "attack", 30, 44)
    else:
        kind = "capture" if last.sign == CAPTURE else "move"
        _point_at(canvas, layout, last.origin, last.target, kind, 0, 50)


def _draft(canvas: Canvas, layout: Layout, view: View, order: Order) -> None:
    """The seat's own order, seen by nobody else."""
    if isinstance(order, Enhance):
        for square in order.squares:
            canvas.overlay(sign("draft", layout.unit), layout.center(square))
    elif isinstance(order, Move):
        stop = 12 if order.sign == MOVE else 46
        if order.sign != MOVE:
            canvas.overlay(sign("draft", layout.unit), layout.center(order.target))
        _point_at(canvas, layout, order.origin, order.target, "draft", 26, stop)
