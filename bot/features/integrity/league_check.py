"""A league against its seed and its games: its lots, who plays whom, and the results."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from adjudicator.chance import commitment
from bot.common.errors import Refused
from bot.engine.context import Context
from bot.features.integrity.game_check import Findings, look_at_deadline
from bot.features.leagues import store as league_store
from bot.features.leagues.plan import RULES, read_plan
from bot.features.leagues.season.league_file import checked, course_of, told
from bot.features.leagues.season.results import result_of
from bot.features.leagues.table import season_snapshot
from bot.features.leagues.table.season_snapshot import Season
from bot.storage import sittings, tables
from bot.storage.database import Tx
from bot.storage.league_records import Fixture, League

MOST_LINES = 10_000
"""More than the log of a league has."""


async def look_at_league(context: Context, tx: Tx, league: League, found: Findings) -> None:
    """Compare all of its rows, and compute the results of its games again."""
    where = f"league {league.id}"
    try:
        seed = await league_store.seed_of(tx, league.id)
        if seed is None or commitment(bytes.fromhex(seed)) != league.commitment:
            found.fault(where, "its seed does not fit the commitment that was published")
        look_at_deadline(league.deadline_spec, where, found)
        season = await season_snapshot.read(tx, league)
        _look_at_plan(context, season, found)
        await _look_at_log(tx, league, found)
        _look_at_numbers(season, found)
        if seed is not None and season.numbered:
            course = await course_of(context, tx, league)
            found.faults += [f"{where}: {fault}" for fault in checked(told(season, course, seed)).faults]
        for fixture in season.fixtures:
            await _look_at_fixture(context, tx, season, fixture, found)
    except Exception as error:
        found.broken(where, "it cannot be read", error)


def _look_at_plan(context: Context, season: Season, found: Findings) -> None:
    """The stored plan is one that an organiser could have made."""
    league, plan = season.league, season.plan
    texts = {key: _text(value) for key, value in league.plan.items() if key != "rules"}
    try:
        again = read_plan(context.games[league.game], league.options, texts)
    except Refused as error:
        found.fault(f"league {league.id}", f"its plan is none: {error}")
        return
    # No organiser gives the rules: they are the newest when a season opens.
    again = replace(again, rules=min(max(plan.rules, 1), RULES))
    wrong = [key for key, value in plan.stored().items() if again.stored()[key] != value]
    if wrong:
        found.fault(f"league {league.id}", f"its plan says otherwise than it is read: {', '.join(wrong)}")


def _text(value: object) -> str:
    """A value of a stored plan as an organiser writes it.

    >>> _text(True), _text([3, "1/2"]), _text(7)
    ('yes', '3,1/2', '7')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


async def _look_at_log(tx: Tx, league: League, found: Findings) -> None:
    """Rounds only go on, so the entries of the log do, too; none is of a round that was not opened."""
    before = 0
    for line in reversed(await league_store.log_of(tx, league.id, MOST_LINES)):
        if not before <= line.round <= league.round:
            told = f"its log has an entry of round {line.round} after one of round {before}"
            found.fault(f"league {league.id}", f"{told}, and {league.round} were opened")
            return
        before = line.round


def _look_at_numbers(season: Season, found: Findings) -> None:
    """Everybody has one number, and plays once in a round."""
    where = f"league {season.league.id}"
    numbers = sorted(entrant.number for entrant in season.numbered)
    if numbers != list(range(1, len(numbers) + 1)):
        found.fault(where, f"the numbers of its players are {numbers}")
    divisions = {entrant.number: entrant.division for entrant in season.numbered}
    for fixture in season.fixtures:
        theirs = {divisions.get(number, fixture.division) for number in fixture.numbers}
        if theirs != {fixture.division}:
            told = f"board {fixture.board} stands in division {fixture.division}, its players do not"
            found.fault(where, f"round {fixture.round}: {told}")
    for round_ in sorted({fixture.round for fixture in season.fixtures}):
        games = [fixture for fixture in season.fixtures if fixture.round == round_]
        if round_ > season.league.round:
            found.fault(where, f"round {round_} has games, and was never opened")
        playing = Counter(number for fixture in games for number in fixture.numbers)
        for number, times in sorted(playing.items()):
            if number not in numbers:
                found.fault(where, f"round {round_} has a player {number}, whom nobody is")
            if times > 1:
                found.fault(where, f"player {number} plays {times} times in round {round_}")


async def _look_at_fixture(
    context: Context, tx: Tx, season: Season, fixture: Fixture, found: Findings
) -> None:
    """A game that the league has noted came out so."""
    where = f"league {season.league.id}, round {fixture.round}, board {fixture.board}"
    if (fixture.status == "done") != (fixture.result is not None):
        found.fault(where, f"it is {fixture.status!r} {'with' if fixture.result else 'without'} a result")
    if fixture.table_id is None:
        if fixture.status == "playing":
            found.fault(where, "it is played, and there is no game")
        return
    table = await tables.get(tx, fixture.table_id)
    origin = {"league": season.league.id, "round": fixture.round, "board": fixture.board}
    if table is None or {key: table.origin.get(key) for key in origin} != origin:
        found.fault(where, f"game {fixture.table_id} does not belong to it")
        return
    if (table.game, table.rules_version) not in context.rules or table.seq == 0:
        return
    sat = await sittings.of_table(tx, table.id)
    snapshot = await context.snapshot(tx, table.id)
    numbers = {entrant.user_id: entrant.number for entrant in season.numbered}
    first = [next((s.user_id for s in sat if s.seat == seat), None) for seat in snapshot.seats]
    if [numbers.get(user or 0) for user in first] != list(fixture.numbers):
        found.fault(where, f"game {table.id} was begun by others")
    if fixture.result is None or fixture.result.get("kind") not in ("played", "none"):
        return  # not noted yet, or ruled by hand
    if table.status != "over" or result_of(snapshot, season, fixture, sat).stored() == dict(fixture.result):
        return
    if fixture.result["kind"] != "none" or not await _is_ruled(tx, season.league, table.id):
        found.fault(where, f"game {table.id} came out otherwise than the league has noted")


async def _is_ruled(tx: Tx, league: League, code: str) -> bool:
    """Whether the league's log tells of a ruling on this game: one without a result says so nowhere else."""
    lines = await league_store.log_of(tx, league.id, MOST_LINES)
    return any(line.act == "result" and f"`{code}`" in line.text for line in lines)
