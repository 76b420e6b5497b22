"""Absences that users announced."""

from collections.abc import Collection

from sqlalchemy import delete, insert, select

from . import schema
from .database import Tx, rows
from .records import Away, columns

_a = schema.away


async def add(tx: Tx, away: Away) -> int:
    """Store an absence; its id."""
    values = {key: value for key, value in columns(away).items() if key != "id"}
    found: int = (await tx.execute(insert(_a).values(values).returning(_a.c.id))).scalar_one()
    return found


async def of_users(tx: Tx, user_ids: Collection[int], now: float) -> list[Away]:
    """The absences of these users that are not over, earliest first."""
    statement = select(_a).where(_a.c.user_id.in_(sorted(user_ids)), _a.c.to_at > now)
    return await rows(tx, statement.order_by(_a.c.from_at, _a.c.id), Away)


async def cancel(tx: Tx, user_id: int, now: float) -> int:
    """Forget the user's absences that are not over; how many there were."""
    statement = delete(_a).where(_a.c.user_id == user_id, _a.c.to_at > now)
    return (await tx.execute(statement)).rowcount
