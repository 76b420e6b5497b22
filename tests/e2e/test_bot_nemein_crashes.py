"""SIGKILL while handfuls are chosen, in the middle of a turn, and about a coin flip: nothing is lost, doubled
or flipped again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import StartBot
from .loopback import BotProcess, Loopback, User
from .nemein import SETUP, TURNS, Nemein, begin_nemein
from .play import quiet, traceback_lines, true_record
from .test_bot_crashes import dies_during

pytestmark = pytest.mark.soak

Arm = Callable[[BotProcess, Nemein], object]
POSTED = "the animation is posted, the report is not"
ABOUT_A_FLIP: dict[str, Arm] = {
    "the commit": lambda bot, game: bot.kill_on_log("kind=resolve"),
    POSTED: lambda bot, game: bot.kill_on_call("POST", game.hall.messages_path, when="after"),
}


async def test_killed_in_the_set_up_and_in_turns(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path
) -> None:
    """Nonces are forgotten: the marker alone prevents doubles. A flip that was made falls as it fell."""
    discord.limits.nonce_seconds = 0
    discord.limits.nonce_in_history = False
    guild = discord.guild()
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost()
    for name, arm in ABOUT_A_FLIP.items():
        hall = guild.channel("hall")
        game = await begin_nemein(discord, hall, anna, ben)
        desk = await game.desk(anna, "the set-up")
        await game.tapped(anna, desk, "+ 25", "25c of 100c")
        if name == POSTED:
            bot.kill_on_call("PATCH", "/webhooks/**")
            await dies_during(bot, anna.press(desk, "+ 10"), "a coin")
            await bot.start()
            assert "**25c of 100c" in desk.text, "what was not shown is tapped again"
        await game.tapped(anna, desk, "+ 10", "35c of 100c")
        await game.by_slash(anna, game.of(anna, SETUP))
        await quiet(discord, bot, tmp_path)
        bot.kill_on_log("kind=resolve")
        await dies_during(bot, game.by_slash(ben, game.of(ben, SETUP)), "the reveal")
        await bot.start()
        await quiet(discord, bot, tmp_path)
        if not game.telling("the set-up is done"):  # it was before the commit
            assert "the set-up is sealed" not in " ".join(post.text for post in game.public)
            await game.by_slash(ben, game.of(ben, SETUP))
        await game.told("the set-up is done")
        await quiet(discord, bot, tmp_path)

        first, second = game.called, game.other
        walk, sure, flip, _ = TURNS
        await game.by_slash(first, f"{game.of(first, walk)}; end")
        await game.told("· turn 1\n")
        await between_action_and_end(bot, game, second, game.of(second, sure.removesuffix("; end")), tmp_path)
        await about_the_flip(bot, game, second, game.of(second, flip), arm, tmp_path)
        asked = await first.slash(hall, "concede", table=game.table)
        await first.press(asked, "Yes, I concede")
        await game.told("· the game is over")
        await quiet(discord, bot, tmp_path)
        game.assert_nothing_doubled()
        record = await true_record(game, anna, tmp_path)
        flips = [each for step in record["steps"] for each in step["events"] if each["type"] == "coin_flip"]
        assert [(each["n"], "heads" if each["heads"] else "tails") for each in flips] == game.flips(), name
        assert len(flips) == 2
    assert not traceback_lines(bot)


async def between_action_and_end(
    bot: BotProcess, game: Nemein, user: User, action: str, folder: Path
) -> None:
    """The attack is made once, the turn is still open after the kill, and its end is the user's to say."""
    bot.kill_on_call("POST", game.hall.messages_path, when="after")
    await dies_during(bot, game.by_slash(user, action), "an action")
    await bot.start()
    await quiet(game.discord, bot, folder)
    assert len(game.telling("a sure win")) == 1
    assert "goes on with this turn" in game.public[-1].text
    assert "of this turn is closed" in await game.by_slash(user, action)
    assert len(game.telling("a sure win")) == 1
    await game.by_slash(user, "end")
    await game.told("now comes a further one")
    await quiet(game.discord, bot, folder)


async def about_the_flip(
    bot: BotProcess, game: Nemein, user: User, order: str, arm: Arm, folder: Path
) -> None:
    """Flipped once, shown once, told once; the report tells what the animation shows."""
    arm(bot, game)
    await dies_during(bot, game.by_slash(user, order), "a flip")
    [before] = game.flips()[1:] or [None]
    await bot.start()
    await quiet(game.discord, bot, folder)
    if len(game.flips()) == 1:  # the kill was before the commit
        await game.by_slash(user, order)
        await game.told("goes on with this turn")
        await quiet(game.discord, bot, folder)
    _, (number, side) = game.flips()
    assert before in (None, (number, side)), "flipped again"
    [report] = game.telling(f"Coin flip #{number}: ")
    assert f"Coin flip #{number}: **{side}**" in report.text
