"""What a process knows of servers whose shard it does not hold: all that it asks Discord for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from bot.discord.channel_sight import DiscordSight
from bot.discord.servers import Servers
from bot.discord.threads import DiscordThreads
from bot.features.leagues.discord_channels import DiscordPlaces
from bot.features.muting.discord_permissions import DiscordChannelPermissions

from .sharded import Client, World, four_shards


@pytest.fixture
async def world(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    async with four_shards(monkeypatch) as made:
        yield made


async def test_a_server_of_another_process(world: World) -> None:
    guild = world.discord.guild(shard=2)
    hall, hidden = guild.channel("hall"), guild.channel("hidden")
    anna, ben = guild.members("anna", "ben")
    hidden.hide()
    hidden.allow("view_channel", to=anna)
    client = await world.client()  # holds no shard
    servers = Servers(client)
    assert servers.at_hand(guild.id) is None
    found = await servers.find(guild.id)
    assert found is not None and found.me.id == world.discord.bot_id
    assert {channel.id for channel in found.text_channels} >= {hall.id, hidden.id}
    assert found.me.guild_permissions.manage_channels and not client.guilds
    asked = len(world.discord.calls)
    assert await servers.find(guild.id) is found is servers.at_hand(guild.id)
    assert len(world.discord.calls) == asked, "known for a minute"

    sight = DiscordSight(servers)
    assert await sight.sees(anna.id, guild.id, hidden.id)
    assert await sight.sees(ben.id, guild.id, hall.id)
    assert not await sight.sees(ben.id, guild.id, hidden.id)
    assert sight.at_hand(anna.id, guild.id, hidden.id) and not sight.at_hand(ben.id, guild.id, hidden.id)
    assert await sight.standing(ben.id, guild.id) == "there"
    stranger = world.discord.user("stranger")
    assert await sight.standing(stranger.id, guild.id) == "left"
    assert not await sight.sees(stranger.id, guild.id, hall.id)


async def test_a_minute_later_it_is_asked_again(world: World) -> None:
    guild, client, clock = world.discord.guild(shard=2), await world.client(), [0.0]
    servers = Servers(client, lambda: clock[0])
    assert await servers.find(guild.id) is not None
    room = guild.channel("a new one")
    clock[0] += 61.0
    found = await servers.find(guild.id)
    assert found is not None and found.get_channel(room.id) is not None


async def test_a_server_without_the_bot_is_asked_for_once(world: World) -> None:
    client, elsewhere = await world.client(), world.discord.guild(shard=1)
    world.discord.backend.remove_guild(elsewhere.id)
    servers = Servers(client)
    assert await servers.find(elsewhere.id) is None
    asked = len(world.discord.calls)
    assert await servers.find(elsewhere.id) is None and len(world.discord.calls) == asked
    assert await DiscordSight(servers).standing(5, elsewhere.id) == "unknown"


async def test_trouble_is_not_taken_for_an_answer(world: World) -> None:
    guild, client = world.discord.guild(shard=1), await world.client()
    servers = Servers(client)
    world.discord.faults.edge("GET", f"/guilds/{guild.id}", 403)
    with pytest.raises(discord.Forbidden):
        await servers.find(guild.id)
    assert await servers.find(guild.id) is not None


async def test_threads_permissions_and_places_there(world: World) -> None:
    guild = world.discord.guild(shard=3)
    hall, (anna, ben) = guild.channel("hall"), guild.members("anna", "ben")
    client = await world.client()
    servers = Servers(client)
    threads = DiscordThreads(client, servers)
    made = await threads.open(hall.id, "letters of anna", None)
    assert await threads.open(hall.id, "letters of anna", None) == made, "found again after a crash"
    await threads.keep_open(made, 0.0, 0.0)

    look = await DiscordChannelPermissions(client, servers).look(hall.id, [anna.id, ben.id])
    assert "send_messages" in look.take and not look.gone
    thread_look = await DiscordChannelPermissions(client, servers).look(made, [anna.id])
    assert thread_look.thread and thread_look.channel_id == hall.id

    places = DiscordPlaces(client, servers)
    room = await places.make(guild.id, hall.id, "k7f3 Round 1", "threads", "League", [anna.id])
    again = await DiscordPlaces(client, servers).make(
        guild.id, hall.id, "k7f3 Round 1", "threads", "League", [anna.id]
    )
    assert again == room
    assert (await places.make(guild.id, hall.id, "k7f3 Round 2", "channels", "League", [])).note == ""


class Asking(Client):
    """Notes what it knows of the server of whoever presses something."""

    servers: Servers

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        await self.servers.complete(interaction)
        assert isinstance(interaction.user, discord.Member) and interaction.guild is not None
        manages = interaction.user.guild_permissions.manage_guild
        roles = sorted(role.name for role in interaction.user.roles)
        self.told.append(("pressed", (manages, *roles, interaction.channel.guild.name)))  # type: ignore[union-attr]


async def test_a_shard_that_was_taken_over_learns_a_server_when_somebody_acts(world: World) -> None:
    guild = world.discord.guild("Our Server", shard=1)
    hall, anna = guild.channel("hall"), guild.member("anna")
    guild.role("Umpires", anna, manage_guild=True)
    rows = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}]
    world.discord.backend.create_message(hall.id, world.discord.bot_id, "panel", components=rows)
    [panel] = hall.posts()
    old, new = await world.client(), await world.client(kind=Asking)
    assert isinstance(new, Asking)
    new.servers = Servers(new)
    old.shards_.open(1)
    await world.told(old, ("ready", 1))
    session = await old.shards_.close(1, hand_over=True)
    new.shards_.open(1, session)
    await world.told(new, ("resumed", 1))
    assert not new.guilds
    world.discord.limits.interaction_seconds = 0.2
    await anna.press(panel, "Go")
    await world.told(new, ("pressed", (True, "@everyone", "Umpires", "Our Server")))
    assert [known.id for known in new.guilds] == [guild.id]
    room = guild.channel("later")
    await world.discord.until(lambda: new.get_channel(room.id) is not None, what="a change that is told")
