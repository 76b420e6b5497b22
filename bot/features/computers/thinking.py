"""What a worker does for a computer: its engine thinks. Only what the seat may see goes in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from random import Random

from adjudicator.codec import canonical
from adjudicator.registry import rules
from engines.engine import Engine, Letter, Level, Task
from engines.registry import engine_for
from maps.boards import boards

WORSE = -100
"""A seat that is not to move takes a draw at once if it stands no better (see `engines.engine.WIN`);
else its engine decides when it is to move."""

Written = tuple[str, str, str]
"""A letter: sender, recipient ("*": everybody), text."""


def think(
    game: str, version: int, view: str, level: int, seed: int, letters: Sequence[Written], talks: bool
) -> tuple[tuple[str, ...], tuple[Written, ...]]:
    """Return the orders of a seat, and the letters it sends. view: what `Game.show` writes, as JSON"""
    task = Task(
        json.loads(view),
        Level(level),
        seed,
        letters=tuple(Letter(*written) for written in letters),
        talks=talks,
    )
    thought = _engine(game, version).think(task)
    written = tuple((letter.sender, letter.to, letter.text) for letter in thought.letters)
    return tuple(thought.orders), written


def prepare(game: str, version: int) -> None:
    """Make the engine of a game, which stays."""
    _engine(game, version)


def advise(game: str, version: int, view: str, level: int, seed: int) -> tuple[tuple[str, ...], str]:
    """Return the orders that a level would give for a seat, and what they are for, in words."""
    thought = _engine(game, version).think(Task(json.loads(view), Level(level), seed))
    return tuple(thought.orders), thought.line


def agrees(game: str, version: int, view: str, seed: int) -> bool:
    """Return whether a seat that owes no order takes the draw it is offered, without any search."""
    shown, engine = json.loads(view), _engine(game, version)
    return engine.judge(engine.sample(shown, Random(seed)), shown["seat"]) <= WORSE


def guess(game: str, version: int, view: str, seed: int) -> str:
    """Return a full state that agrees with a view, as canonical JSON: what is hidden is made up."""
    engine = _engine(game, version)
    return canonical(engine.game.dump(engine.sample(json.loads(view), Random(seed))))


@cache
def _engine(game: str, version: int) -> Engine:
    return engine_for(rules(boards())[game, version])
