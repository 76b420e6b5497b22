"""A league from its sign-up to its final table, on the service alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.common.clock import HOUR
from bot.common.errors import Refused
from bot.engine.schedule import read_spec
from bot.features.leagues import store as league_store
from bot.features.leagues.plan import Plan, default
from bot.features.leagues.season import results
from bot.features.leagues.season import text as words
from bot.features.leagues.season.dates import first_round
from bot.features.leagues.season.rounds import Rounds
from bot.features.leagues.season_snapshot import Season
from bot.outbox.messenger import Unsure
from tests.bot.leagues.league_parts import Hall, Threads, asker, hall, like
from tests.bot.leagues.test_standings import GAMES
from tests.bot.parts import DAY


@pytest.mark.postgresql
async def test_a_round_robin_from_sign_up_to_the_final_table(place: Hall) -> None:
    code = await place.league(4, plan="pace=results")
    rounds = 0
    while await place.status(code) == "running":
        rounds += 1
        assert (await place.row(code)).round == rounds
        assert await place.play_round(code) == 2
    assert (rounds, await place.status(code)) == (3, "over")
    season = await place.season(code)
    met = sorted(tuple(sorted(fixture.numbers)) for fixture in season.fixtures)
    assert met == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    assert len(place.threads.made) == 6
    assert len(place.posted(words.WINNER)) == 1
    assert len(place.posted(words.ROUND_OVER)) == 2  # the last has the final table
    assert place.posted(words.SEED)


async def test_who_joins_elsewhere_while_the_first_round_is_drawn_plays(
    place: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process has no lock of this one's: what was drawn without them is not stored."""
    code = await place.league(4, start=False, plan="pace=results")
    begin, late = Rounds._begin, [201, 202]

    async def beginning(rounds: Rounds, season: Season, now: float) -> bool:
        while late:
            user = late.pop()
            entrant = replace(season.entrants[0], user_id=user, name=f"L{user}")
            await place.services.context.db.write(league_store.add_entrant, entrant)
        return await begin(rounds, season, now)

    monkeypatch.setattr(Rounds, "_begin", beginning)
    await place.services.organise.start(code, asker())
    await place.office.pass_time(0)
    assert await place.status(code) == "running"
    season = await place.season(code)
    assert {entrant.user_id for entrant in season.active} == {101, 102, 103, 104, 201, 202}
    assert len(await place.fixtures(code, 1)) == 3


@pytest.mark.parametrize(("pace", "after_a_week"), [("dates", 2), ("wait", 1)])
async def test_a_round_begins_at_its_date_or_waits_for_late_games(
    place: Hall, pace: str, after_a_week: int
) -> None:
    code = await place.league(4, plan=f"calendar=7d pace={pace}", deadline="30d")
    first, late = await place.fixtures(code, 1)
    await place.lose(first)
    await place.office.pass_time(DAY)
    assert (await place.row(code)).round == 1
    await place.week()
    assert (await place.row(code)).round == after_a_week
    await place.lose(late)
    await place.office.pass_time(0)
    assert (await place.row(code)).round == 2
    assert all(fixture.status == "done" for fixture in await place.fixtures(code, 1))


async def test_when_the_season_is_over_late_games_end_as_draws(place: Hall) -> None:
    code = await place.league(4, plan="calendar=7d season=20", deadline="30d")
    for _ in range(3):
        await place.week()
    league, season = await place.row(code), await place.season(code)
    assert league.status == "over"
    assert [fixture.result and fixture.result["places"] for fixture in season.fixtures] == [[1, 1]] * 6


async def test_who_leaves_is_paired_no_more_and_the_opponents_have_walkovers(place: Hall) -> None:
    code = await place.league(4, plan="pace=results")
    assert await place.services.signup.leaving(code, 101) is not None
    await place.services.signup.withdraw(code, 101)
    with pytest.raises(Refused, match=like(words.HAS_BEGUN)):
        await place.services.signup.join(code, 101, "P101")
    await place.play_on(code)
    season = await place.season(code)
    gone = next(entrant for entrant in season.entrants if entrant.user_id == 101)
    later = [fixture for fixture in season.fixtures if fixture.round > 1]
    assert all(gone.number not in fixture.numbers for fixture in later)
    assert [fixture.result and fixture.result["kind"] for fixture in later].count("walkover") == 2


