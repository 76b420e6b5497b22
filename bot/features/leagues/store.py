"""The rows of leagues: the league itself, its seed and rounds; its entrants; its games and byes."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, func, or_, select, update

from bot.storage import schema
from bot.storage.database import Tx, must_change
from bot.storage.dialect import insert_new
from bot.storage.league_records import (
    OPEN,
    Cause,
    Entrant,
    Fixture,
    League,
    LeagueSeed,
    LeagueStatus,
    Round,
    Settlement,
)
from bot.storage.records import columns
from bot.storage.rows import append, fetch, first
from bot.storage.rows import insert as add

_l, _e, _f, _t = schema.leagues, schema.entrants, schema.fixtures, schema.tables


def insert_league(tx: Tx, league: League, seed: str) -> None:
    """Store a new league with its secret seed (hex). Conflict if the id is taken: draw another."""
    tx.wakes("leagues")
    add(tx, league)
    add(tx, LeagueSeed(league_id=league.id, seed=seed))


def seed_of(tx: Tx, league_id: str) -> str | None:
    """The secret seed (hex); published when the league is over."""
    found = first(tx, LeagueSeed, league_id=league_id)
    return None if found is None else found.seed


def leagues_of_guild(tx: Tx, guild_id: int, statuses: Collection[LeagueStatus] = OPEN) -> list[League]:
    """The leagues of a guild, newest first."""
    return _newest(tx, select(_l).where(_l.c.guild_id == guild_id, _l.c.status.in_(statuses)))


def league_codes(tx: Tx) -> list[str]:
    """The ids of all leagues, oldest first: for those who read rows that may be damaged one by one."""
    return list(tx.execute(select(_l.c.id).order_by(_l.c.created_at, _l.c.id)).scalars())


def leagues_with(tx: Tx, statuses: Collection[LeagueStatus]) -> list[League]:
    """All leagues in these statuses, newest first."""
    return _newest(tx, select(_l).where(_l.c.status.in_(statuses)))


def search_leagues(tx: Tx, guild_id: int, typed: str, limit: int = 25) -> list[League]:
    """Leagues of a guild whose id begins so, or whose name has it (in any case), newest first. Names are
    compared here, because SQLite knows the case of English letters alone."""
    text = typed.strip().casefold()
    found = _newest(tx, select(_l).where(_l.c.guild_id == guild_id))
    fitting = [one for one in found if one.id.startswith(text) or text in one.name.casefold()]
    return fitting[:limit]


def due_leagues(tx: Tx, now: float) -> list[League]:
    """Leagues for which a moment has come: sign-up closes, a round begins, or a digest is due."""
    statement = select(_l).where(
        _l.c.status.in_(("signup", "running")), or_(_l.c.next_at <= now, _l.c.digest_at <= now)
    )
    return fetch(tx, statement.order_by(_l.c.next_at, _l.c.id), League)


def next_moment(tx: Tx, now: float) -> float | None:
    """The earliest moment after `now` when something is due for any league; None: there is none."""
    moments = []
    for column in (_l.c.next_at, _l.c.digest_at):
        statement = select(func.min(column)).where(_l.c.status.in_(("signup", "running")), column > now)
        moments.append(tx.execute(statement).scalar_one())
    return min((moment for moment in moments if moment is not None), default=None)


def change_league(tx: Tx, league_id: str, **values: Any) -> None:
    """Set columns. Conflict if there is no such league."""
    tx.wakes("leagues")
    statement = update(_l).where(_l.c.id == league_id).values(**values)
    must_change(tx, statement, f"there is no league {league_id}")


def open_round(tx: Tx, opened: Round, **values: Any) -> None:
    """Count the round, and keep what it was paired from. Conflict unless it is the next one: no round is
    opened twice."""
    tx.wakes("leagues")
    number, which = opened.round, f"round {opened.round} of league {opened.league_id}"
    statement = update(_l).where(_l.c.id == opened.league_id, _l.c.round == number - 1)
    must_change(tx, statement.values(round=number, **values), f"{which} is not the next one")
    add(tx, opened)


def _newest(tx: Tx, statement: Select[Any]) -> list[League]:
    return fetch(tx, statement.order_by(_l.c.created_at.desc(), _l.c.id), League)


def add_entrant(tx: Tx, entrant: Entrant) -> bool:
    """Store a new entrant. False, and nothing changes, if the user is in the league."""
    return insert_new(tx, _e, columns(entrant), "league_id", "user_id")


def entrants_of(tx: Tx, league_id: str) -> list[Entrant]:
    """All entrants: by number, then those without one in the order of joining."""
    statement = select(_e).where(_e.c.league_id == league_id).order_by(_e.c.joined_at, _e.c.user_id)
    found = fetch(tx, statement, Entrant)
    return sorted(found, key=lambda entrant: (not entrant.number, entrant.number))


def entrants_by_number(tx: Tx, league_id: str, numbers: Collection[int]) -> list[Entrant]:
    """The entrants with these numbers."""
    statement = select(_e).where(_e.c.league_id == league_id, _e.c.number.in_(sorted(numbers)))
    return fetch(tx, statement.order_by(_e.c.number), Entrant)


def leagues_of_user(tx: Tx, user_id: int) -> list[League]:
    """The leagues not over yet in which the user takes part, newest first."""
    return _entered(tx, user_id, _e.c.status != "out", _l.c.status.in_(OPEN))


def league_history_of(tx: Tx, guild_id: int, user_id: int) -> list[League]:
    """All leagues of a guild in which the user takes or took part, newest first."""
    played = or_(_e.c.status == "in", _e.c.division > 0)  # not who was there only to step in
    return _entered(tx, user_id, played, _l.c.guild_id == guild_id)


def _entered(tx: Tx, user_id: int, *conditions: ColumnElement[bool]) -> list[League]:
    statement = select(_l).join(_e, _e.c.league_id == _l.c.id).where(_e.c.user_id == user_id, *conditions)
    return _newest(tx, statement)


def change_entrant(tx: Tx, league_id: str, user_id: int, **values: Any) -> None:
    """Set columns. Conflict if the user is no entrant."""
    statement = update(_e).where(*_is_entrant(league_id, user_id)).values(**values)
    must_change(tx, statement, f"user {user_id} is not in league {league_id}")


def number_entrants(
    tx: Tx, league_id: str, given: Mapping[int, tuple[int, int]], ratings: Mapping[int, int] | None = None
) -> None:
    """Give entrants their numbers and divisions: {user: (number, division)}; and ratings to be seeded by."""
    for user_id, (which, division) in given.items():
        rating = (ratings or {}).get(user_id)
        change_entrant(tx, league_id, user_id, number=which, division=division, rating=rating)


def _is_entrant(league_id: str, user_id: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return _e.c.league_id == league_id, _e.c.user_id == user_id


def insert_fixtures(tx: Tx, fixtures: Sequence[Fixture]) -> None:
    """Store the fixtures of a round; byes have their results already."""
    tx.wakes("leagues")
    for fixture in fixtures:
        ident = append(tx, fixture)
        if fixture.result is not None:
            _add_settlement(tx, ident, fixture.result, fixture.settled_at or 0.0, "bye")


def fixtures_of(tx: Tx, league_id: str, round_: int | None = None) -> list[Fixture]:
    """The league's fixtures, or those of one round, by round and board."""
    statement = select(_f).filter_by(league_id=league_id, **({} if round_ is None else {"round": round_}))
    return fetch(tx, statement.order_by(_f.c.round, _f.c.board), Fixture)


