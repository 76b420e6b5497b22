"""What a course is made of, as frozen values. `reading.py` makes them from a game's file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from adjudicator.game import Event, Seat
from adjudicator.text import lines

TITLE, TEXT, TASK, SENTENCE = 40, 300, 100, 200
"""How many characters a title, a text, a task, and every other sentence may have."""
LAST = "game"
"""The key of the last lesson of a course: a short game."""


class LessonError(Exception):
    """A file of lessons has a fault. `str(error)` names file, lesson and field, and says what is wrong."""


@dataclass(frozen=True)
class Condition:
    """What is true of an answer; all that is given must hold.

    orders:  these orders are in the sheet, maybe beside others
    happens: for each of these there is an event that has all its fields ("type" among them)
    never:   there is no event that has all these fields
    after:   the position after the turn has this, in the form of a stored position
    """

    orders: tuple[str, ...] = ()
    happens: tuple[Mapping[str, Any], ...] = ()
    never: tuple[Mapping[str, Any], ...] = ()
    after: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Wrong:
    """Wrong answers, and the sentence that says why.

    orders:  sheets as text: each is such an answer
    when:    so is any answer of which this is true; None: only those in `orders`
    refused: the rules refuse them
    """

    orders: tuple[str, ...]
    say: str
    when: Condition | None = None
    refused: bool = False


@dataclass(frozen=True)
class Step:
    """One task, which takes one turn.

    solution:  sheets as text, each a right answer; the first one is what is shown. Empty in a game alone
    solved:    any other answer of which one of these is true is right as well
    right:     why it is right;  otherwise: for a legal answer that is neither right nor listed as wrong
    hint:      for whoever has tried twice
    others:    what the other seats order in the same turn;  replies: in the turns after a right answer
    chance:    how coins (True is heads) and dice fall, from the beginning of the step
    """

    task: str
    right: str
    otherwise: str
    hint: str
    solution: tuple[str, ...] = ()
    solved: tuple[Condition, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    others: Mapping[Seat, str] | None = None
    replies: tuple[Mapping[Seat, str], ...] = ()
    chance: tuple[bool | int, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """One lesson.

    position: what `Game.position` reads; None: the game begins, with `options`
    against:  the level of the computers in the other seats, where the lesson is a game; "": it has tasks
    whole:    its picture is the whole board, not what is named
    teaches:  the pieces, orders and rules that it teaches
    """

    key: str
    title: str
    text: str
    seat: Seat
    teaches: tuple[str, ...]
    steps: tuple[Step, ...]
    position: Mapping[str, Any] | None = None
    options: Mapping[str, Any] | None = None
    against: str = ""
    whole: bool = False


@dataclass(frozen=True)
class Course:
    """All lessons of one game, from the simplest to a short game.

    also: another way to play it that they teach
    """

    game: str
    lessons: tuple[Lesson, ...]
    also: str = ""

    def lesson(self, key: str) -> Lesson:
        """Find a lesson. KeyError: there is none of that key."""
        for each in self.lessons:
            if each.key == key:
                return each
        raise KeyError(key)

    def after(self, key: str) -> Lesson | None:
        """Find the next lesson; None after the last. KeyError: there is no lesson `key`."""
        place = self.lessons.index(self.lesson(key)) + 1
        return self.lessons[place] if place < len(self.lessons) else None


@dataclass(frozen=True)
class Place:
    """Where somebody is in a lesson.

    step:   which task is open, from 0; where all are solved, the last one
    state:  the position now;  begun: that at the beginning of the task
    said:   the right answers to the tasks before, as text
    open:   those to the open task so far, where a turn takes several;  events: what came of them
    """

    lesson: Lesson
    state: Any
    begun: Any
    step: int = 0
    said: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def answers(self) -> tuple[str, ...]:
        """All that was answered: `course.resume` makes the same place of it."""
        return self.said + self.open

    @property
    def orders(self) -> tuple[str, ...]:
        """What was ordered in the open task so far."""
        return tuple(order for text in self.open for order in lines(text))

    @property
    def task(self) -> Step:
        return self.lesson.steps[self.step]


class Kind(StrEnum):
    """What became of an answer.

    SOLVED:  the lesson is done
    NEXT:    the task is done, the lesson has another
    GOES_ON: right so far: the turn is not over, and what is left of a solution can follow
    WRONG:   the task begins again
    REFUSED: the rules do not allow it; nothing has changed
    """

    SOLVED = "solved"
    NEXT = "next"
    GOES_ON = "goes_on"
    WRONG = "wrong"
    REFUSED = "refused"


@dataclass(frozen=True)
class Verdict:
    """What is said about an answer.

    sentence: why it is right or wrong; "" where the turn goes on
    place:    where the lesson goes on; where it is solved, with the position at its end
    shown:    the position after the answer, before any reply: where it was wrong, what came of it
    events:   what happened in this answer, with the replies to it
    """

    kind: Kind
    sentence: str
    place: Place
    shown: Any
    events: tuple[Event, ...] = ()
