"""The order desks: for each player, the newest desk message in the DM, so that old ones can be told apart."""

from sqlalchemy import delete, select

from . import schema
from .database import Tx, rows
from .dialect import insert_or_replace
from .records import Desk, columns

_d = schema.desks


async def put(tx: Tx, desk: Desk) -> None:
    """Note the player's newest desk at this table, in place of the former one."""
    await insert_or_replace(tx, _d, columns(desk))


async def get(tx: Tx, table_id: str, user_id: int) -> Desk | None:
    """The player's newest desk at this table, or None."""
    found = await rows(tx, select(_d).where(_d.c.table_id == table_id, _d.c.user_id == user_id), Desk)
    return found[0] if found else None


async def of_table(tx: Tx, table_id: str) -> list[Desk]:
    """The desks of a table, in the order of seats."""
    return await rows(tx, select(_d).where(_d.c.table_id == table_id).order_by(_d.c.seat, _d.c.user_id), Desk)


async def of_user(tx: Tx, user_id: int) -> list[Desk]:
    """The desks in a user's DM, the newest message first."""
    return await rows(tx, select(_d).where(_d.c.user_id == user_id).order_by(_d.c.message_id.desc()), Desk)


async def forget(tx: Tx, table_id: str, user_id: int, message_id: int | None = None) -> bool:
    """Forget the player's desk at this table, if it is this message (None: any); False if there was none."""
    statement = delete(_d).where(_d.c.table_id == table_id, _d.c.user_id == user_id)
    if message_id is not None:
        statement = statement.where(_d.c.message_id == message_id)
    return (await tx.execute(statement)).rowcount > 0
