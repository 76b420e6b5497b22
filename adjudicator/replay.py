"""Records of games: replay them byte for byte, and verify what was published.

A record is a JSON object (docs/records.md shows it in full):

    {"format": "fieldpost-game/1", "game": "cic", "rules_version": 1, "game_id": "k7f3",
     "options": {…}, "commitment": "<hex>", "seed": "<hex>" | null,
     "steps": [{"kind": "start", "turn": 0, "events": […], "state": "<sha-256>"},
               {"kind": "resolve", "turn": 0, "orders": {"dark": ["e7-e6"]}, "events": […], "state": …},
               {"kind": "declare", "turn": 1, "seat": "light", "what": "draw", "events": […], "state": …},
               {"kind": "undo", "turn": 1, "to": 0, "events": [], "state": …},
               {"kind": "reseed", "turn": 0, "events": [], "state": …, "commitment": …, "seed": …}],
     "outcome": {"reason": …, "places": {…}} | null}

`turn` is the turn before the step, `state` the digest of the canonical state after it. The start's events
may begin with the lots that seated the players. After an undo the state of step `to` (from 0) holds again,
so the numbers of chance results go back, too: the same act meets the same result. After a reseed, and after
an undo that has a `commitment` and a `seed`, chance comes from another seed (adjudicator/records.py). A step
that resolved a sealed phase may have `"seals": {seat: {"salt": …, "sha256": …}}`, one for each seat in its
orders (adjudicator/records.py).

Where a seed is not in the record, steps are played with the results that they claim. A record with a `view`
("dark", or "*" for everybody) is what one seat knows of a game that goes on: the events that it may see, its
own orders and those that are published, no states, no seeds. It cannot be played again; what can be checked
is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import Any

from adjudicator.chance import CHANCE_EVENTS, Chance, HmacChance, Lot, Proof, ScriptedChance, prove, untrue
from adjudicator.codec import canonical, digest, event_from_json, event_to_json
from adjudicator.errors import GameError, PositionError
from adjudicator.game import AnyGame, Event, Resolution, Seat
from adjudicator.records import (
    CHANCE_TYPES,
    RESEED,
    UNDO,
    Course,
    Source,
    check_repeated,
    check_seals,
    check_sources,
    check_status,
    digest_of,
    events_of,
    first_results,
    game_of,
    gone,
    results_of,
    seals_of,
    source_of,
    sources,
)

EVERYBODY = "*"
VIEW_STEPS = ("start", "resolve", "declare", UNDO, RESEED)


@dataclass(frozen=True)
class Drawn:
    """One chance event of a record. step: its number, from 0; when: "start", "set-up" or "turn 3", with
    ", undone" if that was taken back; seat: whom it was for, None nobody; seed: what it comes from, in hex"""

    step: int
    when: str
    seat: Seat | None
    proof: Proof
    seed: str = ""


@dataclass(frozen=True)
class Report:
    """What `verify` found. faults: one line each, none if all is true; results: the chance events,
    one line each; turns: how many steps were replayed; seals: how many were looked at; drawn: every chance
    event recomputed, if the seed is known; commitment, seed: as the record has them; undone: how many times
    a turn was taken back; notes: what cannot be checked, one line each; sources: the seeds in their order;
    view: whose view the record is, "" if it is whole."""

    game: str
    game_id: str
    turns: int
    results: tuple[str, ...]
    faults: tuple[str, ...]
    seals: int = 0
    drawn: tuple[Drawn, ...] = ()
    commitment: str = ""
    seed: str = ""
    undone: int = 0
    notes: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    view: str = ""
    locks: tuple[tuple[str, str], ...] = ()
    """When sheets were locked, and the digest that was posted then."""

    @property
    def ok(self) -> bool:
        return not self.faults


def chance_for(seed: bytes | None, game_id: str, n: int) -> Chance:
    """Make chance from the seed; without one, chance that raises ValueError when it is needed."""
    return ScriptedChance(n=n) if seed is None else HmacChance(seed, game_id, n)


def play_step(
    game: AnyGame, state: Any, step: Mapping[str, Any], seed: bytes | None, game_id: str
) -> Resolution[Any]:
    """Do one step of a record again that moves the game. Raises GameError if it cannot be.

    seed: None plays it with the results that it claims"""
    chance = _chance_of(step.get("events", ()), seed, game_id, game.drawn(state))
    if step["kind"] == "declare":
        return game.declare(state, step["seat"], step["what"])
    if step["kind"] != "resolve":
        raise PositionError(f"unknown kind of step {step['kind']!r}")
    orders = {
        seat: tuple(order for text in listed for order in game.parse(game.view(state, seat), text))
        for seat, listed in step["orders"].items()
    }
    return game.resolve(state, orders, chance)


def _chance_of(events: Iterable[Mapping[str, Any]], seed: bytes | None, game_id: str, n: int) -> Chance:
    """Make the chance for a step with these events."""
    if seed is not None:
        return HmacChance(seed, game_id, n)
    claimed = (event_from_json(CHANCE_EVENTS, data) for data in events if data.get("type") in CHANCE_EVENTS)
    return ScriptedChance(*(_scripted(event) for event in claimed), n=n)


def _scripted(event: Event) -> bool | int:
    """Return a result as `ScriptedChance` takes it."""
    if isinstance(event, Lot):
        return event.value + 1
    result: bool | int = getattr(event, "heads" if hasattr(event, "heads") else "value")
    return result


def replay(all_games: Mapping[str, AnyGame], record: Mapping[str, Any]) -> list[Resolution[Any]]:
    """Do every step again, in order. Raises GameError if the record cannot be played."""
    return list(playing(all_games, record))


def playing(all_games: Mapping[str, AnyGame], record: Mapping[str, Any]) -> Iterator[Resolution[Any]]:
    """Do the steps again one after another, so that whoever checks them knows which one cannot be played.
    Raises GameError."""
    game = game_of(all_games, record)
    if record.get("view") is not None:
        raise PositionError("this is what one seat knows of a game that goes on: it cannot be played again")
    game_id = str(record.get("game_id", ""))
    course, played = Course(), list[Resolution[Any]]()
    steps = list(record.get("steps", ()))
    drawn_from = sources(record, steps)
    for number, step in enumerate(steps):
        seed = source_of(drawn_from, number).seed
        if not played:
            if step.get("kind") != "start":
                raise PositionError("a record begins with its start")
            events = list(step.get("events", ()))
            lots = len(list(_seating(events)))
            chance = _chance_of(events[lots:], seed, game_id, lots)
            again = game.start(record.get("options", {}), chance)
        elif step["kind"] in (UNDO, RESEED) and game.outcome(played[-1].state) is not None:
            what = "nothing is taken back" if step["kind"] == UNDO else "no other seed takes its place"
            raise PositionError(f"the game is over: {what} any more")
        elif step["kind"] == RESEED:
            again = Resolution(played[-1].state, ())
        elif step["kind"] != UNDO:
            again = play_step(game, played[-1].state, step, seed, game_id)
        course.add(step)
        if step["kind"] == UNDO:
            again = Resolution(played[course.holding[-1]].state, ())
        played.append(again)
        yield again


def verify(
    all_games: Mapping[str, AnyGame],
    record: Mapping[str, Any],
    played: Callable[[Resolution[Any]], None] | None = None,
) -> Report:
    """Check everything that a record claims: the commitment, every chance event, every seal, and that
    replaying the orders gives the same events and states byte for byte. Never raises for a wrong record.

    A record may have no seals at all (older ones have none); if any step has them, none may be missing.

    played: is given each step when it was played again"""
    if not isinstance(record, Mapping):
        return Report("", "", 0, (), ("a record is a JSON object",))
    if record.get("view") is not None:
        return _check_view(all_games, record)
    faults: list[str] = []
    notes: list[str] = []
    locks: list[tuple[str, str]] = []
    results: list[str] = []
    drawn: list[Drawn] = []
    done = sealed = undone = 0
    drawn_from: tuple[Source, ...] = ()
    try:
        game, steps = game_of(all_games, record), list(record.get("steps", ()))
        drawn_from = sources(record, steps)
        game_id = str(record.get("game_id", ""))
        faults, notes = check_sources(drawn_from, game_id, record.get("outcome") is not None)
        faults += _check_seating(game, record, steps)
        if not steps:
            faults.append("there are no steps in the record")
        by_step = events_of(game, steps)
        results = results_of(by_step)
        drawn = _drawn(game_id, drawn_from, steps, by_step)
        faults += untrue(one.proof for one in drawn)
        from_unknown = {
            number: events
            for number, events in enumerate(by_step)
            if source_of(drawn_from, number).seed is None
        }
        faults += check_repeated(from_unknown, partial(source_of, drawn_from))
        for number, step in enumerate(steps):
            sealed += len(seals_of(step))
            wrong = check_seals(game_id, step)
            faults += [f"step {number}: {fault}" for fault in wrong]
        again: list[Resolution[Any]] = []
        turn = 0
        for number, (step, resolution) in enumerate(zip(steps, playing(all_games, record), strict=True)):
            again.append(resolution)
            if played is not None:
                played(resolution)
            if type(step.get("turn")) is not int or step["turn"] != turn:
                faults.append(f"step {number}: its turn is {turn}, the record says {step.get('turn')}")
            faults += _compare(game, number, step, resolution)
            if step["kind"] == "resolve":
                faults += _check_sheets(game, number, step, again[-2].state)
            turn = game.phase(resolution.state).turn
            undone += step["kind"] == UNDO
            done += 1
        faults += _check_unsealed(game, steps, again)
        titles = _titles(game, steps, again)
        drawn = [replace(one, when=titles[one.step]) for one in drawn]
        seats = game.seats(record.get("options", {}))
        locks = [
            (titles[number], digest_of(seals_of(step), seats))
            for number, step in enumerate(steps)
            if seals_of(step)
        ]
        ended = game.outcome(again[-1].state) if again else None
        faults += check_status(record, ended=ended is not None)
        claimed = record.get("outcome")
        truth = None if ended is None else {"reason": ended.reason, "places": dict(ended.places)}
        if canonical(claimed) != canonical(truth):
            faults.append(f"the outcome is {canonical(truth)}, the record says {canonical(claimed)}")
    except (GameError, ValueError) as error:
        faults.append(f"step {done}: {error}")
    except (KeyError, TypeError, AttributeError) as error:
        faults.append(f"step {done}: the record has another form than expected ({error!r})")
    return Report(
        str(record.get("game")),
        str(record.get("game_id")),
        done,
        tuple(results),
        tuple(faults),
        sealed,
        tuple(drawn),
        str(record.get("commitment")),
        str(record.get("seed")),
        undone,
        tuple(notes),
        drawn_from,
        locks=tuple(locks),
    )


def _check_view(all_games: Mapping[str, AnyGame], record: Mapping[str, Any]) -> Report:
    """Check what can be checked of a view: the form, the numbers of results, the seals of orders that are
    there. Never raises for a wrong record."""
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
            if step["kind"] not in VIEW_STEPS:
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
    return Report(
        str(record.get("game")),
        str(record.get("game_id")),
        done,
        tuple(results),
        tuple(faults),
        commitment=str(record.get("commitment")),
        seed=str(record.get("seed")),
        undone=undone,
        notes=(note,),
        view=str(view),
    )


def _titles(game: AnyGame, steps: Sequence[Mapping[str, Any]], again: Sequence[Resolution[Any]]) -> list[str]:
    """Name when each step happened, as people count turns."""
    found = ["start"]
    for before in again[:-1]:
        phase = game.phase(before.state)
        number = phase.turn + 1 if phase.number is None else phase.number
        found.append("set-up" if phase.key == "setup" else f"turn {number}")
    undone = gone(steps)
    return [f"{title}, undone" if number in undone else title for number, title in enumerate(found)]


def _drawn(
    game_id: str,
    drawn_from: Sequence[Source],
    steps: Sequence[Mapping[str, Any]],
    by_step: Sequence[Sequence[Event]],
) -> list[Drawn]:
    """Recompute every chance event whose seed is known, with the number that its step gives it."""
    counts = [sum(isinstance(event, CHANCE_TYPES) for event in events) for events in by_step]
    found = []
    for number, (n, events) in enumerate(zip(first_results(steps, counts), by_step, strict=True)):
        seed = source_of(drawn_from, number).seed
        for proof in prove(seed, game_id, events, n) if seed is not None else ():
            whom = getattr(proof.event, "seat", None)
            found.append(Drawn(number, f"step {number}", whom, proof, seed.hex() if seed else ""))
    return found


def _compare(game: AnyGame, number: int, step: Mapping[str, Any], again: Resolution[Any]) -> list[str]:
    claimed = list(step.get("events", ()))
    if number == 0:
        del claimed[: len(list(_seating(claimed)))]
    faults = []
    events = [event_to_json(event) for event in again.events]
    if canonical(events) != canonical(claimed):
        faults.append(f"step {number}: the events differ: {canonical(events)} is right")
    if digest(game.dump(again.state)) != step.get("state"):
        wrong = "differs" if "state" in step else "is missing"
        faults.append(f"step {number}: the state after it {wrong}")
    return faults


def _check_sheets(game: AnyGame, number: int, step: Mapping[str, Any], before: Any) -> list[str]:
    """Find orders of seats that had none to give: they say nothing to the rules, but something to readers."""
    owing = game.phase(before).owing
    able = {seat for one in owing for seat in game.sharing(before, one)}
    return [f"step {number}: {seat} had no orders to give" for seat in step["orders"] if seat not in able]


def _check_unsealed(game: AnyGame, steps: list[Mapping[str, Any]], again: list[Resolution[Any]]) -> list[str]:
    """Find secret orders without seals where other steps have some: they would be taken out to hide a lie."""
    if not any(seals_of(step) for step in steps):
        return []
    return [
        f"step {number}: its orders were secret and have no seals"
        for number, (before, step) in enumerate(zip(again, steps[1:], strict=False), 1)
        if step.get("kind") == "resolve" and game.phase(before.state).sealed and not seals_of(step)
    ]


def _check_seating(game: AnyGame, record: Mapping[str, Any], steps: list[Mapping[str, Any]]) -> list[str]:
    """Check that seats are drawn in one shuffle: more lots could hide that it was repeated until it pleased.
    Nothing is played again of them, so without a seed no result that a lot can have is looked for anywhere
    else."""
    events = list(_seating(steps[0].get("events", ()))) if steps else []
    lots = [event.get("of") for event in events]
    seats = len(game.seats(record.get("options", {})))
    if lots and (lots != list(range(len(lots) + 1, 1, -1)) or len(lots) >= seats):
        return [f"the lots of the seats are no single shuffle of at most {seats} seats"]
    return [
        f"step 0: lot {n} of the seats is no result of {event['of']} that everybody sees"
        for n, event in enumerate(events)
        if set(event) != {"type", "n", "of", "value"}
        or [type(event["n"]), type(event["value"])] != [int, int]
        or event["n"] != n
        or not 0 <= event["value"] < event["of"]
    ]


def _seating(events: Iterable[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    """Return the lots before a start's own events: they seated the players."""
    return takewhile(lambda event: event.get("type") == "lot", events)
