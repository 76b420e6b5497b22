"""Silence on Discord: permissions taken and given back, what could not be taken, restarts and faults."""

from __future__ import annotations

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from bot.features.muting import store
from bot.presenters.cic import CicPresenter
from tests.bot.world import Game, Player, World, buttons

TAKEN = (
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "create_private_threads",
    "add_reactions",
)


@pytest.fixture(autouse=True)
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commander-In-Chief as a game of silence."""
    monkeypatch.setattr(CicPresenter, "silent", True)


def entries(world: World, channel: ChannelHandle) -> dict[int, tuple[int, int]]:
    """What the members' own entries of a channel allow and deny."""
    return {
        entry.target_id: (entry.allow, entry.deny)
        for entry in world.env.backend.get_channel(channel.id).overwrites
        if entry.type == OverwriteType.MEMBER
    }


def bits(*names: str) -> int:
    return discord.Permissions(**dict.fromkeys(names, True)).value


def may(world: World, player: Player, channel: ChannelHandle, name: str = "send_messages") -> bool:
    backend = world.env.backend
    granted = backend.compute_permissions(world.guild.id, player.id, channel.id)
    return bool(granted & bits(name))


async def rows(world: World) -> int:
    async with world.bot.services.context.db.read() as tx:
        return len(await store.every(tx))


def set_entry(world: World, channel: ChannelHandle, player: Player, allow: int = 0, deny: int = 0) -> None:
    entry = Overwrite(target_id=player.id, type=OverwriteType.MEMBER, allow=allow, deny=deny)
    world.env.backend.set_overwrite(channel.id, entry)


async def test_players_cannot_write_while_the_game_runs(
    world: World, ada: Player, ben: Player, eve: Player
) -> None:
    game = await world.new_game(ada, ben)
    assert entries(world, world.channel) == {player.id: (0, bits(*TAKEN)) for player in (ada, ben)}
    assert may(world, eve, world.channel) and not may(world, ada, world.channel)
    first = game.post.content
    assert "is played in silence: talking about the game is cheating" in first and "read-only" in first
    assert all("please keep silent" not in post.content for post in game.posts)
    await game.play("e7-e6")  # commands need another permission
    assert (await ben.click(game.post, "My orders")).private
    await concede(ada, game)
    assert "The silence is over." in game.post.content
    assert entries(world, world.channel) == {} and await rows(world) == 0
    await ada.member.send(world.channel, "Well played!")


async def concede(player: Player, game: Game) -> None:
    said = await player.slash("concede", game.channel, table=game.code)
    await player.click(said.message, "Yes, I concede")


async def test_joining_says_it(world: World, ada: Player, ben: Player) -> None:
    await world.lobby(ada, ben)
    assert "is played in silence: talking about the game is cheating." in ben.dms[-1].content
    lobby = world.channel.last_message
    assert lobby is not None and "Silence: no letters" in lobby.content
    assert "press" not in CicPresenter.house_options


async def test_entries_of_before_come_back_exactly(
    world: World, ada: Player, ben: Player, eve: Player
) -> None:
    allow, deny = bits("send_messages", "manage_messages"), bits("add_reactions", "attach_files")
    set_entry(world, world.channel, ada, allow, deny)
    set_entry(world, world.channel, ben)  # one that says nothing
    set_entry(world, world.channel, eve, bits("manage_messages"))
    before = entries(world, world.channel)
    game = await world.new_game(ada, ben)
    during = entries(world, world.channel)
    assert during[ada.id] == (bits("manage_messages"), bits("attach_files", *TAKEN))
    assert during[eve.id] == before[eve.id]
    await concede(ada, game)
    assert entries(world, world.channel) == before


