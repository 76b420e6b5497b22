"""The puzzle of the day, which is the same everywhere, and those of the days before."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from aiohttp import web

from bot.web.facts import Facts
from bot.web.pages.common import cached, picture
from bot.web.site import Site


class PuzzlePages:
    def __init__(self, site: Site) -> None:
        self._site, self._facts = site, Facts(site)

    def routes(self) -> Iterable[web.RouteDef]:
        return [
            web.get("/puzzles", self._today),
            web.get(r"/puzzles/{day:[0-9]{1,6}}", self._day),
            web.get(r"/puzzles/pictures/{name:[0-9a-f]{32}}", self._picture),
        ]

    async def close(self) -> None:
        """Nothing is under way."""

    async def _today(self, request: web.Request) -> web.Response:
        return self._page(request, self._facts.puzzles()[0].day)

    async def _day(self, request: web.Request) -> web.Response:
        return self._page(request, int(request.match_info["day"]))

    def _page(self, request: web.Request, day: int) -> web.Response:
        shown, listed = self._facts.puzzle(day), self._facts.puzzles()
        src = urlsplit(shown.picture).path  # also where one comes by another address than posts name
        return cached(request, self._site.page("puzzle.html", puzzle=shown, listed=listed, src=src))

    async def _picture(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if not self._site.pictures.knows(name):  # after a restart: they follow from the days alone
            self._facts.puzzles()
        return await picture(self._site, name)
