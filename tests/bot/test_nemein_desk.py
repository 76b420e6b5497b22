"""Nemein on Discord: the handful builder, placing, turns at the desk, and a whole game by taps."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from simcord.components import walk_components

from bot.engine import text as engine
from bot.presenters.nemein import text
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


async def test_a_set_up_in_two_taps(world: World, ada: Player, ben: Player) -> None:
    await world.new_game(ada, ben, game="nemein")
    desk = ada.desk
    assert "· the set-up\n" in words(desk) and "exactly **$1**" in words(desk)
    assert buttons(desk)[:3] == [text.DEFAULT, f"-{text.PLACE}", "-Send"]
    [sets] = menus(desk)
    assert sets["placeholder"] == text.CHOOSE_COINS
    said = await ada.click(desk, text.DEFAULT)
    assert text.YOUR_COINS(coins="three 25s, one 10, two 5s, five 1s") in said.text
    assert text.YOUR_UNITS(houses=3, units=8, rows="a and b") in said.text
    assert "Send" in buttons(said.message) and rows(said.message) == 4
    assert "handful 25x3 10x1 5x2 1x5; place a1=1" in alt(said.message), "the picture shows it"
    said = await ada.click(desk, "Send")
    assert "**Sent:**" in said.text and "Waiting for 1 other player" in said.text


async def test_coins_are_chosen_and_changed_in_menus(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben, game="nemein")
    shown = await ada.click(game.post, "My orders")
    for desk in (ada.desk, shown.message):
        said = await ada.choose(desk, "h2.5.0.0")
        assert "two 25s, five 10s" in said.text and "⚠ 2 house coins: with fewer than 3" in said.text
        await world.restart()
        said = await ada.choose(desk, "h2.4.2.0", menu=1)
        assert "two 25s, four 10s, two 5s" in said.text, "a 10 was broken into two 5s"
        assert "Send" in buttons(said.message) and "Clear" in buttons(said.message)
        said = await ada.click(desk, "Clear")
        assert "exactly **$1**" in said.text and "-Send" in buttons(said.message)


async def test_buttons_of_older_desks_do_no_harm(world: World, ada: Player, ben: Player) -> None:
    """They put a handful together coin by coin; a right one counts, any other shows the desk anew."""
    game = await world.new_game(ada, ben, game="nemein")
    orders = world.bot.services.orders
    given = await orders.tap(game.code, ada.user.id, "h0.1.0.0", 0)
    assert given.text == ""
    given = await orders.tap(game.code, ada.user.id, "h2.5.0.0", 0)
    assert "handful 25x2 10x5" in given.text


async def test_placing_by_menus_and_by_text(world: World, ada: Player, ben: Player) -> None:
    await world.new_game(ada, ben, game="nemein")
    desk = ben.desk
    await ben.click(desk, text.DEFAULT)
    said = await ben.click(desk, text.PLACE)
    [coins] = menus(said.message)
    assert options(coins)[:2] == ["p.f1.1", "p.f2.5"] and len(options(coins)) == 8
    said = await ben.choose(desk, "p.f3.10")
    [targets] = menus(said.message)
    assert targets["placeholder"] == text.MOVE_TARGET(coin=10, tile="f3")
    assert {"m.f3.10.g4", "s.f3.10.f2.5"} <= set(options(targets))
    said = await ben.choose(desk, "m.f3.10.g4")
    assert re.search(r"place f1=1 f2=5 f4=5 .*g4=10", alt(said.message)) and len(menus(said.message)) == 1
    await ben.choose(desk, "p.g4.10")
    said = await ben.choose(desk, "s.g4.10.f2.5")
    assert re.search(r"place f1=1 f2=10 f4=5 .*g4=5", alt(said.message))
    await ben.write("place f1=10,5,5 f2=1,1,1 g1=1,1")
    assert "place f1=10,5,5 f2=1,1,1 g1=1,1" in alt(ben.desk)
    said = await ben.click(ben.desk, text.PLACE)
    said = await ben.choose(ben.desk, "p.g1.1")
    assert "m.g1.1.f2" not in options(menus(said.message)[0]), "three coins stand there"
    said = await ben.choose(ben.desk, "@units:1")
    assert "p.f1.10" in options(menus(said.message)[0]), "another coin"
    said = await ben.click(ben.desk, text.BACK_TO_COINS)
    assert menus(said.message)[0]["placeholder"] == text.OTHER_COINS
    said = await ben.click(ben.desk, text.PLACE)
    said = await ben.click(ben.desk, text.DEFAULT_PLACES)
    assert "place f1=1 f2=5 f3=10 f4=5 f5=1 g1=1 g2=1 g3=1" in alt(said.message)
    await ben.write("place f1=10,5,5,1 f2=1,1,1 g1=1")
    assert "f1=10,5,5,1" not in alt(ben.desk)


async def test_the_private_desk_does_all_with_six_coins(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben, game="nemein", options="currency=EUR")
    said = await ada.click(game.post, "My orders")
    desk = said.message
    assert said.private and "exactly **€2**" in said.text
    await ada.choose(desk, "h2.5.0.0.0.0")
    said = await ada.choose(desk, "h2.4.2.0.0.0", menu=1)
    assert rows(said.message) == 4
    await ada.click(desk, text.PLACE)
    said = await ada.choose(desk, "p.b3.20")
    assert rows(said.message) == 3
    said = await ada.click(desk, "Send")
    assert said.private and "Waiting for 1 other player" in said.text
    said = await ben.click(game.post, "My orders")
    await ben.click(said.message, text.DEFAULT)
    said = await ben.click(said.message, "Send")
    assert said.text.startswith("Sent: `handful 50x3")
    assert any("the set-up locked" in words(post) for post in game.posts)
    told = game.post
    assert "the set-up is done" in words(told)
    assert "(ada): two 50s, four 20s, two 10s." in words(told)
    assert re.search(r"(Heads: \*\*South|Tails: \*\*North)\*\* \(\w+\) moves first\.", words(told))
    said = await ben.click(game.fair_post, "Fair play")
    assert "handful 50x2 20x4 10x2" in (await said.message.attachments[0].read()).decode()


async def seen_with(world: World, typed: str) -> Any:
    """What Ben and the public have before them when Ada has put this together; ids and times left out."""
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben, game="nemein")
    await ada.choose(ada.desk, "h2.5.0.0")
    await ada.write(typed)
    begun = next(post for post in game.posts if "My orders" in buttons(post))
    said = await ada.click(begun, "My orders")
    await ada.click(said.message, text.PLACE)
    await ada.click(said.message, "Send")
    for command in ("orders", "board", "history", "games"):
        await ben.slash(command)
    await ben.click(begun, "My orders")
    offered = await ben.offered("handful")
    painted = [view for _, view, _ in world.bot.services.context.renderer.painted if view.seat != "south"]  # type: ignore[attr-defined]
    return [same([received(world, ben), received(world, None), offered]), painted]


class TestTwoSetUpsLookAlike:
    """The same play with two handfuls: everything that others receive is the same, byte for byte."""

    kept: list[Any] = []  # noqa: RUF012 - what the two runs found, for the test after them

    @pytest.mark.parametrize(
        "typed",
        [
            "handful 25x3 10x2 5x1",
            "handful 10x9 5x1 1x5; place a1=10,10,10 a2=10,10,10 b1=10,10,10 b2=5,1,1 b3=1,1,1",
        ],
    )
    async def test_(self, world: World, typed: str) -> None:
        self.kept.append(await seen_with(world, typed))

    def test_they_do(self) -> None:
        one, other = self.kept  # both were played
        assert one == other


# -- a turn


async def test_a_move_in_three_taps(world: World, ada: Player, ben: Player) -> None:
    game = await in_world(world, ada, ben)
    said = await ada.slash("orders")
    units, later = menus(said.message)
    assert options(units)[0] == "u.c3.10" and units["placeholder"] == text.MOVE_UNIT
    assert units["options"][0]["description"] == "Attacks d4 (sure win), d3 (coin flip)"
    assert options(later)[-1] == "end" and later["placeholder"].startswith("Or: ")
    desk = said.message
    said = await ada.choose(desk, "u.b2.5")
    targets, _ = menus(said.message)
    assert options(targets)[0] == "move b2-c2 5" and options(targets)[-1] == "@units:1"
    said = await ada.choose(desk, "move b2-c2 5")
    assert text.LINE(n=1, told=text.MOVE(coin=5, origin="b2", target="c2")) in said.text
    assert text.STAYS_OPEN(acts="split, upgrade, build a house or end the turn") in said.text
    said = await ada.click(desk, text.SEND_AND_END)
    assert said.text.startswith("Sent: `move b2-c2 5`, `end`.")
    moved = f"**South** (ada): {text.MOVED(coin=5, origin='b2', target='c2')}"
    assert moved in words(game.post) and "ends the turn" not in words(game.post)
    assert "(North) · until" in words(game.post)
    assert "· turn 2\n" in words(ben.desk) and moved in words(ben.desk)


async def test_a_turn_bit_by_bit(world: World, ada: Player, ben: Player) -> None:
    game = await in_world(world, ada, ben)
    said = await ada.slash("orders")
    desk = said.message
    await ada.choose(desk, "u.c3.10")
    said = await ada.choose(desk, "move c3-d3 10")
    assert "attack d3 with the 10 from c3: **coin flip**" in said.text
    assert "10 against 10: coin flip. Heads you take d3, tails you lose your 10." in said.text
    labels = {option["value"]: option.get("description") for option in menus(said.message)[1]["options"]}
    assert labels["split d3 10"] == text.IF_WON(told=text.INTO_TWO(coin=5))
    said = await ada.choose(desk, "split b2 10", menu=1)
    assert "2. split the 10 on b2 into two 5s" in said.text
    assert text.STAYS_OPEN(acts="upgrade, build a house or end the turn") in said.text
    assert not any(option.startswith("split") for option in options(menus(said.message)[1]))
    said = await ada.choose(desk, "move c3-d4 10")
    assert "from c3: **sure win**" in said.text and "2. split" not in said.text, "what follows goes"
    await ada.choose(desk, "move c3-d3 10")
    before = len(ada.dms)
    said = await ada.click(desk, engine.SEND_ONLY)
    assert said.private and "**Your turn goes on:**" in said.text, "the desk itself goes on"
    assert re.search(r"(heads! 10 from c3 \*\*takes|tails! 10 from c3 attacks) d3", said.text)
    assert text.END_TURN in buttons(said.message)
    assert "u.b2.5" not in json.dumps(components(said.message))
    assert len(ada.dms) == before, "so none comes by direct message"
    assert "**Still to move:**" in words(game.post) and "· turn 1\n" in words(game.post)
    answer = await ada.write("split b2 10; send")
    assert "Sent: `split b2 10`." in answer and "**Your turn goes on:**" in words(ada.desk)
    said = await ada.click(ada.desk, text.END_TURN)
    assert said.text.startswith("Sent: `end`.")
    assert re.search(r"\*\*South\*\* \(ada\) (ends the turn|plays an extra turn now)", words(game.post))


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
    assert "`split c1 5`: c1 is full" in said.text and "Nothing has changed." in said.text
    said = await ada.slash("order", order="c3-d4; split d4 d; end", send=True)
    assert said.text.startswith("Sent: `move c3-d4 10`, `split d4 10`, `end`.")
    told = words(world.channel.history()[-1])
    won = text.WON(coin=10, origin="c3", target="d4", taken="5 and 1")
    assert f"**South** (ada): {won} {text.EXTRA_WON}\n" in told
    assert text.SPLIT_DONE(coin=10, tile="d4", into=5) in told
    assert (
        text.YOUR_EXTRA in words(ada.desk)
        and text.TURN_TASK in words(ada.desk)
        and "· turn 2\n" in words(ada.desk)
    )


# -- a whole game


async def best(game: Game, player: Player) -> None:
    """One turn by taps: the first unit and its first target, a house that counts, then the end."""
    desk = player.desk
    [*_, later] = menus(desk)
    if menus(desk)[0]["placeholder"] == text.MOVE_UNIT:
        said = await player.choose(desk, options(menus(desk)[0])[0])
        said = await player.choose(desk, options(menus(said.message)[0])[0])
        later = menus(said.message)[-1]
    for option in later["options"]:
        if option["value"].startswith("house") and option.get("description") != text.HOUSE_NEAR:
            await player.choose(desk, option["value"], menu=len(menus(player.desk)) - 1)
            break
    now = player.desk
    await player.click(now, text.SEND_AND_END if text.SEND_AND_END in buttons(now) else text.END_TURN)


async def test_a_whole_game_by_taps(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben, game="nemein", options="side=3 houses_to_win=1")
    for player in (ada, ben):
        await player.click(player.desk, text.DEFAULT)
        await player.click(player.desk, "Send")
    turns = 0
    while engine.GAME_OVER not in words(game.post):
        turns += 1
        assert turns < 60
        await best(game, game.seats[await game.called()])
    assert re.search(r"\*\*(South|North) wins:\*\* (enough houses|no enemy unit)", words(game.post))
    said = await ada.slash("verify", table=game.code)
    assert "every result is true" in said.text
    assert all("is over. **" in player.dms[-1].content for player in (ada, ben))
