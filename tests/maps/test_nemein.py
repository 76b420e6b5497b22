"""The picture of Nemein: what it shows, to whom, and that the same arguments give the same bytes."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from adjudicator.chance import CoinFlip
from adjudicator.nemein import events as told
from adjudicator.nemein.orders import Handful, House, Move, Split, Swap, Upgrade
from adjudicator.nemein.state import View
from maps.canvas import Canvas, to_colors
from maps.nemein import pieces, style
from maps.nemein import text as words
from maps.nemein.coin_faces import (
    NUMBER,
    NUMBER_DROP,
    NUMBER_ROOM,
    RING,
)
from maps.nemein.layout import (
    HEIGHT,
    MIN_NAME,
    WIDTH,
    CoinSpot,
    fan,
    housed,
    tag_line,
    whole,
)
from maps.nemein.painting import SMALL_NAME, alt, draw
from tests.maps.nemein_scenes import (
    COINS,
    FLIPPED,
    HANDFUL,
    PICTURES,
    PLACE,
    crowded,
    placed,
    stack,
)
from tests.tiers import sample

NAMES, SCENES = PICTURES.names, PICTURES.scenes
compose, color, texts, count = PICTURES.compose, PICTURES.color, PICTURES.texts, PICTURES.count


def spot(view: View, tile: str) -> tuple[int, int]:
    return PICTURES.spot(view, tile, 0.0, 0.0)


def test_norths_home_is_at_the_bottom_of_norths_picture() -> None:
    for seat, low, high in ((None, "a1", "g1"), ("south", "a1", "g1"), ("north", "g1", "a1")):
        view = placed(COINS, seat)
        assert spot(view, low)[1] > 1200 > 330 > spot(view, high)[1]
        felt = style.LOOKS["north" if low == "g1" else "south"].felt
        assert color(view, low, 0.3, 0.1) in felt


def test_homes_middle_row_and_the_lines_from_which_houses_count() -> None:
    view = placed({})
    for tile, felts in (("c2", style.FELT), ("d2", style.MIDDLE), ("f1", style.LOOKS["north"].felt)):
        assert color(view, tile, 0.3, 0.1) in felts
    for seat, line in (("south", 1), ("north", -1)):
        edge = color(view, "d3", 0.25, line * 0.433)
        assert style.LOOKS[seat].ring[0] * 0.8 < edge[0] + 20
        assert max(abs(a - b) for a, b in zip(edge, style.LOOKS[seat].ring, strict=True)) < 60


def test_a_house_has_a_roof_and_tells_whether_it_counts() -> None:
    view = SCENES["start"]
    for tile, seat, counts in (
        ("d4", "south", True),
        ("c1", "south", False),
        ("d6", "north", True),
        ("g3", "north", False),
    ):
        assert color(view, tile, -0.44, -0.265) == style.LOOKS[seat].ring
        star = color(view, tile, 0.0, -0.44)
        assert (star == style.GOLD) is counts
        hollow = color(view, tile, -0.3, -0.30)
        assert hollow == (style.LOOKS[seat].ring if counts else style.INK)
    assert color(view, "c3", -0.3, -0.30) in style.FELT


def test_house_coins_in_hand_and_counting_houses() -> None:
    assert {"2 in hand", "1 in hand", "1 of 3 houses"} <= set(texts(SCENES["start"]))
    assert "19 in hand" in texts(SCENES["two currencies"])
    assert "1 of 5 houses" in texts(placed(COINS, options={"houses_to_win": 5}))
    view, empty = SCENES["start"], placed(COINS, hands=(0, 1))
    (one, other) = (compose(each).entries.crop((0, 1150, 250, 1300)).tobytes() for each in (view, empty))
    assert one != other


def test_whose_move_it_is_and_the_stage() -> None:
    won = texts(SCENES["won"], caption="k7f3 · turn 12")
    assert {"North to move · +2 turns", "k7f3 · turn 12", "South: 5 from b3 takes c3", "House", "›"} <= set(
        won
    )
    assert {"South wins", "Enough counting houses."} <= set(texts(SCENES["over"]))
    assert "House" not in texts(SCENES["over"])
    assert {"Draw", "By agreement."} <= set(texts(SCENES["draw"]))
    lost = texts(SCENES["lost"])
    assert any(
        text.startswith("South offers a draw; North offers a draw; quiet turns: 40 of 60") for text in lost
    )


def test_the_newest_action() -> None:
    moved = placed({"c3": COINS["c3"]}, last=("south", "move", "b3", "c3", 10))
    assert color(moved, "b3") in (style.LAST, style.LAST_EDGE)
    assert color(moved, "b3", -0.10, -0.173) == style.LAST, "the arrow, from below"
    assert color(moved, "c3", 0.468) == style.LAST, "the frame"
    won = placed({"c3": COINS["c3"]}, last=("south", "won", "b3", "c3", 5))
    assert color(won, "b3", -0.10, -0.173) == style.RED
    assert color(won, "c3", 0.36, 0.05) == style.RED, "the burst"
    lost = placed({"c3": COINS["e5"]}, last=("south", "lost", "b3", "c3", 5))
    assert color(lost, "b3", -0.10, -0.173) == style.RED
    assert color(lost, "c3", 0.36, 0.05) != style.RED
    built = placed({"d4": COINS["d4"]}, last=("south", "house", "d4", "d4", 5))
    assert color(built, "d4", pieces.BADGE[0] - 0.11, pieces.BADGE[1]) == style.DRAFT_EDGE


def test_what_the_other_side_did_since_ones_own_turn() -> None:
    """All of it is marked on the desk's picture, and what one lost."""
    won = told.Won(seat="south", target="c3", taken={"units": (10, 5), "houses": 1}, promoted_to=10)
    changes = (*FLIPPED[:2], won, told.Split(seat="south", tile="b2", coin=10, into=5, housed=False))
    view = placed(COINS, "north", last=("south", "split", "b2", "b2", 10))
    found = texts(view, changes=changes)
    assert {
        "\N{MINUS SIGN}10 \N{MINUS SIGN}5 \N{MINUS SIGN}house",
        "South: 5 from b3 takes c3; 10 split on b2",
    } <= set(found)
    assert words.YOU_LOST(tile="c3", coins="10, 5 and a house") in alt(view, changes=changes)
    assert "You lost" not in alt(placed(COINS), changes=changes)
    assert color(view, "c3", 0.468, changes=changes) == style.LAST != color(view, "c3", 0.468)
    assert not any("\N{MINUS SIGN}" in text for text in texts(placed(COINS, "south"), changes=changes))
    assert not any("\N{MINUS SIGN}" in text for text in texts(placed(COINS), events=changes))


