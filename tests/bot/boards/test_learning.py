"""Lessons in Discord: every task is solved by its solution, a wrong try says why, progress is kept."""

from __future__ import annotations

import re

import pytest

from adjudicator.nme.board import EMPTY
from bot.common.errors import Refused
from bot.common.message import Menu, custom_id
from bot.features.boards.desk import BoardDesk
from bot.features.boards.text import CHANGED
from bot.features.learn import text
from bot.features.learn.learning import Learning
from bot.storage.database import Tx
from bot.storage.records import Board, LessonDone
from bot.storage.rows import find, save
from lessons.course import games_with_lessons
from lessons.lesson import LAST, Lesson
from tests.bot.parts import GUEST, HOST, PostOffice, labels
from tests.bot.quick_engine import Quick, by_turns
from tests.bot.world import World, buttons, menus, options, words


@pytest.fixture
def learning(office: PostOffice) -> Learning:
    return office.services.learning


@pytest.fixture
def desk(office: PostOffice) -> BoardDesk:
    return office.services.board_desks["lesson"]


async def give(office: PostOffice, board: str, typed: str) -> None:
    """Answer a lesson, as the form and Send do."""
    boards, learning = office.services.boards, office.services.learning
    found = await boards.read(board, HOST)
    seat = learning.seat(found)
    try:
        declared = (await boards.give(board, HOST, found.board.edits, seat, typed)).declared
    except Refused as refused:
        await learning.refusal(board, HOST, typed, str(refused))
        return
    if declared:
        await learning.declared(board, HOST, declared)
        return
    await boards.ready(board, HOST, found.board.edits + 1, seat)
    await learning.ready(board, HOST)


@pytest.mark.parametrize("key", games_with_lessons())
async def test_every_lesson_is_solved(
    office: PostOffice, learning: Learning, desk: BoardDesk, key: str
) -> None:
    """By its solutions, with each listed wrong answer of its first task before."""
    for lesson in (await learning.course(key)).lessons:
        board = await learning.open(HOST, key, lesson.key)
        shown = await desk.desk(board, HOST)
        assert lesson.text in shown.text and _told_task(lesson, 0) in shown.words
        if lesson.key == LAST:
            break
        for wrong in lesson.steps[0].wrong:
            await give(office, board, wrong.orders[0])
            assert text.WRONG(why=wrong.say) in (await desk.desk(board, HOST)).text
        for n, step in enumerate(lesson.steps):
            assert _told_task(lesson, n) in (await desk.desk(board, HOST)).words
            await give(office, board, step.solution[0])
            assert text.RIGHT(why=step.right) in (await desk.desk(board, HOST)).text
        assert labels(await desk.desk(board, HOST)) == ["Next", "Again", "All lessons"]
        assert lesson.key in await learning.done(HOST, key)


def _told_task(lesson: Lesson, n: int) -> str:
    """The line of task number n, from 0: how far one is in a lesson of several."""
    task, of = lesson.steps[n].task, len(lesson.steps)
    return f"**Your task:** {task}" if of == 1 else f"**Task {n + 1} of {of}:** {task}"


async def test_a_lesson_late_in_a_game_has_one_number_of_the_turn(
    office: PostOffice, learning: Learning, desk: BoardDesk
) -> None:
    board = await learning.open(HOST, "cic", "points")
    await desk.desk(board, HOST)
    [(_, view, drawn)] = office.renderer.painted
    assert drawn["caption"] == f"turn {view.number}" == "turn 80" and view.last_number == 80


async def test_the_picture_is_close_to_the_task(
    office: PostOffice, learning: Learning, desk: BoardDesk
) -> None:
    """The first lesson and a game show the whole board, unless they say otherwise; later ones what they name,
    and a game where pieces are. The part stays there when the lesson is solved."""
    focus, shown = [], office.renderer.painted
    for game, lesson in (("ww3", "goal"), ("ww3", LAST), ("nme", "goal"), ("nme", "special-force")):
        await desk.desk(board := await learning.open(HOST, game, lesson), HOST)
        focus.append(set(shown[-1][2]["focus"]))
    assert focus[0] == focus[1] == set() and "F6" in focus[2] and focus[3] == {"C4", "D5", "E6", "F6", "C7"}
    await give(office, board, "C4xF6")
    await desk.desk(board, HOST)
    assert set(shown[-1][2]["focus"]) == focus[3]
    await desk.desk(board := await learning.open(HOST, "nme", LAST), HOST)
    board_of, pieces = shown[-1][1].board, set(shown[-1][2]["focus"])
    assert len(pieces) == 14 == len(board_of.replace(EMPTY, "")) and {"L0s", "J7", "G5"} < pieces
    await desk.desk(board, HOST, picked="H3n")
    assert {"B3n", "H3s"} < set(shown[-1][2]["focus"]), "where a Navy can go, far away"


