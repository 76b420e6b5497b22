"""/league on SimCord: from the sign-up to the final table, by commands and buttons."""

from __future__ import annotations

import json
import re
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest
from simcord.builders import ChannelHandle

from bot.common.errors import NotAllowed
from bot.common.message import Button, Message, custom_id
from bot.discord.convert import to_send
from bot.features.leagues import text as league_words
from bot.features.leagues.season import text as season_words
from bot.features.leagues.season.game_opening import Opening
from bot.features.leagues.views import text as view_words
from bot.features.server_settings import text as setup_words
from tests.bot.world import Player, Said, World, buttons, words

LEAGUE = re.compile(r"`(lg\d[a-z]\d)`")
SIGN_UP = ["Join", "Leave", "How it works"]


class Cup:
    """A league of CIC in #war-room: its organiser, its players, its sign-up post."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.host = world.moderator(manage_guild=True)
        self.players = [world.player(name) for name in ("ada", "ben", "cleo")]
        self.code = ""

    async def open(self, **given: Any) -> Said:
        said = await self.host.slash(
            "league create", **{"name": "Spring Cup", "game": "cic", "pace": "results"} | given
        )
        if found := LEAGUE.search(said.text):
            self.code = found[1]
        return said

    async def change(self, shown: Said, group: str) -> Said:
        """The form behind a part of the organiser's page."""
        return await self.host.press(shown.message, custom_id("loptions", self.code, None, 0, group))

    @property
    def posts(self) -> list[discord.Message]:
        return [message for message in self.world.channel.history() if not message.flags.ephemeral]

    @property
    def post(self) -> discord.Message:
        """The post to sign up, as it stands."""
        return next(message for message in self.posts if "How it works" in buttons(message))

    async def begin(self) -> None:
        for player in self.players:
            await player.click(self.post, "Join")
        said = await self.host.slash("league start")
        assert said.text == season_words.CLOSED_NOW, said.text
        await self.world.settle()

    @property
    def games(self) -> list[ChannelHandle]:
        return self.world.channel.threads


@pytest.fixture
async def cup(world: World) -> Cup:
    made = Cup(world)
    said = await made.open()
    told = league_words.CREATED(league="Spring Cup", code=made.code)
    assert said.private and said.text.startswith(told), said.text
    return made


async def test_a_season(world: World, cup: Cup) -> None:
    ada = cup.players[0]
    assert buttons(cup.post) == SIGN_UP
    for player in cup.players:
        said = await player.click(cup.post, "Join")
        assert said.private and said.text.startswith("You're in Spring Cup.")
    assert league_words.JOINED(n=3, names="ada, ben, cleo") in words(cup.post)
    said = await ada.click(cup.post, "Join")
    assert said.private and said.text == league_words.IN_ALREADY(league="Spring Cup")
    await ada.click(cup.post, "Leave")
    assert league_words.JOINED_TOO_FEW(n=2, least=3, names="ben, cleo") in words(cup.post)
    assert (await cup.host.slash("league start")).text == season_words.TOO_FEW_LOWER(n=2, least=3)
    how = await ada.click(cup.post, "How it works")
    await ada.click(how.message, "Be a substitute")
    assert league_words.SUBSTITUTES(names="ada") in words(cup.post)
    await ada.click(cup.post, "Join")
    assert "ben, cleo, ada" in words(cup.post) and "Substitutes" not in words(cup.post)

    await cup.host.slash("league start")
    await world.settle()
    assert "Sign-up is closed" in words(cup.post)
    for number in range(1, 4):
        thread = cup.games[-1]
        assert len(cup.games) == number
        dark, light = re.fullmatch(rf"\w+ R{number} (\w+) – (\w+)", thread.name or "").groups()  # type: ignore[union-attr]
        first, *_, called = thread.history()
        assert first.content.startswith(f"Spring Cup, round {number}: <@") and len(first.mentions) == 2
        assert "**Next:**" in words(called) and buttons(called) == ["My orders", "Board", "History"]
        loser = next(player for player in cup.players if player.user.name == dark)
        said = await loser.slash("concede", thread)
        await loser.click(said.message, "Yes, I concede")
        await world.settle()
        assert any(f"**{light}** beats {dark}, 1–0." in words(post) for post in cup.posts)
    final = next(post for post in cup.posts if "wins Spring Cup!" in words(post))
    assert len(final.attachments) == 1
    assert "The seed of its draws was" in words(cup.posts[-1])
    said = await cup.host.slash("league season", signup="3d")
    assert said.private and said.text.startswith("Spring Cup, season 2 is open: `lg")
    await world.settle()
    assert "### Spring Cup, season 2" in words(cup.posts[-1]) and buttons(cup.posts[-1]) == SIGN_UP


