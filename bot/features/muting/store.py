"""What games of silence have taken from their players. A row is stored before anything is taken, and deleted
after all of it was given back: so a crash in between forgets nothing."""

from sqlalchemy import delete, select

from bot.storage import schema
from bot.storage.database import Tx, rows
from bot.storage.dialect import insert_or_replace
from bot.storage.records import Silence, columns

_s = schema.silences


async def put(tx: Tx, silence: Silence) -> None:
    """Store it, in place of what was known of this table's player."""
    await insert_or_replace(tx, _s, columns(silence))


async def every(tx: Tx) -> list[Silence]:
    """All of them, table by table, each in the order of users."""
    return await rows(tx, select(_s).order_by(_s.c.table_id, _s.c.user_id), Silence)


async def forget(tx: Tx, table_id: str, user_id: int) -> bool:
    """Delete one; False if there was none."""
    gone = delete(_s).where(_s.c.table_id == table_id, _s.c.user_id == user_id)
    return (await tx.execute(gone)).rowcount > 0
