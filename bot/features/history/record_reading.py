"""Reading a record that somebody brings: everything in it is checked before anything of it is stored.

The file may be anything, made by anyone. It is read in a worker (`examine` is a job for `Renderer.work`), and
what it does not tell truly it tells nobody.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from adjudicator.codec import canonical
from adjudicator.errors import GameError
from adjudicator.game import AnyGame, Resolution, Seat
from adjudicator.records import FORMAT, names_seed
from adjudicator.registry import Rules, for_record, rules
from adjudicator.replay import verify
from adjudicator.text import listing
from bot.features.history import text as words
from bot.storage.records import EVERYONE
from maps.boards import boards

MOST_BYTES = 4_000_000
MOST_STEPS, MOST_EVENTS, MOST_ORDERS, MOST_LETTERS = 5000, 2000, 300, 20_000
"""Of a record, of a step, of a sheet, of a record: more than any game has."""
MOST_NAMES, MOST_OPTIONS = 50, 100
"""Of seats wherever a record lists them, and of options."""
MOST_TEXT, MOST_NAME = 2000, 64
"""Signs of a letter or an order, and of a player's name."""
MOST_FAULTS = 200
"""The most faults of a record that are listed."""
PATIENCE = 10.0
"""Seconds that the replay of a record may take."""
NOBODY = "unknown"
"""The name of a player whose name the record does not have."""
_CODE = re.compile(r"[A-Za-z0-9_-]{1,40}")
_UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")


class Unreadable(ValueError):  # noqa: N818 - one line for whoever brought the file
    """Why a file is not read, in one line."""


class TooLong(Exception):  # noqa: N818 - no ValueError, which `verify` would take for a fault
    """The replay takes too long."""


@dataclass(frozen=True)
class Brought:
    """A record that is true, as it is stored.

    steps:   as columns of `steps`, but for the table and the time; length: how many there are
    sources: commitment and seed of every seed, in their order
    players: names by seat;  turn: that is open now;  undone: how many turns were taken back
    over:    the game has ended;  hides: the record tells what players of a game that goes on may not know
    state:   that of the last step, so that the board can be shown while the steps wait
    chosen:  how many of the seeds somebody has chosen in the middle of the game
    """

    game: str
    rules_version: int
    game_id: str
    options: Mapping[str, Any]
    sources: Sequence[Mapping[str, Any]]
    players: Mapping[Seat, str]
    steps: Sequence[Mapping[str, Any]]
    letters: Sequence[Mapping[str, Any]]
    outcome: Mapping[str, Any] | None
    turn: int
    undone: int
    over: bool
    hides: bool
    length: int
    state: str = ""
    chosen: int = 0


@dataclass(frozen=True)
class Examined:
    """What came of a file: a record that is true; or why not, in one line (refusal), or what is false in it,
    a line each (faults). kept: of a game that goes on its steps and letters as JSON, made here in the worker:
    they wait so until it starts, and `brought` has none"""

    brought: Brought | None = None
    kept: str = ""
    refusal: str = ""
    faults: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def _rules() -> Rules:
    return rules(boards())


def examine(data: bytes) -> Examined:
    """Read, check and replay a file. Never raises."""
    try:
        record = _parsed(data)
        return _examined(record, for_record(_rules(), record))
    except TooLong:
        return Examined(refusal=words.TOO_LONG)
    except Unreadable as why:
        return Examined(refusal=str(why))
    except GameError as error:
        return Examined(refusal=words.CANT_PLAY(why=_line(str(error))))
    except (RecursionError, MemoryError, OverflowError):
        return Examined(refusal=words.TOO_DEEP)
    except (
        Exception
    ) as error:  # whatever a made-up file may do to the rules: it is not stored, and that is all
        return Examined(refusal=words.CANT_PLAY_HINT(why=type(error).__name__))


