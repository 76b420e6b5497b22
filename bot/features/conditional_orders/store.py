"""Orders that seats gave ahead: one plan a seat. Secret, like drafts."""

from bot.storage import schema
from bot.storage.database import Tx
from bot.storage.records import Plan
from bot.storage.rows import find

_p = schema.plans


def get(tx: Tx, table_id: str, seat: str) -> Plan | None:
    """The seat's plan, or None."""
    return of_table(tx, table_id).get(seat)


def of_table(tx: Tx, table_id: str) -> dict[str, Plan]:
    """All plans of the table, by seat."""
    known: dict[str, Plan] | None = tx.kept(_p, table_id)
    if known is None:
        found = find(tx, Plan, table_id=table_id)
        known = tx.keep(_p, table_id, {plan.seat: plan for plan in found})
    return dict(known)
