"""What a worker does for an analysis: its engine studies one step of a game that is over."""

from __future__ import annotations

import json
from functools import cache

from adjudicator.chance import CHANCE_EVENTS
from adjudicator.codec import canonical, event_from_json
from adjudicator.registry import rules
from engines.analysis import Act, study_to_json
from engines.analysis import study as studied
from engines.engine import Engine
from engines.registry import engine_for
from maps.boards import boards


def study(game: str, version: int, options: str, step: str, before: str, after: str, decisions: int) -> str:
    """Return the study of a step, as JSON. All texts are JSON; before: "" at the start
    step: {"number": …, "kind": …, "orders": {seat: […]}, "events": […]}"""
    engine, told = _engine(game, version), json.loads(step)
    kinds = {**engine.game.events(), **CHANCE_EVENTS}
    act = Act(
        told["number"],
        told["kind"],
        engine.game.load(json.loads(before)) if before else None,
        engine.game.load(json.loads(after)),
        {seat: tuple(orders) for seat, orders in told["orders"].items()},
        tuple(event_from_json(kinds, event) for event in told["events"]),
    )
    return canonical(study_to_json(studied(engine, json.loads(options), act, decisions)))


@cache
def _engine(game: str, version: int) -> Engine:
    return engine_for(rules(boards())[game, version])
