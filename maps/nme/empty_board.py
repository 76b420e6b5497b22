"""The empty board of NME: table, border, hexagons and stars. Drawn once a frame and kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import ceil

from PIL import Image, ImageDraw

from maps.canvas import Canvas, Point
from maps.geometry import moved, scaled, star
from maps.nme import style
from maps.nme.layout import RIM, SIDE, NmeFrame, ground, outline, owner_of, spots
from maps.nme.pieces import SLIM
from maps.palette import Rgb, blend
from maps.strips import FINE, Strip, paint_strips

NODE, TIP = 12.5, 10.5
"""The radius of a star's disc, and of the star in it, in a part of the board."""
SPECK = 9.5
"""The radius of a star on the whole board, where it has no disc."""
BASE = 14.0
"""The radius of a star's disc in a base."""
CORNERS = ((0.0, -1.0), (0.866, -0.5), (0.866, 0.5), (0.0, 1.0), (-0.866, 0.5), (-0.866, -0.5))
"""The corners of a hexagon, clockwise from the top."""


def tile_color(space: int, dead: frozenset[int]) -> Rgb:
    """Return the colour of a hexagon. dead: the armies that are out"""
    owner = owner_of(space)
    if owner >= 0:
        return style.LOOKS[owner].tile if owner not in dead else style.DEAD_TILE
    q, r = ground().points[space]
    return style.TILES[(q - r) // 3 % 3]


def side_color(owner: int, dead: frozenset[int]) -> Rgb:
    """Return the colour of the border. owner: the army whose base is there, or -1"""
    if owner < 0:
        return style.WOOD
    return style.DEAD if owner in dead else style.LOOKS[owner].side


@lru_cache(maxsize=12)
def empty_board(frame: NmeFrame, dead: frozenset[int]) -> Canvas:
    """Draw the board without pieces; copy it before drawing on it. dead: the armies that are out"""

    def paint(strip: Strip[NmeFrame]) -> None:
        _border(strip, dead)
        _tiles(strip, dead)
        _stars(strip, dead)

    return paint_strips(frame, style.TABLE, style.palette(), paint)


def _border(strip: Strip[NmeFrame], dead: frozenset[int]) -> None:
    """Draw the board's edge: wood, and before each base the colour of its army."""
    frame = strip.frame
    grow = RIM / SIDE
    unit = frame.scale
    outer = [frame.place(ends[0]) for _, ends in outline(frame.bottom, grow)]
    shadow, shade = moved(outer, 5 * unit, 8 * unit), blend(style.TABLE, style.INK, 0.45)
    strip.polygon(shadow, shade)
    strip.edged(shadow, shade, 12 * unit)
    strip.edged(outer, style.dark(style.WOOD), 12 * unit)
    strip.polygon(outer, style.WOOD)
    inner = [ends for _, ends in outline(frame.bottom, -0.75)]
    for (owner, ends), (start, end) in zip(outline(frame.bottom, grow), inner, strict=True):
        color = side_color(owner, dead)
        shape = [frame.place(point) for point in (*ends, end, start)]
        strip.polygon(shape, color)
        if owner in dead:
            _hatched(strip, shape)
    for _, ends in outline(frame.bottom, grow - 3 / SIDE):
        strip.line([frame.place(point) for point in ends], style.light(style.WOOD), 1.6 * unit)


def _hatched(strip: Strip[NmeFrame], shape: Sequence[Point]) -> None:
    """Draw lines over the border of an army that is out."""
    mask = Image.new("L", strip.image.size, 0)
    draw = ImageDraw.Draw(mask)
    pitch, high = 14 * strip.frame.scale, strip.image.height / FINE
    for k in range(-ceil(high / pitch) - 1, ceil(strip.frame.width / pitch) + 1):
        ends = [(k * pitch * FINE, 0.0), ((k * pitch + high) * FINE, high * FINE)]
        offset = -(strip.top % pitch) * FINE
        draw.line([(x - offset, y) for x, y in ends], fill=255, width=round(3 * strip.frame.scale * FINE))
    mask.paste(0, (0, 0), strip.mask(shape).point([255] * 128 + [0] * 128))
    strip.image.paste(blend(style.DEAD, style.INK, 0.3), (0, 0), mask)


def _tiles(strip: Strip[NmeFrame], dead: frozenset[int]) -> None:
    """Draw the hexagons with lighter upper and darker lower edges, and the grooves between."""
    frame, side = strip.frame, SIDE * strip.frame.scale
    unit = frame.scale
    shown = [
        cell
        for cell in range(ground().hexagons)
        if frame.shows(cell) and strip.has(frame.at(cell)[1], side + 9)
    ]
    for cell in shown:
        strip.polygon(scaled(CORNERS, side + 3.2 * unit, frame.at(cell)), style.GROOVE)
    for cell in shown:
        color = tile_color(cell, dead)
        at = frame.at(cell)
        inner = scaled(CORNERS, side - 1.4 * unit, at)
        strip.polygon(inner, color)
        drawn = scaled(CORNERS, side - 2.9 * unit, at)
        strip.line([drawn[k] for k in (4, 5, 0, 1)], style.light(color), 2.4 * unit)
        strip.line([drawn[k] for k in (1, 2, 3, 4)], style.dark(color), 2.4 * unit)


def _stars(strip: Strip[NmeFrame], dead: frozenset[int]) -> None:
    """Draw a star at every corner; a base's on its army's colour, the black ones black on gold."""
    frame, board = strip.frame, ground()
    unit = frame.scale
    for space in range(board.hexagons, len(board.names)):
        x, y = frame.at(space)
        if not frame.shows(space) or not strip.has(y, 24 * unit):
            continue
        owner = owner_of(space)
        if owner < 0 and frame.is_whole:
            speck = scaled(star(SPECK, inner=SLIM), unit, (x, y))
            strip.polygon(speck, style.star_color(style.TILES[1]))
            continue
        black = space in board.black
        grow = (1.25 if black else 1.0) * (BASE / NODE if owner >= 0 else 1.0)
        out = owner in dead
        strip.disc((x + 0.8 * unit, y + 1.6 * unit), (NODE * grow + 0.8) * unit, style.GROOVE)
        strip.disc((x, y), NODE * grow * unit, style.STAR_EDGE)
        if owner >= 0:
            strip.disc((x, y), (NODE * grow + 2.5) * unit, style.INK)
            strip.disc((x, y), (NODE * grow + 1.0) * unit, side_color(owner, dead))
        disc = style.DEAD_TILE if out else style.GOLD if black else style.NODE
        strip.disc((x, y), (NODE * grow - (3.4 if owner >= 0 else 1.8)) * unit, disc)
        tip = style.INK if black else style.STAR_EDGE
        shape = star((TIP - (1.5 if owner >= 0 else 0.0)) * grow, inner=SLIM)
        strip.polygon(scaled(shape, unit, (x, y)), tip)


def name_ground(frame: NmeFrame, space: int, dead: frozenset[int], way: int) -> Rgb:
    """Return the colour on which a name beside a space stands. way: -1 left of it, 1 right"""
    board = ground()
    if space < board.hexagons:
        return tile_color(space, dead)
    x, y = spots(frame.bottom)[space]
    # The hexagon in which the name stands: beside the star, half a side above or below.
    near = [(round(x + way * 0.866025, 2), round(y + step, 2)) for step in (0.5, -0.5)]
    found = next((cells(frame.bottom)[key] for key in near if key in cells(frame.bottom)), -1)
    return tile_color(found, dead) if found >= 0 else side_color(_side_at(frame, (x + way * 0.6, y)), dead)


@cache
def cells(bottom: int) -> Mapping[tuple[float, float], int]:
    """Return the hexagons by the places of their middles."""
    places = spots(bottom)[: ground().hexagons]
    return {(round(x, 2), round(y, 2)): cell for cell, (x, y) in enumerate(places)}


def name_ink(below: Rgb, *, quiet: bool) -> Rgb:
    """Return the colour of a name on a ground."""
    ink = next((look.ink for look in style.LOOKS if look.side == below), None)
    if ink or below == style.WOOD:
        return ink or style.STAR
    return style.quiet_color(below) if quiet else style.name_color(below)


def _side_at(frame: NmeFrame, place: Point) -> int:
    """Return whose border is at a place beside the hexagons."""

    def beyond(side: tuple[int, tuple[Point, Point]]) -> float:
        (ax, ay), (bx, by) = side[1]
        area = (bx - ax) * (place[1] - ay) - (by - ay) * (place[0] - ax)
        length: float = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        return area / length

    return min(outline(frame.bottom, 0.0), key=beyond)[0]
