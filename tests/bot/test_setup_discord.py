"""/setup on SimCord, and what /game new says afterwards."""

from __future__ import annotations

from unittest.mock import AsyncMock

import discord
import pytest
from simcord.backend.errors import SetupError

from bot.engine.access import server_name
from bot.features.server_settings import text as setup_words
from bot.features.server_settings.who_may_open import Permissions
from tests.bot.world import Player, World


def member(world: World, name: str, role: object) -> Player:
    user = world.env.create_user(name)
    return Player(world, user, world.guild.add_member(user, roles=[role]))


async def test_roles_channels_and_limits(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    mo, ada = world.moderator(manage_guild=True), world.player("ada")
    hosts, hall = world.guild.create_role("hosts"), world.guild.create_text_channel("hall")
    ben = member(world, "ben", hosts)
    said = await mo.slash("setup roles", add=hosts)
    assert said.private and f"<@&{hosts.id}>" in said.text
    posts = len(world.channel.history())
    said = await ada.slash("game new", game="cic", where="thread")
    assert said.private and f"<@&{hosts.id}> and {setup_words.MANAGERS}" in said.text
    assert len(world.channel.history()) == posts, "not even a thread"

    said = await mo.slash("setup channels", add=hall)
    assert said.private and f"in <#{hall.id}>, and their threads" in said.text
    for player in (ben, mo):
        said = await player.slash("game new", game="cic")
        assert said.private and said.text.endswith(f"Use `/game new` in <#{hall.id}>.")
    said = await ben.slash("game new", hall, game="cic", where="thread")
    assert said.text.startswith("Game `")

    said = await mo.slash("setup limits", server=9, host=1)
    assert said.private and "9 in this server, 1 for each host (1 now)" in said.text
    # Somebody else may be quicker than a command: the transaction that makes the game looks once more.
    for _ in range(2):
        said = await ben.slash("game new", hall.threads[0], game="cic")  # a thread counts as its channel
        assert said.private and "you can host 1 game at a time" in said.text
        monkeypatch.setattr(Permissions, "may_open", AsyncMock())
    said = await mo.slash("setup show")
    assert said.private and f"<@&{hosts.id}>" in said.text and f"<#{hall.id}>" in said.text
    assert (await mo.slash("game new", hall, game="cic")).text.startswith("Game `")


async def test_pages_call_a_server_as_discord_does(world: World) -> None:
    """When it is renamed while the bot is there, and while it is away."""

    async def called() -> str:
        return await world.bot.services.context.db.read(server_name, world.guild.id)

    async def renamed(name: str) -> None:
        world.env.backend.edit_guild(world.guild.id, {"name": name})
        await world.settle()

    mo = world.moderator(manage_guild=True)
    await renamed("Nothing is public")
    assert await called() == ""
    world.bot.services.context.web = "https://games.example.org"
    await mo.slash("setup web", everywhere=True)
    assert await called() == "Nothing is public"
    await renamed("Admirals")
    assert await called() == "Admirals"
    await world.bot.services.permissions.called({world.guild.id: "From before the bot was away"})
    await world.restart()
    assert await called() == "Admirals"


async def test_a_category_and_its_threads(world: World) -> None:
    mo, ada = world.moderator(manage_guild=True), world.player("ada")
    wars = world.guild.create_category("wars")
    front = world.guild.create_text_channel("front", category=wars)
    said = await mo.slash("setup channels", add=wars)
    assert f"<#{wars.id}>" in said.text
    assert "Games can't be opened in this channel" in (await ada.slash("game new", game="cic")).text
    assert (await ada.slash("game new", front, game="cic", where="thread")).text.startswith("Game `")
    [thread] = front.threads
    lobby = thread.history()[-1]
    await ada.change(lobby, "Close this game")
    assert (await ada.slash("game new", thread, game="cic")).text.startswith("Game `")


async def test_discord_shows_setup_to_managers_and_the_bot_looks_itself(world: World) -> None:
    [command] = [found for found in world.bot.tree.get_commands() if found.name == "setup"]
    assert command.default_permissions == discord.Permissions(manage_guild=True)
    ada = world.player("ada")
    with pytest.raises(SetupError, match="default-member-permissions"):
        await ada.slash("setup show")
    [told] = [found for found in await world.bot.tree.fetch_commands() if found.name == "setup"]
    world.guild.set_command_permissions(told, {ada.member: True})  # an admin did, in the server's settings
    for name in ("roles", "channels", "limits", "organisers", "show"):
        said = await ada.slash(f"setup {name}")
        assert said.private and said.text == setup_words.MANAGERS_ONLY
