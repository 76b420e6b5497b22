"""Any deadline from any moment, at changes of clocks above all: what must hold for each."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.common.errors import Refused
from bot.engine import time_words
from bot.engine.schedule import Span, Weekly, read_spec
from bot.engine.time_words import QuietHours, local
from tests.bot.test_schedule import DAY, HOUR, at

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
