"""When the player of a seat last changed its sheet, or its orders ahead: also if nothing is left of them.

Times are Discord's, those of the messages and presses that asked for it: see `bot.engine.order_sheets`.
"""

from sqlalchemy import select

from . import schema
from .database import Tx
from .dialect import insert_or_replace
from .records import ChangeOf

_c = schema.changes


async def newest(tx: Tx, table_id: str, seat: str, what: ChangeOf) -> float | None:
    """When it was changed last, or None if it never was."""
    mine = (_c.c.table_id == table_id, _c.c.seat == seat, _c.c.what == what)
    return (await tx.execute(select(_c.c.at).where(*mine))).scalar_one_or_none()


async def note(tx: Tx, table_id: str, seat: str, what: ChangeOf, at: float) -> None:
    """It was changed then. An earlier moment than the one that is known changes nothing."""
    row = {"table_id": table_id, "seat": seat, "what": what, "at": at}
    await insert_or_replace(tx, _c, row, newer="at")
