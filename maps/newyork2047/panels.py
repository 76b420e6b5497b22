"""The signs on the map of New York 2047, white on black as in the subway: season, caption, factions, key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from adjudicator.game import Seat
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.state import View
from maps.canvas import Canvas, Pen, Point, clean, fit, text_width
from maps.decal import Decal, decal
from maps.geometry import star
from maps.newyork2047 import style
from maps.newyork2047.markers import arrow, mark, support
from maps.newyork2047.pieces import badge, counter
from maps.palette import Rgb

MARGIN = 12.0
HEAD_WIDE, HEAD_HIGH = 388.0, 98.0
TABLE_WIDE, ROW = 296.0, 41.0
BAR = 112
"""The height of the sign above a picture of a part of the map, in units."""
SMALLEST = 0.68
"""Topic and caption shrink so far to fit beside each other."""
KEY_HIGH, KEY_ICON, KEY_GAP, KEY_SIZE = 44.0, 46.0, 16.0, 16.0
"""Of the key: its height, the room for an icon, from word to icon, and the size of the words."""


def season(view: View) -> str:
    """What is being played, or how it ended: "Spring 2047", "Tower wins"."""
    outcome = view.state.outcome
    if outcome is None:
        return f"{view.state.season.title()} {view.state.year}"
    first = [seat for seat in SEATS if outcome.places[seat] == 1]
    return f"{style.LOOKS[first[0]].word} wins" if len(first) == 1 else "Draw"


def topic(view: View, private: bool) -> str:
    """What the picture is: the line above the season."""
    if private:
        return "Your orders · private"
    if view.state.outcome is not None:
        return f"New York 2047 · over in {view.state.season} {view.state.year}"
    return "New York 2047 · adjustment" if view.state.phase == "adjustment" else "New York 2047"


def standing(view: View, seat: Seat, names: Mapping[Seat, str] | None) -> str:
    """The small line about a faction: its player, or what became of it."""
    state = view.state
    name = clean((names or {}).get(seat, ""))
    if seat in state.conceded:
        return f"{name} · conceded" if name else "conceded"
    if seat in state.ended:
        return f"{name} · eliminated" if name else "eliminated"
    return name


class Sign:
    """A black panel to write on; all measures in units of the map, from the picture's corner."""

    def __init__(self, canvas: Canvas, box: tuple[float, float, float, float], unit: float) -> None:
        self.canvas, self.unit = canvas, unit
        left, top, right, bottom = (round(edge * unit) for edge in box)
        _panel(right - left, bottom - top, unit).put(canvas, ((left + right) / 2, (top + bottom) / 2))
        self.fill((box[0], box[1] + 8, box[2], box[1] + 11), style.WHITE)

    def fill(self, box: tuple[float, float, float, float], color: Rgb) -> None:
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
        """Text whose capitals' middle is at y; smaller, then cut, to be at most `room` wide. Its width."""
        pixels = size * self.unit
        text, pixels = fit(text, bold, pixels, pixels * 0.7, room * self.unit)
        spot = (x * self.unit, y * self.unit + 0.364 * pixels)
        self.canvas.text(text, spot, pixels, color, style.SIGN, bold=bold, anchor=anchor)
        return text_width(text, bold, pixels) / self.unit

    def put(self, drawn: Decal, x: float, y: float) -> None:
        drawn.put(self.canvas, (x * self.unit, y * self.unit))


@lru_cache(maxsize=16)
def _panel(width: int, height: int, unit: float) -> Decal:
    pen = Pen(width, height, unit)
    across, along = width / unit / 2 - 8, height / unit / 2 - 8
    pen.polygon([(-across, -along), (across, -along), (across, along), (-across, along)], style.SIGN, 7)
    return decal(pen.done(), style.SIGN, style.palette())


@lru_cache(maxsize=64)
def _badge(seat: Seat, scale: float) -> Decal:
    return decal(badge(seat, scale), style.WHITE, style.palette())


@lru_cache(maxsize=16)
def _icon(kind: str, scale: float) -> Decal:
    """What a number counts: "star" or "unit"."""
    pen = Pen(30 * scale, 30 * scale, scale)
    if kind == "star":
        pen.polygon(star(11.5), style.GOLD)
    else:
        pen.polygon([(-6.0, -6.0), (6.0, -6.0), (6.0, 6.0), (-6.0, 6.0)], style.WHITE, 1.5)
    return decal(pen.done(), style.SIGN, style.palette())