async def test_who_loses_games_by_absence_is_out(place: Hall) -> None:
    code = await place.league(4, plan="pace=results out=1", options="absence=forfeit grace=0")
    await place.office.pass_time(DAY + 60)
    season = await place.season(code)
    forfeits = [fixture.result and fixture.result["forfeits"] for fixture in season.fixtures[:2]]
    assert forfeits == [[True, False], [True, False]]
    out = [entrant.why for entrant in season.entrants if entrant.status == "out"]
    assert out == [results.ABSENT] * 2
    assert len(place.posted(words.ABSENT, n=1)) == 2


async def test_a_weekly_digest_comes_by_itself(place: Hall) -> None:
    code = await place.league(4, plan="calendar=7d", deadline="30d")
    await place.lose((await place.fixtures(code))[0])
    await place.week()
    assert len(place.posted(words.WEEK, n=1)) == len(place.posted(words.WEEK)) == 1


async def test_three_seats_are_drawn_and_points_are_by_place(place: Hall) -> None:
    code = await place.league(6, game="nme", plan="rounds=2 pace=results")
    assert (await place.season(code)).plan.points == ("4", "3", "2", "1", "0")
    assert [len(fixture.numbers) for fixture in await place.fixtures(code)] == [3, 3]
    numbers = [number for fixture in await place.fixtures(code, 1) for number in fixture.numbers]
    assert len(numbers) == len(set(numbers))