def fixture_in_place(tx: Tx, guild_id: int, place_id: int) -> Fixture | None:
    """The game that a thread or channel of this guild was made for, or None."""
    return _in_guild(tx, guild_id, _f.c.place_id == place_id)


def fixture_by_code(tx: Tx, guild_id: int, code: str) -> Fixture | None:
    """The game of this code in a league of this guild, or None."""
    return _in_guild(tx, guild_id, _f.c.code == code)


def _in_guild(tx: Tx, guild_id: int, condition: ColumnElement[bool]) -> Fixture | None:
    here = select(_l.c.id).where(_l.c.guild_id == guild_id)
    found = fetch(tx, select(_f).where(condition, _f.c.league_id.in_(here)).limit(1), Fixture)
    return found[0] if found else None


def away_used(tx: Tx, league_id: str, user_id: int, but: str) -> float:
    """The vacation, in seconds, that the user's seats in this league's games have used; `but` one of them."""
    p = schema.players
    statement = (
        select(func.coalesce(func.sum(p.c.away_used), 0.0))
        .join(_f, _f.c.table_id == p.c.table_id)
        .where(_f.c.league_id == league_id, p.c.user_id == user_id, p.c.table_id != but)
    )
    return float(tx.execute(statement).scalar_one())


def games_left_by(tx: Tx, league_id: str, user_id: int) -> list[str]:
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
    return list(tx.execute(statement).scalars())


