"""All that differs between SQLite and PostgreSQL. Nothing outside this module may know which one runs.

SQLite runs in WAL mode, so that reading never waits for writing, with `synchronous=FULL`: in WAL mode NORMAL
is safe against corruption, but may lose the newest commits when the power goes. A lost commit here is a turn
that was already told to the players, or a post that would go out twice. FULL costs one fsync a commit, and
play by mail has few commits.
"""

import asyncio
import json
import sqlite3
from collections.abc import Mapping, Sequence
from functools import cache
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Literal, Protocol

from sqlalchemy import (
    URL,
    BigInteger,
    Connection,
    CursorResult,
    Dialect,
    Executable,
    Integer,
    Table,
    event,
    make_url,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, NullPool
from sqlalchemy.util import await_only

from .errors import StorageError


class Transaction(Protocol):
    """What of `bot.storage.database.Tx` is needed here."""

    @property
    def dialect(self) -> Dialect: ...

    async def execute(
        self, statement: Executable, values: Sequence[Mapping[str, Any]] | None = None
    ) -> CursorResult[Any]: ...


Purpose = Literal["write", "read", "migrate"]

BUSY_SECONDS = 15.0
"""How long a transaction waits for another process's before it gives up."""
_PAUSE = 0.05

BIG_ID = BigInteger().with_variant(Integer(), "sqlite")
"""A 64-bit id that the database counts up. SQLite counts only columns that are called INTEGER."""

NEVER_REUSE_IDS: dict[str, Any] = {"sqlite_autoincrement": True}
"""Keywords for a Table: the id of a deleted row is not given out again, as PostgreSQL does by itself."""

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
_WRITE_LOCK = 0x66706F7374  # any number of our own ("fpost")


def url_of(where: str | PathLike[str]) -> URL:
    """The address of a database, given as a path of a SQLite file or as a URL.

    Raises StorageError for a database that is not supported, and for one in memory, which would lose all
    games at the end of the process.
    """
    given = fspath(where)
    if "://" in given:
        try:
            url = make_url(given)
        except ArgumentError:
            raise StorageError("The database URL cannot be read; write sqlite:///path/of/file") from None
    else:
        url = URL.create("sqlite", database=given)
    backend = url.get_backend_name()
    if backend not in _DRIVERS:
        raise StorageError(f"{name_of(url)}: {backend} is not supported; use a path, or postgresql://…")
    if backend == "sqlite" and url.database in (None, "", ":memory:"):
        raise StorageError("A database in memory would forget every game; give the path of a file")
    return url.set(drivername=_DRIVERS[backend])


def name_of(url: URL) -> str:
    """What an error message calls the database: its path, or its URL without the password."""
    if url.get_backend_name() == "sqlite" and url.database:
        return url.database
    return url.render_as_string(hide_password=True)


def make_place(url: URL) -> None:
    """Create the folder and the file where they are missing. Blocks; raises OSError."""
    if url.get_backend_name() == "sqlite" and url.database:
        path = Path(url.database)
        path.parent.mkdir(parents=True, exist_ok=True)
        # The file holds seeds and sealed orders. SQLite gives its -wal and -shm the mode of the file.
        path.touch(mode=0o600, exist_ok=True)


def engine(url: URL, purpose: Purpose) -> AsyncEngine:
    """An engine whose transactions suit the purpose.

    write: the transaction holds the write lock from its first moment, on one connection.
    read: one snapshot for the whole transaction; writing is an error.
    migrate: as write, but tables may be rebuilt; `check_foreign_keys` looks afterwards.
    """
    # Parameters hold sealed orders and seeds: an error's text, which gets logged, must not show them.
    options: dict[str, Any] = {"json_serializer": _to_json, "hide_parameters": True}
    if purpose == "migrate":
        options["poolclass"] = NullPool
    elif purpose == "write":
        options |= {"pool_size": 1, "max_overflow": 0}
    if url.get_backend_name() == "sqlite":
        made = create_async_engine(url, connect_args={"factory": _UndoingConnection}, **options)
        _tame_sqlite(made, purpose)
        return made
    if purpose == "read":
        options |= {"isolation_level": "REPEATABLE READ", "execution_options": {"postgresql_readonly": True}}
        return create_async_engine(url, **options)
    made = create_async_engine(url, **options)
    _lock_postgresql(made)
    return made


def _to_json(value: object) -> str:
    # NaN is not JSON, and PostgreSQL would refuse it.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_plain)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):  # frozen ones, which json does not know
        return dict(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


class _UndoingConnection(sqlite3.Connection):
    """A connection that gives its lock back when it is closed, whoever still holds one of its cursors.

    When a task is cancelled in the middle of a statement, SQLAlchemy closes the connection. But SQLite puts
    the end off until the last cursor is gone, and the cancelled task's traceback holds one: without this,
    nobody could write until the garbage collector came by.
    """

    def close(self) -> None:
        if self.in_transaction:
            self.rollback()
        super().close()


def _tame_sqlite(made: AsyncEngine, purpose: Purpose) -> None:
    pragmas = [f"busy_timeout={round(BUSY_SECONDS * 1000)}"]
    if purpose != "read":
        pragmas += ["journal_mode=WAL", "synchronous=FULL"]
    pragmas.append(f"foreign_keys={'OFF' if purpose == 'migrate' else 'ON'}")
    if purpose == "read":
        pragmas.append("query_only=ON")

    @event.listens_for(made.sync_engine, "connect")
    def connect(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        # Python's sqlite3 would begin by itself, too late and never IMMEDIATE; so it is told not to.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in pragmas:
            _set(cursor, pragma)
        cursor.close()

    @event.listens_for(made.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        # A deferred transaction that reads, then writes, fails at once when another process wrote in between:
        # no waiting can help it. IMMEDIATE waits for its turn, then cannot fail.
        connection.exec_driver_sql("BEGIN" if purpose == "read" else "BEGIN IMMEDIATE")


def _set(cursor: DBAPICursor, pragma: str) -> None:
    """Set a pragma. The first change of a new file to WAL does not wait for other processes that do the same,
    whatever `busy_timeout` says: so it is tried again."""
    for left in range(round(BUSY_SECONDS / _PAUSE), -1, -1):
        try:
            cursor.execute(f"PRAGMA {pragma}")
            return
        except sqlite3.OperationalError as error:
            if not left or "locked" not in str(error):
                raise
            await_only(asyncio.sleep(_PAUSE))


def _lock_postgresql(made: AsyncEngine) -> None:
    @event.listens_for(made.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        # One writer at a time, as on SQLite: what a transaction has read stays true until it writes, and ids
        # of the outbox appear in their order. Kept until the transaction ends.
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_WRITE_LOCK})")


def check_foreign_keys(connection: Connection) -> None:
    """Raise StorageError if a row points to a row that is not there. For the end of a migration."""
    if connection.dialect.name != "sqlite":  # others look all the time
        return
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise StorageError(f"The migration would leave {broken[0]} pointing to missing {broken[2]}; undone")


async def insert_new(tx: Transaction, table: Table, values: dict[str, Any], *unique: str) -> bool:
    """Insert a row unless there is one with the same values in the columns `unique`; say whether it was new.

    Any other broken constraint raises IntegrityError, as a plain INSERT would.
    """
    statement = _insert(tx.dialect.name, table).values(values).on_conflict_do_nothing(index_elements=unique)
    return (await tx.execute(statement.returning(*table.primary_key))).first() is not None


async def insert_or_replace(tx: Transaction, table: Table, *rows: dict[str, Any], newer: str = "") -> None:
    """Insert rows, or give those with the same primary keys these values. All have the same columns.

    newer: only if the value in this column is greater than the former one
    """
    statement = insert_or_update(tx.dialect.name, table, tuple(rows[0]), newer)
    await tx.execute(statement, rows)


@cache
def insert_unless(name: str, table: Table, *unique: str) -> Executable:
    """A statement that inserts rows unless there are some with the same values in the columns `unique`."""
    return _insert(name, table).on_conflict_do_nothing(index_elements=unique)


@cache
def insert_or_update(name: str, table: Table, given: tuple[str, ...], newer: str = "") -> Executable:
    """The statement of `insert_or_replace`. given: the columns"""
    statement = _insert(name, table)
    keys = [column.name for column in table.primary_key]
    fresh = {column: statement.excluded[column] for column in given if column not in keys}
    where = table.c[newer] < statement.excluded[newer] if newer else None
    return statement.on_conflict_do_update(index_elements=keys, set_=fresh, where=where)


def _insert(name: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    # Both have ON CONFLICT, in the same words; SQLAlchemy has it only in the dialects.
    return postgresql.insert(table) if name == "postgresql" else sqlite.insert(table)
