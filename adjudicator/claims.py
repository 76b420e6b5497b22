"""What a record claims, read: its game, its events, its results of chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from adjudicator.chance import CHANCE_EVENTS, Lot, in_words
from adjudicator.codec import canonical, event_from_json, event_to_json
from adjudicator.errors import PositionError
from adjudicator.game import AnyGame, Event
from adjudicator.registry import game_named
from adjudicator.seeding import Source

FORMAT = "fieldpost-game/1"
CHANCE_TYPES = tuple(CHANCE_EVENTS.values())


def game_of(all_games: Mapping[str, AnyGame], record: Mapping[str, Any]) -> AnyGame:
    """Find the game of a record. Raises GameError if it is none, or of other rules."""
    if record.get("format") != FORMAT:
        raise PositionError(f"no record: format is {record.get('format')!r}, not {FORMAT}")
    game = game_named(all_games, record.get("game"))
    version = record.get("rules_version")
    if type(version) is not int or version != game.rules_version:
        raise PositionError(f"the record is of rules version {version}, this is {game.rules_version}")
    return game


def events_of(game: AnyGame, steps: Iterable[Mapping[str, Any]]) -> list[list[Event]]:
    """Read the events of each step. Raises PositionError for one that the game does not know."""
    kinds = {**game.events(), **CHANCE_EVENTS}
    return [[event_from_json(kinds, data) for data in step.get("events", ())] for step in steps]


def results_of(by_step: Iterable[Iterable[Event]]) -> list[str]:
    """Write the chance events as JSON, one line each."""
    told = (event for events in by_step for event in events if isinstance(event, CHANCE_TYPES))
    return [canonical(event_to_json(event)) for event in told]


def check_status(record: Mapping[str, Any], *, ended: bool) -> list[str]:
    """Check what a record says of itself: that the game was over, or went on, when it was made. Older records
    say nothing. One that is over may have no result: it was broken off.

    >>> check_status({"status": "playing"}, ended=True)
    ['the game is over, the record says that it is playing']
    >>> check_status({"status": "over"}, ended=False), check_status({}, ended=True)
    ([], [])
    """
    if "status" not in record:
        return []
    status = record["status"]
    if status not in ("over", "playing"):
        return [f"its status is over or playing, the record says {status!r}"]
    if ended and status == "playing":
        return ["the game is over, the record says that it is playing"]
    return []


def check_repeated(by_step: Mapping[int, Sequence[Event]], source: Callable[[int], Source]) -> list[str]:
    """Find results of one number that differ though they come from the same seed, which is not known. source:
    where the chance of a step comes from"""
    faults, known = [], dict[tuple[int, str], tuple[int, str]]()
    for number, event in ((number, event) for number, events in by_step.items() for event in events):
        if not isinstance(event, CHANCE_TYPES):
            continue
        kind, result = in_words(event)
        what = f"{kind} #{getattr(event, 'n', None)!r}" + (
            f" of {event.of!r}" if isinstance(event, Lot) else ""
        )
        first, before = known.setdefault((source(number).step, what), (number, result))
        if before != result:
            faults.append(f"step {number}: {what} gave {result}; in step {first} it gave {before}")
    return faults
