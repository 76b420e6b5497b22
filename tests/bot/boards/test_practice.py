"""Games against computers in private: each order is answered at once, and nobody else sees them."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest

from adjudicator.game import texts
from adjudicator.text import Text
from bot.common.errors import Refused
from bot.common.local_pool import JobFailed, JobTimedOut
from bot.features.boards import text as board_words
from bot.features.boards.board import MOST_BOARDS, BoardSnapshot, Stale
from bot.features.boards.desk import BoardDesk
from bot.features.practice import text
from bot.features.practice.practice import Practice
from bot.storage.records import Board, BoardStep
from bot.storage.rows import find
from engines.engine import Level
from engines.simple import random_sheet
from tests.bot.parts import GUEST, HOST, PostOffice, labels
from tests.bot.quick_engine import Quick, by_turns, each, orders, real_engines
from tests.bot.world import World, buttons, menus, options, words


@pytest.fixture(autouse=True)
def idle_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else the tests' machine has to do."""
    monkeypatch.setattr("bot.features.practice.practice.is_busy", lambda: False)


@pytest.fixture
def desk(office: PostOffice) -> BoardDesk:
    return office.services.board_desks["practice"]


async def play(office: PostOffice, board: str, order: str, user: int = HOST) -> str:
    """Give an order and send it, as a press does."""
    boards, mode = office.services.boards, office.services.practice
    found = await boards.read(board, user)
    await boards.give(board, user, found.board.edits, mode.seat(found), order)
    await boards.ready(board, user, found.board.edits + 1, mode.seat(found))
    return await mode.ready(board, user)


async def at(office: PostOffice, board: str) -> tuple[int, int]:
    """The step that is shown, and the game's turn there."""
    found = await office.services.boards.read(board, HOST)
    return found.board.at, found.phase.turn


@pytest.mark.postgresql
async def test_an_order_is_answered(office: PostOffice, desk: BoardDesk, engine: type[Quick]) -> None:
    engine.answer = by_turns("d2-d3", "c2-c3")
    board = await office.services.practice.open(HOST, "cic", Level.CAPTAIN)
    shown = await desk.desk(board, HOST)
    assert labels(shown) == ["-Send", "Type…", "Hint", "Give up"]
    await play(office, board, "e7-e6")
    assert await at(office, board) == (2, 2)
    shown = await desk.desk(board, HOST)
    assert "e7-e6" in shown.text and "d2-d3" in shown.text and "Computer captain" in shown.text
    assert [(task.level, task.view["seat"]) for task in engine.tasks] == [(Level.CAPTAIN, "light")]


async def test_processes_are_ready_before_it_thinks(office: PostOffice, desk: BoardDesk) -> None:
    practice, warmed = office.services.practice, office.renderer.warmed
    await desk.desk(await practice.open(HOST, "cic", Level.RECRUIT), HOST)
    board = await practice.open(HOST, "newyork2047", Level.RECRUIT)
    await desk.desk(board, HOST)
    assert [(game, number) for game, _, number in warmed] == [("cic", 1), ("newyork2047", 6)]
    await practice.give_up(board, HOST, 0)
    await desk.desk(board, HOST)
    assert len(warmed) == 2


async def test_the_computer_may_begin(office: PostOffice, engine: type[Quick]) -> None:
    engine.answer = by_turns("e7-e6")
    board = await office.services.practice.open(HOST, "cic", Level.RECRUIT, "Light")
    assert await at(office, board) == (1, 1)


async def test_they_think_while_one_decides(office: PostOffice, desk: BoardDesk, engine: type[Quick]) -> None:
    """Where all order at the same time; what is thought ahead is what would be thought afterwards."""
    practice, boards = office.services.practice, office.services.boards
    board = await practice.open(HOST, "newyork2047", Level.RECRUIT)
    await desk.desk(board, HOST)
    await settled(practice)
    assert len(engine.tasks) == 6
    await desk.desk(board, HOST)  # looked at again: nothing new to think about
    await settled(practice)
    ahead = {task.view["seat"]: task for task in engine.tasks}
    assert len(engine.tasks) == len(ahead) == 6 and practice.seat(await boards.read(board, HOST)) not in ahead
    await boards.ready(board, HOST, 0, practice.seat(await boards.read(board, HOST)))
    await practice.ready(board, HOST)
    assert await at(office, board) == (1, 1) and len(engine.tasks) == 6
    await practice.take_back(board, HOST, (await boards.read(board, HOST)).board.edits)
    edits = (await boards.read(board, HOST)).board.edits
    await boards.ready(board, HOST, edits, practice.seat(await boards.read(board, HOST)))
    await practice.ready(board, HOST)  # not looked at before
    again = {task.view["seat"]: task for task in engine.tasks[6:]}
    assert again == ahead