async def test_a_fault_in_one_league_pauses_it_and_stops_no_other(
    place: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = await place.league(4, plan="pace=results")
    good = await place.league(4, plan="pace=results")
    rounds, go_on = place.services.seasons._rounds, Rounds._go_on

    async def fails(season: Season, due: bool, now: float) -> bool:
        if season.league.id == bad:
            raise ValueError("a fault of ours")
        return await go_on(rounds, season, due, now)

    monkeypatch.setattr(rounds, "_go_on", fails)
    for code in (bad, good):
        await place.play_round(code)
    assert [await place.status(code) for code in (bad, good)] == ["paused", "running"]
    assert (await place.row(good)).round == 2
    monkeypatch.undo()
    await place.services.organise.resume(bad, asker())
    await place.office.pass_time(0)
    assert (await place.row(bad)).round == 2


MONDAYS = "calendar=Mon 20:00 UTC"


def monday(now: float) -> float:
    """The next Monday, 20:00, from this moment on."""
    found = datetime.fromtimestamp(now, UTC).replace(hour=20, minute=0, second=0, microsecond=0)
    while found.weekday() != 0 or found.timestamp() < now:
        found += timedelta(1)
    return found.timestamp()


async def _at(place: Hall, moment: float) -> None:
    await place.office.pass_time(moment - place.office.clock.time)


async def test_it_waits_for_the_first_date(place: Hall) -> None:
    signup = monday(place.office.clock.time) + DAY  # it closes on a Tuesday
    until = f"{datetime.fromtimestamp(signup, UTC):%Y-%m-%d %H:%M}"
    code = await place.league(4, start=False, plan=f"{MONDAYS} season=20", signup=until, deadline="9d")
    begins = f"<t:{monday(signup):.0f}:"
    assert f"Round 1 begins {begins}" in (await place.services.signup.message(code)).words
    assert f"Round 1 begins {begins}" in await place.page("show", code)
    assert f"Round 1 begins {begins}" in await place.services.signup.join(code, 200, "Late")
    await place.services.signup.withdraw(code, 200)
    await _at(place, signup + HOUR)
    league = await place.row(code)
    assert (league.status, league.round, league.next_at) == ("running", 0, monday(signup))
    assert [text for text in place.posted(words.BEGINS_LATER) if f"Round 1 begins {begins}" in text]
    assert f"Round 1 begins {begins}" in (await place.services.signup.message(code)).words
    assert f"round 1 begins {begins}" in await place.page("show", code)
    assert await place.fixtures(code) == []
    with pytest.raises(Refused, match=like(words.HAS_BEGUN)):
        await place.services.signup.join(code, 201, "Too late")
    await place.services.signup.withdraw(code, 104)
    await _at(place, monday(signup) - 60)
    assert (await place.row(code)).round == 0
    await _at(place, monday(signup))
    league = await place.row(code)
    assert league.started_at is not None
    assert (league.round, round(league.started_at)) == (1, monday(signup))
    assert league.next_at == monday(signup) + 7 * DAY
    games = await place.fixtures(code)
    assert sorted(len(fixture.numbers) for fixture in games) == [1, 2], "who left has no game"
    ends = f"the season ends <t:{monday(signup) + 20 * DAY:.0f}:"
    assert ends in await place.page("show", code), "its days count from round 1"


async def test_an_early_end_of_the_sign_up_begins_nothing_before_its_date(place: Hall) -> None:
    code = await place.league(4, start=False, plan=MONDAYS)
    date = monday(place.office.clock.time)
    said = await place.services.organise.start(code, asker())
    assert f"Round 1 begins <t:{date:.0f}:" in said and "`/league start` again" in said
    await place.office.pass_time(0)
    assert ((await place.row(code)).round, await place.fixtures(code)) == (0, [])
    assert await place.services.organise.start(code, asker()) == words.ROUND_1_NOW
    await place.office.pass_time(0)
    league = await place.row(code)
    assert (league.round, league.next_at) == (1, date), "the next one keeps to the calendar again"
    with pytest.raises(Refused, match=like(words.HAS_BEGUN)):
        await place.services.organise.start(code, asker())


async def test_another_calendar_holds_for_round_1_as_well(place: Hall) -> None:
    code = await place.league(4, plan=MONDAYS)
    now = place.office.clock.time
    assert (await place.row(code)).round == 0
    said = await place.edit(code, "calendar=daily 06:00 UTC season=9")
    league = await place.row(code)
    assert league.next_at is not None and now < league.next_at <= now + DAY
    assert f"the next round begins <t:{league.next_at:.0f}:" in said
    assert f"the season ends <t:{league.next_at + 9 * DAY:.0f}:" in said
    await place.edit(code, "calendar=7d")
    assert (await place.row(code)).round == 1, "a span has no dates to wait for"


@pytest.mark.parametrize(
    ("calendar", "pace", "closes", "begins"),
    [
        ("7d", "dates", "2026-03-03 10:00", "2026-03-03 10:00"),
        ("Mon 20:00 UTC", "dates", "2026-03-03 10:00", "2026-03-09 20:00"),
        ("Mon 20:00 UTC", "wait", "2026-03-02 19:59", "2026-03-02 20:00"),
        ("Mon 20:00 UTC", "dates", "2026-03-02 20:00", "2026-03-02 20:00"),
        ("Mon,Thu 20:00 Europe/Rome", "dates", "2026-03-28 00:00", "2026-03-30 18:00"),
        ("Mon 20:00 UTC", "results", "2026-03-03 10:00", "2026-03-03 10:00"),
        ("7d except weekends UTC", "dates", "2026-03-07 10:00", "2026-03-09 00:00"),
    ],
)
def test_the_first_date(calendar: str, pace: str, closes: str, begins: str) -> None:
    found = Plan.read(
        {**default(GAMES["cic"], {}).stored(), "calendar": str(read_spec(calendar)), "pace": pace}
    )
    assert first_round(found, _moment(closes)) == _moment(begins)


def _moment(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


async def _cut_off(place: Hall, code: str) -> None:
    """Games end, and are noted; then the process is gone."""

    async def nothing(league_id: str) -> None:
        pass

    place.services.seasons._advance = nothing
    for fixture in await place.fixtures(code):
        if fixture.status == "playing":
            await place.lose(fixture)
    await place.office.pass_time(0)
    assert all(fixture.status == "done" for fixture in await place.fixtures(code))


@pytest.mark.postgresql
async def test_killed_between_the_last_result_and_the_next_round(tmp_path: Path) -> None:
    threads, path = Threads(), tmp_path / "a.sqlite3"
    async with hall(path, threads=threads) as place:
        code = await place.league(4, plan="pace=results")
        await _cut_off(place, code)
    async with hall(path, threads=threads) as place:
        await place.office.pass_time(1)
        assert ((await place.row(code)).round, len(threads.made)) == (2, 4)
        await place.play_round(code)
        await _cut_off(place, code)
    async with hall(path, threads=threads) as place:
        await place.office.pass_time(1)
        assert await place.status(code) == "over"


async def test_a_walkover_in_the_last_game_lets_the_next_round_begin(place: Hall) -> None:
    code = await place.league(4, plan="pace=results", start=False)
    make = place.threads.make

    async def busy(*given: Any) -> Any:
        """Discord has no thread for the first game."""
        if "P101" in given[2]:
            raise Unsure("busy", 5.0)
        return await make(*given)

    place.threads.make = busy  # type: ignore[method-assign]
    await place.begin(code)
    assert await place.play_round(code) == 1
    await place.services.organise.remove(code, asker(), 101, "gone")
    place.threads.make = make  # type: ignore[method-assign]
    await place.office.pass_time(60)
    assert (await place.row(code)).round == 2


async def test_a_game_that_cannot_be_ended_is_tried_again_later_and_may_be_ruled(
    place: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await place.league(4, plan="calendar=7d season=10 rounds=1", deadline="30d")
    [bad, _] = await place.fixtures(code)
    draw, tried = results._draw, 0

    def faulty(tx: Any, context: Any, turns: Any, fixture: Any, now: float) -> bool:
        nonlocal tried
        if fixture.table_id == bad.table_id:
            tried += 1
            assert tried <= 2, "it is not tried for ever"
            raise ValueError("a fault of ours")
        return draw(tx, context, turns, fixture, now)

    monkeypatch.setattr(results, "_draw", faulty)
    await place.office.pass_time(11 * DAY)
    assert [fixture.status for fixture in await place.fixtures(code)] == ["playing", "done"]
    assert tried == 1
    await place.office.pass_time(700)
    assert tried == 2
    assert len(place.posted(words.CANT_END, code=bad.code)) == len(place.posted(words.CANT_END)) == 1
    await place.rule(code, bad, "1 2", "a fault")
    assert await place.status(code) == "over"


async def test_a_game_whose_result_cannot_be_read_is_told_and_read_later(place: Hall) -> None:
    code = await place.league(4, plan="pace=results")
    settle, settling = place.services.seasons._settling._settle, place.services.seasons._settling

    def faulty(*given: Any) -> None:
        raise ValueError("a fault of ours")

    settling._settle = faulty
    await place.play_round(code)
    assert len(place.posted(words.CANT_READ)) == 2
    settling._settle = settle
    await place.office.pass_time(700)
    assert (await place.row(code)).round == 2


async def test_nobody_wins_who_has_left(place: Hall) -> None:
    code, services = await place.league(4, plan="pace=results format=swiss rounds=3"), place.services
    games = await place.fixtures(code)
    season = await place.season(code)
    winner = season.by_number(games[0].numbers[0])
    await place.play_round(code)
    await services.signup.withdraw(code, winner.user_id)
    await place.play_on(code)
    assert len(place.posted(words.WINNER)) == 1
    assert not place.posted(words.WINNER, name=winner.name)
    empty = await place.league(3, plan="pace=results")
    for user in (101, 102, 103):
        await services.signup.withdraw(empty, user)
    await place.play_round(empty)
    assert await place.status(empty) == "over"
    assert place.posted(words.NOBODY_LEFT)


async def test_who_withdraws_after_the_last_game_has_won_all_the_same(place: Hall) -> None:
    code = await place.league(4, plan="pace=results format=swiss rounds=1")
    [first, second] = await place.fixtures(code)
    await place.lose(first)
    await place.office.pass_time(0)
    for number in first.numbers:
        await place.services.signup.withdraw(code, (await place.season(code)).by_number(number).user_id)
    await place.lose(second)
    await place.office.pass_time(0)
    best = min(first.numbers[0], second.numbers[0])  # of these two the lot decides
    name = (await place.season(code)).by_number(best).name
    assert place.posted(words.WINNER, name=name)


async def test_the_last_one_left_ends_the_season_at_once(place: Hall) -> None:
    code = await place.league(3, plan="calendar=30d")
    await place.play_round(code)
    for user in (101, 102):
        await place.services.organise.remove(code, asker(), user, "gone")
    await place.office.pass_time(0)
    assert await place.status(code) == "over"
