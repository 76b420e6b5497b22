"""Game tables: the row that says what is played where, and how far it is; and its secret seed."""

from collections.abc import Collection, Mapping
from functools import cache
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
NEWEST = 200
"""So many of the newest tables of a server, channel or user are looked through, however many there were."""


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
    """The newest table in a channel or thread. seated: of the newest those where this user has a seat"""
    statement, found = _newest_in(seated is not None, NEWEST), list[Table]()
    user = {} if seated is None else {"user": seated}
    for status in statuses:  # each is the first of an index
        found += fetch(tx, statement, Table, {"channel": channel_id, "state": status, **user})
    return max(found, key=lambda table: table.created_at, default=None)


@cache
def _newest_in(seated: bool, most: int) -> Select[Any]:
    statement = select(_t).where(_t.c.channel_id == bindparam("channel"), _t.c.status == bindparam("state"))
    if seated:
        p, some = schema.players, statement.order_by(_t.c.created_at.desc()).limit(most).subquery()
        own = (p.c.table_id == some.c.id, p.c.user_id == bindparam("user"), p.c.seat.is_not(None))
        statement = select(_t).join(some, some.c.id == _t.c.id).where(sa.exists().where(*own))
    return _newest_first(statement).limit(1)


def imported_to(tx: Tx, guild_id: int) -> list[Table]:
    """The games that are over of those that were brought to a guild by their records, newest first."""
    brought = _t.c.origin["imported"].as_boolean()
    return _newest(tx, select(_t).where(_t.c.guild_id == guild_id, _t.c.status == "over", brought))


def open_in(tx: Tx, guild_id: int) -> list[Table]:
    """The tables of a guild that are to come or under way, newest first."""
    found = fetch(tx, select(_t).where(_t.c.guild_id == guild_id, schema.OPEN), Table)
    # In SQL this order would be that of an index of all games.
    return sorted(found, key=lambda table: -table.created_at)


def listed(
    tx: Tx, guild_id: int, statuses: Collection[TableStatus], before: Table | None, limit: int
) -> list[Table]:
    """Tables of a guild, newest first, so many at most. before: only those that are older than this one"""
    statement = select(_t).where(_t.c.guild_id == guild_id, _t.c.status.in_(statuses))
    if before is not None:
        statement = statement.where(sa.tuple_(_t.c.created_at, _t.c.id) < (before.created_at, before.id))
    return fetch(tx, statement.order_by(_t.c.created_at.desc(), _t.c.id.desc()).limit(limit), Table)


def codes(tx: Tx) -> list[str]:
    """The ids of all tables, oldest first: for those who read rows that may be damaged one by one."""
    return list(tx.execute(select(_t.c.id).order_by(_t.c.created_at, _t.c.id)).scalars())


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
    if set(statuses) <= set(ACTIVE):
        statement = statement.where(schema.NOT_OVER)
    found = []
    for row in tx.execute(statement).mappings():
        values = dict(row)
        seat = values.pop("own_seat")
        found.append(Seated(table=Table(**values), seat=seat))
    return found


def search(tx: Tx, prefix: str, guild_id: int, limit: int = 25) -> list[Table]:
    """At most `limit` of the newest tables of a guild whose id begins with the prefix (in any case), newest
    first; for autocomplete. 25 is what Discord shows. One that is older is found by its whole id."""
    newest = select(_t.c.id, _t.c.created_at.label("at")).where(_t.c.guild_id == guild_id)
    found = _beginning(tx, newest, prefix, limit)
    if not found and (named := get(tx, prefix.lower())) is not None and named.guild_id == guild_id:
        return [named]
    return found


def search_own(tx: Tx, prefix: str, user_id: int, limit: int = 25) -> list[Table]:
    """As `search`, the tables where the user is a player: of those that the user joined last."""
    p = schema.players
    own = select(p.c.table_id.label("id"), p.c.joined_at.label("at")).where(p.c.user_id == user_id)
    return _beginning(tx, own, prefix, limit)


def _beginning(tx: Tx, found: Select[Any], prefix: str, limit: int) -> list[Table]:
    """Of what was found, an "id" and when that was ("at"), the newest."""
    some = found.order_by(sa.desc("at")).limit(NEWEST).subquery()
    begins = some.c.id.startswith(prefix.lower(), autoescape=True)
    statement = select(_t).join(some, some.c.id == _t.c.id).where(begins)
    return fetch(tx, statement.order_by(some.c.at.desc(), some.c.id).limit(limit), Table)


def set_status(tx: Tx, table_id: str, status: TableStatus) -> None:
    """Set the status alone. A game that moves on uses `advance`, one that ends `finish`."""
    tx.wakes("muting", table_id)
    change(tx, table_id, status=status)
    _over(tx, table_id, status)


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
        tx.wakes("muting", table_id)
    values = {"table": table_id, "from_seq": from_seq, "seq": to_seq, "turn": turn, "status": status}
    known = tx.kept(_t, table_id)
    if known is not None and known[0].seq == from_seq:  # if it is not any more, the database undoes all
        tx.send(_ADVANCE, values)
    else:
        must_change(tx, _ADVANCE, f"table {table_id} is not at step {from_seq} any more", values)


def finish(tx: Tx, table_id: str, outcome: Mapping[str, Any] | None, ended_at: float) -> None:
    """End the game: status 'over', with its outcome (None: broken off). Conflict if it has ended before."""
    tx.wakes("muting", table_id)
    tx.wakes("ratings")
    tx.wakes("leagues")
    must_change(
        tx,
        update(_t)
        .where(_t.c.id == table_id, _t.c.ended_at.is_(None))
        .values(status="over", outcome=outcome, ended_at=ended_at),
        f"table {table_id} has ended before",
    )
    _over(tx, table_id, "over")


def _over(tx: Tx, table_id: str, status: TableStatus) -> None:
    """Note with the players whether their game is over, so that nobody reads all they ever played."""
    p = schema.players
    tx.send(update(p).where(p.c.table_id == table_id).values(over=status not in ACTIVE))


def change(tx: Tx, table_id: str, **values: Any) -> None:
    """Set columns. Conflict if there is no such table. What moves a game on has functions of its own."""
    must_change(tx, update(_t).where(_t.c.id == table_id).values(**values), f"there is no table {table_id}")


def _newest(tx: Tx, statement: Select[Any]) -> list[Table]:
    return fetch(tx, _newest_first(statement), Table)


def _newest_first(statement: Select[Any]) -> Select[Any]:
    return statement.order_by(_t.c.created_at.desc(), _t.c.id)
