"""The steps of each game: what was ordered, what happened, and the state after it. Only ever added."""

from sqlalchemy import and_, func, or_, select

from . import schema
from .database import Tx, rows
from .dialect import insert_new
from .errors import Conflict
from .records import Step, columns

_s = schema.steps


async def append(tx: Tx, step: Step) -> None:
    """Store a step. Conflict if the table has one of this number: then somebody else has moved the game on.

    `tables.advance` belongs in the same transaction.
    """
    if not await insert_new(tx, _s, columns(step), "table_id", "seq"):
        raise Conflict(f"table {step.table_id} has step {step.seq} already")


async def newest(tx: Tx, table_id: str) -> Step | None:
    """The newest step, or None before the start."""
    statement = select(_s).where(_s.c.table_id == table_id).order_by(_s.c.seq.desc()).limit(1)
    found = await rows(tx, statement, Step)
    return found[0] if found else None


async def get(tx: Tx, table_id: str, seq: int) -> Step | None:
    """The step of this number, or None."""
    found = await rows(tx, select(_s).where(_s.c.table_id == table_id, _s.c.seq == seq), Step)
    return found[0] if found else None


async def at(tx: Tx, table_id: str, seq: int) -> Step:
    """The step of this number, of a table that has so many."""
    found = await get(tx, table_id, seq)
    assert found is not None, "steps have no gaps"
    return found


async def between(tx: Tx, table_id: str, first: int, last: int) -> list[Step]:
    """The steps from number `first` to number `last`, both included, in order."""
    statement = select(_s).where(_s.c.table_id == table_id, _s.c.seq.between(first, last)).order_by(_s.c.seq)
    return await rows(tx, statement, Step)


async def without_events(tx: Tx, table_id: str, first: int, last: int) -> list[Step]:
    """As `between`, but their events, most of what they hold, are not read: they have none."""
    read = [column for column in _s.c if column.name != "events"]
    statement = select(*read).where(_s.c.table_id == table_id, _s.c.seq.between(first, last))
    return await rows(tx, statement.order_by(_s.c.seq), Step)


async def undos(tx: Tx, table_id: str) -> dict[int, int]:
    """Every turn that was taken back: the number of the undo, and of the step whose state holds again."""
    statement = select(_s.c.seq, _s.c.back_to).where(_s.c.table_id == table_id, _s.c.kind == "undo")
    found = await tx.execute(statement.order_by(_s.c.seq))
    return {row.seq: row.back_to for row in found}


async def new_seeds(tx: Tx, table_id: str) -> list[str]:
    """The commitments of the seeds that undos have named since the game was brought here, if it was, oldest
    first."""
    statement = select(_s.c.commitment).where(
        _s.c.table_id == table_id,
        or_(_s.c.kind == "reseed", and_(_s.c.kind == "undo", _s.c.commitment.is_not(None))),
    )
    found: list[str] = []
    for commitment in (await tx.execute(statement.order_by(_s.c.seq))).scalars():
        found = [*found, commitment] if commitment is not None else []
    return found


async def count(tx: Tx, table_id: str) -> int:
    """How many steps the table has."""
    statement = select(func.count()).select_from(_s).where(_s.c.table_id == table_id)
    return (await tx.execute(statement)).scalar_one()
