"""The empty board of Nemein: table, border, felt tiles, homes, the lines from which houses count.

Drawn once for each frame and kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from adjudicator.nemein.board import SEATS
from maps.canvas import Canvas, Point
from maps.geometry import moved
from maps.nemein import style
from maps.nemein.layout import TIP, NemeinFrame, hexagon, outline
from maps.nemein.pieces import counts_from
from maps.palette import Rgb, blend
from maps.strips import FINE, Strip, paint_strips

GAP, BEVEL = 0.016, 0.03
"""Half the gap between tiles, and the width of the light on their edges, in tiles."""


def tile_color(frame: NemeinFrame, tile: int) -> Rgb:
    """Return the colour of a tile's felt: its home's, the middle row's, or that of the rest."""
    board = frame.board
    x, row = board.places[tile]
    shade = ((x + 3 * row) // 2 + row) % 3
    for seat, home in zip(SEATS, board.homes, strict=True):
        if tile in home:
            return style.LOOKS[seat].felt[shade]
    return style.MIDDLE[shade] if row == board.middle else style.FELT[shade]


SIGN_DROP = 0.68
"""How far from the middle row the signs stand that tell from where on houses count, in tiles."""


def _stroke(strip: Strip[NemeinFrame], points: Sequence[Point], color: Rgb, width: float) -> None:
    """Draw a line with round ends too."""
    thick = max(1, round(width * FINE))
    strip.line(points, color, width)
    for x, y in (strip.at(points[0]), strip.at(points[-1])):
        strip.draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=color)


def _closed(strip: Strip[NemeinFrame], points: Sequence[Point], color: Rgb, width: float) -> None:
    """Draw a line around a shape."""
    _stroke(strip, [*points, points[0], points[1]], color, width)


@lru_cache(maxsize=12)
def empty_board(frame: NemeinFrame, closed: tuple[str, ...] = ()) -> Canvas:
    """Draw the board without coins; copy it before drawing on it. closed: seats whose homes are covered"""

    def paint(strip: Strip[NemeinFrame]) -> None:
        _border(strip)
        _tiles(strip, closed)
        _fronts(strip)

    canvas = paint_strips(frame, style.TABLE, style.palette(), paint)
    for seat, way in ((frame.lower, 1), (frame.upper, -1)) if not closed else ():
        drawn = counts_from(seat, way > 0, frame.tile)
        for across in (-1, 1):
            drawn.put(canvas, frame.place((across * (frame.side - 0.795), way * SIGN_DROP)))
    return canvas


def _border(strip: Strip[NemeinFrame]) -> None:
    """Draw a wooden frame, with each seat's colour let in along its home."""
    frame = strip.frame
    unit = frame.rim * frame.tile / 20

    def along(share: float) -> list[Point]:
        return [frame.place(point) for point in outline(frame.side, frame.rim * share)]

    outer = along(1.0)
    shadow, shade = moved(outer, 3 * unit, 7 * unit), blend(style.TABLE, style.INK, 0.5)
    strip.polygon(shadow, shade)
    _closed(strip, shadow, shade, 8 * unit)
    _closed(strip, outer, style.WOOD_DARK, 8 * unit)
    strip.polygon(outer, style.WOOD)
    _closed(strip, along(0.8), style.WOOD_LIGHT, 2.5 * unit)
    strip.polygon(along(0.12), style.WOOD_DARK)
    inlay = along(0.46)
    lower, upper = frame.lower, frame.upper
    step = 1.5 * TIP * 2 * frame.tile  # two rows
    for seat, ends in (
        (upper, (inlay[7], inlay[0], inlay[1], inlay[2])),
        (lower, (inlay[3], inlay[4], inlay[5], inlay[6])),
    ):
        first, last = _toward(ends[1], ends[0], step), _toward(ends[2], ends[3], step)
        _stroke(strip, [first, ends[1], ends[2], last], style.INK, 9 * unit)
        _stroke(strip, [first, ends[1], ends[2], last], style.LOOKS[seat].ring, 6 * unit)


def _toward(start: Point, end: Point, high: float) -> Point:
    """Return the point on the way to another that is `high` pixels below or above the first."""
    share = high / abs(end[1] - start[1])
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _tiles(strip: Strip[NemeinFrame], closed: tuple[str, ...]) -> None:
    """Draw felt with a light upper and a dark lower edge."""
    frame, board = strip.frame, strip.frame.board
    covered = {tile for seat, home in zip(SEATS, board.homes, strict=True) if seat in closed for tile in home}
    shown = [k for k in range(len(board.names)) if frame.shows(k) and strip.has(frame.at(k)[1], frame.tile)]
    for tile in shown:
        strip.polygon(_around(frame, tile, -0.03), style.GROOVE)
    for tile in shown:
        color = tile_color(frame, tile)
        strip.polygon(_around(frame, tile, GAP), style.dark(color))
        if tile in covered:
            _cover(strip, tile, color)
            continue
        around = _around(frame, tile, GAP)
        strip.polygon(around[:2] + around[4:], style.light(color))
        side = (0.5 - GAP, -TIP / 2 + GAP)
        upper = ((-side[0], side[1]), (0, 0), side, (0, -TIP * (1 - 2 * GAP)))
        strip.polygon([frame.at(tile, x, y) for x, y in upper], style.light(color))
        strip.polygon(_around(frame, tile, GAP + BEVEL / 2), color)


def _around(frame: NemeinFrame, tile: int, inset: float) -> list[Point]:
    """Return the pixels of a tile's corners, drawn in by `inset` tiles."""
    return [frame.at(tile, x, y) for x, y in hexagon(inset)]


def _cover(strip: Strip[NemeinFrame], tile: int, color: Rgb) -> None:
    """Draw a lid over a tile that must not be seen into."""
    frame = strip.frame
    strip.polygon(_around(frame, tile, GAP), blend(color, style.CLOSED, 0.35))
    strip.polygon(_around(frame, tile, 0.06), style.lid(color))
    lines = _around(frame, tile, 0.12)
    for k in range(6):
        _stroke(strip, [lines[k], lines[(k + 1) % 6]], blend(color, style.CLOSED, 0.3), 0.012 * frame.tile)


def _fronts(strip: Strip[NemeinFrame]) -> None:
    """Draw the two edges of the middle row: from there on, seen from its owner, a seat's houses count."""
    frame = strip.frame
    row = [tile for tile, one in enumerate(frame.board.rows) if one == frame.board.middle]
    row.sort(key=lambda tile: frame.at(tile)[0])
    lower, upper = frame.lower, frame.upper
    for seat, way in ((lower, 1), (upper, -1)):
        # the near edge of the middle row is where the seat's own counting begins
        line = [frame.at(row[0], -0.5, way * TIP / 2)]
        for tile in row:
            line += [frame.at(tile, 0.0, way * TIP), frame.at(tile, 0.5, way * TIP / 2)]
        _stroke(strip, line, style.GROOVE, 0.062 * frame.tile)
        _stroke(strip, line, blend(style.LOOKS[seat].ring, style.GROOVE, 0.12), 0.032 * frame.tile)
