"""Tables whose clock stands still."""

from sqlalchemy import delete, select

from . import schema
from .database import Tx, rows
from .dialect import insert_or_replace
from .records import Pause, columns

_p = schema.pauses


async def put(tx: Tx, pause: Pause) -> None:
    """Pause the table, in place of a former pause."""
    await insert_or_replace(tx, _p, columns(pause))


async def get(tx: Tx, table_id: str) -> Pause | None:
    """The table's pause, or None: it is not paused."""
    found: list[Pause] | None = tx.kept(_p, table_id)
    if found is None:
        found = tx.keep(_p, table_id, await rows(tx, select(_p).where(_p.c.table_id == table_id), Pause))
    return found[0] if found else None


async def end(tx: Tx, table_id: str) -> bool:
    """Forget the pause; False if there was none."""
    return (await tx.execute(delete(_p).where(_p.c.table_id == table_id))).rowcount > 0
