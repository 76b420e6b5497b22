"""Time zones as people name them."""

from __future__ import annotations

import pytest

from bot.common.errors import Refused
from bot.engine import time_words


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
