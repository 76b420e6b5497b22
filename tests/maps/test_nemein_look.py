"""Whether players can read the coins of Nemein and tell the seats apart: on a phone, and with a
colour-vision deficiency."""

from __future__ import annotations

from itertools import combinations, product
from math import cos, pi, sin

import pytest
from PIL import Image

from maps.canvas import Canvas, to_colors
from maps.nemein import pieces, style
from maps.nemein.coin_faces import (
    LOW_NUMBER,
    NUMBER,
    NUMBER_DROP,
    NUMBER_ROOM,
    RING,
    coin_image,
    denominations,
)
from maps.nemein.layout import (
    BESIDE_NUMBER,
    MIN_NAME,
    PLINTH_NUMBER,
    WIDTH,
    CoinSpot,
    fan,
    housed,
    tag_line,
    whole,
)
from maps.nemein.painting import SMALL_NAME, compose
from tests.maps.checks import is_whole
from tests.maps.nemein_scenes import CODES, MONEY, crowded
from tests.maps.sight import VISION, difference, distance
from tests.tiers import sample

TILE = 200.0


@pytest.mark.parametrize("vision", VISION)
def test_colors_differ_for_everyone(vision: str) -> None:
    """CIE 76: about 2 is just noticeable, 10 plain at a glance, 50 a contrast of light and dark."""
    south, north = (style.LOOKS[seat] for seat in ("south", "north"))
    assert distance(south.ring, north.ring, vision) > 60
    assert distance(south.ink, north.ink, vision) > 30
    for one, other in product(south.felt, north.felt):
        assert distance(one, other, vision) > 25
    for look in (south, north):
        for felt in style.FELTS:
            assert distance(look.ring, felt, vision) > 18
        assert distance(look.ring, style.INK, vision) > 45
        for one, other in product(look.felt, style.FELT):
            assert distance(one, other, vision) > 6
        assert min(distance(look.ink, ground, vision) for ground in (style.TABLE, style.HEADER)) > 45
    for one, other in product(style.MIDDLE, style.FELT):
        assert distance(one, other, vision) > 8
    for metal in style.METALS:
        # numbers on their coins, with the light edge around them
        for shade in (metal.mid, metal.light, metal.shine):
            assert distance(metal.deep, shade, vision) > 40
    for felt in style.FELTS:
        assert distance(felt, style.name_color(felt), vision) > 18
    for mark in (style.CHOSEN, style.GREEN, style.RED, style.PURPLE, style.LAST, style.DRAFT):
        for felt in style.FELTS:
            edge = max(distance(mark, felt, vision), distance(style.WHITE, felt, vision))
            assert edge > 25
    for word in (style.WHITE, style.QUIET, style.GOLD, style.ALERT):
        assert min(distance(word, ground, vision) for ground in (style.TABLE, style.HEADER)) > 40


def test_coins_of_a_currency_differ_at_a_glance() -> None:
    """Value and metal; also on a phone, where a coin in a stack is some 16 pixels wide."""
    for code in CODES:
        for diameter in (90, 16):
            shown = {}
            for value in MONEY[code].coins:
                image = Image.new("RGB", (90, 90), style.FELT[0])
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
    for seat, look in style.LOOKS.items():
        ringed, bare = coin_image("EUR", 10, True, 200, seat), coin_image("EUR", 10, True, 200)
        x = round(200 * RING / 2) + 1
        assert ringed.getpixel((x, 100))[:3] == look.ring  # type: ignore[index]
        assert bare.getpixel((x, 100))[:3] != look.ring  # type: ignore[index]
        assert ringed.getpixel((0, 0))[3] == 0  # type: ignore[index]
        angle = 7 * pi / 12  # north's ring has beads, south's none
        bead = ringed.getpixel((round(100 + 90.6 * cos(angle)), round(100 - 90.6 * sin(angle))))
        assert bead[:3] == (look.edge if seat == "north" else look.ring)  # type: ignore[index]


def test_no_such_coin() -> None:
    assert denominations("JPY") == (500, 100, 50, 10, 5, 1)
    with pytest.raises(ValueError):
        coin_image("USD", 50, True, 90)
    with pytest.raises(KeyError):
        coin_image("DEM", 50, True, 90)
    with pytest.raises(KeyError):
        coin_image("USD", 25, True, 90, "east")


def _number(spot: CoinSpot, is_house: bool, beside: bool) -> tuple[int, int, int, int]:
    """The pixels of a coin's number on a tile in the middle of a picture twice as wide."""
    inner = spot.wide * (1 - 2 * RING)
    if is_house:
        (x, y), high, wide = BESIDE_NUMBER if beside else PLINTH_NUMBER, LOW_NUMBER, 0.32
    else:
        (x, y), high, wide = (0.0, NUMBER_DROP), NUMBER, NUMBER_ROOM
    x, y = spot.x + x * inner, spot.y + y * inner
    ends = (x - wide / 2 * inner, y - high / 2 * inner, x + wide / 2 * inner, y + high / 2 * inner)
    left, top, right, bottom = (round(TILE * (1 + end)) for end in ends)
    return left, top, right, bottom


def _drawn(spots: tuple[CoinSpot, ...], has_house: bool) -> list[Image.Image]:
    """The tile after each coin."""
    canvas = Canvas.blank(round(2 * TILE), round(2 * TILE), style.FELT[0], style.palette())
    found = []
    for k, spot in enumerate(spots):
        wide = round(spot.wide * TILE)
        if has_house and k == 0:
            drawn = pieces.plinth("JPY", "north", wide, len(spots) > 2)
        else:
            drawn = pieces.coin("JPY", spot.coin, "north", wide)
        drawn.put(canvas, (TILE * (1 + spot.x), TILE * (1 + spot.y)))
        found.append(canvas.entries.copy())
    return found


