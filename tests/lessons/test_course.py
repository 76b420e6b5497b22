"""How a lesson is gone through, and what a fault in a file is told."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.registry import games
from lessons import course
from lessons.lesson import Course, Kind, Lesson, LessonError, Place
from lessons.reading import read
from maps.boards import boards

GAMES = games(boards())
CIC, NEMEIN = GAMES["cic"], GAMES["nemein"]
SAID = """
title = "Title"
teaches = ["word"]
text = "Text."
task = "Task."
right = "Right."
otherwise = "Otherwise."
hint = "Hint."
"""
ONE = f"""
[[lesson]]
key = "one"
seat = "light"
solution = ["e5xh8"]
solved = {{ happens = {{ type = "captured", taken = "B" }} }}
wrong = [
  {{ orders = "e5xe7", say = "An Amphibian." }},
  {{ orders = "e5-e6", when = {{ never = {{ type = "captured" }} }}, say = "Nothing." }},
  {{ orders = ["e5xa1", "up"], refused = true, say = "Too far." }},
]
{SAID}
[lesson.position]
to_move = "light"
pieces.light = {{ a1 = "C", e5 = "F" }}
pieces.dark = {{ h8 = "C", e7 = "A", f6 = "B", f4 = "A" }}
"""
GAME = f"""
[[lesson]]
key = "game"
seat = "light"
against = "recruit"
{SAID}
[lesson.position]
to_move = "light"
pieces.light = {{ a1 = "C", e5 = "F" }}
pieces.dark = {{ h8 = "C" }}
"""
TURNS = f"""
[[lesson]]
key = "turns"
seat = "south"
solution = "C3 D4 5; split d4"
wrong = [{{ orders = "move c3-c2 5; end", say = "Back." }}]
{SAID}
[lesson.position]
tiles.c3 = {{ seat = "south", units = [5, 1] }}
tiles.d4 = {{ seat = "north", units = [10, 1] }}
tiles.e5 = {{ seat = "north", units = [1] }}
hands.south = 1

