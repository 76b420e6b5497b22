"""WW3 in words and at the desk: what happened, how things stand and end; formations, moves, marks, typing."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.chance import Die, ScriptedChance
from adjudicator.errors import IllegalOrderError, NotUnderstoodError
from adjudicator.game import Declare, Outcome
from adjudicator.registry import games
from adjudicator.ww3 import events as ev
from adjudicator.ww3.board import EMPTY, FORMATIONS, SEATS
from adjudicator.ww3.orders import Move
from adjudicator.ww3.state import State, View
from bot.common.message import MOST_CHOICES
from bot.presenters import presenters
from bot.presenters.base import MenuStep
from bot.presenters.ww3 import Ww3Presenter, text
from maps.boards import boards
from maps.ww3.layout import ground
from maps.ww3.painting import compose
from tests.bot.transcript import Golden

GAME = games(boards())["ww3"]
WORDS = presenters()["ww3"]
NAMES = {"red": "**Red** (Ada)", "blue": "**Blue** (Ben)", "silver": "**Silver** (Cleo)"}
HOME = {"red": {"e1": "B"}, "blue": {"a7": "B"}, "silver": {"g11": "B"}}
FOG = {"players": 3, "fog": "on"}


def state(to_move: str = "red", **given: Any) -> State:
    """A position of three; `red`, `blue`, `silver`: where units stand besides the Base at home."""
    pieces = {seat: base | given.pop(seat, {}) for seat, base in HOME.items()}
    data = {"options": {"players": 3}, "pieces": pieces, "to_move": to_move, **given}
    data["pieces"] = {seat: at for seat, at in pieces.items() if seat not in given.get("out", ())}
    found = GAME.position(data)
    assert isinstance(found, State)
    return found


def view(at: State, seat: str | None = None) -> View:
    """As the seat sees it; without one, as the seat that moves."""
    found = GAME.view(at, seat or sorted(GAME.phase(at).owing)[0])
    assert isinstance(found, View)
    return found


def begun(**options: Any) -> State:
    found = GAME.start(GAME.options({"players": 3} | options), ScriptedChance()).state
    assert isinstance(found, State)
    return found


def told(at: State, order: str, you: str = "") -> list[str]:
    """What is said when the seat that moves does that."""
    [seat] = GAME.phase(at).owing
    done = GAME.resolve(at, {seat: GAME.parse(view(at), order)}, ScriptedChance())
    if you:
        return WORDS.news(you, GAME.view(done.state, you), done.events, NAMES)
    return WORDS.narrate(done.events, NAMES)


def test_it_is_registered() -> None:
    assert isinstance(WORDS, Ww3Presenter)
    assert WORDS.by_lot and not (WORDS.many or WORDS.silent or WORDS.house_options or WORDS.rulings)
    assert [WORDS.seat_name(seat) for seat in HOME] == ["Red", "Blue", "Silver"]
    at = view(state(red={"d4": "S"}))
    assert WORDS.why(at, (), "d4") == [] == WORDS.units(at, (), "")


def test_options_in_words(said: Golden) -> None:
    said(WORDS.option_lines({"players": 2, "fog": "on", "quiet_rounds": 0}))
    said(WORDS.option_lines({})[0])
    said(WORDS.option_lines({})[1:])


# -- what happened


def test_the_set_up_and_the_dice(said: Golden) -> None:
    at = begun()
    chance = ScriptedChance(5, 2, 5, 3, 4)
    done = GAME.resolve(at, {}, chance)
    lines = WORDS.narrate(done.events, NAMES)
    said(lines)
    dice = [event.value for event in done.events if isinstance(event, Die)]
    thrown = f"Red **{dice[0]}** · Blue **{dice[1]}** · Silver **{dice[2]}**"
    thrown += text.TIED + f"Red **{dice[3]}** · Silver **{dice[4]}**"
    assert lines == [text.ALL_PLACED, text.BEGINS(dice=thrown, seat="**Silver** (Cleo)")]
    assert WORDS.news("silver", view(done.state), done.events, NAMES) == [text.YOU_BEGIN(dice=thrown)]
    assert len(WORDS.news("red", view(done.state, "red"), done.events, NAMES)) == 1, (
        "the picture has the rest"
    )
    hidden = GAME.resolve(begun(fog="on"), {}, ScriptedChance(6, 1, 1))
    assert WORDS.narrate(hidden.events, NAMES)[0] == text.ALL_PLACED_FOG


def test_moves_and_meetings(said: Golden) -> None:
    cases = ["d4-e4", "d4-d5", "d4-e5", "f3-f4-g4", "h5-h7"]
    at = state(red={"d4": "T", "f3": "S", "h5": "A"}, blue={"d5": "C"}, silver={"e5": "N"})
    for order in cases:
        said(told(at, order))


def test_a_meeting_in_the_news_of_the_one_who_was_met(said: Golden) -> None:
    at = state(red={"d4": "T"}, blue={"d5": "C"})
    said(told(at, "d4-d5", you="blue"))


def test_a_base_falls(said: Golden) -> None:
    at = state(red={"b7": "S"}, blue={"c4": "T", "c5": "S", "c6": "S"})
    said(told(at, "b7-a7"))
    said(told(at, "b7-a7", you="blue"))
    at = state(red={"b7": "S"})
    [line] = told(at, "b7-a7")
    assert line.endswith(text.IS_OUT(team="Blue")), "nothing else stood there"


def test_in_fog_nothing_is_said_that_nobody_knows(said: Golden) -> None:
    at = state(
        red={"b7": "S", "d4": "A", "f4": "N"}, blue={"c4": "T", "c5": "S"}, silver={"f5": "N"}, options=FOG
    )
    said(told(at, "d4-d6"))
    said(told(at, "b7-b8-c8"))
    said(told(at, "b7-a7"))
    said(told(at, "f4-f5"))
    one = state(red={"b7": "S"}, blue={"c4": "T"}, options=FOG)
    said(told(one, "b7-a7", you="blue"))


def test_a_second_soldier_that_stays(said: Golden) -> None:
    at = state(red={"d4": "S", "d5": "S"}, blue={"e5": "S"}, options=FOG)
    said(told(at, "d4-e5 d5-e5"))


def test_votes_and_concessions(said: Golden) -> None:
    said(
        WORDS.narrate(
            (
                ev.DrawOffered(seat="red", missing=("blue", "silver")),
                ev.DrawOffered(seat="silver", missing=()),
                ev.DrawLapsed(seats=("red",)),
                ev.Conceded(seat="blue"),
                ev.SeatOut(seat="blue", by=None, points=("a6", "a7"), pieces={}),
                ev.Passed(seat="red"),
            ),
            NAMES,
        )
    )


def test_a_turn_is_a_line_of_news_and_a_report_has_three_lines_at_most(said: Golden) -> None:
    at = state(red={"d4": "S", "g4": "S", "c6": "T"}, blue={"d5": "S"}, silver={"h5": "S"})
    assert len(told(at, "d4-d5 g4-h4")) == 2
    said(told(at, "d4-d5 g4-h4", you="silver"))
    events = [ev.Moved(seat=seat, piece="T", path=("d4", "d5")) for seat in ("red", "blue", "silver", "red")]
    said(WORDS.news("olive", view(at), events, NAMES))
    assert len(WORDS.news("olive", view(at), events, NAMES)) == 3, "the last three"


# -- how things stand


def test_what_is_to_do(said: Golden) -> None:
    said(WORDS.task(view(begun(), "red")))
    said(WORDS.task(view(begun(fog="on"), "red")))
    at = state(red={"d4": "A"}, ways={"red": [0, 1]}, offers=["blue", "silver"])
    said(WORDS.task(view(at)).splitlines())
    said(WORDS.task(view(at, "blue")))
    lost = state(red={"d4": "S"}, ways={"red": [0, 1]})
    said(WORDS.task(view(lost)))  # no Air Craft any more
    stuck = state(blue={"c4": "S"})
    said(WORDS.task(view(stuck)))


def test_what_the_game_waits_for(said: Golden) -> None:
    at = state("silver", red={"d4": "S"}, out=["blue"], offers=["red"])
    said(WORDS.phase_line(view(at)))
    said(WORDS.phase_line(view(at, "blue")))
    said(WORDS.phase_line(view(begun(), "red")))


def test_how_seats_stand(said: Golden) -> None:
    at = state(red={"d4": "A"}, lost={"red": "SSN", "blue": "STB"}, out=["blue"], quiet=26)
    said(WORDS.standing(view(at)))
    assert WORDS.summary(view(at), ()) == text.QUIET(n=26, limit=50)
    assert (
        WORDS.summary(view(state(red={"d4": "A"})), ()) == "" and WORDS.standing(view(begun(), "red")) == {}
    )
    said(WORDS.standing(view(state(red={"d4": "A"}, out=["blue"])))["blue"])


def test_where_to_look(said: Golden) -> None:
    at = state(red={"d4": "A"})
    near = WORDS.focus(view(at), " D 4 ", False)
    assert near[0] == "d4" and {"f6", "d3", "b5"} <= set(near) and not {"d7", "g4"} & set(near)
    mine = WORDS.focus(view(at), "", True)
    assert set(mine[:2]) == {"d4", "e1"} and "e5" in mine and "e6" not in mine
    assert WORDS.focus(view(at), "", False) == ()
    with pytest.raises(NotUnderstoodError, match="Points are written like d4"):
        WORDS.focus(view(at), "z9", False)
    with pytest.raises(NotUnderstoodError, match=text.NO_UNITS):
        WORDS.focus(GAME.view(at, None), "", True)
    assert [choice.label for choice in WORDS.places(view(at), "d")[:4]] == [
        *("d1", "d2", "d3", "d4 · Red's Air Craft")
    ]
    hidden = state(silver={"d4": "A"}, options=FOG)
    said(WORDS.places(view(hidden), "d4")[0].label)


# -- orders in words


def test_an_order_in_words(said: Golden) -> None:
    cases = ["d4-e4", "d4-e5", "d4-d5", "f4-f6", "d4-d5 f3-f2", "d4-e4 d3-d4"]
    red = {"d4": "S", "d3": "S", "f3": "S", "f4": "A"}
    at = view(state(red=red, blue={"d5": "S"}, silver={"e5": "P"}))
    for order in cases:
        said(WORDS.describe(at, GAME.parse(at, order)[0]))


def test_in_fog_an_order_foretells_nothing(said: Golden) -> None:
    at = state(red={"d4": "S"}, blue={"d5": "S"}, options=FOG)
    [order] = GAME.parse(view(at), "d4-d5")
    said(WORDS.describe(view(at), order))
    bombs = state(red={"d4": "N"}, blue={"d5": "N"}, options=FOG, known=["d5"])
    [order] = GAME.parse(view(bombs), "d4-d5")
    said(WORDS.describe(view(bombs), order))


def test_other_orders_in_words(said: Golden) -> None:
    seen = view(begun(), "blue")
    [setup] = GAME.parse(seen, "setup bunker mirrored")
    said(WORDS.describe(seen, setup))
    said(WORDS.sheet(seen, (setup,)))
    own = GAME.parse(seen, str(setup).replace("c6", "X").replace("c5", "c6").replace("X", "c5"))
    said(WORDS.sheet(seen, own)[0])
    assert WORDS.sheet(seen, ()) == []
    said(WORDS.describe(seen, Declare("draw")))
    said(WORDS.describe(seen, Declare("concede")))


def test_examples(said: Golden) -> None:
    said(WORDS.example(view(begun(), "red")))
    assert WORDS.example(view(state(red={"d2": "S", "d3": "T"}))) == "d3-d4", "forward"
    assert WORDS.example(view(state(blue={"c4": "S"}))) == "pass"


# -- the end


def test_the_end(said: Golden) -> None:
    cases = [
        ("last_base", {"red": 1, "blue": 3, "silver": 2}),
        ("conceded", {"red": 3, "blue": 1, "silver": 2}),
        ("conceded", {"red": 1, "silver": 2}),
        ("agreed", {"red": 1, "silver": 1}),
        ("agreed", {"red": 1, "blue": 3, "silver": 1}),
        ("only_bases", {"red": 1, "silver": 1}),
        ("quiet_rounds", {"red": 1, "blue": 3, "silver": 1}),
    ]
    for reason, places in cases:
        said(WORDS.result(Outcome(reason, places), NAMES))


def test_the_pages_fit(said: Golden) -> None:
    pages = WORDS.pages()
    *others, rulings = pages
    assert rulings.title == "Rulings"
    for mark in "¹²³⁴⁵⁶⁷⁸⁹":
        assert mark in rulings.text and any(mark in page.text for page in others), mark
    assert 1 <= len(pages) <= 5 and all(len(page.text) <= 1900 and len(page.title) <= 80 for page in pages)
    said(pages[-1].text)


BOARD = ground()
MOST_STEPS = 2
"""Rows of menus, so that the desk is not too high."""


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


def test_a_formation_is_one_choice(said: Golden) -> None:
    seen = view(begun(), "blue")
    [formations] = WORDS.menus(seen, (), "")
    said(formations.placeholder)
    assert formations.act == "do"
    said(values(formations)[:2])
    assert len(formations.choices) == 12
    said(labels(formations)[7])
    for written in values(formations):
        draft = GAME.parse(seen, written)
        GAME.check(seen, draft)
        steps = WORDS.menus(seen, draft, "")
        fits(steps)
        assert chosen(steps[0]) == [written], "no two are alike, or only the first is shown as chosen"
        assert [step.placeholder for step in steps] == [text.OTHER_FORMATION, text.MOVE_UNIT]
        assert WORDS.taps(seen, draft, "") == ()
    [[default]] = WORDS.taps(seen, (), "")
    assert GAME.parse(seen, WORDS.tapped(seen, (), default.value)) == GAME.default(seen)
    assert WORDS.taps(view(begun(), "blue"), (), "") and not default.sends


def test_two_formations_that_are_alike(monkeypatch: pytest.MonkeyPatch, said: Golden) -> None:
    same = dict(FORMATIONS)
    points = "N=f2 A=e3 T=g3 C=e2 P=g2 S=d2,d3,h2,h3 B=f1"
    same |= {"wall": (points, "the same, but for A and T"), "ambush": (points, "alike")}
    for module in ("adjudicator.ww3.board", "adjudicator.ww3.orders", "bot.presenters.ww3.menus"):
        monkeypatch.setattr(f"{module}.FORMATIONS", same)
    seen = view(begun(), "red")
    draft = GAME.parse(seen, "setup wall")
    said(chosen(WORDS.menus(seen, draft, "")[0]))  # the one that comes first
    assert WORDS.sheet(seen, draft)[0].startswith("**Ambush:**")


@pytest.mark.parametrize("seat", SEATS)
def test_a_unit_is_moved_about(seat: str) -> None:
    seen = view(begun(players=4), seat)
    draft = GAME.parse(seen, "setup stock")
    units = WORDS.menus(seen, draft, "")[1]
    for point in values(units):
        steps = WORDS.menus(seen, draft, point)
        fits(steps)
        assert WORDS.marks(seen, point) == {BOARD.index[point]: "chosen"}
        told = labels(steps[1])
        kind = units.choices[values(units).index(point)].label.rpartition(" ")[0]
        assert steps[1].placeholder == text.MOVE_TO(unit=kind, point=point)
        assert len(told) == (12 if kind == "Soldier" else 15), "not a Soldier for a Soldier; and back"
        assert all(line.endswith("| free") for line in told[:5]) and told[-1] == text.ANOTHER_UNIT
        assert all(": swap with the" in line for line in told[5:-1])
        for value, line in zip(values(steps[1])[:-1], told, strict=False):
            written = WORDS.tapped(seen, draft, value)
            [after] = GAME.parse(seen, written)
            GAME.check(seen, (after,))
            assert str(after) == written and after != draft[0]
            assert point in written or "| free" in line
            target = value.rpartition(".")[2]
            assert target in written and line.startswith(target), "the space that one touches for it is last"
            assert WORDS.tapped(seen, (), value) == "", "no formation is there any more"
    assert values(WORDS.menus(seen, draft, "f6")[1]) == values(units), "nothing stands there"
    assert values(WORDS.menus(seen, draft, "units")[1]) == values(units)


def test_what_moving_and_swapping_give(said: Golden) -> None:
    seen = view(begun(), "red")
    draft = GAME.parse(seen, "setup stock")
    listed = WORDS.menus(seen, draft, "e3")[1].choices
    places = {each.label: WORDS.tapped(seen, draft, each.value) for each in listed}
    said(places["f2"])
    said(places["d3: swap with the Soldier"])
    moved = GAME.parse(seen, places["f2"])
    steps = WORDS.menus(seen, moved, "")
    said(labels(steps[1]))
    assert chosen(steps[0]) == []


def test_single_units_join_the_formation_that_is_there() -> None:
    seen = view(begun(), "red")
    bunker = GAME.parse(seen, "setup bunker")

    def joined(draft: Any, typed: str) -> str:
        [order] = GAME.join(seen, draft, GAME.parse(seen, typed))
        GAME.check(seen, [order])
        return str(order)

    assert joined((), "T=d1") == "setup N=d2 A=e3 T=d1 C=g2 P=f1 S=d3,e2,g3,h3 B=e1", "in the stock one"
    assert joined(bunker, "tank to d1") == "setup N=f3 A=e3 T=d1 C=f2 P=g1 S=d3,e2,g2,h3 B=f1"
    assert joined(bunker, "T=f1") == "setup N=f3 A=e3 T=f1 C=f2 P=g1 S=d3,e2,g2,h3 B=e1", "they change places"
    assert joined(bunker, "N=d3 A=f3") == "setup N=d3 A=f3 T=e1 C=f2 P=g1 S=e2,e3,g2,h3 B=f1"
    for wrong in ("S=d1", "T=d4", "N=d1 A=d1 S=d2,d3"):
        with pytest.raises(IllegalOrderError):
            joined(bunker, wrong)


# -- a move


def test_units_that_can_win_come_first_with_what_they_can_do(said: Golden) -> None:
    at = state(red={"d4": "S", "f4": "T", "h3": "N"}, blue={"c4": "T"}, silver={"f5": "P"})
    [units] = WORDS.menus(view(at), (), "")
    assert (units.placeholder, units.act) == (text.CHOOSE_UNIT, "pick")
    told = labels(units)
    assert [line.split(" | ")[0] for line in told] == [
        *("Tank f4 · 1 win", "Nuclear Bomb h3", "Soldier d4 · 2 losses")
    ]
    said(told)


def test_targets_wins_first_then_by_distance_and_losses_last(said: Golden) -> None:
    at = state(red={"d4": "S", "e4": "S"}, blue={"c4": "T"}, silver={"e6": "S"})
    [targets] = WORDS.menus(view(at), (), "d4")
    assert targets.placeholder == text.MOVE_TO(unit="Soldier", point="d4")
    said(labels(targets)[:5])
    assert values(targets)[:3] == ["d4-e5-e6", "d4-d3", "d4-d5"]
    assert values(targets)[-2:] == ["d4-c4", "@units"]
    assert len(values(targets)) == len(labels(targets)) <= 25
    [units] = WORDS.menus(view(at), (), "units")
    assert set(values(units)) == {"d4", "e4"}


def test_an_air_craft(said: Golden) -> None:
    at = state(red={"e5": "A"}, silver={"e7": "N"}, ways={"red": [1, 0]})
    [targets] = WORDS.menus(view(at), (), "e5")
    told = labels(targets)
    said(told[0])
    assert values(targets)[-1] == "e5-e7" and "e5-f5" not in values(targets), "a loss comes last"
    said(told)
    assert "d5" in [each.label for each in targets.choices]


def test_a_second_soldier(said: Golden) -> None:
    at = state(red={"d4": "S", "d3": "S", "g4": "S", "h3": "T"}, blue={"e4": "T"})
    draft = GAME.parse(view(at), "d4-e4")
    targets, second = WORDS.menus(view(at), draft, "")
    assert chosen(targets) == ["d4-e4"] and chosen(second) == ["d4-e4"]
    assert second.placeholder == text.SECOND
    told = labels(second)
    said(told)
    assert told[0] == text.NO_SECOND
    assert not any(line.startswith(("h3", "d4")) for line in told), "no other unit, and not the same"
    pair = GAME.parse(view(at), "d4-e4 g4-g5")
    targets, second = WORDS.menus(view(at), pair, "")
    assert chosen(second) == ["d4-e4 g4-g5"] and chosen(targets) == ["d4-e4"]
    assert len(WORDS.menus(view(at), GAME.parse(view(at), "d4-d5-d6"), "")) == 1, "both steps are used"
    assert len(WORDS.menus(view(at), GAME.parse(view(at), "h3-g3"), "")) == 1
    [other] = WORDS.menus(view(at), pair, "g4")
    assert chosen(other) == [] and other.placeholder == text.MOVE_TO(unit="Soldier", point="g4")
    units, again = WORDS.menus(view(at), pair, "units")
    assert units.placeholder == text.CHOOSE_UNIT and chosen(again) == chosen(second)


def test_the_most_second_soldiers_have_room() -> None:
    at = state(red={"e5": "S", "e7": "S", "g7": "S", "g5": "S"}, blue={"a6": "T"}, silver={"f11": "T"})
    [_, second] = WORDS.menus(view(at), GAME.parse(view(at), "e5-e4"), "")
    fits((second,))
    legal = {str(order) for order in GAME.legal(view(at)) if str(order).startswith("e5-e4 ")}
    assert set(values(second)) == {"e5-e4", *legal} and len(legal) == 24


def test_where_both_can_meet_the_same_unit(said: Golden) -> None:
    at = state(red={"d4": "S", "e3": "S"}, blue={"e4": "T"})
    second = WORDS.menus(view(at), GAME.parse(view(at), "d4-e4"), "")[1]
    said(labels(second))


def test_a_typed_way_is_shown_as_its_target() -> None:
    at = state(red={"d4": "S"})
    [targets] = WORDS.menus(view(at), GAME.parse(view(at), "d4-e4-e5"), "")
    assert chosen(targets) == ["d4-e5"], "shorter, and the same"
    [targets] = WORDS.menus(view(at), (), "nonsense")
    assert values(targets)[0].startswith("d4-"), "the only unit that can move is open at once"
    assert "@units" not in values(targets)


def test_a_pass_is_one_tap() -> None:
    seen = view(state(blue={"c4": "S"}))
    assert WORDS.menus(seen, (), "") == ()
    [[tap]] = WORDS.taps(seen, (), "")
    assert (tap.label, tap.sends, WORDS.tapped(seen, (), tap.value)) == (text.PASS, True, "pass")
    assert WORDS.taps(seen, GAME.parse(seen, "pass"), "") == ()
    assert [each.value for each in WORDS.suggest(seen, (), list(GAME.legal(seen)), "")] == ["pass"]
    other = view(state(blue={"c4": "S"}), "blue")
    assert WORDS.menus(other, (), "") == () == WORDS.taps(other, (), "")


def test_in_fog_menus_show_units_without_kinds(said: Golden) -> None:
    at = state(red={"d4": "S"}, blue={"c4": "T", "d5": "N"}, options=FOG, known=["d5"])
    [targets] = WORDS.menus(view(at), (), "d4")
    said(labels(targets)[:2])
    [units] = WORDS.menus(view(at), (), "units")
    said(labels(units)[0])


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
    assert set(WORDS.frame(setup, (), "")) == {BOARD.names[point] for point in BOARD.regions[1]}
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


def test_formations_by_name(said: Golden) -> None:
    assert offered(begun(), "", "red")[:7] == [
        *("setup stock", "setup bunker", "setup wings", "setup spearhead", "setup ambush", "setup wall"),
        "setup stock mirrored",
    ]
    said(offered(begun(), "setup bu", "red"))
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
    found = [value for value in values(steps[0]) if value != "@units"]
    assert sorted(texts[value].paths[0][-1] for value in found) == sorted(ends)


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
            assert set(values(steps[1])[1:]) == pairs
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
