"""Fixtures of the end-to-end tests: a Discord for each test, and bots that never outlive it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from .loopback import BotProcess, Loopback

StartBot = Callable[..., Awaitable[BotProcess]]


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    """An empty Discord; leaving the test kills the bots that were started against it."""
    async with Loopback() as loopback:
        yield loopback


@pytest.fixture
def start_bot(discord: Loopback, tmp_path: Path) -> StartBot:
    """``bot = await start_bot("bot", env={...})``: a ready bot, in an empty working folder."""

    async def start(module: str = "bot", **options: object) -> BotProcess:
        bot = BotProcess(discord, module, **{"cwd": tmp_path, **options})  # type: ignore[arg-type]
        await bot.start()
        return bot

    return start
