"""Mail that was written while the bot was off: it is read first, and nothing older overwrites what was
acknowledged."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import StartBot
from .loopback import Loopback
from .play import begin, quiet, traceback_lines

HISTORY = "/channels/*/messages"
LATE = "came in late"


async def test_mail_is_read_before_anything_is_answered(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path
) -> None:
    """Orders and "ready" while it is off; after the start a command, while Discord takes its time to tell
    what was written: it is acknowledged at once, and counts after what is older."""
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost()
    game = await begin(discord, hall, anna, ben, options="enhanced=1")
    if "**Dark**" not in (await game.desk(anna)).text:
        anna, ben = ben, anna
    await ben.slash(hall, "order", order="enhance a1", table=game.table, send=True)
    await quiet(discord, bot, tmp_path)
    await bot.crash()
    anna.dm("enhance e7; ready")
    slow = discord.faults.slow("GET", HISTORY, 3.0)
    await bot.start()
    answer = await anna.slash(hall, "order", order="enhance d8", table=game.table, ack=True)
    assert answer.thinking, "acknowledged in time"
    discord.faults.planned.remove(slow)
    await discord.until(lambda: not answer.thinking, timeout=30, what="the answer")
    assert "Your order: `enhance d8`" in answer.text and "not sent yet" in answer.text
    await anna.inbox.wait_for("`enhance e7` (enhance Amphibian e7), sent", timeout=30)
    await quiet(discord, bot, tmp_path)
    shown = await anna.slash(hall, "orders", table=game.table)
    assert "Your order: `enhance d8`" in shown.text and "not sent yet" in shown.text
    assert game.turns == [], "nothing has resolved"
    assert not traceback_lines(bot)


@pytest.mark.soak
async def test_what_is_read_too_late_does_nothing(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path
) -> None:
    """Discord does not tell for so long what was written that the game goes on: to a turn in which the order
    would be legal again."""
    hall = (guild := discord.guild()).channel("hall")
    bot = await fieldpost(env={"FIELDPOST_LOOPBACK_MAIL_WAIT": "0.2"})
    game = await begin(discord, hall, *guild.members("anna", "ben"))
    mover, other = game.called, game.waits
    await game.desk(mover)
    legal = await game.legal(mover)
    first, late = legal[0], next(order for order in legal if order[:2] != legal[0][:2])
    await quiet(discord, bot, tmp_path)
    await bot.crash()
    mover.dm(f"{late}; ready")
    fault = discord.faults.fail("GET", HISTORY, 503, times=None)
    await bot.start()
    await game.by_slash(mover, first)
    await game.told(1)
    await game.by_slash(other)
    await game.told(2)
    assert late in await game.legal(mover), "it would be legal now"
    discord.faults.planned.remove(fault)
    answer = await mover.inbox.wait_for(LATE, timeout=30)
    assert "turn 3 has opened since" in answer.text
    mover.dm("games")
    await mover.inbox.wait_for("Your games")
    await quiet(discord, bot, tmp_path)
    assert game.turns == [1, 2]
    assert "Your order:" not in (await mover.slash(hall, "orders", table=game.table)).text
    assert not traceback_lines(bot)
