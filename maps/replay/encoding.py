"""An animated GIF whose frames hold only what has changed; the same frames give the same bytes.

All pictures of a game have one palette, so a pixel that stays is an equal entry: it becomes "transparent",
and long runs of those take no room. Measured in docs/history.md, beside Pillow's own GIF and WebP.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from maps.replay import Still

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
