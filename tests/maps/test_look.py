"""Whether players can tell the parts of the pictures apart: on a phone, and with a colour-vision deficiency.

CIE 76: about 2 is just noticeable, 10 plain at a glance, 40 to 50 a contrast of light and dark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, product

import pytest
from PIL import Image, ImageChops, ImageStat

from adjudicator.newyork2047.board import SEATS
from adjudicator.nme.board import KINDS
from maps.canvas import COVERED, Canvas, clean, fit, font, text_width, to_colors
from maps.cic import pieces as cic_pieces
from maps.cic import style as cic
from maps.decal import Decal
from maps.nemein import coin_faces
from maps.nemein import pieces as nemein_pieces
from maps.nemein import style as nemein
from maps.nemein.coin_faces import coin_image
from maps.newyork2047 import pieces as newyork_pieces
from maps.newyork2047 import style as newyork
from maps.newyork2047.ground import land
from maps.newyork2047.layout import whole
from maps.nme import pieces as nme_pieces
from maps.nme import style as nme
from maps.nme.painting import GROWN
from maps.palette import Palette, Rgb
from maps.ww3 import pieces as ww3_pieces
from maps.ww3 import style as ww3
from tests.maps.checks import is_whole
from tests.maps.nemein_scenes import CODES, MONEY
from tests.maps.sight import VISION, difference, distance, seen, unlike

for_everyone = pytest.mark.parametrize("vision", VISION)


# -- fonts and the measure itself


def test_the_measure_itself() -> None:
    assert distance((0, 0, 0), (255, 255, 255), "normal") == pytest.approx(100, abs=0.1)
    red, green = (200, 60, 40), (110, 120, 30)
    assert distance(red, green, "deuteranopia") < distance(red, green, "normal") / 2


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


# -- colours


@for_everyone
def test_colors_of_cic(vision: str) -> None:
    assert distance(*cic.FILL, vision) > 60
    assert distance(*cic.GLYPH, vision) > 60
    for side in (0, 1):
        assert distance(cic.FILL[side], cic.GLYPH[side], vision) > 60
        for group in ("air", "surface"):
            assert distance(cic.PLATE[group][side], cic.LETTER[side], vision) > 35
        assert distance(cic.PLATE["air"][side], cic.PLATE["surface"][side], vision) > 35
        for tile in cic.TILES.values():
            assert max(distance(part[side], tile, vision) for part in (cic.FILL, cic.EDGE)) > 40
    for one, other in combinations((cic.GREEN, cic.RED, cic.PURPLE), 2):
        assert distance(one, other, vision) > 25
    assert distance(cic.LAST, cic.DRAFT, vision) > 35
    for parity, ground in product((0, 1), ("light", "dark")):
        assert distance(cic.TILES["sea", parity], cic.TILES[ground, parity], vision) > 15
    for region in ("light", "dark", "sea"):
        assert distance(cic.TILES[region, 0], cic.TILES[region, 1], vision) > 4
        for parity in (0, 1):
            tile = cic.TILES[region, parity]
            assert distance(tile, cic.tone(region, parity, "last"), vision) > 6
            assert distance(tile, cic.tone(region, parity, "active"), vision) > 6
            assert distance(tile, cic.label_color(tile), vision) > 30


@for_everyone
def test_colors_of_nme(vision: str) -> None:
    for one, other in combinations(nme.LOOKS, 2):
        assert distance(one.face, other.face, vision) > 35
        assert distance(one.side, other.side, vision) > 30
        assert distance(one.tile, other.tile, vision) > 10
    for look in nme.LOOKS:
        assert distance(look.side, nme.WOOD, vision) > 18
        assert distance(look.tile, nme.DEAD_TILE, vision) > 6
        for tile in (*nme.TILES, look.tile, nme.TABLE):
            assert max(distance(part, tile, vision) for part in (look.face, look.rim, nme.INK)) > 30
        # A letter or its outline stands out on each counter.
    for army, look in enumerate(nme.LOOKS):
        for kind in nme.KINDS[army].values():
            edge = look.face if army == 2 else nme.INK  # White's letters have no outline
            assert max(distance(kind, look.face, vision), distance(nme.INK, look.face, vision)) > 37
            assert distance(kind, edge, vision) > 35
    for tile in (*nme.TILES, *(look.tile for look in nme.LOOKS), nme.DEAD_TILE, nme.DEAD):
        assert distance(tile, nme.name_color(tile), vision) > 25
        assert distance(tile, nme.STAR_EDGE, vision) > 30 or tile == nme.LOOKS[0].tile
        for mark in (nme.GREEN, nme.RED, nme.BLUE, nme.LAST):
            assert max(distance(tile, mark, vision), distance(tile, nme.WHITE, vision)) > 15
    for one, other in combinations(nme.TILES, 2):
        assert distance(one, other, vision) > 3
    for color in (nme.WHITE, nme.QUIET, nme.GOLD, nme.ALERT):
        assert min(distance(color, nme.TABLE, vision), distance(color, nme.HEADER, vision)) > 40


@for_everyone
def test_colors_of_ww3(vision: str) -> None:
    for one, other in combinations(ww3.LOOKS, 2):
        assert distance(one.face, other.face, vision) > 22
        assert distance(one.tile, other.tile, vision) > 15
        # Whose counters are hardest to tell by their faces differ in their signs.
        assert max(distance(one.face, other.face, vision), distance(one.glyph, other.glyph, vision)) > 40 or (
            ww3.LOOKS.index(one),
            ww3.LOOKS.index(other),
        ) == (2, 3)
    for look in ww3.LOOKS:
        assert distance(look.face, look.glyph, vision) > 50
        assert distance(look.tile, ww3.PAPER, vision) > 12
        for tile in ww3.TILES:
            assert max(distance(part, tile, vision) for part in (look.face, ww3.INK)) > 50
        for color_of in (look.ink, ww3.WHITE, ww3.QUIET, ww3.GOLD, ww3.ALERT):
            assert min(distance(color_of, ground, vision) for ground in (ww3.TABLE, ww3.HEADER)) > 40
        pale = ww3.pale(look)
        assert distance(pale, look.rim, vision) > 30
        assert distance(pale, look.face, vision) > 6
    for tile in ww3.TILES:
        for line in (ww3.name_color(tile), ww3.ROAD, ww3.SEPIA):
            assert distance(tile, line, vision) > 30
        assert 1 < distance(tile, ww3.contour(tile), vision) < 12, "faint"
        for mark in (ww3.GREEN, ww3.SCARLET, ww3.SECOND, ww3.SECRET, ww3.LAST, ww3.DRAFT):
            assert max(distance(tile, mark, vision), distance(tile, ww3.WHITE, vision)) > 15
    assert distance(ww3.FRAME, ww3.SEPIA, vision) > 60


@for_everyone
def test_colors_of_nemein(vision: str) -> None:
    south, north = (nemein.LOOKS[seat] for seat in ("south", "north"))
    assert distance(south.ring, north.ring, vision) > 60
    assert distance(south.ink, north.ink, vision) > 30
    for one, other in product(south.felt, north.felt):
        assert distance(one, other, vision) > 25
    for look in (south, north):
        for felt in nemein.FELTS:
            assert distance(look.ring, felt, vision) > 18
        assert distance(look.ring, nemein.INK, vision) > 45
        for one, other in product(look.felt, nemein.FELT):
            assert distance(one, other, vision) > 6
        assert min(distance(look.ink, ground, vision) for ground in (nemein.TABLE, nemein.HEADER)) > 45
    for one, other in product(nemein.MIDDLE, nemein.FELT):
        assert distance(one, other, vision) > 8
    for metal in nemein.METALS:
        # numbers on their coins, with the light edge around them
        for shade in (metal.mid, metal.light, metal.shine):
            assert distance(metal.deep, shade, vision) > 40
    for felt in nemein.FELTS:
        assert distance(felt, nemein.name_color(felt), vision) > 18
    for mark in (nemein.CHOSEN, nemein.GREEN, nemein.RED, nemein.PURPLE, nemein.LAST, nemein.DRAFT):
        for felt in nemein.FELTS:
            edge = max(distance(mark, felt, vision), distance(nemein.WHITE, felt, vision))
            assert edge > 25
    for word in (nemein.WHITE, nemein.QUIET, nemein.GOLD, nemein.ALERT):
        assert min(distance(word, ground, vision) for ground in (nemein.TABLE, nemein.HEADER)) > 40


@for_everyone
def test_colors_of_newyork2047(vision: str) -> None:
    for (seat, one), (beside, other) in combinations(newyork.LOOKS.items(), 2):
        assert distance(one.color, other.color, vision) > 13, (seat, beside)
    for seat, look in newyork.LOOKS.items():
        assert distance(look.color, look.ink, vision) > 40, seat
        assert distance(look.tint, newyork.INK, vision) > 40, seat
        assert distance(look.tint, newyork.PAPER, vision) > 10, seat
        assert distance(look.color, newyork.WATER, vision) > 15, seat
    for shade in (newyork.WATER, *newyork.SHOALS):
        assert distance(shade, newyork.WATER_INK, vision) > 35
        assert distance(shade, newyork.PAPER, vision) > 12
    assert distance(newyork.GREEN, newyork.GOLD, vision) > 25
    assert distance(newyork.RED, newyork.WHITE, vision) > 50


# -- counters, by their kinds and whose they are


def on(drawn: Decal, ground: Rgb, palette: Palette) -> Image.Image:
    """A decal on a ground."""
    image = Image.new("L", drawn.entries.size, palette.index_of(ground))
    drawn.paste(image, (0, 0, *image.size))
    return to_colors(image, palette)


def small(image: Image.Image, width: int, full: int) -> Image.Image:
    """As a phone scales it down: drawn for a picture `full` pixels wide, seen in one of `width`."""
    return image.resize((round(image.width * width / full),) * 2, Image.Resampling.BOX)


def cic_shown(kind: str, side: int, other: bool) -> Image.Image:
    """A piece on Sea; enhanced."""
    stamped = cic_pieces.piece(kind, side, other, 146.0, cic.TILES["sea", 0])
    return to_colors(stamped.entries, cic.palette())


def nme_shown(kind: str, army: int, other: bool) -> Image.Image:
    """A counter of the whole board on a hexagon; of an army that is out."""
    return on(nme_pieces.counter(kind, army, other, GROWN, True), nme.TILES[1], nme.palette())


def ww3_shown(kind: str, team: int, other: bool) -> Image.Image:
    """A counter on the map; one that is not there."""
    drawn = ww3_pieces.counter(kind, team, 1.0)
    if other:
        drawn = ww3_pieces.ghost(kind, team, ww3.DRAFT, 1.0)
    return on(drawn, ww3.PAPER, ww3.palette())


Shown = Callable[[str, int, bool], Image.Image]


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize(
    ("shown", "kinds", "sides", "full", "least"),
    [
        (cic_shown, "CFBTHSDAK", 2, 1200, (5, 25, 5)),
        (nme_shown, KINDS, 3, 1400, (5, 15, 12)),
        (ww3_shown, [*ww3_pieces.GLYPHS], 4, 1400, (5, 15, 12)),
    ],
)
def test_counters_differ(
    shown: Shown, kinds: Iterable[str], sides: int, full: int, least: tuple[float, float, float], phone: bool
) -> None:
    """Kinds of one side, sides with one kind, and what is special. least: how far, in this order"""
    width = full if not phone else 290 if shown in (cic_shown, nme_shown) else 400
    every = product(kinds, range(sides), (False, True))
    images = {each: small(shown(*each), width, full) for each in every}
    for side in range(sides):
        for one, other in combinations(kinds, 2):
            assert difference(images[one, side, False], images[other, side, False]) > least[0], (one, other)
    for kind in kinds:
        for a, b in combinations(range(sides), 2):
            assert difference(images[kind, a, False], images[kind, b, False]) > least[1], (kind, a, b)
        for side in range(sides):
            assert difference(images[kind, side, False], images[kind, side, True]) > least[2], (kind, side)


def test_whose_they_are_is_told_by_shape_alone() -> None:
    masks: list[tuple[float, list[Image.Image]]] = [
        (0.06, [cic_pieces.drawing(kind, side, False, 146.0).getchannel("A") for side in (0, 1)])
        for kind in ("", *"CFBTHSDAK")
    ]
    masks.append((0.05, [nemein_pieces.coin("USD", 10, seat, 90).solid for seat in nemein.LOOKS]))
    masks.append((0.05, [nme_pieces.counter("", army, False, 2.0).solid for army in range(3)]))
    masks.append((0.05, [ww3_pieces.counter("", team, 2.0).solid for team in range(4)]))
    masks.append((0.07, [newyork_pieces.counter(seat, "3", 1.0).solid for seat in SEATS]))
    for least, found in masks:
        for one, other in combinations(found, 2):
            assert unlike(one, other) > least


def test_shapes_are_about_equally_large() -> None:
    for shape, count, wide, high in (
        (nme_pieces.shape, 3, (40, 54), (40, 52)),
        (ww3_pieces.shape, 4, (88, 107), (88, 109)),
    ):
        for side in range(count):
            for along, (least, most) in zip(zip(*shape(side), strict=True), (wide, high), strict=True):
                assert least < max(along) - min(along) <= most


# -- nothing was cut off


def nme_drawings() -> Iterable[Decal]:
    yield from (nme_pieces.counter(kind, army, False, 1.0) for kind, army in product(KINDS, range(3)))
    yield from (
        nme_pieces.marker(kind, 1.0) for kind in (*NME_MARKS, "left", "last", "burst", "draft", "threat")
    )
    yield from (nme_pieces.lost_piece(kind, army, 1.0) for kind, army in product(KINDS, range(3)))


def ww3_drawings() -> Iterable[Decal]:
    for team in range(4):
        yield from (ww3_pieces.counter(kind, team, 1.0) for kind in ww3_pieces.GLYPHS)
        yield from (ww3_pieces.ghost("S", team, ww3.DRAFT, 1.0), ww3_pieces.ring("chosen", team, 1.0))
    yield from (ww3_pieces.spot(kind, 1.0) for kind in ("move", "second", "capture", "left", "lock"))
    yield from (
        ww3_pieces.clash(1.0),
        ww3_pieces.cross_out(1.0),
        ww3_pieces.eye(1.0),
        ww3_pieces.tag(60.0, 1.0),
    )
    yield from (ww3_pieces.die(value, 1.0) for value in range(1, 7))


def nemein_drawings() -> Iterable[Decal]:
    p = nemein_pieces
    yield from (p.frame_mark(kind, 100.0) for kind in p.COLORS)
    badges = (*p.MARKS, "won", "lost", "split", "upgrade", "swap", "house")
    yield from (p.badge(kind, 100.0) for kind in badges)
    yield from (p.burst(100.0), p.left(100.0))
    yield from (p.house_icon("south", True, 50), p.house_icon("north", False, 50))
    for seat, flag in product(nemein.LOOKS, (True, False)):
        yield from (p.roof(seat, flag, 100.0), p.counts_from(seat, flag, 100.0))
    for seat in nemein.LOOKS:
        yield from (p.coin("USD", 10, seat, 60), p.plinth("USD", seat, 60), p.token(seat, 50))
        yield from (p.pile("USD", seat, count, 74) for count in (1, 5))
    for (across, down), far in product(((1.0, 0.0), (-0.5, 0.866), (0.5, -0.866)), (p.HEAD, p.WHOLE)):
        yield p.arrow(across * far, down * far, "last", 100.0)


def test_drawings_stay_within_their_square() -> None:
    """Nothing touches the edge of the image."""
    covers = [
        cic_pieces.drawing(kind, side, enhanced, 146.0).getchannel("A")
        for kind, side, enhanced in product("CFBTHSDAK", (0, 1), (False, True))
    ]
    factions = (newyork_pieces.counter(seat, "12", 1.0, kind) for seat in SEATS for kind in ("", "ghost"))
    covers += [cic_pieces.lost_piece(kind, side, 1.0).getchannel("A") for kind in "CFK" for side in (0, 1)]
    covers += [cic_pieces.name_tag(name, 1.0).getchannel("A") for name in ("a1", "h8")]
    covers += [drawn.solid for drawn in (*nme_drawings(), *ww3_drawings(), *nemein_drawings(), *factions)]
    assert len(covers) > 160
    assert [at for at, cover in enumerate(covers) if not is_whole(cover)] == []


# -- marks, seen in grey


NME_MARKS = ("chosen", "move", "capture", "naval_one", "naval_one_capture")


def grey(image: Image.Image) -> Image.Image:
    return image.convert("L").convert("RGB")


def ringed(team: int, kind: str) -> Image.Image:
    """A counter of WW3 with a ring around it."""
    image = Image.new("L", (126, 126), ww3.palette().index_of(ww3.PAPER))
    for drawn in (ww3_pieces.counter("S", team, 1.0), *([ww3_pieces.ring(kind, team, 1.0)] if kind else [])):
        drawn.paste(image, (0, 0, *image.size))
    return grey(small(to_colors(image, ww3.palette()), 26, 126))


def test_marks_differ_without_colour() -> None:
    """By their shapes, their badges or their lightness; on a phone."""
    found = [
        (
            4.0,
            [
                grey(small(on(nme_pieces.marker(kind, 1.0), nme.TILES[1], nme.palette()), 19, 92))
                for kind in NME_MARKS
            ],
        ),
        (
            4.0,
            [
                grey(small(on(nemein_pieces.badge(kind, 176.0), nemein.FELT[0], nemein.palette()), 22, 70))
                for kind in nemein_pieces.MARKS
            ],
        ),
        (
            1.0,
            [
                small(on(ww3_pieces.die(value, 1.0), ww3.PAPER, ww3.palette()), 31, 52)
                for value in range(1, 7)
            ],
        ),
    ]
    kinds = ("", "chosen", "capture", "unknown", "second")
    found += [(0.7, [ringed(team, kind) for kind in kinds]) for team in range(4)]
    for least, images in found:
        for one, other in combinations(images, 2):
            assert difference(one, other) > least


def test_the_signs_of_radiation_and_rank_are_cut_out() -> None:
    """The bomb's sign, the star on the cap: in the colour of the counter below."""
    for kind in "NC":
        middle = ww3_pieces.counter(kind, 0, 4.0).entries.crop((120, 120, 312, 312)).tobytes()
        assert middle.count(bytes([ww3.palette().index_of(ww3.LOOKS[0].face)])) > 300


