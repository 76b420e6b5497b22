"""What differs between SQLite and PostgreSQL in words: addresses, types, statements, migrations. Their
connections are in `sqlite.py` and `postgresql.py`; nothing else may know which one runs.
"""

import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from itertools import islice
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import (
    URL,
    BigInteger,
    Connection,
    CursorResult,
    Dialect,
    Executable,
    Integer,
    Select,
    Table,
    TextClause,
    bindparam,
    create_engine,
    event,
    inspect,
    make_url,
    select,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from .errors import StorageError


class Transaction(Protocol):
    """What of `bot.storage.database.Tx` is needed here."""

    @property
    def dialect(self) -> Dialect: ...

    def send(
        self, statement: Executable, values: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None
    ) -> None: ...

    def execute(
        self, statement: Executable, values: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None = None
    ) -> CursorResult[Any]: ...


BUSY_SECONDS = 15.0
"""How long a transaction waits for another process's before it gives up."""
_PAUSE = 0.05

BIG_ID = BigInteger().with_variant(Integer(), "sqlite")
"""A 64-bit id that the database counts up. SQLite counts only columns that are called INTEGER."""

NEVER_REUSE_IDS: dict[str, Any] = {"sqlite_autoincrement": True}
"""Keywords for a Table: the id of a deleted row is not given out again, as PostgreSQL does by itself."""


def of_some(rows: TextClause) -> dict[str, Any]:
    """Keywords for an Index that has these rows alone."""
    return {"sqlite_where": rows, "postgresql_where": rows}


_BATCH = 500
_DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
_UNICODE = {"client_encoding": "utf8"}
"""Whatever the database has: without it, one of another encoding gives errors that say nothing."""
MIGRATING = 0x66706F7374
"""The lock of PostgreSQL under which the schema changes: any number of our own ("fpost")."""


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
    if backend != "sqlite":
        url = url.update_query_dict(_UNICODE)
    return url.set(drivername=_DRIVERS[backend])


def must_be_unicode(connection: Connection, name: str) -> None:
    """Raise StorageError for a PostgreSQL database that cannot store every text."""
    if connection.dialect.name == "sqlite":
        return
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
    if encoding != "UTF8":
        raise StorageError(
            f"{name}: this database has the encoding {encoding}; make one with "
            "CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0"
        )


def conninfo(where: str) -> str:
    """The address of a database as PostgreSQL's own library reads it."""
    return url_of(where).set(drivername="postgresql").render_as_string(hide_password=False)


def is_shareable(where: str | PathLike[str]) -> bool:
    """Whether several processes may work on this database."""
    return url_of(where).get_backend_name() != "sqlite"


def name_of(url: URL) -> str:
    """What an error message calls the database: its path, or its URL without the password."""
    if url.get_backend_name() == "sqlite" and url.database:
        return url.database
    url = url.difference_update_query(_UNICODE)
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


def make_place(url: URL) -> None:
    """Create the folder and the file where they are missing. Blocks; raises OSError."""
    if url.get_backend_name() == "sqlite" and url.database:
        path = Path(url.database)
        path.parent.mkdir(parents=True, exist_ok=True)
        # The file holds seeds and sealed orders. SQLite gives its -wal and -shm the mode of the file.
        path.touch(mode=0o600, exist_ok=True)


def migrating(url: URL, job: Callable[[Connection, str], object], name: str) -> None:
    """Run a migration alone, in one transaction. Blocks.

    On SQLite tables may be rebuilt: `check_foreign_keys` looks afterwards.
    """
    made = create_engine(url, poolclass=NullPool, **OPTIONS)
    alone = f"SELECT pg_advisory_xact_lock({MIGRATING})"
    if url.get_backend_name() == "sqlite":
        alone = "BEGIN IMMEDIATE"

        @event.listens_for(made, "connect")
        def connect(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
            # Python's sqlite3 would begin by itself, too late and never IMMEDIATE; so it is told not to.
            connection.isolation_level = None
            set_pragmas(connection, ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=OFF"))

    @event.listens_for(made, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(alone)

    try:
        with made.begin() as connection:
            job(connection, name)
    finally:
        made.dispose()


def _to_json(value: object) -> str:
    # NaN is not JSON, and PostgreSQL would refuse it.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_plain)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):  # frozen ones, which json does not know
        return dict(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


OPTIONS: dict[str, Any] = {"json_serializer": _to_json, "hide_parameters": True}
"""Of every engine. Parameters hold sealed orders and seeds: an error's text, which gets logged, must not show
them."""


def set_pragmas(connection: sqlite3.Connection, pragmas: Sequence[str]) -> None:
    """Make a new connection to SQLite as we need it, and let it wait for other processes."""
    for pragma in (f"busy_timeout={round(BUSY_SECONDS * 1000)}", *pragmas):
        _set(connection, pragma)


def _set(connection: sqlite3.Connection, pragma: str) -> None:
    """Set a pragma. The first change of a new file to WAL does not wait for other processes that do the same,
    whatever `busy_timeout` says: so it is tried again."""
    for left in range(round(BUSY_SECONDS / _PAUSE), -1, -1):
        try:
            connection.execute(f"PRAGMA {pragma}")
            return
        except sqlite3.OperationalError as error:
            if not left or "locked" not in str(error):
                raise
            time.sleep(_PAUSE)


def lock_row(connection: Connection, table: Table, key: str, *, wait: bool = True) -> bool:
    """Hold the row with this key until the transaction ends. wait=False: unless somebody else holds it; say
    whether it is held. SQLite has one writer at a time anyway."""
    if connection.dialect.name == "sqlite":
        return True
    statement, given = _locking(table, wait), {"key": key}
    if wait:
        with deferring(connection):
            connection.execute(statement, given)
        return True
    return connection.execute(statement, given).first() is not None


@cache
def _locking(table: Table, wait: bool) -> Select[Any]:
    [column] = table.primary_key
    return select(column).where(column == bindparam("key")).with_for_update(skip_locked=not wait)


def deferring(connection: Connection) -> AbstractContextManager[None]:
    """Nobody waits for what is sent in this block: see `driver.Driver`. SQLite never waits."""
    driver = connection.connection.driver_connection
    deferred: AbstractContextManager[None] = getattr(driver, "deferring", nullcontext)()
    return deferred


def living_processes(connection: Connection) -> list[str]:
    """The names of those that work on this database together (`bot.cluster`); on SQLite none does."""
    if connection.dialect.name == "sqlite" or not inspect(connection).has_table("processes"):
        return []
    living = "SELECT name FROM processes WHERE until > extract(epoch FROM clock_timestamp()) ORDER BY name"
    return list(connection.execute(text(living)).scalars())


def check_foreign_keys(connection: Connection) -> None:
    """Raise StorageError if a row points to a row that is not there. For the end of a migration."""
    if connection.dialect.name != "sqlite":  # others look all the time
        return
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise StorageError(f"The migration would leave {broken[0]} pointing to missing {broken[2]}; undone")


def insert_new(tx: Transaction, table: Table, values: dict[str, Any], *unique: str) -> bool:
    """Insert a row unless there is one with the same values in the columns `unique`; say whether it was new.

    Any other broken constraint raises IntegrityError, as a plain INSERT would.
    """
    return tx.execute(_insert_new(tx.dialect.name, table, *unique), values).first() is not None


def insert_or_replace(tx: Transaction, table: Table, *rows: dict[str, Any], newer: str = "") -> None:
    """Insert rows, or give those with the same primary keys these values. All have the same columns.

    newer: only if the value in this column is greater than the former one
    """
    tx.send(insert_or_update(tx.dialect.name, table, tuple(rows[0]), newer), rows)


@cache
def _insert_new(name: str, table: Table, *unique: str) -> Executable:
    return _insert(name, table).on_conflict_do_nothing(index_elements=unique).returning(*table.primary_key)


@cache
def insert_unless(name: str, table: Table, *unique: str) -> Executable:
    """A statement that inserts rows unless there are some with the same values in the columns `unique`. It
    returns nothing."""
    return _insert(name, table).on_conflict_do_nothing(index_elements=unique).inline()


@cache
def insert_or_update(name: str, table: Table, given: tuple[str, ...], newer: str = "") -> Executable:
    """The statement of `insert_or_replace`. given: the columns"""
    statement = _insert(name, table)
    keys = [column.name for column in table.primary_key]
    fresh = {column: statement.excluded[column] for column in given if column not in keys}
    where = table.c[newer] < statement.excluded[newer] if newer else None
    return statement.on_conflict_do_update(index_elements=keys, set_=fresh, where=where).inline()


def _insert(name: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    # Both have ON CONFLICT, in the same words; SQLAlchemy has it only in the dialects.
    return postgresql.insert(table) if name == "postgresql" else sqlite.insert(table)


# -- all rows of a table at once


def insert_all(
    connection: Connection, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> None:
    """Insert rows, as many as there are, with their values in the order of the columns; JSON as text.

    StorageError, whose text shows no value, if one cannot be stored.
    """
    quote = connection.dialect.identifier_preparer.quote
    where = f"{quote(table)} ({', '.join(map(quote, columns))})"
    if connection.dialect.name == "sqlite":
        insert = f"INSERT INTO {where} VALUES ({', '.join('?' * len(columns))})"
        left = iter(rows)
        while batch := [tuple(row) for row in islice(left, _BATCH)]:
            connection.exec_driver_sql(insert, batch)
        return
    import psycopg

    driver: psycopg.Connection = connection.connection.driver_connection  # type: ignore[assignment]
    try:
        with driver.cursor() as cursor, cursor.copy(f"COPY {where} FROM STDIN".encode()) as copy:
            for row in rows:
                copy.write_row(row)
    except (psycopg.DataError, psycopg.IntegrityError) as error:
        # Its text has the row in it. The place is in its last words: "COPY steps, line 3, column orders: …"
        place = re.findall(
            r"^COPY \w+, line (\d+)(?:, column (\w+))?", error.diag.context or "", re.MULTILINE
        )
        line, column = place[-1] if place else ("", "")
        which = f"{table}, row {line or 'unknown'}" + (f", column {column}" if column else "")
        raise StorageError(
            f"{which}: PostgreSQL cannot store it ({error.diag.constraint_name or type(error).__name__})"
        ) from None
    except psycopg.Error as error:
        raise StorageError(f"{table}: {error.diag.message_primary or error}") from error


def last_numbers(connection: Connection, tables: Sequence[Table]) -> dict[str, int]:
    """The number that each table has given out last, where the database knows that better than the rows."""
    if connection.dialect.name == "sqlite":
        found = connection.exec_driver_sql("SELECT name, seq FROM sqlite_sequence")
        return {row[0]: row[1] for row in found}
    numbers = {}
    for table, sequence in _sequences(connection, tables).items():
        told = f"SELECT last_value FROM {sequence} WHERE is_called"
        numbers[table] = connection.exec_driver_sql(told).scalar() or 0
    return numbers


def go_on_from(connection: Connection, tables: Sequence[Table], numbers: Mapping[str, int]) -> None:
    """New rows of each table get numbers after this one, and after those of its rows."""
    quote = connection.dialect.identifier_preparer.quote
    if connection.dialect.name == "sqlite":
        counting = "SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'"
        for name in connection.exec_driver_sql(counting).scalars().all():
            [row] = connection.exec_driver_sql(f"SELECT max(rowid) FROM {quote(name)}").scalars()
            connection.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
            if (number := max(row or 0, numbers.get(name, 0))) > 0:
                connection.exec_driver_sql(
                    "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, number)
                )
        return
    keys = {table.name: next(iter(table.primary_key)).name for table in tables}
    for name, sequence in _sequences(connection, tables).items():
        row = connection.exec_driver_sql(f"SELECT max({quote(keys[name])}) FROM {quote(name)}").scalar()
        if (number := max(row or 0, numbers.get(name, 0))) > 0:
            connection.exec_driver_sql("SELECT setval(%s::regclass, %s)", (sequence, number))


def _sequences(connection: Connection, tables: Sequence[Table]) -> dict[str, str]:
    """The sequence of each table whose rows are numbered by PostgreSQL."""
    quote = connection.dialect.identifier_preparer.quote
    found = {}
    for table in tables:
        [*keys] = table.primary_key
        if len(keys) == 1:
            asked = connection.exec_driver_sql(
                "SELECT pg_get_serial_sequence(%s, %s)", (quote(table.name), keys[0].name)
            )
            if name := asked.scalar():
                found[table.name] = name
    return found
