"""The bot on several shards in one process: each server's games go on by its own."""

from __future__ import annotations

import pytest

from .conftest import StartBot
from .loopback import Loopback
from .play import begin

ENV = {"FIELDPOST_SHARDS": "auto", "FIELDPOST_LOOPBACK_IDENTIFY": "0.2"}


@pytest.fixture
def four(discord: Loopback) -> Loopback:
    discord.limits.shards, discord.limits.identify_seconds = 4, 0.1
    return discord


async def test_games_on_several_shards(four: Loopback, fieldpost: StartBot) -> None:
    guilds = [four.guild(shard=shard) for shard in (1, 2)]
    bot = await fieldpost(env=ENV)
    gateway = four.gateway
    assert gateway.live == dict.fromkeys(range(4), 1) and gateway.counts["too_soon"] == 0
    games = [await begin(four, guild.channel("hall"), *guild.members("anna", "ben")) for guild in guilds]
    for game in games:
        await game.turn_by_slash()

    await gateway.drop(shard=1)
    mover, orders = games[0].called, await games[0].legal(games[0].called)
    await four.until(lambda: gateway.counts["resume"] == 1, what="a RESUME")
    await gateway.drop(shard=0, forget=True)
    mover.dm(orders[0])  # this event is lost, and read when the new session begins
    await mover.inbox.wait_for(f" `{games[0].table}`: `{orders[0]}`")
    assert gateway.live == dict.fromkeys(range(4), 1)
    for game in games:
        await game.turn_by_slash()
        game.assert_told_once(2)
    assert gateway.undelivered == gateway.delivered_twice == 0

    assert await bot.stop() == 0
    assert not gateway.sessions, "all have said goodbye"
    identified = gateway.counts["identify"]
    await bot.start()
    assert gateway.counts["identify"] == identified + 4
    await games[1].turn_by_slash()
    games[1].assert_told_once(3)
