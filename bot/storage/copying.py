"""All rows of a database, copied into another one of either kind, and the digest by which they are compared.

The digest is the same for the same rows, whichever database holds them and in whatever order it gives them. A
row counts as the JSON text of a list, `[table, value, …]`, with the values in the order of their columns'
names: `null`, `true` and `false`, whole numbers, floats in the fewest digits that mean the same, text; a JSON
column's value is its text. The digest is the sum of the SHA-256 of all rows, modulo 2²⁵⁶, in hex. Alembic's
table does not count.
"""

import hashlib
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import JSON, Boolean, Connection, Float, Integer, MetaData, String, Table
from sqlalchemy.exc import DBAPIError
from sqlalchemy.types import TypeEngine

from . import dialect
from .errors import StorageError

MIGRATIONS = "alembic_version"
BATCH = 500
"""So many rows are in memory at a time."""
EVERY = 10_000
"""After so many rows progress is told."""

Progress = Callable[[str, int, int], None]
"""What is done, with how many rows, and how many there are."""
Row = list[Any]


@dataclass(frozen=True, slots=True)
class Rows:
    """How many rows a database has, and their digest."""

    count: int
    digest: str


def tables(connection: Connection) -> list[Table]:
    """The tables of a database as they are there, each after those that its rows point to."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != MIGRATIONS]


def _layout(there: list[Table]) -> dict[str, dict[str, str]]:
    """The kind of every column of every table: two databases with the same can hold the same rows."""
    return {table.name: {column.name: _kind(column.type) for column in table.columns} for table in there}


def is_empty(connection: Connection) -> bool:
    """Whether no table has a row."""
    return not any(_count(connection, table) for table in tables(connection))


def copy(source: Connection, target: Connection, progress: Progress) -> Rows:
    """Copy all rows into empty tables, and compare them with what is there then.

    The numbers of new rows go on where those of the source would. StorageError, whose text shows no value, if
    the tables differ, or a row cannot be as it is in the other database.
    """
    there, new = tables(source), tables(target)
    if _layout(there) != _layout(new):
        raise StorageError(f"The databases do not have the same tables: {_difference(there, new)}")
    sent = _Counted("copied", there, source, progress)
    for table in there:
        dialect.insert_all(target, table.name, _columns(table), sent.of(table, source))
    dialect.go_on_from(target, there, dialect.last_numbers(source, there))
    found = rows(target, progress, new)
    if found != sent.rows:
        raise StorageError(
            f"The copy has {found.count} rows with the digest {found.digest}, the original {sent.rows.count} "
            f"with {sent.rows.digest}: nothing was kept of the copy"
        )
    return found


def rows(connection: Connection, progress: Progress, there: list[Table] | None = None) -> Rows:
    """Read all rows of a database. there: its tables, if they are known"""
    there = tables(connection) if there is None else there
    read = _Counted("compared", there, connection, progress)
    for table in there:
        for _ in read.of(table, connection):
            pass
    return read.rows


class _Counted:
    """Rows on their way, which are counted."""

    def __init__(self, what: str, there: list[Table], source: Connection, progress: Progress) -> None:
        self._what, self._progress = what, progress
        self._all = sum(_count(source, table) for table in there)
        self._count = self._sum = 0

    @property
    def rows(self) -> Rows:
        return Rows(self._count, f"{self._sum:064x}")

    def of(self, table: Table, connection: Connection) -> Iterator[Row]:
        for row in _rows(connection, table):
            written = json.dumps([table.name, *row], separators=(",", ":"))
            self._sum = (self._sum + int.from_bytes(hashlib.sha256(written.encode()).digest())) % 2**256
            self._count += 1
            if self._count % EVERY == 0 or self._count == self._all:
                self._progress(self._what, self._count, self._all)
            yield row


def _difference(there: list[Table], new: list[Table]) -> str:
    """The tables or columns that only one of two databases has."""
    one, other = (
        {
            f"{table}.{name} ({kind})"
            for table, columns in _layout(found).items()
            for name, kind in columns.items()
        }
        for found in (there, new)
    )
    return f"{', '.join(sorted(one ^ other)[:5])} is in one alone"


def _columns(table: Table) -> list[str]:
    return sorted(table.columns.keys())


def _count(connection: Connection, table: Table) -> int:
    name = connection.dialect.identifier_preparer.quote(table.name)
    return int(connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar_one())


def _rows(connection: Connection, table: Table) -> Iterator[Row]:
    """The rows of a table, with the columns in the order of their names."""
    quote = connection.dialect.identifier_preparer.quote
    kinds = [_kind(table.columns[name].type) for name in _columns(table)]
    asked = [
        f"CAST({quote(name)} AS TEXT)" if kind == "json" else quote(name)
        for name, kind in zip(_columns(table), kinds, strict=True)
    ]
    read = [_READ[kind] for kind in kinds]
    # As the driver gives them: SQLAlchemy would read the JSON, and write it again in other words.
    query = f"SELECT {', '.join(asked)} FROM {quote(table.name)}"
    try:
        with connection.exec_driver_sql(query, execution_options={"yield_per": BATCH}) as found:
            for given in found:
                try:
                    row = [None if one is None else how(one) for how, one in zip(read, given, strict=True)]
                except ValueError as error:
                    raise StorageError(f"{_named(table, kinds, given)}: {error}") from None
                yield row
    except DBAPIError as error:  # its text may have the row in it
        raise StorageError(f"{table.name}: not all rows can be read ({type(error.orig).__name__})") from None


def _named(table: Table, kinds: list[str], given: Any) -> str:
    """The first value of a row that cannot be read, by its place: the value may be secret."""
    values = dict(zip(_columns(table), given, strict=True))
    key = ", ".join(f"{column.name} {values[column.name]!r}" for column in table.primary_key)
    for kind, (name, value) in zip(kinds, values.items(), strict=True):
        try:
            if value is not None:
                _READ[kind](value)
        except ValueError:
            return f"{table.name}, row with {key}, column {name}"
    raise AssertionError


def _kind(of: TypeEngine[Any]) -> str:
    """What a column holds."""
    for kind, types in _KINDS.items():
        if isinstance(of, types):
            return kind
    raise StorageError(f"There is a column of the type {of}, which Fieldpost does not know")


_KINDS: dict[str, type[TypeEngine[Any]]] = {
    "json": JSON,
    "bool": Boolean,
    "int": Integer,
    "float": Float,
    "text": String,
}


def _bool(value: object) -> bool:
    if value not in (0, 1):
        raise ValueError("neither true nor false")
    return bool(value)


def _int(value: object) -> int:
    if not isinstance(value, int):
        raise ValueError("no whole number")
    return value


def _float(value: object) -> float:
    if not isinstance(value, int | float) or math.isnan(value):
        raise ValueError("no number")
    return value + 0.0  # SQLite knows no negative zero


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("no text")
    if "\0" in value:
        raise ValueError("it has the character NUL, which not every database can store")
    return value


_READ: dict[str, Callable[[Any], Any]] = {
    "json": _text,
    "bool": _bool,
    "int": _int,
    "float": _float,
    "text": _text,
}
