"""Tables whose turns end at dates, or leave out days and hours: what becomes of that in a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.time_words import local
from tests.bot.clocks import MODERATOR, due, turn
from tests.bot.newyork import storm
from tests.bot.parts import (
    CHANNEL,
    DAY,
    GUEST,
    HOST,
    HOUR,
    FakeClock,
    PostOffice,
    idle,
    post_office,
)

MONDAY = 1_768_201_200.0
"""2026-01-12 07:00 UTC"""


@pytest.fixture
def office(office: PostOffice) -> PostOffice:
    office.clock.time = MONDAY
    return office


async def date(office: PostOffice, code: str) -> str:
    return f"{local(await due(office, code), 'UTC'):%a %d %H:%M}"


async def test_each_turn_ends_at_a_date(office: PostOffice) -> None:
    code = await office.game(deadline="Mon,Thu 20:00 UTC")
    assert await date(office, code) == "Mon 12 20:00"
    await office.pass_time(2 * HOUR)
    await office.send(code, HOST, "e7-e6")
    assert await date(office, code) == "Thu 15 20:00", "less than 12 hours would be left"
    await office.pass_time(2 * DAY)
    await office.send(code, GUEST, "a5-a6")
    assert await date(office, code) == "Thu 15 20:00"
    await office.orders.give(code, HOST, "e6-e5")
    await office.pass_time(DAY + 13 * HOUR)
    assert await turn(office, code) == 3 and await date(office, code) == "Mon 19 20:00"


async def test_choices_after_a_turn_have_a_time_of_their_own_and_then_it_is_the_same_date(
    office: PostOffice,
) -> None:
    code = await storm(office, deadline="Mon,Thu 20:00 UTC", options="adjustment=6")
    assert await date(office, code) == "Mon 12 13:00"
    await office.pass_time(6 * HOUR + 1)
    assert await date(office, code) == "Thu 15 20:00"


async def test_after_a_pause_no_turn_ends_in_days_that_do_not_count(office: PostOffice) -> None:
    code = await office.game(deadline="36h except weekends 22:00-08:00 UTC")
    assert await date(office, code) == "Tue 13 19:00"
    await office.services.gm.pause(code, MODERATOR, "a holiday")
    await office.pass_time(3 * DAY)
    await office.services.gm.resume(code, MODERATOR)
    assert await date(office, code) == "Fri 16 19:00"
    await office.services.gm.pause(code, MODERATOR, "another")
    await office.pass_time(4 * HOUR)
    await office.services.gm.resume(code, MODERATOR)
    assert await date(office, code) == "Mon 19 08:00", "23:00 is at night, and the morning on a Saturday"


async def test_the_time_that_an_outage_took_is_given_back_in_days_that_count(tmp_path: Path) -> None:
    clock = FakeClock(MONDAY + 4 * DAY)  # a Friday
    async with post_office(tmp_path / "f.sqlite3", clock) as office:
        code = await office.game(deadline="4h except weekends UTC")
        await office.deliver()
        messenger = office.messenger
        assert await date(office, code) == "Fri 16 11:00"
    clock.time += 21 * HOUR
    async with post_office(tmp_path / "f.sqlite3", clock, messenger) as office:
        await office.services.begin()
        await idle(office.services)
        assert await date(office, code) == "Mon 19 00:00"
        assert "Nobody could reach me for 21h" in messenger.texts()[-1]


async def test_the_lobby_says_what_was_agreed(office: PostOffice) -> None:
    table = await office.lobby(HOST, deadline="mondays, thursdays 8 pm rome")
    text = (await office.services.lobby.message(table.id)).words
    moment = int(MONDAY + 12 * HOUR)
    assert f"each turn ends Mon or Thu at 20:00 (Europe/Rome), <t:{moment}:t> for you" in text
    assert "· you choose your side" in text
    table = await office.lobby(HOST, channel=CHANNEL + 1, deadline="24h except weekends rome")
    text = (await office.services.lobby.message(table.id)).words
    assert "24h for each turn, not counting weekends (Europe/Rome) · you choose your side" in text
