"""The empty board: table, map, lines, points and all names. Drawn once for each frame and kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

from PIL import Image, ImageDraw

from maps.canvas import Canvas, Point, text_width
from maps.palette import Rgb, blend
from maps.strips import FINE, Sheet, painted
from maps.ww3 import style
from maps.ww3.layout import (
    BAND,
    NAME_DROP,
    NAME_END,
    PAPER,
    PITCH,
    RIM,
    SCALE,
    Frame,
    arm,
    border,
    coordinates,
    cross,
    extent,
    ground,
    owners,
    quarters,
    side_of,
)
from maps.ww3.relief import contours

NAME, LETTER, NUMBER, LONG_NUMBER = 19.5, 37.0, 34.0, 30.0
"""The sizes of names and of coordinates, in units."""
LINE, NODE, HUB = 3.8, 11.5, 14.5
"""The width of a line, and the radius of a point; of one with diagonals."""

LIVE, OUT, ABSENT, CLOSED = range(4)
"""What an arm is: a living team's; that of a team that is out; nobody's; in the set-up, not to be seen."""
Arms = tuple[int, int, int, int]
"""By team."""


def tile_color(team: int, arms: Arms) -> Rgb:
    """The ground of an arm; team -1: of the centre."""
    if team < 0:
        return style.PAPER
    return {OUT: style.DEAD, ABSENT: style.BLANK}.get(arms[team], style.LOOKS[team].tile)


@lru_cache(maxsize=16)
def base(frame: Frame, arms: Arms) -> Canvas:
    """The board without units. Not to be drawn on, but copied."""

    def paint(sheet: Sheet[Frame]) -> None:
        _map(sheet, arms)
        _relief(sheet, arms)
        _lines(sheet)
        _points(sheet, arms)

    canvas = painted(frame, style.TABLE, style.palette(), paint)
    _names(canvas, frame, arms)
    return canvas


def _map(sheet: Sheet[Frame], arms: Arms) -> None:
    """The sheet of the map with its border and its grounds, and its shadow on the table."""
    frame, unit = sheet.frame, sheet.frame.scale

    def outline(grow: float) -> list[Point]:
        return [frame.place(point) for point in cross(grow)]

    for reach, share in ((13.0, 0.25), (9.0, 0.5)):
        shade = blend(style.TABLE, style.INK, share)
        shadow = [(x + 3 * unit, y + reach * 0.8 * unit) for x, y in outline(RIM + 2)]
        sheet.polygon(shadow, shade)
        sheet.edged(shadow, shade, 8 * unit)
    sheet.edged(outline(RIM - 2), style.BRASS, 8 * unit)
    sheet.polygon(outline(RIM), style.BRASS)
    sheet.polygon(outline(BAND), style.SEPIA)
    sheet.polygon(outline(BAND - 1.6), style.FRAME)
    sheet.polygon(outline(SCALE + 1.6), style.SEPIA)
    sheet.polygon(outline(SCALE), style.FRAME)
    _scale(sheet, arms)
    sheet.polygon(outline(PAPER + 1.6), style.SEPIA)
    sheet.polygon(outline(PAPER), style.PAPER)
    for team, state in enumerate(arms):
        shape = [frame.place(point) for point in arm(side_of(team, frame.bottom), PAPER)]
        sheet.polygon(shape, tile_color(team, arms))
        if state in (OUT, CLOSED):
            ground = tile_color(team, arms)
            color = blend(ground, style.SEPIA, 0.2 if state == OUT else 0.15)
            _hatched(sheet, shape, color, 16 if state == OUT else 11, 2.0 if state == OUT else 3.4)
        _frontier(sheet, team, arms)


def _scale(sheet: Sheet[Frame], arms: Arms) -> None:
    """The border's scale: every other half pitch is dark, in an arm in its team's colour."""
    frame = sheet.frame
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
            sheet.polygon([frame.place(point) for point in quarters(corners, side)], color)


def _hatched(sheet: Sheet[Frame], shape: Sequence[Point], color: Rgb, pitch: float, width: float) -> None:
    """Slanting lines over an upright rectangle."""
    unit = sheet.frame.scale
    xs, ys = zip(*(sheet.at(point) for point in shape), strict=True)
    left, right = max(0, round(min(xs))), min(sheet.image.width, round(max(xs)))
    top, bottom = max(0, round(min(ys))), min(sheet.image.height, round(max(ys)))
    if left >= right or top >= bottom:
        return
    mask = Image.new("L", (right - left, bottom - top), 0)
    draw = ImageDraw.Draw(mask)
    step, high = pitch * unit * FINE, float(bottom - top)
    # The lines of one strip go on where those of the strip above end: they lie where x - y is a multiple.
    start = (left - top - sheet.top * FINE) % step
    for k in range(-ceil(high / step) - 1, ceil((right - left) / step) + 2):
        x = k * step - start
        draw.line([(x, 0.0), (x + high, high)], fill=255, width=max(1, round(width * unit * FINE)))
    sheet.image.paste(color, (left, top), mask)


def _frontier(sheet: Sheet[Frame], team: int, arms: Arms) -> None:
    """The border between an arm and the centre: dashes."""
    frame = sheet.frame
    half, _, _ = extent()
    edge = half + PAPER / PITCH
    side = side_of(team, frame.bottom)
    color = style.LOOKS[team].rim if arms[team] in (LIVE, CLOSED) else blend(style.BLANK, style.SEPIA, 0.5)
    count = 30
    for k in range(count):
        ends = [(-edge + 2 * edge * (k + part) / count, border(side)) for part in (0.2, 0.75)]
        placed = [frame.place(point) for point in quarters(ends, side)]
        sheet.line(placed, color, 2.6 * frame.scale)


def _relief(sheet: Sheet[Frame], arms: Arms) -> None:
    """Lines of equal height: fine, and faint enough to lie below everything."""
    frame = sheet.frame
    for team, start, end in contours(frame.bottom):
        a, b = frame.place(start), frame.place(end)
        if sheet.has(a[1], 9) or sheet.has(b[1], 9):
            sheet.line([a, b], style.contour(tile_color(team, arms)), 1.7 * frame.scale)


def _lines(sheet: Sheet[Frame]) -> None:
    """Every line that units move along."""
    frame, data = sheet.frame, ground()
    for point, others in enumerate(data.beside):
        for other in others:
            if other > point:
                sheet.line([frame.at(point), frame.at(other)], style.ROAD, LINE * frame.scale)


def _points(sheet: Sheet[Frame], arms: Arms) -> None:
    """A ring at every point; a double one where diagonals meet."""
    frame, data, unit = sheet.frame, ground(), sheet.frame.scale
    for point, others in enumerate(data.beside):
        x, y = frame.at(point)
        if not sheet.has(y, 24 * unit):
            continue
        color = tile_color(owners()[point], arms)
        ways = {data.direction(point, other) for other in others}
        hub = any(dx and dy for dx, dy in ways)
        reach = (HUB if hub else NODE) * unit
        sheet.disc((x, y), reach, style.SEPIA)
        sheet.disc((x, y), reach - 3.2 * unit, style.light(color))
        if hub:
            sheet.disc((x, y), 5.2 * unit, style.SEPIA)


def _names(canvas: Canvas, frame: Frame, arms: Arms) -> None:
    """Each point's name, where no counter ever stands; and the coordinates on the border."""
    data, unit = ground(), frame.scale
    for point, (x, y) in enumerate(frame.at(point) for point in range(len(data.names))):
        if frame.shows(point):
            color = tile_color(owners()[point], arms)
            end = (x + NAME_END * unit, y + NAME_DROP * unit)
            _write(canvas, data.names[point], end, NAME * unit, style.name_color(color), color, frame)
    for text, place in coordinates(frame.bottom):
        x, y = frame.place(place)
        size = (LETTER if text.isalpha() else NUMBER if len(text) == 1 else LONG_NUMBER) * unit
        drop = -0.06 * size if text.isalpha() else 0.0  # room for what hangs below the line
        end = (x + text_width(text, True, size) / 2, y + drop)
        _write(canvas, text, end, size, style.SEPIA, style.FRAME, frame)


def _write(canvas: Canvas, text: str, end: Point, size: float, color: Rgb, below: Rgb, frame: Frame) -> None:
    """A name with its right end and its middle there, if all of it is in the picture."""
    wide = text_width(text, True, size)
    if wide < end[0] < frame.width and frame.sign + size * 0.5 < end[1] < frame.height - size * 0.5:
        canvas.text(text, (end[0], end[1] + 0.36 * size), size, color, below, bold=True, anchor="right")
