"""Round 1 keeps to the calendar: it begins at the first date after sign-up has closed, and all know when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.common.clock import DAY, HOUR
from bot.common.errors import Refused
from bot.engine.schedule import read_spec
from bot.features.leagues.plan import Plan, default
from bot.features.leagues.season.dates import first_round
from tests.bot.leagues.league_parts import HALL, Hall, asker, hall
from tests.bot.leagues.test_standings import GAMES

MONDAYS = "calendar=Mon 20:00 UTC"


def monday(now: float) -> float:
    """The next Monday, 20:00, from this moment on."""
    found = datetime.fromtimestamp(now, UTC).replace(hour=20, minute=0, second=0, microsecond=0)
    while found.weekday() != 0 or found.timestamp() < now:
        found += timedelta(1)
    return found.timestamp()


async def _at(place: Hall, moment: float) -> None:
    await place.office.pass_time(moment - place.office.clock.time)


def _told(place: Hall, words: str) -> list[str]:
    return [text for text in place.office.messenger.texts(HALL) if words in text]


async def test_it_waits_for_the_first_date(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        signup = monday(place.office.clock.time) + DAY  # it closes on a Tuesday
        until = f"{datetime.fromtimestamp(signup, UTC):%Y-%m-%d %H:%M}"
        code = await place.league(4, start=False, plan=f"{MONDAYS} season=20", signup=until, deadline="9d")
        begins = f"<t:{monday(signup):.0f}:"
        assert f"round 1 begins {begins}" in (await place.services.signup.message(code)).text
        assert f"Round 1 begins {begins}" in (await place.services.league_views.show(code)).text
        assert f"Round 1 begins {begins}" in await place.services.signup.join(code, 200, "Late")
        await place.services.signup.withdraw(code, 200)
        await _at(place, signup + HOUR)
        league = await place.row(code)
        assert (league.status, league.round, league.next_at) == ("running", 0, monday(signup))
        assert [text for text in _told(place, "the season begins") if f"Round 1 begins {begins}" in text]
        assert f"Round 1 begins {begins}" in (await place.services.signup.message(code)).text
        assert f"round 1 begins {begins}" in (await place.services.league_views.show(code)).text
        assert await place.fixtures(code) == []
        with pytest.raises(Refused, match="has begun"):
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
        assert ends in (await place.services.league_views.show(code)).text, "its days count from round 1"


async def test_an_early_end_of_the_sign_up_begins_nothing_before_its_date(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, start=False, plan=MONDAYS)
        date = monday(place.office.clock.time)
        said = await place.services.organise.start(code, asker())
        assert f"Round 1 begins <t:{date:.0f}:" in said and "`/league start` once more" in said
        await place.office.pass_time(0)
        assert ((await place.row(code)).round, await place.fixtures(code)) == (0, [])
        assert await place.services.organise.start(code, asker()) == "Round 1 begins now."
        await place.office.pass_time(0)
        league = await place.row(code)
        assert (league.round, league.next_at) == (1, date), "the next one keeps to the calendar again"
        with pytest.raises(Refused, match="has begun"):
            await place.services.organise.start(code, asker())


async def test_another_calendar_holds_for_round_1_as_well(tmp_path: Path) -> None:
    async with hall(tmp_path / "a.sqlite3") as place:
        code = await place.league(4, plan=MONDAYS)
        now = place.office.clock.time
        assert (await place.row(code)).round == 0
        said = await place.services.organise.edit(code, asker(), "calendar=daily 06:00 UTC season=9")
        league = await place.row(code)
        assert league.next_at is not None and now < league.next_at <= now + DAY
        assert f"the next round begins <t:{league.next_at:.0f}:" in said
        assert f"the season ends <t:{league.next_at + 9 * DAY:.0f}:" in said
        await place.services.organise.edit(code, asker(), "calendar=7d")
        await place.office.pass_time(0)
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
    found = Plan.read({**_usual(), "calendar": str(read_spec(calendar)), "pace": pace})
    assert first_round(found, _moment(closes)) == _moment(begins)


def _usual() -> dict[str, object]:

    return default(GAMES["cic"], {}).stored()


def _moment(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()
