"""Pictures for the page without a process for each.

SimCord draws every attachment anew in a process of its own, because it may come from anywhere; that takes a
quarter of a second for each of the bot's pictures, and a long game has dozens in its channel. An ordinary PNG
goes to the browser as it is.
"""

from __future__ import annotations

from io import BytesIO

from PIL import Image
from simcord.preview._media import MAX_DIMENSION, MAX_PIXELS, MediaInfo, MediaWorker

SIGNATURE = b"\x89PNG\r\n\x1a\n"


class Pictures(MediaWorker):
    """SimCord's worker, but for pictures that need no work."""

    async def _decode(self, key: str, blob: bytes, media_time: float | None) -> MediaInfo:
        return as_it_is(blob) or await super()._decode(key, blob, media_time)


def as_it_is(blob: bytes) -> MediaInfo | None:
    """What SimCord needs to know of a PNG that the page can show; None for anything else."""
    if not blob.startswith(SIGNATURE):
        return None
    try:
        with Image.open(BytesIO(blob)) as image:  # reads the head alone
            (width, height), moves = image.size, getattr(image, "is_animated", False)
    except (OSError, ValueError, SyntaxError):
        return None
    if moves or max(width, height) > MAX_DIMENSION or width * height > MAX_PIXELS:
        return None
    return MediaInfo(
        "PNG", width, height, 1, width * height * 4, blob, "image/png", capture=blob, poster=blob
    )
