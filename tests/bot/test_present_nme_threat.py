"""The order desk of NME: by what a President is under threat, and what the picture shows of a piece."""

from __future__ import annotations

from adjudicator.chance import ScriptedChance
from adjudicator.nme.state import State
from maps.nme.layout import ground
from maps.nme.painting import compose
from tests.bot.test_present_nme import GAME, WORDS, state, view
from tests.bot.test_present_nme_menus import INDEX, labels


def threat(at: State) -> str:
    [line] = [line for line in WORDS.task(view(at)).splitlines() if "under threat" in line]
    return line.partition(": by Naval One")[0].partition("under threat from ")[2]


# -- by what a President is under threat


def test_who_threatens_the_president() -> None:
    at = state("gray", black={"A4s": "P", "H1": "S"}, white={"I8s": "P", "I1": "A"}, gray={"I0s": "P"})
    assert threat(at) == "Black's Special Force on H1 and White's Air Force on I1"
    fallen = [{"army": "black", "by": None}]
    at = state("gray", black={"H1": "S"}, white={"I8s": "P", "I1": "A"}, gray={"I0s": "P"}, falls=fallen)
    assert threat(at) == "White's Air Force on I1", "the dead threaten nobody"


def test_at_most_three_are_named() -> None:
    data, star = ground(), "F6n"
    one, two, three = (data.names[cell] for cell, _ in data.opposite[data.index[star]])
    near = data.names[data.adjoins[data.index[star]][0]]
    white = {"I8s": "P", three: "S"}
    at = state("gray", black={"A4s": "P", one: "S", two: "A"}, white=white, gray={star: "P"})
    named = f"Black's Air Force on {two}, Black's Special Force on {one}"
    assert threat(at) == f"{named} and White's Special Force on {three}"
    at = state("gray", black={"A4s": "P", one: "S", two: "A"}, white=white | {near: "S"}, gray={star: "P"})
    first = min(three, near)
    assert threat(at) == f"{named}, White's Special Force on {first} and others"


def test_one_s_own_threat_in_protect_the_ally() -> None:
    black = {"A4s": "P", "H1": "S"}
    at = state("gray", ally=True, gray_next="black", black=black, gray={"I0s": "P"})
    assert "Gray's President on I0s is under threat from your own Special Force on H1: " in WORDS.task(
        view(at)
    )


# -- the desk's picture


def test_the_picture_is_cropped_around_the_piece_and_its_targets() -> None:
    at = GAME.start({}, ScriptedChance()).state
    assert WORDS.frame(view(at), (), "") == () == WORDS.frame(view(at), (), "nonsense")
    assert set(WORDS.frame(view(at), (), "A3s")) == {"A3s", "B2", "B6", "C3", "C4", "C5", "C6", "A3n"}
    assert WORDS.frame(view(at, "gray"), (), "A3s") == (), "not its turn"
    draft = GAME.parse(view(at), "A3s-C4")
    assert WORDS.frame(view(at), draft, "") == WORDS.frame(view(at), (), "A3s"), "its arrow can be read"
    assert WORDS.frame(view(at), draft, "A4")[0] == "A4"
    drawn = compose(view(at), draft=draft, focus=WORDS.frame(view(at), draft, ""))
    written = {box.text for box in drawn.boxes}
    assert {"C3", "C6", "B2", "B6"} <= written and not {"A8", "G4", "L3"} & written


def test_an_air_force_in_the_open_has_the_whole_board() -> None:
    at = state(black={"A4s": "P", "F6": "A"}, gray={"I0s": "P"})
    names = WORDS.frame(view(at), (), "F6")
    drawn = compose(view(at), focus=names)
    assert {*ground().names} - {"F6"} <= {box.text for box in drawn.boxes}


def test_a_trade_has_its_own_mark() -> None:
    pieces = {"I8s": "P", "A5": "I"}
    held = {"black": {"white": "S"}}
    at = state("white", black={"B1": "P"}, white=pieces, prisoners=held)
    marks = WORDS.marks(view(at), "A5")
    assert marks[INDEX["A4s"]] == "trade" and marks[INDEX["A4"]] == "move"
    at = state("white", black={"B1": "P"}, white=pieces)
    assert WORDS.marks(view(at), "A5")[INDEX["A4s"]] == "move", "nobody to be traded for"


def test_whose_prisoner_a_capture_becomes() -> None:
    pieces = {"black": {"A4s": "P"}, "white": {"I8s": "P", "E1": "I"}, "gray": {"I0s": "P", "H1": "S"}}
    at = state("gray", ally=True, gray_next="black", **pieces)
    captures = [label for label in labels(WORDS.menus(view(at), (), "H1")[1]) if "capture" in label]
    assert captures == ["E1: capture White's Infantry | Becomes Gray's prisoner"]


def test_the_only_piece_that_can_move_is_not_picked_yet() -> None:
    at = state("gray", black={"A4s": "P"}, gray={"I0s": "P"})
    assert len(WORDS.menus(view(at), (), "")) == 2
    assert WORDS.frame(view(at), (), "") == ()
