"""The counters of NME: round ones for Black, hexagons for Gray, squares with round corners for White.

Each has its kind's letter, and where counters are large also its glyph (a star, wings, a beret, a ship,
chevrons), in a colour of the kind that is read on the army's. Of an army that is out they are faded and
crossed. Shapes are in units from the middle of a counter.

Arrows, rings, dots and tags lie over the board. All is drawn once per shape and kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from math import cos, hypot, pi, sin

from PIL import Image

from maps.canvas import OVERSAMPLE, Pen, Point, font, text_width
from maps.decal import ArrowMask, Decal, dashed, decal, draw_arrow, draw_token, shadowed
from maps.geometry import arc, diamond, ellipse, mirrored, scaled, star
from maps.nme import style
from maps.palette import Rgb

RADIUS = 24.8
"""Half a counter's width, in units; only corners reach farther."""
FIELD = 66.0
"""The square in which it is drawn, with room for its shadow, in units."""
SHADOW = 96
"""How much the shadow covers, of 255."""
SLIM = 0.42
"""The notches of this game's stars, as `maps.geometry.star` has it."""


def _chevron(y: float) -> list[Point]:
    return mirrored([(0.0, y), (12.0, y + 4.6), (12.0, y + 8.6), (0.0, y + 4.0)])


_WINGS: list[Point] = [
    (0.0, -21.5), (2.4, -18.0), (3.0, -15.5), (17.0, -11.0),
    (17.0, -8.0), (2.8, -9.5), (1.8, -7.0), (0.0, -6.0),
]  # fmt: skip
_BERET: list[Point] = [(15.5, -9.2), (14.0, -6.0), (8.0, -7.6), (-11.0, -5.4), (-14.5, -6.6)]
GLYPHS: dict[str, tuple[Sequence[Point], ...]] = {
    "P": (star(9.5, 5, SLIM, (0.0, -12.5)),),
    "A": (mirrored(_WINGS),),
    "S": (
        (*arc(-1, -10, 13.5, 9.0, 1.0, 1.86, 12), *_BERET),
        ((-11.5, -9.2), (8.5, -11.4), (8.5, -9.8), (-11.5, -7.6)),
    ),
    "N": (
        ((-15.5, -11.0), (15.5, -11.0), (11.0, -5.5), (-11.0, -5.5)),
        ((-6.5, -15.8), (5.5, -15.8), (7.5, -11.0), (-8.5, -11.0)),
        ((-1.5, -20.5), (1.3, -20.5), (1.3, -15.0), (-1.5, -15.0)),
    ),
    "I": (_chevron(-20.5), _chevron(-13.5)),
}
"""By kind: polygons in the kind's colour."""
BAND = {"S": 1}
"""By kind: the polygon that is a line in the outline's colour instead."""
LETTER_I: tuple[Point, ...] = (
    (-5.5, 0.6), (5.5, 0.6), (5.5, 4.0), (2.1, 4.0), (2.1, 14.4), (5.5, 14.4),
    (5.5, 17.8), (-5.5, 17.8), (-5.5, 14.4), (-2.1, 14.4), (-2.1, 4.0), (-5.5, 4.0),
)  # fmt: skip
"""An I with serifs: without them it would be the stem of an arrow below the chevrons."""


def shape(army: int, inset: float = 0.0) -> list[Point]:
    """Return the edge of an army's counters, drawn in by `inset` units."""
    reach = RADIUS - inset
    if army < 2:
        return ellipse(reach, reach, 72) if army == 0 else ellipse(reach + 1, reach + 1, 6)
    corner, flat = 9.0 - inset * 0.4, reach - 2.5
    found = []
    for k in range(4):
        x, y = ((1, 1), (-1, 1), (-1, -1), (1, -1))[k]
        middle = (x * (flat - corner), y * (flat - corner))
        for step in range(7):
            angle = pi / 2 * (k + step / 6)
            found.append((middle[0] + corner * cos(angle), middle[1] + corner * sin(angle)))
    return found


def _letter(pen: Pen, text: str, size: float, middle: Point, color: Rgb, line: float) -> None:
    """Draw a bold capital with an outline."""
    x, y = pen.at(middle)
    pen.draw.text(
        (x, y + 0.364 * size * pen.scale),
        text,
        font=font(True, size * pen.scale),
        fill=color,
        anchor="ms",
        stroke_width=round(line * pen.scale),
        stroke_fill=style.INK,
    )


def _fade(pen: Pen) -> None:
    """Grey the counter and cross it out."""
    alpha = pen.image.getchannel("A")
    pen.image.paste(Image.blend(pen.image, Image.new("RGBA", pen.image.size, style.DEAD), 0.7), (0, 0))
    pen.image.putalpha(alpha)
    reach = RADIUS - 7.5
    for x in (-reach, reach):
        pen.line([(-x, -reach), (x, reach)], style.RED, 4.5)


