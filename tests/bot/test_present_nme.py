"""NME in words and at the desk: what happened, how things stand and end; menus, marks, pictures, typing."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.errors import NotUnderstoodError
from adjudicator.game import Declare, Outcome
from adjudicator.nme import events as ev
from adjudicator.nme.board import KIND_OF, KINDS
from adjudicator.nme.orders import Move
from adjudicator.nme.state import State, View
from adjudicator.registry import games
from bot.common.message import MOST_CHOICES
from bot.presenters import presenters
from bot.presenters.base import MenuStep
from bot.presenters.nme import NmePresenter, text
from maps.boards import board, boards
from maps.nme.layout import ground
from maps.nme.painting import compose
from tests.bot.transcript import Golden

GAME = games(boards())["nme"]
WORDS = presenters()["nme"]
NAMES = {"black": "**Black** (Ada)", "gray": "**Gray** (Ben)", "white": "**White** (Cleo)"}
BASES = {"black": {"A4s": "P"}, "gray": {"I0s": "P"}, "white": {"I8s": "P"}}


def state(to_move: str = "black", ally: bool = False, **given: Any) -> State:
    """A position: Presidents at home unless `black`, `gray`, `white` say where an army's pieces stand."""
    pieces = {army: given.pop(army, BASES[army]) for army in BASES}
    options = given.pop("options", {}) | ({"players": 2} if ally else {})
    data = {"pieces": pieces, "to_move": to_move, "options": options, **given}
    found = GAME.position(data)
    assert isinstance(found, State)
    return found


def view(at: State, seat: str | None = None) -> View:
    """As the seat sees it; without one, as the seat that moves."""
    owing = sorted(GAME.phase(at).owing)
    found = GAME.view(at, seat or owing[0])
    assert isinstance(found, View)
    return found


def told(at: State, order: str, you: str = "") -> list[str]:
    """What is said when the seat that moves does that."""
    [seat] = GAME.phase(at).owing
    done = GAME.resolve(at, {seat: GAME.parse(view(at), order)}, ScriptedChance())
    if you:
        return WORDS.news(you, GAME.view(done.state, you), done.events, NAMES)
    return WORDS.narrate(done.events, NAMES)


def test_it_is_registered() -> None:
    assert isinstance(WORDS, NmePresenter)
    assert WORDS.silent and WORDS.by_lot and not WORDS.many and WORDS.house_options == ()
    assert [WORDS.seat_name(seat) for seat in BASES] == ["Black", "Gray", "White"]
    said = {text.partition(" ")[0] for text in GAME.rulings(GAME.start({}, ScriptedChance()).state, "gray")}
    assert said == WORDS.rulings.keys()


def test_options_in_words(said: Golden) -> None:
    said(WORDS.option_lines(GAME.options({})))
    lines = WORDS.option_lines(GAME.options({"players": 2, "quiet_rounds": 0}))
    said(lines[0])
    said(lines[1])
    assert len(lines) == 2
    lines = WORDS.option_lines(GAME.options({"players": 2, "gray_guard": "off", "quiet_rounds": 9}))
    said(lines[2])


# -- what happened


def test_a_move_and_captures(said: Golden) -> None:
    assert WORDS.narrate(GAME.start({}, ScriptedChance()).events, NAMES) == []
    at = state(black={"A4s": "P", "C4": "A"}, gray={"I0s": "P", "C6": "S"}, white={"I8s": "P", "E4": "I"})
    said(told(at, "C4-C5"))
    said(told(at, "C4xC6"))
    at = state(black={"A4s": "P", "C4": "A"}, gray={"I0s": "P", "C6": "I", "B1": "I"})
    said(told(at, "C4xC6", you="gray"))  # a flank stands in the desk's task alone, if it is possible
    assert len(told(at, "C4xC6")) == 1


def test_the_dead_are_no_prisoners(said: Golden) -> None:
    at = state(black={"A4s": "P", "C4": "A"}, gray={"C6": "I"}, falls=[{"army": "gray", "by": "white"}])
    said(told(at, "C4xC6"))


def test_naval_one_is_marked_as_in_the_record(said: Golden) -> None:
    at = state(gray={"I0s": "P", "A4n": "S"})
    [line] = told(at, "A4s-A4n")
    said(line)
    at = state(gray={"I0s": "P", "A4": "S"})
    said(told(at, "A4s-A4n"))
    said(told(at, "A4s-A5"))