async def test_what_a_moderator_set_meanwhile_stays(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben)
    denied = bits(*(name for name in TAKEN if name != "send_messages"))
    set_entry(world, world.channel, ada, bits("send_messages", "embed_links"), denied)
    world.env.backend.delete_overwrite(world.channel.id, ben.id)
    await world.restart()
    assert may(world, ada, world.channel), "what was set once is not fought over"
    await concede(ada, game)
    assert entries(world, world.channel) == {ada.id: (bits("send_messages", "embed_links"), 0)}


async def test_discord_is_unwell_when_it_ends(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben)
    world.env.inject_error("DELETE", "/channels/*/permissions/*", status=500, times=None)
    await concede(ada, game)
    assert not may(world, ada, world.channel) and await rows(world) == 2
    world.env.backend.faults.clear()
    await world.pass_time(400)
    assert entries(world, world.channel) == {} and await rows(world) == 0


async def test_the_bot_lacks_the_permission(world: World, ada: Player, ben: Player) -> None:
    assert world.bot.user is not None
    overwrite = discord.PermissionOverwrite(manage_roles=False)
    channel = world.guild.create_text_channel("narrow", overwrites={world.bot.user: overwrite})
    game = await world.new_game(ada, ben, channel=channel)
    notices = [post.content for post in game.posts if "keep silent" in post.content]
    assert len(notices) == 1 and notices[0].startswith(
        "I may not make this channel read-only for its players (I lack **Manage Permissions** there): "
        "please keep silent yourselves."
    )
    assert may(world, ada, channel)
    world.env.backend.delete_overwrite(channel.id, world.bot.user.id)
    await game.play("e7-e6")
    assert may(world, ada, channel), "not tried at every turn"
    await world.restart()
    assert not may(world, ada, channel), "but at the next start"
    await concede(ada, game)
    assert world.bot.user.id not in entries(world, channel) and may(world, ada, channel)
    assert sum("keep silent" in post.content for post in game.posts) == 1


async def test_administrators_are_named(world: World, ada: Player) -> None:
    role = world.guild.create_role("boss", permissions=discord.Permissions(administrator=True))
    user = world.env.create_user("cleo")
    cleo = Player(world, user, world.guild.add_member(user, roles=[role], nick="Cleo *the* @everyone"))
    game = await world.new_game(ada, cleo)
    [notice] = [post for post in game.posts if "keep silent" in post.content]
    words = notice.content.rpartition("\n")[0]  # the last line is a hash, and may spell anything
    assert "Cleo \\*the\\* @\u200beveryone" in words and "ada" not in words
    assert set(entries(world, world.channel)) == {ada.id} and not notice.mentions
    await concede(ada, game)
    assert entries(world, world.channel) == {}


async def test_what_the_bot_lacks_itself_it_cannot_take(world: World, ada: Player, ben: Player) -> None:
    assert world.bot.user is not None
    member = world.env.backend.get_guild(world.guild.id).members[world.bot.user.id]
    role = world.env.backend.get_guild(world.guild.id).roles[member.role_ids[0]]
    role.permissions &= ~bits("create_private_threads")
    await world.restart()
    game = await world.new_game(ada, ben)
    [notice] = [post for post in game.posts if "keep silent" in post.content]
    assert notice.content.startswith("I may not take **Create Private Threads** from the players")
    taken = bits(*(name for name in TAKEN if name != "create_private_threads"))
    assert entries(world, world.channel)[ada.id] == (0, taken)
    await concede(ada, game)
    assert entries(world, world.channel) == {}


async def test_it_may_no_more_give_back(world: World, ada: Player, ben: Player) -> None:
    assert world.bot.user is not None
    game = await world.new_game(ada, ben)
    world.env.inject_error("DELETE", "/channels/*/permissions/*", status=403, code=50013, times=None)
    await concede(ada, game)
    told = [post.content for post in game.posts if "give" in post.content and "back" in post.content]
    assert len(told) == 1 and f"<@{ada.id}> and <@{ben.id}>" in told[0] and "a moderator can" in told[0]
    world.env.backend.faults.clear()
    await world.pass_time(3700)
    assert entries(world, world.channel) == {} and await rows(world) == 0
    assert sum("a moderator can" in post.content for post in game.posts) == 1


