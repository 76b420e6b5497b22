"""Reading stored states and positions: values of a known kind, or a PositionError that names the key."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from adjudicator.errors import OptionError, PositionError
from adjudicator.game import Outcome

MOST = 10**9
"""No counter of a state is larger."""

T = TypeVar("T")


def known_keys(data: Mapping[str, Any], keys: Collection[str]) -> None:
    """Raise PositionError for a key that a position of the game does not have."""
    unknown = sorted(str(key) for key in data if key not in keys)
    if unknown:
        raise PositionError(f"a position has no {unknown[0]!r}; it may have {', '.join(sorted(keys))}")


def options_in(data: Mapping[str, Any], read: Callable[[Mapping[str, Any]], T]) -> T:
    """The options of a position, as the game reads them."""
    try:
        return read(mapping(data, "options"))
    except OptionError as error:
        raise PositionError(str(error)) from None


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
