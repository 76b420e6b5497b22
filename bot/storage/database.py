"""Opening the database, its transactions, and who is woken after them.

A transaction is a plain function that is given a `Tx` first. It runs whole in a thread of the database, so it
cannot await, and never waits for the network:

    table = await db.read(tables.get, "k7f3")
    await db.write(save, Value(key="a", value="1"))
"""

import asyncio
import logging
from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import contextmanager
from contextvars import ContextVar
from os import PathLike
from typing import (
    TYPE_CHECKING,
    Any,
    Concatenate,
    Literal,
    ParamSpec,
    Self,
    TypeVar,
    TypeVarTuple,
    cast,
    get_args,
    overload,
)

from sqlalchemy import (
    ClauseElement,
    Connection,
    CursorResult,
    Delete,
    Dialect,
    Executable,
    Table,
    Update,
    UpdateBase,
)
from sqlalchemy.exc import DBAPIError as DatabaseFault
from sqlalchemy.sql.selectable import TypedReturnsRows
from sqlalchemy.sql.util import find_tables

from . import dialect, migrations, schema
from .connections import Connections, connections
from .errors import Busy, Conflict, StorageError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

log = logging.getLogger(__name__)

__all__ = ["Database", "DatabaseFault", "Topic", "Tx"]
# DatabaseFault: what the database itself raises. Who catches everything lets it pass inside a transaction.

OLDER_AGAIN_S = 1.0
"""Seconds between two looks whether processes of an older version are gone."""
P = ParamSpec("P")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")

Topic = Literal[
    "outbox",
    "deadlines",
    "muting",
    "handover",
    "ratings",
    "leagues",
    "computers",
    "analyses",
    "puzzles",
    "webhooks",
    "forgotten",
]
"""What a job waits for: posts, deadlines, games played in silence, seats handed over, games that are over,
leagues in which something may follow, somebody who is forgotten."""
Rows = Sequence[Mapping[str, Any]]
Woken = dict[Topic, set[str]]
"""What transactions have noted, by topic: subjects, such as ids of leagues."""

_LATER: ContextVar[Woken | None] = ContextVar("later", default=None)
"""What is to be woken when a task is done with several transactions, see `Database.waking_later`."""


