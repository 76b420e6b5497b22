"""NME on Discord: the lobby, the desk and what is rare there, drafts that are not legal any more."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adjudicator.chance import Chance
from adjudicator.game import Options, Resolution
from adjudicator.nme import events as ev
from bot.engine.order_sheets import sentence
from bot.engine.text import NOT_A_PLAYER
from bot.features.info import text as info_words
from bot.presenters.nme import text as nme
from bot.presenters.text import YOUR_MOVE
from tests.bot.nme import TO_THE_END, by_lot, three
from tests.bot.test_present_nme import GAME, state
from tests.bot.world import Game, Player, World, alt, buttons, components, menus, options, words


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
    assert menus(lobby) == [] and nme.THREE_ARMIES in words(lobby) and "2 of 3" in words(lobby)
    shown = await ada.change(lobby, "Options")
    assert shown.fields == ["players", "quiet_rounds", "gray_guard"]
    said = await ada.submit(shown, players="2", quiet_rounds="30", gray_guard=["off"])
    assert "Changed: " in said.text
    text = words(world.channel.history()[-1])
    assert nme.ALLY in text and nme.GUARD_OFF in text
    assert nme.QUIET_DRAW(n=30) in text and "2 of 2" in text
    shown = await ada.change(lobby, "Options")
    await ada.submit(shown, players="3", quiet_rounds="30", gray_guard=["off"])
    await cleo.click(lobby, "Join")
    shown = await ada.change(lobby, "Options")
    said = await ada.submit(shown, players="2", quiet_rounds="30", gray_guard=["off"])
    assert "2 places, but 3 have joined" in said.text
    said = await ada.submit(
        await ada.change(lobby, "Options"), players="2", quiet_rounds="501", gray_guard=["on"]
    )
    assert "**Quiet rounds** is wrong." in said.text
    await cleo.click(lobby, "Start")
    begun = words(world.channel.history()[-1])
    assert "the game begins" in begun
    for seat in ("Black", "Gray", "White"):
        assert re.search(rf"- \*\*{seat}\*\* \((ada|ben|cleo)\)", begun)
    assert "**Next:**" in begun and "(Black)" in begun


# -- the desk


async def test_by_menus(game: Game) -> None:
    black = game.seats["black"]
    desk = black.desk
    assert "You are **Black**" in words(desk) and YOUR_MOVE in words(desk)
    [pieces] = menus(desk)
    assert len(pieces["options"]) == 15 - 3, "the President and the Air Force are shut in"
    labels = {option["value"]: option["label"] for option in pieces["options"]}
    assert labels["A3s"] == "Special Force A3s"
    assert cropped(game) == (), "the whole board"
    said = await black.choose(desk, "A3s")
    assert cropped(game)[0] == "A3s" and "C6" in cropped(game) and "A4" not in cropped(game)
    pieces, targets = menus(said.message)
    assert chosen(said.message) == ["A3s"]
    assert targets["placeholder"] == nme.WHERE(piece="Special Force", space="A3s")
    assert options(targets) == ["A3s-B2", "A3s-B6", "A3s-C3", "A3s-C4", "A3s-C5", "A3s-C6", "A3s-A3n"]
    said = await black.choose(desk, "A3s-C4", menu=1)
    assert "**Your order:** `A3s-C4` (Special Force A3s to C4) · not sent yet" in said.text
    assert chosen(said.message) == ["A3s"] and chosen(said.message, 1) == ["A3s-C4"]
    assert {"A3s", "C4"} <= set(cropped(game)), "the arrow is seen"
    said = await black.choose(desk, "A3s-B2", menu=1)
    assert "**Your order:** `A3s-B2`" in said.text, "the piece stays picked, so it can go elsewhere"
    said = await black.choose(desk, "A4")
    assert options(menus(said.message)[1])[0] == "A4-B4"
    said = await black.click(desk, "Send")
    assert said.text.startswith("Sent: `A3s-B2`.") and components(said.message) == []
    assert "**Black** (" in words(game.post) and "): Special Force A3s-B2." in words(game.post)
    assert "(Gray)" in words(game.post)
    assert "): Special Force A3s-B2." in words(game.seats["gray"].desk)


async def test_a_desk_shows_what_was_done_since_the_seat_moved(game: Game) -> None:
    """All moves of the others, and none of its own; the turn's post shows no seat's, but is cropped too."""
    painted = game.world.bot.services.context.renderer.painted  # type: ignore[attr-defined]
    await game.play("A3s-C4", "H1-H2", "H9-G9")
    shown = [(view.seat, extras) for _, view, extras in painted if extras["close"]]
    desk = next(extras for seat, extras in reversed(shown) if seat == "black")
    assert [event.origin for event in desk["changes"] if isinstance(event, ev.Moved)] == ["H1", "H9"]
    post = next(extras for seat, extras in reversed(shown) if seat is None)
    assert post["changes"] == () and post["focus"] == ()


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
    assert nme.MUST_PASS(army="Black") in words(player.desk)
    said = await player.choose(player.desk, "pass")
    assert f"**Your order:** `pass` ({nme.PASSES}) · not sent yet" in said.text
    await player.click(player.desk, "Send")
    assert ") passes: no legal move." in words(game.post) and "(Gray)" in words(game.post)


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
    pieces = "an Air Force or a Special Force"
    assert nme.TRADE(way="A5-A4s", pieces=pieces) in words(white.desk)
    said = await white.choose(white.desk, "A5")
    assert labels(menus(said.message)[1])[:2] == ["A4s: trade for Air Force", "A4s: trade for Special Force"]
    said = await white.choose(white.desk, "A5-A4s=S", menu=1)
    assert "**Your order:** `A5-A4s=S` (Infantry A5 to A4s, traded for a Special Force)" in said.text
    await white.click(white.desk, "Send")
    text = words(game.post)
    assert "): Infantry A5-A4s, traded for a Special Force. Black gets the Infantry." in text


async def test_a_piece_with_many_targets(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """One menu, captures first; its last choice shows the rest."""
    black = {"A1": "P", "E5": "A"}
    game = await from_position(world, monkeypatch, black=black, gray={"I0s": "P", "L5": "I"})
    player = game.seats["black"]
    said = await player.choose(player.desk, "E5")
    targets = menus(said.message)[1]
    assert labels(targets)[0] == "L5: capture Gray's Infantry" and len(options(targets)) == 25
    said = await player.choose(player.desk, options(targets)[-1], menu=1)
    rest = menus(said.message)[1]
    assert chosen(said.message) == ["E5"] and cropped(game)[0] == "E5"
    assert not set(options(rest)) & set(options(targets))
    await player.choose(player.desk, options(rest)[0], menu=1)
    desk = player.desk
    assert f"**Your order:** `{options(rest)[0]}`" in words(desk) and options(menus(desk)[1]) == options(rest)
    await player.choose(desk, options(rest)[-1], menu=1)
    assert options(menus(player.desk)[1]) == options(targets), "and back"


# -- leaving, draws


# -- looking


async def test_parts_of_the_board_and_the_rules(world: World) -> None:
    game = await by_lot(world, *three(world))
    await game.play(*TO_THE_END.split()[:2])
    eve = world.player("eve")
    said = await eve.slash("board", zoom="c4N")
    assert said.private and "White to move." in said.text and alt(said.message)
    said = await eve.slash("board", zoom="z9")
    assert sentence(nme.NOT_A_SPACE) in said.text
    assert await eve.offered("c4", "zoom", "board") == ["C4", "C4n", "C4s"]
    said = await game.seats["gray"].slash("board", mine=True)
    assert "- **Gray** " in said.text and "· 15 pieces" in said.text
    said = await eve.slash("board", mine=True)
    assert said.text == NOT_A_PLAYER(code=game.code)
    said = await eve.slash("why", unit="c4")
    assert said.text == info_words.NOTHING_TO_EXPLAIN(game="NME")
    said = await eve.slash("history")
    assert "): Infantry L1-L2." in said.text
    said = await eve.slash("rules", game="nme")
    assert "Three armies" in said.text and "Rulings" in buttons(said.message)


async def test_naval_one_is_gone_with_the_threat(world: World) -> None:
    """Gray's President may use Naval One, until Black, which threatens it, is out."""
    game = await by_lot(world, *three(world))
    black, gray = game.seats["black"], game.seats["gray"]
    await game.play(*TO_THE_END.split()[:7])
    desk = gray.desk
    assert "By Naval One it can step to H1n" in words(desk)
    said = await gray.choose(desk, "I0s")
    assert labels(menus(said.message)[1]) == ["H1: capture Black's Special Force", "H1n by Naval One"]
    said = await gray.choose(desk, "I0s-H1n", menu=1)
    assert "**Your order:** `I0s-H1n` (President I0s to H1n by Naval One) · not sent yet" in said.text
    assert "You have conceded." in await concede(black)
    assert ") is out. Its pieces stay" in words(game.post)
    newest = gray.desk
    assert newest.id != desk.id
    assert "has conceded, and `I0s-H1n` is not legal any more: give a new order." in words(newest)
    assert "Your order" not in words(newest) and "-Send" in buttons(newest)
    assert "Naval One" not in words(newest)
    said = await gray.choose(newest, "I0s")
    assert labels(menus(said.message)[1]) == ["H1: capture a dead Special Force of Black"]
    await game.play("L3-K4")
    assert "· out" in (await gray.slash("board")).text


async def test_an_infantry_is_ruled_away_under_its_order(world: World) -> None:
    game = await by_lot(world, *three(world))
    gray = game.seats["gray"]
    await game.play("A3s-B2")
    await gray.write("E1-E2")
    assert "**Your order:** `E1-E2` (Infantry E1 to E2)" in (await gray.slash("orders")).text
    judge = world.moderator(manage_guild=True)
    said = await judge.slash("penalty", player="Gray", ruling="penalty", space="E1", reason="talks")
    assert "is penalised" in said.text, said.text
    text = words(game.post)
    assert "Penalty: **Gray** (" in text and ") loses the Infantry on E1." in text
    assert "`E1-E2` is not legal any more: give a new order." in words(gray.desk)
    await game.play("F1-E2")
    assert "· 14 pieces" in (await gray.slash("board")).text
