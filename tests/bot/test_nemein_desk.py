"""Nemein on Discord: the handful builder, placing, turns at the desk, and a whole game by taps."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from simcord.components import walk_components

from tests.bot.eyes import received, same
from tests.bot.nemein import in_world
from tests.bot.world import Game, Player, World, alt, buttons, components, menus, options, words


def rows(message: Any) -> int:
    """How many rows of buttons and menus a message has."""
    raw = message._message.components if hasattr(message, "_message") else None
    if raw is None:
        raw = [part.to_dict() for part in message.components]
    return sum(part["type"] == 1 for part in walk_components(raw))


# -- the set-up


async def test_the_handful_coin_by_coin(world: World, ada: Player, ben: Player) -> None:
    await world.new_game(ada, ben, game="nemein")
    desk = ada.desk
    assert "· the set-up\n" in words(desk) and "**0c of 100c, 0 of 20 coins: 100c missing**" in words(desk)
    assert buttons(desk) == [
        *("Sensible default", "-Place the coins…"),
        *("-− 25", "+ 25", "-− 10", "+ 10", "-− 5", "+ 5", "-− 1", "+ 1"),
        *("-Send", "-Clear", "Type…", "Draw", "Concede"),
    ]
    for label in ("+ 25", "+ 25", "+ 10", "+ 10", "+ 10", "+ 5"):
        said = await ada.click(desk, label)
    assert "**Your handful:** 25×2 · 10×3 · 5×1" in said.text
    assert "**85c of 100c, 6 of 20 coins: 15c missing**" in said.text
    assert "handful 25x2 10x3 5x1" in alt(said.message), "the picture shows it while it grows"
    assert {"-+ 25", "-Send"} <= set(buttons(said.message)), "a 25 would be too much"
    await world.restart()
    said = await ada.click(desk, "+ 10")
    assert "95c of 100c" in said.text, "nothing is lost"
    said = await ada.click(desk, "+ 5")
    assert "**Handful:** 25×2 · 10×4 · 5×2 (100c of 100c, 8 of 20 coins)" in said.text
    assert "**In hand:** 2 house coins; on the board: 6 units" in said.text
    assert "(**not sent yet**: press Send)" in said.text and "missing" not in said.text
    assert "⚠ 2 house coins: with fewer than 3" in said.text
    assert "Send" in buttons(said.message) and "place " in alt(said.message)
    said = await ada.click(desk, "− 5")
    assert "**New handful:** 25×2 · 10×4 · 5×1" in said.text and "5c missing" in said.text
    assert "The set-up above stays as it is" in said.text and "-Send" in buttons(said.message)
    said = await ada.click(desk, "Sensible default")
    assert "**Handful:** 25×3 · 10×1 · 5×2 · 1×5" in said.text and "Send" in buttons(said.message)
    said = await ada.click(desk, "Send")
    assert "(sent):" in said.text and "Waiting for 1 other order. You may still change yours." in said.text
    assert rows(said.message) == 4


async def test_an_unfinished_handful_is_cleared(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben, game="nemein")
    said = await ada.click(game.post, "My orders")
    for desk in (ada.desk, said.message):
        assert "-Clear" in buttons(desk)
        await ada.click(desk, "+ 25")
        said = await ada.click(desk, "+ 10")
        assert "35c of 100c" in said.text and "Clear" in buttons(said.message)
        said = await ada.click(desk, "Clear")
        assert "**0c of 100c, 0 of 20 coins: 100c missing**" in said.text and "-− 25" in buttons(said.message)
        assert "-Clear" in buttons(said.message), "there is nothing more to clear"
        await ada.click(desk, "Sensible default")
        said = await ada.click(desk, "− 1")
        assert "**New handful:**" in said.text and "**Handful:**" in said.text
        said = await ada.click(desk, "Clear")
        assert "**0c of 100c" in said.text and "-Clear" in buttons(said.message), "both are gone at once"


async def test_placing_by_menus_and_by_text(world: World, ada: Player, ben: Player) -> None:
    await world.new_game(ada, ben, game="nemein")
    desk = ben.desk
    await ben.click(desk, "Sensible default")
    said = await ben.click(desk, "Place the coins…")
    [coins] = menus(said.message)
    assert options(coins)[:2] == ["p.f1.1", "p.f2.5"] and len(options(coins)) == 8
    said = await ben.choose(desk, "p.f3.10")
    targets = menus(said.message)[1]
    assert targets["placeholder"] == "2. The 10 on f3 goes to"
    assert {"m.f3.10.g4", "s.f3.10.f2.5"} <= set(options(targets))
    said = await ben.choose(desk, "m.f3.10.g4", menu=1)
    assert re.search(r"`place f1=1 f2=5 f4=5 .*g4=10`", said.text) and len(menus(said.message)) == 1
    await ben.choose(desk, "p.g4.10")
    said = await ben.choose(desk, "s.g4.10.f2.5", menu=1)
    assert re.search(r"`place f1=1 f2=10 f4=5 .*g4=5`", said.text)
    answer = await ben.write("place f1=10,5,5 f2=1,1,1 g1=1,1")
    assert "`place f1=10,5,5 f2=1,1,1 g1=1,1`" in answer
    said = await ben.click(ben.desk, "Place the coins…")
    said = await ben.choose(ben.desk, "p.g1.1")
    assert "m.g1.1.f2" not in options(menus(said.message)[1]), "three coins stand there"
    said = await ben.click(ben.desk, "◀ Coins")
    assert menus(said.message) == [] and "− 25" in buttons(said.message)
    said = await ben.click(ben.desk, "Place the coins…")
    said = await ben.click(ben.desk, "Default placement")
    assert "`place f1=1 f2=5 f3=10 f4=5 f5=1 g1=1 g2=1 g3=1`" in said.text
    assert "`f1=10,5,5,1`" not in await ben.write("place f1=10,5,5,1 f2=1,1,1 g1=1")


async def test_six_coins_have_room_and_the_private_desk_does_all(
    world: World, ada: Player, ben: Player
) -> None:
    game = await world.new_game(ada, ben, game="nemein", options="currency=EUR")
    said = await ada.click(game.post, "My orders")
    desk = said.message
    assert said.private and rows(desk) == 5
    assert "**0c of 200c" in said.text and "home rows a and b" in said.text
    for label in ("+ 50", "+ 50", "+ 20", "+ 20", "+ 20", "+ 20", "+ 10", "+ 5", "+ 2", "+ 2"):
        said = await ada.click(desk, label)
    assert "**199c of 200c, 10 of 20 coins: 1c missing**" in said.text
    said = await ada.click(desk, "+ 1")
    assert "Send" in buttons(said.message)
    await ada.click(desk, "Place the coins…")
    said = await ada.choose(desk, "p.b3.20")
    assert rows(said.message) == 4
    said = await ada.click(desk, "Send")
    assert said.private and "Waiting for 1 other order" in said.text
    said = await ben.click(game.post, "My orders")
    await ben.click(said.message, "Sensible default")
    said = await ben.click(said.message, "Send")
    assert said.text.startswith("Sent: `handful 50x3")
    assert any("the set-up is sealed" in words(post) for post in game.posts)
    told = game.post
    assert "the set-up is done" in words(told)
    assert (
        "plays 50×2 · 20×4 · 10×1 · 5×1 · 2×2 · 1×1: 9 units on the board, 2 house coins in hand."
        in words(told)
    )
    assert re.search(
        r"Coin flip #0: \*\*(heads|tails)\*\*\. \*\*(South|North)\*\* \(\w+\) moves first\.", words(told)
    )
    assert [item.filename.partition("-")[2] for item in told.attachments][-1] == "set-up-orders.txt"


async def seen_with(world: World, text: str) -> Any:
    """What Ben and the public have before them when Ada has put this together; ids and times left out."""
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben, game="nemein")
    await ada.click(ada.desk, "+ 25")
    await ada.write(text)
    said = await ada.click(game.posts[1], "My orders")
    await ada.click(said.message, "Place the coins…")
    await ada.click(said.message, "Send")
    for command in ("orders", "board", "history", "games"):
        await ben.slash(command)
    await ben.click(game.posts[1], "My orders")
    offered = await ben.offered("handful")
    painted = [view for _, view, _ in world.bot.services.context.renderer.painted if view.seat != "south"]  # type: ignore[attr-defined]
    return [same([received(world, ben), received(world, None), offered]), painted]


class TestTwoSetUpsLookAlike:
    """The same play with two handfuls: everything that others receive is the same, byte for byte."""

    kept: list[Any] = []  # noqa: RUF012 - what the two runs found, for the test after them

    @pytest.mark.parametrize(
        "text",
        [
            "handful 25x3 10x2 5x1",
            "handful 10x9 5x1 1x5; place a1=10,10,10 a2=10,10,10 b1=10,10,10 b2=5,1,1 b3=1,1,1",
        ],
    )
    async def test_(self, world: World, text: str) -> None:
        self.kept.append(await seen_with(world, text))

    def test_they_do(self) -> None:
        one, other = self.kept  # both were played
        assert one == other


# -- a turn


async def test_a_move_in_three_taps(world: World, ada: Player, ben: Player) -> None:
    game = await in_world(world, ada, ben)
    said = await ada.slash("orders")
    units, later = menus(said.message)
    assert options(units)[0] == "u.c3.10" and units["placeholder"] == "Move: choose a unit"
    assert units["options"][0]["description"] == "attacks d4 (sure win), d3 (coin flip)"
    assert options(later)[-1] == "end" and later["placeholder"] == "Or split, upgrade, house or end"
    desk = said.message
    said = await ada.choose(desk, "u.b2.5")
    _, targets, _ = menus(said.message)
    assert options(targets)[0] == "move b2-c2 5"
    said = await ada.choose(desk, "move b2-c2 5", menu=1)
    assert "1. `move b2-c2 5`: the 5 goes from b2 to c2" in said.text
    assert "Without `end` your turn stays open: you may still split, upgrade, house or end." in said.text
    said = await ada.click(desk, "Send and end turn")
    assert said.text == f"Sent: `move b2-c2 5`, `end`. What came of it: see <#{game.channel.id}>."
    assert "**South** (ada): 5 b2 → c2." in words(game.post) and "the turn ends" not in words(game.post)
    assert "-# North to move: " in words(game.post) and "(North) until" in words(game.post)
    assert "· turn 2\n" in words(ben.desk) and "**South** (ada): 5 b2 → c2." in words(ben.desk)


async def test_a_turn_bit_by_bit(world: World, ada: Player, ben: Player) -> None:
    game = await in_world(world, ada, ben)
    said = await ada.slash("orders")
    desk = said.message
    await ada.choose(desk, "u.c3.10")
    said = await ada.choose(desk, "move c3-d3 10", menu=1)
    assert "the 10 on c3 attacks d3: **a coin flip**" in said.text and "1 in 2" in said.text
    labels = {option["value"]: option["description"] for option in menus(said.message)[2]["options"]}
    assert labels["split d3 10"].endswith("only if the flip is won")
    said = await ada.choose(desk, "split b2 10", menu=2)
    assert "2. `split b2 10`: the 10 on b2 becomes two 5s" in said.text
    assert "after the flip you may still upgrade, house or end" in said.text
    assert not any(option.startswith("split") for option in options(menus(said.message)[2]))
    said = await ada.choose(desk, "move c3-d4 10", menu=1)
    assert "attacks d4: **a sure win**" in said.text and "`split" not in said.text, "what follows goes"
    await ada.choose(desk, "move c3-d3 10", menu=1)
    before = len(ada.dms)
    said = await ada.click(desk, "Send")
    assert said.private and "**Your turn goes on:**" in said.text, "the desk itself goes on"
    assert re.search(
        r"Coin flip #\d: \*\*(heads|tails)\*\*\. The attack on d3 (\*\*wins\*\*|is lost)", said.text
    )
    assert "End turn" in buttons(said.message) and "u.b2.5" not in json.dumps(components(said.message))
    assert len(ada.dms) == before, "so none comes by direct message"
    assert "(South) goes on with this turn" in words(game.post) and "· turn 1\n" in words(game.post)
    assert "To move" not in words(game.post) and "South to move: " in words(game.post)
    answer = await ada.write("split b2 10; send")
    assert "Sent: `split b2 10`." in answer and "**Your turn goes on:**" in words(ada.desk)
    said = await ada.click(ada.desk, "End turn")
    assert said.text.startswith("Sent: `end`.")
    assert re.search(r"\*\*South\*\* \(ada\): the turn ends", words(game.post))


async def test_typing_and_suggestions(world: World, ada: Player, ben: Player) -> None:
    await in_world(world, ada, ben)
    offered = await ada.offered("")
    assert offered[:2] == ["move c3-d4 10", "move c3-d3 10"] and len(offered) == 25
    assert await ada.offered("b2-c3") == ["move b2-c3 10", "move b2-c3 5"]
    assert (await ada.offered("move c3-d4 10"))[:2] == ["move c3-d4 10", "move c3-d4 10; end"]
    assert await ada.offered("c3-d4; h") == ["move c3-d4 10; house d4"]
    assert await ada.offered("c3-d4; split d4; upgrade c1; e") == [
        "move c3-d4 10; split d4 10; upgrade c1; end"
    ]
    assert await ada.offered("nonsense; ") == [] and await ben.offered("") == []
    said = await ada.slash("order", order="move c3-d4 10; split c1 5; end")
    assert "`split c1 5`: three coins stand on c1" in said.text and "Nothing has changed." in said.text
    said = await ada.slash("order", order="c3-d4; split d4 d; end", send=True)
    assert said.text.startswith("Sent: `move c3-d4 10`, `split d4 10`, `end`.")
    told = words(world.channel.history()[-1])
    assert "10 c3 → d4, **an attack**. It is more than 1, the lowest there: a sure win." in told
    assert (
        "The attack on d4 **wins**: 5 and 1 are removed, and a 10 stands there now. This wins a further turn."
        in told
    )
    assert "The 10 on d4 becomes two 5s." in told and "now comes a further one, won by an attack" in told
    assert "It is your turn" in words(ada.desk) and "· turn 2\n" in words(ada.desk)


# -- a whole game


async def best(game: Game, player: Player) -> None:
    """One turn by taps: the first unit and its first target, a house that counts, then the end."""
    desk = player.desk
    [*_, later] = menus(desk)
    if menus(desk)[0]["placeholder"].startswith("Move"):
        await player.choose(desk, options(menus(desk)[0])[0])
        said = await player.choose(desk, (await _targets(game, player))[0], menu=1)
        later = menus(said.message)[-1]
    for option in later["options"]:
        if option["value"].startswith("house") and "does not count" not in option["description"]:
            await player.choose(desk, option["value"], menu=len(menus(player.desk)) - 1)
            break
    now = player.desk
    await player.click(now, "Send and end turn" if "Send and end turn" in buttons(now) else "End turn")


async def _targets(game: Game, player: Player) -> list[str]:
    return options(menus(player.desk)[1])


async def test_a_whole_game_by_taps(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben, game="nemein", options="side=3 houses_to_win=1")
    for player in (ada, ben):
        await player.click(player.desk, "Sensible default")
        await player.click(player.desk, "Send")
    turns = 0
    while "the game is over" not in words(game.post):
        turns += 1
        assert turns < 60
        await best(game, game.seats[await game.called()])
    assert re.search(r"\*\*(South|North) wins:\*\* (enough houses|no enemy unit)", words(game.post))
    assert "The secret seed was `" in words(game.post)
    said = await ada.click(game.post, "Verify")
    assert "every result is true" in said.text
    assert all("is over. **" in words(player.dms[-1]) for player in (ada, ben))
