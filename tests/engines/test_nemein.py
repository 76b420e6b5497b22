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
