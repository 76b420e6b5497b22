"""Sheets of many orders on Discord: the desk's menus and buttons, typed orders, the tally, results, looking
back; and after restarts."""

from __future__ import annotations

import re

import discord
import pytest

from bot.engine import text as told_of
from bot.engine.text import NOT_A_PLAYER
from bot.presenters.newyork2047 import text as sentences
from tests.bot.world import Game, Player, World, buttons, menus, options, words

SOON = 6.0


@pytest.fixture
async def game(world: World) -> Game:
    made, _ = await world.seven()
    return made


@pytest.fixture
def ada(game: Game) -> Player:
    return game.seats["tower"]


async def all_ready(game: Game, but: tuple[Player, ...] = ()) -> None:
    for player in game.seats.values():
        if player not in but:
            await player.write("ready anyway")


def call(game: Game) -> discord.Message:
    """The newest public post that calls for orders."""
    return [post for post in game.posts if "**Next:**" in words(post)][-1]


async def test_orders_by_menus(game: Game, ada: Player) -> None:
    desk, before = ada.desk, len(ada.dms)
    assert buttons(desk) == ["Ready", "Type…", "More…"]
    said = await ada.choose(desk, "2")
    deeds = options(menus(said.message)[1])
    assert deeds[0] == "2 move harlem" and "2 hold" in deeds and "@2@morningside" in deeds
    said = await ada.choose(desk, "2 move harlem", menu=1)
    assert "`2` Cloisters → **Harlem ★**" in said.text and "not ready yet" in said.text
    await ada.choose(desk, "1")
    said = await ada.choose(desk, "@1@morningside", menu=1)
    assert "`2` Cloisters → **Harlem ★**" in said.text, "to look further changes nothing"
    assert "1 support 2 to morningside" in options(menus(said.message)[2])
    said = await ada.choose(desk, "1 support 2 to harlem", menu=1)
    assert "`1` Cloisters supports 2 → Harlem ★" in said.text
    said = await ada.click(desk, "Ready")
    assert told_of.FORGOTTEN(n=1, units="3") in said.text
    assert buttons(said.message) == [told_of.READY_ANYWAY, told_of.BACK]
    said = await ada.click(desk, told_of.BACK)
    assert told_of.YOUR_ORDERS in said.text and "`1` Cloisters supports 2" in said.text
    said = await ada.click(desk, "Ready")  # asked once
    assert "**Your orders** · ready" in said.text and "Waiting for 6 other players" in said.text
    assert buttons(said.message)[:2] == ["Not ready", "Clear"]
    said = await ada.click(desk, "Not ready")
    assert "not ready yet" in said.text and "supports 2 → Harlem" in said.text
    said = await ada.click(desk, "Clear")
    assert "No order yet: `1` Cloisters" in said.text and "→" not in said.text
    assert len(ada.dms) == before, "all of it in one message"


async def test_the_tally_is_an_edit_of_the_turn_s_post(world: World, game: Game, ada: Player) -> None:
    before = [(post.id, len(post.attachments), buttons(post)) for post in game.posts]
    assert told_of.READY_COUNT(done=0, all=7) in words(game.post)
    await ada.click(ada.desk, "Ready")
    await ada.click(ada.desk, told_of.READY_ANYWAY)
    await game.seats["papst"].write("ready anyway")
    await world.pass_time(SOON)
    assert told_of.READY_COUNT(done=2, all=7) in words(game.post)
    assert [(post.id, len(post.attachments), buttons(post)) for post in game.posts] == before
    said = await ada.click(game.post, "My orders")
    assert said.private and "· ready" in said.text
    said = await ada.click(said.message, "Not ready")
    await world.pass_time(SOON)
    assert told_of.READY_COUNT(done=1, all=7) in words(game.post)


async def test_a_turn_with_its_seals_results_and_desks(world: World, game: Game, ada: Player) -> None:
    await ada.write("1 harlem; 2 s 1 harlem; 3 hold")
    await all_ready(game, but=(ada,))
    said = await ada.click(ada.desk, "Ready")
    assert "Turn 1 is resolved" in said.text
    await world.pass_time(SOON)
    sealed, told = game.posts[-2:]
    hashes = re.findall("[0-9a-f]{64}", words(sealed))
    assert len(hashes) == 1 and "turn 1 · Spring 2047 locked" in words(sealed), "one digest of all"
    assert [item.filename for item in told.attachments] == [f"{game.code}-turn-2.png"]
    fair = await game.world.bot.services.fair_play.explained(game.code, ada.id)
    orders = fair.files[0].data.decode()
    assert hashes[0] in fair.words and "2 support 1 to harlem" in orders
    assert buttons(told) == ["My orders", "Board", "History", "Why?", "Details"]
    assert "of 7 ready" not in words(game.posts[-3])
    for player in game.seats.values():
        assert "turn 2 · Fall 2047" in words(player.desk)
    assert sentences.YOU_TOOK(spaces="Harlem ★") in words(ada.desk)
    assert "Harlem" not in words(game.seats["papst"].desk)


