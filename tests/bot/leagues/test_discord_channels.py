"""Threads and channels for the games of leagues, on SimCord: each made once, within Discord's limits."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import discord
import pytest

from bot.common.errors import NotAllowed
from bot.discord.servers import Servers
from bot.features.leagues import discord_channels as channels
from bot.features.leagues import text as words
from bot.features.leagues.discord_channels import DiscordPlaces
from bot.features.leagues.plan import Where
from bot.features.leagues.season.game_opening import Made
from bot.outbox.messenger import Unsure
from tests.bot.world import World

NAME = "k7f3 R1 Ada – Ben"


class Maker:
    """Asks for places as the service does."""

    def __init__(self, world: World, channel_id: int | None = None) -> None:
        self.world = world
        self.channel_id = channel_id or world.channel.id
        self.places = DiscordPlaces(world.bot, Servers(world.bot))

    async def __call__(self, name: str = NAME, where: Where = "threads", league: str = "Spring Cup") -> Made:
        made = await self.places.make(self.world.guild.id, self.channel_id, name, where, league, [1, 2])
        await self.world.settle()
        return made

    def restarted(self) -> Maker:
        return Maker(self.world, self.channel_id)


@pytest.fixture
def make(world: World) -> Maker:
    return Maker(world)


def names(world: World) -> list[str | None]:
    return [thread.name for thread in world.channel.threads]


def archive(world: World, thread_id: int) -> None:
    world.env.backend.edit_channel(thread_id, {}, thread_metadata={"archived": True})


async def test_a_thread_is_made_once(world: World, make: Maker) -> None:
    zoe = world.player("zoe")
    theirs = world.env.backend.create_thread(world.channel.id, NAME, zoe.id)
    made = await make()
    assert names(world) == [NAME, NAME] and made == Made(world.channel.threads[1].id), "hers is not taken"
    meta = world.env.backend.get_channel(made.place_id).thread_metadata
    assert meta is not None and meta.auto_archive_duration == 7 * 24 * 60
    world.env.backend.delete_channel(theirs.id)
    assert await make() == made and await make.restarted()() == made
    archive(world, made.place_id)
    assert await make() == made and await make.restarted()() == made
    before = len(world.env.http_requests)
    for number in range(2, 5):
        assert (await make(f"a{number}b2 R1")).place_id != made.place_id
    asked = [request.path for request in world.env.http_requests[before:] if "threads" in request.path]
    assert len(asked) == 3, "what there is, is asked once"
    world.env.backend.delete_channel(made.place_id)
    await world.settle()
    assert (await make()).place_id != made.place_id and len(world.channel.threads) == 4


async def test_a_lost_answer(world: World, make: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    await make("a2b3 R1")  # what there is, is known by now
    create = discord.TextChannel.create_thread

    async def lost(*args: Any, **given: Any) -> None:
        await create(*args, **given)
        raise aiohttp.ServerDisconnectedError

    monkeypatch.setattr(discord.TextChannel, "create_thread", lost)
    with pytest.raises(Unsure):
        await make()
    assert names(world) == ["a2b3 R1", NAME]
    monkeypatch.setattr(discord.TextChannel, "create_thread", create)
    assert (await make()).place_id == world.channel.threads[1].id and len(world.channel.threads) == 2
    for status, seconds in ((500, 5.0), (429, 30.0)):
        world.env.inject_error("POST", "/channels/*/threads", status=status, times=1)
        with pytest.raises(Unsure) as found:
            await make("a3b3 R1")
        assert found.value.seconds == seconds and found.value.patient
    assert (await make("a3b3 R1")).note == ""


async def test_a_missing_permission_is_named(world: World) -> None:
    bot = world.bot.user
    assert bot is not None
    for missing, named in (
        ("create_public_threads", "**Create Public Threads**"),
        ("send_messages_in_threads", "**Send Messages in Threads**"),
    ):
        narrow = discord.PermissionOverwrite(**{missing: False})
        channel = world.guild.create_text_channel(missing, overwrites={bot: narrow})
        with pytest.raises(NotAllowed) as refused:
            await Maker(world, channel.id)()
        assert str(refused.value) == f"In <#{channel.id}> I need {named}."
    voice = world.guild.create_voice_channel("voice")
    with pytest.raises(NotAllowed, match=words.NOT_A_TEXT_CHANNEL):
        await Maker(world, voice.id)()
    role = world.guild.roles[bot.name]
    role._role.permissions = discord.Permissions(view_channel=True).value
    world.env.backend.edit_role(world.guild.id, role.id, {})
    with pytest.raises(NotAllowed, match=r"In this server I need \*\*Manage Channels\*\*"):
        await Maker(world)(where="channels")
    world.env.backend.delete_channel(world.channel.id)
    await world.settle()
    with pytest.raises(NotAllowed, match=words.CHANNEL_GONE):
        await Maker(world)()


# -- channels


async def test_channels_in_a_category_of_their_own(
    world: World, make: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "IN_CATEGORY", 2)
    fetch = discord.Guild.fetch_channels

    async def slow(guild: discord.Guild) -> Any:
        found = await fetch(guild)
        await asyncio.sleep(0)  # so that the others come between
        return found

    monkeypatch.setattr(discord.Guild, "fetch_channels", slow)
    wanted = [f"a{number}b2 R1 Ada – Ben!" for number in range(2, 5)]
    ids = (world.guild.id, world.channel.id)
    made = await asyncio.gather(
        *(make.places.make(*ids, name, "channels", "Spring Cup", []) for name in wanted)
    )
    found = [world.env.backend.get_channel(each.place_id) for each in made]
    assert [channel.name for channel in found] == [f"a{number}b2-r1-ada-ben" for number in range(2, 5)]
    above = [world.env.backend.get_channel(channel.parent_id or 0).name for channel in found]
    assert above == ["Spring Cup", "Spring Cup", "Spring Cup 2"]
    assert await make(wanted[0], "channels") == made[0]
    assert await make.restarted()(wanted[2], "channels") == made[2]
    assert names(world) == [] and len(world.guild._guild.channel_ids) == 1 + 3 + 2


async def test_who_sees_the_league_sees_its_games(world: World) -> None:
    club, bot = world.guild.create_role("club"), world.bot.user
    assert bot is not None
    entries = {
        world.guild.default_role: discord.PermissionOverwrite(view_channel=False, send_messages=False),
        club: discord.PermissionOverwrite(view_channel=True, manage_messages=True),
        bot: discord.PermissionOverwrite(view_channel=True),
    }
    closed = world.guild.create_text_channel("club", overwrites=entries)  # type: ignore[arg-type]
    made = await Maker(world, closed.id)(where="channels")
    home = world.bot.get_channel(world.env.backend.get_channel(made.place_id).parent_id or 0)
    assert isinstance(home, discord.CategoryChannel)
    told = {
        target.id: {name: value for name, value in entry if value is not None}
        for target, entry in home.overwrites.items()
    }
    assert told == {
        world.guild.id: {"read_messages": False},
        club.id: {"read_messages": True},
        bot.id: {"read_messages": True},
    }


async def test_a_server_full_of_channels(world: World, make: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    world.env.inject_error("POST", "/guilds/*/channels", status=400, code=30013)
    told = await make(where="channels")  # another limit than the one that we know
    monkeypatch.setattr(channels, "IN_SERVER", len(world.guild.channels))
    made = await make("a2b2 R1", where="channels")
    assert [made.place_id, told.place_id] == [thread.id for thread in world.channel.threads][::-1]
    for each in (told, made):
        assert "the most Discord allows" in each.note


# -- many threads


async def test_quiet_threads_are_put_away_when_there_are_many(
    world: World, make: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await make("a2b2 R1"), await make("a3b2 R1")
    eve = world.player("eve")
    theirs = world.env.backend.create_thread(world.channel.id, "talk", eve.id)
    world.env.backend.create_message(first.place_id, eve.id, "still here")
    await world.settle()
    monkeypatch.setattr(channels, "CROWDED", 3)
    monkeypatch.setattr(channels, "_PUT_AWAY", 1)
    third = await make("a4b2 R1")
    put_away = [archived(world, ident) for ident in (first.place_id, second.place_id, theirs.id)]
    assert put_away == [False, True, False], "the quietest of ours"
    archive(world, third.place_id)
    await world.settle()
    monkeypatch.setattr(channels, "CROWDED", 900)
    world.env.inject_error("POST", "/channels/*/threads", status=400, code=160006)
    await make("a5b2 R1")
    assert archived(world, first.place_id) and not archived(world, theirs.id)
    world.env.inject_error("POST", "/channels/*/threads", status=400, code=160006, times=2)
    with pytest.raises(NotAllowed, match="1000 active threads"):
        await make("a6b2 R1")


def archived(world: World, thread_id: int) -> bool:
    meta = world.env.backend.get_channel(thread_id).thread_metadata
    assert meta is not None
    return meta.archived
