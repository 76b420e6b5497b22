"""The bot on several shards in one process: each server's games go on by its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import StartBot
from .database import ask
from .loopback import Loopback
from .play import begin, menu, quiet

ENV = {"FIELDPOST_SHARDS": "auto", "FIELDPOST_LOOPBACK_IDENTIFY": "0.2"}


@pytest.fixture
def four(discord: Loopback) -> Loopback:
    discord.limits.shards, discord.limits.identify_seconds = 4, 0.1
    return discord


@pytest.mark.soak
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


async def test_who_answers_second_does_nothing(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path
) -> None:
    """Two processes may be told of the same interaction. It is answered before anything is done, so that
    Discord's refusal of the second answer (40060) ends it there."""
    guild = discord.guild()
    hall, (anna, ben) = guild.channel("hall"), guild.members("anna", "ben")
    bot = await fieldpost()
    game = await begin(discord, hall, anna, ben)
    mover, desk = game.called, await game.desk(game.called)
    order = (await game.legal(mover))[0]
    await quiet(discord, bot, tmp_path)

    def stored() -> list[object]:
        tables = ("steps", "drafts", "votes", "players", "outbox")
        return [ask(tmp_path, f"SELECT COUNT(*) FROM {table}") for table in tables]

    before, said = stored(), desk.text
    discord.limits.interaction_seconds = 0.5
    second = discord.faults.fail("POST", "/interactions/*/*/callback", 400, code=40060, times=None)
    await mover.slash(hall, "order", order=order, table=game.table, send=True)
    await mover.select(desk, menu(desk, "pick"), order[:2])
    await mover.press(desk, next(label for label in desk.buttons if "Concede" in label or "More" in label))
    await mover.slash(hall, "vote draw", table=game.table)
    await discord.until(lambda: second.strikes >= 4, what="four answers")
    await quiet(discord, bot, tmp_path)
    assert stored() == before and desk.text == said
    discord.faults.clear()
    discord.limits.interaction_seconds = 60.0
    await game.turn_by_slash()
    game.assert_told_once(1)
