"""Letters on Discord: commands, buttons and windows, closed messages, private threads, restarts."""

from __future__ import annotations

import json
import re
from typing import Any

import discord
import pytest
from simcord.backend import serializers
from simcord.builders import ChannelHandle

from bot.discord.text import LETTERS_LACK
from bot.features.letters import text as letter_text
from bot.storage.records import Letter, LetterThread
from bot.storage.rows import find, remove
from tests.bot import parts
from tests.bot.test_letters import Sheet
from tests.bot.test_strangers import close_dms
from tests.bot.transactions import looking, writing
from tests.bot.world import Game, Player, World, buttons, components, menus, options, words

SEATS = ("tower", "papst", "rossoni", "christofori", "dunning", "greene", "hamblet")
NAMES = ("tess", "pia", "rolf", "chris", "dora", "gil", "hank")
TEXT = "Zanzibar at dawn"


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "picture", lambda _: Sheet())


async def seven(
    world: World, services: str = "anonymous=yes", channel: ChannelHandle | None = None, **given: Any
) -> Game:
    """A game of the seven in play, each on the seat of their place."""
    channel = channel or world.channel
    players = given.pop("players", None) or [world.player(name) for name in NAMES]
    said = await players[0].slash(
        "game new", channel, game="newyork2047", seats="choice", options=services, **given
    )
    assert said.text.startswith("Game `"), said.text
    if given.get("where") == "thread":
        channel = channel.threads[-1]
    lobby = channel.last_message
    assert lobby is not None
    for player in players[1:]:
        await player.click(lobby, "Join")
    for player, seat in zip(players, SEATS, strict=True):
        assert seat in options(menus(lobby)[0])
        await player.choose(lobby, seat)
    await players[-1].click(lobby, "Start")
    return Game(world, words(lobby).split("`")[1], channel, dict(zip(SEATS, players, strict=True)))


@pytest.fixture
async def game(world: World) -> Game:
    return await seven(world)


def got(player: Player, text: str = TEXT) -> int:
    return sum(text in words(message) for message in player.dms)


def readers(game: Game, text: str = TEXT) -> set[str]:
    """Who has the text in the direct messages."""
    return {seat for seat, player in game.seats.items() if got(player, text)}


async def stored(game: Game) -> list[Letter]:
    async with looking(game.world.bot.services.context.db) as tx:
        return find(tx, Letter, table_id=game.code)


def received(world: World, player: Player) -> dict[int, str]:
    """Every message that a user can read, with all its ids, as Discord has it."""
    backend = world.env.backend
    found = {}
    for messages in backend.messages.values():
        for message in messages.values():
            channel = backend.get_channel(message.channel_id)
            mine = player.user.dm_channel.id == channel.id
            if mine or (channel.guild_id is not None and message.visible_to(player.id)):
                payload = dict(serializers.message_payload(backend, message))
                found[message.id] = json.dumps(payload, default=str, ensure_ascii=False)
    return found


async def test_an_answer_to_all_after_restarts(world: World, game: Game) -> None:
    tess, hank = game.seats["tower"], game.seats["hamblet"]
    await hank.slash("press", to="tower greene", text=TEXT)
    assert readers(game) == {"tower", "greene"} and TEXT not in json.dumps(components(tess.dms[-1]))
    assert f"> {TEXT}" in tess.dms[-1].content, "a locked phone shows the letter, and one can quote it"
    await world.restart()
    shown = await tess.click(tess.dms[-1], "Reply to all")
    assert shown.modal["title"] == f"To Hamblet (hank) and Greene (gil) · {game.code}"
    await world.restart()
    said = await tess.submit(shown, text="No")
    assert said.private and readers(game, "> No") == {"hamblet", "greene"}
    assert TEXT not in json.dumps([words(message) for message in game.posts])


async def test_the_window_for_several_lines(world: World, game: Game) -> None:
    hank = game.seats["hamblet"]
    shown = await hank.slash("press", to="tower papst", anonymous=True)
    assert shown.modal["title"] == f"To Tower (tess) and Papst (pia) · {game.code}"
    await world.restart()
    said = await hank.submit(shown, text=f"{TEXT}\nand dusk")
    assert re.search(r"no\. \d{5} is yours", said.text)
    assert readers(game, f"> {TEXT}\n> and dusk") == {"tower", "papst"}
    shown = await hank.slash("press", to="all")
    await hank.submit(shown, text="Peace")
    assert "📣 **Hamblet** (hank) to all" in words(game.post)


async def test_it_asks_to_whom_where_that_is_not_clear(world: World, game: Game) -> None:
    hank = game.seats["hamblet"]
    shown = await hank.slash("press", to="dunkin", text=TEXT, anonymous=True)
    assert got(game.seats["dunning"]) == 0
    [to, letter] = [row["component"] for row in shown.modal["components"]]
    assert [one["value"] for one in to["options"]] == [*SEATS[:-1], "all"], "all but the writer"
    assert [one["value"] for one in to["options"] if one.get("default")] == ["dunning"]
    assert "Did you mean Dunning (dora)?" in shown.modal["components"][0]["description"]
    assert letter["value"] == TEXT, "what was written is kept"
    await world.restart()
    said = await hank.submit(shown, to=["dunning", "greene"], text=TEXT)
    assert "on its way to Dunning (dora) and Greene (gil)" in said.text
    assert readers(game) == {"dunning", "greene"}
    assert all(letter.anonymous for letter in await stored(game))
    shown = await hank.slash("press")
    await hank.submit(shown, to=["all"], text="Peace")
    assert "> Peace" in words(game.post)


