"""Whole games of WW3 on Discord: draws, concessions, a seat that is out while the others go on, the end."""

from __future__ import annotations

import json
import re

from tests.bot.parts import DAY
from tests.bot.world import Player, World, buttons, menus, options
from tests.bot.ww3 import NEAR_THE_END, in_world, place


async def concede(player: Player) -> str:
    said = await player.slash("concede")
    return (await player.click(said.message, "Yes, I concede")).text


async def test_bases_fall_one_after_the_other(world: World, three: list[Player]) -> None:
    game = await in_world(world, *three, position=NEAR_THE_END)
    red, blue, silver = (game.seats[seat] for seat in ("red", "blue", "silver"))
    desk = (await red.slash("orders")).message
    said = await red.choose(desk, "b7")
    [soldier] = [o["label"] for o in menus(said.message)[1]["options"] if o["value"] == "b7-a7"]
    assert soldier == "a7: against Blue's Base, a win"
    await red.choose(desk, "b7-a7", menu=1)
    await red.click(desk, "Send")
    text = game.post.content
    assert "): Soldier b7 → a7 **takes** Blue's **Base**." in text
    assert "**Blue is out**: its Tank and Soldier left the board." in text
    assert (
        "-# Blue: out, Base taken · lost Nuclear Bomb, Air Craft, Soldier" in text
        and "-# Silver to move" in text
    )
    told = blue.dms[-1].content
    assert (
        "**takes** your **Base**." in told and "You owe no more orders. You are out · Silver to move." in told
    )
    assert "**You are out**: your Tank and Soldier left the board." in told
    assert not any("no more orders" in dm.content for player in (red, silver) for dm in player.dms)
    said = await blue.slash("orders")
    assert "You owe no order now. You are out · Silver to move." in said.text and buttons(said.message) == []
    assert "Nothing has changed" in (await blue.slash("order", order="c8-d8")).text
    for command in ("draw", "concede"):
        said = await blue.slash(command)
        if buttons(said.message):
            said = await blue.click(said.message, "Yes, I concede")
        assert "out" in said.text.lower(), said.text
    said = await red.slash("board")
    assert "- **Blue** " in said.text and "out, Base taken" in said.text
    assert await game.called() == "silver"
    await game.play("h4-h5", "f10-g10", "h5-h6")
    desk = (await red.slash("orders")).message
    assert options(menus(desk)[0])
    text = (await game.play("g10-g11")).content
    assert "the game is over" in text and "**Red wins:** its Base is the last one." in text
    assert re.search(
        r"\*\*1\*\* · \*\*Red\*\* .*\n\*\*2\*\* · \*\*Silver\*\* .*\n\*\*3\*\* · \*\*Blue\*\*", text
    )
    assert all("is over. **Red wins:**" in player.dms[-1].content for player in (red, blue, silver))


async def test_two_play_by_taps_and_verify(world: World, three: list[Player]) -> None:
    """From the lobby to the end, always the first attack, else the first move."""
    ada, ben, _ = three
    game = await in_world(world, ada, ben, setups=False, options="quiet_rounds=4")
    assert list(game.seats) == ["red", "silver"]
    for player in game.seats.values():
        await player.choose(player.desk, "setup spearhead")
        await player.click(player.desk, "Send")
    turns = 0
    while "the game is over" not in game.post.content:
        turns += 1
        assert turns < 40
        player = game.seats[await game.called()]
        desk = player.desk
        units = menus(desk)[0]["options"]
        unit = next((o["value"] for o in units if "attack" in o["label"]), units[turns % len(units)]["value"])
        said = await player.choose(desk, unit)
        await player.choose(desk, options(menus(said.message)[1])[0], menu=1)
        said = await player.click(desk, "Send")
        assert said.text.startswith("Sent: `"), said.text
    text = game.post.content
    assert re.search(r"\*\*(Red|Silver) wins:\*\*|\*\*A draw\*\*: too many rounds", text)
    said = await ada.click(game.post, "Verify")
    assert "every result is true" in said.text
    assert json.loads(await said.message.attachments[0].read())["game"] == "ww3"


