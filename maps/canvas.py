"""Drawing with Pillow: supersampled vectors, text, and a canvas of palette entries that becomes a PNG.

A canvas holds palette entries (mode "L"), not colours. What lies on one flat ground (pieces, text) is
turned into entries once per ground and then only pasted; what crosses several grounds (arrows, marks)
is blended in RGB on its own small rectangle. Both are quicker than a picture in full colour.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeAlias

from PIL import Image, ImageDraw, ImageFont

from maps.palette import Palette, Rgb

Point: TypeAlias = tuple[float, float]

OVERSAMPLE = 4
"""A pen's shapes are drawn this many times enlarged."""
FONTS = Path(__file__).parent / "fonts"
COVERED = (
    (0x20, 0x7E), (0xA0, 0x148), (0x14A, 0x17F), (0x192, 0x192), (0x218, 0x21B), (0x370, 0x377),
    (0x37A, 0x37F), (0x384, 0x38A), (0x38C, 0x38C), (0x38E, 0x3A1), (0x3A3, 0x3E1), (0x3F0, 0x45F),
    (0x490, 0x491), (0x1E80, 0x1E85), (0x1E9E, 0x1E9E), (0x2010, 0x2015), (0x2018, 0x201E),
    (0x2020, 0x2022), (0x2026, 0x2026), (0x2030, 0x2030), (0x2032, 0x2033), (0x2039, 0x203A),
    (0x20AC, 0x20AC), (0x2116, 0x2116), (0x2122, 0x2122), (0x2190, 0x2193), (0x2212, 0x2212),
)  # fmt: skip
"""Code points that the fonts draw, as inclusive ranges."""


@cache
def font(bold: bool, size: float) -> ImageFont.FreeTypeFont:
    """Return the bundled font, size in pixels; basic layout gives the same pixels wherever Pillow runs."""
    path = FONTS / f"FieldpostText-{'Bold' if bold else 'Regular'}.otf"
    return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def is_covered(character: str) -> bool:
    """Return whether the fonts have a character."""
    return any(first <= ord(character) <= last for first, last in COVERED)


def clean(text: str, fallback: str = "") -> str:
    """Return a user's text as the fonts can draw it, on one line; `fallback` if nothing is left.

    Characters that the fonts lack are replaced by what they decompose into, or dropped.

    >>> clean("Zoë \\U0001f680 𝔄𝔫𝔫 ﬁ\\n x"), clean("将军", "Dark")
    ('Zoë Ann fi x', 'Dark')
    """
    found = []
    for character in unicodedata.normalize("NFC", text):
        if is_covered(character):
            found.append(character)
        elif character.isspace():
            found.append(" ")
        else:
            found += [part for part in unicodedata.normalize("NFKD", character) if is_covered(part)]
    kept = "".join(character for character in found if character != "\xad")
    return " ".join(kept.split()) or fallback


@lru_cache(maxsize=4096)
def text_width(text: str, bold: bool, size: float) -> float:
    """Return the advance width in pixels. size: in pixels"""
    return font(bold, size).getlength(text)


def fit(text: str, bold: bool, size: float, smallest: float, width: float) -> tuple[str, float]:
    """Return the text and a size at which it is at most `width` pixels wide: shrunk, then cut with "…".

    >>> fit("abc", False, 20, 10, 1000)
    ('abc', 20)
    """
    while size > smallest and text_width(text, bold, size) > width:
        size = max(smallest, size - 1)
    if text_width(text, bold, size) <= width:
        return text, size
    while text and text_width(text.rstrip() + "…", bold, size) > width:
        text = text[:-1]
    return text.rstrip() + "…", size


