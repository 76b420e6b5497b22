"""The computer opponent of New York 2047: its view of the rules, and what it finds in positions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.newyork2047 import NewYork2047
from adjudicator.newyork2047.adjust import after_moves
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.resolve import resolve_moves
from adjudicator.newyork2047.state import Field, State
from engines.engine import Level, Task
from engines.newyork2047.ahead import look, plan
from engines.newyork2047.engine import NewYorkEngine
from engines.simple import random_sheet
from maps.boards import board

CHANCE = HmacChance(bytes(32), "test")


@cache
def engine() -> NewYorkEngine:
    return NewYorkEngine(NewYork2047(board("newyork2047")))


def orders(position: Mapping[str, Any], seat: str, level: Level = Level.GENERAL, **task: Any) -> set[str]:
    """Return what the engine orders in a position."""
    game = engine().game
    view = game.show(game.view(game.position(position), seat))
    return set(engine().think(Task(view, level, **task)).orders)


def random_game(seed: int, turns: int) -> list[State]:
    """Return the states of a game in which everybody orders anything."""
    game, random = engine().game, Random(seed)
    states = [game.start({}, CHANCE).state]
    while len(states) < turns and states[-1].outcome is None:
        state = states[-1]
        owing = sorted(game.phase(state).owing)
        sheets = {seat: random_sheet(game, game.view(state, seat), random) for seat in owing}
        states.append(game.resolve(state, sheets, CHANCE).state)
    return states


@pytest.mark.parametrize("seed", range(6))
def test_looking_ahead_gives_the_position_that_the_rules_give(seed: int) -> None:
    """Units, control and loyalties after the moves are the adjudicator's, eliminations too."""
    game, random = engine().game, Random(seed)
    map_ = engine().chart.board
    for state in random_game(seed, 24):
        if state.phase not in ("spring", "fall"):
            continue
        for _ in range(8):
            sheets = {
                seat: random_sheet(game, game.view(state, seat), random)
                for seat in sorted(game.phase(state).owing)
            }
            field = Field(map_, state)
            moved = resolve_moves(field, sheets)
            seen = look(field, [plan(field, seat, sheets[seat]) for seat in SEATS if seat in sheets])
            ended = after_moves(map_, state, moved, sheets).state
            gone = set(state.homes) - set(ended.homes)
            assert set(seen.gone) == gone
            assert seen.control == ended.control
            assert seen.turretons == ended.turretons
            assert seen.units == [unit for unit in moved.units if unit.seat not in gone]
