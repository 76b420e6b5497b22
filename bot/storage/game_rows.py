"""Everything of a game that nearly every transaction needs, read in two statements and kept until it changes.

One row has what a table has one of: itself, its pause, its newest step, a deadline of each kind. The others
are its players, each with what the seat has one of, such as its draft.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Row, Select, bindparam, select

from . import schema, steps
from .database import Tx
from .deadlines import KINDS
from .records import Deadline, Draft, Pause, Player, Step, Table

_t, _p = schema.tables, schema.players


def read(tx: Tx, table_id: str, by_seat: Sequence[type[Any]] = ()) -> tuple[Table, Step | None] | None:
    """The table and its newest step (None: it has none yet); None: there is no such table. What else was read
    is kept for the functions that give it: `players.of_table`, `pauses.get`, `deadlines.get`, `drafts.get`, …

    by_seat: more records of which each seat has at most one, to be read along
    """
    known: tuple[Table, Step | None] | None = tx.kept(_t, table_id)
    # Where there is none yet, its step is looked for anew.
    if known is not None and tx.kept(schema.steps, table_id) is not None:
        return known
    statement, parts = _one()
    row = tx.execute(statement, {"code": table_id}).first()
    if row is None:
        return None
    table, pause, step, *due = (_record(row, at, part, record) for at, part, record in parts)
    tx.keep(schema.pauses, table_id, [pause] if pause is not None else [])
    tx.keep(schema.deadlines, table_id, {one.kind: one for one in due if one is not None})
    if step is None:
        step = steps.newest(tx, table_id)
    if step is not None:
        tx.keep(schema.steps, table_id, step)
    _read_players(tx, table_id, (Draft, *by_seat))
    return tx.keep(_t, table_id, (table, step))


def _read_players(tx: Tx, table_id: str, by_seat: tuple[type[Any], ...]) -> None:
    statement, parts = _players(by_seat)
    found = tx.execute(statement, {"code": table_id}).all()
    for at, part, record in parts:
        records = [one for row in found if (one := _record(row, at, part, record)) is not None]
        tx.keep(part, table_id, records if part is _p else {one.seat: one for one in records})


_Join = tuple[Any, Any, Any]
"""A table, the record that it makes, and where it joins."""
_Part = tuple[int, Any, Any]
"""The number of its first column in a row, its table, the record that it makes."""


@cache
def _one() -> tuple[Select[Any], list[_Part]]:
    s = schema.steps
    joins: list[_Join] = [
        (schema.pauses, Pause, schema.pauses.c.table_id == _t.c.id),
        (s, Step, sa.and_(s.c.table_id == _t.c.id, s.c.seq == _t.c.seq)),
    ]
    for kind in KINDS:
        row = schema.deadlines.alias(f"due_{kind}")
        joins.append((row, Deadline, sa.and_(row.c.table_id == _t.c.id, row.c.kind == kind)))
    statement, parts = _joined(_t, Table, joins)
    return statement.where(_t.c.id == bindparam("code")), parts


@cache
def _players(by_seat: tuple[type[Any], ...]) -> tuple[Select[Any], list[_Part]]:
    joins = []
    for record in by_seat:
        row = schema.of[record]
        joins.append((row, record, sa.and_(row.c.table_id == _p.c.table_id, row.c.seat == _p.c.seat)))
    statement, parts = _joined(_p, Player, joins)
    statement = statement.where(_p.c.table_id == bindparam("code"))
    return statement.order_by(_p.c.joined_at, _p.c.user_id), parts


def _joined(
    table: Any, record: Any, joins: Sequence[tuple[Any, Any, Any]]
) -> tuple[Select[Any], list[_Part]]:
    """All columns of a table and of those that are joined to it, each with its record and condition."""
    whole, parts, columns = table, list[_Part](), list[Any]()
    for part, made, condition in ((table, record, None), *joins):
        whole = whole if condition is None else whole.outerjoin(part, condition)
        parts.append((len(columns), part, made))
        columns += [column.label(f"c{len(parts)}_{column.name}") for column in part.c]
    return select(*columns).select_from(whole), parts


def _record(row: Row[Any], at: int, part: Any, record: Any) -> Any:
    """This part of a row as a record; None: it has no such row, so its primary key is missing."""
    names = part.c.keys()
    values = dict(zip(names, row[at : at + len(names)], strict=True))
    key = "id" if "id" in values else "table_id"
    return None if values[key] is None else record(**values)
