"""The rows of leagues: the league itself, its seed, log and rounds; its entrants; its games and byes."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, func, insert, or_, select, update

from bot.storage import schema
from bot.storage.database import Tx, must_change, rows
from bot.storage.dialect import insert_new
from bot.storage.errors import Conflict
from bot.storage.league_records import (
    OPEN,
    Cause,
    Entrant,
    Fixture,
    League,
    LeagueLogEntry,
    LeagueStatus,
    Round,
    Settlement,
)
from bot.storage.records import columns

_l, _s, _log, _rounds = schema.leagues, schema.league_seeds, schema.league_log, schema.league_rounds
_e, _f, _settled, _t = schema.entrants, schema.fixtures, schema.settlements, schema.tables


async def insert_league(tx: Tx, league: League, seed: str) -> None:
    """Store a new league with its secret seed (hex). Conflict if the id is taken: draw another."""
    tx.wakes("leagues")
    if not await insert_new(tx, _l, columns(league), "id"):
        raise Conflict(f"there is a league {league.id} already")
    await tx.execute(insert(_s).values(league_id=league.id, seed=seed))


async def find_league(tx: Tx, league_id: str) -> League | None:
    """The league, or None."""
    found = await rows(tx, select(_l).where(_l.c.id == league_id), League)
    return found[0] if found else None


async def seed_of(tx: Tx, league_id: str) -> str | None:
    """The secret seed (hex); published when the league is over."""
    found: str | None = (
        await tx.execute(select(_s.c.seed).where(_s.c.league_id == league_id))
    ).scalar_one_or_none()
    return found


async def leagues_of_guild(tx: Tx, guild_id: int, statuses: Collection[LeagueStatus] = OPEN) -> list[League]:
    """The leagues of a guild, newest first."""
    return await _newest(tx, select(_l).where(_l.c.guild_id == guild_id, _l.c.status.in_(statuses)))


async def league_codes(tx: Tx) -> list[str]:
    """The ids of all leagues, oldest first: for those who read rows that may be damaged one by one."""
    return list((await tx.execute(select(_l.c.id).order_by(_l.c.created_at, _l.c.id))).scalars())


async def leagues_with(tx: Tx, statuses: Collection[LeagueStatus]) -> list[League]:
    """All leagues in these statuses, newest first."""
    return await _newest(tx, select(_l).where(_l.c.status.in_(statuses)))


async def search_leagues(tx: Tx, guild_id: int, typed: str, limit: int = 25) -> list[League]:
    """Leagues of a guild whose id begins so, or whose name has it (in any case), newest first. Names are
    compared here, because SQLite knows the case of English letters alone."""
    text = typed.strip().casefold()
    found = await _newest(tx, select(_l).where(_l.c.guild_id == guild_id))
    fitting = [one for one in found if one.id.startswith(text) or text in one.name.casefold()]
    return fitting[:limit]


async def due_leagues(tx: Tx, now: float) -> list[League]:
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


async def change_league(tx: Tx, league_id: str, **values: Any) -> None:
    """Set columns. Conflict if there is no such league."""
    tx.wakes("leagues")
    statement = update(_l).where(_l.c.id == league_id).values(**values)
    await must_change(tx, statement, f"there is no league {league_id}")


async def open_round(tx: Tx, opened: Round, **values: Any) -> None:
    """Count the round, and keep what it was paired from. Conflict unless it is the next one: no round is
    opened twice."""
    tx.wakes("leagues")
    number, which = opened.round, f"round {opened.round} of league {opened.league_id}"
    statement = update(_l).where(_l.c.id == opened.league_id, _l.c.round == number - 1)
    await must_change(tx, statement.values(round=number, **values), f"{which} is not the next one")
    await tx.execute(insert(_rounds).values({**columns(opened), "out": list(opened.out)}))


async def rounds_of(tx: Tx, league_id: str) -> list[Round]:
    """What the rounds were paired from; those before this was kept are not there."""
    return await rows(
        tx, select(_rounds).where(_rounds.c.league_id == league_id).order_by(_rounds.c.round), Round
    )


async def add_to_log(tx: Tx, entry: LeagueLogEntry) -> None:
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


async def add_entrant(tx: Tx, entrant: Entrant) -> bool:
    """Store a new entrant. False, and nothing changes, if the user is in the league."""
    return await insert_new(tx, _e, columns(entrant), "league_id", "user_id")


async def remove_entrant(tx: Tx, league_id: str, user_id: int) -> bool:
    """Take a user out before the league begins; False if the user was not in."""
    return (await tx.execute(delete(_e).where(*_is_entrant(league_id, user_id)))).rowcount > 0


async def find_entrant(tx: Tx, league_id: str, user_id: int) -> Entrant | None:
    """The user as an entrant, or None."""
    found = await rows(tx, select(_e).where(*_is_entrant(league_id, user_id)), Entrant)
    return found[0] if found else None


async def entrants_of(tx: Tx, league_id: str) -> list[Entrant]:
    """All entrants: by number, then those without one in the order of joining."""
    statement = select(_e).where(_e.c.league_id == league_id).order_by(_e.c.joined_at, _e.c.user_id)
    found = await rows(tx, statement, Entrant)
    return sorted(found, key=lambda entrant: (not entrant.number, entrant.number))


async def entrants_by_number(tx: Tx, league_id: str, numbers: Collection[int]) -> list[Entrant]:
    """The entrants with these numbers."""
    statement = select(_e).where(_e.c.league_id == league_id, _e.c.number.in_(sorted(numbers)))
    return await rows(tx, statement.order_by(_e.c.number), Entrant)


async def leagues_of_user(tx: Tx, user_id: int) -> list[League]:
    """The leagues not over yet in which the user takes part, newest first."""
    statement = (
        select(_l)
        .join(_e, _e.c.league_id == _l.c.id)
        .where(_e.c.user_id == user_id, _e.c.status != "out", _l.c.status.in_(OPEN))
        .order_by(_l.c.created_at.desc(), _l.c.id)
    )
    return await rows(tx, statement, League)


async def league_history_of(tx: Tx, guild_id: int, user_id: int) -> list[League]:
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


async def change_entrant(tx: Tx, league_id: str, user_id: int, **values: Any) -> None:
    """Set columns. Conflict if the user is no entrant."""
    statement = update(_e).where(*_is_entrant(league_id, user_id)).values(**values)
    await must_change(tx, statement, f"user {user_id} is not in league {league_id}")


async def number_entrants(
    tx: Tx, league_id: str, given: Mapping[int, tuple[int, int]], ratings: Mapping[int, int] | None = None
) -> None:
    """Give entrants their numbers and divisions: {user: (number, division)}; and ratings to be seeded by."""
    for user_id, (which, division) in given.items():
        rating = (ratings or {}).get(user_id)
        await change_entrant(tx, league_id, user_id, number=which, division=division, rating=rating)


def _is_entrant(league_id: str, user_id: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return _e.c.league_id == league_id, _e.c.user_id == user_id


async def insert_fixtures(tx: Tx, fixtures: Sequence[Fixture]) -> None:
    """Store the fixtures of a round; byes have their results already."""
    tx.wakes("leagues")
    for fixture in fixtures:
        values = {key: value for key, value in columns(fixture).items() if key != "id"}
        statement = insert(_f).values({**values, "numbers": list(fixture.numbers)}).returning(_f.c.id)
        ident = (await tx.execute(statement)).scalar_one()
        if fixture.result is not None:
            await _add_settlement(tx, ident, fixture.result, fixture.settled_at or 0.0, "bye")


async def find_fixture(tx: Tx, fixture_id: int) -> Fixture | None:
    """The fixture, or None."""
    found = await rows(tx, select(_f).where(_f.c.id == fixture_id), Fixture)
    return found[0] if found else None


async def fixtures_of(tx: Tx, league_id: str, round_: int | None = None) -> list[Fixture]:
    """The league's fixtures, or those of one round, by round and board."""
    statement = select(_f).where(_f.c.league_id == league_id)
    if round_ is not None:
        statement = statement.where(_f.c.round == round_)
    return await rows(tx, statement.order_by(_f.c.round, _f.c.board), Fixture)


