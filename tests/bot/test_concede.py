"""Giving up is asked once more, by whichever way somebody says it."""

from __future__ import annotations

import pytest

from bot.engine.text import ASK_CONCEDE
from bot.storage import steps
from bot.storage.records import Step
from bot.storage.rows import count
from tests.bot.nme import by_lot, three
from tests.bot.parts import GUEST, HOST, PostOffice, labels
from tests.bot.transactions import looking
from tests.bot.world import Game, Player, Said, World, buttons, words

ANSWERS = ["Yes, I concede", "No, I play on"]


@pytest.fixture
async def game(world: World) -> Game:
    return await by_lot(world, *three(world))


async def declared(game: Game) -> list[str]:
    async with looking(game.world.bot.services.context.db) as tx:
        made = steps.between(tx, game.code, 1, count(tx, Step, table_id=game.code))
    return [
        what for step in made if step.kind == "declare" for texts in step.orders.values() for what in texts
    ]


async def by_button(player: Player, game: Game) -> Said:
    return await player.more(player.desk, "Concede")


async def by_command(player: Player, game: Game) -> Said:
    return await player.slash("concede")


async def as_an_order(player: Player, game: Game) -> Said:
    return await player.slash("order", order=" Concede ", send=True)


async def in_the_form(player: Player, game: Game) -> Said:
    return await player.submit(await player.click(player.desk, "Type…"), orders="concede")


@pytest.mark.parametrize("how", [by_button, by_command, as_an_order, in_the_form])
async def test_it_is_asked_in_private_and_then_done(game: Game, how: object) -> None:
    assert callable(how)
    black = game.seats["black"]
    desk = words(black.desk)
    for answer in reversed(ANSWERS):
        asked = await how(black, game)
        assert asked.private and asked.text == ASK_CONCEDE(game="NME", table=game.code)
        assert buttons(asked.message) == ANSWERS
        assert await declared(game) == [] and words(black.desk) == desk, "nothing is done before the answer"
        said = await black.click(asked.message, answer)
        assert buttons(said.message) == []
        if answer == ANSWERS[1]:
            assert said.text == f"You play on in game `{game.code}`."
            assert await declared(game) == []
    assert said.text.startswith("You have conceded.") and await declared(game) == ["concede"]
    assert (
        f"You are out of game `{game.code}` already." in (await black.slash("concede", table=game.code)).text
    )


@pytest.mark.parametrize("text", ["concede", "CONCEDE", "/order concede", "/order order:concede send:True"])
async def test_it_is_asked_in_the_dm(game: Game, text: str) -> None:
    gray = game.seats["gray"]
    if text.endswith("True"):
        assert "Send `concede` alone" in await gray.write(text)
    else:
        assert (await gray.write(text)).startswith(ASK_CONCEDE(game="NME", table=game.code))
        assert buttons(gray.dms[-1]) == ANSWERS and await declared(game) == []
        said = await gray.click(gray.dms[-1], "No, I play on")
        assert buttons(said.message) == [] and await declared(game) == []
        await gray.write(f"{game.code} {text}")
        said = await gray.click(gray.dms[-1], "Yes, I concede")
        assert said.text.startswith("You have conceded.") and buttons(said.message) == []
    assert await declared(game) == ["concede"] * (not text.endswith("True"))


async def test_a_question_of_an_old_turn_does_nothing(game: Game) -> None:
    gray = game.seats["gray"]
    await gray.write("concede")
    asked = gray.dms[-1]
    await game.play("A3s-B2")
    said = await gray.click(asked, "Yes, I concede")
    assert said.private and "That was for an earlier turn" in said.text and await declared(game) == []


async def test_a_message_that_comes_twice_asks_once_and_does_nothing(office: PostOffice) -> None:
    code = await office.game()
    for _ in range(2):
        await office.services.text_commands.read(HOST, 10, "concede")
        await office.deliver()
    asked = ASK_CONCEDE(game="Commander-In-Chief", table=code)
    assert sum(asked in text for text in office.messenger.dms(HOST)) == 1
    assert (await office.table(code)).status == "playing"


async def test_an_old_draft_stays(office: PostOffice) -> None:
    """Asking is no order: what was given before, and sent, still counts."""
    code = await office.game()
    await office.orders.give(code, HOST, "e7-e6")
    given = await office.orders.give(code, HOST, "concede", send=True)
    assert not given.resolved and given.asks is not None and labels(given.asks) == ANSWERS
    assert "`e7-e6`" in (await office.desk(code, HOST)).words
    given = await office.orders.give(code, GUEST, "concede")
    assert given.asks is not None and (await office.table(code)).status == "playing"


async def test_the_button_of_an_old_desk_asks_nothing(game: Game) -> None:
    black = game.seats["black"]
    old = await black.slash("orders")
    behind = await black.click(old.message, "More…")
    await game.play("A3s-B2")
    for message, label in ((old.message, "More…"), (behind.message, "Concede")):
        said = await black.click(message, label)
        assert said.private and "That was for an earlier turn" in said.text and buttons(said.message) == []


@pytest.mark.parametrize("text", ["draw; concede", "concede; A3s-B2", "concede; send", "concede; concede"])
async def test_with_anything_else_it_does_nothing(game: Game, text: str) -> None:
    told = await game.seats["black"].write(text)
    assert "Nothing has changed." in told and await declared(game) == [], told
