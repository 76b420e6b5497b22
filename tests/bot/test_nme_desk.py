"""NME on Discord: the lobby, the desk, and whole games by menus and by typing."""

from __future__ import annotations

import json
import re

import pytest

from tests.bot.nme import ALLY_TO_THE_END, TO_THE_END, by_lot, three
from tests.bot.world import Game, Player, World, alt, buttons, components, menus, options


@pytest.fixture
async def game(world: World) -> Game:
    return await by_lot(world, *three(world))


def chosen(message: object, number: int = 0) -> list[str]:
    """What is shown as chosen in a menu."""
    return [option["value"] for option in menus(message)[number]["options"] if option.get("default")]  # type: ignore[arg-type]


def cropped(game: Game) -> tuple[str, ...]:
    """The spaces to which the newest picture is cropped."""
    _, _, extras = game.world.bot.services.context.renderer.painted[-1]  # type: ignore[attr-defined]
    focus: tuple[str, ...] = extras["focus"]
    return focus


# -- the lobby


async def test_the_lobby_and_its_options(world: World) -> None:
    ada, ben, cleo = three(world)
    await world.lobby(ada, ben, game="nme", seats="choice")
    lobby = world.channel.history()[-1]
    assert menus(lobby) == [] and "seats drawn by lot" in lobby.content
    assert "Three armies, one each" in lobby.content and "**Players 2 of 3**" in lobby.content
    shown = await ada.click(lobby, "Options")
    assert shown.fields == ["players", "quiet_rounds", "gray_guard"]
    said = await ada.submit(shown, players="2", quiet_rounds="30", gray_guard=["off"])
    assert "The options are changed: " in said.text
    text = world.channel.history()[-1].content
    assert "Protect the Ally: Black and White, who move Gray in turn" in text
    assert "No guard of Gray" in text and "After 30 rounds" in text and "**Players 2 of 2**" in text
    shown = await ada.click(lobby, "Options")
    await ada.submit(shown, players="3", quiet_rounds="30", gray_guard=["off"])
    await cleo.click(lobby, "Join")
    shown = await ada.click(lobby, "Options")
    said = await ada.submit(shown, players="2", quiet_rounds="30", gray_guard=["off"])
    assert "With these options there are 2 seats, but 3 have joined." in said.text
    said = await ada.submit(
        await ada.click(lobby, "Options"), players="4", quiet_rounds="30", gray_guard=["on"]
    )
    assert "**Players** is wrong." in said.text
    await cleo.click(lobby, "Start")
    begun = world.channel.history()[-1].content
    assert "the game begins" in begun
    for seat in ("Black", "Gray", "White"):
        assert re.search(rf"- \*\*{seat}\*\* \((ada|ben|cleo)\)", begun)
    assert "**Next:**" in begun and "(Black)" in begun


# -- the desk


async def test_by_menus(game: Game) -> None:
    black = game.seats["black"]
    desk = black.desk
    assert "You are **Black**" in desk.content and "It is your move." in desk.content
    [pieces] = menus(desk)
    assert len(pieces["options"]) == 15 - 3, "the President and the Air Force are shut in"
    labels = {option["value"]: option["label"] for option in pieces["options"]}
    assert labels["A3s"] == "Special Force A3s · 7 targets"
    assert cropped(game) == (), "the whole board"
    said = await black.choose(desk, "A3s")
    assert cropped(game)[0] == "A3s" and "C6" in cropped(game) and "A4" not in cropped(game)
    pieces, targets = menus(said.message)
    assert chosen(said.message) == ["A3s"]
    assert targets["placeholder"] == "2. Special Force A3s goes to"
    assert options(targets) == ["A3s-B2", "A3s-B6", "A3s-C3", "A3s-C4", "A3s-C5", "A3s-C6", "A3s-A3n"]
    said = await black.choose(desk, "A3s-C4", menu=1)
    assert "Your order: `A3s-C4` (Special Force A3s to C4), **not sent yet**: press Send." in said.text
    assert chosen(said.message) == ["A3s"] and chosen(said.message, 1) == ["A3s-C4"]
    assert {"A3s", "C4"} <= set(cropped(game)), "the arrow is seen"
    said = await black.choose(desk, "A3s-B2", menu=1)
    assert "Your order: `A3s-B2`" in said.text, "the piece stays picked, so it can go elsewhere"
    said = await black.choose(desk, "A4")
    assert options(menus(said.message)[1])[0] == "A4-B4"
    said = await black.click(desk, "Send")
    assert said.text.startswith("Sent: `A3s-B2`.") and components(said.message) == []
    assert "**Black** (" in game.post.content and "): Special Force A3s → B2." in game.post.content
    assert "Gray to move" in game.post.content
    assert "): Special Force A3s → B2." in game.seats["gray"].desk.content


async def test_by_typing(game: Game) -> None:
    black, gray = game.seats["black"], game.seats["gray"]
    assert "Your order: `A4-B4`" in await black.write("a4 b4")
    assert "Your order: `A3s-C4`" in await black.write("S A3s-C4")
    said = await black.write("A4-A5")
    assert "your own Infantry stands on A5" in said and "Nothing has changed." in said
    shown = await black.click(black.desk, "Type…")
    said = (await black.submit(shown, orders="a4s x a4n")).text
    assert "moves from star to star only by Naval One, and it is under no threat" in said
    assert "it is not your turn, Black is to move" in await gray.write("L1-L2")
    assert (await black.write("send")).startswith("Sent: `A3s-C4`.")


