"""The ground of the map of New York 2047: water, land in its controllers' colours, names; and what keeps its
place for a turn: stars, the flags of home bases, Turretons.

Drawn once and kept: the map as nobody's, and each land as each faction's. A picture's ground is the former
with some of the latter pasted on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, cos, floor, pi, sin, sqrt

from PIL import Image, ImageDraw, ImageFilter

from adjudicator.game import Seat
from adjudicator.newyork2047.state import View
from maps.canvas import Canvas, Point, Sprite, TextBox, font, to_entries
from maps.decal import Decal, decal
from maps.geometry import Box, dashes, enters, gap, ribbon, scaled
from maps.newyork2047 import style
from maps.newyork2047.layout import FAR, STAR, TURRETON, MapFrame, Place, Sizes, atlas, wider
from maps.newyork2047.pieces import flag, star, turreton
from maps.palette import Rgb
from maps.strips import FINE, Enlarged


class Field:
    """An enlarged part of a picture to be covered; its edges are in units of the map.

    Patterns hang on the map's corner, so that they run on from land to land.
    """

    def __init__(
        self, draw: ImageDraw.ImageDraw, size: tuple[int, int], origin: Point, scale: float, color: Rgb
    ) -> None:
        self.draw, self.origin, self.scale, self.color = draw, origin, scale, color
        self.left, self.top = -origin[0] / scale, -origin[1] / scale
        self.right, self.bottom = self.left + size[0] / scale, self.top + size[1] / scale

    def _at(self, point: Point) -> Point:
        """Return the pixel of a point of the map."""
        return self.origin[0] + point[0] * self.scale, self.origin[1] + point[1] * self.scale

    def line(self, points: list[Point], width: float) -> None:
        """Draw a line, straight or bent; width in units."""
        thick = max(1, round(width * self.scale))
        spots = [self._at(point) for point in points]
        if len(spots) == 2:
            self.draw.line(spots, fill=self.color, width=thick)
        else:
            self.draw.polygon(ribbon(spots, thick / 2), fill=self.color)

    def disc(self, center: Point, radius: float) -> None:
        """Fill a circle."""
        (x, y), reach = self._at(center), radius * self.scale
        self.draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=self.color)

    def columns(self, pitch: float) -> list[tuple[int, float]]:
        """Return the multiples of the pitch from left to right, numbered, and one more at both ends."""
        return _multiples(self.left, self.right, pitch)

    def rows(self, pitch: float) -> list[tuple[int, float]]:
        """Return the same from top to bottom."""
        return _multiples(self.top, self.bottom, pitch)

    def leaning(self, pitch: float, slope: float, width: float) -> None:
        """Draw parallel lines that go `slope` to the right for each unit down."""
        ends = (self.top - 4, self.bottom + 4)
        shifts = [slope * end for end in ends]
        first = floor((self.left - max(shifts)) / pitch) - 1
        last = ceil((self.right - min(shifts)) / pitch) + 1
        for k in range(first, last + 1):
            self.line([(k * pitch + slope * end, end) for end in ends], width)


def _multiples(first: float, last: float, pitch: float) -> list[tuple[int, float]]:
    """Return every multiple of the pitch in a range, with its number, and one more at both ends."""
    return [(k, k * pitch) for k in range(floor(first / pitch) - 1, ceil(last / pitch) + 2)]


def _bars(field: Field) -> None:
    for _, x in field.columns(22):
        field.line([(x, field.top - 2), (x, field.bottom + 2)], 7)


def _crosses(field: Field) -> None:
    for row, y in field.rows(24):
        for _, x in field.columns(32):
            middle = x + 16 * (row % 2)
            field.line([(middle - 9, y), (middle + 9, y)], 5.5)
            field.line([(middle, y - 9), (middle, y + 9)], 5.5)


def _zigzags(field: Field) -> None:
    for _, y in field.rows(24):
        field.line([point for _, x in field.columns(30) for point in ((x, y), (x + 15, y + 11))], 6)


def _dots(field: Field) -> None:
    for row, y in field.rows(21):
        for _, x in field.columns(26):
            field.disc((x + 13 * (row % 2), y), 6.5)


def _honeycomb(field: Field) -> None:
    side = 15.0
    high, wide = side * sqrt(3), side * 3
    for _, y in field.rows(high):
        for _, x in field.columns(wide):
            for a, b in ((x, y), (x + wide / 2, y + high / 2)):
                top = b - high / 2
                field.line([(a - side, b), (a - side / 2, top), (a + side / 2, top), (a + side, b)], 3.6)


def _stripes(field: Field) -> None:
    field.leaning(26, -1.0, 7.5)


def _lozenges(field: Field) -> None:
    field.leaning(26, 0.6, 3.8)
    field.leaning(26, -0.6, 3.8)


PATTERNS: dict[Seat, Callable[[Field], None]] = {
    "tower": _bars,
    "papst": _crosses,
    "rossoni": _zigzags,
    "christofori": _dots,
    "dunning": _honeycomb,
    "greene": _stripes,
    "hamblet": _lozenges,
}


def draw_pattern(
    draw: ImageDraw.ImageDraw, seat: Seat, size: tuple[int, int], origin: Point, scale: float
) -> None:
    """Cover an image with a faction's pattern. origin: the map's corner (0, 0) in pixels of the image."""
    PATTERNS[seat](Field(draw, size, origin, scale, style.LOOKS[seat].tone))


COAST, BORDER, BAND, PLAIN_BAND = 3.6, 2.4, 9.0, 4.0
"""The widths of lines, in units: around land, between lands, of the band in somebody's land, and in other."""
STRIPS = 8
"""The sea is drawn in this many strips: less memory at a time."""
LIBERTY: Point = (462.0, 1010.0)
"""The foot of the statue."""
ROSE: Point = (1356.0, 62.0)
BORDER_LINE = 14.0
"""The greatest width of a line within a border, in units."""

