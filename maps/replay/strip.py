"""The strip below the board: when this was, what was done, and how far the game has come."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from maps.canvas import Canvas, clean, fit, text_width
from maps.palette import Palette, Rgb, hexes
from maps.replay import Reel, Shot

UNIT = 1 / 1000
"""A unit, over the picture's width."""
SIDE = 22
"""Room at both ends, in units."""
HEADING, LINE, COUNT = 38.0, 33.0, 30.0
"""Sizes of text in units: at 400 pixels across the line is 13 high."""
SMALLEST = 0.72
"""How far text shrinks, over its size, before it is cut."""
TOP, LEAD, FOOT = 8, 8, 10
"""Above the text, between its two rows, and between it and the bar, in units."""
BAR = 9
"""The height of the bar at the bottom, in units."""
GROUND, WHITE, QUIET, GOLD, AHEAD = hexes("#14181F", "#FFFFFF", "#B9C0C8", "#F0B429", "#4E565F")
"""AHEAD: the part of the bar that the game has not reached."""


def with_strip(board: Image.Image, palette: Palette, reel: Reel, shot: Shot) -> Image.Image:
    """Return the palette entries of a board with its strip below."""
    strip = _strip(palette, reel, shot)
    whole = Image.new("L", (board.width, board.height + strip.height))
    whole.paste(board, (0, 0))
    whole.paste(strip, (0, board.height))
    return whole


def _strip(palette: Palette, reel: Reel, shot: Shot) -> Image.Image:
    """Draw the strip as palette entries."""
    unit = reel.width * UNIT
    ground, white, quiet = (_in(palette, color) for color in (GROUND, WHITE, QUIET))
    height = round((TOP + HEADING + LEAD + LINE + FOOT + BAR) * unit)
    canvas = Canvas.blank(reel.width, height, ground, palette)
    left, right = SIDE * unit, reel.width - SIDE * unit
    baseline = (TOP + 0.86 * HEADING) * unit
    counted = f"{shot.number}/{reel.of}"
    canvas.text(counted, (right, baseline), COUNT * unit, quiet, ground, anchor="right")
    room = right - left - text_width(counted, False, COUNT * unit) - SIDE * unit
    _write(canvas, shot.heading, (left, baseline), HEADING * unit, room, white, ground, bold=True)
    if shot.line:
        baseline = (TOP + HEADING + LEAD + 0.86 * LINE) * unit
        _write(canvas, shot.line, (left, baseline), LINE * unit, right - left, white, ground)
    bar = max(2, round(BAR * unit))
    done = round(reel.width * shot.number / reel.of)
    for color, end in ((AHEAD, reel.width), (GOLD, done)):
        canvas.entries.paste(palette.nearest(color), (0, height - bar, end, height))
    return canvas.entries


def _write(
    canvas: Canvas,
    text: str,
    start: tuple[float, float],
    size: float,
    room: float,
    color: Rgb,
    ground: Rgb,
    *,
    bold: bool = False,
) -> None:
    """Write a row of text, smaller or cut if it is too long."""
    shown, fitting = fit(clean(text), bold, size, size * SMALLEST, room)
    canvas.text(shown, start, fitting, color, ground, bold=bold)


@lru_cache(maxsize=64)
def _in(palette: Palette, color: Rgb) -> Rgb:
    """Return the palette's nearest colour."""
    return palette.colors[palette.nearest(color)]
