"""Canonical JSON, the one text form of states, events and records; and field tables, which write and read it.

Canonical means: keys sorted, no spaces, UTF-8, integers only. Equal values give equal bytes, so stored games
can be compared and hashed.

The class of a state declares each field once: its name, its type with its codec, its default. `dump_state`
writes the fields, `load_state` reads and checks them. Most codecs follow from the type: a number, a truth
value, a tuple or a frozen set of something, another dataclass, `… | None`. The others stand in `Annotated`:

    known: frozenset[Point] = frozenset()         with Point = Annotated[int, on_board("point")]
    seat: Annotated[int, JsonKey("to_move"), index_of(SEATS, "seat")] = 0
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from adjudicator.errors import OptionError, PositionError
from adjudicator.game import Event, Outcome, Seat
from adjudicator.options import GameOptions
from adjudicator.text import listing

MAX_COUNT = 10**9
"""Limits every counter of a state."""
EMPTY = "."
"""The letter of a space where nothing stands."""

T = TypeVar("T")


def canonical(value: object) -> str:
    """Write plain values as canonical JSON.

    >>> canonical({"b": [1, None], "a": "ü"})
    '{"a":"ü","b":[1,null]}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(value: object) -> str:
    """Hash the canonical text of a value: SHA-256, in hex."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def plain(value: object) -> Any:
    """Turn what events and views hold into JSON values: sets become sorted lists, tuples lists.

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
    """Name an event class as in JSON.

    >>> from adjudicator.chance import CoinFlip
    >>> event_type(CoinFlip)
    'coin_flip'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def event_to_json(event: Event) -> dict[str, Any]:
    """Write an event: ``{"type": …, field: value, …}``; `seen_by` only where not everyone may see it."""
    data: dict[str, Any] = {"type": event_type(type(event))}
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name != "seen_by":
            data[field.name] = plain(value)
        elif value is not None:
            data["seen_by"] = sorted(value)
    return data


def event_from_json(kinds: Mapping[str, type[Event]], data: Mapping[str, Any]) -> Event:
    """Read an event. kinds: a game's `events()`. Raises PositionError."""
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


# -- Field tables: what a dataclass declares is what is written and read


class Scope(NamedTuple):
    """What names in a state stand for.

    board:   the game's board, for codecs of its spaces
    options: the options of the state;  seats: who plays with them
    data:    the whole object that is being read; {} while a state is written
    """

    board: Any
    options: Any
    seats: Sequence[Seat] = ()
    data: Mapping[str, Any] = {}


class Codec(NamedTuple):
    """The JSON form of one field: put it into the field's type, `Annotated[str, one_of("play", "over")]`.

    dump:    the JSON value of a value
    load:    the value of a JSON value under that key; raises PositionError
    missing: the value if the key is not there; raises PositionError. None: the field's default, or the key is
             needed
    """

    dump: Callable[[Any, Scope], Any]
    load: Callable[[Any, str, Scope], Any]
    missing: Callable[[Scope], Any] | None = None


@dataclass(frozen=True)
class JsonKey:
    """The key of a field in JSON, where it is not the field's name: `Annotated[int, JsonKey("to_move")]`."""

    name: str


class _Field(NamedTuple):
    name: str
    key: str
    codec: Codec
    default: Any


def dump_fields(value: Any, scope: Scope) -> dict[str, Any]:
    """Write a dataclass or a NamedTuple as a JSON object, its keys in the order of the fields."""
    return {
        key: getattr(value, name) if codec.dump is _as_it_is else codec.dump(getattr(value, name), scope)
        for name, key, codec, _ in field_table(type(value))
    }


def load_fields(kind: type[T], data: Mapping[str, Any], scope: Scope) -> T:
    """Read a dataclass or a NamedTuple from a JSON object. Raises PositionError, which names the key. Keys
    that the class does not have are not looked at."""
    values = {}
    for name, key, codec, default in field_table(kind):
        if key in data:
            values[name] = codec.load(data[key], key, scope)
        elif codec.missing is not None:
            values[name] = codec.missing(scope)
        elif default is not MISSING:
            values[name] = default
        else:
            raise PositionError(f"{key} is missing")
    return kind(**values)


def dump_state(state: Any, board: Any = None) -> dict[str, Any]:
    """Write a state: every state has its `options`."""
    return dump_fields(state, Scope(board, state.options, state.options.seats()))


