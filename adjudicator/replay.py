"""Records of games: replay them byte for byte, and verify what was published.

A record is a JSON object (docs/records.md shows it in full):

    {"format": "fieldpost-game/1", "game": "cic", "rules_version": 1, "game_id": "k7f3",
     "options": {…}, "commitment": "<hex>", "seed": "<hex>" | null,
     "steps": [{"kind": "start", "turn": 0, "events": […], "state": "<sha-256>"},
               {"kind": "resolve", "turn": 0, "orders": {"dark": ["e7-e6"]}, "events": […], "state": …},
               {"kind": "declare", "turn": 1, "seat": "light", "what": "draw", "events": […], "state": …},
               {"kind": "undo", "turn": 1, "to": 0, "events": [], "state": …}],
     "outcome": {"reason": …, "places": {…}} | null}

`turn` is the turn before the step, `state` the digest of the canonical state after it. The start's
events may begin with the lots that seated the players. After an undo the state of step `to` (from 0) holds
again, so the numbers of chance results go back, too: the same act meets the same result. A step that resolved
a sealed phase may have `"seals": {seat: {"salt": …, "sha256": …}}`, one for each seat in its orders
(adjudicator/seals.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from adjudicator.chance import (
    CHANCE_EVENTS,
    SEED_BYTES,
    Chance,
    HmacChance,
    Lot,
    Proof,
    ScriptedChance,
    commitment,
    in_words,
    prove,
    untrue,
)
from adjudicator.codec import canonical, digest, event_from_json, event_to_json
from adjudicator.course import UNDO, Course, first_results, gone
from adjudicator.errors import GameError, PositionError
from adjudicator.game import AnyGame, Event, Resolution, Seat
from adjudicator.registry import game_named
from adjudicator.seals import check_seals, seals_of

FORMAT = "fieldpost-game/1"
CHANCE_TYPES = tuple(CHANCE_EVENTS.values())


@dataclass(frozen=True)
class Drawn:
    """One chance event of a record. step: its number, from 0; when: "start", "set-up" or "turn 3", with
    ", undone" if that was taken back; seat: whom it was for, None nobody"""

    step: int
    when: str
    seat: Seat | None
    proof: Proof


@dataclass(frozen=True)
class Report:
    """What `verify` found. faults: one line each, none if all is true; results: the chance events,
    one line each; turns: how many steps were replayed; seals: how many were looked at; drawn: every chance
    event recomputed, if the seed is known; commitment, seed: as the record has them; undone: how many times
    a turn was taken back."""

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

    @property
    def ok(self) -> bool:
        return not self.faults


def chance_for(seed: bytes | None, game_id: str, n: int) -> Chance:
    """Chance from the seed; without one, chance that raises ValueError when it is needed."""
    return ScriptedChance(n=n) if seed is None else HmacChance(seed, game_id, n)


def play_step(
    game: AnyGame, state: Any, step: Mapping[str, Any], seed: bytes | None, game_id: str
) -> Resolution[Any]:
    """Do one step of a record again, but an undo. Raises GameError if it cannot be."""
    chance = chance_for(seed, game_id, game.drawn(state))
    if step["kind"] == "declare":
        return game.declare(state, step["seat"], step["what"])
    if step["kind"] != "resolve":
        raise PositionError(f"unknown kind of step {step['kind']!r}")
    orders = {
        seat: tuple(order for text in listed for order in game.parse(game.view(state, seat), text))
        for seat, listed in step["orders"].items()
    }
    return game.resolve(state, orders, chance)


def replay(all_games: Mapping[str, AnyGame], record: Mapping[str, Any]) -> list[Resolution[Any]]:
    """Every step done again, in order. Raises GameError if the record cannot be played."""
    return list(_playing(all_games, record))


def _playing(all_games: Mapping[str, AnyGame], record: Mapping[str, Any]) -> Iterator[Resolution[Any]]:
    """The steps one after another, so that whoever checks them knows which one cannot be played."""
    game, seed = _game_of(all_games, record)
    game_id = str(record.get("game_id", ""))
    course, played = Course(), list[Resolution[Any]]()
    for step in record.get("steps", ()):
        if not played:
            if step.get("kind") != "start":
                raise PositionError("a record begins with its start")
            lots = len(list(_seating(step.get("events", ()))))
            again = game.start(record.get("options", {}), chance_for(seed, game_id, lots))
        elif step["kind"] == UNDO and game.outcome(played[-1].state) is not None:
            raise PositionError("the game is over: nothing is taken back any more")
        elif step["kind"] != UNDO:
            again = play_step(game, played[-1].state, step, seed, game_id)
        course.add(step)
        if step["kind"] == UNDO:
            again = Resolution(played[course.holding[-1]].state, ())
        played.append(again)
        yield again


def verify(all_games: Mapping[str, AnyGame], record: Mapping[str, Any]) -> Report:
    """Check everything that a record claims: the commitment, every chance event, every seal, and that
    replaying the orders gives the same events and states byte for byte. Never raises for a wrong record.

    A record may have no seals at all (older ones have none); if any step has them, none may be missing."""
    if not isinstance(record, Mapping):
        return Report("", "", 0, (), ("a record is a JSON object",))
    faults: list[str] = []
    results: list[str] = []
    drawn: list[Drawn] = []
    done = sealed = undone = 0
    try:
        game, seed = _game_of(all_games, record)
        if seed is None:
            faults.append("the seed is not in the record, so its chance cannot be checked")
        elif commitment(seed) != record.get("commitment"):
            faults.append("the seed does not fit the commitment that was published")
        steps = list(record.get("steps", ()))
        faults += _check_seating(game, record, steps)
        if not steps:
            faults.append("there are no steps in the record")
        kinds = {**game.events(), **CHANCE_EVENTS}
        by_step = [[event_from_json(kinds, data) for data in step.get("events", ())] for step in steps]
        told = [event for events in by_step for event in events]
        results = [canonical(event_to_json(event)) for event in told if isinstance(event, CHANCE_TYPES)]
        if seed is not None:
            proofs = _proofs(seed, str(record.get("game_id", "")), steps, by_step)
            faults += untrue(proofs)
            drawn = _drawn(proofs, by_step, [f"step {number}" for number in range(len(steps))])
        else:
            faults += _check_repeated(by_step)
        for number, step in enumerate(steps):
            sealed += len(seals_of(step))
            wrong = check_seals(str(record.get("game_id", "")), step)
            faults += [f"step {number}: {fault}" for fault in wrong]
        again: list[Resolution[Any]] = []
        turn = 0
        for number, (step, resolution) in enumerate(zip(steps, _playing(all_games, record), strict=True)):
            again.append(resolution)
            if step.get("turn") != turn:
                faults.append(f"step {number}: its turn is {turn}, the record says {step.get('turn')}")
            faults += _compare(game, number, step, resolution)
            turn = game.phase(resolution.state).turn
            undone += step["kind"] == UNDO
            done += 1
        faults += _check_unsealed(game, steps, again)
        drawn = _drawn([one.proof for one in drawn], by_step, _titles(game, steps, again))
        ended = game.outcome(again[-1].state) if again else None
        claimed = record.get("outcome")
        truth = None if ended is None else {"reason": ended.reason, "places": dict(ended.places)}
        if canonical(claimed) != canonical(truth):
            faults.append(f"the outcome is {canonical(truth)}, the record says {canonical(claimed)}")
    except (GameError, ValueError) as error:
        faults.append(f"step {done}: {error}")
    except (KeyError, TypeError, AttributeError) as error:
        faults.append(f"step {done}: the record has another form than expected ({error!r})")
    name, game_id = str(record.get("game")), str(record.get("game_id"))
    return Report(
        name,
        game_id,
        done,
        tuple(results),
        tuple(faults),
        sealed,
        tuple(drawn),
        str(record.get("commitment")),
        str(record.get("seed")),
        undone,
    )


def _titles(game: AnyGame, steps: Sequence[Mapping[str, Any]], again: Sequence[Resolution[Any]]) -> list[str]:
    """When each step happened, as people count turns."""
    found = ["start"]
    for before in again[:-1]:
        phase = game.phase(before.state)
        number = phase.turn + 1 if phase.number is None else phase.number
        found.append("set-up" if phase.key == "setup" else f"turn {number}")
    undone = gone(steps)
    return [f"{title}, undone" if number in undone else title for number, title in enumerate(found)]


def _proofs(
    seed: bytes, game_id: str, steps: Sequence[Mapping[str, Any]], by_step: Sequence[Sequence[Event]]
) -> list[Proof]:
    """Every chance event recomputed, with the numbers that its step had."""
    drawn = [sum(isinstance(event, CHANCE_TYPES) for event in events) for events in by_step]
    numbers = first_results(steps, drawn)
    return [
        proof for n, events in zip(numbers, by_step, strict=True) for proof in prove(seed, game_id, events, n)
    ]


def _check_repeated(by_step: Sequence[Sequence[Event]]) -> list[str]:
    """Without a seed: results of one number that differ. After an undo the same act meets the same result."""
    faults, known = [], dict[str, tuple[int, str]]()
    for number, event in ((number, event) for number, events in enumerate(by_step) for event in events):
        if not isinstance(event, CHANCE_TYPES):
            continue
        kind, result = in_words(event)
        what = f"{kind} #{getattr(event, 'n', None)!r}" + (
            f" of {event.of!r}" if isinstance(event, Lot) else ""
        )
        first, before = known.setdefault(what, (number, result))
        if before != result:
            faults.append(f"step {number}: {what} gave {result}; in step {first} it gave {before}")
    return faults


def _drawn(proofs: Iterable[Proof], by_step: Sequence[Sequence[Event]], titles: Sequence[str]) -> list[Drawn]:
    """The proofs with the steps that their events stand in."""
    steps = [
        number for number, events in enumerate(by_step) for event in events if isinstance(event, CHANCE_TYPES)
    ]
    return [
        Drawn(number, titles[number], getattr(proof.event, "seat", None), proof)
        for number, proof in zip(steps, proofs, strict=True)
    ]


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


def _check_unsealed(game: AnyGame, steps: list[Mapping[str, Any]], again: list[Resolution[Any]]) -> list[str]:
    """Secret orders without seals where other steps have some: they would be taken out to hide a lie."""
    if not any(seals_of(step) for step in steps):
        return []
    return [
        f"step {number}: its orders were secret and have no seals"
        for number, (before, step) in enumerate(zip(again, steps[1:], strict=False), 1)
        if step.get("kind") == "resolve" and game.phase(before.state).sealed and not seals_of(step)
    ]


def _check_seating(game: AnyGame, record: Mapping[str, Any], steps: list[Mapping[str, Any]]) -> list[str]:
    """Seats are drawn in one shuffle: more lots could hide that it was repeated until it pleased."""
    lots = [event.get("of") for event in _seating(steps[0].get("events", ()))] if steps else []
    seats = len(game.seats(record.get("options", {})))
    if lots and (lots != list(range(len(lots) + 1, 1, -1)) or len(lots) >= seats):
        return [f"the lots of the seats are no single shuffle of at most {seats} seats"]
    return []


def _seating(events: Iterable[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    """The lots before a start's own events: they seated the players."""
    return takewhile(lambda event: event.get("type") == "lot", events)


def _game_of(all_games: Mapping[str, AnyGame], record: Mapping[str, Any]) -> tuple[AnyGame, bytes | None]:
    if record.get("format") != FORMAT:
        raise PositionError(f"no record: format is {record.get('format')!r}, not {FORMAT}")
    game = game_named(all_games, record.get("game"))
    if record.get("rules_version") != game.rules_version or record.get("rules_version") is True:
        raise PositionError(
            f"the record is of rules version {record.get('rules_version')}, this is {game.rules_version}"
        )
    return game, read_seed(record.get("seed"))


def read_seed(text: object) -> bytes | None:
    """A seed from hex, None from None; raises PositionError."""
    if text is None:
        return None
    if not isinstance(text, str) or not re.fullmatch(f"[0-9a-fA-F]{{{2 * SEED_BYTES}}}", text):
        raise PositionError("a seed is 64 hex digits")
    return bytes.fromhex(text)
