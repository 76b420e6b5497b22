"""The counters of NME: round ones for Black, hexagons for Gray, squares with round corners for White.

Each has its kind's glyph (a star, wings, a beret, a ship, chevrons) and letter, in the kind's colour with a
dark outline, so that white and yellow are read on White's counters too. Of an army that is out they are faded
and crossed. Shapes are in units from the middle of a counter, whose radius is 26.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from math import cos, pi, sin

from PIL import Image

from maps.canvas import Pen, Point, font
from maps.decal import Decal
from maps.geometry import arc, ellipse, mirrored, star
from maps.nme import style
from maps.palette import Rgb
from maps.tokens import draw_token, shadowed

RADIUS = 25.5
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
        stroke_width=max(1, round(line * pen.scale)),
        stroke_fill=style.INK,
    )


def _fade(pen: Pen) -> None:
    """Grey the counter and cross it out."""
    alpha = pen.image.getchannel("A")
    pen.image.paste(Image.blend(pen.image, Image.new("RGBA", pen.image.size, style.DEAD), 0.62), (0, 0))
    pen.image.putalpha(alpha)
    reach = RADIUS - 7.5
    for x in (-reach, reach):
        pen.line([(-x, -reach), (x, reach)], style.RED, 4.5)


def _glyph_and_letter(pen: Pen, kind: str, color: Rgb, line: float = 1.5) -> None:
    """Draw the sign of a kind."""
    for part in GLYPHS[kind]:
        pen.polygon(part, style.INK, line)
    for at, part in enumerate(GLYPHS[kind]):
        pen.polygon(part, style.INK if BAND.get(kind) == at else color)
    if kind == "I":
        pen.polygons(LETTER_I, (line, style.INK), (0, color))
    else:
        _letter(pen, kind, 26.0, (0.0, 9.0), color, line)


@lru_cache(maxsize=256)
def counter(kind: str, army: int, dead: bool, scale: float) -> Decal:
    """Draw a counter, `scale` pixels to a unit. kind: "" for an empty one, the sign of an army"""
    pen = Pen(FIELD * scale, FIELD * scale, scale)
    look = style.LOOKS[army]
    edges = ((0.0, style.INK), (2.0, look.rim), (4.2, look.shine))
    draw_token(pen, partial(shape, army), edges, (4.6, 2.0, look.face))
    if dead:
        _fade(pen)
    if kind:
        _glyph_and_letter(pen, kind, style.GHOST if dead else style.KINDS[kind])
    return shadowed(pen, shape(army), (1.6, 3.0), SHADOW, style.INK, style.palette())
