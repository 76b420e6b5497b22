"""The process ends in the middle of a transaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event

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
    db, begun = office.context.db, list[str]()

    def count(connection: Connection, *given: Any) -> None:
        if connection.engine is writer(db):
            begun.append(given[1])
            if len(begun) == number:
                raise Crash(given[1])

    # Not at the engine: a connection that a crash tore is opened anew, with another one.
    event.listen(Engine, "before_cursor_execute", count)
    try:
        yield begun
    finally:
        event.remove(Engine, "before_cursor_execute", count)


@contextmanager
def crash_in_commit(office: PostOffice) -> Iterator[None]:
    db = office.context.db

    def refuse(connection: Connection) -> None:
        if connection.engine is writer(db):
            raise Crash("commit")

    event.listen(Engine, "commit", refuse)  # before those of one engine
    try:
        yield
    finally:
        event.remove(Engine, "commit", refuse)
