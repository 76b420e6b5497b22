"""/league on SimCord: from the sign-up to the final table, by commands and buttons."""

from __future__ import annotations

import json
import re
from typing import Any
from unittest.mock import AsyncMock

import aiohttp
import discord
import pytest
from simcord.builders import ChannelHandle

from bot.common.errors import NotAllowed
from bot.features.leagues.season.game_opening import Opening
from tests.bot.world import Player, Said, World, buttons, words

LEAGUE = re.compile(r"`(lg\d[a-z]\d)`")
SIGN_UP = ["Join", "Leave", "Step in", "Details", "Options"]


class Cup:
    """A league of CIC in #war-room: its organiser, its players, its sign-up post."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.host = world.moderator(manage_guild=True)
        self.players = [world.player(name) for name in ("ada", "ben", "cleo")]
        self.code = ""

    async def open(self, **given: Any) -> Said:
        said = await self.host.slash(
            "league create", **{"name": "Spring Cup", "game": "cic", "plan": "pace=results"} | given
        )
        if found := LEAGUE.search(said.text):
            self.code = found[1]
        return said

    @property
    def posts(self) -> list[discord.Message]:
        return [message for message in self.world.channel.history() if not message.flags.ephemeral]

    @property
    def post(self) -> discord.Message:
        """The post to sign up, as it stands."""
        return next(message for message in self.posts if "Join" in " ".join(buttons(message)))

    async def begin(self) -> None:
        for player in self.players:
            await player.click(self.post, "Join")
        said = await self.host.slash("league start")
        assert said.text == "Sign-up is closed: the first round begins.", said.text
        await self.world.settle()

    @property
    def games(self) -> list[ChannelHandle]:
        return self.world.channel.threads


@pytest.fixture
async def cup(world: World) -> Cup:
    made = Cup(world)
    said = await made.open()
    assert said.private and said.text.startswith(f"League `{made.code}` is open, with you as its organiser.")
    return made


async def test_a_season(world: World, cup: Cup) -> None:
    ada = cup.players[0]
    assert buttons(cup.post) == SIGN_UP
    for player in cup.players:
        said = await player.click(cup.post, "Join")
        assert said.private and said.text.startswith("You are in Spring Cup.")
    assert "**3 players**" in words(cup.post) and "ada, ben, cleo" in words(cup.post)
    said = await ada.click(cup.post, "Join")
    assert said.private and said.text == "You are in Spring Cup already."
    await ada.click(cup.post, "Leave")
    assert "**2 players** (it begins with 3 or more)" in words(cup.post)
    assert (await cup.host.slash("league start")).text.startswith("2 players signed up, and")
    await ada.click(cup.post, "Step in")
    assert "Step in for others: ada" in words(cup.post)
    await ada.click(cup.post, "Join")
    assert "ben, cleo, ada" in words(cup.post) and "Step in for" not in words(cup.post)

    await cup.host.slash("league start")
    await world.settle()
    assert "sign-up is closed" in words(cup.post)
    for number in range(1, 4):
        thread = cup.games[-1]
        assert len(cup.games) == number
        dark, light = re.fullmatch(rf"\w+ R{number} (\w+) – (\w+)", thread.name or "").groups()  # type: ignore[union-attr]
        [first, called] = [message for message in thread.history() if words(message).startswith("###")]
        assert f"round {number} · board 1" in words(first) and len(first.mentions) == 2
        assert "**Next:**" in words(called) and buttons(called) == ["My orders", "Board", "History"]
        loser = next(player for player in cup.players if player.user.name == dark)
        said = await loser.slash("concede", thread)
        await loser.click(said.message, "Yes, I concede")
        await world.settle()
        assert any(f"{dark}: 0, **{light}**: 1" in words(post) for post in cup.posts)
    final = next(post for post in cup.posts if "the final table" in words(post))
    assert " wins!**" in words(final) and len(final.attachments) == 1
    assert "the secret seed of the lots was" in words(cup.posts[-1])
    said = await cup.host.slash("league season", signup="3d")
    assert said.private and said.text.startswith("Season 2 is league `lg")
    await world.settle()
    assert "### Spring Cup, season 2 `lg" in words(cup.posts[-1]) and buttons(cup.posts[-1]) == SIGN_UP


async def test_looking(world: World, cup: Cup) -> None:
    ada, zoe = cup.players[0], world.player("zoe")
    assert "open for players" in (await zoe.click(cup.post, "Details")).text
    await cup.begin()
    said = await ada.slash("league table")
    assert said.private and "**ada** (you)" in said.text and "Crosstable" in buttons(said.message)
    turned = await ada.click(said.message, "Crosstable")
    assert turned.message.id == said.message.id and "crosstable" in turned.text
    turned = await ada.click(turned.message, "Log")
    assert turned.message.id == said.message.id and "closed the sign-up" in turned.text
    [thread] = cup.games
    hall = world.guild.create_text_channel("hall")
    await cup.host.slash("league create", hall, name="Other", game="cic")
    for name, told in {
        "crosstable": "crosstable",
        "fixtures": f"<#{thread.id}>",
        "log": "closed the sign-up",
        "show": "under way",
    }.items():
        for channel in (None, thread):  # in a game's thread too: it is the league of the channel above
            said = await zoe.slash(f"league {name}", channel)
            assert said.private and told in said.text and "(you)" not in said.text, said.text
    said = await ada.slash("league list")
    assert f"- `{cup.code}` **Spring Cup** · Commander-In-Chief · 3 players · under way, round 1" in said.text
    assert "**you play**" in said.text and "you play" not in (await zoe.slash("league list")).text
    said = await zoe.slash("league export")
    [file] = said.message.attachments
    assert file.filename == f"{cup.code}.json" and said.private
    record = json.loads(world.env.backend.cdn.get(file.url) or b"")
    assert len(record["entrants"]) == 3 and len(record["games"]) == 2
    assert not re.search(r"<[@t]", json.dumps(record["log"])) and record["log"][0]["at"].startswith("20")
    assert record["seed"] is None and record["commitment"] in words(cup.post)


async def test_leaving_a_league_that_runs_is_asked_once_more(world: World, cup: Cup) -> None:
    await cup.begin()
    ada = cup.players[0]
    zoe = world.player("zoe")
    assert "-Join" in buttons(cup.post), "the post was brought up to date"
    said = await zoe.slash("league join")
    assert said.private and said.text.startswith("Spring Cup has begun.")
    said = await zoe.slash("league reserve")
    assert said.text.startswith("You may step in") and "Step in for others: zoe" in words(cup.post)
    for asked in (await ada.slash("league withdraw"), await ada.click(cup.post, "Leave")):
        assert asked.private and asked.text.startswith("Leave **Spring Cup**?")
        assert buttons(asked.message) == ["Leave the league", "Stay"]
    stays = await ada.click(asked.message, "Stay")
    assert stays.text == "You stay in the league." and buttons(stays.message) == []
    asked = await ada.slash("league withdraw")
    left = await ada.click(asked.message, "Leave the league")
    assert left.private and left.text == "You have left Spring Cup."
    await world.settle()
    assert "ada withdrew" in words(cup.posts[-1])
    assert (await ada.slash("league withdraw")).text == "You have left Spring Cup."
    assert (await zoe.slash("league withdraw")).text == "You have left Spring Cup."
    assert "zoe" not in words(cup.post)
    assert "You have left Spring Cup" in (await zoe.slash("league withdraw")).text


# -- organisers


async def test_who_may_make_a_league_and_what_is_missing(world: World) -> None:
    [command] = [found for found in world.bot.tree.get_commands() if found.name == "league"]
    assert command.to_dict(world.bot.tree)["contexts"] == [0], "in servers alone"
    cup, ada = Cup(world), world.player("ada")
    said = await ada.slash("league create", name="Mine", game="cic")
    assert said.private and "whoever may manage the server" in said.text and cup.posts == []
    role = world.guild.create_role("organisers")
    assert f"<@&{role.id}>" in (await cup.host.slash("setup organisers", add=role)).text
    user = world.env.create_user("olga")
    olga = Player(world, user, world.guild.add_member(user, roles=[role]))
    assert "is open" in (await olga.slash("league create", name="Hers", game="cic")).text

    assert world.bot.user is not None
    narrow = discord.PermissionOverwrite(create_public_threads=False, attach_files=False)
    channel = world.guild.create_text_channel("narrow", overwrites={world.bot.user: narrow})
    said = await ada.slash("league create", channel, name="Mine", game="cic")
    assert said.text.startswith("You may not make leagues in this server."), "that first"
    said = await cup.host.slash("league create", channel, name="Here", game="cic")
    assert said.private and "here: Attach Files, Create Public Threads. Ask a moderator" in said.text
    thread = world.env.backend.create_thread(world.channel.id, "aside", olga.id)
    await world.settle()
    aside = next(one for one in world.channel.threads if one.id == thread.id)
    said = await cup.host.slash("league create", aside, name="Here", game="cic")
    assert said.private and said.text.startswith("Leagues are made in a text channel")
    said = await cup.open(format="swiss", rounds=0)
    assert said.private and said.text.startswith("`rounds`: say how many"), said.text
    assert len((await cup.host.slash("league list")).text.splitlines()) == 3


async def test_what_was_accepted_is_told_though_the_post_cannot_be_shown(world: World, cup: Cup) -> None:
    ada, ben, _ = cup.players
    post = cup.post
    world.env.inject_error("PATCH", f"/channels/*/messages/{post.id}", status=500)
    said = await ada.slash("league join")
    assert said.private and said.text.startswith("You are in Spring Cup.")
    assert "**0 players**" in words(cup.post)
    await ben.click(post, "Join")
    assert "ada, ben" in words(cup.post)
    world.env.backend.delete_message(world.channel.id, post.id)
    said = await ben.slash("league withdraw")
    assert said.private and said.text == "You have left Spring Cup."


async def test_what_is_offered(world: World, cup: Cup) -> None:
    host = cup.host
    for command in ("show", "join", "start", "result"):
        assert await host.offered("spr", "league", f"league {command}") == [cup.code]
    assert await host.offered("x", "league", "league show") == []
    assert "substitute=50" in await host.offered("sub", "plan", "league create", game="cic")
    assert "vacation=20 out=0" in await host.offered("vacation=20 out", "changes", "league edit")
    assert "objective=points" in await host.offered("objective=p", "options", "league create", game="cic")
    assert await host.offered("1", "signup", "league create") == ["14d"]
    offered = await host.offered("", "calendar", "league create")
    assert "7d" in offered and "none" not in offered
    assert await host.offered("", "game", "league result") == []
    await cup.begin()
    [thread] = cup.games
    code = str(thread.name).split()[0]
    assert await host.offered("", "game", "league result") == [code]
    assert await host.offered("ada", "game", "league result") == [code] * ("ada" in str(thread.name))
    assert await host.offered("", "places", "league result", game=code) == ["1 2", "2 1", "draw", "none"]


async def test_an_organiser_at_work(world: World, cup: Cup) -> None:
    host, ada = cup.host, cup.players[0]
    for player in cup.players:
        await player.slash("league join")
    assert "ada, ben, cleo" in words(cup.post)
    zoe = world.player("zoe")
    await zoe.click(cup.post, "Join")
    said = await host.slash("league remove", player=zoe.user, reason="a spare account")
    assert "zoe is out of the league" in said.text and "zoe" not in words(cup.post)

    for opened in (await host.slash("league edit"), await host.click(cup.post, "Options")):
        assert opened.fields == ["name", "rounds", "calendar", "points", "plan"]
    given = {"name": "Summer Cup", "rounds": "0", "calendar": "3d", "points": "1,0"}
    said = await host.submit(opened, **given, plan="deadline=2d\nvacation=20")
    assert said.private and said.text.startswith("Changed: name: Summer Cup")
    assert "Summer Cup" in words(cup.post) and "Time for a turn: 48h" in words(cup.post)
    assert "changed name: Summer Cup" in words(cup.posts[-1])
    said = await host.slash("league edit", changes="vacation=9 cycles=2")
    assert "vacation: 9; " in said.text or "cycles: 2; vacation: 9" in said.text
    assert "everybody twice" in words(cup.post)
    whole = (await ada.click(cup.post, "Details")).text
    assert "9 days of vacation" in whole and "If level" in whole, "what decides whether one joins is public"
    assert "vacation" not in words(cup.post) and len(words(cup.post)) < 700
    opened = await host.slash("league edit")
    said = await host.submit(opened, **given, plan="vacation=long\nout=1")
    assert said.private and said.text.startswith("`vacation`: “long” is no number from 0 to 120.")
    assert "points=1,0\nvacation=long\nout=1\n```" in said.text and buttons(said.message) == ["Options"]
    assert (await host.click(said.message, "Options")).fields == opened.fields
    for refused in (await ada.slash("league edit"), await ada.click(cup.post, "Options")):
        assert refused.private and refused.text.startswith("Only the organiser of league")

    await host.slash("league start")
    await world.settle()
    [thread] = cup.games
    code = str(thread.name).split()[0]
    said = await host.slash("league result", game=code, places="draw", reason="by agreement")
    assert said.text.startswith("Ruled: Round 1") and "(ruled)" in said.text
    await world.settle()
    assert any("by agreement" in words(post) for post in cup.posts) and len(cup.games) == 2
    assert "No league of this server is over" in (await host.slash("league season")).text
    assert "is not over" in (await host.slash("league season", league=cup.code)).text
    assert "is paused" in (await host.slash("league pause", reason="holidays")).text
    assert "goes on" in (await host.slash("league resume")).text
    for who in cup.players:
        said = await who.slash("league pause", reason="me")
        assert said.private and said.text.startswith("Only the organiser")
        said = await who.slash("league cancel")
        assert said.private and said.text.startswith("Only the organiser")
    asked = await host.slash("league cancel")
    assert asked.modal["title"] == "Give up Summer Cup?" and asked.fields == ["why"]
    await world.restart()
    said = await host.submit(asked, why="too few games")
    assert said.private and said.text == "The league is cancelled."
    assert "too few games" in words(cup.posts[-2]) and "the secret seed" in words(cup.posts[-1])
    assert "is cancelled" in (await host.slash("league start", league=cup.code)).text


# -- places


async def test_a_lost_answer_and_a_kill_make_no_second_thread(
    world: World, cup: Cup, monkeypatch: pytest.MonkeyPatch
) -> None:
    create, left = discord.TextChannel.create_thread, [True]

    async def lost(*args: Any, **given: Any) -> discord.Thread:
        made = await create(*args, **given)
        if left and left.pop():
            raise aiohttp.ServerDisconnectedError
        return made

    monkeypatch.setattr(discord.TextChannel, "create_thread", lost)
    await cup.begin()
    assert len(cup.games) == 1 and len(cup.games[0].history()) == 0
    with monkeypatch.context() as patch:
        patch.setattr(Opening, "_begin", AsyncMock(side_effect=NotAllowed("killed here")))
        await world.pass_time(30)
        assert len(cup.games) == 1 and len(cup.games[0].history()) == 0
    await world.restart()
    await world.settle()
    assert len(cup.games) == 1 and "round 1" in words(cup.games[0].history()[0])


async def test_channels(world: World) -> None:
    cup = Cup(world)
    await cup.open(plan="where=channels pace=results")
    await cup.begin()
    assert cup.games == []
    [room] = [one for name, one in world.guild.channels.items() if name.endswith(("ada", "ben", "cleo"))]
    assert "Spring Cup" in world.guild.channels and "round 1" in words(room.history()[0])
