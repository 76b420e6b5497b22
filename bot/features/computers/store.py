"""The seats that are to be thought about, as SQL."""

from sqlalchemy import select

from bot.storage import schema
from bot.storage.database import Tx
from bot.storage.records import Thinking
from bot.storage.rows import fetch

_t = schema.thinking


def waiting(tx: Tx, limit: int) -> list[Thinking]:
    """Return the first seats that are to be thought about, in the order in which they are due."""
    statement = select(_t).order_by(_t.c.due_at, _t.c.table_id, _t.c.seat).limit(limit)
    return fetch(tx, statement, Thinking)