class Tx:
    """A transaction, as every function of this package takes it.

    It remembers rows that were read (`kept`), until somebody changes their table, so nothing is read twice.
    Rows that only have to be there at the end (`insert_later`) are inserted together, before anybody reads
    their table, and at the end.
    """

    def __init__(self, connection: Connection) -> None:
        """Use `Database.write` or `Database.read`."""
        self._connection = connection
        self._kept: dict[str, dict[Hashable, Any]] = {}
        self._later: dict[Table, tuple[Executable, list[Mapping[str, Any]]]] = {}
        self.woken: Woken = {}
        """What was noted so far, by topic."""
        self._log: list[tuple[logging.Logger, str, dict[str, Any]]] = []

    def wakes(self, topic: Topic, *subjects: str) -> None:
        """Wake those who wait for this topic, once the transaction is committed."""
        self.woken.setdefault(topic, set()).update(subjects)

    def log(self, logger: logging.Logger, message: str, **extra: object) -> None:
        """Log this once the transaction is committed. One that fails says nothing; one that runs again says
        it once."""
        self._log.append((logger, message, extra))

    def write_log(self) -> None:
        """Log what waits for the commit."""
        for logger, message, extra in self._log:
            logger.info(message, extra=extra)

    # -- rows that are known

    def kept(self, table: Table, key: Hashable) -> Any:
        """What was kept of this table under the key; None: nothing is known."""
        return self._kept.get(table.name, {}).get(key)

    def keep(self, table: Table, key: Hashable, what: T) -> T:
        """Remember rows of this table as they are now. Not None: that would be nothing."""
        self._kept.setdefault(table.name, {})[key] = what
        return what

    # -- statements

    def lock(self, table: Table, key: str, *, wait: bool = True) -> None:
        """Hold the row with this key until the end: another process that wants it waits. wait=False: Busy if
        somebody else holds it."""
        if not dialect.lock_row(self._connection, table, key, wait=wait) and not wait:
            raise Busy(f"another process is at {key}")

    @property
    def dialect(self) -> Dialect:
        return self._connection.dialect

    @property
    def info(self) -> dict[Any, Any]:
        """What is remembered as long as the connection is open."""
        return self._connection.info

    @overload
    def execute(self, statement: TypedReturnsRows[*Ts], values: None = None) -> CursorResult[*Ts]: ...

    @overload
    def execute(
        self, statement: Executable, values: Rows | Mapping[str, Any] | None = None
    ) -> CursorResult[*tuple[Any, ...]]: ...

    def execute(
        self, statement: Executable, values: Rows | Mapping[str, Any] | None = None
    ) -> CursorResult[*tuple[Any, ...]]:
        """Run a statement; with a sequence of values once for each of them."""
        if isinstance(statement, UpdateBase):
            self._kept.pop(str(statement.table), None)
        if self._later and not self._later.keys().isdisjoint(_tables(statement)):
            self.insert_now()
        return self._connection.execute(statement, values)

    def send(self, statement: Executable, values: Rows | Mapping[str, Any] | None = None) -> None:
        """As `execute`, for a statement whose outcome nobody needs: PostgreSQL may get it together with the
        next one, which then raises its errors."""
        with dialect.deferring(self._connection):
            self.execute(statement, values)

    def insert_later(self, table: Table, statement: Executable, values: Mapping[str, Any]) -> None:
        """Insert this row with the statement, before the table is read, or at the end. All rows of a table
        have the same columns, and the same statement."""
        self._later.setdefault(table, (statement, []))[1].append(values)

    def insert_now(self) -> None:
        """Insert what was to be inserted later."""
        later, self._later = self._later, {}
        for statement, values in later.values():
            with dialect.deferring(self._connection):
                self._connection.execute(statement, values)

    def exec_driver_sql(self, text: str) -> CursorResult[*tuple[Any, ...]]:
        """Run SQL as it is written. For repair, and for tests."""
        self.insert_now()
        self._kept.clear()
        return self._connection.exec_driver_sql(text)

    def run(self, job: Callable[..., T], *given: Any) -> T:
        """Run a job that needs SQLAlchemy's own connection, such as a migration."""
        self.insert_now()
        self._kept.clear()
        return job(self._connection, *given)

    @contextmanager
    def begin_nested(self) -> Iterator[None]:
        """All of what follows is stored, or nothing if an exception leaves the block. An error of what was
        only sent may come after the block: it undoes the whole transaction."""
        before = {table: (statement, list(values)) for table, (statement, values) in self._later.items()}
        self._send("SAVEPOINT nested")
        try:
            yield
            self._send("RELEASE nested")
        except BaseException:
            if not self._connection.invalidated:
                self._connection.exec_driver_sql("ROLLBACK TO nested")
                self._send("RELEASE nested")  # those around it have the same name
            # Rows from before the block may have been inserted in it, and are gone with it.
            self._kept.clear()
            self._later = before
            raise

    def _send(self, text: str) -> None:
        with dialect.deferring(self._connection):
            self._connection.exec_driver_sql(text)


def _tables(statement: Executable) -> Collection[Any]:
    """The tables that a statement reads or writes."""
    return find_tables(
        cast(ClauseElement, statement),
        include_joins=True,
        include_aliases=True,
        include_selects=True,
        include_crud=True,
    )


def _locking(
    record: "type[DataclassInstance]", key: str, job: Callable[Concatenate[Tx, P], T], *, wait: bool
) -> Callable[Concatenate[Tx, P], T]:
    """The same job, with this row locked first."""

    def locking(tx: Tx, /, *given: P.args, **named: P.kwargs) -> T:
        tx.lock(schema.of[record], key, wait=wait)
        return job(tx, *given, **named)

    return locking


