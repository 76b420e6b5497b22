"""The front page, and what robots may read."""

from __future__ import annotations

from collections.abc import Iterable

from aiohttp import web

from bot.web.site import Site


class Front:
    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> Iterable[web.RouteDef]:
        return [web.get("/", self._front), web.get("/robots.txt", self._robots)]

    async def close(self) -> None:
        """Nothing is under way."""

    async def _front(self, _: web.Request) -> web.Response:
        return self._site.page("front.html")

    async def _robots(self, _: web.Request) -> web.Response:
        paths = ("/play/", "/open", "/feeds/")
        lines = ["User-agent: *", *(f"Disallow: {self._site.url(path)}" for path in paths)]
        return web.Response(text="\n".join(lines) + "\n")
