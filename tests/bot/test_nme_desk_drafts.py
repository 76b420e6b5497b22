"""NME on Discord: drafts that are not legal any more, because somebody left or the game master ruled."""

from __future__ import annotations

from tests.bot.nme import TO_THE_END, by_lot, three
from tests.bot.test_nme_desk_more import concede, labels
from tests.bot.world import World, buttons, menus


async def test_naval_one_is_gone_with_the_threat(world: World) -> None:
    """Gray's President may use Naval One, until Black, which threatens it, is out."""
    game = await by_lot(world, *three(world))
    black, gray = game.seats["black"], game.seats["gray"]
    await game.play(*TO_THE_END.split()[:7])
    desk = gray.desk
    assert "by Naval One it may go to H1n" in desk.content
    said = await gray.choose(desk, "I0s")
    assert labels(menus(said.message)[1]) == ["H1: capture Black's Special Force", "H1n by Naval One"]
    said = await gray.choose(desk, "I0s-H1n", menu=1)
    assert "Your order: `I0s-H1n` (President I0s to H1n by Naval One), **not sent yet**" in said.text
    assert "You have conceded." in await concede(black)
    assert ") is out. Its pieces stay" in game.post.content
    newest = gray.desk
    assert newest.id != desk.id
    assert "has conceded, and `I0s-H1n` is not legal any more: give a new order." in newest.content
    assert "Your order" not in newest.content and "-Send" in buttons(newest)
    assert "Naval One" not in newest.content
    said = await gray.choose(newest, "I0s")
    assert labels(menus(said.message)[1]) == ["H1: capture a Special Force of Black (out)"]
    await game.play("L3-K4")
    assert "-# Black: out, President removed" in game.post.content


async def test_an_infantry_is_ruled_away_under_its_order(world: World) -> None:
    game = await by_lot(world, *three(world))
    gray = game.seats["gray"]
    await game.play("A3s-B2")
    await gray.write("E1-E2")
    assert "Your order: `E1-E2` (Infantry E1 to E2)" in (await gray.slash("orders")).text
    judge = world.moderator(manage_guild=True)
    said = await judge.slash("penalty", player="Gray", ruling="penalty", space="E1", reason="talks")
    assert "Ruled against" in said.text, said.text
    text = game.post.content
    assert "Penalty: the Infantry of **Gray** (" in text and ") on E1 is removed." in text
    assert "`E1-E2` is not legal any more: give a new order." in gray.desk.content
    await game.play("F1-E2")
    assert "-# Gray: 14 pieces" in game.post.content
