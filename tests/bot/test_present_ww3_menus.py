"""The order desk of WW3 and typing: formations, units moved about, moves, marks, what the picture shows."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.ww3.board import EMPTY, FORMATIONS, SEATS
from adjudicator.ww3.orders import Move
from bot.common.message import MOST_CHOICES
from bot.presenters.base import MenuStep
from maps.ww3.layout import ground
from maps.ww3.painting import compose
from tests.bot.test_present_ww3 import FOG, GAME, WORDS, begun, state, view

BOARD = ground()
MOST_STEPS = 4
"""Rows of menus: the buttons are the fifth."""


def labels(step: MenuStep) -> list[str]:
    return [f"{each.label} | {each.description}" if each.description else each.label for each in step.choices]


def values(step: MenuStep) -> list[str]:
    return [each.value for each in step.choices]


def chosen(step: MenuStep) -> list[str]:
    return [each.value for each in step.choices if each.chosen]


def fits(steps: tuple[MenuStep, ...]) -> None:
    """Discord's limits."""
    assert len(steps) <= MOST_STEPS
    for step in steps:
        assert 1 <= len(step.choices) <= MOST_CHOICES and len(step.placeholder) <= 150
        assert len(set(values(step))) == len(step.choices) and len(chosen(step)) <= 1
        for each in step.choices:
            assert 1 <= len(each.label) <= 100 and len(each.description) <= 100
            assert 1 <= len(each.value) <= 100


# -- the set-up


def test_a_formation_is_one_choice() -> None:
    seen = view(begun(), "blue")
    [formations] = WORDS.menus(seen, (), "")
    assert formations.act == "do" and formations.placeholder == "1. Choose a formation"
    assert values(formations)[:2] == ["setup stock", "setup bunker"] and len(formations.choices) == 12
    assert labels(formations)[7] == "Bunker, mirrored | the Base walled in, slow to open"
    for text in values(formations):
        draft = GAME.parse(seen, text)
        GAME.check(seen, draft)
        steps = WORDS.menus(seen, draft, "")
        fits(steps)
        assert chosen(steps[0]) == [text], "no two are alike, or only the first is shown as chosen"
        assert steps[0].placeholder == "Another formation" and steps[1].placeholder.startswith(
            "2. Move a unit"
        )


def test_two_formations_that_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    same = dict(FORMATIONS)
    text = "N=f2 A=e3 T=g3 C=e2 P=g2 S=d2,d3,h2,h3 B=f1"
    same |= {"wall": (text, "the same, but for A and T"), "ambush": (text, "alike")}
    for module in ("adjudicator.ww3.board", "adjudicator.ww3.orders", "bot.presenters.ww3.menus"):
        monkeypatch.setattr(f"{module}.FORMATIONS", same)
    seen = view(begun(), "red")
    draft = GAME.parse(seen, "setup wall")
    assert chosen(WORDS.menus(seen, draft, "")[0]) == ["setup ambush"], "the one that comes first"
    assert WORDS.sheet(seen, draft)[0].startswith("**Ambush:**")


@pytest.mark.parametrize("seat", SEATS)
def test_a_unit_is_moved_about(seat: str) -> None:
    seen = view(begun(players=4), seat)
    draft = GAME.parse(seen, "setup stock")
    for point in values(WORDS.menus(seen, draft, "")[1]):
        steps = WORDS.menus(seen, draft, point)
        fits(steps)
        assert chosen(steps[1]) == [point] and WORDS.marks(seen, point) == {BOARD.index[point]: "chosen"}
        told = labels(steps[2])
        kind = steps[1].choices[values(steps[1]).index(point)].label.rpartition(" ")[0]
        assert steps[2].placeholder == f"3. {kind} {point} goes to"
        assert len(told) == (11 if kind == "Soldier" else 14), "not a Soldier for a Soldier"
        assert all(": free" in line for line in told[:5]) and all(
            ": swap with the" in line for line in told[5:]
        )
        for text in values(steps[2]):
            [after] = GAME.parse(seen, text)
            GAME.check(seen, (after,))
            assert str(after) == text and after != draft[0]
            assert point in text or ": free" in told[values(steps[2]).index(text)]
    assert len(WORDS.menus(seen, draft, "f6")) == 2, "nothing stands there"


