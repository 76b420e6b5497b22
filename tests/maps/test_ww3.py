"""The picture of WW3: what it shows, and that everybody can read it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.base_game import Pass
from adjudicator.chance import Die
from adjudicator.game import Declare
from adjudicator.ww3.board import SEATS
from adjudicator.ww3.events import Passed
from adjudicator.ww3.orders import Move
from adjudicator.ww3.state import View
from maps.palette import Rgb
from maps.ww3 import empty_board, pieces, style
from maps.ww3 import painting as ww3
from maps.ww3.layout import PART_SIZE, WIDTH, part, whole
from maps.ww3.painting import draw
from tests.maps import ww3_scenes as scenes
from tests.maps.ww3_scenes import PICTURES
from tests.tiers import sample

INDEX = scenes.BOARD.index
NAMES, SCENES = PICTURES.names, PICTURES.scenes
compose, color, texts, count = PICTURES.compose, PICTURES.color, PICTURES.texts, PICTURES.count


def seen(view: View, point: str, **more: object) -> list[Rgb]:
    """All colours of the counter on a point."""
    return PICTURES.around(view, point, 40, **more)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("kind", "NATCPSB")
def test_what_a_counter_shows(seat: str, kind: str) -> None:
    """Its team's colour with a sign."""
    look = style.LOOKS[SEATS.index(seat)]
    view = scenes.placed({"f6": seat[0] + kind})
    found = seen(view, "f6")
    assert found.count(look.face) > 1200
    assert found.count(look.glyph) > 600


def test_a_hidden_unit_is_a_covered_counter() -> None:
    """Whatever it is: two games that differ only in what is hidden look the same to all others."""
    one = {"f6": "bN", "g7": "bS", "d8": "bB", "e1": "rB", "e5": "rS", "e6": "oT", "k6": "oB"}
    other = one | {"f6": "bS", "g7": "bB", "d8": "bN"}
    state = {"known": scenes.points("e5 e6"), "last": scenes.last("blue", scenes.step("f7-f6", ""))}
    for seat in (None, "red", "silver", "olive", "blue"):
        views = [scenes.placed(pieces, seat, fog=True, **state) for pieces in (one, other)]
        pictures = [draw(view, names=NAMES) for view in views]
        words = [ww3.alt(view, names=NAMES) for view in views]
        assert (pictures[0] == pictures[1]) == (words[0] == words[1]) == (seat != "blue")
        if seat != "blue":
            assert "Blue unit f7-f6" in texts(views[0])
            assert "? f6 g7 d8" in words[0]
            assert "Nuclear" not in words[0] and "Soldier" not in words[0]
    gone = [
        scenes.placed(one, "red", fog=True, gone=("", "", kinds, ""), out=(2,)) for kinds in ("NSB", "ATB")
    ]
    assert draw(gone[0]) == draw(gone[1])
    assert ww3.alt(gone[0]) == ww3.alt(gone[1])
    assert "left: 3 ?" in ww3.alt(gone[0])


def test_an_eye_marks_own_units_that_everybody_knows() -> None:
    pieces_of = {"f6": "bN", "g7": "bS", "e5": "rS", "e1": "rB"}
    known = scenes.points("f6 e5")
    for seat, marked in (("blue", "f6"), ("red", "e5"), ("olive", ""), (None, "")):
        view = scenes.placed(pieces_of, seat, fog=True, known=known)
        for point in pieces_of:
            assert (color(view, point, 29, -42) == style.GOLD) == (point == marked), (seat, point)
        told = ww3.alt(view)
        assert (f"Everybody knows your units on {marked}." in told) == bool(marked)
    clear = scenes.placed(pieces_of, "blue", known=known)
    assert color(clear, "f6", 29, -42) != style.GOLD


