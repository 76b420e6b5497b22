"""Reads a game's file of lessons. What is wrong in one is said with the lesson and the field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from typing import Any

from adjudicator.text import listing, nearest
from lessons.lesson import (
    LAST,
    SENTENCE,
    TASK,
    TEXT,
    TITLE,
    Condition,
    Course,
    Lesson,
    LessonError,
    Step,
    Wrong,
)

_SAID = {"task", "right", "otherwise", "hint"}
_STEP = _SAID | {"solution", "solved", "wrong", "others", "replies", "chance"}
_LESSON = {"key", "title", "text", "seat", "teaches", "position", "options", "whole"}
_CONDITION = {"orders", "happens", "never", "after"}
LEVELS = ("recruit", "sergeant", "captain", "general")
COIN = {"heads": True, "tails": False}


def read(text: str, game: str) -> Course:
    """Read the text of a game's file. Raises LessonError."""
    file = f"{game}.toml"
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{file}: {error}") from None
    top = _Table(data, file, {"lesson", "also"})
    lessons = tuple(_lesson(each, number, file) for number, each in enumerate(top.tables("lesson"), 1))
    keys = [each.key for each in lessons]
    for key in keys:
        if keys.count(key) > 1:
            raise LessonError(f"{file}: two lessons have the key {key!r}")
    if not keys or keys[-1] != LAST:
        raise LessonError(f"{file}: the last lesson has the key {LAST!r}")
    return Course(game, lessons, top.sentence("also", TITLE) if "also" in data else "")


class _Table:
    """A table of the file, and where it stands."""

    def __init__(self, data: object, where: str, known: Collection[str]) -> None:
        if not isinstance(data, Mapping):
            raise LessonError(f"{where}: expected a table, found {data!r}")
        self.data, self.where = data, where
        for key in data:
            if key not in known:
                close = nearest(key, known)
                does = f"did you mean {close[0]}?" if close else f"there are {listing(sorted(known), 'and')}"
                raise LessonError(f"{where}: there is no field {key!r}; {does}")

    def fault(self, key: str, what: str) -> LessonError:
        return LessonError(f"{self.where}, {key}: {what}")

    def sentence(self, key: str, most: int) -> str:
        found = self.data.get(key)
        if not isinstance(found, str) or not found.strip():
            raise self.fault(key, "it needs a text" if found is None else f"expected a text, found {found!r}")
        tidy = " ".join(found.split())
        if len(tidy) > most:
            raise self.fault(key, f"{len(tidy)} characters, at most {most} fit")
        return tidy

    def flag(self, key: str, default: bool) -> bool:
        found = self.data.get(key, default)
        if not isinstance(found, bool):
            raise self.fault(key, f"expected true or false, found {found!r}")
        return found

    def texts(self, key: str) -> tuple[str, ...]:
        """Read a list of texts; one alone may stand without brackets."""
        found = self.data.get(key, [])
        listed = [found] if isinstance(found, str) else found
        if not isinstance(listed, list) or not all(isinstance(each, str) and each.strip() for each in listed):
            raise self.fault(key, f"expected a list of texts, found {found!r}")
        return tuple(listed)

    def tables(self, key: str) -> tuple[Mapping[str, Any], ...]:
        """Read a list of tables; one alone may stand without brackets."""
        found = self.data.get(key, [])
        listed = [found] if isinstance(found, Mapping) else found
        if not isinstance(listed, list) or not all(isinstance(each, Mapping) for each in listed):
            raise self.fault(key, f"expected tables, found {found!r}")
        return tuple(listed)

    def table(self, key: str) -> Mapping[str, Any] | None:
        found = self.data.get(key)
        if found is not None and not isinstance(found, Mapping):
            raise self.fault(key, f"expected a table, found {found!r}")
        return found


