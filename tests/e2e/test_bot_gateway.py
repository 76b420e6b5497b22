"""The gateway fails or the bot was away: what people did meanwhile is read once, or was never accepted."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random

import pytest

from .clocked import Clocked
from .conftest import StartBot
from .loopback import Loopback
from .play import begin, menu, open_table, pressed, quiet

pytestmark = pytest.mark.soak


async def test_dropped_forgotten_and_down(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost()
    game = await begin(discord, hall, anna, ben)
    await game.desk(game.called)
    counts = discord.gateway.counts

    mover, orders = game.called, await game.legal(game.called)
    await discord.gateway.drop()
    mover.dm(orders[0])  # comes with RESUME
    await mover.inbox.wait_for(f" `{game.table}`: `{orders[0]}`")
    assert (counts["resume"], counts["identify"]) == (1, 1)

    await discord.gateway.drop(forget=True)
    mover.dm(orders[1])  # this event is lost
    await discord.until(lambda: counts["identify"] == 2, timeout=20, what="another IDENTIFY")
    mover.dm("send")  # this one is not, and must not be read before the other
    await game.told(1)
    origin, target = orders[1][:2], orders[1][-2:]
    assert f"{origin}-{target}" in (await game.told(1)).text, "orders count as they were written"
    await quiet(discord, bot, tmp_path)

    mover, orders = game.called, await game.legal(game.called)
    desk = await game.desk(mover)
    await bot.crash()
    mover.dm(orders[0])
    mover.dm(orders[-1])
    piece = desk.choices[menu(desk, "pick")][0]
    assert not (await mover.select(desk, menu(desk, "pick"), piece, timeout=0.1)).answered
    told = await game.told(1)
    assert not (await mover.press(told, "My orders", timeout=0.1)).answered
    await bot.start(ready=False)
    await discord.until(lambda: counts["identify"] == 3, timeout=20, what="IDENTIFY after the start")
    mover.dm("games")
    await mover.inbox.wait_for(f"Your order:** `{orders[-1]}`")
    await mover.inbox.wait_for("Your games")
    await quiet(discord, bot, tmp_path)
    assert len(mover.inbox.posts(containing=f" `{game.table}`: `{orders[0]}`")) <= 1
    assert len(mover.inbox.posts(containing="Your games")) == 1
    private = await mover.press(told, "My orders")  # of the run before
    assert f"Your order:** `{orders[-1]}`" in private.text
    await mover.press(private, "Send")
    await game.told(2)
    game.assert_told_once(2)
    await quiet(discord, bot, tmp_path)


# -- Starts that cost Discord's patience


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


# -- The bot's process is stopped over a deadline, as by `docker pause` or the sleep of a laptop


GAP = 2.0


@pytest.mark.parametrize("cut", [False, True], ids=["connection kept", "connection cut"])
async def test_frozen_over_a_deadline(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path, cut: bool
) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost(env={"FIELDPOST_LOOPBACK_GAP": str(GAP)})
    options = "absence=forfeit grace=0"
    table, lobby = await open_table(hall, anna, ben, game="cic", deadline="24h", options=options)
    await pressed(anna, lobby, "Start")
    await hall.wait_for(f"`{table}` · the game begins")
    game = Clocked(discord, hall, table, (anna, ben), key="cic", folder=tmp_path)
    await quiet(discord, bot, tmp_path)
    resumed = discord.gateway.counts["resume"]
    game.pass_deadline(GAP)
    bot.freeze()
    cutting = asyncio.create_task(discord.gateway.drop()) if cut else None
    await asyncio.sleep(2 * GAP)
    bot.thaw()
    if cutting is not None:
        await cutting
    post = await hall.wait_for("You get that time back", timeout=30)
    assert "and the deadline passed" in post.text and not game.is_over
    assert game.due_at() > time.time() and discord.gateway.counts["resume"] == resumed + 1
    _, sheets = game.sheets(Random(1))
    for seat, orders in sheets.items():
        assert "is resolved" in await game.order(seat, orders, send=True)
    assert game.turn == 1
    await quiet(discord, bot, tmp_path)
    assert len(hall.posts(containing="I was away")) == 1
    log = await anna.slash(hall, "log", table=table)
    assert log.text.count("Nobody could reach me") == 1
