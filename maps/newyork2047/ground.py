"""The ground of the map of New York 2047: water, land in its controllers' colours, names.

Drawn once and kept: the map as nobody's, and each land as each faction's. A picture's ground is the former
with some of the latter pasted on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, floor

from PIL import Image, ImageDraw, ImageFilter

from adjudicator.game import Seat
from maps.canvas import Canvas, Point, Sprite, TextBox, font, to_entries
from maps.decal import Decal, decal
from maps.newyork2047 import style
from maps.newyork2047.decor import draw_decor
from maps.newyork2047.layout import ABBR_SIZE, LINE, NAME_SIZE, Box, Frame, Place, atlas
from maps.newyork2047.paths import dashes
from maps.newyork2047.patterns import draw_pattern
from maps.palette import Rgb

FINE = 3
"""Shapes are drawn so many times enlarged."""
COAST, BORDER, BAND, PLAIN_BAND = 3.6, 2.4, 9.0, 4.0
"""The widths of lines, in units: around land, between lands, of the band in somebody's land, and in other."""
STRIPS = 8
"""The sea is drawn in so many strips: less memory at once."""

Pixels = tuple[int, int, int, int]


class Sheet:
    """A part of a picture, enlarged, to draw shapes on by points of the map."""

    def __init__(self, frame: Frame, box: Pixels, color: Rgb) -> None:
        self.frame, self.box = frame, box
        self.image = Image.new("RGB", ((box[2] - box[0]) * FINE, (box[3] - box[1]) * FINE), color)
        self.draw = ImageDraw.Draw(self.image)

    def at(self, point: Point) -> Point:
        """The enlarged pixel of a point."""
        x, y = self.frame.at(point)
        return (x - self.box[0]) * FINE, (y - self.box[1]) * FINE

    def polygon(self, points: Sequence[Point], color: Rgb) -> None:
        self.draw.polygon([self.at(point) for point in points], fill=color)

    def line(self, points: Sequence[Point], color: Rgb, width: float) -> None:
        """A line with round joints; width in units."""
        thick = max(1, round(width * self.frame.scale * FINE))
        self.draw.line([self.at(point) for point in points], fill=color, width=thick, joint="curve")

    def done(self) -> Image.Image:
        return self.image.reduce(FINE)


def _pixels(frame: Frame, box: Box) -> Pixels:
    """The whole pixels around a box of the map, inside the frame."""
    left, top = frame.at((box[0], box[1]))
    right, bottom = frame.at((box[2], box[3]))
    return (
        max(0, floor(left)),
        max(frame.bar, floor(top)),
        min(frame.width, ceil(right)),
        min(frame.height, ceil(bottom)),
    )


def labels(frame: Frame, place: Place) -> list[tuple[str, Point, float, bool]]:
    """A space's words: text, the baseline's middle, size in pixels, whether bold."""
    found = [(place.abbr, place.spot, ABBR_SIZE, True)]
    for k, text in enumerate(place.lines):
        drop = (k - (len(place.lines) - 1) / 2) * LINE
        found.append((text, (place.label[0], place.label[1] + drop), NAME_SIZE, False))
    words = []
    for text, at, size, bold in found:
        x, y = frame.at((at[0], at[1] + 0.364 * size))
        words.append((text, (x, y), size * frame.scale, bold))
    return words


@lru_cache(maxsize=1024)
def label_boxes(frame: Frame, key: str) -> tuple[TextBox, ...]:
    """Where a space's words stand, if all of them are in the frame."""
    place = atlas().places[key]
    if not all(frame.holds(box) for box in place.words):
        return ()
    found = []
    for text, box in zip((place.abbr, *place.lines), place.words, strict=True):
        (left, top), (right, bottom) = frame.at((box[0], box[1])), frame.at((box[2], box[3]))
        found.append(TextBox(text, floor(left), floor(top), ceil(right), ceil(bottom)))
    return tuple(found)


@lru_cache(maxsize=512)
def label(frame: Frame, key: str, seat: Seat | None) -> tuple[Decal, Point]:
    """A space's words with a seam in the colour of the ground, to lie over everything; and their middle."""
    place = atlas().places[key]
    seam = style.SHOALS[0] if place.water else style.ground(seat)
    ink = style.WATER_INK if place.water else style.INK
    left = min(box[0] for box in place.words) - 6
    top = min(box[1] for box in place.words) - 6
    right = max(box[2] for box in place.words) + 6
    bottom = max(box[3] for box in place.words) + 6
    x, y = (floor(edge) for edge in frame.at((left, top)))
    end = tuple(ceil(edge) for edge in frame.at((right, bottom)))
    image = Image.new("RGBA", (end[0] - x, end[1] - y), (*seam, 0))
    draw = ImageDraw.Draw(image)
    words = labels(frame, place)
    for text, at, size, bold in words:
        spot, wide = (at[0] - x, at[1] - y), max(1, round(0.11 * size))
        draw.text(
            spot, text, font=font(bold, size), fill=seam, anchor="ms", stroke_width=wide, stroke_fill=seam
        )
    for text, at, size, bold in words:
        draw.text((at[0] - x, at[1] - y), text, font=font(bold, size), fill=ink, anchor="ms")
    return decal(image, seam, style.palette()), (x + image.width / 2, y + image.height / 2)


