"""Whether players can tell factions and units apart on the map: on a phone, and with any colour vision."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from adjudicator.newyork2047.board import SEATS
from maps.canvas import Canvas
from maps.newyork2047 import style
from maps.newyork2047.ground import land
from maps.newyork2047.layout import whole
from maps.newyork2047.pieces import counter
from maps.palette import Rgb
from tests.maps.checks import check_palette, is_whole
from tests.maps.sight import VISION, difference, distance, seen, unlike

PHONE = 400 / 1400
LANDS = (None, *SEATS)


@cache
def seen_color(color: Rgb, vision: str) -> Rgb:
    """A colour as somebody sees it."""
    red, green, blue = (
        round(255 * (part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))
        for part in seen(color, vision)
    )
    return red, green, blue


def shown(entries: Image.Image, vision: str, scale: float = PHONE) -> Image.Image:
    """Palette entries as colours that somebody sees, as large as a phone shows them."""
    image = entries.copy()
    colors = (part for color in style.palette().colors for part in seen_color(color, vision))
    image.putpalette(bytes(colors).ljust(768, b"\0"))
    size = (round(image.width * scale), round(image.height * scale))
    return image.convert("RGB").resize(size, Image.Resampling.BOX)


def inner_land(seat: str | None) -> Image.Image:
    """The middle of a land in a faction's colours."""
    entries = land(whole(1400), "flatbush", seat)[0].entries
    wide, high = entries.size
    return entries.crop((wide // 4, high // 3, 3 * wide // 4, 5 * high // 6))


def on_water(seat: str, number: str) -> Image.Image:
    """A counter on water."""
    canvas = Canvas.blank(70, 70, style.WATER, style.palette())
    counter(seat, number, 1.0).put(canvas, (35, 35))
    return canvas.entries


@pytest.mark.parametrize("vision", VISION)
def test_controllers_differ_for_everyone(vision: str) -> None:
    """Land in two colours, with their patterns, on a phone."""
    images = {seat: shown(inner_land(seat), vision) for seat in LANDS}
    for one, other in combinations(LANDS, 2):
        assert difference(images[one], images[other]) > 10, (one, other)


def test_controllers_differ_by_pattern_alone() -> None:
    """In two colours for all; nobody's land is plain."""

    def stencil(seat: str | None) -> Image.Image:
        entry = -1 if seat is None else style.palette().index_of(style.LOOKS[seat].tone)
        table = [255 if value == entry else 0 for value in range(256)]
        image = inner_land(seat).point(table)
        return image.resize((round(image.width * PHONE), round(image.height * PHONE)), Image.Resampling.BOX)

    images = {seat: stencil(seat) for seat in LANDS}
    for one, other in combinations(LANDS, 2):
        assert ImageStat.Stat(ImageChops.difference(images[one], images[other])).mean[0] > 25, (one, other)


@pytest.mark.parametrize("vision", VISION)
def test_colors_differ_for_everyone(vision: str) -> None:
    """CIE 76, as in `test_cic_look`: 10 is plain at a glance, 40 a contrast of light and dark."""
    for (seat, one), (beside, other) in combinations(style.LOOKS.items(), 2):
        assert distance(one.color, other.color, vision) > 13, (seat, beside)
    for seat, look in style.LOOKS.items():
        assert distance(look.color, look.ink, vision) > 40, seat
        assert distance(look.tint, style.INK, vision) > 40, seat
        assert distance(look.tint, style.PAPER, vision) > 10, seat
        assert distance(look.color, style.WATER, vision) > 15, seat
    for shade in (style.WATER, *style.SHOALS):
        assert distance(shade, style.WATER_INK, vision) > 35
        assert distance(shade, style.PAPER, vision) > 12
    assert distance(style.GREEN, style.GOLD, vision) > 25
    assert distance(style.RED, style.WHITE, vision) > 50


@pytest.mark.parametrize("vision", VISION)
def test_counters_differ_for_everyone(vision: str) -> None:
    """Of two factions, and two numbers of one, on a phone."""
    for one, other in combinations(SEATS, 2):
        assert difference(shown(on_water(one, "3"), vision), shown(on_water(other, "3"), vision)) > 8
    for seat in SEATS:
        images = [shown(on_water(seat, str(number)), vision) for number in range(1, 10)]
        for left, right in combinations(images, 2):
            assert difference(left, right) > 0.9, seat
        assert difference(images[2], shown(ghost(seat), vision)) > 8


def ghost(seat: str) -> Image.Image:
    canvas = Canvas.blank(70, 70, style.WATER, style.palette())
    counter(seat, "3", 1.0, "ghost").put(canvas, (35, 35))
    return canvas.entries


def test_counters_differ_by_outline_alone() -> None:
    masks = {seat: counter(seat, "3", 1.0).solid for seat in SEATS}
    for one, other in combinations(SEATS, 2):
        assert unlike(masks[one], masks[other]) > 0.07, (one, other)


def test_counters_stay_within_their_image() -> None:
    for seat in SEATS:
        for kind in ("", "ghost"):
            assert is_whole(counter(seat, "12", 1.0, kind).solid)


def test_palette() -> None:
    check_palette(style.palette().colors)
    with pytest.raises(ValueError, match="no colour"):
        style.palette().index_of((1, 2, 3))
