"""Find, rename and remove what is stored of one user, wherever it is. The schema's columns say what they hold
of a person (`columns`); the caller names the tables and columns to look at."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Table, Text, and_, cast, delete, or_, select, update

from bot.storage import schema
from bot.storage.columns import Personal
from bot.storage.database import Tx

_ENDED = ("sent", "failed", "dropped")
_MOST_VALUES = 500
"""So many values stand in one condition."""

Row = dict[str, Any]


def of_user(tx: Tx, table: str, column: str, user_id: int | str) -> list[Row]:
    """All rows with the user (or another value) in this column, in the order of their keys."""
    found = _table(table)
    statement = select(found).where(found.c[column] == user_id).order_by(*found.primary_key)
    return [dict(row) for row in tx.execute(statement).mappings()]


def has(tx: Tx, table: str, column: str, user_id: int) -> bool:
    """Whether a row has the user in this column."""
    found = _table(table)
    statement = select(found.c[column]).where(found.c[column] == user_id).limit(1)
    return tx.execute(statement).first() is not None


def again(tx: Tx, table: str, row: Mapping[str, Any]) -> Row | None:
    """The row with the key of this one as it is now, or None."""
    found = _table(table)
    same = [column == row[column.name] for column in found.primary_key]
    now = tx.execute(select(found).where(*same)).mappings().first()
    return dict(now) if now is not None else None


def distinct(tx: Tx, table: str, column: str, by: str, user_id: int | str) -> list[Any]:
    """The different values of a column in the user's rows; `by` is the column with the user (or another
    value)."""
    found = _table(table)
    statement = select(found.c[column]).where(found.c[by] == user_id).distinct().order_by(found.c[column])
    return list(tx.execute(statement).scalars())


def rename(tx: Tx, table: str, column: str, old: int, new: int, **values: Any) -> int:
    """Put another user into this column, and these values into other columns of the same rows; how many."""
    found = _table(table)
    statement = update(found).where(found.c[column] == old).values({column: new, **values})
    return tx.execute(statement).rowcount


def remove(tx: Tx, table: str, column: str, user_id: int) -> int:
    """Delete the user's rows; how many there were."""
    found = _table(table)
    return tx.execute(delete(found).where(found.c[column] == user_id)).rowcount


def holding(
    tx: Tx,
    table: str,
    columns: Sequence[str],
    needles: Collection[str],
    *,
    where: Mapping[str, Collection[Any]] | None = None,
    after: int | None = None,
    limit: int | None = None,
) -> list[Row]:
    """Rows in which one of these columns, as text, has one of these needles, in the order of their keys.

    where: only rows with one of these values in those columns
    after: only rows with a greater id;  limit: so many at most
    """
    found = _table(table)
    if not needles:
        return []
    held = [
        cast(found.c[column], Text).contains(needle, autoescape=True)
        for column in columns
        for needle in sorted(needles)
    ]
    conditions: list[ColumnElement[bool]] = [or_(*held)]
    for column, values in (where or {}).items():
        chosen = sorted(values)
        some = [chosen[at : at + _MOST_VALUES] for at in range(0, len(chosen), _MOST_VALUES)] or [[]]
        conditions.append(or_(*(found.c[column].in_(part) for part in some)))
    if after is not None:
        conditions.append(found.c.id > after)
    statement = select(found).where(and_(*conditions)).order_by(*found.primary_key)
    if limit is not None:
        statement = statement.limit(limit)
    return [dict(row) for row in tx.execute(statement).mappings()]


def rewrite(tx: Tx, table: str, row: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Give the row with the key of this one other values; also another key."""
    found = _table(table)
    same = [column == row[column.name] for column in found.primary_key]
    tx.execute(update(found).where(*same).values(dict(values)))


def drop_posts(tx: Tx, user_id: int, why: str) -> int:
    """No direct message that waits may reach the user any more; how many there were. One that is being sent
    at this moment may, but it is not tried again."""
    posts = schema.outbox
    statement = (
        update(posts)
        .where(posts.c.user_id == user_id, posts.c.status.in_(("queued", "sending")))
        .values(status="dropped", error=why)
    )
    return tx.execute(statement).rowcount


def forget_posts(tx: Tx, user_id: int, limit: int) -> int:
    """Delete direct messages to the user that are over, so many at most; how many there were."""
    posts = schema.outbox
    mine = select(posts.c.id).where(posts.c.user_id == user_id, posts.c.status.in_(_ENDED)).limit(limit)
    return tx.execute(delete(posts).where(posts.c.id.in_(mine))).rowcount


def forget_shell(tx: Tx, user_id: int) -> None:
    """Delete what is known of somebody whom nothing but a channel is known of."""
    people = schema.people
    empty = (people.c.last_dm_id.is_(None), people.c.reachable.is_(None))
    tx.execute(delete(people).where(people.c.user_id == user_id, *empty))


def tables_of_guilds(tx: Tx, guild_ids: Collection[int]) -> list[str]:
    """The games of some servers."""
    games = schema.tables
    statement = select(games.c.id).where(games.c.guild_id.in_(sorted(guild_ids))).order_by(games.c.id)
    return list(tx.execute(statement).scalars())


def _table(name: str) -> Table:
    return schema.metadata.tables[name]


def columns(*kinds: Personal) -> list[tuple[str, str]]:
    """List the columns of these kinds, as (table, column)."""
    return [
        (table.name, column.name)
        for table in schema.metadata.sorted_tables
        for column in table.columns
        if column.info["personal"] in kinds
    ]


def kind(table: str, column: str) -> Personal:
    """Return what a column holds of a person."""
    found: Personal = schema.metadata.tables[table].c[column].info["personal"]
    return found


def name_column(table: str) -> str | None:
    """Return the column with the display name of the row's user, if the table has one."""
    return next((name for place, name in columns(Personal.NAME) if place == table), None)