def load_state(
    kind: type[T], data: Mapping[str, Any], read: Callable[[Mapping[str, Any]], Any], board: Any = None
) -> T:
    """Read a state or a position. Raises PositionError, also for a key that there is not.

    read: the options from their JSON values; they come first, since other fields depend on them
    """
    known_keys(data, [key for _, key, _, _ in field_table(kind)])
    try:
        options = read(as_object(data.get("options", {}), "options"))
    except OptionError as error:
        raise PositionError(str(error)) from None
    return load_fields(kind, data, Scope(board, options, options.seats(), data))


def known_keys(data: Mapping[str, Any], keys: Collection[str], what: str = "a position") -> None:
    """Raise PositionError for a key that `what` does not have."""
    unknown = sorted(str(key) for key in data if key not in keys)
    if unknown:
        raise PositionError(f"{what} has no {unknown[0]!r}; it may have {', '.join(sorted(keys))}")


def _read_table(kind: Any) -> tuple[_Field, ...]:
    hints = get_type_hints(kind, include_extras=True)
    if issubclass(kind, tuple):
        defaults = {name: kind._field_defaults.get(name, MISSING) for name in kind._fields}
    else:
        defaults = {
            each.name: each.default if each.default_factory is MISSING else each.default_factory()
            for each in fields(kind)
        }
    return tuple(
        _Field(name, _key_of(hints[name]) or name, codec_of(hints[name]), default)
        for name, default in defaults.items()
    )


field_table: Callable[[type], tuple[_Field, ...]] = cache(_read_table)
"""Every field of a class with its key, codec and default (`MISSING`: it has none)."""


def _key_of(hint: Any) -> str:
    return next((each.name for each in getattr(hint, "__metadata__", ()) if isinstance(each, JsonKey)), "")


def codec_of(hint: Any) -> Codec:
    """Find the codec of a type: the one that it is annotated with, or what follows from its parts."""
    for each in getattr(hint, "__metadata__", ()):
        if isinstance(each, Codec):
            return each
    hint = getattr(hint, "__origin__", hint) if hasattr(hint, "__metadata__") else hint
    origin, parts = get_origin(hint), get_args(hint)
    if hint in _CODECS:
        return _CODECS[hint]
    if origin is UnionType or origin is Union:
        return optional(codec_of(next(part for part in parts if part is not NoneType)))
    if origin is tuple and parts[1:] == (Ellipsis,):
        return list_of(codec_of(parts[0]), tuple, list)
    if origin is frozenset:
        return list_of(codec_of(parts[0]), frozenset, sorted)
    if isinstance(hint, type) and issubclass(hint, GameOptions):
        return _OPTIONS
    if isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, tuple)):
        return record(hint)
    raise TypeError(f"{hint} needs a codec")


# -- Codecs


def as_object(value: object, key: str) -> Mapping[str, Any]:
    """Read a JSON object; raises PositionError for anything else."""
    if not isinstance(value, Mapping):
        raise PositionError(f"{key} must be an object")
    return value


def as_list(value: object, key: str) -> list[Any]:
    """Read a JSON list; raises PositionError for anything else."""
    if not isinstance(value, list):
        raise PositionError(f"{key} must be a list")
    return value


def as_count(value: object, key: str) -> int:
    """Read a whole number from 0 to `MAX_COUNT`; raises PositionError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_COUNT:
        raise PositionError(f"{key} must be a whole number from 0 to {MAX_COUNT}")
    return value


def _as_flag(value: object, key: str) -> bool:
    if not isinstance(value, bool):
        raise PositionError(f"{key} must be true or false")
    return value


def same(load: Callable[[Any, str], Any], missing: Callable[[Scope], Any] | None = None) -> Codec:
    """Make the codec of values that are the same in JSON. load: raises PositionError"""
    return Codec(_as_it_is, lambda value, key, _: load(value, key), missing)


def _as_it_is(value: Any, _: Scope) -> Any:
    return value


def one_of(*words: str, missing: str | None = None) -> Codec:
    """Make the codec of a text that is one of these. missing: what it is if the key is not there"""

    def load(value: object, key: str) -> str:
        if not isinstance(value, str) or value not in words:
            raise PositionError(
                f"{key} is {value!r}; it may be {', '.join(word or 'empty' for word in words)}"
            )
        return value

    return same(load, None if missing is None else lambda _: missing)


def index_of(names: Sequence[str], what: str, among: Callable[[Scope], Sequence[str]] | None = None) -> Codec:
    """Make the codec of an index in `names`, written as the name.

    what:  one of them in words, "seat"
    among: those of them that there are, where they are not all
    """

    def load(value: object, key: str, scope: Scope) -> int:
        known = names if among is None else among(scope)
        if not isinstance(value, str) or value not in known:
            raise PositionError(f"{key}: {value!r} is no {what}; they are {', '.join(known)}")
        return names.index(value)

    return Codec(lambda index, _: names[index], load)


@dataclass(frozen=True)
class Spaces:
    """A board as the codecs of its spaces need it: every space's name by its index, and back."""

    names: Sequence[str]
    index: Mapping[str, int]


