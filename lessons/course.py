"""How a lesson is gone through: `load` a game's course, `begin` a lesson, `answer` its tasks.

All of it is pure but for `load`, which reads the package's own files. The same answers lead to the same
place, so whoever keeps a learner's place keeps the answers (`Place.answers`), and `resume` makes it again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from adjudicator.chance import Chance, HmacChance
from adjudicator.codec import event_to_json, plain
from adjudicator.errors import GameError, NotUnderstoodError, OrderError
from adjudicator.game import AnyGame, Event, Resolution, texts
from adjudicator.text import listing, nearest
from lessons.lesson import Condition, Course, Kind, Lesson, LessonError, Place, Step, Verdict, Wrong
from lessons.reading import read

DATA = Path(__file__).parent / "data"


def games_with_lessons() -> tuple[str, ...]:
    """List the keys of the games that have a file of lessons."""
    return tuple(sorted(path.stem for path in DATA.glob("*.toml")))


def load(game: AnyGame) -> Course:
    """Read and check a game's course. Raises LessonError; FileNotFoundError if the game has none."""
    course = read((DATA / f"{game.key}.toml").read_text("utf-8"), game.key)
    check(game, course)
    return course


def begin(game: AnyGame, lesson: Lesson) -> Place:
    """Begin a lesson. Where it is a game, its first position. Raises GameError if the rules refuse that."""
    if lesson.position is not None:
        state = game.position(lesson.position)
    else:
        state = game.start(lesson.options or {}, _fallback(lesson, 0)).state
    return Place(lesson, state, state)


def resume(game: AnyGame, lesson: Lesson, said: Iterable[str]) -> Place:
    """Make the place to which those answers led. If they do not any more, since the lesson was changed, its
    beginning."""
    first = place = begin(game, lesson)
    for text in said:
        verdict = answer(game, place, text)
        if verdict.kind not in (Kind.NEXT, Kind.GOES_ON):
            return first
        place = verdict.place
    return place


def answer(game: AnyGame, place: Place, text: str) -> Verdict:
    """Judge an answer to the open task: a sheet of orders as text. After a wrong one the task begins again.

    For lessons that have tasks; a game is played on by whoever shows it, and `ended` judges it.
    """
    step, seat = place.task, place.lesson.seat
    view = game.view(place.state, seat)
    try:
        orders = game.join(view, (), game.parse(view, text))
        game.check(view, orders)
    except OrderError as error:
        return Verdict(Kind.REFUSED, _refusal(game, place, text, error), place, place.state)
    after = _resolve(game, place, {seat: orders})
    tried = replace(
        place,
        state=after.state,
        open=(*place.open, "; ".join(texts(orders))),
        events=(*place.events, *after.events),
    )
    if _right(game, tried):
        state, replies = _replied(game, tried)
        going = Place(place.lesson, state, state, place.step, place.said + tried.open)
        happened = (*after.events, *replies)
        if place.step + 1 == len(place.lesson.steps):
            return Verdict(Kind.SOLVED, step.right, going, after.state, happened)
        return Verdict(Kind.NEXT, step.right, replace(going, step=place.step + 1), after.state, happened)
    again = Place(place.lesson, place.begun, place.begun, place.step, place.said)
    for wrong in step.wrong:
        if not wrong.refused and _is(game, tried, wrong):
            return Verdict(Kind.WRONG, wrong.say, again, after.state, after.events)
    if _still_possible(game, tried):
        return Verdict(Kind.GOES_ON, "", tried, after.state, after.events)
    return Verdict(Kind.WRONG, step.otherwise, again, after.state, after.events)


def named(game: AnyGame, place: Place) -> str:
    """Put together what is said of the open task, with the orders that are listed as right or wrong: the
    spaces in it are in the task's picture."""
    lesson, step = place.lesson, place.task
    listed = [*step.solution, *(text for wrong in step.wrong for text in wrong.orders)]
    said = [
        lesson.text,
        step.task,
        step.right,
        step.otherwise,
        step.hint,
        *(wrong.say for wrong in step.wrong),
    ]
    for text in listed:
        said += [text]
        with suppress(OrderError):  # where a space has several names, that in its orders
            said += texts(game.parse(game.view(place.begun, lesson.seat), text))
    return "\n".join(said)