def _land(frame: Frame, key: str, seat: Seat | None) -> tuple[Sprite, tuple[int, int]]:
    """A land space as its controller's, with its words, and its left upper pixel."""
    place = atlas().places[key]
    box = _pixels(frame, place.bounds)
    sheet = Sheet(frame, box, style.ground(seat))
    if seat is not None:
        draw_pattern(sheet.draw, seat, sheet.image.size, sheet.at((0, 0)), frame.scale * FINE)
    band, wide = (style.PAPER_BAND, PLAIN_BAND) if seat is None else (style.LOOKS[seat].color, BAND)
    for border in place.borders:
        sheet.line(border.points, band, 2 * wide)
    for border in place.borders:
        sheet.line(border.points, style.INK, BORDER if border.kind == "land" else COAST)
    shape = Image.new("L", sheet.image.size, 0)
    ImageDraw.Draw(shape).polygon([sheet.at(point) for point in place.outline], fill=255)
    mask = shape.reduce(FINE).point([0] * 128 + [255] * 128, "1")
    entries = to_entries(sheet.done(), style.palette())
    if label_boxes(frame, key):
        words, middle = label(frame, key, seat)
        words.put(Canvas(entries, style.palette()), (middle[0] - box[0], middle[1] - box[1]))
    return Sprite(entries, mask), box[:2]


_kept = lru_cache(maxsize=400)(_land)


def land(frame: Frame, key: str, seat: Seat | None) -> tuple[Sprite, tuple[int, int]]:
    """The same, kept for pictures of the whole map: a part is drawn too rarely for that."""
    return _kept(frame, key, seat) if frame.is_whole else _land(frame, key, seat)


def _sea(frame: Frame, box: Pixels) -> Image.Image:
    """The borders in the water, and what lies outside the game, in one strip of the picture."""
    sheet = Sheet(frame, box, style.WATER)
    for place in atlas().places.values():
        for border in place.borders:
            if place.water and border.kind == "water" and place.key < border.beyond:
                for dash in dashes(border.points, 13, 9):
                    sheet.line(dash, style.CURRENT, 3.0)
    draw_decor(sheet)
    for outline in atlas().scenery:
        sheet.polygon(outline, style.SCENERY)
        sheet.line([*outline, outline[0]], style.INK, 2.4)
    return sheet.done()


def _shoals(frame: Frame) -> list[tuple[Rgb, Image.Image]]:
    """Where the water is near a coast, and how."""
    solid = Image.new("L", (frame.width, frame.height), 0)
    draw = ImageDraw.Draw(solid)
    outlines = [place.outline for place in atlas().places.values() if not place.water]
    for outline in (*outlines, *atlas().scenery):
        draw.polygon([frame.at(point) for point in outline], fill=255)
    near = solid.filter(ImageFilter.GaussianBlur(11 * frame.scale))
    return [
        (color, near.point([0] * level + [255] * (256 - level), "1"))
        for color, level in zip(style.SHOALS, (28, 66, 104), strict=True)
    ]


def _empty(frame: Frame) -> Canvas:
    """The sea, and what lies outside the game."""
    found = style.palette()
    canvas = Canvas.blank(frame.width, frame.height, style.WATER, found)
    for color, mask in _shoals(frame):
        canvas.entries.paste(found.index_of(color), (0, 0), mask)
    plain = found.index_of(style.WATER)
    over = [0 if entry == plain else 255 for entry in range(256)]
    step = -(-frame.height // STRIPS)
    for top in range(0, frame.height, step):
        strip = to_entries(_sea(frame, (0, top, frame.width, min(frame.height, top + step))), found)
        canvas.entries.paste(strip, (0, top), strip.point(over, "1"))
    for text, at, size in atlas().words:
        x, y = frame.at((at[0], at[1] + 0.364 * size))
        for row, line in enumerate(text.split("\n")):
            spot = (x, y + row * 1.25 * size * frame.scale)
            canvas.text(
                line, spot, size * frame.scale, style.SCENERY_INK, style.SCENERY, bold=True, anchor="middle"
            )
    return canvas


def _cover(canvas: Canvas, frame: Frame, key: str, seat: Seat | None) -> None:
    """Put a land on the canvas."""
    stamped, corner = land(frame, key, seat)
    canvas.entries.paste(stamped.entries, corner, stamped.mask)


def write(canvas: Canvas, frame: Frame, key: str, seat: Seat | None) -> None:
    """Put a space's words on the canvas, over everything there."""
    if label_boxes(frame, key):
        words, middle = label(frame, key, seat)
        words.put(canvas, middle)


@lru_cache(maxsize=6)
def base(frame: Frame) -> Canvas:
    """The map as it is when nobody controls land; not to be drawn on, but copied."""
    canvas = _empty(frame)
    for place in atlas().places.values():
        if not frame.shows(place.bounds):
            continue
        if place.water:
            write(canvas, frame, place.key, None)
        else:
            _cover(canvas, frame, place.key, None)
        canvas.boxes += label_boxes(frame, place.key)
    return canvas


@lru_cache(maxsize=12)
def ground(frame: Frame, control: tuple[tuple[str, Seat], ...]) -> Canvas:
    """The map with every land as its controller's; not to be drawn on, but copied."""
    canvas = base(frame).copy()
    for key, seat in control:
        if frame.shows(atlas().places[key].bounds):
            _cover(canvas, frame, key, seat)
    return canvas
