"""Opening the database, and its transactions."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from os import PathLike
from typing import Any, Self, TypeVar

from sqlalchemy import Delete, Select, Update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from . import dialect, migrations
from .errors import Conflict, StorageError

T = TypeVar("T")

Tx = AsyncConnection
"""A transaction, as every function of this package takes it."""


class Database:
    """One database. Many tasks may use it; other processes too.

    Inside this process writers queue up, first come first served; readers never wait.
    """

    def __init__(self, name: str, writer: AsyncEngine, reader: AsyncEngine) -> None:
        """Use `Database.open`."""
        self.name = name
        """What messages call it: the path, or the URL without the password."""
        self._writer = writer
        self._reader = reader
        self._turn = asyncio.Lock()
        self._writing: asyncio.Task[Any] | None = None

    @classmethod
    async def open(cls, where: str | PathLike[str]) -> Self:
        """Open a database, given as the path of a SQLite file or as a URL; create or upgrade it as needed.

        Raises StorageError, in one line, when it was made by a newer Fieldpost (and leaves it as it is), is
        something else, or cannot be opened. Open one at a time: Alembic keeps its state per process.
        """
        url = dialect.url_of(where)
        name = dialect.name_of(url)
        try:
            dialect.make_place(url)
            await _upgrade(dialect.engine(url, "migrate"), name)
        except ImportError as error:
            raise StorageError(f"{name}: the driver is missing ({error}); install it with pip") from error
        except OSError as error:
            raise StorageError(
                f"{name}: {error.strerror or error}; check the path and who may write there"
            ) from error
        except DBAPIError as error:
            raise StorageError(
                f"{name}: {error.orig}; check that the path is right, may be written, and is our database"
            ) from error
        return cls(name, dialect.engine(url, "write"), dialect.engine(url, "read"))

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[Tx]:
        """One write transaction: all of it is stored when the block ends, nothing if an exception leaves it.

        A task that is cancelled inside has stored nothing, or all if the commit was under way already.
        Keep it short, and never wait for the network inside. A second one inside the first, in one task, is
        a RuntimeError, because it would wait for itself.
        """
        task = asyncio.current_task()
        if self._writing is task:
            raise RuntimeError("a write transaction was begun inside another one; pass its tx on instead")
        async with self._turn:
            self._writing = task
            try:
                async with self._writer.begin() as tx:
                    yield tx
            finally:
                self._writing = None

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Tx]:
        """One read transaction: it sees one moment of the database, whatever is written meanwhile."""
        async with self._reader.begin() as tx:
            yield tx

    async def close(self) -> None:
        """Close all connections. Transactions under way are undone."""
        await self._reader.dispose()  # first: the last one to leave tidies up the log, and readers may not
        await self._writer.dispose()


async def _upgrade(engine: AsyncEngine, name: str) -> None:
    try:
        async with engine.begin() as tx:
            await tx.run_sync(migrations.upgrade, name)
    finally:
        await engine.dispose()


async def rows(tx: Tx, statement: Select[Any], record: type[T]) -> list[T]:
    """All rows, as records; the columns must be the fields of the record."""
    return [record(**row) for row in (await tx.execute(statement)).mappings()]


async def must_change(tx: Tx, statement: Update | Delete, why: str) -> None:
    """Run a change that has to hit a row; Conflict(why) if it hits none."""
    if (await tx.execute(statement)).rowcount == 0:
        raise Conflict(why)
