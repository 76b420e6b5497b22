"""The counters of WW3: round ones for Red, square for Blue, six-sided for Silver, shields for Olive.

One whose kind is not to be seen lies covered, with a question mark. An eye marks a unit whose kind everybody
knows.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw

from adjudicator.ww3.board import HIDDEN
from maps.canvas import OVERSAMPLE, Pen, Point
from maps.decal import Decal, decal
from maps.palette import Rgb, blend
from maps.ww3 import style
from maps.ww3.glyphs import GLYPHS, arc

RADIUS = 44.0
"""Half a counter's width, in units."""
FIELD = 108.0
"""The square in which it is drawn, with room for its shadow."""
SHADOW = 100
"""How much the shadow covers, of 255."""
ROOM = ((0.9, 0.0), (0.96, 0.0), (0.88, 0.0), (0.93, -2.0))
"""By team: how large a sign is on its counters, and how far below the middle."""
RIM, SHINE = 2.2, 5.0
"""Where the rim and the face begin, from the edge."""


def _rounded(corners: list[Point], radius: float) -> list[Point]:
    """A convex shape, clockwise, whose corners are rounded."""
    found = []
    for k, (x, y) in enumerate(corners):
        ends = []
        for ox, oy in (corners[k - 1], corners[(k + 1) % len(corners)]):
            length = ((ox - x) ** 2 + (oy - y) ** 2) ** 0.5
            ends.append((x + (ox - x) / length * radius, y + (oy - y) / length * radius))
        (ax, ay), (bx, by) = ends
        for step in range(7):  # a quadratic curve from one end to the other
            t = step / 6
            p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
            found.append((p * ax + q * x + r * bx, p * ay + q * y + r * by))
    return found


def shape(team: int, inset: float = 0.0) -> list[Point]:
    """The edge of a team's counters."""
    reach = RADIUS - inset
    if team == 0:
        return [(reach * cos(pi * k / 60), reach * sin(pi * k / 60)) for k in range(120)]
    if team == 1:
        side = reach - 3.5
        return _rounded([(-side, -side), (side, -side), (side, side), (-side, side)], 13.0 - inset * 0.5)
    if team == 2:
        far = reach + 2.5
        return _rounded([(far * cos(pi * k / 3), far * sin(pi * k / 3)) for k in range(6)], 5.0)
    side, top = reach - 3.0, -reach + 2.0
    foot = reach + 3.5
    lower = [(side * cos(pi * t / 24) ** 0.82, 2.0 + (foot - 2.0) * sin(pi * t / 24)) for t in range(12)]
    right = [(side, top), *lower, (0.0, foot)]
    return [*right, *[(-x, y) for x, y in reversed(right[:-1])]]


def _token(pen: Pen, team: int, edges: tuple[Rgb, Rgb, Rgb], color: Rgb) -> None:
    """A counter without its sign. edges: the colours of its outline, rim and lit edge"""
    for inset, edge in zip((0.0, RIM, SHINE), edges, strict=True):
        pen.draw.polygon([pen.at(point) for point in shape(team, inset)], fill=edge)
    face = _mask(pen, [(x, y + 2.6) for x, y in shape(team, SHINE + 0.8)])
    pen.image.paste(color, (0, 0), ImageChops.darker(face, _mask(pen, shape(team, SHINE))))


def _mask(pen: Pen, corners: list[Point]) -> Image.Image:
    """Where a shape is, enlarged as the pen's image."""
    mask = Image.new("L", pen.image.size, 0)
    ImageDraw.Draw(mask).polygon([pen.at(point) for point in corners], fill=255)
    return mask


def _cover(pen: Pen, team: int, color: Rgb) -> None:
    """Stripes over a counter's face: it is closed."""
    lines = Image.new("L", pen.image.size, 0)
    draw = ImageDraw.Draw(lines)
    for k in range(-10, 11):
        ends = [pen.at((k * 11.0 - 50, 50)), pen.at((k * 11.0 + 50, -50))]
        draw.line(ends, fill=255, width=round(4.0 * pen.scale))
    pen.image.paste(color, (0, 0), ImageChops.darker(lines, _mask(pen, shape(team, SHINE + 2.5))))


def _signed(pen: Pen, kind: str, team: int, ink: Rgb, face: Rgb) -> None:
    """A kind's sign, cut off where the counter's face ends."""
    zoom, drop = ROOM[team]
    sign = Pen(pen.size[0], pen.size[1], pen.scale / OVERSAMPLE * zoom)
    sign.middle = pen.at((0.0, drop))
    GLYPHS[kind](sign, ink, face)
    within = _mask(pen, shape(team, SHINE))
    pen.image.paste(sign.image, (0, 0), ImageChops.darker(sign.image.getchannel("A"), within))


@lru_cache(maxsize=16)
def eye(scale: float) -> Decal:
    """The mark of a unit whose kind everybody knows, for a counter's upper right."""
    pen = Pen(44 * scale, 44 * scale, scale)
    lids = [*arc(0, 7.0, 16.0, 16.5, 1.16, 1.84, 10), *arc(0, -7.0, 16.0, 16.5, 0.16, 0.84, 10)]
    pen.disc((0, 0), 17.5, style.INK)
    pen.disc((0, 0), 15.6, style.GOLD)
    pen.polygon(lids, style.INK, 1.2)
    pen.polygon(lids, style.WHITE)
    pen.disc((0, 0), 5.6, style.INK)
    pen.disc((1.8, -1.8), 1.5, style.WHITE)
    return decal(pen.done(), style.INK, style.palette())


@lru_cache(maxsize=256)
def counter(kind: str, team: int, scale: float) -> Decal:
    """A counter, `scale` pixels to a unit. kind: "" an empty one, the sign of a team; "?" a covered one."""
    pen = Pen(FIELD * scale, FIELD * scale, scale)
    look = style.LOOKS[team]
    _token(pen, team, (style.INK, look.rim, look.shine), look.face)
    if kind == HIDDEN:
        _cover(pen, team, blend(look.face, look.rim, 0.55))
    if kind:
        _signed(pen, kind, team, look.glyph, look.face)
    shadow = Image.new("RGBA", pen.image.size, (*style.INK, 0))
    drop = [pen.at((x + 2.4, y + 4.4)) for x, y in shape(team)]
    ImageDraw.Draw(shadow).polygon(drop, fill=(*style.INK, SHADOW))
    shadow.alpha_composite(pen.image)
    return decal(shadow.reduce(OVERSAMPLE), style.INK, style.palette())


@lru_cache(maxsize=128)
def ghost(kind: str, team: int, edge: Rgb, scale: float) -> Decal:
    """A pale counter: of a unit that is not there, but is to be there, or left the board with its Base."""
    pen = Pen(FIELD * scale, FIELD * scale, scale)
    look = style.LOOKS[team]
    face = style.pale(look)
    _token(pen, team, (edge, edge, face), face)
    if kind == HIDDEN:
        _cover(pen, team, blend(face, look.rim, 0.3))
    if kind:
        _signed(pen, kind, team, look.rim, face)
    return decal(pen.done(), edge, style.palette())
