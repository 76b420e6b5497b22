"""Marks, arrows and badges that lie over the board of Nemein: drawn once and kept. Lengths are in tiles."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, cos, hypot, sin

from maps.canvas import Pen, Point
from maps.decal import Decal, decal
from maps.geometry import star
from maps.nemein import style
from maps.nemein.empty_board import hexagon
from maps.palette import Rgb

MARKS = ("chosen", "move", "attack", "flip")
KEY = {"chosen": "chosen", "move": "move", "attack": "sure win", "flip": "coin flip"}
"""By mark: its word in the key."""
COLORS: dict[str, Rgb] = {
    "chosen": style.CHOSEN,
    "move": style.GREEN,
    "attack": style.RED,
    "flip": style.PURPLE,
    "last": style.LAST,
    "draft": style.DRAFT,
}
EDGES: dict[str, Rgb] = {"last": style.LAST_EDGE, "draft": style.DRAFT_EDGE, "chosen": style.INK}
BADGE_COLORS = {"won": style.GREEN, "lost": style.RED}
BADGE_COLORS |= dict.fromkeys(("split", "upgrade", "swap", "house"), style.DRAFT_EDGE)
BADGE: Point = (0.378, -0.235)
"""Where on a tile a mark has its badge."""
LINE = 0.052
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


HEAD, WHOLE, TIP = 0.24, 0.60, 0.64
"""The length of an arrow's head, and of all of it; and how far from tile to tile its tip is: the head lies
over the edge between them, where it hides no number."""


@lru_cache(maxsize=64)
def frame_mark(kind: str, tile: float) -> Decal:
    """Draw a line within a tile's edges, dashed for "flip" and "draft"; ValueError: no such mark."""
    if kind not in COLORS:
        raise ValueError(f"there is no mark {kind!r}")
    pen = Pen(tile * 1.16, tile * 1.3, tile)
    edge = EDGES.get(kind, style.WHITE)
    points = hexagon(0.032)
    closed = [[*points, points[0]]]
    lines = _walk(points, 3 if kind == "flip" else 2) if kind in ("flip", "draft") else closed
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
