"""The process ends in the middle of a transaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event

from bot.storage.database import Database
from bot.storage.postgresql import Postgresql
from bot.storage.sqlite import Sqlite
from tests.bot.parts import PostOffice


class Crash(BaseException):
    """The process, as far as this transaction is concerned, ends here: nobody catches that, as they would
    catch a fault of the rules."""


def writer(db: Database) -> Engine:
    """The engine whose transactions write."""
    connections = db._connections
    if isinstance(connections, Sqlite):
        assert connections._writer is not None
        return connections._writer.sql.engine
    assert isinstance(connections, Postgresql)
    return connections._writer


@contextmanager
def crash_at(office: PostOffice, number: int) -> Iterator[list[str]]:
    """Raise at write statement `number` (from 1); the list has the statements that were begun."""
    engine = writer(office.context.db)
    begun: list[str] = []

    def count(*given: Any) -> None:
        begun.append(given[2])
        if len(begun) == number:
            raise Crash(given[2])

    event.listen(engine, "before_cursor_execute", count)
    try:
        yield begun
    finally:
        event.remove(engine, "before_cursor_execute", count)


@contextmanager
def crash_in_commit(office: PostOffice) -> Iterator[None]:
    engine = writer(office.context.db)

    def refuse(_: Any) -> None:
        raise Crash("commit")

    event.listen(engine, "commit", refuse, insert=True)
    try:
        yield
    finally:
        event.remove(engine, "commit", refuse)
