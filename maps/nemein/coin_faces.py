"""A coin of Nemein as a picture: metal, milled edge, head or laurel, number, the currency's sign.

Head and laurel are our own, of no real coin. Shapes are in coins' diameters from the middle, y downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import ceil, cos, pi, sin
from typing import Any

from PIL import Image, ImageChops, ImageDraw

from maps.boards import board
from maps.canvas import Point, font
from maps.geometry import scaled
from maps.nemein import style
from maps.nemein.style import Alloy, Metal
from maps.palette import Rgb, blend

RING, CORNER = 0.075, 0.17
"""The width of a seat's ring, and the radius of the corners of a square one, in diameters."""
BIMETAL = 0.66
"""The radius of the core of a coin of two metals, over that of its field."""
NUMBER, NUMBER_ROOM, NUMBER_DROP = 0.56, 0.82, 0.0
"""Of a coin on the board: its number's height, its greatest width, and how far below the middle it is."""
Shape = Callable[[ImageDraw.ImageDraw], None]


_PROFILE: tuple[Point, ...] = (
    (-0.23, 0.50), (-0.165, 0.44), (-0.14, 0.37), (-0.16, 0.315), (-0.24, 0.30), (-0.335, 0.29),
    (-0.375, 0.23), (-0.345, 0.165), (-0.385, 0.125), (-0.352, 0.09), (-0.392, 0.045), (-0.362, 0.0),
    (-0.46, -0.035), (-0.455, -0.065), (-0.392, -0.19), (-0.385, -0.245), (-0.372, -0.33), (-0.325, -0.42),
    (-0.21, -0.495), (-0.06, -0.525), (0.10, -0.50), (0.23, -0.43), (0.315, -0.32), (0.35, -0.20),
    (0.42, -0.225), (0.50, -0.165), (0.525, -0.06), (0.46, 0.035), (0.365, 0.04), (0.29, 0.05), (0.235, 0.15),
    (0.205, 0.26), (0.22, 0.36), (0.28, 0.43), (0.12, 0.53), (-0.05, 0.565),
)  # fmt: skip
"""A woman's head with a knot of hair, looking left; its height is about one."""
_BAND: tuple[Point, ...] = ((-0.375, -0.27), (-0.20, -0.315), (0.02, -0.29), (0.22, -0.20), (0.345, -0.10))
_LOCKS: tuple[tuple[Point, ...], ...] = (
    ((-0.30, -0.22), (-0.19, -0.20), (-0.12, -0.10), (-0.05, 0.0), (0.06, 0.06), (0.20, 0.06)),
    ((-0.06, -0.19), (0.02, -0.08), (0.13, -0.02), (0.26, -0.01)),
    ((0.08, -0.16), (0.17, -0.09), (0.30, -0.06)),
    ((-0.20, -0.40), (-0.03, -0.43), (0.14, -0.38), (0.27, -0.27)),
    ((0.40, -0.16), (0.455, -0.10), (0.42, -0.03)),
)
_EYE: tuple[Point, ...] = ((-0.345, -0.135), (-0.285, -0.165), (-0.235, -0.13))
_EAR: tuple[Point, ...] = ((-0.02, 0.07), (0.035, 0.09), (0.03, 0.15), (-0.01, 0.17))