def test_events_tell_a_whole_line_and_its_flip() -> None:
    events = (*FLIPPED, told.Split(seat="south", tile="b2", coin=10, into=5, housed=False))
    found = texts(SCENES["start"], events=events)
    assert {"South: 5 from b3 takes c3; 10 split on b2", "heads: attack won"} <= set(found)
    begins = (CoinFlip(n=1, heads=False), told.Begins(seat="north"))
    assert "tails: North begins" in texts(SCENES["start"], events=begins)
    assert draw(SCENES["start"], events=FLIPPED) != draw(SCENES["start"])


def test_the_flip_for_who_begins_is_told_in_every_picture_of_it() -> None:
    begins = (CoinFlip(n=1, heads=False), told.Begins(seat="north"))
    view = placed(COINS, "south")
    assert "tails: North begins" in texts(view, changes=begins)
    assert "heads: attack won" in texts(view, changes=(*begins, *FLIPPED)), "the newest flip, not the first"


def test_marks() -> None:
    view = SCENES["start"]
    marks = {"c3": "chosen", "c2": "move", "e5": "attack", "d6": "flip"}
    for tile, kind in marks.items():
        assert color(view, tile, pieces.BADGE[0] - 0.112, pieces.BADGE[1], marks=marks) == pieces.COLORS[kind]
    for tile in ("c3", "c2", "e5"):
        assert color(view, tile, 0.468, 0.1, marks=marks) == pieces.COLORS[marks[tile]]
    assert draw(view, marks=marks) == draw(view, marks=dict(reversed(marks.items())))
    assert [text for text in texts(view, marks=marks) if text in words.MARKS.values()] == [
        "move",
        "sure win",
        "coin flip",
    ]


