"""The bot's process is stopped over a deadline, as by `docker pause` or the sleep of a laptop."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random

import pytest

from .clocked import Clocked
from .conftest import StartBot
from .loopback import Loopback
from .play import open_table, pressed, quiet, traceback_lines

pytestmark = pytest.mark.soak
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
    post = await hall.wait_for("I was away", timeout=30)
    assert "the deadline passed meanwhile" in post.text and not game.is_over
    assert game.due_at() > time.time() and discord.gateway.counts["resume"] == resumed + 1
    _, sheets = game.sheets(Random(1))
    for seat, orders in sheets.items():
        assert "is resolved" in await game.order(seat, orders, send=True)
    assert game.turn == 1
    await quiet(discord, bot, tmp_path)
    assert len(hall.posts(containing="I was away")) == 1
    log = await anna.slash(hall, "log", table=table)
    assert log.text.count("nobody could reach me") == 1
    assert not traceback_lines(bot)