Pairs = tuple[tuple[str, str], ...]

Pixels = tuple[int, int, int, int]


class MapDrawing(Enlarged):
    """An enlarged part of a picture, to draw shapes on by points of the map. box: in pixels"""

    def __init__(self, frame: MapFrame, box: Pixels, color: Rgb) -> None:
        super().__init__(box[2] - box[0], box[3] - box[1], color)
        self.frame, self.box = frame, box

    def at(self, point: Point) -> Point:
        """Return the enlarged pixel of a point of the map."""
        x, y = self.frame.at(point)
        return (x - self.box[0]) * FINE, (y - self.box[1]) * FINE

    def line(self, points: Sequence[Point], color: Rgb, width: float) -> None:
        """Draw a line with round joints; width in units."""
        super().line(points, color, width * self.frame.scale)


def _pixels(frame: MapFrame, box: Box) -> Pixels:
    """Return the whole pixels around a box of the map, inside the frame."""
    left, top = frame.at((box[0], box[1]))
    right, bottom = frame.at((box[2], box[3]))
    return (
        max(frame.side, floor(left)),
        max(0, floor(top)),
        min(frame.width, ceil(right)),
        min(frame.height, ceil(bottom)),
    )


def labels(frame: MapFrame, place: Place) -> list[tuple[str, Point, float, bool]]:
    """Return a space's words: text, the baseline's middle, size in pixels, whether bold."""
    sizes = place.sizes
    found = [(place.abbr, place.spot, sizes.abbr, True)]
    for k, text in enumerate(place.lines):
        drop = (k - (len(place.lines) - 1) / 2) * sizes.line
        found.append((text, (place.label[0], place.label[1] + drop), sizes.name, False))
    words = []
    for text, at, size, bold in found:
        x, y = frame.at((at[0], at[1] + 0.364 * size))
        words.append((text, (x, y), size * frame.scale, bold))
    return words


@lru_cache(maxsize=1024)
def label_boxes(frame: MapFrame, key: str) -> tuple[TextBox, ...]:
    """Return where a space's words stand, if all of them are in the frame."""
    place = frame.places[key]
    if not all(frame.holds(box) for box in place.words):
        return ()
    found = []
    for text, box in zip((place.abbr, *place.lines), place.words, strict=True):
        (left, top), (right, bottom) = frame.at((box[0], box[1])), frame.at((box[2], box[3]))
        found.append(TextBox(text, floor(left), floor(top), ceil(right), ceil(bottom)))
    return tuple(found)


@lru_cache(maxsize=512)
def label(frame: MapFrame, key: str, seat: Seat | None) -> tuple[Decal, Point]:
    """Draw a space's words with a seam in the ground's colour, to lie over all; returns their middle, too."""
    place = frame.places[key]
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
        face = font(bold, size)
        draw.text(spot, text, font=face, fill=seam, anchor="ms", stroke_width=wide, stroke_fill=seam)
    for text, at, size, bold in words:
        draw.text((at[0] - x, at[1] - y), text, font=font(bold, size), fill=ink, anchor="ms")
    return decal(image, seam, style.palette()), (x + image.width / 2, y + image.height / 2)