def on_board(what: str, board: Callable[[Scope], Any] = lambda scope: scope.board) -> Codec:
    """Make the codec of a space's index, written as the board's `names` have it, and read by its `index`.

    what: "point; they are written like d4"
    """

    def load(value: object, key: str, scope: Scope) -> int:
        index: Mapping[str, int] = board(scope).index
        if not isinstance(value, str) or value not in index:
            raise PositionError(f"{key}: {value!r} is no {what}")
        return index[value]

    return Codec(lambda space, scope: board(scope).names[space], load)


def optional(codec: Codec, none: Any = None) -> Codec:
    """Make the codec of a value that may be `none`, which is null in JSON, or no key."""
    return Codec(
        lambda value, scope: None if value == none else codec.dump(value, scope),
        lambda value, key, scope: none if value is None else codec.load(value, key, scope),
        lambda _: none,
    )


def list_of(
    codec: Codec, made: Callable[[Iterable[Any]], Any], order: Callable[[Any], Iterable[Any]]
) -> Codec:
    """Make the codec of several values, a list in JSON. made: tuple or frozenset; order: list, or sorted"""
    return Codec(
        lambda values, scope: [codec.dump(value, scope) for value in order(values)] if values else [],
        lambda values, key, scope: made(codec.load(value, key, scope) for value in as_list(values, key)),
    )


def record(kind: type, *, strict: bool = False) -> Codec:
    """Make the codec of a dataclass or a NamedTuple by its fields, an object in JSON. strict: whether other
    keys are refused"""

    def load(value: object, key: str, scope: Scope) -> Any:
        keys = [each.key for each in field_table(kind)]
        if not isinstance(value, Mapping):
            raise PositionError(f"{key} must be an object with {', '.join(keys)}")
        if strict:
            known_keys(value, keys, key)
        try:
            return load_fields(kind, value, scope)
        except PositionError as error:
            raise PositionError(f"{key}: {error}") from None

    return Codec(dump_fields, load)


def mapping_of(names: Sequence[str], codec: Codec, what: str, *, fill: Any = MISSING) -> Codec:
    """Make the codec of values by name, an object in JSON, read in the order of `names`.

    what: one of the names in words, "seat"
    fill: the value of a name that is not there; without it such a name is left out
    """

    def load(value: object, key: str, scope: Scope) -> dict[str, Any]:
        given = as_object(value, key)
        for name in given:
            if name not in names:
                raise PositionError(
                    f"{key} of {name!r}: there is no such {what}; they are {', '.join(names)}"
                )
        return {
            name: codec.load(given[name], f"{key} of {name}", scope) if name in given else fill
            for name in names
            if name in given or fill is not MISSING
        }

    return Codec(
        lambda values, scope: {name: codec.dump(value, scope) for name, value in values.items()}, load
    )


def checked(codec: Codec, fits: Callable[[Any], bool], fault: str) -> Codec:
    """Make a codec that refuses, with that message, values that do not fit."""

    def load(value: object, key: str, scope: Scope) -> Any:
        found = codec.load(value, key, scope)
        if not fits(found):
            raise PositionError(f"{key}: {fault}")
        return found

    return codec._replace(load=load)