async def test_a_hint_after_two_tries(office: PostOffice, learning: Learning, desk: BoardDesk) -> None:
    board = await learning.open(HOST, "cic", "bomber")
    hint = text.HINT(hint=(await learning.course("cic")).lesson("bomber").steps[0].hint)
    await give(office, board, "b2xb4")  # refused by the rules
    assert hint not in (await desk.desk(board, HOST)).text
    await give(office, board, "b2xd4")
    assert hint in (await desk.desk(board, HOST)).text
    await give(office, board, "b2xe5")
    assert hint not in (await desk.desk(board, HOST)).text


VERDICT = re.compile(
    r"captur|takes|falls|bounces|attack|win|loss|sure|flip|flank|counts:|prisoner", re.IGNORECASE
)


@pytest.mark.parametrize("key", games_with_lessons())
async def test_menus_leave_the_task_to_the_learner(
    office: PostOffice, learning: Learning, desk: BoardDesk, key: str
) -> None:
    """They name pieces and spaces, in an order of their own: what comes of a choice is for the answer to say.
    Neither does the order that is chosen, nor a mark in the picture. The game at the end tells all."""
    lessons, told, places = (await learning.course(key)).lessons, 0, 0
    for lesson in lessons:
        board = await learning.open(HOST, key, lesson.key)
        found = await office.services.boards.read(board, HOST)
        if found.phase.key == "setup":
            continue
        view, presenter = found.view(lesson.seat), found.presenter
        first = [choice.value for step in presenter.menus(view, (), "") for choice in step.choices]
        for picked in ("", *first):
            shown = await desk.desk(board, HOST, picked=picked)
            choices = [each for row in shown.rows if isinstance(row, Menu) for each in row.choices]
            codes = [each for each in choices if re.fullmatch(r"[a-l]\d+[ns]?", each.label, re.IGNORECASE)]
            assert all(each.description for each in codes), "what stands there, for everybody to see"
            places += len(codes)
            verdicts = [each for each in choices if VERDICT.search(f"{each.label} {each.description}")]
            marked = set(office.renderer.painted[-1][2]["marks"].values())
            if lesson.key == LAST:
                told += len(verdicts)
            else:
                assert not verdicts and not marked & presenter.odds
    assert bool(places) == (key != "newyork2047"), "New York's spaces have names"
    assert bool(told) == (key in ("cic", "nme")), "in other games nothing can be won at once"


async def test_what_is_chosen_says_no_more(office: PostOffice, learning: Learning, desk: BoardDesk) -> None:
    board = await learning.open(HOST, "nemein", "lowest")
    await office.services.boards.give(board, HOST, 0, "south", "c3-d2")
    shown = await desk.desk(board, HOST, picked="move c3-d2 5")
    assert "`move c3-d2 5`" in shown.words and "sure win" not in shown.words
    [[*values]] = [
        [each.label for each in row.choices if each.value.startswith("move")]
        for row in shown.rows
        if isinstance(row, Menu) and row.choices[0].value.startswith("move")
    ]
    assert values == sorted(values) and len(values) > 3


async def test_half_a_task_is_told(office: PostOffice, learning: Learning, desk: BoardDesk) -> None:
    """What has come of it, and that it is not the end; the turn is ended by the first button."""
    board = await learning.open(HOST, "nemein", "extra")
    lesson = (await learning.course("nemein")).lesson("extra")
    await office.services.boards.give(board, HOST, 0, "south", "b2-c3")
    assert [label for label in labels(await desk.desk(board, HOST)) if label.startswith("Send")] == [
        "Send and end turn",
        "Send, go on",
    ]
    await office.services.boards.ready(board, HOST, 1, "south")
    await learning.ready(board, HOST)
    shown = await desk.desk(board, HOST)
    assert text.GOES_ON in shown.text and "takes c3" in shown.text and lesson.text not in shown.text
    await give(office, board, "split c3 10; end")
    shown = await desk.desk(board, HOST)
    assert text.GOES_ON not in shown.text and lesson.text in shown.text


async def test_between_tasks_one_reads_what_happened(
    office: PostOffice, learning: Learning, desk: BoardDesk
) -> None:
    """The other side's reply, in place of the lesson's text; after a wrong try that is there again, and so is
    the position: that is said where it had changed."""
    lesson = (await learning.course("cic")).lesson("sea")
    board = await learning.open(HOST, "cic", lesson.key)
    await give(office, board, lesson.steps[0].solution[0])
    shown = await desk.desk(board, HOST)
    assert "Commander h8-g8" in shown.text and lesson.text not in shown.text
    await give(office, board, "e2xf3")
    shown = await desk.desk(board, HOST)
    assert lesson.text in shown.text and text.AS_BEFORE not in shown.text
    await give(office, board, "a1-a2")
    shown = await desk.desk(board, HOST)
    assert lesson.text in shown.text and text.AS_BEFORE in shown.text
    assert "Commander h8-g8" not in shown.text
    edits = (await office.services.boards.read(board, HOST)).board.edits
    await office.services.boards.give(board, HOST, edits, "light", "a1-a2")
    shown = await desk.desk(board, HOST)
    assert text.AS_BEFORE not in shown.text, "that was said of another order"


