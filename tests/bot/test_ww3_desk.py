"""WW3 on Discord: the lobby, the set-up and moves at the desk and by text, a game by taps, who is late."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bot.engine import text as engine
from bot.engine.text import NOT_A_PLAYER
from bot.features.substitutes import text as sub_words
from bot.presenters.ww3 import text
from tests.bot.parts import DAY
from tests.bot.world import Game, Player, World, alt, buttons, menus, options, words
from tests.bot.ww3 import NEAR_THE_END, in_world

STOCK = "setup N=d2 A=e3 T=f3 C=g2 P=f1 S=d3,e2,g3,h3 B=e1"
MIDDLE = {
    "to_move": "red",
    "pieces": {
        "red": {"e1": "B", "d4": "S", "g4": "S", "e5": "A", "f2": "T"},
        "blue": {"a7": "B", "c4": "T", "d6": "S"},
        "silver": {"g11": "B", "g7": "N"},
    },
    "ways": {"red": [0, 1]},
}


def chosen(message: Any, number: int = 0) -> list[str]:
    """What is shown as chosen in a menu."""
    return [option["value"] for option in menus(message)[number]["options"] if option.get("default")]


def cropped(game: Game) -> tuple[str, ...]:
    """The points to which the newest picture is cropped."""
    _, _, extras = game.world.bot.services.context.renderer.painted[-1]  # type: ignore[attr-defined]
    focus: tuple[str, ...] = extras["focus"]
    return focus


# -- the lobby


async def test_the_lobby_and_its_options(world: World, three: list[Player]) -> None:
    ada, ben, cleo = three
    lobby = await world.lobby(ada, ben, game="ww3", seats="choice")
    lobby = world.channel.history()[-1]
    assert menus(lobby) == [] and "Olive (America)" in words(lobby)
    shown = await ada.change(lobby, "Options")
    assert shown.fields[:3] == ["players", "fog", "quiet_rounds"]
    more = {"deadline": "24h"} if "deadline" in shown.fields else {}
    said = await ada.submit(shown, players="3", fog=["on"], quiet_rounds="0", **more)
    assert "Players: 4 → 3" in said.text
    shown = words(world.channel.history()[-1])
    assert "Red (China), Blue (Russia) and Silver (North Korea)" in shown and "Olive" not in shown
    assert text.OPTION_FOG in shown and "a draw after" not in shown
    shown = await ada.change(lobby, "Options")
    said = await ada.submit(shown, players="3", fog=["off"], quiet_rounds="501", **more)
    assert "**Quiet rounds** is wrong." in said.text
    await cleo.click(lobby, "Join")
    assert "-Join" in buttons(world.channel.history()[-1]), "it is full"
    await ada.click(lobby, "Start")
    begun = words(world.channel.history()[-1])
    for seat in ("Red", "Blue", "Silver"):
        assert re.search(rf"- \*\*{seat}\*\* \((ada|ben|cleo)\)", begun)
    assert begun.count("<@") == 3, "all are called"
    said = await ada.slash("rules", game="ww3")
    assert "WW3: Military Chess · The game" in said.text
    for title in ("Units", "Moving", "Typing", "Rulings"):
        said = await ada.click(said.message, title)
        assert f"WW3: Military Chess · {title}" in said.text and len(said.text) <= 2000


# -- the set-up


async def test_a_formation_in_two_taps(world: World, three: list[Player]) -> None:
    game = await in_world(world, *three, setups=False)
    blue = game.seats["blue"]
    desk = blue.desk
    assert "· turn 1\n" in words(desk) and "You are **Blue**" in words(desk)
    assert text.SETUP_TASK in words(desk) and "`setup stock`" in words(desk)
    assert len(options(menus(desk)[0])) == 12 and text.DEFAULT in buttons(desk)
    said = await blue.choose(desk, "setup bunker mirrored")
    assert "**Bunker, mirrored:** Nuclear Bomb c6, Air Craft c5, Tank a5," in said.text
    assert "Send" in buttons(said.message) and chosen(said.message) == ["setup bunker mirrored"]
    assert text.DEFAULT not in buttons(said.message)
    assert "setup N=c6 A=c5 T=a5" in alt(said.message), "the picture shows it"
    assert cropped(game)[0] == "a4" and len(cropped(game)) == 15, "the own arm in large"
    said = await blue.click(desk, "Send")
    assert "**Sent:**" in said.text and "Waiting for 2 other players" in said.text
    said = await blue.choose(desk, "setup wings")
    assert "**Wings:**" in said.text and "not sent yet" in said.text
    await blue.click(desk, "Clear")
    said = await blue.click(desk, text.DEFAULT)
    assert "**Stock:**" in said.text and "Send" in buttons(said.message), "one tap, then Send"


async def test_units_moved_about(world: World, three: list[Player]) -> None:
    game = await in_world(world, *three, setups=False)
    red = game.seats["red"]
    desk = red.desk
    await red.choose(desk, "setup stock")
    said = await red.choose(desk, "e1", menu=1)
    targets = menus(said.message)[1]
    assert targets["placeholder"] == text.MOVE_TO(unit="Base", point="e1")
    target = "place.e1.d3"
    assert target in options(targets)
    await world.restart()
    said = await red.choose(desk, target, menu=1)
    assert f"**{text.OWN_FORMATION}:** Nuclear Bomb d2," in said.text and "Base d3" in said.text
    assert "⚠ Your Base on d3, a front corner, can fall to Blue on the first turn." in said.text
    assert chosen(said.message) == [] and menus(said.message)[1]["placeholder"] == text.MOVE_UNIT
    said = await red.choose(desk, "f3", menu=1)
    said = await red.choose(desk, "@units", menu=1)
    assert menus(said.message)[1]["placeholder"] == text.MOVE_UNIT, "another one"
    said = await red.choose(desk, "f3", menu=1)
    said = await red.click(desk, "Send")
    assert "**Sent:**" in said.text
    assert menus(said.message)[1]["placeholder"].startswith("Move the Tank"), "what was picked stays so"
    said = await red.click(desk, "Clear")
    assert text.SETUP_TASK in said.text and len(menus(said.message)) == 1


async def test_by_text(world: World, three: list[Player]) -> None:
    game = await in_world(world, *three, setups=False)
    silver = game.seats["silver"]
    answer = await silver.write("setup wall mirrored")
    assert "Nuclear Bomb f10, " in answer and "**Wall, mirrored:**" in words(silver.desk)
    await silver.write("tank to f11")
    assert "Tank f11" in words(silver.desk) and "Base e10" in words(silver.desk), "they change places"
    refused = await silver.write(STOCK)
    assert "Nothing has changed." in refused
    shown = await silver.click(silver.desk, "Type…")
    said = await silver.submit(shown, orders="setup n=h10 a=g9 t=f9 c=e10 p=f11 s=d9 e9 g10 h9 b=g11")
    assert "**Stock:**" in said.text, "it is the stock formation"
    assert (await silver.offered("setup w"))[:2] == ["setup wings", "setup wall"]
    said = await silver.slash("order", order="setup ambush", send=True)
    assert "Waiting for 2 other players" in said.text
    assert "ambush" not in str(words(world.channel.history()[-1])).lower()


async def test_nobody_places_anything(world: World, three: list[Player]) -> None:
    game = await in_world(world, *three, setups=False)
    await game.seats["red"].write("setup wings")
    await world.pass_time(DAY + 60)
    told, seen = words(game.post), alt(game.post)
    assert "Red: N d3, A h3" in seen, "a draft counts"
    assert "Blue: N b8, A c7" in seen and "Silver: N h10, A g9" in seen
    assert text.ALL_PLACED in told and "rolled the highest and begins." in told
    assert re.search(r"🎲 Dice: Red \*\*\d\*\* · Blue \*\*\d\*\* · Silver \*\*\d\*\*", told)
    said = await game.seats["red"].click(game.fair_post, "Fair play")
    file = (await said.message.attachments[0].read()).decode()
    assert "setup N=d3 A=h3" in file, "without fog the seals are opened at once"
    first = game.seats[await game.called()]
    assert "**You begin.**" in words(first.desk)
    assert "Nuclear Bomb" not in words(first.desk), "the picture shows it"


# -- moves


@pytest.fixture
async def game(world: World, three: list[Player]) -> Game:
    return await in_world(world, *three, position=MIDDLE)


async def test_a_move_in_three_taps(game: Game) -> None:
    red = game.seats["red"]
    said = await red.slash("orders")
    desk = said.message
    [units] = menus(desk)
    assert [option["label"] for option in units["options"]] == [
        *("Air Craft e5 · 1 win, 1 loss", "Soldier d4 · 1 win, 1 loss", "Tank f2", "Soldier g4")
    ]
    assert text.BARRED(way="north") in said.text and cropped(game) == ()
    said = await red.choose(desk, "d4")
    [targets] = menus(said.message)
    assert targets["placeholder"] == text.MOVE_TO(unit="Soldier", point="d4")
    assert options(targets)[0] == "d4-d5-d6" and options(targets)[-2:] == ["d4-c4", "@units"]
    assert cropped(game) and "k8" not in cropped(game)
    said = await red.choose(desk, "@units")
    assert menus(said.message)[0]["placeholder"] == text.CHOOSE_UNIT
    await red.choose(desk, "d4")
    said = await red.choose(desk, "d4-d5-d6")
    assert "`d4-d5-d6` (Soldier d4 → d5 → d6, takes Blue's Soldier)" in said.text
    assert chosen(said.message) == ["d4-d5-d6"]
    said = await red.choose(desk, "d4-c4")
    assert "⚠ Your Soldier will fall: a Tank stands on c4." in said.text
    await red.choose(desk, "d4-d5-d6")
    said = await red.click(desk, "Send")
    assert said.text.startswith("Sent: `d4-d5-d6`. Turn 1 is resolved")
    taken = "): Soldier **takes** {} Soldier on d6."
    assert taken.format("Blue's") in words(game.post)
    assert taken.format("your") in words(game.seats["blue"].desk)


async def test_two_soldiers(game: Game, world: World) -> None:
    red = game.seats["red"]
    desk = (await red.slash("orders")).message
    await red.choose(desk, "d4")
    said = await red.choose(desk, "d4-d5")
    assert menus(said.message)[1]["placeholder"] == text.SECOND
    assert chosen(said.message, 1) == ["d4-d5"] and "Send" in buttons(said.message)
    assert {"d4", "g4"} <= set(cropped(game)), "the other Soldiers are seen"
    said = await red.choose(desk, "d4-d5 g4-g5", menu=1)
    assert "`d4-d5 g4-g5` (Soldier d4 → d5; Soldier g4 → g5)" in said.text
    await world.restart()
    said = await red.choose(desk, "@units")
    said = await red.choose(desk, "e5")
    assert "`d4-d5 g4-g5`" in said.text and chosen(said.message) == [], "the order stays meanwhile"
    assert "e5-e6" not in options(menus(said.message)[0]), "north was its last move"
    said = await red.choose(desk, "@units")
    said = await red.choose(desk, "d4")
    said = await red.choose(desk, "d4-d5", menu=1)
    assert "`d4-d5` (" in said.text, "no second one after all"
    await red.choose(desk, "d4-d5 g4-g5", menu=1)
    await red.click(desk, "Send")
    told = words(game.post)
    assert "): Soldier d4 → d5." in told and "): Soldier g4 → g5." in told


async def test_typing_and_suggestions(game: Game) -> None:
    red, blue = game.seats["red"], game.seats["blue"]
    found = await red.offered("")
    assert len(found) == 25 and len({each.split("-")[0] for each in found[:4]}) == 4
    assert await red.offered("air craft e5-c") == ["e5-c5"]
    assert (await red.offered("d4-d5 "))[0] == "d4-d5"
    assert "d4-d5 g4-g5" in await red.offered("d4-d5 g4")
    assert await blue.offered("") == [], "not its turn"
    refused = await red.write("e5-e6")
    assert "Your Air Craft flew north on your last turn" in refused and "or attack d6 or g7" in refused
    assert "Not your turn: Red to move" in await blue.write("c4-c5")
    await red.write("tank to f3")
    assert "`f2-f3`" in words(red.desk), "it can only mean that"
    said = await red.slash("order", order="E5 x C5")
    assert "`e5-c5`" in said.text and "Air Craft e5 → d5 → c5" in said.text
    assert (await red.write("send")).startswith("Sent: `e5-c5`.")


async def test_looking(game: Game) -> None:
    red, eve = game.seats["red"], game.world.player("eve")
    await red.slash("board", zoom="d4")
    assert cropped(game)[0] == "d4" and "f6" in cropped(game) and "g4" not in cropped(game)
    said = await red.slash("board", mine=True)
    assert set(cropped(game)[:5]) == {"d4", "e1", "e5", "f2", "g4"}
    assert re.search(r"- \*\*Blue\*\* \(\w+\) · 3 units", said.text)
    assert "z1" in (await red.slash("board", zoom="z1")).text
    assert (await eve.slash("board", mine=True)).text == NOT_A_PLAYER(code=game.code)
    assert "Silver" in alt((await eve.slash("board")).message)
    assert (await red.offered("d4", "zoom", "board")) == ["d4"]
    said = await red.slash("why", unit="d4")
    assert said.private and "d4" not in said.text.replace(game.code, "")
    await game.play("f2-f3")
    said = await game.seats["blue"].slash("history")
    assert "): Tank f2 → f3." in said.text
    said = await red.slash("orders")
    assert "Not your turn: Blue to move." in said.text


async def concede(player: Player) -> str:
    said = await player.slash("concede")
    return (await player.click(said.message, "Yes, I concede")).text


async def test_two_play_by_taps_and_verify(world: World, three: list[Player]) -> None:
    """From the lobby to the end, always the first attack, else the first move."""
    ada, ben, _ = three
    game = await in_world(world, ada, ben, setups=False, options="quiet_rounds=4")
    assert list(game.seats) == ["red", "silver"]
    for player in game.seats.values():
        await player.choose(player.desk, "setup spearhead")
        await player.click(player.desk, "Send")
    turns = 0
    while engine.GAME_OVER not in words(game.post):
        turns += 1
        assert turns < 40
        player = game.seats[await game.called()]
        desk = player.desk
        units = menus(desk)[0]["options"]
        unit = next((o["value"] for o in units if "attack" in o["label"]), units[turns % len(units)]["value"])
        said = await player.choose(desk, unit)
        await player.choose(desk, options(menus(said.message)[0])[0])
        said = await player.click(desk, "Send")
        assert said.text.startswith("Sent: `"), said.text
    assert re.search(r"\*\*(Red|Silver) wins:\*\*|\*\*Draw:\*\* too many rounds", words(game.post))
    said = await ada.slash("verify", table=game.code)
    assert "every result is true" in said.text
    assert json.loads(await said.message.attachments[0].read())["game"] == "ww3"


async def test_the_mover_concedes_or_is_late(world: World, three: list[Player]) -> None:
    game = await in_world(world, *three, position=NEAR_THE_END)
    red, silver = game.seats["red"], game.seats["silver"]
    await world.pass_time(DAY + 60)
    assert "the deadline has passed" in words(game.posts[-2]) and await game.called() == "red"
    assert sub_words.FREE_HEAD in words(game.post)
    assert "You have conceded." in await concede(red)
    assert ") concedes: 6 units leave the board." in words(game.post)
    assert await game.called() == "blue" and "**Next:**" in words(game.post)
    assert "concedes: 6 units" in words(game.seats["blue"].desk)
    assert "You are out" not in words(silver.dms[-1])
