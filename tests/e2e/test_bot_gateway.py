"""The gateway fails or the bot was away: what people did meanwhile is read once, or was never accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import StartBot
from .loopback import Loopback
from .play import begin, menu, quiet, traceback_lines

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
    await mover.inbox.wait_for(f"Your order: `{orders[0]}`")
    assert (counts["resume"], counts["identify"]) == (1, 1)

    await discord.gateway.drop(forget=True)
    mover.dm(orders[1])  # this event is lost
    await discord.until(lambda: counts["identify"] == 2, timeout=20, what="another IDENTIFY")
    mover.dm("send")  # this one is not, and must not be read before the other
    await game.told(1)
    origin, target = orders[1][:2], orders[1][-2:]
    assert f"{origin} → {target}" in (await game.told(1)).text, "orders count as they were written"
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
    await mover.inbox.wait_for(f"Your order: `{orders[-1]}`")
    await mover.inbox.wait_for("Your games")
    await quiet(discord, bot, tmp_path)
    assert len(mover.inbox.posts(containing=f"Your order: `{orders[0]}`")) <= 1
    assert len(mover.inbox.posts(containing="Your games")) == 1
    private = await mover.press(told, "My orders")  # of the run before
    assert f"Your order: `{orders[-1]}`" in private.text
    await mover.press(private, "Send")
    await game.told(2)
    game.assert_told_once(2)
    await quiet(discord, bot, tmp_path)
    assert not traceback_lines(bot)
