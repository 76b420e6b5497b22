"""The front page, and what robots may read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from aiohttp import web

from bot.engine.access import server_name, whole_servers
from bot.storage.database import Tx
from bot.storage.records import Table
from bot.storage.rows import count
from bot.web.pages.common import cached
from bot.web.site import Site

MOST_SERVERS = 100
"""Most servers that are listed."""


class Front:
    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> Iterable[web.RouteDef]:
        return [web.get("/", self._front), web.get("/robots.txt", self._robots)]

    async def close(self) -> None:
        """Nothing is under way."""

    async def _front(self, request: web.Request) -> web.Response:
        """Lists the servers that show all, the busiest first."""

        def look(tx: Tx) -> list[dict[str, Any]]:
            found: list[dict[str, Any]] = [
                {
                    "guild": guild,
                    "name": server_name(tx, guild),
                    "playing": count(tx, Table, guild_id=guild, status="playing"),
                }
                for guild in whole_servers(tx)
            ]
            return sorted(found, key=lambda one: (-one["playing"], one["guild"]))[:MOST_SERVERS]

        return cached(request, self._site.page("front.html", servers=await self._site.read(look)))

    async def _robots(self, _: web.Request) -> web.Response:
        paths = ("/play/", "/open", "/feeds/")
        lines = ["User-agent: *", *(f"Disallow: {self._site.url(path)}" for path in paths)]
        return web.Response(text="\n".join(lines) + "\n")