def ended(game: AnyGame, lesson: Lesson, state: Any) -> Verdict | None:
    """Judge the game that is a course's last lesson: SOLVED if it is won, WRONG if it is not; None while it
    is played."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    place = Place(lesson, state, state)
    own = outcome.places[lesson.seat]
    if own == 1 and any(other > 1 for other in outcome.places.values()):
        return Verdict(Kind.SOLVED, place.task.right, place, state)
    return Verdict(Kind.WRONG, place.task.otherwise, begin(game, lesson), state)


# -- What an answer leads to


class _Scripted:
    """Chance that falls as a task says; where it says nothing (or has a die for a coin), the same for all."""

    def __init__(self, script: Sequence[bool | int], first: int, chance: HmacChance) -> None:
        self._script, self._first, self._chance = script, first, chance

    @property
    def n(self) -> int:
        return self._chance.n

    def _said(self) -> bool | int | None:
        place = self._chance.n - self._first
        return self._script[place] if place < len(self._script) else None

    def coin(self) -> bool:
        said, fallen = self._said(), self._chance.coin()
        return said if isinstance(said, bool) else fallen

    def below(self, n: int) -> int:
        said, fallen = self._said(), self._chance.below(n)
        return said - 1 if said is not None and not isinstance(said, bool) and said <= n else fallen


def _fallback(lesson: Lesson, n: int) -> HmacChance:
    return HmacChance(hashlib.sha256(b"fieldpost lessons").digest(), lesson.key, n)


def _chance(game: AnyGame, place: Place, state: Any) -> Chance:
    fallback = _fallback(place.lesson, game.drawn(state))
    return _Scripted(place.task.chance, game.drawn(place.begun), fallback)


def _resolve(game: AnyGame, place: Place, sheets: Mapping[str, Sequence[Any]]) -> Resolution[Any]:
    """Resolve the learner's orders with those that the task gives to the others."""
    owing = game.phase(place.state).owing
    others = {
        seat: game.parse(game.view(place.state, seat), text)
        for seat, text in (place.task.others or {}).items()
        if seat in owing
    }
    return game.resolve(place.state, {**others, **sheets}, _chance(game, place, place.state))


def _replied(game: AnyGame, tried: Place) -> tuple[Any, tuple[Event, ...]]:
    """Play the replies to a right answer: the position after them, and what happened."""
    state, events = tried.state, list[Event]()
    for reply in tried.task.replies:
        if game.outcome(state) is not None:
            break
        sheets = {seat: game.parse(game.view(state, seat), text) for seat, text in reply.items()}
        after = game.resolve(state, sheets, _chance(game, tried, state))
        state = after.state
        events += after.events
    return state, tuple(events)


# -- Right, wrong


def _right(game: AnyGame, tried: Place) -> bool:
    """Whether an answer is a solution, or a condition makes it right. What a solution says that is done
    without an order too must be said as long as the turn goes on: it would not be over."""
    given = frozenset(tried.orders) if _goes_on(game, tried) else None
    return any(
        _given(game, tried, text) and (given is None or given.issuperset(_sheet(game, tried, text)))
        for text in tried.task.solution
    ) or any(_holds(game, tried, condition) for condition in tried.task.solved)


def _is(game: AnyGame, tried: Place, wrong: Wrong) -> bool:
    return any(_given(game, tried, text) for text in wrong.orders) or (
        wrong.when is not None and _holds(game, tried, wrong.when)
    )


def _given(game: AnyGame, tried: Place, text: str) -> bool:
    """Whether that sheet is what was ordered, whether or not it says what the rules do without an order."""
    view = game.view(tried.begun, tried.lesson.seat)
    default = frozenset(texts(game.default(view) or ()))
    return frozenset(_sheet(game, tried, text)) - default == frozenset(tried.orders) - default


def _sheet(game: AnyGame, place: Place, text: str) -> list[str]:
    """Read a sheet, as it stands in canonical text at the beginning of the task."""
    view = game.view(place.begun, place.lesson.seat)
    return texts(game.join(view, (), game.parse(view, text)))


def _goes_on(game: AnyGame, tried: Place) -> bool:
    """Whether the learner is in the middle of a turn."""
    phase = game.phase(tried.state)
    return phase.goes_on and tried.lesson.seat in phase.owing


def _still_possible(game: AnyGame, tried: Place) -> bool:
    """Whether the turn goes on, and the rest of a solution is legal in it."""
    if not _goes_on(game, tried):
        return False
    view = game.view(tried.state, tried.lesson.seat)
    for text in tried.task.solution:
        rest = (order for order in _sheet(game, tried, text) if order not in tried.orders)
        try:  # where nothing is left, nothing is an order
            game.check(view, game.parse(view, "; ".join(rest)))
            return True
        except OrderError:
            continue
    return False


def _holds(game: AnyGame, tried: Place, condition: Condition) -> bool:
    """Whether a condition is true of what was ordered in the task so far, and of what came of it."""
    events = [event_to_json(event) for event in tried.events]
    return (
        _lines(game, tried, condition.orders) <= frozenset(tried.orders)
        and all(any(_has(event, wanted) for event in events) for wanted in condition.happens)
        and not any(_has(event, unwanted) for event in events for unwanted in condition.never)
        and (condition.after is None or _has(plain(game.dump(tried.state)), condition.after))
    )


