"""SIGKILL while formations are sealed and dice are rolled, and in a war in fog: nothing is lost, doubled,
rolled again or opened too early."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .conftest import StartBot
from .loopback import Loopback
from .play import quiet, traceback_lines, true_record
from .test_bot_crashes import dies_during
from .ww3 import SETUPS, begin_ww3

pytestmark = pytest.mark.soak


async def test_killed_about_the_dice(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Killed with one formation in, when the dice are posted but not the report, at a move, at the end."""
    discord.limits.nonce_seconds = 0
    discord.limits.nonce_in_history = False
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost()
    game = await begin_ww3(discord, hall, anna, ben, options="players=2 fog=on")
    red, silver = game.seats["red"], game.seats["silver"]
    await game.by_slash(red, SETUPS["red"])
    await bot.crash()
    await bot.start()
    bot.kill_on_call("POST", hall.messages_path, nth=2, when="after")
    await dies_during(bot, game.by_slash(silver, SETUPS["silver"]), "the dice")
    [sealed] = game.telling("is sealed")
    thrown = game.rolled().text
    assert not game.telling("rolled the highest")
    await bot.start()
    await quiet(discord, bot, tmp_path)
    assert game.rolled().text == thrown and [post.text for post in game.telling("is sealed")] == [sealed.text]
    report = await game.told("rolled the highest")
    begins = re.search(r"\*\*(\w+)\*\* \(\w+\) rolled the highest", report.text)
    assert begins is not None and f"{begins[1]} begins" in thrown and game.seat == begins[1].lower()

    first, move = game.called, {"red": "h3-h4", "silver": "e9-e8"}
    bot.kill_on_call("POST", hall.messages_path)
    await dies_during(bot, game.by_slash(first, move[game.seat]), "a move")
    await bot.start()
    await game.told("· turn 2\n")
    await quiet(discord, bot, tmp_path)
    assert game.called != first and len(game.telling("· turn 2\n")) == 1
    assert not [name for post in game.public for name in post.files if name.endswith(".txt")], "still secret"

    asked = await silver.slash(hall, "concede", table=game.table)
    bot.kill_on_call("POST", hall.messages_path)
    await dies_during(bot, silver.press(asked, "Yes, I concede"), "the end")
    await bot.start()
    last = await game.told("· the game is over")
    await quiet(discord, bot, tmp_path)
    game.assert_nothing_doubled()
    [opened] = [data.decode() for name, data in last.files.items() if name.endswith("orders.txt")]
    for seat in ("red", "silver"):
        hashes = re.findall(rf"{seat.title()} `([0-9a-f]{{64}})`", sealed.text)
        assert hashes and hashes[0] in opened
    record = await true_record(game, red, tmp_path)
    dice = [
        str(each["value"]) for step in record["steps"] for each in step["events"] if each["type"] == "die"
    ]
    assert re.findall(r"\*\*(\d)\*\*", thrown) == dice
    assert not traceback_lines(bot)
