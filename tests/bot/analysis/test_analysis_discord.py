"""*Analysis* in Discord: below the last post, on the pages of the history, for those who may look."""

from __future__ import annotations

from bot.common.message import custom_id
from bot.storage.records import Analysed
from bot.storage.rows import find
from tests.bot.boards.test_sandbox_discord import hidden, press
from tests.bot.test_strangers import put
from tests.bot.world import Game, Player, World, buttons, words


async def finished(world: World) -> tuple[Game, Player, Player]:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben)
    await game.play("e7-e6", "d2-d3")
    await ada.click((await ada.slash("concede")).message, "Yes, I concede")
    return game, ada, ben


async def test_from_the_button_to_the_picture_with_a_restart_between(world: World) -> None:
    game, ada, ben = await finished(world)
    assert buttons(game.post) == ["History", "Replay", "Analysis", "Fair play"]
    posts = len(game.posts)
    asked = await ada.click(game.post, "Analysis")
    assert asked.private and " of 4 steps analysed." in asked.text and buttons(asked.message) == ["Refresh"]
    await world.restart()
    await world.settle()
    for _ in range(50):
        refreshed = await ada.click(asked.message, "Refresh")
        if not buttons(refreshed.message):
            break
        await world.settle()
    assert "**Turning points**" in refreshed.text
    [picture] = refreshed.message.attachments
    assert picture.filename == f"{game.code}-analysis.png"
    assert str(picture.description).startswith("Graph of how everyone stood")
    said = await ben.click(game.post, "Analysis")
    assert said.private and said.text == refreshed.text, "later it is there at once"
    assert len(game.posts) == posts, "nobody else sees it"
    page = await ben.slash("history")
    assert "Analysis" in buttons(page.message)
    assert (await ben.click(page.message, "Analysis")).text == said.text


async def test_who_does_not_see_the_channel_gets_no_analysis(world: World) -> None:
    """A member of the server, by each id that the button and its answers have: as of a code that does not
    exist. Nothing is queued for it."""
    ada, ben, eve = world.player("ada"), world.player("ben"), world.player("eve")
    game = await world.new_game(ada, ben, channel=hidden(world, ada, ben))
    await game.play("e7-e6", "d2-d3")
    await ada.click((await ada.slash("concede", game.channel)).message, "Yes, I concede")
    unknown = (await press(world, eve, custom_id("analysis", "zz99", None, 2, "new"))).text
    for extra in ("new", "now", "again"):
        said = await press(world, eve, custom_id("analysis", game.code, None, 2, extra))
        assert said.text.replace(game.code, "zz99") == unknown and not said.message.attachments
    assert await world.bot.services.context.db.read(find, Analysed) == []
    asked = await ben.click(game.post, "Analysis")
    assert asked.private and " of 4 steps analysed." in asked.text


async def test_a_stranger_and_a_running_game_are_refused(world: World) -> None:
    game, _, _ = await finished(world)
    ident = custom_id("analysis", game.code, None, 2, "new")
    eve = world.env.create_user("eve")  # not in the server
    stranger = Player(world, eve, None)  # type: ignore[arg-type]
    message = put(world, eve.dm_channel, ident)
    shown = next(one for one in eve.dm_channel.history() if one.id == message.id)
    said = await stranger.press(shown, ident)
    assert f"I don't know a game `{game.code}` here." in said.text

    channel = world.guild.create_text_channel("second")
    cleo, dan = world.player("cleo"), world.player("dan")
    running = await world.new_game(cleo, dan, channel=channel)
    assert "Analysis" not in buttons((await cleo.slash("history", channel)).message)
    ident = custom_id("analysis", running.code, None, 0, "new")
    message = put(world, cleo.user.dm_channel, ident)
    shown = next(one for one in cleo.user.dm_channel.history() if one.id == message.id)
    said = await cleo.press(shown, ident)
    assert said.text == f"Game `{running.code}` isn't over. Its analysis comes at the end."
    assert "steps analysed" not in words(running.post)
