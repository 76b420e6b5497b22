"""Results of finished games by user, and the ratings that come of them."""

from sqlalchemy import ColumnElement, delete, func, insert, select

from . import league_schema as schema
from . import schema as base
from .database import Tx, rows
from .dialect import insert_new, insert_or_replace
from .league_records import GameResult, Rating
from .records import Table, columns

_r, _g, _done, _t = schema.ratings, schema.results, schema.rated, base.tables


async def unrated(tx: Tx, limit: int = 50) -> list[Table]:
    """Games that are over and were not looked at, in the order of their ends."""
    statement = (
        select(_t)
        .join(_done, _done.c.table_id == _t.c.id, isouter=True)
        .where(_t.c.status == "over", _done.c.table_id.is_(None))
        .order_by(_t.c.ended_at, _t.c.id)
        .limit(limit)
    )
    return await rows(tx, statement, Table)


async def mark_rated(tx: Tx, table_id: str, at: float) -> bool:
    """Note that a finished game was looked at. False if it had been before: then nothing may be counted."""
    return await insert_new(tx, _done, {"table_id": table_id, "at": at}, "table_id")


async def add_result(tx: Tx, result: GameResult) -> None:
    """Store what a finished game was for one user."""
    await tx.execute(insert(_g).values(columns(result)))


async def put_rating(tx: Tx, rating: Rating) -> None:
    """Store a rating, in place of the former one."""
    await insert_or_replace(tx, _r, columns(rating))


async def rating(tx: Tx, guild_id: int, game: str, user_id: int) -> Rating | None:
    """The user's rating, or None: no rated game."""
    found = await rows(tx, select(_r).where(*_of(guild_id, game), _r.c.user_id == user_id), Rating)
    return found[0] if found else None


async def ratings_of(tx: Tx, guild_id: int, user_id: int) -> list[Rating]:
    """The user's ratings in a guild, by game."""
    statement = select(_r).where(_r.c.guild_id == guild_id, _r.c.user_id == user_id).order_by(_r.c.game)
    return await rows(tx, statement, Rating)


async def leaders(tx: Tx, guild_id: int, game: str) -> list[Rating]:
    """Everybody's rating in a game of a guild, in no order of worth."""
    return await rows(tx, select(_r).where(*_of(guild_id, game)).order_by(_r.c.user_id), Rating)


async def results_of(tx: Tx, guild_id: int, user_id: int) -> list[GameResult]:
    """The user's finished games in a guild, newest first."""
    statement = select(_g).where(_g.c.guild_id == guild_id, _g.c.user_id == user_id)
    return await rows(tx, statement.order_by(_g.c.ended_at.desc(), _g.c.table_id), GameResult)


async def results_at(tx: Tx, table_id: str) -> list[GameResult]:
    """What a finished game was for everybody who played in it."""
    statement = (
        select(_g).where(_g.c.table_id == table_id).order_by(_g.c.seat, _g.c.began.desc(), _g.c.user_id)
    )
    return await rows(tx, statement, GameResult)


async def rated_games(tx: Tx, guild_id: int, game: str) -> int:
    """How many games of a guild have counted for ratings."""
    statement = select(func.count(func.distinct(_g.c.table_id))).where(
        _g.c.guild_id == guild_id, _g.c.game == game, _g.c.mu_after.is_not(None)
    )
    return (await tx.execute(statement)).scalar_one()


async def forget_all(tx: Tx, guild_id: int, game: str) -> list[str]:
    """Forget all ratings and results of a game in a guild, so that they are counted anew; the tables' ids."""
    statement = select(_t.c.id).where(_t.c.guild_id == guild_id, _t.c.game == game, _t.c.status == "over")
    found = list((await tx.execute(statement)).scalars())
    await tx.execute(delete(_r).where(*_of(guild_id, game)))
    for table_id in found:
        await tx.execute(delete(_g).where(_g.c.table_id == table_id))
        await tx.execute(delete(_done).where(_done.c.table_id == table_id))
    return found


def _of(guild_id: int, game: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return _r.c.guild_id == guild_id, _r.c.game == game
