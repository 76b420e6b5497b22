"""Nemein's engine: positions with one right answer, and whole games by its rules."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.registry import games
from engines.engine import Level, Task, Thought
from engines.nemein.engine import NemeinEngine
from maps.boards import boards

GAME = games(boards())["nemein"]
ENGINE = NemeinEngine(GAME)
SEED = bytes(32)
STRONG = (Level.SERGEANT, Level.CAPTAIN, Level.GENERAL)
"""Those that see the other's next turn."""
THIRD_HOUSE = {
    "d4": {"seat": "south", "units": [10]},
    "a1": {"seat": "south", "units": [1, 1]},
    "d1": {"seat": "north", "units": [], "house": 10},
    "d7": {"seat": "north", "units": [], "house": 10},
}
"""North has two houses. Another unit is about to build the third."""
ODD_OPTIONS: tuple[Mapping[str, Any], ...] = (
    {},
    {"side": 3, "quiet_turns": 10},
    {"side": 6, "currency": "EUR", "houses_to_win": 10, "max_coins": 40, "fraction": 12},
    {"currency": {"south": "USD", "north": "JPY"}, "houses_to_win": 1, "side": 5},
    {"currency": {"south": "CHF", "north": "AUD"}, "fraction": {"south": "1/2", "north": "3/2"}},
    {"currency": "GBP", "max_coins": 2, "fraction": "7/10", "quiet_turns": 6},
)


def think(tiles: Mapping[str, Any], level: Level = Level.GENERAL, nodes: int = 1500, **more: Any) -> Thought:
    """Let the mover think about a position. Keys of `more`: those of a position"""
    state = GAME.position({"tiles": tiles, **more})
    view = GAME.view(state, more.get("to_move", "south"))
    return ENGINE.think(Task(GAME.show(view), level, nodes=nodes))


def south(*units: int, house: int = 0) -> dict[str, Any]:
    return {"seat": "south", "units": list(units)} | ({"house": house} if house else {})


def north(*units: int, house: int = 0) -> dict[str, Any]:
    return south(*units, house=house) | {"seat": "north"}


@pytest.mark.parametrize("level", Level)
def test_wins_in_one_with_a_third_house(level: Level) -> None:
    tiles = {"d1": south(house=10), "d7": south(house=5), "c3": south(1), "a1": south(5), "f3": north(10, 5)}
    found = think(tiles, level, hands={"south": 1})
    assert found.orders[0] in ("move c3-d3 1", "move c3-d4 1")
    assert found.orders[-1].startswith("house d")
    assert found.value == 1000


@pytest.mark.parametrize("level", Level)
def test_wins_in_one_by_taking_the_last_unit(level: Level) -> None:
    found = think({"c3": south(5), "a1": south(10), "d4": north(1)}, level)
    assert found.orders == ("move c3-d4 5",)
    assert found.line == "Wins the game."


@pytest.mark.parametrize("level", STRONG)
def test_wins_with_the_turn_that_an_attack_wins(level: Level) -> None:
    tiles = {"c3": south(10), "a1": south(1), "d3": north(1), "e3": north(5)}
    found = think(tiles, level)
    assert found.orders[0] == "move c3-d3 10"
    assert found.value == 1000


@pytest.mark.parametrize("level", STRONG)
def test_takes_the_unit_that_would_build_the_third_house(level: Level) -> None:
    found = think(THIRD_HOUSE | {"e4": north(5)}, level, hands={"north": 1})
    assert found.orders[0] == "move d4-e4 10"
    assert found.line.startswith("Takes the 5 on e4")


@pytest.mark.parametrize("level", STRONG)
def test_flips_a_coin_if_nothing_else_stops_the_third_house(level: Level) -> None:
    found = think(THIRD_HOUSE | {"e4": north(10)}, level, hands={"north": 1})
    assert found.orders == ("move d4-e4 10",)
    assert found.line == "Attacks the 10 on e4; a coin decides."


@pytest.mark.parametrize("level", STRONG)
def test_a_high_coin_is_lost_with_the_low_one_on_its_tile(level: Level) -> None:
    tiles = {"c3": south(5), "a1": south(1, 1), "a2": south(1), "d4": north(10, 1), "g1": north(5, 5, 1)}
    assert think(tiles, level).orders[0] == "move c3-d4 5"


def test_stakes_the_penny_where_both_would_flip() -> None:
    tiles = {
        "c3": south(10, 1),
        "a1": south(1, 1),
        "d4": north(house=10),
        "g1": north(5, 5, 1),
        "f1": north(1),
    }
    assert think(tiles).orders[0] == "move c3-d4 1"


def test_takes_what_is_sure_before_what_a_coin_decides() -> None:
    tiles = {"d4": south(10), "a1": south(1, 1), "e3": north(10), "e4": north(5), "g1": north(5, 5, 1)}
    assert think(tiles).orders[0] == "move d4-e4 10"


