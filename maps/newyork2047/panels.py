"""What stands beside the map of New York 2047: when it is, how the factions stand, where a part lies, and
what its marks mean.

No letters are smaller than 13 pixels when the picture is shown 550 pixels wide.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from adjudicator.game import Seat
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.state import View
from maps.canvas import Canvas, Pen, Point, clean, fit, text_width, to_entries
from maps.decal import Decal, decal
from maps.geometry import Box, rectangle, star
from maps.newyork2047 import style, text
from maps.newyork2047.ground import MapDrawing
from maps.newyork2047.layout import HEIGHT, WIDTH, MapFrame, atlas, whole
from maps.newyork2047.markers import arrow, marker, support
from maps.newyork2047.pieces import badge, counter
from maps.newyork2047.words import TurnSummary, season, topic
from maps.palette import Rgb
from maps.text import seat_name

MARGIN = 12.0
"""Between the picture's edge and the panels, in units: 1400 are the picture's width."""
SMALL, BIG = 33.0, 54.0
"""The sizes of letters, in units."""
HEAD = (436.0, 98.0)
"""The size of the upper panel, in units."""
TABLE, ROW = 312.0, 40.0
"""The width of the panel with the factions, and the height of one, in units."""
GAP = 6.0
"""Between panels, in units."""


class MapPanel:
    """A black panel to write on; all lengths are in units, from the picture's corner."""

    def __init__(self, canvas: Canvas, box: Box, unit: float) -> None:
        self.canvas, self.unit = canvas, unit
        left, top, right, bottom = (round(edge * unit) for edge in box)
        _panel(right - left, bottom - top, unit).put(canvas, ((left + right) / 2, (top + bottom) / 2))
        self.fill((box[0], box[1] + 8, box[2], box[1] + 11), style.WHITE)

    def fill(self, box: Box, color: Rgb) -> None:
        """Fill a box with a colour."""
        left, top, right, bottom = (round(edge * self.unit) for edge in box)
        self.canvas.entries.paste(
            style.palette().index_of(color), (left, top, max(left + 1, right), max(top + 1, bottom))
        )

    def write(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        room: float,
        *,
        bold: bool = True,
        color: Rgb = style.WHITE,
        anchor: str = "left",
    ) -> float:
        """Write text with its middle at y, smaller or cut if wider than `room`; returns its width."""
        pixels = size * self.unit
        text, pixels = fit(text, bold, pixels, pixels * 0.7, room * self.unit)
        spot = (x * self.unit, y * self.unit + 0.364 * pixels)
        self.canvas.text(text, spot, pixels, color, style.HEADER, bold=bold, anchor=anchor)
        return text_width(text, bold, pixels) / self.unit

    def put(self, drawn: Decal, x: float, y: float) -> None:
        """Put a drawing with its middle there."""
        drawn.put(self.canvas, (x * self.unit, y * self.unit))


@lru_cache(maxsize=16)
def _panel(width: int, height: int, unit: float) -> Decal:
    """Draw an empty panel; width and height in pixels."""
    pen = Pen(width, height, unit)
    across, along = width / unit / 2 - 8, height / unit / 2 - 8
    pen.polygon(rectangle(across, along), style.HEADER, 7)
    return decal(pen.done(), style.HEADER, style.palette())


@lru_cache(maxsize=64)
def seat_badge(seat: Seat, scale: float) -> Decal:
    """Draw a faction's badge."""
    return decal(badge(seat, scale), style.WHITE, style.palette())


@lru_cache(maxsize=8)
def _star(scale: float) -> Decal:
    """Draw what the factions count."""
    pen = Pen(36 * scale, 36 * scale, scale)
    pen.polygon(star(14.5), style.GOLD)
    return decal(pen.done(), style.HEADER, style.palette())