def test_what_moving_and_swapping_give() -> None:
    seen = view(begun(), "red")
    draft = GAME.parse(seen, "setup stock")
    places = {each.label: each.value for each in WORDS.menus(seen, draft, "e3")[2].choices}
    assert places["f2: free"] == "setup N=d2 A=f2 T=f3 C=g2 P=f1 S=d3,e2,g3,h3 B=e1"
    assert places["d3: swap with the Soldier"] == "setup N=d2 A=d3 T=f3 C=g2 P=f1 S=e2,e3,g3,h3 B=e1"
    moved = GAME.parse(seen, places["f2: free"])
    steps = WORDS.menus(seen, moved, "")
    assert chosen(steps[0]) == [] and "Air Craft f2" in labels(steps[1])


# -- a move


def test_units_by_rank_with_what_they_can_do() -> None:
    at = state(red={"d4": "S", "f4": "T", "h3": "N"}, blue={"c4": "T"}, silver={"f5": "P"})
    [units] = WORDS.menus(view(at), (), "")
    assert units.act == "pick" and units.placeholder == "1. Choose a unit"
    told = labels(units)
    assert [line.split(" | ")[0] for line in told] == [
        *("Nuclear Bomb h3", "Tank f4 · 1 win", "Soldier d4 · 2 losses")
    ]
    assert told[0] == "Nuclear Bomb h3 | to g3 h2 h4"
    assert told[1].endswith("| Silver's Spy on f5; to e4 e5 f3 g4 g5")
    assert told[2].endswith(" | Blue's Tank on c4; Silver's Spy on f5; to c5 d2 d3 d5 d6 e3 e4 e5 e6 f6")


def test_targets_attacks_first_then_by_distance() -> None:
    at = state(red={"d4": "S", "e4": "S"}, blue={"c4": "T"}, silver={"e6": "S"})
    units, targets = WORDS.menus(view(at), (), "d4")
    assert chosen(units) == ["d4"] and targets.placeholder == "2. Soldier d4 goes to"
    assert labels(targets)[:5] == [
        "c4: against Blue's Tank, a loss",
        "e6: against Silver's Soldier, a win | two distances, by e5",
        "d3",
        "d5",
        "e5",
    ]
    assert labels(targets)[5] == "c5 | two distances, by d5"
    assert values(targets)[:4] == ["d4-c4", "d4-e5-e6", "d4-d3", "d4-d5"]
    assert len(values(targets)) == len(labels(targets)) <= 24


def test_an_air_craft() -> None:
    at = state(red={"e5": "A"}, silver={"e7": "N"}, ways={"red": [1, 0]})
    _, targets = WORDS.menus(view(at), (), "e5")
    told = labels(targets)
    assert told[0] == "e7: against Silver's Nuclear Bomb, a loss | two distances"
    assert values(targets)[0] == "e5-e7" and "e5-f5" not in values(targets)
    assert "c5 | two distances" in told and "d5" in told


def test_a_second_soldier() -> None:
    at = state(red={"d4": "S", "d3": "S", "g4": "S", "h3": "T"}, blue={"e4": "T"})
    draft = GAME.parse(view(at), "d4-e4")
    units, targets, second = WORDS.menus(view(at), draft, "")
    assert chosen(units) == ["d4"] and chosen(targets) == ["d4-e4"] and chosen(second) == ["d4-e4"]
    assert second.placeholder == "3. Move a second Soldier too, if you like"
    told = labels(second)
    assert told[0] == "No second Soldier" and "d3 → d4" in told, "the point that the first one leaves"
    assert not any(line.startswith(("h3", "d4")) for line in told), "no other unit, and not the same"
    pair = GAME.parse(view(at), "d4-e4 g4-g5")
    _, targets, second = WORDS.menus(view(at), pair, "")
    assert chosen(targets) == ["d4-e4"] and chosen(second) == ["d4-e4 g4-g5"]
    assert len(WORDS.menus(view(at), GAME.parse(view(at), "d4-d5-d6"), "")) == 2, "both distances are used"
    assert len(WORDS.menus(view(at), GAME.parse(view(at), "h3-g3"), "")) == 2
    other = WORDS.menus(view(at), pair, "g4")
    assert len(other) == 2 and chosen(other[0]) == ["g4"] and chosen(other[1]) == []


def test_where_both_can_meet_the_same_unit() -> None:
    at = state(red={"d4": "S", "e3": "S"}, blue={"e4": "T"})
    second = WORDS.menus(view(at), GAME.parse(view(at), "d4-e4"), "")[2]
    assert "e3 → e4: against Blue's Tank, a loss" in labels(second)


