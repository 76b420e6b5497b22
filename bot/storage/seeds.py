"""The secret seeds. Only for drawing chance, and for publishing when the game is over."""

from sqlalchemy import select

from . import schema
from .database import Tx
from .dialect import insert_new
from .errors import Conflict


async def insert(tx: Tx, table_id: str, seed: str) -> None:
    """Store the seed (hex) of a table. Conflict if it has one: a seed never changes."""
    if not await insert_new(tx, schema.seeds, {"table_id": table_id, "seed": seed}, "table_id"):
        raise Conflict(f"table {table_id} has its seed already")


async def get(tx: Tx, table_id: str) -> str | None:
    """The seed (hex), or None. SECRET until the table is over."""
    statement = select(schema.seeds.c.seed).where(schema.seeds.c.table_id == table_id)
    seed: str | None = (await tx.execute(statement)).scalar_one_or_none()
    return seed
