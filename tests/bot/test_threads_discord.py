"""Threads of games in Discord: the kind that the channel takes, and who may bring others in."""

from __future__ import annotations

import discord
import pytest
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.backend.models import channel

from tests.bot.test_press_discord import no_pictures as no_pictures  # noqa: PLC0414 - a fixture
from tests.bot.test_press_discord import seven
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
    assert said.private and "as many active threads as Discord allows. Use `where: here`" in said.text