class Pen:
    """Draws opaque shapes, enlarged, on a transparent ground of width × height pixels.

    Points are in units from the middle of the image, y downwards; a unit is `scale` pixels.
    """

    def __init__(self, width: float, height: float, scale: float = 1.0) -> None:
        self.size = (max(1, round(width)), max(1, round(height)))
        self.scale = scale * OVERSAMPLE
        self.middle = (self.size[0] * OVERSAMPLE / 2, self.size[1] * OVERSAMPLE / 2)
        enlarged = (self.size[0] * OVERSAMPLE, self.size[1] * OVERSAMPLE)
        self.image = Image.new("RGBA", enlarged, (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.image)

    def at(self, point: Point) -> Point:
        """Return the enlarged pixel of a point in units."""
        return self.middle[0] + point[0] * self.scale, self.middle[1] + point[1] * self.scale

    def polygon(self, points: Sequence[Point], color: Rgb, grow: float = 0) -> None:
        """Fill a polygon; `grow` thickens it all around by that many units, with round corners."""
        if grow > 0:
            self.line([*points, points[0]], color, 2 * grow)
        self.draw.polygon([self.at(point) for point in points], fill=color)

    def polygons(self, points: Sequence[Point], *layers: tuple[float, Rgb]) -> None:
        """Fill a polygon several times, each over the one before. layers: growth and colour"""
        for grow, color in layers:
            self.polygon(points, color, grow)

    def discs(self, center: Point, *layers: tuple[float, Rgb]) -> None:
        """Fill circles, each over the one before. layers: radius and colour"""
        for radius, color in layers:
            self.disc(center, radius, color)

    def rings(self, center: Point, radius: float, *layers: tuple[float, Rgb]) -> None:
        """Draw a circle's line several times, each over the one before. layers: width and colour"""
        for width, color in layers:
            self.ring(center, radius, width, color)

    def disc(self, center: Point, radius: float, color: Rgb, squash: float = 1.0) -> None:
        """Fill a circle, or an ellipse whose height is `squash` times its width."""
        x, y = self.at(center)
        across, along = radius * self.scale, radius * self.scale * squash
        self.draw.ellipse((x - across, y - along, x + across, y + along), fill=color)

    def ring(self, center: Point, radius: float, width: float, color: Rgb, dashes: int = 0) -> None:
        """Draw a circle's line, centred on `radius`. dashes: into how many arcs it is broken, 0 for none"""
        x, y = self.at(center)
        outer, line = (radius + width / 2) * self.scale, max(1, round(width * self.scale))
        box = (x - outer, y - outer, x + outer, y + outer)
        if not dashes:
            self.draw.ellipse(box, outline=color, width=line)
        for dash in range(dashes):
            start = 360 * dash / dashes
            self.draw.arc(box, start, start + 0.62 * 360 / dashes, fill=color, width=line)

    def line(self, points: Sequence[Point], color: Rgb, width: float) -> None:
        """Draw a line with round ends and joints; width in units."""
        thick = max(1, round(width * self.scale))
        spots = [self.at(point) for point in points]
        self.draw.line(spots, fill=color, width=thick)
        for x, y in spots:
            self.draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=color)

    def letter(self, text: str, center: Point, size: float, color: Rgb) -> None:
        """Write bold capitals; `size` is the font's, in units, `center` the middle of the capital."""
        x, y = self.at(center)
        face = font(True, size * self.scale)
        self.draw.text((x, y + 0.364 * size * self.scale), text, font=face, fill=color, anchor="ms")

    def mask(self, corners: Sequence[Point]) -> Image.Image:
        """Return where a shape is, enlarged as the drawing is, as mode "L"."""
        found = Image.new("L", self.image.size, 0)
        ImageDraw.Draw(found).polygon([self.at(point) for point in corners], fill=255)
        return found

    def done(self) -> Image.Image:
        """Return the drawing at its own size, RGBA."""
        return self.image.reduce(OVERSAMPLE)


def to_entries(image: Image.Image, palette: Palette) -> Image.Image:
    """Look up the nearest palette entries of an RGB image; returns mode "L"."""
    found = image.quantize(palette=palette.image, dither=Image.Dither.NONE)
    return Image.frombytes("L", found.size, found.tobytes())


def to_colors(entries: Image.Image, palette: Palette) -> Image.Image:
    """Return the RGB image of palette entries."""
    image = entries.copy()
    image.putpalette(palette.data)
    return image.convert("RGB")


@dataclass(frozen=True)
class Sprite:
    """Something drawn on one flat ground: palette entries, and where they count (mode "1")."""

    entries: Image.Image
    mask: Image.Image


def sprite(drawing: Image.Image, ground: Rgb, palette: Palette) -> Sprite:
    """Return an RGBA drawing as it looks on a flat ground."""
    flat = Image.new("RGB", drawing.size, ground)
    flat.paste(drawing, (0, 0), drawing)
    return Sprite(to_entries(flat, palette), drawing.getchannel("A").point([0] * 8 + [255] * 248, "1"))


@lru_cache(maxsize=256)
def _ramp(color: Rgb, ground: Rgb, palette: Palette) -> tuple[int, ...]:
    """Return the palette entry for each of 256 degrees of `color` over `ground`."""
    steps = Image.new("RGB", (256, 1))
    for step in range(256):
        red, green, blue = (round(g + (c - g) * step / 255) for c, g in zip(color, ground, strict=True))
        steps.putpixel((step, 0), (red, green, blue))
    return tuple(to_entries(steps, palette).tobytes())


