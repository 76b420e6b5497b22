"""REST calls are noted by route and status, and no id or token becomes a label."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.common.metrics import Metrics
from bot.discord.rest_trace import rest_trace, template

TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5OnNlY3JldA"


class Noted(Metrics):
    def __init__(self) -> None:
        self.calls = Counter[tuple[str, str]]()
        self.limits = Counter[str]()

    def called(self, route: str, status: str) -> None:
        self.calls[route, status] += 1

    def limited(self, scope: str) -> None:
        self.limits[scope] += 1


def discords_routes() -> set[str]:
    """Every route in discord.py's own source, with {} for what is filled in."""
    package = Path(discord.__file__).parent
    source = "".join((package / name).read_text("utf-8") for name in ("http.py", "webhook/async_.py"))
    found = re.findall(r"""Route\(\s*['"][A-Z]+['"],\s*f?['"](/[^'"]*)['"]""", source)
    return {re.sub(r"\{[^}]*\}", "{}", path) for path in found}


def test_every_route_of_discord_py_keeps_its_words() -> None:
    routes = discords_routes()
    assert len(routes) > 100 and "/channels/{}/messages/{}" in routes
    filled = {route: route.replace("{}", "123456789012345678") for route in routes}
    assert {template(f"/api/v10{path}") for path in filled.values()} == routes


@pytest.mark.parametrize("secret", [TOKEN, "1234567890", "k7f3", "Ada%20L", "👍", "dark", "v10"])
def test_nothing_else_becomes_a_label(secret: str) -> None:
    for path in (f"/api/v10/webhooks/1/{secret}", f"/api/v10/{secret}/1", f"/{secret}", f"/x/{secret}/y"):
        assert secret not in template(path).split("/"), path


async def test_calls_and_limits_are_counted() -> None:
    async def answer(request: web.Request) -> web.Response:
        if request.path.endswith("typing"):
            return web.Response(status=429, headers={"X-RateLimit-Scope": "shared"})
        if request.path.endswith("pins"):
            return web.Response(status=429, headers={"X-RateLimit-Scope": TOKEN})
        if request.path.endswith("threads") and request.transport is not None:
            request.transport.close()
        return web.Response(status=404 if request.path.endswith("99") else 200)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    noted = Noted()
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession(trace_configs=[rest_trace(noted)]) as session,
    ):
        for method, path in (
            ("GET", "/channels/12/messages/34"),
            ("GET", "/channels/13/messages/35"),
            ("GET", "/channels/13/messages/99"),
            ("POST", "/channels/13/typing"),
            ("GET", "/channels/13/pins"),
            ("POST", f"/interactions/5/{TOKEN}/callback"),
        ):
            await session.request(method, server.make_url(f"/api/v10{path}"))
        with pytest.raises(aiohttp.ClientError):
            await session.post(server.make_url("/api/v10/channels/13/threads"))
    assert noted.calls == {
        ("GET /channels/{}/messages/{}", "200"): 2,
        ("GET /channels/{}/messages/{}", "404"): 1,
        ("POST /channels/{}/typing", "429"): 1,
        ("GET /channels/{}/pins", "429"): 1,
        ("POST /interactions/{}/{}/callback", "200"): 1,
        ("POST /channels/{}/threads", "none"): 1,
    }
    assert noted.limits == {"shared": 1, "unknown": 1}
