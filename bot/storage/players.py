"""Who plays at which table, and on which seat; and who sat there before (`Sitting`)."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import ColumnElement, func, select, update

from . import schema
from .database import Tx, must_change
from .dialect import insert_new
from .errors import Conflict
from .records import Player, columns
from .rows import fetch, first

_p, _s = schema.players, schema.sittings


def join(
    tx: Tx,
    table_id: str,
    user_id: int,
    *,
    name: str,
    joined_at: float,
    wish: str | None = None,
    over: bool = False,
) -> bool:
    """Let a user join the table, without a seat yet. False, and nothing changes, if the user is in."""
    player = Player(table_id=table_id, user_id=user_id, name=name, wish=wish, joined_at=joined_at, over=over)
    return insert_new(tx, _p, columns(player), "table_id", "user_id")


def change(tx: Tx, table_id: str, user_id: int, /, **values: Any) -> None:
    """Set columns. Conflict if the user is not a player."""
    statement = update(_p).where(*_is(table_id, user_id)).values(**values)
    must_change(tx, statement, f"user {user_id} does not play at table {table_id}")


def seat_all(tx: Tx, table_id: str, seats: Mapping[int, str]) -> None:
    """Seat every player of the table: {user: seat}.

    Conflict if these are not exactly the players, or if two would share a seat.
    """
    here = {player.user_id for player in of_table(tx, table_id)}
    if here != set(seats) or len(set(seats.values())) != len(seats):
        raise Conflict(f"the seats do not fit the players of table {table_id}")
    # Off first, then on: two players who change places would meet on one seat in between.
    tx.execute(update(_p).where(_p.c.table_id == table_id).values(seat=None))
    for user_id, seat in seats.items():
        tx.execute(update(_p).where(*_is(table_id, user_id)).values(seat=seat))


def of_table(tx: Tx, table_id: str) -> list[Player]:
    """All players of the table, in the order of joining."""
    known: list[Player] | None = tx.kept(_p, table_id)
    if known is not None:
        return list(known)
    statement = select(_p).where(_p.c.table_id == table_id).order_by(_p.c.joined_at, _p.c.user_id)
    return list(tx.keep(_p, table_id, fetch(tx, statement, Player)))


def played(tx: Tx, user_id: int, codes: Collection[str]) -> set[str]:
    """In which of these games the user plays, or has played."""
    found = set[str]()
    for table in (_p, _s):
        statement = select(table.c.table_id).where(table.c.user_id == user_id, table.c.table_id.in_(codes))
        found |= set(tx.execute(statement).scalars())
    return found


def seated_in(tx: Tx, guild_id: int, users: Collection[int]) -> set[int]:
    """Those of these users who have a seat in a game of this guild."""
    t = schema.tables
    statement = select(_p.c.user_id).join(t, t.c.id == _p.c.table_id).distinct()
    of = (_p.c.user_id.in_(sorted(users)), _p.c.seat.is_not(None), t.c.guild_id == guild_id)
    return set(tx.execute(statement.where(*of)).scalars())


def names_in(tx: Tx, guild_id: int, users: Collection[int]) -> dict[int, str]:
    """What these users were called when they last joined a game of this guild; others are left out."""
    t = schema.tables
    statement = select(_p.c.user_id, _p.c.name).join(t, t.c.id == _p.c.table_id).order_by(_p.c.joined_at)
    of = (_p.c.user_id.in_(sorted(users)), t.c.guild_id == guild_id)
    return {row.user_id: row.name for row in tx.execute(statement.where(*of))}


def add_missed(tx: Tx, table_id: str, user_id: int) -> Player:
    """Count one more missed deadline; the player after it. Conflict if the user is not a player."""
    change(tx, table_id, user_id, missed=_p.c.missed + 1, streak=_p.c.streak + 1)
    player = first(tx, Player, table_id=table_id, user_id=user_id)
    assert player is not None
    return player


def add_extension(tx: Tx, table_id: str, user_id: int) -> None:
    """Count a turn that was put off because this user gave nothing."""
    change(tx, table_id, user_id, extensions=_p.c.extensions + 1)


def use_away(tx: Tx, table_id: str, user_id: int, seconds: float) -> None:
    """Count the time by which a deadline was moved for the user's absence."""
    change(tx, table_id, user_id, away_used=_p.c.away_used + seconds)


def offered(tx: Tx) -> list[Player]:
    """Everyone whose seat is offered to substitutes, longest first."""
    statement = select(_p).where(_p.c.offered_at.is_not(None)).order_by(_p.c.offered_at, _p.c.table_id)
    return fetch(tx, statement, Player)


def replace(
    tx: Tx,
    table_id: str,
    old_user: int,
    new_user: int,
    *,
    name: str,
    joined_at: float,
    missed: int = 0,
    extensions: int = 0,
    away_used: float = 0.0,
) -> None:
    """Give the old user's seat to a new one, who has a budget of their own, with so much of it used.

    Conflict if the old user is not a player, or the new one is already. The seat's draft stays; the old
    user's desk does too: the caller decides what becomes of them.
    """
    tx.wakes("muting", table_id)
    if first(tx, Player, table_id=table_id, user_id=new_user) is not None:
        raise Conflict(f"user {new_user} plays at table {table_id} already")
    change(
        tx,
        table_id,
        old_user,
        user_id=new_user,
        name=name,
        joined_at=joined_at,
        wish=None,
        missed=missed,
        streak=0,
        extensions=extensions,
        away_used=away_used,
        offered_at=None,
        offered_why="",
        forfeited_at=None,
        left_at=None,
    )


def rise(tx: Tx, table_id: str, user_id: int, until_at: float, missed: int) -> None:
    """End the sitting of somebody who leaves a seat, after so many missed deadlines."""
    statement = (
        update(_s)
        .where(_s.c.table_id == table_id, _s.c.user_id == user_id, _s.c.until_at.is_(None))
        .values(until_at=until_at, missed=missed)
    )
    tx.execute(statement)


def games_left_by(tx: Tx, guild_id: int, user_id: int) -> int:
    """Return in how many games of a guild the user has left a seat to somebody else."""
    t = schema.tables
    statement = (
        select(func.count(func.distinct(_s.c.table_id)))
        .join(t, t.c.id == _s.c.table_id)
        .where(_s.c.user_id == user_id, _s.c.until_at.is_not(None), t.c.guild_id == guild_id)
    )
    return tx.execute(statement).scalar_one()


def _is(table_id: str, user_id: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return _p.c.table_id == table_id, _p.c.user_id == user_id