def corner(
    canvas: Canvas, view: View, names: Mapping[Seat, str] | None, caption: str, private: bool, unit: float
) -> None:
    """The two signs over New Jersey: what is played, and how the factions stand."""
    left, top = MARGIN, MARGIN
    head = Sign(canvas, (left, top, left + HEAD_WIDE, top + HEAD_HIGH), unit)
    _heading(head, view, caption, private, left + 14, top, HEAD_WIDE - 28)
    top += HEAD_HIGH + 6
    table = Sign(canvas, (left, top, left + TABLE_WIDE, top + len(SEATS) * ROW + 20), unit)
    for k, (seat, tally) in enumerate(view.table().items()):
        y = top + 16 + (k + 0.5) * ROW
        gone = seat in view.state.ended and seat not in view.state.conceded
        color = style.QUIET if gone else style.WHITE
        if seat == view.seat:
            table.fill((left + 2, y - 16, left + 6, y + 16), style.WHITE)
        table.put(_badge(seat, 0.66 * unit), left + 28, y)
        small = standing(view, seat, names)
        table.write(style.LOOKS[seat].word, left + 52, y - (8 if small else 0), 23, 132, color=color)
        if small:
            table.write(small, left + 52, y + 12, 15, 132, bold=False, color=style.QUIET)
        table.put(_icon("star", unit), left + 199, y)
        table.write(str(tally.stars), left + 212, y, 25, 32, color=color)
        table.put(_icon("unit", unit), left + 249, y)
        table.write(str(tally.units), left + 260, y, 25, 30, color=color)


def _heading(sign: Sign, view: View, caption: str, private: bool, x: float, top: float, room: float) -> None:
    """Topic and caption above the season."""
    text = clean(caption)
    color = style.GOLD if private else style.QUIET
    said = topic(view, private)
    both = text_width(said, True, 18) + (text_width(text, False, 18) + 16 if text else 0.0)
    size = 18 * max(SMALLEST, min(1.0, room / both))
    wide = sign.write(said, x, top + 27, size, room, color=color)
    if text and room - wide > 60:
        left = room - wide - 16 * size / 18
        sign.write(text, x + room, top + 27, size, left, bold=False, color=style.QUIET, anchor="right")
    sign.write(season(view), x, top + 67, 50, room)


def bar(canvas: Canvas, view: View, caption: str, private: bool, unit: float) -> None:
    """The sign above a picture of a part of the map."""
    wide = canvas.entries.width / unit
    sign = Sign(canvas, (-9, -9, wide + 9, BAR - 2), unit)
    sign.fill((0, BAR - 6, wide, BAR - 3), style.WHITE)
    name = sign.write(season(view), 16, 30, 34, wide * 0.4)
    color = style.GOLD if private else style.QUIET
    used = sign.write(topic(view, private), name + 36, 30, 20, wide * 0.4, color=color)
    text = clean(caption)
    room = wide - name - used - 36 - 36
    if text and room > 50:
        sign.write(text, wide - 16, 30, 20, room, bold=False, color=style.QUIET, anchor="right")
    pitch = (wide - 20) / len(SEATS)
    for k, seat in enumerate(SEATS):
        x, y = 12 + k * pitch, 78.0
        sign.put(_badge(seat, 0.62 * unit), x + 20, y)
        sign.write(style.LOOKS[seat].word, x + 42, y, 20, pitch - 48)


def key(canvas: Canvas, corner_at: Point, unit: float) -> None:
    """What the signs of a turn's story mean. corner_at: the right lower corner, in units."""
    right, bottom = corner_at
    rooms = [text_width(word, True, KEY_SIZE) for _, word in _KEY]
    left, top = right - sum(rooms) - len(rooms) * (KEY_ICON + KEY_GAP) - 10, bottom - KEY_HIGH
    sign = Sign(canvas, (left, top, right, bottom), unit)
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
            sign.put(counter("hamblet", "2", unit * 0.56, "ghost"), x + 18, y)
        elif kind == "new":
            sign.put(mark("plus", unit * 0.85), x + 18, y)
        elif kind == "standoff":
            sign.put(mark("standoff", unit * 0.56), x + 18, y)
        elif kind == "turned":
            sign.put(mark("glow", unit * 0.44), x + 18, y)
        else:
            sign.put(_fresh(unit), x + 18, y)
        sign.write(word, x + KEY_ICON, y, KEY_SIZE, wide + 4)
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
    """A piece of the border of land that changed hands."""
    pen = Pen(40 * unit, 30 * unit, unit)
    for x in (-12.0, 0.0, 12.0):
        pen.line([(x - 3, 0), (x + 3, 0)], style.GLOW, 6)
    return decal(pen.done(), style.SIGN, style.palette())
