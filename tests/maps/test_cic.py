"""The picture of Commander-In-Chief: what it shows, and what it must not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.cic import events as ev
from adjudicator.cic.board import INDEX, SQUARES
from adjudicator.cic.orders import Enhance, Move
from adjudicator.cic.state import View
from maps.cic import style
from maps.cic.changes import Changes, changes_of
from maps.cic.layout import DIAGONAL, HEIGHT, WIDTH, Layout
from maps.cic.painting import alt, draw, empty_board, tile_color
from tests.maps import cic_scenes as scenes
from tests.maps.cic_scenes import PICTURES

SCENES = PICTURES.scenes
compose, color, texts, count = PICTURES.compose, PICTURES.color, PICTURES.texts, PICTURES.count


@pytest.mark.parametrize("name", ["fullest", "points", "fullest, turned", "quiet"])
def test_panels_leave_the_coordinates_alone(name: str) -> None:
    """Captured pieces, 15 a side, never reach the signs along the board's edges."""
    view = SCENES[name]
    empty = replace(view, lost=("", ""))
    full, bare = compose(view), compose(empty)
    layout = Layout(WIDTH, view.seat is not None)
    untouched = empty_board(layout)
    assert full.entries.tobytes() != bare.entries.tobytes()
    for _, (x, y) in layout.coordinates():
        for dx in range(-12, 13, 4):
            for dy in range(-12, 13, 4):
                spot = (round(x) + dx, round(y) + dy)
                assert full.pixel(*spot) == untouched.pixel(*spot)


def test_tiles_show_their_region() -> None:
    view = scenes.placed()
    for name, square in INDEX.items():
        region = "light" if sum(divmod(square, 8)) <= 4 else "dark" if sum(divmod(square, 8)) >= 10 else "sea"
        assert color(view, name, 0, -38) == style.TILES[region, sum(divmod(square, 8)) % 2], name


