"""Deadlines as hosts write them, and the moment when a turn ends, also at changes of clocks; time zones."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.common.errors import Refused
from bot.engine import time_words
from bot.engine.schedule import Span, Weekly, offered, read_spec
from bot.engine.time_words import QuietHours, local

HOUR, DAY = 3600, 86400
WINTER = datetime(2026, 1, 14, 12, tzinfo=ZoneInfo("UTC")).timestamp()  # a Wednesday


def at(text: str, zone: str = "Europe/Rome", fold: int = 0) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp()


def due(spec: str, text: str, zone: str = "Europe/Rome", seconds: float | None = None) -> str:
    """The deadline of a turn that opens then, on the clocks of that zone."""
    found = read_spec(spec).due(at(text, zone), seconds)
    assert found is not None
    return local(found, zone).strftime("%a %d %b %H:%M")


@pytest.mark.parametrize(
    ("text", "canonical", "words"),
    [
        ("24h", "24h", "24h for each turn"),
        (" 1D 12h", "36h", "36h for each turn"),
        ("2 weeks", "14d", "14d for each turn"),
        ("every 3 days", "3d", "3d for each turn"),
        ("never", "none", "no deadline"),
        ("Mon,Thu 20:00 Europe/Rome", "", "each turn ends Mon or Thu at 20:00 (Europe/Rome)"),
        (
            "mondays and thursdays at 8 PM, europe/ROME",
            "Mon,Thu 20:00 Europe/Rome",
            "each turn ends Mon or Thu at 20:00 (Europe/Rome)",
        ),
        (
            "Mon-Fri 20:00 new york",
            "Mon-Fri 20:00 America/New_York",
            "each turn ends Mon to Fri at 20:00 (America/New_York)",
        ),
        ("daily 20:00,08:00 UTC", "daily 08:00,20:00 UTC", "each turn ends at 08:00 or 20:00 (UTC)"),
        ("every day at 20:00 in utc", "daily 20:00 UTC", "each turn ends at 20:00 (UTC)"),
        ("20:00 utc", "daily 20:00 UTC", "each turn ends at 20:00 (UTC)"),
        ("weekdays 12am GMT", "Mon-Fri 00:00 UTC", "each turn ends Mon to Fri at 00:00 (UTC)"),
        ("fri-mon 9:05 UTC", "Mon,Fri-Sun 09:05 UTC", "each turn ends Mon or Fri to Sun at 09:05 (UTC)"),
        (
            "Mon 20:00, Thu 18:00 Rome",
            "Mon 20:00 Thu 18:00 Europe/Rome",
            "each turn ends Mon at 20:00 or Thu at 18:00 (Europe/Rome)",
        ),
        (
            "daily 20:00 except Sun Europe/Rome",
            "Mon-Sat 20:00 Europe/Rome",
            "each turn ends Mon to Sat at 20:00 (Europe/Rome)",
        ),
        (
            "24h except Sat,Sun Europe/Rome",
            "24h except weekends Europe/Rome",
            "24h for each turn, not counting weekends (Europe/Rome)",
        ),
        ("3d except fri UTC", "3d except Fri UTC", "3d for each turn, not counting Fri (UTC)"),
        (
            "12h except 10pm - 8am rome",
            "12h except 22:00-08:00 Europe/Rome",
            "12h for each turn, never ending from 22:00 to 08:00 (Europe/Rome)",
        ),
        (
            "3d except weekends 22:00-08:00 Europe/Rome",
            "",
            "3d for each turn, not counting weekends, never ending from 22:00 to 08:00 (Europe/Rome)",
        ),
    ],
)
def test_a_deadline_has_one_canonical_text_and_words_for_players(
    text: str, canonical: str, words: str
) -> None:
    spec = read_spec(text)
    assert str(spec) == (canonical or text)
    assert read_spec(str(spec)) == spec
    assert spec.words() == words


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Try `24h`, `3d`, `Mon,Thu 20:00 Europe/Rome`, `24h except weekends"),
        ("soon", "I can't read “soon”. Try `24h`"),
        ("24", "I can't read “"),
        ("a day", "I can't read “"),
        ("61d", "“61d” is too long: from 1m to 60d"),
        ("30s", "I can't read “"),
        ("0h except weekends UTC", "is too short: from 1m to 60d"),
        ("-3h", "I can't read “"),
        ("24h Europe/Rome", "`24h except weekends"),
        ("Mon,Thu", "At what time?"),
        ("Mon 20:00 Thu Europe/Rome", "At what time?"),
        ("Mon,Thu 20:00", "zone is meant by “20:00”?"),
        ("24h except weekends", "zone is meant by “weekends”?"),
        ("Mon 24:00 UTC", "“24:00” isn't a time of day."),
        ("Mon 20:00 Europe/Roma", "Did you mean `Europe/Rome`"),
        ("Mon 20:00 EST", "Did you mean `America/New_York`?"),
        ("Mon 20:00 CET", "Did you mean `Europe/Berlin`?"),
        ("Mon 20:00 Etc/GMT+2", "I don't know a time zone “"),
        ("Mon 20:00 nowhere/at_all", "Try `Europe/Rome`"),
        ("daily 20:00 except daily UTC", "That leaves out every day"),
        ("24h except daily UTC", "That leaves out every day"),
        ("24h except", "Leave out what?"),
        ("24h except UTC", "Leave out what?"),
        ("24h except 22:00-22:00 UTC", "a different end"),
        ("24h except 22:00-25:00 UTC", "Write hours like `22:00-08:00`"),
        ("24h except 22:00-08:00 12:00-13:00 UTC", "one stretch of hours"),
        ("daily 20:00 except 22:00-08:00 UTC", "leave out days only"),
        ("none except sun UTC", "nothing to leave out"),
        (" ".join(f"Mon {n}:00 Tue {n}:30" for n in range(24)) + " UTC", "too many dates"),
        ("x" * 3000, "I can't read “"),
        ("Mon 20:00 " + "@everyone " * 300, "I don't know a time zone “"),
    ],
)
def test_what_is_no_deadline_is_refused_with_what_would_do(text: str, why: str) -> None:
    with pytest.raises(Refused, match=r"(?s).") as caught:
        read_spec(text)
    assert why in str(caught.value)
    assert len(str(caught.value)) < 400 and "@everyone" not in str(caught.value)


def test_the_page_says_what_is_true() -> None:
    page = (Path(__file__).parents[2] / "docs" / "clock.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^`]+)` \| (.+) \|$", page.split("## Reminders")[0], re.MULTILINE)
    assert len(rows) > 10
    for text, words in rows:
        assert (str(read_spec(text)), read_spec(text).words()) == (text, words)


def test_what_a_refusal_suggests_is_accepted() -> None:
    for text in (
        "soon",
        "Mon",
        "24h except",
        "daily 20:00 except 22:00-08:00 UTC",
        "24h except 22:00-25:00 UTC",
    ):
        with pytest.raises(Refused) as caught:
            read_spec(text)
        for part in str(caught.value).split("`")[1::2]:
            assert read_spec(part if part[0] != "2" or "-" not in part[:6] else f"24h except {part} UTC")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("", ["24h", "12h"]),
        ("2 days", ["48h"]),
        ("Mon,Thu", ["Mon,Thu 20:00 Europe/Rome", "Mon,Thu 20:00 UTC"]),
        ("fri 18:00", ["Fri 18:00 Europe/Rome", "Fri 18:00 UTC"]),
        ("fri 6 pm new y", ["Fri 18:00 America/New_York"]),
        ("36h except", ["36h except weekends Europe/Rome", "36h except weekends UTC"]),
        ("36h except fri, 22:00-8:00 berl", ["36h except Fri 22:00-08:00 Europe/Berlin"]),
        ("36h except weekends Europe/Rome", ["36h except weekends Europe/Rome"]),
        ("no", ["none"]),
    ],
)
def test_what_autocomplete_shows_first(typed: str, shown: list[str]) -> None:
    assert offered(typed, "Europe/Rome")[: len(shown)] == shown


@pytest.mark.parametrize(
    "typed", ["", "m", "mon", "e", "24h except", "24h except fri", "x" * 100, "mon 20:00 a", "; ,"]
)
def test_what_autocomplete_shows_is_a_deadline(typed: str) -> None:
    found = offered(typed)
    assert len(found) <= 25
    for text in found:
        assert len(text) <= 100 and read_spec(text)


class TestSpans:
    @pytest.mark.parametrize("day", ["2026-03-28", "2026-10-24", "2026-07-01"])
    def test_a_day_has_24_hours_also_when_clocks_are_changed(self, day: str) -> None:
        opened = at(f"{day} 20:00")
        assert read_spec("24h").due(opened) == opened + DAY
        assert read_spec("24h except 01:00-01:30 Europe/Rome").due(opened) == opened + DAY

    def test_the_clock_stands_still_at_weekends(self) -> None:
        spec = "24h except weekends Europe/Rome"
        assert due(spec, "2026-01-14 12:00") == "Thu 15 Jan 12:00"
        assert due(spec, "2026-01-16 15:00") == "Mon 19 Jan 15:00"
        assert due(spec, "2026-01-17 15:00") == "Tue 20 Jan 00:00"  # opened within: it begins on Monday
        assert due("14d except weekends Europe/Rome", "2026-01-14 12:00") == "Tue 03 Feb 12:00"
        # what runs out with Friday ends with it
        assert due(spec, "2026-01-16 00:00") == "Sat 17 Jan 00:00"

    def test_weekends_are_those_of_the_zone(self) -> None:
        opened = at("2026-01-16 23:59", "Pacific/Auckland")  # Friday there, and noon in London
        assert local(
            read_spec("24h except weekends Pacific/Auckland").due(opened) or 0, "Pacific/Auckland"
        ) == (datetime(2026, 1, 19, 23, 59, tzinfo=ZoneInfo("Pacific/Auckland")))

    def test_a_weekend_with_a_change_of_clocks_is_left_out_as_a_whole(self) -> None:
        assert due("24h except weekends Europe/Rome", "2026-03-27 15:00") == "Mon 30 Mar 15:00"
        assert due("24h except weekends Europe/Rome", "2026-10-23 15:00") == "Mon 26 Oct 15:00"
        # Saturday counts and Sunday does not: 23 or 25 hours make no difference
        assert due("48h except Sun Europe/Rome", "2026-03-27 15:00") == "Mon 30 Mar 15:00"

    def test_where_midnight_is_jumped_over_the_day_begins_after_it(self) -> None:
        """In Beirut clocks go from 00:00 to 01:00 on the last Sunday of March."""
        assert due("24h except Sat Asia/Beirut", "2026-03-27 12:00", "Asia/Beirut") == "Sun 29 Mar 13:00"

    def test_a_deadline_at_night_waits_for_the_morning(self) -> None:
        spec = "12h except 22:00-08:00 Europe/Rome"
        assert due(spec, "2026-01-14 09:00") == "Wed 14 Jan 21:00"
        assert due(spec, "2026-01-14 10:00") == "Thu 15 Jan 08:00"
        assert due(spec, "2026-01-14 16:00") == "Thu 15 Jan 08:00"
        assert due(spec, "2026-01-14 20:00") == "Thu 15 Jan 08:00"  # their end is outside
        assert due(spec, "2026-01-14 20:01") == "Thu 15 Jan 08:01"

    def test_a_morning_that_does_not_count_is_no_end(self) -> None:
        spec = "24h except weekends 22:00-08:00 Europe/Rome"
        assert due(spec, "2026-01-15 23:00") == "Mon 19 Jan 08:00"
        assert due(spec, "2026-01-16 00:00") == "Mon 19 Jan 08:00"

    def test_nights_of_two_changes(self) -> None:
        """02:30 does not exist on 29 March, and comes twice on 25 October."""
        spec = "1h except 02:30-03:30 Europe/Rome"
        assert due(spec, "2026-03-29 01:30") == "Sun 29 Mar 03:30"
        assert due(spec, "2026-03-29 02:45") == "Sun 29 Mar 04:45"
        twice = read_spec("1h except 02:15-02:30 Europe/Rome")
        first = at("2026-10-25 02:15")
        assert twice.due(first - HOUR) == at("2026-10-25 02:30")  # the first quarter past two
        assert twice.due(first) == at("2026-10-25 02:15", fold=1) == first + HOUR  # the second counts

    def test_a_shorter_turn_leaves_out_the_same(self) -> None:
        spec = "3d except weekends Europe/Rome"
        assert due(spec, "2026-01-16 20:00", seconds=12 * HOUR) == "Mon 19 Jan 08:00"
        assert due(spec, "2026-01-16 20:00", seconds=9 * DAY) == due(spec, "2026-01-16 20:00")
        assert read_spec("2h").due(WINTER, 12 * HOUR) == WINTER + 2 * HOUR

    def test_without_a_deadline_nothing_is_due(self) -> None:
        spec = read_spec("none")
        assert (spec.due(WINTER), spec.due(WINTER, 60), spec.turn_seconds(WINTER)) == (None, None, None)
        assert spec.after(WINTER, 60) == WINTER + 60


class TestDates:
    def test_a_turn_ends_at_the_next_date(self) -> None:
        spec = "Mon,Thu 20:00 Europe/Rome"
        assert due(spec, "2026-01-12 20:00") == "Thu 15 Jan 20:00"
        assert due(spec, "2026-01-14 07:00") == "Thu 15 Jan 20:00"
        assert due(spec, "2026-01-15 20:00") == "Mon 19 Jan 20:00"

    def test_a_turn_that_opens_shortly_before_a_date_gets_the_next_one(self) -> None:
        spec = "Mon,Thu 20:00 Europe/Rome"
        assert due(spec, "2026-01-15 08:00") == "Thu 15 Jan 20:00"
        assert due(spec, "2026-01-15 08:01") == "Mon 19 Jan 20:00"
        # half of the shortest time between two dates, where that is less than 12 hours
        assert due("daily 08:00,20:00 UTC", "2026-01-15 14:00", "UTC") == "Thu 15 Jan 20:00"
        assert due("daily 08:00,20:00 UTC", "2026-01-15 14:01", "UTC") == "Fri 16 Jan 08:00"
        assert due("Sun 23:00 Mon 01:00 UTC", "2026-01-18 22:01", "UTC") == "Mon 19 Jan 01:00"

    def test_dates_stay_at_their_hour_when_clocks_are_changed(self) -> None:
        spec = "daily 20:00 Europe/Rome"
        assert due(spec, "2026-03-28 20:00") == "Sun 29 Mar 20:00"
        assert due(spec, "2026-10-24 20:00") == "Sun 25 Oct 20:00"
        opened = at("2026-03-28 20:00")
        assert read_spec(spec).due(opened) == opened + 23 * HOUR
        assert read_spec(spec).turn_seconds(opened) == 23 * HOUR

    def test_an_hour_that_is_jumped_over_is_the_moment_after_it(self) -> None:
        assert due("daily 02:30 Europe/Rome", "2026-03-28 12:00") == "Sun 29 Mar 03:00"
        assert due("daily 00:30 Asia/Beirut", "2026-03-28 12:00", "Asia/Beirut") == "Sun 29 Mar 01:00"
        zone = "Australia/Lord_Howe"  # by half an hour: 02:00 is 02:30
        assert due(f"daily 02:10 {zone}", "2026-10-03 12:00", zone) == "Sun 04 Oct 02:30"

    def test_an_hour_that_comes_twice_is_the_first(self) -> None:
        found = read_spec("daily 02:30 Europe/Rome").due(at("2026-10-24 12:00"))
        assert found == at("2026-10-25 02:30", fold=0) != at("2026-10-25 02:30", fold=1)

    def test_a_day_that_a_place_leaves_out(self) -> None:
        """Samoa had no Friday 30 December 2011."""
        assert due("Fri 20:00 Pacific/Apia", "2011-12-28 12:00", "Pacific/Apia") == "Sat 31 Dec 00:00"

    def test_a_shorter_turn_never_ends_after_the_next_date(self) -> None:
        spec = "Mon,Thu 20:00 Europe/Rome"
        assert due(spec, "2026-01-12 20:00", seconds=12 * HOUR) == "Tue 13 Jan 08:00"
        assert due(spec, "2026-01-15 07:00", seconds=20 * HOUR) == "Thu 15 Jan 20:00"

    def test_how_long_a_turn_is(self) -> None:
        spec = read_spec("Mon,Thu 20:00 Europe/Rome")
        assert spec.turn_seconds(at("2026-01-12 20:00")) == 3 * DAY
        assert spec.turn_seconds(at("2026-01-15 19:00")) == 4 * DAY  # the one that opens so late is long
        assert read_spec("weekends 12:00 UTC").turn_seconds(WINTER) == 6 * DAY
        assert read_spec("Sun 12:00 UTC").turn_seconds(0.0) == 7 * DAY
        assert read_spec("36h except weekends UTC").turn_seconds(WINTER) == 36 * HOUR

    def test_readers_see_their_own_clocks(self) -> None:
        """A moment for each time of day: Discord shows it in the zone of whoever reads."""
        shown = read_spec("Mon 20:00 Thu 18:00,20:00 Europe/Rome").clocks(WINTER)
        assert [f"{local(moment, 'America/New_York'):%H:%M}" for moment in shown] == ["12:00", "14:00"]
        assert read_spec("24h except weekends UTC").clocks(WINTER) == []


ZONES = (
    *("UTC", "Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Asia/Beirut", "America/Havana"),
    *("America/Nuuk", "Pacific/Apia", "Asia/Kolkata", "Atlantic/Azores", "Africa/Casablanca"),
)
CHANGES = [at(f"{day} 03:00", "UTC") for day in ("2026-03-08", "2026-03-29", "2026-10-25", "2026-11-01")]
MOMENTS = st.one_of(
    st.integers(1_300_000_000, 2_500_000_000),
    st.builds(lambda change, off: change + off * 60.0, st.sampled_from(CHANGES), st.integers(-6000, 6000)),
)
MINUTES = st.integers(0, 1439)
NIGHTS = st.tuples(MINUTES, MINUTES).filter(lambda pair: pair[0] != pair[1])
SPANS = st.builds(
    lambda minutes, off, night, zone: Span(
        minutes * 60,
        tuple(sorted(off)),
        night and QuietHours(*night),
        zone if off or night else "",
    ),
    st.integers(1, 60 * 1440),
    st.sets(st.integers(0, 6), max_size=6),
    st.none() | NIGHTS,
    st.sampled_from(ZONES),
)
WEEKLIES = st.builds(
    lambda dates, zone: Weekly(tuple(sorted(dates)), zone),
    st.sets(st.tuples(st.integers(0, 6), MINUTES), min_size=1, max_size=4),
    st.sampled_from(ZONES),
)


class TestEveryDeadline:
    @settings(max_examples=60, deadline=None)
    @given(spec=SPANS | WEEKLIES)
    def test_its_text_reads_to_itself(self, spec: Span | Weekly) -> None:
        assert read_spec(str(spec)) == spec
        assert read_spec(str(spec).upper()) == spec

    @settings(max_examples=80, deadline=None)
    @given(
        text=st.text(max_size=30)
        | st.lists(
            st.sampled_from(
                [
                    *("24h", "3d", "except", "mon-fri", "weekends", "22:00-08:00", ",", ";", "20:00", "8"),
                    *("pm", "utc", "rome", "none", "-", "\0"),
                ]
            )
        ).map(" ".join)
    )
    def test_any_text_is_refused_or_has_a_canonical_one(self, text: str) -> None:
        try:
            spec = read_spec(text)
        except Refused as refused:
            assert 0 < len(str(refused)) < 500
        else:
            assert read_spec(str(spec)) == spec
            assert spec.words()

    @settings(max_examples=60, deadline=None)
    @given(spec=SPANS, now=MOMENTS)
    def test_a_span_has_its_time_in_days_that_count_and_does_not_end_at_night(
        self, spec: Span, now: float
    ) -> None:
        end = spec.due(now)
        zone = spec.zone or "UTC"
        begun = local(now, zone).date()
        counted, moment, day = 0.0, now, begun
        while moment < end:
            following = min(max(time_words.midnight(day, zone, 1), moment), end)
            counted += (following - moment) * (day.weekday() not in spec.off)
            moment, day = following, day + timedelta(1)
        if spec.night is None:
            assert counted == spec.seconds
        else:
            assert counted >= spec.seconds
            assert not spec.night.inside(end, zone)
        just_before = local(end - 1, zone)
        night_end = spec.night and f"{local(end, zone):%H:%M}" == time_words.minute_text(spec.night.ends)
        assert (
            just_before.weekday() not in spec.off or night_end or local(end, zone).weekday() not in spec.off
        )

    @settings(max_examples=60, deadline=None)
    @given(spec=SPANS | WEEKLIES, now=MOMENTS, later=st.integers(0, 10 * DAY), short=st.integers(60, 5 * DAY))
    def test_a_turn_that_opens_later_or_has_more_time_never_ends_sooner(
        self, spec: Span | Weekly, now: float, later: int, short: int
    ) -> None:
        assert now < spec.due(now) <= spec.due(now + later)
        assert now < spec.due(now, short) <= spec.due(now, short + later) <= spec.due(now)

    @settings(max_examples=15, deadline=None)
    @given(spec=WEEKLIES, now=MOMENTS)
    def test_dates_are_those_that_the_clocks_on_the_wall_show(self, spec: Weekly, now: float) -> None:
        """Somebody looks minute by minute: a date has come when the wall shows it, or has jumped over it."""
        end, zone = spec.due(now), ZoneInfo(spec.zone)
        seen = datetime.fromtimestamp(int(now) // 60 * 60 - 60, zone).replace(tzinfo=None)
        came = []
        for moment in range(int(now) // 60 * 60, int(end) + 60, 60):
            wall = datetime.fromtimestamp(moment, zone).replace(tzinfo=None)
            while seen < wall:
                seen += timedelta(minutes=1)
                if (seen.weekday(), seen.hour * 60 + seen.minute) in spec.dates:
                    came.append(float(moment))
        minutes = [day * 1440 + minute for day, minute in spec.dates]
        gaps = [(a - b) % 10080 or 10080 for a in minutes for b in minutes if a != b or len(minutes) == 1]
        least = min(12 * HOUR, min(gaps) * 30)
        assert end == min(moment for moment in came if moment >= now + least)


def test_a_zone_in_any_case_or_its_city() -> None:
    names = [
        "Europe/Rome",
        "europe/rome",
        "ROME",
        "America/New_York",
        "america/new york",
        "New York",
        "UTC",
        "z",
    ]
    found = [time_words.read_zone(name) for name in names[:-1]]
    assert found == [*["Europe/Rome"] * 3, *["America/New_York"] * 3, "UTC"]
    assert time_words.read_zone("Buenos Aires") == "America/Buenos_Aires"
    with pytest.raises(Refused):
        time_words.read_zone("z")


def test_every_zone_that_is_offered_can_be_used() -> None:
    offered = time_words.offered_zones("", most=1000)
    assert len(offered) > 400
    for name in offered:
        assert time_words.read_zone(name) == name
        time_words.local(0.0, name)


def test_what_autocomplete_shows() -> None:
    assert time_words.offered_zones("rom")[0] == "Europe/Rome"
    assert time_words.offered_zones("den")[:1] == ["America/Denver"], (
        "before Asia/Aden, which only has it within"
    )
    assert time_words.offered_zones("new y") == ["America/New_York"]
    assert len(time_words.offered_zones("")) == 25
