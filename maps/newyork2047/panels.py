"""The panels on the map of New York 2047, white on black as in the subway: season, caption, factions, key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from adjudicator.game import Seat
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.state import View
from maps.canvas import Canvas, Pen, Point, clean, fit, text_width
from maps.decal import Decal, decal
from maps.geometry import Box, rectangle, star
from maps.newyork2047 import style
from maps.newyork2047.markers import arrow, marker, support
from maps.newyork2047.pieces import badge, counter
from maps.newyork2047.words import player_line, season, topic
from maps.palette import Rgb
from maps.text import seat_name

MARGIN = 12.0
"""Between the picture's edge and the panels, in units."""
HEAD_WIDE, HEAD_HIGH = 388.0, 98.0
TABLE_WIDE, ROW = 296.0, 41.0
"""The sizes of the upper panel, and of the one with the factions, in units."""
BAR = 112
"""The height of the panel above a picture of a part of the map, in units."""
SMALLEST = 0.68
"""How far topic and caption shrink to fit beside each other."""
KEY_HIGH, KEY_ICON, KEY_GAP, KEY_SIZE = 44.0, 46.0, 16.0, 16.0
"""The height of the key, the room for an icon, from word to icon, and the size of the words, in units."""


class MapPanel:
    """A black panel to write on; all lengths are in units of the map, from the picture's corner."""

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
def _badge(seat: Seat, scale: float) -> Decal:
    """Draw a faction's badge."""
    return decal(badge(seat, scale), style.WHITE, style.palette())


@lru_cache(maxsize=16)
def _icon(kind: str, scale: float) -> Decal:
    """Draw what a number counts. kind: "star" or "unit\""""
    pen = Pen(30 * scale, 30 * scale, scale)
    if kind == "star":
        pen.polygon(star(11.5), style.GOLD)
    else:
        pen.polygon(rectangle(6.0, 6.0), style.WHITE, 1.5)
    return decal(pen.done(), style.HEADER, style.palette())


def draw_corner(
    canvas: Canvas, view: View, names: Mapping[Seat, str] | None, caption: str, private: bool, unit: float
) -> None:
    """Draw the two panels over New Jersey: what is played, and how the factions stand."""
    left, top = MARGIN, MARGIN
    head = MapPanel(canvas, (left, top, left + HEAD_WIDE, top + HEAD_HIGH), unit)
    _heading(head, view, caption, private, left + 14, top, HEAD_WIDE - 28)
    top += HEAD_HIGH + 6
    table = MapPanel(canvas, (left, top, left + TABLE_WIDE, top + len(SEATS) * ROW + 20), unit)
    for k, (seat, tally) in enumerate(view.table().items()):
        y = top + 16 + (k + 0.5) * ROW
        gone = seat in view.state.ended and seat not in view.state.conceded
        color = style.QUIET if gone else style.WHITE
        if seat == view.seat:
            table.fill((left + 2, y - 16, left + 6, y + 16), style.WHITE)
        table.put(_badge(seat, 0.66 * unit), left + 28, y)
        small = player_line(view, seat, names)
        table.write(seat_name(seat), left + 52, y - (8 if small else 0), 23, 132, color=color)
        if small:
            table.write(small, left + 52, y + 12, 15, 132, bold=False, color=style.QUIET)
        table.put(_icon("star", unit), left + 199, y)
        table.write(str(tally.stars), left + 212, y, 25, 32, color=color)
        table.put(_icon("unit", unit), left + 249, y)
        table.write(str(tally.units), left + 260, y, 25, 30, color=color)


def _heading(
    panel: MapPanel, view: View, caption: str, private: bool, x: float, top: float, room: float
) -> None:
    """Write topic and caption above the season."""
    text = clean(caption)
    color = style.GOLD if private else style.QUIET
    said = topic(view, private)
    both = text_width(said, True, 18) + (text_width(text, False, 18) + 16 if text else 0.0)
    size = 18 * max(SMALLEST, min(1.0, room / both))
    wide = panel.write(said, x, top + 27, size, room, color=color)
    if text and room - wide > 60:
        left = room - wide - 16 * size / 18
        panel.write(text, x + room, top + 27, size, left, bold=False, color=style.QUIET, anchor="right")
    panel.write(season(view), x, top + 67, 50, room)