class Database:
    """One database. Many tasks may use it; other processes too."""

    def __init__(self, name: str, connections: Connections) -> None:
        """Use `Database.open`."""
        self.name = name
        """What messages call it: the path, or the URL without the password."""
        self.reads = self.writes = 0
        """How many transactions were run, and stored."""
        self._connections = connections
        self.process: int | None = None
        """The number of this process among several that write; None: it is the only one."""
        self.beside = False
        """Whether it writes beside those processes, holding none of their leases: they are told."""
        self._listeners: dict[Topic, tuple[Callable[[], None], Callable[[Iterable[str]], None]]] = {}

    @property
    def retries(self) -> int:
        """How many transactions had to run again because of another one."""
        return self._connections.retries

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

    def heard(self, note: str) -> None:
        """Wake those for whom another process has stored something, see `_notes`."""
        number, topic, *subjects = note.split(" ")
        if number != str(self.process) and topic in get_args(Topic):
            self._wake({cast(Topic, topic): set(subjects)})

    @contextmanager
    def waking_later(self) -> Iterator[None]:
        """Wake those for whom this task, and those that it begins, has work when the block ends, not after
        each transaction."""
        woken: Woken = {}
        token = _LATER.set(woken)
        try:
            yield
        finally:
            _LATER.reset(token)
            self._wake(woken)

    def _wake(self, woken: Woken, later: Woken | None = None) -> None:
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
        something else, or cannot be opened. Where processes of an older version work on it, and it has to be
        upgraded, it waits until they are gone. Open one at a time: Alembic keeps its state per process.
        """
        url = dialect.url_of(where)
        name = dialect.name_of(url)
        try:
            dialect.make_place(url)
            found = connections(url)
            told = False
            while True:
                try:
                    await asyncio.to_thread(dialect.migrating, url, migrations.upgrade, name)
                    break
                except migrations.OlderProcesses as there:
                    if not told:
                        log.warning("this version waits until others are stopped", extra={"why": str(there)})
                    told = True
                    await asyncio.sleep(OLDER_AGAIN_S)
            await found.open()
        except ImportError as error:
            raise StorageError(f"{name}: the driver is missing ({error}); install it with pip") from error
        except OSError as error:
            raise StorageError(
                f"{name}: {error.strerror or error}; check the path and who may write there"
            ) from error
        except DatabaseFault as error:
            why = str(error.orig).partition("\n")[0]
            raise StorageError(
                f"{name}: {why}; check that it is right, may be written, and is our database"
            ) from error
        return cls(name, found)

    async def write(self, job: Callable[Concatenate[Tx, P], T], /, *given: P.args, **named: P.kwargs) -> T:
        """Run a write transaction and return its result, once it is stored: all of it, or, if the job raises,
        nothing.

        Transactions are as if they ran one after the other. The job may run again where the database has
        to undo it because of another one, so it changes nothing but what it is given through `tx`.
        A task that is cancelled while it waits has stored nothing, or, if the job had begun, all.
        """

        def body(connection: Connection) -> tuple[T, Tx]:
            tx = Tx(connection)
            result = job(tx, *given, **named)
            tx.insert_now()
            return result, tx

        process = self.process

        def told(outcome: tuple[T, Tx]) -> list[str]:
            if process is None and not self.beside:
                return []
            return _notes(process or _BESIDE, outcome[1].woken)

        def committed(done: asyncio.Future[tuple[T, Tx]]) -> None:
            if not (done.cancelled() or done.exception()):
                _, tx = done.result()
                tx.write_log()
                self._wake(tx.woken, later)

        later = _LATER.get()
        stored = self._connections.write(body, process, told)
        stored.add_done_callback(committed)
        try:
            result, _ = await asyncio.shield(stored)
        except asyncio.CancelledError:
            self._connections.withdraw(stored)
            raise
        self.writes += 1
        return result

    async def write_locking(
        self,
        record: "type[DataclassInstance]",
        key: str,
        job: Callable[Concatenate[Tx, P], T],
        /,
        *given: P.args,
        **named: P.kwargs,
    ) -> T:
        """As `write`, for a job that changes what belongs to this row: one of a row at a time."""
        return await self.write(_locking(record, key, job, wait=True), *given, **named)

    async def write_unless_locked(
        self,
        record: "type[DataclassInstance]",
        key: str,
        job: Callable[Concatenate[Tx, P], T],
        /,
        *given: P.args,
        **named: P.kwargs,
    ) -> T:
        """The same, but Busy, at once, if somebody else is at it."""
        return await self.write(_locking(record, key, job, wait=False), *given, **named)

    async def read(self, job: Callable[Concatenate[Tx, P], T], /, *given: P.args, **named: P.kwargs) -> T:
        """Run a read transaction and return its result: it sees one moment of the database, whatever is
        written meanwhile."""

        def body(connection: Connection) -> T:
            return job(Tx(connection), *given, **named)

        self.reads += 1
        return await self._connections.read(body)

    async def close(self) -> None:
        """Close all connections, once what has begun is stored. What still waits is not begun."""
        await self._connections.close()


_BESIDE = 0
"""In the place of a number, for processes that have none: nobody has this one."""


def _notes(process: int, woken: Woken) -> list[str]:
    """What other processes are told: who wrote, the topic, and at most one subject.

    >>> _notes(7, {"outbox": set(), "leagues": {"k7f3", "b2c4"}})
    ['7 outbox', '7 leagues b2c4', '7 leagues k7f3']
    """
    return [
        " ".join([str(process), topic, *([subject] if subject else [])])
        for topic, subjects in woken.items()
        for subject in sorted(subjects) or [""]
    ]


def must_change(
    tx: Tx, statement: Update | Delete, why: str, values: Mapping[str, Any] | None = None
) -> None:
    """Run a change that has to hit a row; Conflict(why) if it hits none. values: of its parameters"""
    if tx.execute(statement, values).rowcount == 0:
        raise Conflict(why)
