"""The picture of NME: what it shows, and that everybody can read it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from adjudicator.base_game import Pass
from adjudicator.game import Declare, Outcome
from adjudicator.nme import events as ev
from adjudicator.nme.board import NOBODY
from adjudicator.nme.orders import Move
from adjudicator.nme.state import Fall, LastMove, View
from maps.nme import painting as nme
from maps.nme import pieces, style
from maps.nme.changes import Changes, changes_of
from maps.nme.layout import CLOSE, OVERVIEW, PART_SIZE, WIDTH, part
from maps.nme.painting import draw
from tests.maps import nme_scenes as scenes
from tests.maps.checks import apart
from tests.maps.nme_scenes import PICTURES

INDEX = scenes.BOARD.index
NAMES, SCENES = PICTURES.names, PICTURES.scenes
compose, color, texts, count = PICTURES.compose, PICTURES.color, PICTURES.texts, PICTURES.count


@pytest.mark.parametrize("army", range(3))
@pytest.mark.parametrize("kind", "PASNI")
def test_what_a_counter_shows(army: int, kind: str) -> None:
    """Its army's colour, and its kind's."""
    letter = ("PASNI", "pasni", "12345")[army]["PASNI".index(kind)]
    for space in ("F6", "F6n"):
        view = scenes.placed({space: letter})
        assert color(view, space, -17, 9) == style.LOOKS[army].face
        seen = PICTURES.around(view, space, 21)
        assert seen.count(style.KINDS[army][kind]) > 100
        assert army == 2 or seen.count(style.INK) > 50


def test_the_newest_move() -> None:
    view = scenes.placed({"F9": "S"}, last=scenes.last(0, "F6", "F9"))
    assert color(view, "F6") == style.LAST
    assert color(view, "F7", 20) == style.LAST
    assert color(view, "F9", 0, -(pieces.RING + 5) * nme.GROWN) == style.LAST
    took = scenes.placed({"F9": "S"}, last=scenes.last(0, "F6", "F9", "S", "I", 1))
    assert color(took, "F7", 20) == style.RED
    assert color(took, "F9", 0, -36) == style.RED
    saved = scenes.placed({"F7": "P"}, last=scenes.last(0, "F6n", "F7", "P", how="naval_one"))
    assert color(saved, "F6n", 0, -9) == style.BLUE
    flank = scenes.placed({"F9": "I"}, last=scenes.last(0, "F7", "F9", "I", "A", 1, "flank"))
    assert color(flank, "F8", 6) == style.RED
    assert color(flank, "F7", 0, -9) == style.RED
    assert color(took, "F6", 0, -8) == style.LAST


def test_arrows_of_one_step_keep_their_heads() -> None:
    """Between neighbours there is just room for a head."""
    for target in ("F6n", "F6s"):
        view = scenes.placed({target: "I"}, last=scenes.last(0, "F6", target, "I"))
        assert count(view, style.LAST) > 800
        assert count(scenes.placed({target: "I"}), style.LAST) == 0


def test_marks() -> None:
    view = scenes.placed({"F6": "S", "F9": "i", "A4s": "P", "A4n": "i"})
    marks = {
        "F6": "chosen",
        "F7": "move",
        "F9": "capture",
        "A4n": "naval_one",
        "B4s": "naval_one",
        "F6n": "move",
        "L3s": "trade",
    }
    numbers = {INDEX[name]: kind for name, kind in marks.items()}
    assert color(view, "F7", marks=numbers) == style.GREEN
    assert color(view, "F6n", marks=numbers) == style.GREEN
    assert color(view, "L3s", marks=numbers) == style.PURPLE
    assert color(view, "L3s", 5, 6.5, marks=numbers) == style.WHITE, "an arrow"
    assert color(view, "F6", 0, -pieces.RING * nme.GROWN, marks=numbers) == style.GOLD
    assert color(view, "F9", 0, -pieces.RING * nme.GROWN, marks=numbers) == style.RED
    assert color(view, "F9", -17, 9, marks=numbers) == style.LOOKS[1].face
    assert color(view, "B4s", marks=numbers) == style.BLUE
    assert color(view, "A4n", 24, 10, marks=numbers) == style.BLUE
    assert color(view, "A4n", -17, 2, marks=numbers) == style.LOOKS[1].face
    assert (
        draw(view, marks=numbers)
        == draw(view, marks=marks)
        == draw(view, marks=dict(reversed(marks.items())))
    )


def test_the_names_of_marks_that_crowd_lie_on_top() -> None:
    """Every name is as dark as where nothing is near."""
    crowd = ("B5", "A5", "B5n", "B5s", "A5n", "B6s", "C6s", "C6")
    view = scenes.placed({"A5": "I"})
    for name in crowd:
        dark = []
        for marked in ((name,), crowd):
            found = compose(view, marks={each: "chosen" if each == "A5" else "move" for each in marked})
            [box] = [box for box in found.boxes if box.text == name]
            part = found.entries.crop((box.left, box.top, box.right, box.bottom))
            dark.append(part.tobytes().count(bytes([PICTURES.palette.index_of(style.INK)])))
        assert dark[1] > 0.8 * dark[0] > 40, name


def test_a_legend_while_there_are_marks() -> None:
    view = scenes.placed(
        {"F6": "S", "F9": "i", "A4n": "i"}, last=scenes.last(0, "F6n", "F6"), prisoners=("i", "", "")
    )
    words = ["move", "trade", "capture", "Naval One"]
    every = {"F7": "move", "F9": "capture", "A4n": "naval_one", "B4s": "naval_one", "L3s": "trade"}
    last = "Black Special Force F6n to F6"
    assert last in texts(view) and not set(words) & set(texts(view))
    for focus in ((), ("F6",)):
        found = texts(view, marks={"F6": "chosen"} | every, focus=focus)
        assert [text for text in found if text in words] == words and last not in found
        assert [t for t in texts(view, marks={"F7": "move"}, focus=focus) if t in words] == ["move"]
    assert "Naval One" in texts(view, marks={"A4n": "naval_one"}), "a capture"
    draft = (Move("B4s", "A4n", "x"),)
    every.pop("L3s")  # no piece has all
    drawn = compose(view, marks=every, focus=("F6",), draft=draft, caption="wxyz · turn 1234")
    above = [box for box in drawn.boxes if box.bottom < 132 and box.text not in INDEX]
    assert {box.text for box in above} == {"wxyz · turn 1234", "Black to move", "your order: B4sxA4n"}
    for one, other in combinations(above, 2):
        assert apart(one, other), (one, other)


def test_a_draft_is_drawn_only_if_passed() -> None:
    view = scenes.placed({"F6": "S"}, "gray")
    order = (Move("F6", "F9", "-"),)
    assert count(view, style.DRAFT, draft=order) > 800
    assert count(view, style.DRAFT) == 0
    assert {"your order", "F6-F9"} <= set(texts(view, draft=order))
    assert "your order: F6-F9" in texts(view, draft=order, focus=("F6",))
    assert {"draw"} <= set(texts(view, draft=(Declare("draw"),)))
    assert {"pass"} <= set(texts(view, draft=(Pass(),)))


def test_a_draft_between_neighbours_has_its_head() -> None:
    """There the room between the rings is smaller than an arrow."""
    view = scenes.placed({"F6": "P"})
    teal = style.palette().index_of(style.DRAFT)
    drawn = compose(view, draft=(Move("F6", "F6n", "-"),)).entries
    (x0, y0), (x1, y1) = (PICTURES.spot(view, space, 0.0, 0.0) for space in ("F6", "F6n"))
    middle = drawn.crop((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))
    ring = compose(view, draft=(Move("F9", "F6n", "-"),)).entries.crop((min(x0, x1), y1, max(x0, x1), y0))
    assert middle.tobytes().count(bytes([teal])) > ring.tobytes().count(bytes([teal])) + 150


def test_prisoners_stand_beside_the_base_of_who_holds_them() -> None:
    plain = scenes.placed({})
    held = replace(plain.state, prisoners=("ii5", "", ""))
    view = replace(plain, state=held)
    assert texts(plain).count("×2") == 0
    assert texts(view).count("×2") == 1
    where = compose(view).entries.tobytes(), compose(plain).entries.tobytes()
    rows = [k // WIDTH for k, (one, other) in enumerate(zip(*where, strict=True)) if one != other]
    assert min(rows) > 1290  # Black's base is at the bottom
    gray = replace(plain, state=replace(plain.state, prisoners=("", "II", "")))
    pixels = enumerate(zip(compose(gray).entries.tobytes(), where[1], strict=True))
    spots = [(k % WIDTH, k // WIDTH) for k, (one, other) in pixels if one != other]
    assert max(x for x, _ in spots) < 200
    assert max(y for _, y in spots) < 260


def test_an_army_that_is_out_is_grey() -> None:
    pieces_of = {"H1": "i", "F6": "i", "A1": "I"}
    alive, dead = scenes.placed(pieces_of), scenes.placed(pieces_of, falls=scenes.FALLEN)
    for space in ("H1", "F6"):
        assert color(alive, space, -17, 9) == style.LOOKS[1].face
        assert color(dead, space, -17, 9) != style.LOOKS[1].face
    seen = PICTURES.around(dead, "F6", 20)
    assert style.KINDS[1]["I"] not in seen
    assert seen.count(style.GHOST) > 60
    assert seen.count(style.RED) > 30
    assert color(dead, "A1", -17, 9) == style.LOOKS[0].face
    assert color(dead, "G1", 0, -35) == style.DEAD_TILE
    assert color(dead, "A3", 0, -35) == style.LOOKS[0].tile
    assert {"Gray", "taken by Black"} <= set(texts(dead, names={"gray": "Bernd"}))
    gone = scenes.placed({}, falls=(Fall(2, NOBODY),))
    assert "out" in texts(gone)


def test_the_smallest_part_is_five_hexagons_wide() -> None:
    frame = part(("F6",), PART_SIZE, 0)
    assert frame is not None and all(frame.shows(INDEX[name], 0.0) for name in ("F4", "F6", "F8"))


NAMES, SCENES, texts = PICTURES.names, PICTURES.scenes, PICTURES.texts


def test_protect_the_ally() -> None:
    """Gray has no player; it is said who moves it."""
    names = {"black": "Ann", "white": "Bernd", "gray": "nobody"}
    first, second = scenes.view(None, 1, players=2), scenes.view(None, 2, players=2)
    assert "Black to move Gray" in texts(first, names=names)
    assert {"the ally", "now: Black"} <= set(texts(first, names=names))
    assert "White to move" in texts(second, names=names)
    assert {"the ally", "next: White"} <= set(texts(second, names=names))
    assert "nobody" not in texts(first, names=names)
    assert {"Ann", "Bernd", "Gray"} <= set(texts(first, names=names))


def test_the_end() -> None:
    assert {"Black wins", "One President is left: Black 1st, White 4th, Gray 5th"} <= set(
        texts(SCENES["won"])
    )
    assert {"Black is 2nd", "Compromise: Black 2nd, White 3rd, Gray 5th"} <= set(texts(SCENES["compromise"]))
    assert {"Draw", "By agreement: Black draws, White draws, Gray 5th"} <= set(texts(SCENES["drawn"]))
    ally = scenes.view(None, 20, players=2)
    ended = replace(
        ally,
        mover=None,
        state=replace(ally.state, phase="over", outcome=Outcome("conceded", {"black": 5, "white": 2})),
    )
    assert {"White is 2nd", "The opponent conceded: White 2nd, Black unplaced"} <= set(texts(ended))
    assert not any("to move" in text for text in texts(ended))


def test_notices() -> None:
    found = texts(SCENES["fullest"])
    assert {"Draw? Black, Gray", "quiet: 49 of 50"} <= set(found)
    told = nme.alt(SCENES["fullest"])
    assert "Black votes for a draw. Gray votes for a draw." in told and "Quiet rounds: 49 of 50." in told
    flank = {"C4": "s", "C6": "I"}
    rights = {"flanks": frozenset({(0, scenes.BOARD.index["C4"])})}
    assert "Black: flank C4" in texts(scenes.placed(flank, **rights))
    assert "Black: flank C4" in texts(scenes.placed(flank, "gray", **rights))
    for more in ({"C5": "n"}, {"C6": "A"}, {"C4": "."}, {"C6": ".", "C5": "I"}):
        assert not any("flank" in text for text in texts(scenes.placed(flank | more, **rights))), more
    assert not any("quiet" in text for text in texts(scenes.view(None, 20)))


SAVED = scenes.last(0, "A4s", "A4n", "P", how="naval_one")
TOLD = (
    (SAVED, "Black President A4s to A4n by Naval One"),
    (replace(SAVED, taken="I", of=1), "Black President A4s took Gray Infantry A4n by Naval One"),
    (
        scenes.last(1, "G3", "G5", "I", "A", 2, "flank"),
        "Gray Infantry G3 took White Air Force G5 by flanking",
    ),
    (
        scenes.last(2, "B1", "A1s", "I", how="trade", traded="S"),
        "White Infantry B1 to A1s, traded for Special Force",
    ),
    (scenes.last(2, "K5s", "K5n", "N"), "White Navy K5s to K5n"),
)


@pytest.mark.parametrize(("last", "told"), TOLD)
def test_the_newest_move_in_words(last: LastMove, told: str) -> None:
    assert told in texts(scenes.placed({}, last=last))


def test_alt_in_full() -> None:
    view = scenes.placed(
        {"A4s": "P", "F6": "I", "F7": "I", "I0s": "p", "L1": "2"},
        falls=(Fall(2, 1),),
        prisoners=("ii5", "", ""),
        last=scenes.last(1, "I8s", "I7s", "A", "P", 2),
    )
    assert nme.alt(view, names={"black": "Ann"}, caption="k7f3 · turn 3") == (
        "NME, k7f3 · turn 3. Black to move. Last: Gray Air Force I8s took White President I7s. "
        "Black (Ann): P A4s, I F6 F7; holds 2 Gray I, 1 White I. Gray: P I0s. "
        "White, out, taken by Gray: A L1."
    )


# -- close to what happened, and marked for a seat

TAKES = ev.Captured(
    army="white", seat="white", piece="S", origin="F9", target="F6", taken="N", of="gray", dead=False,
    naval_one=False, flank=False,
)  # fmt: skip
MOVES = ev.Moved(army="black", seat="black", piece="I", origin="D4", target="E5", naval_one=False)


def scene(seat: str | None) -> View:
    """White has taken a Gray Navy, then Black has moved; a Gray Air Force can be taken."""
    pieces_of = {"A4s": "P", "I0s": "p", "I8s": "1", "F6": "3", "E5": "I", "F8": "a", "H1": "i"}
    return scenes.placed(pieces_of, seat, last=scenes.last(0, "D4", "E5", "I"), army=1)


def test_what_concerns_a_seat() -> None:
    found = changes_of(scene("gray"), (TAKES, MOVES))
    assert found.ways == ((INDEX["F9"], INDEX["F6"], "capture"), (INDEX["D4"], INDEX["E5"], "move"))
    assert found.lost == ((INDEX["F6"], "N"),)
    assert found.threatened == ()
    near = scenes.placed({"A4s": "P", "I0s": "p", "I8s": "1", "F6": "3", "F9": "a"}, "gray")
    assert changes_of(near, (TAKES,)).threatened == (INDEX["F9"],), "at distance 3 of a Special Force"
    assert changes_of(scene(None), (TAKES, MOVES)) == Changes()
    assert changes_of(scene("white"), (TAKES, MOVES)).lost == ()
    assert len(changes_of(scene("white"), (TAKES, MOVES)).ways) == 1, "its own move is no news"


def test_what_concerns_a_seat_in_words() -> None:
    near = scenes.placed({"A4s": "P", "I0s": "p", "I8s": "1", "F6": "3", "F9": "a"}, "gray")
    told = "You lost: Navy F6. In danger: Air Force F9."
    assert told in nme.alt(near, changes=(TAKES,))
    assert "lost" not in nme.alt(replace(near, seat=None), changes=(TAKES,))


def test_changes_are_marked_on_the_seats_picture_alone() -> None:
    for mine, others in (("gray", (None, "white")), ("white", (None,))):
        changed = {"changes": (TAKES, MOVES)}
        assert draw(scene(mine), **changed) != draw(scene(mine))  # type: ignore[arg-type]
        for seat in others:
            red = count(scene(seat), style.RED, **changed)
            assert red < count(scene("gray"), style.RED, **changed)


def test_close_to_what_happened() -> None:
    view = scenes.placed({"A4s": "P", "I8s": "1", "I0s": "p", "F6": "S"}, last=scenes.last(0, "D5", "F6"))
    near = compose(view, close=True)
    assert near.entries.size[0] == PART_SIZE and near.entries.size[1] <= PART_SIZE
    assert {"D5", "F6", "F5", "Black Special Force D5 to F6"} <= {box.text for box in near.boxes}
    far = replace(view, state=replace(view.state, last=scenes.last(0, "A2s", "L4n", "N")))
    before = scenes.placed({"A4s": "P"})
    for shown in (far, before, SCENES["won"]):
        assert draw(shown, close=True) == draw(shown), "the whole board"
    wanted = draw(view, focus=("L1",))
    assert draw(view, focus=("L1",), close=True) == wanted, "what is asked for comes first"


@pytest.mark.parametrize("plies", range(20, 80, 12))
def test_the_overview_covers_no_end_of_the_newest_move(plies: int) -> None:
    view = scenes.view(None, plies, seed=3)
    last = view.state.last
    assert last is not None
    names = [scenes.BOARD.names[space] for space in (last.origin, last.target)]
    frame = part(names, PART_SIZE, 0, CLOSE, board=view.board)
    assert frame is not None
    for space in (last.origin, last.target):
        x, y = frame.at(space)
        assert x < frame.width - OVERVIEW[0] - 20 or y > OVERVIEW[1] + 20
        assert 60 < x < frame.width - 60 and frame.header + 60 < y < frame.height - 60
