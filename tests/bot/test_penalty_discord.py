"""NME on Discord as a game of silence: seats by lot, no letters, a silent channel, /penalty."""

from __future__ import annotations

import discord
import pytest

from tests.bot.silent import SEATS, nme_game
from tests.bot.test_silence_discord import TAKEN, bits, entries, may
from tests.bot.world import Game, Player, World, buttons, menus


@pytest.fixture
def people(world: World) -> list[Player]:
    return [world.player(name) for name in ("ada", "ben", "cleo")]


@pytest.fixture
async def game(world: World, people: list[Player]) -> Game:
    return await nme_game(world, *people)


def moderator(world: World, **granted: bool) -> Player:
    role = world.guild.create_role("mods", permissions=discord.Permissions(**granted))
    user = world.env.create_user("mo")
    return Player(world, user, world.guild.add_member(user, roles=[role], nick="Mo"))


async def test_seats_are_drawn_by_lot_whatever_the_host_likes(world: World, people: list[Player]) -> None:
    said = await people[0].slash("game new", game="nme", seats="choice")
    assert said.text.endswith("\nThe seats of NME are always drawn by lot.")
    lobby = world.channel.last_message
    assert lobby is not None and "seats drawn by lot" in lobby.content and menus(lobby) == []
    assert "Silence: no letters, and nobody talks about the game" in lobby.content
    for player in people[1:]:
        await player.click(lobby, "Join")
        assert "NME is played in silence: talking about the game is cheating." in player.dms[-1].content
    await people[1].click(lobby, "Start")
    first = world.channel.history()[-1].content
    assert all(name in first for name in ("**Black** (", "**Gray** (", "**White** ("))


async def test_the_lobby_of_another_game_is_as_before(world: World, people: list[Player]) -> None:
    said = await people[0].slash("game new", game="cic", seats="choice")
    assert "lot" not in said.text
    lobby = world.channel.last_message
    assert lobby is not None and len(menus(lobby)) == 1 and "ilence" not in lobby.content


async def test_the_first_post_says_what_silence_means(world: World, game: Game) -> None:
    first = game.posts[1].content
    assert "**NME is played in silence: talking about the game is cheating.**" in first
    assert "read-only for its players until the end" in first
    assert "`/penalty`: remove an Infantry or forfeit the game." in first


async def test_no_letters(world: World, game: Game) -> None:
    line = "NME is played in silence: talking about the game is cheating."
    black = game.seats["black"]
    for said in (
        await black.slash("press", to="gray", text="Psst"),
        await black.slash("press", to="all", text="Psst"),
        await black.slash("letters"),
        await black.slash_dm("press", to="gray", text="Psst"),
    ):
        assert said.private and said.text == line
    assert (await black.write("press gray: Psst")).startswith(line)
    assert "press" not in await black.offered("p", "options", "game new", game="nme")


@pytest.mark.parametrize("where", ["here", "thread"])
async def test_from_the_start_to_a_concession(world: World, people: list[Player], where: str) -> None:
    game = await nme_game(world, *people, where=where)
    taken = TAKEN if where == "here" else ("send_messages_in_threads",)
    assert entries(world, world.channel) == {player.id: (0, bits(*taken)) for player in people}
    await game.play("A2-B2")
    said = await game.seats[await game.called()].click(game.post, "My orders")
    assert said.private and "It is your move" in said.text
    await world.restart()
    for seat in SEATS[:2]:
        said = await game.seats[seat].slash("concede", game.channel, table=game.code)
        await game.seats[seat].click(said.message, "Yes, I concede")
    assert "The silence is over." in game.posts[-1].content
    assert entries(world, world.channel) == {}


