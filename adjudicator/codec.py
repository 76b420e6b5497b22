"""Canonical JSON: the one text form of states, events and records.

Canonical means: keys sorted, no spaces, UTF-8, integers only. Equal values give equal bytes, so
stored games can be compared and hashed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from adjudicator.errors import PositionError
from adjudicator.game import Event


def canonical(value: object) -> str:
    """Canonical JSON text of plain values.

    >>> canonical({"b": [1, None], "a": "ü"})
    '{"a":"ü","b":[1,null]}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(value: object) -> str:
    """SHA-256 of the canonical text, in hex."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def plain(value: object) -> Any:
    """JSON values of what events and views hold: sets become sorted lists, tuples lists.

    >>> plain({"places": {"light": 1}, "squares": ("a1", "b2"), "who": frozenset({"y", "x"})})
    {'places': {'light': 1}, 'squares': ['a1', 'b2'], 'who': ['x', 'y']}
    """
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (frozenset, set)):
        return sorted(plain(item) for item in value)
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: _frozen(item) for key, item in value.items()}
    return value


def event_type(kind: type[Event]) -> str:
    """The name of an event class in JSON.

    >>> from adjudicator.chance import CoinFlip
    >>> event_type(CoinFlip)
    'coin_flip'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def event_to_json(event: Event) -> dict[str, Any]:
    """``{"type": …, field: value, …}``; `seen_by` only where not everyone may see it."""
    data: dict[str, Any] = {"type": event_type(type(event))}
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name != "seen_by":
            data[field.name] = plain(value)
        elif value is not None:
            data["seen_by"] = sorted(value)
    return data


def event_from_json(kinds: Mapping[str, type[Event]], data: Mapping[str, Any]) -> Event:
    """The event back, from a game's `events()`. Raises PositionError."""
    values = dict(data)
    kind = kinds.get(str(values.pop("type", "")))
    if kind is None:
        raise PositionError(f"unknown event type {data.get('type')!r}")
    seen_by = values.pop("seen_by", None)
    try:
        return kind(
            **{key: _frozen(value) for key, value in values.items()},
            seen_by=None if seen_by is None else frozenset(seen_by),
        )
    except TypeError as error:
        raise PositionError(f"event {data.get('type')}: {error}") from None
