"""The secret choice of enhanced pieces: nothing of it reaches anybody else before the reveal."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.storage import outbox
from tests.bot.eyes import CODE, Log, received, same, strip
from tests.bot.world import Game, Player, World, buttons, menus, options

DARK = ("e7", "g6")
LIGHT = ("b2", "d2")


async def choose(game: Game, dark: Player, light: Player, squares: tuple[str, ...]) -> None:
    """Dark chooses in every way that there is; the last one counts. Light looks around meanwhile."""
    ben, eve = light, game.world.player("eve")
    await dark.choose(dark.desk, *squares)
    await dark.write("enhance " + " ".join(squares))
    await dark.slash("order", order=f"enhance {squares[0]}")
    said = await dark.click(game.posts[1], "My orders")
    shown = await dark.click(said.message, "Type…")
    await dark.submit(shown, orders="enhance " + " ".join(squares))
    await dark.write("enhance a1")  # a wrong one
    await dark.click(said.message, "Send")
    for player in (ben, eve):
        for command in ("orders", "board", "history", "games"):
            await player.slash(command)
        await player.offered("")
        await player.click(game.posts[1], "My orders")
        await player.click(game.posts[1], "Board")
    await ben.write("orders")


async def test_nothing_is_seen_before_the_reveal(world: World, ada: Player, ben: Player, log: Log) -> None:
    game = await world.new_game(ada, ben, options="enhanced=2")
    before = len(received(world, None))
    bens = await ben.offered("")
    await choose(game, ada, ben, DARK)
    # What both start positions show anyway: names of squares in pictures' words and Light's own menus.
    shown = strip([received(world, ben), received(world, None), bens])
    for square in DARK:
        for near in ("enhance", "enhanced", "chosen", "sent"):
            assert not re.search(rf"{near}[^.\n]{{0,30}}\b{square}\b", shown), (square, near)
    assert "Your order" not in strip(received(world, None))
    logged = CODE.sub("", "\n".join(log.lines))
    for square in DARK:
        assert not re.search(rf"\b{square}\b", logged)
    async with world.bot.services.context.db.read() as tx:
        for number in range(1, 60):
            post = await outbox.get(tx, number)
            if post is not None and post.user_id != ada.id:
                assert not re.search(rf"\b({'|'.join(DARK)})\b", strip(post.payload))
    assert len(received(world, None)) == before, "nothing public tells that somebody has chosen"
    await ben.write("enhance " + " ".join(LIGHT))
    await ben.write("send")
    assert "The enhanced pieces: Dark e7 and g6; Light b2 and d2." in game.post.content
    assert any("bot.engine.turns: step" in line for line in log.lines), "something is logged at all"


async def seen_with(world: World, squares: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What Ben and the public have received when Ada has chosen `squares`; ids and times left out."""
    ada, ben = world.player("ada"), world.player("ben")
    game = await world.new_game(ada, ben, options="enhanced=2")
    await choose(game, ada, ben, squares)
    bodies = [received(world, ben), received(world, None), await ben.offered("")]
    painted = [
        (view, sorted(extras))
        for _, view, extras in world.bot.services.context.renderer.painted  # type: ignore[attr-defined]
        if view.seat != "dark"
    ]
    return [same(bodies), painted]


class TestTwoChoicesLookAlike:
    """The same play with two choices: everything that others receive is the same, byte for byte."""

    kept: list[Any] = []  # noqa: RUF012 - what the two runs found, for the test after them

    @pytest.mark.parametrize("squares", [("e7", "g6"), ("f8", "h5")])
    async def test_(self, world: World, squares: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
        self.kept.append(await seen_with(world, squares, monkeypatch))

    def test_they_do(self) -> None:
        one, other = self.kept  # both were played
        assert one[0] == other[0]
        assert one[1] == other[1]


async def test_both_choose_in_their_own_desks(world: World, ada: Player, ben: Player) -> None:
    game = await world.new_game(ada, ben, options="enhanced=2")
    assert set(options(menus(ada.desk)[0])).isdisjoint(options(menus(ben.desk)[0]))
    assert "Choose up to 2 pieces to enhance" in ada.desk.content
    said = await ada.choose(ada.desk, "e7")
    assert "⚠ You may enhance 2 pieces and have named 1." in said.text
    said = await ada.choose(ada.desk)
    assert "`enhance none`" in said.text
    said = await ada.choose(ada.desk, *DARK)
    said = await ada.click(ada.desk, "Send")
    assert said.text.count("Waiting for 1 other order") == 1
    assert "-Send" in buttons(said.message) and "Clear" in buttons(said.message)
    said = await ada.choose(ada.desk, "f8", "h5")
    assert "**not sent yet**" in said.text
    await ada.click(ada.desk, "Send")
    posts = len(game.posts)
    await ben.slash("order", order="enhance none", send=True)
    assert len(game.posts) == posts + 2
    sealed, told = game.posts[-2:]
    hashes = re.findall("[0-9a-f]{64}", sealed.content)
    assert "turn 1 is sealed" in sealed.content and len(hashes) == 2
    assert [item.filename.partition("-")[2] for item in told.attachments] == [
        "turn-2.png",
        "turn-1-orders.txt",
    ]
    opened = (await told.attachments[1].read()).decode()
    assert all(f"SHA-256 {found}" in opened for found in hashes)
    assert "enhance f8 h5" in opened and "enhance none" in opened
    assert "The enhanced pieces: Dark f8 and h5; Light nothing." in game.post.content


async def test_a_team_shares_one_sheet_and_the_last_choice_counts(world: World) -> None:
    players = [world.player(name) for name in ("ada", "ben", "cleo")]
    game = await world.new_game(*players, options="teams=dark enhanced=2/0")
    ada, ben, cleo = players
    with pytest.raises(IndexError):
        _ = cleo.desk  # Light has nothing to choose
    await ada.write("enhance e7 g6")
    said = await ben.slash("orders")
    assert "`enhance e7 g6`" in said.text
    assert "e7" not in (await cleo.slash("orders")).text.replace(game.code, "")
    said = await ben.slash("order", order="enhance f8 h5", send=True)
    assert said.text.startswith("Sent: `") and "Turn 1 is resolved" in said.text
    assert "Dark f8 and h5; Light nothing." in game.post.content