def test_flanking(said: Golden) -> None:
    at = state(
        "gray",
        black={"A4s": "P", "E4": "A"},
        gray={"I0s": "P", "G4": "I"},
        flanks=[{"army": "gray", "hexagon": "E4"}],
    )
    said(WORDS.task(view(at)))
    said(told(at, "G4xE4"))


def test_a_trade(said: Golden) -> None:
    at = state(
        "white",
        black={"B1": "P"},
        white={"I8s": "P", "A5": "I"},
        prisoners={"black": {"white": "SA"}},
    )
    said(WORDS.task(view(at)))
    said(told(at, "A5-A4s=S"))
    event = ev.Traded(army="gray", seat="white", origin="A4", target="A4s", piece="A", holder="black")
    said(WORDS.narrate([event], NAMES))


def test_an_assassination(said: Golden) -> None:
    at = state(black={"A4s": "P", "H1": "S", "A1": "I"})
    said(told(at, "H1xI0s"))
    said(told(at, "H1xI0s", you="gray")[0])
    at = state(black={"A4s": "P", "H1": "S"}, falls=[{"army": "white", "by": "black"}], white={})
    lines = told(at, "H1xI0s")
    assert len(lines) == 1, "at the end it is the result that counts"


def test_votes_passes_and_rulings(said: Golden) -> None:
    lines = WORDS.narrate(
        [
            ev.Passed(army="gray", seat="black"),
            ev.DrawOffered(seat="black", missing=("gray", "white")),
            ev.DrawOffered(seat="white", missing=()),
            ev.VoteWithdrawn(seat="black"),
            ev.Penalised(seat="gray", space="C4"),
            ev.Forfeited(seat="gray"),
            ev.Conceded(seat="white"),
            ev.ArmyOut(army="white"),
        ],
        NAMES,
    )
    said(lines)


# -- how things stand


def test_whose_turn_it_is(said: Golden) -> None:
    at = state("gray")
    said(WORDS.phase_line(view(at)))
    said(WORDS.phase_line(GAME.view(at, None)))
    at = GAME.declare(GAME.declare(at, "black", "draw").state, "white", "draw").state
    said(WORDS.task(view(at)))
    said(WORDS.task(view(at, "black")))
    own = GAME.declare(state("gray"), "gray", "draw").state
    said(WORDS.task(view(own)))
    at = GAME.declare(at, "gray", "draw").state
    at = GAME.declare(GAME.start({}, ScriptedChance()).state, "white", "concede").state
    said(WORDS.phase_line(view(at, "white")))


def test_what_one_might_overlook(said: Golden) -> None:
    at = state("gray", black={"A4s": "P", "H1": "S"})
    said(WORDS.task(view(at)))


def test_whose_army_it_is_in_protect_the_ally(said: Golden) -> None:
    def task(to_move: str, gray_next: str, guard: str = "on") -> list[str]:
        at = state(to_move, ally=True, gray_next=gray_next, options={"gray_guard": guard})
        return str(WORDS.task(view(at))).splitlines()

    assert task("black", "black") == [text.MOVE_BLACK_THEN_GRAY]
    assert task("black", "white") == [text.MOVE_BLACK]
    said(task("gray", "black"))
    said(task("gray", "white"))
    assert task("white", "white") == [text.MOVE_WHITE_THEN_GRAY]
    assert task("white", "black") == [text.MOVE_WHITE, text.GUARDED]
    assert task("white", "black", "off") == [text.MOVE_WHITE]
    at = state("gray", ally=True, gray_next="white")
    said(WORDS.phase_line(view(at)))
    threatened = state("gray", ally=True, gray_next="black", white={"I8s": "P", "H1": "S"})
    foe = "White's Special Force on H1"
    assert text.THREAT_GRAY(space="I0s", foes=foe, targets="H1n") in WORDS.task(view(threatened))


