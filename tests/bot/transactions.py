"""Transactions for tests: a block instead of a function, so that a test may look and assert in between.

async with writing(db) as tx:
    insert(tx, …)

The block runs in the loop's thread on the database's own connection; nothing else may be written meanwhile.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager

from sqlalchemy import Connection, Engine, create_engine, event

from bot.storage.database import Database, Tx
from bot.storage.dialect import OPTIONS
from bot.storage.postgresql import Postgresql
from bot.storage.sqlite import Sqlite


@asynccontextmanager
async def writing(db: Database) -> AsyncIterator[Tx]:
    """A write transaction: stored when the block ends, undone if it raises."""
    connections = db._connections
    if isinstance(connections, Postgresql):
        begun: AbstractContextManager[Connection] = connections._writer.begin()
    else:
        assert isinstance(connections, Sqlite) and connections._writer is not None
        while connections._work is not None and not connections._work.done():
            await connections._work
        if connections._writer.sql.invalidated:
            await connections._writer.close()
            await connections.open()
        begun = _on(connections._writer.sql)
    with begun as connection:
        tx = Tx(connection)
        yield tx
        tx.insert_now()
    db._wake(tx.woken)


@contextmanager
def _on(connection: Connection) -> Iterator[Connection]:
    """A transaction on a connection that stays open."""
    with connection.begin():
        yield connection


@asynccontextmanager
async def looking(db: Database) -> AsyncIterator[Tx]:
    """A read transaction: it sees one moment."""
    connections = db._connections
    if isinstance(connections, Postgresql):
        engine: Engine = connections._reader
    else:
        assert isinstance(connections, Sqlite)
        engine = create_engine(connections.url, **OPTIONS)

        @event.listens_for(engine, "connect")
        def connect(connection, _):  # type: ignore[no-untyped-def]
            connection.isolation_level = None
            connection.execute("PRAGMA query_only=ON")

        @event.listens_for(engine, "begin")
        def begin(connection):  # type: ignore[no-untyped-def]
            connection.exec_driver_sql("BEGIN")

    try:
        with engine.begin() as connection:
            yield Tx(connection)
    finally:
        if isinstance(connections, Sqlite):
            engine.dispose()