async def test_an_infantry_is_removed(world: World, game: Game) -> None:
    mo = moderator(world, manage_messages=True)
    assert await mo.offered("", "player", "penalty") == ["black", "gray", "white"]
    assert await mo.offered("bl", "player", "penalty") == ["black"]
    assert await mo.offered("", "ruling", "penalty") == ["penalty", "forfeit"]
    spaces = await mo.offered("", "space", "penalty", player="black", ruling="penalty")
    assert spaces == [f"A{number}" for number in range(1, 9)]
    said = await mo.slash("penalty", player="black", ruling="penalty", space="A1", reason="@everyone")
    assert said.private and said.text.startswith("Ruled against **Black**")
    assert "⚖ Mo (moderator) has ruled against **Black** (" in game.post.content
    assert "Reason: @\u200beveryone" in game.post.content and not game.post.mention_everyone
    assert "My orders" in buttons(game.post) and game.post.attachments
    assert {user.id for user in game.post.mentions} == {player.id for player in game.seats.values()}
    black = game.seats["black"]
    assert any("has ruled against **Black**" in message.content for message in black.dms)
    assert "look at the board again" in black.desk.content
    assert not may(world, black, world.channel) and may(world, mo, world.channel)


async def test_a_forfeit_is_asked_once_more(world: World, game: Game) -> None:
    mo = moderator(world, manage_guild=True)
    again = await mo.slash("penalty", player="gray", ruling="forfeit", reason="Told all")
    shown = await mo.slash("penalty", player="gray", ruling="forfeit", reason="Told all")
    assert shown.modal["title"].startswith("Forfeit the game: Gray?") and shown.fields == ["reason"]
    assert "'max_length': 300" in str(shown.modal)
    posts = len(game.posts)
    await world.restart()
    assert len(game.posts) == posts
    said = await mo.submit(shown, reason="Told everybody")
    assert said.private and "forfeit the game" in said.text
    assert "Reason: Told everybody" in game.post.content
    said = await game.seats["gray"].slash("concede")
    assert (
        said.private
        and said.text == f"You are out of game `{game.code}` already."
        and buttons(said.message) == []
    )
    said = await mo.submit(again, reason="Again")
    assert said.private and "is out of the game" in said.text
    shown = await mo.slash("penalty", player="white", ruling="forfeit", reason="Too")
    await mo.submit(shown, reason="Too")
    assert "The silence is over." in game.post.content and entries(world, world.channel) == {}
    said = await mo.slash("verify", table=game.code)
    assert "every result is true" in said.text


async def test_nobody_else_rules(world: World, game: Game) -> None:
    eve = world.player("eve")
    for who in (eve, moderator(world, manage_channels=True)):
        said = await who.slash("penalty", player="gray", ruling="forfeit", reason="why")
        assert said.private and said.text.startswith("Only a game master rules") and "\n" not in said.text
        assert await who.offered("", "player", "penalty") == []
        assert await who.offered("", "space", "penalty", player="black", ruling="penalty") == []
    said = await game.seats["black"].slash(
        "penalty", player="gray", ruling="penalty", reason="why", space="A1"
    )
    assert (
        said.private
        and said.text
        == "You play in this game, so you can't rule in it: ask a moderator, or the players with `/vote`."
    )
    assert len(game.posts) == 2


async def test_a_moderator_of_another_server(world: World, game: Game) -> None:
    other = world.env.create_guild("Elsewhere")
    role = other.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    user = world.env.create_user("max")
    member = other.add_member(user, roles=[role])
    channel = other.create_text_channel("far")
    given = {"player": "gray", "ruling": "penalty", "space": "E1", "reason": "why", "table": game.code}
    result = await member.slash(channel, "penalty", **given)
    assert result.response is not None and result.response.content.startswith("I know no game")


async def test_a_game_without_penalties_has_the_end(world: World, people: list[Player]) -> None:
    await world.new_game(*people[:2])
    said = await people[2].slash("penalty", player="dark", ruling="forfeit", reason="why")
    assert said.private and said.text.startswith("Only a game master rules in game")
    mo = moderator(world, manage_messages=True)
    said = await mo.slash("penalty", player="dark", ruling="forfeit", reason="why")
    assert said.modal["title"].startswith("Forfeit the game: Dark? · ")
