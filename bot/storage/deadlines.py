"""Deadlines as rows: one per table. Do the work first and delete the row after it, in one transaction."""

import sqlalchemy as sa
from sqlalchemy import select, update

from . import schema
from .database import Tx, rows
from .dialect import insert_or_replace
from .records import Deadline

_d = schema.deadlines


async def set(tx: Tx, table_id: str, turn: int, due_at: float, extended: int = 0) -> None:
    """Set the table's deadline, in place of the former one."""
    values = {"table_id": table_id, "turn": turn, "due_at": due_at, "extended": extended}
    await insert_or_replace(tx, _d, values)


async def extend(tx: Tx, table_id: str, turn: int, due_at: float) -> bool:
    """Put the deadline of this turn off and count it. False if the table waits for another turn, or none."""
    statement = (
        update(_d)
        .where(_d.c.table_id == table_id, _d.c.turn == turn)
        .values(due_at=due_at, extended=_d.c.extended + 1)
    )
    return (await tx.execute(statement)).rowcount > 0


async def get(tx: Tx, table_id: str) -> Deadline | None:
    """The table's deadline, or None."""
    found = await rows(tx, select(_d).where(_d.c.table_id == table_id), Deadline)
    return found[0] if found else None


async def earliest(tx: Tx) -> Deadline | None:
    """The next deadline of all, past ones included, or None: how long the clock may sleep."""
    found = await rows(tx, select(_d).order_by(_d.c.due_at, _d.c.table_id).limit(1), Deadline)
    return found[0] if found else None


async def due(tx: Tx, now: float) -> list[Deadline]:
    """The deadlines that have come, earliest first."""
    statement = select(_d).where(_d.c.due_at <= now).order_by(_d.c.due_at, _d.c.table_id)
    return await rows(tx, statement, Deadline)


async def delete(tx: Tx, table_id: str, turn: int) -> bool:
    """Delete the table's deadline if it is still the one of this turn; False if it is not."""
    statement = sa.delete(_d).where(_d.c.table_id == table_id, _d.c.turn == turn)
    return (await tx.execute(statement)).rowcount > 0
