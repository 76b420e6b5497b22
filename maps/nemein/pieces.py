"""Coins, houses and piles as they are pasted on the board and beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from maps.canvas import OVERSAMPLE, Pen, Point
from maps.decal import Decal, decal
from maps.nemein import style
from maps.nemein.coin import coin_image, denominations, plinth_image, struck
from maps.nemein.layout import TIP
from maps.shapes import star

SHADOW = 110
"""How much a coin's shadow covers, of 255."""
ROOF = 0.115
"""How thick a roof is, in tiles."""
PILE = 5
"""So many coins at most lie on one pile."""
THICK = 0.13
"""How far one coin of a pile lies above the next, in its widths."""


def _shadowed(image: Image.Image) -> Decal:
    """A coin with its shadow to the lower right."""
    wide = image.width
    drop = max(1, round(wide * 0.035))
    field = Image.new("RGBA", (wide + 4 * drop, wide + 4 * drop), (*style.INK, 0))
    large = Image.new("L", (field.width * 3, field.height * 3), 0)
    ImageDraw.Draw(large).ellipse(
        tuple(
            3 * (2 * drop + part) for part in (drop * 0.7, drop * 1.3, wide + drop * 0.7, wide + drop * 1.3)
        ),
        fill=SHADOW,
    )
    field.paste((*style.INK, 255), (0, 0), large.reduce(3))
    field.putalpha(large.reduce(3))
    field.alpha_composite(image, (2 * drop, 2 * drop))
    return decal(field, style.INK, style.palette())


@lru_cache(maxsize=512)
def coin(currency: str, denomination: int, seat: str, diameter: int) -> Decal:
    """A seat's coin as it lies on the board: south's with its head up, north's with its laurel."""
    return _shadowed(coin_image(currency, denomination, seat == "south", diameter, seat, True))


@lru_cache(maxsize=64)
def plinth(currency: str, seat: str, diameter: int) -> Decal:
    """A house coin that lies beneath a unit: its number stands low, where it is seen."""
    return _shadowed(plinth_image(currency, seat, diameter))


@lru_cache(maxsize=32)
def roof(seat: str, counts: bool, tile: float) -> Decal:
    """The roof of a house along a tile's upper edges. counts: full, with a star; otherwise hollow."""
    look = style.LOOKS[seat]
    pen = Pen(tile * 1.1, tile * 1.3, tile)

    def gable(inset: float, thick: float, half: float) -> list[Point]:
        """A band along the two upper edges of a tile, that far from them."""

        def down(across: float, off: float) -> float:
            return -TIP + off / 0.866025 + across * 0.57735

        outer = [(-half, down(half, inset)), (0.0, down(0.0, inset)), (half, down(half, inset))]
        return [*outer, *((x, down(abs(x), inset + thick)) for x in (half, 0.0, -half))]

    chimney = [(0.20, -0.52), (0.29, -0.52), (0.29, -0.36), (0.20, -0.40)]
    for points in (chimney, gable(0.035, ROOF, 0.465)):
        pen.polygon(points, style.INK, 0.016)
    for points in (chimney, gable(0.035, ROOF, 0.465)):
        pen.polygon(points, look.ring)
    if counts:
        for grow, color in ((0.022, style.INK), (0.0, style.GOLD)):
            pen.polygon(star(0.105, middle=(0.0, -0.44)), color, grow)
    else:
        pen.polygon(gable(0.068, ROOF - 0.066, 0.43), style.INK)
    return decal(pen.done(), style.INK, style.palette())


@lru_cache(maxsize=64)
def pile(currency: str, seat: str, count: int, diameter: int) -> Decal:
    """House coins lying on one another, at most `PILE`."""
    top = coin_image(currency, denominations(currency)[0], seat == "south", diameter, seat, True)
    step = max(2, round(diameter * THICK))
    pad = 4
    field = Image.new("RGBA", (diameter + 2 * pad, diameter + step * (PILE - 1) + 2 * pad), (*style.INK, 0))
    fine = OVERSAMPLE
    for k in range(count):
        low = pad + step * (PILE - 1 - k)
        edge = Image.new("RGBA", (field.width * fine, field.height * fine), (0, 0, 0, 0))
        draw = ImageDraw.Draw(edge)
        for down, color in ((step, style.INK), (step - 2, style.LOOKS[seat].edge), (0, style.INK)):
            box = (pad * fine, (low + down) * fine, (pad + diameter) * fine, (low + down + diameter) * fine)
            draw.ellipse(box, fill=color)
        field.alpha_composite(edge.reduce(fine))
        field.alpha_composite(top, (pad, low))
    return decal(field, style.INK, style.palette())


@lru_cache(maxsize=16)
def flipped(currency: str, heads: bool, diameter: int) -> Decal:
    """A coin that was flipped, in nobody's ring."""
    return _shadowed(coin_image(currency, denominations(currency)[0], heads, diameter))


@lru_cache(maxsize=32)
def token(seat: str, diameter: int) -> Decal:
    """A seat's sign beside its player's name: an unmarked coin in its ring."""
    return _shadowed(struck((style.SILVER, style.SILVER), "", "", seat == "south", diameter, seat, False))


def piles(count: int) -> Sequence[int]:
    """How many coins lie on each pile.

    >>> piles(0), piles(3), piles(12)
    ((), (3,), (5, 5, 2))
    """
    whole, rest = divmod(count, PILE)
    return (*([PILE] * whole), *([rest] if rest else []))