def test_a_typed_way_is_shown_as_its_target() -> None:
    at = state(red={"d4": "S"})
    _, targets = WORDS.menus(view(at), GAME.parse(view(at), "d4-e4-e5"), "")
    assert chosen(targets) == ["d4-e5"], "shorter, and the same"
    assert len(WORDS.menus(view(at), (), "nonsense")) == 2, "the only unit that can move is open at once"


def test_a_pass_is_one_entry() -> None:
    seen = view(state(blue={"c4": "S"}))
    [step] = WORDS.menus(seen, (), "")
    assert step.act == "do" and labels(step) == ["Pass | There is no legal move"] and not chosen(step)
    assert chosen(WORDS.menus(seen, GAME.parse(seen, "pass"), "")[0]) == ["pass"]
    assert [each.value for each in WORDS.suggest(seen, (), list(GAME.legal(seen)), "")] == ["pass"]
    assert WORDS.menus(view(state(blue={"c4": "S"}), "blue"), (), "") == ()


def test_in_fog_menus_show_units_without_kinds() -> None:
    at = state(red={"d4": "S"}, blue={"c4": "T", "d5": "N"}, options=FOG, known=["d5"])
    units, targets = WORDS.menus(view(at), (), "d4")
    assert labels(targets)[:2] == ["c4: against Blue's unit", "d5: against Blue's Nuclear Bomb, a loss"]
    assert labels(units)[0].startswith(
        "Soldier d4 · 1 loss, 1 attack | Blue's unit on c4; Blue's Nuclear Bomb on d5;"
    )


# -- the picture


def test_marks() -> None:
    at = state(red={"d4": "S"}, blue={"c4": "T"})
    marks = {BOARD.names[point]: word for point, word in WORDS.marks(view(at), "d4").items()}
    assert marks["d4"] == "chosen" and marks["c4"] == "capture" and marks["e5"] == "move"
    assert marks["f6"] == "second" and "g7" not in marks
    hidden = state(red={"d4": "S"}, blue={"c4": "T"}, options=FOG)
    assert WORDS.marks(view(hidden), "d4")[BOARD.index["c4"]] == "unknown"
    assert WORDS.marks(view(at, "blue"), "c4") == {} == WORDS.marks(view(at), "c4")
    assert WORDS.marks(view(at), "e1") == {}, "a Base"


def test_the_picture_is_cropped_to_what_is_near() -> None:
    at = state(red={"d4": "T", "h3": "S", "d3": "S"})
    assert WORDS.frame(view(at), (), "") == ()
    near = set(WORDS.frame(view(at), (), "d4"))
    assert {"d4", "c4", "e5", "f6", "d3"} <= near and not {"g4", "h3", "d9"} & near
    draft = GAME.parse(view(at), "d4-d5")
    assert {"d4", "d6"} <= set(WORDS.frame(view(at), draft, "")), "its arrow is seen"
    alone = GAME.parse(view(at), "d3-d2")
    assert "h4" in WORDS.frame(view(at), alone, ""), "the Soldiers that may move besides"
    assert WORDS.frame(view(at, "blue"), (), "d4") == ()
    setup = view(begun(), "blue")
    assert WORDS.frame(setup, (), "") == (), "all arms, and who sits where"
    stock = GAME.parse(setup, "setup stock")
    assert set(WORDS.frame(setup, stock, "")) == {BOARD.names[point] for point in BOARD.regions[1]}
    drawn = {box.text for box in compose(setup, draft=stock, focus=WORDS.frame(setup, stock, "")).boxes}
    assert "k8" not in drawn


# -- typing


def offered(at: Any, typed: str, seat: str | None = None) -> list[str]:
    seen = view(at, seat)
    found = WORDS.suggest(seen, (), list(GAME.legal(seen)), typed)
    assert len(found) <= MOST_CHOICES and all(1 <= len(each.label) <= 100 for each in found)
    assert all(len(each.value) <= 100 for each in found)
    return [each.value for each in found]