@pytest.mark.parametrize("coins", [(100,), (100, 100), (100, 50, 10), (50, 50, 100)])
@pytest.mark.parametrize("has_house", [False, True])
def test_no_coin_covers_anothers_value(coins: tuple[int, ...], has_house: bool) -> None:
    """Every stack of up to three: each number is as it was before the next coins were put there."""
    if has_house:
        coins = coins[:2]
        spots = housed(500, coins[0], coins[1:])
    else:
        spots = fan(coins)
    after = _drawn(spots, has_house)
    for k, spot in enumerate(spots):
        box = _number(spot, has_house and k == 0, len(spots) > 2)
        number = after[k].crop(box)
        assert number.tobytes() == after[-1].crop(box).tobytes(), (k, spot)
        dark = sum(to_colors(number, style.palette()).convert("L").histogram()[:50])
        assert dark > 0.08 * number.width * number.height, "a number is there"


def test_coins_stay_on_their_tile() -> None:
    """No coin reaches beyond the edges of its tile by more than the shadow between tiles."""
    for spots in (fan((1,)), fan((1, 1)), fan((1, 1, 1)), housed(25, 1, ()), housed(25, 1, (1,))):
        for spot in spots:
            reach = spot.wide / 2
            for across, down in ((1.0, 0.0), (0.5, 0.866025)):
                assert abs(spot.x * across) + abs(spot.y * down) + reach < 0.51


def test_drawings_stay_within_their_square() -> None:
    """Nothing touches the edge of the image, so nothing was cut off."""
    found = [pieces.frame_mark(kind, 100.0) for kind in pieces.COLORS]
    found += [
        pieces.badge(kind, 100.0)
        for kind in (*pieces.MARKS, "won", "lost", "split", "upgrade", "swap", "house")
    ]
    found += [
        pieces.burst(100.0),
        pieces.left(100.0),
        pieces.house_icon("south", True, 50),
        pieces.house_icon("north", False, 50),
    ]
    for seat in style.LOOKS:
        found += [pieces.roof(seat, counts, 100.0) for counts in (True, False)]
        found += [
            pieces.coin("USD", 10, seat, 60),
            pieces.plinth("USD", seat, 60, False),
            pieces.token(seat, 50),
        ]
        found += [pieces.pile("USD", seat, count, 74) for count in (1, 5)]
        found += [pieces.counts_from(seat, up, 100.0) for up in (True, False)]
    for across, down in ((1.0, 0.0), (-0.5, 0.866), (0.5, -0.866)):
        found += [
            pieces.arrow(across * length, down * length, "last", 100.0)
            for length in (pieces.HEAD, pieces.WHOLE)
        ]
    assert [k for k, drawn in enumerate(found) if not is_whole(drawn.solid)] == []


def test_marks_differ_without_colour() -> None:
    """By their badges: seen in grey, on a phone."""
    greys = []
    for kind in pieces.MARKS:
        drawn = pieces.badge(kind, 176.0)
        image = Image.new("L", drawn.entries.size, style.palette().index_of(style.FELT[0]))
        image.paste(drawn.entries, (0, 0), drawn.solid)
        greys.append(
            to_colors(image, style.palette())
            .resize((22, 22), Image.Resampling.BOX)
            .convert("L")
            .convert("RGB")
        )
    for one, other in combinations(greys, 2):
        assert difference(one, other) > 4


@pytest.mark.parametrize("side", sample(range(3, 7), [0]))
def test_names_of_tiles_with_coins_are_as_large_as_the_stages_of_the_turn(side: int) -> None:
    """Also in a picture of 400 pixels; and in white on their tag, so that they stand out from every coin."""
    view = crowded("JPY", side)
    for wide in (1300, 400):
        found = compose(view, size=wide)
        stage = next(box for box in found.boxes if box.text == "End")
        names = [box for box in found.boxes if box.text in view.board.index]
        with_coins = [box for box in names if view.state.tiles[view.board.index[box.text]] is not None]
        assert len(names) == len(view.board.names) and len(with_coins) > len(names) // 2
        for box in with_coins:
            assert box.bottom - box.top >= stage.bottom - stage.top - 1, box
            written = found.entries.crop((box.left, box.top, box.right, box.bottom)).tobytes()
            white, ground = (written.count(style.palette().index_of(c)) for c in (style.WHITE, style.HEADER))
            assert wide < 1300 or (white > 40 and ground > 40), box


@pytest.mark.parametrize("side", range(3, 7))
def test_no_tag_covers_a_number(side: int) -> None:
    size = max(SMALL_NAME, MIN_NAME / whole(side, WIDTH, False).tile)
    top = tag_line(size) - pieces.TAG_HIGH * size
    for spots, has_house in (
        (fan((1,)), False),
        (fan((1, 1, 1)), False),
        (housed(500, 1, ()), True),
        (housed(500, 1, (1,)), True),
    ):
        for k, spot in enumerate(spots):
            bottom = _number(spot, has_house and k == 0, len(spots) > 2)[3] / TILE - 1
            assert bottom < top + 0.01 or abs(spot.x) - spot.wide / 4 > size / 2, (spot, bottom, top)
