"""The picture of WW3: what it shows, and that everybody can read it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import dist
from typing import Any

import pytest

from adjudicator.base_game import Pass
from adjudicator.chance import Die
from adjudicator.game import Declare
from adjudicator.ww3.board import SEATS
from adjudicator.ww3.events import Met, Moved, Passed
from adjudicator.ww3.orders import Move
from adjudicator.ww3.state import Last, View
from maps.palette import Rgb
from maps.ww3 import empty_board, pieces, style, text
from maps.ww3 import painting as ww3
from maps.ww3.layout import PITCH, WIDTH, arm, coordinates, side_of, whole
from maps.ww3.painting import draw
from maps.ww3.pieces import OUTER, shape
from tests.maps import ww3_scenes as scenes
from tests.maps.sight import distance
from tests.maps.ww3_scenes import COORDINATES, PICTURES

INDEX = scenes.BOARD.index
NAMES, SCENES = PICTURES.names, PICTURES.scenes
compose, color, texts, count = PICTURES.compose, PICTURES.color, PICTURES.texts, PICTURES.count


def seen(view: View, point: str, **more: object) -> list[Rgb]:
    """All colours of the counter on a point."""
    return PICTURES.around(view, point, 40, **more)


def around(view: View, point: str, dx: int, dy: int, **more: Any) -> list[Rgb]:
    """The colours of a badge, its middle so far from a point."""
    (x, y), entries = PICTURES.spot(view, point, dx, dy), compose(view, **more).entries
    return [
        style.palette().colors[entry] for entry in entries.crop((x - 14, y - 14, x + 14, y + 14)).tobytes()
    ]


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
            assert (color(view, point, 35, -56) == style.GOLD) == (point == marked), (seat, point)
        told = ww3.alt(view)
        assert (f"Everybody knows your units on {marked}." in told) == bool(marked)
    clear = scenes.placed(pieces_of, "blue", known=known)
    assert color(clear, "f6", 35, -56) != style.GOLD


def test_the_newest_move() -> None:
    view = scenes.placed({"f6": "rS"}, last=scenes.last("red", scenes.step("f4-f5-f6")))
    assert color(view, "f4") == style.LAST
    assert color(view, "f5") == style.LAST
    assert color(view, "f6", 44, 26) == style.LAST
    bent = scenes.placed({"g5": "rS"}, last=scenes.last("red", scenes.step("f4-f5-g5")))
    assert color(bent, "f4", 0, -50) == style.LAST
    assert color(bent, "g5", -80, 0) == style.LAST
    took = scenes.placed({"f5": "rS"}, last=scenes.last("red", scenes.step("f4-f5", "S", "won", "blue", "S")))
    assert color(took, "f4", 0, -30) == style.SCARLET
    assert color(took, "f5", -36, -36) == style.SCARLET, "a ring"
    assert {style.LOOKS[1].face, style.SCARLET} <= set(around(took, "f5", 40, 38)), "who fell there"
    fell = scenes.placed(
        {"f5": "bT"}, last=scenes.last("red", scenes.step("f4-f5", "S", "lost", "blue", "T"))
    )
    assert color(fell, "f4", 8, -54) == style.SCARLET, "a cross"
    assert {style.LOOKS[0].face, style.SCARLET} <= set(around(fell, "f5", 40, 38))
    assert {"f4", "f5"} <= {box.text for box in compose(fell).boxes}, "both points are named"
    met = scenes.placed(
        {"f4": "rN", "f5": "bN"}, last=scenes.last("red", scenes.step("f4-f5", "N", "bounced", "blue", "N"))
    )
    for point in ("f4", "f5"):
        assert color(met, point, -35, -52) == style.SECRET
    skipped = scenes.last(
        "red", scenes.step("f4-f5", "S", "won", "blue", "S"), scenes.step("e5-f5", result="skipped")
    )
    stayed = scenes.placed({"f5": "rS", "e5": "rS"}, last=skipped)
    assert style.LAST not in seen(stayed, "e5")
    assert style.SCARLET in seen(stayed, "f5")


def test_what_others_did_since_ones_own_turn() -> None:
    """All of it is marked on the desk's picture, and what one lost."""
    pieces_of = {"e8": "bA", "g8": "sT", "h6": "rT", "e1": "rB"}
    view = scenes.placed(
        pieces_of, "red", last=scenes.last("olive", scenes.step("i6-h6", "S", "lost", "red", "T"))
    )
    changes = (
        Moved(seat="blue", piece="A", path=("c8", "d8", "e8")),
        Met(seat="silver", piece="T", path=("g9", "g8"), of="red", defender="S", winner="attacker"),
        Met(seat="olive", piece="S", path=("i6", "h6"), of="red", defender="T", winner="defender"),
    )
    assert color(view, "c8") != style.LAST == color(view, "c8", changes=changes)
    assert style.LOOKS[0].face not in around(view, "g8", 40, 38)
    assert {style.LOOKS[0].face, style.SCARLET} <= set(around(view, "g8", 40, 38, changes=changes))
    named = {box.text for box in compose(view, changes=changes).boxes} & set(INDEX)
    assert named == {"c8", "e8", "g8", "g9", "h6", "i6"}
    assert text.YOU_LOST(units="Soldier g8") in ww3.alt(view, changes=changes)
    assert "You lost" not in ww3.alt(scenes.placed(pieces_of, None), changes=changes)