def test_a_draft_is_drawn_for_its_own_seat_only() -> None:
    draft = (Move("c3", "d3", 10), Split("b3", 10), Upgrade("d4"), House("d3"), Swap("d6"))
    own, public = placed(COINS, "south"), placed(COINS)
    assert draw(own, draft=draft) != draw(own)
    assert draw(public, draft=draft) == draw(public)
    assert "move c3-d3 10" in alt(own, draft) and "move" not in alt(public, draft).replace(
        "to move", ""
    ).replace("turn: move", "")
    assert any(text.startswith("your orders: move c3-d3 10; split") for text in texts(own, draft=draft))
    frame = bytes([style.palette().index_of(style.DRAFT)])
    assert compose(own, draft=draft).entries.tobytes().count(frame) > 2000
    metal = style.SILVER
    assert color(own, "d3", -0.2, 0.0) in style.MIDDLE
    assert color(own, "d3", -0.2, 0.0, draft=draft) not in (*style.MIDDLE, metal.mid, metal.light), "a ghost"
    joined = placed(COINS | {"b2": stack("south", 10)}, "south")
    assert draw(joined, draft=(Move("c3", "b2", 10),)) != draw(joined), "a ghost beside a friendly coin"


def test_a_set_up_is_drawn_for_its_own_seat_only() -> None:
    draft = (HANDFUL, PLACE)
    own, public = SCENES["set-up, south"], SCENES["set-up"]
    assert draw(public, draft=draft) == draw(public)
    assert alt(public, draft) == alt(public) and "a1=10,1" in alt(own, draft)
    found = texts(own, draft=draft)
    assert {"100 of 100 ¢ · 13 coins · 11 of 11 units placed", "×2", "×3", "×5", "?"} <= set(found)
    assert found.count("?") == 9 and texts(public).count("?") == 18
    empty = compose(own).entries
    drawn = compose(own, draft=draft).entries
    half = round(HEIGHT / 2) - 100
    assert drawn.crop((0, 170, WIDTH, half)).tobytes() == empty.crop((0, 170, WIDTH, half)).tobytes()
    for tile, coins in PLACE.placed:
        x, y = spot(own, tile)
        box = (x - 80, y - 80, x + 80, y + 80)
        changed = ImageChops.difference(drawn.crop(box), empty.crop(box)).histogram()
        assert 160 * 160 - changed[0] > 5000 + 1500 * len(coins), tile
    assert words.PLATE_CHOOSE(sum="2000 ¥", most=20) in texts(SCENES["set-up, north"])


def test_a_handful_that_is_worth_too_little_stands_out() -> None:
    own = SCENES["set-up, south"]
    entry = bytes([style.palette().index_of(style.ALERT)])
    wrong = compose(own, draft=(Handful((25, 10)),)).entries
    assert wrong.tobytes().count(entry) > compose(own, draft=(HANDFUL,)).entries.tobytes().count(entry) + 100


def test_alt_text_says_what_is_seen() -> None:
    found = alt(SCENES["won"], names={"south": "Ada"}, caption="k7f3", events=FLIPPED)
    for part_ in (
        "Nemein, k7f3. North to move. Stage of the turn: house. Extra turns won: 2.",
        "Coin flip, heads: attack won. Last: South: 5 from b3 takes c3.",
        "South (Ada), USD: 2 houses, 1 of 3 counting, 2 house coins in hand; ",
        "b3 10+5+5",
        "d6 house under 5 and 10",
    ):
        assert part_ in found


# -- coins on their tiles


TILE = 200.0


def _number(spot: CoinSpot, ringed: bool) -> tuple[int, int, int, int]:
    """The pixels of a coin's number on a tile in the middle of a picture twice as wide."""
    inner = spot.wide * (1 - 2 * RING * ringed)
    x, y, high, wide = spot.x, spot.y + NUMBER_DROP * inner, NUMBER, NUMBER_ROOM
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
            drawn = pieces.plinth("JPY", "north", wide)
        else:
            drawn = pieces.coin("JPY", spot.coin, "north", wide, not (has_house and k == 1))
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
    for k, spot in list(enumerate(spots))[has_house:]:
        box = _number(spot, not (has_house and k == 1))
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
        for k, spot in list(enumerate(spots))[has_house:]:
            bottom = _number(spot, not (has_house and k == 1))[3] / TILE - 1
            assert bottom < top + 0.01 or abs(spot.x) - spot.wide / 4 > size / 2, (spot, bottom, top)
