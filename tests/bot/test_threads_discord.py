"""Threads of games in Discord: the kind that the channel takes, and who may bring others in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import discord
import pytest
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.backend.models import channel

from bot.discord import threads
from bot.features.threads import keep_open as awake
from bot.outbox.messenger import Unsure
from tests.bot.parts import CHANNEL, HOST, HOUR, PostOffice
from tests.bot.test_letters_discord import no_pictures as no_pictures  # noqa: PLC0414 - a fixture
from tests.bot.test_letters_discord import seven
from tests.bot.world import World


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord makes no public threads in an announcement channel, and no announcement threads elsewhere."""
    create = Backend.create_thread

    def checked(self: Backend, parent_id: int, *given: object, **named: object) -> object:
        news = self.get_channel(parent_id).type == discord.ChannelType.news.value
        if (named.get("type") == discord.ChannelType.news_thread.value) is not news:
            raise BackendError(400, 50024, "Cannot execute action on this channel type")
        return create(self, parent_id, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Backend, "create_thread", checked)
    monkeypatch.setattr(channel, "THREAD_TYPES", (10, *channel.THREAD_TYPES))  # SimCord knows no such threads


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("news", [False, True])
async def test_a_game_gets_the_kind_of_thread_that_its_channel_has(world: World, news: bool) -> None:
    guild = world.guild
    hall = guild.create_news_channel("news") if news else guild.create_text_channel("hall")
    said = await world.player("ada").slash("game new", hall, game="cic", where="thread")
    [thread] = hall.threads
    assert thread.mention in said.text and thread.last_message is not None
    kind = discord.ChannelType.news_thread if news else discord.ChannelType.public_thread
    assert world.env.backend.get_channel(thread.id).type == kind.value


async def test_who_gets_letters_in_a_thread_may_let_nobody_else_in(world: World) -> None:
    game = await seven(world, "press=threads")
    await game.seats["hamblet"].slash("press", to="greene", text="Zanzibar")
    [made] = [asked for asked in world.env.http_requests if asked.path.endswith("/threads")]
    assert isinstance(made.json, dict)
    assert made.json["type"] == discord.ChannelType.private_thread.value and made.json["invitable"] is False


async def test_a_server_full_of_threads_is_named(world: World) -> None:
    world.env.inject_error("POST", "/channels/*/threads", status=400, code=160006)
    said = await world.player("ada").slash("game new", game="cic", where="thread")
    assert said.private and "as many active threads as Discord allows. Use `where:here`" in said.text


class Archiver:
    """What Discord does with quiet threads, as its documentation has it: it puts them away some time after
    the last message, or after that time was changed, or after they were last put away or brought back.

    now: the time, which goes on by itself only in `days`
    """

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world = world
        self.backend = world.env.backend
        self.now = world.env.now()
        edit = Backend.edit_channel

        def dated(made: Backend, channel_id: int, *given: Any, **named: Any) -> Any:
            state = made.get_channel(channel_id).thread_metadata
            before = state and (state.archived, state.auto_archive_duration)
            found = edit(made, channel_id, *given, **named)
            if state and (state.archived, state.auto_archive_duration) != before:
                state.archive_timestamp = self.now.isoformat()
            return found

        monkeypatch.setattr(Backend, "edit_channel", dated)

    async def days(self, number: float, thread_id: int) -> bool:
        """So many days pass, the bot looks as often as it does; whether the thread is open at the end."""
        thread = self.backend.get_channel(thread_id)
        state = thread.thread_metadata
        assert state is not None
        until = self.now + timedelta(days=number)
        while self.now < until:
            self.now += timedelta(seconds=awake.EVERY)
            wrote = discord.utils.snowflake_time(thread.last_message_id or thread.id)
            quiet = max(wrote, datetime.fromisoformat(state.archive_timestamp))
            if self.now - quiet >= timedelta(minutes=state.auto_archive_duration) and not state.archived:
                self.backend.edit_channel(thread_id, {}, thread_metadata={"archived": True})
            await self.world.bot.services.thread_keeper._look(self.now.timestamp())
        return not state.archived

    def patched(self, thread_id: int) -> list[Any]:
        """What was changed of the thread."""
        asked = self.world.env.http_requests
        return [one.json for one in asked if (one.method, one.path) == ("PATCH", f"/channels/{thread_id}")]


