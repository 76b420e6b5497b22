"""The loopback in a process of its own, and what can be done to it over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from .loopback.server import SURE

ROOT = Path(__file__).resolve().parents[2]
ENV = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}


class Remote:
    """A loopback elsewhere."""

    def __init__(self, told: dict[str, Any], web: aiohttp.ClientSession) -> None:
        self.told, self.web = told, web

    async def do(self, act: str, status: int = 200, **given: Any) -> Any:
        url = f"http://127.0.0.1:{self.told['port']}/loopback/{act}"
        async with self.web.post(url, json=given) as answer:
            assert answer.status == status, await answer.text()
            return await answer.json()

    async def see(self, what: str, **query: str) -> Any:
        url = f"http://127.0.0.1:{self.told['port']}/loopback/{what}"
        async with self.web.get(url, params=query) as answer:
            return await answer.json()

    async def until(self, what: str, **query: str) -> AsyncIterator[Any]:
        """What is seen there, again and again; AssertionError after a long time."""
        async with asyncio.timeout(SURE):
            while True:
                yield await self.see(what, **query)
                await asyncio.sleep(0.05)


async def started(*arguments: str, **env: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", *arguments, cwd=ROOT, env={**ENV, **env}, stdout=asyncio.subprocess.PIPE
    )


async def line(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    return (await asyncio.wait_for(process.stdout.readline(), SURE)).decode()


@pytest.fixture
async def remote() -> AsyncIterator[Remote]:
    process = await started("tests.e2e.loopback", "--shards", "8", "--identify-seconds", "0")
    try:
        told = json.loads(await line(process))
        async with aiohttp.ClientSession() as web:
            yield Remote(told, web)
        process.terminate()
        assert await asyncio.wait_for(process.wait(), SURE) == 0
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def test_people_act_on_a_bot_from_afar(remote: Remote) -> None:
    assert remote.told["shards"] == 8
    guild = await remote.do("guild", shard=3)
    assert guild["shard"] == 3
    hall = (await remote.do("channel", guild=guild["id"], name="hall"))["id"]
    anna = (await remote.do("member", guild=guild["id"], name="anna"))["id"]
    assert "no command" in (await remote.do("slash", 409, user=anna, channel=hall, name="panel"))["error"]
    bot = await started(
        "tests.e2e.loopback.launcher",
        "tests.e2e.stub_bot",
        FIELDPOST_LOOPBACK_PORT=str(remote.told["port"]),
        FIELDPOST_TOKEN=remote.told["token"],
    )
    try:
        assert "ready" in await line(bot)
        panel = await remote.do("slash", user=anna, channel=hall, name="panel")
        assert panel["answered"] and panel["post"]["text"] == "panel" and "Ready" in panel["post"]["buttons"]
        pressed = await remote.do("press", user=anna, post=panel["post"]["id"], button="Ready")
        assert pressed["post"]["text"] == "ready: anna"
        values = {"user": anna, "post": panel["post"]["id"], "select": "Unit", "values": ["u7"]}
        assert (await remote.do("select", **values))["post"]["text"] == "picked u7"
        form = await remote.do("press", user=anna, post=panel["post"]["id"], button="Orders")
        assert form["modal"]["title"] == "Orders"
        orders = {"Your orders": "A1", "Side": "north"}
        sent = await remote.do("submit", user=anna, interaction=form["interaction"], values=orders)
        assert sent["post"]["text"] == "north: A1" and sent["post"]["ephemeral"]
        await remote.do("dm", user=anna, text="hello")
        async for posts in remote.until("posts", inbox=anna, containing="echo hello"):
            if posts:
                break
        assert [post["text"] for post in await remote.see("posts", channel=hall)] == ["ready: anna"]

        await remote.do("drop")
        async for state in remote.until("state"):
            if state["gateway"].get("resume") == 1:
                break
        assert state["live"] == {"0": 1} and state["calls"]["200"] >= 1 and not state["limits_hit"]
        assert state["interactions"] == {"sent": 5, "answered": 5, "undelivered": 0, "delivered_twice": 0}
        await remote.do("limits", global_rate=0, interaction_seconds=0.05)
        bot.kill()
        await bot.wait()
        async for state in remote.until("state"):
            if not state["live"]:
                break
        lost = await remote.do("press", user=anna, post=panel["post"]["id"], button="Ready")
        assert not lost["answered"]
        assert (await remote.see("state"))["interactions"]["undelivered"] == 1
        assert "no number" in (await remote.do("limits", 400, rates=3))["error"]
        await remote.do("peace", 404)
    finally:
        with contextlib.suppress(ProcessLookupError):
            bot.kill()
        await bot.wait()
