"""The short game at the end of each course can be won against its recruit, and is short."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.registry import games
from engines.engine import Level, Task
from engines.registry import engine_for
from lessons import course
from lessons.lesson import LAST, Kind
from maps.boards import boards
from tests.tiers import SOAK

GAMES = games(boards())
SHORT = 40
"""So many answers at most."""


def played(key: str, number: int) -> tuple[Kind | None, int]:
    """How a game between a sergeant and the lesson's computers ended, and how often the sergeant moved."""
    game = GAMES[key]
    engine, lesson = engine_for(game), course.load(game).lesson(LAST)
    own, state, turn = 0, course.begin(game, lesson).state, 0
    while game.outcome(state) is None and own < 2 * SHORT:
        sheets: dict[str, Any] = {}
        for seat in sorted(game.phase(state).owing):
            level = Level.SERGEANT if seat == lesson.seat else Level[lesson.against.upper()]
            view = game.view(state, seat)
            task = Task(game.show(view), level, 1000 * number + turn)
            sheets[seat] = game.parse(view, "; ".join(engine.think(task).orders))
            own += seat == lesson.seat
        chance = HmacChance(bytes(32), f"{key}{number}", game.drawn(state))
        state, turn = game.resolve(state, sheets, chance).state, turn + 1
    told = course.ended(game, lesson, state)
    return told.kind if told else None, own


@pytest.mark.parametrize("key", course.games_with_lessons())
def test_the_game_is_won_and_short(key: str) -> None:
    found = [played(key, number) for number in range(20 if SOAK else 3)]
    short = [kind for kind, own in found if kind == Kind.SOLVED and own <= SHORT]
    assert 3 * len(short) >= 2 * len(found), found