def draw_corner(canvas: Canvas, view: View, caption: str, private: bool, unit: float) -> None:
    """Draw the two panels over New Jersey: what is played, and how the factions stand."""
    wide, high = HEAD
    head = MapPanel(canvas, (MARGIN, MARGIN, MARGIN + wide, MARGIN + high), unit)
    x, y, room = MARGIN + 14, MARGIN + 30, wide - 26
    note = topic(view, private)
    said = clean(caption)
    both = text_width(said, False, SMALL) + (text_width(note, True, SMALL) + 16 if note else 0.0)
    size = SMALL * min(1.0, room / both) if both else SMALL
    if said:
        head.write(said, x, y, size, room, bold=False, color=style.QUIET)
    if note:
        head.write(note, x + room, y, size, room, color=_tone(private), anchor="right")
    head.write(season(view), x, y + 39, BIG, room)
    _table(canvas, view, (MARGIN, MARGIN + high + GAP), TABLE, unit)


def _tone(private: bool) -> Rgb:
    """Return the colour of what is special about a picture."""
    return style.GOLD if private else style.QUIET


def _table(canvas: Canvas, view: View, corner: Point, wide: float, unit: float) -> float:
    """Draw how the factions stand; returns where the panel ends."""
    left, top = corner
    bottom = top + len(SEATS) * ROW + 20
    table = MapPanel(canvas, (left, top, left + wide, bottom), unit)
    for k, (seat, tally) in enumerate(view.table().items()):
        y = top + 16 + (k + 0.5) * ROW
        gone = seat in view.state.ended or seat in view.state.conceded
        color = style.QUIET if gone else style.WHITE
        if seat == view.seat:
            table.fill((left + 2, y - 17, left + 8, y + 17), style.GOLD)
        table.put(seat_badge(seat, 0.72 * unit), left + 31, y)
        table.write(seat_name(seat), left + 55, y, SMALL, wide - 140, color=color)
        if seat in view.state.ended and seat not in view.state.conceded:
            # In a lesson some are no part of the game from its beginning: nothing is said of them.
            gone_in = view.state.ended[seat]
            table.write(text.GONE if gone_in else "", left + wide - 76, y, SMALL, 70, color=color)
        else:
            table.put(_star(unit * 0.9), left + wide - 66, y)
            table.write(str(tally.stars), left + wide - 48, y, SMALL, 42, color=color)
    return bottom


def draw_column(
    canvas: Canvas, frame: MapFrame, view: View, summary: TurnSummary, caption: str, private: bool
) -> None:
    """Draw the panel beside a part of the map: as in the corner, with where the part lies, and the key."""
    unit = frame.width / WIDTH
    wide = frame.side / unit
    line = frame.side - max(1, round(3 * unit))
    for color, begin, end in ((style.HEADER, 0, line), (style.WHITE, line, frame.side)):
        canvas.entries.paste(style.palette().index_of(color), (begin, 0, end, frame.height))
    left, room = MARGIN, wide - 2 * MARGIN - 6
    head = MapPanel(canvas, (0, 0, wide - 6, 60), unit)
    head.fill((0, 8, wide, 11), style.HEADER)
    y = 30.0
    if said := clean(caption):
        head.write(said, left, y, SMALL, room, bold=False, color=style.QUIET)
        y += 46
    head.write(season(view), left, y + 4, 48, room)
    y += 46
    if note := topic(view, private):
        head.write(note, left, y + 2, SMALL, room, color=_tone(private))
        y += 36
    y -= 10
    y += _overview(canvas, frame, view, (left, y), room, unit) + GAP
    y = _table(canvas, view, (-2, y), wide - 4, unit)
    for kind, word, _ in _present(summary):
        if (y + KEY_HIGH) * unit < frame.height:
            _mark(head, kind, left + 4, y + 28)
            head.write(word, left + KEY_ICON + 4, y + 28, SMALL, room - KEY_ICON - 4)
            y += KEY_HIGH


