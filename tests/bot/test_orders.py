"""Every way to give an order on Discord."""

from __future__ import annotations

from bot.engine.context import unknown
from bot.features.direct_messages import text as chat
from tests.bot.world import Game, Player, World, buttons, components, menus, options, words


async def test_by_menus_and_send_in_the_dm(game: Game, ada: Player, ben: Player) -> None:
    desk = ada.desk
    assert buttons(desk) == ["-Send", "Type…", "More…"]
    assert words(desk).startswith(f"### Commander-In-Chief `{game.code}` · turn 1\nYou are **Dark**")
    said = await ada.choose(desk, "e7")
    assert "e7-e6" in options(menus(said.message)[1])
    said = await ada.choose(desk, "e7-e6", menu=1)
    assert "Your order:** `e7-e6` (Amphibian e7 to e6) · not sent yet" in said.text
    assert buttons(said.message)[0] == "Send"
    posts = len(game.posts)
    said = await ada.click(desk, "Clear")
    assert "Your order" not in said.text
    await ada.choose(desk, "d8")
    said = await ada.choose(desk, "d8-d7", menu=1)
    said = await ada.click(desk, "Send")
    assert said.text.startswith("Sent: `") and f"Turn 1 is resolved: see {game.channel.mention}." in said.text
    assert buttons(said.message) == [] and menus(said.message) == []
    assert len(game.posts) == posts + 1
    assert "**Dark** (ada): Amphibian d8-d7." in words(game.post)
    assert "Your move." in words(ben.desk)


async def test_by_typing_into_the_form(game: Game, ada: Player) -> None:
    shown = await ada.click(ada.desk, "Type…")
    assert shown.modal["title"] == f"Your order · {game.code}"
    said = await ada.submit(shown, orders="  E7 e6 ")
    assert "Your order:** `e7-e6`" in said.text
    shown = await ada.click(ada.desk, "Type…")
    said = await ada.submit(shown, orders="e7-e1")
    assert "`e7-e1`: e7 is an Amphibian" in said.text and "\nNothing has changed." in said.text
    assert "Your order:** `e7-e6`" in words(ada.desk)
    shown = await ada.click(ada.desk, "Type…")
    said = await ada.submit(shown, orders="draw")
    assert "You have offered a draw." in said.text


async def test_by_plain_text_in_the_dm(game: Game, ada: Player, ben: Player) -> None:
    answer = await ada.write("e7-e1")
    assert "`e7-e1`" in answer and "Nothing has changed." in answer
    answer = await ada.write("e7 e6")
    assert "`e7-e6`" in answer and "Your order:** `e7-e6`" in words(ada.desk)
    answer = await ada.write("D8-d7")
    assert "`d8-d7`" in answer and "e7-e6" not in answer
    await ada.write("clear")
    answer = words(ada.desk)
    assert "Your move." in answer
    assert "There is no order to send yet." in await ada.write("send")
    await ada.write("e7-e6")
    answer = await ada.write("send")
    assert (
        answer.startswith("Sent: `e7-e6`. ") and f"Turn 1 is resolved: see {game.channel.mention}." in answer
    )
    assert "It's Light's turn" in await ada.write("d8-d7")
    assert "Not your turn" in await ada.write("orders")
    assert "**Your turn**" in await ben.write("games")
    assert chat.HELP in await ben.write("help")
    assert "You have offered a draw." in await ada.write("draw")
    assert "Done." in await ben.write("draw")


async def test_by_command_with_suggestions(game: Game, ada: Player, ben: Player) -> None:
    eve = game.world.player("eve")
    found = await ada.offered("")
    assert len(found) == 25
    pieces = options(menus(ada.desk)[0])
    assert sorted({order[:2] for order in found}) == sorted(pieces), "every piece that may move"
    assert await ada.offered("e7e") == ["e7-e6"]
    assert await ben.offered("") == [] and await eve.offered("") == []
    assert await ada.offered("", table="x9x9") == [] and await ada.offered("", table=" ") != []
    for order in found[:6]:
        said = await ada.slash("order", order=order)
        assert said.private and f"Your order:** `{order}`" in said.text
    said = await ada.slash("order", order="e7-e6", send=True)
    assert said.private and said.text.startswith("Sent: `") and "Turn 1 is resolved" in said.text
    assert len(said.message.attachments) == 1
    said = await ada.slash("order", order="d8-d7")
    assert said.private and "'s turn" in said.text
    said = await ben.slash("orders")
    assert said.private and "You are **Light**" in said.text


