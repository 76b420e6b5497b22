"""Discord is unwell, says no, or is slow: the game goes on, and nothing comes twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.engine import text as said
from tests.bot.world import text

from .conftest import StartBot
from .loopback import REAL_GLOBAL_RATE, REAL_RATES, BotProcess, Limits, Loopback
from .play import READY, THREADS, begin, drafted, has_picture, menu, quiet, traceback_lines


@pytest.mark.soak
async def test_a_bad_day(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """One game: bursts of 5xx and 429, cut connections, lost permissions, closed DMs, late answers."""
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost()
    game = await begin(discord, hall, anna, ben)
    await game.desk(game.called)
    faults = discord.faults

    # 502 and 429 are tried again by discord.py, 503 and a cut connection by the outbox.
    faults.fail("POST", hall.messages_path, 502, body="Bad gateway")
    faults.rate_limit("POST", hall.messages_path, retry_after=0.3, nth=2)
    cut = faults.drop("POST", hall.messages_path)
    unwell = faults.fail("POST", game.waits.inbox.messages_path, 503, body="Unavailable")
    discord.limits.nonce_seconds = 0
    order = await game.by_slash(game.called)
    await game.told(1, timeout=20)
    await game.desk(game.called, turn=2, timeout=20)
    await quiet(discord, bot, tmp_path)
    assert cut.strikes == unwell.strikes == 1 and order
    game.assert_told_once(1)

    # Pictures that may not be sent: the words come all the same.
    hall.deny("attach_files")
    await game.turn_by_slash()
    assert not has_picture(await game.told(2))
    hall.allow("attach_files")
    discord.limits.upload_bytes = 100
    await game.turn_by_slash()
    discord.limits.upload_bytes = 10 << 20

    # A channel that is closed to the bot: the post comes by DM, and later posts to the channel again.
    await quiet(discord, bot, tmp_path)
    hall.deny("send_messages")
    mover = game.called
    await game.by_text(mover)
    other = game.waits
    await other.inbox.wait_for(f"`{game.table}` · turn 5")
    for player in (anna, ben):
        instead = await player.inbox.wait_for(f"can't post in <#{hall.id}>")
        assert f"`{game.table}` · turn 4" in instead.text
    hall.allow("send_messages")
    await game.by_desk(other, turn=5)
    await game.told(5)
    assert game.turns == [1, 2, 3, 5] and game.called == mover
    await quiet(discord, bot, tmp_path)

    # Closed DMs: called in the channel, a private desk by a button.
    other.close_dms()
    await game.turn_by_slash()
    call = await hall.wait_for(f"<@{other.id}>, I can't send you direct messages")
    desk = (await other.press(call, "My orders")).post
    assert desk.ephemeral and has_picture(desk)
    await other.select(desk, menu(desk, "pick"), desk.choices[menu(desk, "pick")][0])
    await discord.until(lambda: len(desk.choices) == 2, what="the second menu")
    await other.select(desk, menu(desk, "give"), desk.choices[menu(desk, "give")][0])
    await discord.until(lambda: "Send" in desk.buttons, what="an order on the desk")
    await other.press(desk, "Send")
    await game.told(7)
    other.open_dms()

    # An answer that comes too late: nothing was accepted, and the next try works.
    order = (await game.legal(game.called))[0]
    faults.slow("POST", "/interactions/**", 0.5, times=1)
    discord.limits.interaction_seconds = 0.3
    answer = await game.called.slash(hall, "order", order=order, send=True)
    assert not answer.answered
    await discord.until(lambda: answer.refusals == [10062], what="the refusal")
    discord.limits.interaction_seconds = 60
    assert game.turn == 8
    await game.turn_by_slash()
    await quiet(discord, bot, tmp_path)


@pytest.mark.soak
async def test_a_line_whose_card_is_late(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    """Who notifies posts a plain line, then makes a card of it. Nonces are forgotten: the mark alone tells
    that the line stands, and whose card it already is."""
    discord.limits.forget_nonces()
    hall = (guild := discord.guild()).channel("hall")
    bot = await fieldpost()
    game = await begin(discord, hall, *guild.members("anna", "ben"))
    await quiet(discord, bot, tmp_path)
    mover, other = game.called, game.waits
    unwell = discord.faults.fail("PATCH", f"{hall.messages_path}/*", 503, body="Unavailable")
    cut = discord.faults.drop("PATCH", f"{other.inbox.messages_path}/*")  # done, but its answer is lost
    await game.turn_by_slash()
    await game.desk(other, turn=2)
    await quiet(discord, bot, tmp_path)
    assert unwell.strikes == cut.strikes == 1
    game.assert_told_once(1)
    game.assert_dressed()

    # Somebody presses the line's button before it is a card: what is made of it then stays.
    unwell = discord.faults.fail("PATCH", f"{mover.inbox.messages_path}/*", 503, times=None)
    await game.turn_by_slash()
    await discord.until(lambda: unwell.strikes, what="a line that is no card yet")
    line, order = mover.inbox.posts()[-1], (await game.legal(mover))[0]
    assert line.content and list(line.buttons) == [said.TYPE]
    await mover.submit(await mover.press(line, said.TYPE), {said.TYPE_LABEL: order})
    await discord.until(lambda: drafted(order).search(line.text), what="the order on the desk")
    discord.faults.clear()
    await quiet(discord, bot, tmp_path)
    assert mover.inbox.posts()[-1] == line and drafted(order).search(line.text)
    await mover.press(line, said.SEND)
    await game.told(3)
    await quiet(discord, bot, tmp_path)
    game.assert_told_once(3)
    game.assert_dressed()


@pytest.mark.soak
async def test_sigterm_lets_what_is_under_way_finish(
    discord: Loopback, fieldpost: StartBot, tmp_path: Path
) -> None:
    hall = (guild := discord.guild()).channel("hall")
    anna, ben = guild.members("anna", "ben")
    bot = await fieldpost()
    is_desk = lambda call: text(call.json).startswith("Your turn in ")  # noqa: E731
    slow = discord.faults.slow("POST", "/channels/*/messages", 0.4, times=1, where=is_desk)
    game = await begin(discord, hall, anna, ben)
    await slow.wait()  # a desk is on its way
    assert await bot.stop() == 0
    await game.desk(game.called, turn=1, timeout=1)
    await bot.start()
    slow = discord.faults.slow("POST", "/interactions/**", 0.2, times=2)
    order = (await game.legal(game.called))[0]
    deed = asyncio.create_task(game.called.slash(hall, "order", order=order, send=True))
    await discord.until(lambda: slow.strikes == 2, what="an order under way")
    assert await bot.stop() == 0
    assert "Turn 1 is resolved" in (await deed).text
    await bot.start()
    await game.told(1)
    await game.desk(game.called, turn=2)
    game.assert_told_once(1)


@pytest.mark.soak
async def test_real_rates(tmp_path: Path) -> None:
    """Six games begin at once, under the limits of the real Discord."""
    limits = Limits(rates=REAL_RATES, global_rate=REAL_GLOBAL_RATE, interaction_seconds=15.0)
    async with Loopback(limits=limits) as discord:
        guild = discord.guild()
        halls = [guild.channel(f"hall-{number}") for number in range(6)]
        anna = guild.member("anna")  # plays in all six, so six desks go to one person at most
        others = guild.members(*(f"guest-{number}" for number in range(6)))
        bot = BotProcess(discord, "bot", env=THREADS, ready_line=READY, cwd=tmp_path)
        await bot.start()
        games = await asyncio.gather(
            *(begin(discord, hall, anna, other) for hall, other in zip(halls, others, strict=True))
        )
        await asyncio.gather(*(game.desk(game.called, timeout=20) for game in games))
        await quiet(discord, bot, tmp_path)
        statuses = [call.status for call in discord.calls]
        assert statuses.count(429) <= 3, f"{statuses.count(429)} of {len(statuses)}"
        for game in games:
            assert len(game.public) == 3, "fair play, the lobby, the first turn"
            game.assert_told_once(0)
        assert not traceback_lines(bot)


@pytest.mark.soak
async def test_a_long_wait_is_told(discord: Loopback, fieldpost: StartBot) -> None:
    """Discord allows no more of a call for minutes: the person is told so, and not left waiting."""
    hall = (guild := discord.guild()).channel("hall")
    anna = guild.member("anna")
    await fieldpost()
    discord.faults.rate_limit("POST", f"/channels/{hall.id}/threads", retry_after=150)
    answer = await anna.slash(hall, "game new", game="cic", where="thread")
    assert answer.text.startswith("Discord wants me to slow down: try again in 3 minutes.")
    answer = await anna.slash(hall, "game new", game="cic", where="thread")
    assert "is open in" in answer.text