async def test_suggestions(game: Game) -> None:
    black = game.seats["black"]
    found = await black.offered("")
    assert len(found) == 25 and len({text.split("-")[0] for text in found[:12]}) == 12
    assert set(await black.offered("a3s")) == {
        *("A3s-B2", "A3s-B6", "A3s-C3", "A3s-C4", "A3s-C5", "A3s-C6", "A3s-A3n")
    }
    assert await black.offered("S A3s-C") == ["A3s-C3", "A3s-C4", "A3s-C5", "A3s-C6"]
    assert all(text.startswith(("A1s", "A7s")) for text in await black.offered("navy"))
    assert set(await black.offered("c5")) == {"A3s-C5", "A5s-C5"}
    assert await game.seats["gray"].offered("") == []


# -- whole games


async def test_three_players_to_the_end_by_menus(world: World, game: Game) -> None:
    for number, order in enumerate(TO_THE_END.split(), 1):
        seat = await game.called()
        player = game.seats[seat]
        desk = player.desk
        assert f"You are **{seat.capitalize()}**" in desk.content
        if number == 8:
            assert (
                "Your President on I0s is under threat from Black's Special Force on H1: "
                "by Naval One it may go to H1n."
            ) in desk.content
            assert "Special Force E2 captures your Infantry on H1; Black holds it prisoner." in desk.content
            assert "Flank" not in desk.content, "no Infantry of Gray's can"
        said = await player.choose(desk, re.split("[-x]", order)[0])
        assert f"You are **{seat.capitalize()}**" in said.text
        assert order in [value for menu in menus(said.message)[1:] for value in options(menu)]
        said = await player.choose(desk, order, menu=1)
        assert f"Your order: `{order}`" in said.text
        said = await player.click(desk, "Send")
        assert said.text.startswith(f"Sent: `{order}`."), said.text
        text = game.post.content
        if number == 10:
            assert "captures Gray's President on I0s: **an assassination**." in text
            assert "**Gray** (" in text and ") is out. Its pieces stay, without value;" in text
            assert "-# Gray: out, assassinated by Black" in text and "(White)" in text
            await _out(game, game.seats["gray"])
    assert "the game is over" in text and "**Black wins:** both assassinations." in text
    assert re.search(
        r"\*\*1\*\* · \*\*Black\*\* .*\n\*\*4\*\* · \*\*White\*\* .*\n\*\*5\*\* · \*\*Gray\*\*", text
    )
    for player in game.seats.values():
        assert "is over. **Black wins:**" in player.dms[-1].content
    said = await game.seats["gray"].click(game.post, "Verify")
    assert "every result is true" in said.text and "2 chance results" in said.text
    file, receipt = said.message.attachments
    assert receipt.filename.endswith(".txt")
    assert json.loads(await file.read())["game"] == "nme"


async def _out(game: Game, gray: Player) -> None:
    """What a player whose army is out is told, can see and do."""
    told = gray.dms[-1].content
    assert "turn 10" in told and "You are **Gray**" in told and "**an assassination**" in told
    assert "**You are out.** Your pieces stay, without value;" in told and "Gray** (" not in told
    assert "You owe no more orders. You are out · White to move." in told
    assert not any(
        "no more orders" in dm.content for p in game.seats.values() if p is not gray for dm in p.dms
    )
    said = await gray.slash("orders")
    assert "You owe no order now. You are out · White to move." in said.text and buttons(said.message) == []
    assert "Gray" in alt(said.message)
    said = await gray.slash("order", order="L2-L3")
    assert "gray is out" in said.text.lower()
    for command in ("draw", "concede"):
        said = await gray.slash(command)
        if buttons(said.message):
            said = await gray.click(said.message, "Yes, I concede")
        assert "out" in said.text.lower(), said.text
    said = await gray.slash("board")
    assert "- **Gray** " in said.text and "out, assassinated by Black" in said.text


async def test_protect_the_ally_by_typing(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await by_lot(world, ada, ben, options="players=2")
    assert list(game.seats) == ["black", "white"]
    movers = []
    for order in ALLY_TO_THE_END.split():
        seat = await game.called()
        movers.append(seat)
        player = game.seats[seat]
        number = len(movers)
        desk = player.desk.content
        if number == 1:
            assert "**You move your own army, Black, now.** Then Gray moves, moved by you." in desk
        if number == 2:
            assert "**You move Gray now.** If it captures White's President, you win." in desk
            assert "Gray to move, moved by Black" in game.post.content
            assert options(menus(player.desk)[0])[0] == "H0s"
        if number == 3:
            refused = await player.write("F2-E2")
            assert "`F2-E2`: nothing stands on F2" in refused, refused
            assert "on E1 is Gray's, and White moves now" in await player.write("E1-E2")
        if number == 6:
            assert "You have just moved Gray, so you may not capture its President in this turn." in desk
        assert f"Your order: `{order}`" in await player.write(order)
        assert (await player.write("send")).startswith("Sent: ")
    assert movers == [
        "black",
        "black",
        "white",
        "black",
        "white",
        "white",
        "black",
        "black",
        "white",
        "black",
    ]
    assert any("**Gray**, moved by **Black**" in post.content for post in game.posts)
    text = game.post.content
    assert "**Black wins 2nd place:** its own army captured the Gray President." in text
    assert "**2** · **Black**" in text and "**unplaced** · **White**" in text