def test_how_armies_stand(said: Golden) -> None:
    at = GAME.start({}, ScriptedChance()).state
    assert WORDS.summary(GAME.view(at, None), ()) == ""
    assert set(WORDS.standing(GAME.view(at, None)).values()) == {"15 pieces"}
    at = state(
        black={"A4s": "P", "A1": "I"},
        gray={"C6": "I"},
        prisoners={"black": {"gray": "PIIN", "white": "S"}},
        falls=[{"army": "gray", "by": "black"}],
        quiet=25,
    )
    said(WORDS.summary(GAME.view(at, None), ()))
    said(WORDS.standing(GAME.view(at, "white"))["gray"])
    at = GAME.declare(GAME.start({}, ScriptedChance()).state, "white", "concede").state
    said(WORDS.standing(GAME.view(at, "white"))["white"])
    assert WORDS.standing(GAME.view(state(ally=True, gray_next="black"), None)).keys() == {"black", "white"}


# -- parts of the board


def test_spaces_to_look_at(said: Golden) -> None:
    at = GAME.start({}, ScriptedChance()).state
    black, public = GAME.view(at, "black"), GAME.view(at, None)
    assert WORDS.focus(black, "", False) == ()
    found = WORDS.focus(public, " c 4 N ", False)
    assert found[0] == "C4n" and {"C4", "D4n", "C5", "D4"} <= set(found) and "F4" not in found
    own = WORDS.focus(black, "", True)
    assert {"A4s", "A8", "B1"} <= set(own) and "D4" not in own
    with pytest.raises(NotUnderstoodError) as wrong:
        WORDS.focus(black, "c99", False)
    said(wrong.value.reason)
    with pytest.raises(NotUnderstoodError):
        WORDS.focus(public, "", True)
    assert [choice.value for choice in WORDS.places(public, "c4")] == ["C4", "C4n", "C4s"]
    assert len(WORDS.places(public, "")) == 25
    said(WORDS.places(public, "a4s")[0].label)


# -- the end


def test_results(said: Golden) -> None:
    cases = [
        ("last_president", {"black": 1, "gray": 5, "white": 4}),
        ("last_president", {"black": 3, "gray": 5, "white": 2}),
        ("last_president", {"black": 4, "gray": 5, "white": 2}),
        ("compromise", {"black": 3, "gray": 5, "white": 2}),
        ("quiet_rounds", {"black": 3, "gray": 5, "white": 2}),
        ("quiet_rounds", {"black": 1, "gray": 1, "white": 1}),
        ("presidents_only", {"black": 1, "gray": 5, "white": 1}),
        ("agreed", {"black": 1, "gray": 5, "white": 1}),
        ("agreed", {"black": 1, "white": 1}),
        ("all_passed", {"black": 1, "gray": 1, "white": 1}),
        ("gray_assassinated", {"black": 5, "white": 1}),
        ("ally_assassinated", {"black": 2, "white": 5}),
        ("stalemate", {"black": 1, "white": 1}),
        ("conceded", {"black": 2, "white": 5}),
    ]
    for reason, places in cases:
        said(WORDS.result(Outcome(reason, places), NAMES))
    assert {reason for reason, _ in cases} == set(ev.REASONS)


# -- the rules


def test_the_rules_fit(said: Golden) -> None:
    pages = WORDS.pages()
    assert len(pages) <= 10 and pages[-1].title == "Rulings"
    for page in pages:
        assert len(page.text) <= 1900 and len(page.title) <= 80
        assert page.text.count("**") % 2 == 0 and page.text.count("`") % 2 == 0
    whole = "\n".join(page.text for page in pages)
    said(whole)
    assert "`/penalty`" in whole


def test_orders_in_words(said: Golden) -> None:
    at = state(black={"A4s": "P", "C4": "A"}, gray={"I0s": "P", "C6": "S"})
    seen = view(at)
    for typed, words in (
        ("C4-C5", "Air Force C4 to C5"),
        ("C4xC6", "Air Force C4 takes Gray's Special Force on C6"),
        ("A4s-A4n", "President A4s to A4n by Naval One"),
        ("B2-B3", "nothing on B2 to B3"),
        ("pass", text.PASSES),
        ("draw", text.TO_VOTE),
    ):
        [order] = GAME.parse(seen, typed)
        assert WORDS.describe(seen, order) == words
    said(WORDS.describe(seen, Declare("concede")))
    ally = view(state("gray", ally=True, gray_next="white", gray={"I0s": "P", "C6": "S"}))
    [order] = GAME.parse(ally, "I0s-I1")
    said(WORDS.describe(ally, order))