def _bold_letter(pen: Pen, kind: str, color: Rgb, line: float) -> None:
    """Draw the letter alone, as large as a counter allows."""
    if kind == "I":
        pen.polygons(scaled(LETTER_I, 1.62, (0.0, -14.8)), (line, style.INK), (0, color))
    else:
        _letter(pen, kind, 38.0, (0.0, 0.0), color, line)


def _glyph_and_letter(pen: Pen, kind: str, color: Rgb, line: float) -> None:
    """Draw the sign of a kind."""
    for part in GLYPHS[kind] if line else ():
        pen.polygon(part, style.INK, line)
    for at, part in enumerate(GLYPHS[kind]):
        pen.polygon(part, style.INK if BAND.get(kind) == at else color)
    if kind == "I":
        pen.polygons(LETTER_I, (line, style.INK), (0, color))
    else:
        _letter(pen, kind, 26.0, (0.0, 9.0), color, line)


@lru_cache(maxsize=32)
def lost_piece(kind: str, army: int, scale: float) -> Decal:
    """Draw a counter that was taken, crossed out."""
    pen = Pen(FIELD * scale, FIELD * scale, scale)
    look = style.LOOKS[army]
    draw_token(pen, partial(shape, army), ((0.0, style.WHITE), (3.0, style.RED)), (6.0, 0.0, look.face))
    _bold_letter(pen, kind, style.KINDS[army][kind], 0.0)
    pen.line([(-RADIUS * 0.68, RADIUS * 0.68), (RADIUS * 0.68, -RADIUS * 0.68)], style.RED, 5.0)
    return decal(pen.done(), style.WHITE, style.palette())


@lru_cache(maxsize=256)
def counter(kind: str, army: int, dead: bool, scale: float, bold: bool = False) -> Decal:
    """Draw a counter, `scale` pixels to a unit. kind: "" for an empty one, the sign of an army

    bold: with its letter alone, to be read where counters are small
    """
    pen = Pen(FIELD * scale, FIELD * scale, scale)
    look = style.LOOKS[army]
    edges = ((0.0, style.INK), (2.0, look.rim), (4.2, look.shine))
    draw_token(pen, partial(shape, army), edges, (4.6, 2.0, look.face))
    if dead:
        _fade(pen)
    if kind:
        draw = _bold_letter if bold else _glyph_and_letter
        line = 1.5 if dead or army < 2 else 0.0
        draw(pen, kind, style.GHOST if dead else style.KINDS[army][kind], line)
    return shadowed(pen, shape(army), (1.6, 3.0), SHADOW, style.INK, style.palette())


SHAFT, HALO, HEAD = 11.0, 3.0, 25.0
"""The width of an arrow's shaft and of its edge, and the length of its head, in units."""
RING = 25.8
"""The middle of the line of a ring on a counter's edge, in units: names begin where it ends."""
ARROWS: dict[str, tuple[Rgb, Rgb]] = {
    "move": (style.LAST, style.LAST_EDGE),
    "capture": (style.RED, style.WHITE),
    "naval_one": (style.BLUE, style.WHITE),
    "flank": (style.RED, style.INK),
    "trade": (style.PURPLE, style.WHITE),
    "draft": (style.DRAFT, style.WHITE),
}
"""By kind: an arrow's colour and that of its edge."""
KEY = {
    "move": "move",
    "trade": "trade",
    "capture": "capture",
    "naval_one": "Naval One",
    "naval_one_capture": "Naval One",
}
"""By marker: its word in the key, which has each word once."""
TAGS = {"naval_one": "N1", "flank": "flank", "trade": "trade"}
"""By kind: the word on the space that a special move left."""


@lru_cache(maxsize=48)
def arrow(across: float, down: float, kind: str, unit: float) -> Decal:
    """Draw an arrow by the vector from its tail to its tip, in units, in the middle of the drawing."""
    length = hypot(across, down)
    ahead = (across / length, down / length)

    def at(far: float, aside: float = 0.0) -> Point:
        x = ahead[0] * (far - length / 2) - ahead[1] * aside
        return x, ahead[1] * (far - length / 2) + ahead[0] * aside

    def paint(mask: ArrowMask) -> None:
        end, grow = max(2.0, length - HEAD * 0.8), mask.grow
        for start, stop in dashed(0.0, end, 24) if kind == "draft" else [(0.0, end)]:
            mask.line([at(start), at(stop)], SHAFT)
        back, tip, half = length - HEAD - grow * 0.9, length + grow * 1.7, HEAD * 0.58 + grow * 1.35
        mask.polygon([at(tip), at(back, half), at(back, -half)])

    wide, high = abs(across) + 2 * HEAD, abs(down) + 2 * HEAD
    return draw_arrow(wide, high, unit, HALO, ARROWS[kind], style.palette(), paint)


