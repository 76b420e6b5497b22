"""A coin as it is flipped: it turns over in the air, and lies on the side that came out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi

from PIL import Image

from adjudicator.game import Seat
from maps.canvas import Pen
from maps.chance.style import METAL, PANEL, WHITE
from maps.nemein.coin_faces import coin_image, denominations
from maps.palette import Rgb, snap

COLORS = 110
"""How many of a coin's own colours are kept."""


@dataclass(frozen=True)
class Coin:
    """What is flipped: the house coin of a currency ("" a coin of none), in the ring of a seat."""

    currency: str = ""
    seat: Seat | None = None

    def face(self, heads: bool, size: int) -> Image.Image:
        """Draw one side, RGBA, `size` pixels wide."""
        if not self.currency:
            return _plain(heads, size)
        return coin_image(self.currency, denominations(self.currency)[0], heads, size, self.seat)


@lru_cache(maxsize=8)
def _plain(heads: bool, size: int) -> Image.Image:
    """Draw a coin of no currency."""
    pen = Pen(size, size, size / 2)
    pen.discs((0, 0), (0.98, METAL[0]), (0.93, METAL[4]))
    pen.ring((0, 0), 0.78, 0.05, METAL[2])
    pen.disc((0, 0), 0.74, METAL[3])
    pen.letter("H" if heads else "T", (0, 0), 0.95, METAL[0])
    pen.letter("H" if heads else "T", (-0.03, -0.03), 0.95, WHITE)
    return pen.done()


@lru_cache(maxsize=64)
def colors(coin: Coin, size: int) -> tuple[Rgb, ...]:
    """Return the colours that the two sides need most, on the palette's grid."""
    both = Image.new("RGB", (2 * size, size), PANEL)
    for place, heads in enumerate((True, False)):
        image = coin.face(heads, size)
        both.paste(image, (place * size, 0), image)
    reduced = both.quantize(COLORS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    data = reduced.getpalette() or []
    return tuple(
        dict.fromkeys(snap((r, g, b)) for r, g, b in zip(data[::3], data[1::3], data[2::3], strict=True))
    )


def flipping(coin: Coin, heads: bool, size: int, left: float) -> Image.Image:
    """Draw the coin with `left` turns still to make (0 at rest: the side that came out, full in front)."""
    around = cos(2 * pi * left)
    image = coin.face(heads if around >= 0 else not heads, size)
    high = max(3, round(size * abs(around)))
    if high == size:
        return image
    flat = image.resize((size, high), Image.Resampling.BOX if high < size // 2 else Image.Resampling.BILINEAR)
    turned = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    # The rim below, as thick as it is seen.
    rim = max(2, round(size * 0.05 * (1 - abs(around))))
    edge = Image.new("RGBA", flat.size, (*METAL[0], 255))
    edge.putalpha(flat.getchannel("A"))
    top = (size - high - rim) // 2
    turned.alpha_composite(edge, (0, max(0, top + rim)))
    turned.alpha_composite(flat, (0, max(0, top)))
    return turned
