"""The pieces of New York 2047, our own drawings: counters, plates, flags, Turretons, stars, emblems.

Every faction has its own outline (a keep, a mitre, a burst, a disc, a hexagon, a shield, a lozenge) and its
own emblem; a counter is the outline with the unit's number, a flag and a badge show the emblem. A plate is
shared by many units of one faction in one space: emblem, how many, and their numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from adjudicator.game import Seat
from maps import geometry
from maps.canvas import OVERSAMPLE, Pen, Point, font, text_width
from maps.decal import Decal, decal
from maps.geometry import ellipse, mirrored, moved, rectangle
from maps.newyork2047 import style
from maps.palette import Rgb

_KEEP = [(4.0, -20.5), (4.0, -15.5), (10.5, -15.5), (10.5, -20.5), (19.0, -20.5), (19.0, 19.5)]
OUTLINES: dict[Seat, list[Point]] = {
    "tower": mirrored(_KEEP),
    "papst": mirrored([(0.0, -22.5), (20.0, -5.0), (16.0, 19.5)]),
    "rossoni": geometry.star(23.0, 11, 0.78),
    "christofori": geometry.star(20.5, 36, 1.0),
    "dunning": ellipse(22.5, 22.5, 6),
    "greene": mirrored([(0.0, -20.0), (19.0, -20.0), (19.0, 2.0), (16.0, 10.0), (9.5, 16.5), (0.0, 22.0)]),
    "hamblet": geometry.diamond(24.0),
}
DROP: dict[Seat, float] = {"tower": 2.0, "papst": 2.5, "greene": -1.5}
"""How far below the middle of its outline a faction's number or emblem stands, in units."""


