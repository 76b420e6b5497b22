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
from .records import Deadline, Draft, Pause, Plan, Player, Step, Table

_t, _p = schema.tables, schema.players
_RECORDS: dict[sa.Table, Any] = {schema.drafts: Draft, schema.plans: Plan}


async def read(tx: Tx, table_id: str, by_seat: Sequence[sa.Table] = ()) -> tuple[Table, Step | None] | None:
    """The table and its newest step (None: it has none yet); None: there is no such table. What else was read
    is kept for the functions that give it: `players.of_table`, `pauses.get`, `deadlines.get`, `drafts.get`, …

    by_seat: more tables with a row for each seat that are read along
    """
    known: tuple[Table, Step | None] | None = tx.kept(_t, table_id)
    # Where there is none yet, its step is looked for anew.
    if known is not None and tx.kept(schema.steps, table_id) is not None:
        return known
    statement, parts = _one()
    row = (await tx.execute(statement, {"code": table_id})).first()
    if row is None:
        return None
    table, pause, step, *due = (_record(row, at, part, record) for at, part, record in parts)
    tx.keep(schema.pauses, table_id, [pause] if pause is not None else [])
    tx.keep(schema.deadlines, table_id, {one.kind: one for one in due if one is not None})
    if step is None:
        step = await steps.newest(tx, table_id)
    if step is not None:
        tx.keep(schema.steps, table_id, step)
    await _read_players(tx, table_id, (schema.drafts, *by_seat))
    return tx.keep(_t, table_id, (table, step))


async def _read_players(tx: Tx, table_id: str, by_seat: tuple[sa.Table, ...]) -> None:
    statement, parts = _players(by_seat)
    found = (await tx.execute(statement, {"code": table_id})).all()
    for at, part, record in parts:
        records = [one for row in found if (one := _record(row, at, part, record)) is not None]
        tx.keep(part, table_id, records if part is _p else {one.seat: one for one in records})


_Parts = list[tuple[int, Any, Any]]
"""Of each part of a row: the number of its first column, its table, the record that it makes."""


@cache
def _one() -> tuple[Select[Any], _Parts]:
    found: list[Any] = [_t, schema.pauses, schema.steps]
    on = [
        schema.pauses.c.table_id == _t.c.id,
        sa.and_(schema.steps.c.table_id == _t.c.id, schema.steps.c.seq == _t.c.seq),
    ]
    records: list[Any] = [Table, Pause, Step]
    for kind in KINDS:
        row = schema.deadlines.alias(f"due_{kind}")
        found.append(row)
        on.append(sa.and_(row.c.table_id == _t.c.id, row.c.kind == kind))
        records.append(Deadline)
    whole: Any = _t
    for part, condition in zip(found[1:], on, strict=True):
        whole = whole.outerjoin(part, condition)
    return _select(found, whole, records).where(_t.c.id == bindparam("code")), _numbered(found, records)


@cache
def _players(by_seat: tuple[sa.Table, ...]) -> tuple[Select[Any], _Parts]:
    whole: Any = _p
    for part in by_seat:
        whole = whole.outerjoin(part, sa.and_(part.c.table_id == _p.c.table_id, part.c.seat == _p.c.seat))
    found, records = [_p, *by_seat], [Player, *(_RECORDS[part] for part in by_seat)]
    statement = _select(found, whole, records).where(_p.c.table_id == bindparam("code"))
    return statement.order_by(_p.c.joined_at, _p.c.user_id), _numbered(found, records)


def _select(found: Sequence[Any], whole: Any, records: Sequence[Any]) -> Select[Any]:
    named = [column.label(f"c{at}_{column.name}") for at, part in enumerate(found) for column in part.c]
    return select(*named).select_from(whole)


def _numbered(found: Sequence[Any], records: Sequence[Any]) -> _Parts:
    parts, at = _Parts(), 0
    for part, record in zip(found, records, strict=True):
        parts.append((at, part, record))
        at += len(part.c)
    return parts


def _record(row: Row[Any], at: int, part: Any, record: Any) -> Any:
    """This part of a row as a record; None: it has no such row, so its primary key is missing."""
    names = part.c.keys()
    values = dict(zip(names, row[at : at + len(names)], strict=True))
    key = "id" if "id" in values else "table_id"
    return None if values[key] is None else record(**values)
