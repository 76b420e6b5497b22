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

    async def all_there() -> None:
        await four.until(lambda: gateway.live == dict.fromkeys(range(4), 1), what="four shards")

    await all_there()
    assert gateway.counts["too_soon"] == 0
    games = [await begin(four, guild.channel("hall"), *guild.members("anna", "ben")) for guild in guilds]
    for game in games:
        await game.turn_by_slash()

    await gateway.start_outage(1)
    await games[1].turn_by_slash()  # the other server's game goes on
    gateway.end_outage()
    await all_there()
    mover, orders = games[0].called, await games[0].legal(games[0].called)
    await gateway.drop(shard=0, forget=True)
    mover.dm(orders[0])  # this event is lost, and read when the new session begins
    await mover.inbox.wait_for(f" `{games[0].table}`: `{orders[0]}`")
    await all_there()
    await games[0].turn_by_slash()
    assert gateway.undelivered == gateway.delivered_twice == 0

    assert await bot.stop() == 0
    assert not gateway.sessions, "all have said goodbye"
    await bot.start()
    await all_there()
    for game in games:
        await game.turn_by_slash()
        game.assert_told_once(3)