def _land(frame: MapFrame, key: str, seat: Seat | None) -> tuple[Sprite, tuple[int, int]]:
    """Draw a land space as its controller's, with its words; returns its left upper pixel, too."""
    place = frame.places[key]
    box = _pixels(frame, place.bounds)
    drawing = MapDrawing(frame, box, style.ground(seat))
    if seat is not None:
        draw_pattern(drawing.draw, seat, drawing.image.size, drawing.at((0, 0)), frame.scale * FINE)
    band, wide = (style.PAPER_BAND, PLAIN_BAND) if seat is None else (style.LOOKS[seat].color, BAND)
    for border in place.borders:
        drawing.line(border.points, band, 2 * wide)
    for border in place.borders:
        drawing.line(border.points, style.INK, BORDER if border.kind == "land" else COAST)
    mask = drawing.mask(place.outline).reduce(FINE).point([0] * 128 + [255] * 128, "1")
    entries = to_entries(drawing.done(), style.palette())
    if label_boxes(frame, key):
        words, middle = label(frame, key, seat)
        words.put(Canvas(entries, style.palette()), (middle[0] - box[0], middle[1] - box[1]))
    return Sprite(entries, mask), box[:2]


_kept = lru_cache(maxsize=400)(_land)


def land(frame: MapFrame, key: str, seat: Seat | None) -> tuple[Sprite, tuple[int, int]]:
    """Draw a land, kept for pictures of the whole map: a part is drawn too rarely for that."""
    return _kept(frame, key, seat) if frame.is_whole else _land(frame, key, seat)


def _statue(drawing: MapDrawing, foot: Point, size: float) -> None:
    """Draw the Statue of Liberty."""

    def at(points: Sequence[Point]) -> list[Point]:
        return scaled(points, size, foot)

    color = style.SHOALS[2]
    island = [(22 * cos(pi * k / 12), 2 + 6 * sin(pi * k / 12)) for k in range(24)]
    drawing.polygon(at(island), color)
    drawing.polygon(at([(-12, 0), (12, 0), (9, -8), (8, -24), (-8, -24), (-9, -8)]), color)
    robe: list[Point] = [(-7, -24), (8, -24), (6, -44), (7, -52), (3, -58), (-3, -58), (-6, -50), (-5, -40)]
    drawing.polygon(at(robe), color)
    drawing.polygon(at([(-3.5, -58), (3.5, -58), (3.5, -65), (-3.5, -65)]), color)
    for lean in (-6, -3, 0, 3, 6):
        drawing.line(at([(lean * 0.5, -64), (lean, -70)]), color, 1.4)
    drawing.line(at([(-4, -54), (-10, -66), (-9, -76)]), color, 4)
    drawing.polygon(at([(-12, -76), (-6, -76), (-7, -80), (-11, -80)]), color)
    drawing.polygon(at([(-11, -80), (-7, -80), (-9, -88)]), color)
    drawing.polygon(at([(5, -46), (11, -50), (13, -42), (7, -38)]), color)


def _compass(drawing: MapDrawing, middle: Point, reach: float) -> None:
    """Draw a compass rose."""
    for k in range(8):
        far = reach if k % 2 == 0 else reach * 0.55
        angle = pi * k / 4

        def spot(radius: float, turn: float, angle: float = angle) -> Point:
            return middle[0] + radius * sin(angle + turn), middle[1] - radius * cos(angle + turn)

        tip, left, right = spot(far, 0), spot(reach * 0.2, -pi / 8), spot(reach * 0.2, pi / 8)
        drawing.polygon([tip, left, middle], style.SHOALS[2])
        drawing.polygon([tip, right, middle], style.CURRENT)


def _sea(frame: MapFrame, box: Pixels) -> Image.Image:
    """Draw the borders in the water, and what lies outside the game, in one strip of the picture."""
    drawing = MapDrawing(frame, box, style.WATER)
    for place in atlas().places.values():
        for border in place.borders:
            if place.water and border.kind == "water" and place.key < border.beyond:
                for dash in dashes(border.points, 13, 9):
                    drawing.line(dash, style.CURRENT, 3.0)
    _statue(drawing, LIBERTY, 1.08)
    _compass(drawing, ROSE, 36.0)
    for outline in atlas().scenery:
        drawing.polygon(outline, style.SCENERY)
        drawing.line([*outline, outline[0]], style.INK, 2.4)
    return drawing.done()


def _shoals(frame: MapFrame) -> list[tuple[Rgb, Image.Image]]:
    """Return the colours of water near a coast, and where each is."""
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


