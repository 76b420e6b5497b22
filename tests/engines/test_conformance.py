"""What every engine keeps, of every game, in positions of random play under all of its option sets."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from adjudicator.game import Seat
from adjudicator.registry import names
from engines.engine import WIN, Level, Task
from engines.lines import task_from_json, task_to_json
from engines.registry import PLACES, engine_for
from engines.simple import GreedyEngine, RandomEngine
from tests.conformance import GAMES, OPTION_SETS, SCENARIOS, states
from tests.tiers import SOAK

ENGINES = [(key, number) for key, number in SCENARIOS if key in PLACES]
NODES = 60
STEP = 1 if SOAK else 4
"""Every so many positions of random play are looked at."""


def positions(key: str, number: int) -> Iterator[tuple[Any, Seat]]:
    """States with a seat that owes an order: a different one from state to state."""
    game = GAMES[key]
    for at, state in enumerate(states(key, number)):
        if (at == 0 or at % STEP == 0) and (owing := sorted(game.phase(state).owing)):
            yield state, owing[at // STEP % len(owing)]


def shown(key: str, state: Any, seat: Seat | None) -> Mapping[str, Any]:
    """A view as it travels: JSON, there and back."""
    game = GAMES[key]
    found: Mapping[str, Any] = json.loads(json.dumps(game.show(game.view(state, seat))))
    return found


def test_every_game_has_an_engine() -> None:
    assert set(PLACES) == set(names())


@pytest.mark.parametrize(("key", "number"), ENGINES)
def test_orders_are_legal(key: str, number: int) -> None:
    game, engine = GAMES[key], engine_for(GAMES[key])
    for at, (state, seat) in enumerate(positions(key, number)):
        view = game.view(state, seat)
        for level in list(Level) if at < 2 else [list(Level)[at % 4]]:
            thought = engine.think(Task(shown(key, state, seat), level, at, NODES))
            orders = game.parse(view, "\n".join(thought.orders))
            game.check(view, orders)
            assert tuple(str(order) for order in orders) == thought.orders, "canonical texts"
            assert -WIN <= thought.value <= WIN
            assert thought.line.endswith((".", "!", "?")), thought.line
            assert "\n" not in thought.line
            assert len(thought.line) < 150
            assert thought.letters == ()


@pytest.mark.parametrize(("key", "number"), ENGINES)
def test_a_sample_agrees_with_the_view(key: str, number: int) -> None:
    """All that is drawn gives the same view again; and is a state that the rules load."""
    game, engine = GAMES[key], engine_for(GAMES[key])
    for at, (state, seat) in enumerate(positions(key, number)):
        view = shown(key, state, seat)
        for seed in range(3):
            drawn = engine.sample(view, Random(100 * at + seed))
            assert game.show(game.view(drawn, seat)) == view
            assert game.load(game.dump(drawn)) == drawn


@pytest.mark.parametrize(("key", "number"), ENGINES)
def test_what_is_hidden_changes_no_order(key: str, number: int) -> None:
    """Two games that differ only in what a seat may not know are one to its engine."""
    engine = engine_for(GAMES[key])
    for at, (state, seat) in enumerate(positions(key, number)):
        other = engine.sample(shown(key, state, seat), Random(at))
        thoughts = {
            engine.think(Task(shown(key, each, seat), Level.SERGEANT, at, 20)) for each in (state, other)
        }
        assert len(thoughts) == 1


@pytest.mark.parametrize(("key", "number"), ENGINES)
def test_the_simple_ones_play_by_the_rules(key: str, number: int) -> None:
    game, engine = GAMES[key], engine_for(GAMES[key])
    for at, (state, seat) in enumerate(positions(key, number)):
        view = game.view(state, seat)
        for simple in (RandomEngine(engine), GreedyEngine(engine)):
            thought = simple.think(Task(shown(key, state, seat), Level.RECRUIT, at))
            game.check(view, game.parse(view, "\n".join(thought.orders)))


@pytest.mark.parametrize("key", sorted(PLACES))
def test_more_nodes_for_a_higher_level(key: str) -> None:
    nodes = [engine_for(GAMES[key]).nodes(level) for level in Level]
    assert nodes == sorted(nodes)
    assert nodes[0] > 0


@pytest.mark.parametrize("key", sorted(PLACES))
def test_the_judge_knows_the_end(key: str) -> None:
    """A finished game is a win for the first, and less for the others; a draw of all is even."""
    game, engine = GAMES[key], engine_for(GAMES[key])
    for number in range(len(OPTION_SETS[key])):
        state = states(key, number)[-1]
        living = [seat for seat in game.seats(game.dump(state)["options"]) if game.declarations(state, seat)]
        for seat in living[1:]:
            if game.outcome(state) is None and "concede" in game.declarations(state, seat):
                state = game.declare(state, seat, "concede").state
        outcome = game.outcome(state)
        if outcome is None:
            continue
        order = sorted(outcome.places, key=lambda seat: outcome.places[seat])
        values = [engine.judge(state, seat) for seat in order]
        assert values == sorted(values, reverse=True)
        assert all(-WIN <= value <= WIN for value in values)
        if outcome.places[order[0]] < outcome.places[order[-1]]:
            assert values[0] > 0 > values[-1]


def digest_of_thoughts(key: str) -> str:
    """A hash of what an engine answers to a few tasks."""
    found = hashlib.sha256()
    for number in range(len(OPTION_SETS[key])):
        for at, (state, seat) in enumerate(positions(key, number)):
            level = list(Level)[(at + number) % 4]
            thought = engine_for(GAMES[key]).think(Task(shown(key, state, seat), level, 7, NODES))
            found.update(repr(thought).encode())
            if at >= 2 and not SOAK:
                break
    return found.hexdigest()


@pytest.mark.parametrize("key", sorted(PLACES))
def test_the_same_thought_in_any_process(key: str) -> None:
    """Whatever order Python's sets have: it differs from process to process."""
    code = f"from tests.engines.test_conformance import digest_of_thoughts as d; print(d({key!r}))"
    told = {digest_of_thoughts(key)}
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        )
        told.add(run.stdout.strip())
    assert len(told) == 1


@pytest.mark.parametrize("key", sorted(PLACES))
def test_a_task_travels_as_json(key: str) -> None:
    state, seat = next(positions(key, 0))
    task = Task(shown(key, state, seat), Level.GENERAL, 5, NODES)
    assert task_from_json(json.loads(json.dumps(task_to_json(task)))) == task
