"""What makes a test's house quick: nothing waits for the disk, no statement changes threads, and what is the
same for all is made once."""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Callable
from functools import cache
from typing import Any

import aiosqlite.core
import pytest

from adjudicator.registry import rules
from bot.presenters import presenters
from bot.storage import sqlite
from maps.boards import boards

Job = tuple["asyncio.Future[Any] | None", Callable[[], Any]]
GAMES = cache(lambda: rules(boards()))
WORDS = cache(presenters)


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


def no_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the disk at every commit."""
    monkeypatch.setattr(sqlite, "_WRITING", ("journal_mode=WAL", "synchronous=OFF", "foreign_keys=ON"))


def same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every house of a run has the same games and presenters: they are stateless, and take long to make."""
    monkeypatch.setattr("bot.engine.context.rules", lambda _: GAMES())
    monkeypatch.setattr("bot.engine.context.presenters", WORDS)
