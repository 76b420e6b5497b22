"""A bot that falls over again and again connects less and less often; a healthy one never waits."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.app import create_bot
from bot.discord.session_limit import FREE, LASTING, LONGEST, Starts
from bot.settings import Settings
from tests.bot.parts import DAY, FakeClock, PostOffice


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def starts(office: PostOffice, clock: FakeClock) -> Starts:
    return Starts(office.context.db, clock)


async def test_sessions_in_a_day_of_falling_over(starts: Starts, clock: FakeClock) -> None:
    begun, until = 0, clock.time + DAY
    waits = []
    while clock.time < until:
        waits.append(await starts.wait())
        clock.time += waits[-1]
        await starts.begun()
        begun += 1
        clock.time += 5  # then it falls over
        await starts.look()
    assert waits[:FREE] == [0.0] * FREE and max(waits) <= LONGEST
    assert waits == sorted(waits) and 20 < begun < 60


async def test_one_that_lasted_was_healthy(starts: Starts, clock: FakeClock) -> None:
    for _ in range(10):
        await starts.begun()
    assert await starts.wait() > 1000
    clock.time += LASTING - 10
    await starts.look()
    assert await starts.wait() > 0, "not yet"
    clock.time += 11
    await starts.look()
    assert await starts.wait() == 0.0
    for _ in range(FREE):
        await starts.begun()
    assert await starts.wait() > 0
    await starts.well()
    assert await starts.wait() == 0.0


def test_long_waits_are_told_and_not_slept_through(tmp_path: Path) -> None:
    bot = create_bot(Settings(token="a-token", database=str(tmp_path / "f.sqlite3")))
    assert bot.http.max_ratelimit_timeout == 30.0


@pytest.mark.parametrize("shards", [None, 4])
async def test_a_connection_that_comes_while_it_leaves_begins_nothing(
    tmp_path: Path, shards: int | None
) -> None:
    """The database is closed by then."""
    bot: Any = create_bot(Settings(token="a-token", database=str(tmp_path / "f.sqlite3"), shards=shards))

    async def closed(*_: object) -> None:
        raise RuntimeError("closed")

    bot.services = SimpleNamespace(
        reached=closed, begin=closed, missed_messages=SimpleNamespace(begin=closed)
    )
    for leaving in (True, False):
        bot._leaving = leaving
        events = (
            [bot.on_shard_ready(1), bot.on_shard_resumed(1)] if shards else [bot.on_ready(), bot.on_connect()]
        )
        for event in events:
            with nullcontext() if leaving else pytest.raises(RuntimeError):
                await event
