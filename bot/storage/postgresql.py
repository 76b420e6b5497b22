"""PostgreSQL: several transactions at the same time, each in a thread with a connection of its own.

Write transactions are SERIALIZABLE: as if they ran one after the other. Where the database cannot keep that
promise it undoes one of them, and that one runs again, here and nowhere else. So does one whose connection
was lost before its COMMIT; of one that was lost in it the database is asked whether it is stored.
"""

import asyncio
import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import psycopg
from sqlalchemy import URL, Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from .dialect import OPTIONS
from .driver import Cursor, Driver
from .errors import Fenced, StorageError

T = TypeVar("T")

CHANNEL = "fieldpost"
"""Where a transaction tells other processes what it has woken."""
WRITERS, READERS = 2, 4
"""So many transactions write, and so many read, at the same time. Python runs one at a time, so more writers
would do no more work; they would only undo each other's more often, see docs/scale.md."""
AGAIN = {"40001", "40P01"}
"""Undone by the database because of another transaction: a serialization failure, a deadlock."""
TRIES = 30
PATIENCE_S = 20.0
"""Seconds for which a database that cannot be reached is waited for."""
SOON = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How a connection notices in about ten seconds that the server's machine, or the way there, is gone. Else a
thread would wait for an answer for a quarter of an hour."""
_OPTIONS = "-c idle_in_transaction_session_timeout=10s"
"""A process that is stopped in the middle of a transaction must not hold its rows for ever."""
_PAUSE, _LONGEST_PAUSE = 0.002, 0.2
_LOST, _PROCESS, _ASKED, _BEGUN, _NOTES = "lost", "process", "asked", "begun", "notes"
"""What a connection remembers of its transaction."""
_GONE = ("08", "57P", "53300", "25P03")
"""How the states of errors begin that a restart of the server brings: broken connections, shutdown, and too
many connections while old ones linger."""


_WHO = b"""
    SELECT pg_current_xact_id()::text::bigint, extract(epoch FROM now())::float8,
           pg_current_wal_insert_lsn()::text, """
_ALONE, _AMONG = _WHO + b"true", _WHO + b"EXISTS (SELECT FROM processes WHERE id = %s)"
"""A transaction's number, when it began, where the server's log is, and whether the process is alive."""
_ASK = """
    SELECT pg_xact_status(%(number)s::text::xid8),
           split_part(next_xid, ':', 1)::bigint * 4294967296
             + split_part(next_xid, ':', 2)::bigint <= %(number)s
           AND (redo_lsn > %(log)s::pg_lsn OR extract(epoch FROM checkpoint_time) > %(at)s)
    FROM pg_control_checkpoint()
"""
"""What became of a transaction, and whether the server has crashed since and gives such numbers out anew:
then the number may be another's. A checkpoint that began later knows all numbers from before it."""


@dataclass(frozen=True)
class _Begun:
    """A transaction's number, when it began by the server's clock, and where the server's log was."""

    number: int
    at: float
    log: str


class _InDoubt(Exception):  # noqa: N818 - it is asked about, and then there is none
    """The connection was lost in the COMMIT."""

    def __init__(self, begun: _Begun, result: Any) -> None:
        super().__init__()
        self.begun, self.result = begun, result


