"""Leagues that everybody may look at."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict, fields

from aiohttp import web

from bot.engine.access import is_league_public, server_name
from bot.storage.database import Tx
from bot.storage.league_records import Entrant, League
from bot.storage.rows import first
from bot.web import text, values
from bot.web.facts import Facts
from bot.web.pages.common import cached, looked_at, picture
from bot.web.site import Site

LEAGUE = r"{league:[a-z0-9]{2,16}}"


class LeaguePages:
    def __init__(self, site: Site) -> None:
        self._site = site
        self._services = site.services
        self._facts = Facts(site)

    def routes(self) -> Iterable[web.RouteDef]:
        return [
            web.get(f"/l/{LEAGUE}", self._league),
            web.get(f"/l/{LEAGUE}/rounds/{{round:[0-9]{{1,4}}}}", self._round),
            web.get(f"/l/{LEAGUE}/league.json", self._file),
            web.get(f"/l/{LEAGUE}/{{what:table|crosstable|fixtures}}.csv", self._csv),
            web.get(r"/l/pictures/{name:[0-9a-f]{32}}", self._picture),
        ]

    async def close(self) -> None:
        """Nothing is under way."""

    async def _picture(self, request: web.Request) -> web.Response:
        return await picture(self._site, request.match_info["name"])

    # -- leagues

    async def _must_be_public(self, request: web.Request) -> League:
        code = request.match_info["league"]

        def look(tx: Tx) -> League | None:
            league = first(tx, League, id=code)
            return league if league is not None and is_league_public(tx, league) else None

        league: League | None = await self._site.read(look)
        if league is None:
            raise web.HTTPNotFound
        return league

    async def _entered(self, league: League) -> list[Entrant]:
        """Those who have signed up and have pages."""
        season, _, _, known = await self._facts.season(league.id)
        return [one for one in season.entrants if one.user_id in known and one.status == "in"]

    async def _league(self, request: web.Request) -> web.Response:
        league, views = await self._must_be_public(request), self._services.league_views
        shown = await views.show(league.id)
        began = league.status != "signup" and league.round > 0
        rounds = [{"number": n, "to": f"/l/{league.id}/rounds/{n}"} for n in range(1, league.round + 1)]
        return cached(
            request,
            self._site.page(
                "league.html",
                title=league.name,
                cards=await looked_at(self._site, "/l/pictures", shown, guild=league.guild_id),
                table=await self._facts.standings(league.id) if began else (),
                crosstables=await self._facts.crosstables(league.id) if began else (),
                games=await self._facts.fixtures(league.id, league.round) if began else (),
                entered=await self._entered(league) if not began else (),
                code=league.id,
                rounds=rounds,
                told=await self._facts.league(league.id),
                guild=league.guild_id,
                server=await self._site.read(server_name, league.guild_id),
            ),
        )

    async def _round(self, request: web.Request) -> web.Response:
        league, number = await self._must_be_public(request), int(request.match_info["round"])
        if not 1 <= number <= league.round:
            raise web.HTTPNotFound
        games = await self._facts.fixtures(league.id, number)
        title = text.ROUND(league=league.name, n=number)
        page = self._site.page(
            "round.html", title=title, games=games, number=number, league=league,
            server=await self._site.read(server_name, league.guild_id),
        )  # fmt: skip
        return cached(request, page)

    async def _csv(self, request: web.Request) -> web.Response:
        """What a spreadsheet reads. Raises HTTPNotFound."""
        league, what = request.match_info["league"], request.match_info["what"]
        lines = await getattr(self, f"_{what}_lines")(league)
        file = io.StringIO()
        csv.writer(file).writerows([_harmless(cell) for cell in line] for line in lines)
        answer = web.Response(text=file.getvalue(), content_type="text/csv", charset="utf-8")
        answer.headers["Content-Disposition"] = f'attachment; filename="{league}-{what}.csv"'
        return cached(request, answer)

    async def _table_lines(self, league: str) -> list[list[object]]:
        lines: list[list[object]] = [[field.name for field in fields(values.Row)]]
        return [*lines, *([*asdict(row).values()] for row in await self._facts.standings(league))]

    async def _crosstable_lines(self, league: str) -> list[list[object]]:
        found = await self._facts.crosstables(league)
        lines: list[list[object]] = []
        for each in found:
            lines.append(["division", "rank", "name", *each.heads, "points"])
            lines += [[each.division, row.rank, row.name, *row.marks, row.points] for row in each.rows]
        return lines

    async def _fixtures_lines(self, league: str) -> list[list[object]]:
        """A line for each player of a game."""
        head = ["round", "division", "board", "status", "game", "settled", "name", "side", "points"]
        lines: list[list[object]] = [[*head]]
        for one in await self._facts.fixtures(league):
            game = [one.round, one.division, one.board, one.status, one.game, one.settled]
            lines += [[*game, who.name, who.side, who.points] for who in one.players]
        return lines

    async def _file(self, request: web.Request) -> web.Response:
        league = await self._must_be_public(request)
        [file] = (await self._services.league_export.file(league.id)).files
        headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
        return web.Response(body=file.data, content_type="application/json", headers=headers)


def _harmless(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula: names are their players' own."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t") else cell
