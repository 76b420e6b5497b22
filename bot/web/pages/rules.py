"""The rules of the games, with their pictures."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from aiohttp import web

from bot.common.message import Message
from bot.web import text
from bot.web.pages.common import cached, looked_at, picture
from bot.web.site import Site


class RulesPages:
    def __init__(self, site: Site) -> None:
        self._site = site
        self._services = site.services
        self._places: asyncio.Task[dict[str, tuple[str, int]]] | None = None
        """On which page each picture is: by its name, the game and the page."""

    def routes(self) -> Iterable[web.RouteDef]:
        return [
            web.get("/rules", self._all),
            web.get(r"/rules/{game:[a-z0-9]{2,20}}", self._game),
            web.get(r"/rules/pictures/{name:[0-9a-f]{32}}", self._picture),
        ]

    async def close(self) -> None:
        if self._places is not None:
            self._places.cancel()

    async def _all(self, request: web.Request) -> web.Response:
        context = self._services.context
        games = [
            {"key": key, "name": game.name, "pitch": context.presenters[key].pitch}
            for key, game in context.games.items()
        ]
        return cached(request, self._site.page("rules.html", games=games))

    async def _game(self, request: web.Request) -> web.Response:
        """All pages of a game's rules, one below the other."""
        key = request.match_info["game"]
        if key not in self._services.context.games:
            raise web.HTTPNotFound
        count = len(self._services.context.presenters[key].pages())
        messages: list[Message] = [await self._services.rules.page(key, at) for at in range(count)]
        cards = await looked_at(self._site, "/rules/pictures", *messages)
        title = self._services.context.games[key].name
        return cached(
            request,
            self._site.page("cards.html", title=title, of="", cards=cards, back=[("/rules", text.RULES)]),
        )

    async def _picture(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if not self._site.pictures.knows(name):  # after a restart: they follow from the rules alone
            if self._places is None or (self._places.done() and self._places.exception() is not None):
                self._places = asyncio.create_task(self._all_pictures())
            place = (await asyncio.shield(self._places)).get(name)
            if place is not None and not self._site.pictures.knows(name):
                await looked_at(self._site, "", await self._services.rules.page(*place))
        return await picture(self._site, name)

    async def _all_pictures(self) -> dict[str, tuple[str, int]]:
        """Make all pages once, however many ask for names that are not there."""
        found = {}
        for key in self._services.context.games:
            for at in range(len(self._services.context.presenters[key].pages())):
                [card] = await looked_at(self._site, "", await self._services.rules.page(key, at))
                for shown in card["pictures"]:
                    found[shown["src"].rpartition("/")[2]] = key, at
        return found