# -- the coins of Nemein


def test_coins_of_a_currency_differ_at_a_glance() -> None:
    """Value and metal; also on a phone, where a coin in a stack is some 16 pixels wide."""
    for code in CODES:
        for diameter in (90, 16):
            shown = {}
            for value in MONEY[code].coins:
                image = Image.new("RGB", (90, 90), nemein.FELT[0])
                drawn = coin_image(code, value, True, 90, "south", True)
                image.paste(drawn, (0, 0), drawn)
                shown[value] = image.resize((diameter, diameter), Image.Resampling.BOX)
            for one, other in combinations(shown, 2):
                assert difference(shown[one], shown[other]) > 6, (code, one, other)


@pytest.mark.parametrize("diameter", [90, 30])
def test_heads_and_tails_differ(diameter: int) -> None:
    for token, least in ((True, 1.5), (False, 12)):
        for code, value in [("USD", 25), ("USD", 1), ("EUR", 20), ("JPY", 100), ("CHF", 10), ("AUD", 5)]:
            heads, tails = (
                coin_image(code, value, up, 90, None, token).convert("RGB").resize((diameter, diameter))
                for up in (True, False)
            )
            assert difference(heads, tails) > least, (code, value, token)


def test_a_seats_ring() -> None:
    for seat, look in nemein.LOOKS.items():
        ringed, bare = coin_image("EUR", 10, True, 200, seat), coin_image("EUR", 10, True, 200)
        x = round(200 * coin_faces.RING / 2) + 1
        assert ringed.getpixel((x, 100))[:3] == look.ring  # type: ignore[index]
        assert bare.getpixel((x, 100))[:3] != look.ring  # type: ignore[index]
        assert ringed.getpixel((0, 0))[3] == 0  # type: ignore[index]
        corner = ringed.getpixel((30, 30))[:3]  # type: ignore[index]
        assert (corner == look.ring) == (seat == "north"), "north's ring is square"


