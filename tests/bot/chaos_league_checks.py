"""What must hold of leagues and of what is stored in a town (chaos.py)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, get_args

from sqlalchemy import select

from bot.features.integrity.database_check import Findings, check, look_at_league
from bot.features.leagues import season_snapshot
from bot.features.leagues import store as league_store
from bot.features.leagues.scoring import Result
from bot.features.leagues.season_snapshot import Season
from bot.features.leagues.standings import standings
from bot.features.privacy import store
from bot.storage import schema
from bot.storage.columns import Personal
from bot.storage.league_records import LeagueStatus
from bot.storage.records import Table
from bot.storage.rows import find
from tests.bot.transactions import looking

if TYPE_CHECKING:
    from tests.bot.chaos_leagues import Leagues


async def everything(town: Leagues, *, settled: bool) -> None:
    """No game is lost, and the tables are those of the games."""
    context, found = town.services.context, Findings()
    async with looking(context.db) as tx:
        begun = [*find(tx, Table, status="playing"), *find(tx, Table, status="over")]
        there = {table.id: table for table in begun}
        known: set[str] = set()
        for league in league_store.leagues_with(tx, get_args(LeagueStatus)):
            season = season_snapshot.read(tx, league)
            known |= _fixtures(town, season, there, settled)
            _points(season)
            look_at_league(context, tx, league, found)
    assert not found.faults, found.faults
    lost = {code for code, table in there.items() if "league" in table.origin} - known
    assert not lost, f"games of no fixture: {lost}"
    names = list(town.places.made.values())
    assert len(names) == len(set(names)), f"a place was made twice: {names}"


def _fixtures(town: Leagues, season: Season, there: dict[str, Table], settled: bool) -> set[str]:
    league, known = season.league, set[str]()
    for fixture in season.fixtures:
        where = f"{league.id} round {fixture.round} board {fixture.board} {fixture.code}"
        if fixture.table_id is None:
            assert fixture.status != "playing", where
            continue
        table = there[fixture.table_id]
        known.add(table.id)
        assert table.channel_id == fixture.place_id, where
        if settled and fixture.status == "playing":
            assert table.status == "playing", f"{where}: over, and not noted"
        if settled and league.status == "over":
            assert fixture.status == "done", f"{where}: {fixture.status} in a league that is over"
    if settled and league.status == "running" and season.plan.pace == "results" and not town.lost:
        assert season.unfinished() or not season.fixtures, (
            f"{league.id}: round {league.round} is over, and no next one"
        )
    return known


def _points(season: Season) -> None:
    """Points counted once more, in leagues of two seats that nobody has left."""
    two = [fixture for fixture in season.fixtures if len(fixture.numbers) == 2]
    simple = not any(entrant.status == "out" for entrant in season.numbered)
    if (
        not simple
        or not two
        or season.league.game == "nme"
        or any(len(f.numbers) > 2 for f in season.fixtures)
    ):
        return
    points = {entrant.number: Fraction(0) for entrant in season.numbered}
    for fixture in two:
        result = Result.read(fixture.result) if fixture.result else None
        if result is None or result.kind not in ("played", "ruled") or not result.places:
            continue
        if any(sub is not None for sub in result.subs):
            return
        first, second = result.places
        for number, place, other in zip(fixture.numbers, (first, second), (second, first), strict=True):
            points[number] += Fraction(1, 2) if place == other else Fraction(place < other)
    if season.plan.format == "roundrobin":
        shown = {
            row.number: row.points
            for rows in standings(
                season.plan, season.numbered, season.played(), [entrant.number for entrant in season.numbered]
            )
            for row in rows
        }
        assert shown == points, f"{season.league.id}: {shown}, counted {points}"


async def all_true(town: Leagues) -> None:
    """What `python -m bot check` looks at."""
    async with looking(town.services.context.db) as tx:
        found = check(town.services.context, tx, lambda *_: None)
    assert not found.faults, found.faults


async def forgotten(town: Leagues, user: int) -> None:
    """No row has the user's id."""
    async with looking(town.services.context.db) as tx:
        for table, column in store.columns(Personal.PSEUDONYM, Personal.DELETED):
            found = schema.metadata.tables[table].c[column]
            rows = tx.execute(select(found).where(found == user)).all()
            assert not rows, f"{table}.{column} still has {user}"
