"""Fixtures of the end-to-end tests: a Discord for each test, and bots that never outlive it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests import postgres

from .database import FILE
from .loopback import BotProcess, Loopback
from .play import READY, THREADS, traceback_lines

StartBot = Callable[..., Awaitable[BotProcess]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.e2e)


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


@pytest.fixture
def fieldpost(discord: Loopback, start_bot: StartBot, tmp_path: Path, database: str) -> Iterator[StartBot]:
    """``bot = await fieldpost()``: Fieldpost itself, ready; keywords are those of BotProcess. None of
    its runs may print a traceback or an error.

    Discord is patient with its answers, so that a busy machine fails no test; 3 s are for test_loopback.py.
    """
    discord.limits.interaction_seconds = 60.0

    bots = list[BotProcess]()

    async def start(
        *, env: Mapping[str, str] | None = None, cwd: Path = tmp_path, **options: object
    ) -> BotProcess:
        given = {**THREADS, **(env or {})}
        if postgres.CURRENT is not None:
            given["FIELDPOST_DATABASE"] = postgres.CURRENT.at(cwd / FILE)
        bots.append(await start_bot("bot", env=given, cwd=cwd, ready_line=READY, **options))
        return bots[-1]

    yield start
    for bot in bots:
        assert not traceback_lines(bot), bot.output[-20000:]