@pytest.fixture
def archiver(world: World, monkeypatch: pytest.MonkeyPatch) -> Archiver:
    return Archiver(world, monkeypatch)


async def slow_game(world: World) -> int:
    """A game in a thread whose turns take three weeks, in play; the thread."""
    ada, ben = world.player("ada"), world.player("ben")
    said = await ada.slash("game new", game="cic", where="thread", deadline="20d")
    assert "is open in" in said.text, said.text
    [thread] = world.channel.threads
    lobby = thread.last_message
    assert lobby is not None
    await ben.click(lobby, "Join")
    await ben.click(lobby, "Start")
    return thread.id


async def test_a_thread_is_open_until_its_deadline(world: World, archiver: Archiver) -> None:
    """Whoever is silenced could not open it."""
    thread = await slow_game(world)
    posts = len(world.channel.threads[0].history())
    assert await archiver.days(20, thread)
    assert len(world.channel.threads[0].history()) == posts, "nothing is posted for it"
    changes = archiver.patched(thread)
    assert [each.get("auto_archive_duration") for each in changes] == [4320, 10080] * 3, "it was never away"


async def test_a_thread_that_was_put_away_comes_back(world: World, archiver: Archiver) -> None:
    thread = await slow_game(world)
    backend = world.env.backend
    backend.edit_channel(thread, {}, thread_metadata={"archived": True})
    assert await archiver.days(1, thread) and archiver.patched(thread) == [{"archived": False}]
    backend.edit_channel(thread, {}, thread_metadata={"archived": True, "locked": True})
    assert not await archiver.days(1, thread), "a moderator's lock stands"
    backend.edit_channel(thread, {}, thread_metadata={"locked": False})
    theirs = backend.create_thread(world.channel.id, "of people", world.player("eve").id)
    backend.get_channel(thread).owner_id = theirs.owner_id
    assert await archiver.days(20, thread), "what people have made is only brought back"
    assert {str(each) for each in archiver.patched(thread)} == {"{'archived': False}"}


async def test_where_there_are_too_many_threads_none_is_kept_open(
    world: World, archiver: Archiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await slow_game(world)
    monkeypatch.setattr(threads, "CROWDED", threads.ROOM)
    assert not await archiver.days(9, thread) and archiver.patched(thread) == []


class Keeper:
    """Notes what is looked at; `unwell`: Discord is."""

    def __init__(self) -> None:
        self.looked: list[int] = []
        self.unwell = False

    async def keep_open(self, channel_id: int, now: float, ahead: float) -> None:
        self.looked.append(channel_id)
        if self.unwell:
            raise Unsure("503", 5.0)


async def test_each_place_is_looked_at_twice_a_day(office: PostOffice) -> None:
    keeper = Keeper()
    job = awake.ThreadKeeper(office.services.context, keeper)
    await office.game()
    await office.game(channel=CHANNEL + 1)
    await office.lobby(HOST, channel=CHANNEL + 2)
    for _ in range(48):
        await job._run()
        office.clock.time += HOUR / 2
    assert keeper.looked == [CHANNEL, CHANNEL + 1] * 2
    keeper.unwell = True
    for _ in range(8):
        await job._run()
        office.clock.time += HOUR / 2
    assert keeper.looked == [CHANNEL, CHANNEL + 1] * 6, "every hour, and all of them, while it is not known"
    await job.close()


async def test_games_in_channels_ask_nothing_of_discord(world: World) -> None:
    await world.new_game(world.player("ada"), world.player("ben"))
    before = len(world.env.http_requests)
    await world.bot.services.thread_keeper._look(world.clock.now())
    assert len(world.env.http_requests) == before
