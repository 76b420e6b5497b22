"""The empty board of WW3: table, map, hills, lines, points and coordinates. Drawn once a frame and kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import ceil, exp
from operator import mul

from PIL import Image, ImageDraw

from maps.canvas import Canvas, Point, text_width
from maps.geometry import between, moved
from maps.palette import Rgb, blend
from maps.strips import FINE, Strip, paint_strips
from maps.ww3 import style
from maps.ww3.layout import (
    BAND,
    EAST,
    NORTH,
    PAPER,
    PITCH,
    RIM,
    SCALE,
    SOUTH,
    WEST,
    Ww3Frame,
    arm,
    border,
    coordinates,
    cross,
    extent,
    ground,
    owners,
    quarters,
    side_of,
    turned,
)

HILLS = (
    (5.1, 2.1, 1.5, 0.9, 1.0), (8.3, 1.2, 0.9, 1.2, 0.7), (3.9, 3.6, 0.8, 0.8, 0.5),
    (1.9, 6.4, 1.0, 1.6, 1.0), (3.4, 7.8, 0.9, 0.7, 0.6), (4.8, 6.2, 1.3, 0.8, 0.7),
    (7.0, 4.9, 1.0, 1.3, 0.9), (7.3, 7.6, 1.4, 0.9, 0.8), (6.2, 10.1, 1.6, 0.8, 1.0),
    (4.2, 9.2, 0.7, 1.0, 0.6), (9.7, 5.3, 1.3, 0.9, 0.9), (10.6, 7.7, 0.9, 0.8, 0.7),
)  # fmt: skip
"""Each: x and y of its top, its width and length, its height."""
LEVELS = tuple(0.15 + 0.16 * k for k in range(7))
STEP = 0.1
"""The distance of two points at which the height is taken, in pitches."""

Contour = tuple[int, Point, Point]
"""A stroke: the team in whose arm it lies or -1, and its ends as `maps.ww3.layout.turned` has them."""


@cache
def _strokes() -> tuple[tuple[Point, Point], ...]:
    """Return all strokes, on the board as its file has it."""
    _, _, size = extent()
    edge = PAPER / PITCH
    count = round((size - 1 + 2 * edge) / STEP)
    along = [1 - edge + (size - 1 + 2 * edge) * k / count for k in range(count + 1)]
    # Each hill is a product of what it is across and along: that is quicker by far.
    across = [[exp(-(((x - u) / wide) ** 2)) * high for u, _, wide, _, high in HILLS] for x in along]
    upwards = [[exp(-(((y - v) / long) ** 2)) for _, v, _, long, _ in HILLS] for y in along]
    heights = [[sum(map(mul, one, other)) for other in upwards] for one in across]
    found: list[tuple[Point, Point]] = []
    for i in range(count):
        for j in range(count):
            corners = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
            values = [heights[a][b] for a, b in corners]
            low, high = min(values), max(values)
            for level in LEVELS:
                if low < level <= high:
                    cuts = []
                    for k in range(4):
                        one, other = values[k - 1], values[k]
                        if (one < level) != (other < level):
                            share = (level - one) / (other - one)
                            (a, b), (c, d) = corners[k - 1], corners[k]
                            x = along[a] + (along[c] - along[a]) * share
                            cuts.append((x, along[b] + (along[d] - along[b]) * share))
                    found += zip(cuts[::2], cuts[1::2], strict=True)
    return tuple(found)


@cache
def contours(bottom: int) -> tuple[Contour, ...]:
    """Return all strokes on the map, the board turned; cut where two grounds meet."""
    near = extent()[0] + PAPER / PITCH - 0.03
    found: list[Contour] = []
    for one, other in _strokes():
        start, end = turned(*one, bottom), turned(*other, bottom)
        if not (_on_map(*start, near) and _on_map(*end, near)):
            continue
        first, last = _team(start, bottom), _team(end, bottom)
        if first == last:
            found.append((first, start, end))
            continue
        low, high = 0.0, 1.0
        for _ in range(7):  # where it crosses
            share = (low + high) / 2
            low, high = (share, high) if _team(between(start, end, share), bottom) == first else (low, share)
        cut = between(start, end, low)
        found += [(first, start, cut), (last, cut, end)]
    return tuple(found)


def _on_map(x: float, y: float, near: float) -> bool:
    """Return whether a place lies on the cross. near: half the width of its arms"""
    return min(abs(x), abs(y)) <= near


def _team(place: Point, bottom: int) -> int:
    """Return the team in whose arm a place lies, or -1."""
    x, y = place
    side = (SOUTH if y > 0 else NORTH) if abs(y) > abs(x) else (WEST if x < 0 else EAST)
    if max(abs(x), abs(y)) <= border(side):
        return -1
    return (bottom + side) % 4


LETTER, NUMBER, LONG_NUMBER = 44.0, 42.0, 38.0
"""The sizes of coordinates, in units."""
LINE, NODE, HUB = 4.4, 12.5, 16.0
"""The width of a line, the radius of a point, and of one with diagonals, in units."""

LIVE, OUT, ABSENT, CLOSED = range(4)
"""What an arm is: a living team's; that of a team that is out; nobody's; in the set-up, not to be seen."""
Arms = tuple[int, int, int, int]
"""By team."""


def tile_color(team: int, arms: Arms) -> Rgb:
    """Return the colour of an arm's ground. team: -1 for the centre"""
    if team < 0:
        return style.PAPER
    return {OUT: style.DEAD, ABSENT: style.BLANK}.get(arms[team], style.LOOKS[team].tile)


