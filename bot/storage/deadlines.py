"""Deadlines as rows: one of each kind per table. Do the work first and delete the row after it, in one
transaction. And tables whose clock stands still: `Pause`."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args

import sqlalchemy as sa
from sqlalchemy import select

from . import schema
from .database import Tx
from .dialect import insert_or_replace
from .records import Deadline, DeadlineKind, Pause, columns
from .rows import fetch, find

_d = schema.deadlines
_t = schema.tables
KINDS: tuple[DeadlineKind, ...] = get_args(DeadlineKind)
STANDING: tuple[DeadlineKind, ...] = ("turn", "early", "vote")
"""Those that may cost somebody something: they stand still while nobody can act."""


@dataclass(frozen=True, slots=True)
class Part:
    """The games of some of the bot's shards. Discord tells a server's events to one of them, so it may be out
    of reach while others are not."""

    count: int
    shards: frozenset[int]

    def has(self, guild_id: int | None) -> bool:
        """Whether a server is one of theirs; None: direct messages.

        >>> Part(8, frozenset({3})).has((19 << 22) + 5), Part(8, frozenset({3})).has(None)
        (True, False)
        """
        return ((guild_id or 0) >> 22) % self.count in self.shards

    def games(self) -> sa.ColumnElement[bool]:
        """The same of the game of a deadline's row."""
        shard = sa.func.coalesce(_t.c.guild_id, 0) // (1 << 22) % self.count
        return _d.c.table_id.in_(select(_t.c.id).where(shard.in_(sorted(self.shards))))


def put(tx: Tx, *deadlines: Deadline) -> None:
    """Store these, of one table, in place of its former ones of their kinds."""
    table_id = deadlines[0].table_id
    known = tx.kept(_d, table_id)
    insert_or_replace(tx, _d, *map(columns, deadlines))
    if known is not None:
        tx.keep(_d, table_id, known | {deadline.kind: deadline for deadline in deadlines})
    tx.wakes("deadlines")


def set(
    tx: Tx, table_id: str, turn: int, due_at: float, extended: int = 0, *, began_at: float | None = None
) -> None:
    """Set the deadline of the table's turn, in place of the former one."""
    put(tx, Deadline(table_id=table_id, turn=turn, due_at=due_at, extended=extended, began_at=began_at))


def move(
    tx: Tx, kept: Deadline, due_at: float, *, began_at: float | None = None, data: Mapping[str, Any] = {}
) -> Deadline:
    """Put a deadline off, or bring it forward; what is not given stays. The deadline as it is now."""
    began = kept.began_at if began_at is None else began_at
    moved = replace(kept, due_at=due_at, began_at=began, data={**kept.data, **data})
    put(tx, moved)
    return moved


def get(tx: Tx, table_id: str, kind: DeadlineKind = "turn") -> Deadline | None:
    """The table's deadline of this kind, or None."""
    return _of_table(tx, table_id).get(kind)


def _of_table(tx: Tx, table_id: str) -> dict[DeadlineKind, Deadline]:
    """The table's deadlines, by kind."""
    known: dict[DeadlineKind, Deadline] | None = tx.kept(_d, table_id)
    if known is None:
        found = find(tx, Deadline, table_id=table_id)
        known = tx.keep(_d, table_id, {deadline.kind: deadline for deadline in found})
    return known


def earliest(tx: Tx, kinds: Collection[DeadlineKind] = KINDS, still: Part | None = None) -> Deadline | None:
    """The next deadline of these kinds, past ones included, or None: how long the clock may sleep. still: see
    `due`"""
    statement = select(_d).where(_going(kinds, still)).order_by(_d.c.due_at, _d.c.table_id)
    found = fetch(tx, statement.limit(1), Deadline)
    return found[0] if found else None


def due(
    tx: Tx, now: float, kinds: Collection[DeadlineKind] = KINDS, still: Part | None = None
) -> list[Deadline]:
    """The deadlines of these kinds that have come, earliest first. still: games that stand still"""
    statement = select(_d).where(_d.c.due_at <= now, _going(kinds, still))
    return fetch(tx, statement.order_by(_d.c.due_at, _d.c.table_id, _d.c.kind), Deadline)


def _going(kinds: Collection[DeadlineKind], still: Part | None) -> sa.ColumnElement[bool]:
    wanted = _d.c.kind.in_(sorted(kinds))
    return wanted if still is None else wanted & ~(_d.c.kind.in_(STANDING) & still.games())


def all_of(tx: Tx, kind: DeadlineKind) -> list[Deadline]:
    """The deadlines of this kind of all tables, earliest first."""
    return fetch(tx, select(_d).where(_d.c.kind == kind).order_by(_d.c.due_at, _d.c.table_id), Deadline)


def between(
    tx: Tx, kind: DeadlineKind, after: float, before: float, part: Part | None = None
) -> list[Deadline]:
    """The deadlines of this kind that come in a time, of all tables or of this part, earliest first."""
    statement = select(_d).where(_d.c.kind == kind, _d.c.due_at > after, _d.c.due_at < before)
    statement = statement.order_by(_d.c.due_at, _d.c.table_id)
    return fetch(tx, statement if part is None else statement.where(part.games()), Deadline)


def without(tx: Tx, kind: DeadlineKind, other: DeadlineKind) -> list[Deadline]:
    """The deadlines of this kind of tables that have none of the other kind."""
    beside = _d.alias()
    there = sa.exists().where(beside.c.table_id == _d.c.table_id, beside.c.kind == other)
    return fetch(tx, select(_d).where(_d.c.kind == kind, ~there), Deadline)


def delete(tx: Tx, table_id: str, turn: int, kind: DeadlineKind = "turn") -> bool:
    """Delete the table's deadline of the kind if it is still the one of this turn; False if it is not."""
    statement = sa.delete(_d).where(_d.c.table_id == table_id, _d.c.kind == kind, _d.c.turn == turn)
    return tx.execute(statement).rowcount > 0


def drop(tx: Tx, table_id: str, *kinds: DeadlineKind) -> None:
    """Delete the table's deadlines of these kinds, of whichever turn; of all kinds if none is named."""
    known: dict[DeadlineKind, Deadline] | None = tx.kept(_d, table_id)
    gone = frozenset(kinds or KINDS)
    if known is not None and gone.isdisjoint(known):
        return
    tx.execute(sa.delete(_d).where(_d.c.table_id == table_id, _d.c.kind.in_(sorted(gone))))
    if known is not None:
        tx.keep(_d, table_id, {kind: row for kind, row in known.items() if kind not in gone})


def pause_of(tx: Tx, table_id: str) -> Pause | None:
    """Return the table's pause, or None: it is not paused."""
    found: list[Pause] | None = tx.kept(schema.pauses, table_id)
    if found is None:
        found = tx.keep(schema.pauses, table_id, find(tx, Pause, table_id=table_id))
    return found[0] if found else None
