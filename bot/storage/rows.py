"""Rows as records: what every table needs. What only one table needs stands in a module of its own.

await save(tx, Handover(table_id="k7f3", seat="dark", leaver=12, threads=()))
await find(tx, Handover, table_id="k7f3")
"""

from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Table, delete, select

from . import schema
from .database import Tx
from .dialect import insert_or_replace

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")


async def find(tx: Tx, record: type[R], **where: Any) -> list[R]:
    """Return the rows with these values in these columns, in the order of their keys."""
    table = _table(record)
    statement = select(table).filter_by(**where).order_by(*table.primary_key)
    return [record(**row) for row in (await tx.execute(statement)).mappings()]


async def first(tx: Tx, record: type[R], **where: Any) -> R | None:
    """Return the first row with these values, in the order of keys; None if there is none."""
    table = _table(record)
    statement = select(table).filter_by(**where).order_by(*table.primary_key).limit(1)
    row = (await tx.execute(statement)).mappings().first()
    return None if row is None else record(**row)


async def save(tx: Tx, record: "DataclassInstance") -> None:
    """Store the record, in place of the row with the same key."""
    values = {field.name: getattr(record, field.name) for field in fields(record)}
    await insert_or_replace(tx, _table(type(record)), values)


async def remove(tx: Tx, record: "type[DataclassInstance]", **where: Any) -> int:
    """Delete the rows with these values in these columns; how many there were."""
    return (await tx.execute(delete(_table(record)).filter_by(**where))).rowcount


def _table(record: "type[DataclassInstance]") -> Table:
    return schema.of[record]
