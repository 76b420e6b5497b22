"""Colours of the pictures of Commander-In-Chief, and their own palette.

The accents come from Okabe and Ito's set for colour-vision deficiencies; no meaning rests on hue alone:
shape, line or letter repeats it.
"""

from __future__ import annotations

from functools import cache

from maps.palette import Palette, Ramp, Rgb, blend, collect, from_hex

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
"""What a square's highlight lays over its tile, and how opaque it is."""


@cache
def tone(region: str, parity: int, highlight: str = "") -> Rgb:
    """Return the flat colour of a square."""
    above, share = HIGHLIGHTS[highlight]
    return blend(TILES[region, parity], above, share)


@cache
def label_color(ground: Rgb) -> Rgb:
    """Return the colour of a square's own name: readable, and quieter than the pieces."""
    return blend(ground, INK, 0.66)


def _ramps() -> list[Ramp]:
    """Return the pairs of colours that meet at an edge, most needed first."""
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
def palette() -> Palette:
    """Return all flat colours, and the blends of those that meet."""
    flats = [PAGE, INK, MUTED, WHITE, FRAME, SURF, GOLD, GOLD_EDGE, MOVE_TONE]
    flats += [LAST, DRAFT, GREEN, RED, PURPLE, *FILL, *EDGE, *GLYPH, *LETTER]
    flats += [*PLATE["surface"], *PLATE["air"]]
    for highlight in HIGHLIGHTS:
        for key in TILES:
            flats += [tone(*key, highlight), label_color(tone(*key, highlight))]
    return Palette(collect(flats, _ramps()))
