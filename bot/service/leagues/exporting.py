"""A league as one JSON file, for those who want to check it or keep it: docs/leagues.md has the format."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bot.service.core import Core
from bot.service.leagues import standing
from bot.service.leagues.picking import league_of
from bot.service.leagues.standing import Season
from bot.service.leagues.standings import standings
from bot.service.leagues.tables import compute
from bot.service.message import File, Message, former
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
    names = {entrant.user_id: entrant.name for entrant in season.entrants}
    names.setdefault(season.league.host_id, "the organiser")
    log = [
        {"at": _iso(line.at), "round": line.round, "act": line.act, "text": _plain(line.text, names)}
        for line in lines
    ]
    return json.dumps({**told(season, seed), "log": log[::-1]}, ensure_ascii=False, indent=1).encode()


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
