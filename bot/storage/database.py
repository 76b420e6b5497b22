"""Opening the database, its transactions, and who is woken after them."""

import asyncio
from collections.abc import (
    AsyncIterator,
    Callable,
    Collection,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager, contextmanager
from os import PathLike
from typing import Any, Literal, Self, TypeVar, TypeVarTuple, cast, overload

from sqlalchemy import (
    ClauseElement,
    CursorResult,
    Delete,
    Dialect,
    Executable,
    Table,
    Update,
    UpdateBase,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.sql.selectable import TypedReturnsRows
from sqlalchemy.sql.util import find_tables

from . import dialect, migrations
from .errors import Conflict, StorageError

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

Topic = Literal["outbox", "deadlines", "muting", "handover", "ratings", "leagues"]
"""What a job waits for: posts, deadlines, games played in silence, seats handed over, games that are over,
leagues in which something may follow."""
Rows = Sequence[Mapping[str, Any]]
Woken = dict[Topic, set[str]]
"""What transactions have noted, by topic: subjects, such as ids of leagues."""


class Tx:
    """A transaction, as every function of this package takes it.

    It remembers rows that were read (`kept`), until somebody changes their table, so nothing is read twice.
    Rows that only have to be there at the end (`insert_later`) are inserted together, before anybody reads
    their table, and at the end.
    """

    def __init__(self, connection: AsyncConnection) -> None:
        """Use `Database.begin` or `Database.read`."""
        self._connection = connection
        self._kept: dict[str, dict[Hashable, Any]] = {}
        self._later: dict[Table, tuple[Executable, list[Mapping[str, Any]]]] = {}
        self.woken: Woken = {}
        """What was noted so far, by topic."""

    def wakes(self, topic: Topic, *subjects: str) -> None:
        """Wake those who wait for this topic, once the transaction is committed."""
        self.woken.setdefault(topic, set()).update(subjects)

    # -- rows that are known

    def kept(self, table: Table, key: Hashable) -> Any:
        """What was kept of this table under the key; None: nothing is known."""
        return self._kept.get(table.name, {}).get(key)

    def keep(self, table: Table, key: Hashable, what: T) -> T:
        """Remember rows of this table as they are now. Not None: that would be nothing."""
        self._kept.setdefault(table.name, {})[key] = what
        return what

    # -- statements

    @property
    def dialect(self) -> Dialect:
        return self._connection.dialect

    @property
    def info(self) -> dict[Any, Any]:
        """What is remembered as long as the connection is open."""
        return self._connection.info

    @overload
    async def execute(self, statement: TypedReturnsRows[*Ts], values: None = None) -> CursorResult[*Ts]: ...

    @overload
    async def execute(
        self, statement: Executable, values: Rows | Mapping[str, Any] | None = None
    ) -> CursorResult[*tuple[Any, ...]]: ...

    async def execute(
        self, statement: Executable, values: Rows | Mapping[str, Any] | None = None
    ) -> CursorResult[*tuple[Any, ...]]:
        """Run a statement; with a sequence of values once for each of them."""
        if isinstance(statement, UpdateBase):
            self._kept.pop(str(statement.table), None)
        if self._later and not self._later.keys().isdisjoint(_tables(statement)):
            await self.insert_now()
        return await self._connection.execute(statement, values)

    def insert_later(self, table: Table, statement: Executable, values: Mapping[str, Any]) -> None:
        """Insert this row with the statement, before the table is read, or at the end. All rows of a table
        have the same columns, and the same statement."""
        self._later.setdefault(table, (statement, []))[1].append(values)

    async def insert_now(self) -> None:
        """Insert what was to be inserted later."""
        later, self._later = self._later, {}
        for statement, values in later.values():
            await self._connection.execute(statement, values)

    async def exec_driver_sql(self, text: str) -> CursorResult[*tuple[Any, ...]]:
        """Run SQL as it is written. For repair, and for tests."""
        await self.insert_now()
        self._kept.clear()
        return await self._connection.exec_driver_sql(text)

    async def run_sync(self, job: Callable[..., T], *given: Any) -> T:
        """Run a job that needs SQLAlchemy's own connection, such as a migration."""
        await self.insert_now()
        self._kept.clear()
        return await self._connection.run_sync(job, *given)

    @asynccontextmanager
    async def begin_nested(self) -> AsyncIterator[None]:
        """All of what follows is stored, or nothing if an exception leaves the block."""
        before = {table: (statement, list(values)) for table, (statement, values) in self._later.items()}
        try:
            async with self._connection.begin_nested():
                yield
        except BaseException:
            # Rows from before the block may have been inserted in it, and are gone with it.
            self._kept.clear()
            self._later = before
            raise


def _tables(statement: Executable) -> Collection[Any]:
    """The tables that a statement reads or writes."""
    return find_tables(
        cast(ClauseElement, statement),
        include_joins=True,
        include_aliases=True,
        include_selects=True,
        include_crud=True,
    )


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
        self._listeners: dict[Topic, tuple[Callable[[], None], Callable[[Iterable[str]], None]]] = {}
        self._later: dict[asyncio.Task[Any] | None, Woken] = {}
        """What is to be woken when a task is done with several transactions, see `waking_later`."""

    def on(
        self,
        topic: Topic,
        wake: Callable[[], None],
        about: Callable[[Iterable[str]], None] = lambda _: None,
    ) -> None:
        """Call this after every commit in which the topic was noted. about: gets the subjects before"""
        self._listeners[topic] = wake, about

    def off(self) -> None:
        """Wake nobody any more."""
        self._listeners.clear()

    @property
    def has_listeners(self) -> bool:
        """Whether somebody is woken after commits."""
        return bool(self._listeners)

    def wake_all(self) -> None:
        """Wake everybody now: at the start, and when nobody knows what has become due."""
        for wake, _ in list(self._listeners.values()):
            wake()

    @contextmanager
    def waking_later(self) -> Iterator[None]:
        """Wake those for whom this task has work when the block ends, not after each transaction."""
        task = asyncio.current_task()
        self._later[task] = {}
        try:
            yield
        finally:
            self._wake(self._later.pop(task))

    def _wake(self, woken: Woken) -> None:
        later = self._later.get(asyncio.current_task())
        for topic, subjects in woken.items():
            if later is not None:
                later.setdefault(topic, set()).update(subjects)
            elif topic in self._listeners:
                wake, about = self._listeners[topic]
                about(subjects)
                wake()

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
                async with self._writer.begin() as connection:
                    tx = Tx(connection)
                    yield tx
                    await tx.insert_now()
            finally:
                self._writing = None
        self._wake(tx.woken)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Tx]:
        """One read transaction: it sees one moment of the database, whatever is written meanwhile."""
        async with self._reader.begin() as connection:
            yield Tx(connection)

    async def close(self) -> None:
        """Close all connections. Transactions under way are undone."""
        await self._reader.dispose()  # first: the last one to leave tidies up the log, and readers may not
        await self._writer.dispose()


async def _upgrade(engine: AsyncEngine, name: str) -> None:
    try:
        async with engine.begin() as connection:
            await connection.run_sync(migrations.upgrade, name)
    finally:
        await engine.dispose()


async def must_change(tx: Tx, statement: Update | Delete, why: str) -> None:
    """Run a change that has to hit a row; Conflict(why) if it hits none."""
    if (await tx.execute(statement)).rowcount == 0:
        raise Conflict(why)
