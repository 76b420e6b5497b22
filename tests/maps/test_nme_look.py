"""Whether players can tell the parts of the picture of NME apart: on a phone, and with a colour-vision
deficiency."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from PIL import Image

from adjudicator.nme.board import KINDS
from maps.canvas import to_colors
from maps.decal import Decal
from maps.nme import style
from maps.nme.pieces import FIELD, counter, marker, shape
from tests.maps.checks import is_whole
from tests.maps.sight import VISION, difference, distance, unlike

MARKS = ("chosen", "move", "capture", "naval_one", "naval_one_capture")


def shown(drawn: Decal, width: int) -> Image.Image:
    """A decal on a hexagon in a picture `width` pixels wide: scaled down as a phone does."""
    palette = style.palette()
    image = Image.new("L", drawn.entries.size, palette.index_of(style.TILES[1]))
    image.paste(drawn.entries, (0, 0), drawn.solid)
    return to_colors(image, palette).resize((round(FIELD * width / 1400),) * 2, Image.Resampling.BOX)


@pytest.mark.parametrize("vision", VISION)
def test_colors_differ_for_everyone(vision: str) -> None:
    """CIE 76: about 2 is just noticeable, 10 plain at a glance, 50 a contrast of light and dark."""
    for one, other in combinations(style.LOOKS, 2):
        assert distance(one.face, other.face, vision) > 35
        assert distance(one.side, other.side, vision) > 30
        assert distance(one.tile, other.tile, vision) > 10
    for look in style.LOOKS:
        assert distance(look.side, style.WOOD, vision) > 18
        assert distance(look.tile, style.DEAD_TILE, vision) > 6
        for tile in (*style.TILES, look.tile, style.TABLE):
            assert max(distance(part, tile, vision) for part in (look.face, look.rim, style.INK)) > 30
        # A letter or its outline stands out on each counter.
        for kind in style.KINDS.values():
            assert max(distance(part, look.face, vision) for part in (kind, style.INK)) > 45
    for kind in style.KINDS.values():
        assert distance(kind, style.INK, vision) > 35
    for tile in (*style.TILES, *(look.tile for look in style.LOOKS), style.DEAD_TILE, style.DEAD):
        assert distance(tile, style.name_color(tile), vision) > 25
        assert distance(tile, style.STAR_EDGE, vision) > 30 or tile == style.LOOKS[0].tile
        for mark in (style.GREEN, style.RED, style.BLUE, style.LAST):
            assert max(distance(tile, mark, vision), distance(tile, style.WHITE, vision)) > 15
    for one, other in combinations(style.TILES, 2):
        assert distance(one, other, vision) > 3
    for color in (style.WHITE, style.QUIET, style.GOLD, style.ALERT):
        assert min(distance(color, style.TABLE, vision), distance(color, style.HEADER, vision)) > 40


@pytest.mark.parametrize("width", [1400, 400])
def test_counters_differ(width: int) -> None:
    """Kinds of one army, armies with one kind, alive or out, also on a phone."""
    images = {
        (kind, army, dead): shown(counter(kind, army, dead, 1.0), width)
        for kind, army, dead in product(KINDS, range(3), (False, True))
    }
    for army in range(3):
        for one, other in combinations(KINDS, 2):
            assert difference(images[one, army, False], images[other, army, False]) > 5, (one, other, army)
    for kind in KINDS:
        for one_army, other_army in combinations(range(3), 2):
            pair = (images[kind, one_army, False], images[kind, other_army, False])
            assert difference(*pair) > 15, (kind, one_army, other_army)
        for army in range(3):
            assert difference(images[kind, army, False], images[kind, army, True]) > 12, (kind, army)


def test_armies_differ_by_shape_alone() -> None:
    for one, other in combinations(range(3), 2):
        assert unlike(counter("", one, False, 2.0).solid, counter("", other, False, 2.0).solid) > 0.05


def test_drawings_stay_within_their_square() -> None:
    """Nothing touches the edge of the image, so nothing was cut off."""
    found = [counter(kind, army, False, 1.0) for kind, army in product(KINDS, range(3))]
    found += [marker(kind, 1.0) for kind in (*MARKS, "left", "last", "burst", "draft")]
    assert all(is_whole(drawn.solid) for drawn in found)


def test_shapes_are_about_equally_large() -> None:
    for army in range(3):
        xs, ys = zip(*shape(army), strict=True)
        assert 40 < max(xs) - min(xs) <= 54
        assert 40 < max(ys) - min(ys) <= 52


def test_marks_differ_without_colour() -> None:
    """By their shapes: seen in grey."""
    greys = [shown(marker(kind, 1.0), 400).convert("L").convert("RGB") for kind in MARKS]
    for one, other in combinations(greys, 2):
        assert difference(one, other) > 4
