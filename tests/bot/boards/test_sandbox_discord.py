"""/sandbox in Discord: one message that stays the board; two users; restarts; who may post."""

from __future__ import annotations

from collections.abc import Iterator

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.features.boards import text as board_words
from bot.features.sandbox import text
from bot.storage.records import Board
from bot.storage.rows import find
from tests.bot.quick_engine import real_engines
from tests.bot.world import Game, Player, Said, World, buttons, menus, options, words

CIC = '{"game":"cic","pieces":{"dark":{"e7":"T","h8":"C"},"light":{"a1":"C"}}}'


@pytest.fixture(autouse=True)
def engines(engine: object) -> Iterator[None]:
    with real_engines():
        yield


async def test_by_menus_and_buttons(world: World, ada: Player) -> None:
    said = await ada.slash("sandbox")
    assert said.private and menus(said.message)[0]["placeholder"] == text.HOME_NEW
    said = await ada.choose(said.message, "cic")
    for _ in range(2):
        said = await ada.choose(said.message, options(menus(said.message)[0])[0])
        said = await ada.choose(said.message, options(menus(said.message)[1])[0], menu=1)
        said = await ada.click(said.message, "Send")
    assert "Position 3 of 3" in words(said.message) and said.private
    said = await ada.click(said.message, "◀")
    assert "Position 2 of 3: an order here replaces what follows" in words(said.message)
    said = await ada.click(said.message, "▶")
    assert "Position 3 of 3" in words(said.message)
    said = await ada.click(said.message, "More…")
    form = await ada.click(said.message, "Keep…")
    said = await ada.submit(form, title="The long flank")
    assert "“The long flank”" in words(said.message)
    [board] = await ada.offered("long", "board", "sandbox")
    said = await ada.slash_dm("sandbox", board=board)
    assert "Position 3 of 3" in words(said.message)
    said = await ada.click((await ada.click(said.message, "More…")).message, "Remove")
    said = await ada.click(said.message, "Yes, remove it")
    assert text.REMOVED in words(said.message)
    said = await ada.slash("sandbox", board=board)
    assert said.text == board_words.GONE


async def test_the_text_goes_there_and_back(world: World, ada: Player) -> None:
    said = await ada.slash("sandbox", text=CIC)
    more = await ada.click(said.message, "More…")
    assert CIC in (await ada.click(more.message, "As text")).text
    form = await ada.click(more.message, "Put in text…")
    said = await ada.submit(form, position=CIC.replace("e7", "e8"))
    assert "You write for **Dark**" in words(said.message)
    said = await ada.slash("sandbox", text="what?")
    assert said.text == text.NO_JSON
    said = await ada.slash("sandbox", text=CIC, game="cic")
    assert said.text == text.ONE_ONLY
    said = await ada.slash("sandbox", options="players=2")
    assert said.text == text.OPTIONS_NEED_GAME


async def test_options(world: World, ada: Player) -> None:
    assert "players=2" in await ada.offered("players=", "options", "sandbox", game="nme")
    said = await ada.slash("sandbox", game="nme", options="players=2")
    form = await ada.click((await ada.click(said.message, "More…")).message, "Options…")
    said = await ada.submit(form, options="players=3")
    found = await world.bot.services.context.db.read(find, Board, user_id=ada.id)
    assert sorted(board.options["players"] for board in found) == [2, 3] and said.message.attachments


async def test_what_if_from_the_desk(world: World, game: Game, ada: Player, ben: Player) -> None:
    """With the draft; and nothing of it is a move in the game."""
    await ada.slash("order", order="e7-e6", table=game.code)
    said = await ada.more(ada.desk, "What if…")
    assert f"From game `{game.code}`" in said.text and "`e7-e6`" in said.text
    said = await ada.click(said.message, "Send")
    assert "You write for **Light**" in words(said.message)
    assert await game.called() == "dark"
    await game.play("d8-c7")
    page = await ben.slash("history", table=game.code)
    said = await ben.click(page.message, "What if…")
    assert said.private and "after turn 1, as Light sees it" in said.text


