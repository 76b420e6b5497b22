"""Results of finished games by user, and the ratings that come of them.

Everything that changes a rating is in `results`; `ratings` has the newest of each user, to be shown and
sorted.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    Text,
    bindparam,
    case,
    cast,
    delete,
    func,
    insert,
    select,
    tuple_,
    union,
    union_all,
    update,
)

from bot.storage import schema
from bot.storage.database import Tx
from bot.storage.dialect import insert_new
from bot.storage.league_records import GameResult, Rating
from bot.storage.records import Table, columns
from bot.storage.rows import fetch

_r, _g, _done, _t = schema.ratings, schema.results, schema.rated, schema.tables

_OF_TABLE = "t "
"""Begins the names of a table's columns where they stand beside those of a result."""

End = tuple[float, str]
"""When a game ended, and its code: the order in which games count."""


# -- the ledger


def unrated(tx: Tx, since: float | None = None, after: End | None = None, limit: int = 50) -> list[Table]:
    """Games that are over and were not looked at, in the order of their ends.

    since: only what ended then or later;  after: only what comes after this end
    """
    statement = select(_t).where(schema.UNCOUNTED)
    if since is not None:
        statement = statement.where(_t.c.ended_at >= since)
    if after is not None:
        statement = statement.where(tuple_(_t.c.ended_at, _t.c.id) > after)
    return fetch(tx, statement.order_by(_t.c.ended_at, _t.c.id).limit(limit), Table)


def mark_rated(tx: Tx, table_id: str, at: float) -> bool:
    """Note that a finished game was looked at. False if it had been before: then nothing may be counted."""
    if not insert_new(tx, _done, {"table_id": table_id, "at": at}, "table_id"):
        return False
    tx.send(update(_t).where(_t.c.id == table_id).values(counted=True))
    return True


def add_results(tx: Tx, results: Iterable[GameResult]) -> None:
    """Store what finished games were for users."""
    values = [columns(result) for result in results]
    if values:
        tx.execute(insert(_g), values)


def set_skills(tx: Tx, results: Iterable[GameResult]) -> None:
    """Replace what stored results did to ratings."""
    keys = ("table_id", "seat", "user_id")
    statement = update(_g).where(*(_g.c[key] == bindparam(f"of_{key}") for key in keys))
    skills = ("mu_before", "sigma_before", "mu_after", "sigma_after")
    values = []
    for result in results:
        given = columns(result)
        values.append({f"of_{key}": given[key] for key in keys} | {key: given[key] for key in skills})
    if values:
        tx.execute(statement.values({key: bindparam(key) for key in skills}), values)


def rated_after(tx: Tx, guild_id: int, game: str, end: End) -> list[tuple[GameResult, Table]]:
    """The counted results of later games, in the order of their ends, each with its table."""
    later = (_g.c.guild_id == guild_id, _g.c.game == game, _counted(), tuple_(*_end()) > end)
    return _with_tables(tx, select(_g).where(*later).order_by(*_end(), _g.c.seat))


def newest_before(
    tx: Tx, guild_id: int, game: str, users: Collection[int], end: End
) -> dict[int, GameResult]:
    """For each of these users the last counted result before this end, if there is one."""
    if not users:
        return {}
    earlier = (_g.c.guild_id == guild_id, _g.c.game == game, _counted(), tuple_(*_end()) < end)
    last = [part.desc() for part in _end()]
    each = [  # the first of an index, however many there are
        select(_g).where(_g.c.user_id == user, *earlier).order_by(*last).limit(1).subquery()
        for user in sorted(users)
    ]
    statement = select(union_all(*map(select, each)).subquery())
    return {result.user_id: result for result in fetch(tx, statement, GameResult)}


def counts(tx: Tx, guild_id: int, game: str, users: Collection[int]) -> dict[int, int]:
    """How many games have counted for each of these users."""
    statement = (
        select(_g.c.user_id, func.count().label("games"))
        .where(_g.c.user_id.in_(sorted(users)), _g.c.guild_id == guild_id, _g.c.game == game, _counted())
        .group_by(_g.c.user_id)
    )
    return {row.user_id: row.games for row in tx.execute(statement)}


def with_results(tx: Tx, guild_id: int, users: Collection[int]) -> set[int]:
    """Those of these users who have finished a game in this server."""
    of = (_g.c.user_id.in_(sorted(users)), _g.c.guild_id == guild_id)
    return set(tx.execute(select(_g.c.user_id).where(*of).distinct()).scalars())