def pieces(
    letters: Mapping[str, tuple[str, str]],
    what: str,
    example: str,
    *,
    kinds: Sequence[str],
    owners: Callable[[Scope], Sequence[str]],
    whose: str,
    noun: str = "piece",
    board: Callable[[Scope], Any] = lambda scope: scope.board,
    missing: Callable[[Scope], str] | None = None,
) -> Codec:
    """Make the codec of a board: a letter for each space, "." an empty one; in JSON kinds by owner and space.

    letters: what each letter stands for: its owner and its kind
    what:    as in `on_board`, and board, too
    example: pieces as they are written, for messages
    kinds:   those that may be read;  owners: who may have some
    whose:   what the owners are, "sides";  noun: what stands on a space
    """
    letter_of = {what: letter for letter, what in letters.items()}

    def needed(_: object) -> Any:
        raise PositionError(f"pieces are needed: {example}")

    def dump(stands: str, scope: Scope) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {owner: {} for owner in owners(scope)}
        for name, letter in zip(board(scope).names, stands, strict=True):
            if letter != EMPTY:
                owner, kind = letters[letter]
                found[owner][name] = kind
        return found

    def load(value: object, key: str, scope: Scope) -> str:
        index, known = board(scope).index, owners(scope)
        stands = [EMPTY] * len(index)
        for owner, placed in value.items() if isinstance(value, Mapping) else needed(value):
            if owner not in known or not isinstance(placed, Mapping):
                raise PositionError(
                    f"{key} of {owner!r}: the {whose} are {listing(known, 'and')}, such as {example}"
                )
            for name, kind in placed.items():
                if name not in index:
                    raise PositionError(f"{key}: {name!r} is no {what}")
                if not isinstance(kind, str) or kind not in kinds:
                    raise PositionError(f"{key}: {kind!r} on {name} is no {noun}; they are {' '.join(kinds)}")
                if stands[index[name]] != EMPTY:
                    raise PositionError(f"two {noun}s stand on {name}")
                stands[index[name]] = letter_of[owner, kind]
        return "".join(stands)

    return Codec(dump, load, missing or needed)


def by_name(
    names: Sequence[str],
    codec: Codec,
    what: str,
    *,
    empty: Any,
    among: Callable[[Scope], Sequence[str]] | None = None,
    sparse: bool = False,
) -> Codec:
    """Make the codec of a tuple with a value for each of `names`, an object in JSON.

    what:   one of the names in words, "seat"
    empty:  the value of a name that is not there
    among:  those of the names that the object may have, where they are not all
    sparse: whether `empty` values are left out
    """

    def dump(values: Sequence[Any], scope: Scope) -> dict[str, Any]:
        known = names if among is None else among(scope)
        return {
            name: codec.dump(value, scope)
            for name, value in zip(names, values, strict=True)
            if name in known and not (sparse and value == empty)
        }

    def load(value: object, key: str, scope: Scope) -> tuple[Any, ...]:
        given, known = as_object(value, key), names if among is None else among(scope)
        for name in given:
            if name not in known:
                raise PositionError(
                    f"{key} of {name!r}: there is no such {what}; they are {', '.join(known)}"
                )
        return tuple(
            codec.load(given[name], f"{key} of {name}", scope) if name in given else empty for name in names
        )

    return Codec(dump, load)


def letters(kinds: Collection[str], example: str) -> Codec:
    """Make the codec of a text that has nothing but these letters. example: such a text"""

    def load(value: object, key: str) -> str:
        if not isinstance(value, str) or not set(value) <= set(kinds):
            raise PositionError(f"{key}: {value!r} is not letters of units, such as {example}")
        return value

    return same(load)


def played_seats(scope: Scope) -> Sequence[Seat]:
    """List the seats of the game that is read or written."""
    return scope.seats


def _load_seat(value: object, key: str, scope: Scope) -> Seat:
    if not isinstance(value, str) or value not in played_seats(scope):
        raise PositionError(f"{key}: {value!r} is no seat of this game")
    return value


def _load_outcome(value: object, key: str, scope: Scope) -> Outcome:
    places = value.get("places") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(places, Mapping):
        raise PositionError(f"{key} must be an object with reason and places")
    if set(places) != set(played_seats(scope)):
        raise PositionError(f"{key}: every seat has a place")
    return Outcome(
        str(value.get("reason", "")), {seat: as_count(place, seat) for seat, place in places.items()}
    )


PlayedSeat = Annotated[Seat, Codec(lambda seat, _: seat, _load_seat)]
"""A seat of the game with these options."""

_OPTIONS = Codec(
    lambda options, _: options.to_json(), lambda _, key, scope: scope.options, lambda scope: scope.options
)
_CODECS: dict[Any, Codec] = {
    int: same(as_count),
    bool: same(_as_flag),
    Outcome: Codec(
        lambda outcome, _: {"reason": outcome.reason, "places": dict(outcome.places)}, _load_outcome
    ),
}