async def test_by_the_private_desk_under_the_turn(game: Game, ada: Player, ben: Player) -> None:
    post = game.post
    said = await ada.click(post, "My orders")
    assert said.private
    await ada.choose(said.message, "e7")
    said2 = await ada.choose(said.message, "e7-e6", menu=1)
    assert said2.private and "Your order:** `e7-e6`" in said2.text
    shown = await ada.click(said.message, "Type…")
    said3 = await ada.submit(shown, orders="d8d7")
    assert said3.private and "Your order:** `d8-d7`" in said3.text
    said4 = await ada.click(said.message, "Send")
    assert said4.private and "Turn 1 is resolved" in said4.text
    assert buttons(said4.message) == []
    said = await ben.click(game.post, "My orders")
    assert said.private and "You are **Light**" in said.text
    said = await ada.click(post, "My orders")
    assert "Not your turn" in said.text, "the button of an old turn opens the newest desk"


async def test_several_games_name_themselves(world: World, ada: Player, ben: Player) -> None:
    other = world.guild.create_text_channel("second-front")
    first = await world.new_game(ada, ben)
    second = await world.new_game(ada, ben, channel=other)
    answer = await ada.write("e7-e6")
    assert "Which game do you mean?" in answer
    assert f"`{first.code}`" in answer and f"`{second.code}`" in answer
    assert answer.split("\n-# ")[0].endswith("Nothing has changed.")
    answer = await ada.write(f"{first.code.upper()} e7-e6")
    assert f"`{first.code}`" in answer and "`e7-e6`" in answer
    reply = [desk for desk in ada.dms if f"`{second.code}` · turn 1" in words(desk)][-1]
    place = str(ada.user.dm_channel.id)
    answer = await ada.write("d8-d7", reference={"channel_id": place, "message_id": str(reply.id)})
    assert f"`{second.code}`" in answer and "`d8-d7`" in answer
    said = await ada.slash("order", other, order="f7-f5", table=first.code)
    assert f"`{first.code}`" in said.text
    said = await ada.slash("order", other, order="e7-e6")
    assert f"`{second.code}`" in said.text, "without a code it is the channel's game"
    listed = await ada.offered("", "table")
    assert sorted(listed) == sorted([first.code, second.code])
    said = await ada.slash_dm("order", order="e7-e6")
    assert "Which game?" in said.text
    said = await ada.slash_dm("order", order="e7-e6", table=second.code, send=True)
    assert said.text.startswith("Sent:")
    assert "Amphibian e7-e6" in words(second.post)
    answer = await ada.write("d8-d7")
    assert f"`{first.code}`" in answer, "only one game waits for this player now"


async def test_a_code_that_is_unknown_is_said(game: Game, ada: Player) -> None:
    for command, given in (("order", {"order": "e7-e6"}), ("orders", {}), ("board", {}), ("history", {})):
        said = await ada.slash(command, table="x9x9", **given)
        assert said.private and said.text == unknown("x9x9")


async def test_in_a_channel_without_a_game(world: World, ada: Player) -> None:
    for command, given in (("order", {"order": "e7-e6"}), ("orders", {}), ("board", {}), ("concede", {})):
        said = await ada.slash(command, **given)
        assert said.private and said.text.startswith("There's no game here."), command
    assert (await ada.slash("games")).text == "You're in no game now. `/game new` opens one."
    assert "You're in no game now." in await ada.write("e7-e6")


async def test_only_the_newest_desk_in_the_dm_has_menus(game: Game, ada: Player) -> None:
    """What is typed is shown on it, and when the turn is over it says what was played."""
    await ada.write("e7-e6")
    await ada.write("d8-d7")
    assert [bool(components(message)) for message in ada.dms] == [False, True, False, False], "one desk"
    said = [words(message) for message in ada.user.dm_channel.history()]
    assert "`d8-d7`" in words(ada.dms[1]) and not any("is over" in text for text in said)
    await ada.write("send")
    said = [words(message) for message in ada.user.dm_channel.history()]
    assert any(f"`{game.code}` · turn 1 is over. You played `d8-d7`." in text for text in said)
