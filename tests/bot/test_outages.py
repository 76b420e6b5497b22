"""Outages: deadlines that come near, and what happens while the time is given back."""

import asyncio
from pathlib import Path

import pytest

from bot.engine.snapshot import GameSnapshot
from bot.storage.database import Tx
from tests.bot.clocks import NEAR, due, player
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, HOUR, PostOffice, idle, post_office


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
        await office.services.begin()
        await idle(office.services)
        assert await due(office, code) - clock.time == pytest.approx(after, abs=NEAR)
        told = "the deadline is close" in messenger.texts()[-1]
        assert told == (abs(after - (left - outage)) > 1)


async def test_no_deadline_passes_before_the_outage_is_credited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first press wakes the clock while the bot still begins."""
    path = tmp_path / "f.sqlite3"
    async with post_office(path, defaults={"grace": 0, "undo": 600}) as office:
        passed = await office.game()
        ready = await office.game(channel=CHANNEL + 1, options="enhanced=1")
        await office.deliver()
        await office.pass_time(DAY - HOUR)
        for user, order in ((HOST, "enhance e7"), (GUEST, "enhance a1")):
            await office.send(ready, user, order)
        before = await due(office, passed)
        clock, messenger = office.clock, office.messenger
    clock.time += 2 * HOUR
    async with post_office(path, clock, messenger) as office:
        services = office.services

        async def woken() -> None:
            services.context.db.wake_all()
            await idle(services)
            assert (await office.table(ready)).turn == 0
            assert await due(office, passed) == before

        monkeypatch.setattr(services.reminders, "begin", woken)
        await woken()
        await services.begin()
        await idle(services)
        assert await due(office, passed) == pytest.approx(before + 2 * HOUR, abs=1)
        assert (await player(office, passed, HOST)).missed == 0
        assert (await office.table(ready)).turn == 1


async def test_a_connection_lost_while_an_outage_is_credited_is_not_forgotten(office: PostOffice) -> None:
    codes = [await office.game(channel=CHANNEL + number) for number in range(2)]
    await office.deliver()
    began = await due(office, codes[0])
    services = office.services
    services.uptime.lost()
    office.clock.time += DAY + 2 * HOUR
    async with services.context.lock(codes[1]):  # it is under way
        reached = asyncio.create_task(services.reached())
        while await due(office, codes[0]) == began:  # noqa: ASYNC110 - nothing tells it
            await asyncio.sleep(0)
        services.uptime.lost()
    await reached
    once = [await due(office, code) for code in codes]
    assert min(once) > office.clock.time
    await office.pass_time(3 * DAY)
    assert [await due(office, code) for code in codes] == once, "nobody can act"
    await services.reached()
    await idle(services)
    for code, was in zip(codes, once, strict=True):
        assert await due(office, code) == pytest.approx(was + 3 * DAY, abs=1)
        assert (await player(office, code, HOST)).missed == 0
    assert sum("I was away" in text for text in office.messenger.texts()) == 2


async def test_a_connection_lost_while_the_bot_begins_is_not_forgotten(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, services = await office.game(), office.services

    async def lost() -> None:
        services.uptime.lost()

    monkeypatch.setattr(services.reminders, "begin", lost)
    await services.begin()
    before = await due(office, code)
    await office.pass_time(2 * DAY)
    assert await due(office, code) == before, "nobody can act"
    await services.reached()
    assert await due(office, code) == pytest.approx(before + 2 * DAY, abs=1)
    assert not services.deadlines.held


async def test_a_table_that_cannot_be_credited_keeps_none_of_the_others_waiting(
    office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = [await office.game(channel=CHANNEL + number) for number in range(2)]
    await office.deliver()
    services = office.services
    snapshot = services.context.snapshot

    def broken(tx: Tx, table_id: str, seq: int | None = None) -> GameSnapshot:
        if table_id == codes[0]:
            raise ValueError
        return snapshot(tx, table_id, seq)

    services.uptime.lost()
    await office.pass_time(DAY + HOUR)
    monkeypatch.setattr(services.context, "snapshot", broken)
    await services.reached()
    assert await due(office, codes[1]) > office.clock.time and not services.deadlines.held