def test_no_such_coin() -> None:
    assert coin_faces.denominations("JPY") == (500, 100, 50, 10, 5, 1)
    with pytest.raises(ValueError):
        coin_image("USD", 50, True, 90)
    with pytest.raises(KeyError):
        coin_image("DEM", 50, True, 90)
    with pytest.raises(KeyError):
        coin_image("USD", 25, True, 90, "east")


# -- land and counters of New York 2047


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


def as_seen(entries: Image.Image, vision: str, scale: float = PHONE) -> Image.Image:
    """Palette entries as colours that somebody sees, as large as a phone shows them."""
    image = entries.copy()
    colors = (part for color in newyork.palette().colors for part in seen_color(color, vision))
    image.putpalette(bytes(colors).ljust(768, b"\0"))
    size = (round(image.width * scale), round(image.height * scale))
    return image.convert("RGB").resize(size, Image.Resampling.BOX)


def inner_land(seat: str | None) -> Image.Image:
    """The middle of a land in a faction's colours."""
    entries = land(whole(1400), "flatbush", seat)[0].entries
    wide, high = entries.size
    return entries.crop((wide // 4, high // 3, 3 * wide // 4, 5 * high // 6))


def on_water(seat: str, number: str, kind: str = "") -> Image.Image:
    """A counter on water."""
    canvas = Canvas.blank(70, 70, newyork.WATER, newyork.palette())
    newyork_pieces.counter(seat, number, 1.0, kind).put(canvas, (35, 35))
    return canvas.entries


@for_everyone
def test_controllers_differ_for_everyone(vision: str) -> None:
    """Land in two colours, with their patterns, on a phone."""
    images = {seat: as_seen(inner_land(seat), vision) for seat in LANDS}
    for one, other in combinations(LANDS, 2):
        assert difference(images[one], images[other]) > 10, (one, other)


def test_controllers_differ_by_pattern_alone() -> None:
    """In two colours for all; nobody's land is plain."""

    def stencil(seat: str | None) -> Image.Image:
        entry = -1 if seat is None else newyork.palette().index_of(newyork.LOOKS[seat].tone)
        table = [255 if value == entry else 0 for value in range(256)]
        image = inner_land(seat).point(table)
        return image.resize((round(image.width * PHONE), round(image.height * PHONE)), Image.Resampling.BOX)

    images = {seat: stencil(seat) for seat in LANDS}
    for one, other in combinations(LANDS, 2):
        assert ImageStat.Stat(ImageChops.difference(images[one], images[other])).mean[0] > 25, (one, other)


@for_everyone
def test_counters_of_factions_differ(vision: str) -> None:
    """Of two factions, and two numbers of one, on a phone."""
    for one, other in combinations(SEATS, 2):
        assert difference(as_seen(on_water(one, "3"), vision), as_seen(on_water(other, "3"), vision)) > 8
    for seat in SEATS:
        images = [as_seen(on_water(seat, str(number)), vision) for number in range(1, 10)]
        for left, right in combinations(images, 2):
            assert difference(left, right) > 0.9, seat
        assert difference(images[2], as_seen(on_water(seat, "3", "ghost"), vision)) > 8
