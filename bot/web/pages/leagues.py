"""Leagues that everybody may look at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from aiohttp import web

from bot.common.errors import Refused
from bot.common.message import Message
from bot.engine.access import is_league_public
from bot.storage.database import Tx
from bot.storage.league_records import League
from bot.storage.rows import first
from bot.web import text
from bot.web.pages.common import NOBODY, cached, looked_at, picture
from bot.web.site import Site

LEAGUE = r"{league:[a-z0-9]{2,16}}"


class LeaguePages:
    def __init__(self, site: Site) -> None:
        self._site = site
        self._services = site.services

    def routes(self) -> Iterable[web.RouteDef]:
        return [
            web.get(f"/l/{LEAGUE}", self._league),
            web.get(f"/l/{LEAGUE}/rounds/{{round:[0-9]{{1,4}}}}", self._round),
            web.get(f"/l/{LEAGUE}/league.json", self._file),
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

    async def _league(self, request: web.Request) -> web.Response:
        league, views = await self._must_be_public(request), self._services.league_views
        divisions = int(league.plan.get("divisions", 1)) if league.status != "signup" else 0
        asked = [views.show(league.id)]
        for division in range(1, divisions + 1):
            asked += [
                views.table(league.id, NOBODY, division, 0),
                views.crosstable(league.id, NOBODY, division, 0),
            ]
        asked.append(views.fixtures(league.id))
        messages = [message for each in asked if (message := await _unless_refused(each)) is not None]
        rounds = [{"number": n, "to": f"/l/{league.id}/rounds/{n}"} for n in range(1, league.round + 1)]
        return cached(
            request,
            self._site.page(
                "league.html",
                title=league.name,
                cards=await looked_at(self._site, "/l/pictures", *messages),
                code=league.id,
                rounds=rounds,
                previous=league.previous,
                guild=league.guild_id,
            ),
        )

    async def _round(self, request: web.Request) -> web.Response:
        league, number = await self._must_be_public(request), int(request.match_info["round"])
        if not 1 <= number <= league.round:
            raise web.HTTPNotFound
        message = await self._services.league_views.fixtures(league.id, number)
        cards = await looked_at(self._site, "/l/pictures", message)
        title = text.ROUND(league=league.name, n=number)
        return cached(
            request, self._site.page("cards.html", title=title, cards=cards, back=f"/l/{league.id}")
        )

    async def _file(self, request: web.Request) -> web.Response:
        league = await self._must_be_public(request)
        [file] = (await self._services.league_export.file(league.id)).files
        headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
        return web.Response(body=file.data, content_type="application/json", headers=headers)


async def _unless_refused(asked: Any) -> Message | None:
    """What is shown, or None where there is nothing to show yet."""
    try:
        found: Message = await asked
    except Refused:
        return None
    return found
