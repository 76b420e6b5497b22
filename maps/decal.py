"""Drawings that lie on any ground: pasted as palette entries, their edges mixed half and half with it.

Blending in RGB would cost a look-up of every pixel's nearest entry in every picture; here all nearest entries
are found once, when a drawing is made. Tables are applied by `bytes.translate`: for small images that is much
quicker than `Image.point`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from PIL import Image

from maps.canvas import Canvas, Point, to_entries
from maps.palette import Palette, Rgb, blend

SOFT, SOLID = 56, 160
"""The degrees of cover, of 255, from which a pixel is mixed with the ground, and from which it hides it."""


def levels(first: int, end: int = 256) -> bytes:
    """Return a table: 255 from one grey up to before another, 0 elsewhere."""
    return bytes(first) + b"\xff" * (end - first) + bytes(256 - end)


_SOFT, _SOLID = levels(SOFT, SOLID), levels(SOLID)


@cache
def shade(color: Rgb, palette: Palette) -> bytes:
    """Return a table of palette entries: half-way between each and a colour, for edges over any ground."""
    return bytes(palette.nearest(blend(one, color, 0.5)) for one in palette.colors).ljust(256, b"\0")


@cache
def ramp(below: Rgb, above: Rgb, palette: Palette) -> bytes:
    """Return a table of palette entries: for each of 256 degrees of `above` over `below`, the nearest."""
    return bytes(palette.nearest(blend(below, above, degree / 255)) for degree in range(256))


def mapped(image: Image.Image, table: bytes) -> Image.Image:
    """Return an image of one channel with every value looked up in a table."""
    return Image.frombytes("L", image.size, image.tobytes().translate(table))


@dataclass(frozen=True, eq=False)
class Decal:
    """Palette entries; where they cover, and where the edge is mixed with the ground (0 or 255, None:
    nowhere); and the table of what each entry of the ground becomes there."""

    entries: Image.Image
    solid: Image.Image
    soft: Image.Image | None
    mixed: bytes

    def put(self, canvas: Canvas, center: Point) -> tuple[int, int, int, int]:
        """Paste with the middle at `center`, in pixels; returns left, top, right, bottom."""
        width, height = self.entries.size
        left, top = round(center[0] - width / 2), round(center[1] - height / 2)
        box = (left, top, left + width, top + height)
        self.paste(canvas.entries, box)
        return box

    def paste(self, ground: Image.Image, box: tuple[int, int, int, int]) -> None:
        """Paste on palette entries, in this box."""
        if self.soft is not None:
            ground.paste(mapped(ground.crop(box), self.mixed), box[:2], self.soft)
        ground.paste(self.entries, box[:2], self.solid)


def decal(drawing: Image.Image, edge: Rgb, palette: Palette) -> Decal:
    """Make a decal from an RGBA drawing whose outermost line has the colour `edge`."""
    flat = Image.new("RGB", drawing.size, edge)
    flat.paste(drawing, (0, 0), drawing)
    return _edged(to_entries(flat, palette), drawing.getchannel("A"), edge, palette)


def stencil(core: Image.Image, halo: Image.Image, color: Rgb, edge: Rgb, palette: Palette) -> Decal:
    """Make a decal from two masks (mode "L"): where its colour is, and where its colour or its edge is."""
    return _edged(mapped(core, ramp(edge, color, palette)), halo, edge, palette)


def _edged(entries: Image.Image, cover: Image.Image, edge: Rgb, palette: Palette) -> Decal:
    """Make a decal from its entries and how far each pixel is covered (mode "L")."""
    return Decal(entries, mapped(cover, _SOLID), mapped(cover, _SOFT), shade(edge, palette))
