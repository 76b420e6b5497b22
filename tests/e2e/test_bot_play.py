"""The bot's own process plays a game: lobby, desks, orders in three ways, the end, SIGTERM."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from .conftest import StartBot
from .loopback import Loopback, User
from .play import RESOLVED, Game, begin, family, has_picture, menu, open_table, pressed, quiet


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
    await bot.start()
    assert len(discord.calls_to("PUT", "/applications/*/commands")) == 1, "synced once, not again"
    await game.turn_by_slash()
    game.assert_told_once(4)

    assert len(family(bot)) > 1
    os.kill(bot.pid, signal.SIGKILL)  # the bot alone
    await discord.until(lambda: not family(bot), what="the end of the workers")
    assert await bot.gone() == -9


# -- Several people in several games at the same time


@pytest.mark.soak
async def test_four_games_at_once(discord: Loopback, fieldpost: StartBot, tmp_path: Path) -> None:
    guild = discord.guild()
    anna, ben, carl = guild.members("anna", "ben", "carl")
    bot = await fieldpost()
    halls = [guild.channel(f"hall-{number}") for number in range(4)]
    tables = await asyncio.gather(*(open_table(hall, anna) for hall in halls))

    async def seat(number: int) -> tuple[Game, User]:
        """Two want the last place at once, and all three press Start: the game, and who is left out."""
        hall, (table, lobby) = halls[number], tables[number]
        said = await asyncio.gather(pressed(ben, lobby, "Join"), pressed(carl, lobby, "Join"))
        joined = [text.startswith("You're in") for text in said]
        assert sorted(joined) == [False, True], said
        inside, outside = (ben, carl) if joined[0] else (carl, ben)
        assert "2 of 2 players" in lobby.text, "the newest state is shown last"
        said = await asyncio.gather(*(pressed(user, lobby, "Start") for user in (anna, inside, outside)))
        assert sum(text.endswith("starts now.") for text in said) == 1, said
        await hall.wait_for(f"`{table}` · the game begins")
        return Game(discord, hall, table, (anna, inside)), outside

    games = await asyncio.gather(*(seat(number) for number in range(4)))

    async def play(game: Game, stranger: User, turn: int) -> None:
        """An order, and then everybody presses: Send twice, the other player, somebody who does not play."""
        mover, other = game.called, game.waits
        desk = await game.desk(mover, turn=turn)
        await mover.select(desk, menu(desk, "pick"), desk.choices[menu(desk, "pick")][0])
        await discord.until(lambda: len(desk.choices) == 2, what="the second menu")
        order = desk.choices[menu(desk, "give")][0]
        await mover.select(desk, menu(desk, "give"), order)
        await discord.until(lambda: "Send" in desk.buttons, what="an order on the desk")
        begun = next(post for post in reversed(game.public) if "My orders" in post.buttons)
        first, second, early, strange, looked = await asyncio.gather(
            mover.press(desk, "Send"),
            mover.press(desk, "Send"),
            other.slash(game.hall, "order", order=order, table=game.table, send=True),
            stranger.slash(game.hall, "order", order=order, table=game.table, send=True),
            stranger.press(begun, "My orders"),
        )
        await game.told(turn)
        assert early.ephemeral and not RESOLVED.search(early.text)
        for refused in (strange, looked):
            assert refused.ephemeral and game.table in refused.text and not refused.post.buttons
        late = await discord.until(lambda: [*first.followups, *second.followups], what="a refusal")
        assert len(late) == 1 and not RESOLVED.search(late[0].text)

    for turn in (1, 2):
        await asyncio.gather(*(play(game, stranger, turn) for game, stranger in games))
        await quiet(discord, bot, tmp_path)
    for game, _ in games:
        game.assert_told_once(2)
        game.assert_desks(3)
