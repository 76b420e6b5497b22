"""A league as one JSON file, for those who want to check it or keep it: docs/leagues.md has the format."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from bot.service.core import Core
from bot.service.leagues import standing
from bot.service.leagues.picking import league_of
from bot.service.leagues.standing import Season
from bot.service.leagues.standings import standings
from bot.service.leagues.tables import compute
from bot.service.message import File, Message
from bot.storage import leagues
from bot.storage.league_records import OPEN, LeagueLogEntry

FORMAT = "fieldpost-league/1"


class LeagueExport:
    def __init__(self, core: Core) -> None:
        self.core = core

    async def file(self, league_id: str) -> Message:
        """The league's file. While it runs its seed is not in it, because lots are still to come."""
        async with self.core.db.read() as tx:
            league = await league_of(tx, league_id)
            season = await standing.read(tx, league)
            ended = league.started_at is not None and league.status not in OPEN
            seed = await leagues.seed(tx, league.id) if ended else None
            lines = await leagues.log_of(tx, league.id, 10_000)
        data = await compute(self.core.renderer, season, written, season, seed, lines)
        text = f"League `{league.id}`: its players, games, results and table."
        if seed is not None:
            text += f" Check it with `python -m bot league {league.id}.json`."
        return Message(text, files=(File(f"{league.id}.json", data),))


def written(season: Season, seed: str | None, lines: Sequence[LeagueLogEntry]) -> bytes:
    """The file. lines: of the log, the newest first. Runs in a worker where many take part."""
    log = [{"at": line.at, "round": line.round, "act": line.act, "text": line.text} for line in lines]
    return json.dumps({**told(season, seed), "log": log[::-1]}, ensure_ascii=False, indent=1).encode()


def told(season: Season, seed: str | None) -> Mapping[str, Any]:
    """The league as JSON values."""
    league = season.league
    order = sorted(season.numbered, key=lambda entrant: (entrant.joined_at, entrant.user_id))
    tables = standings(season.plan, season.numbered, season.played())
    return {
        "format": FORMAT,
        "league": league.id,
        "name": league.name,
        "season": league.season,
        "game": league.game,
        "options": dict(league.options),
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
            }
            for entrant in order
        ],
        "games": [
            {
                "round": fixture.round,
                "board": fixture.board,
                "division": fixture.division,
                "numbers": list(fixture.numbers),
                "code": fixture.code,
                "result": None if fixture.result is None else dict(fixture.result),
            }
            for fixture in season.fixtures
        ],
        "table": [
            [{"rank": row.rank, "number": row.number, "points": str(row.points)} for row in rows]
            for rows in tables
        ],
    }
