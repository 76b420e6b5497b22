"""Rows as records: what every table needs. What only one table needs stands in a module of its own.

await save(tx, Handover(table_id="k7f3", seat="dark", leaver=12, threads=()))
await find(tx, Handover, table_id="k7f3")
"""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import ColumnElement, Delete, Select, Table, bindparam, delete, func, select
from sqlalchemy import insert as insert_into

from . import schema
from .database import Tx
from .dialect import insert_new, insert_or_replace
from .errors import Conflict
from .records import Value, columns

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")


def find(
    tx: Tx,
    record: type[R],
    /,
    *,
    newest: bool = False,
    limit: int | None = None,
    offset: int = 0,
    **where: Any,
) -> list[R]:
    """Return the rows with these values in these columns, in the order of their keys.

    newest: in the opposite order;  limit: so many at most, after the first `offset`
    """
    given = {key: value for key, value in where.items() if value is not None}
    statement = _found(record, tuple(given), tuple(sorted(where.keys() - given)), newest)
    if limit is not None or offset:
        statement = statement.limit(limit).offset(offset) if offset else statement.limit(limit)
    return fetch(tx, statement, record, given)


# Statements are made once: SQLAlchemy takes longer to put one together than the database to run it.


@cache
def _found(
    record: "type[DataclassInstance]", given: tuple[str, ...], missing: tuple[str, ...], newest: bool
) -> Select[Any]:
    """All rows with values in the columns `given`, and none in `missing`."""
    table = schema.of[record]
    order = [key.desc() for key in table.primary_key] if newest else table.primary_key
    return select(table).where(*_where(table, given, missing)).order_by(*order)


@cache
def _gone(record: "type[DataclassInstance]", given: tuple[str, ...], missing: tuple[str, ...]) -> Delete:
    table = schema.of[record]
    return delete(table).where(*_where(table, given, missing))


def _where(table: Table, given: tuple[str, ...], missing: tuple[str, ...]) -> list[ColumnElement[bool]]:
    here = [table.c[key] == bindparam(key) for key in given]
    return [*here, *(table.c[key].is_(None) for key in missing)]


def first(tx: Tx, record: type[R], /, **where: Any) -> R | None:
    """Return the first row with these values, in the order of keys; None if there is none."""
    return next(iter(find(tx, record, limit=1, **where)), None)


def fetch(
    tx: Tx, statement: Select[Any], record: type[R], values: Mapping[str, Any] | None = None
) -> list[R]:
    """Return all rows of a statement as records; its columns must be the fields of the record.

    values: of the statement's parameters, where it was made once for all calls
    """
    return [record(**row) for row in tx.execute(statement, values).mappings()]


def count(tx: Tx, record: "type[DataclassInstance]", /, **where: Any) -> int:
    """Return how many rows have these values in these columns."""
    statement = select(func.count()).select_from(schema.of[record]).filter_by(**where)
    return tx.execute(statement).scalar_one()


def insert(tx: Tx, record: "DataclassInstance") -> None:
    """Store a new record. Conflict if there is a row with its key: somebody else was faster."""
    table = schema.of[type(record)]
    keys = [column.name for column in table.primary_key]
    if not insert_new(tx, table, columns(record), *keys):
        own = ", ".join(f"{key} {getattr(record, key)}" for key in keys)
        raise Conflict(f"{table.name} has {own} already")


def append(tx: Tx, record: "DataclassInstance") -> int:
    """Store a new record whose id the database counts up, and return the id."""
    table = schema.of[type(record)]
    values = {name: value for name, value in columns(record).items() if name != "id"}
    return int(tx.execute(insert_into(table).values(values).returning(table.c.id)).scalar_one())


def save(tx: Tx, record: "DataclassInstance") -> None:
    """Store the record, in place of the row with the same key."""
    insert_or_replace(tx, schema.of[type(record)], columns(record))


def remove(tx: Tx, record: "type[DataclassInstance]", /, **where: Any) -> int:
    """Delete the rows with these values in these columns; how many there were."""
    given = {key: value for key, value in where.items() if value is not None}
    statement = _gone(record, tuple(given), tuple(sorted(where.keys() - given)))
    return tx.execute(statement, given).rowcount


def read_value(tx: Tx, key: str) -> str | None:
    """Return a single value that belongs to no table, such as the hash of the synced commands; or None."""
    found = first(tx, Value, key=key)
    return None if found is None else found.value
