"""Records of what one seat knows of a game that goes on: they have `"view": "dark"`, or `"view": "*"` for
what everybody knows.

Such a record has the events that the seat may see, its own orders and those that are published, but no states
and no seeds. So it cannot be played again; what can be checked is checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from adjudicator.claims import check_repeated, events_of, game_of, results_of
from adjudicator.course import RESEED, UNDO, Course
from adjudicator.errors import GameError, PositionError
from adjudicator.game import AnyGame
from adjudicator.seals import check_seals, seals_of
from adjudicator.seeding import source_of, sources

EVERYBODY = "*"
KINDS = ("start", "resolve", "declare", UNDO, RESEED)


@dataclass(frozen=True)
class Seen:
    """What was found in a view. steps: how many; faults, notes, results, undone: as in a `Report`"""

    steps: int
    undone: int
    faults: tuple[str, ...]
    notes: tuple[str, ...]
    results: tuple[str, ...] = ()


def check(all_games: Mapping[str, AnyGame], record: Mapping[str, Any]) -> Seen:
    """Check what can be checked: the form, the numbers of results, the seals of orders that are there. Never
    raises for a wrong record."""
    done = undone = 0
    faults, results = list[str](), list[str]()
    view = record.get("view")
    try:
        game = game_of(all_games, record)
        seats = game.seats(game.options(record.get("options", {})))
        if view != EVERYBODY and view not in seats:
            raise PositionError(f"there is no seat {view!r}")
        if record.get("outcome") is not None:
            faults.append("a view is of a game that goes on, and has no outcome")
        if record.get("status", "playing") != "playing":
            faults.append(f"a view is of a game that goes on, its status is {record['status']!r}")
        steps = list(record.get("steps", ()))
        if not steps or steps[0].get("kind") != "start":
            raise PositionError("a record begins with its start")
        if record.get("seed") is not None or any(step.get("seed") is not None for step in steps):
            faults.append("a view has no seed")
        course = Course()
        for step in steps:
            if step["kind"] not in KINDS:
                raise PositionError(f"unknown kind of step {step['kind']!r}")
            course.add(step)
            undone += step["kind"] == UNDO
            if "state" in step:
                faults.append(f"step {done}: a view has no states")
            if seals_of(step):
                told = check_seals(str(record.get("game_id", "")), step)
                faults += [f"step {done}: {fault}" for fault in told]
            done += 1
        by_step = events_of(game, steps)
        results = results_of(by_step)
        drawn_from = sources(record, steps)
        faults += check_repeated(dict(enumerate(by_step)), partial(source_of, drawn_from))
    except (GameError, ValueError) as error:
        faults.append(f"step {done}: {error}")
    except (KeyError, TypeError, AttributeError) as error:
        faults.append(f"step {done}: the record has another form than expected ({error!r})")
    whose = "everybody knows" if view == EVERYBODY else f"{view} knows"
    note = f"this is what {whose} of a game that goes on: it can be played again when the game is over"
    return Seen(done, undone, tuple(faults), (note,), tuple(results))