async def test_a_letter_that_is_not_sent_is_given_back(world: World, game: Game) -> None:
    hank = game.seats["hamblet"]
    shown = await hank.slash("press", to="zed")
    said = await hank.submit(shown, to=["all", "tower"], text=f"`{TEXT}`")
    assert said.private and letter_text.ALL_ALONE in said.text and f"'{TEXT}'" in said.text
    assert await stored(game) == []
    told = await hank.write(f"press zed: {TEXT}")
    assert "I don't know “zed”. You can write to Tower (tess), Papst (pia)" in told
    assert "Hamblet" not in told, "nobody writes to themselves"


async def test_names_are_offered(world: World, game: Game) -> None:
    hank = game.seats["hamblet"]
    assert await hank.offered("gr", "to", "press") == ["Greene"]
    assert await hank.offered("greene, to", "to", "press") == ["Greene, Tower"]
    assert "all" in await hank.offered("", "to", "press")
    assert await hank.offered("h", "with", "letters") == ["Hamblet"]
    assert await hank.offered("", "table", "letters") == [game.code]
    eve = world.player("eve")
    assert await eve.offered("", "to", "press") == []
    assert await eve.offered("", "to", "press", table="nope") == []


async def test_nothing_of_an_unsigned_writer_reaches_anybody(world: World, game: Game) -> None:
    hank, tess = game.seats["hamblet"], game.seats["tower"]
    before = {seat: received(world, player) for seat, player in game.seats.items()}
    said = await hank.slash("press", to="tower rossoni", text=TEXT, anonymous=True)
    assert said.private
    await hank.slash("press", to="all", text=TEXT, anonymous=True)
    await hank.write("unsigned letter to tower: By mail")
    for seat, player in game.seats.items():
        if seat == "hamblet":
            continue
        after = received(world, player)
        new = "".join(after[ident] for ident in after.keys() - before[seat].keys())
        assert (TEXT in new) and not any(word in new for word in ("amblet", "hank", str(hank.id))), seat
    letter = next(message for message in tess.dms if TEXT in words(message))
    assert buttons(letter) == ["Reply"]
    for command in ({}, {"with": "hamblet"}, {"with": "rossoni"}):
        said = await tess.slash("letters", **command)
        assert not any(word in said.text.partition("\n")[2] for word in ("amblet", "hank", str(hank.id)))
        assert (TEXT in said.text) == (not command)
    shown = await tess.click(letter, "Reply")
    assert re.fullmatch(rf"To the writer of unsigned letter \d{{5}} · {game.code}", shown.modal["title"])
    assert "amblet" not in json.dumps(shown.modal)
    said = await tess.submit(shown, text="Who are you?")
    assert "amblet" not in said.text and readers(game, "> Who are you?") == {"hamblet"}


async def test_closed_messages(world: World, game: Game) -> None:
    tess = game.seats["tower"]
    close_dms(world, tess)
    await game.seats["hamblet"].slash("press", to="tower greene", text=TEXT)
    call = game.post
    assert words(call).startswith(f"<@{tess.id}>, you have a letter")
    assert buttons(call) == ["Read your letters"]
    assert "amblet" not in words(call) and TEXT not in words(call)
    assert world.env.backend.get_message(call.channel.id, call.id).ping_user_ids == [tess.id]
    await world.restart()
    said = await tess.click(call, "Read your letters")
    assert said.private and TEXT in said.text and buttons(said.message) == ["Reply to Hamblet"]
    shown = await tess.click(said.message, "Reply to Hamblet")
    await tess.submit(shown, text="Read")
    assert readers(game, "> Read") == {"hamblet"}
    said = await game.seats["papst"].click(call, "Read your letters")
    assert said.private and "No letters." in said.text
    said = await world.player("eve").click(call, "Read your letters")
    assert said.private and said.text.startswith("You don't play")


async def test_pages_of_letters(world: World, game: Game) -> None:
    hank, tess = game.seats["hamblet"], game.seats["tower"]
    for number in range(7):
        await hank.slash("press", to="tower", text=f"Number {number}.")
    said = await tess.slash("letters")
    assert said.private and "page 1 of 2" in said.text and "Number 6." in said.text
    said = await tess.click(said.message, "Older ▶")
    assert "Number 0." in said.text and "page 2 of 2" in said.text
    await world.restart()
    said = await tess.click(said.message, "⏮ Newest")
    assert "Number 6." in said.text


