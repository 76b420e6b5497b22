"""A league as one JSON file, for those who want to check it or keep it: docs/leagues.md has the format."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bot.common.message import File, Message, former
from bot.engine.context import Context
from bot.features.leagues.model.league_lookup import league_of
from bot.features.leagues.model.matches import teams_of
from bot.features.leagues.store import fixtures, leagues
from bot.features.leagues.table import season_snapshot
from bot.features.leagues.table.computing import compute
from bot.features.leagues.table.season_snapshot import Season
from bot.features.leagues.table.standings import standings
from bot.storage.database import Tx
from bot.storage.league_records import OPEN, League, LeagueLogEntry, Round, Settlement

FORMATS = ("fieldpost-league/1", "fieldpost-league/2")
"""Those that can be read; the last is written. The first does not say from what rounds were paired."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a season went: from what its rounds were paired, and how its games got their results.

    teams: for each seat of a game the number of its team
    """

    teams: tuple[int, ...]
    rounds: tuple[Round, ...]
    settlements: tuple[Settlement, ...]


async def course_of(context: Context, tx: Tx, league: League) -> Course:
    """All that is kept of it."""
    return Course(
        teams_of(context.games[league.game], league.options),
        tuple(await leagues.rounds_of(tx, league.id)),
        tuple(await fixtures.settlements(tx, league.id)),
    )


class LeagueExport:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def file(self, league_id: str) -> Message:
        """The league's file. While it runs its seed is not in it, because lots are still to come."""
        async with self.context.db.read() as tx:
            league = await league_of(tx, league_id)
            season = await season_snapshot.read(tx, league)
            ended = league.started_at is not None and league.status not in OPEN
            seed = await leagues.seed(tx, league.id) if ended else None
            lines = await leagues.log_of(tx, league.id, 10_000)
            course = await course_of(self.context, tx, league)
        data = await compute(self.context.renderer, season, written, season, course, seed, lines)
        text = f"League `{league.id}`: its players, games, results and table."
        text += f" Check it with `python -m bot league {league.id}.json`."
        return Message(text, files=(File(f"{league.id}.json", data),))


def written(season: Season, course: Course, seed: str | None, lines: Sequence[LeagueLogEntry]) -> bytes:
    """The file. lines: of the log, the newest first. Runs in a worker where many take part."""
    names = {entrant.user_id: entrant.name for entrant in season.entrants}
    names.setdefault(season.league.host_id, "the organiser")
    log = [
        {"at": _iso(line.at), "round": line.round, "act": line.act, "text": _plain(line.text, names)}
        for line in lines
    ]
    return json.dumps({**told(season, course, seed), "log": log[::-1]}, ensure_ascii=False, indent=1).encode()


def _iso(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def _plain(text: str, names: Mapping[int, str]) -> str:
    """A line for who reads it outside Discord, where ids and Discord's times say nothing.

    >>> _plain("<@11> began it <t:0:R>, and <@12> or <@-3> ruled", {11: "Ada"})
    'Ada began it 1970-01-01T00:00:00+00:00, and somebody or a former player 3 ruled'
    """

    def named(found: re.Match[str]) -> str:
        user = int(found[1])
        return former(user) if user < 0 else names.get(user, "somebody")

    text = re.sub(r"<@!?(-?\d{1,20})>", named, text)
    return re.sub(r"<t:(-?\d{1,11})(?::\w)?>", lambda found: _iso(float(found[1])), text)


def told(season: Season, course: Course, seed: str | None) -> Mapping[str, Any]:
    """The league as JSON values."""
    league = season.league
    settled: dict[int, list[dict[str, Any]]] = {fixture.id: [] for fixture in season.fixtures}
    for one in course.settlements:
        settled[one.fixture_id].append(
            {
                "at": _iso(one.at),
                "round": one.round,
                "cause": one.cause,
                "numbers": list(one.numbers),
                "result": dict(one.result),
            }
        )
    order = sorted(season.numbered, key=lambda entrant: (entrant.joined_at, entrant.user_id))
    tables = standings(season.plan, season.numbered, season.played())
    return {
        "format": FORMATS[-1],
        "league": league.id,
        "name": league.name,
        "season": league.season,
        "game": league.game,
        "options": dict(league.options),
        "teams": list(course.teams),
        "plan": season.plan.stored(),
        "status": league.status,
        "commitment": league.commitment,
        "seed": seed,
        "entrants": [
            {
                "name": entrant.name,
                "number": entrant.number,
                "division": entrant.division,
                "left_round": entrant.left_round,
                "rating": entrant.rating,
            }
            for entrant in order
        ],
        "rounds": [
            {"round": each.round, "at": _iso(each.at), "drawn": each.drawn, "out": list(each.out)}
            for each in course.rounds
        ],
        "games": [
            {
                "round": fixture.round,
                "board": fixture.board,
                "division": fixture.division,
                "numbers": list(fixture.numbers),
                "code": fixture.code,
                "result": None if fixture.result is None else dict(fixture.result),
                "settled": settled[fixture.id],
            }
            for fixture in season.fixtures
        ],
        "table": [
            [{"rank": row.rank, "number": row.number, "points": str(row.points)} for row in rows]
            for rows in tables
        ],
    }
