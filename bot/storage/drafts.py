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


async def counting(tx: Tx, table_id: str, turn: int) -> dict[str, Draft]:
    """As `of_table`, but for what a seat's player before has left: it counts when it is kept."""
    found = await of_table(tx, table_id, turn)
    return {seat: draft for seat, draft in found.items() if not draft.inherited}


async def set_ready(tx: Tx, table_id: str, seat: str, turn: int, ready: bool) -> bool:
    """Say whether the seat is done with this turn, with the draft that it has, whoever left it. False if it
    has none for the turn."""
    where = _d.c.table_id == table_id, _d.c.seat == seat, _d.c.turn == turn
    statement = update(_d).where(*where).values(ready=ready, inherited=False)
    return (await tx.execute(statement)).rowcount > 0


async def keep(tx: Tx, table_id: str, seat: str, turn: int) -> bool:
    """Let the draft count that the seat's player before has left. False if there is none of that kind."""
    where = _d.c.table_id == table_id, _d.c.seat == seat, _d.c.turn == turn, _d.c.inherited
    return (await tx.execute(update(_d).where(*where).values(inherited=False))).rowcount > 0


async def clear(tx: Tx, table_id: str, seat: str) -> bool:
    """Forget the seat's draft; False if there was none."""
    statement = delete(_d).where(_d.c.table_id == table_id, _d.c.seat == seat)
    return (await tx.execute(statement)).rowcount > 0


async def clear_table(tx: Tx, table_id: str, turn: int) -> int:
    """Forget the table's drafts for this turn and earlier ones; how many there were."""
    statement = delete(_d).where(_d.c.table_id == table_id, _d.c.turn <= turn)
    return (await tx.execute(statement)).rowcount