async def test_who_has_begun_to_think_goes_on(
    office: PostOffice, desk: BoardDesk, engine: type[Quick]
) -> None:
    """It is sent while one thinks, and another thought has failed; a new board drops the old one's."""
    practice, boards, think = office.services.practice, office.services.boards, office.renderer.think
    go, asked = asyncio.Event(), list[str]()

    async def slow(job: Any, *args: Any, seconds: float) -> Any:
        asked.append(json.loads(args[2])["seat"])
        await go.wait()
        return await think(job, *args, seconds=seconds)

    office.renderer.think = slow  # type: ignore[method-assign]
    dropped = await practice.open(HOST, "newyork2047", Level.RECRUIT)
    await desk.desk(dropped, HOST)
    await idle(2)
    board = await practice.open(HOST, "newyork2047", Level.RECRUIT)
    await desk.desk(board, HOST)
    await idle(2)
    assert len(asked) == 2, "one at a time"
    await boards.ready(board, HOST, 0, practice.seat(await boards.read(board, HOST)))
    answering = asyncio.create_task(practice.ready(board, HOST))
    while len(asked) < 7:  # noqa: ASYNC110 - a few turns of the loop
        await asyncio.sleep(0)
    go.set()
    assert await answering == "" and await at(office, board) == (1, 1)
    assert sorted(asked[1:]) == sorted(set(asked)) and len(engine.tasks) == 6


async def test_a_thought_ahead_that_fails_is_thought_again(
    office: PostOffice, desk: BoardDesk, engine: type[Quick]
) -> None:
    practice, boards, think = office.services.practice, office.services.boards, office.renderer.think

    async def failing(*_: object, **__: object) -> None:
        raise JobFailed("think")

    office.renderer.think = failing  # type: ignore[method-assign]
    board = await practice.open(HOST, "newyork2047", Level.RECRUIT)
    await desk.desk(board, HOST)
    await settled(practice)
    office.renderer.think = think  # type: ignore[method-assign]
    await boards.ready(board, HOST, 0, practice.seat(await boards.read(board, HOST)))
    assert await practice.ready(board, HOST) == "" and len(engine.tasks) == 6


async def settled(practice: Practice) -> None:
    """Until everything is thought ahead that is to be."""
    for turn in list(practice.ahead._turns.values()):
        if turn.going is not None:
            await asyncio.wait([turn.going])


async def idle(turns: int) -> None:
    for _ in range(turns):
        await asyncio.sleep(0)


async def test_a_move_is_taken_back(office: PostOffice, desk: BoardDesk, engine: type[Quick]) -> None:
    engine.answer = by_turns("d2-d3", "d2-d3")
    practice, board = (
        office.services.practice,
        await office.services.practice.open(HOST, "cic", Level.RECRUIT),
    )
    await play(office, board, "e7-e6")
    found = await office.services.boards.read(board, HOST)
    await practice.take_back(board, HOST, found.board.edits)
    assert await at(office, board) == (0, 0)
    with pytest.raises(Refused, match="start"):
        await practice.take_back(board, HOST, found.board.edits + 1)
    await play(office, board, "d8-c7")
    shown = await desk.desk(board, HOST)
    assert "d8-c7" in shown.text and "e7-e6" not in shown.text
    steps = await office.read(find, BoardStep, board_id=board)
    assert [step.seq for step in steps] == [0, 1, 2]