@lru_cache(maxsize=64)
def marker(kind: str, unit: float) -> Decal:
    """Draw what lies on one space; ValueError if there is no such mark.

    For choosing: "chosen", "move" (a dot), "trade" (a bigger one with two arrows), "capture" (a ring),
    "naval_one" (a compass star) and "naval_one_capture" (a ring of diamonds). Also "left" and "last" (the
    ends of the newest move), "burst" (behind a piece that captured), "draft" (where an order goes).
    """
    pen = Pen(92 * unit, 92 * unit, unit)
    edge = style.WHITE
    if kind == "move":
        pen.discs((0, 0), (16.5, style.WHITE), (13, style.GREEN))
    elif kind == "trade":  # two arrows, there and back
        pen.discs((0, 0), (24, style.WHITE), (20.5, style.PURPLE))
        for way in (1, -1):
            pen.line([(-12 * way, -6.5 * way), (4 * way, -6.5 * way)], style.WHITE, 4)
            tip = [(14, -6.5), (4, -12.5), (4, -0.5)]
            pen.polygon([(x * way, y * way) for x, y in tip], style.WHITE)
    elif kind == "capture":
        pen.rings((0, 0), RING, (8.5, style.WHITE), (5.5, style.RED))
    elif kind == "naval_one":
        pen.disc((0, 0), 17, style.WHITE)
        pen.polygons(star(25, 4, SLIM), (3.5, style.WHITE), (0, style.BLUE))
    elif kind == "naval_one_capture":
        pen.ring((0, 0), RING, 8.5, style.WHITE)
        for k in range(8):  # none at the left: there the name stands
            x, y = RING * cos(pi * (k + 0.5) / 4), RING * sin(pi * (k + 0.5) / 4)
            pen.polygon(diamond(8, (x, y)), style.WHITE, 1)
        for k in range(8):
            x, y = RING * cos(pi * (k + 0.5) / 4), RING * sin(pi * (k + 0.5) / 4)
            pen.polygon(diamond(7, (x, y)), style.BLUE)
    elif kind == "chosen":
        edge = style.INK
        pen.rings((0, 0), RING, (8.5, style.INK), (5.5, style.GOLD))
        for k in range(4):
            x, y = (RING + 2) * cos(pi * (k / 2 + 0.25)), (RING + 2) * sin(pi * (k / 2 + 0.25))
            pen.discs((x, y), (6.5, style.INK), (4.5, style.GOLD))
    elif kind == "left":
        edge = style.LAST_EDGE
        pen.discs((0, 0), (13, style.LAST_EDGE), (10, style.LAST))
    elif kind == "last":
        edge = style.LAST_EDGE
        pen.rings((0, 0), RING + 2.5, (11, style.LAST_EDGE), (8, style.LAST))
    elif kind == "burst":
        pen.polygons(star(36, 12, 0.82), (2, style.WHITE), (0, style.RED))
    elif kind == "draft":
        pen.ring((0, 0), RING, 8.5, style.WHITE)
        pen.ring((0, 0), RING, 5.5, style.DRAFT, dashes=10)
    elif kind == "threat":
        pen.discs((0, 0), (15, style.WHITE), (12.5, style.RED))
        pen.polygon(mirrored([(0, -8.5), (2.6, -8.5), (1.6, 2.2), (0, 2.2)]), style.WHITE)
        pen.disc((0, 6.0), 2.4, style.WHITE)
    else:
        raise ValueError(f"there is no mark {kind!r}")
    return decal(pen.done(), edge, style.palette())


@lru_cache(maxsize=64)
def tag(text: str, kind: str, unit: float) -> Decal:
    """Draw a word on a pill in the colour of that arrow."""
    size = 17.0
    wide = text_width(text, True, size) + 16
    pen = Pen((wide + 8) * unit, 34 * unit, unit)
    for grow, color in ((2.0, style.WHITE), (0.0, ARROWS[kind][0])):
        pen.line([(-wide / 2 + 12, 0), (wide / 2 - 12, 0)], color, 24 + 2 * grow)
    x, y = pen.at((0, 0.36 * size))
    pen.draw.text((x, y), text, font=font(True, size * unit * OVERSAMPLE), fill=style.WHITE, anchor="ms")
    return decal(pen.done(), style.WHITE, style.palette())


@lru_cache(maxsize=128)
def name_tag(text: str, size: float) -> Image.Image:
    """Draw a space's name with a light edge, to lie on anything. size: in pixels"""
    pen = Pen(text_width(text, True, size) + size, 2 * size)
    x, y = pen.at((0, 0.36 * size))
    face, edge = font(True, size * OVERSAMPLE), round(0.14 * size * OVERSAMPLE)
    pen.draw.text(
        (x, y), text, font=face, fill=style.INK, anchor="ms", stroke_width=edge, stroke_fill=style.WHITE
    )
    return pen.done()
