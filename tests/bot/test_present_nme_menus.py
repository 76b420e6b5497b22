"""The order desk of NME: pieces, targets, marks, and orders while they are being typed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.nme.board import KIND_OF, KINDS
from adjudicator.nme.orders import Move
from bot.common.message import MOST_CHOICES
from bot.presenters.base import MenuStep
from maps.boards import board
from tests.bot.test_present_nme import GAME, WORDS, state, view

INDEX = {name: space for space, name in enumerate((*board("nme")["hexagons"], *board("nme")["stars"]))}


def labels(step: MenuStep) -> list[str]:
    return [f"{each.label} | {each.description}" if each.description else each.label for each in step.choices]


def values(*steps: MenuStep) -> list[str]:
    return [each.value for step in steps for each in step.choices]


def test_pieces_by_kind_with_what_they_can_do() -> None:
    at = state(
        black={"A1": "I", "A1n": "S", "A4s": "P", "C4": "A"},
        gray={"I0s": "P", "C6": "I", "F3": "S"},
    )
    [pieces] = WORDS.menus(view(at), (), "")
    assert pieces.act == "pick" and pieces.placeholder == "1. Choose a piece of Black"
    told = labels(pieces)
    assert told[0] == "President A4s · 2 targets | A4 A5"
    assert told[1].startswith("Air Force C4 · ") and told[1].endswith(
        ", 2 captures | captures Gray's Special Force on F3; captures Gray's Infantry on C6"
    )
    assert [line.split(" · ")[0].rsplit(" ", 1)[0] for line in told] == [
        *("President", "Air Force", "Special Force", "Infantry")
    ]
    assert not any(choice.chosen for choice in pieces.choices)


def test_targets_captures_first() -> None:
    at = state(gray={"I0s": "P", "A4n": "S"}, black={"A4s": "P", "A4": "I"})
    pieces, targets = WORDS.menus(view(at), (), "A4s")
    assert [choice.value for choice in pieces.choices if choice.chosen] == ["A4s"]
    assert targets.act == "give" and targets.placeholder == "2. President A4s goes to"
    assert labels(targets) == [
        "A4n: capture Gray's Special Force by Naval One | Becomes your prisoner",
        "A5",
    ]
    assert "Naval One" in pieces.choices[0].description
    assert WORDS.marks(view(at), "A4s") == {
        INDEX["A4s"]: "chosen",
        INDEX["A4n"]: "naval_one",
        INDEX["A5"]: "move",
    }


def test_a_target_says_what_the_space_is_and_what_comes_of_it() -> None:
    at = state(
        black={"B1": "P", "H1": "S"},
        gray={"I0s": "P", "G1": "I"},
        white={"E1": "I"},
        falls=[{"army": "white", "by": "gray"}],
    )
    told = labels(WORDS.menus(view(at), (), "H1")[1])
    assert told[:2] == [
        "I0s: capture Gray's President | Is assassinated",
        "E1: capture an Infantry of White (out) | Is removed, no prisoner",
    ]
    assert "H0s | Base of Gray" in told
    at = state("white", black={"B1": "P"}, white={"I8s": "P", "A4n": "S"})
    assert "A4s | Black star, base of Black" in labels(WORDS.menus(view(at), (), "A4n")[1])


def test_trades_are_entries_of_their_own() -> None:
    at = state(
        "white", black={"B1": "P"}, white={"I8s": "P", "A5": "I"}, prisoners={"black": {"white": "SSA"}}
    )
    pieces, targets = WORDS.menus(view(at), (), "A5")
    assert pieces.choices[1].description == "can be traded for a prisoner"
    assert pieces.choices[1].label == "Infantry A5 · 4 targets, 2 trades"
    told = labels(targets)
    assert told[:2] == [
        "A4s, trade for Air Force | Black gets the Infantry; your Air Force stands on A4s",
        "A4s, trade for Special Force | Black gets the Infantry; your Special Force stands on A4s",
    ]
    assert "A4s, no trade | Black star, base of Black" in told
    assert values(targets)[:2] == ["A5-A4s=A", "A5-A4s=S"]


@pytest.mark.parametrize(
    ("kind", "space", "gray", "titles"),
    [
        ("A", "E5", {}, ["hexagons, rows A to E", "hexagons, rows F to L", "stars"]),
        ("A", "E5", {"E6": "S"}, ["captures", "hexagons", "stars"]),
        ("A", "E5", {"L5": "I"}, ["hexagons, rows A to E", "hexagons, rows F to K", "captures and stars"]),
        ("N", "D4n", {}, ["stars, rows A to E", "stars, rows F to L"]),
        ("N", "D4n", {"D4s": "S"}, ["captures", "stars, rows A to E", "stars, rows F to L"]),
        ("S", "D4", {}, [""]),
    ],
)
def test_many_targets_in_several_menus(
    kind: str, space: str, gray: dict[str, str], titles: list[str]
) -> None:
    at = state(black={"A1": "P", space: kind}, gray={"I0s": "P"} | gray)
    _, *steps = WORDS.menus(view(at), (), space)
    assert [step.placeholder.partition(" goes to")[2].removeprefix(": ") for step in steps] == titles
    legal = [str(order) for order in GAME.legal(view(at)) if order.origin == space]
    assert sorted(values(*steps)) == sorted(legal)
    assert all(len(step.choices) <= MOST_CHOICES for step in steps)


def test_a_draft_keeps_its_piece_open() -> None:
    at = GAME.start({}, ScriptedChance()).state
    draft = GAME.parse(view(at), "A3s-C4")
    pieces, targets = WORDS.menus(view(at), draft, "")
    for step, value in ((pieces, "A3s"), (targets, "A3s-C4")):
        assert [choice.value for choice in step.choices if choice.chosen] == [value]
    pieces, targets = WORDS.menus(view(at), draft, "A4")
    assert [choice.value for choice in pieces.choices if choice.chosen] == ["A4"]
    assert not any(choice.chosen for choice in targets.choices)
    assert len(WORDS.menus(view(at), (), "nonsense")) == 1
    assert WORDS.menus(view(at, "gray"), (), "") == () and WORDS.marks(view(at, "gray"), "E1") == {}


def test_a_pass_is_one_entry() -> None:
    row = ["L1", "L2", "L3", "L4", "L5", *(f"L{number}n" for number in (1, 3, 4))]
    at = state(black={"L2n": "P"} | dict.fromkeys(row, "I"), white={"A4": "P"})
    seen = view(at)
    assert [str(order) for order in GAME.legal(seen)] == ["pass"]
    [step] = WORDS.menus(seen, (), "")
    assert step.act == "do" and labels(step) == ["Pass | There is no legal move"]
    assert [choice.value for choice in WORDS.suggest(seen, (), list(GAME.legal(seen)), "")] == ["pass"]
    [done] = WORDS.menus(seen, GAME.parse(seen, "pass"), "")
    assert done.choices[0].chosen


# -- typing


def offered(at: Any, typed: str) -> list[str]:
    seen = view(at)
    found = WORDS.suggest(seen, (), list(GAME.legal(seen)), typed)
    assert len(found) <= MOST_CHOICES and all(1 <= len(each.label) <= 100 for each in found)
    return [each.value for each in found]


@pytest.fixture
def begun() -> Any:
    return GAME.start({}, ScriptedChance()).state


def test_every_piece_before_a_second_of_its_orders(begun: Any) -> None:
    origins = [text.split("-")[0] for text in offered(begun, "")]
    assert len(origins) == 25 and len(set(origins[:12])) == 12
    assert origins[:12] == origins[12:24]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("a3s", ["A3s-B2", "A3s-B6", "A3s-C3"]),
        ("A3S-C", ["A3s-C3", "A3s-C4", "A3s-C5", "A3s-C6"]),
        ("a3s c4", ["A3s-C4"]),
        ("a3sc4", ["A3s-C4"]),
        ("a3s to c4", ["A3s-C4"]),
        ("a3sxc4", ["A3s-C4"]),
        ("A3s → C4", ["A3s-C4"]),
        ("S A3s-C4", ["A3s-C4"]),
        ("special force a3s c4", ["A3s-C4"]),
        ("navy", ["A1s-A1n", "A7s-A7n"]),
        ("n a1s", ["A1s-A1n", "A1s-C2n"]),
        ("s", ["A3s-B2", "A5s-B4"]),
        ("c5", ["A3s-C5", "A5s-C5"]),
        ("force a5s to c6", ["A5s-C6"]),
        ("a4", ["A4-B4"]),
        ("a9", []),
        ("a3s l5", []),
        ("zebra", []),
    ],
)
def test_what_is_typed(begun: Any, typed: str, first: list[str]) -> None:
    found = offered(begun, typed)
    assert found[: len(first)] == first
    assert found or not first
    if len(first) < 2 and typed != "a4":
        assert found == first


def test_a_space_comes_before_those_that_begin_with_it() -> None:
    at = state(black={"A1": "P", "E1": "I", "E10": "I"})
    found = [text.split("-")[0] for text in offered(at, "e1")]
    assert found == ["E1"] * found.count("E1") + ["E10"] * found.count("E10") and len(set(found)) == 2


def test_captures_and_trades_can_be_typed() -> None:
    at = state(black={"A1": "P", "C4": "A"}, gray={"I0s": "P", "C6": "S"})
    assert offered(at, "captures") == ["C4xC6"] and offered(at, "xc6") == ["C4xC6"]
    assert offered(at, "c4")[0] == "C4xC6", "captures first"
    at = state(
        "white", black={"B1": "P"}, white={"I8s": "P", "A5": "I"}, prisoners={"black": {"white": "SA"}}
    )
    assert offered(at, "a5-a4s=") == ["A5-A4s=A", "A5-A4s=S"]
    assert offered(at, "a5-a4s=s") == ["A5-A4s=S"] and offered(at, "trade") == ["A5-A4s=A", "A5-A4s=S"]
    at = state(gray={"I0s": "P", "A4": "S"})
    assert offered(at, "naval") == ["A4s-A4n"] and offered(at, "a4s-a4n n1") == ["A4s-A4n"]


# -- whole games


@pytest.mark.parametrize("players", [3, 2])
@pytest.mark.parametrize("seed", range(3))
def test_menus_have_every_legal_move_and_no_other(seed: int, players: int) -> None:
    """Random games with many captures: menus, marks, words and Discord's limits, turn by turn."""
    chosen = random.Random(seed)
    at = GAME.start(GAME.options({"players": players, "quiet_rounds": 5}), ScriptedChance()).state
    names = {seat: f"**{WORDS.seat_name(seat)}** (x)" for seat in ("black", "gray", "white")}
    for _ in range(90):
        if GAME.outcome(at) is not None:
            break
        seen = view(at)
        legal = [order for order in GAME.legal(seen) if isinstance(order, Move)]
        hits = [order for order in legal if order.sign == "x"]
        order = chosen.choice(hits if hits and chosen.random() < 0.6 else legal)
        pieces, *steps = WORDS.menus(seen, (), order.origin)
        assert sorted(values(*steps)) == sorted(str(each) for each in legal if each.origin == order.origin)
        assert set(values(pieces)) == {each.origin for each in legal}
        kinds = [KINDS.index(KIND_OF[seen.board[INDEX[name]]]) for name in values(pieces)]
        assert kinds == sorted(kinds) and 1 <= len(steps) <= 3
        for step in (pieces, *steps):
            assert 1 <= len(step.choices) <= MOST_CHOICES and len(step.placeholder) <= 150
            assert all(len(each.label) <= 100 and len(each.description) <= 100 for each in step.choices)
        marked = WORDS.marks(seen, order.origin)
        assert marked[INDEX[order.origin]] == "chosen"
        assert marked.keys() - {INDEX[order.origin]} == {
            INDEX[each.target] for each in legal if each.origin == order.origin
        }
        assert str(order) in offered(at, str(order))
        assert WORDS.task(seen) and WORDS.describe(seen, order)
        [seat] = GAME.phase(at).owing
        done = GAME.resolve(at, {seat: (order,)}, ScriptedChance())
        assert WORDS.narrate(done.events, names)
        at = done.state
    result = GAME.outcome(at)
    assert result is None or WORDS.result(result, names)
