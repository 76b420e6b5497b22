"""A stopped process, a machine that sleeps, a clock that jumps: the bot was not there, and did not notice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.engine import outages as giving_back
from bot.engine.outages import EVERY, GAP
from bot.storage.records import Value
from bot.storage.rows import save
from tests.bot.clocks import MODERATOR, due, due_in, logged, paused, player, row, said, turn
from tests.bot.leagues.league_parts import HALL, hall
from tests.bot.parts import CHANNEL, DAY, GUEST, HOST, HOUR, FakeClock, PostOffice, idle, post_office
from tests.bot.test_absences import gone, used
from tests.bot.transactions import writing
from tests.bot.votes import call, cast, newest

FORFEIT = "absence=forfeit grace=0"
YEAR = 365 * DAY


@pytest.fixture(autouse=True)
def stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeClock, "stops_bot", True)


async def outages(office: PostOffice, code: str) -> int:
    """How many outages the public log has."""
    return sum(entry.act == "outage" for entry in await logged(office, code))


async def on_a_beat(office: PostOffice) -> None:
    office.services.uptime._timer.now()


async def on_a_deadline(office: PostOffice) -> None:
    office.services.deadlines.wake()


async def on_an_order(office: PostOffice) -> None:
    """Somebody acts before the bot has noticed anything; that wakes all its jobs."""
    code = await office.game(channel=CHANNEL + 9)
    await office.send(code, HOST, "e7-e6")


async def on_the_way_down(office: PostOffice) -> None:
    office.services.uptime.lost()
    await office.services.reached()


WAYS = (on_a_beat, on_a_deadline, on_an_order, on_the_way_down)


# -- turns


@pytest.mark.parametrize("notices", WAYS)
async def test_a_stop_over_a_deadline_costs_nobody_the_game(
    office: PostOffice, notices: Callable[[PostOffice], Awaitable[None]]
) -> None:
    code = await office.game(options=FORFEIT)
    await office.deliver()
    await office.pass_time(DAY - 2 * HOUR)
    office.clock.time += 5 * HOUR
    await notices(office)
    await idle(office.services)
    assert (await office.table(code)).status == "playing" and await turn(office, code) == 0
    assert await due_in(office, code) == pytest.approx(2 * HOUR, abs=1), "what was left"
    assert said(office, "I was away") == said(office, "Nobody could reach me for 5h") == 1
    assert await outages(office, code) == 1 and not office.services.deadlines.held
    await office.sleep(HOUR / 2)
    assert await due_in(office, code) == pytest.approx(1.5 * HOUR, abs=1), "enough is left"
    assert await outages(office, code) == 1
    await office.pass_time(1.5 * HOUR + 1)
    assert (await office.table(code)).status == "over", "then nobody is excused any more"


async def test_a_bot_that_is_busy_was_there(office: PostOffice) -> None:
    code = await office.game(options=FORFEIT)
    await office.deliver()
    await office.pass_time(DAY - 50)
    for late in (EVERY, GAP - 1, GAP - 1):
        await office.sleep(late)
        assert not office.services.deadlines.held
    assert (await office.table(code)).status == "over" and await outages(office, code) == 0


async def test_signs_of_life_need_no_database(office: PostOffice) -> None:
    """A transaction that takes long keeps the stored sign back, not the one in memory."""
    code = await office.game(options=FORFEIT)
    await office.deliver()
    await office.pass_time(DAY - 50)
    async with writing(office.context.db):
        for _ in range(4):
            office.clock.time += EVERY
            office.services.uptime._timer.now()
            for _ in range(5):
                await asyncio.sleep(0)
    await office.wake()
    assert (await office.table(code)).status == "over" and await outages(office, code) == 0


async def test_grace_that_passes_in_a_sleep_is_given_back(office: PostOffice) -> None:
    code = await office.game(options="absence=forfeit grace=60")
    await office.deliver()
    await office.pass_time(DAY + 1)
    assert await due_in(office, code) == HOUR
    await office.sleep(9 * HOUR)
    assert await due_in(office, code) == pytest.approx(HOUR, abs=1), "it is the grace still"
    await office.pass_time(HOUR + 1)
    assert (await office.table(code)).status == "over"


async def test_no_deadline_moves_into_the_night(office: PostOffice) -> None:
    code = await office.game(options=FORFEIT, deadline="12h except 22:00-08:00 UTC")
    await office.deliver()
    left = await due_in(office, code) - HOUR
    await office.pass_time(left)
    await office.sleep(HOUR + 11 * HOUR)
    hour = (await due(office, code)) % DAY / HOUR
    assert await turn(office, code) == 0 and 8 <= hour <= 22


async def test_a_turn_that_ends_at_a_date_gets_its_time_back(office: PostOffice) -> None:
    code = await office.game(options=FORFEIT, deadline="daily 08:00,20:00 UTC")
    await office.deliver()
    left = await due_in(office, code)
    await office.pass_time(left - 3 * HOUR)
    await office.sleep(20 * HOUR)
    assert await due_in(office, code) == pytest.approx(3 * HOUR, abs=2)


async def test_nothing_is_given_back_in_a_pause(office: PostOffice) -> None:
    code = await office.game(options=FORFEIT)
    await office.deliver()
    await office.services.gm.pause(code, MODERATOR, "a holiday")
    before = await paused(office, code)
    await office.sleep(3 * DAY)
    assert await paused(office, code) == before and await outages(office, code) == 0


async def test_a_pause_that_ends_in_a_sleep_leaves_what_was_left(office: PostOffice) -> None:
    code = await office.game(options=FORFEIT)
    await office.deliver()
    await office.pass_time(4 * HOUR)
    await office.services.gm.pause(code, MODERATOR, "a holiday", "2d")
    await office.sleep(9 * DAY)
    await office.wake()
    assert await paused(office, code) is None and await due_in(office, code) == pytest.approx(
        20 * HOUR, abs=2
    )


async def test_all_were_ready_before_it(office: PostOffice) -> None:
    """Nobody is waited for: the turn resolves, as after any outage."""
    code = await office.game(options=f"{FORFEIT} enhanced=1 undo=600")
    await office.deliver()
    for user, order in ((HOST, "enhance e7"), (GUEST, "enhance a1")):
        await office.send(code, user, order)
    assert await turn(office, code) == 0
    await office.sleep(3 * DAY)
    assert await turn(office, code) == 1 and (await office.table(code)).status == "playing"


async def test_a_reminder_comes_for_the_deadline_as_it_is_now(office: PostOffice) -> None:
    code = await office.game(options=FORFEIT)
    await office.deliver()
    await office.pass_time(23 * HOUR + 1800)
    before = [text for text in office.messenger.dms(HOST) if "⏰" in text]
    await office.sleep(5 * HOUR)
    assert [text for text in office.messenger.dms(HOST) if "⏰" in text] == before
    left = await due_in(office, code)
    await office.pass_time(left - left / 8)
    texts = [text for text in office.messenger.dms(HOST) if "⏰" in text]
    assert len(texts) == len(before) + 1 and f"<t:{round(await due(office, code))}:f>" in texts[-1]


async def test_a_deadline_that_moves_waits_for_absences(office: PostOffice) -> None:
    began = office.clock.time
    await gone(office, HOST, 1.5, 5)
    code = await office.game(options=f"{FORFEIT} vacation=7")
    await office.deliver()
    await office.pass_time(DAY - HOUR)
    await office.sleep(DAY)
    assert await due(office, code) == pytest.approx(began + 5 * DAY, abs=1)
    assert 2.9 < await used(office, code, HOST) <= 4


# -- one outage, however often it is seen


async def test_until_discord_is_there_again_nothing_is_due(office: PostOffice) -> None:
    """A found gap asks for a new connection, and what follows is the same outage."""
    code, services, asked = await office.game(options=FORFEIT), office.services, list[float]()
    await office.deliver()

    def renew() -> bool:
        asked.append(office.clock.time)
        return True

    services.uptime.renew = renew
    await office.pass_time(DAY - HOUR)
    before = await due(office, code)
    await office.sleep(5 * HOUR)
    assert len(asked) == 1 and services.deadlines.held and await due(office, code) == before
    services.uptime.lost()  # the old connection ends
    await office.sleep(HOUR)
    assert len(asked) == 1 and services.deadlines.held and await turn(office, code) == 0
    await services.reached()
    await idle(services)
    assert await due(office, code) == pytest.approx(before + 6 * HOUR, abs=1)
    assert await outages(office, code) == 1 == said(office, "I was away")


@pytest.mark.parametrize("first", ["lost", "gap"])
async def test_a_connection_that_ends_at_the_same_moment_is_not_renewed(
    office: PostOffice, first: str
) -> None:
    code, services, asked = await office.game(options=FORFEIT), office.services, list[int]()
    await office.deliver()
    services.uptime.renew = lambda: bool(asked.append(1)) or True
    await office.pass_time(DAY - HOUR)
    before = await due(office, code)
    office.clock.time += 5 * HOUR
    if first == "gap":
        services.uptime.look()
    services.uptime.lost()
    await services.reached()
    await idle(services)
    assert not asked and await due(office, code) == pytest.approx(before + 5 * HOUR, abs=1)
    assert await outages(office, code) == 1


async def test_a_sleep_while_the_connection_is_lost_is_the_same_outage(office: PostOffice) -> None:
    code = await office.game(options=FORFEIT)
    await office.deliver()
    await office.pass_time(DAY - HOUR)
    before = await due(office, code)
    office.services.uptime.lost()
    for _ in range(3):
        await office.sleep(4 * HOUR)
    await office.services.reached()
    await idle(office.services)
    assert await due(office, code) == pytest.approx(before + 12 * HOUR, abs=1)
    assert await outages(office, code) == 1


async def test_a_kill_between_the_sleep_and_the_credit_forgets_nothing(tmp_path: Path) -> None:
    path = tmp_path / "f.sqlite3"
    async with post_office(path) as office:
        code = await office.game(options=FORFEIT)
        await office.deliver()
        await office.pass_time(DAY - HOUR)
        before, clock, messenger = await due(office, code), office.clock, office.messenger
        office.services.uptime._timer.now()
        await idle(office.services)
        office.services.uptime.renew = lambda: True
        await office.sleep(5 * HOUR)
    clock.time += HOUR
    async with post_office(path, clock, messenger) as office:
        await office.services.begin()
        await idle(office.services)
        assert await due(office, code) == pytest.approx(before + 6 * HOUR, abs=1)
        assert await outages(office, code) == 1


async def test_a_kill_while_the_time_is_given_back_gives_none_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of two tables has its time back when the process dies; then another outage follows."""
    path = tmp_path / "f.sqlite3"
    async with post_office(path) as office:
        codes = [await office.game(options=FORFEIT, channel=CHANNEL + number) for number in range(2)]
        await office.deliver()
        await office.pass_time(DAY - 2 * HOUR)
        office.services.uptime._timer.now()
        await idle(office.services)
        before, clock, messenger = await due(office, codes[0]), office.clock, office.messenger
        give = giving_back.turn

        async def killed(context: Any, row: Any, gone_at: float, now: float) -> None:
            if said(office, "I was away"):
                raise asyncio.CancelledError
            await give(context, row, gone_at, now)
            await office.deliver()

        monkeypatch.setattr(giving_back, "turn", killed)
        office.services.uptime.lost()
        clock.time += 5 * HOUR
        with pytest.raises(asyncio.CancelledError):
            await office.services.reached()
        monkeypatch.setattr(giving_back, "turn", give)
    clock.time += 5 * HOUR
    async with post_office(path, clock, messenger) as office:
        await office.services.begin()
        await idle(office.services)
        for code in codes:
            assert await due(office, code) == pytest.approx(before + 10 * HOUR, abs=2)


