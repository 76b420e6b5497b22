"""Orders that seats gave ahead: one plan a seat. Secret, like drafts."""

from sqlalchemy import delete, select

from bot.storage import schema
from bot.storage.database import Tx, rows
from bot.storage.dialect import insert_or_replace
from bot.storage.records import Plan, columns

_p = schema.plans


async def put(tx: Tx, plan: Plan) -> None:
    """Store the plan, in place of the seat's former one."""
    await insert_or_replace(tx, _p, columns(plan))


async def get(tx: Tx, table_id: str, seat: str) -> Plan | None:
    """The seat's plan, or None."""
    return (await of_table(tx, table_id)).get(seat)


async def of_table(tx: Tx, table_id: str) -> dict[str, Plan]:
    """All plans of the table, by seat."""
    known: dict[str, Plan] | None = tx.kept(_p, table_id)
    if known is None:
        found = await rows(tx, select(_p).where(_p.c.table_id == table_id).order_by(_p.c.seat), Plan)
        known = tx.keep(_p, table_id, {plan.seat: plan for plan in found})
    return dict(known)


async def clear(tx: Tx, table_id: str, seat: str | None = None) -> int:
    """Forget the seat's plan (None: those of all seats); how many there were."""
    statement = delete(_p).where(_p.c.table_id == table_id)
    return (await tx.execute(statement if seat is None else statement.where(_p.c.seat == seat))).rowcount
