"""Other programs are told of public games: signed, in order, once each, and of nothing else."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web as http
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from bot.common.errors import Refused
from bot.features.server_settings.who_may_open import Asker
from bot.features.webhooks import webhooks
from bot.storage.records import Post
from bot.storage.rows import find
from bot.web.webhooks import GONE_S, RETRIES_S, PublicResolver
from tests.bot.parts import GUEST, HOST
from tests.web.parts import Web, house_with_pages

MANAGER = Asker(1, HOST, manager=True)


@dataclass
class Receiver:
    """A program that is told. answers: what it answers next, 200 at the end;  got: (headers, body)"""

    answers: list[int] = field(default_factory=list)
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    port: int = 0

    async def take(self, request: http.Request) -> http.Response:
        self.got.append((dict(request.headers), await request.read()))
        status = self.answers.pop(0) if self.answers else 200
        return http.Response(status=status, headers={"Location": "/elsewhere"} if status == 307 else {})

    @property
    def told(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _, body in self.got]

    @property
    def types(self) -> list[str]:
        return [one["type"] for one in self.told]


class Here(AbstractResolver):
    """All names are this machine."""

    async def resolve(self, host: str, port: int = 0, family: Any = 0) -> list[ResolveResult]:
        return await ThreadedResolver().resolve("127.0.0.1", port)

    async def close(self) -> None: ...


@pytest.fixture
async def receiver(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Receiver]:
    monkeypatch.setattr(webhooks, "_address", str)  # it has no certificate
    made = Receiver()
    app = http.Application()
    app.router.add_post("/{path:.*}", made.take)
    runner = http.AppRunner(app, access_log=None)
    await runner.setup()
    site = http.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    made.port = runner.addresses[0][1]
    yield made
    await runner.cleanup()


@pytest.fixture
async def web(tmp_path: Path) -> AsyncIterator[Web]:
    async with house_with_pages(tmp_path / "games.sqlite3", resolver=Here()) as made:
        yield made


async def added(web: Web, receiver: Receiver) -> str:
    """Its secret."""
    answer = await web.services.webhooks.add(1, f"http://bots.example.org:{receiver.port}/x")
    return answer.text.split("||`")[1].split("`||")[0]


async def settled(web: Web) -> None:
    """All that is due has been tried."""
    for _ in range(500):
        posts = [post for post in await rows(web) if post.status in ("queued", "sending")]
        heads = {post.lane: post for post in reversed(posts)}
        if not any(p.status == "sending" or p.not_before <= web.office.clock.time for p in heads.values()):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("nothing happens")


async def rows(web: Web) -> list[Post]:
    def look(tx: Any) -> list[Post]:
        return sorted(
            (post for post in find(tx, Post) if post.lane.startswith("w:")), key=lambda post: post.id
        )

    found: list[Post] = await web.office.read(look)
    return found


async def pass_time(web: Web, seconds: float) -> None:
    web.office.clock.time += seconds
    assert web.server._sender is not None
    web.server._sender._timer.now()
    await settled(web)


async def shown(web: Web) -> None:
    await web.services.permissions.pages(MANAGER, everywhere=True)


async def test_a_program_is_told_of_a_public_game_in_order_and_signed(web: Web, receiver: Receiver) -> None:
    await shown(web)
    secret = await added(web, receiver)
    code = await web.office.game()
    await web.office.send(code, HOST, "e7-e6")
    await web.services.orders.declare(code, GUEST, "concede")
    await settled(web)
    assert receiver.types == ["ping", "game.started", "game.turn", "game.over"]
    assert receiver.told[0]["data"] == {"server": "1", "game": None, "turn": None}
    turn, over = receiver.told[2]["data"], receiver.told[3]["data"]
    api = await web.browser().get(f"/api/v1/games/{code}/turns/{turn['turn']['turn']['name']}")
    assert turn["turn"] == await api.json()
    assert any("e7-e6" in line for line in turn["turn"]["report"])
    assert over["game"] == await (await web.browser().get(f"/api/v1/games/{code}")).json()
    key = base64.b64decode(secret.removeprefix("whsec_"))
    assert len({headers["webhook-id"] for headers, _ in receiver.got}) == 4
    for headers, body in receiver.got:
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        mine = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
        assert headers["webhook-signature"] == mine


async def test_faults_are_tried_again_and_later_ones_wait(web: Web, receiver: Receiver) -> None:
    await shown(web)
    await added(web, receiver)
    await settled(web)
    code = await web.office.game()
    await settled(web)
    receiver.got.clear()
    receiver.answers[:] = [500, 307]
    await web.office.send(code, HOST, "e7-e6")
    await web.services.orders.declare(code, GUEST, "concede")
    await settled(web)
    assert receiver.types == ["game.turn"]
    await pass_time(web, RETRIES_S[1] + 1)
    assert receiver.types == ["game.turn"] * 2, "a redirect is not followed"
    await pass_time(web, RETRIES_S[2] + 1)
    assert receiver.types == ["game.turn"] * 3 + ["game.over"]
    assert len({headers["webhook-id"] for headers, _ in receiver.got}) == 2


async def test_a_receiver_that_is_dead_for_a_day_is_stopped(web: Web, receiver: Receiver) -> None:
    await shown(web)
    await added(web, receiver)
    receiver.answers[:] = [500] * 100
    await settled(web)
    for seconds in RETRIES_S:
        assert "stopped" not in await web.services.webhooks.told(1)
        await pass_time(web, seconds + 1)
    assert "stopped: given up" in await web.services.webhooks.told(1)
    assert "it answered 500" in await web.services.webhooks.told(1)
    before = len(receiver.got)
    await web.office.game()
    await settled(web)
    assert len(receiver.got) == before
    assert {post.status for post in await rows(web)} == {"failed"}


async def test_gone_stops_it_at_once(web: Web, receiver: Receiver) -> None:
    await added(web, receiver)
    receiver.answers[:] = [410]
    await settled(web)
    assert "stopped: it answered 410" in await web.services.webhooks.told(1)


async def test_what_was_being_sent_at_a_kill_is_sent_again(web: Web, receiver: Receiver) -> None:
    await shown(web)
    await added(web, receiver)
    await settled(web)
    [ping] = await rows(web)

    def killed(tx: Any) -> None:
        tx.exec_driver_sql("UPDATE outbox SET status = 'sending', message_id = NULL")

    await web.office.write(killed)
    sender = web.server._sender
    assert sender is not None
    sender._timer.now()
    await asyncio.sleep(0.1)
    assert len(receiver.got) == 1, "its sender may be alive"
    web.office.clock.time += GONE_S + 1
    sender._timer.now()
    for _ in range(200):
        if len(receiver.got) == 2:
            break
        await asyncio.sleep(0.02)
    await settled(web)
    assert [headers["webhook-id"] for headers, _ in receiver.got] == [ping.nonce] * 2


async def test_nothing_is_told_of_what_is_not_public(web: Web, receiver: Receiver) -> None:
    await added(web, receiver)
    await web.services.permissions.pages(MANAGER, add=600)
    code = await web.office.game()
    await web.office.send(code, HOST, "e7-e6")
    await settled(web)
    receiver.answers[:] = [500]
    await web.office.game(channel=600)
    await settled(web)
    assert receiver.types == ["ping", "game.started"]
    await web.services.permissions.pages(MANAGER, off=True)
    await pass_time(web, RETRIES_S[0] + 1)
    assert receiver.types == ["ping", "game.started"], "nothing is told later that was queued before"
    assert [post.status for post in await rows(web)] == ["sent", "dropped"]


async def test_an_order_that_is_not_revealed_changes_no_byte(web: Web, receiver: Receiver) -> None:
    await shown(web)
    await added(web, receiver)
    await settled(web)
    receiver.got.clear()
    receiver.answers[:] = [500]
    code = await web.office.game()
    await settled(web)
    await web.office.orders.give(code, HOST, "e7-e6")
    await pass_time(web, RETRIES_S[0] + 1)
    [first, second] = [body for _, body in receiver.got]
    assert first == second
    assert json.loads(first)["type"] == "game.started"


@pytest.mark.parametrize(
    "url",
    [
        "http://bots.example.org/x",
        "https://user:word@bots.example.org/x",
        "https://localhost/x",
        "https://bots.local/x",
        "https://10.0.0.7/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://[fd00::1]/x",
        "https://169.254.169.254/latest/meta-data",
        "https://[::ffff:10.0.0.1]/x",
        "https://bots.example.org:99999/x",
        "https:///x",
        "ftp://bots.example.org",
        "bots.example.org",
    ],
)
async def test_addresses_that_are_refused(web: Web, url: str) -> None:
    with pytest.raises(Refused):
        await web.services.webhooks.add(1, url)


async def test_a_name_that_leads_into_a_private_network_is_not_called(web: Web, receiver: Receiver) -> None:
    await added(web, receiver)
    connector = aiohttp.TCPConnector(resolver=PublicResolver(Here()))
    async with aiohttp.ClientSession(connector=connector) as session:
        with pytest.raises(aiohttp.ClientConnectorError):
            await session.post(f"http://bots.example.org:{receiver.port}/x")


async def test_adding_and_removing(web: Web) -> None:
    services = web.services
    answer = await services.webhooks.add(1, " https://bots.example.org/x_y?key=1 ")
    assert "shows no games yet" in answer.text
    told = await services.webhooks.told(1)
    assert told == "- **Webhooks:** `bots.example.org/x_y`", "keys in addresses are for their owner"
    with pytest.raises(Refused, match="already"):
        await services.webhooks.add(1, "https://bots.example.org/x_y?key=1")
    with pytest.raises(Refused, match="bots"):
        await services.webhooks.remove(1, "https://bots.example.org/z")
    await services.webhooks.remove(1, "bots.example.org/x_y")
    assert await services.webhooks.told(1) == "- **Webhooks:** none"
    for number in range(webhooks.MOST):
        await services.webhooks.add(1, f"https://bots.example.org/{number}")
    with pytest.raises(Refused, match="can have"):
        await services.webhooks.add(1, "https://bots.example.org/more")
    await services.permissions.pages(MANAGER, everywhere=True)
    assert len(await web.office.read(lambda tx: webhooks.webhooks_of(tx, 1))) == webhooks.MOST, (
        "/setup keeps them"
    )