async def test_an_empty_sheet_is_an_answer(office: PostOffice, learning: Learning, desk: BoardDesk) -> None:
    """Where units without orders hold, all hold: that is wrong here, and said in the lesson's words."""
    lesson = (await learning.course("newyork2047")).lessons[1]
    board = await learning.open(HOST, "newyork2047", lesson.key)
    await office.services.boards.ready(board, HOST, 0, lesson.seat)
    await learning.ready(board, HOST)
    assert text.WRONG(why=lesson.steps[0].otherwise) in (await desk.desk(board, HOST)).text


async def test_one_goes_on_where_one_was(office: PostOffice, learning: Learning) -> None:
    """The next lesson is the first that is not done; one that was skipped comes again at the end."""
    course = await learning.course("cic")
    keys = [lesson.key for lesson in course.lessons]
    first = await learning.open(HOST, "cic", keys[0])
    second = await learning.next(first, HOST, 0)
    assert (await office.services.boards.read(second, HOST)).board.about["lesson"] == keys[1]
    for key in keys[1:-1]:
        board = await learning.open(HOST, "cic", key)
        for step in course.lesson(key).steps:
            await give(office, board, step.solution[0])
    page = await learning.contents(HOST, "cic")
    assert text.COURSE_HEAD(game="Commander-In-Chief", done=len(keys) - 2, n=len(keys)) in page.text
    assert learning.following(course, await learning.done(HOST, "cic")).key == keys[0]
    assert len(await office.read(find, Board, user_id=HOST)) == 1
    await learning.anew(HOST, "cic")
    assert await office.read(find, LessonDone, user_id=HOST) == []


async def test_the_last_lesson_is_a_game(
    office: PostOffice, learning: Learning, desk: BoardDesk, engine: type[Quick]
) -> None:
    board = await learning.open(HOST, "cic", LAST)
    found = await office.services.boards.read(board, HOST)
    assert {"Hint", "Skip"} <= set(labels(await desk.desk(board, HOST))), "before the first order, too"
    engine.answer = by_turns("concede")
    order = next(iter(found.game.legal(found.view("light"))))
    await give(office, board, str(order))
    shown = await desk.desk(board, HOST)
    assert text.ALL_DONE(game="Commander-In-Chief") in shown.text
    assert LAST in await learning.done(HOST, "cic")
    assert engine.tasks[0].level.name == "RECRUIT"


async def test_a_game_of_stars_tells_them(office: PostOffice, learning: Learning, desk: BoardDesk) -> None:
    """Those of the factions that play; in games in which nothing is counted nothing is told."""
    shown = await desk.desk(await learning.open(HOST, "newyork2047", LAST), HOST)
    assert "Greene 3★ · Papst 1★ · Dunning 1★" in shown.text.splitlines()
    assert "★" not in (await desk.desk(await learning.open(HOST, "ww3", LAST), HOST)).text


async def test_a_last_lesson_that_is_lost_is_taken_back(
    office: PostOffice, learning: Learning, desk: BoardDesk, engine: type[Quick]
) -> None:
    """To before the last own order; then it can be won, and that counts."""
    boards, board = office.services.boards, await learning.open(HOST, "cic", LAST)
    lesson = (await learning.course("cic")).lesson(LAST)
    found = await boards.read(board, HOST)
    order = str(next(iter(found.game.legal(found.view("light")))))
    engine.answer = by_turns("e7-e6", "concede")
    await give(office, board, order)
    await boards.declare(await boards.read(board, HOST), "light", "concede")
    await learning.ready(board, HOST)
    shown = await desk.desk(board, HOST)
    assert text.WRONG(why=lesson.steps[0].otherwise) in shown.text
    assert "**Dark wins:** the other side has conceded." in shown.text
    assert "Congratulations" not in shown.text and text.ALL_DONE(game="Commander-In-Chief") not in shown.text
    assert labels(shown) == ["Again", "Take back", "Skip", "All lessons"]
    found = await boards.read(board, HOST)
    await learning.practice.take_back(board, HOST, found.board.edits)
    shown = await desk.desk(board, HOST)
    assert text.WRONG(why=lesson.steps[0].otherwise) not in shown.text and "-Send" in labels(shown)
    found = await boards.read(board, HOST)
    await give(office, board, str(next(iter(found.game.legal(found.view("light"))))))
    assert text.ALL_DONE(game="Commander-In-Chief") in (await desk.desk(board, HOST)).text
    assert LAST in await learning.done(HOST, "cic")