def _tower(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    half = [(0.0, -13.0), (2.0, -8.0), (5.0, -8.0), (5.0, -2.0), (9.0, -2.0), (9.0, 14.0)]
    pen.polygon(mirrored(half), ink)
    for x in (-4.5, 0.0, 4.5):
        for y in (2.5, 7.5):
            pen.polygon(moved(rectangle(1.2, 1.6), x, y), ground)


def _papst(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    pen.line([(0.0, -13.0), (0.0, 13.0)], ink, 4.2)
    for y, reach in ((-8.5, 4.0), (-3.0, 6.5), (3.0, 9.0)):
        pen.line([(-reach, y), (reach, y)], ink, 3.4)


def _rossoni(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    pen.polygon([(3.0, -14.0), (-8.0, 2.0), (-1.0, 2.0), (-4.0, 14.0), (8.0, -3.5), (1.0, -3.5)], ink)


def _christofori(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    for x, y in ((0.0, -5.6), (-6.0, 4.8), (6.0, 4.8)):
        pen.ring((x, y), 6.6, 2.9, ink)


def _dunning(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    pen.polygon([(-3.0, -11.0), (3.0, -11.0), (3.0, -3.0), (10.5, 11.0), (-10.5, 11.0), (-3.0, -3.0)], ink, 1)
    pen.line([(-5.0, -12.5), (5.0, -12.5)], ink, 3)
    pen.polygon([(-1.3, -10.0), (1.3, -10.0), (1.3, -2.5), (4.0, 3.0), (-4.0, 3.0), (-1.3, -2.5)], ground)


def _greene(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    for y in (-8.0, 0.0, 8.0):
        pen.line([(-9.5, y + 4), (0.0, y - 4), (9.5, y + 4)], ink, 3.8)


def _hamblet(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    pen.disc((0.0, -3.0), 10.5, ink, 0.92)
    pen.polygon([(-6.5, 3.0), (6.5, 3.0), (5.5, 12.0), (-5.5, 12.0)], ink)
    for x in (-4.3, 4.3):
        pen.disc((x, -2.5), 3.0, ground)
    pen.polygon([(0.0, 1.5), (1.9, 5.0), (-1.9, 5.0)], ground)
    for x in (-2.2, 2.2):
        pen.line([(x, 8.6), (x, 12.0)], ground, 1.3)


_EMBLEMS: dict[Seat, Callable[[Pen, Rgb, Rgb], None]] = {
    "tower": _tower,
    "papst": _papst,
    "rossoni": _rossoni,
    "christofori": _christofori,
    "dunning": _dunning,
    "greene": _greene,
    "hamblet": _hamblet,
}


def _moved_pen(pen: Pen, right: float, down: float, zoom: float = 1.0) -> Pen:
    """Return the same pen with another middle and scale."""
    other = Pen.__new__(Pen)
    other.size, other.image, other.draw = pen.size, pen.image, pen.draw
    other.scale = pen.scale * zoom
    other.middle = (pen.middle[0] + right * pen.scale, pen.middle[1] + down * pen.scale)
    return other


def emblem(
    pen: Pen,
    seat: Seat,
    right: float = 0.0,
    down: float = 0.0,
    zoom: float = 1.0,
    ink: Rgb | None = None,
    ground: Rgb | None = None,
) -> None:
    """Draw a faction's emblem, about 28 units high, in its own colours unless others are given."""
    look = style.LOOKS[seat]
    _EMBLEMS[seat](_moved_pen(pen, right, down, zoom), ink or look.ink, ground or look.color)


RIM, EDGE = 2.8, 2.4
"""The widths of a counter's white rim and of the dark line around it, in units."""
REACH = 70
"""The width and height of the image of a counter, in units."""


def _body(pen: Pen, seat: Seat, fill: Rgb, rim: Rgb = style.WHITE) -> None:
    """Draw a counter without its number."""
    outline = OUTLINES[seat]
    pen.polygons(outline, (RIM + EDGE - 1, style.INK), (RIM - 1, rim))
    pen.polygon([(x * 0.96, y * 0.96) for x, y in outline], fill)


@lru_cache(maxsize=512)
def counter(seat: Seat, text: str, scale: float, kind: str = "") -> Decal:
    """Draw a unit: its faction's outline with its number, "" for the emblem. kind: "" or "ghost" (gone)"""
    pen = Pen(REACH * scale, REACH * scale, scale)
    look = style.LOOKS[seat]
    drop = DROP.get(seat, 0.0)
    if kind == "ghost":
        for color, width in ((style.INK, 12.0), (style.WHITE, 9.0)):
            for lean in (1, -1):
                pen.line([(-19.0, -19.0 * lean), (19.0, 19.0 * lean)], color, width)
        _body(pen, seat, look.tint, style.GHOST)
        for lean in (1, -1):
            pen.line([(-19.0, -19.0 * lean), (19.0, 19.0 * lean)], style.RED, 5.0)
        pen.disc((0, drop), 12.5 if len(text) == 1 else 15.0, look.tint)
        pen.letter(text, (0, drop), 25 if len(text) == 1 else 20, style.INK)
        return decal(pen.done(), style.INK, style.palette())
    _body(pen, seat, look.color)
    if text:
        pen.letter(text, (0, drop), 30 if len(text) == 1 else 24, look.ink)
    else:
        emblem(pen, seat, 0, drop)
    return decal(pen.done(), style.INK, style.palette())


@lru_cache(maxsize=64)
def badge(seat: Seat, scale: float) -> Image.Image:
    """Draw a faction's outline with its emblem, RGBA, for panels."""
    pen = Pen(REACH * scale, REACH * scale, scale)
    outline = OUTLINES[seat]
    look = style.LOOKS[seat]
    pen.polygons(outline, (RIM, style.WHITE), (0, look.color))
    emblem(pen, seat, 0, DROP.get(seat, 0.0))
    return pen.done()


@lru_cache(maxsize=64)
def flag(seat: Seat, scale: float) -> Decal:
    """Draw a faction's flag on its home base, in the place of the star: a small one tops the pole."""
    pen = Pen(56 * scale, 56 * scale, scale)
    look = style.LOOKS[seat]
    cloth = [(-13.0, -10.5), (15.0, -10.5), (11.0, 0.5), (15.0, 11.5), (-13.0, 11.5)]
    pole = [(-15.0, -12.0), (-15.0, 18.5)]
    top = moved(geometry.star(7.5), -15.0, -14.0)
    pen.line(pole, style.INK, 7.0)
    pen.polygons(cloth, (3.8, style.INK), (1.8, style.WHITE), (0, look.color))
    pen.line(pole, style.WHITE, 2.8)
    emblem(pen, seat, 0.0, 0.5, 0.66)
    pen.polygons(top, (2.4, style.INK), (0.4, style.GOLD))
    return decal(pen.done(), style.INK, style.palette())


@lru_cache(maxsize=16)
def star(scale: float) -> Decal:
    """Draw a star space's star."""
    pen = Pen(40 * scale, 40 * scale, scale)
    pen.polygons(geometry.star(14.5), (2.6, style.INK), (0.3, style.GOLD))
    return decal(pen.done(), style.INK, style.palette())


@lru_cache(maxsize=64)
def turreton(name: str, seat: Seat | None, letters: float, scale: float) -> Decal:
    """Draw a Turreton: a gun turret with two barrels, its dome in the colour of whom it is loyal to. letters:
    the size of its name"""
    wide = max(29.0, text_width(name.upper(), True, letters) / 2 + 5)
    pen = Pen((2 * wide + 26) * scale, (68 + letters) * scale, scale)
    fill = style.DORMANT if seat is None else style.LOOKS[seat].color
    ink = style.WHITE if seat is None else style.LOOKS[seat].ink
    barrel = [(-6.0, -14.0), (-29.0, -24.0)]
    arch = [(20.0 * sin(pi * k / 24), -6.0 - 19.0 * cos(pi * k / 24)) for k in range(13)]
    dome = mirrored([*arch, (20.0, 8.0)])
    foot = [(-wide, 9.0), (wide, 9.0), (wide, 9.0 + letters), (-wide, 9.0 + letters)]
    for grow, color in ((RIM + EDGE - 1, style.INK), (RIM - 1, style.WHITE)):
        pen.line(barrel, color, 11 + 2 * grow)
        pen.polygon(dome, color, grow)
        pen.polygon(foot, color, grow)
    pen.line(barrel, style.INK, 9)
    pen.polygon(dome, fill)
    pen.polygon(foot, style.INK)
    if seat is None:
        pen.letter("z", (-4.0, -6.0), 24, ink)
        pen.letter("z", (8.0, -11.0), 17, ink)
    else:
        emblem(pen, seat, 0.0, -8.0, 0.86)
    pen.letter(name.upper(), (0.0, 9.0 + letters / 2), letters, style.WHITE)
    return decal(pen.done(), style.INK, style.palette())


LARGEST, LEAST = 24.0, 11.0
"""The sizes of the numbers, in units."""


def _rows(numbers: tuple[str, ...], size: float, width: float) -> list[str]:
    """Return the numbers in rows that are at most `width` units wide."""
    rows: list[str] = []
    for number in numbers:
        longer = f"{rows[-1]} {number}" if rows else number
        if rows and text_width(longer, True, size) <= width:
            rows[-1] = longer
        else:
            rows.append(number)
    return rows


def _fit(numbers: tuple[str, ...], width: float, height: float) -> tuple[list[str], float]:
    """Return the rows of numbers and their size, as large as there is room."""
    size = LARGEST
    while True:
        rows = _rows(numbers, size, width)
        widest = max(text_width(row, True, size) for row in rows)
        if size <= LEAST or (len(rows) * size * 1.02 <= height and widest <= width):
            return rows, size
        size -= 1


@lru_cache(maxsize=128)
def plate(seat: Seat, numbers: tuple[str, ...], width: float, height: float, scale: float) -> Decal:
    """Draw a plate of these units; beside or above the numbers stand the emblem and how many there are."""
    look = style.LOOKS[seat]
    pen = Pen((width + 12) * scale, (height + 12) * scale, scale)
    inset = 7.0 + RIM
    half = (width / 2 - inset, height / 2 - inset)
    corners = rectangle(*half)
    pen.polygons(corners, (5 + RIM + EDGE, style.INK), (5 + RIM, style.WHITE), (5, look.color))
    left, top = -half[0] - 4, -half[1] - 4
    room = (2 * half[0] + 8, 2 * half[1] + 8)
    many = f"×{len(numbers)}"
    wide = 30 + text_width(many, True, 25)
    if room[0] > 2.2 * room[1]:
        column = max(30.0, text_width(many, True, 22)) + 4
        emblem(pen, seat, left + column / 2 - 2, top + room[1] / 2 - 9, 0.62)
        pen.letter(many, (left + column / 2 - 2, top + room[1] - 8), 20, look.ink)
        rows, size = _fit(numbers, room[0] - column - 2, room[1])
        x0, y0, span = left + column + (room[0] - column) / 2, top, room[1]
    else:
        zoom = min(1.0, room[0] / wide)
        emblem(pen, seat, left + room[0] / 2 - wide * zoom / 2 + 13 * zoom, top + 12 * zoom, 0.85 * zoom)
        pen.letter(many, (left + room[0] / 2 + 15 * zoom, top + 12 * zoom), 25 * zoom, look.ink)
        rows, size = _fit(numbers, room[0], room[1] - 27 * zoom)
        x0, y0, span = left + room[0] / 2, top + 27 * zoom, room[1] - 27 * zoom
    face = font(True, size * scale * OVERSAMPLE)
    pitch = min(size * 1.2, span / len(rows))
    for k, row in enumerate(rows):
        x, y = pen.at((x0, y0 + span / 2 + (k - (len(rows) - 1) / 2) * pitch + 0.364 * size))
        pen.draw.text((x, y), row, font=face, fill=look.ink, anchor="ms")
    return decal(pen.done(), style.INK, style.palette())
