"""Coins, houses and piles of Nemein, and the marks, arrows and badges over its board: drawn once and kept.

Lengths are in tiles unless they are said to be pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, cos, hypot, sin

from PIL import Image, ImageDraw

from maps.canvas import OVERSAMPLE, Pen, Point
from maps.decal import Decal, decal
from maps.geometry import moved, star
from maps.nemein import style
from maps.nemein.coin_faces import coin_image, denominations, plinth_image, struck
from maps.nemein.layout import TIP, hexagon, tag_line
from maps.palette import Rgb

SHADOW = 110
"""How much a coin's shadow covers, of 255."""
ROOF = 0.115
"""The thickness of a roof, in tiles."""
PILE = 5
"""The most coins on one pile."""
TAG_HIGH = 0.82
"""From a name's baseline to the top of its tag, over its size."""
LOST_HIGH = 0.2
"""The height of a tag that tells what was lost, in tiles."""
THICK = 0.13
"""How far one coin of a pile lies above the next, in its widths."""


def _shadowed(image: Image.Image) -> Decal:
    """Return a coin with its shadow to the lower right."""
    wide = image.width
    drop = max(1, round(wide * 0.035))
    field = Image.new("RGBA", (wide + 4 * drop, wide + 4 * drop), (*style.INK, 0))
    large = Image.new("L", (field.width * 3, field.height * 3), 0)
    edges = (drop * 0.7, drop * 1.3, wide + drop * 0.7, wide + drop * 1.3)
    ImageDraw.Draw(large).ellipse([3 * (2 * drop + edge) for edge in edges], fill=SHADOW)
    field.paste((*style.INK, 255), (0, 0), large.reduce(3))
    field.putalpha(large.reduce(3))
    field.alpha_composite(image, (2 * drop, 2 * drop))
    return decal(field, style.INK, style.palette())


@lru_cache(maxsize=512)
def coin(currency: str, denomination: int, seat: str, diameter: int, ringed: bool = True) -> Decal:
    """Draw a seat's coin as it lies on the board: south's with its head up, north's with its laurel.

    ringed: in the seat's ring; not on a house, which is in it
    """
    ring = seat if ringed else None
    return _shadowed(coin_image(currency, denomination, seat == "south", diameter, ring, True))


@lru_cache(maxsize=64)
def plinth(currency: str, seat: str, diameter: int) -> Decal:
    """Draw a house coin that lies beneath a unit."""
    return _shadowed(plinth_image(currency, seat, diameter))


@lru_cache(maxsize=32)
def roof(seat: str, counts: bool, tile: float) -> Decal:
    """Draw the roof of a house along a tile's upper edges. counts: full, with a star; otherwise hollow"""
    look = style.LOOKS[seat]
    pen = Pen(tile * 1.1, tile * 1.3, tile)

    def gable(inset: float, thick: float, half: float) -> list[Point]:
        """Return a band along the two upper edges of a tile, `inset` tiles from them."""

        def down(across: float, off: float) -> float:
            return -TIP + off / 0.866025 + across * 0.57735

        outer = [(-half, down(half, inset)), (0.0, down(0.0, inset)), (half, down(half, inset))]
        return [*outer, *((x, down(abs(x), inset + thick)) for x in (half, 0.0, -half))]

    chimney = [(0.20, -0.52), (0.29, -0.52), (0.29, -0.36), (0.20, -0.40)]
    for points in (chimney, gable(0.035, ROOF, 0.465)):
        pen.polygon(points, style.INK, 0.016)
    for points in (chimney, gable(0.035, ROOF, 0.465)):
        pen.polygon(points, look.ring)
    if counts:
        pen.polygons(star(0.105, middle=(0.0, -0.44)), (0.022, style.INK), (0.0, style.GOLD))
    else:
        pen.polygon(gable(0.068, ROOF - 0.066, 0.43), style.INK)
    return decal(pen.done(), style.INK, style.palette())


def tag_middle(size: float) -> float:
    """Return how far the middle of a tag is below that of its tile, in tiles."""
    return (tag_line(size) - TAG_HIGH * size + TIP) / 2


