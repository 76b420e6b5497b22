"""Who plays at which table, and on which seat."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, delete, select, update

from . import schema
from .database import Tx, must_change, rows
from .dialect import insert_new
from .errors import Conflict
from .records import Player

_p = schema.players


async def join(
    tx: Tx, table_id: str, user_id: int, *, name: str, joined_at: float, wish: str | None = None
) -> bool:
    """Let a user join the table, without a seat yet. False, and nothing changes, if the user is in."""
    values = {
        "table_id": table_id,
        "user_id": user_id,
        "name": name,
        "wish": wish,
        "joined_at": joined_at,
        "missed": 0,
    }
    return await insert_new(tx, _p, values, "table_id", "user_id")


async def leave(tx: Tx, table_id: str, user_id: int) -> bool:
    """Take a user off the table; False if the user was not there."""
    return (await tx.execute(delete(_p).where(*_is(table_id, user_id)))).rowcount > 0


async def wish(tx: Tx, table_id: str, user_id: int, seat: str | None) -> None:
    """Note which seat a player would like; None: any. Conflict if the user is not a player."""
    await must_change(
        tx, update(_p).where(*_is(table_id, user_id)).values(wish=seat), _not_there(table_id, user_id)
    )


async def seat_all(tx: Tx, table_id: str, seats: Mapping[int, str]) -> None:
    """Seat every player of the table: {user: seat}.

    Conflict if these are not exactly the players, or if two would share a seat.
    """
    here = {player.user_id for player in await of_table(tx, table_id)}
    if here != set(seats) or len(set(seats.values())) != len(seats):
        raise Conflict(f"the seats do not fit the players of table {table_id}")
    # Off first, then on: two players who change places would meet on one seat in between.
    await tx.execute(update(_p).where(_p.c.table_id == table_id).values(seat=None))
    for user_id, seat in seats.items():
        await tx.execute(update(_p).where(*_is(table_id, user_id)).values(seat=seat))


async def of_table(tx: Tx, table_id: str) -> list[Player]:
    """All players of the table, in the order of joining."""
    known: list[Player] | None = tx.kept(_p, table_id)
    if known is not None:
        return list(known)
    statement = select(_p).where(_p.c.table_id == table_id).order_by(_p.c.joined_at, _p.c.user_id)
    return list(tx.keep(_p, table_id, await rows(tx, statement, Player)))


async def get(tx: Tx, table_id: str, user_id: int) -> Player | None:
    """The user as a player of the table, or None."""
    found = await rows(tx, select(_p).where(*_is(table_id, user_id)), Player)
    return found[0] if found else None


async def seat_of(tx: Tx, table_id: str, user_id: int) -> str | None:
    """The user's seat, or None: not a player, or not seated yet."""
    seat: str | None = (
        await tx.execute(select(_p.c.seat).where(*_is(table_id, user_id)))
    ).scalar_one_or_none()
    return seat


async def user_of(tx: Tx, table_id: str, seat: str) -> int | None:
    """Who sits there, or None."""
    statement = select(_p.c.user_id).where(_p.c.table_id == table_id, _p.c.seat == seat)
    user_id: int | None = (await tx.execute(statement)).scalar_one_or_none()
    return user_id


async def add_missed(tx: Tx, table_id: str, user_id: int) -> Player:
    """Count one more missed deadline; the player after it. Conflict if the user is not a player."""
    await _change(tx, table_id, user_id, missed=_p.c.missed + 1, streak=_p.c.streak + 1)
    return await _must_get(tx, table_id, user_id)


async def acted(tx: Tx, table_id: str, user_id: int) -> None:
    """The user is there: deadlines are not missed in a row any more."""
    await _change(tx, table_id, user_id, streak=0)


async def add_extension(tx: Tx, table_id: str, user_id: int) -> None:
    """Count a turn that was put off because this user gave nothing."""
    await _change(tx, table_id, user_id, extensions=_p.c.extensions + 1)


async def use_away(tx: Tx, table_id: str, user_id: int, seconds: float) -> None:
    """Count the time by which a deadline was moved for the user's absence."""
    await _change(tx, table_id, user_id, away_used=_p.c.away_used + seconds)


async def offer(tx: Tx, table_id: str, user_id: int, at: float | None, why: str = "") -> None:
    """Offer the user's seat to substitutes; at None: do not any more."""
    await _change(tx, table_id, user_id, offered_at=at, offered_why=why)


async def leave_server(tx: Tx, table_id: str, user_id: int, at: float | None) -> None:
    """Note that the user is not in the game's server any more; at None: is there again."""
    await _change(tx, table_id, user_id, left_at=at)


async def forfeit(tx: Tx, table_id: str, user_id: int, at: float) -> None:
    """Note that the user's seat is out because nothing came from it in time."""
    await _change(tx, table_id, user_id, forfeited_at=at)


async def offered(tx: Tx) -> list[Player]:
    """Everyone whose seat is offered to substitutes, longest first."""
    statement = select(_p).where(_p.c.offered_at.is_not(None)).order_by(_p.c.offered_at, _p.c.table_id)
    return await rows(tx, statement, Player)


async def replace(
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
    tx.wakes("muting")
    if await get(tx, table_id, new_user) is not None:
        raise Conflict(f"user {new_user} plays at table {table_id} already")
    await must_change(
        tx,
        update(_p)
        .where(*_is(table_id, old_user))
        .values(
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
        ),
        _not_there(table_id, old_user),
    )


async def _change(tx: Tx, table_id: str, user_id: int, **values: Any) -> None:
    await must_change(
        tx, update(_p).where(*_is(table_id, user_id)).values(**values), _not_there(table_id, user_id)
    )


async def _must_get(tx: Tx, table_id: str, user_id: int) -> Player:
    found = await get(tx, table_id, user_id)
    assert found is not None
    return found


def _is(table_id: str, user_id: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return _p.c.table_id == table_id, _p.c.user_id == user_id


def _not_there(table_id: str, user_id: int) -> str:
    return f"user {user_id} does not play at table {table_id}"