@pytest.mark.parametrize(("seat", "bottom"), [(None, "a1"), ("light", "a1"), ("dark", "h8")])
def test_own_corner_is_at_the_bottom(seat: str | None, bottom: str) -> None:
    layout = Layout(WIDTH, seat == "dark")
    assert max(SQUARES, key=lambda name: layout.center(INDEX[name])[1]) == bottom
    view = replace(scenes.placed(**{bottom: "F"}), seat=seat)
    plate = compose(view).pixel(WIDTH // 2 - 22, HEIGHT // 2 + 7 * DIAGONAL // 2 + 13)
    assert plate == style.PLATE["air"][1]


@pytest.mark.parametrize("seat", ["dark-air", "dark-surface"])
def test_team_seats_are_turned_too(seat: str) -> None:
    view = scenes.view(seat, teams="dark")
    assert color(view, "h8", -22, 13) == style.PLATE["surface"][0]


@pytest.mark.parametrize("letter", "CFBTHSDAKcfbthsdak")
def test_what_a_piece_shows(letter: str) -> None:
    """Its side, its group, its enhancement and its crown, on a square of each region."""
    side, group = int(letter.isupper()), "air" if letter in "FBHfbh" else "surface"
    for square in ("b2", "e4", "g7"):
        view = scenes.placed(**{square: letter})
        assert color(view, square, -22, 13) == style.PLATE[group][side]
        winged = color(view, square, 60, -6) == style.PLATE["air"][side]
        assert winged == (group == "air")
        assert color(view, square, 0, 41) == style.EDGE[side]  # the token's thickness
        top = (0, -5 - (44.5 if side else 42.0))
        assert (
            color(scenes.placed((square,), **{square: letter}), square, *top) == style.GOLD or letter in "Kk"
        )
        assert (color(view, square, 0, -32) == style.GOLD) == (letter in "Kk")


def test_enhancement_ends_where_the_set_does() -> None:
    view = scenes.placed(("e4",), e4="T", d5="T")
    assert color(view, "e4", -44.5, -5) == style.GOLD
    assert color(view, "d5", -44.5, -5) != style.GOLD


def test_last_move_lights_both_squares() -> None:
    view = replace(scenes.placed(e6="F"), last=scenes.last("e4", "e6"))
    for square in ("e4", "e6"):
        assert color(view, square, 0, 61 if square == "e4" else -60) == tile_color(INDEX[square], "last")
    between = color(view, "e5", 0, 0)
    assert between == style.LAST


def test_a_capture_has_a_burst_and_its_own_arrow() -> None:
    moved = replace(scenes.placed(e6="F"), last=scenes.last("e4", "e6"))
    took = replace(moved, last=scenes.last("e4", "e6", "x", "A"))
    assert color(took, "e5", 0, 0) == style.RED
    assert color(took, "e6", 0, -58) == style.RED
    assert color(moved, "e6", 0, -58) != style.RED


def test_where_few_pieces_are_left_all_have_their_squares_names() -> None:
    """Below the enemy's, too: it is by these names that one orders a capture."""
    few, many = replace(scenes.placed(e4="F", f6="a"), seat="dark"), scenes.view("dark")

    def is_named(view: View, square: str) -> bool:
        idle = replace(view, phase=replace(view.phase, owing=frozenset()))
        return any(color(view, square, dx, 60) != color(idle, square, dx, 60) for dx in range(-16, 17, 2))

    assert is_named(few, "e4") and is_named(few, "f6")
    assert is_named(many, "g7") and not is_named(many, "b2")


def test_an_attack_moves_nothing() -> None:
    view = replace(scenes.placed(e4="F", f5="a"), last=scenes.last("e4", "f5", "*", "A"))
    assert color(view, "e4", -22, 13) == style.PLATE["air"][1]
    assert color(view, "f5", -22, 13) == style.PLATE["surface"][0]
    assert count(view, style.PURPLE) > 800


def test_the_group_that_may_move_is_lit() -> None:
    view = scenes.played("h4-g3", teams="light")
    assert (view.mover, view.group) == ("light-surface", "surface")
    assert color(view, "c1", 52, -9) == tile_color(INDEX["c1"], "active")
    assert color(view, "c2", 0, -58) == tile_color(INDEX["c2"])
    assert color(scenes.played("h4-g3"), "c1", 52, -9) == tile_color(INDEX["c1"])


def test_marks() -> None:
    view = scenes.placed(e4="B", e6="a", f4="a")
    marks = {INDEX["e4"]: "chosen", INDEX["e5"]: "move", INDEX["e6"]: "capture", INDEX["f4"]: "attack"}
    assert color(view, "e5", 0, -17, marks=marks) == style.GREEN
    assert color(view, "e6", 0, -60, marks=marks) == style.RED
    assert color(view, "e4", 0, -61, marks=marks) == style.GREEN
    assert count(view, style.PURPLE, marks=marks) > 800
    with pytest.raises(ValueError, match="jump"):
        draw(view, marks={3: "jump"})


def test_a_draft_is_drawn_only_if_passed() -> None:
    """A setup says nothing about a choice unless that very choice is handed over."""
    order = Enhance((INDEX["h8"], INDEX["g8"]))
    view = scenes.view("dark", enhanced=2)
    assert draw(view, draft=(order,)) != draw(view)
    assert count(view, style.DRAFT, draft=(order,)) > 2000
    for seat in (None, "light", "dark"):
        assert count(scenes.view(seat, enhanced=2), style.DRAFT) == 0


def test_a_draft_move_is_its_own_kind_of_arrow() -> None:
    view = scenes.placed(e4="F")
    drafted = draw(view, draft=(Move(INDEX["e4"], INDEX["e6"], "-"),))
    assert drafted != draw(view)
    assert drafted != draw(replace(view, last=scenes.last("e4", "e6")))
    assert {"your order, private", "e4-e6"} <= set(texts(view, draft=(Move(INDEX["e4"], INDEX["e6"], "-"),)))


def test_the_end_is_said() -> None:
    won = texts(SCENES["won"])
    assert {"Light wins", "Commander captured"} <= set(won)
    assert not any("to move" in text for text in won)
    assert "Draw" in texts(SCENES["drawn"])


NAMES, SCENES = PICTURES.names, PICTURES.scenes


def test_start() -> None:
    text = alt(scenes.view(), names={"dark": "Ann"})
    assert "Dark (Ann) to move" in text
    assert "Light: C a1, F a2 b1, B b2, T a3 c1, H b3 c2, S a4 d1, D c3, A a5 b4 d2 e1." in text


def test_last_move_score_and_enhancements() -> None:
    view = replace(
        scenes.placed(("e4",), e4="K", h8="c"),
        last=scenes.last("e4", "f5", "x", "H", promoted=True),
        score=(0, 4),
        lost=("H", ""),
    )
    text = alt(view)
    assert "Last: Light Amphibian e4 took Helicopter f5, now King." in text
    assert "Captured: H by Light, nothing by Dark." in text and "Score" not in text
    assert "Light: K e4+." in text


def test_results() -> None:
    assert "Light wins: Commander captured." in alt(SCENES["won"])
    assert "Draw: By agreement." in alt(SCENES["drawn"])


def test_notices() -> None:
    text = alt(replace(scenes.view(), offers=frozenset({"light"}), quiet=60))
    assert "Light offers a draw." in text
    assert "Quiet turns: 60 of 100." in text
    assert "Quiet" not in alt(replace(scenes.view(), quiet=58))


def test_draft_only_if_passed() -> None:
    view = scenes.view("dark", enhanced=1)
    assert "enhance h8" in alt(view, (Enhance((63,)),))
    assert "not sent" not in alt(view)
    assert alt(view) == alt(scenes.view(enhanced=1))


# -- marked for a seat

TOOK = ev.Captured(seat="dark", piece="A", origin="c6", target="c5", taken="D", value=3)


def test_what_concerns_a_side() -> None:
    view = replace(
        scenes.placed(c5="a", e4="B", c3="T"), seat="light", last=scenes.last("c6", "c5", "x", "D")
    )
    found = changes_of(view, (TOOK,))
    assert found.ways == ((INDEX["c6"], INDEX["c5"], "x"),)
    assert found.lost == ((INDEX["c5"], "D"),)
    near = replace(scenes.placed(d4="f", d2="A"), seat="light-surface")
    assert changes_of(near, (TOOK,)).threatened == (INDEX["d2"],)
    assert changes_of(replace(view, seat=None), (TOOK,)) == Changes()
    assert changes_of(replace(view, seat="dark"), (TOOK,)).ways == ()


def test_what_concerns_a_side_in_words() -> None:
    near = replace(scenes.placed(d4="f", d2="A"), seat="light")
    assert "You lost: Destroyer c5. In danger: Amphibian d2." in alt(near, changes=(TOOK,))
    assert "lost" not in alt(replace(near, seat=None), changes=(TOOK,))


def test_changes_are_marked_on_the_seats_picture_alone() -> None:
    view = replace(scenes.placed(c5="a", d4="f", d2="A"), last=scenes.last("c6", "c5", "x", "D"))
    light, public = replace(view, seat="light"), view
    assert count(light, style.RED, changes=(TOOK,)) > count(light, style.RED) + 800
    assert draw(public, changes=(TOOK,)) == draw(public)


def test_no_name_lies_under_a_piece() -> None:
    """Of squares with a piece only those that matter have one, below it: a seat's own when it is to move."""
    own = scenes.view("dark")
    waiting = replace(own, phase=replace(own.phase, owing=frozenset()))
    assert count(own, style.WHITE) > count(waiting, style.WHITE) + 1000
    assert draw(replace(own, seat="light")) == draw(scenes.view()), "nothing to choose, nothing to name"


def test_arrows_end_within_the_square_that_they_mean() -> None:
    """A move of one square: the colour of the arrow is found beyond the edge between the two."""
    view = replace(scenes.placed(e5="F"), last=scenes.last("e4", "e5"))
    layout = Layout(WIDTH, False)
    (x0, y0), (x1, y1) = layout.center(INDEX["e4"]), layout.center(INDEX["e5"])
    share = 0.6
    assert compose(view).pixel(round(x0 + (x1 - x0) * share), round(y0 + (y1 - y0) * share)) == style.LAST
