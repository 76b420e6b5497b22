"""The counters of NME: round ones for Black, hexagons for Gray, squares with round corners for White.

Each has its kind's glyph and letter, in the kind's colour with a dark outline, so that white and yellow are
read on White's counters too. Of an army that is out they are faded and crossed.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw

from maps.canvas import OVERSAMPLE, Pen, Point, font
from maps.decal import Decal, decal
from maps.nme import style
from maps.nme.glyphs import BAND, GLYPHS, LETTER_I
from maps.palette import Rgb

RADIUS = 25.5
"""Half a counter's width, in units; no counter reaches farther than this but at a corner."""
FIELD = 66.0
"""The square in which it is drawn, with room for its shadow."""
SHADOW = 96
"""How much the shadow covers, of 255."""


def shape(army: int, inset: float = 0.0) -> list[Point]:
    """The edge of an army's counters."""
    reach = RADIUS - inset
    if army == 0:
        return [(reach * cos(pi * k / 36), reach * sin(pi * k / 36)) for k in range(72)]
    if army == 1:
        return [((reach + 1) * cos(pi * k / 3), (reach + 1) * sin(pi * k / 3)) for k in range(6)]
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
    """A bold capital with an outline."""
    x, y = pen.at(middle)
    face = font(True, size * pen.scale)
    pen.draw.text(
        (x, y + 0.364 * size * pen.scale),
        text,
        font=face,
        fill=color,
        anchor="ms",
        stroke_width=max(1, round(line * pen.scale)),
        stroke_fill=style.INK,
    )


def _token(pen: Pen, army: int) -> None:
    """A counter without its sign."""
    look = style.LOOKS[army]
    pen.draw.polygon([pen.at(point) for point in shape(army)], fill=style.INK)
    pen.draw.polygon([pen.at(point) for point in shape(army, 2.0)], fill=look.rim)
    pen.draw.polygon([pen.at(point) for point in shape(army, 4.2)], fill=look.shine)
    within = Image.new("L", pen.image.size, 0)
    ImageDraw.Draw(within).polygon([pen.at(point) for point in shape(army, 4.2)], fill=255)
    face = Image.new("L", pen.image.size, 0)
    ImageDraw.Draw(face).polygon([pen.at((x, y + 2.0)) for x, y in shape(army, 4.6)], fill=255)
    pen.image.paste(look.face, (0, 0), ImageChops.darker(face, within))


def _fade(pen: Pen) -> None:
    """Grey the counter and cross it out."""
    alpha = pen.image.getchannel("A")
    pen.image.paste(Image.blend(pen.image, Image.new("RGBA", pen.image.size, style.DEAD), 0.62), (0, 0))
    pen.image.putalpha(alpha)
    reach = RADIUS - 7.5
    for x in (-reach, reach):
        pen.line([(-x, -reach), (x, reach)], style.RED, 4.5)


def _signed(pen: Pen, kind: str, color: Rgb, line: float = 1.5) -> None:
    """A kind's glyph and letter."""
    for part in GLYPHS[kind]:
        pen.polygon(part, style.INK, line)
    for at, part in enumerate(GLYPHS[kind]):
        pen.polygon(part, style.INK if BAND.get(kind) == at else color)
    if kind == "I":
        pen.polygon(LETTER_I, style.INK, line)
        pen.polygon(LETTER_I, color)
    else:
        _letter(pen, kind, 26.0, (0.0, 9.0), color, line)


@lru_cache(maxsize=256)
def counter(kind: str, army: int, dead: bool, scale: float) -> Decal:
    """A counter, `scale` pixels to a unit. kind: "" an empty one, the sign of an army."""
    pen = Pen(FIELD * scale, FIELD * scale, scale)
    _token(pen, army)
    if dead:
        _fade(pen)
    if kind:
        _signed(pen, kind, style.GHOST if dead else style.KINDS[kind])
    shadow = Image.new("RGBA", pen.image.size, (*style.INK, 0))
    drop = [pen.at((x + 1.6, y + 3.0)) for x, y in shape(army)]
    ImageDraw.Draw(shadow).polygon(drop, fill=(*style.INK, SHADOW))
    shadow.alpha_composite(pen.image)
    return decal(shadow.reduce(OVERSAMPLE), style.INK, style.palette())