def test_two_soldiers_have_two_ways() -> None:
    steps = (scenes.step("f4-f5"), scenes.step("e4-f4"))
    view = scenes.placed({"f5": "rS", "f4": "rS"}, last=scenes.last("red", *steps))
    for point in ("f5", "f4"):
        assert color(view, point, 44, 26) == style.LAST
    assert color(view, "e4") == style.LAST
    assert color(view, "f4", 0, -60) == style.LAST, "an arrow from the second Soldier"


def test_the_name_of_a_mark_lies_within_its_square() -> None:
    """The page draws the squares' edges; so they do not cross it."""
    view = scenes.placed({"h10": "rS"}, "red")
    marks = {"h10": "chosen", "h11": "move", "g10": "move", "c5": "second"}
    frame = whole(WIDTH, view.own or 0)
    half = frame.length / 2
    boxes = {box.text: box for box in compose(view, marks=marks).boxes}
    for name in marks:
        (x, y), box = frame.at(INDEX[name]), boxes[name]
        assert x - half < box.left and box.right < x + half and y < box.top and box.bottom < y + half


def test_marks() -> None:
    view = scenes.placed({"f6": "rS", "f7": "bS", "g6": "oS", "e6": "rS"}, "red", fog=True)
    marks = {"f6": "chosen", "f5": "move", "f7": "capture", "g6": "unknown", "e6": "second", "e5": "second"}
    numbers = {INDEX[name]: kind for name, kind in marks.items()}
    assert color(view, "f5", marks=numbers) == style.GREEN
    assert color(view, "e5", marks=numbers) == style.SECOND
    assert color(view, "f6", 44, 26, marks=numbers) == style.GOLD
    assert color(view, "f7", 0, 47, marks=numbers) == style.SCARLET
    assert style.SECRET in seen(view, "g6", marks=numbers)
    assert style.SECOND in seen(view, "e6", marks=numbers)
    again = draw(view, marks=dict(reversed(marks.items())))
    assert draw(view, marks=numbers) == draw(view, marks=marks) == again
    assert [t for t in texts(view, marks=marks) if t in text.MARKS.values()] == [*text.MARKS.values()]
    assert "attack" not in texts(view, marks={"f5": "move"})