@lru_cache(maxsize=1024)
def _written(
    text: str, bold: bool, size: float, color: Rgb, ground: Rgb, palette: Palette
) -> tuple[Sprite, int, int]:
    """Draw text on its ground; returns it and the left and top of its box from the start of the baseline."""
    face = font(bold, size)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(text, anchor="ls"))
    mask = Image.new("L", (max(1, right - left + 1), max(1, bottom - top + 1)), 0)
    ImageDraw.Draw(mask).text((-left, -top), text, font=face, fill=255, anchor="ls")
    ink = Sprite(mask.point(_ramp(color, ground, palette)), mask.point([0] * 8 + [255] * 248, "1"))
    return ink, left, top


@dataclass(frozen=True)
class TextBox:
    """Where a piece of text stands: its pixels lie in [left, right) × [top, bottom)."""

    text: str
    left: int
    top: int
    right: int
    bottom: int


COMPRESS_LEVEL = 3
"""zlib's smallest level whose files are near the best ones; level 6 takes twice the time for 5 % less."""


@dataclass
class Canvas:
    """A picture being drawn, as palette entries. boxes: every text on it, to check that none collide"""

    entries: Image.Image
    palette: Palette
    boxes: list[TextBox] = field(default_factory=list)

    @classmethod
    def blank(cls, width: int, height: int, color: Rgb, palette: Palette) -> Canvas:
        """Return a canvas of one colour, in pixels; ValueError if the palette lacks that colour."""
        return cls(Image.new("L", (width, height), palette.index_of(color)), palette)

    def copy(self) -> Canvas:
        """Return a canvas with the same picture, to draw on."""
        return Canvas(self.entries.copy(), self.palette, list(self.boxes))

    def below(self, top: int) -> Canvas:
        """Return the canvas without its uppermost rows of pixels."""
        width, height = self.entries.size
        return Canvas(self.entries.crop((0, top, width, height)), self.palette, [])

    def stamp(self, stamped: Sprite, center: Point) -> None:
        """Paste a sprite, its middle at `center`; the ground there must be the sprite's own."""
        width, height = stamped.entries.size
        corner = (round(center[0] - width / 2), round(center[1] - height / 2))
        self.entries.paste(stamped.entries, corner, stamped.mask)

    def fill(self, left: float, right: float, middle: float, half: float, color: Rgb) -> None:
        """Fill a rectangle, as high as a sprite of 2 · `half` pixels stamped at the height `middle`."""
        top = round(middle - half)
        box = (round(left), top, round(right), top + round(2 * half))
        self.entries.paste(self.palette.index_of(color), box)

    def overlay(self, drawing: Image.Image, center: Point) -> None:
        """Blend an RGBA drawing over whatever is there, its middle at `center`."""
        left, top = round(center[0] - drawing.width / 2), round(center[1] - drawing.height / 2)
        box = (left, top, left + drawing.width, top + drawing.height)
        below = to_colors(self.entries.crop(box), self.palette)
        below.paste(drawing, (0, 0), drawing)
        mask = drawing.getchannel("A").point([0] * 8 + [255] * 248, "1")
        self.entries.paste(to_entries(below, self.palette), (left, top), mask)

    def text(
        self,
        text: str,
        start: Point,
        size: float,
        color: Rgb,
        ground: Rgb,
        *,
        bold: bool = False,
        anchor: str = "left",
        again: bool = False,
    ) -> TextBox:
        """Write on a flat ground; returns where the text stands.

        start: the baseline's left end, middle or right end, by `anchor`: "left", "middle" or "right"
        again: it is written over itself, so it is not noted in `boxes`
        """
        written, left, top = _written(text, bold, size, color, ground, self.palette)
        x = start[0]
        if anchor != "left":
            x -= text_width(text, bold, size) / (2 if anchor == "middle" else 1)
        corner = (round(x) + left, round(start[1]) + top)
        self.entries.paste(written.entries, corner, written.mask)
        width, height = written.entries.size
        box = TextBox(text, *corner, corner[0] + width, corner[1] + height)
        if not again:
            self.boxes.append(box)
        return box

    def pixel(self, x: int, y: int) -> Rgb:
        """Return the colour of one pixel (for tests)."""
        entry = self.entries.getpixel((x, y))
        assert isinstance(entry, int)
        red, green, blue = self.palette.data[3 * entry : 3 * entry + 3]
        return red, green, blue

    def png(self, level: int = COMPRESS_LEVEL) -> bytes:
        """Return the picture as a PNG with its palette; the same bytes for the same picture."""
        image = self.entries.copy()
        image.putpalette(self.palette.data)
        out = io.BytesIO()
        image.save(out, "PNG", compress_level=level)
        return out.getvalue()
