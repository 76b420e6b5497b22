"""Restarts in the middle of things."""

from __future__ import annotations

import pytest

from tests.bot.world import Game, Player, World, menus, words


async def test_buttons_and_menus_of_old_messages_work(
    world: World, game: Game, ada: Player, ben: Player
) -> None:
    post, desk = game.post, ada.desk
    private = await ada.click(post, "My orders")
    picked = await ada.choose(private.message, "e7")
    posts, dms = len(game.posts), len(ada.dms)
    await world.restart()
    assert (len(game.posts), len(ada.dms)) == (posts, dms), "nothing is posted twice"
    said = await ada.choose(picked.message, "e7-e6", menu=1)
    assert said.private and "Your order:** `e7-e6`" in said.text
    said = await ada.choose(desk, "d8")
    assert len(menus(said.message)) == 2
    said = await ada.click(post, "Board")
    assert said.private and "turn 1" in said.text
    await world.restart()
    said = await ada.click(desk, "Send")
    assert said.text.startswith("Sent: `") and "Turn 1 is resolved" in said.text
    assert "e7-e6" in words(game.post)
    assert (await ben.slash("order", order="d2-d3", send=True)).text.startswith("Sent:")
    assert len(game.posts) == posts + 2


async def test_the_lobby_goes_on(world: World, ada: Player, ben: Player) -> None:
    lobby = await world.lobby(ada)
    await world.restart()
    await ben.click(lobby, "Join")
    await ben.choose(lobby, "dark")
    await world.restart()
    said = await ada.click(lobby, "Start")
    assert said.text.endswith("starts now.")
    assert "You are **Dark**" in words(ben.desk)
    said = await ada.slash("board")
    assert "turn 1" in said.text, "the commands are there without being registered again"


async def test_an_open_form_is_read_after_it(world: World, game: Game, ada: Player) -> None:
    shown = await ada.click(ada.desk, "Type…")
    await world.restart()
    said = await ada.submit(shown, orders="e7-e6")
    assert "Your order:** `e7-e6`" in said.text


async def test_the_options_form_too(world: World, ada: Player) -> None:
    lobby = await world.lobby(ada)
    shown = await ada.change(lobby, "Options")
    await world.restart()
    said = await ada.submit(
        shown, objective=["points"], enhanced="1", teams=["none"], round_limit="5", quiet_rounds="0"
    )
    assert said.private and said.text.startswith("Changed: ")


@pytest.mark.postgresql
async def test_the_outbox_goes_on(world: World, game: Game, ada: Player, ben: Player) -> None:
    """Discord refuses every post, the bot restarts, and all is posted then: once, and in order."""
    posts, dms = len(game.posts), len(ben.dms)
    world.env.inject_error("POST", "/channels/*/messages", status=500, times=None)
    await ada.slash("order", order="e7-e6", send=True)
    await ben.slash("order", order="d2-d3", send=True)
    assert (len(game.posts), len(ben.dms)) == (posts, dms)
    await world.restart()
    world.env.backend.faults.clear()
    await world.pass_time(400)
    assert [("e7-e6" in words(post), "d2-d3" in words(post)) for post in game.posts[posts:]] == [
        (True, False),
        (False, True),
    ]
    assert len(ben.dms) == dms, "the desk of a turn that is over is not sent any more"
    assert "Your move." in words(ada.desk) and "turn 3" in words(ada.desk)
    await world.restart()
    assert len(game.posts) == posts + 2


async def away(world: World, player: Player, *texts: str) -> None:
    """The player writes while the bot is not connected, some seconds after all that is there."""
    await world.env.advance_time(5)
    backend, feed = world.env.backend, world.env._gateway_feed
    backend.subscribers.remove(feed)
    for text in texts:
        backend.create_message(player.user.dm_channel.id, player.id, text)
    backend.subscribers.append(feed)


async def test_what_was_written_meanwhile_is_read_once(world: World, game: Game, ada: Player) -> None:
    dms = len(ada.dms)
    await away(world, ada, "d8-d7", "e7-e6")
    await world.restart()
    assert len(ada.dms) == dms + 2, "one answer for each"
    assert "Your order:** `e7-e6`" in words(ada.desk), "in the order in which they were written"
    await world.restart()
    assert len(ada.dms) == dms + 2, "and not again"
    await away(world, ada, "send")
    await world.restart()
    assert "e7-e6" in words(game.post)
    posts = len(game.posts)
    await world.restart()
    assert len(game.posts) == posts


async def test_a_first_word_after_a_long_silence(world: World, ada: Player, ben: Player) -> None:
    """Somebody who never wrote before: only the bot has, so that it knows where to look."""
    game = await world.new_game(ada, ben)
    await game.play("e7-e6")
    await away(world, ben, "d2-d3")
    await world.restart()
    assert "Your order:** `d2-d3`" in words(ben.desk)


async def test_a_deadline_goes_on_counting(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben, deadline="2h")
    await ada.slash("order", order="e7-e6")
    await world.pass_time(3600)
    await world.restart()
    assert "e7-e6" not in words(game.post)
    await world.pass_time(3700)
    assert "e7-e6" in words(game.post), "the draft that was not sent counts"
    await world.pass_time(7300)
    assert any("missed the deadline. There is one extension" in words(post) for post in game.posts)
    await world.pass_time(7300)
    assert "missed the deadline" in words(game.post) and "**Dark wins:**" in words(game.post)