def test_a_draft_is_drawn_only_if_passed() -> None:
    view = scenes.placed({"f6": "rS", "e6": "rS", "f7": "bS"}, "red")
    order = (Move((("f6", "f7"), ("e6", "e5"))),)
    assert count(view, style.DRAFT, draft=order) > 800
    assert count(view, style.DRAFT) == 0
    pale = style.pale(style.LOOKS[0])
    assert color(view, "e5", -34, 4, draft=order) == pale, "a pale counter where it goes"
    assert color(view, "f7", -32, 14, draft=order) == style.LOOKS[1].face, "none on another's"
    glyph = color(view, "e5", draft=order)
    assert color(view, "e5", draft=order, marks={"e5": "move"}) == glyph != style.GREEN, "above the marks"
    assert {text.YOUR_ORDER, "f6-f7 e6-e5"} <= set(texts(view, draft=order))
    assert "your order: f6-f7 e6-e5" in texts(view, draft=order, focus=("f6",))
    with_legend = texts(view, draft=order, focus=("f6",), marks={"e5": "move"})
    assert {"your order: f6-f7 e6-e5", "move"} <= set(with_legend)
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
    told = text.PASSED(team="Blue")
    assert told in texts(view, events=(Passed(seat="blue"),))
    assert told in ww3.alt(view, events=(Passed(seat="blue"),))
    assert told not in texts(view)


NAMES, SCENES, texts = PICTURES.names, PICTURES.scenes, PICTURES.texts


def test_the_set_up() -> None:
    for seat in (None, "blue"):
        found = texts(scenes.secret(seat, 3), names={"blue": "Bernd"})
        assert {"Set-up", text.SECRET} <= set(found)
        assert {"Blue", "Bernd"} <= set(found)
        assert "Olive" not in found and "Red" in found


def test_the_end() -> None:
    assert {"Red wins", "One Base is left: Red 1st, Silver 2nd, Olive 3rd, Blue 4th"} <= set(
        texts(SCENES["won"])
    )
    assert {"Draw", "By agreement: Red draws, Silver draws, Olive draws, Blue 4th"} <= set(
        texts(SCENES["drawn"])
    )
    assert "Blue · out, 4th" in texts(SCENES["won"], names={"blue": "Bernd"})
    assert "wins" in texts(SCENES["won"])
    assert texts(SCENES["drawn"]).count("draws") == 3
    assert not any("to move" in each for each in texts(SCENES["won"]))


def test_notices() -> None:
    found = texts(SCENES["fullest"], names=NAMES)
    assert any("Red and Silver offer a draw" in each for each in found)
    assert not any("Quiet" in each for each in texts(scenes.view(None, 5)))
    near, far = (scenes.placed({"f6": "rS"}, quiet=quiet) for quiet in (30, 29))
    assert "Quiet rounds: 30 of 50" in texts(near)
    assert not any("Quiet" in each for each in texts(far))


TOLD = (
    (scenes.last("red", scenes.step("d3-d4-e4")), "Red Soldier d3-d4-e4"),
    (scenes.last("olive", scenes.step("i5-h5-g5", "")), "Olive unit i5-h5-g5"),
    (scenes.last("red", scenes.step("f4-f5", "T", "won", "blue", "C")), "Red Tank f4 takes Blue Captain f5"),
    (
        scenes.last("red", scenes.step("f10-f11", "A", "won", "silver", "B")),
        "Red Air Craft f10 takes Silver Base f11: Silver is out",
    ),
    (
        scenes.last("blue", scenes.step("d5-d4"), scenes.step("d6-e6", "S", "lost", "red", "P")),
        "Blue Soldier d5-d4; Blue Soldier d6 falls to Red Spy e6",
    ),
    (
        scenes.last("blue", scenes.step("e5-f6", "N", "bounced", "red", "N")),
        "Blue Nuclear Bomb e5 meets Red Nuclear Bomb f6: both stay",
    ),
    (
        scenes.last(
            "red", scenes.step("f4-f5", "S", "won", "blue", "S"), scenes.step("e5-f5", "S", "skipped")
        ),
        "Red Soldier f4 takes Blue Soldier f5; e5-f5 not made",
    ),
)


