"""Every game's lessons: tasks can be solved, wrong answers get their sentences, nothing is left untaught."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from adjudicator.codec import event_to_json
from adjudicator.errors import OrderError
from adjudicator.game import Declare, Event, texts
from adjudicator.registry import games
from lessons import course
from lessons.lesson import LAST, Course, Kind, Lesson, Place
from lessons.reading import read
from maps.boards import boards
from tests.lessons.taught import NOTATION, Form, Proof, Shown

ROOT = Path(__file__).parents[2]
GAMES = games(boards())
TAUGHT_GAMES = course.games_with_lessons()


@cache
def course_of(key: str) -> Course:
    return course.load(GAMES[key])


def words(key: str) -> Mapping[str, Proof]:
    """Every word that the lessons of a game may have in `teaches`."""
    found: Mapping[str, Proof] = import_module(f"tests.lessons.words_{key}").TAUGHT
    return found


def tasks() -> Iterator[tuple[str, Lesson]]:
    for key in TAUGHT_GAMES:
        text = (course.DATA / f"{key}.toml").read_text("utf-8")
        yield from ((key, each) for each in read(text, key).lessons if not each.against)


TASKS = [pytest.param(key, each, id=f"{key}-{each.key}") for key, each in tasks()]


def walked(key: str, lesson: Lesson) -> tuple[Place, ...]:
    return course.walk(GAMES[key], course.begin(GAMES[key], lesson), lesson.key)


def shown(key: str, lesson: Lesson) -> Shown:
    game = GAMES[key]
    places = (course.begin(game, lesson),) if lesson.against else walked(key, lesson)
    events, orders = list[Event](), list[str]()
    for place, step in zip(places, lesson.steps, strict=False):
        for text in step.solution[:1]:
            events += course.answer(game, place, text).events
        for text in step.solution:
            orders += texts(game.parse(game.view(place.state, lesson.seat), text))
    return Shown(
        lesson,
        tuple(game.dump(place.state) for place in places),
        tuple(orders),
        tuple(text for step in lesson.steps for wrong in step.wrong for text in wrong.orders),
        tuple(event_to_json(event) for event in events),
    )


@cache
def all_shown(key: str) -> tuple[Shown, ...]:
    return tuple(shown(key, lesson) for lesson in course_of(key).lessons)


@pytest.mark.parametrize("key", TAUGHT_GAMES)
def test_a_course_goes_from_the_simple_to_a_game(key: str) -> None:
    lessons = course_of(key).lessons
    assert 6 <= len(lessons) <= 12
    assert [each.key for each in lessons if each.against] == [LAST]
    assert lessons[-1].against == "recruit"
    # Three minutes for the first three: a task each, and two minutes of reading at 120 words a minute.
    assert all(len(each.steps) == 1 for each in lessons[:3])
    told = [text for each in lessons[:3] for text in (each.text, each.steps[0].task, each.steps[0].right)]
    assert len(" ".join(told).split()) <= 240


@pytest.mark.parametrize(("key", "lesson"), TASKS)
def test_every_solution_is_right_and_every_wrong_answer_has_its_sentence(key: str, lesson: Lesson) -> None:
    game = GAMES[key]
    place = course.begin(game, lesson)
    for number, step in enumerate(lesson.steps):
        assert place.step == number
        for wrong in step.wrong:
            for text in wrong.orders:
                told = course.answer(game, place, text)
                assert told.kind == (Kind.REFUSED if wrong.refused else Kind.WRONG)
                assert told.sentence == wrong.say
                assert told.place == place
        after = [course.answer(game, place, text) for text in step.solution]
        last = number + 1 == len(lesson.steps)
        assert {(told.kind, told.sentence) for told in after} == {
            (Kind.SOLVED if last else Kind.NEXT, step.right)
        }
        place = after[0].place
    assert course.resume(game, lesson, place.answers[: len(lesson.steps) - 1]).step == len(lesson.steps) - 1


@pytest.mark.parametrize(("key", "lesson"), TASKS)
def test_whatever_is_legal_is_answered(key: str, lesson: Lesson) -> None:
    """No reply and no coin fails after any answer; after any right one the next task can be solved. What
    leads where a solution leads is right too, and so is a solution with something more, unless the lesson
    says why it is not."""
    game = GAMES[key]
    for place, step in zip(walked(key, lesson), lesson.steps, strict=False):
        view = game.view(place.state, lesson.seat)
        solutions = [game.join(view, (), game.parse(view, text)) for text in step.solution]
        ends = [course.answer(game, place, text).shown for text in step.solution]
        wrong = 0
        for order in game.legal(view):
            for draft in ((), *solutions):
                try:
                    sheet = game.join(view, draft, (order,))
                    game.check(view, sheet)
                except OrderError:
                    continue
                told = course.answer(game, place, "; ".join(texts(sheet)))
                if told.kind == Kind.NEXT:
                    following = course.answer(game, told.place, told.place.task.solution[0])
                    assert following.kind in (Kind.SOLVED, Kind.NEXT), sheet
                wrong += told.kind == Kind.WRONG
                assert told.kind != Kind.REFUSED
                assert told.kind in (Kind.SOLVED, Kind.NEXT) or told.shown not in ends, sheet
                more = draft and not any(isinstance(each, Declare) for each in sheet)
                more = more and set(texts(draft)) < set(texts(sheet))
                assert not more or told.kind != Kind.WRONG or told.sentence != step.otherwise, sheet
                if told.kind == Kind.WRONG:
                    assert told.sentence in {step.otherwise, *(each.say for each in step.wrong)}
        assert wrong or any(each.orders for each in step.wrong), "a task that nothing can fail"
    for step in lesson.steps:
        sentences = [step.right, step.otherwise, step.hint, *(each.say for each in step.wrong)]
        assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("key", TAUGHT_GAMES)
def test_everything_is_taught_and_really_occurs(key: str) -> None:
    proofs, found = words(key), set[str]()
    for each in all_shown(key):
        for word in each.lesson.teaches:
            assert word in proofs, f"{each.lesson.key} teaches {word!r}, which words_{key}.py does not know"
            assert proofs[word](each), f"{each.lesson.key} says that it teaches {word!r}"
            found.add(word)
    assert found == set(proofs)


def test_new_units_appear_only_where_a_lesson_is_about_them() -> None:
    """In New York 2047 whatever else happens in a turn would be told with the lesson's result."""
    telling = [
        each.lesson.key
        for each in all_shown("newyork2047")
        if any(event["type"] == "appeared" for event in each.events)
    ]
    assert telling == ["units"]