class Postgresql:
    """The connections to one database."""

    def __init__(self, url: URL) -> None:
        """Connects later, see `open`. Raises ImportError if the driver is missing."""
        # The driver leaves BEGIN and COMMIT to us: each goes with a statement that is sent anyway.
        self._writer = _engine(url, WRITERS, isolation_level="AUTOCOMMIT", connect_args={"options": _OPTIONS})
        event.listen(self._writer, "begin", _begin)
        event.listen(self._writer, "commit", _commit)
        event.listen(self._writer, "handle_error", _note)
        self._reader = _engine(url, READERS, isolation_level="AUTOCOMMIT")
        event.listen(self._reader, "begin", _begin_reading)
        self._writing = ThreadPoolExecutor(WRITERS, "database")
        self._reading = ThreadPoolExecutor(READERS, "database")
        self._begun: dict[asyncio.Future[Any], Future[Any]] = {}
        self._closed = False
        self.retries = 0
        """How many transactions had to run again."""

    async def open(self) -> None:
        def look() -> None:
            with self._reader.begin() as connection:
                connection.exec_driver_sql("SELECT 1")

        await asyncio.get_running_loop().run_in_executor(self._reading, look)

    # -- writing

    def write(
        self,
        body: Callable[[Connection], T],
        process: int | None = None,
        told: Callable[[T], Sequence[str]] = lambda _: (),
    ) -> asyncio.Future[T]:
        begun = self._writing.submit(self._write, body, process, told)
        stored = asyncio.wrap_future(begun)
        self._begun[stored] = begun
        stored.add_done_callback(self._begun.pop)
        return stored

    def withdraw(self, stored: asyncio.Future[Any]) -> None:
        if begun := self._begun.get(stored):
            begun.cancel()  # not what runs: of that others are told when it is stored

    def _write(
        self, body: Callable[[Connection], T], process: int | None, told: Callable[[T], Sequence[str]]
    ) -> T:
        tried, patience = 0, _Patience()
        while True:
            try:
                return self._once(body, process, told)
            except _InDoubt as doubt:
                if self._is_stored(doubt.begun, patience):
                    result: T = doubt.result
                    return result
            except DBAPIError as error:
                tried += 1
                if _state(error) not in AGAIN:
                    self._wait(patience, error)
                    continue
                if tried == TRIES:
                    raise
                self.retries += 1
                time.sleep(random.uniform(0, min(_PAUSE * 2**tried, _LONGEST_PAUSE)))

    def _once(
        self, body: Callable[[Connection], T], process: int | None, told: Callable[[T], Sequence[str]]
    ) -> T:
        with self._writer.connect() as connection:
            info, ended = connection.info, False
            info[_PROCESS], info[_NOTES] = process, ()
            info.pop(_LOST, None)
            try:
                with _discarding(connection), connection.begin():
                    try:
                        result = body(connection)
                    except BaseException:
                        with suppress(SQLAlchemyError):  # where the connection is lost nobody knows
                            _must_live(connection)
                        raise
                    _must_live(connection)
                    if lost := info.pop(_LOST, None):  # the body has caught it: nothing is stored
                        raise lost
                    info[_NOTES], ended = told(result), True
            except DBAPIError as error:
                if not connection.invalidated and (lost := info.pop(_LOST, None)):
                    raise lost from error  # this one followed from it
                if ended and _is_gone(error):
                    raise _InDoubt(info[_BEGUN], result) from error
                raise
            return result

    def _is_stored(self, begun: _Begun, patience: "_Patience") -> bool:
        """Whether a transaction whose connection was lost in the COMMIT is stored. Raises StorageError if
        nobody can tell."""
        while True:
            try:
                with self._writer.connect() as connection, _discarding(connection):
                    [(status, is_new)] = _driver(connection).execute(_ASK, begun.__dict__)
            except DBAPIError as error:
                if _state(error) == "22023":  # a number that was not given out: of before a crash
                    return False
                self._wait(patience, error)
                continue
            if status in ("committed", "aborted"):
                return status == "committed" and not is_new
            if status != "in progress" or patience.is_over:
                raise StorageError("The database was lost in a commit, and cannot say whether it is stored")
            patience.begin()
            time.sleep(_LONGEST_PAUSE / 2)

    def _wait(self, patience: "_Patience", error: Exception) -> None:
        """Wait a moment for a server that is gone; raise anything else, and this after a while."""
        if not _is_gone(error) or patience.is_over or self._closed:
            raise error
        patience.begin()
        time.sleep(random.uniform(_LONGEST_PAUSE / 2, _LONGEST_PAUSE))

    # -- reading

    async def read(self, body: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._read, body)

    def _read(self, body: Callable[[Connection], T]) -> T:
        patience = _Patience()
        while True:
            try:
                with self._reader.connect() as connection, _discarding(connection), connection.begin():
                    return body(connection)
            except DBAPIError as error:
                self._wait(patience, error)

    async def close(self) -> None:
        self._closed = True
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writing.shutdown(cancel_futures=True)
        self._reading.shutdown(cancel_futures=True)
        self._writer.dispose()
        self._reader.dispose()