async def test_a_stranger_gets_the_answer_of_no_game(world: World, ada: Player, ben: Player) -> None:
    """As of a code that does not exist, by command and by a made-up button."""
    cara, channel = world.player("cara"), hidden(world, ada, ben)
    game = await world.new_game(ada, ben, channel=channel)
    unknown = (await cara.slash("sandbox", table="zz99")).text
    assert (await cara.slash("sandbox", table=game.code)).text.replace(game.code, "zz99") == unknown
    assert (await cara.slash("sandbox", table=game.code, turn="start")).text.replace(
        game.code, "zz99"
    ) == unknown
    for extra in ("", "1"):
        said = await press(world, cara, f"fpb:whatif:{game.code}:-:0:{extra}")
        assert said.text.replace(game.code, "zz99") == unknown
    assert game.code not in await cara.offered("", "table", "sandbox")
    assert await boards(world) == []
    assert f"From game `{game.code}`" in (await ben.slash("sandbox", table=game.code)).text


def hidden(world: World, *seen: Player) -> ChannelHandle:
    """A channel that only these see."""
    shut, opened = (discord.PermissionOverwrite(view_channel=may) for may in (False, True))
    shown = {player.member: opened for player in seen}
    return world.guild.create_text_channel(
        "staff", overwrites={world.guild.default_role: shut, world.guild.me: opened, **shown}
    )


async def press(world: World, player: Player, ident: str) -> Said:
    """Press a button of this id, as anybody can make it up, in a direct message of the bot."""
    button = {"type": 2, "style": 1, "label": "x", "custom_id": ident}
    channel, bot = player.user.dm_channel, world.env.backend.bot_user.id
    made = world.env.backend.create_message(
        channel.id, bot, "old", components=[{"type": 1, "components": [button]}]
    )
    return await player.press(next(each for each in channel.history() if each.id == made.id), ident)


async def test_two_users_and_a_stale_press(world: World, ada: Player, ben: Player) -> None:
    first = await ada.slash("sandbox", game="cic")
    again = await ada.slash("sandbox", board=(await ada.offered("", "board", "sandbox"))[0])
    piece = options(menus(again.message)[0])[0]
    shown = await ada.choose(again.message, piece)
    shown = await ada.choose(shown.message, options(menus(shown.message)[1])[0], menu=1)
    await ada.click(shown.message, "Send")
    said = await ada.click(first.message, "More…")
    said = await ada.click(said.message, "Back to the board")
    assert "Position 2 of 2" in words(said.message)
    ident = f"fpb:bresolve:{(await boards(world))[0].id}:dark:0:"
    assert (await press(world, ben, ident)).text == board_words.GONE
    assert [board.at for board in await boards(world)] == [1]


async def boards(world: World) -> list[Board]:
    return await world.bot.services.context.db.read(find, Board)


async def test_a_stale_send_shows_the_board_as_it_is(world: World, ada: Player) -> None:
    said = await ada.slash("sandbox", game="newyork2047")
    other = await ada.slash("sandbox", board=(await ada.offered("", "board", "sandbox"))[0])
    await ada.click(other.message, "Resolve")
    said = await ada.click(said.message, "Resolve")
    assert board_words.CHANGED.removeprefix("-# ") in words(said.message)
    assert [board.at for board in await boards(world)] == [1]


async def test_after_a_restart_it_goes_on(world: World, ada: Player) -> None:
    said = await ada.slash("sandbox", game="nemein")
    said = await ada.click(said.message, "Resolve")
    await world.restart()
    said = await ada.choose(said.message, "again", menu=len(menus(said.message)) - 1)
    assert "moves first" in words(said.message)
    await world.restart()
    said = await ada.click(said.message, "◀")
    assert "Position 1 of 2" in words(said.message)


async def test_the_picture_is_posted_where_one_may_write(world: World, ada: Player) -> None:
    said = await ada.slash("sandbox", game="cic")
    more = await ada.click(said.message, "More…")
    said = await ada.click(more.message, "Post picture")
    assert not said.private and "ada**'s sandbox" in said.text and buttons(said.message) == []
    assert said.message.attachments
    everyone = discord.PermissionOverwrite(send_messages=False)
    silent = world.guild.create_text_channel("silent", overwrites={world.guild.default_role: everyone})
    said = await ada.slash("sandbox", silent, game="cic")
    said = await ada.click((await ada.click(said.message, "More…")).message, "Post picture")
    assert said.private and said.text == text.MAY_NOT_POST and not shown_to_all(silent)


def shown_to_all(channel: ChannelHandle) -> list[discord.Message]:
    return [message for message in channel.history() if not message.flags.ephemeral]


async def test_why(world: World, ada: Player) -> None:
    said = await ada.slash("sandbox", game="newyork2047")
    said = await ada.click(said.message, "Resolve")
    why = await ada.click(said.message, "Why?")
    unit = options(menus(why.message)[0])[0]
    assert "nobody attacked it" in (await ada.choose(why.message, unit)).text
