"""WW3 in fog: whatever a seat has hidden, everything that the others and the public get is the same, byte for
byte; the seals of the set-up are opened at the end, and verify."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from adjudicator.__main__ import main
from adjudicator.ww3.board import NAMES
from bot.common.workers import Renderer
from bot.storage.records import Post
from bot.storage.rows import first
from tests.bot.eyes import Log, received, same, strip
from tests.bot.parts import PostOffice, post_office
from tests.bot.transactions import looking
from tests.bot.world import Game, World, words
from tests.bot.ww3 import fix_lots, in_office, in_world

ONE = "setup N=d2 A=e3 T=f3 C=g2 P=f1 S=d3,e2,g3,h3 B=e1"
OTHER = "setup N=g2 A=e1 T=h3 C=d2 P=f3 S=d3,e2,e3,g3 B=f1"
"""The same ten points; on d3, e2 and g3 stand Soldiers in both."""
MOVES = {
    "red": (("d3-d4 g3-g4",), ("e3-e5", "e3-e4-e5"), ("f3-f4",), ("e2-f2",)),
    "blue": (("c8-d8",), ("c4-d4",), ("c6-d6",), ("a6-b6",)),
    "silver": (("e9-e8",), ("e8-e7",), ("h9-h8",), ("h8-h7",)),
}
"""For each turn of a seat: what it orders where Red has the one formation, and where it has the other. What
flies to e5 in the one game walks there in the other. Blue's Soldier takes Red's on d4."""
WRONG = ("e3-e4", "tank f3-f4", "e5", "c4-d4 c5-d5", "setup stock")


async def look_around(game: Game) -> list[Any]:
    """What the others try, to find something out; what autocomplete offers them."""
    found: list[Any] = []
    for player in (game.seats["blue"], game.seats["silver"], game.world.player("eve")):
        found += [await player.offered(typed) for typed in ("", "d", "air")]
        found += [await player.offered(typed, "zoom", "board") for typed in ("e", "d2")]
        if player is game.seats["silver"]:
            continue  # it sees as Blue does
        for command in ("orders", "board", "history", "games"):
            await player.slash(command)
        await player.slash("board", zoom="e4")
        await player.slash("why", unit="e3")
        await player.slash("verify")
        await player.click(game.posts[-1], "My orders")
        await player.click(game.posts[-1], "Board")
        for text in WRONG if player is game.seats["blue"] else WRONG[:1]:
            found.append((await player.slash("order", order=text)).text)
    return found


async def set_up(game: Game, red: str) -> None:
    """Red in every way that there is; the others by text."""
    seat = game.seats["red"]
    await seat.choose(seat.desk, "setup bunker")
    await seat.write(red)
    await seat.choose(seat.desk, "e3", menu=1)
    await seat.write("setup N=d2")  # a wrong one
    await look_around(game)
    await seat.click(seat.desk, "Send")
    for each in ("blue", "silver"):
        await game.seats[each].slash("order", order="setup stock", send=True)


async def play(game: Game, which: int) -> tuple[list[Any], list[Any]]:
    """Four turns each. Red gives its orders by menus, the others by text. What looking around found;
    the renderers before and after a restart."""
    found, turns = [], dict.fromkeys(MOVES, 0)
    renderers = [game.world.bot.services.context.renderer]
    for number in range(12):
        seat = await game.called()
        text = MOVES[seat][turns[seat]]
        turns[seat] += 1
        if seat == "red":
            red = game.seats["red"]
            desk = (await red.slash("orders")).message
            await red.choose(desk, text[0].split("-")[0])
            await red.write(text[which % len(text)])
            await red.write("e1-e9")  # a wrong one
            await red.write("send")
        else:
            await game.play(text[0])
        if number == 7:
            found.append(await look_around(game))
        if number == 5:
            await game.world.restart()
            renderers.append(game.world.bot.services.context.renderer)
    return found, renderers


async def seen_with(world: World, which: int) -> list[Any]:
    """What all but Red have before their eyes in one of the two games; ids and times left out."""
    ada, ben, cleo = (world.player(name) for name in ("ada", "ben", "cleo"))
    game = await in_world(world, ada, ben, cleo, setups=False, options="fog=on")
    await set_up(game, (ONE, OTHER)[which])
    found, renderers = await play(game, which)
    bodies = [
        received(world, game.seats["blue"]),
        received(world, game.seats["silver"]),
        received(world, None),
    ]
    names = [item.filename for post in game.posts for item in post.attachments]
    assert not any("orders" in name for name in names), "nothing is opened yet"
    all_painted = [paint for each in renderers for paint in each.painted]
    # Which of two is painted first is chance. `thrown` has the dice.
    painted = {(view, *sorted(extras)) for _, view, extras in all_painted if view.seat != "red"}
    thrown = [(view, extras["events"]) for each in renderers for _, view, extras in each.thrown]
    assert thrown, "the dice"
    red = [view.board for _, view, _ in all_painted if view.seat == "red"]
    return [same([bodies, found, names]), painted, thrown, red[-1:]]


class TestTwoFormationsLookAlike:
    """The same play with two formations on the same points."""

    kept: list[Any] = []  # noqa: RUF012 - what the two runs found, for the test after them

    @pytest.mark.parametrize("which", [0, 1])
    async def test_(self, world: World, which: int, monkeypatch: pytest.MonkeyPatch) -> None:
        fix_lots(monkeypatch)
        self.kept.append(await seen_with(world, which))

    def test_they_do(self) -> None:
        one, other = self.kept  # both were played
        assert one[0] == other[0], "messages, files, alt texts, menus, suggestions, errors"
        assert one[1:3] == other[1:3], "views that pictures are made of"
        assert one[3] != other[3], "there is something to hide"


async def test_no_log_and_no_post_tells_a_kind(world: World, log: Log) -> None:
    ada, ben, cleo = (world.player(name) for name in ("ada", "ben", "cleo"))
    game = await in_world(world, ada, ben, cleo, setups=False, options="fog=on")
    await set_up(game, ONE)
    red = game.seats["red"]
    public = strip([received(world, None), received(world, game.seats["blue"])])
    assert "their kinds hidden" in public and "e3" in public, "where units stand is known"
    assert not re.search(r"Red[^.\n]{0,40}(Nuclear|Air Craft|Tank|Captain|Spy|Soldier)", public)
    async with looking(world.bot.services.context.db) as tx:
        for number in range(1, 60):
            post = first(tx, Post, id=number)
            if post is not None and post.user_id != red.id:
                assert "A=e3" not in strip(post.payload) and "Air Craft e3" not in strip(post.payload)
    for text in ("e3-e5", "e3-e4"):
        if await game.called() == "red":
            await red.write(f"{text}; send")
    logged = "\n".join(log.lines)
    assert "bot.engine.turns: step" in logged, "something is logged at all"
    for word in (*NAMES.values(), "A=e3", "e3-e", "setup N"):
        assert word == "Base" or word == "unit" or word not in logged, word


async def test_the_seals_are_opened_at_the_end(world: World, tmp_path: Path) -> None:
    ada, ben, cleo = (world.player(name) for name in ("ada", "ben", "cleo"))
    game = await in_world(world, ada, ben, cleo, setups=False, options="fog=on")
    red, blue = game.seats["red"], game.seats["blue"]
    await set_up(game, ONE)
    [locked] = [post for post in game.posts if "turn 1 locked" in words(post)]
    [digest] = re.findall("[0-9a-f]{64}", words(locked))
    said = await blue.click(game.fair_post, "Fair play")
    closed = (await said.message.attachments[0].read()).decode()
    assert digest in said.text and digest in closed and "setup" not in closed
    said = await blue.slash("verify")
    assert (
        "isn't over: its secret seed is published at the end." in said.text and not said.message.attachments
    )
    await world.restart()
    for player in (blue, game.seats["silver"]):
        said = await player.slash("concede")
        await player.click(said.message, "Yes, I concede")
    over = game.post
    assert "**Red wins:** all others are out." in words(over)
    said = await red.click(game.fair_post, "Fair play")
    opened = (await said.message.attachments[0].read()).decode()
    assert ONE in opened and digest in opened
    said = await red.slash("verify", table=game.code)
    assert "every result is true" in said.text
    record = await said.message.attachments[0].read()
    assert json.loads(record)["steps"][1]["orders"]["red"] == [ONE]
    (tmp_path / "game.json").write_bytes(record)
    assert main(["verify", str(tmp_path / "game.json")]) == 0


async def test_the_set_up_that_a_concession_ends_is_never_played(world: World) -> None:
    """Nothing was sealed, so there is nothing to open; drafts are gone."""
    ada, ben = world.player("ada"), world.player("ben")
    game = await in_world(world, ada, ben, setups=False, options="fog=on")
    await game.seats["red"].slash("order", order=ONE, send=True)
    said = await game.seats["silver"].slash("concede")
    await game.seats["silver"].click(said.message, "Yes, I concede")
    assert "the other side gave up" in words(game.post) and "A=e3" not in strip(received(world, None))


async def test_the_pictures_of_others_are_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawn for real: desks, boards and the past of two games that differ in what Red has hidden."""
    fix_lots(monkeypatch)
    found, real = [], Renderer(0)
    for number, text in enumerate((ONE, OTHER)):
        async with post_office(tmp_path / f"{number}.sqlite3") as office:
            code, who = await in_office(office, 11, 12, setups=False, options="fog=on")
            for seat, order in (("red", text), ("silver", "setup stock")):
                await office.send(code, who[seat], order)
            office.services.context.renderer = real
            desks, records = office.services.desks, office.services.game_views
            shown = [
                await desks.desk(code, who["silver"]),
                await records.board(code, 99),
                await office.services.history_pages.page(code, who["silver"], "new"),
                await records.board(code, who["red"]),
            ]
            found.append([message.picture.data for message in shown if message.picture is not None])
    real.close()
    assert len(found[0]) == 4 and found[0][:3] == found[1][:3]
    assert found[0][3] != found[1][3], "Red sees its own"


async def test_the_past_of_a_finished_game_is_shown_unmasked(office: PostOffice) -> None:
    code, who = await in_office(office, 11, 12, options="fog=on")
    painted = office.renderer.painted
    for _ in range(2):
        await office.services.history_pages.page(code, 99, "2")
        masked = painted[-1][1]
        assert set(masked.board) == {".", "X", "0"}, "units of unknown kinds, to a stranger"
        await office.deliver()
    await office.services.orders.declare(code, who["red"], "concede")
    await office.deliver()  # the pictures of its end are painted too
    for user in (99, who["silver"]):
        shown = await office.services.history_pages.page(code, user, "2")
        assert shown.picture is not None and "Red: N d2, A e3," in shown.picture.alt
        board = painted[-1][1].board
        assert set("NATCPSB1234567.") == set(board) and board != masked.board
