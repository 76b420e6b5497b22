"""Letters to and from computers, and games of silence."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.game import AnyGame
from bot.features.computers import playing
from bot.storage.records import Letter, Thinking
from bot.storage.rows import find
from engines.engine import Letter as Written
from engines.engine import Task, Thought
from tests.bot.computers.test_turns import against
from tests.bot.eyes import Log
from tests.bot.parts import HOST, PostOffice
from tests.bot.quick_engine import Quick

GAME: dict[str, Any] = {"game_key": "newyork2047", "seating": "choice"}


async def game(office: PostOffice, options: str = "") -> str:
    return await against(office, *["captain"] * 6, host_seat="tower", options=options, **GAME)


def writes(*letters: tuple[str, str]) -> Any:
    """Papst writes these letters, everybody takes the default."""

    def answer(game: AnyGame, task: Task) -> Thought:
        seat = task.view["seat"]
        sent = tuple(Written(seat, to, text) for to, text in letters if seat == "papst" and task.talks)
        return Thought((), 0, "I hold.", letters=sent)

    return answer


async def test_what_it_writes_and_reads(office: PostOffice, engine: type[Quick], log: Log) -> None:
    engine.answer = writes(
        ("tower", "Peace in Flushing?"), ("greene", "Tower is weak."), ("*", "Hello, all.")
    )
    code = await game(office)
    await office.deliver()
    mine = "\n".join(office.messenger.dms(HOST))
    assert "Peace in Flushing?" in mine and "Tower is weak." not in mine
    assert "Hello, all." in "\n".join(office.messenger.texts())
    assert len(await office.read(find, Letter)) == 3
    await office.services.letters.write(code, HOST, "papst", "Agreed, and support me.", source="a")
    engine.tasks.clear()
    engine.answer = writes()
    await office.orders.send(code, HOST)
    await office.deliver()
    read = {task.view["seat"]: [letter.text for letter in task.letters] for task in engine.tasks}
    assert read["papst"] == ["Peace in Flushing?", "Tower is weak.", "Hello, all.", "Agreed, and support me."]
    assert read["greene"] == ["Tower is weak.", "Hello, all."]
    assert read["hamblet"] == ["Hello, all."]
    assert "support me" not in log.text and "Flushing" not in log.text


@pytest.mark.postgresql
async def test_letters_are_sent_once(office: PostOffice, engine: type[Quick]) -> None:
    engine.answer = writes(("tower", "Peace?"), ("greene", "Tower is weak."))
    await office.services.uptime.begin(0)
    code = await game(office)
    computers = office.services.computers
    rows = {row.seat: row for row in await office.read(find, Thinking)}
    asked = await office.read(computers._question, rows["papst"])
    assert isinstance(asked, playing.Question)
    written = (("papst", "tower", "Peace?"), ("papst", "greene", "Tower is weak."))
    for _ in range(2):  # a kill between the letters and the orders
        await computers._write_letters(asked, written)
    await office.deliver()
    assert len(await office.read(find, Letter, table_id=code)) == 2


@pytest.mark.parametrize("options", ["press=none", "press=broadcast"])
async def test_what_the_table_does_not_allow_is_left_unsaid(
    office: PostOffice, engine: type[Quick], options: str
) -> None:
    engine.answer = writes(("tower", "Peace?"), ("*", "Hello, all."))
    await game(office, options)
    await office.deliver()
    said = [letter.text for letter in await office.read(find, Letter)]
    assert said == ([] if options == "press=none" else ["Hello, all."])
    assert await office.read(find, Thinking) == []
    assert all(task.talks == (options != "press=none") for task in engine.tasks)


async def test_unsigned_letters_are_nobodys(office: PostOffice, engine: type[Quick]) -> None:
    code = await game(office, "anonymous=yes")
    await office.services.letters.write(code, HOST, "papst", "Guess who.", source="a", anonymous=True)
    await office.deliver()
    assert all(task.letters == () for task in engine.tasks)


async def test_silence(office: PostOffice, engine: type[Quick]) -> None:
    table = await office.lobby(HOST, game_key="nme", seating="lot", options="players=2")
    await office.services.lobby_computers.add(table.id, HOST, "captain")
    await office.services.lobby.start(table.id, HOST)
    [thinking] = await office.read(find, Thinking) or [None]
    await office.deliver()
    assert not any(task.talks or task.letters for task in engine.tasks)
    assert thinking is None or thinking.table_id == table.id
