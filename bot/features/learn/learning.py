"""Lessons in Discord: which there are, what somebody has done, and a lesson as a board of one's own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from adjudicator.game import AnyGame, Declare, Resolution, Seat, texts
from bot.common.errors import Refused
from bot.common.message import MOST_CHOICES, Button, Choice, Menu, Message, Rows, buttons, custom_id
from bot.engine.context import Context
from bot.engine.desk import Ident
from bot.features.boards.board import Boards, BoardSnapshot
from bot.features.boards.desk import sending
from bot.features.boards.text import HEADLINE, YOU
from bot.features.learn import store, text
from bot.features.practice.practice import Practice, end, over, own_seat, variant_of
from bot.features.practice.text import TAKE_BACK
from bot.presenters.colours import BRAND
from bot.storage.computers import computer, name_of
from bot.storage.database import Tx
from bot.storage.records import LessonDone
from bot.storage.rows import find, remove, save
from engines.engine import Level
from lessons.course import answer, begin, ended, games_with_lessons, load, named, resume
from lessons.lesson import LAST, Course, Kind, Lesson, Place, Step

BEFORE_HINT = 2
"""So many wrong tries before the hint."""
MOST_STORY = 6
"""So many lines of what has happened."""


class Learning:
    """The courses, and the `Mode` of lessons' boards.

    A board's `about`: "lesson", "seats" has the learner's, "said" the answers so far, "tries" the wrong ones
    of this task, "note" what was said last, "done". A lesson that is a game has what practice games have.
    """

    def __init__(self, context: Context, boards: Boards, practice: Practice) -> None:
        self.context, self.boards, self.practice = context, boards, practice
        self._courses: dict[str, Course] = {}

    async def course(self, key: str) -> Course:
        """A game's course. Raises Refused: it has none."""
        game = self.context.games.get(key)
        if game is None or key not in games_with_lessons():
            raise Refused(text.NO_LESSON)
        if key not in self._courses:  # checking one takes some tenths of a second
            self._courses[key] = await asyncio.to_thread(load, game)
        return self._courses[key]

    # -- the lists

    async def overview(self, user_id: int) -> Message:
        """All games, with how far somebody has come."""
        done = await self.context.db.read(store.numbers, user_id)
        choices = []
        for key in games_with_lessons():
            course = await self.course(key)
            n = len(course.lessons)
            told = text.GAME_LINE(done=min(done[key], n), n=n) if key in done else text.GAME_NEW(n=n)
            told += text.GAME_ALSO(game=course.also) if course.also else ""
            choices.append(Choice(key, self.context.games[key].name, told))
        menu = Menu(custom_id("learngame", "learn", None, 0, kind="menu"), text.PICK_GAME, tuple(choices))
        return Message(text.ALL_HEAD, rows=(menu,), accent=BRAND)

    async def contents(self, user_id: int, key: str) -> Message:
        """A game's lessons, with those that are done."""
        course, done = await self.course(key), await self.done(user_id, key)
        lessons = course.lessons
        lines = [
            Choice(
                lesson.key,
                text.LESSON_LINE(n=number, title=lesson.title),
                text.DONE if lesson.key in done else "",
            )
            for number, lesson in enumerate(lessons, 1)
        ][:MOST_CHOICES]
        finished = sum(lesson.key in done for lesson in lessons)
        head = [text.COURSE_HEAD(game=self.context.games[key].name, done=finished, n=len(lessons))]
        if finished == len(lessons):
            head.append(text.TRY_PRACTICE)
        label = text.GO_ON if finished else text.BEGIN
        row = [Button(custom_id("lesson", key, None, 0, self.following(course, done).key), label, "success")]
        if finished == len(lessons):
            row = [_practise(key, lessons[-1])]
        row.append(Button(custom_id("learnall", "learn", None, 0), text.OTHER_GAME))
        if finished:
            row.append(Button(custom_id("learnanew", key, None, 0), text.ANEW))
        menu = Menu(custom_id("lessons", key, None, 0, kind="menu"), text.PICK_LESSON, tuple(lines))
        return Message("\n".join(head), rows=(menu, buttons(*row)), accent=BRAND)

    async def done(self, user_id: int, key: str) -> frozenset[str]:
        """The lessons of a game that somebody has solved."""
        found = await self.context.db.read(lambda tx: find(tx, LessonDone, user_id=user_id, game=key))
        return frozenset(each.lesson for each in found)

    async def anew(self, user_id: int, key: str) -> None:
        """Forget which lessons of a game somebody has solved."""
        await self.context.db.write(lambda tx: remove(tx, LessonDone, user_id=user_id, game=key))

    def following(self, course: Course, done: frozenset[str], after: str = "") -> Lesson:
        """The lesson to go on with: the first one after this that is not done; else the first not done."""
        keys = [lesson.key for lesson in course.lessons]
        start = keys.index(after) + 1 if after in keys else 0
        later = [*course.lessons[start:], *course.lessons[:start]]
        return next((lesson for lesson in later if lesson.key not in done), course.lessons[start % len(keys)])

    # -- a lesson

    async def open(self, user_id: int, key: str, lesson_key: str, *, anew: bool = False) -> str:
        """Begin a lesson, and return its board, which takes the place of the last one of this game. A game
        that was left goes on, unless it is to begin anew. Raises Refused."""
        course = await self.course(key)
        try:
            lesson = course.lesson(lesson_key)
        except KeyError:
            raise Refused(text.NO_LESSON) from None
        old = next((each for each in await self.boards.all(user_id, "lesson") if each.game == key), None)
        goes_on = old is not None and lesson.against and old.about["lesson"] == lesson.key and not anew
        if old is not None and goes_on and not over(await self.boards.read(old.id, user_id)):
            return old.id
        game = self.context.games[key]
        place = begin(game, lesson)
        about: dict[str, Any] = {"lesson": lesson.key, "seats": [lesson.seat], "said": [], "tries": 0}
        options = game.dump(place.state)["options"]
        if lesson.against:
            level = Level[lesson.against.upper()]
            others = [seat for seat in game.seats(game.options(options)) if seat != lesson.seat]
            names = {seat: name_of(computer(level, n)) for n, seat in enumerate(others, 1)}
            about |= {"players": {lesson.seat: YOU, **names}, "level": int(level)}
        return await self.boards.open(
            user_id, "lesson", game, options=options, state=place.state, about=about, instead=old
        )

    async def next(self, board_id: str, user_id: int, edits: int) -> str:
        """Begin the lesson after a board's, and return its board. Raises Refused, Stale."""
        found = await self.boards.read(board_id, user_id, edits)
        course, done = await self.course(found.game.key), await self.done(user_id, found.game.key)
        return await self.open(user_id, course.game, self.following(course, done, _key(found)).key)

    async def again(self, board_id: str, user_id: int, edits: int) -> str:
        """Begin a board's lesson anew, and return its board. Raises Refused, Stale."""
        found = await self.boards.read(board_id, user_id, edits)
        return await self.open(user_id, found.game.key, _key(found), anew=True)

    # -- the mode

    def seat(self, found: BoardSnapshot) -> Seat:
        return own_seat(found)

    def orders(self, found: BoardSnapshot) -> bool:
        return found.owes(own_seat(found)) and not found.board.about.get("done") and not over(found)

    def task(self, found: BoardSnapshot) -> str:
        steps = self._lesson(found).steps
        if self._lesson(found).against:
            return ""
        if len(steps) == 1:
            return text.TASK(task=steps[0].task)
        at = self._place(found).step
        return text.TASK_OF(n=at + 1, of=len(steps), task=steps[at].task)

    def near(self, found: BoardSnapshot) -> Sequence[str]:
        """What a lesson and its task name, large enough for a phone; in a game, where pieces are. A set-up
        has a picture of its own."""
        lesson = self._lesson(found)
        if lesson.whole or lesson.position is None:
            return ()
        view = found.view(own_seat(found))
        said = str(found.game.show(view)) if lesson.against else named(found.game, self._place(found))
        return found.presenter.named(view, said)

    def head(self, found: BoardSnapshot) -> list[str]:
        course, about = self._courses[found.game.key], found.board.about
        keys = [lesson.key for lesson in course.lessons]
        lesson = self._lesson(found)
        what = text.TITLE(n=keys.index(lesson.key) + 1, of=len(keys), title=lesson.title)
        lines = [HEADLINE(game=found.game.name, what=what)]
        at, done, tried = found.board.at, about.get("done"), bool(about.get("tries"))
        if not done and (tried or not at) and not (lesson.against and at):  # who is on the way has read it
            lines.append(lesson.text)
        if lesson.against and not done:
            lines.append(text.TASK(task=lesson.steps[0].task))
        if at and (not tried or at > self._task_began(found)):
            lines += found.story(own_seat(found))[:MOST_STORY]
        if lesson.against:
            lines += [*self._told_end(found), found.presenter.score(found.view(own_seat(found)))]
        elif about.get("note") and not (tried and found.draft(lesson.seat)):  # of another order than this
            lines.append(about["note"])
        if about.get("tries", 0) >= BEFORE_HINT and not done:
            lines.append(text.HINT(hint=self._open_step(found).hint))
        if done and lesson.key == LAST:
            lines += [text.ALL_DONE(game=found.game.name), text.TRY_PRACTICE]
        return lines

    def _told_end(self, found: BoardSnapshot) -> list[str]:
        """How a lesson that is a game ended, as the rules and as the lesson say it."""
        verdict = ended(found.game, self._lesson(found), found.state)
        if verdict is None or found.outcome is None:
            return [end(found)]
        say = text.RIGHT if verdict.kind is Kind.SOLVED else text.WRONG
        return [found.presenter.result(found.outcome, {}), say(why=verdict.sentence)]

    def above(self, found: BoardSnapshot, ident: Ident) -> Rows:
        return self.practice.above(found, ident) if self._lesson(found).against else ()

    def send(self, found: BoardSnapshot) -> tuple[str, str, bool]:
        return sending(found)

    def rows(self, found: BoardSnapshot, ident: Ident) -> Rows:
        lesson, done = self._lesson(found), bool(found.board.about.get("done"))
        again, contents = (
            Button(ident("lessonagain"), text.AGAIN),
            Button(ident("contents"), text.ALL_LESSONS),
        )
        if done and lesson.key == LAST:
            return (buttons(_practise(found.game.key, lesson), again, contents),)
        skip = Button(
            ident("lessonnext"), text.NEXT if done else text.SKIP, "success" if done else "secondary"
        )
        if done:
            return (buttons(skip, again, contents),)
        if not lesson.against and "draw" in self._open_step(found).solution:
            return (buttons(Button(ident("lessondraw"), text.OFFER_DRAW), skip, contents),)
        if lesson.against and over(found):
            back = Button(ident("back"), TAKE_BACK)
            return (buttons(Button(ident("lessonagain"), text.AGAIN, "success"), back, skip, contents),)
        if lesson.against:
            return (*self.practice.rows(found, ident), buttons(skip, contents))
        return (buttons(skip, contents),)

    async def ready(self, board_id: str, user_id: int) -> str:
        """Judge what was sent; in a lesson that is a game, let the computers answer."""
        found = await self._read(board_id, user_id)
        if self._lesson(found).against:
            note = await self.practice.ready(board_id, user_id)
            await self._judge_game(board_id, user_id)
            return note
        seat = own_seat(found)
        if seat not in found.ready or found.board.about.get("done"):
            return ""
        sheet = found.draft(seat) or found.game.default(found.view(seat)) or ()
        await self._judge(found, "; ".join(texts(sheet)))
        return ""

    async def refusal(self, board_id: str, user_id: int, typed: str, why: str) -> str:
        """Say why the rules refuse an order, in the lesson's own words where it has some: a wrong try."""
        found = await self._read(board_id, user_id)
        if self._lesson(found).against or not self.orders(found):
            return why
        place = self._place(found)
        verdict = await asyncio.to_thread(answer, found.game, place, typed)
        listed = any(verdict.sentence == wrong.say for wrong in place.task.wrong)
        note = text.WRONG(why=verdict.sentence) if listed and verdict.kind is Kind.REFUSED else why
        about = {**found.board.about, "tries": found.board.about.get("tries", 0) + 1, "note": note}
        await self.boards.change(board_id, user_id, found.board.edits, about=about)
        return ""

    async def declared(self, board_id: str, user_id: int, orders: Sequence[Declare]) -> str:
        found = await self._read(board_id, user_id)
        if self._lesson(found).against or not self.orders(found):
            raise Refused(text.NO_DECLARATION)
        await self._judge(found, "; ".join(texts(orders)))
        return ""

    async def _judge(self, found: BoardSnapshot, typed: str) -> None:
        """Store what an answer leads to."""
        game, about = found.game, dict(found.board.about)
        verdict = await asyncio.to_thread(answer, game, self._place(found), typed)
        place = verdict.place
        about |= {"said": [*place.said, *place.open]}
        user, ident = found.board.user_id, found.board.id
        if verdict.kind in (Kind.WRONG, Kind.REFUSED):
            note = text.WRONG(why=verdict.sentence)
            if verdict.kind is Kind.WRONG:
                note += f"\n{text.AS_BEFORE}"
            about |= {"tries": about.get("tries", 0) + 1, "note": note}
            await self.boards.change(ident, user, found.board.edits, about=about, drafts={})
            if verdict.kind is Kind.WRONG and found.board.at:  # the task begins again
                await self.boards.go(ident, user, found.board.edits + 1, self._task_began(found))
            return
        note = text.RIGHT(why=verdict.sentence) if verdict.sentence else text.GOES_ON
        about |= {"note": note, "done": verdict.kind is Kind.SOLVED}
        if verdict.kind is not Kind.GOES_ON:
            about |= {"tries": 0, "began": found.board.at + 1}

        def also(tx: Tx) -> None:
            if verdict.kind is Kind.SOLVED:
                self._solved(tx, user, game, about["lesson"])

        after = Resolution(place.state, verdict.events)
        await self.boards.append(found, after, {own_seat(found): [typed]}, about=about, also=also)

    async def _judge_game(self, board_id: str, user_id: int) -> None:
        """After a move in a lesson that is a game: whether it is won."""
        found = await self._read(board_id, user_id)
        verdict = ended(found.game, self._lesson(found), found.state)
        if verdict is None or verdict.kind is not Kind.SOLVED or found.board.about.get("done"):
            return
        about = {**found.board.about, "done": True}

        def also(tx: Tx) -> None:
            self._solved(tx, user_id, found.game, about["lesson"])

        await self.boards.change(board_id, user_id, found.board.edits, about=about, also=also)

    def _solved(self, tx: Tx, user_id: int, game: AnyGame, lesson: str) -> None:
        save(tx, LessonDone(user_id=user_id, game=game.key, lesson=lesson, at=self.context.clock.now()))

    # -- where a board stands in its lesson

    async def _read(self, board_id: str, user_id: int) -> BoardSnapshot:
        found = await self.boards.read(board_id, user_id)
        await self.course(found.game.key)
        return found

    async def warm(self, found: BoardSnapshot) -> None:
        await self.course(found.game.key)
        if self._lesson(found).against:
            await self.practice.warm(found)

    def _lesson(self, found: BoardSnapshot) -> Lesson:
        try:
            return self._courses[found.game.key].lesson(_key(found))
        except KeyError:
            raise Refused(text.NO_LESSON) from None

    def _place(self, found: BoardSnapshot) -> Place:
        return resume(found.game, self._lesson(found), found.board.about.get("said", ()))

    def _open_step(self, found: BoardSnapshot) -> Step:
        return self._place(found).task

    def _task_began(self, found: BoardSnapshot) -> int:
        at: int = found.board.about.get("began", 0)
        return at


def _key(found: BoardSnapshot) -> str:
    key: str = found.board.about["lesson"]
    return key


def _practise(game: str, lesson: Lesson) -> Button:
    """Leads on to a practice game like the one of this last lesson."""
    options = lesson.options or (lesson.position or {}).get("options", {})
    return Button(
        custom_id("practise", "practice", None, 0, variant_of(game, options)), text.PRACTISE, "success"
    )