@pytest.mark.parametrize(("last", "told"), TOLD)
def test_the_newest_move_in_words(last: Last, told: str) -> None:
    view = scenes.placed({"f6": "rS", "a6": "bB"}, last=last)
    assert told in texts(view)
    assert f"Last: {told}." in ww3.alt(view)


def test_alt_in_full() -> None:
    view = scenes.placed(
        {"f1": "rB", "f5": "rS", "e4": "rS", "a6": "bB", "b6": "bN", "k6": "oB"},
        "red",
        fog=True,
        known=scenes.points("f5"),
        lost=("SS", "", "AS", ""),
        gone=("", "", "NB", ""),
        out=(2,),
        last=scenes.last("blue", scenes.step("b7-b6", "")),
    )
    assert ww3.alt(view, names={"red": "Ann"}, caption="k7f3 · turn 3") == (
        "WW3, k7f3 · turn 3. Red to move. Last: Blue unit b7-b6. Red (Ann): S e4 f5, B f1; fell: 2 S. "
        "Blue: ? a6 b6. Silver, out: fell: A, S; left: 2 ?. Olive: ? k6. "
        "Everybody knows your units on f5."
    )


# -- the empty board

TEAMS = range(4)
ALIVE = (empty_board.LIVE,) * 4


def test_counters_and_rings_leave_room_between_them() -> None:
    """A ring reaches no farther than half-way to the neighbours' counters."""
    widest = max(max(x for x, _ in shape(team)) - min(x for x, _ in shape(team)) for team in TEAMS)
    assert widest < PITCH and PITCH + 2 * OUTER > 2 * pieces.RADIUS


@pytest.mark.parametrize("seat", [None, "red", "blue", "silver", "olive"])
def test_the_own_arm_is_at_the_bottom(seat: str | None) -> None:
    view = scenes.view(seat)
    own = view.own or 0
    frame = whole(WIDTH, own)
    for team, region in enumerate(scenes.BOARD.regions):
        places = [frame.at(point) for point in region]
        x = sum(place[0] for place in places) / 15 - frame.middle[0]
        y = sum(place[1] for place in places) / 15 - frame.middle[1]
        far = (round(x / PITCH), round(y / PITCH))
        assert far == ((0, 4), (-4, 0), (0, -4), (4, 0))[(team - own) % 4], "clockwise from the own arm"
        empty = scenes.placed({}, seat)
        for point in region:
            name = scenes.BOARD.names[point]
            assert distance(color(empty, name, 24, -24), style.LOOKS[team].tile, "normal") < 10
    assert distance(color(scenes.placed({}, seat), "f6", 40, -14), style.PAPER, "normal") < 10


@pytest.mark.parametrize("bottom", TEAMS)
def test_coordinates_stand_at_both_ends_of_their_lines(bottom: int) -> None:
    """Large enough for a phone: 290 pixels wide, a digit is 6 pixels high."""
    frame = whole(WIDTH, bottom)
    boxes = [box for box in empty_board.empty_board(frame, ALIVE).boxes if box.text in COORDINATES]
    assert len(boxes) == len(coordinates(bottom)) == 44
    assert all(box.bottom - box.top >= 29 for box in boxes if box.text.isdigit())
    for box in boxes:
        middle = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
        near = min(scenes.BOARD.names, key=lambda name: dist(frame.at(INDEX[name]), middle))
        assert box.text in (near[0], near[1:]), (box, near)
        x, y = frame.at(INDEX[near])
        assert min(abs(middle[0] - x), abs(middle[1] - y)) < 8, (box, near)


def test_arms_do_not_overlap() -> None:
    for one, other in combinations(TEAMS, 2):
        spans = []
        for team in (one, other):
            xs, ys = zip(*arm(side_of(team, 1), 0.0), strict=True)
            spans.append((min(xs), max(xs), min(ys), max(ys)))
        (a, b, c, d), (e, f, g, h) = spans
        assert b <= e or f <= a or d <= g or h <= c
