"""SQLite: one connection writes, in a thread of its own; a few read, each in its own.

What waits to be written runs as one group: one hop to the thread, one commit, one fsync. A body that fails
undoes only itself, and nobody is told that something is stored before the commit.

WAL mode, so that reading never waits for writing, with `synchronous=FULL`: in WAL mode NORMAL is safe against
corruption, but may lose the newest commits when the power goes. A lost commit here is a turn that was
already told to the players, or a post that would go out twice.
"""

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.pool import StaticPool

from .dialect import OPTIONS, set_pragmas
from .errors import StorageError

T = TypeVar("T")

READERS = 3
"""So many transactions read at the same time."""
GROUP, GROUP_S = 4, 0.05
"""A group takes in so many, and after that others for so many seconds: whoever came first waits for its
commit."""
_WRITING = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
_READING = ("foreign_keys=ON", "query_only=ON")


@dataclass(eq=False, slots=True)
class _Waiting:
    """A body that waits to be written. withdrawn: nobody needs it any more"""

    body: Callable[[Connection], Any]
    stored: asyncio.Future[Any]
    withdrawn: bool = False


Outcome = tuple[_Waiting, Any, BaseException | None]


class _Thread(aiosqlite.Connection):
    """aiosqlite's connection, with the thread in which it lives; whole transactions run there."""

    sql: Connection

    async def run(self, job: Callable[..., T], *given: Any) -> T:
        """Run a job in the thread: one hop there and back."""
        return await self._execute(job, *given)  # type: ignore[no-any-return, no-untyped-call]

    async def begin(self, pragmas: tuple[str, ...], begin: str) -> None:
        """Connect. begin: the statement that begins a transaction"""
        self._thread.daemon = True  # nobody who forgets to close it keeps the process
        await self
        await self.run(self._prepare, pragmas, begin)

    def _prepare(self, pragmas: tuple[str, ...], begin: str) -> None:
        set_pragmas(self._conn, pragmas)
        engine = create_engine("sqlite://", creator=lambda: self._conn, poolclass=StaticPool, **OPTIONS)

        @event.listens_for(engine, "begin")
        def _(connection: Connection) -> None:
            connection.exec_driver_sql(begin)

        self.sql = engine.connect()

    async def end(self) -> None:
        await self.run(self.sql.close)
        await self.close()


@dataclass
class Sqlite:
    """The connections to one file."""

    url: URL
    retries: int = 0
    _writer: _Thread | None = None
    _readers: list[_Thread] = field(default_factory=list)
    _idle: asyncio.LifoQueue[_Thread] = field(default_factory=asyncio.LifoQueue)
    _waiting: deque[_Waiting] = field(default_factory=deque)
    _work: asyncio.Task[None] | None = None

    async def open(self) -> None:
        # A deferred transaction that reads, then writes, fails at once when another process wrote in between:
        # no waiting can help it. IMMEDIATE waits for its turn, then cannot fail.
        self._writer = self._thread()
        await self._writer.begin(_WRITING, "BEGIN IMMEDIATE")

    def _thread(self) -> _Thread:
        # The thread alone uses the connection; but for tests that hold a transaction open.
        return _Thread(
            lambda: sqlite3.connect(str(self.url.database), isolation_level=None, check_same_thread=False), 0
        )

    # -- writing

    def write(
        self, body: Callable[[Connection], T], process: int | None = None, told: object = None
    ) -> asyncio.Future[T]:
        """There is one process, and nobody to tell."""
        stored: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(body, stored))
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._write(), name="database")
        return stored

    def withdraw(self, stored: asyncio.Future[Any]) -> None:
        for waiting in list(self._waiting):
            if waiting.stored is stored:
                waiting.withdrawn = True

    async def _write(self) -> None:
        while self._waiting:
            try:
                if self._writer is None:
                    raise StorageError("The database is closed")
                done = await self._writer.run(self._group, self._writer.sql)
                if self._writer.sql.invalidated:  # something worse than an exception has come through it
                    await self._writer.close()
                    await self.open()
            except Exception as fault:
                done = [(waiting, None, fault) for waiting in self._waiting]
                self._waiting.clear()
            for waiting, result, error in done:
                if waiting.stored.done():
                    continue
                if error is None:
                    waiting.stored.set_result(result)
                else:
                    waiting.stored.set_exception(error)

    def _group(self, connection: Connection) -> list[Outcome]:
        """Run what waits in one transaction, in the database's thread. Never raises."""
        until = time.monotonic() + GROUP_S
        done: list[Outcome] = []
        first = True
        try:
            with connection.begin():
                while self._waiting and (len(done) < GROUP or time.monotonic() < until):
                    waiting = self._waiting.popleft()
                    done.append((waiting, None, None))
                    if waiting.withdrawn:
                        done[-1] = waiting, None, StorageError("Nobody waits for this any more")
                    elif first:  # if it fails, the whole transaction is undone
                        done[-1] = waiting, waiting.body(connection), None
                        first = False
                    else:
                        done[-1] = _run(connection, waiting)
        except BaseException as error:  # the first one, the begin or the commit has failed: nothing is stored
            _undo(connection)
            if not done:
                done = [(waiting, None, None) for waiting in self._waiting]
                self._waiting.clear()
            return [(waiting, None, failed or error) for waiting, _, failed in done]
        return done

    # -- reading

    async def read(self, body: Callable[[Connection], T]) -> T:
        reader = await self._reader()
        try:
            return await reader.run(_read, reader.sql, body)
        finally:  # if we were cancelled it may still be busy: then the next one waits
            self._idle.put_nowait(reader)

    async def _reader(self) -> _Thread:
        """An idle one, or one more."""
        if not self._idle.empty() or len(self._readers) == READERS:
            return await self._idle.get()
        reader = self._thread()
        self._readers.append(reader)
        try:
            await reader.begin(_READING, "BEGIN")
        except BaseException:  # whoever asked was cancelled: there is room for another one
            self._readers.remove(reader)
            reader.stop()
            raise
        return reader

    async def close(self) -> None:
        for waiting in self._waiting:
            waiting.withdrawn = True
        if self._work is not None:
            await self._work
        for reader in self._readers:  # first: the last one to leave tidies up the log, and readers may not
            await reader.end()
        if self._writer is not None:
            writer, self._writer = self._writer, None
            await writer.end()


def _undo(connection: Connection) -> None:
    """Undo what a COMMIT that failed has left open: SQLAlchemy takes it for ended."""
    if connection.invalidated:
        return
    raw: Any = connection.connection.driver_connection
    try:
        if raw.in_transaction:
            raw.rollback()
    except sqlite3.Error:
        connection.invalidate()  # then it is opened anew


def _run(connection: Connection, waiting: _Waiting) -> Outcome:
    """Run one body of a group; one that fails undoes what it did, and nothing else."""
    connection.exec_driver_sql("SAVEPOINT body")
    try:
        return waiting, waiting.body(connection), None
    except BaseException as error:
        connection.exec_driver_sql("ROLLBACK TO body")
        return waiting, None, error
    finally:
        connection.exec_driver_sql("RELEASE body")


def _read(connection: Connection, body: Callable[[Connection], T]) -> T:
    with connection.begin():
        return body(connection)
