"""Sealed orders: nothing of them reaches anybody else before the turn resolves. Not in a message, a picture,
a suggestion, an id or the log; nor by how many messages there are."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.common.workers import Renderer
from bot.discord.convert import mark_of
from bot.engine.text import READY_COUNT
from bot.outbox.messenger import LOWEST_MARK
from bot.storage.records import Post
from bot.storage.rows import first
from tests.bot.eyes import Log, received, same, strip
from tests.bot.newyork import PAPST, SEVEN, TOWER, new_york
from tests.bot.parts import PostOffice
from tests.bot.transactions import looking
from tests.bot.world import Game, Player, World, components, menus, words

PLAIN = ("1 hold", "2 hold", "3 hold")
SLY = ("1 move morningside", "2 support 1 to morningside", "3 move harlem_river")
SECRET = ("morningside", "harlem_river", "harlem river")
"""What Ada's sly sheet would be known by. Ben stands far away, so he reads of these spaces nowhere else."""


async def write_orders(world: World, game: Game, sheet: tuple[str, ...]) -> None:
    """Ada gives her orders in every way that there is; others look around meanwhile."""
    ada, ben, eve = game.seats["tower"], game.seats["papst"], world.player("eve")
    unit = sheet[0].split()[0]
    await ada.choose(ada.desk, unit)
    await ada.choose(ada.desk, sheet[0], menu=1)
    assert "✓ " in await ada.write("; ".join(sheet))
    assert "Nothing has changed" in await ada.write(sheet[0] + " nowhere")
    assert "✗ `9 hold`" in await ada.write("; ".join([*sheet, "9 hold"]))
    await ada.offered(sheet[1][:6])
    await ada.slash("order", order=sheet[2])
    shown = await ada.click(ada.desk, "Type…")
    await ada.submit(shown, orders="\n".join(sheet))
    assert sheet == SLY or "Cloisters holds" in words(ada.desk)
    said = await ada.click(game.posts[-1], "My orders")
    assert "· ready" in (await ada.click(said.message, "Ready")).text
    await world.pass_time(6)
    for player in (ben, eve):
        for command in ("orders", "board", "history", "games"):
            await player.slash(command)
        await player.offered("")
        await player.click(game.posts[-1], "My orders")
        await player.click(game.posts[-1], "Board")
    await ben.write("orders")
    await ben.write("1 hold")


async def before_the_eyes(world: World, game: Game) -> list[Any]:
    """What Ben, the public and Eve, who does not play, have received."""
    ben = game.seats["papst"]
    eve = next(p for p in (world.player("stranger"),))
    offered = [await ben.offered(typed) for typed in ("", "1 ", "2 s", "3 move")]
    return [received(world, ben), received(world, None), offered, await eve.offered("")]


async def test_nothing_is_seen_before_the_turn_resolves(world: World, log: Log) -> None:
    game, players = await world.seven()
    public = len(received(world, None))
    await write_orders(world, game, SLY)
    shown = strip(await before_the_eyes(world, game)).lower()
    for word in SECRET:
        assert word not in shown, word
    logged = "\n".join(log.lines).lower()
    for word in (*SECRET, "harlem", "move"):
        assert word not in re.sub(r"\bmoved? on\b|remove", "", logged), word
    async with looking(world.bot.services.context.db) as tx:
        for number in range(1, 120):
            post = first(tx, Post, id=number)
            if post is not None and post.user_id != players[0].id:
                assert not any(word in strip(post.payload).lower() for word in SECRET)
    assert len(received(world, None)) == public, "nobody sees that somebody wrote orders"
    assert READY_COUNT(done=1, all=7) in words(game.posts[-1]), "but this"
    for player in players[1:]:
        await player.write("ready anyway")
    told = "\n".join(words(post) for post in game.posts)
    assert "Harlem River" in told, "now everybody does"
    assert any("bot.engine.turns: step" in line for line in log.lines), "something is logged at all"


class TestTwoSheetsLookAlike:
    """The same play with two sheets: everything that others receive is the same, byte for byte."""

    kept: list[Any] = []  # noqa: RUF012 - what the two runs found, for the test after them

    @pytest.mark.parametrize("sheet", [PLAIN, SLY], ids=["plain", "sly"])
    async def test_(self, world: World, sheet: tuple[str, ...]) -> None:
        game, _ = await world.seven()
        await write_orders(world, game, sheet)
        bodies = same(await before_the_eyes(world, game))
        painted = [
            (view, extras)
            for _, view, extras in world.bot.services.context.renderer.painted  # type: ignore[attr-defined]
            if view.seat != "tower"
        ]
        for _, extras in painted:
            extras.pop("caption"), extras.pop("names")
        seen = sorted(((view.seat, view.state, extras) for view, extras in painted), key=str)
        self.kept.append((bodies, seen))

    def test_they_do(self) -> None:
        one, other = self.kept  # both were played
        assert one[0] == other[0]
        assert one[1] == other[1]


async def test_public_ids_tell_no_orders(world: World) -> None:
    game, _ = await world.seven()
    ada: Player = game.seats["tower"]
    await ada.write("; ".join(SLY))
    for post in game.posts:
        for item in components(post):
            assert re.fullmatch(
                r"fp[bm]:[a-z]+:[a-z0-9]+:(-|[a-z]+):\d+:(new)?(\|[0-9a-f]{8})?", item["custom_id"]
            )
    shown = " ".join(str(menu["custom_id"]) for menu in menus(ada.desk))
    assert not any(word in shown for word in SECRET), "even her own name none"


async def test_the_numbers_of_posts_tell_of_no_messages(world: World) -> None:
    """A post's mark is the same whether or not others have written a lot before it."""
    game, players = await world.seven()
    before = mark_of(game.posts[-1])
    for _ in range(5):
        await players[0].write("1 hold")
    await players[1].slash("draw")
    after = mark_of(game.posts[-1])
    assert before is not None and after is not None and min(before, after) >= LOWEST_MARK, "a digest"
    async with looking(world.bot.services.context.db) as tx:
        found = [first(tx, Post, id=number) for number in range(1, 60)]
    assert all(str(after) not in str(post.id) for post in found if post is not None)


async def test_the_pictures_of_others_are_the_same_bytes(office: PostOffice) -> None:
    code = await new_york(office)
    office.context.renderer = Renderer(0)  # the real one

    async def pictures() -> list[bytes]:
        desks, records = office.services.desks, office.services.game_views
        found = [
            await desks.desk(code, PAPST),
            await records.board(code, PAPST),
            await records.board(code, 99),
            await office.services.history_pages.page(code, PAPST, "new"),
        ]
        return [message.picture.data for message in found if message.picture is not None]

    before = await pictures()
    own = await office.desk(code, TOWER)
    await office.orders.give(code, TOWER, "; ".join(SLY), send=True)
    assert await pictures() == before and len(before) == 4
    changed = await office.desk(code, TOWER)
    assert own.picture is not None and changed.picture is not None
    assert own.picture.data != changed.picture.data, "her own shows her orders"
    for user in SEVEN[1:]:
        assert "harlem" not in (await office.desk(code, user)).words.lower()
    office.context.renderer.close()
