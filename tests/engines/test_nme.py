"""NME's engine: positions with a right answer, of three armies and of Protect the Ally."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.nme import Nme
from adjudicator.nme.board import read_board
from adjudicator.nme.moves import moves_of, target_of
from adjudicator.nme.state import State
from engines.engine import Level, Task, Thought
from engines.nme.engine import NmeEngine
from maps.boards import board

CHANCE = HmacChance(bytes(32), "test")
QUICK = 1500
BLACK = {"A4s": "P", "A1s": "N", "A1": "I", "A8": "I"}
GRAY = {"I0s": "P", "L1": "I", "E1": "I", "L0s": "N"}
WHITE = {"I8s": "P", "E12": "I", "L5": "I", "F11s": "N"}


@cache
def engine() -> NmeEngine:
    return NmeEngine(Nme(board("nme")))


def position(
    black: Mapping[str, str], gray: Mapping[str, str], white: Mapping[str, str], **more: Any
) -> dict[str, Any]:
    return {"pieces": {"black": black, "gray": gray, "white": white}, **more}


def thought(
    given: Mapping[str, Any], level: Level = Level.GENERAL, seed: int = 1, nodes: int = QUICK
) -> Thought:
    """Return what the seat thinks that is to move."""
    game = engine().game
    state = game.position(given)
    [seat] = game.phase(state).owing
    return engine().think(Task(game.show(game.view(state, seat)), level, seed, nodes))


def after(given: Mapping[str, Any], orders: tuple[str, ...]) -> State:
    game = engine().game
    state = game.position(given)
    [seat] = game.phase(state).owing
    parsed = game.parse(game.view(state, seat), "\n".join(orders))
    found: State = game.resolve(state, {seat: parsed}, CHANCE).state
    return found


def in_danger(state: State, army: int, foes: tuple[int, ...]) -> bool:
    """Tell whether one of the foes could capture an army's President if it were to move now."""
    map_ = read_board(engine().game.board())
    home = state.board.index("Pp1"[army])
    return any(target_of(move) == home for foe in foes for move in moves_of(map_, state, foe))


@pytest.mark.parametrize("level", Level)
def test_every_level_assassinates_a_president(level: Level) -> None:
    given = position({**BLACK, "I8": "A"}, GRAY, {**WHITE, "J5": "S"})
    for seed in range(2):
        found = thought(given, level, seed)
        assert found.orders == ("I8xI8s",)
        assert found.line == "Assassinates White's President."


def test_of_two_presidents_it_takes_the_one_that_ends_the_game() -> None:
    given = position(
        {**BLACK, "I8": "A"},
        {"L1": "I"},
        WHITE,
        falls=[{"army": "gray", "by": "black"}],
        prisoners={"black": {"gray": "P"}},
    )
    found = thought(given)
    assert found.orders == ("I8xI8s",)
    assert found.value == 999


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("foe", ["gray", "white"])
def test_every_level_saves_its_president(level: Level, foe: str) -> None:
    """The Air Force on A4 is beside it. Black's Infantry on A3 takes it, or the President leaves."""
    armies = {"gray": GRAY, "white": WHITE}
    armies[foe] = {**armies[foe], "A4": "A"}
    given = position({**BLACK, "A3": "I"}, armies["gray"], armies["white"])
    for seed in range(2):
        state = after(given, thought(given, level, seed).orders)
        assert not in_danger(state, 0, (1, 2))


def test_naval_one_assassinates() -> None:
    """White's President stands beside Black's, who is threatened by Gray: so he may strike along the edge."""
    given = position(
        {"D5n": "P", "A1": "I", "A8": "I"},
        {**GRAY, "E5s": "S"},
        {"D5s": "P", "E12": "I", "L5": "I"},
    )
    found = thought(given)
    assert found.orders == ("D5nxD5s",)
    assert found.line == "Assassinates White's President by Naval One."


def test_without_a_threat_there_is_no_naval_one() -> None:
    given = position({"D5n": "P", "A1": "I", "A8": "I"}, GRAY, {"D5s": "P", "E12": "I", "L5": "I"})
    assert thought(given).orders != ("D5nxD5s",)


def test_it_flanks() -> None:
    """White's Air Force has taken an Infantry on C5: the one on C3 may take it, now or never."""
    given = position(
        {**BLACK, "C3": "I"}, GRAY, {**WHITE, "C5": "A"}, flanks=[{"army": "black", "hexagon": "C5"}]
    )
    found = thought(given)
    assert found.orders == ("C3xC5",)
    assert found.line == "Captures White's Air Force on C5 by flanking."