def _empty(frame: MapFrame) -> Canvas:
    """Draw the sea, and what lies outside the game."""
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
    return canvas


def _cover(canvas: Canvas, frame: MapFrame, key: str, seat: Seat | None) -> None:
    """Put a land on the canvas."""
    stamped, corner = land(frame, key, seat)
    canvas.entries.paste(stamped.entries, corner, stamped.mask)


def write(canvas: Canvas, frame: MapFrame, key: str, seat: Seat | None) -> None:
    """Put a space's words on the canvas, over everything there."""
    if label_boxes(frame, key):
        words, middle = label(frame, key, seat)
        words.put(canvas, middle)


def _owned(frame: MapFrame, owners: Mapping[str, Seat]) -> Canvas:
    """Draw the map with every land as its controller's."""
    canvas = _empty(frame)
    for key, place in frame.places.items():
        if not frame.shows(place.bounds):
            continue
        if place.water:
            write(canvas, frame, key, None)
        else:
            _cover(canvas, frame, key, owners.get(key))
        canvas.boxes += label_boxes(frame, key)
    return canvas


@lru_cache(maxsize=6)
def empty_map(frame: MapFrame) -> Canvas:
    """Draw the map as it is when nobody controls land; copy it before drawing on it."""
    return _owned(frame, {})


@lru_cache(maxsize=12)
def ground(frame: MapFrame, control: tuple[tuple[str, Seat], ...]) -> Canvas:
    """Draw the map with every land as its controller's; copy it before drawing on it."""
    if not frame.is_whole:
        return _owned(frame, dict(control))
    canvas = empty_map(frame).copy()
    for key, seat in control:
        _cover(canvas, frame, key, seat)
    return canvas


@dataclass(frozen=True, slots=True)
class Standing:
    """Something that keeps its place. kind: "star", "flag" or "turreton"; reach: half its width, in units;
    letters: the size of a Turreton's."""

    kind: str
    space: str
    seat: Seat | None
    text: str
    at: Point
    reach: float
    letters: float

    def drawn(self, unit: float) -> Decal:
        """Draw it, `unit` pixels to a unit of pieces."""
        if self.kind == "turreton":
            return turreton(self.text, self.seat, self.letters, unit)
        return star(unit) if self.seat is None else flag(self.seat, unit)


def standing(view: View, sizes: Sizes = FAR) -> Iterator[Standing]:
    """Yield all that keeps its place, by space."""
    zoom, letters = sizes.zoom, sizes.gun
    homes = {key: seat for seat, key in view.state.homes.items()}
    guards = {key: name for name, key in view.board.places.items()}
    for key, place in atlas(sizes).places.items():
        if place.star is not None:
            kind, seat = ("flag", homes[key]) if key in homes else ("star", None)
            yield Standing(kind, key, seat, "", place.star, STAR * zoom, letters)
        if place.turreton is not None:
            name = guards[key]
            seat = view.state.turretons[name]
            yield Standing("turreton", key, seat, name, place.turreton, TURRETON * zoom, letters)


@lru_cache(maxsize=128)
def beside(key: str, sizes: Sizes = FAR) -> tuple[frozenset[str], frozenset[str]]:
    """Return the spaces whose words a line within a space's border would touch, and those whose things."""
    places = atlas(sizes).places
    ring = (*places[key].outline, places[key].outline[0])
    words, things = set(), set()
    line = BORDER_LINE * sizes.zoom
    left, top, right, bottom = wider(places[key].bounds, line)
    for place in places.values():
        first, high, last, low = place.bounds
        if first > right or last < left or high > bottom or low < top:
            continue
        around = [wider(box, line) for box in place.words]
        if any(enters(ring, box) for box in around):
            words.add(place.key)
        for at, reach in ((place.star, STAR), (place.turreton, TURRETON)):
            if at is not None and gap(at, ring) < reach * sizes.zoom + line:
                things.add(place.key)
    return frozenset(words), frozenset(things)


@lru_cache(maxsize=12)
def _furnished(frame: MapFrame, control: Pairs, things: tuple[Standing, ...]) -> Canvas:
    """Draw the ground with these things; copy it before drawing on it."""
    canvas = ground(frame, control).copy()
    for thing in things:
        thing.drawn(frame.unit).put(canvas, frame.at(thing.at))
    return canvas


def furnished(frame: MapFrame, view: View) -> Canvas:
    """Return a new canvas with the ground and all that keeps its place."""
    control = tuple(sorted(view.state.control.items()))
    return _furnished(frame, control, tuple(standing(view, frame.sizes))).copy()