async def fixture_at_table(tx: Tx, table_id: str) -> Fixture | None:
    """The fixture whose game is played at this table, or None."""
    found = await rows(tx, select(_f).where(_f.c.table_id == table_id), Fixture)
    return found[0] if found else None


async def fixture_in_place(tx: Tx, guild_id: int, place_id: int) -> Fixture | None:
    """The game that a thread or channel of this guild was made for, or None."""
    here = select(_l.c.id).where(_l.c.guild_id == guild_id)
    statement = select(_f).where(_f.c.place_id == place_id, _f.c.league_id.in_(here)).limit(1)
    found = await rows(tx, statement, Fixture)
    return found[0] if found else None


async def fixture_by_code(tx: Tx, guild_id: int, code: str) -> Fixture | None:
    """The game of this code in a league of this guild, or None."""
    here = select(_l.c.id).where(_l.c.guild_id == guild_id)
    statement = select(_f).where(_f.c.code == code, _f.c.league_id.in_(here)).limit(1)
    found = await rows(tx, statement, Fixture)
    return found[0] if found else None


async def away_used(tx: Tx, league_id: str, user_id: int, but: str) -> float:
    """The vacation, in seconds, that the user's seats in this league's games have used; `but` one of them."""
    p = schema.players
    statement = (
        select(func.coalesce(func.sum(p.c.away_used), 0.0))
        .join(_f, _f.c.table_id == p.c.table_id)
        .where(_f.c.league_id == league_id, p.c.user_id == user_id, p.c.table_id != but)
    )
    return float((await tx.execute(statement)).scalar_one())


