"""A web server before a Fieldpost without Discord, and people with browsers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp.abc import AbstractResolver

from bot.engine.access import Sight
from bot.features.leagues.season.game_opening import Places
from bot.services import Services
from bot.storage.database import Database
from bot.web.server import WebServer
from tests.bot.parts import AT_ONCE, Eyes, FakeClock, PostOffice, Recorder, StubRenderer, new_database
from tests.ports import free_port

HEADERS = {"X-Fieldpost": "1", "Accept": "application/json"}


@dataclass
class Browser:
    """Somebody's browser, with cookies of its own."""

    server: WebServer
    session: aiohttp.ClientSession
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    async def get(self, path: str, **headers: str) -> aiohttp.ClientResponse:
        url = self.base + path
        answer = await self.session.get(url, headers=headers, cookies=self.cookies, allow_redirects=False)
        await answer.read()
        return answer

    async def post(self, path: str, body: Any, headers: dict[str, str] = HEADERS) -> aiohttp.ClientResponse:
        url = self.base + path
        answer = await self.session.post(url, json=body, headers=headers, cookies=self.cookies)
        await answer.read()
        for name, morsel in answer.cookies.items():
            self.cookies[name] = morsel.value
        return answer

    async def press(self, code: str, ident: str, *values: str, base: bool = True) -> dict[str, Any]:
        """What a press shows; it must be taken."""
        body = {"id": ident, "values": list(values), "base": base}
        answer = await self.post(f"/play/{code}/press", body)
        assert answer.status == 200, await answer.text()
        found: dict[str, Any] = await answer.json()
        return found


@dataclass
class Web:
    """A house with pages."""

    office: PostOffice
    server: WebServer
    http: aiohttp.ClientSession
    port: int

    @property
    def services(self) -> Services:
        return self.office.services

    def browser(self) -> Browser:
        return Browser(self.server, self.http)

    async def token(self, place: str, user: int) -> str:
        """The secret of a fresh link."""
        shown = await self.services.board_links.link(place, user)
        return shown.text.split("/open#")[1].split(".")[0]

    async def entered(self, place: str, user: int) -> Browser:
        """The browser of somebody who has opened a board."""
        browser = self.browser()
        answer = await browser.post("/open", {"token": await self.token(place, user)})
        assert answer.status == 200, await answer.text()
        return browser


@asynccontextmanager
async def house_with_pages(
    path: Path,
    *,
    prefix: str = "",
    own_address: bool = False,
    sight: Sight | None = None,
    places: Places | None = None,
    before: Web | None = None,
    resolver: AbstractResolver | None = None,
    folder: Path | None = None,
) -> AsyncIterator[Web]:
    """A house with pages on a fresh database.

    prefix: of every path, as behind a proxy;  own_address: people come by the address it listens on
    places: makes the threads of leagues
    resolver: finds the receivers of webhooks
    folder: for files of pictures
    before: the house that stood here and is gone: this one goes on at its port and with its database
    """
    clock, renderer, messenger = FakeClock(), StubRenderer(), Recorder()
    if before is not None:
        clock, messenger = before.office.clock, before.office.messenger
    db = await Database.open(await new_database(path) if before is None else str(path))
    port = (free_port() if before is None else before.port) if own_address else 0
    base = f"http://127.0.0.1:{port}" if own_address else f"http://pages.example.org{prefix}"
    given: dict[str, Any] = {"defaults": AT_ONCE, "sight": sight or Eyes(), "web": base, "places": places}
    services = Services(db, clock, renderer, messenger, **given)  # type: ignore[arg-type]
    server = WebServer(services, base, resolver, folder)
    await server.start("127.0.0.1", port)
    office = PostOffice(services, clock, messenger, renderer, path)
    try:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
            yield Web(office, server, http, server.port)
    finally:
        await server.close()
        await services.close()