def test_the_newest_move() -> None:
    view = scenes.placed({"f6": "rS"}, last=scenes.last("red", scenes.step("f4-f5-f6")))
    assert color(view, "f4") == style.LAST
    assert color(view, "f5") == style.LAST
    assert color(view, "f6", 0, 44) == style.LAST
    bent = scenes.placed({"g5": "rS"}, last=scenes.last("red", scenes.step("f4-f5-g5")))
    assert color(bent, "f4", 0, -50) == style.LAST
    assert color(bent, "g5", -80, 0) == style.LAST
    took = scenes.placed({"f5": "rS"}, last=scenes.last("red", scenes.step("f4-f5", "S", "won", "blue", "S")))
    assert color(took, "f4", 0, -30) == style.SCARLET
    assert color(took, "f5", 0, 44) == style.SCARLET
    assert color(took, "f5", -30, -40) == style.SCARLET, "the mark of a meeting"
    fell = scenes.placed(
        {"f5": "bT"}, last=scenes.last("red", scenes.step("f4-f5", "S", "lost", "blue", "T"))
    )
    assert color(fell, "f4", 10, -40) == style.SCARLET, "a cross"
    assert color(fell, "f5", -30, -40) == style.SCARLET
    met = scenes.placed(
        {"f4": "rN", "f5": "bN"}, last=scenes.last("red", scenes.step("f4-f5", "N", "bounced", "blue", "N"))
    )
    for point in ("f4", "f5"):
        assert color(met, point, -30, -40) == style.SECRET
    skipped = scenes.last(
        "red", scenes.step("f4-f5", "S", "won", "blue", "S"), scenes.step("e5-f5", result="skipped")
    )
    stayed = scenes.placed({"f5": "rS", "e5": "rS"}, last=skipped)
    assert style.LAST not in seen(stayed, "e5")
    assert style.SCARLET in seen(stayed, "f5")


def test_two_soldiers_have_two_ways() -> None:
    steps = (scenes.step("f4-f5"), scenes.step("e4-f4"))
    view = scenes.placed({"f5": "rS", "f4": "rS"}, last=scenes.last("red", *steps))
    for point in ("f5", "f4"):
        assert color(view, point, 0, 44) == style.LAST
    assert color(view, "e4") == style.LAST
    assert color(view, "f4", 0, -56) == style.LAST, "an arrow from below the second Soldier"


def test_marks() -> None:
    view = scenes.placed({"f6": "rS", "f7": "bS", "g6": "oS", "e6": "rS"}, "red", fog=True)
    marks = {"f6": "chosen", "f5": "move", "f7": "capture", "g6": "unknown", "e6": "second", "e5": "second"}
    numbers = {INDEX[name]: kind for name, kind in marks.items()}
    assert color(view, "f5", marks=numbers) == style.GREEN
    assert color(view, "e5", marks=numbers) == style.SECOND
    assert color(view, "f6", 0, 44, marks=numbers) == style.GOLD
    assert color(view, "f7", 0, 40, marks=numbers) == style.SCARLET
    assert style.SECRET in seen(view, "g6", marks=numbers)
    assert style.SECOND in seen(view, "e6", marks=numbers)
    again = draw(view, marks=dict(reversed(marks.items())))
    assert draw(view, marks=numbers) == draw(view, marks=marks) == again
    assert [t for t in texts(view, marks=marks) if t in pieces.KEY.values()] == [*pieces.KEY.values()]
    assert "attack" not in texts(view, marks={"f5": "move"})


def test_a_draft_is_drawn_only_if_passed() -> None:
    view = scenes.placed({"f6": "rS", "e6": "rS", "f7": "bS"}, "red")
    order = (Move((("f6", "f7"), ("e6", "e5"))),)
    assert count(view, style.DRAFT, draft=order) > 800
    assert count(view, style.DRAFT) == 0
    pale = style.pale(style.LOOKS[0])
    assert color(view, "e5", -28, 10, draft=order) == pale, "a pale counter where it goes"
    assert color(view, "f7", -28, 10, draft=order) == style.LOOKS[1].face, "none on another's"
    glyph = color(view, "e5", draft=order)
    assert color(view, "e5", draft=order, marks={"e5": "move"}) == glyph != style.GREEN, "above the marks"
    assert {"your order, private", "f6-f7 e6-e5"} <= set(texts(view, draft=order))
    assert "your order: f6-f7 e6-e5 (private)" in texts(view, draft=order, focus=("f6",))
    with_legend = texts(view, draft=order, focus=("f6",), marks={"e5": "move"})
    assert {"your order: f6-f7 e6-e5 (private)", "move"} <= set(with_legend)
    assert "draw" in texts(view, draft=(Declare("draw"),))
    assert "pass" in texts(view, draft=(Pass(),))


