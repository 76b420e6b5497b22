"""When somebody is reminded: pure."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.common.errors import Refused
from bot.engine.time_words import QuietHours, Wishes, read_leads
from tests.bot.parts import HOUR

ROME = ZoneInfo("Europe/Rome")
NIGHT = QuietHours.read("22:00-08:00")


def at(day: int, hour: int, minute: int = 0, month: int = 6) -> float:
    return datetime(2026, month, day, hour, minute, tzinfo=ROME).timestamp()


def left(wishes: Wishes, began: float, due: float) -> list[float]:
    """Hours before the deadline."""
    return [round((due - moment.at) / HOUR, 2) for moment in wishes.moments(began, due)]


@pytest.mark.parametrize(
    ("hours", "expected"),
    [
        (72, [18, 1]),
        (24, [6, 1]),
        (9, [2.25, 1]),
        (8, [1]),
        (4, [1]),
        (1, [0.25]),  # as in a time of grace
        (0, []),
        (-1, []),
    ],
)
def test_a_quarter_of_the_time_and_the_last_hour(hours: float, expected: list[float]) -> None:
    assert left(Wishes(), 1000.0, 1000.0 + hours * HOUR) == expected


def test_chosen_leads_but_none_just_after_the_turn_opened() -> None:
    wishes = Wishes(leads=(48 * 3600, 12 * 3600, 3600))
    assert left(wishes, 0, 72 * HOUR) == [48, 12, 1]
    assert left(wishes, 0, 48.5 * HOUR) == [12, 1]
    assert left(wishes, 0, 10 * HOUR) == [1]
    assert left(wishes, 0, HOUR) == []
    assert left(Wishes(on=False, leads=(3600,)), 0, 72 * HOUR) == []


def test_in_quiet_hours_they_wait_for_their_end() -> None:
    wishes = Wishes(quiet=NIGHT, zone="Europe/Rome")
    [first, last] = wishes.moments(at(2, 10), at(3, 10))
    assert first.at == at(3, 8), "not at four in the morning"
    assert last.at == at(3, 9)


def test_what_would_be_too_late_after_them_comes_before_them() -> None:
    wishes = Wishes(quiet=NIGHT, zone="Europe/Rome")
    [only] = wishes.moments(at(2, 7), at(3, 7))
    assert only.at == at(2, 22) - 60, "6 h and 1 h before: both in the night, so both are one"
    assert only.lead == HOUR
    assert [moment.at for moment in wishes.moments(at(2, 8, 20), at(3, 8, 20))] == [only.at], "20 minutes"
    assert [moment.at for moment in wishes.moments(at(2, 9), at(3, 8, 45))] == [at(3, 8)], "45 minutes"


def test_a_turn_that_lies_in_quiet_hours_has_none() -> None:
    wishes = Wishes(quiet=NIGHT, zone="Europe/Rome")
    assert wishes.moments(at(2, 23), at(3, 7)) == []
    assert wishes.moments(at(2, 21, 55), at(3, 7)) == [], "nor is it called out five minutes after it opened"


@pytest.mark.parametrize(("month", "day"), [(3, 29), (10, 25)])
def test_quiet_hours_follow_the_clocks(month: int, day: int) -> None:
    wishes = Wishes(quiet=NIGHT, zone="Europe/Rome")
    moments = wishes.moments(at(day - 1, 10, month=month), at(day, 12, month=month))
    assert [moment.at for moment in moments] == [at(day, 8, month=month), at(day, 11, month=month)]


def test_quiet_hours_are_those_of_the_zone() -> None:
    there = Wishes(quiet=NIGHT, zone="America/New_York")
    assert not there.is_quiet(at(2, 23)) and there.is_quiet(at(2, 5))
    assert not Wishes().is_quiet(at(2, 23))


def test_what_is_stored_reads_back() -> None:
    stored = {
        "reminders": False,
        "leads": [7200],
        "quiet": "22:00-08:00",
        "zone": "Asia/Tokyo",
        "leads_at": 5.0,
    }
    assert Wishes.of(stored) == Wishes(False, (7200,), NIGHT, "Asia/Tokyo", 5.0)
    assert Wishes.of({}) == Wishes()


@pytest.mark.parametrize("text", ["", "soon", "12h soon", "1m", "31d", "1h 2h 3h 4h 5h", "12"])
def test_wrong_leads_say_what_would_work(text: str) -> None:
    with pytest.raises(Refused, match="`12h 1h`; or `usual`"):
        read_leads(text)