async def test_looking(world: World, cup: Cup) -> None:
    ada, zoe = cup.players[0], world.player("zoe")
    how = await zoe.click(cup.post, "How it works")
    assert "sign-up open" in how.text and buttons(how.message) == ["Log", "Be a substitute"]
    assert "Settings…" in buttons((await cup.host.click(cup.post, "How it works")).message)
    await cup.begin()
    said = await ada.slash("league table")
    assert said.private and "ada 0** (you)" in said.text and "Crosstable" in buttons(said.message)
    turned = await ada.click(said.message, "Crosstable")
    assert turned.message.id == said.message.id and "crosstable" in turned.text
    turned = await ada.click((await ada.click(turned.message, "How it works")).message, "Log")
    closed = season_words.LOG_CLOSED(organiser=f"<@{cup.host.id}>")
    assert turned.message.id == said.message.id and closed in turned.text
    [thread] = cup.games
    hall = world.guild.create_text_channel("hall")
    await cup.host.slash("league create", hall, name="Other", game="cic")
    for name, told in {
        "crosstable": "crosstable",
        "fixtures": f"<#{thread.id}>",
        "log": closed,
        "show": "under way",
    }.items():
        for channel in (None, thread):  # in a game's thread too: it is the league of the channel above
            said = await zoe.slash(f"league {name}", channel)
            assert said.private and told in said.text and "(you)" not in said.text, said.text
    said = await ada.slash("league list")
    assert (
        f"- **Spring Cup** `{cup.code}` · <#{world.channel.id}> · Commander-In-Chief · round 1" in said.text
    )
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
    brought_up_to_date = ["Be a substitute", "Leave", "Table", "How it works"]
    assert buttons(cup.post) in (brought_up_to_date, ["Be a substitute", "Leave", "How it works"])
    said = await zoe.slash("league join")
    assert said.private and said.text == league_words.HAS_BEGUN(league="Spring Cup")
    said = await zoe.slash("league reserve")
    assert said.text.startswith("You're a substitute") and "Substitutes: zoe" in words(cup.post)
    for asked in (await ada.slash("league withdraw"), await ada.click(cup.post, "Leave")):
        assert asked.private and asked.text.startswith("Leave **Spring Cup**?")
        assert buttons(asked.message) == ["Leave the league", "Stay"]
    stays = await ada.click(asked.message, "Stay")
    assert stays.text == league_words.YOU_STAY and buttons(stays.message) == []
    asked = await ada.slash("league withdraw")
    left = await ada.click(asked.message, "Leave the league")
    assert left.private and left.text == league_words.YOU_LEFT(league="Spring Cup")
    await world.settle()
    assert season_words.WITHDREW(name="ada", league="Spring Cup") in words(cup.posts[-1])
    again = league_words.LEFT_ALREADY(league="Spring Cup")
    assert (await ada.slash("league withdraw")).text == again
    assert (await zoe.slash("league withdraw")).text == league_words.YOU_LEFT(league="Spring Cup")
    assert "zoe" not in words(cup.post)
    assert (await zoe.slash("league withdraw")).text == again


# -- organisers


async def test_who_may_make_a_league_and_what_is_missing(world: World) -> None:
    [command] = [found for found in world.bot.tree.get_commands() if found.name == "league"]
    assert command.to_dict(world.bot.tree)["contexts"] == [0], "in servers alone"
    cup, ada = Cup(world), world.player("ada")
    said = await ada.slash("league create", name="Mine", game="cic")
    assert said.private and setup_words.MANAGERS in said.text and cup.posts == []
    role = world.guild.create_role("organisers")
    assert f"<@&{role.id}>" in (await cup.host.slash("setup organisers", add=role)).text
    user = world.env.create_user("olga")
    olga = Player(world, user, world.guild.add_member(user, roles=[role]))
    assert "is open" in (await olga.slash("league create", name="Hers", game="cic")).text

    assert world.bot.user is not None
    narrow = discord.PermissionOverwrite(create_public_threads=False, attach_files=False)
    channel = world.guild.create_text_channel("narrow", overwrites={world.bot.user: narrow})
    said = await ada.slash("league create", channel, name="Mine", game="cic")
    assert said.text.startswith("You can't make leagues in this server."), "that first"
    said = await cup.host.slash("league create", channel, name="Here", game="cic")
    assert said.text == league_words.BOT_LACKS(permissions="Attach Files, Create Public Threads")
    thread = world.env.backend.create_thread(world.channel.id, "aside", olga.id)
    await world.settle()
    aside = next(one for one in world.channel.threads if one.id == thread.id)
    said = await cup.host.slash("league create", aside, name="Here", game="cic")
    assert said.private and said.text == league_words.TEXT_CHANNEL_ONLY
    said = await cup.open(format="swiss", rounds=0)
    assert said.private and said.text.startswith("`rounds`: "), said.text
    assert len((await cup.host.slash("league list")).text.splitlines()) == 2


