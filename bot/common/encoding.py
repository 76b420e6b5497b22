"""Values as bytes, so that work can be done in another process, perhaps on another machine.

`dumps` writes plain values, collections, and the dataclasses, named tuples and enums of this project; `loads`
reads them back, equal in value and type. It makes nothing else: whoever can write to the database can make a
worker read wrong values, but cannot make it run code, as with pickle. Both sides must be of the same version,
since fields are written by their order.

The bytes are JSON in UTF-8, `[classes, value]`. `classes` are the names of the classes that occur, such as
`adjudicator.cic.state:View`. A number, a text, true, false and null stand for themselves, a tuple is a list,
and all else is an object with one key:

    {"l": [...]}    a list                        {"d": [[key, value], ...]}  a dict, in its order
    {"s": [...]}    a set, sorted by its text     {"f": [...]}                a frozenset, the same
    {"b": "..."}    bytes, in base64              {"q": [3, 4]}               a fraction
    {"0": [...]}    of the class with that number: its fields, the items of a named tuple, or an enum's value
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

OURS = ("adjudicator", "bot", "maps")
"""The packages whose classes may occur."""


class NotEncodable(TypeError):  # noqa: N818 - it says what the value is not
    """The value holds something that has no encoding. `str` names its type alone: the value may be secret."""


class Unreadable(ValueError):  # noqa: N818 - it says what the bytes are
    """The bytes do not come from `dumps` of this version. `str` does not quote them."""


def dumps(value: Any) -> bytes:
    """Write a value. Raises NotEncodable."""
    classes: dict[type, str] = {}
    written = _dump(value, classes)
    # Names of people may hold halves of surrogate pairs; `json.loads` reads them back.
    return _text([[_name(kind) for kind in classes], written]).encode("utf-8", "surrogatepass")


def loads(data: bytes) -> Any:
    """Read what `dumps` has written. Raises Unreadable."""
    try:
        names, written = json.loads(data)
        return _load(written, {str(at): _builder(name) for at, name in enumerate(names)})
    except (
        ArithmeticError,
        AttributeError,
        ImportError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        raise Unreadable(f"not an encoded value of this version ({type(error).__name__})") from None


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _dump(value: Any, classes: dict[type, str]) -> Any:
    kind = type(value)
    if value is None or kind in (bool, int, str, float):
        return value
    if kind is tuple:
        return [_dump(item, classes) for item in value]
    if kind is list:
        return {"l": [_dump(item, classes) for item in value]}
    if kind is dict:
        return {"d": [[_dump(key, classes), _dump(item, classes)] for key, item in value.items()]}
    if kind is set or kind is frozenset:
        return {kind.__name__[0]: sorted((_dump(item, classes) for item in value), key=_text)}
    if kind is bytes:
        return {"b": b64encode(value).decode("ascii")}
    if kind is Fraction:
        return {"q": [value.numerator, value.denominator]}
    names = _names(kind)  # type: ignore[arg-type]
    if names is None:
        raise NotEncodable(f"{_name(kind)} has no encoding")
    number = classes.setdefault(kind, str(len(classes)))
    if isinstance(value, Enum):
        return {number: [_dump(value.value, classes)]}
    items = value if isinstance(value, tuple) else (getattr(value, name) for name in names)
    return {number: [_dump(item, classes) for item in items]}


@cache
def _names(kind: Any) -> tuple[str, ...] | None:
    """The fields of a class that may occur; none for an enum. None: the class may not occur."""
    if kind.__module__.partition(".")[0] not in OURS:
        return None
    if issubclass(kind, Enum):
        return ()
    if issubclass(kind, tuple):
        return getattr(kind, "_fields", None)
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else None


@cache
def _builder(name: str) -> Callable[[list[Any]], Any]:
    """What makes a value of the class from its items. No code of the class runs, as its checks have."""
    module, _, path = name.partition(":")
    if module.partition(".")[0] not in OURS:
        raise ValueError(module)
    kind: Any = import_module(module)
    for part in path.split("."):
        kind = vars(kind)[part]
    names = _names(kind) if isinstance(kind, type) else None
    if names is None or _name(kind) != name:
        raise ValueError(name)
    if issubclass(kind, Enum):
        return lambda items: kind(*items)
    if issubclass(kind, tuple):
        return kind._make  # type: ignore[no-any-return]

    def build(items: list[Any]) -> Any:
        made = object.__new__(kind)
        for field, item in zip(names, items, strict=True):
            object.__setattr__(made, field, item)
        return made

    return build


def _load(value: Any, builders: Mapping[str, Callable[[list[Any]], Any]]) -> Any:
    if isinstance(value, list):
        return tuple([_load(item, builders) for item in value])
    if not isinstance(value, dict):
        return value
    ((key, items),) = value.items()
    if key == "b":
        return b64decode(items, validate=True)
    if key == "q":
        return Fraction(*items)
    if key == "d":
        return {_load(name, builders): _load(item, builders) for name, item in items}
    loaded = [_load(item, builders) for item in items]
    if key in _COLLECTIONS:
        return _COLLECTIONS[key](loaded)
    return builders[key](loaded)


_COLLECTIONS: Mapping[str, Callable[[list[Any]], Any]] = {"l": list, "s": set, "f": frozenset}
