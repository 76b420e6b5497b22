"""Frames of an animation, drawn in a worker: the painter's picture, and the strip below it."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from maps import picture
from maps.palette import Palette, Rgb
from maps.replay import Part, Reel, Shot, Still
from maps.replay.encoding import frame
from maps.replay.strip import with_strip

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
