"""The picture of a game of Commander-In-Chief, from a View alone: it cannot show what the View hides.

Marks: "move", "capture", "attack" or "chosen" by square. Events, focus and close are not used: the view
itself has the last move, and the board is small.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import hypot

from adjudicator.cic.board import EMPTY, REGIONS, SQUARES
from adjudicator.cic.orders import ATTACK, CAPTURE, MOVE, Enhance, Move, Order
from adjudicator.cic.state import SIDES, View, side_of
from adjudicator.game import Seat
from maps.canvas import Canvas, Pen, Sprite, clean, fit, sprite, text_width
from maps.cic import style, text
from maps.cic.changes import Changes, changes_of
from maps.cic.layout import Corner, Layout
from maps.cic.pieces import UNIT, arrow, drawing, lost_piece, marker, name_tag, piece
from maps.cic.words import last_move, notices, objective, progress, result, sentences, winner
from maps.geometry import diamond
from maps.painter import Painter, Request
from maps.palette import Rgb
from maps.text import seat_name
from maps.touch import Layer, Shape

NAME, BIG, HUGE, PLAIN, SMALL = 36.0, 42.0, 58.0, 31.0, 29.0
"""Sizes of text, in units: at 550 pixels across the smallest is 13 high."""
LEAST = 0.97
"""Text shrinks by this factor before it is cut."""
TROPHY = 72.0
"""The square that a captured piece would stand on, in units."""
PITCH = 54.0
"""From one captured piece to the next, in units."""


class CicPanels:
    """Writes the corners of one picture."""

    def __init__(self, canvas: Canvas, layout: Layout, request: Request[View]) -> None:
        self.canvas, self.layout, self.request, self.view = canvas, layout, request, request.view

    def write(
        self,
        corner: Corner,
        said: str,
        size: float,
        *,
        bold: bool = False,
        color: Rgb = style.INK,
        gap: float = 8.0,
        token: int | None = None,
    ) -> None:
        """Write a row of text, smaller or cut if it is too long. token: of the side that stands before it"""
        unit = self.layout.unit
        top, width = corner.row(size * 1.15, gap)
        room = width - (0 if token is None else 1.5 * size * unit)
        shown, pixels = fit(said, bold, size * unit, max(SMALL, size * 0.8) * unit * LEAST, room)
        anchor = "left" if corner.at_left else "right"
        baseline = top + size * unit * 0.9
        spot = (corner.x, baseline)
        box = self.canvas.text(shown, spot, pixels, color, style.PAGE, bold=bold, anchor=anchor)
        if token is not None:
            emblem = piece("", token, False, 1.5 * size * unit, style.PAGE)
            self.canvas.stamp(emblem, (box.left - 0.75 * size * unit, baseline - 0.34 * size * unit))

    def side(self, side: int, corner: Corner) -> None:
        """Write a side's players, its score, and what it has captured."""
        seats = [seat for seat in self.view.seats if side_of(seat) == side]
        for seat in seats:
            self._player(side, seat, corner, is_team=len(seats) > 1)
        points = self.view.score[side]
        said = text.SIDE_POINTS(side=SIDES[side].title(), count=points)
        if len(seats) == 1 and self._name(seats[0]) == seat_name(seats[0]):
            said = text.POINTS(count=points)
        self.write(corner, said, PLAIN, color=style.INK, gap=10)
        self._trophies(1 - side, corner)

    def _player(self, side: int, seat: Seat, corner: Corner, is_team: bool) -> None:
        """Draw a token and the name; white on a dark ground if this seat owes an order."""
        unit = self.layout.unit
        height, inset = 48.0, 66.0
        top, width = corner.row(height, 5)
        name = self._name(seat)
        if is_team and name != seat_name(seat):
            name = f"{seat.partition('-')[2].title()}: {name}"
        middle = top + height * unit / 2
        token = piece("", side, False, 62 * unit, style.PAGE)
        self.canvas.stamp(token, (corner.x + 22 * unit, middle + 2 * unit))
        shown, pixels = fit(name, True, NAME * unit, SMALL * unit, width - (inset + 20) * unit)
        x, baseline = corner.x + inset * unit, middle + pixels * 0.36
        color, ground = style.MUTED if seat in self.view.conceded else style.INK, style.PAGE
        if seat in self.view.phase.owing:
            self._pill(x, x + text_width(shown, True, pixels), middle)
            color, ground = style.WHITE, style.INK
        self.canvas.text(shown, (x, baseline), pixels, color, ground, bold=True)

    def _name(self, seat: Seat) -> str:
        return self.request.player(seat, seat_name(seat))

    def _pill(self, left: float, right: float, middle: float) -> None:
        """Draw a dark ground with round ends for the text between left and right, in pixels."""
        unit = self.layout.unit
        end = cap(46 * unit)
        radius = end.entries.height / 2
        self.canvas.stamp(end, (left + 8 * unit, middle))
        self.canvas.stamp(end, (right - 8 * unit, middle))
        self.canvas.fill(left + 8 * unit, right - 8 * unit, middle, radius, style.INK)

    def _trophies(self, loser: int, corner: Corner) -> None:
        """Draw the pieces that a side has lost, in rows, the most valuable first."""
        unit = self.layout.unit
        lost = sorted(self.view.lost[loser], key="CBFHDSTKA".index)
        while lost:
            top, width = corner.row(PITCH, 2)
            count = max(1, int((width / unit + 4) // PITCH))
            row, lost = lost[:count], lost[count:]
            for k, letter in enumerate(row):
                stamped = piece(letter, loser, False, TROPHY * unit, style.PAGE, False)
                x = corner.x + (PITCH / 2 - 2 + k * PITCH) * unit
                self.canvas.stamp(stamped, (x, top + (PITCH / 2 + 2) * unit))

    def status(self, corner: Corner) -> None:
        """Write who is to move or who has won, the turn, the objective, and what is unusual."""
        view = self.view
        if view.outcome is not None:
            what, how = result(view)
            self.write(corner, what, HUGE, bold=True, gap=4, token=winner(view))
            self.write(corner, how, PLAIN + 4, bold=True, color=style.LAST, gap=12)
        elif view.phase.key == "setup":
            self.write(corner, text.SETUP, BIG, bold=True)
            for side in (0, 1):
                if view.options.enhanced[side]:
                    said = text.ENHANCES(side=SIDES[side].title(), count=view.options.enhanced[side])
                    self.write(corner, said, PLAIN, token=side)
        elif view.mover is not None:
            self.write(corner, text.TO_MOVE(seat=seat_name(view.mover)), BIG, bold=True, token=view.side)
            if view.group:
                said = text.WITH_AIR if view.group == "air" else text.WITH_SURFACE
                self.write(corner, said, SMALL, color=style.MUTED)
            if view.replaces is not None:
                self.write(corner, text.CANNOT_MOVE(seat=seat_name(view.replaces)), SMALL, color=style.LAST)
        for notice in notices(view):
            self.write(corner, notice, SMALL, bold=True, color=style.RED)
        if view.phase.key != "setup":
            self.write(corner, progress(view), PLAIN)
        if view.outcome is None and not self.request.bare:
            self.write(corner, objective(view), SMALL, color=style.MUTED)

    def footer(self, corner: Corner) -> None:
        """Write the caption outermost, then the last move, then the draft and its key."""
        unit, draft = self.layout.unit, self.request.draft
        if caption := clean(self.request.caption):
            self.write(corner, caption, SMALL, color=style.MUTED)
        if self.view.last is not None:
            who, what = last_move(self.view)
            self.write(corner, what, SMALL + 2, gap=2)
            self.write(corner, who, SMALL + 2, gap=14)
        if draft:
            self.write(corner, text.YOUR_ORDER, SMALL, color=style.DRAFT, gap=2)
            texts = "; ".join(str(order) for order in draft)
            self.write(corner, texts, PLAIN, bold=True, color=style.DRAFT, gap=4)
            top, _ = corner.row(40)
            if any(isinstance(order, Move) for order in draft):
                pointer, _ = arrow(64.0, 0.0, "draft", unit)
                self.canvas.overlay(pointer, (corner.x - 38 * unit, top + 20 * unit))
            elif any(isinstance(order, Enhance) for order in draft):
                ring = marker("draft", unit * 0.34)
                self.canvas.overlay(ring, (corner.x - 20 * unit, top + 20 * unit))


@lru_cache(maxsize=16)
def cap(height: float) -> Sprite:
    """Draw the round end of a pill."""
    pen = Pen(height, height)
    pen.disc((0, 0), height / 2, style.INK)
    return sprite(pen.done(), style.PAGE, style.palette())


SIZE = 1200
"""Pixels across, unless another size is asked for."""
BANDS = 8
"""The board is drawn in this many strips, each enlarged on its own: less memory at a time."""
NAME_SIZE = 29.0
"""The size of a square's own name in the middle of an empty square, in units."""
NAME_DROP = 60.0
"""How far the middle of a name below a piece is below that of the square, in units."""
FEW = 16
"""So many pieces at most have all their squares' names under them."""
BADGE = (36.0, 38.0)
"""How far aside and up from the middle of a square a badge is, in units."""
ASIDE = 27.0
"""How far from its middle the name of a square stands that a piece has left, in units."""
SIGN_SIZE = 29.0
"""The size of the coordinates around the board, in units."""


def compose_request(request: Request[View]) -> Canvas:
    """Draw a picture of Commander-In-Chief."""
    view = request.view
    layout = _layout(view, request.size)
    canvas = draw_board(request, layout)
    panels = CicPanels(canvas, layout, request)
    upper = 1 if layout.turned else 0
    panels.side(upper, Corner(layout, at_top=True, at_left=True))
    panels.side(1 - upper, Corner(layout, at_top=False, at_left=True))
    panels.status(Corner(layout, at_top=True, at_left=False))
    panels.footer(Corner(layout, at_top=False, at_left=False))
    return canvas


def draw_board(request: Request[View], layout: Layout) -> Canvas:
    """Draw the board with everything on it, and nothing beside it."""
    view, marks = request.view, request.marks or {}
    canvas = empty_board(layout).copy()
    changes = changes_of(view, request.changes) if not marks else Changes()
    lights = _highlights(view, marks)
    for square, highlight in sorted(lights.items()):
        _light_up(canvas, layout, square, highlight)
    _pieces(canvas, layout, view, lights)
    _ways(canvas, layout, view, changes)
    _badges(canvas, layout, view, changes)
    for square, mark in sorted(marks.items()):
        canvas.overlay(marker(mark, layout.unit), layout.center(square))
        if mark == "move" and layout.named:
            _write(canvas, layout, square, NAME_SIZE, 0.0, style.WHITE, style.GREEN, bold=True)
    for order in request.draft:
        _draft(canvas, layout, order)
    for square in sorted(_named(view, marks) if layout.named else ()):
        x, y = layout.center(square)
        way = -1 if _from_below(view, layout, square) else 1  # not on the arrow
        canvas.overlay(name_tag(SQUARES[square], layout.unit), (x, y + way * NAME_DROP * layout.unit))
    return canvas


def _from_below(view: View, layout: Layout, square: int) -> bool:
    """Return whether the newest move came to this square from straight below it, as the picture has it."""
    if view.last is None or view.last.target != square:
        return False
    (x0, y0), (x1, y1) = layout.center(view.last.origin), layout.center(square)
    return y0 - y1 > 2 * abs(x1 - x0)


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
    if not layout.named:
        return canvas
    for square in range(64):
        ground = tile_color(square)
        _write(canvas, layout, square, NAME_SIZE, 0.0, style.label_color(ground), ground)
    for sign, (x, y) in layout.coordinates():
        size = SIGN_SIZE * layout.unit
        canvas.text(sign, (x, y + 0.36 * size), size, style.INK, style.PAGE, bold=True, anchor="middle")
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
    """Draw a square's highlight."""
    ground, border = tile_color(square, highlight), style.HIGHLIGHTS[highlight][0]
    stamped = _lit(layout.diagonal, tile_color(square), border, ground)
    canvas.stamp(stamped, layout.center(square))


def _named(view: View, marks: Mapping[int, str]) -> set[int]:
    """Return the squares with a piece whose names matter: the newest move's, the marked ones; where a seat is
    to choose a piece, those of all that it may move, and of all there are if they are few."""
    named = {square for square in marks if view.board[square] != EMPTY}
    if view.last is not None:
        named.add(view.last.target)
    if view.seat in view.phase.owing:
        pieces = {square for square, letter in enumerate(view.board) if letter != EMPTY}
        if len(pieces) <= FEW:
            named |= pieces
        elif not marks:
            named |= {square for square in pieces if view.board[square] in view.letters}
    return named


def _burst(view: View) -> str:
    """Return the marker behind the piece that moved last, if it captured or became a King Amphibian."""
    if view.last is None or (view.last.sign != CAPTURE and not view.last.promoted):
        return ""
    return "burst" if view.last.sign == CAPTURE else "glory"


def _pieces(canvas: Canvas, layout: Layout, view: View, lights: Mapping[int, str]) -> None:
    """Draw every piece."""
    burst = _burst(view)
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


def _ways(canvas: Canvas, layout: Layout, view: View, changes: Changes) -> None:
    """Draw the arrows of the newest move, and of what else was done since the viewer moved; and the name of
    the square that it left."""
    last = [(view.last.origin, view.last.target, view.last.sign)] if view.last is not None else []
    for origin, target, sign in dict.fromkeys((*changes.ways, *last)):
        if sign == ATTACK:
            canvas.overlay(marker("attack", layout.unit), layout.center(target))
            _point_at(canvas, layout, origin, target, "attack", 30, 38)
            continue
        _point_at(canvas, layout, origin, target, "capture" if sign == CAPTURE else "move", 4, 36)
        if view.board[origin] == EMPTY and layout.named:
            (x0, y0), (x1, y1) = layout.center(origin), layout.center(target)
            share = ASIDE * layout.unit / hypot(x1 - x0, y1 - y0)
            spot = (x0 - (x1 - x0) * share, y0 - (y1 - y0) * share)
            canvas.overlay(name_tag(SQUARES[origin], layout.unit), spot)


def _badges(canvas: Canvas, layout: Layout, view: View, changes: Changes) -> None:
    """Mark what the viewer has lost, and what is threatened."""
    unit = layout.unit
    came = {target: layout.center(origin)[0] for origin, target, _ in changes.ways}
    for square, letter in changes.lost:
        x, y = layout.center(square)
        way = 1 if came[square] < x else -1  # not on the arrow
        drawn = lost_piece(letter, side_of(view.seat or ""), unit)
        canvas.overlay(drawn, (x + way * BADGE[0] * unit, y - BADGE[1] * unit))
    for square in changes.threatened:
        x, y = layout.center(square)
        canvas.overlay(marker("threat", unit), (x + BADGE[0] * unit, y - BADGE[1] * unit))


def _draft(canvas: Canvas, layout: Layout, order: Order) -> None:
    """Draw the seat's own order, seen by nobody else."""
    if isinstance(order, Enhance):
        for square in order.squares:
            canvas.overlay(marker("draft", layout.unit), layout.center(square))
    elif isinstance(order, Move):
        stop = 12 if order.sign == MOVE else 36
        if order.sign != MOVE:
            canvas.overlay(marker("draft", layout.unit), layout.center(order.target))
        _point_at(canvas, layout, order.origin, order.target, "draft", 26, stop)


def touch_layer(view: View, size: int) -> Layer:
    """Return the squares as shapes."""
    layout = _layout(view, size)
    corners = diamond(layout.diagonal / 2)
    shapes = (Shape.around(name, layout.center(at), corners) for at, name in enumerate(SQUARES))
    return Layer(layout.size, layout.height, tuple(shapes))


def _layout(view: View, size: int) -> Layout:
    return Layout(size or SIZE, view.seat is not None and side_of(view.seat) == 0)


PAINTER = Painter(compose_request, sentences, touch_layer, level=3)
draw, compose, alt = PAINTER.draw, PAINTER.compose, PAINTER.alt
