"""Frames of palette entries as an animated GIF that plays once; the same frames give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from maps.palette import Palette

GLIMPSE_MS = 20
"""How long the first frame is shown, which is the last one: a program that plays nothing shows the truth."""
REST_MS = 60_000
"""How long the last frame is shown: programs that play everything again and again rest here."""


@dataclass(frozen=True)
class TimedFrame:
    """Palette entries (mode "L"), and how many milliseconds they are shown."""

    entries: Image.Image
    ms: int


def encode(frames: Sequence[TimedFrame], palette: Palette) -> bytes:
    """Encode an animation that begins with a glimpse of its last frame. It plays once: no loop count."""
    last = frames[-1].entries
    shown = [TimedFrame(last, GLIMPSE_MS), *frames[:-1], TimedFrame(last, REST_MS)]
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
