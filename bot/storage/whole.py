"""A whole database in one transaction, for whoever reads or writes all of it. Everything here blocks.

What is read is of one moment. What is written is there as a whole at the end, or not at all, also after a
kill: PostgreSQL commits once, and a SQLite file gets its name when it is done.
"""

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, ExceptionContext, NullPool, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from . import copying, dialect, files, migrations, postgresql_lock
from .dialect import name_of, set_pragmas, url_of
from .errors import StorageError

ASIDE = "fieldpost_before_restore"
"""The schema in which PostgreSQL keeps what was there."""
PATIENCE = "5s"
"""How long a table may be held by somebody who has not said that the database is in use."""
_NO_RIGHT, _LOCKED = "42501", "55P03"


@contextmanager
def reading(where: str, *, alone: bool = False) -> Iterator[Connection]:
    """Read a database, as it is at one moment; it is not brought up to date.

    alone: StorageError while a bot runs on it, and none starts until the end
    """
    url = url_of(where)
    if url.get_backend_name() == "sqlite":
        file = Path(str(url.database))
        files.must_be_there(file)
        lock = files.locked(file, fcntl.LOCK_EX, _running(url)) if alone else nullcontext()
        with (
            lock,
            _sqlite(url, "BEGIN IMMEDIATE" if alone else "BEGIN") as connection,
            connection.begin() as all_,
        ):
            yield connection
            all_.rollback()
        return
    with _postgresql(
        url, alone=alone, isolation_level="REPEATABLE READ", postgresql_readonly=True
    ) as connection:
        yield connection


@contextmanager
def writing(where: str, revision: str) -> Iterator[Connection]:
    """Write a new database of this revision. StorageError, and nothing has changed, if a bot runs there, or
    something is there already; a PostgreSQL database may have our tables, if they are empty."""
    url = url_of(where)
    if url.get_backend_name() == "sqlite":
        file = Path(str(url.database))
        files.must_be_new(file)
        with files.locked(file, fcntl.LOCK_EX, _running(url)), files.beside(file) as made:
            with filling(made, revision) as connection:
                yield connection
            files.put(made, file, replace=False)
        return
    name = name_of(url)
    with _postgresql(url, alone=True) as connection:
        there = migrations.revision_of(connection, name)
        if there is None:
            migrations.make(connection, revision)
        elif there != revision:
            raise StorageError(
                f"{name}: it has the tables of another version (schema {there}, needed is {revision}); "
                "give an empty database"
            )
        elif not copying.is_empty(connection):
            raise StorageError(f"{name}: something is stored in it already; give an empty database")
        yield connection
        connection.exec_driver_sql("ANALYZE")


@contextmanager
def filling(made: Path, revision: str) -> Iterator[Connection]:
    """Write a database of this revision into an empty file that nobody else knows."""
    with _sqlite(url_of(made), "BEGIN IMMEDIATE") as connection, connection.begin():
        migrations.make(connection, revision)
        yield connection
        dialect.check_foreign_keys(connection)


@contextmanager
def replacing(url: URL, revision: str) -> Iterator[tuple[Connection, str | None]]:
    """Write a database of this revision in the place of what PostgreSQL has there; also the schema that keeps
    that from then on. StorageError, and nothing has changed, if a bot runs there, or it is none of ours."""
    with _postgresql(url, alone=True) as connection:
        numbers, kept = dict[str, int](), None
        if migrations.revision_of(connection, name_of(url)) is not None:
            numbers = dialect.last_numbers(connection, copying.tables(connection))
            kept = _set_aside(connection, url)
        migrations.make(connection, revision)
        yield connection, kept
        # No number comes again that a row, such as that of a process, had before.
        there = copying.tables(connection)
        for table, number in dialect.last_numbers(connection, there).items():
            numbers[table] = max(number, numbers.get(table, 0))
        dialect.go_on_from(connection, there, numbers)
        connection.exec_driver_sql("ANALYZE")


def _set_aside(connection: Connection, url: URL) -> str:
    """Put all tables into another schema, whatever version they are of."""
    schemata = "SELECT nspname FROM pg_namespace"
    taken = set(connection.exec_driver_sql(schemata).scalars())
    kept, number = ASIDE, 1
    while kept in taken:
        number += 1
        kept = f"{ASIDE}_{number}"
    all_tables = (
        "SELECT oid::regclass::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
        " AND relkind IN ('r', 'p') AND NOT EXISTS"
        " (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')"  # not those of extensions
    )
    try:
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{PATIENCE}'")
        connection.exec_driver_sql(f"CREATE SCHEMA {kept}")
        for table in connection.exec_driver_sql(all_tables).scalars().all():
            connection.exec_driver_sql(f"ALTER TABLE {table} SET SCHEMA {kept}")
    except DBAPIError as error:
        state = getattr(error.orig, "sqlstate", None)
        if state == _LOCKED:
            raise StorageError(_running(url)) from None
        if state == _NO_RIGHT:
            raise StorageError(
                f"{name_of(url)}: {_words(error)}; what is there is kept in a schema of its own, so let the "
                f"owner of the database run GRANT CREATE ON DATABASE {url.database} TO {url.username}"
            ) from None
        raise
    return kept


def _running(url: URL) -> str:
    return f"{name_of(url)}: a bot runs on it, or another command that needs it alone; stop the bot first"


@contextmanager
def _sqlite(url: URL, begin: str) -> Iterator[Connection]:
    made = create_engine(url, poolclass=NullPool, **dialect.OPTIONS)

    @event.listens_for(made, "connect")
    def connect(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        set_pragmas(connection, ("synchronous=FULL", "foreign_keys=OFF", "busy_timeout=1000"))

    @event.listens_for(made, "begin")
    def _(connection: Connection) -> None:
        try:
            connection.exec_driver_sql(begin)
        except DBAPIError as error:
            raise StorageError(_running(url) if "locked" in str(error.orig) else _words(error)) from None

    with _connected(made, url) as connection:
        yield connection


@contextmanager
def _postgresql(url: URL, *, alone: bool, **options: Any) -> Iterator[Connection]:
    try:
        made = create_engine(url, poolclass=NullPool, execution_options=options, **dialect.OPTIONS)
    except ImportError as error:
        raise StorageError(f"{name_of(url)}: the driver is missing ({error}); install it with pip") from error
    with (
        _connected(made, url) as connection,
        postgresql_lock.alone(connection, _running(url)) if alone else nullcontext(),
        connection.begin(),
    ):
        # However long it takes, the server is to wait: while one end is written the other one is idle.
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout", "transaction_timeout"):
            there = connection.exec_driver_sql("SELECT current_setting(%s, true)", (limit,)).scalar()
            if there is not None:  # older servers do not know all of them
                connection.exec_driver_sql(f"SET LOCAL {limit} = 0")
        yield connection


@contextmanager
def _connected(made: Engine, url: URL) -> Iterator[Connection]:
    @event.listens_for(made, "handle_error")
    def note(context: ExceptionContext) -> None:  # of which database it is: two may be in use
        if context.sqlalchemy_exception is not None:
            context.sqlalchemy_exception.add_detail(name_of(url))

    try:
        with made.connect() as connection:
            yield connection
    except DBAPIError as error:
        raise StorageError(f"{(error.detail or [name_of(url)])[0]}: {_words(error)}") from error


def _words(error: DBAPIError) -> str:
    """What the database says, without its details, in which there may be a row."""
    diagnosis = getattr(error.orig, "diag", None)
    return getattr(diagnosis, "message_primary", None) or str(error.orig)