async def test_what_was_accepted_is_told_though_the_post_cannot_be_shown(world: World, cup: Cup) -> None:
    ada, ben, _ = cup.players
    post = cup.post
    world.env.inject_error("PATCH", f"/channels/*/messages/{post.id}", status=500)
    said = await ada.slash("league join")
    assert said.private and said.text.startswith("You're in Spring Cup.")
    assert "Nobody has joined" in words(cup.post)
    await ben.click(post, "Join")
    assert "ada, ben" in words(cup.post)
    world.env.backend.delete_message(world.channel.id, post.id)
    said = await ben.slash("league withdraw")
    assert said.private and said.text == league_words.YOU_LEFT(league="Spring Cup")


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

    page = await host.slash("league edit")
    assert page.private and buttons(page.message) == ["Change…"] * 5
    opened = await cup.change(page, "name")
    assert opened.fields == ["name", "least", "most", "divisions", "moves"]
    given = {"least": "3", "most": "0", "divisions": "1", "moves": "1"}
    said = await host.submit(opened, name="Summer Cup", **given)
    assert said.message.id == page.message.id and "Name: Summer Cup" in said.text
    assert "Summer Cup" in words(cup.post) and "Name: Summer Cup" in words(cup.posts[-1])
    said = await host.slash("league edit", changes="vacation=9 cycles=2 deadline=2d")
    assert "Days of vacation: 9" in said.text and "Games of each pair: two games" in said.text
    assert "everyone plays everyone twice" in words(cup.post) and "48h for each turn" in words(cup.post)
    whole = (await ada.click(cup.post, "How it works")).text
    assert "9 days of vacation" in whole and "Level on points?" in whole, "what decides joining is public"
    assert "vacation" not in words(cup.post) and len(words(cup.post)) < 500
    rounds = await cup.change(page, "rounds")
    pace = next(row for row in rounds.modal["components"] if row["component"]["custom_id"] == "pace")
    assert [one["value"] for one in pace["component"]["options"] if one.get("default")] == ["results"]
    opened = await cup.change(page, "time")
    said = await host.submit(opened, vacation="long", deadline="24h", season="0")
    why = league_words.NOT_A_NUMBER(least=0, most=120, typed="long")
    assert said.private and said.text.startswith(league_words.WRONG_FIELD(label="Days of vacation", why=why))
    assert "Days of vacation: long\n```" in said.text and buttons(said.message) == ["Try again"]
    assert (await host.click(said.message, "Try again")).fields == opened.fields
    refused = await ada.slash("league edit")
    assert refused.private and "who runs" in refused.text

    await host.slash("league start")
    await world.settle()
    [thread] = cup.games
    code = str(thread.name).split()[0]
    said = await host.slash("league result", game=code, places="draw", reason="by agreement")
    assert said.text.startswith("Ruled. Round 1: ")
    await world.settle()
    assert any("by agreement" in words(post) for post in cup.posts) and len(cup.games) == 2
    assert (await host.slash("league season")).text == league_words.NONE_OVER
    assert "isn't finished" in (await host.slash("league season", league=cup.code)).text
    assert (await host.slash("league pause", reason="holidays")).text == season_words.PAUSED
    assert (await host.slash("league resume")).text == season_words.RESUMED
    running = await host.slash("league edit")
    opened = await cup.change(running, "time")
    assert opened.fields == ["deadline", "season", "vacation"], "what may still be changed"
    for who in cup.players:
        said = await who.slash("league pause", reason="me")
        assert said.private and "who runs" in said.text
        said = await who.slash("league cancel")
        assert said.private and "who runs" in said.text
    asked = await host.slash("league cancel")
    assert asked.modal["title"] == "Cancel Summer Cup?" and asked.fields == ["why"]
    await world.restart()
    said = await host.submit(asked, why="too few games")
    assert said.private and said.text == season_words.CANCELLED
    assert "too few games" in words(cup.posts[-2]) and "The seed of the draws" in words(cup.posts[-1])
    assert "was cancelled" in (await host.slash("league start", league=cup.code)).text


async def test_buttons_of_posts_of_before(world: World, cup: Cup) -> None:
    ada = cup.players[0]
    acts = {"loptions": "", "lreserve": "", "lshow": "", "lfix": "0.door", "llog": "0.door"}
    row = (Button(custom_id(act, cup.code, None, 0, extra), act) for act, extra in acts.items())
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    post = await channel.send(**to_send(Message("The post of before", rows=(tuple(row),), plain=True)))
    said = await cup.host.click(post, "loptions")
    assert said.private and buttons(said.message) == ["Change…"] * 5
    said = await ada.click(post, "loptions")
    assert said.private and "who runs" in said.text
    assert "You're a substitute" in (await ada.click(post, "lreserve")).text
    assert view_words.HOW(league="Spring Cup") in (await ada.click(post, "lshow")).text
    assert (await ada.click(post, "lfix")).text == view_words.NO_ROUND
    assert view_words.LOG(league="Spring Cup") in (await ada.click(post, "llog")).text


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
        patch.setattr(Opening, "_begin", Mock(side_effect=NotAllowed("killed here")))
        await world.pass_time(30)
        assert len(cup.games) == 1 and len(cup.games[0].history()) == 0
    await world.restart()
    await world.settle()
    assert len(cup.games) == 1 and "round 1" in words(cup.games[0].history()[0])


async def test_channels(world: World) -> None:
    cup = Cup(world)
    await cup.open(where="channels")
    await cup.begin()
    assert cup.games == []
    [room] = [one for name, one in world.guild.channels.items() if name.endswith(("ada", "ben", "cleo"))]
    assert "Spring Cup" in world.guild.channels and "round 1" in words(room.history()[0])
