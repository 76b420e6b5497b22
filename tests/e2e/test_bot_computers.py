"""SIGKILL while a computer thinks: its turn is played once, and told once."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Literal

import pytest

from bot.features.boards import text as board_words
from bot.features.practice import text as practice_words
from tests.tiers import SEED

from .computers import PROCESSES, against, frozen, mine, thinker
from .conftest import StartBot
from .database import ask
from .loopback import BotProcess, Loopback
from .loopback.server import SURE
from .play import Game, drafted, menu, quiet


@pytest.mark.soak
async def test_killed_while_it_thinks(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """With its processes, after the person's order and before the answer."""
    discord.limits.forget_nonces()
    hall = (guild := discord.guild()).channel("hall")
    anna = guild.member("anna")
    bot = await fieldpost(env=PROCESSES)
    game = await against(discord, bot, hall, anna, "sergeant")
    turn = game.turn
    with frozen(await thinker(discord, bot)):
        await game.by_slash(anna)
        await game.told(turn)
        assert ask(tmp_path, "SELECT count(*) FROM thinking") == [(1,)]
        await bot.crash()
    await bot.start()
    assert await mine(game) == turn + 2
    await played_once(discord, bot, game, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("when", ["before", "after"])
async def test_killed_when_its_turn_is_told(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path, when: Literal["before", "after"]
) -> None:
    """The computer's post has left, or not; nobody thinks about that turn again."""
    discord.limits.forget_nonces()
    hall = (guild := discord.guild()).channel("hall")
    anna = guild.member("anna")
    bot = await fieldpost(env=PROCESSES)
    game = await against(discord, bot, hall, anna, "recruit")
    turn = game.turn
    with frozen(await thinker(discord, bot)):
        await game.by_slash(anna)
        await quiet(discord, bot, tmp_path)
        killed = bot.kill_on_call("POST", hall.messages_path, when=when)
    await discord.until(lambda: killed.strikes, timeout=SURE, what="the computer's turn in the channel")
    assert await bot.gone() == -9
    await bot.start()
    assert await mine(game) == turn + 2
    await played_once(discord, bot, game, tmp_path)


@pytest.mark.soak
async def test_killed_at_random(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    discord.limits.forget_nonces()
    hall = (guild := discord.guild()).channel("hall")
    anna, dice = guild.member("anna"), random.Random(SEED)
    bot = await fieldpost(env=PROCESSES)
    game = await against(discord, bot, hall, anna, "recruit")
    for _ in range(8):
        await game.by_slash(anna, dice=dice)
        bot.kill_after(dice.uniform(0.0, 1.0))
        assert await bot.gone() == -9
        bot.forget_traps()
        await bot.start()
        if game.is_over:
            break
        await mine(game)
    await played_once(discord, bot, game, tmp_path)


@pytest.mark.soak
async def test_practice_goes_on_after_a_kill(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """The order is kept: /practice shows the board, and the computer answers."""
    hall = (guild := discord.guild()).channel("hall")
    anna = guild.member("anna")
    bot = await fieldpost(env=PROCESSES)
    board = (await anna.slash(hall, "practice", game="cic", level="sergeant")).post
    process = await thinker(discord, bot)
    [pick] = board.choices
    await anna.select(board, pick, board.choices[pick][0])
    await discord.until(lambda: any(":bgive:" in key for key in board.choices), what="the second menu")
    give = menu(board, "bgive")
    order = board.choices[give][0]
    await anna.select(board, give, order)
    await discord.until(lambda: drafted(order).search(board.text), what="the order on the board")
    with frozen(process):
        await anna.press(board, board_words.SEND, ack=True)
        await discord.until(lambda: steps(tmp_path) == [0, 1], what="the order that is sent")
        await bot.crash()
    assert steps(tmp_path) == [0, 1]
    await bot.start()
    again = (await anna.slash(hall, "practice")).post
    assert practice_words.GO_ON in again.buttons
    answered = (await anna.press(again, practice_words.GO_ON, timeout=SURE)).post
    await discord.until(lambda: practice_words.HINT in answered.buttons, timeout=SURE, what="the answer")
    assert order in answered.text
    assert steps(tmp_path) == [0, 1, 2]


def steps(folder: Path) -> list[int]:
    """The steps of the one board that there is."""
    return [seq for (seq,) in ask(folder, "SELECT seq FROM board_steps ORDER BY seq")]


async def played_once(discord: Loopback, bot: BotProcess, game: Game, folder: Path) -> None:
    """Each turn was resolved once and told once, and nobody is to think about any."""
    await quiet(discord, bot, folder)
    last = max(game.turns)
    game.assert_told_once(last)
    rows = ask(folder, "SELECT turn FROM steps WHERE kind = 'resolve' AND table_id = ?", game.table)
    assert sorted(turn for (turn,) in rows) == list(range(last))  # the first is 0
    assert ask(folder, "SELECT count(*) FROM thinking") == [(0,)]