def test_the_set_up_shows_the_own_formation_alone() -> None:
    for seat in SEATS:
        view = scenes.secret(seat)
        team = SEATS.index(seat)
        order = scenes.setup(seat, "wings", mirrored=True)
        assert count(view, style.LOOKS[team].face, draft=(order,)) > count(view, style.LOOKS[team].face)
        for k, points in enumerate(order.placed):
            for point in points:
                found = seen(view, point, draft=(order,))
                assert found.count(style.LOOKS[team].face) > 1200, (seat, "NATCPSB"[k])
        assert "formation" in texts(view, draft=(order,))
        assert style.IVORY not in seen(view, scenes.BOARD.names[scenes.BOARD.regions[team][7]])
        for other in {0, 1, 2, 3} - {team}:
            middle = scenes.BOARD.names[scenes.BOARD.regions[other][7]]
            assert style.IVORY in seen(view, middle, draft=(order,)), "a lock"
    assert draw(scenes.secret(None)) != draw(scenes.secret("red"))
    two = scenes.secret("red", 2)
    assert style.IVORY not in seen(two, "b6"), "nobody's arm is not locked"


def test_the_fallen_stand_in_their_teams_corner() -> None:
    plain = scenes.placed({"f6": "rS", "f7": "bS"})
    corners = {"red": (0, 1140), "blue": (0, 90), "silver": (1060, 90), "olive": (1060, 1140)}
    for team, seat in enumerate(SEATS):
        lost = tuple("NS" if k == team else "" for k in range(4))
        changed = compose(replace(plain, state=replace(plain.state, lost=lost))).entries.tobytes()  # type: ignore[arg-type]
        pairs = enumerate(zip(changed, compose(plain).entries.tobytes(), strict=True))
        where = [(k % WIDTH, k // WIDTH) for k, (one, other) in pairs if one != other]
        x, y = corners[seat]
        assert where
        assert all(x <= across < x + 330 and y <= down < y + 300 for across, down in where), seat


def test_a_team_that_is_out_is_grey() -> None:
    alive, dead = scenes.placed({"f6": "rS"}), scenes.placed({"f6": "rS"}, out=(3,), gone=("", "", "", "SB"))
    inside = empty_board.empty_board(whole(WIDTH, 0), (0, 0, 0, 3)).entries.tobytes()
    assert count(alive, style.LOOKS[3].tile) > 50_000 > count(dead, style.LOOKS[3].tile)
    assert count(dead, style.DEAD) > 50_000
    assert inside.count(bytes([style.palette().index_of(style.DEAD)])) < 2000
    assert count(dead, style.pale(style.LOOKS[3])) > 1000
    assert "Olive · out" in texts(dead, names={"olive": "Bo"})
    assert "Olive · out" not in texts(alive, names={"olive": "Bo"})


def test_dice_of_the_newest_step() -> None:
    view = scenes.view()
    dice = [Die(n=0, value=6, seat="red"), Die(n=1, value=6, seat="blue"), Die(n=2, value=1, seat="red")]
    without, shown = count(view, style.IVORY), count(view, style.IVORY, events=dice)
    assert shown > without + 1500
    assert draw(view, events=dice[:1]) != draw(view, events=dice[1:2])
    assert draw(view, events=[Die(n=0, value=3)]) == draw(view)


def test_a_pass_is_told() -> None:
    view = scenes.view(None, 9)
    told = "Blue had no legal move and passed"
    assert told in texts(view, events=(Passed(seat="blue"),))
    assert told in ww3.alt(view, events=(Passed(seat="blue"),))
    assert told not in texts(view)


@pytest.mark.parametrize("seat", sample([None, "blue", "olive"], [1]))
def test_a_part_shows_its_points_larger(seat: str | None) -> None:
    view = scenes.view(seat, 30)
    for points in (("f6",), ("d1", "f3"), ("k4", "k8"), ("e10", "h11"), ("a6", "g6")):
        image = compose(view, focus=points)
        assert image.entries.width == PART_SIZE
        assert 600 < image.entries.height <= 1.25 * PART_SIZE
        frame = part(points, PART_SIZE, view.own or 0)
        assert frame is not None and frame.scale > 1.1
        for point in points:
            x, y = frame.at(INDEX[point])
            assert 70 < x < frame.width - 70, point
            assert frame.header + 70 < y < frame.height - 70, point
        assert set(points) <= {box.text for box in image.boxes}
    assert draw(view, focus=("f6", "g7")) == draw(view, focus=("g7", "f6"))


def test_a_part_that_is_nearly_the_whole_board_is_the_whole_board() -> None:
    view = scenes.view()
    for points in (scenes.BOARD.names, ("a6", "k6")):
        assert part(points, PART_SIZE, 0) is None
        assert draw(view, focus=points, names=NAMES) == draw(view, names=NAMES)
