"""The pieces of New York 2047, drawn by our own vector code: counters, flags, Turretons, stars, emblems.

Every faction has its own outline (a keep, a mitre, a burst, a disc, a hexagon, a shield, a lozenge) and its
own emblem; a counter is the outline with the unit's number, a flag and a badge show the emblem.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from adjudicator.game import Seat
from maps import geometry
from maps.canvas import Pen, Point
from maps.decal import Decal, decal
from maps.geometry import mirrored
from maps.newyork2047 import style
from maps.palette import Rgb

Shape = list[Point]


def _round(reach: Callable[[float], float], count: int = 72) -> Shape:
    """A shape by its reach at each angle, clockwise from the top."""
    angles = [2 * pi * k / count for k in range(count)]
    return [(reach(angle) * sin(angle), -reach(angle) * cos(angle)) for angle in angles]


OUTLINES: dict[Seat, Shape] = {
    "tower": mirrored(
        [(4.0, -20.5), (4.0, -15.5), (10.5, -15.5), (10.5, -20.5), (19.0, -20.5), (19.0, 19.5)]
    ),
    "papst": mirrored([(0.0, -22.5), (20.0, -5.0), (16.0, 19.5)]),
    "rossoni": geometry.star(23.0, 11, 0.78),
    "christofori": _round(lambda angle: 20.5),
    "dunning": [(22.5 * cos(pi * k / 3), 22.5 * sin(pi * k / 3)) for k in range(6)],
    "greene": mirrored([(0.0, -20.0), (19.0, -20.0), (19.0, 2.0), (16.0, 10.0), (9.5, 16.5), (0.0, 22.0)]),
    "hamblet": [(0.0, -24.0), (24.0, 0.0), (0.0, 24.0), (-24.0, 0.0)],
}
DROP: dict[Seat, float] = {"tower": 2.0, "papst": 2.5, "greene": -1.5}
"""How far below the middle of its outline a faction's number or emblem stands."""


def _tower(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    pen.polygon(
        mirrored([(0.0, -13.0), (2.0, -8.0), (5.0, -8.0), (5.0, -2.0), (9.0, -2.0), (9.0, 14.0)]), ink
    )
    for x in (-4.5, 0.0, 4.5):
        for y in (2.5, 7.5):
            pen.polygon(
                [(x - 1.2, y - 1.6), (x + 1.2, y - 1.6), (x + 1.2, y + 1.6), (x - 1.2, y + 1.6)], ground
            )


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


def _moved(pen: Pen, right: float, down: float, zoom: float = 1.0) -> Pen:
    """The same pen with another middle and scale."""
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
    """A faction's sign, about 28 units high, in its own colours unless others are given."""
    look = style.LOOKS[seat]
    _EMBLEMS[seat](_moved(pen, right, down, zoom), ink or look.ink, ground or look.color)


RIM, EDGE = 2.8, 2.4
"""The widths of a counter's white rim and of the dark line around it, in units."""
REACH = 70
"""The image of a counter is so many units wide and high."""


def _body(pen: Pen, seat: Seat, fill: Rgb, rim: Rgb = style.WHITE) -> None:
    outline = OUTLINES[seat]
    pen.polygon(outline, style.INK, RIM + EDGE - 1)
    pen.polygon(outline, rim, RIM - 1)
    pen.polygon([(x * 0.96, y * 0.96) for x, y in outline], fill)


@lru_cache(maxsize=512)
def counter(seat: Seat, text: str, scale: float, kind: str = "") -> Decal:
    """A unit: its faction's outline with its number ("" for the emblem). kind: "" or "ghost" (it is gone)."""
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
    """A faction's outline with its emblem, RGBA, for the legend and for flags."""
    pen = Pen(REACH * scale, REACH * scale, scale)
    outline = OUTLINES[seat]
    look = style.LOOKS[seat]
    pen.polygon(outline, style.WHITE, RIM)
    pen.polygon(outline, look.color)
    emblem(pen, seat, 0, DROP.get(seat, 0.0))
    return pen.done()


@lru_cache(maxsize=64)
def flag(seat: Seat, scale: float) -> Decal:
    """A faction's flag on its home base, in the place of the star: a small one tops the pole."""
    pen = Pen(56 * scale, 56 * scale, scale)
    look = style.LOOKS[seat]
    cloth = [(-13.0, -10.5), (15.0, -10.5), (11.0, 0.5), (15.0, 11.5), (-13.0, 11.5)]
    pole = [(-15.0, -12.0), (-15.0, 18.5)]
    top = [(x - 15.0, y - 14.0) for x, y in geometry.star(7.5)]
    pen.line(pole, style.INK, 7.0)
    pen.polygon(cloth, style.INK, 3.8)
    pen.polygon(cloth, style.WHITE, 1.8)
    pen.polygon(cloth, look.color)
    pen.line(pole, style.WHITE, 2.8)
    emblem(pen, seat, 0.0, 0.5, 0.66)
    pen.polygon(top, style.INK, 2.4)
    pen.polygon(top, style.GOLD, 0.4)
    return decal(pen.done(), style.INK, style.palette())


@lru_cache(maxsize=16)
def star(scale: float) -> Decal:
    """A star space's star."""
    pen = Pen(40 * scale, 40 * scale, scale)
    pen.polygon(geometry.star(14.5), style.INK, 2.6)
    pen.polygon(geometry.star(14.5), style.GOLD, 0.3)
    return decal(pen.done(), style.INK, style.palette())


@lru_cache(maxsize=64)
def turreton(name: str, seat: Seat | None, scale: float) -> Decal:
    """A Turreton: a gun turret with two barrels, its dome in the colour of whom it is loyal to."""
    pen = Pen(84 * scale, 84 * scale, scale)
    fill = style.DORMANT if seat is None else style.LOOKS[seat].color
    ink = style.WHITE if seat is None else style.LOOKS[seat].ink
    barrel = [(-6.0, -14.0), (-29.0, -24.0)]
    arch = [(20.0 * sin(pi * k / 24), -6.0 - 19.0 * cos(pi * k / 24)) for k in range(13)]
    dome = mirrored([*arch, (20.0, 8.0)])
    foot = [(-29.0, 9.0), (29.0, 9.0), (29.0, 26.0), (-29.0, 26.0)]
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
    pen.letter(name.upper(), (0.0, 17.8), 17 if len(name) < 5 else 15, style.WHITE)
    return decal(pen.done(), style.INK, style.palette())
