"""The empty board: table, border, felt tiles, homes, the middle row and the lines from which houses count.
Drawn once for each frame and kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from adjudicator.nemein.board import SEATS
from maps.canvas import Canvas, Point
from maps.nemein import style
from maps.nemein.layout import TIP, Frame, outline
from maps.nemein.pieces import counts_from
from maps.palette import Rgb, blend
from maps.strips import FINE, Sheet, painted

CORNERS: tuple[Point, ...] = (
    (0.0, -TIP),
    (0.5, -TIP / 2),
    (0.5, TIP / 2),
    (0.0, TIP),
    (-0.5, TIP / 2),
    (-0.5, -TIP / 2),
)
"""Of a tile, clockwise from the top."""
GAP, BEVEL = 0.016, 0.03
"""Half the gap between tiles, and the width of the light on their edges."""


def hexagon(inset: float) -> list[Point]:
    """A tile's corners, drawn in."""
    share = 1 - 2 * inset
    return [(x * share, y * share) for x, y in CORNERS]


def tile_color(frame: Frame, tile: int) -> Rgb:
    """A tile's felt: its home's, the middle row's, or that of the rest."""
    board = frame.board
    x, row = board.places[tile]
    shade = ((x + 3 * row) // 2 + row) % 3
    for seat, home in zip(SEATS, board.homes, strict=True):
        if tile in home:
            return style.LOOKS[seat].felt[shade]
    return style.MIDDLE[shade] if row == board.middle else style.FELT[shade]


SIGN_DROP = 0.68
"""How far from the middle row's middle the signs stand that tell from where on houses count."""


def _stroke(sheet: Sheet[Frame], points: Sequence[Point], color: Rgb, width: float) -> None:
    """A line with round ends too."""
    thick = max(1, round(width * FINE))
    sheet.line(points, color, width)
    for x, y in (sheet.at(points[0]), sheet.at(points[-1])):
        sheet.draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=color)


def _closed(sheet: Sheet[Frame], points: Sequence[Point], color: Rgb, width: float) -> None:
    """A line around a shape."""
    _stroke(sheet, [*points, points[0], points[1]], color, width)


@lru_cache(maxsize=12)
def base(frame: Frame, closed: tuple[str, ...] = ()) -> Canvas:
    """The board without coins. closed: the seats whose homes are covered. Not to be drawn on, but copied."""

    def paint(sheet: Sheet[Frame]) -> None:
        _border(sheet)
        _tiles(sheet, closed)
        _fronts(sheet)

    canvas = painted(frame, style.TABLE, style.palette(), paint)
    for seat, way in ((frame.lower, 1), (frame.upper, -1)) if not closed else ():
        drawn = counts_from(seat, way > 0, frame.tile)
        for across in (-1, 1):
            drawn.put(canvas, frame.place((across * (frame.side - 0.795), way * SIGN_DROP)))
    return canvas


def _border(sheet: Sheet[Frame]) -> None:
    """A wooden frame, with each seat's colour let in along its home."""
    frame = sheet.frame
    unit = frame.rim * frame.tile / 20
    outer = [frame.place(point) for point in outline(frame.side, frame.rim)]
    shadow = [(x + 3 * unit, y + 7 * unit) for x, y in outer]
    sheet.polygon(shadow, blend(style.TABLE, style.INK, 0.5))
    _closed(sheet, shadow, blend(style.TABLE, style.INK, 0.5), 8 * unit)
    _closed(sheet, outer, style.WOOD_DARK, 8 * unit)
    sheet.polygon(outer, style.WOOD)
    _closed(
        sheet,
        [frame.place(point) for point in outline(frame.side, frame.rim * 0.8)],
        style.WOOD_LIGHT,
        2.5 * unit,
    )
    sheet.polygon([frame.place(point) for point in outline(frame.side, frame.rim * 0.12)], style.WOOD_DARK)
    inlay = [frame.place(point) for point in outline(frame.side, frame.rim * 0.46)]
    lower, upper = frame.lower, frame.upper
    step = 1.5 * TIP * 2 * frame.tile  # two rows
    for seat, ends in (
        (upper, (inlay[7], inlay[0], inlay[1], inlay[2])),
        (lower, (inlay[3], inlay[4], inlay[5], inlay[6])),
    ):
        first, last = _toward(ends[1], ends[0], step), _toward(ends[2], ends[3], step)
        _stroke(sheet, [first, ends[1], ends[2], last], style.INK, 9 * unit)
        _stroke(sheet, [first, ends[1], ends[2], last], style.LOOKS[seat].ring, 6 * unit)


def _toward(start: Point, end: Point, high: float) -> Point:
    """On the way from one point to another, so far below or above the first."""
    share = high / abs(end[1] - start[1])
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _tiles(sheet: Sheet[Frame], closed: tuple[str, ...]) -> None:
    """Felt with a light upper and a dark lower edge."""
    frame, board = sheet.frame, sheet.frame.board
    covered = {tile for seat, home in zip(SEATS, board.homes, strict=True) if seat in closed for tile in home}
    shown = [k for k in range(len(board.names)) if frame.shows(k) and sheet.has(frame.at(k)[1], frame.tile)]
    for tile in shown:
        sheet.polygon(_around(frame, tile, -0.03), style.GROOVE)
    for tile in shown:
        color = tile_color(frame, tile)
        sheet.polygon(_around(frame, tile, GAP), style.dark(color))
        if tile in covered:
            _cover(sheet, tile, color)
            continue
        sheet.polygon(_around(frame, tile, GAP)[:2] + _around(frame, tile, GAP)[4:], style.light(color))
        sheet.polygon(
            [
                frame.at(tile, -0.5 + GAP, -TIP / 2 + GAP),
                frame.at(tile, 0, 0),
                frame.at(tile, 0.5 - GAP, -TIP / 2 + GAP),
                frame.at(tile, 0, -TIP * (1 - 2 * GAP)),
            ],
            style.light(color),
        )
        sheet.polygon(_around(frame, tile, GAP + BEVEL / 2), color)


def _around(frame: Frame, tile: int, inset: float) -> list[Point]:
    return [frame.at(tile, x, y) for x, y in hexagon(inset)]


def _cover(sheet: Sheet[Frame], tile: int, color: Rgb) -> None:
    """A lid over a tile that must not be seen into."""
    frame = sheet.frame
    sheet.polygon(_around(frame, tile, GAP), blend(color, style.CLOSED, 0.35))
    sheet.polygon(_around(frame, tile, 0.06), style.lid(color))
    lines = _around(frame, tile, 0.12)
    for k in range(6):
        _stroke(sheet, [lines[k], lines[(k + 1) % 6]], blend(color, style.CLOSED, 0.3), 0.012 * frame.tile)


def _fronts(sheet: Sheet[Frame]) -> None:
    """The two edges of the middle row: from there on, seen from its owner, a seat's houses count."""
    frame = sheet.frame
    row = [tile for tile, one in enumerate(frame.board.rows) if one == frame.board.middle]
    row.sort(key=lambda tile: frame.at(tile)[0])
    lower, upper = frame.lower, frame.upper
    for seat, way in ((lower, 1), (upper, -1)):
        # the near edge of the middle row is where the seat's own counting begins
        line = [frame.at(row[0], -0.5, way * TIP / 2)]
        for tile in row:
            line += [frame.at(tile, 0.0, way * TIP), frame.at(tile, 0.5, way * TIP / 2)]
        _stroke(sheet, line, style.GROOVE, 0.062 * frame.tile)
        _stroke(sheet, line, blend(style.LOOKS[seat].ring, style.GROOVE, 0.12), 0.032 * frame.tile)