async def test_the_task_stays_and_wrong_lines_are_told(
    office: PostOffice, learning: Learning, desk: BoardDesk
) -> None:
    """While orders are written one reads what to do, and what of a text was not understood."""
    course = await learning.course("newyork2047")
    board = await learning.open(HOST, "newyork2047", course.lessons[1].key)
    given = await office.services.boards.give(board, HOST, 0, "greene", "1 flushing; 2 foo")
    assert "foo" in given.note and "✗" in given.note
    shown = await desk.desk(board, HOST, note=given.note)
    assert text.TASK(task=course.lessons[1].steps[0].task) in shown.words
    assert "**Flushing ★**" in shown.words and "foo" in shown.words


async def test_a_course_leads_on_to_practice(world: World) -> None:
    """Whoever has no game to go on with chooses one."""
    ada = world.player("ada")
    said = await ada.slash("practice")
    assert "cic" in options(menus(said.message)[0])
    said = await ada.choose(said.message, "nemein")
    assert "practice, the set-up" in words(said.message)


async def test_a_game_that_was_left_goes_on(office: PostOffice, learning: Learning) -> None:
    """Another game's lessons do not take it away; Again begins anew."""
    left = await learning.open(HOST, "cic", LAST)
    await learning.open(HOST, "nemein", (await learning.course("nemein")).lessons[0].key)
    assert await learning.open(HOST, "cic", LAST) == left
    await give(office, left, "e5-e6")
    [played] = await office.read(find, Board, user_id=HOST, game="cic")
    assert await learning.again(left, HOST, played.edits) == left
    [fresh] = await office.read(find, Board, user_id=HOST, game="cic")
    assert fresh.edits > played.edits and not fresh.drafts


@pytest.mark.parametrize(("game", "variant"), [("ww3", "ww32"), ("nme", "nme"), ("cic", "cic")])
async def test_practice_is_like_the_last_lesson(
    office: PostOffice, learning: Learning, game: str, variant: str
) -> None:
    def all_done(tx: Tx) -> None:
        for lesson in course.lessons:
            save(tx, LessonDone(user_id=HOST, game=game, lesson=lesson.key, at=1.0))

    course = await learning.course(game)
    await office.context.db.write(all_done)
    shown = await learning.contents(HOST, game)
    [first] = [row[0].id for row in shown.rows if isinstance(row, tuple)]
    assert first == custom_id("practise", "practice", None, 0, variant)


async def test_nobody_else_sees_it(office: PostOffice, learning: Learning, desk: BoardDesk) -> None:
    board = await learning.open(HOST, "cic", "bomber")
    for deed in (desk.desk(board, GUEST), learning.next(board, GUEST, 0), learning.again(board, GUEST, 0)):
        with pytest.raises(Refused, match="isn't there"):
            await deed


@pytest.mark.parametrize("press", ["Skip", "Type…"])
async def test_an_older_message_shows_the_lesson_that_came_after(world: World, press: str) -> None:
    """Whoever went on elsewhere, on the page or from another message, is not led past it."""
    ada = world.player("ada")
    said = await ada.slash("learn")
    said = await ada.choose(said.message, "cic")
    begun = (await ada.click(said.message, "Begin")).message
    learning = world.bot.services.learning
    [board] = await learning.boards.all(ada.id, "lesson")
    course = await learning.course("cic")
    assert await learning.next(board.id, ada.id, board.edits) == board.id
    shown = await ada.click(begun, press)
    assert "lesson 2 of" in words(shown.message) and CHANGED in words(shown.message)
    assert course.lessons[1].text in words(shown.message)
    [after] = await learning.boards.all(ada.id, "lesson")
    assert after.about["lesson"] == course.lessons[1].key and not after.drafts
    shown = await ada.click(shown.message, "Skip")
    assert "lesson 3 of" in words(shown.message)


async def test_in_discord(world: World) -> None:
    ada = world.player("ada")
    said = await ada.slash("learn")
    assert "cic" in options(menus(said.message)[0])
    said = await ada.choose(said.message, "cic")
    said = await ada.click(said.message, "Begin")
    assert "lesson 1 of" in words(said.message)
    said = await ada.choose(said.message, "e5")
    said = await ada.choose(said.message, "e5xh8", menu=1)
    said = await ada.click(said.message, "Send")
    assert "✅" in words(said.message)
    said = await ada.click(said.message, "Next")
    assert "lesson 2 of" in words(said.message)
    said = await ada.click(said.message, "All lessons")
    assert "1 of" in words(said.message) and "Go on" in buttons(said.message)
