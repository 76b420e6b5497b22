"""Outages that a deadline does not pass in, but comes near."""

from pathlib import Path

import pytest

from tests.bot.clocks import NEAR, due
from tests.bot.parts import HOUR, idle, post_office


@pytest.mark.parametrize(
    ("left", "outage", "after"),
    [
        (10 * HOUR + 60, 10 * HOUR, HOUR),  # a minute left: an hour, as after one that passed
        (10 * HOUR + 60, 10 * HOUR - HOUR, HOUR + 60),  # enough is left: it stays
        (90.0, 70.0, 90.0),  # they had no more before it, and have that again
        (90.0, 30.0, 60.0),  # a moment moves nothing that did not pass in it
    ],
)
async def test_a_deadline_that_comes_near_leaves_time_to_act(
    tmp_path: Path, left: float, outage: float, after: float
) -> None:
    path = tmp_path / "f.sqlite3"
    async with post_office(path) as office:
        code = await office.game(deadline="24h")
        await office.deliver()
        office.clock.time += 24 * HOUR - left
        clock, messenger = office.clock, office.messenger
    clock.time += outage
    async with post_office(path, clock, messenger) as office:
        await office.house.begin()
        await idle(office.house)
        assert await due(office, code) - clock.time == pytest.approx(after, abs=NEAR)
        told = "the deadline came near" in messenger.texts()[-1]
        assert told == (abs(after - (left - outage)) > 1)
