"""What is checked of every game's pictures."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol, TypeVar

from PIL import Image

from maps.canvas import TextBox
from maps.palette import Rgb

T = TypeVar("T")


class Cached(Protocol):
    """A function under `lru_cache`."""

    def cache_clear(self) -> None: ...


def opened(png: bytes) -> Image.Image:
    """A picture as a reader of PNGs sees it."""
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


def same_in_threads(draw: Callable[[T], bytes], things: Sequence[T], caches: Iterable[Cached]) -> None:
    """Draw one after the other, and again with empty caches and in four threads."""
    alone = [draw(thing) for thing in things]
    for cached in caches:
        cached.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(draw, things))
    assert together == alone


def same_in_processes(imports: str, pictures: str, here: Sequence[bytes]) -> None:
    """Draw in a new process that hashes otherwise, and compare with what was drawn here. pictures: an
    expression for the same PNGs"""
    code = f"import hashlib; {imports}; print(*(hashlib.sha256(png).hexdigest() for png in {pictures}))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONHASHSEED": "1"},
        capture_output=True,
        check=True,
        text=True,
    )
    assert len(here) > 2
    assert done.stdout.split() == [hashlib.sha256(png).hexdigest() for png in here]


def apart(one: TextBox, other: TextBox, slack: int = 0) -> bool:
    """Whether two texts share no pixel; slack: by how many they may."""
    return (
        one.right <= other.left + slack
        or other.right <= one.left + slack
        or one.bottom <= other.top + slack
        or other.bottom <= one.top + slack
    )


def is_whole(cover: Image.Image) -> bool:
    """Whether a drawing, by its mask, touches no edge of its image: nothing of it was cut off."""
    left, top, right, bottom = cover.getbbox() or (0, 0, 0, 0)
    return min(left, top) > 0 and right < cover.width and bottom < cover.height


def check_palette(colors: Sequence[Rgb]) -> None:
    assert len(colors) <= 256
    assert len(set(colors)) == len(colors)
    assert all(part % 4 == 0 for color in colors for part in color)
