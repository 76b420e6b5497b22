"""The bot's own process plays a game: lobby, desks, orders in three ways, the end, SIGTERM."""

from __future__ import annotations

import os
import signal

from .conftest import StartBot
from .loopback import Loopback
from .play import begin, family, has_picture, traceback_lines


async def test_three_turns_in_three_ways(discord: Loopback, fieldpost: StartBot) -> None:
    """With a worker that draws; ends by SIGTERM, runs again, ends by SIGKILL."""
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost(env={"FIELDPOST_RENDER_PROCESSES": "1"}, fresh=True)
    game = await begin(discord, hall, anna, ben)
    begun = await hall.wait_for("the game begins")
    assert has_picture(begun) and has_picture(await game.desk(game.called))

    for number, way in enumerate((game.by_slash, game.by_desk, game.by_text), start=1):
        assert game.turn == number
        order = await way(game.called)
        told = await game.told(number)
        assert has_picture(told) and order[-2:] in told.text
        assert has_picture(await game.desk(game.called))
    game.assert_told_once(3)
    game.assert_desks(4)

    assert len(family(bot)) > 1, "a worker draws"
    assert await bot.stop() == 0
    assert not traceback_lines(bot)
    await bot.start()
    assert len(discord.calls_to("PUT", "/applications/*/commands")) == 1, "synced once, not again"
    await game.turn_by_slash()
    game.assert_told_once(4)

    assert len(family(bot)) > 1
    os.kill(bot.pid, signal.SIGKILL)  # the bot alone
    await discord.until(lambda: not family(bot), what="the end of the workers")
    assert await bot.gone() == -9