def test_places_in_the_final_table() -> None:
    words = presenters()["nme"]
    three = Outcome("last_president", {"black": 5, "gray": 4, "white": 1})
    assert [words.place_word(three, seat) for seat in three.places] == ["5", "4", "1"]
    ally = Outcome("gray_assassinated", {"black": 1, "white": 5})
    assert [words.place_word(ally, seat) for seat in ally.places] == ["1", "unplaced"]


INDEX = {name: space for space, name in enumerate((*board("nme")["hexagons"], *board("nme")["stars"]))}


def labels(step: MenuStep) -> list[str]:
    return [f"{each.label} | {each.description}" if each.description else each.label for each in step.choices]


def values(*steps: MenuStep) -> list[str]:
    return [each.value for step in steps for each in step.choices]


def test_pieces_by_kind_with_what_they_can_do(said: Golden) -> None:
    at = state(
        black={"A1": "I", "A1n": "S", "A4s": "P", "C4": "A"},
        gray={"I0s": "P", "C6": "I", "F3": "S"},
    )
    [pieces] = WORDS.menus(view(at), (), "")
    said(pieces.placeholder)
    assert pieces.act == "pick"
    told = labels(pieces)
    said(told[0])
    said(told[1])
    assert [line.split(" | ")[0].rsplit(" ", 1)[0] for line in told] == [
        *("Air Force", "President", "Special Force", "Infantry")
    ], "captures first"
    assert not any(choice.chosen for choice in pieces.choices)


def test_targets_captures_first(said: Golden) -> None:
    at = state(gray={"I0s": "P", "A4n": "S"}, black={"A4s": "P", "A4": "I"})
    pieces, targets = WORDS.menus(view(at), (), "A4s")
    assert [choice.value for choice in pieces.choices if choice.chosen] == ["A4s"]
    said(targets.placeholder)
    assert targets.act == "give"
    said(labels(targets))
    said(pieces.choices[0].description)
    assert WORDS.marks(view(at), "A4s") == {
        INDEX["A4s"]: "chosen",
        INDEX["A4n"]: "naval_one",
        INDEX["A5"]: "move",
    }


def test_a_target_says_what_the_space_is_and_what_comes_of_it(said: Golden) -> None:
    at = state(
        black={"B1": "P", "H1": "S"},
        gray={"I0s": "P", "G1": "I"},
        white={"E1": "I"},
        falls=[{"army": "white", "by": "gray"}],
    )
    told = labels(WORDS.menus(view(at), (), "H1")[1])
    said(told[:2])
    said(told)
    at = state("white", black={"B1": "P"}, white={"I8s": "P", "A4n": "S"})
    said(labels(WORDS.menus(view(at), (), "A4n")[1]))


def test_trades_are_entries_of_their_own(said: Golden) -> None:
    at = state(
        "white", black={"B1": "P"}, white={"I8s": "P", "A5": "I"}, prisoners={"black": {"white": "SSA"}}
    )
    pieces, targets = WORDS.menus(view(at), (), "A5")
    said(pieces.choices[1].description)
    said(pieces.choices[1].label)
    told = labels(targets)
    said(told[:2])
    said(told)
    assert values(targets)[:2] == ["A5-A4s=A", "A5-A4s=S"]


def pages(at: Any, origin: str) -> list[MenuStep]:
    """The pages of a piece's targets, turned with the last choice of each, without that."""
    found, picked = list[MenuStep](), origin
    while True:
        step = WORDS.menus(view(at), (), picked)[1]
        turn = [each for each in step.choices if each.value.startswith("@")]
        found.append(replace(step, choices=tuple(each for each in step.choices if each not in turn)))
        assert len(step.choices) <= MOST_CHOICES and step.act == "give"
        assert not turn or turn == [step.choices[-1]]
        if not turn or turn[0].value == f"@{origin}@1":
            return found
        picked = turn[0].value[1:]