def _smooth(points: Sequence[Point], closed: bool, steps: int = 6) -> list[Point]:
    """Return a curve through the points (Catmull and Rom's)."""
    count = len(points)
    found = []
    for k in range(count if closed else count - 1):
        if closed:
            a, b, c, d = (points[(k + j) % count] for j in (-1, 0, 1, 2))
        else:
            a, b, c, d = (points[min(max(k + j, 0), count - 1)] for j in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            u, v = t * t, t * t * t
            x, y = (
                0.5 * (2 * b[i] + (c[i] - a[i]) * t + (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * u)
                + 0.5 * (3 * b[i] - 3 * c[i] + d[i] - a[i]) * v
                for i in (0, 1)
            )
            found.append((x, y))
    return found if closed else [*found, points[-1]]


@cache
def head_device(middle: Point, high: float) -> tuple[list[Point], list[list[Point]]]:
    """Return a head of that height: its outline, and the lines within."""
    lines = [_BAND, *_LOCKS, _EYE, _EAR]
    drawn = [scaled(_smooth(line, False), high, middle) for line in lines]
    return scaled(_smooth(_PROFILE, True), high, middle), drawn


@cache
def laurel_device(radius: float, leaf: float, leaves: int = 7) -> tuple[list[list[Point]], list[list[Point]]]:
    """Return two branches that open at the top: leaves in pairs, and the stems. leaf: the length of one"""
    shapes, stems = [], []
    for side in (-1, 1):
        stem = []
        for k in range(24):
            angle = pi / 2 + side * (0.06 + k / 23 * 0.76) * pi
            stem.append((radius * cos(angle), radius * sin(angle)))
        stems.append(stem)
        for k in range(leaves):
            along = 0.14 + k / (leaves - 1) * 0.68
            angle = pi / 2 + side * along * pi
            at = (radius * cos(angle), radius * sin(angle))
            ahead = angle + side * pi / 2
            for aside in (0.42, -0.42):
                shapes.append(_leaf(at, ahead + aside * side * pi / 2, leaf * (0.85 if k % 2 else 1.0)))
        tip = pi / 2 + side * 0.86 * pi
        shapes.append(_leaf((radius * cos(tip), radius * sin(tip)), tip + side * pi / 2, leaf))
    return shapes, stems


def _leaf(at: Point, angle: float, long: float) -> list[Point]:
    """Return a pointed oval from its stalk."""
    found = []
    for side in (1, -1):
        for k in range(9):
            share = k / 8 if side > 0 else 1 - k / 8
            aside = side * 0.19 * long * sin(pi * share) ** 0.8
            x = at[0] + cos(angle) * share * long - sin(angle) * aside
            found.append((x, at[1] + sin(angle) * share * long + cos(angle) * aside))
    return found


@cache
def crown_device(middle: Point, wide: float) -> tuple[list[Point], list[Point]]:
    """Return a crown with three tips: its outline, and where its pearls are."""
    half = wide / 2
    points = (
        (-0.78, 0.62), (-1.0, -0.38), (-0.46, 0.10), (0.0, -0.62), (0.46, 0.10), (1.0, -0.38), (0.78, 0.62),
    )  # fmt: skip
    pearls = ((-1.0, -0.46), (0.0, -0.72), (1.0, -0.46))
    return scaled(points, half, middle), scaled(pearls, half, middle)


def denominations(currency: str) -> tuple[int, ...]:
    """Return a currency's coins from the highest, its house coin; KeyError: no such currency."""
    data: dict[str, Any] = board("nemein")["currencies"]
    return tuple(data[currency]["coins"])


@lru_cache(maxsize=512)
def coin_image(
    currency: str, denomination: int, heads: bool, diameter: int, seat: str | None = None, token: bool = False
) -> Image.Image:
    """Draw a coin seen from above, RGBA, `diameter` pixels wide; copy it before drawing on it.

    heads: whether its head is up, or else its laurel
    seat: in whose ring of colour it lies, "south" or "north"; None: in no ring
    token: as it lies on the board, its number as large as can be; otherwise as in one's hand, the head free
    KeyError: no such currency or seat;  ValueError: no such coin
    """
    rank = denominations(currency).index(denomination)
    return struck(
        style.alloy(currency, rank), str(denomination), style.SIGNS[currency], heads, diameter, seat, token
    )


def struck(
    alloy: Alloy, number: str, sign: str, heads: bool, diameter: int, seat: str | None, token: bool
) -> Image.Image:
    """Draw a coin of these metals."""
    drawn = _Coin(diameter, seat)
    drawn.blank(alloy)
    if heads:
        drawn.head(alloy[1], token)
    else:
        drawn.laurel(alloy, token)
    drawn.value(alloy, number, sign, heads, token)
    return drawn.done()


@lru_cache(maxsize=64)
def plinth_image(currency: str, seat: str, diameter: int) -> Image.Image:
    """Draw a currency's house coin, as `coin_image`, without its number: a unit lies on its middle."""
    drawn = _Coin(diameter, seat)
    alloy = style.alloy(currency, 0)
    drawn.blank((alloy[0], alloy[0]))
    return drawn.done()


@lru_cache(maxsize=8)
def question_image(currency: str, diameter: int) -> Image.Image:
    """Draw a currency's house coin before it is flipped: neither side, as `coin_image`."""
    drawn = _Coin(diameter, None)
    edge, core = style.alloy(currency, 0)
    drawn.blank((edge, core))
    drawn.word("?", (0.0, 0.0), 0.44, 0.5, core.deep, core.shine)
    return drawn.done()


class _Coin:
    """Draws one coin, enlarged. Lengths are in its own diameters, without the ring."""

    def __init__(self, diameter: int, seat: str | None) -> None:
        self.fine = 4 if diameter <= 200 else 2
        self.diameter = diameter
        self.wide = diameter * self.fine
        self.image = Image.new("RGBA", (self.wide, self.wide), (*style.INK, 0))
        self.draw = ImageDraw.Draw(self.image)
        self.scale = float(self.wide)
        if seat is not None:
            self._ring(seat)
            self.scale *= 1 - 2 * RING

    def at(self, point: Point) -> Point:
        """Return the enlarged pixel of a point."""
        return self.wide / 2 + point[0] * self.scale, self.wide / 2 + point[1] * self.scale

    def box(self, radius: float, middle: Point = (0.0, 0.0)) -> tuple[float, float, float, float]:
        """Return the box of a circle in enlarged pixels."""
        x, y = self.at(middle)
        reach = radius * self.scale
        return x - reach, y - reach, x + reach - 1, y + reach - 1

    def disc(self, radius: float, color: Rgb, middle: Point = (0.0, 0.0)) -> None:
        """Fill a circle."""
        self.draw.ellipse(self.box(radius, middle), fill=color)

    def mask(self, shape: Shape) -> Image.Image:
        """Return where a shape is, as mode "L"."""
        found = Image.new("L", self.image.size, 0)
        shape(ImageDraw.Draw(found))
        return found

    def _ring(self, seat: str) -> None:
        """Draw what a seat's coin lies in: south's a round ring, north's a square one."""
        look = style.LOOKS[seat]
        for reach, color in ((0.498, style.INK), (0.484, look.edge), (0.478, look.ring)):
            if seat == "south":
                self.disc(reach, color)
            else:
                self.draw.rounded_rectangle(self.box(reach), CORNER * self.scale, fill=color)

    def blank(self, alloy: Alloy) -> None:
        """Draw the metal: milled edge, raised lip, and the field with its light from the upper left."""
        edge, core = alloy
        self.disc(0.5, style.INK)
        self.disc(0.487, edge.dark)
        count = max(20, min(96, int(self.diameter * 0.55)))
        long = (0.487, 0.452)
        for k in range(count):
            angle = 2 * pi * k / count
            toward = cos(angle + pi * 0.75)
            ends = [self.at((reach * cos(angle), reach * sin(angle))) for reach in long]
            color = edge.shine if toward > 0.3 else edge.light if toward > -0.4 else edge.mid
            self.draw.line(ends, fill=color, width=max(1, round(0.5 * pi / count * self.scale)))
        self.disc(0.455, edge.dark)
        self.disc(0.449, edge.shine, (-0.004, -0.004))
        self.disc(0.442, edge.mid, (0.003, 0.003))
        self._field(0.425, edge)
        if core is not edge:
            reach = 0.425 * BIMETAL
            self.disc(reach + 0.016, edge.dark)
            self.disc(reach + 0.008, core.shine)
            self._field(reach, core)

    def _field(self, radius: float, metal: Metal) -> None:
        """Draw a round face with its light from the upper left."""
        left, top, right, _ = (round(edge) for edge in self.box(radius))
        wide = right - left
        slope = Image.linear_gradient("L").resize((wide * 2, wide * 2), Image.Resampling.BILINEAR)
        slope = slope.rotate(45, Image.Resampling.BILINEAR)
        slope = slope.crop((wide // 2, wide // 2, wide // 2 + wide, wide // 2 + wide))
        slope = slope.point([max(0, min(255, round((step - 64) * 2))) for step in range(256)])
        face = Image.composite(
            Image.new("RGBA", slope.size, metal.mid), Image.new("RGBA", slope.size, metal.light), slope
        )
        within = Image.new("L", slope.size, 0)
        ImageDraw.Draw(within).ellipse((0, 0, wide - 1, wide - 1), fill=255)
        self.disc(radius + 0.006, metal.dark)
        self.image.paste(face, (left, top), within)

    def relief(self, shape: Image.Image, metal: Metal, face: Rgb, high: float) -> None:
        """Raise a shape from the field by `high` diameters."""
        shift = max(1, round(high * self.scale))
        self.image.paste(metal.shine, (0, 0), ImageChops.offset(shape, -shift, -shift))
        self.image.paste(metal.dark, (0, 0), ImageChops.offset(shape, shift, shift))
        self.image.paste(face, (0, 0), shape)

    def _shade(self, shape: Image.Image, metal: Metal) -> None:
        """Light the left of a raised shape and shade its right."""
        slope = Image.linear_gradient("L").rotate(90).resize(self.image.size)
        slope = slope.point([max(0, min(255, round((step - 70) * 2.2))) for step in range(256)])
        ends = (blend(metal.mid, metal.dark, 0.62), blend(metal.mid, metal.light, 0.35))
        dark, light = (Image.new("RGBA", shape.size, color) for color in ends)
        self.image.paste(Image.composite(dark, light, slope), (0, 0), shape)

    def engrave(self, lines: Sequence[Sequence[Point]], color: Rgb, width: float) -> None:
        """Draw lines; width in diameters."""
        thick = max(1, round(width * self.scale))
        for line in lines:
            self.draw.line([self.at(point) for point in line], fill=color, width=thick, joint="curve")

    def head(self, metal: Metal, token: bool) -> None:
        """Draw the head; on a token it lies behind the number."""
        outline, lines = head_device((0.005, -0.01), 0.74) if token else head_device((0.0, -0.025), 0.70)
        shape = self.mask(lambda draw: draw.polygon([self.at(point) for point in outline], fill=255))
        field = self.mask(lambda draw: draw.ellipse(self.box(0.424), fill=255))
        shape = ImageChops.darker(shape, field)
        self.relief(shape, metal, blend(metal.mid, metal.dark, 0.45), 0.009)
        if not token:
            self._shade(shape, metal)
        self.engrave(lines, blend(metal.dark, metal.deep, 0.0 if token else 0.35), 0.011)

    def laurel(self, alloy: Alloy, token: bool) -> None:
        """Draw two branches around the number, and a crown above it."""
        metal = alloy[0]
        leaves, stems = laurel_device(0.352, 0.115)

        def branches(draw: ImageDraw.ImageDraw) -> None:
            for leaf in leaves:
                draw.polygon([self.at(point) for point in leaf], fill=255)
            for stem in stems:
                draw.line(
                    [self.at(point) for point in stem], fill=255, width=max(1, round(0.012 * self.scale))
                )

        self.relief(self.mask(branches), metal, blend(metal.mid, metal.dark, 0.55), 0.006)
        if token:
            return
        outline, pearls = crown_device((0.0, -0.225), 0.20)

        def jewel(draw: ImageDraw.ImageDraw) -> None:
            draw.polygon([self.at(point) for point in outline], fill=255)
            for pearl in pearls:
                draw.ellipse(self.box(0.019, pearl), fill=255)

        core = alloy[1]
        self.relief(self.mask(jewel), core, blend(core.mid, core.dark, 0.55), 0.006)

    def value(self, alloy: Alloy, number: str, sign: str, heads: bool, token: bool) -> None:
        """Write the number and the sign."""
        if not number:
            return
        core = alloy[1]
        if token:
            self.word(number, (0.0, NUMBER_DROP), NUMBER, NUMBER_ROOM, core.deep, core.shine)
        elif heads:
            self.word(f"{number} {sign}", (0.255, 0.265), 0.10, 0.24, alloy[0].deep, alloy[0].shine)
        else:
            self.word(number, (0.0, 0.005), 0.32, 0.52, core.deep, core.shine)
            self.word(sign, (0.0, 0.245), 0.115, 0.3, core.deep, core.shine)

    def word(self, text: str, middle: Point, high: float, room: float, color: Rgb, edge: Rgb) -> None:
        """Write digits of that height, squeezed into the room, with an edge in the light."""
        size = high / 0.727 * self.scale
        line = max(1, round(0.017 * self.scale))
        face = font(True, size)
        left, _, right, _ = (round(part) for part in face.getbbox(text, anchor="ls"))
        wide, tall = right - left + 2 * line + 2, ceil(size * 0.74) + 2 * line + 2
        masks = []
        for stroke in (line, 0):
            drawn = Image.new("L", (wide, round(tall * 1.3)), 0)
            spot = (line + 1 - left, tall - line - 1)
            ImageDraw.Draw(drawn).text(spot, text, font=face, fill=255, anchor="ls", stroke_width=stroke)
            masks.append(drawn)
        narrow = min(1.0, max(room * self.scale / wide, 0.80))
        shrink = min(1.0, room * self.scale / (wide * narrow))
        across, down = round(wide * narrow * shrink), round(masks[0].height * shrink)
        x, y = self.at(middle)
        corner = (round(x - across / 2), round(y - tall * shrink / 2))
        for mask, ink in zip(masks, (edge, color), strict=True):
            self.image.paste(ink, corner, mask.resize((across, down), Image.Resampling.BOX))

    def done(self) -> Image.Image:
        """Return the coin at its own size."""
        return self.image.reduce(self.fine)