[[lesson.then]]
task = "Again."
right = "Right again."
otherwise = "No."
hint = "Hint."
solution = "end"
"""


def lesson(text: str, game: Any = CIC, key: str = "one") -> Lesson:
    found = read(text + GAME, "cic")
    course.check(game, Course(game.key, tuple(each for each in found.lessons if each.key == key)))
    return found.lesson(key)


def told(place: Place, *answers: str, game: Any = CIC) -> list[tuple[Kind, str]]:
    found = []
    for text in answers:
        verdict = course.answer(game, place, text)
        found.append((verdict.kind, verdict.sentence))
        place = verdict.place
    return found


FIGHT = ONE.replace('f6 = "B", ', "")


def test_answers_are_judged() -> None:
    place = course.begin(CIC, lesson(FIGHT))
    assert told(place, "F e5 h8") == [(Kind.SOLVED, "Right.")]
    assert told(place, "e5 e7", "e5-f5", "e5xf4", "e5-e6") == [
        (Kind.WRONG, "An Amphibian."),
        (Kind.WRONG, "Nothing."),
        (Kind.WRONG, "Otherwise."),
        (Kind.WRONG, "Nothing."),
    ]


def test_a_condition_makes_other_answers_right() -> None:
    place = course.begin(CIC, lesson(ONE.replace("e5xh8", "e5xf6")))
    assert told(place, "e5xf6") == [(Kind.SOLVED, "Right.")]
    place = course.begin(CIC, lesson(ONE.replace('"e5xh8"', '"e5xf4", "e5xf6"')))
    assert told(place, "e5xf4") == told(place, "e5xf6") == [(Kind.SOLVED, "Right.")]


@pytest.mark.parametrize(
    ("condition", "right"),
    [
        ('{ orders = "e5-e6" }', {"e5-e6"}),
        ('{ never = { type = "moved" } }', {"e5xe7", "e5xf4"}),
        ('{ happens = [{ type = "moved", target = "e6" }, { type = "moved", target = "f5" }] }', set()),
        ('[{ orders = "e5-e6" }, { orders = "e5-f5" }]', {"e5-e6", "e5-f5"}),
        ('{ after = { pieces = { light = { e6 = "F" } } } }', {"e5-e6"}),
        ('{ after = { pieces = { light = { e6 = "F" } } }, never = { type = "moved" } }', set()),
    ],
)
def test_conditions(condition: str, right: set[str]) -> None:
    solved = '{ happens = { type = "captured", taken = "B" } }'
    place = course.begin(CIC, read(FIGHT.replace(solved, condition) + GAME, "cic").lessons[0])
    tried = ("e5-e6", "e5-f5", "e5xe7", "e5xf4")
    assert {text for text in tried if course.answer(CIC, place, text).kind == Kind.SOLVED} == right


def test_what_the_rules_refuse_gets_their_sentence_or_the_lessons() -> None:
    place = course.begin(CIC, lesson(FIGHT))
    refused = course.answer(CIC, place, "e5-a8")
    assert refused.kind == Kind.REFUSED and refused.place is place
    assert "e5 is a Fighter" in refused.sentence
    assert told(place, "e5 x a1", "UP") == [(Kind.REFUSED, "Too far.")] * 2
    assert "not an order" in course.answer(CIC, place, "hello").sentence


def test_a_turn_may_take_several_answers() -> None:
    own = lesson(TURNS, NEMEIN, "turns")
    place = course.begin(NEMEIN, own)
    whole = course.answer(NEMEIN, place, "move c3-d4 5; split d4 10")
    assert (whole.kind, whole.sentence, whole.place.step) == (Kind.NEXT, "Right.", 1)
    first = course.answer(NEMEIN, place, "c3-d4 5")
    assert (first.kind, first.sentence) == (Kind.GOES_ON, "")
    second = course.answer(NEMEIN, first.place, "split")
    assert second.kind == Kind.NEXT and second.place.state.tiles == whole.place.state.tiles
    assert second.place.answers == ("move c3-d4 5", "split d4 10")
    # The end of the turn is what the rules would do: it may be said.
    assert course.answer(NEMEIN, place, "c3-d4 5; split; end").kind == Kind.NEXT
    # Where it is asked for it must be.
    last = second.place
    assert course.answer(NEMEIN, last, "end").kind == Kind.SOLVED
    ended = course.answer(NEMEIN, first.place, "end")
    assert (ended.kind, ended.sentence) == (Kind.WRONG, "Otherwise.")
    assert ended.place == place and ended.shown != place.state
    assert told(place, "c3-c2 5", game=NEMEIN) == told(place, "c3-c2 5; end", game=NEMEIN)
    assert told(place, "c3-c2 5", game=NEMEIN) == [(Kind.WRONG, "Back.")]


def test_replies_follow_a_right_answer_alone() -> None:
    own = course.load(CIC).lesson("commander")
    place = course.begin(CIC, own)
    right = course.answer(CIC, place, "d4xe5")
    assert right.kind == Kind.NEXT
    assert CIC.phase(right.shown).owing == {"dark"}
    assert CIC.phase(right.place.state).owing == {"light"}
    assert [event.seat for event in right.events] == ["light", "dark"]  # type: ignore[attr-defined]
    assert [event.seat for event in course.answer(CIC, place, "d4-c4").events] == ["light"]  # type: ignore[attr-defined]
    done = course.answer(CIC, right.place, "draw")
    assert done.kind == Kind.SOLVED and CIC.outcome(done.place.state) is not None


def test_nobody_replies_when_the_game_is_over() -> None:
    own = lesson(
        FIGHT.replace("solution =", 'replies = [{ dark = "e7-d6" }, { light = "a1-a2" }]\nsolution =')
    )
    verdict = course.answer(CIC, course.begin(CIC, own), "e5xh8")
    assert verdict.kind == Kind.SOLVED and verdict.place.state == verdict.shown


def test_a_place_is_made_again_from_its_answers() -> None:
    own = lesson(TURNS, NEMEIN, "turns")
    place = course.begin(NEMEIN, own)
    for text in ("c3-d4 5", "split"):
        place = course.answer(NEMEIN, place, text).place
        assert course.resume(NEMEIN, own, place.answers) == place
    assert course.resume(NEMEIN, own, ["c3-c2 5"]) == course.begin(NEMEIN, own), "not that way any more"


@pytest.mark.parametrize(("script", "kind"), [('"heads"', Kind.SOLVED), ('["tails", 6]', Kind.WRONG)])
def test_coins_fall_as_the_lesson_says(script: str, kind: Kind) -> None:
    text = f"""
        [[lesson]]
        key = "flip"
        seat = "south"
        solution = "end"
        solved = {{ happens = {{ type = "won" }} }}
        chance = {script}
        {SAID}
        [lesson.position]
        tiles.c3 = {{ seat = "south", units = [5, 5] }}
        tiles.d4 = {{ seat = "north", units = [10] }}
    """
    place = course.begin(NEMEIN, read(text + GAME, "nemein").lesson("flip"))
    assert course.answer(NEMEIN, place, "c3-d4").kind in (kind, Kind.GOES_ON)
    assert course.answer(NEMEIN, place, "c3-d4; end").kind == kind


def test_what_is_not_scripted_falls_the_same_for_everybody() -> None:
    own = read(TURNS.replace("units = [10, 1]", "units = [10]") + GAME, "nemein").lesson("turns")
    coins = [course.answer(NEMEIN, course.begin(NEMEIN, own), "c3-d4 5").events[1] for _ in range(3)]
    assert coins[0] == coins[1] == coins[2]


@pytest.mark.parametrize(
    ("answers", "kind"),
    [(["e5xh8"], Kind.SOLVED), (["concede"], Kind.WRONG), (["draw", "draw"], Kind.WRONG), ([], None)],
)
def test_the_game_at_the_end_is_won_or_not(answers: list[str], kind: Kind | None) -> None:
    own = lesson("", key="game")
    state: Any = course.begin(CIC, own).state
    for seat, what in zip(("light", "dark"), answers, strict=False):
        orders = CIC.parse(CIC.view(state, seat), what)
        state = CIC.resolve(state, {seat: orders}, ScriptedChance()).state
    told = course.ended(CIC, own, state)
    assert (told and told.kind) == kind
    assert told is None or told.sentence == ("Right." if kind == Kind.SOLVED else "Otherwise.")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("title =", "titel =", ": there is no field 'titel'; did you mean title?"),
        ('title = "Title"', "", ", title: it needs a text"),
        ('"Task."', f'"{"x" * 101}"', ", task: 101 characters, at most 100 fit"),
        ('"Text."', f'"{"x" * 301}"', ", text: 301 characters, at most 300 fit"),
        ('"Hint."', f'"{"x" * 201}"', ", hint: 201 characters, at most 200 fit"),
        ('"Too far."', f'"{"x" * 201}"', ", wrong 3, say: 201 characters, at most 200 fit"),
        ('"Text."', "7", ", text: expected a text, found 7"),
        ('key = "one"', 'key = "One!"', "cic.toml, lesson One!, key: 'One!' has other than"),
        ('key = "one"', 'key = "game"', "cic.toml, lesson game: there is no field 'solution'"),
        ('solution = ["e5xh8"]', "", ", solution: it needs a right answer"),
        ('solution = ["e5xh8"]', "solution = [1]", ", solution: expected a list of texts, found [1]"),
        ('solution = ["e5xh8"]', 'solution = "e5xe7"', ", wrong 1: 'e5xe7' is solved: Right."),
        ('solution = ["e5xh8"]', 'solution = "e5xe8"', ", solution: 'e5xe8' is refused: e5xe8: e5 is"),
        ('teaches = ["word"]', "teaches = []", ", teaches: it needs at least one word"),
        ('"light"\n', '"dark"\n', ", seat: 'dark' is not to move"),
        ("e7 =", "a2 =", ", position: dark's Amphibian cannot stand on a2"),
        ("[lesson.position]", "[lesson.options]\n[lesson.position]", ", position: either a position, or"),
        ('type = "captured", t', 'type = "taken", t', ", type: 'taken' is no event; there is"),
        ("taken =", "took =", ", happens: captured has no 'took', but origin,"),
        ("happens =", "happen =", ", solved 1: there is no field 'happen'; did you mean happens?"),
        ('orders = "e5xe7", ', "", ", wrong 1, orders: it needs an example"),
        ('"e5xe7"', '"e5xe8"', ", wrong 1: 'e5xe8' is refused: e5xe8: e5 is"),
        ("refused = true", "refused = 1", ", wrong 3, refused: expected true or false, found 1"),
        ("refused = true, ", "", ", wrong 3: 'e5xa1' is refused"),
        ("solution =", "chance = 1\nsolution =", ", chance: 0 of 1 results fall"),
        ("solution =", 'chance = "edge"\nsolution =', ", chance: expected "),
        ("solution =", "others = { dark = 1 }\nsolution =", ", others: expected the orders of dark"),
        ("solution =", 'others = { dark = "draw" }\nsolution =', ", others: 'dark' is not to move"),
        ("e5xh8", "e5-e6", ", wrong 2: 'e5-e6' is solved"),
        ("[[lesson]]", "[[lesson]", "cic.toml: Expected"),
        ("[[lesson]]", "[[lessons]]\n[[lesson]]", "cic.toml: there is no field 'lessons'"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_place(old: str, new: str, fault: str) -> None:
    assert old in FIGHT
    with pytest.raises(LessonError) as raised:
        lesson(FIGHT.replace(old, new, 1))
    assert str(raised.value).startswith(fault if fault[0] == "c" else f"cic.toml, lesson one{fault}")


def test_a_course_ends_with_one_game_and_every_key_is_there_once() -> None:
    with pytest.raises(LessonError, match=r"^cic\.toml: the last lesson has the key 'game'$"):
        read(ONE, "cic")
    with pytest.raises(LessonError, match=r"^cic\.toml: two lessons have the key 'one'$"):
        read(ONE + ONE + GAME, "cic")
    with pytest.raises(
        LessonError, match=r"^cic\.toml, lesson game, against: 'corporal' is none of recruit,"
    ):
        read(GAME.replace("recruit", "corporal"), "cic")
    second = ONE + '[[lesson.then]]\ntask = "Task."\nsolution = "e1"\n'
    with pytest.raises(LessonError, match=r"^cic\.toml, lesson one, step 2, right: it needs a text$"):
        read(second + GAME, "cic")


def test_lessons_follow_each_other() -> None:
    found = read(ONE + GAME, "cic")
    following = found.after("one")
    assert following is not None and following.key == "game" and found.after("game") is None
    with pytest.raises(KeyError):
        found.lesson("two")