def ratings_among(tx: Tx, guild_id: int, game: str, users: Collection[int]) -> dict[int, Rating]:
    """The ratings of those of these users who have one."""
    statement = select(_r).where(*_of(guild_id, game), _r.c.user_id.in_(sorted(users)))
    return {rating.user_id: rating for rating in fetch(tx, statement, Rating)}


# -- looking


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many finished games of a user were alike, and how often an order was owed and missed in them. What
    is alike has the names that it has in `GameResult` and `Table`."""

    game: str
    rules_version: int
    options: Mapping[str, Any]
    seat: str
    place: int
    shared: int
    seats: int
    began: bool
    games: int
    turns: int
    missed: int


def record_of(tx: Tx, guild_id: int, user_id: int) -> list[Tally]:
    """The user's finished games in a guild; the database adds them up, however many there are.

    A turn is missed once, however often it was extended: else one bad turn would weigh as several.
    """
    alike = (
        *(_g.c[name] for name in ("game", "seat", "place", "shared", "seats", "began")),
        *(_t.c.rules_version, cast(_t.c.options, Text).label("options")),
    )
    turns = case((_g.c.turns > 0, _g.c.turns), (_g.c.missed > 0, 1), else_=0)
    missed = case((_g.c.missed < turns, _g.c.missed), else_=turns)
    sums = (func.sum(turns).label("turns"), func.sum(missed).label("missed"))
    found = tx.execute(
        select(*alike, func.count().label("games"), *sums)
        .join(_t, _t.c.id == _g.c.table_id)
        .where(_g.c.guild_id == guild_id, _g.c.user_id == user_id)
        .group_by(*alike)
    )
    return [Tally(**dict(row) | {"options": json.loads(row["options"])}) for row in found.mappings()]


# -- recounting


def kinds(tx: Tx) -> list[tuple[int, str]]:
    """Each guild and game with a finished table, or with a rating."""
    over = select(_t.c.guild_id, _t.c.game).where(_t.c.status == "over", _t.c.guild_id.is_not(None))
    found = tx.execute(union(over, select(_r.c.guild_id, _r.c.game)))
    return sorted((guild_id, game) for guild_id, game in found)


def looked_at(tx: Tx, guild_id: int, game: str) -> list[Table]:
    """The finished tables of a game of a guild that were looked at, in the order of their ends."""
    statement = (
        select(_t)
        .join(_done, _done.c.table_id == _t.c.id)
        .where(_t.c.guild_id == guild_id, _t.c.game == game, _t.c.status == "over")
    )
    return fetch(tx, statement.order_by(_t.c.ended_at, _t.c.id), Table)


def waiting(tx: Tx) -> int:
    """How many finished games were not looked at."""
    statement = select(func.count()).select_from(_t).where(schema.UNCOUNTED)
    return tx.execute(statement).scalar_one()


def results_in(tx: Tx, guild_id: int, game: str) -> list[GameResult]:
    """All results of a game of a guild."""
    statement = select(_g).where(_g.c.guild_id == guild_id, _g.c.game == game)
    return fetch(tx, statement.order_by(*_end(), _g.c.seat, _g.c.user_id), GameResult)


def replace_all(
    tx: Tx, guild_id: int, game: str, results: Sequence[GameResult], ratings: Sequence[Rating]
) -> None:
    """Put these in the place of all results and ratings of a game of a guild."""
    tx.execute(delete(_r).where(*_of(guild_id, game)))
    tx.execute(delete(_g).where(_g.c.guild_id == guild_id, _g.c.game == game))
    add_results(tx, results)
    if ratings:
        tx.execute(insert(_r), [columns(rating) for rating in ratings])


def _with_tables(tx: Tx, statement: Select[Any]) -> list[tuple[GameResult, Table]]:
    """The results, each with its table."""
    both = statement.join(_t, _t.c.id == _g.c.table_id).add_columns(
        *(column.label(f"{_OF_TABLE}{column.name}") for column in _t.c)
    )
    found = []
    for row in tx.execute(both).mappings():
        parts: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
        for key, value in row.items():
            parts[key.startswith(_OF_TABLE)][key.removeprefix(_OF_TABLE)] = value
        found.append((GameResult(**parts[0]), Table(**parts[1])))
    return found


def _of(guild_id: int, game: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return _r.c.guild_id == guild_id, _r.c.game == game


def _end() -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    return _g.c.ended_at, _g.c.table_id


def _counted() -> ColumnElement[bool]:
    return _g.c.mu_after.is_not(None)
