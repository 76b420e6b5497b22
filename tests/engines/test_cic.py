"""Commander-In-Chief's engine: positions with a right answer, and how it behaves at the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.cic import Cic
from adjudicator.cic.board import SQUARES, generate
from adjudicator.cic.explain import start_squares
from adjudicator.cic.state import State
from engines.cic.engine import CicEngine
from engines.engine import Level, Task, Thought

GAME = Cic()
ENGINE = CicEngine(GAME)
CHANCE = HmacChance(bytes(32), "test")
QUICK = 4000


def position(dark: Mapping[str, str], light: Mapping[str, str], **more: Any) -> dict[str, Any]:
    return {"pieces": {"dark": dark, "light": light}, "to_move": "light", **more}


def thought(
    given: Mapping[str, Any], level: Level = Level.GENERAL, seed: int = 1, nodes: int | None = QUICK
) -> Thought:
    """Return what the seat thinks that is to move."""
    state = GAME.position(given)
    [seat] = GAME.phase(state).owing
    return ENGINE.think(Task(GAME.show(GAME.view(state, seat)), level, seed, nodes))


def after(given: Mapping[str, Any], order: str) -> State:
    state = GAME.position(given)
    [seat] = GAME.phase(state).owing
    parsed = GAME.parse(GAME.view(state, seat), order)
    return GAME.resolve(state, {seat: parsed}, CHANCE).state


FAR = {"h8": "C", "h7": "F", "g8": "T"}


@pytest.mark.parametrize("level", Level)
def test_every_level_captures_a_commander(level: Level) -> None:
    given = position({"h8": "C", "d5": "B", "d8": "A"}, {"a1": "C", "e5": "F", "c4": "H"})
    for seed in range(5):
        found = thought(given, level, seed)
        assert found.orders == ("e5xh8",)
        assert found.line == "Captures the Commander."
        assert found.value > 990


@pytest.mark.parametrize("level", Level)
def test_every_level_saves_its_commander(level: Level) -> None:
    """The Fighter on d4 would capture it: there are a step aside and a Tank to put between."""
    given = position({"h8": "C", "d4": "F"}, {"a1": "C", "a3": "T", "g1": "H", "b1": "A"})
    for seed in range(5):
        [order] = thought(given, level, seed).orders
        state = after(given, order)
        captured = [move & 63 for move in generate(state.board, 0, "abcdfhkst")]
        assert state.board.index("C") not in captured


@pytest.mark.parametrize(
    ("dark", "light", "order"),
    [
        ({"d8": "C", "g3": "B", "h7": "F"}, {"b2": "C", "b5": "K", "c6": "F", "h2": "F"}, "c6-d7"),
        ({"e8": "C", "b7": "K", "h6": "B"}, {"a5": "C", "e4": "K", "h2": "H", "d6": "B"}, "e4-e6"),
        ({"g5": "C", "h5": "F", "e3": "B"}, {"a3": "C", "d7": "H", "h8": "B", "e4": "K"}, "h8-f6"),
        ({"h6": "C", "h7": "B", "g7": "K"}, {"b2": "C", "e6": "H", "b1": "K", "g4": "F"}, "e6-f4"),
        ({"e8": "C", "f6": "K", "b5": "K"}, {"a5": "C", "b6": "H", "c4": "F", "g7": "B"}, "c4xb5"),
    ],
)
def test_a_general_wins_in_two(dark: Mapping[str, str], light: Mapping[str, str], order: str) -> None:
    """A quiet move after which the Commander has nowhere to go."""
    found = thought(position(dark, light), nodes=12_000)
    assert found.orders == (order,)
    assert found.value > 990


def test_a_general_captures_what_hangs_and_not_what_is_guarded() -> None:
    """The Helicopter on b6 has no friend near it; the Submarine on e6 has a Destroyer beside it."""
    given = position({**FAR, "b6": "H", "e6": "S", "f6": "D"}, {"a1": "C", "b1": "T", "c5": "F", "b3": "A"})
    assert thought(given).orders == ("c5xb6",)


def test_a_recruit_sees_a_hanging_bomber() -> None:
    given = position({**FAR, "c6": "B"}, {"a1": "C", "b1": "T", "c4": "F", "e1": "A"})
    assert {thought(given, Level.RECRUIT, seed).orders for seed in range(8)} == {("c4xc6",)}


@pytest.mark.parametrize("level", [Level.SERGEANT, Level.CAPTAIN, Level.GENERAL])
def test_a_guarded_amphibian_is_no_bait(level: Level) -> None:
    given = position({**FAR, "e5": "A", "f6": "D"}, {"a1": "C", "b1": "T", "c3": "F", "d1": "A"})
    for seed in range(5):
        assert thought(given, level, seed).orders != ("c3xe5",)


POINTS = {"objective": "points", "round_limit": 10}


def test_the_last_move_of_a_points_game_captures_at_any_price() -> None:
    """Light is two points behind. The Submarine is guarded, but nobody moves after this."""
    given = position(
        {**FAR, "e5": "S", "f6": "D", "c6": "A"},
        {"a1": "C", "c3": "F"},
        options=POINTS,
        ply=19,
        lost={"light": "T"},
    )
    for level in Level:
        found = thought(given, level)
        assert found.orders == ("c3xe5",), level
        assert found.value > 900


def test_in_a_points_game_the_commander_is_seven_points() -> None:
    """Six points behind, it takes the Commander rather than the Bomber, and the game goes on."""
    given = position(
        {"h8": "C", "e3": "B", "d8": "A", "e8": "A"},
        {"a1": "C", "e5": "F", "a5": "A"},
        options=POINTS,
        ply=17,
        lost={"light": "SD"},
    )
    assert thought(given).orders == ("e5xh8",)
    assert after(given, "e5xh8").outcome is None


def test_an_attack_on_an_enhancement_scores_nothing_in_the_last_move() -> None:
    given = position(
        {**FAR, "e5": "B", "c6": "A"}, {"a1": "C", "c4": "F"}, options=POINTS, ply=19, enhanced=["e5"]
    )
    assert thought(given).orders == ("c4xc6",)


def test_each_seat_of_a_team_moves_its_own_group() -> None:
    """The Fighter could take the Commander, but Surface has the turn: it wins the Bomber."""
    given = position(
        {"h8": "C", "d5": "B", "h4": "T", "e8": "T"},
        {"a1": "C", "e5": "F", "d4": "D", "b1": "T"},
        options={"teams": "light"},
        movers={"light": "air"},
    )
    assert thought(given, Level.CAPTAIN).orders == ("d4xd5",)
    assert thought({**given, "movers": {"light": "surface"}}).orders == ("e5xh8",)


def test_an_amphibian_lands() -> None:
    """Nothing else is left to either side."""
    given = position({"h8": "C", "a6": "A"}, {"a1": "C", "d6": "A"})
    assert after(given, thought(given).orders[0]).board.count("K") == 1


def test_a_lead_without_pieces_to_win_by_is_worth_little() -> None:
    """A Helicopter more: with a Bomber and a Fighter beside it there is a war to win, alone there is none."""
    dark, light = {"h8": "C", "g8": "T", "h7": "T"}, {"a1": "C", "b1": "T", "c3": "H"}
    alone = ENGINE.judge(GAME.position(position(dark, light)), "light")
    armed = GAME.position(position({**dark, "f6": "B", "g5": "F"}, {**light, "b3": "B", "d2": "F"}))
    assert 0 < 3 * alone < 2 * ENGINE.judge(armed, "light")


@pytest.mark.parametrize("level", Level)
def test_it_enhances_as_many_as_it_may(level: Level) -> None:
    state = GAME.start({"enhanced": {"dark": 3, "light": 5}}, CHANCE).state
    for seat, most in (("dark", 3), ("light", 5)):
        view = GAME.show(GAME.view(state, seat))
        choices = {ENGINE.think(Task(view, level, seed)).orders[0] for seed in range(12)}
        assert len(choices) > 1, "it is a secret: not always the same"
        for order in choices:
            squares = order.split()[1:]
            assert len(squares) == most
            assert {SQUARES.index(square) for square in squares} <= set(start_squares(seat == "light"))


EVEN = position({"h8": "C", "e8": "T"}, {"a1": "C", "d1": "T"})


def test_it_accepts_a_draw_that_is_fair() -> None:
    assert "draw" in thought({**EVEN, "offers": ["dark"]}).orders
    assert "draw" not in thought(EVEN).orders


def test_it_plays_on_when_it_is_ahead() -> None:
    given = position({"h8": "C", "e8": "T"}, {"a1": "C", "d1": "T", "d4": "F"}, offers=["dark"])
    assert "draw" not in thought(given).orders


def test_it_offers_a_draw_in_a_long_quiet_game_now_and_then() -> None:
    offered = [quiet for quiet in range(98) if "draw" in thought({**EVEN, "quiet": quiet}, nodes=300).orders]
    assert 0 < len(offered) <= 8
    assert min(offered) >= 40


def test_it_gives_up_what_is_lost_beyond_doubt() -> None:
    lost = position(FAR | {"e8": "S", "f6": "B", "d5": "H", "d6": "F"}, {"b2": "C", "a3": "T"})
    assert thought({**lost, "quiet": 20}).orders == ("concede",)
    assert thought(lost).orders != ("concede",), "not at once"


@pytest.mark.parametrize("teams", ["dark", "light", "both"])
def test_samples_know_which_group_moved_last(teams: str) -> None:
    """The view does not say it in so many words."""
    random = Random(3)
    state = GAME.start({"teams": teams}, CHANCE).state
    for _ in range(60):
        if state.phase == "over":
            break
        for seat in (*GAME.seats(GAME.dump(state)["options"]), None):
            drawn = ENGINE.sample(GAME.show(GAME.view(state, seat)), random)
            assert drawn == replace(state, movers=drawn.movers)
            for side in (0, 1):
                if state.ply > side:
                    assert drawn.movers[side] == state.movers[side]
        [mover] = GAME.phase(state).owing
        order = random.choice(list(GAME.legal(GAME.view(state, mover))))
        state = GAME.resolve(state, {mover: (order,)}, CHANCE).state


def test_the_start_has_many_first_moves() -> None:
    """Games with computers differ."""
    view = GAME.show(GAME.view(GAME.start({}, CHANCE).state, "dark"))
    assert len({ENGINE.think(Task(view, Level.GENERAL, seed, 3000)).orders for seed in range(6)}) > 1