async def test_looking_back(game: Game, ada: Player) -> None:
    said = await ada.slash("why", unit="1")
    assert said.private and "No turn of game" in said.text
    await ada.write("1 harlem; 2 s 1 harlem")
    await all_ready(game)
    eve = game.world.player("eve")
    said = await ada.slash("why", unit="1")
    assert said.private and "**Tower 1** moved from Cloisters to Harlem" in said.text
    assert "tower 1" in await eve.offered("tow", "unit", "why")
    assert "1" in await ada.offered("1", "unit", "why")
    said = await eve.slash("why", unit="tower 1")
    assert "moved from Cloisters to Harlem" in said.text
    assert "Name the faction too" in (await eve.slash("why", unit="1")).text
    said = await ada.click(call(game), "Why?")
    assert said.private and options(menus(said.message)[0])[:3] == ["1", "2", "3"]
    said = await ada.choose(said.message, "2")
    assert "It supported Tower 1 to Harlem" in said.text
    said = await ada.slash("history")
    assert "turn 1 · Spring 2047" in said.text and "Tower takes Harlem" in said.text
    said = await eve.click(call(game), "Details")
    assert said.private and "2 supports 1 → Harlem" in said.text and "Stars +/-" not in said.text
    assert buttons(said.message) == ["-Orders", "Battles", "Stars"]
    said = await eve.click(said.message, "Stars")
    assert "Stars +/- Units Max" in said.text and buttons(said.message) == ["Orders", "Battles", "-Stars"]


async def test_the_board_from_near(game: Game, ada: Player) -> None:
    assert "red_hook" in await ada.offered("red", "zoom", "board")
    painted = game.world.bot.services.context.renderer.painted  # type: ignore[attr-defined]
    said = await ada.slash("board", zoom="red hook")
    assert said.private and told_of.READY_COUNT(done=0, all=7) in said.text
    assert painted[-1][2]["focus"][0] == "red_hook"
    await ada.slash("board", mine=True)
    assert painted[-1][2]["focus"][0] == "cloisters"
    said = await ada.slash("board", zoom="nowhere at all")
    assert said.private and "No space" in said.text and "\n" not in said.text
    eve = game.world.player("eve")
    assert (await eve.slash("board", mine=True)).text == NOT_A_PLAYER(code=game.code)


async def test_what_is_picked_stays_through_ready(game: Game, ada: Player) -> None:
    await ada.write("1 hold; 2 hold; 3 hold")
    await ada.choose(ada.desk, "3")
    for label in ("Ready", "Not ready"):
        said = await ada.click(ada.desk, label)
        units, deeds = menus(said.message)
        assert deeds["placeholder"] == sentences.PICK_ORDER(piece="unit 3"), label
        assert [each["value"] for each in units["options"] if each.get("default")] == ["3"]
    await ada.choose(ada.desk, "3 hold", menu=1)
    said = await ada.click(ada.desk, "Clear")
    units, deeds = menus(said.message)
    [shown] = [each["value"] for each in units["options"] if each.get("default")]
    assert deeds["placeholder"] == sentences.PICK_ORDER(piece=f"unit {shown}")


async def test_a_desk_keeps_or_leaves_out_its_news(game: Game, ada: Player) -> None:
    await ada.write("1 harlem")
    await all_ready(game)
    news = sentences.YOU_TOOK(spaces="Harlem ★")
    said = await ada.choose(ada.desk, "1")
    assert news in said.text, "the desk of the turn"
    for unit in "123":
        said = await ada.choose(ada.desk, f"{unit} hold", menu=1)
    assert news in said.text and news in (await ada.click(ada.desk, "Ready")).text
    assert news not in await ada.write("not ready")
    for label in ("Ready", "Not ready"):
        assert news not in (await ada.click(ada.desk, label)).text
    said = await ada.choose(ada.desk, "2")
    assert news not in said.text
    shown = await ada.click(ada.desk, "Type…")
    assert news not in (await ada.submit(shown, orders="1 hold")).text
    assert news in (await ada.slash("orders")).text
    assert news not in (await ada.slash("order", order="1 hold")).text
