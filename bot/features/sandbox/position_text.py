"""Positions as text: compact JSON, which people can keep, send and change.

{"game":"cic","pieces":{"dark":{"h8":"C"},"light":{"a1":"C"}}} is one; docs/cic.md and the pages of the other
games have the form. What is not written is as a game's readable position has it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.codec import canonical
from adjudicator.errors import PositionError
from adjudicator.game import AnyGame
from adjudicator.registry import Rules, newest
from adjudicator.text import listing
from bot.common.errors import Refused
from bot.common.message import clip, escaped
from bot.features.sandbox import text

MOST_BYTES = 64_000
"""So long is the text of a position at most: five times the longest of a game."""
MOST_DEPTH = 12
GAME, RULES = "game", "rules"
"""The keys of a text that are not a position's: the game's key, and the version of its rules where that is
not the newest."""


def write(game: AnyGame, state: Any, latest: int) -> str:
    """A short text that reads as this state. latest: the newest version of the game's rules"""
    whole = game.dump(state)
    data = _without(whole, lambda rest: _is(game, rest, state))
    if isinstance(options := data.get("options"), Mapping):
        data["options"] = _without(options, lambda rest: _is(game, {**data, "options": rest}, state))
    head = {GAME: game.key} | ({RULES: game.rules_version} if game.rules_version != latest else {})
    return canonical(head | data)


def _without(values: Mapping[str, Any], same: Callable[[Mapping[str, Any]], bool]) -> dict[str, Any]:
    """These values without those that need not be said."""
    kept = dict(values)
    if not same(kept):
        return kept
    for key in values:
        rest = {name: value for name, value in kept.items() if name != key}
        if same(rest):
            kept = rest
    return kept


def _is(game: AnyGame, data: Mapping[str, Any], state: Any) -> bool:
    try:
        return bool(_read(game, data) == state)
    except PositionError:
        return False


def _read(game: AnyGame, data: Mapping[str, Any]) -> Any:
    """A state, where everything is said; else a readable position."""
    try:
        state = game.load(data)
        if game.dump(state).keys() == data.keys():
            return state
    except PositionError:
        pass
    return game.position(data)


def read(rules: Rules, typed: str) -> tuple[AnyGame, Any]:
    """The game and the state of a text. Raises Refused with a sentence that says what is wrong."""
    if len(typed) > MOST_BYTES or len(typed.encode("utf-8", "replace")) > MOST_BYTES:
        raise Refused(text.TEXT_TOO_LONG(kb=MOST_BYTES // 1000))
    data = _parsed(typed)
    game = _game(rules, data)
    values = {key: value for key, value in data.items() if key not in (GAME, RULES)}
    try:
        return game, _read(game, values)
    except PositionError as error:
        why = clip(escaped(str(error)), 300)
        raise Refused(text.NO_POSITION(game=game.name, why=why)) from None
    except (TypeError, ValueError, KeyError, AttributeError, LookupError, ArithmeticError):
        raise Refused(text.NO_POSITION(game=game.name, why=text.STRANGE)) from None


def _parsed(typed: str) -> Mapping[str, Any]:
    body = typed.strip().removeprefix("\ufeff")
    if body.startswith("```") and body.endswith("```"):  # as it was copied from a message
        body = body.strip("`").removeprefix("json").strip()
    try:
        data = json.loads(body, parse_constant=_refused, parse_float=_refused)
        canonical(data).encode()  # a lone surrogate cannot be stored
        deep = _depth(data) > MOST_DEPTH
    except (ValueError, RecursionError):
        raise Refused(text.NO_JSON) from None
    if not isinstance(data, Mapping) or deep:
        raise Refused(text.NO_JSON)
    return data


def _refused(_: str) -> Any:
    raise ValueError


def _depth(value: object) -> int:
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return 1 + max((_depth(each) for each in inner), default=0)


def _game(rules: Rules, data: Mapping[str, Any]) -> AnyGame:
    games, key, version = newest(rules), data.get(GAME), data.get(RULES)
    if not isinstance(key, str) or key not in games:
        raise Refused(text.WHICH_GAME(games=listing([f"`{each}`" for each in games], "or")))
    if version is None:
        return games[key]
    found = rules.get((key, version)) if isinstance(version, int) else None
    if found is None:
        raise Refused(text.NO_VERSION(game=games[key].name))
    return found
