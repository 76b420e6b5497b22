"""The pages: how soon they are there, how heavy they are, and what many who watch cost.

    python -m bench.web [watchers]

One process on SQLite, with pictures; the browser's part is left out (nothing is drawn on a screen), so times
are what the server and loopback take. While 1,000 watch a game in the same process a turn is resolved; it is
measured when the last of them has heard of it, and how long the loop was held up meanwhile.
Targets: a game's page 400 ms with all that it needs and an empty cache, and 350 kB; marks 50 ms after a
touch; an order acknowledged after 150 ms; all watchers told within 2 s, the loop never blocked for 50 ms.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from html import unescape
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import aiohttp

from bench.measure import target
from bench.services import begun, opened
from bench.watch import Watch
from bot.common.workers import Renderer
from bot.features.server_settings.who_may_open import Asker
from bot.services import Services
from bot.web import watching
from bot.web.picture_files import folder_of
from bot.web.server import WebServer

WATCHERS, TURNS = 1000, 12
ADA, BEN = 11, 12
HEADERS = {"X-Fieldpost": "1", "Accept": "application/json"}


async def public_game(services: Services) -> str:
    """A game between two that everybody may look at."""
    code = await begun(services, {ADA: "dark", BEN: "light"}, "cic", options="undo=0")
    await services.permissions.pages(Asker(1, ADA, manager=True), everywhere=True)
    return code


async def fetched(http: aiohttp.ClientSession, base: str, path: str) -> tuple[float, int]:
    """Seconds and bytes of a page with all that it names: styles, scripts, pictures."""
    began, size = perf_counter(), 0
    async with http.get(base + path) as answer:
        text = await answer.text()
        size += len(text.encode())
    named = set(re.findall(r'(?:src|href)="(/(?:static|g)/[^"]*(?:css|js|svg|[0-9a-f]{32}))"', text))
    for each in await asyncio.gather(*(http.get(base + one) for one in named)):
        size += len(await each.read())
    return perf_counter() - began, size


class Player:
    """Somebody's board."""

    def __init__(self, http: aiohttp.ClientSession, base: str, services: Services, user: int) -> None:
        self.http, self.base, self.services, self.user = http, base, services, user
        self.cookies: dict[str, str] = {}

    async def enter(self, code: str) -> None:
        told = (await self.services.board_links.link(code, self.user)).text
        token = told.split("/open#")[1].split(".")[0]
        async with self.http.post(f"{self.base}/open", json={"token": token}, headers=HEADERS) as answer:
            self.cookies = {name: morsel.value for name, morsel in answer.cookies.items()}

    async def press(self, code: str, ident: str, *values: str) -> tuple[float, dict[str, Any]]:
        began = perf_counter()
        body = {"id": ident, "values": list(values), "base": True}
        address = f"{self.base}/play/{code}/press"
        async with self.http.post(address, json=body, headers=HEADERS, cookies=self.cookies) as answer:
            found: dict[str, Any] = await answer.json()
        return perf_counter() - began, found

    async def turn(self, code: str) -> tuple[float, float, float]:
        """Touch a piece, touch a target, send: seconds of each."""
        async with self.http.get(f"{self.base}/play/{code}", cookies=self.cookies) as answer:
            page = unescape(await answer.text())
        pick = re.findall(r'data-id="(fpm:pick:[^"]*)" data-value="([^"]*)"', page)[0]
        touch, found = await self.press(code, *pick)
        give = re.findall(r'data-id="(fpm:give:[^"]*)" data-value="([^"]*)"', unescape(found["put"]))[0]
        order, found = await self.press(code, *give)
        ident = re.findall(r'data-id="(fpb:send:[^"]*)"', unescape(found["put"]))[0]
        send, _ = await self.press(code, ident)
        return touch, order, send