@lru_cache(maxsize=16)
def empty_board(frame: Ww3Frame, arms: Arms) -> Canvas:
    """Draw the board without units; copy it before drawing on it."""

    def paint(strip: Strip[Ww3Frame]) -> None:
        _map(strip, arms)
        _relief(strip, arms)
        _lines(strip)
        _points(strip, arms)

    canvas = paint_strips(frame, style.TABLE, style.palette(), paint)
    _names(canvas, frame)
    return canvas


def _map(strip: Strip[Ww3Frame], arms: Arms) -> None:
    """Draw the map with its border and its grounds, and its shadow on the table."""
    frame, unit = strip.frame, strip.frame.scale

    def outline(grow: float) -> list[Point]:
        return [frame.place(point) for point in cross(grow)]

    for reach, share in ((13.0, 0.25), (9.0, 0.5)):
        shade = blend(style.TABLE, style.INK, share)
        shadow = moved(outline(RIM + 2), 3 * unit, reach * 0.8 * unit)
        strip.polygon(shadow, shade)
        strip.edged(shadow, shade, 8 * unit)
    strip.edged(outline(RIM - 2), style.BRASS, 8 * unit)
    strip.polygon(outline(RIM), style.BRASS)
    strip.polygon(outline(BAND), style.SEPIA)
    strip.polygon(outline(BAND - 1.6), style.FRAME)
    strip.polygon(outline(SCALE + 1.6), style.SEPIA)
    strip.polygon(outline(SCALE), style.FRAME)
    _scale(strip, arms)
    strip.polygon(outline(PAPER + 1.6), style.SEPIA)
    strip.polygon(outline(PAPER), style.PAPER)
    for team, state in enumerate(arms):
        shape = [frame.place(point) for point in arm(side_of(team, frame.bottom), PAPER)]
        strip.polygon(shape, tile_color(team, arms))
        if state in (OUT, CLOSED):
            ground = tile_color(team, arms)
            color = blend(ground, style.SEPIA, 0.2 if state == OUT else 0.15)
            _hatched(strip, shape, color, 16 if state == OUT else 11, 2.0 if state == OUT else 3.4)
        _frontier(strip, team, arms)


def _scale(strip: Strip[Ww3Frame], arms: Arms) -> None:
    """Draw the border's scale: every other half pitch is dark, in an arm in its team's colour."""
    frame = strip.frame
    half, reach, _ = extent()
    low, high = PAPER / PITCH, SCALE / PITCH
    for team in range(4):
        side = side_of(team, frame.bottom)
        color = style.LOOKS[team].rim if arms[team] in (LIVE, CLOSED) else style.SEPIA
        pieces: list[tuple[float, float, float, float]] = []
        start = -half - 0.25
        while start < half + 0.5:  # along the arm's end
            pieces.append((start, reach + low, start + 0.5, reach + high))
            start += 1.0
        start = half + 0.75
        while start < reach + 0.5:  # along both its sides
            pieces += [(s * (half + low), start, s * (half + high), start + 0.5) for s in (1, -1)]
            start += 1.0
        for left, top, right, low_end in pieces:
            corners = [(left, top), (right, top), (right, low_end), (left, low_end)]
            strip.polygon([frame.place(point) for point in quarters(corners, side)], color)