def _overview(canvas: Canvas, frame: MapFrame, view: View, corner: Point, wide: float, unit: float) -> float:
    """Draw the whole map, small, with a frame around the part; returns its height."""
    small = whole(round(wide * unit))
    drawing = MapDrawing(small, (0, 0, small.width, small.height), style.WATER)
    control = view.state.control
    for outline in atlas().scenery:
        drawing.polygon(outline, style.SCENERY)
    for key, place in atlas().places.items():
        if not place.water:
            owner = control.get(key)
            drawing.polygon(place.outline, style.PAPER if owner is None else style.LOOKS[owner].tone)
            drawing.line([*place.outline, place.outline[0]], style.INK, 4)
    for one in view.state.units:
        x, y = drawing.at(atlas().places[one.space].anchors[0])
        for color, reach in ((style.INK, 30), (style.WHITE, 26), (style.LOOKS[one.seat].color, 19)):
            far = reach * small.scale * 3
            drawing.draw.ellipse((x - far, y - far, x + far, y + far), fill=color)
    right, bottom = frame.end()
    ring = [(frame.left, frame.top), (right, frame.top), (right, bottom), (frame.left, bottom)]
    for color, width in ((style.INK, 34), (style.GOLD, 20)):
        drawing.line([*ring, ring[0], ring[1]], color, width)
    at = (round(corner[0] * unit), round(corner[1] * unit))
    canvas.entries.paste(to_entries(drawing.done(), style.palette()), at)
    return small.height / unit


KEY_HIGH, KEY_ICON, KEY_GAP = 50.0, 62.0, 20.0
"""The height of the key, the room for a mark, and that after its word, in units."""


def _present(summary: TurnSummary) -> list[tuple[str, str, float]]:
    """Return the marks of a turn that are on the map, those that need words most first: kind, word, width."""
    there = {
        "standoff": summary.standoffs,
        "stopped": any(path.kind == "stopped" for path in summary.paths),
        "lost": summary.lost,
        "robbed": summary.robbed,
        "taken": summary.taken,
        "turned": summary.turned,
        "support": summary.supports,
        "cut": summary.cut,
        "new": summary.new,
    }
    return [
        (kind, word, KEY_ICON + text_width(word, True, SMALL) + KEY_GAP)
        for kind, word in text.KEY.items()
        if there[kind]
    ]


def draw_key(canvas: Canvas, summary: TurnSummary, unit: float) -> None:
    """Explain the marks in the lower right corner of the whole map: as many as there is room for."""
    left = right = WIDTH - 8.0
    shown = []
    for kind, word, wide in _present(summary):
        if left - wide > 396:
            shown.append((kind, word, wide))
            left -= wide
    if not shown:
        return
    top = HEIGHT - 8 - KEY_HIGH
    panel = MapPanel(canvas, (left - 4, top, right, top + KEY_HIGH), unit)
    x, y = left + 8, top + 30
    for kind, word, wide in shown:
        _mark(panel, kind, x, y)
        panel.write(word, x + KEY_ICON, y, SMALL, wide)
        x += wide


def _mark(panel: MapPanel, kind: str, x: float, y: float) -> None:
    """Draw a mark for the key. x, y: the left end of its middle"""
    unit, look = panel.unit, style.LOOKS["hamblet"].color

    def line(drawn: Callable[[tuple[Point, ...]], tuple[Decal, Point]]) -> None:
        found, middle = drawn(((x * unit, y * unit), ((x + 38) * unit, y * unit)))
        found.put(panel.canvas, middle)

    if kind == "stopped":
        line(lambda path: arrow(path, kind, 7.0, look, unit))
    elif kind in ("support", "cut"):
        line(lambda path: support(path, look, unit))
        if kind == "cut":
            panel.put(marker("cut", unit), x + 16, y)
    elif kind == "lost":
        panel.put(counter("hamblet", "2", unit * 0.72, "ghost"), x + 22, y)
    elif kind == "new":
        panel.put(marker("plus", unit * 1.1), x + 24, y)
    elif kind == "standoff":
        panel.put(marker("standoff", unit * 0.68), x + 22, y)
    elif kind == "turned":
        panel.put(marker("glow", unit * 0.54), x + 22, y)
    else:
        panel.put(_fresh(style.RED if kind == "robbed" else style.GLOW, unit), x + 22, y)


@lru_cache(maxsize=8)
def _fresh(color: Rgb, unit: float) -> Decal:
    """Draw a piece of the border of land that changed hands."""
    pen = Pen(50 * unit, 30 * unit, unit)
    for x in (-14.0, 1.0, 16.0):
        pen.line([(x - 4, 0), (x + 4, 0)], color, 8)
    return decal(pen.done(), style.HEADER, style.palette())
