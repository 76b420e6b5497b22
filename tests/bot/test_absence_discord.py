"""A seat changes hands on Discord: the buttons, the private thread, the old desk, a restart in between."""

from __future__ import annotations

import pytest

from bot.presenters.cic import CicPresenter
from tests.bot.world import World, buttons

TEXT = "Zanzibar at dawn"


async def test_a_seat_changes_hands(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CicPresenter, "house_options", ("press", "anonymous"))
    ada, ben, eve = (world.player(name) for name in ("ada", "ben", "eve"))
    game = await world.new_game(ada, ben, options="press=threads")
    await ben.slash("press", to="dark", text=TEXT)
    [thread] = game.channel.threads
    inside = world.env.backend.get_channel(thread.id).thread_members
    for player in (ada, ben):  # a mention does that on Discord
        world.env.backend.add_thread_member(thread.id, player.id)
    said = await ada.slash("substitute ask", table=game.code)
    assert said.private and "You play on until somebody takes it" in said.text
    offer, desk = game.post, ada.desk
    assert buttons(offer) == ["Take Dark"]
    assert await eve.offered("", "seat", "substitute take") == [f"{game.code} dark"]
    said = await ben.click(offer, "Take Dark")
    assert said.private and "second seat" in said.text
    asked = await eve.click(offer, "Take Dark")
    assert asked.private and "Do you take **Dark**" in asked.text and ada.id in inside
    # Discord does not let anybody out of the thread for a while: nothing is written there.
    world.env.inject_error("DELETE", "/channels/*/thread-members/*", status=500, times=None)
    said = await eve.click(asked.message, "Yes, I take it")
    assert said.text.startswith("You play **Dark** in game")
    assert "**Dark** is played by eve now, in the place of ada" in game.post.content
    await ben.slash("press", to="dark", text="To the new one")
    assert ada.id in inside and not any("new one" in message.content for message in thread.history())
    await world.restart()
    world.env.backend.faults.clear()
    await world.pass_time(60)
    await world.pass_time(60)
    assert set(inside) == {world.env.backend.bot_user.id, ben.id, eve.id}
    [post] = [message for message in thread.history() if "new one" in message.content]
    assert world.env.backend.get_message(thread.id, post.id).ping_user_ids == [ben.id, eve.id]
    # The leaver has nothing any more, the new player all.
    [closed] = [message for message in ada.dms if message.id == desk.id]
    assert closed.content.startswith("You do not play in game") and buttons(closed) == []
    for command, given in (("order", {"order": "e7-e6"}), ("orders", {}), ("letters", {})):
        said = await ada.slash(command, table=game.code, **given)
        assert said.private and said.text.startswith("You do not play"), said.text
    assert await ada.offered("e7") == [] and "e7-e6" in await eve.offered("e7")
    assert TEXT in (await eve.slash("letters")).text
    assert (await eve.click(eve.desk, "Type…")).fields == ["orders"]
    assert await eve.write("e7-e6") and (await game.called()) == "dark"


async def test_orders_that_were_left_are_kept_or_cleared(world: World) -> None:
    ada, ben, eve = (world.player(name) for name in ("ada", "ben", "eve"))
    game = await world.new_game(ada, ben)
    await ada.slash("order", order="e7-e6")
    await ada.slash("substitute ask", table=game.code)
    asked = await eve.click(game.post, "Take Dark")
    await eve.click(asked.message, "Yes, I take it")
    desk = eve.desk
    assert "The player before you has left this: `e7-e6`" in desk.content and "not yours yet" in desk.content
    assert "Send" not in buttons(desk) and {"Keep this order", "Clear", "Type…"} <= set(buttons(desk))
    await world.restart()
    kept = await eve.click(desk, "Keep this order")
    assert "Send" in buttons(kept.message) and "Your order: `e7-e6`" in kept.text
    again = await eve.slash("order", order="d8-d7")
    assert "d8-d7" in again.text
    await eve.click(kept.message, "Send")
    assert (await game.called()) == "light"


async def test_away_and_back(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben, deadline="3d")
    said = await ada.slash("away")
    assert said.private and "You have announced no absence" in said.text
    said = await ada.slash("away", **{"from": "in 2d", "to": "in 5d", "zone": "europe/rome"})
    assert said.private and "waits for you, up to 14 days" in said.text
    assert any("is away, as announced: turn 1 is due" in message.content for message in game.posts)
    assert "Europe/Rome" in await ada.offered("rom", "zone", "away")
    assert "fri" in await ada.offered("fr", "to", "away")
    said = await ada.slash("back")
    assert said.text == "Your absence is taken back."
    assert "is not away any more" in game.post.content
    said = await ben.slash("away", to="in 1h")
    assert said.private and "announced 24 hours ahead" in said.text
