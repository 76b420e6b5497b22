"""Statements that are compiled once in a run, not for each test's database."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Engine


class Statements(dict[Any, Any]):
    """Compiled statements, for all databases of a run: SQLAlchemy would compile them anew for each engine."""

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        return super().get(_any_engine(key), default)

    def __setitem__(self, key: tuple[Any, ...], value: Any) -> None:
        super().__setitem__(_any_engine(key), value)


def _any_engine(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """The key with what matters of the engine's dialect."""
    dialect, *others = key
    return type(dialect), dialect._json_serializer, *others


def compile_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All engines have the same statements."""
    kept = Statements()
    monkeypatch.setattr(Engine, "_compiled_cache", property(lambda _: kept, lambda *_: None), raising=False)
