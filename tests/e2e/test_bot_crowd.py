"""Several people in several games at the same time: each click counts once, or is refused in words."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from .conftest import StartBot
from .loopback import Loopback, User
from .play import Game, menu, open_table, pressed, quiet, traceback_lines

pytestmark = pytest.mark.soak


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
        joined = [text.startswith("You have joined") for text in said]
        assert sorted(joined) == [False, True], said
        inside, outside = (ben, carl) if joined[0] else (carl, ben)
        assert "Players 2 of 2" in lobby.text.replace("*", ""), "the newest state is shown last"
        said = await asyncio.gather(*(pressed(user, lobby, "Start") for user in (anna, inside, outside)))
        assert sum(text.endswith("begins.") for text in said) == 1, said
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
        assert early.ephemeral and "is resolved" not in early.text
        assert "do not play" in strange.text and strange.ephemeral
        assert "do not play" in looked.text and looked.ephemeral
        refused = await discord.until(lambda: [*first.followups, *second.followups], what="a refusal")
        assert len(refused) == 1 and "earlier turn" in refused[0].text

    for turn in (1, 2):
        await asyncio.gather(*(play(game, stranger, turn) for game, stranger in games))
        await quiet(discord, bot, tmp_path)
    for game, _ in games:
        game.assert_told_once(2)
        game.assert_desks(3)
    assert not traceback_lines(bot)