async def test_a_deadline_that_is_set_in_an_outage_gets_no_more(office: PostOffice) -> None:
    """The last order of a turn comes just before the bot hears that it is lost."""
    code = await office.game(options=FORFEIT, deadline="4h")
    await office.deliver()
    office.services.uptime.lost()
    await office.sleep(10 * HOUR)
    await office.send(code, HOST, "e7-e6")  # Discord is back, and the bot does not know it yet
    until = await due(office, code)
    await office.services.reached()
    await idle(office.services)
    assert await due(office, code) == until and await outages(office, code) == 0


# -- votes, leagues


@pytest.mark.parametrize("presses", [True, False])
async def test_a_vote_gets_its_time_back(office: PostOffice, presses: bool) -> None:
    code = await office.game(deadline="9d")
    await call(office, code, HOST, "pause", "1d")
    await office.deliver()
    await office.pass_time(20 * HOUR)
    office.clock.time += 30 * HOUR
    if not presses:
        await office.wake()
        vote = await newest(office, code)
        assert vote.status == "open" and vote.lapses_at - office.clock.time == pytest.approx(4 * HOUR, abs=1)
        await office.pass_time(10)
        assert any(f"Open until <t:{round(vote.lapses_at)}:f>" in text for text in office.messenger.texts())
    assert "passed" in await cast(office, code, GUEST) and await paused(office, code) is not None


