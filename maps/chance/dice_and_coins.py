"""How dice and coins look: their colours, a die that tumbles, a coin that turns over in the air."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from typing import TypeAlias

from PIL import Image

from adjudicator.ww3.board import SEATS
from maps.canvas import Pen, Point
from maps.nemein import style as nemein
from maps.nemein.coin_faces import coin_image, denominations, question_image
from maps.palette import Palette, Rgb, blend, collect, from_hex, hexes, snap
from maps.ww3 import style as ww3

PANEL = from_hex("#26363C")
"""The ground of all."""
HEADER = from_hex("#18242A")
WHITE = from_hex("#FFFFFF")
INK = from_hex("#14191D")
QUIET = from_hex("#B4C2C2")
"""Less important words."""
SHADOW = from_hex("#182328")
GOLD = from_hex("#F2B632")
"""What came out."""


@dataclass(frozen=True, slots=True)
class DieColors:
    """The colours of a die: its faces, their pips, and the edges between them."""

    face: Rgb
    pip: Rgb
    edge: Rgb

    @property
    def shades(self) -> tuple[Rgb, ...]:
        """A face in the light, and as it turns away from it."""
        return tuple(blend(self.face, INK, share) for share in (0, 0.12, 0.24, 0.36))


NOBODY = DieColors(from_hex("#F6F0E0"), INK, from_hex("#7C7565"))
LOOKS: dict[str, DieColors] = {
    **{
        seat: DieColors(one.face, one.glyph, blend(one.face, INK, 0.55))
        for seat, one in zip(SEATS, ww3.LOOKS, strict=True)
    },
    **{seat: DieColors(one.ring, WHITE, one.edge) for seat, one in nemein.LOOKS.items()},
}
"""By seat, as on the boards; pips tell the number, the name above tells whose die it is."""
METAL = hexes("#6E4B12", "#8A5A00", "#B57F1C", "#D9A12B", "#F2B632", "#FBD87A")
"""The shades of a coin that has no currency."""


def look(seat: str | None) -> DieColors:
    """Return the colours of a seat's dice; None: nobody's."""
    return LOOKS.get(seat or "", NOBODY)


@lru_cache(maxsize=64)
def palette(coins: tuple[Rgb, ...] = ()) -> Palette:
    """Return all flat colours, and the blends of those that meet. coins: the colours of coins"""
    flats = [PANEL, HEADER, WHITE, INK, QUIET, SHADOW, GOLD, *coins]
    ramps = [(PANEL, WHITE, 7), (PANEL, QUIET, 4), (HEADER, QUIET, 4), (HEADER, WHITE, 4), (PANEL, GOLD, 4)]
    ramps += [(HEADER, GOLD, 3)]
    for one in (NOBODY, *LOOKS.values()):
        flats += [*one.shades, one.edge, one.pip]
        ramps += [(one.face, one.pip, 3), (PANEL, one.edge, 1), (PANEL, one.face, 2), (one.edge, one.pip, 1)]
    return Palette(collect(flats, ramps)[:255])


COLORS = 110
"""How many of a coin's own colours are kept."""


@dataclass(frozen=True)
class Coin:
    """What is flipped: the house coin of a currency, "" a coin of none."""

    currency: str = ""

    def face(self, heads: bool, size: int) -> Image.Image:
        """Draw one side, RGBA, `size` pixels wide."""
        if not self.currency:
            return _plain("H" if heads else "T", size)
        return coin_image(self.currency, denominations(self.currency)[0], heads, size)

    def question(self, size: int) -> Image.Image:
        """Draw it before it is flipped, RGBA."""
        return question_image(self.currency, size) if self.currency else _plain("?", size)


@lru_cache(maxsize=8)
def _plain(letter: str, size: int) -> Image.Image:
    """Draw a coin of no currency."""
    pen = Pen(size, size, size / 2)
    pen.discs((0, 0), (0.98, METAL[0]), (0.93, METAL[4]))
    pen.ring((0, 0), 0.78, 0.05, METAL[2])
    pen.disc((0, 0), 0.74, METAL[3])
    pen.letter(letter, (0, 0), 0.95, METAL[0])
    pen.letter(letter, (-0.03, -0.03), 0.95, WHITE)
    return pen.done()