async def test_one_interaction_delivered_twice(
    world: World, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = world.env.backend
    emit = backend.emit

    def twice(event: str, payload: Any) -> None:
        emit(event, payload)
        if event == "INTERACTION_CREATE":
            emit(event, payload)

    monkeypatch.setattr(backend, "emit", twice)
    world.expected = (discord.HTTPException,)  # the second answer to one interaction
    await game.seats["hamblet"].slash("press", to="tower greene", text=TEXT)
    monkeypatch.undo()
    assert len(await stored(game)) == 1
    assert [got(game.seats[seat]) for seat in ("tower", "greene")] == [1, 1]


# -- private threads


async def test_a_channels_own_game_is_meant(world: World) -> None:
    """Never the user's other game where this one carries no letters; elsewhere the only one."""
    silent = await seven(world, "press=none", world.guild.create_text_channel("silent"))
    people = list(silent.seats.values())
    game = await seven(world, where="thread", players=people)
    hank = game.seats["hamblet"]
    for command, given in (
        ("press", {"to": "tower", "text": TEXT}),
        ("press", {"to": "tower"}),
        ("letters", {}),
    ):
        said = await hank.slash(command, silent.channel, **given)
        assert said.private and said.text == f"Game `{silent.code}` carries no letters (`press=none`)."
    assert await hank.offered("", "to", "press", channel=silent.channel) == []
    assert readers(game) == set()
    plain = world.guild.create_text_channel("plain")
    for where in (plain, game.channel):
        said = await hank.slash("press", where, to="tower", text=TEXT)
        assert f"on its way to Tower (tess) in game `{game.code}`." in said.text
    assert TEXT in (await hank.slash("letters", plain)).text and got(game.seats["tower"]) == 2


async def test_private_threads(world: World) -> None:
    game = await seven(world, "press=threads")
    hank, gil = game.seats["hamblet"], game.seats["greene"]
    said = await hank.slash("press", to="greene", text=TEXT)
    [thread] = game.channel.threads
    assert said.private and said.text == letter_text.SENT_THREAD(thread=f"<#{thread.id}>", code=game.code)
    assert thread.name == f"{game.code} Hamblet–Greene"
    assert thread._channel.type == discord.ChannelType.private_thread.value
    [post] = [message for message in thread.history() if TEXT in words(message)]
    assert words(post).startswith("✉ **Hamblet** (hank) → Greene · spring 2047")
    assert sorted(world.env.backend.get_message(thread.id, post.id).ping_user_ids) == sorted(
        [hank.id, gil.id]
    )
    assert readers(game) == set() and not any(TEXT in words(message) for message in game.posts)
    await world.restart()
    await gil.slash("press", to="hamblet", text="Back")
    assert len(game.channel.threads) == 1 and any("> Back" in words(m) for m in thread.history())
    await hank.slash("press", to="greene tower", text="Three")
    assert len(game.channel.threads) == 2
    assert await hank.write("press greene: By mail") != ""
    assert any("> By mail" in words(message) for message in thread.history())


async def test_a_game_in_a_thread_has_its_threads_beside_it(world: World) -> None:
    game = await seven(world, "press=threads", where="thread")
    assert game.channel.is_thread
    await game.seats["hamblet"].slash("press", game.channel, to="greene", text=TEXT)
    private = [one for one in world.channel.threads if one.id != game.channel.id]
    assert [one.name for one in private] == [f"{game.code} Hamblet–Greene"]


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("create_private_threads", "Create Private Threads"),
        ("send_messages_in_threads", "Send Messages in Threads"),
    ],
)
async def test_a_missing_permission_for_threads(world: World, missing: str, words: str) -> None:
    assert world.bot.user is not None
    overwrite = discord.PermissionOverwrite(**{missing: False})
    channel = world.guild.create_text_channel("narrow", overwrites={world.bot.user: overwrite})
    game = await seven(world, "press=threads", channel)
    said = await game.seats["hamblet"].slash("press", channel, to="greene", text=TEXT)
    assert said.private and "\n" not in said.text
    assert said.text == LETTERS_LACK(permissions=f"**{words}**", channel=channel.id)
    assert await stored(game) == []


async def test_a_thread_that_is_gone_is_opened_anew(world: World) -> None:
    game = await seven(world, "press=threads")
    hank = game.seats["hamblet"]
    await hank.slash("press", to="greene", text="One")
    [thread] = game.channel.threads
    world.env.backend.delete_channel(thread.id)
    await world.settle()
    await hank.slash("press", to="greene", text="Two")
    [anew] = game.channel.threads
    assert anew.id != thread.id and any("> Two" in words(message) for message in anew.history())


async def test_a_thread_opened_just_before_a_crash_is_found_again(world: World) -> None:

    game = await seven(world, "press=threads")
    hank = game.seats["hamblet"]
    await hank.slash("press", to="greene", text="One")
    async with writing(world.bot.services.context.db) as tx:
        assert remove(tx, LetterThread, table_id=game.code, seats="greene,hamblet")
    await hank.slash("press", to="greene", text="Two")
    assert len(game.channel.threads) == 1


async def test_discord_unwell(world: World) -> None:
    game = await seven(world, "press=threads")
    world.env.inject_error("POST", "/channels/*/threads", status=500, times=None)
    said = await game.seats["hamblet"].slash("press", to="greene", text=TEXT)
    assert said.private and "Try again" in said.text and await stored(game) == []