@lru_cache(maxsize=16)
def tag(size: float, letters: int, tile: float) -> Decal:
    """Draw what lies behind the name of a tile with coins, in its lower tip. size: of the name, in tiles"""
    half, middle = (0.16 + 0.29 * letters) * size, tag_middle(size)
    top, low = tag_line(size) - TAG_HIGH * size, TIP - half / 3**0.5
    cut = 0.16 * size
    points = [(cut - half, top), (half - cut, top), (half, top + cut), (half, low), (0.0, TIP)]
    points += [(-half, low), (-half, top + cut)]
    pen = Pen(2.4 * half * tile, (TIP - top) * 1.2 * tile, tile)
    pen.polygon(moved(points, 0.0, -middle), style.HEADER)
    return decal(pen.done(), style.HEADER, style.palette())


@lru_cache(maxsize=64)
def pile(currency: str, seat: str, count: int, diameter: int) -> Decal:
    """Draw house coins lying on one another, at most `PILE`."""
    top = coin_image(currency, denominations(currency)[0], seat == "south", diameter, None, True)
    step = max(2, round(diameter * THICK))
    pad = 4
    field = Image.new("RGBA", (diameter + 2 * pad, diameter + step * count + 2 * pad), (*style.INK, 0))
    fine = OVERSAMPLE
    for k in range(count):
        low = pad + step * (count - 1 - k)
        edge = Image.new("RGBA", (field.width * fine, field.height * fine), (0, 0, 0, 0))
        draw = ImageDraw.Draw(edge)
        metal = style.HOUSE[0]
        edges = ((step, style.INK), (step - 2, metal.dark), (step // 2, metal.light), (1, metal.dark))
        for down, color in edges:
            box = (pad * fine, (low + down) * fine, (pad + diameter) * fine, (low + down + diameter) * fine)
            draw.ellipse(box, fill=color)
        field.alpha_composite(edge.reduce(fine))
        field.alpha_composite(top, (pad, low))
    return decal(field, style.INK, style.palette())


@lru_cache(maxsize=16)
def flipped(currency: str, heads: bool, diameter: int) -> Decal:
    """Draw a coin that was flipped, in nobody's ring."""
    return _shadowed(coin_image(currency, denominations(currency)[0], heads, diameter))


@lru_cache(maxsize=32)
def token(seat: str, diameter: int) -> Decal:
    """Draw a seat's sign beside its player's name: an unmarked coin in its ring."""
    return _shadowed(struck((style.SILVER, style.SILVER), "", "", seat == "south", diameter, seat, False))


def piles(count: int) -> Sequence[int]:
    """Return how many coins lie on each pile.

    >>> piles(0), piles(3), piles(12)
    ((), (3,), (5, 5, 2))
    """
    whole, rest = divmod(count, PILE)
    return (*([PILE] * whole), *([rest] if rest else []))


@lru_cache(maxsize=16)
def counts_from(seat: str, up: bool, tile: float) -> Decal:
    """Draw a sign at the end of a line: from here on, that way, a seat's houses count."""
    pen = Pen(0.36 * tile, 0.6 * tile, tile)
    way = -1 if up else 1
    ring = style.LOOKS[seat].ring
    chevron = [(-0.095, 0.14 * way), (0.0, 0.215 * way), (0.095, 0.14 * way)]
    body = [(-0.075, -0.03), (0.075, -0.03), (0.075, 0.09), (-0.075, 0.09)]
    top = [(0.0, -0.13), (0.115, -0.02), (-0.115, -0.02)]
    low = -0.06 * way
    shapes = [[(x, y + low + 0.02) for x, y in shape] for shape in (body, top)]
    pen.line(chevron, style.INK, 0.085)
    for shape in shapes:
        pen.polygon(shape, style.INK, 0.022)
    pen.line(chevron, ring, 0.045)
    for shape in shapes:
        pen.polygon(shape, ring)
    pen.polygon(star(0.07, middle=(0.0, low + 0.045)), style.INK)
    return decal(pen.done(), style.INK, style.palette())


MARKS = ("chosen", "move", "attack", "flip")
COLORS: dict[str, Rgb] = {
    "chosen": style.CHOSEN,
    "move": style.GREEN,
    "attack": style.RED,
    "flip": style.PURPLE,
    "last": style.LAST,
    "from": style.LAST,
    "draft": style.DRAFT,
}
EDGES: dict[str, Rgb] = {
    "last": style.LAST_EDGE,
    "from": style.LAST_EDGE,
    "draft": style.DRAFT_EDGE,
    "chosen": style.INK,
}
BADGE_COLORS = {"won": style.GREEN, "lost": style.RED}
BADGE_COLORS |= dict.fromkeys(("split", "upgrade", "swap", "house"), style.DRAFT_EDGE)
BADGE: Point = (0.378, -0.235)
"""Where on a tile a mark has its badge."""
LINE = 0.062
"""The width of a mark's line."""


def _walk(points: list[Point], dashes: int) -> list[list[Point]]:
    """Return dashes on a closed line. dashes: how many on each side"""
    found = []
    for k, (x, y) in enumerate(points):
        a, b = points[(k + 1) % len(points)]
        for dash in range(dashes):
            ends = [(dash + share) / dashes for share in (0.2, 0.8)]
            found.append([(x + (a - x) * share, y + (b - y) * share) for share in ends])
    return found


HEAD, WHOLE, ARROW_TIP = 0.24, 0.60, 0.64
"""The length of an arrow's head, and of all of it; and how far from tile to tile its tip is: the head lies
over the edge between them, where it hides no number."""


@lru_cache(maxsize=64)
def frame_mark(kind: str, tile: float) -> Decal:
    """Draw a line within a tile's edges, dashed for "flip", "from" and "draft"; ValueError: no such mark."""
    if kind not in COLORS:
        raise ValueError(f"there is no mark {kind!r}")
    pen = Pen(tile * 1.16, tile * 1.3, tile)
    edge = EDGES.get(kind, style.WHITE)
    points = hexagon(0.032)
    closed = [[*points, points[0]]]
    lines = _walk(points, 3 if kind == "flip" else 2) if kind in ("flip", "from", "draft") else closed
    for width, color in ((LINE + 0.03, edge), (LINE, COLORS[kind])):
        for line in lines:
            pen.line(line, color, width)
    return decal(pen.done(), edge, style.palette())


@lru_cache(maxsize=64)
def badge(kind: str, tile: float) -> Decal:
    """Draw a round sign: "chosen", "move" (an arrow), "attack" (a star), "flip" (a coin with ?); "won",
    "lost"; "split", "upgrade", "swap", "house"."""
    pen = Pen(0.4 * tile, 0.4 * tile, tile)
    color = BADGE_COLORS.get(kind) or COLORS[kind]
    edge = style.INK if kind == "chosen" else style.WHITE
    pen.discs((0, 0), (0.155, edge), (0.128, color))
    ink = style.INK if kind == "chosen" else style.WHITE
    if kind in ("chosen", "won"):
        pen.line([(-0.06, 0.005), (-0.015, 0.055), (0.065, -0.05)], ink, 0.036)
    elif kind == "move":
        pen.line([(-0.055, 0.0), (0.02, 0.0)], ink, 0.036)
        pen.polygon([(0.085, 0.0), (0.005, 0.07), (0.005, -0.07)], ink)
    elif kind == "attack":
        pen.polygon(star(0.105, 8, 0.48), ink)
    elif kind == "lost":
        for way in (1, -1):
            pen.line([(-0.052, -0.052 * way), (0.052, 0.052 * way)], ink, 0.038)
    elif kind == "flip":
        pen.letter("?", (0.0, 0.0), 0.2, ink)
    elif kind == "upgrade":
        pen.polygon([(0.0, -0.09), (0.075, 0.0), (-0.075, 0.0)], ink)
        pen.line([(0.0, 0.0), (0.0, 0.065)], ink, 0.04)
    elif kind == "split":
        pen.disc((-0.05, 0.03), 0.042, ink)
        pen.disc((0.05, 0.03), 0.042, ink)
        pen.disc((0.0, -0.06), 0.042, ink)
    elif kind == "swap":
        for way in (1, -1):
            pen.line([(-0.06 * way, -0.035 * way), (0.02 * way, -0.035 * way)], ink, 0.026)
            pen.polygon([(x * way, y * way) for x, y in ((0.085, -0.035), (0.02, -0.08), (0.02, 0.01))], ink)
    elif kind == "house":
        pen.polygon([(0.0, -0.09), (0.085, -0.01), (-0.085, -0.01)], ink)
        pen.polygon([(-0.055, -0.01), (0.055, -0.01), (0.055, 0.07), (-0.055, 0.07)], ink)
    return decal(pen.done(), edge, style.palette())


@lru_cache(maxsize=16)
def burst(tile: float) -> Decal:
    """Draw what lies behind a coin that won an attack."""
    pen = Pen(1.1 * tile, 1.1 * tile, tile)
    pen.polygon(star(0.405, 14, 0.86), style.WHITE, 0.014)
    pen.polygon(star(0.395, 14, 0.86), style.RED)
    return decal(pen.done(), style.WHITE, style.palette())


@lru_cache(maxsize=32)
def tag_above(wide: float, tile: float) -> Decal:
    """Draw what lies behind words at the upper tip of a tile: what was lost there. wide: in tiles"""
    pen = Pen((wide + 0.1) * tile, (LOST_HIGH + 0.1) * tile, tile)
    half, high = wide / 2, LOST_HIGH / 2
    for grow, color in ((0.024, style.WHITE), (0.0, style.RED)):
        pen.polygon([(-half, -high), (half, -high), (half, high), (-half, high)], color, grow)
    return decal(pen.done(), style.WHITE, style.palette())


@lru_cache(maxsize=16)
def left(tile: float) -> Decal:
    """Draw the mark on the tile that the newest move left."""
    pen = Pen(0.4 * tile, 0.4 * tile, tile)
    pen.discs((0, 0), (0.13, style.LAST_EDGE), (0.095, style.LAST))
    return decal(pen.done(), style.LAST_EDGE, style.palette())


@lru_cache(maxsize=64)
def arrow(across: float, down: float, kind: str, tile: float, blunt: bool = False) -> Decal:
    """Draw a short arrow by the vector from its tail to its tip. kind: of `COLORS`;  blunt: without a head"""
    length = hypot(across, down)
    pen = Pen((abs(across) + 0.5) * tile, (abs(down) + 0.5) * tile, tile)
    angle = atan2(down, across)

    def at(far: float, aside: float) -> Point:
        along = far - length / 2
        return cos(angle) * along - sin(angle) * aside, sin(angle) * along + cos(angle) * aside

    half = 0.092
    head = min(HEAD, length)
    color, edge = COLORS[kind], EDGES.get(kind, style.WHITE)
    back = length - head
    tip = [at(length, 0), at(back, half), at(back + 0.075, 0), at(back, -half)]
    shaft = [at(0.0, 0), at(length - head, 0)]
    has_shaft = length > head + 0.02
    if has_shaft:
        pen.line(shaft, edge, 0.155)
    if not blunt:
        pen.polygon(tip, edge, 0.028)
    if has_shaft:
        pen.line(shaft, color, 0.10)
    if not blunt:
        pen.polygon(tip, color)
    return decal(pen.done(), edge, style.palette())


@lru_cache(maxsize=32)
def house_icon(seat: str, full: bool, wide: float) -> Decal:
    """Draw a little house: one that counts, or the room for one."""
    look = style.LOOKS[seat]
    pen = Pen(wide * 1.16, wide * 1.16, wide)
    body = [(-0.33, -0.02), (0.33, -0.02), (0.33, 0.42), (-0.33, 0.42)]
    top = [(0.0, -0.46), (0.49, 0.02), (-0.49, 0.02)]
    for points in (body, top):
        pen.polygon(points, style.INK if full else style.FADED, 0.04)
    for points in (body, top):
        pen.polygon(points, look.ring if full else style.HEADER)
    if full:
        pen.polygon(star(0.24, middle=(0.0, 0.12)), style.GOLD, 0.0)
        pen.polygon(star(0.27, middle=(0.0, 0.12)), style.INK, 0.0)
        pen.polygon(star(0.23, middle=(0.0, 0.12)), style.GOLD, 0.0)
    return decal(pen.done(), style.INK if full else style.FADED, style.palette())
