"""The server of the pages: its routes, from `start` to `close`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import attrs
from aiohttp import web
from aiohttp.abc import AbstractResolver

from bot.common.clock import Timer
from bot.storage import tables
from bot.web.board import SIZE
from bot.web.facts import Facts
from bot.web.pages import api, docs, feeds, front, games, leagues, players, puzzles, rules
from bot.web.play import Play
from bot.web.security import MAX_BODY, Limits, middlewares
from bot.web.site import Site
from bot.web.webhooks import WebhookSender

if TYPE_CHECKING:
    from bot.services import Services

FOR_EVER = "public, max-age=31536000, immutable"
"""What a browser is told of what never changes under its address."""
TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "png": "image/png"}
STOP_S = 3.0
"""Seconds that answers under way get at the end."""


class Pages(Protocol):
    """Pages that belong together."""

    def routes(self) -> Iterable[web.RouteDef]:
        """Return their routes, as if there were no prefix."""

    async def close(self) -> None:
        """End what is under way, such as open streams."""


Maker = Callable[[Site], Pages]
PAGES: tuple[Maker, ...] = (
    front.Front,
    rules.RulesPages,
    docs.DocsPages,
    puzzles.PuzzlePages,
    games.GamePages,
    leagues.LeaguePages,
    players.PlayerPages,
    feeds.Feeds,
    api.Api,
    Play,
)
"""All that is served, but for static files."""


class WebServer:
    """Serves the pages of one Fieldpost. `site` and `limits` are there once it has started."""

    site: Site
    limits: Limits

    def __init__(
        self,
        services: Services,
        url: str = "",
        resolver: AbstractResolver | None = None,
        folder: Path | None = None,
    ) -> None:
        """url: the address by which people come; "": the one that it listens on
        resolver: finds the receivers of webhooks; None: those of the open internet alone
        folder: see `Site.open`"""
        self._services, self._url, self._folder = services, url.rstrip("/"), folder
        self._runner: web.AppRunner | None = None
        self._pages: list[Pages] = []
        self._resolver = resolver
        self._sender: WebhookSender | None = None

    @property
    def port(self) -> int:
        """The port that it listens on."""
        assert self._runner is not None
        port: int = self._runner.addresses[0][1]
        return port

    @property
    def routes(self) -> list[tuple[str, str]]:
        """All that is answered: the method, and the path with `{names}`."""
        assert self._runner is not None
        found = {
            (route.method, route.resource.canonical)
            for route in self._runner.app.router.routes()
            if route.resource is not None and route.method != "HEAD"
        }
        return sorted(found, key=lambda route: route[::-1])

    async def start(self, host: str, port: int) -> None:
        """port: 0 takes any that is free. Raises OSError for an address or port that isn't free."""
        self.site = site = await Site.open(self._services, self._url or f"http://{host}:{port}", self._folder)
        self._renewing = Timer(site.renew_pictures)
        self._services.context.db.on("forgotten", self._renewing.now)
        self.limits = limits = Limits()
        https = site.base.startswith("https:")
        app = web.Application(
            middlewares=middlewares(site.error, limits, https=https), client_max_size=MAX_BODY
        )
        self._pages = [make(site) for make in PAGES]
        routes = [web.get(r"/static/{digest:[0-9a-f]{12}}/{name:[a-z]+\.[a-z]+}", self._static)]
        for pages in self._pages:
            routes += pages.routes()
        # A proxy may hand on the prefix or cut it off: both work.
        for prefix in {"", site.prefix}:
            for route in routes:
                attrs.evolve(route, path=prefix + route.path).register(app.router)
        self._runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=STOP_S)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError:
            await self._runner.cleanup()
            raise
        if not self._url:
            site.base = f"http://{host}:{self.port}"
        self._sender = WebhookSender(self._services.context, Facts(site).told, self._resolver)
        self._sender.start()
        context = self._services.context
        used = Counter[str]()
        for (game, _), number in (await site.read(tables.rules_in_use)).items():
            used[game] += number
        # The games that people play first: their pages are asked for first.
        context.renderer.warm_boards(sorted(context.games, key=lambda game: -used[game]), SIZE)

    async def close(self) -> None:
        """Take no more requests, and let those under way end."""
        if self._sender is not None:
            await self._sender.close()
        for pages in self._pages:
            await pages.close()
        await self._renewing.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _static(self, request: web.Request) -> web.Response:
        found = self.site.static.get(request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound
        data, digest = found
        kind = TYPES[request.match_info["name"].rpartition(".")[2]]
        cached = FOR_EVER if request.match_info["digest"] == digest else "no-cache"
        return web.Response(body=data, headers={"Content-Type": kind, "Cache-Control": cached})