def test_formations_by_name() -> None:
    assert offered(begun(), "", "red")[:7] == [
        *("setup stock", "setup bunker", "setup wings", "setup spearhead", "setup ambush", "setup wall"),
        "setup stock mirrored",
    ]
    assert offered(begun(), "setup bu", "red") == ["setup bunker", "setup bunker mirrored"]
    assert offered(begun(), "spy", "red") == [
        *("setup spearhead", "setup ambush", "setup spearhead mirrored", "setup ambush mirrored")
    ]
    assert offered(begun(), "setup N=", "red") == []


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("d4", ["d4-c4", "d4-d3", "d4-d5"]),
        ("d4 e5", ["d4-e5"]),
        ("d4xe5", ["d4-e5"]),
        ("D4 to e", ["d4-e4", "d4-e5"]),
        ("h3-h4", ["h3-h4", "h3-h4-g4"]),
        ("h3-h4 ", ["h3-h4", "h3-h4-g4"]),
        ("h3-h4 g3", ["h3-h4 g3-f3", "h3-h4 g3-g2"]),
        ("d4e5", ["d4-e5"]),
        ("s h3-h4", ["h3-h4", "h3-h4-g4"]),
        ("t h3-h4", []),
        ("soldier g3 g", ["g3-g2", "g3-g4"]),
        ("air craft d4 to d", ["d4-d3", "d4-d5"]),
        ("e5", ["d4-e5"]),
        ("air", ["d4-c4", "d4-d3"]),
        ("sold", ["g3-f3", "h3-h2"]),
        ("zebra", []),
        ("a7", []),
    ],
)
def test_what_is_typed(typed: str, found: list[str]) -> None:
    at = state(red={"d4": "A", "h3": "S", "g3": "S"})
    assert offered(at, typed)[: len(found)] == found
    assert found or not offered(at, typed)


def test_every_unit_before_a_second_of_its_orders() -> None:
    seen = begun()
    at = GAME.resolve(seen, {}, ScriptedChance(6, 1, 1)).state
    origins = [text.split("-")[0] for text in offered(at, "")]
    assert len(origins) == 25 and len(set(origins[:9])) == 9


# -- whole games


def reached(steps: tuple[MenuStep, ...], legal: list[Move], origin: str) -> None:
    """The second menu has every point that a unit can reach, once, and no other."""
    ends = {order.paths[0][-1] for order in legal if len(order.paths) == 1 and order.paths[0][0] == origin}
    texts = {str(order): order for order in legal}
    assert sorted(texts[value].paths[0][-1] for value in values(steps[1])) == sorted(ends)


@pytest.mark.parametrize(("players", "fog"), [(2, "off"), (3, "on"), (4, "off")])
def test_menus_lead_to_every_move_and_no_other(players: int, fog: str) -> None:
    """Random games with many meetings: menus, marks, words and Discord's limits, turn by turn."""
    rng = random.Random(f"{players}{fog}")
    at = GAME.start(GAME.options({"players": players, "fog": fog, "quiet_rounds": 5}), ScriptedChance()).state
    sheets = {
        seat: GAME.parse(GAME.view(at, seat), rng.choice(values(WORDS.menus(GAME.view(at, seat), (), "")[0])))
        for seat in GAME.seats(at.options.to_json())
    }
    at = GAME.resolve(at, sheets, ScriptedChance(6, *[1] * (players - 1))).state
    names = {seat: f"**{WORDS.seat_name(seat)}** (x)" for seat in SEATS}
    for _ in range(60):
        if GAME.outcome(at) is not None:
            break
        seen = view(at)
        legal = [order for order in GAME.legal(seen) if isinstance(order, Move)]
        if not legal:
            at = GAME.resolve(at, {}, ScriptedChance()).state
            continue
        hits = [order for order in legal if seen.board[BOARD.index[order.paths[0][-1]]] != EMPTY]
        order = rng.choice(hits if hits and rng.random() < 0.6 else legal)
        origin = order.paths[0][0]
        steps = WORDS.menus(seen, (), origin)
        fits(steps)
        reached(steps, legal, origin)
        steps = WORDS.menus(seen, (Move(order.paths[:1]),), "")
        fits(steps)
        if len(order.paths) == 2:
            pairs = {str(each) for each in legal if len(each.paths) == 2 and each.paths[0] == order.paths[0]}
            assert set(values(steps[2])[1:]) == pairs
        marked = WORDS.marks(seen, origin)
        ends = {each.paths[0][-1] for each in legal if len(each.paths) == 1 and each.paths[0][0] == origin}
        assert {BOARD.names[point] for point in marked} == {*ends, origin}
        assert str(order) in offered(at, str(order)) and WORDS.describe(seen, order)
        assert set(WORDS.frame(seen, (order,), "")) <= set(BOARD.names)
        [seat] = GAME.phase(at).owing
        done = GAME.resolve(at, {seat: (order,)}, ScriptedChance())
        assert WORDS.narrate(done.events, names) and WORDS.task(seen) and WORDS.phase_line(seen)
        at = done.state
    result = GAME.outcome(at)
    assert result is None or WORDS.result(result, names)