class _Patience:
    """Counts from the first trouble on."""

    def __init__(self) -> None:
        self._until: float | None = None

    def begin(self) -> None:
        if self._until is None:
            self._until = time.monotonic() + PATIENCE_S

    @property
    def is_over(self) -> bool:
        return self._until is not None and time.monotonic() > self._until


@contextmanager
def _discarding(connection: Connection) -> Iterator[None]:
    """A connection that is lost does not go back to the others: nobody tidies it up, and nobody gets it. The
    driver's own errors are raised as SQLAlchemy's."""
    driver = connection.connection.driver_connection
    try:
        with _told(connection):
            yield
    except BaseException as error:
        if driver is None or driver.closed or _is_gone(error):
            connection.invalidate()
        raise


def _begin(connection: Connection) -> None:
    """Begin a transaction, with the first statement that somebody waits for. While this process is among the
    living, whoever removes it comes after this transaction, or undoes it: see `_must_live`."""
    process, driver = connection.info.get(_PROCESS), _driver(connection)
    with driver.deferring():
        driver.begin("BEGIN ISOLATION LEVEL SERIALIZABLE")
        connection.info[_ASKED] = (
            driver.execute(_ALONE) if process is None else driver.execute(_AMONG, (process,))
        )


def _begin_reading(connection: Connection) -> None:
    with _driver(connection).deferring():
        _driver(connection).begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")


def _must_live(connection: Connection) -> None:
    """Note when the transaction began. Raises Fenced if this process is not among the living any more: then
    the body, whatever became of it, has read what others have made since."""
    with _told(connection):
        [(number, at, log, is_alive)] = connection.info[_ASKED]
    if not is_alive:
        process = connection.info[_PROCESS]
        raise Fenced(f"process {process} was taken for dead, and others do its work")
    connection.info[_BEGUN] = _Begun(number, at, log)


def _commit(connection: Connection) -> None:
    """Commit, and tell other processes what is to be told: one round trip."""
    driver = _driver(connection)
    with _told(connection):
        with driver.deferring():
            for note in connection.info.pop(_NOTES, ()):
                driver.execute("SELECT pg_notify(%s, %s)", (CHANNEL, note))
        if driver.execute("COMMIT").statusmessage != "COMMIT":
            # The body has caught an error after which nothing can be stored.
            raise psycopg.errors.InFailedSqlTransaction("the transaction had failed before its commit")


@contextmanager
def _told(connection: Connection) -> Iterator[None]:
    """Raise the driver's errors as SQLAlchemy does."""
    try:
        yield
    except psycopg.Error as error:
        raise DBAPIError.instance(
            None, None, error, psycopg.Error, hide_parameters=True, dialect=connection.dialect
        ) from error


def _driver(connection: Connection) -> Driver:
    driver = connection.connection.driver_connection
    assert isinstance(driver, Driver)
    return driver


def _state(error: BaseException) -> str:
    """PostgreSQL's code of an error; "" if it has none."""
    return getattr(getattr(error, "orig", error), "sqlstate", None) or ""


def _is_gone(error: BaseException) -> bool:
    """Whether the connection is lost, or cannot be made."""
    cause, state = getattr(error, "orig", error), _state(error)
    if state:
        return state.startswith(_GONE)
    return isinstance(cause, (psycopg.OperationalError, psycopg.InterfaceError))


def _note(context: ExceptionContext) -> None:
    """Remember that a transaction is lost, whoever catches the error."""
    if context.connection is not None and getattr(context.original_exception, "sqlstate", None) in AGAIN:
        context.connection.info[_LOST] = context.sqlalchemy_exception


def _engine(url: URL, connections: int, **options: Any) -> Engine:
    engine = create_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_use_lifo=True,  # what was used last has its statements prepared
        pool_pre_ping=False,
        use_native_hstore=False,  # to look for it is a round trip
        **OPTIONS,
        **options,
    )

    @event.listens_for(engine, "do_connect")
    def connect(_: Any, __: Any, arguments: list[Any], named: dict[str, Any]) -> Driver:
        return Driver.connect(*arguments, **{**SOON, **named}, cursor_factory=Cursor)

    return engine
