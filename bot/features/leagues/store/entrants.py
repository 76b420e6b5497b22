"""Who takes part in a league."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import ColumnElement, delete, or_, select, update

from bot.storage import schema
from bot.storage.database import Tx, must_change, rows
from bot.storage.dialect import insert_new
from bot.storage.league_records import OPEN, Entrant, League
from bot.storage.records import columns

_e, _l = schema.entrants, schema.leagues


async def enter(tx: Tx, entrant: Entrant) -> bool:
    """Store a new entrant. False, and nothing changes, if the user is in the league."""
    return await insert_new(tx, _e, columns(entrant), "league_id", "user_id")


async def leave(tx: Tx, league_id: str, user_id: int) -> bool:
    """Take a user out before the league begins; False if the user was not in."""
    return (await tx.execute(delete(_e).where(*_is(league_id, user_id)))).rowcount > 0


async def get(tx: Tx, league_id: str, user_id: int) -> Entrant | None:
    """The user as an entrant, or None."""
    found = await rows(tx, select(_e).where(*_is(league_id, user_id)), Entrant)
    return found[0] if found else None


async def of_league(tx: Tx, league_id: str) -> list[Entrant]:
    """All entrants: by number, then those without one in the order of joining."""
    statement = select(_e).where(_e.c.league_id == league_id).order_by(_e.c.joined_at, _e.c.user_id)
    found = await rows(tx, statement, Entrant)
    return sorted(found, key=lambda entrant: (not entrant.number, entrant.number))


async def by_number(tx: Tx, league_id: str, numbers: Collection[int]) -> list[Entrant]:
    """The entrants with these numbers."""
    statement = select(_e).where(_e.c.league_id == league_id, _e.c.number.in_(sorted(numbers)))
    return await rows(tx, statement.order_by(_e.c.number), Entrant)


async def leagues_of(tx: Tx, user_id: int) -> list[League]:
    """The leagues not over yet in which the user takes part, newest first."""
    statement = (
        select(_l)
        .join(_e, _e.c.league_id == _l.c.id)
        .where(_e.c.user_id == user_id, _e.c.status != "out", _l.c.status.in_(OPEN))
        .order_by(_l.c.created_at.desc(), _l.c.id)
    )
    return await rows(tx, statement, League)


async def history_of(tx: Tx, guild_id: int, user_id: int) -> list[League]:
    """All leagues of a guild in which the user takes or took part, newest first."""
    statement = (
        select(_l)
        .join(_e, _e.c.league_id == _l.c.id)
        .where(
            _e.c.user_id == user_id,
            or_(_e.c.status == "in", _e.c.division > 0),  # not who was there only to step in
            _l.c.guild_id == guild_id,
        )
        .order_by(_l.c.created_at.desc(), _l.c.id)
    )
    return await rows(tx, statement, League)


async def change(tx: Tx, league_id: str, user_id: int, **values: Any) -> None:
    """Set columns. Conflict if the user is no entrant."""
    statement = update(_e).where(*_is(league_id, user_id)).values(**values)
    await must_change(tx, statement, f"user {user_id} is not in league {league_id}")


async def number(
    tx: Tx, league_id: str, given: Mapping[int, tuple[int, int]], ratings: Mapping[int, int] | None = None
) -> None:
    """Give entrants their numbers and divisions: {user: (number, division)}; and ratings to be seeded by."""
    for user_id, (which, division) in given.items():
        rating = (ratings or {}).get(user_id)
        await change(tx, league_id, user_id, number=which, division=division, rating=rating)


def _is(league_id: str, user_id: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return _e.c.league_id == league_id, _e.c.user_id == user_id
