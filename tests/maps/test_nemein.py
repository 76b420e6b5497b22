"""The picture of Nemein: what it shows, to whom, and that the same arguments give the same bytes."""

from __future__ import annotations

import pytest
from PIL import ImageChops

from adjudicator.chance import CoinFlip
from adjudicator.nemein import events as told
from adjudicator.nemein.orders import Handful, House, Move, Split, Swap, Upgrade
from adjudicator.nemein.state import View
from maps.nemein import pieces, style
from maps.nemein.layout import HEIGHT, PART_SIZE, WIDTH, part
from maps.nemein.painting import alt, draw
from tests.maps.nemein_scenes import COINS, FLIPPED, HANDFUL, PICTURES, PLACE, placed, stack
from tests.tiers import sample

NAMES, SCENES = PICTURES.names, PICTURES.scenes
compose, color, texts, count = PICTURES.compose, PICTURES.color, PICTURES.texts, PICTURES.count


def spot(view: View, tile: str) -> tuple[int, int]:
    return PICTURES.spot(view, tile, 0.0, 0.0)


def test_norths_home_is_at_the_bottom_of_norths_picture() -> None:
    for seat, low, high in ((None, "a1", "g1"), ("south", "a1", "g1"), ("north", "g1", "a1")):
        view = placed(COINS, seat)
        assert spot(view, low)[1] > 1200 > 300 > spot(view, high)[1]
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
    assert {"2 in hand", "1 in hand", "counting 1 of 3"} <= set(texts(SCENES["start"]))
    assert "19 in hand" in texts(SCENES["two currencies"])
    assert "counting 1 of 5" in texts(placed(COINS, options={"houses_to_win": 5}))
    view, empty = SCENES["start"], placed(COINS, hands=(0, 1))
    (one, other) = (compose(each).entries.crop((0, 1150, 250, 1300)).tobytes() for each in (view, empty))
    assert one != other


def test_whose_move_it_is_and_the_stage() -> None:
    won = texts(SCENES["won"], caption="k7f3 · turn 12")
    assert {"North to move · +2 turns", "k7f3 · turn 12", "South: 5 from b3 won c3", "House", "›"} <= set(won)
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


def test_events_tell_a_whole_line_and_its_flip() -> None:
    events = (*FLIPPED, told.Split(seat="south", tile="b2", coin=10, into=5, housed=False))
    found = texts(SCENES["start"], events=events)
    assert {"South: 5 from b3 won c3; 10 split on b2", "heads: attack won"} <= set(found)
    begins = (CoinFlip(n=1, heads=False), told.Begins(seat="north"))
    assert "tails: North begins" in texts(SCENES["start"], events=begins)
    assert draw(SCENES["start"], events=FLIPPED) != draw(SCENES["start"])


def test_marks() -> None:
    view = SCENES["start"]
    marks = {"c3": "chosen", "c2": "move", "e5": "attack", "d6": "flip"}
    for tile, kind in marks.items():
        assert color(view, tile, pieces.BADGE[0] - 0.112, pieces.BADGE[1], marks=marks) == pieces.COLORS[kind]
    for tile in ("c3", "c2", "e5"):
        assert color(view, tile, 0.468, 0.1, marks=marks) == pieces.COLORS[marks[tile]]
    assert draw(view, marks=marks) == draw(view, marks=dict(reversed(marks.items())))
    assert [text for text in texts(view, marks=marks) if text in pieces.KEY.values()] == [
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
    assert any(
        text.startswith("your orders, private: move c3-d3 10; split") for text in texts(own, draft=draft)
    )
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
    assert "Choose coins worth 2000 ¥, 20 at most" in texts(SCENES["set-up, north"])


def test_a_handful_that_is_worth_too_little_stands_out() -> None:
    own = SCENES["set-up, south"]
    entry = bytes([style.palette().index_of(style.ALERT)])
    wrong = compose(own, draft=(Handful((25, 10)),)).entries
    assert wrong.tobytes().count(entry) > compose(own, draft=(HANDFUL,)).entries.tobytes().count(entry) + 100


@pytest.mark.parametrize("seat", sample([None, "north"], [1]))
def test_a_part_shows_its_tiles_larger(seat: str | None) -> None:
    view = placed(COINS, seat)
    for tiles in (("c3",), ("a1", "b2"), ("g4", "f5"), ("d1",), ("c3", "d4")):
        image = compose(view, focus=tiles)
        assert image.entries.width == PART_SIZE
        frame = part(tiles, 4, PART_SIZE, seat == "north")
        assert frame is not None and frame.tile > 200
        for tile in tiles:
            x, y = frame.at(view.board.index[tile])
            assert 100 < x < frame.width - 100 and frame.header + 100 < y < frame.height - 100
        assert set(tiles) <= {box.text for box in image.boxes}
    assert draw(view, focus=("a1", "g4")) == draw(view)
    assert draw(view, focus=("c3", "d4")) == draw(view, focus=("d4", "c3"))


@pytest.mark.parametrize("name", SCENES)
def test_alt_text(name: str) -> None:
    view = SCENES[name]
    for names, events in ((None, ()), (NAMES, FLIPPED)):
        found = alt(view, names=names, caption="k7f3 · turn 12 " * 9, events=events)
        assert 60 < len(found) <= 1024


def test_alt_text_says_what_is_seen() -> None:
    found = alt(SCENES["won"], names={"south": "Ada"}, caption="k7f3", events=FLIPPED)
    for part_ in (
        "Nemein, k7f3. North to move. Stage of the turn: house. Further turns won: 2 turns.",
        "Coin flip, heads: attack won. Last: South: 5 from b3 won c3.",
        "South (Ada), USD: 2 houses, 1 of 3 counting, 2 house coins in hand; ",
        "b3 10+5+5",
        "d6 house under 5 and 10",
    ):
        assert part_ in found