@lru_cache(maxsize=64)
def colors(coin: Coin, size: int) -> tuple[Rgb, ...]:
    """Return the colours that the two sides need most, on the palette's grid."""
    both = Image.new("RGB", (2 * size, size), PANEL)
    for place, heads in enumerate((True, False)):
        image = coin.face(heads, size)
        both.paste(image, (place * size, 0), image)
    reduced = both.quantize(COLORS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    data = reduced.getpalette() or []
    return tuple(
        dict.fromkeys(snap((r, g, b)) for r, g, b in zip(data[::3], data[1::3], data[2::3], strict=True))
    )


def flipping(coin: Coin, heads: bool, size: int, left: float) -> Image.Image:
    """Draw the coin with `left` turns still to make (0 at rest: the side that came out, full in front)."""
    around = cos(2 * pi * left)
    high = max(3, round(size * abs(around)))
    image = coin.face(True if high == 3 else heads if around >= 0 else not heads, size)
    if high == size:
        return image
    flat = image.resize((size, high), Image.Resampling.BOX if high < size // 2 else Image.Resampling.BILINEAR)
    turned = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    # The rim below, as thick as it is seen.
    rim = max(2, round(size * 0.05 * (1 - abs(around))))
    edge = Image.new("RGBA", flat.size, (*METAL[0], 255))
    edge.putalpha(flat.getchannel("A"))
    top = (size - high - rim) // 2
    turned.alpha_composite(edge, (0, max(0, top + rim)))
    turned.alpha_composite(flat, (0, max(0, top)))
    return turned


Vector: TypeAlias = tuple[float, float, float]
Turn: TypeAlias = tuple[Vector, Vector, Vector]

BOX = 1.75
"""The side of the drawing, in sides of the die: it fits in any pose."""
_AXES: dict[int, Vector] = {
    1: (0, 0, 1),
    6: (0, 0, -1),
    2: (0, 1, 0),
    5: (0, -1, 0),
    3: (1, 0, 0),
    4: (-1, 0, 0),
}
"""Where each face looks, x to the right, y up, z to the eye; opposite faces add up to seven."""
_PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}
_WAYS: tuple[Vector, ...] = ((0.8, 0.6, 0), (-0.6, 0.8, 0), (0.7071, -0.7071, 0), (0.5657, 0.7071, 0.4243))
"""Axes about which a die may tumble."""
_EYE = 5.0
"""How far the eye is, in half sides."""


def _about(axis: Vector, angle: float) -> Turn:
    """Return the turn about an axis of length 1 (Rodrigues); angle in radians."""
    x, y, z = axis
    c, s, k = cos(angle), sin(angle), 1 - cos(angle)
    return (
        (c + x * x * k, x * y * k - z * s, x * z * k + y * s),
        (y * x * k + z * s, c + y * y * k, y * z * k - x * s),
        (z * x * k - y * s, z * y * k + x * s, c + z * z * k),
    )


def _turned(turn: Turn, v: Vector) -> Vector:
    """Turn a vector."""
    x, y, z = (sum(part * one for part, one in zip(row, v, strict=True)) for row in turn)
    return x, y, z


def _to_front(value: int) -> Turn:
    """Return the turn that brings a face to the eye."""
    x, y, z = _AXES[value]
    if z:
        return _about((0, 1, 0), 0 if z > 0 else pi)
    return _about((0, 1, 0), -x * pi / 2) if x else _about((1, 0, 0), y * pi / 2)


def _seen(v: Vector) -> Point:
    """Return where a point of the cube is seen; the front of a resting die is half a side from the middle."""
    near = (_EYE - 1) / (_EYE - v[2])
    return v[0] * near, -v[1] * near


def _sides(axis: Vector) -> tuple[Vector, Vector]:
    """Return two directions along a face."""
    if axis[2]:
        return (1, 0, 0), (0, 1, 0)
    return ((0, 1, 0) if axis[0] else (1, 0, 0)), (0, 0, 1)


def _on(axis: Vector, at: Point) -> Vector:
    """Return a point of a face; its corners are at (±1, ±1)."""
    one, other = _sides(axis)
    x, y, z = (a + at[0] * b + at[1] * c for a, b, c in zip(axis, one, other, strict=True))
    return x, y, z


@lru_cache(maxsize=1024)
def die_image(value: int, seat: str | None, side: int, way: int = 0, left: float = 0.0) -> Image.Image:
    """Draw a die of `side` pixels, RGBA, `BOX` times as wide. left: the turns still to make, 0 at rest"""
    pen = Pen(BOX * side, BOX * side, side / 2)
    turn_left, rest = _about(_WAYS[way % len(_WAYS)], -2 * pi * left), _to_front(value)
    colors = look(seat)
    faces = []
    for number, axis in _AXES.items():

        def place(at: Point, axis: Vector = axis) -> Vector:
            return _turned(turn_left, _turned(rest, _on(axis, at)))

        normal = _turned(turn_left, _turned(rest, axis))
        if normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * (normal[2] - _EYE) >= 0:
            continue  # it looks away from the eye
        corners = [_seen(place(at)) for at in ((-0.84, -0.84), (-0.84, 0.84), (0.84, 0.84), (0.84, -0.84))]
        dark = 0.5 * (1 - normal[2]) + 0.35 * max(0.0, -normal[1])
        faces.append((number, corners, place, colors.shades[min(3, int(dark * 4))]))
    for _, corners, _, _ in faces:
        pen.polygon(corners, colors.edge, 0.17)
    for number, corners, place, shade in faces:
        pen.polygon(corners, shade, 0.10)
        radius = 0.27 if number == 1 else 0.19
        for x, y in _PIPS[number]:
            ring = [
                (0.5 * x + radius * cos(step * pi / 8), 0.5 * y + radius * sin(step * pi / 8))
                for step in range(16)
            ]
            pen.polygon([_seen(place(at)) for at in ring], colors.pip)
    return pen.done()
