"""Game tables: the row that says what is played where, and how far it is; and its secret seed."""

from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Select, bindparam, func, select, update

from . import schema
from .database import Tx, must_change
from .records import ACTIVE, Seated, Seed, Table, TableStatus
from .rows import fetch, first
from .rows import insert as add

_t = schema.tables
_ADVANCE = update(_t).where(_t.c.id == bindparam("table"), _t.c.seq == bindparam("from_seq"))
_ALL: tuple[TableStatus, ...] = ("lobby", "playing", "over", "closed")


def insert(tx: Tx, table: Table) -> None:
    """Store a new table. Conflict if the id is taken: draw another."""
    if table.status == "over":
        tx.wakes("ratings")
    add(tx, table)


def seed_of(tx: Tx, table_id: str) -> str | None:
    """Return the seed (hex), or None. Only for drawing chance: SECRET until the game is over."""
    seed = first(tx, Seed, table_id=table_id)
    return None if seed is None else seed.seed


def get(tx: Tx, table_id: str) -> Table | None:
    """The table, or None."""
    return first(tx, Table, id=table_id)


def by_channel(tx: Tx, channel_id: int, statuses: Collection[TableStatus] = _ALL) -> list[Table]:
    """The tables posted in a channel or thread, newest first."""
    return _newest(tx, select(_t).where(_t.c.channel_id == channel_id, _t.c.status.in_(statuses)))


def newest_in(
    tx: Tx, channel_id: int, statuses: Collection[TableStatus], seated: int | None = None
) -> Table | None:
    """The newest table in a channel or thread. seated: of those where this user has a seat"""
    p = schema.players
    found: list[Table] = []
    for status in statuses:  # each is the first of an index
        statement = select(_t).where(_t.c.channel_id == channel_id, _t.c.status == status)
        if seated is not None:
            own = (p.c.table_id == _t.c.id, p.c.user_id == seated, p.c.seat.is_not(None))
            statement = statement.where(sa.exists().where(*own))
        found += _newest(tx, statement.limit(1))
    return max(found, key=lambda table: table.created_at, default=None)


def of_guild(tx: Tx, guild_id: int, statuses: Collection[TableStatus] = _ALL) -> list[Table]:
    """The tables of a guild, newest first."""
    return _newest(tx, select(_t).where(_t.c.guild_id == guild_id, _t.c.status.in_(statuses)))


def hosted(tx: Tx, guild_id: int, host_id: int, statuses: Collection[TableStatus]) -> list[Table]:
    """The tables of a guild that this user hosts, newest first."""
    statement = select(_t).where(
        _t.c.guild_id == guild_id, _t.c.host_id == host_id, _t.c.status.in_(statuses)
    )
    return _newest(tx, statement)


def codes(tx: Tx) -> list[str]:
    """The ids of all tables, oldest first: for those who read rows that may be damaged one by one."""
    return list(tx.execute(select(_t.c.id).order_by(_t.c.created_at, _t.c.id)).scalars())


def with_status(
    tx: Tx, statuses: Collection[TableStatus], games: Collection[str] | None = None
) -> list[Table]:
    """All tables in these statuses, newest first. games: only of these."""
    statement = select(_t).where(_t.c.status.in_(statuses))
    if games is not None:
        statement = statement.where(_t.c.game.in_(games))
    return _newest(tx, statement)


def rules_in_use(tx: Tx) -> dict[tuple[str, int], int]:
    """The rules that games to come or under way need, and how many need each: {(game, version): games}."""
    statement = select(_t.c.game, _t.c.rules_version, func.count()).where(_t.c.status.in_(ACTIVE))
    found = tx.execute(statement.group_by(_t.c.game, _t.c.rules_version))
    return {(game, version): number for game, version, number in found}


def by_rules(tx: Tx, game: str, version: int, limit: int) -> list[str]:
    """The first codes of the games that need these rules, at most so many."""
    needs = (_t.c.game == game, _t.c.rules_version == version, _t.c.status.in_(ACTIVE))
    return list(tx.execute(select(_t.c.id).where(*needs).order_by(_t.c.id).limit(limit)).scalars())


