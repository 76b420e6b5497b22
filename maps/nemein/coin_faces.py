"""A coin of Nemein as a picture: metal, milled edge, head or laurel, number, the currency's sign."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil, cos, pi, sin
from typing import Any

from PIL import Image, ImageChops, ImageDraw

from maps.boards import board
from maps.canvas import Point, font
from maps.nemein import devices, style
from maps.nemein.layout import BESIDE_NUMBER, PLINTH_NUMBER
from maps.nemein.style import Alloy, Metal
from maps.palette import Rgb, blend

RING = 0.078
"""The width of a seat's ring, in diameters."""
BIMETAL = 0.66
"""How far the core of a coin of two metals reaches, over its field."""
LOW_NUMBER = 0.172
"""How high the number of a house coin is."""
NUMBER, NUMBER_ROOM, NUMBER_DROP = 0.52, 0.80, -0.045
"""Of a coin on the board: how high its number is, how wide at most, and how far below the coin's middle."""
Shape = Callable[[ImageDraw.ImageDraw], None]


def denominations(currency: str) -> tuple[int, ...]:
    """A currency's coins from the highest, its house coin; KeyError: no such currency."""
    data: dict[str, Any] = board("nemein")["currencies"]
    return tuple(data[currency]["coins"])


@lru_cache(maxsize=512)
def coin_image(
    currency: str, denomination: int, heads: bool, diameter: int, seat: str | None = None, token: bool = False
) -> Image.Image:
    """A coin seen from above, RGBA, `diameter` pixels wide and high. Kept: not to be drawn on, but copied.

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
    """A coin of these metals."""
    drawn = _Coin(diameter, seat)
    drawn.blank(alloy)
    if heads:
        drawn.head(alloy[1], token)
    else:
        drawn.laurel(alloy, token)
    drawn.value(alloy, number, sign, heads, token)
    return drawn.done()


@lru_cache(maxsize=64)
def plinth_image(currency: str, seat: str, diameter: int, beside: bool) -> Image.Image:
    """A currency's house coin, as `coin_image`, with its number low: a unit lies on its middle. beside: and
    another at its lower right"""
    drawn = _Coin(diameter, seat)
    alloy = style.alloy(currency, 0)
    drawn.blank((alloy[0], alloy[0]))
    text = str(denominations(currency)[0]) + ("" if beside else style.UNITS[currency])
    drawn.word(
        text, BESIDE_NUMBER if beside else PLINTH_NUMBER, LOW_NUMBER, 0.5, alloy[0].deep, alloy[0].shine
    )
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
        return self.wide / 2 + point[0] * self.scale, self.wide / 2 + point[1] * self.scale

    def box(self, radius: float, middle: Point = (0.0, 0.0)) -> tuple[float, float, float, float]:
        x, y = self.at(middle)
        reach = radius * self.scale
        return x - reach, y - reach, x + reach - 1, y + reach - 1

    def disc(self, radius: float, color: Rgb, middle: Point = (0.0, 0.0)) -> None:
        self.draw.ellipse(self.box(radius, middle), fill=color)

    def mask(self, shape: Shape) -> Image.Image:
        """Where a shape is."""
        found = Image.new("L", self.image.size, 0)
        shape(ImageDraw.Draw(found))
        return found

    def _ring(self, seat: str) -> None:
        """A seat's ring: south's is plain, north's beaded."""
        look = style.LOOKS[seat]
        self.disc(0.5, style.INK)
        self.disc(0.489, look.ring)
        self.draw.arc(self.box(0.489), 20, 130, fill=look.edge, width=max(1, round(0.014 * self.scale)))
        if seat == "north":
            for k in range(12):
                angle = 2 * pi * (k + 0.5) / 12
                self.disc(0.019, look.edge, (0.453 * cos(angle), 0.453 * sin(angle)))

    def blank(self, alloy: Alloy) -> None:
        """The metal: milled edge, raised lip, and the field with its light from the upper left."""
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
        """A round face with its light from the upper left."""
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
        """Raise a shape from the field, `high` diameters."""
        shift = max(1, round(high * self.scale))
        self.image.paste(metal.shine, (0, 0), ImageChops.offset(shape, -shift, -shift))
        self.image.paste(metal.dark, (0, 0), ImageChops.offset(shape, shift, shift))
        self.image.paste(face, (0, 0), shape)

    def _shade(self, shape: Image.Image, metal: Metal) -> None:
        """Light on the left of a raised shape, shadow on its right."""
        slope = Image.linear_gradient("L").rotate(90).resize(self.image.size)
        slope = slope.point([max(0, min(255, round((step - 70) * 2.2))) for step in range(256)])
        ends = (blend(metal.mid, metal.dark, 0.62), blend(metal.mid, metal.light, 0.35))
        dark, light = (Image.new("RGBA", shape.size, color) for color in ends)
        self.image.paste(Image.composite(dark, light, slope), (0, 0), shape)

    def engrave(self, lines: Sequence[Sequence[Point]], color: Rgb, width: float) -> None:
        thick = max(1, round(width * self.scale))
        for line in lines:
            self.draw.line([self.at(point) for point in line], fill=color, width=thick, joint="curve")

    def head(self, metal: Metal, token: bool) -> None:
        """The head; on a token it lies behind the number."""
        outline, lines = devices.head((0.005, -0.01), 0.74) if token else devices.head((0.0, -0.025), 0.70)
        shape = self.mask(lambda draw: draw.polygon([self.at(point) for point in outline], fill=255))
        field = self.mask(lambda draw: draw.ellipse(self.box(0.424), fill=255))
        shape = ImageChops.darker(shape, field)
        self.relief(shape, metal, blend(metal.mid, metal.dark, 0.45), 0.009)
        if not token:
            self._shade(shape, metal)
        self.engrave(lines, blend(metal.dark, metal.deep, 0.0 if token else 0.35), 0.011)

    def laurel(self, alloy: Alloy, token: bool) -> None:
        """Two branches around the number, and a crown above it."""
        metal = alloy[0]
        leaves, stems = devices.laurel(0.352, 0.115)

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
        outline, pearls = devices.crown((0.0, -0.225), 0.20)

        def jewel(draw: ImageDraw.ImageDraw) -> None:
            draw.polygon([self.at(point) for point in outline], fill=255)
            for pearl in pearls:
                draw.ellipse(self.box(0.019, pearl), fill=255)

        core = alloy[1]
        self.relief(self.mask(jewel), core, blend(core.mid, core.dark, 0.55), 0.006)

    def value(self, alloy: Alloy, number: str, sign: str, heads: bool, token: bool) -> None:
        """The number and the sign."""
        if not number:
            return
        core = alloy[1]
        if token:
            self.word(number, (0.0, NUMBER_DROP), NUMBER, NUMBER_ROOM, core.deep, core.shine)
            self.word(sign, (0.0, 0.335), 0.14, 0.3, alloy[0].deep, alloy[0].shine)
        elif heads:
            self.word(f"{number} {sign}", (0.255, 0.265), 0.10, 0.24, alloy[0].deep, alloy[0].shine)
        else:
            self.word(number, (0.0, 0.005), 0.32, 0.52, core.deep, core.shine)
            self.word(sign, (0.0, 0.245), 0.115, 0.3, core.deep, core.shine)

    def word(self, text: str, middle: Point, high: float, room: float, color: Rgb, edge: Rgb) -> None:
        """Digits so high, squeezed into the room, with an edge in the light."""
        size = high / 0.727 * self.scale
        line = max(1, round(0.017 * self.scale))
        face = font(True, size)
        left, _, right, _ = (round(part) for part in face.getbbox(text, anchor="ls"))
        wide, tall = right - left + 2 * line + 2, ceil(size * 0.74) + 2 * line + 2
        masks = []
        for stroke in (line, 0):
            drawn = Image.new("L", (wide, round(tall * 1.3)), 0)
            ImageDraw.Draw(drawn).text(
                (line + 1 - left, tall - line - 1),
                text,
                font=face,
                fill=255,
                anchor="ls",
                stroke_width=stroke,
            )
            masks.append(drawn)
        narrow = min(1.0, max(room * self.scale / wide, 0.80))
        shrink = min(1.0, room * self.scale / (wide * narrow))
        across, down = round(wide * narrow * shrink), round(masks[0].height * shrink)
        x, y = self.at(middle)
        spot = (round(x - across / 2), round(y - tall * shrink / 2))
        for mask, ink in zip(masks, (edge, color), strict=True):
            self.image.paste(ink, spot, mask.resize((across, down), Image.Resampling.BOX))

    def done(self) -> Image.Image:
        return self.image.reduce(self.fine)
