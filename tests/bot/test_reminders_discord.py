"""Reminders on Discord: what comes where, with which sound, and /reminders."""

from __future__ import annotations

from tests.bot.parts import HOUR
from tests.bot.world import World, buttons

SOON = 46 * 60.0
"""A quarter of an hour is left."""


async def test_a_reminder_comes_and_says_how_to_answer(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben, deadline="1h")
    await world.pass_time(SOON)
    text = ada.dms[-1].content
    assert "⏰ You are **Dark**" in text and not any("⏰" in message.content for message in ben.dms)
    link = f"https://discord.com/channels/@me/{ada.user.dm_channel.id}/{ada.desk.id}"
    assert f"[your desk]({link})" in text
    example = text.split("such as `")[1].split("`")[0]
    answer = await ada.write(example)
    assert example.removeprefix(f"{game.code} ") in answer and "press Send" in answer


async def test_with_closed_messages_the_lobby_says_so_and_the_channel_reminds(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    lobby = await world.lobby(ben, deadline="1h")
    path = f"/channels/{ada.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50007, times=None)
    await ada.click(lobby, "Join")
    await world.settle()
    shown = next(message for message in world.channel.history() if message.id == lobby.id)
    assert "- ada · ⚠ no direct messages\n" in shown.content and "Start" in buttons(shown)

    await ada.click(lobby, "Leave")  # and again, with messages open in between
    world.env.backend.faults.clear()
    await ada.slash("reminders")
    await world.settle()
    assert "I can write to you" in ada.dms[-1].content
    world.env.inject_error("POST", path, status=403, code=50007, times=None)
    await ada.click(lobby, "Join")
    await world.settle()
    shown = next(message for message in world.channel.history() if message.id == lobby.id)
    assert "- ada · ⚠ no direct messages\n" in shown.content

    for player, seat in ((ada, "dark"), (ben, "light")):
        await player.choose(lobby, seat)
    await ben.click(lobby, "Start")
    await world.pass_time(SOON)
    call = world.channel.history()[-1]
    assert f"⏰ <@{ada.id}> (Dark), your order is due" in call.content and buttons(call) == ["My orders"]
    assert [user.id for user in call.mentions] == [ada.id]
    said = await ada.click(call, "My orders")
    assert said.private and "You are **Dark**" in said.text


async def test_the_command_also_in_direct_messages(world: World) -> None:
    ada = world.player("ada")
    said = await ada.slash("reminders", before="24h, 2h", zone="europe/rome", quiet="22-8")
    assert said.private and "24h and 2h before the deadline" in said.text
    assert "22:00-08:00, Europe/Rome" in said.text and "to see whether I can" in said.text
    await world.settle()
    assert "I can write to you" in ada.dms[-1].content
    assert "**Reminders are off.**" in (await ada.slash_dm("reminders", on=False)).text
    said = await ada.slash("reminders", before="soon")
    assert said.private and "such as `12h 1h`; or `usual`" in said.text
    assert await ada.offered("new y", "zone", "reminders") == ["America/New_York"]
    assert "12h 1h" in await ada.offered("12", "before", "reminders")


async def test_in_quiet_hours_a_desk_makes_no_sound(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    hour = int(world.clock.now() // HOUR) % 24
    await ada.slash("reminders", quiet=f"{hour}:00-{(hour + 2) % 24}:00", zone="utc")
    game = await world.new_game(ada, ben)
    await world.settle()
    assert ada.desk.flags.suppress_notifications
    await game.play("e7-e6")
    await world.settle()
    assert not ben.desk.flags.suppress_notifications
