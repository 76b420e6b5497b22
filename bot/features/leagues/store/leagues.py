"""Leagues: the row that says what is played, and how far its season is; their seeds and public logs."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Select, func, insert, or_, select, update

from bot.storage import schema
from bot.storage.database import Tx, must_change, rows
from bot.storage.dialect import insert_new
from bot.storage.errors import Conflict
from bot.storage.league_records import OPEN, League, LeagueLogEntry, LeagueStatus, Round
from bot.storage.records import columns

_l, _s, _log, _rounds = schema.leagues, schema.league_seeds, schema.league_log, schema.league_rounds


async def insert_league(tx: Tx, league: League, seed: str) -> None:
    """Store a new league with its secret seed (hex). Conflict if the id is taken: draw another."""
    if not await insert_new(tx, _l, columns(league), "id"):
        raise Conflict(f"there is a league {league.id} already")
    await tx.execute(insert(_s).values(league_id=league.id, seed=seed))


async def get(tx: Tx, league_id: str) -> League | None:
    """The league, or None."""
    found = await rows(tx, select(_l).where(_l.c.id == league_id), League)
    return found[0] if found else None


async def seed(tx: Tx, league_id: str) -> str | None:
    """The secret seed (hex); published when the league is over."""
    found: str | None = (
        await tx.execute(select(_s.c.seed).where(_s.c.league_id == league_id))
    ).scalar_one_or_none()
    return found


async def of_guild(tx: Tx, guild_id: int, statuses: Collection[LeagueStatus] = OPEN) -> list[League]:
    """The leagues of a guild, newest first."""
    return await _newest(tx, select(_l).where(_l.c.guild_id == guild_id, _l.c.status.in_(statuses)))


async def codes(tx: Tx) -> list[str]:
    """The ids of all leagues, oldest first: for those who read rows that may be damaged one by one."""
    return list((await tx.execute(select(_l.c.id).order_by(_l.c.created_at, _l.c.id))).scalars())


async def all_with(tx: Tx, statuses: Collection[LeagueStatus]) -> list[League]:
    """All leagues in these statuses, newest first."""
    return await _newest(tx, select(_l).where(_l.c.status.in_(statuses)))


async def search_leagues(tx: Tx, guild_id: int, typed: str, limit: int = 25) -> list[League]:
    """Leagues of a guild whose id begins so, or whose name has it (in any case), newest first. Names are
    compared here, because SQLite knows the case of English letters alone."""
    text = typed.strip().casefold()
    found = await _newest(tx, select(_l).where(_l.c.guild_id == guild_id))
    fitting = [one for one in found if one.id.startswith(text) or text in one.name.casefold()]
    return fitting[:limit]


async def due(tx: Tx, now: float) -> list[League]:
    """Leagues for which a moment has come: sign-up closes, a round begins, or a digest is due."""
    statement = select(_l).where(
        _l.c.status.in_(("signup", "running")), or_(_l.c.next_at <= now, _l.c.digest_at <= now)
    )
    return await rows(tx, statement.order_by(_l.c.next_at, _l.c.id), League)


async def next_moment(tx: Tx, now: float) -> float | None:
    """The earliest moment after `now` when something is due for any league; None: there is none."""
    moments = []
    for column in (_l.c.next_at, _l.c.digest_at):
        statement = select(func.min(column)).where(_l.c.status.in_(("signup", "running")), column > now)
        moments.append((await tx.execute(statement)).scalar_one())
    return min((moment for moment in moments if moment is not None), default=None)


async def change(tx: Tx, league_id: str, **values: Any) -> None:
    """Set columns. Conflict if there is no such league."""
    statement = update(_l).where(_l.c.id == league_id).values(**values)
    await must_change(tx, statement, f"there is no league {league_id}")


async def open_round(tx: Tx, opened: Round, **values: Any) -> None:
    """Count the round, and keep what it was paired from. Conflict unless it is the next one: no round is
    opened twice."""
    number, which = opened.round, f"round {opened.round} of league {opened.league_id}"
    statement = update(_l).where(_l.c.id == opened.league_id, _l.c.round == number - 1)
    await must_change(tx, statement.values(round=number, **values), f"{which} is not the next one")
    await tx.execute(insert(_rounds).values({**columns(opened), "out": list(opened.out)}))


async def rounds_of(tx: Tx, league_id: str) -> list[Round]:
    """What the rounds were paired from; those before this was kept are not there."""
    return await rows(
        tx, select(_rounds).where(_rounds.c.league_id == league_id).order_by(_rounds.c.round), Round
    )


async def note(tx: Tx, entry: LeagueLogEntry) -> None:
    """Add a line to the league's public log."""
    values = {key: value for key, value in columns(entry).items() if key != "id"}
    await tx.execute(insert(_log).values(values))


async def log_of(tx: Tx, league_id: str, limit: int = 20, offset: int = 0) -> list[LeagueLogEntry]:
    """Lines of the league's public log, newest first."""
    statement = select(_log).where(_log.c.league_id == league_id).order_by(_log.c.id.desc())
    return await rows(tx, statement.limit(limit).offset(offset), LeagueLogEntry)


async def log_length(tx: Tx, league_id: str) -> int:
    """How many lines the public log has."""
    return (await tx.execute(select(func.count()).where(_log.c.league_id == league_id))).scalar_one()


async def _newest(tx: Tx, statement: Select[Any]) -> list[League]:
    return await rows(tx, statement.order_by(_l.c.created_at.desc(), _l.c.id), League)
