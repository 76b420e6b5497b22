"""Days and hours as people write them, and their quiet hours."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.common.errors import Refused
from bot.engine.time_words import QuietHours, local, read_when

ROME = "Europe/Rome"
NOW = datetime(2026, 11, 22, 12, tzinfo=ZoneInfo(ROME)).timestamp()  # a Sunday


@pytest.mark.parametrize(
    ("text", "moment", "end"),
    [
        ("2026-12-01", "2026-12-01 00:00", "2026-12-02 00:00"),
        ("2026-12-1 18:00", "2026-12-01 18:00", ""),
        ("1 dec", "2026-12-01 00:00", "2026-12-02 00:00"),
        ("Dec 1st, 6 pm", "2026-12-01 18:00", ""),
        ("1. December", "2026-12-01 00:00", "2026-12-02 00:00"),
        ("1 dec 2028", "2028-12-01 00:00", "2028-12-02 00:00"),
        ("21 november", "2027-11-21 00:00", "2027-11-22 00:00"),
        ("29 feb", "2028-02-29 00:00", "2028-03-01 00:00"),
        ("22 nov", "2026-11-22 00:00", "2026-11-23 00:00"),
        ("today", "2026-11-22 00:00", "2026-11-23 00:00"),
        ("tomorrow", "2026-11-23 00:00", "2026-11-24 00:00"),
        ("tomorrow at 9:30", "2026-11-23 09:30", ""),
        ("fri 18:00", "2026-11-27 18:00", ""),
        ("on Friday", "2026-11-27 00:00", "2026-11-28 00:00"),
        ("sun 11:00", "2026-11-29 11:00", ""),
        ("sun 13:00", "2026-11-22 13:00", ""),
        ("18:00", "2026-11-22 18:00", ""),
        ("8am", "2026-11-23 08:00", ""),
        ("in 3d", "2026-11-25 12:00", ""),
        ("36h", "2026-11-24 00:00", ""),
        ("28 mar 2027 02:30", "2027-03-28 03:00", ""),
    ],
)
def test_a_day_or_time_as_people_write_it(text: str, moment: str, end: str) -> None:
    found = [f"{local(read_when(text, ROME, NOW, end=last), ROME):%Y-%m-%d %H:%M}" for last in (False, True)]
    assert found == [moment, end or moment]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "soon",
            "31 feb",
            "2026-13-01",
            "1/12",
            "32 dec",
            "dec",
            "1 dec 20266",
            "in",
            "in none",
            "25:00",
        ),
        *("9999-12-31", "0000-01-01", "fri fri", "x" * 3000, "today tomorrow", "1 2", "jan dec"),
    ],
)
def test_what_is_no_day_is_refused_with_what_would_do(text: str) -> None:
    with pytest.raises(Refused, match="`1 dec`, `tomorrow`, `fri 18:00` or `in 3d`") as caught:
        read_when(text, ROME, NOW)
    assert len(str(caught.value)) < 200


@settings(max_examples=60, deadline=None)
@given(
    text=st.text(max_size=20)
    | st.lists(st.sampled_from(["1", "dec", "fri", "18:00", "in", "3d", "tomorrow", "2027"])).map(" ".join)
)
def test_any_text_is_a_moment_or_refused(text: str) -> None:
    with suppress(Refused):
        assert read_when(text, ROME, NOW, end=True) > 0


class TestQuietHours:
    @pytest.mark.parametrize("text", ["22:00-08:00", "10pm-8am", "22 - 8", "10 pm to 8 am", "22:00 – 08:00"])
    def test_they_are_read(self, text: str) -> None:
        assert str(QuietHours.read(text)) == "22:00-08:00"

    @pytest.mark.parametrize("text", ["", "22:00", "night", "22:00-24:00", "8-8", "1-2-3"])
    def test_or_refused(self, text: str) -> None:
        with pytest.raises(Refused, match="`22:00-08:00`"):
            QuietHours.read(text)

    def test_over_midnight(self) -> None:
        hours = QuietHours.read("22:00-08:00")
        for text, inside in (
            ("21:59", False),
            ("22:00", True),
            ("23:59", True),
            ("00:00", True),
            ("08:00", False),
        ):
            moment = datetime.fromisoformat(f"2026-11-22 {text}").replace(tzinfo=ZoneInfo(ROME)).timestamp()
            assert hours.inside(moment, ROME) is inside
            if not inside:
                assert hours.begin(moment, ROME) == hours.end(moment, ROME) == moment
        late = NOW + 11 * 3600
        assert (hours.begin(late, ROME), hours.end(late, ROME)) == (NOW + 10 * 3600, NOW + 20 * 3600)
        assert not hours.inside(late, "America/New_York")

    def test_in_a_night_when_clocks_are_changed(self) -> None:
        hours = QuietHours.read("22:00-08:00")
        eve = datetime(2026, 10, 24, 22, tzinfo=ZoneInfo(ROME)).timestamp()
        assert hours.end(eve, ROME) == eve + 11 * 3600
        assert hours.begin(eve + 11 * 3600 - 1, ROME) == eve

    def test_hours_that_are_jumped_over_are_none(self) -> None:
        hours = QuietHours.read("02:10-02:50")
        jump = datetime(2026, 3, 29, 3, tzinfo=ZoneInfo(ROME)).timestamp()
        assert not any(hours.inside(jump + minute * 60, ROME) for minute in range(-60, 60))
