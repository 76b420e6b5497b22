"""Colours and proportions of every picture, and the one palette that all of them share.

Colours are RGB triples whose parts are multiples of 4: Pillow looks palette entries up on a grid of
that width, so each of these colours maps to itself exactly. The accents come from Okabe and Ito's
set for colour-vision deficiencies; no meaning rests on hue alone (shape, line or letter repeats it).
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from PIL import Image

Rgb: TypeAlias = tuple[int, int, int]


def snap(color: tuple[float, float, float]) -> Rgb:
    """The nearest colour on the palette's grid.

    >>> snap((255, 1.9, 2.1))
    (252, 0, 4)
    """
    red, green, blue = (min(252, 4 * int(part / 4 + 0.5)) for part in color)
    return red, green, blue


def from_hex(code: str) -> Rgb:
    """A colour from "#RRGGBB", on the grid."""
    return snap((int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)))


def blend(below: Rgb, above: Rgb, share: float) -> Rgb:
    """`share` (0 to 1) of `above` over `below`, on the grid.

    >>> blend((0, 0, 0), (200, 100, 40), 0.5)
    (100, 52, 20)
    """
    red, green, blue = (b + (a - b) * share for b, a in zip(below, above, strict=True))
    return snap((red, green, blue))


PAGE = from_hex("#F1EBDD")
INK = from_hex("#232A33")
MUTED = from_hex("#6B6A63")
WHITE = from_hex("#FFFFFF")
FRAME = from_hex("#3B4048")
SURF = from_hex("#F4F0E2")

TILES: dict[tuple[str, int], Rgb] = {
    ("light", 0): from_hex("#E6D3A0"),
    ("light", 1): from_hex("#DAC48A"),
    ("dark", 0): from_hex("#ACB484"),
    ("dark", 1): from_hex("#9CA474"),
    ("sea", 0): from_hex("#A6C6D8"),
    ("sea", 1): from_hex("#94B8CD"),
}
"""By region and checker parity; squares of one parity are joined by orthogonal steps."""

GOLD = from_hex("#F0B429")
GOLD_EDGE = from_hex("#8A5A00")
MOVE_TONE = from_hex("#F6D55C")
LAST = from_hex("#D55E00")
DRAFT = from_hex("#00664B")
GREEN = from_hex("#008F68")
RED = from_hex("#B8281A")
PURPLE = from_hex("#7A2E7A")

# By side, Dark (0) then Light (1).
FILL = (from_hex("#2C3947"), from_hex("#FDF8EA"))
EDGE = (from_hex("#10161D"), from_hex("#403216"))
GLYPH = (from_hex("#F6EBCB"), from_hex("#22303F"))
PLATE = {
    "surface": (from_hex("#6A4A2F"), from_hex("#F3CE86")),
    "air": (from_hex("#1F6FA5"), from_hex("#A9DCF2")),
}
LETTER = (from_hex("#FFFFFF"), from_hex("#14202C"))

HIGHLIGHTS: dict[str, tuple[Rgb, float]] = {
    "": (WHITE, 0.0),
    "last": (MOVE_TONE, 0.6),
    "active": (WHITE, 0.55),
    "chosen": (GREEN, 0.5),
}
"""What a square's highlight lays over its tile, and how thickly."""


@cache
def tone(region: str, parity: int, highlight: str = "") -> Rgb:
    """The flat colour of a square."""
    above, share = HIGHLIGHTS[highlight]
    return blend(TILES[region, parity], above, share)


@cache
def label_color(ground: Rgb) -> Rgb:
    """The colour of a square's own name: readable, and quieter than the pieces."""
    return blend(ground, INK, 0.66)


def _ramps() -> list[tuple[Rgb, Rgb, int]]:
    """Pairs of colours that meet at an edge, with how many steps lie between, most needed first."""
    tones = [tone(*key, highlight) for highlight in HIGHLIGHTS for key in TILES]
    plain = tones[: len(TILES)]
    ramps = [(PAGE, INK, 9), (PAGE, MUTED, 5), (INK, WHITE, 7), (GREEN, WHITE, 5)]
    for side in (0, 1):
        ramps += [(FILL[side], GLYPH[side], 6), (FILL[side], EDGE[side], 3)]
        for group in ("surface", "air"):
            ramps += [(PLATE[group][side], LETTER[side], 5), (PLATE[group][side], FILL[side], 2)]
        ramps += [(ground, EDGE[side], 3) for ground in (*plain, PAGE)]
    ramps += [(ground, label_color(ground), 2) for ground in plain]
    ramps += [(ground, color, 2) for color in (LAST, DRAFT, RED, GREEN) for ground in plain]
    ramps += [(WHITE, color, 3) for color in (LAST, DRAFT, RED, GREEN, PURPLE)]
    ramps += [(GOLD, GOLD_EDGE, 3), (GOLD, EDGE[0], 2), (FRAME, PAGE, 4)]
    ramps += [(ground, color, 2) for color in (FRAME, SURF) for ground in plain]
    ramps += [(FILL[0], FILL[1], 6), *((PAGE, color, 4) for color in (LAST, DRAFT, RED, GREEN))]
    ramps += [(ground, label_color(ground), 1) for ground in tones[len(plain) :]]
    return ramps


@cache
def palette() -> tuple[Rgb, ...]:
    """At most 256 colours: all flat ones, then blends of the pairs that meet, none very close to another."""
    flats = [PAGE, INK, MUTED, WHITE, FRAME, SURF, GOLD, GOLD_EDGE, MOVE_TONE]
    flats += [LAST, DRAFT, GREEN, RED, PURPLE, *FILL, *EDGE, *GLYPH, *LETTER]
    flats += [*PLATE["surface"], *PLATE["air"]]
    for highlight in HIGHLIGHTS:
        for key in TILES:
            flats += [tone(*key, highlight), label_color(tone(*key, highlight))]
    chosen = list(dict.fromkeys(flats))
    for first, last, steps in _ramps():
        for step in range(1, steps + 1):
            color = blend(first, last, step / (steps + 1))
            if len(chosen) < 256 and all(_distance(color, other) > 150 for other in chosen):
                chosen.append(color)
    return tuple(chosen)


def _distance(one: Rgb, other: Rgb) -> int:
    return sum((a - b) * (a - b) for a, b in zip(one, other, strict=True))


@cache
def palette_bytes() -> bytes:
    """The palette as PNG wants it; unused entries are black."""
    return bytes(part for color in palette() for part in color).ljust(768, b"\0")


@cache
def palette_image() -> Image.Image:
    """An image that carries the palette, for `Image.quantize`."""
    image = Image.new("P", (1, 1))
    image.putpalette(palette_bytes())
    return image


@cache
def index_of(color: Rgb) -> int:
    """The palette entry of a flat colour; ValueError for one that is not in the palette."""
    return palette().index(color)