def test_it_frees_the_best_captive() -> None:
    given = position({**BLACK, "K6": "I"}, GRAY, WHITE, prisoners={"white": {"black": "ASI"}})
    found = thought(given)
    assert found.orders == ("K6-L5s=A",)
    assert found.line == "Infiltrates L5s and frees a captive Air Force."


def test_it_sees_the_second_of_two_enemies() -> None:
    """What Gray uncovers White may use: the Special Force on A7 is near enough for both. Black takes it."""
    given = position({**BLACK, "A6": "I"}, GRAY, {**WHITE, "A7": "S"})
    state = after(given, thought(given, nodes=8000).orders)
    assert not in_danger(state, 0, (2,))


def test_it_takes_what_is_free() -> None:
    given = position({**BLACK, "C5": "S"}, {**GRAY, "F4": "A"}, WHITE)
    assert thought(given).orders == ("C5xF4",)


def test_it_leaves_what_is_guarded() -> None:
    """An Air Force for an Infantry is a bad bargain."""
    given = position({**BLACK, "G1": "A"}, {**GRAY, "G6": "I", "J6": "S"}, WHITE)
    for level in (Level.SERGEANT, Level.CAPTAIN, Level.GENERAL):
        assert thought(given, level).orders != ("G1xG6",)


ALLY = {"players": 2}


def test_gray_strikes_for_whoever_moves_it() -> None:
    """With Gray's Air Force Black takes White's President: the first place."""
    given = position(BLACK, {**GRAY, "I8": "A"}, WHITE, options=ALLY, to_move="gray", gray_next="black")
    found = thought(given)
    assert found.orders == ("I8xI8s",)
    assert found.value == 999


def test_grays_president_is_worth_the_second_place() -> None:
    given = position({**BLACK, "I1": "A"}, GRAY, WHITE, options=ALLY)
    for level in Level:
        assert thought(given, level).orders == ("I1xI0s",)


def test_a_stalemate_is_for_the_one_who_is_lost() -> None:
    """Black could take White's President: a draw. It does so where White would win, and wins where it can."""
    given = position({**BLACK, "I8": "A"}, {**GRAY, "A5": "S"}, WHITE, options=ALLY, gray_next="white")
    assert thought(
        {**given, "pieces": {**given["pieces"], "black": {**BLACK, "I1": "A", "I8": "A"}}}
    ).orders == ("I1xI0s",)
    cornered = position(
        {"A4s": "P", "I8": "A", "A1": "I"},
        {**GRAY, "A5": "S", "A3": "A", "A7": "A", "C4": "S", "C6": "S"},
        WHITE,
        options=ALLY,
        gray_next="white",
    )
    assert thought(cornered, nodes=8000).orders == ("I8xI8s",)


def test_it_matters_who_moves_gray_next() -> None:
    """Gray's Special Force beside Black's President is White's weapon, or nobody's."""
    given = position({**BLACK, "B6": "A"}, {**GRAY, "A5": "S"}, WHITE, options=ALLY)
    state = after(given, thought({**given, "gray_next": "white"}).orders)
    assert state.board[read_board(engine().game.board()).index["A5"]] != "s" or state.board.index("P") != (
        engine().game.position(given).board.index("P")
    )


def test_the_guard_of_gray_holds() -> None:
    """White moved Gray, so it may not take Gray's President now, whoever could."""
    given = position(BLACK, GRAY, {**WHITE, "I1": "A"}, options=ALLY, to_move="white", gray_next="black")
    assert thought(given).orders != ("I1xI0s",)
    assert thought({**given, "gray_next": "white"}).orders == ("I1xI0s",)


def test_it_votes_for_a_draw_that_all_others_want() -> None:
    even = position({"A4s": "P", "A1": "I"}, {"I0s": "P", "E1": "I"}, {"I8s": "P", "L5": "I"})
    assert thought({**even, "offers": ["gray", "white"]}).orders == ("draw",)
    assert "draw" not in thought({**even, "offers": ["gray"]}).orders
    ahead = position({**BLACK, "C5": "A", "C6": "A"}, {"I0s": "P", "E1": "I"}, {"I8s": "P", "L5": "I"})
    assert "draw" not in thought({**ahead, "offers": ["gray", "white"]}).orders


def test_it_gives_up_what_is_lost_beyond_doubt() -> None:
    lost = position(
        {"A4s": "P", "A1": "I"},
        {},
        {**WHITE, "C5": "A", "C6": "S", "G3": "S", "H8": "A", "H7": "A"},
        falls=[{"army": "gray", "by": "white"}],
        quiet=10,
    )
    assert thought(lost).orders == ("concede",)
    assert thought({**lost, "quiet": 0}).orders != ("concede",)
