"""Random games that are watched: every state must be what the events say."""

from __future__ import annotations

import json
import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from adjudicator.codec import event_to_json
from adjudicator.game import AnyGame, Resolution
from adjudicator.registry import games
from maps.boards import boards

GAMES = games(boards())
Json = dict[str, Any]
Step = Callable[[random.Random, Any, float], tuple[str, Resolution[Any]]]
"""A turn or, with that probability, a declaration: what was done, and what came of it."""


class Bookkeeper(ABC):
    """Follows a game by its events. dump: the state before;  seen: how often each event came"""

    game: ClassVar[AnyGame]

    def __init__(self, state: Any) -> None:
        self.dump = self.game.dump(state)
        self.seen = Counter[str]()

    def watch(self, what: str, resolution: Resolution[Any]) -> None:
        before, after = self.dump, self.game.dump(resolution.state)
        events = [event_to_json(event) for event in resolution.events]
        self.seen.update(event["type"] for event in events)
        try:
            self.look(before, after, events, resolution)
            assert self.game.load(json.loads(json.dumps(after))) == resolution.state
        except AssertionError as error:
            error.add_note(f"{what}\n{json.dumps(before)}\n{events}\n{json.dumps(after)}")
            raise
        self.dump = after

    @abstractmethod
    def look(self, before: Json, after: Json, events: list[Json], resolution: Resolution[Any]) -> None:
        """Find the state after these events to be what they say."""


def play(
    book: Bookkeeper, rng: random.Random, state: Any, step: Step, loud: float, seen: Counter[str], most: int
) -> Any:
    """A random game, watched to its end, or for so many resolutions: the last state. loud: see `Step`"""
    game = book.game
    for _ in range(most):
        if game.outcome(state) is not None:
            break
        what, resolution = step(rng, state, loud)
        book.watch(what, resolution)
        state = resolution.state
    seen.update(book.seen)
    seen["resolutions"] += game.phase(state).turn
    outcome = game.outcome(state)
    if outcome is not None:
        seats = game.seats(game.dump(state)["options"])
        assert not any(list(game.legal(game.view(state, seat))) for seat in seats)
        seen[outcome.reason] += 1
    return state


def must_have_seen(seen: Counter[str], what: Iterable[str], batch: int) -> None:
    """The batch of every test run is such that what is rare came in it."""
    assert batch or min(seen[each] for each in what) > 0, seen
