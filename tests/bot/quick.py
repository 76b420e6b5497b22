"""What makes a test's database quick: nothing waits for the disk, and no statement changes threads."""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Callable
from typing import Any

import aiosqlite.core
import pytest
from sqlalchemy import Engine

from bot.storage import sqlite

Job = tuple["asyncio.Future[Any] | None", Callable[[], Any]]


class AtOnce(queue.SimpleQueue[Job]):
    """Instead of the queue of a connection's thread: does what is put into it at once. Whoever waits for it
    goes on at the loop's next turn, so that tasks come between each other as they do with threads."""

    def put_nowait(self, item: Job) -> None:
        future, job = item
        try:
            settle, result = aiosqlite.core.set_result, job()
        except BaseException as error:
            settle, result = aiosqlite.core.set_exception, error
        if future is not None:
            future.get_loop().call_soon(settle, future, result)


class NoThread:
    """Instead of a connection's thread."""

    daemon = True

    def __init__(self, **_: Any) -> None:
        pass

    def start(self) -> None:
        pass

    def join(self) -> None:
        pass

    def is_alive(self) -> bool:
        return False


def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite works in the thread of the loop."""
    monkeypatch.setattr(aiosqlite.core, "SimpleQueue", AtOnce)
    monkeypatch.setattr(aiosqlite.core, "Thread", NoThread)


class Statements(dict[Any, Any]):
    """Compiled statements, for all databases of a run: SQLAlchemy would compile them anew for each engine."""

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        return super().get(key[1:], default)  # without the engine's dialect

    def __setitem__(self, key: tuple[Any, ...], value: Any) -> None:
        super().__setitem__(key[1:], value)


STATEMENTS = Statements()


def no_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the disk at every commit."""
    made = sqlite.create_engine

    def hurried(*given: Any, **options: Any) -> Engine:
        engine = made(*given, **options)
        engine._compiled_cache = STATEMENTS  # type: ignore[assignment]
        return engine

    monkeypatch.setattr(sqlite, "create_engine", hurried)
    monkeypatch.setattr(sqlite, "_WRITING", ("journal_mode=WAL", "synchronous=OFF", "foreign_keys=ON"))
