"""Frames of palette entries as an animated GIF that plays once; the same frames give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from maps.palette import Palette

GLIMPSE = 20
"""Milliseconds of the first frame, which is the last one: what does not move still shows the truth."""
LONG = 60_000
"""Milliseconds of the last frame: programs that play everything again and again rest here."""


@dataclass(frozen=True)
class Frame:
    """Palette entries (mode "L"), and how many milliseconds they stand."""

    entries: Image.Image
    ms: int


def encode(frames: Sequence[Frame], palette: Palette) -> bytes:
    """An animation that begins with a glimpse of its last frame. Without a loop count a GIF plays once."""
    last = frames[-1].entries
    shown = [Frame(last, GLIMPSE), *frames[:-1], Frame(last, LONG)]
    images = []
    for frame in shown:
        image = frame.entries.copy()
        image.putpalette(palette.data)
        images.append(image)
    out = io.BytesIO()
    images[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=images[1:],
        duration=[frame.ms for frame in shown],
        optimize=False,
        disposal=1,
    )
    return out.getvalue()