async def watched(base: str, code: str, services: Services, count: int) -> tuple[float, tuple[float, float]]:
    """Seconds until all have heard of a turn; and how long the loop was blocked, see `Watch.longest`."""
    told = 0
    ready, everybody = asyncio.Event(), asyncio.Event()
    begun = 0

    async def watch(http: aiohttp.ClientSession) -> None:
        nonlocal told, begun
        first = True
        async with http.get(f"{base}/g/{code}/events") as answer:
            async for line in answer.content:
                if not line.startswith(b"data: "):
                    continue
                if first:
                    first, begun = False, begun + 1
                    if begun == count:
                        ready.set()
                else:
                    told += 1
                    if told == count:
                        everybody.set()
                    return

    unlimited = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=unlimited, timeout=aiohttp.ClientTimeout(120)) as http:
        tasks = [asyncio.create_task(watch(http)) for _ in range(count)]
        await asyncio.wait_for(ready.wait(), 60)
        watch_loop = Watch()
        watch_loop.start()
        began = perf_counter()
        snapshot = await services.context.db.read(services.context.snapshot, code)
        seat = next(iter(snapshot.phase.owing))
        user = snapshot.player(seat).user_id
        order = str(next(iter(snapshot.game.legal(snapshot.view(seat)))))
        await services.orders.give(code, user, order, send=True)
        await asyncio.wait_for(everybody.wait(), 60)
        seconds = perf_counter() - began
        watch_loop.stop()
        await asyncio.gather(*tasks)
        return seconds, watch_loop.longest()


async def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        services = await opened(str(Path(folder) / "bench.sqlite3"), Renderer(1))
        await measured(services, count)
        await services.close()
        await after_restarts(str(Path(folder) / "again.sqlite3"))


async def after_restarts(path: str) -> None:
    """Print how soon a game's page is there that is asked for as soon as the bot listens: one whose picture
    was never drawn, and one that somebody looked at before the restart."""
    code = ""
    for drawn in (False, True):
        services = await opened(path, Renderer(1))
        services.context.web = "http://127.0.0.1"
        server = WebServer(services, folder=folder_of(path))
        code = code or await public_game(services)
        await server.start("127.0.0.1", 0)
        async with aiohttp.ClientSession() as http:
            seconds, _ = await fetched(http, f"http://127.0.0.1:{server.port}", f"/g/{code}")
        if drawn:
            target(f"right after a restart {seconds * 1000:.0f} ms", seconds <= 0.4, "400 ms")
        else:
            print(f"right after a start, if its picture was never drawn, {seconds * 1000:.0f} ms")
        await server.close()
        await services.close()


async def measured(services: Services, count: int) -> None:
    """Print all figures."""
    services.context.web = "http://127.0.0.1"
    server = WebServer(services)
    await server.start("127.0.0.1", 0)
    watching.MAX_EACH = count
    server.limits.wait = lambda address, cost=1.0: 0.0  # type: ignore[method-assign]
    base = f"http://127.0.0.1:{server.port}"
    code = await public_game(services)
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
        cold, _ = await fetched(http, base, f"/g/{code}")
        print(f"a game's page with the first picture of the process {cold * 1000:.0f} ms")
        players = [Player(http, base, services, user) for user in (ADA, BEN)]
        for player in players:
            await player.enter(code)
        taken = [await players[turn % 2].turn(code) for turn in range(TURNS)]
        fresh, size = await fetched(http, base, f"/g/{code}")
        target(f"a game's page after a turn {fresh * 1000:.0f} ms", fresh <= 0.4, "400 ms")
        target(f"all that it needs {size / 1000:.0f} kB", size <= 350_000, "350 kB")
        goals = (("touch to marks", 0.05), ("order to its answer", 0.15), ("sending a turn", 0.15))
        for (what, most), each in zip(goals, zip(*taken, strict=True), strict=True):
            middle = median(each)
            said = f"{what} {middle * 1000:.0f} ms at the median, {max(each) * 1000:.0f} at most"
            target(said, middle <= most, f"{most * 1000:.0f} ms")
    seconds, (late, own) = await watched(base, code, services, count)
    target(f"{count} who watch are all told of a turn after {seconds:.2f} s", seconds <= 2.0, "2 s")
    said = f"the loop was blocked for {own * 1000:.0f} ms by itself, {late * 1000:.0f} with all else"
    target(said, own <= 0.05, "50 ms")
    await server.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else WATCHERS))
