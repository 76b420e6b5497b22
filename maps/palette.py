"""A picture's palette: at most 256 colours, as an indexed PNG has them.

Every part of a colour is a multiple of 4: Pillow looks palette entries up on a grid of that width, so
each of these colours maps to itself exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TypeAlias

from PIL import Image

Rgb: TypeAlias = tuple[int, int, int]
Ramp: TypeAlias = tuple[Rgb, Rgb, int]
"""Two colours that meet at an edge, and how many steps lie between."""

MIN_DISTANCE = 150
"""Blends nearer to a colour of the palette than this squared distance are left out."""


def snap(color: tuple[float, float, float]) -> Rgb:
    """Return the nearest colour on the palette's grid.

    >>> snap((255, 1.9, 2.1))
    (252, 0, 4)
    """
    red, green, blue = (min(252, 4 * int(part / 4 + 0.5)) for part in color)
    return red, green, blue


def from_hex(code: str) -> Rgb:
    """Return a colour from "#RRGGBB", on the grid."""
    return snap((int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)))


def hexes(*codes: str) -> tuple[Rgb, ...]:
    """Return a colour from each "#RRGGBB", on the grid."""
    return tuple(map(from_hex, codes))


def blend(below: Rgb, above: Rgb, share: float) -> Rgb:
    """Mix `share` (0 to 1) of `above` over `below`, on the grid.

    >>> blend((0, 0, 0), (200, 100, 40), 0.5)
    (100, 52, 20)
    """
    red, green, blue = (b + (a - b) * share for b, a in zip(below, above, strict=True))
    return snap((red, green, blue))


def distance(one: Rgb, other: Rgb) -> int:
    """Return the squared distance of two colours."""
    red, green, blue = one[0] - other[0], one[1] - other[1], one[2] - other[2]
    return red * red + green * green + blue * blue


def collect(flats: Iterable[Rgb], ramps: Iterable[Ramp]) -> tuple[Rgb, ...]:
    """Return all flat colours, then blends of colours that meet, most needed first, while there is room."""
    chosen = list(dict.fromkeys(flats))
    for first, last, steps in ramps:
        for step in range(1, steps + 1):
            color = blend(first, last, step / (steps + 1))
            if len(chosen) < 256 and all(distance(color, other) > MIN_DISTANCE for other in chosen):
                chosen.append(color)
    return tuple(chosen)


class Palette:
    """The colours in the order of their entries. Compared by identity, so that caches may be keyed by it."""

    def __init__(self, colors: Sequence[Rgb]) -> None:
        self.colors = tuple(colors)
        self._entry = {color: entry for entry, color in reversed(list(enumerate(self.colors)))}

    def index_of(self, color: Rgb) -> int:
        """Return the entry of a flat colour; ValueError for one that is not in the palette."""
        if color not in self._entry:
            raise ValueError(f"{color} is no colour of the palette")
        return self._entry[color]

    def nearest(self, wanted: Rgb) -> int:
        """Return the entry whose colour is nearest to any colour."""
        colors = self.colors
        return min(range(len(colors)), key=lambda entry: distance(colors[entry], wanted))

    @cached_property
    def data(self) -> bytes:
        """The palette as PNG wants it: 768 bytes; unused entries are black."""
        return bytes(part for color in self.colors for part in color).ljust(768, b"\0")

    @cached_property
    def image(self) -> Image.Image:
        """An image that carries the palette, for `Image.quantize`."""
        image = Image.new("P", (1, 1))
        image.putpalette(self.data)
        return image
