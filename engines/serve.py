"""The engines as a program: one JSON object a line in, one a line out (docs/engines.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from adjudicator.errors import GameError
from adjudicator.game import AnyGame
from engines.engine import Level, Thought
from engines.lines import task_from_json, thought_to_json
from engines.registry import PLACES, engine_for
from engines.simple import GreedyEngine, RandomEngine

MOST_STATES = 1000


class Serving:
    """Answers tasks about the given games. Stateless between lines."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self._games = games
        self._ops = {"think": self._think, "sample": self._sample, "engines": self._engines}

    def lines(self, source: Iterable[str]) -> Iterator[str]:
        """Answer every line that is not blank."""
        for line in source:
            if line.strip():
                yield json.dumps(self._answer(line), separators=(",", ":"))

    def _answer(self, line: str) -> dict[str, Any]:
        try:
            request = json.loads(line)
        except (ValueError, RecursionError):
            return {"id": None, "error": "the line is no JSON"}
        if not isinstance(request, dict):
            return {"id": None, "error": "a request is a JSON object"}
        answer: dict[str, Any] = {"id": request.get("id")}
        try:
            op = request.get("op", "think")
            if op not in self._ops:
                raise ValueError(f"unknown op {op!r}; there are {', '.join(self._ops)}")
            return answer | self._ops[op](request)
        except (GameError, ValueError) as error:
            return answer | {"error": str(error)}
        except (LookupError, TypeError, AttributeError) as error:
            return answer | {"error": f"the request has another form than expected: {error!r}"}

    def _game(self, request: Mapping[str, Any]) -> AnyGame:
        game = self._games.get(str(request.get("game")))
        if game is None or game.key not in PLACES:
            raise ValueError(f"{request.get('game')!r} is no game; they are {', '.join(sorted(PLACES))}")
        return game

    def _think(self, request: Mapping[str, Any]) -> dict[str, Any]:
        game, level = self._game(request), request.get("level")
        engine = engine_for(game)
        simple = {"random": RandomEngine, "greedy": GreedyEngine}.get(str(level))
        if simple is not None:
            task = task_from_json({**request, "level": str(Level.RECRUIT)})
            return thought_to_json(simple(engine).think(task))
        task = task_from_json(request)
        if task.view["seat"] not in task.view.get("owing", ()):
            return thought_to_json(Thought((), 0, "Nothing is to be ordered now."))
        return thought_to_json(engine.think(task))

    def _sample(self, request: Mapping[str, Any]) -> dict[str, Any]:
        game, task = self._game(request), task_from_json(request)
        count, random = request.get("count", 1), Random(task.seed)
        if not isinstance(count, int) or not 1 <= count <= MOST_STATES:
            raise ValueError(f'"count" is 1 to {MOST_STATES}')
        engine = engine_for(game)
        return {"states": [game.dump(engine.sample(task.view, random)) for _ in range(count)]}

    def _engines(self, request: Mapping[str, Any]) -> dict[str, Any]:
        return {
            "engines": {
                key: {str(level): engine_for(self._games[key]).nodes(level) for level in Level}
                for key in sorted(PLACES)
            }
        }
