"""A fake engine for all games, quick and simple; what a test sets of it holds for that test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from random import Random
from typing import Any, ClassVar

import pytest

from adjudicator.game import AnyGame
from adjudicator.registry import rules
from bot.features.analysis import studying
from bot.features.computers import thinking
from engines import registry
from engines.engine import Engine, Level, Task, Thought
from engines.simple import RandomEngine
from maps.boards import boards

GAMES = ("cic", "nemein", "newyork2047", "nme", "ww3")


class Quick:
    """Answers from `Quick.answer`, which sees the task; without one it plays the first legal order."""

    answer: Callable[[AnyGame, Task], Thought] | None = None
    value = 0
    tasks: ClassVar[list[Task]] = []

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def think(self, task: Task) -> Thought:
        Quick.tasks.append(task)
        if Quick.answer is not None:
            return Quick.answer(self.game, task)
        return Thought((), 0, "I take the default.")

    def sample(self, view: Mapping[str, Any], random: Random) -> Any:
        return view

    def judge(self, state: Any, seat: str) -> int:
        return Quick.value

    def nodes(self, level: Level) -> int:
        return 1


@contextmanager
def quick_engines() -> Iterator[type[Quick]]:
    """All games have this engine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engines.registry.PLACES", dict.fromkeys(GAMES, f"{__name__}:Quick"))
        patch.setattr(Quick, "answer", None)
        patch.setattr(Quick, "value", 0)
        patch.setattr(Quick, "tasks", [])
        thinking._engine.cache_clear()
        studying._engine.cache_clear()
        yield Quick
    thinking._engine.cache_clear()
    studying._engine.cache_clear()


def orders(*told: str) -> Thought:
    return Thought(tuple(told), 0, "So be it.")


def by_turns(*told: str) -> Callable[[AnyGame, Task], Thought]:
    """Answer with one of these after the other."""
    left = iter(told)
    return lambda game, task: orders(next(left))


def each(*sheets: tuple[str, ...]) -> Callable[[AnyGame, Task], Thought]:
    """As `by_turns`, with several orders each."""
    left = iter(sheets)
    return lambda game, task: orders(*next(left))


REAL = dict(registry.PLACES)
"""Where the real engines are."""


@contextmanager
def real_engines(nodes: int = 40) -> Iterator[None]:
    """Games have their real engines, which look at so many positions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engines.registry.PLACES", REAL)
        patch.setattr(thinking, "Task", partial(Task, nodes=nodes))
        thinking._engine.cache_clear()
        yield
    thinking._engine.cache_clear()


@cache
def _real(key: str, version: int) -> Engine:
    game = rules(boards())[key, version]
    module, _, name = REAL[key].partition(":")
    made: Engine = getattr(import_module(module), name)(game)
    return made


def anything_legal(game: AnyGame, task: Task) -> Thought:
    """Answer with any legal orders."""
    return RandomEngine(_real(game.key, game.rules_version)).think(task)