@pytest.mark.parametrize("level", STRONG)
def test_splits_a_house_that_is_attacked_into_three_coins(level: Level) -> None:
    tiles = {"d4": south(house=10), "a1": south(1, 1, 1), "e4": north(1), "g1": north(10, 5, 1)}
    found = think(tiles, level, hands={"south": 2, "north": 3})
    assert "split d4 10" in found.orders or found.orders[0] == "move d4-e4 10"


@pytest.mark.parametrize("level", (Level.CAPTAIN, Level.GENERAL))
def test_builds_the_house_that_counts(level: Level) -> None:
    tiles = {"c3": south(10), "a1": south(5, 1, 1), "g1": north(10, 5, 1)}
    found = think(tiles, level, hands={"south": 3, "north": 3})
    assert found.orders[0].startswith("move c3-d")
    assert found.orders[-2].startswith("house d")


def test_one_more_house_wins_when_the_quiet_turns_are_over() -> None:
    tiles = {"d4": south(5, house=10), "a1": south(5, 1), "g1": north(10, 5, 1), "f1": north(5)}
    found = think(tiles, quiet=59)
    assert found.value == 1000
    assert found.orders[-1] == "end"


@pytest.mark.parametrize("level", STRONG)
def test_who_is_behind_begins_the_quiet_turns_anew(level: Level) -> None:
    tiles = {"d4": north(5, house=10), "a1": south(5), "b4": south(5, 1), "g1": north(10, 5, 1)}
    found = think(tiles, level, quiet=59, hands={"south": 1})
    assert found.orders[-2].startswith("house")


def test_both_sides_play_alike() -> None:
    """The same position, turned round and with the seats exchanged, has the same value."""
    board, random = GAME.board()["sides"]["4"], Random(5)
    names = list(board["tiles"])
    for _ in range(5):
        south_tiles, north_tiles = {}, {}
        for at in sorted(random.sample(range(len(names)), 12)):
            units, mine = (
                [random.choice((10, 5, 1)) for _ in range(random.randint(1, 3))],
                random.random() < 0.5,
            )
            south_tiles[names[at]] = (south if mine else north)(*units)
            north_tiles[names[-1 - at]] = (north if mine else south)(*units)
        hands = {"south": 2, "north": 3}
        one = think(south_tiles, Level.GENERAL, 1500, hands=hands)
        other = think(north_tiles, Level.GENERAL, 1500, hands={"south": 3, "north": 2}, to_move="north")
        assert abs(one.value - other.value) < 150  # equally good moves come in another order


def test_accepts_a_draw_that_it_cannot_better() -> None:
    tiles = {"a1": south(10, 5, 1), "g1": north(10, 5, 1)}
    assert think(tiles, quiet=40, offers=["north"]).orders == ("draw",)
    better = {**tiles, "b3": south(10, 10, 10), "b4": south(10, 10, 5)}
    assert "draw" not in think(better, quiet=40, offers=["north"]).orders


def test_offers_a_draw_only_in_a_long_quiet_game() -> None:
    tiles = {"a1": south(1, 1, 1), "g1": north(1, 1, 1)}
    offered = [quiet for quiet in range(60) if "draw" in think(tiles, nodes=60, quiet=quiet).orders]
    assert offered
    assert min(offered) >= 30
    assert len(offered) <= 4


def test_concedes_only_when_all_is_lost() -> None:
    tiles = {"a1": south(1), "d1": north(5, house=10), "d7": north(5, house=10), "d4": north(10)}
    assert think(tiles, hands={"north": 1}).orders == ("concede",)
    assert think({**tiles, "d3": south(1)}, hands={"north": 1}).orders != ("concede",)


def test_the_general_takes_house_coins_enough_and_varies_its_set_up() -> None:
    view = GAME.show(GAME.view(GAME.start({}, HmacChance(SEED, "set-up")).state, "south"))
    found = {ENGINE.think(Task(view, Level.GENERAL, seed)).orders for seed in range(12)}
    assert len(found) > 3
    assert all(handful.startswith("handful 25x3 ") for handful, _ in found)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("options", ODD_OPTIONS)
def test_every_answer_is_legal(options: Mapping[str, Any], level: Level) -> None:
    chance, state = HmacChance(SEED, str(level)), GAME.start(options, HmacChance(SEED, "start")).state
    for turn in range(60):
        if state.outcome is not None:
            break
        sheets = {}
        for seat in sorted(GAME.phase(state).owing):
            view = GAME.view(state, seat)
            shown = GAME.show(view)
            assert GAME.show(GAME.view(ENGINE.sample(shown, Random(turn)), seat)) == shown
            found = ENGINE.think(Task(shown, level, turn, nodes=40))
            assert found.nodes <= 41 and -1000 <= found.value <= 1000 and found.line.endswith(".")
            sheets[seat] = [order for text in found.orders for order in GAME.parse(view, text)]
            assert tuple(map(str, sheets[seat])) == found.orders
            GAME.check(view, sheets[seat])
        state = GAME.resolve(state, sheets, chance).state
