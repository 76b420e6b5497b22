"""The games of a league's rounds, and byes."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func, insert, select, update

from bot.storage import schema
from bot.storage import schema as base
from bot.storage.database import Tx, must_change, rows
from bot.storage.league_records import Cause, Fixture, Settlement
from bot.storage.records import columns

_f, _l, _t, _settled = schema.fixtures, schema.leagues, base.tables, schema.settlements


async def insert_fixtures(tx: Tx, fixtures: Sequence[Fixture]) -> None:
    """Store the fixtures of a round; byes have their results already."""
    for fixture in fixtures:
        values = {key: value for key, value in columns(fixture).items() if key != "id"}
        statement = insert(_f).values({**values, "numbers": list(fixture.numbers)}).returning(_f.c.id)
        ident = (await tx.execute(statement)).scalar_one()
        if fixture.result is not None:
            await _note(tx, ident, fixture.result, fixture.settled_at or 0.0, "bye")


async def get(tx: Tx, fixture_id: int) -> Fixture | None:
    """The fixture, or None."""
    found = await rows(tx, select(_f).where(_f.c.id == fixture_id), Fixture)
    return found[0] if found else None


async def of_league(tx: Tx, league_id: str, round_: int | None = None) -> list[Fixture]:
    """The league's fixtures, or those of one round, by round and board."""
    statement = select(_f).where(_f.c.league_id == league_id)
    if round_ is not None:
        statement = statement.where(_f.c.round == round_)
    return await rows(tx, statement.order_by(_f.c.round, _f.c.board), Fixture)


async def of_game(tx: Tx, table_id: str) -> Fixture | None:
    """The fixture whose game is played at this table, or None."""
    found = await rows(tx, select(_f).where(_f.c.table_id == table_id), Fixture)
    return found[0] if found else None


async def of_place(tx: Tx, guild_id: int, place_id: int) -> Fixture | None:
    """The game that a thread or channel of this guild was made for, or None."""
    here = select(_l.c.id).where(_l.c.guild_id == guild_id)
    statement = select(_f).where(_f.c.place_id == place_id, _f.c.league_id.in_(here)).limit(1)
    found = await rows(tx, statement, Fixture)
    return found[0] if found else None


async def of_code(tx: Tx, guild_id: int, code: str) -> Fixture | None:
    """The game of this code in a league of this guild, or None."""
    here = select(_l.c.id).where(_l.c.guild_id == guild_id)
    statement = select(_f).where(_f.c.code == code, _f.c.league_id.in_(here)).limit(1)
    found = await rows(tx, statement, Fixture)
    return found[0] if found else None


async def away_used(tx: Tx, league_id: str, user_id: int, but: str) -> float:
    """The vacation, in seconds, that the user's seats in this league's games have used; `but` one of them."""
    p = base.players
    statement = (
        select(func.coalesce(func.sum(p.c.away_used), 0.0))
        .join(_f, _f.c.table_id == p.c.table_id)
        .where(_f.c.league_id == league_id, p.c.user_id == user_id, p.c.table_id != but)
    )
    return float((await tx.execute(statement)).scalar_one())


async def left_by(tx: Tx, league_id: str, user_id: int) -> list[str]:
    """The league's games in which the user has left a seat, and has none now."""
    p, s = base.players, schema.sittings
    here = select(p.c.user_id).where(p.c.table_id == s.c.table_id, p.c.user_id == user_id).exists()
    statement = (
        select(s.c.table_id)
        .join(_f, _f.c.table_id == s.c.table_id)
        .where(_f.c.league_id == league_id, s.c.user_id == user_id, ~here)
        .distinct()
        .order_by(s.c.table_id)
    )
    return list((await tx.execute(statement)).scalars())


async def waiting(tx: Tx, limit: int = 50) -> list[Fixture]:
    """Fixtures whose game is still to be opened, of leagues that are not paused, oldest first."""
    statement = (
        select(_f)
        .join(_l, _l.c.id == _f.c.league_id)
        .where(_f.c.status == "planned", _l.c.status == "running")
        .order_by(_f.c.id)
        .limit(limit)
    )
    return await rows(tx, statement, Fixture)


async def finished(tx: Tx, limit: int = 50) -> list[Fixture]:
    """Fixtures whose game is over, but which are not settled."""
    statement = (
        select(_f)
        .join(_t, _t.c.id == _f.c.table_id)
        .where(_f.c.status == "playing", _t.c.status.in_(("over", "closed")))
        .order_by(_t.c.ended_at, _f.c.id)
        .limit(limit)
    )
    return await rows(tx, statement, Fixture)


async def any_left(tx: Tx) -> bool:
    """Whether any game of any league has no result yet."""
    statement = select(_f.c.id).where(_f.c.status.in_(("planned", "playing"))).limit(1)
    return (await tx.execute(statement)).first() is not None


async def left(tx: Tx, league_id: str) -> int:
    """How many fixtures of the league have no result yet."""
    statement = select(func.count()).where(_f.c.league_id == league_id, _f.c.status != "done")
    return (await tx.execute(statement)).scalar_one()


async def set_place(tx: Tx, fixture_id: int, place_id: int) -> None:
    """Note the channel or thread that was made for the game."""
    await _change(tx, fixture_id, place_id=place_id)


async def set_code(tx: Tx, fixture_id: int, code: str) -> None:
    """Give a game that is not opened yet another code."""
    await _change(tx, fixture_id, code=code)


async def begin(tx: Tx, fixture_id: int, table_id: str, opened_at: float) -> None:
    """The game has begun at this table. Conflict if it had before: no game is opened twice."""
    statement = (
        update(_f)
        .where(_f.c.id == fixture_id, _f.c.status == "planned")
        .values(table_id=table_id, status="playing", opened_at=opened_at)
    )
    await must_change(tx, statement, f"fixture {fixture_id} is not to be opened any more")


async def settle(tx: Tx, fixture_id: int, result: Mapping[str, Any], settled_at: float, cause: Cause) -> None:
    """Note the result, in place of a former one, of which it stays known when it held."""
    await _change(tx, fixture_id, result=dict(result), settled_at=settled_at, status="done")
    await _note(tx, fixture_id, result, settled_at, cause)


async def _note(tx: Tx, fixture_id: int, result: Mapping[str, Any], at: float, cause: Cause) -> None:
    statement = select(_f.c.numbers, _f.c.league_id, _l.c.round).join(_l, _l.c.id == _f.c.league_id)
    found = (await tx.execute(statement.where(_f.c.id == fixture_id))).one()
    values = {"fixture_id": fixture_id, "league_id": found.league_id, "round": found.round}
    values |= {"at": at, "cause": cause, "numbers": found.numbers, "result": dict(result)}
    await tx.execute(insert(_settled).values(values))


async def settlements(tx: Tx, league_id: str) -> list[Settlement]:
    """How the league's games got their results, in that order."""
    statement = select(_settled).where(_settled.c.league_id == league_id)
    return await rows(tx, statement.order_by(_settled.c.id), Settlement)


async def _change(tx: Tx, fixture_id: int, **values: Any) -> None:
    statement = update(_f).where(_f.c.id == fixture_id).values(**values)
    await must_change(tx, statement, f"there is no fixture {fixture_id}")


async def has_code(tx: Tx, code: str) -> bool:
    """Whether a game that was paired has this code, opened or not."""
    return (await tx.execute(select(_f.c.id).where(_f.c.code == code).limit(1))).first() is not None


async def shrink(tx: Tx, fixture_id: int, numbers: Sequence[int]) -> None:
    """Leave only these entrants in a game that was not opened."""
    await _change(tx, fixture_id, numbers=list(numbers))
