"""What a lesson names is in its picture: each space in its text, its tasks, its right and wrong answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from lessons.course import games_with_lessons
from lessons.lesson import Lesson, Step
from maps.frame import BoardFrame
from maps.nemein.layout import part as nemein_part
from maps.newyork2047.layout import MapFrame, atlas, part_of
from maps.nme.layout import ground as nme_ground
from maps.nme.layout import part as nme_part
from maps.ww3.layout import ground as ww3_ground
from maps.ww3.layout import part as ww3_part
from tests.bot.boards.test_learning import give
from tests.bot.parts import HOST, PostOffice

SIZE = 1200
INSIDE = -0.45
"""So far from the picture's edge, in lengths of the board, the middle of what is named lies at least."""

Holds = Callable[[str], bool]


def holds(key: str, view: Any, focus: tuple[str, ...]) -> Holds:
    """Whether a space is in the picture that is cropped to these."""
    frame: BoardFrame | None
    match key:
        case "newyork2047":
            own = part_of(focus, SIZE)
            return lambda name: _held(own, name)
        case "ww3":
            frame = ww3_part(focus, SIZE, view.own or 0)
        case "nme":
            frame = nme_part(focus, SIZE, view.own or 0, board=view.board)
        case "nemein":
            frame = nemein_part(focus, view.options.side, SIZE, view.seat == "north")
        case _:
            raise AssertionError(f"{key} has no parts")
    index = index_of(key, view)
    return lambda name: frame is None or frame.shows(index[name], INSIDE)


def _held(frame: MapFrame, name: str) -> bool:
    """Whether a space's abbreviation or name, and its first counter, are on the map's part."""
    place = atlas(frame.sizes).places[name]
    x, y = place.anchors[0]
    return all(frame.holds(box) for box in (*place.words, (x, y, x, y)))


def index_of(key: str, view: Any) -> Mapping[str, int]:
    found: Mapping[str, int] = {"ww3": ww3_ground().index, "nme": nme_ground().index}.get(
        key
    ) or view.board.index
    return found


def named(key: str, view: Any, lesson: Lesson, step: Step) -> set[str]:
    """The spaces that are named in a task, found another way than the bot does."""
    told = [lesson.text, step.task, step.right, step.otherwise, step.hint, *step.solution]
    for wrong in step.wrong:
        told += [wrong.say, *wrong.orders]
    text = "\n".join(told)
    if key == "newyork2047":
        return {
            name for name, space in view.board.spaces.items() if space.name in text or name in text.split()
        }
    tokens = re.split(r"[^A-Za-z0-9]|x", text)
    return {name for name in index_of(key, view) if name in tokens}


@pytest.mark.parametrize("key", [key for key in games_with_lessons() if key != "cic"])
async def test_what_is_named_is_in_the_picture(office: PostOffice, key: str) -> None:
    """In the games whose pictures are parts of the board. New York's is one even if none is asked for."""
    learning, desk, seen = office.services.learning, office.services.board_desks["lesson"], 0
    for lesson in (await learning.course(key)).lessons:
        board = await learning.open(HOST, key, lesson.key)
        for step in lesson.steps:
            await desk.desk(board, HOST)
            _, view, extras = office.renderer.painted[-1]
            if extras["focus"]:
                inside, told = holds(key, view, extras["focus"]), named(key, view, lesson, step)
                assert {name for name in told if not inside(name)} == set(), (lesson.key, step.task)
                seen += bool(told)
            else:
                assert lesson.against or key != "newyork2047"
            if not lesson.against:
                await give(office, board, step.solution[0])
    assert seen >= 5, "most pictures are parts"