def draw_bar(canvas: Canvas, view: View, caption: str, private: bool, unit: float) -> None:
    """Draw the panel above a picture of a part of the map."""
    wide = canvas.entries.width / unit
    panel = MapPanel(canvas, (-9, -9, wide + 9, BAR - 2), unit)
    panel.fill((0, BAR - 6, wide, BAR - 3), style.WHITE)
    name = panel.write(season(view), 16, 30, 34, wide * 0.4)
    color = style.GOLD if private else style.QUIET
    used = panel.write(topic(view, private), name + 36, 30, 20, wide * 0.4, color=color)
    text = clean(caption)
    room = wide - name - used - 36 - 36
    if text and room > 50:
        panel.write(text, wide - 16, 30, 20, room, bold=False, color=style.QUIET, anchor="right")
    pitch = (wide - 20) / len(SEATS)
    for k, seat in enumerate(SEATS):
        x, y = 12 + k * pitch, 78.0
        panel.put(_badge(seat, 0.62 * unit), x + 20, y)
        panel.write(seat_name(seat), x + 42, y, 20, pitch - 48)


def draw_key(canvas: Canvas, corner_at: Point, unit: float) -> None:
    """Explain the marks of a turn. corner_at: the right lower corner, in units"""
    right, bottom = corner_at
    rooms = [text_width(word, True, KEY_SIZE) for _, word in _KEY]
    left, top = right - sum(rooms) - len(rooms) * (KEY_ICON + KEY_GAP) - 10, bottom - KEY_HIGH
    panel = MapPanel(canvas, (left, top, right, bottom), unit)
    y = top + 27
    look = style.LOOKS["hamblet"].color

    def line(drawn: Callable[[tuple[Point, ...]], tuple[Decal, Point]], x: float) -> None:
        found, middle = drawn(((x * unit, y * unit), ((x + 32) * unit, y * unit)))
        found.put(canvas, middle)

    x = left + 14
    for (kind, word), wide in zip(_KEY, rooms, strict=True):
        if kind in ("move", "stopped"):
            line(lambda path, kind=kind: arrow(path, kind, 6.0, look, unit * 0.8), x)  # type: ignore[misc]
        elif kind == "support":
            line(lambda path: support(path, look, unit * 0.8), x)
        elif kind == "lost":
            panel.put(counter("hamblet", "2", unit * 0.56, "ghost"), x + 18, y)
        elif kind == "new":
            panel.put(marker("plus", unit * 0.85), x + 18, y)
        elif kind == "standoff":
            panel.put(marker("standoff", unit * 0.56), x + 18, y)
        elif kind == "turned":
            panel.put(marker("glow", unit * 0.44), x + 18, y)
        else:
            panel.put(_fresh(unit), x + 18, y)
        panel.write(word, x + KEY_ICON, y, KEY_SIZE, wide + 4)
        x += KEY_ICON + wide + KEY_GAP


_KEY = (
    ("move", "moved"),
    ("stopped", "stopped"),
    ("support", "support"),
    ("standoff", "standoff"),
    ("lost", "lost"),
    ("new", "new"),
    ("taken", "taken"),
    ("turned", "changed sides"),
)


@lru_cache(maxsize=8)
def _fresh(unit: float) -> Decal:
    """Draw a piece of the border of land that changed hands."""
    pen = Pen(40 * unit, 30 * unit, unit)
    for x in (-12.0, 0.0, 12.0):
        pen.line([(x - 3, 0), (x + 3, 0)], style.GLOW, 6)
    return decal(pen.done(), style.HEADER, style.palette())
