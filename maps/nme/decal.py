"""Drawings that lie on any ground of the board: pasted as palette entries, their edges mixed half and half
with what is there. All nearest palette entries are found when a drawing is made, none when it is pasted."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from maps.canvas import Canvas, Point, to_entries
from maps.nme import style
from maps.palette import Rgb

SOFT, SOLID = 56, 160
"""From which degree of cover (of 255) a pixel is mixed with the ground, and from which it covers it."""


def _between(first: int, end: int) -> bytes:
    """A table: 255 from one grey up to before another, 0 elsewhere."""
    return bytes(first) + b"\xff" * (end - first) + bytes(256 - end)


_SOFT, _SOLID = _between(SOFT, SOLID), _between(SOLID, 256)


def mapped(image: Image.Image, table: bytes) -> Image.Image:
    """An image of one channel with every value looked up in a table (quicker than `Image.point`)."""
    return Image.frombytes("L", image.size, image.tobytes().translate(table))


@dataclass(frozen=True, eq=False)
class Decal:
    """Palette entries; where they cover, and where the edge is mixed with the ground (0 or 255); and with
    which colour."""

    entries: Image.Image
    solid: Image.Image
    soft: Image.Image
    edge: Rgb

    def put(self, canvas: Canvas, center: Point) -> None:
        """Paste with the middle at `center`."""
        width, height = self.entries.size
        left, top = round(center[0] - width / 2), round(center[1] - height / 2)
        below = canvas.entries.crop((left, top, left + width, top + height))
        canvas.entries.paste(mapped(below, style.shade(self.edge)), (left, top), self.soft)
        canvas.entries.paste(self.entries, (left, top), self.solid)


def decal(drawing: Image.Image, edge: Rgb) -> Decal:
    """From an RGBA drawing whose outermost line has the colour `edge`."""
    flat = Image.new("RGB", drawing.size, edge)
    flat.paste(drawing, (0, 0), drawing)
    alpha = drawing.getchannel("A")
    return Decal(to_entries(flat, style.palette()), mapped(alpha, _SOLID), mapped(alpha, _SOFT), edge)


def stencil(core: Image.Image, halo: Image.Image, color: Rgb, edge: Rgb) -> Decal:
    """From two masks (mode "L"): where its colour is, and where its colour or its edge is."""
    entries = mapped(core, style.ramp(edge, color))
    return Decal(entries, mapped(halo, _SOLID), mapped(halo, _SOFT), edge)
