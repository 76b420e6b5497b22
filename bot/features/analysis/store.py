"""Analyses that are asked for or under way, as SQL."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import and_, func, or_, select

from bot.storage import schema
from bot.storage.database import Tx
from bot.storage.records import Analysed
from bot.storage.rows import fetch

_a, _n, _s = schema.analyses, schema.analysed_steps, schema.steps


class StepHead(NamedTuple):
    """A step without its state and its events."""

    seq: int
    kind: str
    orders: Mapping[str, Sequence[str]]


def waiting(tx: Tx) -> Analysed | None:
    """Return the analysis that is to go on next: the one that is due first."""
    statement = select(_a).where(_a.c.due_at.is_not(None)).order_by(_a.c.due_at, _a.c.table_id).limit(1)
    return next(iter(fetch(tx, statement, Analysed)), None)


def before(tx: Tx, due_at: float, table_id: str) -> int:
    """Return how many games go on before this one, which is due then."""
    sooner = or_(_a.c.due_at < due_at, and_(_a.c.due_at == due_at, _a.c.table_id < table_id))
    return int(tx.execute(select(func.count()).select_from(_a).where(sooner)).scalar_one())


def heads(tx: Tx, table_id: str) -> list[StepHead]:
    """Return all steps of a game, in order."""
    statement = select(_s.c.seq, _s.c.kind, _s.c.orders).where(_s.c.table_id == table_id).order_by(_s.c.seq)
    return [StepHead(*row) for row in tx.execute(statement)]


def studied(tx: Tx, table_id: str) -> set[int]:
    """Return the numbers of the steps that were studied."""
    return set(tx.execute(select(_n.c.seq).where(_n.c.table_id == table_id)).scalars())


def count(tx: Tx, table_id: str) -> int:
    """Return how many steps were studied."""
    statement = select(func.count()).select_from(_n).where(_n.c.table_id == table_id)
    return int(tx.execute(statement).scalar_one())


def studies(tx: Tx, table_id: str) -> list[Any]:
    """Return what was found about each step, in their order."""
    statement = select(_n.c.study).where(_n.c.table_id == table_id).order_by(_n.c.seq)
    return list(tx.execute(statement).scalars())
