"""Feeds: results of a server or a league (Atom), rounds of a league and deadlines of a player (iCalendar)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree

from aiohttp import web

from bot.engine.access import is_league_public, is_public, is_server_public
from bot.features.calendars import text as words
from bot.features.calendars.calendars import CalendarEvent
from bot.features.leagues.season import dates
from bot.storage.database import Tx
from bot.storage.league_records import League
from bot.storage.records import Table
from bot.storage.rows import find, first
from bot.web import text
from bot.web.calendar_file import written
from bot.web.facts import Facts
from bot.web.pages.common import cached
from bot.web.site import Site

MOST = 50
"""Newest results in a feed."""
ATOM = "http://www.w3.org/2005/Atom"
CALENDAR = {"Content-Type": "text/calendar; charset=utf-8"}


class Feeds:
    def __init__(self, site: Site) -> None:
        self._site = site
        self._services = site.services
        self._facts = Facts(site)

    def routes(self) -> Iterable[web.RouteDef]:
        return [
            web.get(r"/s/{guild:[0-9]{1,20}}/results.atom", self._server),
            web.get(r"/l/{league:[a-z0-9]{2,16}}/results.atom", self._league),
            web.get(r"/l/{league:[a-z0-9]{2,16}}/rounds.ics", self._rounds),
            web.get(r"/feeds/{token:[\w-]{20,100}}.ics", self._deadlines),
        ]

    async def close(self) -> None:
        """Nothing is under way."""

    async def _server(self, request: web.Request) -> web.Response:
        guild = int(request.match_info["guild"])

        def look(tx: Tx) -> list[Table] | None:
            if guild >= 2**63 or not is_server_public(tx, guild):
                return None
            return [one for one in find(tx, Table, guild_id=guild, status="over") if is_public(tx, one)]

        found: list[Table] | None = await self._site.read(look)
        if found is None:
            raise web.HTTPNotFound
        return await self._atom(request, f"/s/{guild}", text.RESULTS_OF_SERVER, found)

    async def _league(self, request: web.Request) -> web.Response:
        league = await self._public_league(request)

        def look(tx: Tx) -> list[Table]:
            every = find(tx, Table, guild_id=league.guild_id, status="over")
            return [one for one in every if one.origin.get("league") == league.id]

        found: list[Table] = await self._site.read(look)
        title = text.RESULTS_OF_LEAGUE(league=league.name)
        return await self._atom(request, f"/l/{league.id}", title, found)

    async def _public_league(self, request: web.Request) -> League:
        code = request.match_info["league"]

        def look(tx: Tx) -> League | None:
            league = first(tx, League, id=code)
            return league if league is not None and is_league_public(tx, league) else None

        league: League | None = await self._site.read(look)
        if league is None:
            raise web.HTTPNotFound
        return league

    async def _atom(self, request: web.Request, path: str, title: str, over: Sequence[Table]) -> web.Response:
        newest = sorted(over, key=lambda table: -(table.ended_at or 0.0))[:MOST]
        feed = ElementTree.Element("feed", xmlns=ATOM)
        own = self._site.absolute(f"{path}/results.atom")
        for tag, said in (("id", own), ("title", title), ("updated", _moment(newest[0] if newest else None))):
            ElementTree.SubElement(feed, tag).text = said
        ElementTree.SubElement(feed, "link", rel="self", href=own)
        ElementTree.SubElement(feed, "link", href=self._site.absolute(path))
        ElementTree.SubElement(ElementTree.SubElement(feed, "author"), "name").text = "Fieldpost"
        for table in newest:
            entry, page = ElementTree.SubElement(feed, "entry"), self._site.absolute(f"/g/{table.id}")
            result = await self._site.read(self._result, table.id)
            for tag, said in (
                ("id", page),
                ("title", f"{table.name} {table.id}"),
                ("updated", _moment(table)),
            ):
                ElementTree.SubElement(entry, tag).text = said
            ElementTree.SubElement(entry, "link", href=page)
            ElementTree.SubElement(entry, "summary").text = result
        body = ElementTree.tostring(feed, "utf-8", xml_declaration=True)
        answer = web.Response(body=body, headers={"Content-Type": "application/atom+xml; charset=utf-8"})
        return cached(request, answer)

    def _result(self, tx: Tx, code: str) -> str:
        """How a game ended, in plain words."""
        snapshot = self._services.context.snapshot(tx, code)
        if snapshot.outcome is None:
            return text.BROKEN_OFF
        told = snapshot.presenter.result(snapshot.outcome, snapshot.plain_names())
        # XML cannot hold control characters, and names may.
        return re.sub(r"[\x00-\x1f\x7f\\]|\*\*", "", told)

    async def _rounds(self, request: web.Request) -> web.Response:
        season, rounds, _, _ = await self._facts.season(request.match_info["league"])
        league = season.league
        events = []
        for each in dates.calendar(season, rounds):
            number = {"n": each.round} if each.round else {}
            told = words.LEAGUE_DATES[each.kind](league=league.name, **number)
            key = f"{league.id}-{each.round or each.kind.replace(' ', '-')}"
            # A date that is put off is newer than what was told before.
            events.append(CalendarEvent(key, told, each.at, int(each.at - league.created_at)))
        body = written(league.name, events, self._services.context.clock.now())
        return web.Response(body=body, headers=CALENDAR)

    async def _deadlines(self, request: web.Request) -> web.Response:
        events = await self._services.calendars.events(request.match_info["token"])
        if events is None:
            raise web.HTTPNotFound
        body = written(words.NAME, events, self._services.context.clock.now())
        return web.Response(body=body, headers={**CALENDAR, "Cache-Control": "private, no-cache"})


def _moment(table: Table | None) -> str:
    at = table.ended_at if table is not None else None
    return datetime.fromtimestamp(at or 0.0, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
