"""SIGKILL at chosen and at random instants: nothing accepted is lost, nothing is resolved or posted twice."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from tests.tiers import KILLS, SEED, SOAK

from .conftest import StartBot
from .loopback import BotProcess, Loopback, User
from .play import Game, begin, open_table, pressed, quiet, true_record

TURNS = 12
SENDS = "/channels/*/messages"

INSTANTS: dict[str, Callable[[BotProcess, Game], object]] = {
    "the answer to /order": lambda bot, game: bot.kill_on_call("POST", "/interactions/**"),
    "about the commit": lambda bot, game: bot.kill_on_log("kind=resolve"),
    "the channel's post": lambda bot, game: bot.kill_on_call("POST", game.hall.messages_path),
    "the channel's post, there": lambda bot, game: bot.kill_on_call(
        "POST", game.hall.messages_path, when="after"
    ),
    "the desk": lambda bot, game: bot.kill_on_call("POST", game.waits.inbox.messages_path),
    "the desk, there": lambda bot, game: bot.kill_on_call(
        "POST", game.waits.inbox.messages_path, when="after"
    ),
    # A post that notifies is a plain line first, then becomes a card.
    "the channel's card": lambda bot, game: bot.kill_on_call("PATCH", f"{game.hall.messages_path}/*"),
    "the channel's card, there": lambda bot, game: bot.kill_on_call(
        "PATCH", f"{game.hall.messages_path}/*", when="after"
    ),
    "the desk's card": lambda bot, game: bot.kill_on_call("PATCH", f"{game.waits.inbox.messages_path}/*"),
    "the desk's card, there": lambda bot, game: bot.kill_on_call(
        "PATCH", f"{game.waits.inbox.messages_path}/*", when="after"
    ),
    "the words to the sender, there": lambda bot, game: bot.kill_on_call(
        "PATCH", "/webhooks/**", when="after"
    ),
}
SOME = {
    "sqlite": list(INSTANTS)[::2],
    "postgresql": ["about the commit", "the channel's post, there", "the desk's card"],
}
UNSURE = ("the answer to /order", "about the commit")
"""Here the order may have come too late to be accepted; then it is free to be given again."""


@pytest.mark.postgresql
@pytest.mark.durable
async def test_killed_in_the_middle_of_a_resolution(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path, database: str
) -> None:
    """At every instant of a turn, one turn each (in the short tier at some). Nonces are forgotten: the marker
    alone prevents doubles."""
    instants = list(INSTANTS) if SOAK else SOME[database]
    discord.limits.forget_nonces()
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost()
    game = await begin(discord, hall, anna, ben)
    for name in instants:
        turn, mover = game.turn, game.called
        await quiet(discord, bot, tmp_path)
        order = (await game.legal(mover))[0]
        INSTANTS[name](bot, game)
        deed = mover.slash(hall, "order", order=order, table=game.table, send=True)
        await dies_during(bot, deed, name)
        await bot.start()
        await quiet(discord, bot, tmp_path)
        if game.turn == turn and name in UNSURE:
            await game.by_slash(mover, order)
        await game.told(turn)
        await game.desk(game.called, turn=turn + 1)
        game.assert_told_once(turn)
        game.assert_desks(turn + 1)
        game.assert_dressed()
    await game.turn_by_slash()
    game.assert_told_once(len(game.turns))


@pytest.mark.soak
async def test_the_nonce_helps_where_history_may_not_be_read(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path
) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost()
    game = await begin(discord, hall, anna, ben)
    hall.deny("read_message_history")
    for turn, when in ((1, "before"), (2, "after")):
        mover, order = game.called, (await game.legal(game.called))[0]
        bot.kill_on_call("POST", hall.messages_path, when=when)  # type: ignore[arg-type]
        await dies_during(bot, mover.slash(hall, "order", order=order, send=True), when)
        discord.faults.fail("GET", hall.messages_path, 403, code=50001, times=None)  # else an empty page
        await bot.start()
        await game.told(turn)
        await game.desk(game.called, turn=turn + 1)
        await quiet(discord, bot, tmp_path)
    game.assert_told_once(2)
    assert not anna.inbox.posts(containing="I cannot post")


@pytest.mark.soak
async def test_killed_in_the_lobby(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """The lobby's message is behind after a kill: the next press, whatever it is, brings it up to date."""
    discord.limits.nonce_seconds = 0
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost()
    cut = discord.faults.drop("POST", hall.messages_path)  # the lobby stands, the bot does not know
    table, lobby = await open_table(hall, anna)
    assert cut.strikes == 1
    await pressed(ben, lobby, "Join")  # an edit before the outbox has looked for its post
    await quiet(discord, bot, tmp_path)
    assert len(hall.posts(containing="Players")) == 1

    await pressed(ben, lobby, "Leave")
    bot.kill_on_call("PATCH", "/webhooks/**")
    await dies_during(bot, ben.press(lobby, "Join"), "the lobby's edit")
    await bot.start()
    assert "Start" not in lobby.buttons, "the message is behind"
    assert "already" in await pressed(ben, lobby, "Join")
    assert "Start" in lobby.buttons
    await pressed(anna, lobby, "Start")
    await hall.wait_for(f"`{table}` · the game begins")


