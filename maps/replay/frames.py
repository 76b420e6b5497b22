"""Frames of an animated GIF, drawn in a worker: the painter's picture, a strip of words below it, and of that
only what has changed. The same frames give the same bytes.

All pictures of a game have one palette, so a pixel that stays is an equal entry: it becomes "transparent",
and long runs of those take no room. Measured in docs/history.md, beside Pillow's own GIF and WebP.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from maps import picture
from maps.canvas import Canvas, clean, fit, text_width
from maps.palette import Palette, Rgb, hexes
from maps.replay import Part, Reel, Shot, Still

KEPT = 255
"""The palette entry that means "as before"; pictures never use it."""
_STAYS = 1
"""A frame stays where it is, and the next is laid over it."""
_CHANGED = b"\0" + b"\xff" * 255
_LOOPS = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
_END = b";"


def frame(entries: Image.Image, before: Image.Image | None, ms: int) -> bytes:
    """Encode a frame as it stands in the file: whole, or what differs from the one before. entries: mode "L"

    ValueError: a picture of another size, or one that uses the entry `KEPT`."""
    _, most = entries.getextrema()
    if most == KEPT:
        raise ValueError("no palette entry is left for what stays as it was")
    corner, shown = (0, 0), entries.copy()
    if before is not None:
        if before.size != entries.size:
            raise ValueError(f"a frame of {entries.size} after one of {before.size}")
        corner, shown = _difference(entries, before)
    return b"".join(getdata(shown, corner, duration=ms, transparency=KEPT, disposal=_STAYS))


def _difference(entries: Image.Image, before: Image.Image) -> tuple[tuple[int, int], Image.Image]:
    """Return where the part that changed begins, and the part."""
    changed = ImageChops.difference(entries, before)
    changed = Image.frombytes("L", changed.size, changed.tobytes().translate(_CHANGED))
    left, top, right, bottom = changed.getbbox() or (0, 0, 1, 1)
    box = (left, top, right, bottom)
    shown = Image.new("L", (right - left, bottom - top), KEPT)
    shown.paste(entries.crop(box), (0, 0), changed.crop(box))
    return (left, top), shown


def head(still: Still) -> bytes:
    """Return the beginning of a file whose frames are like this one; it plays again and again."""
    width, height = still.size
    return b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0) + still.palette + _LOOPS


def whole(still: Still, frames: Iterable[bytes]) -> bytes:
    """Return the file. still: any of its frames"""
    return b"".join((head(still), *frames, _END))


UNIT = 1 / 1000
"""A unit, over the picture's width."""
SIDE = 22
"""Room at both ends, in units."""
HEADING, LINE, COUNT = 50.0, 44.0, 36.0
"""Sizes of text in units: at 290 pixels across the line is 13 high."""
SMALLEST = 0.8
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


_ZLIB_LEVEL = 1
"""For stills, which only go from one job to the next."""


def part(reel: Reel, shots: Sequence[Shot], before: Still | None = None) -> Part:
    """Draw the frames of these shots, at least one. before: the frame that they follow, None if there is none

    A pure function of its arguments, wherever it runs."""
    shown = _unpacked(before) if before is not None else None
    frames = []
    palette: Palette | None = None
    for shot in shots:
        entries, palette = drawn(reel, shot)
        frames.append(frame(entries, shown, shot.ms))
        shown = entries
    assert shown is not None and palette is not None, "no shots"
    packed = zlib.compress(shown.tobytes(), _ZLIB_LEVEL)
    return Part(tuple(frames), Still(shown.size, packed, palette.data))


def drawn(reel: Reel, shot: Shot) -> tuple[Image.Image, Palette]:
    """Draw a frame as palette entries (mode "L"); returns their palette, too."""
    painted = picture(reel.game).draw(
        shot.view, size=reel.width, names=reel.names, caption=shot.caption, events=shot.events
    )
    with Image.open(io.BytesIO(painted), formats=("PNG",)) as board:
        colors = board.getpalette()
        assert board.mode == "P" and colors is not None, "painters make PNGs with a palette"
        entries = Image.frombytes("L", board.size, board.tobytes())
    palette = _palette(bytes(colors))
    return with_strip(entries, palette, reel, shot), palette


@lru_cache(maxsize=16)
def _palette(data: bytes) -> Palette:
    """Return one object for each palette: drawings are cached by it."""
    colors: list[Rgb] = [(data[at], data[at + 1], data[at + 2]) for at in range(0, len(data), 3)]
    return Palette(colors)


def _unpacked(still: Still) -> Image.Image:
    """Return the palette entries of a still."""
    return Image.frombytes("L", still.size, zlib.decompress(still.entries))