async def test_a_vote_lapses_all_the_same(office: PostOffice) -> None:
    code = await office.game(deadline="9d")
    await call(office, code, HOST, "pause", "1d")
    await office.deliver()
    await office.pass_time(20 * HOUR)
    await office.sleep(30 * HOUR)
    await office.pass_time(4 * HOUR + 60)
    assert (await newest(office, code)).status == "lapsed" and await row(office, code, "vote") is None


async def test_sign_up_stays_open(tmp_path: Path) -> None:
    async with hall(tmp_path / "f.sqlite3") as place:
        code, office = await place.league(4, start=False), place.office
        await office.pass_time(7 * DAY - 3 * HOUR)
        await office.sleep(2 * DAY)
        league = await place.row(code)
        assert league.status == "signup"
        assert league.next_at == pytest.approx(office.clock.time + 3 * HOUR, abs=1)
        assert any("sign up until" in text for text in office.messenger.texts(HALL))
        await place.services.signup.join(code, 150, "Late")
        await office.pass_time(3 * HOUR + 1)
        assert (await place.row(code)).status == "running"


async def test_a_season_does_not_end_in_a_sleep(tmp_path: Path) -> None:
    async with hall(tmp_path / "f.sqlite3") as place:
        code, office = await place.league(4, plan="season=20 pace=results", deadline="60d"), place.office
        await office.pass_time(20 * DAY - 3 * HOUR)
        await office.sleep(2 * DAY)
        games = [fixture for fixture in await place.fixtures(code) if fixture.status == "playing"]
        assert games and (await place.row(code)).status == "running"
        assert any("the season lasts until" in text for text in office.messenger.texts(HALL))
        await place.lose(games[0])
        await office.pass_time(3 * HOUR - 60)
        assert (await place.row(code)).status == "running" and len(await place.fixtures(code)) == 2
        await office.pass_time(120)
        assert (await place.row(code)).status == "over"


