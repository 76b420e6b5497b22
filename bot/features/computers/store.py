"""The seats that are to be thought about, and the games that have computers, as SQL."""

from collections import Counter
from collections.abc import Collection

from sqlalchemy import select

from bot.storage import schema
from bot.storage.computers import LOWEST
from bot.storage.database import Tx
from bot.storage.records import Thinking
from bot.storage.rows import fetch

_t, _p = schema.thinking, schema.players


def waiting(tx: Tx, limit: int) -> list[Thinking]:
    """Return the first seats that are to be thought about, in the order in which they are due."""
    statement = select(_t).order_by(_t.c.due_at, _t.c.table_id, _t.c.seat).limit(limit)
    return fetch(tx, statement, Thinking)


def seated(tx: Tx, table_ids: Collection[str] | None = None) -> dict[str, int]:
    """Return how many computers each lobby or game has that is not over. table_ids: of these; None: of all"""
    statement = select(_p.c.table_id).where(_p.c.user_id <= -LOWEST, schema.NOT_OVER)
    if table_ids is not None:
        statement = statement.where(_p.c.table_id.in_(sorted(table_ids)))
    # Counted here: grouped by games, SQLite would read all players.
    return dict(Counter(tx.execute(statement).scalars()))
