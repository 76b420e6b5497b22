"""Starts that cost Discord's patience: again and again, and with the day's sessions used up."""

from __future__ import annotations

import pytest

from .conftest import StartBot
from .loopback import Loopback

pytestmark = pytest.mark.soak


async def test_again_and_again(discord: Loopback, fieldpost: StartBot) -> None:
    """The second start of those that did not last waits, and stops at once when it is asked to."""
    discord.guild()
    bot = await fieldpost(env={"FIELDPOST_LOOPBACK_FREE_STARTS": "1"})
    await bot.crash()
    connected = discord.gateway.counts["identify"]
    await bot.start(ready=False)
    await discord.until(lambda: bot.has_logged("I wait before I connect"), what="the line")
    assert await bot.stop() == 0 and discord.gateway.counts["identify"] == connected
    assert sum("I wait before I connect" in line for line in bot.lines) == 1


async def test_a_stop_on_purpose_is_no_failure(discord: Loopback, fieldpost: StartBot) -> None:
    discord.guild()
    bot = await fieldpost(env={"FIELDPOST_LOOPBACK_FREE_STARTS": "1"})
    assert await bot.stop() == 0
    await bot.start()
    assert not bot.has_logged("I wait before I connect")


async def test_sessions_used_up(discord: Loopback, fieldpost: StartBot) -> None:
    discord.guild()
    bot = await fieldpost()
    await bot.stop()
    connected, discord.limits.sessions_left = discord.gateway.counts["identify"], 12
    await bot.start(ready=False)
    assert await bot.gone() == 1 and discord.gateway.counts["identify"] == connected
    assert bot.stderr[-1].startswith("fieldpost: Discord allows 12 more of 1000 connections within 2 hours")