async def test_a_league_waits_while_nobody_can_sign_up(tmp_path: Path) -> None:
    async with hall(tmp_path / "f.sqlite3") as place:
        code, office = await place.league(4, start=False), place.office
        await office.pass_time(7 * DAY - 3 * HOUR)
        office.services.uptime.lost()
        await office.pass_time(9 * HOUR)
        assert (await place.row(code)).status == "signup"
        await office.services.reached()
        await idle(office.services)
        assert (await place.row(code)).next_at == pytest.approx(office.clock.time + 3 * HOUR, abs=1)


# -- a clock that is set


async def test_a_clock_that_goes_back_and_forth_credits_only_what_is_past(office: PostOffice) -> None:
    code = await office.game(options=FORFEIT)
    await office.deliver()
    await office.pass_time(DAY - HOUR)
    before = await due(office, code)
    await office.sleep(-40 * YEAR)
    assert not office.services.deadlines.held, "no outage of less than nothing"
    await office.pass_time(60)
    assert await due(office, code) == before
    await office.sleep(40 * YEAR + 2 * HOUR)
    assert await due(office, code) == pytest.approx(before + 2 * HOUR + 60, abs=1)
    assert (await office.table(code)).status == "playing" and await outages(office, code) == 1


async def test_a_start_with_a_clock_that_is_behind_credits_no_years(tmp_path: Path) -> None:
    path = tmp_path / "f.sqlite3"
    async with post_office(path) as office:
        code = await office.game(options=FORFEIT)
        await office.deliver()
        await office.pass_time(DAY - HOUR)
        before, clock, messenger = await due(office, code), office.clock, office.messenger
    clock.time += 3 * HOUR - 40 * YEAR
    async with post_office(path, clock, messenger) as office:
        await office.services.begin()
        await office.pass_time(30)
        assert await due(office, code) == before and await outages(office, code) == 0
    async with post_office(path, clock, messenger) as office:  # once more, still behind
        await office.services.begin()
        await idle(office.services)
        await office.sleep(40 * YEAR)
        assert await due(office, code) == pytest.approx(before + 3 * HOUR + 30, abs=2)
        assert await outages(office, code) == 1