@pytest.mark.parametrize(
    ("kind", "space", "gray", "sizes"),
    [
        ("A", "E5", {}, [24, 11]),
        ("A", "E5", {"L5": "I"}, [24, 11]),
        ("N", "D4n", {}, [24, 9]),
        ("S", "D4", {}, [23]),
    ],
)
def test_many_targets_on_pages(kind: str, space: str, gray: dict[str, str], sizes: list[int]) -> None:
    at = state(black={"A1": "P", space: kind}, gray={"I0s": "P"} | gray)
    steps = pages(at, space)
    assert [len(step.choices) for step in steps] == sizes
    legal = [str(order) for order in GAME.legal(view(at)) if order.origin == space]
    assert sorted(values(*steps)) == sorted(legal)
    captures = [order for order in legal if "x" in order]
    assert values(*steps)[: len(captures)] == captures
    assert WORDS.marks(view(at), f"{space}@2") == WORDS.marks(view(at), space)
    last = GAME.parse(view(at), values(*steps)[-1])
    [_, shown] = WORDS.menus(view(at), last, "")
    assert [each.value for each in shown.choices if each.chosen] == [str(last[0])], "its own page is shown"


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


def test_a_pass_is_one_entry(said: Golden) -> None:
    row = ["L1", "L2", "L3", "L4", "L5", *(f"L{number}n" for number in (1, 3, 4))]
    at = state(black={"L2n": "P"} | dict.fromkeys(row, "I"), white={"A4": "P"})
    seen = view(at)
    assert [str(order) for order in GAME.legal(seen)] == ["pass"]
    [step] = WORDS.menus(seen, (), "")
    said(labels(step))
    assert step.act == "do"
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
        pieces = WORDS.menus(seen, (), order.origin)[0]
        steps = pages(at, order.origin)
        assert sorted(values(*steps)) == sorted(str(each) for each in legal if each.origin == order.origin)
        assert set(values(pieces)) == {each.origin for each in legal}
        quiet = [all(each.origin != name for each in hits) for name in values(pieces)]
        kinds = [KINDS.index(KIND_OF[seen.board[INDEX[name]]]) for name in values(pieces)]
        assert [*zip(quiet, kinds, strict=True)] == sorted(zip(quiet, kinds, strict=True)), "captures first"
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


def threat(at: State) -> str:
    [line] = [line for line in WORDS.task(view(at)).splitlines() if "Naval One" in line]
    return line.partition(". By Naval One")[0].partition(", from ")[2]


# -- by what a President is under threat


def test_who_threatens_the_president(said: Golden) -> None:
    at = state("gray", black={"A4s": "P", "H1": "S"}, white={"I8s": "P", "I1": "A"}, gray={"I0s": "P"})
    said(threat(at))
    fallen = [{"army": "black", "by": None}]
    at = state("gray", black={"H1": "S"}, white={"I8s": "P", "I1": "A"}, gray={"I0s": "P"}, falls=fallen)


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


def test_one_s_own_threat_in_protect_the_ally(said: Golden) -> None:
    black = {"A4s": "P", "H1": "S"}
    at = state("gray", ally=True, gray_next="black", black=black, gray={"I0s": "P"})
    said(WORDS.task(view(at)))


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
    hexagons = {*ground().names[: ground().hexagons]}
    assert hexagons - {"F6"} <= {box.text for box in drawn.boxes}


def test_a_trade_has_its_own_mark() -> None:
    pieces = {"I8s": "P", "A5": "I"}
    held = {"black": {"white": "S"}}
    at = state("white", black={"B1": "P"}, white=pieces, prisoners=held)
    marks = WORDS.marks(view(at), "A5")
    assert marks[INDEX["A4s"]] == "trade" and marks[INDEX["A4"]] == "move"
    at = state("white", black={"B1": "P"}, white=pieces)
    assert WORDS.marks(view(at), "A5")[INDEX["A4s"]] == "move", "nobody to be traded for"


def test_whose_prisoner_a_capture_becomes(said: Golden) -> None:
    pieces = {"black": {"A4s": "P"}, "white": {"I8s": "P", "E1": "I"}, "gray": {"I0s": "P", "H1": "S"}}
    at = state("gray", ally=True, gray_next="black", **pieces)
    captures = [label for label in labels(WORDS.menus(view(at), (), "H1")[1]) if "capture" in label]
    said(captures)


def test_the_only_piece_that_can_move_is_not_picked_yet() -> None:
    at = state("gray", black={"A4s": "P"}, gray={"I0s": "P"})
    assert len(WORDS.menus(view(at), (), "")) == 2
    assert WORDS.frame(view(at), (), "") == ()
