"""The description of `/api/v1`, OpenAPI 3.1, made from its routes and the dataclasses that these return."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from bot.web.values import Doc, Error

JSON = "application/json"
_PLAIN: Mapping[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Any: {},
}


@dataclass(frozen=True, slots=True)
class Param:
    """A part of a path, or a query.

    schema: as JSON Schema;  text: what it is;  example: one that is valid
    """

    name: str
    schema: Mapping[str, Any]
    text: str
    example: Any


@dataclass(frozen=True, slots=True)
class Route:
    """What one GETs.

    path: with `{names}`;  returns: a dataclass; None: any object;  query: the names of what may be given
    """

    path: str
    name: str
    text: str
    returns: Any
    tag: str
    query: tuple[str, ...] = ()

    @property
    def placed(self) -> list[str]:
        """The names of the parts of its path."""
        return re.findall(r"{(\w+)}", self.path)


def describe(
    routes: Sequence[Route], params: Mapping[str, Param], server: str, about: Mapping[str, Any], told: Any
) -> dict[str, Any]:
    """Return the document. server: the address before all paths;  about: its "info";  told: what webhooks are
    told"""
    schemas = _Schemas()
    error = _content(schemas.of(Error), _example(Error))
    answers: dict[str, Any] = {
        "NotModified": {"description": "You have it already: its `ETag` was in `If-None-Match`."},
        "Wrong": {"description": "A query that makes no sense.", "content": error},
        "NotFound": {"description": "There is no such thing, or it is not public.", "content": error},
        "TooMany": {
            "description": "Too many requests from one address.",
            "headers": {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}},
            "content": error,
        },
    }
    paths = {}
    for route in routes:
        # A part of a path that looks wrong belongs to nothing: not found.
        usual: dict[str, Any] = {
            "304": {"$ref": "#/components/responses/NotModified"},
            "429": {"$ref": "#/components/responses/TooMany"},
        }
        usual |= {"404": {"$ref": "#/components/responses/NotFound"}} if route.placed else {}
        usual |= {"400": {"$ref": "#/components/responses/Wrong"}} if route.query else {}
        found = {
            "description": route.text,
            "headers": {"ETag": {"schema": {"type": "string"}, "description": "Changes with the answer."}},
            "content": _content(
                {"type": "object"} if route.returns is None else schemas.of(route.returns),
                None if route.returns is None else _example(route.returns),
            ),
        }
        given = [(name, "path") for name in route.placed] + [(name, "query") for name in route.query]
        paths[route.path] = {
            "get": {
                "operationId": route.name,
                "summary": route.text,
                "tags": [route.tag],
                "parameters": [_param(params[name], where) for name, where in given],
                "responses": {"200": found, **dict(sorted(usual.items()))},
            }
        }
    webhook = {
        "summary": "What a server's webhooks are told, signed; see /webhooks.",
        "requestBody": {"required": True, "content": _content(schemas.of(told), _example(told))},
        "responses": {"2XX": {"description": "Taken."}},
    }
    return {
        "openapi": "3.1.0",
        "info": dict(about),
        "servers": [{"url": server}],
        "paths": paths,
        "webhooks": {"told": {"post": {"operationId": "told", "tags": ["webhooks"], **webhook}}},
        "components": {"schemas": schemas.found, "responses": answers},
    }


def _param(param: Param, where: str) -> dict[str, Any]:
    return {
        "name": param.name,
        "in": where,
        "required": where == "path",
        "description": param.text,
        "schema": dict(param.schema),
        "example": param.example,
    }


def _content(schema: Mapping[str, Any], example: Any) -> dict[str, Any]:
    return {JSON: {"schema": schema} | ({"example": example} if example is not None else {})}


class _Schemas:
    """JSON Schemas of dataclasses, each described once."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {}

    def of(self, hint: Any) -> dict[str, Any]:
        """The schema of a type."""
        kind, parts = get_origin(hint), get_args(hint)
        if kind is Annotated:
            docs = [mark for mark in hint.__metadata__ if isinstance(mark, Doc)]
            return self.of(parts[0]) | {"description": docs[-1].text}
        if kind in (Union, UnionType):
            return {"anyOf": [self.of(part) for part in parts]}
        if kind is Literal:
            return {"type": "string", "enum": list(parts)}
        if kind is tuple:
            return {"type": "array", "items": self.of(parts[0])}
        if kind is not None and isinstance(kind, type) and issubclass(kind, Mapping):
            return {"type": "object", "additionalProperties": self.of(parts[1])}
        if is_dataclass(kind or hint):
            return self._record(hint)
        return dict(_PLAIN[hint])

    def _record(self, hint: Any) -> dict[str, Any]:
        name = _named(hint)
        if name not in self.found:
            self.found[name] = {}  # it may hold itself
            hints = _hints(hint)
            self.found[name] = {
                "type": "object",
                "properties": {key: self.of(each) for key, each in hints.items()},
                "required": list(hints),
                "additionalProperties": False,
            }
        return {"$ref": f"#/components/schemas/{name}"}


def _example(hint: Any) -> Any:
    """A value of a type, made from the examples of its fields."""
    kind, parts = get_origin(hint), get_args(hint)
    if kind is Annotated:
        return hint.__metadata__[-1].example
    if kind is tuple:
        return [_example(parts[0])]
    if kind is Literal:
        return parts[-1]
    if is_dataclass(kind or hint):
        return {key: _example(each) for key, each in _hints(hint).items()}
    return _example(parts[0]) if kind in (Union, UnionType) else None


def _hints(hint: Any) -> dict[str, Any]:
    """The types of a dataclass's fields; of a generic one with what it is made for."""
    kind = get_origin(hint) or hint
    filled = dict(zip(getattr(kind, "__parameters__", ()), get_args(hint), strict=False))
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: _filled(hints[field.name], filled) for field in fields(kind)}


def _filled(hint: Any, filled: Mapping[Any, Any]) -> Any:
    if isinstance(hint, TypeVar):
        return filled[hint]
    if get_origin(hint) is tuple and isinstance(get_args(hint)[0], TypeVar):
        return tuple[filled[get_args(hint)[0]], ...]  # type: ignore[misc]
    return hint


def _named(hint: Any) -> str:
    """The name of its schema: "Game", "ListingOfGame"."""
    kind: Any = get_origin(hint) or hint
    of = "".join(f"Of{part.__name__}" for part in get_args(hint))
    return f"{kind.__name__}{of}"