def _parsed(data: bytes) -> dict[str, Any]:
    if len(data) > MOST_BYTES:
        raise Unreadable(words.TOO_BIG(mb=MOST_BYTES // 1_000_000))
    try:
        record = json.loads(data.decode("utf-8-sig"))
        canonical(record).encode()
    except (ValueError, TypeError):  # also bytes and halves of signs that are no text, and NaN
        raise Unreadable(words.NO_JSON) from None
    if isinstance(record, dict) and str(record.get("format")).startswith("fieldpost-league/"):
        raise Unreadable(words.A_LEAGUE)
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise Unreadable(words.NO_RECORD)
    if record.get("view") is not None:
        raise Unreadable(words.A_VIEW)
    return record


def _examined(record: dict[str, Any], games: Mapping[str, AnyGame]) -> Examined:
    steps = _shape(record)
    game = games.get(str(record["game"]))
    if game is None:
        unknown = _line(str(record["game"]))
        raise Unreadable(words.UNKNOWN_GAME(game=unknown, games=listing(sorted(games), "and")))
    version = record.get("rules_version")
    if type(version) is not int or version != game.rules_version:
        raise Unreadable(words.OTHER_RULES(version=_line(str(version)), game=game.name))
    begun, states = time.monotonic(), list[Any]()

    def played(resolution: Resolution[Any]) -> None:
        states.append(resolution.state)
        if time.monotonic() - begun > PATIENCE:
            raise TooLong

    report = verify(games, record, played)
    if report.faults:
        return Examined(faults=tuple(_line(fault) for fault in report.faults[:MOST_FAULTS]))
    brought = _brought(game, record, steps, states)
    if brought.over:
        return Examined(brought)
    kept = json.dumps({"steps": brought.steps, "letters": brought.letters})
    return Examined(replace(brought, steps=(), letters=()), kept)


def _brought(
    game: AnyGame,
    record: Mapping[str, Any],
    steps: Sequence[Mapping[str, Any]],
    states: Sequence[Any],
) -> Brought:
    seats = game.seats(record.get("options", {}))
    sources = [record, *filter(names_seed, steps)]
    outcome = record.get("outcome")
    status = record.get("status", "over" if record.get("seed") is not None else "playing")
    stored, turn = [], 0
    for number, (step, state) in enumerate(zip(steps, states, strict=True), 1):
        stored.append(_stored(number, step, turn, canonical(game.dump(state))))
        turn = game.phase(state).turn
    names = record.get("players", {})
    return Brought(
        game=game.key,
        rules_version=game.rules_version,
        game_id=str(record["game_id"]),
        options=dict(game.options(record.get("options", {}))),
        sources=[
            {"commitment": one["commitment"].lower(), "seed": _lower(one.get("seed"))} for one in sources
        ],
        players={seat: _name(names.get(seat)) for seat in seats},
        steps=stored,
        letters=_letters(record.get("letters", []), seats, [step["turn"] for step in stored]),
        outcome=outcome,
        turn=turn,
        undone=sum(step["kind"] == "undo" for step in steps),
        over=outcome is not None or (status == "over" and sources[-1].get("seed") is not None),
        hides=any(game.phase(state).until_end or game.revealed(state) != state for state in states),
        length=len(stored),
        state=stored[-1]["state"],
        chosen=sum(step["kind"] == "reseed" for step in steps),
    )


def _stored(number: int, step: Mapping[str, Any], turn: int, state: str) -> dict[str, Any]:
    """Return a step as columns. Steps are numbered from 1 here, in a record from 0."""
    resolved = step["kind"] == "resolve"
    orders = {seat: list(listed) for seat, listed in step["orders"].items()} if resolved else {}
    seals = step.get("seals") or {} if resolved else {}
    return {
        "seq": number,
        "turn": turn,
        "kind": step["kind"],
        "seat": step["seat"] if step["kind"] == "declare" else None,
        "orders": {step["seat"]: [step["what"]]} if step["kind"] == "declare" else orders,
        "events": list(step.get("events", [])),
        "state": state,
        "seals": {seat: {key: seal[key] for key in ("salt", "sha256")} for seat, seal in seals.items()},
        "back_to": step["to"] + 1 if step["kind"] == "undo" else None,
        "commitment": step["commitment"].lower() if step["kind"] == "undo" and names_seed(step) else None,
    }


# -- the form of what `verify` takes as it is


def _shape(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the steps of a record whose form is right. Raises Unreadable for the first thing that is not."""
    if not isinstance(record.get("game_id"), str) or not _CODE.fullmatch(record["game_id"]):
        raise Unreadable(words.GAME_ID)
    if not isinstance(record.get("game"), str):
        raise Unreadable(words.GAME_KEY)
    if not _keyed(record.get("options", {}), MOST_OPTIONS):
        raise Unreadable(words.SHAPE_OPTIONS(most=MOST_OPTIONS))
    if not _keyed(record.get("players", {}), MOST_NAMES):
        raise Unreadable(words.SHAPE_PLAYERS(most=MOST_NAMES))
    if record.get("status", "over") not in ("over", "playing"):
        raise Unreadable(words.SHAPE_STATUS)
    steps = record.get("steps")
    if not isinstance(steps, list) or not 1 <= len(steps) <= MOST_STEPS:
        raise Unreadable(words.SHAPE_STEPS(most=MOST_STEPS))
    for number, step in enumerate(steps):
        if not isinstance(step, dict) or not isinstance(step.get("kind"), str):
            raise Unreadable(words.SHAPE_STEP(n=number))
        if not _listed(step.get("events", []), MOST_EVENTS, dict):
            raise Unreadable(words.SHAPE_EVENTS(n=number, most=MOST_EVENTS))
        seals = step.get("seals")
        if isinstance(seals, dict) and not _keyed(seals, MOST_NAMES):
            raise Unreadable(words.SHAPE_SEALS(n=number, most=MOST_NAMES))
        if not _keyed(step.get("orders", {}), MOST_NAMES) or not all(
            _listed(listed, MOST_ORDERS, str) and all(len(text) <= MOST_TEXT for text in listed)
            for listed in step.get("orders", {}).values()
        ):
            raise Unreadable(words.SHAPE_ORDERS(n=number, seats=MOST_NAMES, most=MOST_ORDERS))
    return steps


def _keyed(value: object, most: int) -> bool:
    """Return whether this is an object with so many keys at most, none of them long."""
    return isinstance(value, dict) and len(value) <= most and all(len(key) <= MOST_NAME for key in value)


def _listed(value: object, most: int, kind: type) -> bool:
    return isinstance(value, list) and len(value) <= most and all(isinstance(each, kind) for each in value)


def _letters(given: object, seats: Iterable[Seat], turns: Sequence[int]) -> list[dict[str, Any]]:
    """turns: that before each step. A letter may have no writer, and nobody whom it is for, if it is unsigned
    or answers one that is."""
    last = len(turns)
    known = set(seats)
    if not isinstance(given, list) or len(given) > MOST_LETTERS:
        raise Unreadable(words.SHAPE_LETTERS(most=MOST_LETTERS))
    found = []
    for number, letter in enumerate(given, 1):
        to = letter.get("to") if isinstance(letter, dict) else None
        wrong = (
            not isinstance(letter, dict)
            or to is None
            or not _listed(to, len(known), str)
            or not isinstance(letter.get("from"), str | None)
            or (
                letter.get("from") not in known
                and (letter.get("from"), letter.get("anonymous")) != (None, True)
            )
            or (to != [EVERYONE] and not known.issuperset(to))
            or type(letter.get("turn")) is not int
            or not 0 <= letter["turn"] <= MOST_STEPS
            or type(letter.get("step", 0)) is not int
            or not 0 <= letter.get("step", 0) < last
            or not isinstance(letter.get("text"), str)
            or not 0 < len(letter["text"]) <= MOST_TEXT
        )
        if wrong:
            raise Unreadable(words.SHAPE_LETTER(n=number))
        text = _UNSEEN.sub(" ", letter["text"])
        anonymous = letter.get("anonymous") is True
        # Records of older versions do not say after which step: before one that its turn ended with.
        ends = next((at for at, turn in enumerate(turns) if at and turn >= letter["turn"]), last)
        found.append(
            {
                "turn": letter["turn"],
                "from": letter["from"],
                "to": to,
                "anonymous": anonymous,
                "text": text,
                "step": letter.get("step", ends - 1),
            }
        )
    return found


def _name(given: object) -> str:
    """Return a player's name on one line."""
    text = " ".join(_UNSEEN.sub(" ", given).split())[:MOST_NAME] if isinstance(given, str) else ""
    return text or NOBODY


def _lower(seed: str | None) -> str | None:
    return None if seed is None else seed.lower()


def _line(text: str) -> str:
    """Return what a file says, on one line and not too long."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in text[:300]).replace("`", "'")
    return shown.rstrip(".").replace("@", "@\u200b")