async def test_an_older_message_changes_nothing(office: PostOffice) -> None:
    boards, board = office.services.boards, await office.services.practice.open(HOST, "cic", Level.RECRUIT)
    await boards.give(board, HOST, 0, "dark", "e7-e6")
    for deed in (boards.give(board, HOST, 0, "dark", "d8-c7"), boards.ready(board, HOST, 0, "dark")):
        with pytest.raises(Stale):
            await deed
    assert (await boards.read(board, HOST)).board.drafts["orders"] == {"dark": ["e7-e6"]}


async def test_nobody_else_has_it(office: PostOffice, desk: BoardDesk) -> None:
    services, board = office.services, await office.services.practice.open(HOST, "nemein", Level.RECRUIT)
    for deed in (
        desk.desk(board, GUEST),
        desk.form(board, GUEST),
        services.boards.give(board, GUEST, 0, "south", "handful 25x3 5x5"),
        services.boards.remove(board, GUEST),
        services.practice.hint(board, GUEST),
        services.practice.give_up(board, GUEST, 0),
        services.practice.again(board, GUEST, other_side=True),
    ):
        with pytest.raises(Refused, match="isn't there"):
            await deed


async def test_a_kill_while_it_thinks(office: PostOffice, desk: BoardDesk, engine: type[Quick]) -> None:
    """The order is stored before the computer thinks; whoever comes back goes on."""
    board = await office.services.practice.open(HOST, "cic", Level.RECRUIT)
    think, office.renderer.think = office.renderer.think, _killed  # type: ignore[method-assign]
    with pytest.raises(asyncio.CancelledError):
        await play(office, board, "e7-e6")
    office.renderer.think = think  # type: ignore[method-assign]
    assert await at(office, board) == (1, 1)
    assert labels(await desk.desk(board, HOST))[0] == "Go on"
    engine.answer = by_turns("d2-d3")
    await desk.mode.ready(board, HOST)
    assert await at(office, board) == (2, 2)


async def _killed(*_: object, **__: object) -> None:
    raise asyncio.CancelledError


async def test_a_thought_that_fails(office: PostOffice, desk: BoardDesk) -> None:
    board = await office.services.practice.open(HOST, "cic", Level.RECRUIT)

    async def failing(*_: object, **__: object) -> None:
        raise JobFailed("think")

    office.renderer.think = failing  # type: ignore[method-assign]
    assert await play(office, board, "e7-e6") == text.THINKING
    assert labels(await desk.desk(board, HOST))[0] == "Go on"


async def test_a_general_on_a_busy_machine(office: PostOffice, desk: BoardDesk) -> None:
    """Thinks too long: a sergeant answers instead. Whoever is one already has not answered."""
    asked = list[tuple[int, float]]()

    async def slow(*given: Any, seconds: float) -> tuple[tuple[str, ...], tuple[()]]:
        asked.append((given[4], seconds))
        if given[4] == Level.GENERAL:
            raise JobTimedOut("not done in 10 seconds")
        return ("d2-d3",), ()

    office.renderer.think = slow  # type: ignore[method-assign]
    board = await office.services.practice.open(HOST, "cic", Level.GENERAL)
    assert await play(office, board, "e7-e6") == "" and await at(office, board) == (2, 2)
    assert [level for level, _ in asked] == [Level.GENERAL, Level.SERGEANT] and asked[0][1] < asked[1][1]

    async def late(*_: object, **__: object) -> None:
        raise JobTimedOut("not done in 10 seconds")

    office.renderer.think = late  # type: ignore[method-assign]
    board = await office.services.practice.open(HOST, "cic", Level.SERGEANT)
    assert await play(office, board, "e7-e6") == text.THINKING


