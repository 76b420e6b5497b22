"""A table's public log: everything that was done by hand, for all to read. Only ever added."""

from sqlalchemy import func, insert, select

from . import schema
from .database import Tx, rows
from .records import LogEntry, columns

_l = schema.log


async def add(tx: Tx, entry: LogEntry) -> None:
    """Add a line."""
    values = {key: value for key, value in columns(entry).items() if key != "id"}
    await tx.execute(insert(_l).values(values))


async def of_table(tx: Tx, table_id: str, limit: int = 20, offset: int = 0) -> list[LogEntry]:
    """The table's lines, newest first."""
    statement = select(_l).where(_l.c.table_id == table_id).order_by(_l.c.id.desc())
    return await rows(tx, statement.limit(limit).offset(offset), LogEntry)


async def at(tx: Tx, table_id: str, act: str, moment: float) -> LogEntry | None:
    """The line of this act at this moment, or None."""
    statement = select(_l).where(_l.c.table_id == table_id, _l.c.act == act, _l.c.at == moment)
    found = await rows(tx, statement.limit(1), LogEntry)
    return found[0] if found else None


async def count(tx: Tx, table_id: str) -> int:
    """How many lines there are."""
    return (await tx.execute(select(func.count()).where(_l.c.table_id == table_id))).scalar_one()