def fixtures_to_open(tx: Tx, limit: int = 50) -> list[Fixture]:
    """Fixtures whose game is still to be opened, of leagues that are not paused, oldest first."""
    statement = (
        select(_f)
        .join(_l, _l.c.id == _f.c.league_id)
        .where(_f.c.status == "planned", _l.c.status == "running")
        .order_by(_f.c.id)
        .limit(limit)
    )
    return fetch(tx, statement, Fixture)


def fixtures_to_settle(tx: Tx, limit: int = 50) -> list[Fixture]:
    """Fixtures whose game is over, but which are not settled."""
    statement = (
        select(_f)
        .join(_t, _t.c.id == _f.c.table_id)
        .where(_f.c.status == "playing", _t.c.status.in_(("over", "closed")))
        .order_by(_t.c.ended_at, _f.c.id)
        .limit(limit)
    )
    return fetch(tx, statement, Fixture)


def any_unsettled(tx: Tx) -> bool:
    """Whether any game of any league has no result yet."""
    statement = select(_f.c.id).where(_f.c.status.in_(("planned", "playing"))).limit(1)
    return tx.execute(statement).first() is not None


def count_unsettled(tx: Tx, league_id: str) -> int:
    """How many fixtures of the league have no result yet."""
    statement = select(func.count()).where(_f.c.league_id == league_id, _f.c.status != "done")
    return tx.execute(statement).scalar_one()


def begin_game(tx: Tx, fixture_id: int, table_id: str, opened_at: float) -> None:
    """The game has begun at this table. Conflict if it had before: no game is opened twice."""
    statement = (
        update(_f)
        .where(_f.c.id == fixture_id, _f.c.status == "planned")
        .values(table_id=table_id, status="playing", opened_at=opened_at)
    )
    must_change(tx, statement, f"fixture {fixture_id} is not to be opened any more")


def change_fixture(tx: Tx, fixture_id: int, **values: Any) -> None:
    """Set columns, such as the place that was made for the game. Conflict if there is no such fixture."""
    tx.wakes("leagues")
    statement = update(_f).where(_f.c.id == fixture_id).values(**values)
    must_change(tx, statement, f"there is no fixture {fixture_id}")


def settle(tx: Tx, fixture_id: int, result: Mapping[str, Any], settled_at: float, cause: Cause) -> None:
    """Note the result, in place of a former one, of which it stays known when it held."""
    change_fixture(tx, fixture_id, result=dict(result), settled_at=settled_at, status="done")
    _add_settlement(tx, fixture_id, result, settled_at, cause)


def _add_settlement(tx: Tx, fixture_id: int, result: Mapping[str, Any], at: float, cause: Cause) -> None:
    statement = select(_f.c.numbers, _f.c.league_id, _l.c.round).join(_l, _l.c.id == _f.c.league_id)
    found = tx.execute(statement.where(_f.c.id == fixture_id)).one()
    of = {"fixture_id": fixture_id, "league_id": found.league_id, "round": found.round}
    settled = Settlement(**of, at=at, cause=cause, numbers=found.numbers, result=dict(result))
    append(tx, settled)


def has_code(tx: Tx, code: str) -> bool:
    """Whether a game that was paired has this code, opened or not."""
    return tx.execute(select(_f.c.id).where(_f.c.code == code).limit(1)).first() is not None
