"""NME on Discord: what is rare on a desk, draws and concessions, parts of the board, the rules."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.chance import Chance
from adjudicator.game import Options, Resolution
from adjudicator.nme import events as ev
from tests.bot.nme import TO_THE_END, by_lot, three
from tests.bot.test_present_nme import GAME, state
from tests.bot.world import Game, Player, World, alt, buttons, menus, options


async def from_position(world: World, monkeypatch: pytest.MonkeyPatch, **given: Any) -> Game:
    """A game that begins with this position, see `state`."""
    at = state(**given)
    seats = GAME.seats(GAME.options({"players": at.options.players}))

    def start(options: Options, chance: Chance) -> Resolution[Any]:
        return Resolution(at, (ev.Started(seats=seats, armies=("black", "gray", "white")),))

    monkeypatch.setattr(world.bot.services.context.games["nme"], "start", start)
    return await by_lot(world, *three(world)[: len(seats)], options=f"players={len(seats)}")


def labels(menu: dict[str, Any]) -> list[str]:
    return [option["label"] for option in menu["options"]]


async def concede(player: Player) -> str:
    said = await player.slash("concede")
    return (await player.click(said.message, "Yes, I concede")).text


# -- what is rare on a desk


async def test_a_pass(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    row = ["L1", "L2", "L3", "L4", "L5", *(f"L{number}n" for number in (1, 3, 4))]
    black = {"L2n": "P"} | dict.fromkeys(row, "I")
    game = await from_position(world, monkeypatch, black=black, white={"A4": "P"})
    player = game.seats["black"]
    [menu] = menus(player.desk)
    assert options(menu) == ["pass"]
    assert "Black has no legal move: `pass` is all that can be done." in player.desk.content
    said = await player.choose(player.desk, "pass")
    assert "Your order: `pass` (no legal move: pass), **not sent yet**" in said.text
    await player.click(player.desk, "Send")
    assert "): no legal move, so a pass." in game.post.content and "Gray to move" in game.post.content


async def test_a_trade_in_the_menu(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await from_position(
        world,
        monkeypatch,
        to_move="white",
        black={"B1": "P"},
        white={"I8s": "P", "A5": "I"},
        prisoners={"black": {"white": "SA"}},
    )
    white = game.seats["white"]
    assert (
        "Infiltration: your Infantry A5-A4s may be traded for an Air Force or a Special Force."
        in white.desk.content
    )
    said = await white.choose(white.desk, "A5")
    assert labels(menus(said.message)[1])[:2] == ["A4s, trade for Air Force", "A4s, trade for Special Force"]
    said = await white.choose(white.desk, "A5-A4s=S", menu=1)
    assert "Your order: `A5-A4s=S` (Infantry A5 to A4s, traded for a Special Force)" in said.text
    await white.click(white.desk, "Send")
    text = game.post.content
    assert "): Infantry A5 → A4s, traded there for a Special Force; Black holds the Infantry." in text
    assert "-# Black: 1 piece · holds White's Air Force, Infantry" in text


async def test_a_piece_with_three_menus(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as Discord shows: pieces, three menus of targets, buttons."""
    black = {"A1": "P", "E5": "A"}
    game = await from_position(world, monkeypatch, black=black, gray={"I0s": "P", "L5": "I"})
    player = game.seats["black"]
    said = await player.choose(player.desk, "E5")
    shown = menus(said.message)
    assert len(shown) == 4 and buttons(said.message)
    assert labels(shown[3])[:2] == ["L5: capture Gray's Infantry", "D4n"]
    await player.choose(player.desk, options(shown[2])[0], menu=2)
    said = await player.choose(player.desk, options(shown[3])[0], menu=3)
    assert f"Your order: `{options(shown[3])[0]}`" in said.text


# -- leaving, draws


async def test_a_concession_in_anothers_turn(world: World) -> None:
    game = await by_lot(world, *three(world))
    black, gray, white = (game.seats[seat] for seat in ("black", "gray", "white"))
    await black.choose(black.desk, "A3s")
    await black.choose(black.desk, "A3s-B2", menu=1)
    assert "You have conceded." in await concede(gray)
    text = game.post.content
    assert ") concedes: the President is removed, nobody's assassination." in text and "is out." in text
    said = await black.slash("orders")
    assert "Your order: `A3s-B2` (Special Force A3s to B2), **not sent yet**" in said.text
    await black.click(black.desk, "Send")
    assert "(White) until" in game.post.content and "-# Gray: out, President removed" in game.post.content
    assert "Gray is out" in await gray.write("E1-D1")
    assert "You owe no order now. You are out · White to move." in await gray.write("orders")
    await concede(white)
    text = game.post.content
    assert "**Black is 2nd**, the last President standing. White 4th: out second, without one; " in text
    assert "Nobody made both assassinations." in text


async def test_a_draw_by_all_who_live(world: World) -> None:
    game = await by_lot(world, *three(world))
    black, gray, white = (game.seats[seat] for seat in ("black", "gray", "white"))
    await black.slash("draw")
    assert ") votes for a draw. To agree: **Gray** (" in game.post.content
    await game.play("A3s-B2")
    assert ") moved, so the vote for a draw is withdrawn." in game.post.content
    await concede(gray)
    await black.slash("draw")
    assert "Black votes for a draw: `draw` agrees." in (await white.slash("orders")).text
    await white.click(game.post, "Agree to the draw")
    text = game.post.content
    assert "**A draw** by agreement of Black and White." in text and "**1** · **Black**" in text
    assert "**5** · **Gray**" in text


async def test_protect_the_ally_is_conceded(world: World) -> None:
    ada, ben = world.player("ada"), world.player("ben")
    game = await by_lot(world, ada, ben, options="players=2")
    await game.play("A3s-B2")
    await concede(game.seats["white"])
    text = game.post.content
    assert "**Black wins 2nd place:** White gave up." in text and "**unplaced** · **White**" in text


# -- looking


async def test_parts_of_the_board_and_the_rules(world: World) -> None:
    game = await by_lot(world, *three(world))
    await game.play(*TO_THE_END.split()[:2])
    eve = world.player("eve")
    said = await eve.slash("board", zoom="c4N")
    assert said.private and "White to move." in said.text and alt(said.message)
    said = await eve.slash("board", zoom="z9")
    assert "no space; a hexagon is written like C4" in said.text
    assert await eve.offered("c4", "zoom", "board") == ["C4", "C4n", "C4s"]
    said = await game.seats["gray"].slash("board", mine=True)
    assert "- **Gray** " in said.text and "· 15 pieces" in said.text
    said = await eve.slash("board", mine=True)
    assert "You do not play" in said.text
    said = await eve.slash("why", unit="c4")
    assert "there is nothing to explain" in said.text
    said = await eve.slash("history")
    assert "): Infantry L1 → L2." in said.text
    said = await eve.slash("rules", game="nme")
    assert "Three armies" in said.text and len(buttons(said.message)) == 5
