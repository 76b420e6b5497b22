"""The puzzle of the day on the web: its solution is told when every server has had it, and not before."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.common.clock import DAY
from bot.features.puzzles.stock import day_of, of_day
from bot.web.facts import PUZZLE_DAYS, PUZZLE_TOLD
from tests.web.parts import Web, house_with_pages


@pytest.fixture
async def web(tmp_path: Path) -> AsyncIterator[Web]:
    async with house_with_pages(tmp_path / "games.sqlite3") as made:
        yield made


async def test_the_puzzle_of_the_day(web: Web) -> None:
    browser, today = web.browser(), day_of(web.office.clock.time)
    page = await (await browser.get("/puzzles")).text()
    assert page == await (await browser.get(f"/puzzles/{today}")).text()
    assert "/puzzle" in page and web.services.context.games[of_day(today).game].name in page
    picture = re.search(r'(?<=img class="board" src=")/puzzles/pictures/[0-9a-f]{32}', page)
    assert picture and (await browser.get(picture[0])).status == 200
    for day in (today + 1, today - PUZZLE_DAYS, 0):
        assert (await browser.get(f"/puzzles/{day}")).status == 404


async def test_no_solution_before_every_server_has_had_the_puzzle(web: Web) -> None:
    """A server posts at its own hour: the last one a day after the first one."""
    browser, today = web.browser(), day_of(web.office.clock.time)
    for late in range(3):
        web.office.clock.time = (today + late) * DAY + (DAY - 60 if late == 1 else 60)
        told = late >= PUZZLE_TOLD
        for path in (f"/puzzles/{today}", f"/api/v1/puzzles/{today}"):
            body = await (await browser.get(path)).text()
            assert (of_day(today).solution in body) == told, (late, path)
            assert (of_day(today).line in body.replace("&#39;", "'")) == told, (late, path)


async def test_pictures_are_there_after_a_restart(web: Web) -> None:
    browser = web.browser()
    page = await (await browser.get("/puzzles")).text()
    picture = re.search(r"/puzzles/pictures/[0-9a-f]{32}", page)
    web.server.site.pictures._asked.clear()
    assert picture and (await browser.get(picture[0])).status == 200
    assert (await browser.get("/puzzles/pictures/" + "0" * 32)).status == 404


async def test_puzzles_for_programs(web: Web) -> None:
    browser = web.browser()
    listed = (await (await browser.get("/api/v1/puzzles")).json())["items"]
    assert len(listed) == PUZZLE_DAYS and listed[0]["solution"] is None and listed[-1]["solution"]
    one = await (await browser.get(f"/api/v1/puzzles/{listed[5]['day']}")).json()
    assert one == listed[5]