def _hatched(strip: Strip[Ww3Frame], shape: Sequence[Point], color: Rgb, pitch: float, width: float) -> None:
    """Draw slanting lines over an upright rectangle. pitch, width: in units"""
    unit = strip.frame.scale
    xs, ys = zip(*(strip.at(point) for point in shape), strict=True)
    left, right = max(0, round(min(xs))), min(strip.image.width, round(max(xs)))
    top, bottom = max(0, round(min(ys))), min(strip.image.height, round(max(ys)))
    if left >= right or top >= bottom:
        return
    mask = Image.new("L", (right - left, bottom - top), 0)
    draw = ImageDraw.Draw(mask)
    step, high = pitch * unit * FINE, float(bottom - top)
    # The lines of one strip go on where those of the strip above end: they lie where x - y is a multiple.
    start = (left - top - strip.top * FINE) % step
    for k in range(-ceil(high / step) - 1, ceil((right - left) / step) + 2):
        x = k * step - start
        draw.line([(x, 0.0), (x + high, high)], fill=255, width=max(1, round(width * unit * FINE)))
    strip.image.paste(color, (left, top), mask)


def _frontier(strip: Strip[Ww3Frame], team: int, arms: Arms) -> None:
    """Draw the border between an arm and the centre: dashes."""
    frame = strip.frame
    half, _, _ = extent()
    edge = half + PAPER / PITCH
    side = side_of(team, frame.bottom)
    color = style.LOOKS[team].rim if arms[team] in (LIVE, CLOSED) else blend(style.BLANK, style.SEPIA, 0.5)
    count = 30
    for k in range(count):
        ends = [(-edge + 2 * edge * (k + part) / count, border(side)) for part in (0.2, 0.75)]
        placed = [frame.place(point) for point in quarters(ends, side)]
        strip.line(placed, color, 2.6 * frame.scale)


def _relief(strip: Strip[Ww3Frame], arms: Arms) -> None:
    """Draw lines of equal height: fine, and faint enough to lie below everything."""
    frame = strip.frame
    for team, start, end in contours(frame.bottom):
        a, b = frame.place(start), frame.place(end)
        if strip.has(a[1], 9) or strip.has(b[1], 9):
            strip.line([a, b], style.contour(tile_color(team, arms)), 1.7 * frame.scale)


def _lines(strip: Strip[Ww3Frame]) -> None:
    """Draw every line that units move along."""
    frame, data = strip.frame, ground()
    for point, others in enumerate(data.beside):
        for other in others:
            if other > point:
                strip.line([frame.at(point), frame.at(other)], style.ROAD, LINE * frame.scale)


def _points(strip: Strip[Ww3Frame], arms: Arms) -> None:
    """Draw a ring at every point; a double one where diagonals meet."""
    frame, data, unit = strip.frame, ground(), strip.frame.scale
    for point, others in enumerate(data.beside):
        x, y = frame.at(point)
        if not strip.has(y, 24 * unit):
            continue
        color = tile_color(owners()[point], arms)
        ways = {data.direction(point, other) for other in others}
        hub = any(dx and dy for dx, dy in ways)
        reach = (HUB if hub else NODE) * unit
        strip.disc((x, y), reach, style.SEPIA)
        strip.disc((x, y), reach - 3.2 * unit, style.light(color))
        if hub:
            strip.disc((x, y), 5.2 * unit, style.SEPIA)


def _names(canvas: Canvas, frame: Ww3Frame) -> None:
    """Write the coordinates on the border."""
    unit = frame.scale
    for text, place in coordinates(frame.bottom):
        x, y = frame.place(place)
        size = (LETTER if text.isalpha() else NUMBER if len(text) == 1 else LONG_NUMBER) * unit
        drop = -0.07 * size if text.isalpha() else 0.0  # room for what hangs below the line
        end = (x + text_width(text, True, size) / 2, y + drop)
        written(canvas, text, end, size, style.SEPIA, style.FRAME, frame)


def written(
    canvas: Canvas, text: str, end: Point, size: float, color: Rgb, below: Rgb, frame: Ww3Frame
) -> None:
    """Write a name with its right end and its middle there, if all of it is in the picture."""
    wide = text_width(text, True, size)
    if wide < end[0] < frame.width and frame.header + size * 0.5 < end[1] < frame.height - size * 0.5:
        canvas.text(text, (end[0], end[1] + 0.36 * size), size, color, below, bold=True, anchor="right")