def _lines(game: AnyGame, place: Place, orders: Iterable[str]) -> frozenset[str]:
    view = game.view(place.begun, place.lesson.seat)
    return frozenset(order for text in orders for order in texts(game.parse(view, text)))


def _has(found: Any, wanted: Any) -> bool:
    """Whether a value is the wanted one; a table may have more than is wanted."""
    if isinstance(wanted, Mapping):
        return isinstance(found, Mapping) and all(
            key in found and _has(found[key], each) for key, each in wanted.items()
        )
    return bool(found == wanted)


def _refusal(game: AnyGame, place: Place, text: str, error: OrderError) -> str:
    """Say why an answer is refused: in the lesson's words if it lists it, otherwise in those of the rules."""
    given = _written(game, place, text)
    for wrong in place.task.wrong:
        if wrong.refused and any(_written(game, place, each) == given for each in wrong.orders):
            return wrong.say
    return str(error)


def _written(game: AnyGame, place: Place, text: str) -> tuple[str, ...]:
    """Write orders as canonical text where they are understood, legal or not."""
    try:
        return tuple(texts(game.parse(game.view(place.state, place.lesson.seat), text)))
    except OrderError:
        return (" ".join(text.lower().split()),)


# -- Whether a course fits its game


def check(game: AnyGame, course: Course) -> None:
    """Go through a course by its solutions. Raises LessonError if the game refuses a position, an order or a
    reply, if a solution is no right answer, or if an event or a field is named that the game does not
    have."""
    for lesson in course.lessons:
        where = f"{course.game}.toml, lesson {lesson.key}"
        try:
            place = begin(game, lesson)
        except GameError as error:
            raise LessonError(f"{where}, position: {error}") from None
        if lesson.seat not in game.phase(place.state).owing:
            raise LessonError(f"{where}, seat: {lesson.seat!r} is not to move")
        if not lesson.against:
            walk(game, place, where)


def walk(game: AnyGame, place: Place, where: str = "") -> tuple[Place, ...]:
    """Go through a lesson by the first solution of each task, and check it on the way: the place at the
    beginning of each task, and that at the end. Raises LessonError, which begins with `where`."""
    places = [place]
    for number, step in enumerate(place.lesson.steps, 1):
        at = where if len(place.lesson.steps) == 1 else f"{where}, step {number}"
        _check_conditions(game, place, step, at)
        for text in reversed(step.solution):
            try:
                verdict = answer(game, place, text)
            except (GameError, ValueError) as error:
                raise LessonError(f"{at}, replies: {error}") from None
            if verdict.kind not in (Kind.SOLVED, Kind.NEXT):
                raise LessonError(f"{at}, solution: {text!r} is {verdict.kind}: {verdict.sentence}")
        tried = [text for wrong in step.wrong if not wrong.refused for text in wrong.orders]
        ends = [verdict.place.state, *(answer(game, place, text).shown for text in tried)]
        used = max(game.drawn(end) for end in ends) - game.drawn(place.state)
        if used < len(step.chance):
            raise LessonError(f"{at}, chance: {used} of {len(step.chance)} results fall")
        place = verdict.place
        places.append(place)
    return tuple(places)


def _check_conditions(game: AnyGame, place: Place, step: Step, where: str) -> None:
    kinds = game.events()
    for seat in (step.others or {}).keys() - game.phase(place.state).owing:
        raise LessonError(f"{where}, others: {seat!r} is not to move")
    conditions = [*step.solved, *(wrong.when for wrong in step.wrong if wrong.when is not None)]
    for condition in conditions:
        try:
            _lines(game, place, condition.orders)
        except NotUnderstoodError as error:
            raise LessonError(f"{where}, orders: {error}") from None
        for event in (*condition.happens, *condition.never):
            kind = kinds.get(str(event.get("type")))
            if kind is None:
                close = nearest(str(event.get("type")), kinds) or sorted(kinds)
                raise LessonError(
                    f"{where}, type: {event.get('type')!r} is no event; there is {listing(close)}"
                )
            known = {"type", *(field.name for field in fields(kind))}
            for key in event.keys() - known:
                raise LessonError(
                    f"{where}, happens: {event['type']} has no {key!r}, but {listing(sorted(known), 'and')}"
                )
    for number, wrong in enumerate(step.wrong, 1):
        for text in wrong.orders:
            verdict = answer(game, place, text)
            if (verdict.kind == Kind.REFUSED) != wrong.refused or verdict.sentence != wrong.say:
                raise LessonError(f"{where}, wrong {number}: {text!r} is {verdict.kind}: {verdict.sentence}")
