"""Who sat on which seat of a game, and when."""

from sqlalchemy import func, insert, select, update

from . import schema
from . import schema as base
from .database import Tx, rows
from .league_records import Sitting
from .records import columns

_s = schema.sittings


async def sit(tx: Tx, sitting: Sitting) -> None:
    """Somebody takes a seat."""
    values = {key: value for key, value in columns(sitting).items() if key != "id"}
    await tx.execute(insert(_s).values(values))


async def rise(tx: Tx, table_id: str, user_id: int, until_at: float, missed: int) -> None:
    """Somebody leaves a seat, after so many missed deadlines."""
    statement = (
        update(_s)
        .where(_s.c.table_id == table_id, _s.c.user_id == user_id, _s.c.until_at.is_(None))
        .values(until_at=until_at, missed=missed)
    )
    await tx.execute(statement)


async def left_by(tx: Tx, guild_id: int, user_id: int) -> int:
    """In how many games of a guild the user has left a seat to somebody else."""
    t = base.tables
    statement = (
        select(func.count(func.distinct(_s.c.table_id)))
        .join(t, t.c.id == _s.c.table_id)
        .where(_s.c.user_id == user_id, _s.c.until_at.is_not(None), t.c.guild_id == guild_id)
    )
    return (await tx.execute(statement)).scalar_one()


async def of_table(tx: Tx, table_id: str) -> list[Sitting]:
    """All sittings of a game, in their order."""
    return await rows(tx, select(_s).where(_s.c.table_id == table_id).order_by(_s.c.id), Sitting)