async def test_the_channel_is_gone(world: World, ada: Player, ben: Player) -> None:
    channel = world.guild.create_text_channel("short-lived")
    game = await world.new_game(ada, ben, channel=channel)
    world.env.backend.delete_channel(channel.id)
    await ada.click((await ada.slash("concede", table=game.code)).message, "Yes, I concede")
    assert await rows(world) == 0


async def test_a_player_has_left_the_server(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben)
    world.guild.remove_member(ben.member)
    await world.settle()
    await concede(ada, game)
    assert entries(world, world.channel) == {} and await rows(world) == 0


async def test_a_game_in_a_thread(world: World, ada: Player, ben: Player, eve: Player) -> None:
    await ada.slash("game new", game="cic", seats="choice", where="thread")
    thread = world.channel.threads[-1]
    lobby = thread.last_message
    assert lobby is not None
    await ben.click(lobby, "Join")
    await ada.choose(lobby, "dark")
    await ben.click(lobby, "Start")
    game = Game(world, lobby.content.split("`")[1], thread, {"dark": ada, "light": ben})
    taken = bits("send_messages_in_threads")
    assert entries(world, world.channel) == {ada.id: (0, taken), ben.id: (0, taken)}
    assert may(world, ada, world.channel) and not may(world, ada, thread, "send_messages_in_threads")
    assert may(world, eve, thread, "send_messages_in_threads")
    made = world.env.backend.get_channel(thread.id).thread_metadata
    assert "My orders" in buttons(game.post) and made is not None and not made.locked
    await game.play("e7-e6")
    await concede(ada, game)
    assert entries(world, world.channel) == {}


async def test_two_games_of_silence_in_one_channel(world: World, ada: Player, ben: Player) -> None:
    """One in the channel, one in a thread of it; each takes what it needs, the last one gives back."""
    set_entry(world, world.channel, ada, bits("send_messages_in_threads"))
    one = await world.new_game(ada, ben)
    await ada.slash("game new", game="cic", seats="choice", where="thread")
    thread = world.channel.threads[-1]
    lobby = thread.last_message
    assert lobby is not None
    await ben.click(lobby, "Join")
    await ben.click(lobby, "Start")
    code = lobby.content.split("`")[1]
    both = {ada.id: (0, bits(*TAKEN)), ben.id: (0, bits(*TAKEN))}
    assert entries(world, world.channel) == both
    await concede(ada, one)
    left = bits("send_messages_in_threads")
    assert entries(world, world.channel) == {ada.id: (0, left), ben.id: (0, left)}
    await ada.click((await ada.slash("concede", table=code)).message, "Yes, I concede")
    assert entries(world, world.channel) == {ada.id: (left, 0)} and await rows(world) == 0


async def test_the_next_game_in_the_channel(world: World, ada: Player, ben: Player, eve: Player) -> None:
    """It begins before all is given back after the one before."""
    set_entry(world, world.channel, ada, bits("send_messages"))
    one = await world.new_game(ada, ben)
    world.env.inject_error("*", "/channels/*/permissions/*", status=500, times=None)
    await concede(ada, one)
    two = await world.new_game(ada, eve)
    world.env.backend.faults.clear()
    await world.restart()
    assert set(entries(world, world.channel)) == {ada.id, eve.id} and not may(world, eve, world.channel)
    await concede(eve, two)
    assert entries(world, world.channel) == {ada.id: (bits("send_messages"), 0)} and await rows(world) == 0


async def test_other_games_may_be_talked_about(
    world: World, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CicPresenter, "silent", False)
    game = await world.new_game(ada, ben)
    assert entries(world, world.channel) == {} and await rows(world) == 0
    assert "silence" not in "".join(post.content for post in game.posts)
