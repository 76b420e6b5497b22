"""Drawings that lie on any ground: pasted as palette entries, their edges mixed half and half with it.

Blending in RGB would cost a look-up of every pixel's nearest entry in every picture; here all nearest entries
are found once, when a drawing is made.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from maps.canvas import Canvas, Point, to_entries
from maps.newyork2047 import style
from maps.palette import Rgb

SOFT, SOLID = 56, 160
"""From which degree of cover (of 255) a pixel is mixed with the ground, and from which it covers it."""
_SOFT = [0] * SOFT + [255] * (SOLID - SOFT) + [0] * (256 - SOLID)
_SOLID = [0] * SOLID + [255] * (256 - SOLID)


@dataclass(frozen=True)
class Decal:
    """Palette entries, where they cover, where the edge is mixed with the ground, and with which colour."""

    entries: Image.Image
    solid: Image.Image
    soft: Image.Image
    edge: Rgb

    def put(self, canvas: Canvas, center: Point) -> tuple[int, int, int, int]:
        """Paste with the middle at `center`; returns left, top, right, bottom."""
        width, height = self.entries.size
        left, top = round(center[0] - width / 2), round(center[1] - height / 2)
        box = (left, top, left + width, top + height)
        mixed = canvas.entries.crop(box).point(style.shade(self.edge))
        canvas.entries.paste(mixed, (left, top), self.soft)
        canvas.entries.paste(self.entries, (left, top), self.solid)
        return box


def decal(drawing: Image.Image, edge: Rgb) -> Decal:
    """From an RGBA drawing whose outermost line has the colour `edge`."""
    flat = Image.new("RGB", drawing.size, edge)
    flat.paste(drawing, (0, 0), drawing)
    alpha = drawing.getchannel("A")
    return Decal(to_entries(flat, style.palette()), alpha.point(_SOLID, "1"), alpha.point(_SOFT, "1"), edge)
