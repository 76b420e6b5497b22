"""The short game at the end of each course can be won against its recruit, and is short."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.registry import games
from engines.engine import Level, Task
from engines.registry import engine_for
from engines.simple import GreedyEngine
from lessons import course
from lessons.lesson import LAST, Kind
from maps.boards import boards
from tests.tiers import SOAK

GAMES = games(boards())
SHORT = 40
"""So many answers at most."""
FIRST = 15
"""The same, of the first course's game."""


def played(
    key: str, number: int, own_level: Level = Level.SERGEANT, *, greedy: bool = False
) -> tuple[Kind | None, int]:
    """How a game between a sergeant and the lesson's computers ended, and how often the sergeant moved.

    own_level: in the sergeant's place;  greedy: whoever looks at nothing but the own move
    """
    game = GAMES[key]
    engine, lesson = engine_for(game), course.load(game).lesson(LAST)
    mover = GreedyEngine(engine) if greedy else engine
    own, state, turn = 0, course.begin(game, lesson).state, 0
    while game.outcome(state) is None and own < 2 * SHORT:
        sheets: dict[str, Any] = {}
        for seat in sorted(game.phase(state).owing):
            is_own, view = seat == lesson.seat, game.view(state, seat)
            level = own_level if is_own else Level[lesson.against.upper()]
            thought = (mover if is_own else engine).think(Task(game.show(view), level, 1000 * number + turn))
            sheets[seat] = game.parse(view, "; ".join(thought.orders))
            own += is_own
        chance = HmacChance(bytes(32), f"{key}{number}", game.drawn(state))
        state, turn = game.resolve(state, sheets, chance).state, turn + 1
    told = course.ended(game, lesson, state)
    return told.kind if told else None, own


@pytest.mark.parametrize("key", course.games_with_lessons())
def test_the_game_is_won_and_short(key: str) -> None:
    found = [played(key, number) for number in range(20 if SOAK else 3)]
    short = [kind for kind, own in found if kind == Kind.SOLVED and own <= SHORT]
    assert 3 * len(short) >= 2 * len(found), found


@pytest.mark.parametrize("greedy", [False, True])
def test_a_newcomer_wins_the_first_game(greedy: bool) -> None:
    """Commander-In-Chief's, the first that most people play: who is as weak as the other side wins it almost
    always within a few turns, and mostly even who never looks at a reply."""
    found = [played("cic", number, Level.RECRUIT, greedy=greedy) for number in range(60 if SOAK else 20)]
    won = [own for kind, own in found if kind == Kind.SOLVED and own <= FIRST]
    assert 5 * len(won) >= 4 * len(found), found
