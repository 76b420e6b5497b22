"""SIGKILL while a game of silence begins and ends, and while a penalty is ruled: nobody is left silenced,
nobody is let talk, and nothing is ruled or told twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import StartBot
from .loopback import BotProcess, Channel, Loopback, User
from .nme import Nme, begin_nme, begun, kept_silences
from .play import open_table, pressed, quiet, traceback_lines, true_record
from .test_bot_crashes import dies_during

pytestmark = pytest.mark.soak
TAKING = ("PUT", "/channels/*/permissions/*")
GIVING = ("DELETE", "/channels/*/permissions/*")

Arm = Callable[[BotProcess, Channel], object]
ROUNDS: tuple[tuple[str, Arm, Arm], ...] = (
    (
        "before the first one is silenced, after the first one may talk",
        lambda bot, hall: bot.kill_on_call(*TAKING),
        lambda bot, hall: bot.kill_on_call(*GIVING, when="after"),
    ),
    (
        "after the second one is silenced, before the second one may talk",
        lambda bot, hall: bot.kill_on_call(*TAKING, nth=2, when="after"),
        lambda bot, hall: bot.kill_on_call(*GIVING, nth=2),
    ),
    (
        "when all are silenced, about the last commit",
        lambda bot, hall: bot.kill_on_call(*TAKING, nth=3, when="after"),
        lambda bot, hall: bot.kill_on_log("kind=declare"),
    ),
)


async def test_killed_about_silence(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Each game is begun and ended with a kill. Who had an entry of the own has it again."""
    people = (guild := discord.guild()).members("ada", "ben", "cem")
    bot = await fieldpost()
    for name, at_start, at_end in ROUNDS:
        hall = guild.channel("hall")
        hall.allow("attach_files", to=people[2])
        before = [hall.entry(one) for one in people]
        table, lobby = await open_table(hall, *people, game="nme")
        at_start(bot, hall)
        await dies_during(bot, pressed(people[0], lobby, "Start"), name)
        await bot.start()
        game = await begun(discord, hall, table, *people)
        await all_silent(game, people)
        await quiet(discord, bot, tmp_path)

        await game.concedes(game.seats["black"])
        at_end(bot, hall)
        await dies_during(bot, game.concedes(game.seats["gray"]), name)
        await bot.start()
        await quiet(discord, bot, tmp_path)
        if not game.is_over:  # it was before the commit: nothing has happened
            await all_silent(game, people)
            await game.concedes(game.seats["gray"])
        await discord.until(lambda: [hall.entry(one) for one in people] == before, what=name)  # noqa: B023
        await discord.until(lambda: not kept_silences(tmp_path), what="nothing kept")
        await quiet(discord, bot, tmp_path)
        game.assert_nothing_doubled()
        assert len(hall.posts(containing="the game is over")) == 1
        assert not hall.posts(containing="I may not")
    assert not traceback_lines(bot)


async def all_silent(game: Nme, people: list[User]) -> None:
    """Nobody may write in the channel; what else stood in somebody's entry stands there still."""
    hall = game.hall

    def silenced() -> bool:
        return all("send_messages" in (hall.entry(one) or ([], []))[1] for one in people)

    await game.discord.until(silenced, what="silence")
    assert [(hall.entry(one) or ([], []))[0] for one in people] == [[], [], ["attach_files"]]


RULED: tuple[tuple[str, Callable[[BotProcess, Nme], object]], ...] = (
    ("the commit", lambda bot, game: bot.kill_on_log("kind=declare")),
    ("the post", lambda bot, game: bot.kill_on_call("POST", game.hall.messages_path, when="after")),
    (
        "the word to Black",
        lambda bot, game: bot.kill_on_call("POST", game.seats["black"].inbox.messages_path, when="after"),
    ),
    ("the answer", lambda bot, game: bot.kill_on_call("PATCH", "/webhooks/**")),
)


async def test_killed_about_a_penalty(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Ruled once, told once, and an order that it makes illegal is given anew."""
    discord.limits.nonce_seconds = 0
    discord.limits.nonce_in_history = False
    hall = (guild := discord.guild()).channel("hall")
    mona = guild.member("mona")
    guild.role("Moderators", mona, manage_guild=True)
    bot = await fieldpost()
    game = await begin_nme(discord, hall, *guild.members("ada", "ben", "cem"))
    black = game.seats["black"]
    for number, (name, arm) in enumerate(RULED, 1):
        space = f"A{number}"
        ruling = {"player": "black", "ruling": "penalty", "space": space, "reason": f"Whisper {number}"}
        await game.drafted(black, f"{space}-B{number}")
        await quiet(discord, bot, tmp_path)
        arm(bot, game)
        await dies_during(bot, mona.slash(hall, "penalty", **ruling), name)
        await bot.start()
        await quiet(discord, bot, tmp_path)
        again = await mona.slash(hall, "penalty", **ruling)
        if "Ruled against" not in again.text:
            assert f"There is none on `{space}`" in again.text, "it was ruled before the kill"
        await quiet(discord, bot, tmp_path)
        assert len(hall.posts(containing=f"Whisper {number}")) == 1
        words = f"`{space}-B{number}` is not legal any more"
        assert len(black.inbox.posts(containing=words)) == 1, f"{name}: {words}"
        assert "**not sent yet**" not in (await game.desk(black)).text
    game.assert_nothing_doubled()
    await game.play("A5-B5")
    await game.concedes(black)
    await game.concedes(game.seats["gray"])
    await quiet(discord, bot, tmp_path)
    record: dict[str, Any] = await true_record(game, mona, tmp_path)
    ruled = [step["what"] for step in record["steps"] if step["kind"] == "declare"]
    assert ruled == [*(f"penalty A{number}" for number in range(1, len(RULED) + 1)), "concede", "concede"]
    assert not traceback_lines(bot)
