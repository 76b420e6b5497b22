"""Computers play: their turns are rows, and a thought counts once."""

from __future__ import annotations

from typing import Any

from bot.storage.records import Thinking
from bot.storage.rows import find
from engines.engine import Level
from tests.bot.parts import HOST, PostOffice
from tests.bot.quick_engine import Quick, by_turns


async def against(office: PostOffice, *levels: str, host_seat: str = "dark", **given: Any) -> str:
    """A game of HOST against these computers; HOST has this seat."""
    table = await office.lobby(HOST, **given)
    await office.services.lobby.wish(table.id, HOST, host_seat)
    for level in levels:
        await office.services.lobby_computers.add(table.id, HOST, level)
    await office.services.lobby.start(table.id, HOST)
    return table.id


async def test_it_answers(office: PostOffice, engine: type[Quick]) -> None:
    engine.answer = by_turns("d2-d3", "c2-c3")
    code = await against(office, "captain")
    await office.deliver()
    assert await office.read(find, Thinking) == []
    await office.send(code, HOST, "e7-e6")
    assert [row.seat for row in await office.read(find, Thinking)] == ["light"]
    await office.deliver()
    snapshot = await office.snapshot(code)
    assert (snapshot.phase.turn, snapshot.phase.owing) == (2, frozenset({"dark"}))
    assert await office.read(find, Thinking) == []
    [task] = engine.tasks
    assert (task.level, task.view["seat"], task.talks) == (Level.CAPTAIN, "light", False)
    assert "d2-d3" in office.messenger.texts()[-1]
    assert "Computer captain" in "\n".join(office.messenger.texts())
    await office.send(code, HOST, "e6-d6")
    await office.deliver()
    assert engine.tasks[0].seed != engine.tasks[1].seed