def channels(tx: Tx, statuses: Collection[TableStatus]) -> list[int]:
    """The channels and threads of the tables in these statuses."""
    statement = select(_t.c.channel_id).where(_t.c.status.in_(statuses), _t.c.channel_id.is_not(None))
    return sorted(tx.execute(statement.distinct()).scalars())


def of_user(tx: Tx, user_id: int, statuses: Collection[TableStatus] = _ALL) -> list[Seated]:
    """The tables where the user is a player, newest first, each with the user's seat (None in a lobby)."""
    p = schema.players
    statement = (
        select(_t, p.c.seat.label("own_seat"))
        .join(p, p.c.table_id == _t.c.id)
        .where(p.c.user_id == user_id, _t.c.status.in_(statuses))
        .order_by(_t.c.created_at.desc(), _t.c.id)
    )
    found = []
    for row in tx.execute(statement).mappings():
        values = dict(row)
        seat = values.pop("own_seat")
        found.append(Seated(table=Table(**values), seat=seat))
    return found


def search(tx: Tx, prefix: str, guild_id: int, limit: int = 25) -> list[Table]:
    """At most `limit` tables of a guild whose id begins with the prefix (in any case), newest first; for
    autocomplete. 25 is what Discord shows."""
    begins = _t.c.id.startswith(prefix.lower(), autoescape=True)
    return _newest(tx, select(_t).where(_t.c.guild_id == guild_id, begins).limit(limit))


def search_own(tx: Tx, prefix: str, user_id: int, limit: int = 25) -> list[Table]:
    """As `search`, the tables where the user is a player; those joined last come first."""
    p = schema.players
    begins = p.c.table_id.startswith(prefix.lower(), autoescape=True)
    statement = select(_t).join(p, p.c.table_id == _t.c.id).where(p.c.user_id == user_id, begins)
    return fetch(tx, statement.order_by(p.c.joined_at.desc(), _t.c.id).limit(limit), Table)


def set_status(tx: Tx, table_id: str, status: TableStatus) -> None:
    """Set the status alone. A game that moves on uses `advance`, one that ends `finish`."""
    tx.wakes("muting")
    change(tx, table_id, status=status)


def count_undo(tx: Tx, table_id: str) -> None:
    """Count a turn that was taken back."""
    change(tx, table_id, undone=_t.c.undone + 1)


def update_options(tx: Tx, table_id: str, options: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
    """Replace the game's options and the house options. Conflict once the game has begun: its steps depend on
    the former, and the players agreed to both."""
    must_change(
        tx,
        update(_t)
        .where(_t.c.id == table_id, _t.c.status == "lobby")
        .values(options=options, settings=settings),
        f"table {table_id} is not in its lobby any more",
    )


def advance(
    tx: Tx, table_id: str, from_seq: int, to_seq: int, turn: int, status: TableStatus = "playing"
) -> None:
    """Move on from step `from_seq` to step `to_seq`; Conflict if the newest step is another one.

    Call it in the transaction that appends the step, so that no turn can be resolved twice.
    """
    if from_seq == 0:  # the game begins
        tx.wakes("muting")
    must_change(
        tx,
        _ADVANCE,
        f"table {table_id} is not at step {from_seq} any more",
        {"table": table_id, "from_seq": from_seq, "seq": to_seq, "turn": turn, "status": status},
    )


def finish(tx: Tx, table_id: str, outcome: Mapping[str, Any] | None, ended_at: float) -> None:
    """End the game: status 'over', with its outcome (None: broken off). Conflict if it has ended before."""
    tx.wakes("muting")
    tx.wakes("ratings")
    tx.wakes("leagues")
    must_change(
        tx,
        update(_t)
        .where(_t.c.id == table_id, _t.c.ended_at.is_(None))
        .values(status="over", outcome=outcome, ended_at=ended_at),
        f"table {table_id} has ended before",
    )


def change(tx: Tx, table_id: str, **values: Any) -> None:
    """Set columns. Conflict if there is no such table. What moves a game on has functions of its own."""
    must_change(tx, update(_t).where(_t.c.id == table_id).values(**values), f"there is no table {table_id}")


def _newest(tx: Tx, statement: Select[Any]) -> list[Table]:
    return fetch(tx, statement.order_by(_t.c.created_at.desc(), _t.c.id), Table)