@pytest.mark.parametrize("key", TAUGHT_GAMES)
def test_every_event_happens_in_a_lesson(key: str) -> None:
    happened = {event["type"] for each in all_shown(key) for event in each.events}
    assert set(GAMES[key].events()) - happened == import_module(f"tests.lessons.words_{key}").UNTAUGHT


@pytest.mark.parametrize("key", TAUGHT_GAMES)
def test_the_words_cover_every_order_of_the_notation(key: str) -> None:
    """Each canonical order on docs/order-notation.md has the form of an order that is taught."""
    page = (ROOT / "docs" / "order-notation.md").read_text("utf-8")
    sections = dict(re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", page, re.MULTILINE))
    rows = re.findall(
        r"^\| `([^`]+)` \|", sections["All games"].partition("Orders for turns")[0], re.MULTILINE
    )
    rows += re.findall(r"^\| `([^`]+)` \|", sections[NOTATION[key]], re.MULTILINE)
    assert len(rows) > 4
    forms = [proof for proof in words(key).values() if isinstance(proof, Form)]
    for row in rows:
        assert any(re.fullmatch(form.pattern, row) for form in forms), row


def test_the_example_in_the_docs_is_a_lesson() -> None:
    page = (ROOT / "docs" / "lessons.md").read_text("utf-8")
    example, solved = re.findall(r"^```toml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    example = example.replace("[lesson.position]", f"{solved}[lesson.position]")
    own = (course.DATA / "cic.toml").read_text("utf-8").split("[[lesson]]")[-1]
    found = read(f"{example}[[lesson]]{own}", "cic")
    course.check(GAMES["cic"], found)
    assert [each.key for each in found.lessons] == ["jump", LAST] and found.lessons[0].steps[0].solved
