"""The pieces of Commander-In-Chief, drawn by our own vector code.

A piece is a token: a round one for Light, a hexagon for Dark, with a silhouette above and its letter
on a plate below. Aircraft have short wings at both sides of the token and a sky-coloured plate; an
enhanced piece stands on a second, golden base; a King Amphibian wears a crown.

Arrows, rings and bursts lie over the board. All is drawn once and kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import hypot

from PIL import Image

from adjudicator.cic.board import AIR
from maps.canvas import Pen, Point, Sprite, font, sprite
from maps.cic import style
from maps.geometry import ellipse, mirrored, moved, star
from maps.palette import Rgb

UNIT = 146
"""A square is this many units from tip to tip; the shapes below are in those units."""
RISE = -5
"""How far below the middle of its square a token stands, in units: it leaves room for the name."""
ROUND = 44
"""The radius of a round token, in units."""
HEXAGON = (54, 48)
"""Half the width of the hexagon across and, as of a regular one, along, in units."""
NAME_TAG = 29.0
"""The size of a name below a piece, in units."""
CUT = 11
"""How far below the token's middle the plate begins, in units."""


def _outline(side: int, grow: float = 0.0) -> list[Point]:
    """Return the token's edge: a circle for Light, a hexagon with level top and bottom for Dark."""
    if side == 1:
        return ellipse(ROUND + grow, ROUND + grow, 96)
    return ellipse(HEXAGON[0] + grow, HEXAGON[1] + grow, 6)


