"""SIGKILL at any moment of a lesson and on a sandbox: what was sent counts once, and everything goes on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from adjudicator.registry import games
from bot.engine import text as engine_words
from bot.features.boards import text as board_words
from bot.features.learn import text as learn_words
from bot.features.sandbox import text as sandbox_words
from lessons.course import load
from maps.boards import boards
from tests.tiers import SEED

from .conftest import StartBot
from .database import ask
from .loopback import BotProcess, Loopback, Post, User
from .loopback.server import SURE
from .play import drafted

LESSONS = 6
MOVES = ("e7-e6", "d2-d3", "e6-e5", "d3-d4", "d8-d7", "e1-e2")


async def typed(discord: Loopback, user: User, post: Post, orders: str, sends: str, after: str) -> None:
    """Write orders in the form, and send them, until the board says that."""
    form = await user.press(post, board_words.TYPE)
    await user.submit(form, {engine_words.TYPE_LABEL: orders})
    await discord.until(lambda: drafted(orders).search(post.text), timeout=SURE, what=f"{orders} there")
    await user.press(post, sends)
    await discord.until(lambda: after in post.text, timeout=SURE, what=f"{after!r} after {orders}")


async def killed_within(bot: BotProcess, seconds: float, deed: Callable[[], Awaitable[Any]]) -> None:
    """Begin something, and kill the bot that soon. Nobody answers, and what was pressed may be gone."""
    bot.kill_after(seconds)
    with suppress(Exception):
        await asyncio.wait_for(deed(), seconds + 2)
    assert await bot.gone() == -9
    bot.forget_traps()
    await bot.start()


@pytest.mark.soak
async def test_lessons(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """A lesson is solved or not, never half; /learn goes on with the first that is not."""
    hall = (guild := discord.guild()).channel("hall")
    anna, dice = guild.member("anna"), random.Random(SEED)
    bot = await fieldpost()
    lessons = load(games(boards())["cic"]).lessons[:LESSONS]

    async def begun() -> Post:
        contents = (await anna.slash(hall, "learn", game="cic")).post
        label = learn_words.GO_ON if learn_words.GO_ON in contents.buttons else learn_words.BEGIN
        board = (await anna.press(contents, label)).post
        await discord.until(lambda: f"lesson {number} of" in board.text, timeout=SURE, what="a lesson")
        return board

    def solved() -> list[str]:
        return [key for (key,) in ask(tmp_path, "SELECT lesson FROM lessons_done ORDER BY at")]

    kills = 0
    for number, lesson in enumerate(lessons, 1):
        while len(solved()) < number:
            board = await begun()
            for step in lesson.steps:
                deed = partial(typed, discord, anna, board, step.solution[0], board_words.SEND, step.right)
                if kills < number:  # once in each lesson
                    kills += 1
                    await killed_within(bot, dice.uniform(0, 0.6), deed)
                    break
                await deed()
        assert solved() == [each.key for each in lessons[:number]]
    assert len(ask(tmp_path, "SELECT id FROM boards")) == 1, "the last lesson's board, no other"


@pytest.mark.soak
async def test_a_sandbox(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """A move that was sent is there, once; one that was not can be written again."""
    hall = (guild := discord.guild()).channel("hall")
    anna, dice = guild.member("anna"), random.Random(SEED)
    bot = await fieldpost()
    await anna.slash(hall, "sandbox", game="cic")
    title = (await anna.autocomplete_raw(hall, "sandbox", "board"))[0]["value"]

    async def shown() -> Post:
        return (await anna.slash(hall, "sandbox", board=title)).post

    async def moved(at: int, move: str) -> None:
        """Write and send a move at this position, if it is not there already."""
        if ask(tmp_path, "SELECT at FROM boards") != [(at,)]:
            return
        board = await shown()
        if drafted(move).search(board.text):  # kept as it was written
            await anna.press(board, board_words.CLEAR)
            await discord.until(lambda: not drafted(move).search(board.text), timeout=SURE)
        await typed(discord, anna, board, move, sandbox_words.SEND, f"Position {at + 2} of {at + 2}")

    for at, move in enumerate(MOVES):
        await killed_within(bot, dice.uniform(0, 0.6), partial(moved, at, move))
        await moved(at, move)
        assert ask(tmp_path, "SELECT seq FROM board_steps ORDER BY seq") == [(n,) for n in range(at + 2)]
    board = await shown()
    assert f"Position {len(MOVES) + 1} of {len(MOVES) + 1}" in board.text
