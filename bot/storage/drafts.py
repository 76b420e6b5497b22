"""Orders that were given and are not resolved yet: one draft per seat, for one turn."""

from sqlalchemy import delete, select, update

from . import schema
from .database import Tx, rows
from .dialect import insert_or_replace
from .records import Draft, columns

_d = schema.drafts


async def put(tx: Tx, draft: Draft) -> None:
    """Store the draft in place of the seat's former one, whichever turn that was for."""
    await insert_or_replace(tx, _d, columns(draft))


async def get(tx: Tx, table_id: str, seat: str, turn: int) -> Draft | None:
    """The seat's draft for this turn, or None. A draft for another turn is none."""
    statement = select(_d).where(_d.c.table_id == table_id, _d.c.seat == seat, _d.c.turn == turn)
    found = await rows(tx, statement, Draft)
    return found[0] if found else None


async def of_table(tx: Tx, table_id: str, turn: int) -> dict[str, Draft]:
    """All drafts for this turn by seat, in the order of seats."""
    statement = select(_d).where(_d.c.table_id == table_id, _d.c.turn == turn).order_by(_d.c.seat)
    return {draft.seat: draft for draft in await rows(tx, statement, Draft)}


async def set_ready(tx: Tx, table_id: str, seat: str, turn: int, ready: bool) -> bool:
    """Say whether the seat is done with this turn. False if it has no draft for the turn."""
    statement = (
        update(_d).where(_d.c.table_id == table_id, _d.c.seat == seat, _d.c.turn == turn).values(ready=ready)
    )
    return (await tx.execute(statement)).rowcount > 0


async def clear(tx: Tx, table_id: str, seat: str) -> bool:
    """Forget the seat's draft; False if there was none."""
    statement = delete(_d).where(_d.c.table_id == table_id, _d.c.seat == seat)
    return (await tx.execute(statement)).rowcount > 0


async def clear_table(tx: Tx, table_id: str, turn: int) -> int:
    """Forget the table's drafts for this turn and earlier ones; how many there were."""
    statement = delete(_d).where(_d.c.table_id == table_id, _d.c.turn <= turn)
    return (await tx.execute(statement)).rowcount