def _lesson(data: Mapping[str, Any], number: int, file: str) -> Lesson:
    where = f"{file}, lesson {data.get('key', number)}"
    playing = data.get("key") == LAST
    table = _Table(data, where, _LESSON | _SAID | {"against"} if playing else _LESSON | _STEP | {"then"})
    key = table.sentence("key", TITLE)
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", key):
        raise table.fault("key", f"{key!r} has other than a to z, 0 to 9 and hyphens")
    if ("position" in data) == ("options" in data):
        raise table.fault("position", "either a position, or options with which the game begins")
    against = str(data.get("against", "")) if playing else ""
    if playing and against not in LEVELS:
        raise table.fault("against", f"{against!r} is none of {listing(LEVELS)}")
    steps = [_step(table, playing)]
    for place, each in enumerate(table.tables("then"), 2):
        steps.append(_step(_Table(each, f"{where}, step {place}", _STEP), False))
    teaches = table.texts("teaches")
    if not teaches:
        raise table.fault("teaches", "it needs at least one word")
    return Lesson(
        key=key,
        title=table.sentence("title", TITLE),
        text=table.sentence("text", TEXT),
        seat=table.sentence("seat", TITLE),
        teaches=teaches,
        steps=tuple(steps),
        position=table.table("position"),
        options=table.table("options"),
        against=against,
        whole=table.flag("whole", playing or number == 1),
    )


def _step(table: _Table, playing: bool) -> Step:
    solution = table.texts("solution")
    if not solution and not playing:
        raise table.fault("solution", "it needs a right answer")
    return Step(
        task=table.sentence("task", TASK),
        right=table.sentence("right", SENTENCE),
        otherwise=table.sentence("otherwise", SENTENCE),
        hint=table.sentence("hint", SENTENCE),
        solution=solution,
        solved=tuple(
            _condition(each, f"{table.where}, solved {number}")
            for number, each in enumerate(table.tables("solved"), 1)
        ),
        wrong=tuple(
            _wrong(each, f"{table.where}, wrong {number}")
            for number, each in enumerate(table.tables("wrong"), 1)
        ),
        others=_sheets(table, "others", table.table("others")),
        replies=tuple(_sheets(table, "replies", each) or {} for each in table.tables("replies")),
        chance=_chance(table),
    )


def _wrong(data: Mapping[str, Any], where: str) -> Wrong:
    table = _Table(data, where, {"orders", "say", "when", "refused"})
    orders, when = table.texts("orders"), table.table("when")
    if not orders:
        raise table.fault("orders", "it needs an example")
    refused = table.flag("refused", False)
    if refused and when is not None:
        raise table.fault("when", "nothing comes of what is refused")
    found = None if when is None else _condition(when, f"{where}, when")
    return Wrong(orders, table.sentence("say", SENTENCE), found, refused)


def _condition(data: Mapping[str, Any], where: str) -> Condition:
    table = _Table(data, where, _CONDITION)
    if not data:
        raise LessonError(f"{where}: it needs one of {listing(sorted(_CONDITION))}")
    return Condition(
        orders=table.texts("orders"),
        happens=table.tables("happens"),
        never=table.tables("never"),
        after=table.table("after"),
    )


def _sheets(table: _Table, key: str, found: Mapping[str, Any] | None) -> Mapping[str, str] | None:
    for seat, orders in (found or {}).items():
        if not isinstance(orders, str):
            raise table.fault(key, f"expected the orders of {seat} as a text, found {orders!r}")
    return found


def _chance(table: _Table) -> tuple[bool | int, ...]:
    found = table.data.get("chance", [])
    listed = found if isinstance(found, list) else [found]
    for each in listed:
        number = isinstance(each, int) and not isinstance(each, bool) and each >= 1
        if not number and not (isinstance(each, str) and each in COIN):
            raise table.fault("chance", f'expected "heads", "tails" or a number from 1, found {each!r}')
    return tuple(COIN[each] if isinstance(each, str) else each for each in listed)