async def test_generals_are_not_waited_for_long(
    office: PostOffice, desk: BoardDesk, engine: type[Quick], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In New York six think at once: sergeants answer for those who are not done in time."""
    monkeypatch.setattr("bot.features.practice.practice.PATIENT", 1.5)
    practice, boards, think = office.services.practice, office.services.boards, office.renderer.think
    asked, quick = list[int](), "papst"

    async def slow(job: Any, *args: Any, seconds: float) -> Any:
        asked.append(args[3])
        if args[3] == Level.GENERAL and json.loads(args[2])["seat"] != quick:
            await asyncio.Event().wait()
        return await think(job, *args, seconds=seconds)

    office.renderer.think = slow  # type: ignore[method-assign]
    engine.answer = lambda _, task: orders("1 hold" if task.level == Level.GENERAL else "2 hold")
    board = await practice.open(HOST, "newyork2047", Level.GENERAL)
    await boards.ready(board, HOST, 0, practice.seat(await boards.read(board, HOST)))
    async with asyncio.timeout(60):
        assert await practice.ready(board, HOST) == text.WEAKER
    assert await at(office, board) == (1, 1)
    assert asked == [Level.SERGEANT] * 6 + [Level.GENERAL] * 6
    [step] = [step for step in await office.read(find, BoardStep, board_id=board) if step.orders]
    told = {seat: list(given) for seat, given in step.orders.items() if seat != "tower"}
    assert told.pop(quick) == ["1 hold"] and list(told.values()) == [["2 hold"]] * 5


@pytest.mark.parametrize(("variant", "level"), [("newyork2047", Level.SERGEANT), ("cic", Level.GENERAL)])
async def test_several_on_a_busy_machine_are_sergeants(
    office: PostOffice, engine: type[Quick], monkeypatch: pytest.MonkeyPatch, variant: str, level: Level
) -> None:
    monkeypatch.setattr("bot.features.practice.practice.is_busy", lambda: True)
    practice, boards = office.services.practice, office.services.boards
    board = await practice.open(HOST, variant, Level.GENERAL, "light" if variant == "cic" else "")
    if variant == "newyork2047":
        await boards.ready(board, HOST, 0, practice.seat(await boards.read(board, HOST)))
    told = await practice.ready(board, HOST)
    assert {task.level for task in engine.tasks} == {level}
    assert told == (text.WEAKER if level == Level.SERGEANT else "")


async def test_it_begins_with_who_plays_what_and_the_goal(office: PostOffice, desk: BoardDesk) -> None:
    board = await office.services.practice.open(HOST, "nme", Level.RECRUIT)
    shown = (await desk.desk(board, HOST)).text
    assert "Gray (Computer recruit) and White (Computer recruit 2)" in shown
    assert (await office.services.boards.read(board, HOST)).presenter.option_lines({})[0] in shown


async def test_a_hint_that_fails(office: PostOffice, desk: BoardDesk) -> None:
    """It takes too long on a busy machine: one reads so, and the board is as it was."""
    board = await office.services.practice.open(HOST, "cic", Level.RECRUIT)
    before = await desk.desk(board, HOST)

    async def failing(*_: object, **__: object) -> None:
        raise JobTimedOut("not done in 30 seconds")

    office.renderer.think = failing  # type: ignore[method-assign]
    with pytest.raises(Refused) as refused:
        await office.services.practice.hint(board, HOST)
    assert str(refused.value) == text.HINT_FAILED
    assert (await desk.desk(board, HOST)).words == before.words


async def test_a_hint_on_a_busy_machine(office: PostOffice, desk: BoardDesk) -> None:
    """A general thinks too long: a sergeant answers instead."""
    board, asked = await office.services.practice.open(HOST, "cic", Level.RECRUIT), list[int]()

    async def slow(*given: Any, **_: object) -> tuple[tuple[str, ...], str]:
        asked.append(given[4])
        if given[4] == Level.GENERAL:
            raise JobTimedOut("not done in 10 seconds")
        return ("e7-e6",), "Goes forward."

    office.renderer.think = slow  # type: ignore[method-assign]
    await office.services.practice.hint(board, HOST)
    assert asked == [Level.GENERAL, Level.SERGEANT]
    assert "e7-e6" in (await desk.desk(board, HOST)).words


async def test_giving_up_and_again(office: PostOffice, desk: BoardDesk) -> None:
    practice = office.services.practice
    board = await practice.open(HOST, "newyork2047", Level.RECRUIT, "hamblet")
    await practice.give_up(board, HOST, 0)
    shown = await desk.desk(board, HOST)
    assert labels(shown) == ["Again", "Take back", "Again, other side"] and text.GIVEN_UP in shown.text
    other = await office.services.boards.read(await practice.again(board, HOST, other_side=True), HOST)
    assert practice.seat(other) != "hamblet" and other.board.about["variant"] == "newyork2047"
    await practice.take_back(board, HOST, 1)
    assert "Give up" in labels(await desk.desk(board, HOST))


@pytest.mark.parametrize(
    ("variant", "orders"),
    [
        ("cic", "e7-e6"),
        ("nme", ""),
        ("nemein", "handful 10x10"),
        ("ww32", ""),
        ("newyork2047", "1 hold"),
    ],
)
async def test_a_hint_is_used(office: PostOffice, desk: BoardDesk, variant: str, orders: str) -> None:
    """Its orders take the place of what was written, and stay as they were thought; the reason stays, too."""
    practice, boards = office.services.practice, office.services.boards
    with real_engines():
        board = await practice.open(HOST, variant, Level.GENERAL)
        seat = practice.seat(await boards.read(board, HOST))
        if orders:
            await boards.give(board, HOST, 0, seat, orders)
        await practice.hint(board, HOST)
    found = await boards.read(board, HOST)
    hint = found.board.about["hint"]
    shown = await desk.desk(board, HOST)
    assert hint["why"] in shown.words and "Use it" in labels(shown)
    if found.presenter.many:
        sheet = tuple(order for line in hint["orders"] for order in found.game.parse(found.view(seat), line))
        assert "\n".join(found.presenter.sheet(found.view(seat), sheet)) in shown.words
    with pytest.raises(Stale):
        await practice.use_hint(board, HOST, found.board.edits - 1)
    await practice.use_hint(board, HOST, found.board.edits)
    found, shown = await boards.read(board, HOST), await desk.desk(board, HOST)
    assert list(texts(found.draft(seat))) == hint["orders"]
    assert text.HINT_USED(why=hint["why"]) in shown.words and "Use it" not in labels(shown)
    await boards.resolve(found, {**found.sheets(), **_anything(found)})
    assert text.HINT_USED(why=hint["why"]) not in (await desk.desk(board, HOST)).words
    with pytest.raises(Refused, match="No hint"):
        await practice.use_hint(board, HOST, (await boards.read(board, HOST)).board.edits)


def _anything(found: BoardSnapshot) -> dict[str, Any]:
    """Legal sheets of the seats that have written none."""
    owing = found.phase.owing - found.sheets().keys()
    return {seat: random_sheet(found.game, found.view(seat), Random(1)) for seat in sorted(owing)}


async def test_a_hint_that_is_a_draw(office: PostOffice, engine: type[Quick]) -> None:
    practice = office.services.practice
    board = await practice.open(HOST, "cic", Level.RECRUIT)
    engine.answer = by_turns("draw")
    with pytest.raises(Refused, match="settle for a draw"):
        await practice.hint(board, HOST)
    engine.answer = each(("draw", "e7-e6"))
    await practice.hint(board, HOST)
    assert (await office.services.boards.read(board, HOST)).board.about["hint"]["orders"] == ["e7-e6"]


@pytest.mark.parametrize(("who", "told"), [("dark", text.WON), ("light", text.LOST)])
async def test_the_end_of_a_game(
    office: PostOffice, desk: BoardDesk, engine: type[Quick], who: str, told: Text
) -> None:
    """It says who won; nobody congratulates a computer, and after a defeat one reads what to do next."""
    practice, boards = office.services.practice, office.services.boards
    board = await practice.open(HOST, "cic", Level.RECRUIT)
    engine.answer = by_turns("d2-d3")
    await play(office, board, "e7-e6")
    found = await boards.read(board, HOST)
    assert practice.seat(found) == "dark"
    await boards.declare(found, "light" if who == "dark" else "dark", "concede")
    shown = await desk.desk(board, HOST)
    result = f"**{who.capitalize()} wins:** the other side has conceded."
    assert told(result=result) in shown.text and "Congratulations" not in shown.words
    assert labels(shown) == ["Again", "Take back", "Again, other side"]
    found = await boards.read(board, HOST)
    await practice.take_back(board, HOST, found.board.edits)
    assert await at(office, board) == (2, 2)


async def test_old_ones_go(office: PostOffice) -> None:
    practice = office.services.practice
    first = await practice.open(HOST, "cic", Level.RECRUIT)
    await office.services.boards.change(first, HOST, None, title="Mine")
    for _ in range(MOST_BOARDS + 3):
        office.clock.time += 1
        await practice.open(HOST, "cic", Level.RECRUIT)
    kept = await office.read(find, Board, user_id=HOST)
    assert len(kept) == MOST_BOARDS + 1 and first in {board.id for board in kept}
    assert len(await office.read(find, BoardStep, user_id=HOST)) == len(kept)


async def test_a_side_that_is_not_there(office: PostOffice) -> None:
    with pytest.raises(Refused, match=r"no side called “purple”\. Pick one of Dark or Light"):
        await office.services.practice.open(HOST, "cic", Level.RECRUIT, "purple")


async def test_in_discord(world: World, engine: type[Quick]) -> None:
    """By menus and buttons, in a server and in direct messages; the board stays one message."""
    engine.answer = by_turns("d2-d3", "c2-c3")
    ada = world.player("ada")
    said = await ada.slash("practice", game="cic")
    assert said.private and "You play **Dark**" in words(said.message)
    piece = options(menus(said.message)[0])[0]
    said = await ada.choose(said.message, piece)
    target = options(menus(said.message)[1])[0]
    said = await ada.choose(said.message, target, menu=1)
    assert "Send" in buttons(said.message)
    said = await ada.click(said.message, "Send")
    assert "Computer recruit" in words(said.message) and "d2-d3" in words(said.message)
    said = await ada.click(said.message, "Give up")
    assert text.GIVEN_UP in words(said.message)
    said = await ada.slash_dm("practice")
    assert text.GIVEN_UP in words(said.message)


async def test_a_hint_in_discord(world: World, engine: type[Quick]) -> None:
    engine.answer = by_turns("e7-e6", "d2-d3")
    ada = world.player("ada")
    said = await ada.slash("practice", game="cic")
    said = await ada.click(said.message, "Hint")
    assert "Try `e7-e6`: So be it." in words(said.message)
    said = await ada.click(said.message, "Use it")
    assert "That's the hint. So be it." in words(said.message) and "Use it" not in buttons(said.message)
    said = await ada.click(said.message, "Send")
    assert "Dark** (you): Amphibian e7-e6" in words(said.message) and "hint" not in words(said.message)


async def test_what_takes_long_says_so(
    world: World, engine: type[Quick], monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it thinks about a hint or its answer, the board says so, and keeps its picture."""
    engine.answer = by_turns("e7-e6", "d2-d3")
    ada, renderer = world.player("ada"), world.bot.services.context.renderer
    message, think = (await ada.slash("practice", game="cic")).message, renderer.think

    async def slow(job: Any, *args: Any, seconds: float) -> Any:
        await asyncio.sleep(5)
        return await think(job, *args, seconds=seconds)

    monkeypatch.setattr(renderer, "think", slow)
    for press, there in (("Hint", ["-Send", "Type…", "Hint", "Give up"]), ("Send", ["Go on", "Take back"])):
        await ada.click(message, press)
        assert board_words.THINKING not in words(message)
        await world.env.advance_time(2)
        assert board_words.THINKING in words(message) and buttons(message) == there and message.attachments
        await world.env.advance_time(4)
        assert board_words.THINKING not in words(message)
        if press == "Hint":
            await ada.click(message, "Use it")
    assert "e7-e6" in words(message) and "d2-d3" in words(message)


async def test_a_hint_in_the_last_lesson(world: World, engine: type[Quick]) -> None:
    """A lesson that is a game has it as well, once it is under way."""
    ada = world.player("ada")
    said = await ada.slash("learn", game="cic")
    said = await ada.choose(said.message, "game", menu=0)
    engine.answer = by_turns("h8-g7", "b1-a1")
    said = await ada.choose(said.message, "a1")
    said = await ada.choose(said.message, "a1-b1", menu=1)
    said = await ada.click(said.message, "Send")
    said = await ada.click(said.message, "Hint")
    said = await ada.click(said.message, "Use it")
    assert "That's the hint." in words(said.message)
    said = await ada.click(said.message, "Take back")
    assert "Your task" in words(said.message)
