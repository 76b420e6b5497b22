"""Analyses in the background: a step is a row, a kill loses one at most, and nothing secret is in them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from adjudicator.game import AnyGame
from bot.common.errors import Refused
from bot.common.local_pool import JobFailed
from bot.common.message import Message
from bot.features.analysis import analyses, text
from bot.features.server_settings.who_may_open import Asker
from bot.storage.records import Analysed, AnalysedStep
from bot.storage.rows import find, first
from engines.engine import Task, Thought
from tests.bot.clocks import MODERATOR
from tests.bot.history.test_exporting import wrong
from tests.bot.newyork import all_ready, new_york
from tests.bot.parts import GUEST, HOST, STRANGER, PostOffice, labels, post_office
from tests.bot.quick_engine import Quick

WORTH = 300


def answer(_: AnyGame, task: Task) -> Thought:
    """Whoever has not played e7-e6 stands badly."""
    dark = task.view["seat"] == "dark"
    value = 0 if "e6" in task.view["pieces"]["dark"] else -WORTH
    return Thought(("e7-e6" if dark else "d2-d3",), value if dark else -value, "Opens the way.")


async def over(office: PostOffice, *orders: str) -> str:
    """A finished game of Commander-In-Chief."""
    code = await office.game()
    for at, order in enumerate(orders or ("e7-e6", "d2-d3")):
        await office.send(code, (HOST, GUEST)[at % 2], order)
    await office.orders.declare(code, HOST, "concede")
    return code


async def shown(office: PostOffice, code: str) -> Message:
    return await office.services.analyses.show(code)


async def row_of(office: PostOffice, code: str) -> Analysed | None:
    return await office.read(first, Analysed, table_id=code)


@pytest.mark.postgresql
async def test_who_asks_first_has_it_made_and_later_it_is_there(
    office: PostOffice, engine: type[Quick]
) -> None:
    code = await over(office)
    before = await shown(office, code)
    assert "0 of 4 steps analysed" in before.text and labels(before) == ["Refresh"]
    await office.deliver()
    thoughts = len(engine.tasks)
    assert thoughts
    found = await shown(office, code)
    assert found.picture is not None and found.picture.name == f"{code}-analysis.png"
    assert "Dark: between" in found.picture.alt and text.NO_TURNING in found.words and labels(found) == []
    assert text.LUCK not in found.words, "nothing was thrown"
    row = await row_of(office, code)
    assert row is not None and row.due_at is None and row.result is not None
    assert await office.read(find, AnalysedStep) == [], "what it came from is no longer needed"
    assert await shown(office, code) == found and len(engine.tasks) == thoughts, "thought about once"


async def test_a_turning_point_is_told(office: PostOffice, engine: type[Quick]) -> None:
    engine.answer = answer
    code = await over(office, "e7-d6", "d2-d3")
    await shown(office, code)
    await office.deliver()
    found = await shown(office, code)
    assert (
        "**1** · turn 1 · **Dark** (Ada)\nOrdered `e7-d6`. "
        "A General would have ordered `e7-e6`. Opens the way.\n"
        "Stood at -300 instead of 0." in found.words
    )
    assert found.picture is not None and "Turning point 1: turn 1, Dark." in found.picture.alt


async def test_a_kill_loses_one_step_at_most(office: PostOffice, engine: type[Quick]) -> None:
    code = await over(office, "e7-e6", "d2-d3", "e6-e5")
    real, stuck, done = office.renderer.study, asyncio.Event(), list[str]()

    async def slow(*given: Any, **more: Any) -> Any:
        if len(done) == 2:
            stuck.set()
            await asyncio.Event().wait()
        done.append(given[3])
        return await real(*given, **more)

    office.renderer.study = slow  # type: ignore[method-assign]
    await office.services.begin()
    await shown(office, code)
    await stuck.wait()
    assert "2 of 5 steps" in (await shown(office, code)).text
    await office.services.close()
    thoughts = len(engine.tasks)
    async with post_office(office.path, office.clock, office.messenger) as again:
        assert "2 of 5 steps" in (await shown(again, code)).text
        kept = [one.seq for one in await again.read(find, AnalysedStep)]
        assert kept == [1, 2]
        await again.deliver()
        assert (await shown(again, code)).picture is not None
        result = await row_of(again, code)
    assert len(engine.tasks) > thoughts
    async with post_office(office.path.parent / "other.sqlite3") as other:
        code = await over(other, "e7-e6", "d2-d3", "e6-e5")
        await shown(other, code)
        await other.deliver()
        whole = await row_of(other, code)
    assert result is not None and whole is not None and result.result == whole.result


async def test_what_was_taken_back_is_left_out(office: PostOffice) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    await office.services.gm.undo(code, MODERATOR, "again")
    for user, order in ((HOST, "d8-d7"), (GUEST, "d2-d3")):
        await office.send(code, user, order)
    await office.orders.declare(code, HOST, "concede")
    await shown(office, code)
    await office.deliver()
    row = await row_of(office, code)
    assert row is not None and row.result is not None
    steps = [turn["step"] for turn in row.result["turns"]]
    assert 1 not in steps and steps == sorted(steps)


@pytest.mark.parametrize("status", ["running", "broken off", "of one turn"])
async def test_where_there_is_nothing_to_analyse_that_is_said(office: PostOffice, status: str) -> None:
    code = await office.game()
    await office.send(code, HOST, "e7-e6")
    if status == "of one turn":
        await office.orders.declare(code, HOST, "concede")
    elif status == "broken off":
        await office.write(
            lambda tx: office.services.turns.break_off(
                tx, office.context.snapshot(tx, code), "why not", office.clock.now()
            )
        )
    with pytest.raises(Refused) as refused:
        await shown(office, code)
    said = {"running": text.RUNNING, "broken off": text.BROKEN_OFF, "of one turn": text.TOO_SHORT}[status]
    assert str(refused.value) == said(code=code)
    assert await office.read(find, Analysed) == [], "and nothing is queued"


async def test_a_step_that_fails_is_tried_again_and_then_given_up(office: PostOffice) -> None:
    code = await over(office)
    real, faults = office.renderer.study, [JobFailed("bang")] * analyses.TRIES

    async def failing(*given: Any, **more: Any) -> Any:
        if faults:
            raise faults.pop()
        return await real(*given, **more)

    office.renderer.study = failing  # type: ignore[method-assign]
    await shown(office, code)
    await office.deliver()
    for _ in range(analyses.TRIES):
        await office.pass_time(60)
    failed = await shown(office, code)
    assert text.FAILED(code=code) in failed.text and labels(failed) == ["Try again"]
    assert "0 of 4" in (await office.services.analyses.again(code)).text
    await office.deliver()
    assert (await shown(office, code)).picture is not None


async def test_it_is_part_of_the_record_once_it_is_there(office: PostOffice, engine: type[Quick]) -> None:
    engine.answer = answer
    code = await over(office, "e7-d6", "d2-d3")

    async def exported() -> dict[str, Any]:
        found: dict[str, Any] = json.loads(
            (await office.services.game_export.export(code, STRANGER)).files[0].data
        )
        return found

    assert "analysis" not in await exported()
    await shown(office, code)
    await office.deliver()
    row = await row_of(office, code)
    assert row is not None and (await exported())["analysis"] == row.result
    assert wrong(await exported()) == [], "docs/schema knows its form"


async def test_a_game_from_its_record_is_analysed_too(office: PostOffice) -> None:
    code = await over(office)
    file = (await office.services.game_export.export(code, HOST)).files[0].data
    asker = Asker(guild_id=1, user_id=HOST, manager=True)
    async with post_office(office.path.parent / "elsewhere.sqlite3") as other:
        await other.services.game_import.bring(asker, 500, file, "24h")
        [table] = [await other.table(one) for one in await _codes(other)]
        await shown(other, table.id)
        await other.deliver()
        assert (await shown(other, table.id)).picture is not None


async def _codes(office: PostOffice) -> list[str]:
    dumped = await office.dump()
    return [str(row[0]) for row in dumped["tables"]]


async def test_letters_are_nobodys_business(office: PostOffice) -> None:
    """The same game with other letters, or none, has the same analysis; no word of them is in it."""
    found = []
    for words in ("Hold Soho, and I support you", ""):
        async with post_office(office.path.parent / f"{len(found)}.sqlite3") as each:
            code = await new_york(each)
            if words:
                await each.services.letters.write(code, HOST, "all", words, source="1")
            for _ in range(2):
                await all_ready(each, code, {})
            users = [player.user_id for player in (await each.snapshot(code)).players]
            for user in users[1:]:
                await each.orders.declare(code, user, "concede")
            await shown(each, code)
            await each.deliver()
            row, told = await row_of(each, code), (await shown(each, code)).words
            assert row is not None and row.result is not None
            assert "Soho, and I" not in json.dumps(row.result) + told
            found.append(row.result)
    assert found[0] == found[1]
