"""/help and /rules: those of the game that is played there, else of all."""

from __future__ import annotations

import discord

from adjudicator.registry import names
from bot.features.info import text
from bot.features.info.commands import EXAMPLES
from bot.presenters import presenters
from tests.bot.silent import nme_game
from tests.bot.world import Player, World, buttons

WHICH = text.WHICH_RULES
ALL = ["Commander-In-Chief", "New York 2047", "NME", "Nemein", "WW3: Military Chess"]


async def test_of_the_game_in_the_channel(world: World, ada: Player, ben: Player) -> None:
    """In the lobby already, for strangers too, and when it is over."""
    eve = world.player("eve")
    lobby = await world.lobby(ada)
    for stage in range(3):
        for player in (ada, eve):
            said = await player.slash("rules")
            assert said.private and said.text.startswith("### Commander-In-Chief · ")
            assert len(buttons(said.message)) == 5 and buttons(said.message)[0].startswith("-")
        if stage == 0:
            await ben.click(lobby, "Join")
            await ada.click(lobby, "Start")
        elif stage == 1:
            asked = await ben.slash("concede")
            await ben.click(asked.message, "Yes, I concede")
    said = await ada.slash("rules", game="nme")
    assert said.text.startswith("### NME · ")


async def test_elsewhere_it_asks_with_a_button_for_each(world: World, ada: Player) -> None:
    for said in (await ada.slash("rules"), await ada.slash_dm("rules")):
        assert said.text == WHICH and buttons(said.message) == ALL
    assert said.message.ephemeral
    said = await ada.click(said.message, "NME")
    assert said.text.startswith("### NME · ")
    assert len(buttons(said.message)) == len(presenters()["nme"].pages())


async def test_in_a_thread_and_in_the_dm(world: World, ada: Player, ben: Player) -> None:
    """In a game's own thread; in another thread the channel's; in a DM those that one plays."""
    cleo = world.player("cleo")
    game = await nme_game(world, ada, ben, cleo, where="thread")
    assert (await ada.slash("rules", game.channel)).text.startswith("### NME · ")
    assert (await ada.slash("rules")).text.startswith("### NME · "), "what one plays"
    assert (await ada.slash_dm("rules")).text.startswith("### NME · ")
    assert (await world.player("eve").slash("rules")).text == WHICH
    await world.new_game(ada, ben)
    assert (await ada.slash("rules")).text.startswith("### Commander-In-Chief · ")
    assert (await ada.slash("rules", game.channel)).text.startswith("### NME · ")
    said = await ada.slash_dm("rules")
    assert said.text == WHICH and buttons(said.message) == ["Commander-In-Chief", "NME"]


async def test_a_thread_without_a_game_is_part_of_its_channel(world: World, ada: Player, ben: Player) -> None:
    await world.new_game(ada, ben)
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.create_thread(name="talk", type=discord.ChannelType.public_thread)
    [thread] = world.channel.threads
    assert (await world.player("eve").slash("rules", thread)).text.startswith("### Commander-In-Chief · ")


async def test_a_finished_game_gives_way_to_the_next(world: World, ada: Player, ben: Player) -> None:
    await world.new_game(ada, ben)
    asked = await ben.slash("concede")
    await ben.click(asked.message, "Yes, I concede")
    await world.lobby(ben, game="newyork2047")
    assert (await ada.slash("rules")).text.startswith("### New York 2047 · ")


async def test_help_has_an_example_of_the_game_in_the_channel(world: World, ada: Player, ben: Player) -> None:
    await world.lobby(ada, game="ww3")
    said = await ben.slash("help")
    assert EXAMPLES["ww3"] in said.text
    assert not any(EXAMPLES[key] in said.text for key in names() if key != "ww3")
    for key, example in EXAMPLES.items():
        for line in example.strip("`").lower().split("; "):
            assert presenters()[key].alike.search(line) or line == "end", f"no order of {key}"


async def test_help_and_rules(world: World, ada: Player) -> None:
    said = await ada.slash("help")
    assert said.private and "/game new" in said.text and len(said.text.splitlines()) == 6
    assert all(name in said.text for name in names().values())
    assert buttons(said.message) == ["Learn a game", *text.TOPICS.values()]
    for key, label in text.TOPICS.items():
        said = await ada.click(said.message, label)
        assert said.private and said.text == text.HELP_PAGES[key]
    said = await ada.slash("rules", game="cic")
    assert said.private
    titles = [label.removeprefix("-") for label in buttons(said.message)]
    seen = set()
    for title in titles[1:] + titles[:1]:
        said = await ada.click(said.message, title)
        assert said.private and title in said.text.splitlines()[0]
        seen.add(said.text)
    assert len(seen) == len(titles) == 5
