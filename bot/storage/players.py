"""Who plays at which table, and on which seat."""

from collections.abc import Mapping

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
    statement = select(_p).where(_p.c.table_id == table_id).order_by(_p.c.joined_at, _p.c.user_id)
    return await rows(tx, statement, Player)


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


async def add_missed(tx: Tx, table_id: str, user_id: int) -> int:
    """Count one more missed deadline; the new count. Conflict if the user is not a player."""
    statement = (
        update(_p).where(*_is(table_id, user_id)).values(missed=_p.c.missed + 1).returning(_p.c.missed)
    )
    missed: int | None = (await tx.execute(statement)).scalar_one_or_none()
    if missed is None:
        raise Conflict(_not_there(table_id, user_id))
    return missed


async def replace(
    tx: Tx, table_id: str, old_user: int, new_user: int, *, name: str, joined_at: float
) -> None:
    """Give the old user's seat to a new one, who starts with no missed deadlines.

    Conflict if the old user is not a player, or the new one is already. The seat's draft stays; the old
    user's desk does too: the caller decides what becomes of them.
    """
    if await get(tx, table_id, new_user) is not None:
        raise Conflict(f"user {new_user} plays at table {table_id} already")
    await must_change(
        tx,
        update(_p)
        .where(*_is(table_id, old_user))
        .values(user_id=new_user, name=name, joined_at=joined_at, wish=None, missed=0),
        _not_there(table_id, old_user),
    )


def _is(table_id: str, user_id: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return _p.c.table_id == table_id, _p.c.user_id == user_id


def _not_there(table_id: str, user_id: int) -> str:
    return f"user {user_id} does not play at table {table_id}"
