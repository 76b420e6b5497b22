"""Discord refuses something, each code in its own way: only those that mean it are final."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .conftest import StartBot
from .database import ask, opened
from .loopback import BotProcess, Channel, Loopback, User
from .play import Game, begin, open_table, pressed, quiet

CLOSED = "I can't send you direct messages"
OPEN_DM = ("POST", "/users/@me/channels")


def posts(folder: Path, where: str) -> list[tuple[str, int, str | None]]:
    """Rows of the outbox: status, attempts, error."""
    return ask(folder, f"SELECT status, attempts, error FROM outbox WHERE {where}")


def refused(discord: Loopback, user: User) -> int:
    """How often the bot wrote to this person in vain."""
    return sum(call.status == 403 for call in discord.calls_to("POST", user.inbox.messages_path))


@pytest.mark.soak
async def test_the_edge_and_closed_messages(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost()
    game = await begin(discord, hall, anna, ben)
    await game.desk(game.called)
    await quiet(discord, bot, tmp_path)

    # A 403 and a 404 that Discord has not written: nobody's messages are closed, no channel is gone.
    edge = [
        discord.faults.edge("POST", hall.messages_path),
        discord.faults.edge("POST", game.waits.inbox.messages_path, 404),
    ]
    await game.by_slash(game.called)
    await game.told(1, timeout=30)
    await game.desk(game.called, turn=2, timeout=30)
    await quiet(discord, bot, tmp_path)
    assert [fault.strikes for fault in edge] == [1, 1]
    assert not hall.posts(containing=CLOSED)
    assert not any(user.inbox.posts(containing="I can't post in") for user in (anna, ben))
    game.assert_told_once(1)

    # Messages that are closed, and opened again: after a press the next desk comes.
    closed = game.waits
    closed.close_dms()
    await game.turn_by_slash()
    call = await hall.wait_for(f"<@{closed.id}>, {CLOSED}")
    closed.open_dms()
    assert (await closed.press(call, "My orders")).ephemeral
    await game.turn_by_slash()
    await game.turn_by_slash()
    await game.desk(closed, turn=game.turn)
    await quiet(discord, bot, tmp_path)
    assert refused(discord, closed) == 1

    # Closed for good: who plays all the same is called in the channel, not written to each turn.
    closed.close_dms()
    for round_ in (2, 3, 4):
        await game.turn_by_slash()
        await game.turn_by_slash()
        await hall.wait_for(f"<@{closed.id}>, {CLOSED}", count=round_)
    await bot.restart()
    await game.turn_by_slash()
    await game.turn_by_slash()
    await hall.wait_for(f"<@{closed.id}>, {CLOSED}", count=5)
    await quiet(discord, bot, tmp_path)
    assert refused(discord, closed) == 3, "found closed, and tried once after a command"
    closed.open_dms()
    await closed.slash(hall, "reminders")
    await closed.inbox.wait_for("You're in")


def held(bot: BotProcess) -> list[str]:
    """The lines in which the host is told that Discord refuses first messages."""
    return [line for line in bot.lines if "Discord refuses first messages to users" in line]


@pytest.mark.soak
async def test_first_messages_are_refused(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """40003 and 20026: known people are written to, others called in the channel, and nobody is blamed."""
    discord.limits.new_dms = (1, 3600.0)
    hall = (guild := discord.guild()).channel("hall")
    anna, ben, cleo, dan = guild.members("anna", "ben", "cleo", "dan")
    bot = await fieldpost()
    table, lobby = await open_table(hall, anna)
    await anna.inbox.wait_for("You're in")
    for guest in (ben, cleo):
        await open_table(guild.channel(guest.name), guest)
    await pressed(ben, lobby, "Join")
    await bot.logged("Discord refuses first messages")
    await pressed(anna, lobby, "Start")
    await hall.wait_for(f"`{table}` · the game begins")
    game = Game(discord, hall, table, (anna, ben))
    while game.turn < 5 or game.called != anna:  # who is called keeps a desk until the move is made
        call = game.public[-1]
        assert f"<@{game.called.id}>" in call.text and "My orders" in call.buttons
        await game.turn_by_slash()
    await game.desk(anna)
    assert not ben.inbox.posts() and not cleo.inbox.posts()
    assert not hall.posts(containing=CLOSED) and "can't message" not in lobby.text
    opened = len(discord.calls_to(*OPEN_DM))
    assert opened == 2 and len(held(bot)) == 1 and "reason=403 40003 minutes=5" in held(bot)[0]
    waiting = posts(tmp_path, f"user_id IN ({ben.id}, {cleo.id}) AND status = 'queued'")
    assert waiting and {attempts for _, attempts, _ in waiting} == {0}

    # Neither a restart nor a new player makes it try again.
    await bot.restart()
    await open_table(guild.channel("next"), dan)
    await game.turn_by_slash()
    assert len(discord.calls_to(*OPEN_DM)) == opened

    # Minutes later Discord has flagged the bot: it waits longer, known conversations go on.
    discord.limits.flagged = True
    await bot.crash()
    later(tmp_path)
    await bot.start()
    await bot.logged("Discord refuses first messages")
    assert len(held(bot)) == 2 and "reason=403 20026 minutes=60" in held(bot)[1]
    await game.turn_by_slash()
    assert game.called == anna
    await game.desk(anna)

    # Allowed again: what waited arrives.
    discord.limits.flagged, discord.limits.new_dms = False, None
    await bot.crash()
    later(tmp_path)
    await bot.start()
    await ben.inbox.wait_for("You're in")
    await cleo.inbox.wait_for("You're in")


def later(folder: Path) -> None:
    """As if the time without first messages were over. The bot is down."""
    with opened(folder) as run:
        [[kept]] = run("SELECT value FROM kv WHERE key = 'new-dms'")
        run("UPDATE kv SET value = ? WHERE key = 'new-dms'", re.sub(r"\[[^,]*", "[0", kept))


async def thread_with_lobby(discord: Loopback, hall: Channel, host: User) -> Channel:
    await host.slash(hall, "game new", game="cic", where="thread", deadline="none")
    await discord.until(hall.threads, what="a thread")
    [thread] = hall.threads()
    await thread.wait_for(" players")
    return thread


@pytest.mark.soak
async def test_archived_threads_and_old_messages(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path
) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost()
    thread = await thread_with_lobby(discord, hall, anna)
    lobby = await thread.wait_for(" players")
    await quiet(discord, bot, tmp_path)

    # An edit in a thread that was put away (ben's messages are found closed), and a post.
    discord.limits.wakes_threads = False
    held = discord.faults.slow("POST", ben.inbox.messages_path, 0.0, when="before", times=None)
    held.action = thread.archive
    ben.close_dms()
    await pressed(ben, lobby, "Join")
    await thread.wait_for(f"<@{ben.id}>, I can't message you")
    await discord.until(lambda: "I can't message these players" in lobby.text, what="the lobby, edited")
    await quiet(discord, bot, tmp_path)
    assert {50083} <= {call.code for call in discord.calls}
    assert not anna.inbox.posts(containing="I can't post in")
    held.action = None

    # Too many edits of old messages: this one is dropped, not tried again and again.
    edits = discord.calls_to("PATCH", f"{thread.messages_path}/{lobby.id}")
    discord.limits.old_edits = (0, 0.0)
    ben.open_dms()
    await ben.slash(thread, "reminders")
    await ben.inbox.wait_for()
    await quiet(discord, bot, tmp_path)
    [(status, attempts, error)] = posts(tmp_path, "lane LIKE 't:%' AND status <> 'sent'")
    assert (status, attempts, error) == ("failed", 1, "429 30046")
    assert len(discord.calls_to("PATCH", f"{thread.messages_path}/{lobby.id}")) - len(edits) == 5, (
        "discord.py's own attempts"
    )
