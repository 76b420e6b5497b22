"""Who can play in a match: a level, a simple engine, or a program that speaks the protocol."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from typing import Any, Protocol

from adjudicator.errors import GameError
from adjudicator.game import AnyGame
from engines.engine import Engine, Level, Task, Thought
from engines.lines import task_to_json, thought_from_json
from engines.registry import engine_for
from engines.simple import GreedyEngine, RandomEngine

LEVELS: Mapping[str, Level] = {str(level): level for level in Level}
SIMPLE: Mapping[str, type[RandomEngine]] = {"random": RandomEngine, "greedy": GreedyEngine}


_CLASS = re.compile(r"([\w.]+):([A-Z]\w*)(?::(\d+))?")


class Player(Protocol):
    """Gives a seat's orders in a match."""

    def think(self, task: Task) -> Thought: ...

    def close(self) -> None:
        """End what it has begun."""


class EnginePlayer:
    """An engine at a level. nodes: in place of the level's own"""

    def __init__(self, engine: Engine, level: Level, nodes: int | None = None) -> None:
        self._engine, self._level, self._nodes = engine, level, nodes

    def think(self, task: Task) -> Thought:
        return self._engine.think(replace(task, level=self._level, nodes=self._nodes))

    def close(self) -> None:
        pass


class CommandError(GameError):
    """A program did not answer as the protocol says."""


class CommandPlayer:
    """A program that answers JSON lines, as `python -m engines serve` does."""

    def __init__(self, command: str, game: AnyGame) -> None:
        self._command, self._game = command, game
        self._count = 0
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        except (OSError, ValueError) as error:
            raise CommandError(f"{command!r} is no level, no simple engine and no command: {error}") from None

    def think(self, task: Task) -> Thought:
        self._count += 1
        request = {"id": self._count, "op": "think", "game": self._game.key, **task_to_json(task)}
        line = ""
        with suppress(BrokenPipeError):
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        try:
            answer: Any = json.loads(line)
            if answer.get("error"):
                raise CommandError(f"{self._command!r} says: {answer['error']}")
            return thought_from_json(answer, task.view["seat"])
        except (ValueError, AttributeError, KeyError, TypeError) as error:
            said = line.strip()[:80] or "nothing"
            raise CommandError(f"{self._command!r} answered {said!r}: {error!r}") from None

    def close(self) -> None:
        with suppress(BrokenPipeError):
            self._process.communicate(timeout=10)
        self._process.kill()


def player(name: str, game: AnyGame) -> Player:
    """Make the player of a name: "captain", "captain:2000" (with so many nodes), "random", "greedy", a Python
    class such as "bench.opponents:Uct", which is given the game's engine and thinks with a general's nodes,
    or a command. Raises CommandError."""
    if found := _CLASS.fullmatch(name):
        made: Engine = getattr(import_module(found[1]), found[2])(engine_for(game))
        return EnginePlayer(made, Level.GENERAL, int(found[3]) if found[3] else None)
    kind, _, nodes = name.partition(":")
    budget = int(nodes) if nodes.isdecimal() else None
    if kind in LEVELS and (budget or not nodes):
        return EnginePlayer(engine_for(game), LEVELS[kind], budget)
    if kind in SIMPLE and (budget or not nodes):
        return EnginePlayer(SIMPLE[kind](engine_for(game)), Level.RECRUIT, budget)
    return CommandPlayer(name, game)
