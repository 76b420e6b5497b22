"""The steps of each game: what was ordered, what happened, and the state after it. Only ever added, in
the transaction of `tables.advance`; a Conflict means that somebody else has moved the game on."""

from sqlalchemy import and_, bindparam, insert, or_, select

from . import schema
from .database import Tx
from .records import Step, columns
from .rows import fetch, find, first

_s = schema.steps
_ADD = insert(_s).inline()
_OF_TABLE = select(_s).where(_s.c.table_id == bindparam("table")).order_by(_s.c.seq)
_BETWEEN = _OF_TABLE.where(_s.c.seq.between(bindparam("since"), bindparam("until")))


def add(tx: Tx, step: Step) -> None:
    """Add a step, after `tables.advance` to it."""
    tx.send(_ADD, columns(step))


def newest(tx: Tx, table_id: str) -> Step | None:
    """The newest step, or None before the start."""
    return next(iter(find(tx, Step, newest=True, limit=1, table_id=table_id)), None)


def at(tx: Tx, table_id: str, seq: int) -> Step:
    """The step of this number, of a table that has so many."""
    found = first(tx, Step, table_id=table_id, seq=seq)
    assert found is not None, "steps have no gaps"
    return found


def between(tx: Tx, table_id: str, since: int, until: int) -> list[Step]:
    """The steps from number `since` to number `until`, both included, in order."""
    return fetch(tx, _BETWEEN, Step, {"table": table_id, "since": since, "until": until})


def without_events(tx: Tx, table_id: str, since: int, until: int) -> list[Step]:
    """As `between`, but their events, most of what they hold, are not read: they have none."""
    read = [column for column in _s.c if column.name != "events"]
    statement = select(*read).where(_s.c.table_id == table_id, _s.c.seq.between(since, until))
    return fetch(tx, statement.order_by(_s.c.seq), Step)


def undos(tx: Tx, table_id: str) -> dict[int, int]:
    """Every turn that was taken back: the number of the undo, and of the step whose state holds again."""
    statement = select(_s.c.seq, _s.c.back_to).where(_s.c.table_id == table_id, _s.c.kind == "undo")
    found = tx.execute(statement.order_by(_s.c.seq))
    return {row.seq: row.back_to for row in found}


def new_seeds(tx: Tx, table_id: str) -> list[str]:
    """The commitments of the seeds that undos have named since the game was brought here, if it was, oldest
    first."""
    statement = select(_s.c.commitment).where(
        _s.c.table_id == table_id,
        or_(_s.c.kind == "reseed", and_(_s.c.kind == "undo", _s.c.commitment.is_not(None))),
    )
    found: list[str] = []
    for commitment in tx.execute(statement.order_by(_s.c.seq)).scalars():
        found = [*found, commitment] if commitment is not None else []
    return found