async def test_a_draw_needs_all_who_live(world: World, three: list[Player]) -> None:
    game = await in_world(world, *three, position={**NEAR_THE_END, "to_move": "silver"})
    red, silver = game.seats["red"], game.seats["silver"]
    await red.slash("draw")
    assert "**Red** (" in game.post.content and "offers a draw. To agree: **Blue** (" in game.post.content
    said = await silver.slash("orders")
    assert "Red offers a draw: `draw` agrees, a move declines." in said.text
    said = await silver.slash("order", order="h4-h5")
    assert "⚠ This move lets the offer of a draw lapse." in said.text
    await silver.click((await silver.slash("orders")).message, "Send")
    assert "The draw offer has lapsed." in game.post.content
    await red.write("b7-a7; send")
    assert await game.called() == "silver", "Blue is out"
    await silver.slash("draw")
    assert "To agree: **Red** (" in game.post.content and "**Blue** (" not in game.post.content
    await red.slash("draw")
    text = game.post.content
    assert "**A draw** by agreement of Red and Silver." in text
    assert re.search(
        r"\*\*1\*\* · \*\*Red\*\* .*\n\*\*1\*\* · \*\*Silver\*\* .*\n\*\*3\*\* · \*\*Blue\*\*", text
    )


async def test_a_concession_in_the_set_up(world: World, three: list[Player]) -> None:
    dan = world.player("dan")
    game = await in_world(world, *three, dan, setups=False)
    assert list(game.seats) == ["red", "blue", "silver", "olive"]
    blue = game.seats["blue"]
    for seat in ("red", "silver"):
        await game.seats[seat].slash("order", order="setup bunker", send=True)
    assert await concede(blue) == "You have conceded."
    text = game.post.content
    assert "**Blue** (" in text and ") concedes." in text and "**Blue is out**." in text
    assert "Everyone places ten units in secret" in text
    said = await blue.slash("orders")
    assert "You owe no order now. You are out" in said.text
    said = await game.seats["olive"].slash("order", order="setup wings", send=True)
    assert said.text.startswith("Sent: `setup N=")
    text = game.post.content
    assert "the set-up is done" in text and "**Blue** (" not in text
    assert re.search(r"Red \*\*\d\*\* · Silver \*\*\d\*\* · Olive \*\*\d\*\*", text), "Blue rolls no die"
    assert "-# Blue: out, conceded" in text


async def test_a_concession_ends_a_game_of_two(world: World, three: list[Player]) -> None:
    ada, ben, _ = three
    game = await in_world(world, ada, ben, setups=False)
    await game.seats["red"].write("setup bunker")
    assert "is over" in await concede(game.seats["red"])
    assert "**Silver wins:** the other side gave up." in game.post.content


async def test_who_is_waited_for_concedes(world: World, three: list[Player]) -> None:
    """The last formation that is missing: the concession resolves the set-up."""
    game = await in_world(world, *three, setups=False)
    for seat in ("red", "silver"):
        await game.seats[seat].slash("order", order="setup wall", send=True)
    said = await concede(game.seats["blue"])
    assert said.startswith("You have conceded. Turn 1 is resolved")
    assert "the set-up is done" in game.post.content and await game.called() in ("red", "silver")


async def test_the_mover_concedes_or_is_late(world: World, three: list[Player]) -> None:
    game = await in_world(world, *three, position=NEAR_THE_END)
    red, silver = game.seats["red"], game.seats["silver"]
    await world.pass_time(DAY + 60)
    assert "the deadline has passed" in game.posts[-2].content and await game.called() == "red"
    assert "a seat is free" in game.post.content
    assert "You have conceded." in await concede(red)
    text = game.post.content
    assert "**Red is out**: its Air Craft, Soldier ×4 and Base left the board." in text
    assert await game.called() == "blue" and "**Next:**" in text
    assert "concedes." in game.seats["blue"].desk.content
    assert "You are out" not in silver.dms[-1].content


async def test_no_legal_move_is_a_pass(world: World, three: list[Player]) -> None:
    ada, ben, _ = three
    units = {"red": {"e1": "B"}, "silver": {"g11": "B", "g7": "S", "f6": "S"}}
    game = await in_world(world, ada, ben, position={"to_move": "red", "pieces": units})
    red = game.seats["red"]
    said = await red.slash("orders")
    assert "You have no legal move, so you `pass`." in said.text
    [step] = menus(said.message)
    assert step["placeholder"] == "No legal move: pass" and options(step) == ["pass"]
    await red.choose(said.message, "pass")
    await red.click(said.message, "Send")
    assert "): no legal move, so a pass." in game.post.content
    await game.play("g7-g8")
    await world.settle()
    assert "· turn 3\n" in game.post.content and "): no legal move, so a pass." in game.post.content
    assert await game.called() == "silver", "it is played at once: nobody is asked for it again"
    await place(world.bot.services, game.code, {"to_move": "red", "pieces": units})
    await world.pass_time(DAY + 60)
    assert "· turn 4\n" in game.post.content, "at the deadline too"
    assert "): no legal move, so a pass." in game.post.content