def _commander(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    pen.polygon(star(24.0, 5, 0.425, (0.0, -12.0)), ink)


def _fighter(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    half = [(0.0, -37.0), (4.0, -26.0), (5.0, -18.0), (26.0, 0.0), (26.0, 5.0), (6.0, 0.0), (5.0, 4.0)]
    pen.polygon(mirrored([*half, (12.0, 9.0), (12.0, 12.0), (0.0, 8.0)]), ink)


def _bomber(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    half = [(0.0, -30.0), (38.0, -4.0), (38.0, 4.0), (25.0, -3.0), (17.0, 5.0), (9.0, -3.0), (0.0, 7.0)]
    pen.polygon(mirrored(half), ink)


def _tank(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    pen.polygon([(-14.0, -25.0), (6.0, -25.0), (10.0, -13.0), (-18.0, -13.0)], ink)
    pen.line([(6.0, -20.0), (33.0, -23.0)], ink, 5)
    pen.polygon([(-30.0, -12.0), (28.0, -12.0), (32.0, -5.0), (-32.0, -5.0)], ink)
    pen.line([(-25.0, 1.0), (25.0, 1.0)], ink, 13)
    for x in (-24, -12, 0, 12, 24):
        pen.disc((x, 1), 3.4, ground)


def _helicopter(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    pen.line([(-29.0, -31.0), (27.0, -31.0)], ink, 4.5)
    pen.line([(-4.0, -31.0), (-4.0, -20.0)], ink, 5)
    pen.disc((-6, -11), 17, ink, 0.72)
    pen.polygon([(0.0, -20.0), (34.0, -17.0), (34.0, -12.0), (2.0, -2.0)], ink)
    pen.line([(34.0, -25.0), (34.0, -7.0)], ink, 4.5)
    pen.polygon([(-20.0, -12.0), (-15.0, -19.5), (-10.0, -20.0), (-10.0, -12.0)], ground)
    pen.line([(-24.0, 6.0), (14.0, 6.0)], ink, 4)
    for x in (-14, 4):
        pen.line([(x, 5.0), (x, -2.0)], ink, 3.5)


def _submarine(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    pen.disc((-2, -4), 34, ink, 0.3)
    pen.polygon([(-12.0, -24.0), (8.0, -24.0), (11.0, -10.0), (-12.0, -10.0)], ink)
    pen.line([(-4.0, -24.0), (-4.0, -34.0), (-11.0, -34.0)], ink, 4)
    pen.polygon([(26.0, -4.0), (37.0, -13.0), (37.0, 5.0)], ink)


def _destroyer(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    pen.polygon([(-39.0, -9.0), (37.0, -9.0), (28.0, 7.0), (-30.0, 7.0)], ink)
    pen.polygon([(-16.0, -22.0), (14.0, -22.0), (18.0, -9.0), (-16.0, -9.0)], ink)
    pen.polygon([(-8.0, -30.0), (5.0, -30.0), (5.0, -21.0), (-8.0, -21.0)], ink)
    pen.line([(-1.0, -30.0), (-1.0, -38.0)], ink, 3.5)
    pen.line([(-26.0, -14.0), (-36.0, -19.0)], ink, 4)
    pen.polygon([(-30.0, -16.0), (-20.0, -16.0), (-20.0, -9.0), (-30.0, -9.0)], ink)
    for x in (-7, 1, 9):
        pen.disc((x, -16), 2.2, ground)


def _amphibian(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    pen.polygon([(-36.0, -17.0), (34.0, -17.0), (34.0, -8.0), (28.0, -2.0), (-24.0, -2.0)], ink)
    pen.polygon([(-10.0, -31.0), (7.0, -31.0), (12.0, -17.0), (-14.0, -17.0)], ink)
    pen.polygon([(-6.0, -27.0), (4.0, -27.0), (7.0, -19.0), (-8.0, -19.0)], ground)
    for x in (-16, 3, 22):
        pen.discs((x, 0), (9.4, ground), (7.6, ink), (2.6, ground))


def _king(pen: Pen, ink: Rgb, ground: Rgb) -> None:
    pen.polygon([(-36.0, -14.0), (34.0, -14.0), (34.0, -6.0), (28.0, -1.0), (-26.0, -1.0)], ink)
    for x in (-16, 3, 22):
        pen.discs((x, 1), (9, ground), (7, ink), (2.4, ground))


_SILHOUETTES: dict[str, Callable[[Pen, Rgb, Rgb], None]] = {
    "A": _amphibian,
    "B": _bomber,
    "C": _commander,
    "D": _destroyer,
    "F": _fighter,
    "H": _helicopter,
    "K": _king,
    "S": _submarine,
    "T": _tank,
}
_CROWN: list[Point] = [
    (-20, -22), (-25, -46), (-11, -35), (0, -52), (11, -35), (25, -46), (20, -22),
]  # fmt: skip


def _plate(pen: Pen, side: int, group: str) -> None:
    """Draw the lower part of the token, where the letter stands."""
    outline = pen.mask(_outline(side, -4))
    cut = round(pen.at((0, CUT))[1])
    outline.paste(0, (0, 0, outline.width, cut))
    pen.image.paste(style.PLATE[group][side], (0, 0), outline)


@lru_cache(maxsize=512)
def drawing(letter: str, side: int, enhanced: bool, diagonal: float, wings: bool = True) -> Image.Image:
    """Draw a piece as RGBA, in the middle of a square image for a board square `diagonal` pixels across.

    letter: a capital, or "" for an empty token, the sign of a side
    """
    pen = Pen(diagonal, diagonal, diagonal / UNIT)
    group = "air" if letter and letter in AIR else "surface"
    pen.middle = (pen.middle[0], pen.middle[1] + RISE * pen.scale)
    edge, fill = style.EDGE[side], style.FILL[side]
    if enhanced:
        pen.polygon(moved(_outline(side, 4.5), 0, 9), style.GOLD_EDGE)
        pen.polygon(moved(_outline(side, 2.5), 0, 9), style.GOLD)
    if group == "air" and wings:
        for x in (-1, 1):
            wing = [(x * 36.0, -17.0), (x * 62.0, -8.0), (x * 62.0, 6.0), (x * 36.0, 11.0)]
            pen.polygons(wing, (2, edge), (0, style.PLATE["air"][side]))
    pen.polygon(moved(_outline(side, 2.5), 0, 4), edge)
    pen.polygon(_outline(side, 2.5), edge)
    if enhanced:
        pen.polygon(_outline(side, 4.5), style.GOLD_EDGE)
        pen.polygon(_outline(side, 3), style.GOLD)
        pen.polygon(_outline(side, -2), style.GOLD_EDGE)
    pen.polygon(_outline(side, -3.5 if enhanced else -0.5), fill)
    if not letter:
        return pen.done()
    _plate(pen, side, group)
    _SILHOUETTES[letter](pen, style.GLYPH[side], fill)
    if letter == "K":
        pen.polygons(_CROWN, (2.5, style.GOLD_EDGE), (0, style.GOLD))
    pen.letter(letter, (0, 26), 32, style.LETTER[side])
    return pen.done()


@lru_cache(maxsize=1024)
def piece(letter: str, side: int, enhanced: bool, diagonal: float, ground: Rgb, wings: bool = True) -> Sprite:
    """Draw a piece on a flat ground, ready to be stamped on a canvas."""
    return sprite(drawing(letter, side, enhanced, diagonal, wings), ground, style.palette())


ARROWS: dict[str, tuple[Rgb, Rgb]] = {
    "move": (style.LAST, style.WHITE),
    "capture": (style.RED, style.WHITE),
    "attack": (style.PURPLE, style.WHITE),
    "draft": (style.DRAFT, style.WHITE),
}
"""By kind: the colours of an arrow's core, and of the halo that sets it off from every ground."""
THICK, HALO, HEAD = 13.0, 4.0, 31.0
"""The width of an arrow's shaft and of its halo, and the length of its head, in units."""


def _shaft(vector: Point, kind: str) -> list[list[Point]]:
    """Return the strokes of an arrow's shaft from (0, 0): one, a lightning's zigzag, or dashes."""
    length = hypot(*vector)
    along = (vector[0] / length, vector[1] / length)
    end = max(4.0, length - HEAD * 0.8)

    def at(far: float, aside: float = 0.0) -> Point:
        return along[0] * far - along[1] * aside, along[1] * far + along[0] * aside

    if kind == "attack":
        return [[at(0), at(end * 0.42, 13), at(end * 0.52, -13), at(end)]]
    if kind == "draft":
        count = max(1, int(end / 30 + 0.5))
        pitch = end / count
        return [[at(k * pitch), at(k * pitch + 0.45 * pitch)] for k in range(count)]
    return [[at(0), at(end)]]


@lru_cache(maxsize=512)
def arrow(across: float, down: float, kind: str, unit: float) -> tuple[Image.Image, Point]:
    """Draw an arrow by the vector from its tail to its tip, in units; returns it and where the middle of the
    drawing lies from the tail, in pixels. kind: one of `ARROWS`"""
    pad = 24.0
    middle = (across / 2, down / 2)
    pen = Pen((abs(across) + 2 * pad) * unit, (abs(down) + 2 * pad) * unit, unit)
    length = hypot(across, down)
    ahead = (across / length, down / length)

    def place(point: Point) -> Point:
        return point[0] - middle[0], point[1] - middle[1]

    base = (across - ahead[0] * HEAD, down - ahead[1] * HEAD)
    aside = (-ahead[1] * HEAD * 0.62, ahead[0] * HEAD * 0.62)
    head = [
        place((across, down)),
        place((base[0] + aside[0], base[1] + aside[1])),
        place((base[0] - aside[0], base[1] - aside[1])),
    ]
    strokes = [[place(point) for point in stroke] for stroke in _shaft((across, down), kind)]
    core, halo = ARROWS[kind]
    for stroke in strokes:
        pen.line(stroke, halo, THICK + 2 * HALO)
    pen.polygon(head, halo, HALO + 1)
    for stroke in strokes:
        pen.line(stroke, core, THICK)
    pen.polygon(head, core, 1)
    return pen.done(), (middle[0] * unit, middle[1] * unit)


@lru_cache(maxsize=64)
def marker(kind: str, unit: float) -> Image.Image:
    """Draw what lies on one square; ValueError if there is no such mark.

    "move", "capture", "attack", "chosen", "draft", "burst" (behind a piece that captured), "glory" (behind a
    new King).
    """
    reach = 144.0
    pen = Pen(reach * unit, reach * unit, unit)
    rise = (0.0, -4.0)
    if kind == "move":
        pen.discs((0, 0), (32, style.WHITE), (28, style.GREEN))
    elif kind == "capture":
        pen.rings(rise, 56, (14, style.WHITE), (8, style.RED))
    elif kind == "attack":
        pen.ring(rise, 56, 14, style.WHITE)
        pen.ring(rise, 56, 8, style.PURPLE, dashes=9)
    elif kind == "chosen":
        pen.ring(rise, 57, 7, style.GREEN)
    elif kind == "draft":
        pen.ring(rise, 57, 12, style.WHITE)
        pen.ring(rise, 57, 7, style.DRAFT, dashes=10)
    elif kind in ("burst", "glory"):
        burst = star(66.0, 12, 50 / 66, rise)
        pen.polygons(burst, (2, style.WHITE), (0, style.RED if kind == "burst" else style.GOLD))
    elif kind == "threat":
        pen.discs((0, 0), (21, style.WHITE), (17.5, style.RED))
        pen.polygon(mirrored([(0, -12), (3.8, -12), (2.4, 3), (0, 3)]), style.WHITE)
        pen.disc((0, 8.5), 3.4, style.WHITE)
    else:
        raise ValueError(f"there is no mark {kind!r}")
    return pen.done()


@lru_cache(maxsize=64)
def lost_piece(letter: str, side: int, unit: float) -> Image.Image:
    """Draw a small piece that was taken, crossed out."""
    pen = Pen(84 * unit, 84 * unit, unit * 0.62)
    pen.polygons(moved(_outline(side), 0, -RISE), (7, style.WHITE), (3.5, style.RED), (-2, style.FILL[side]))
    pen.letter(letter, (0, -RISE), 58, style.LETTER[side])
    pen.line([(-40, 40 - RISE), (40, -40 - RISE)], style.RED, 8)
    return pen.done()


@lru_cache(maxsize=128)
def name_tag(text: str, unit: float) -> Image.Image:
    """Write a square's name with a light edge, to lie on any ground."""
    pen = Pen(64 * unit, 44 * unit, unit)
    x, y = pen.at((0, 0.36 * NAME_TAG))
    face, edge = font(True, NAME_TAG * pen.scale), round(4.5 * pen.scale)
    pen.draw.text(
        (x, y), text, font=face, fill=style.INK, anchor="ms", stroke_width=edge, stroke_fill=style.WHITE
    )
    return pen.done()
