"""Closed DMs, people who do not play, old buttons, quick fingers."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest
from simcord.backend.models import Message

from bot.common.message import Press, custom_id
from bot.features.boards.text import GONE as BOARD_GONE
from tests.bot.parts import dump
from tests.bot.world import CODE, Game, Player, World, buttons, components, menus, words


def close_dms(world: World, player: Player) -> None:
    world.env.inject_error(
        "POST",
        f"/channels/{player.user.dm_channel.id}/messages",
        status=403,
        code=50007,
        message="Cannot send messages to this user",
        times=None,
    )


async def test_a_whole_game_with_closed_dms(world: World, ada: Player, ben: Player) -> None:
    close_dms(world, ben)
    lobby = await world.lobby(ada, ben)
    called = world.channel.last_message
    assert called is not None and words(called).startswith(f"<@{ben.id}>, I can't message you")
    assert world.env.backend.get_message(world.channel.id, called.id).ping_user_ids == [ben.id]
    await ada.choose(lobby, "dark")
    await ben.choose(lobby, "light")
    await ada.click(lobby, "Start")
    code = words(lobby).split("`")[1]
    game = Game(world, code, world.channel, {"dark": ada, "light": ben})
    await game.play("f7-e5")
    post = next(post for post in reversed(game.posts) if "My orders" in buttons(post))
    for order in ("b2xe5", "e5xh8"):
        said = await ben.click(post, "My orders")
        assert said.private
        said = await ben.choose(said.message, order[:2])
        said = await ben.choose(said.message, order, menu=1)
        said = await ben.click(said.message, "Send")
        assert said.private and said.text.startswith("Sent:")
        if order == "b2xe5":
            await game.play("g7-f7")
        post = next(post for post in reversed(game.posts) if "My orders" in buttons(post))
    assert "**Light wins" in words(game.posts[-1])
    assert ben.dms == []


async def everything(world: World, game: Game) -> list[tuple[Any, str]]:
    """Every button of every public message."""
    return [
        (post, str(item["label"])) for post in game.posts for item in components(post) if item["type"] == 2
    ]


async def test_a_stranger_presses_everything(world: World, game: Game, ada: Player, eve: Player) -> None:
    await ada.slash("draw")
    before = await dump(world.bot.services.context.db)
    posts = len(game.posts)
    looked = 0
    for post, label in await everything(world, game):
        said = await eve.click(post, label)
        assert said.private
        if label in ("Board", "History", "Fair play"):
            looked += 1
        else:
            assert said.text == f"You don't play in game `{game.code}`.", label
    assert looked
    for command, given in (
        ("order", {"order": "e7-e6"}),
        ("orders", {}),
        ("draw", {}),
        ("concede", {}),
    ):
        for table in ({"table": game.code}, {}):
            said = await eve.slash(command, **given, **table)
            assert said.private and said.text == f"You don't play in game `{game.code}`.", command
    assert "You're in no game now." in await eve.write("e7-e6")
    assert len(game.posts) == posts
    after = await dump(world.bot.services.context.db)
    for name in ("tables", "players", "steps", "drafts", "deadlines"):
        assert after[name] == before[name]


def put(world: World, place: Any, *idents: str) -> Message:
    """A message of the bot with buttons and menus of these ids, as an older version could have left it."""
    rows = []
    for ident in idents:
        item: dict[str, Any] = {"type": 2, "style": 1, "label": ident[:80], "custom_id": ident}
        if ident.startswith("fpm"):
            item = {"type": 3, "custom_id": ident, "options": [{"label": "x", "value": "e7-e6"}]}
        rows.append({"type": 1, "components": [item]})
    return world.env.backend.create_message(place.id, world.env.backend.bot_user.id, "old", components=rows)


async def test_what_belongs_to_an_old_turn_is_refused(
    world: World, game: Game, ada: Player, ben: Player
) -> None:
    shown = await ada.click(ada.desk, "Type…")
    confirm = await ada.slash("concede")
    await game.play("e7-e6", "d2-d3")
    before = await dump(world.bot.services.context.db)
    acts = [custom_id(act, game.code, "dark", 0) for act in ("send", "clear", "draw", "concedeyes")]
    menu = [custom_id(act, game.code, "dark", 0, kind="menu") for act in ("pick", "give")]
    for ident in acts + menu:
        message = put(world, ada.user.dm_channel, ident)
        found = next(m for m in ada.user.dm_channel.history() if m.id == message.id)
        said = await (ada.choose(found, "e7-e6") if ident in menu else ada.press(found, ident))
        assert "was for an earlier turn" in said.text, ident
        assert "nothing has changed" in said.text
    said = await ada.submit(shown, orders="e6-e5")
    assert "was for an earlier turn" in said.text
    said = await ada.click(confirm.message, "Yes, I concede")
    assert said.private and "was for an earlier turn" in said.text
    assert await dump(world.bot.services.context.db) == before


async def test_acts_that_this_version_does_not_know(world: World, game: Game, ada: Player) -> None:
    before = await dump(world.bot.services.context.db)
    for ident in (
        f"fpb:teleport:{game.code}:dark:0:",
        f"fpm:teleport:{game.code}:dark:0:",
        "fpb:rules:chess:-:0:0",
        "fpb:rules:cic:-:0:first",
        "fpb:board:zzzz:-:0:",
    ):
        message = put(world, world.channel, ident)
        found = next(m for m in world.channel.history() if m.id == message.id)
        said = await (ada.choose(found, "e7-e6") if ident.startswith("fpm") else ada.press(found, ident))
        assert said.private, ident
        known = ("an older version", "I don't know a game", "a message that nobody else sees")
        assert any(words in said.text for words in known), said.text
    assert await dump(world.bot.services.context.db) == before


async def test_menus_without_a_choice(world: World, game: Game, ada: Player, ben: Player) -> None:
    """Discord sends one choice at least; whatever else may come is refused or does nothing."""
    lobby = await world.lobby(ada, ben, channel=world.guild.create_text_channel("hall"))
    code = CODE.search(words(lobby))
    assert code is not None
    before = await dump(world.bot.services.context.db)
    for act in sorted(act.name for act in world.bot.dispatcher.acts if act.kind == "menu"):
        interaction = MagicMock(guild_id=None, message=None, client=world.bot)
        interaction.user.id = ada.id
        interaction.response.is_done = lambda: False
        for name in ("defer", "send_message"):
            setattr(interaction.response, name, AsyncMock())
        interaction.edit_original_response = AsyncMock()
        table = code[1] if act == "wish" else game.code
        await world.bot.run_act(interaction, "menu", Press(act, table, "dark", 0, ""), [])
        said = [call.kwargs["content"] for call in interaction.response.send_message.call_args_list]
        assert said == (
            [BOARD_GONE]
            if act == "bgive"
            else []
            if act == "give"
            else ["You chose nothing, so nothing has changed."]
        ), act
    assert await dump(world.bot.services.context.db) == before


async def test_a_public_post_never_becomes_somebodys_desk(world: World, game: Game, ada: Player) -> None:
    """Whatever is pressed below it: what edits private messages is refused there before it is done."""
    acts = [act for act in world.bot.dispatcher.acts if act.kind != "form" and act.public is not True]
    before, posts = await dump(world.bot.services.context.db), len(game.posts)
    for act in acts:
        ident = custom_id(act.name, game.code, "dark", 0, "1", kind=act.kind)
        message = put(world, world.channel, ident)
        found = next(m for m in world.channel.history() if m.id == message.id)
        said = await (ada.choose(found, "e7-e6") if act.kind == "menu" else ada.press(found, ident))
        assert said.private and said.text.startswith("This works only in a message that nobody else sees"), (
            act
        )
        posts += 1
    assert [words(post) for post in game.posts[-3:]] == ["old"] * 3 and len(game.posts) == posts
    assert await dump(world.bot.services.context.db) == before


async def test_a_lobby_is_shown_in_its_own_message_alone(world: World, game: Game, ada: Player) -> None:
    hall = world.guild.create_text_channel("hall")
    lobby = await world.lobby(ada, channel=hall)
    eve = world.player("eve")
    join = next(item["custom_id"] for item in components(lobby) if item.get("label") == "Join")
    message = put(world, hall, join)
    found = next(m for m in hall.history() if m.id == message.id)
    said = await eve.press(found, join)
    assert said.private and "You're in" in said.text
    there = {m.id: words(m) for m in hall.history()}
    assert there[message.id] == "old" and "eve" in there[lobby.id]


async def test_pressing_twice(world: World, game: Game, ada: Player) -> None:
    desk = ada.desk
    said = await ada.click(game.post, "My orders")
    await ada.write("e7-e6")
    ident = next(item["custom_id"] for item in components(said.message) if item.get("label") == "Send")
    for place in (put(world, ada.user.dm_channel, ident), put(world, ada.user.dm_channel, ident)):
        found = next(m for m in ada.user.dm_channel.history() if m.id == place.id)
        said = await ada.press(found, ident)
    assert "was for an earlier turn" in said.text
    assert sum("e7-e6" in words(post) for post in game.posts) == 1
    assert menus(desk)


async def test_something_breaks(
    world: World, game: Game, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One private line with a number to find it in the log, for buttons, commands, forms and DMs."""

    secret = "e7" + "-e6"

    async def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError(secret)

    shown = await ada.click(ada.desk, "Type…")
    monkeypatch.setattr(world.bot.services.desks, "desk", broken)
    monkeypatch.setattr(world.bot.services.orders, "give", broken)
    said = await ada.click(game.post, "My orders")
    assert said.private and said.text.startswith("Something went wrong, my fault (error `")
    number = said.text.split("`")[1]
    assert any(number in fault for fault in world.faults)
    said = await ada.slash("order", order="e7-e6")
    assert said.private and "Something went wrong" in said.text
    said = await ada.submit(shown, orders="e7-e6")
    assert "Something went wrong" in said.text
    assert "Something went wrong" in await ada.write("e7-e6")
    assert not any(secret in fault for fault in world.faults)
    world.faults.clear()
    _ = world.env.errors
    world.expected = (ZeroDivisionError,)