async def games_left_by(tx: Tx, league_id: str, user_id: int) -> list[str]:
    """The league's games in which the user has left a seat, and has none now."""
    p, s = schema.players, schema.sittings
    here = select(p.c.user_id).where(p.c.table_id == s.c.table_id, p.c.user_id == user_id).exists()
    statement = (
        select(s.c.table_id)
        .join(_f, _f.c.table_id == s.c.table_id)
        .where(_f.c.league_id == league_id, s.c.user_id == user_id, ~here)
        .distinct()
        .order_by(s.c.table_id)
    )
    return list((await tx.execute(statement)).scalars())


async def fixtures_to_open(tx: Tx, limit: int = 50) -> list[Fixture]:
    """Fixtures whose game is still to be opened, of leagues that are not paused, oldest first."""
    statement = (
        select(_f)
        .join(_l, _l.c.id == _f.c.league_id)
        .where(_f.c.status == "planned", _l.c.status == "running")
        .order_by(_f.c.id)
        .limit(limit)
    )
    return await rows(tx, statement, Fixture)


async def fixtures_to_settle(tx: Tx, limit: int = 50) -> list[Fixture]:
    """Fixtures whose game is over, but which are not settled."""
    statement = (
        select(_f)
        .join(_t, _t.c.id == _f.c.table_id)
        .where(_f.c.status == "playing", _t.c.status.in_(("over", "closed")))
        .order_by(_t.c.ended_at, _f.c.id)
        .limit(limit)
    )
    return await rows(tx, statement, Fixture)


async def any_unsettled(tx: Tx) -> bool:
    """Whether any game of any league has no result yet."""
    statement = select(_f.c.id).where(_f.c.status.in_(("planned", "playing"))).limit(1)
    return (await tx.execute(statement)).first() is not None


async def count_unsettled(tx: Tx, league_id: str) -> int:
    """How many fixtures of the league have no result yet."""
    statement = select(func.count()).where(_f.c.league_id == league_id, _f.c.status != "done")
    return (await tx.execute(statement)).scalar_one()


async def set_place(tx: Tx, fixture_id: int, place_id: int) -> None:
    """Note the channel or thread that was made for the game."""
    await _change_fixture(tx, fixture_id, place_id=place_id)


async def set_code(tx: Tx, fixture_id: int, code: str) -> None:
    """Give a game that is not opened yet another code."""
    await _change_fixture(tx, fixture_id, code=code)


async def begin_game(tx: Tx, fixture_id: int, table_id: str, opened_at: float) -> None:
    """The game has begun at this table. Conflict if it had before: no game is opened twice."""
    statement = (
        update(_f)
        .where(_f.c.id == fixture_id, _f.c.status == "planned")
        .values(table_id=table_id, status="playing", opened_at=opened_at)
    )
    await must_change(tx, statement, f"fixture {fixture_id} is not to be opened any more")


async def settle(tx: Tx, fixture_id: int, result: Mapping[str, Any], settled_at: float, cause: Cause) -> None:
    """Note the result, in place of a former one, of which it stays known when it held."""
    tx.wakes("leagues")
    await _change_fixture(tx, fixture_id, result=dict(result), settled_at=settled_at, status="done")
    await _add_settlement(tx, fixture_id, result, settled_at, cause)


async def _add_settlement(
    tx: Tx, fixture_id: int, result: Mapping[str, Any], at: float, cause: Cause
) -> None:
    statement = select(_f.c.numbers, _f.c.league_id, _l.c.round).join(_l, _l.c.id == _f.c.league_id)
    found = (await tx.execute(statement.where(_f.c.id == fixture_id))).one()
    values = {"fixture_id": fixture_id, "league_id": found.league_id, "round": found.round}
    values |= {"at": at, "cause": cause, "numbers": found.numbers, "result": dict(result)}
    await tx.execute(insert(_settled).values(values))


async def settlements_of(tx: Tx, league_id: str) -> list[Settlement]:
    """How the league's games got their results, in that order."""
    statement = select(_settled).where(_settled.c.league_id == league_id)
    return await rows(tx, statement.order_by(_settled.c.id), Settlement)


async def _change_fixture(tx: Tx, fixture_id: int, **values: Any) -> None:
    tx.wakes("leagues")
    statement = update(_f).where(_f.c.id == fixture_id).values(**values)
    await must_change(tx, statement, f"there is no fixture {fixture_id}")


async def has_code(tx: Tx, code: str) -> bool:
    """Whether a game that was paired has this code, opened or not."""
    return (await tx.execute(select(_f.c.id).where(_f.c.code == code).limit(1))).first() is not None


async def set_numbers(tx: Tx, fixture_id: int, numbers: Sequence[int]) -> None:
    """Leave only these entrants in a game that was not opened."""
    await _change_fixture(tx, fixture_id, numbers=list(numbers))
