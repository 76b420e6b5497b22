"""Reading stored states and positions: values of a known kind, or a PositionError that names the key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.errors import PositionError
from adjudicator.game import Outcome

MOST = 10**9
"""No counter of a state is larger."""


def mapping(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, Mapping):
        raise PositionError(f"{key} must be an object")
    return value


def listed(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise PositionError(f"{key} must be a list")
    return value


def word(data: Mapping[str, Any], key: str, words: tuple[str, ...], default: str) -> str:
    value = data.get(key, default)
    if value not in words:
        raise PositionError(f"{key} is {value!r}; it may be {', '.join(each or 'empty' for each in words)}")
    return str(value)


def count(data: Mapping[str, Any], key: str) -> int:
    value = data.get(key, 0)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST:
        raise PositionError(f"{key} must be a whole number from 0 to {MOST}")
    return value


def seats_in(data: Mapping[str, Any], key: str, seats: frozenset[str]) -> frozenset[str]:
    found = frozenset(str(seat) for seat in listed(data, key))
    if found - seats:
        raise PositionError(f"{key}: {sorted(found - seats)[0]!r} is no seat of this game")
    return found


def outcome_to_json(outcome: Outcome | None) -> dict[str, Any] | None:
    return None if outcome is None else {"reason": outcome.reason, "places": dict(outcome.places)}


def outcome_from_json(data: object, seats: frozenset[str]) -> Outcome | None:
    if data is None:
        return None
    if not isinstance(data, Mapping) or not isinstance(data.get("places"), Mapping):
        raise PositionError("outcome must be an object with reason and places")
    if set(data["places"]) != seats:
        raise PositionError("outcome: every seat has a place")
    places = {seat: count(data["places"], seat) for seat in data["places"]}
    return Outcome(str(data.get("reason", "")), places)
