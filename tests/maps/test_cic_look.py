"""Whether players can tell things apart: on a phone, and with a colour-vision deficiency."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from PIL import Image

from maps.canvas import COVERED, clean, fit, font, text_width, to_colors
from maps.cic import style
from maps.cic.pieces import drawing, piece
from tests.maps.checks import is_whole
from tests.maps.sight import VISION, difference, distance, unlike

KINDS = "CFBTHSDAK"


def test_the_measure_itself() -> None:
    assert distance((0, 0, 0), (255, 255, 255), "normal") == pytest.approx(100, abs=0.1)
    red, green = (200, 60, 40), (110, 120, 30)
    assert distance(red, green, "deuteranopia") < distance(red, green, "normal") / 2


@pytest.mark.parametrize("vision", VISION)
def test_colors_differ_for_everyone(vision: str) -> None:
    """CIE 76: about 2 is just noticeable, 10 plain at a glance, 50 a contrast of light and dark."""
    assert distance(*style.FILL, vision) > 60
    assert distance(*style.GLYPH, vision) > 60
    for side in (0, 1):
        assert distance(style.FILL[side], style.GLYPH[side], vision) > 60
        for group in ("air", "surface"):
            assert distance(style.PLATE[group][side], style.LETTER[side], vision) > 35
        assert distance(style.PLATE["air"][side], style.PLATE["surface"][side], vision) > 35
        for tile in style.TILES.values():
            assert max(distance(part[side], tile, vision) for part in (style.FILL, style.EDGE)) > 40
    for one, other in combinations((style.GREEN, style.RED, style.PURPLE), 2):
        assert distance(one, other, vision) > 25
    assert distance(style.LAST, style.DRAFT, vision) > 35
    for parity, land in product((0, 1), ("light", "dark")):
        assert distance(style.TILES["sea", parity], style.TILES[land, parity], vision) > 15
    for region in ("light", "dark", "sea"):
        assert distance(style.TILES[region, 0], style.TILES[region, 1], vision) > 4
        for parity in (0, 1):
            tile = style.TILES[region, parity]
            assert distance(tile, style.tone(region, parity, "last"), vision) > 6
            assert distance(tile, style.tone(region, parity, "active"), vision) > 6
            assert distance(tile, style.label_color(tile), vision) > 30


def shown(letter: str, side: int, enhanced: bool, width: int) -> Image.Image:
    """A piece on Sea in a picture `width` pixels wide: drawn at 1200, then scaled down as a phone does."""
    stamped = piece(letter, side, enhanced, 146.0, style.TILES["sea", 0])
    image = to_colors(stamped.entries, style.palette())
    return image.resize((146 * width // 1200,) * 2, Image.Resampling.BOX)


@pytest.mark.parametrize("width", [1200, 400])
def test_pieces_differ(width: int) -> None:
    """Kinds of one side, sides of one kind, and enhanced or not, also on a phone."""
    for side in (0, 1):
        images = {letter: shown(letter, side, False, width) for letter in KINDS}
        for one, other in combinations(KINDS, 2):
            assert difference(images[one], images[other]) > 5, (one, other, side)
        for letter in KINDS:
            assert difference(images[letter], shown(letter, side, True, width)) > 5, (letter, side)
    for letter in KINDS:
        assert difference(shown(letter, 0, False, width), shown(letter, 1, False, width)) > 25, letter


def test_sides_differ_by_shape_alone() -> None:
    for letter in ("", *KINDS):
        dark, light = (drawing(letter, side, False, 146.0).getchannel("A") for side in (0, 1))
        assert unlike(dark, light) > 0.06, letter


def test_drawings_stay_within_their_square() -> None:
    """Nothing touches the edge of the square image, so nothing was cut off."""
    for letter, side, enhanced in product(KINDS, (0, 1), (False, True)):
        assert is_whole(drawing(letter, side, enhanced, 146.0).getchannel("A"))


def test_fonts_cover_what_they_say() -> None:
    for bold in (False, True):
        face = font(bold, 20)
        missing = bytes(face.getmask("\uffff"))
        for first, last in COVERED:
            for code in range(first, last + 1):
                character = chr(code)
                if not character.isspace() and code != 0xAD:
                    assert bytes(face.getmask(character)) != missing, hex(code)


def test_clean_and_fit() -> None:
    assert clean("a\u0301") == "á"
    assert clean("\U0001f680", "x") == "x"
    text, size = fit("W" * 80, True, 34, 24, 300)
    assert text.endswith("…")
    assert size == 24
    assert text_width(text, True, size) <= 300
    assert fit("", True, 34, 24, 300) == ("", 34)
    assert fit("WWW", True, 34, 24, 1)[0] == "…"