async def test_an_outage_is_found_after_the_clock_was_set_back(tmp_path: Path) -> None:
    path = tmp_path / "f.sqlite3"
    async with post_office(path) as office:
        await office.services.begin()
        await office.sleep(-10 * DAY)
        code = await office.game(options=FORFEIT)
        await office.deliver()
        await office.pass_time(DAY - HOUR)
        before, clock, messenger = await due(office, code), office.clock, office.messenger
    clock.time += 5 * HOUR
    async with post_office(path, clock, messenger) as office:
        await office.services.begin()
        await idle(office.services)
        assert await due(office, code) == pytest.approx(before + 5 * HOUR, abs=1)


async def test_what_a_clock_that_was_ahead_has_set_does_not_last_for_ever(office: PostOffice) -> None:
    """A year ahead, and set right: turns that began or were moved then, all ready, votes and pauses."""
    services, clock = office.services, office.clock
    moved = await office.game(options=FORFEIT)
    await office.deliver()
    await office.pass_time(DAY - HOUR)
    await office.sleep(YEAR)
    assert await due_in(office, moved) == pytest.approx(HOUR, abs=1)
    began = await office.game(options=FORFEIT, channel=CHANNEL + 1)
    ready = await office.game(options=f"{FORFEIT} enhanced=1 undo=600", channel=CHANNEL + 2)
    resting = await office.game(options=FORFEIT, channel=CHANNEL + 3)
    await office.deliver()
    for user, order in ((HOST, "enhance e7"), (GUEST, "enhance a1")):
        await office.send(ready, user, order)
    await call(office, began, HOST, "extend")
    await services.gm.pause(resting, MODERATOR, "a holiday", "2d")
    await office.sleep(-YEAR)
    assert await due_in(office, began) > YEAR, "who is right, the clock then or now?"
    await services.uptime.told_time(clock.time + YEAR)
    assert await due_in(office, began) > YEAR, "Discord does not say that it is right now"
    await services.uptime.told_time(clock.time)
    await idle(services)
    assert await due_in(office, moved) == pytest.approx(HOUR, abs=2)
    assert await due_in(office, began) == pytest.approx(DAY, abs=2)
    assert (await newest(office, began)).lapses_at - clock.time == pytest.approx(DAY, abs=2)
    stopped = await paused(office, resting)
    assert stopped is not None and stopped.until is not None
    assert stopped.until - clock.time == pytest.approx(2 * DAY, abs=2)
    assert said(office, "My clock was ahead") == 1
    assert [entry.act for entry in await logged(office, began)] == ["clock"]
    await office.pass_time(601)
    assert await turn(office, ready) == 1
    await office.pass_time(2 * DAY)
    assert await paused(office, resting) is None
    assert {(await office.table(code)).status for code in (moved, began)} == {"over"}
    left = [post for post in await office.posts() if post.status in ("queued", "sending")]
    assert not left, "no post waits for a year"


async def test_the_stored_sign_of_life_is_read_as_older_versions_wrote_it(tmp_path: Path) -> None:
    path = tmp_path / "f.sqlite3"
    async with post_office(path) as office:
        code = await office.game(options=FORFEIT)
        await office.deliver()
        before, clock, messenger = await due(office, code), office.clock, office.messenger
    async with post_office(path, clock, messenger) as office:
        await office.write(save, Value(key="alive", value=repr(clock.time)))
        clock.time += 2 * DAY
        await office.services.begin()
        await idle(office.services)
        assert await due(office, code) == pytest.approx(before + 2 * DAY, abs=1)
        assert (await player(office, code, HOST)).missed == 0