async def dies_during(bot: BotProcess, deed: Coroutine[Any, Any, object], name: str) -> None:
    """Do this until the bot has died of it."""
    task = asyncio.create_task(deed)
    assert await bot.gone() == -9, name
    task.cancel()
    await asyncio.wait([task])
    bot.loopback.faults.clear()


# -------------------------------------------------------------------------------------------- random


MISHAPS: tuple[Callable[[BotProcess, random.Random], object], ...] = (
    lambda bot, dice: bot.kill_after(dice.uniform(0.0, 0.3)),
    lambda bot, dice: bot.kill_on_call("*", "/**", nth=dice.randint(1, 8)),
    lambda bot, dice: bot.kill_on_call("*", "/**", nth=dice.randint(1, 8), when="after"),
    lambda bot, dice: bot.kill_on_call("POST", SENDS, nth=dice.randint(1, 2), when="after"),
    lambda bot, dice: bot.kill_on_call("PATCH", f"{SENDS}/*", when=dice.choice(("before", "after"))),
    lambda bot, dice: bot.kill_on_log("kind=resolve"),
)


@pytest.mark.soak
async def test_random_kills(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Games in which people just go on when the bot dies; then every invariant, and the records verify."""
    dice = random.Random(SEED)
    discord.limits.forget_nonces()
    guild = discord.guild()
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost()
    kills = rounds = 0
    while kills < KILLS:
        rounds += 1
        game = await begin(discord, guild.channel(f"hall-{rounds}"), anna, ben)
        while not game.is_over and (kills < KILLS or game.turn <= TURNS):
            way = dice.choice((game.by_slash, game.by_desk, game.by_text))
            if kills < KILLS:
                dice.choice(MISHAPS)(bot, dice)
            if not await survives(bot, game, way(game.called, dice=dice)):
                kills += 1
                await bot.start()
            await quiet(discord, bot, tmp_path)
        if not game.is_over:
            await game.over()
        await quiet(discord, bot, tmp_path)
        game.assert_told_once(len(game.turns))
        game.assert_desks(len(game.turns))
        game.assert_dressed()
        await assert_true_record(game, anna, tmp_path)


async def survives(bot: BotProcess, game: Game, deed: Coroutine[Any, Any, str]) -> bool:
    """Do this; False if the bot died of it, whatever became of the deed."""
    until, turn = bot.loopback.until, game.turn
    task = asyncio.create_task(deed)
    await until(lambda: task.done() or not bot.is_running, timeout=30, what="a turn")
    if task.done():
        with contextlib.suppress(AssertionError):
            moved = lambda: game.turn > turn or game.is_over  # noqa: E731
            await until(lambda: moved() or not bot.is_running, timeout=3)
    alive = bot.is_running
    bot.loopback.faults.clear()
    bot.forget_traps()
    if alive and bot.is_running:
        if game.turn == turn and not game.is_over:
            task.result()
            raise AssertionError(f"turn {turn} was sent and not told\n{bot.output}")
        await asyncio.gather(task, return_exceptions=True)  # what was sent before a kill may be quicker
        return True
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await bot.gone()
    return False


async def assert_true_record(game: Game, user: User, folder: Path) -> None:
    """/verify attaches a record: it holds every order that was called sent, and the adjudicator agrees."""
    record = await true_record(game, user, folder)
    steps = [step for step in record["steps"] if step["kind"] == "resolve"]
    assert [step["turn"] for step in steps] == list(range(len(steps)))
    given = {step["turn"] + 1: next(iter(step["orders"].values())) for step in steps}
    for turn, order in game.sent.items():
        assert given[turn] == [order], f"turn {turn}: {order} was accepted, the record says {given[turn]}"
    assert game.turns == list(range(1, len(game.turns) + 1)) and len(steps) - len(game.turns) in (0, 1)
