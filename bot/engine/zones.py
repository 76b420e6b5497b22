"""Time zones as people name them, and the moments of a place's calendar, also where clocks are changed."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from adjudicator.text import listing, nearest
from bot.common.errors import Refused
from bot.common.message import clip, plain_name

UTC = "UTC"
_AREAS = (
    *("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian"),
    "Pacific",
)
"""Where the places are. Other names are of countries, of offsets with their sign turned round (Etc/GMT+2 is
two hours behind), or of old times that know no summer (EST)."""
_ITS_UTC = ("utc", "gmt", "zulu", "etc/utc", "etc/gmt", "uct", "universal", "greenwich")
_PLACES = {
    **dict.fromkeys(("cet", "cest", "met", "mez", "mesz"), "Europe/Berlin"),
    **dict.fromkeys(("eet", "eest"), "Europe/Athens"),
    **dict.fromkeys(("wet", "west"), "Europe/Lisbon"),
    **dict.fromkeys(("bst", "gb", "uk"), "Europe/London"),
    **dict.fromkeys(("est", "edt", "et", "eastern", "est5edt"), "America/New_York"),
    **dict.fromkeys(("cst", "cdt", "ct", "central", "cst6cdt"), "America/Chicago"),
    **dict.fromkeys(("mst", "mdt", "mt", "mountain", "mst7mdt"), "America/Denver"),
    **dict.fromkeys(("pst", "pdt", "pt", "pacific", "pst8pdt"), "America/Los_Angeles"),
    **dict.fromkeys(("aest", "aedt"), "Australia/Sydney"),
    **dict.fromkeys(("jst", "japan"), "Asia/Tokyo"),
    "ist": "Asia/Kolkata",
    "nz": "Pacific/Auckland",
}
"""Short names are of no one place: what somebody may have meant who writes one."""


@cache
def _names() -> dict[str, str]:
    """Every name that is understood, in small letters, and the zone's own: whole names first, then cities."""
    found = files("tzdata").joinpath("zones").read_text(encoding="ascii").split()
    ordered = sorted(found, key=lambda name: (len(name), name))
    whole = [name for name in ordered if name.split("/")[0] in _AREAS]
    cities: dict[str, str] = {}
    for name in whole:
        cities.setdefault(name.rpartition("/")[2].lower(), name)
    return cities | {name.lower(): name for name in whole} | dict.fromkeys(_ITS_UTC, UTC)


def read_zone(text: str) -> str:
    """The name of a time zone, in any case, or of its city alone. Raises Refused.

    >>> read_zone("europe/rome"), read_zone(" new york "), read_zone("gmt")
    ('Europe/Rome', 'America/New_York', 'UTC')
    """
    tidy = re.sub(r"[\s_]+", "_", text.strip()).lower()
    found = _names().get(tidy)
    if found:
        return found
    meant = [_PLACES[tidy]] if tidy in _PLACES else [_names()[key] for key in nearest(tidy, _names())]
    would = "Write a place such as `Europe/Rome` or `America/New_York`, or `UTC`."
    if meant:
        would = f"Did you mean {listing([f'`{name}`' for name in dict.fromkeys(meant)])}?"
    raise Refused(f"“{clip(plain_name(text.strip()), 40)}” is no time zone that I know. {would}")


def offered_zones(typed: str, most: int = 25) -> list[str]:
    """What autocomplete shows: zones whose name, or city, begins so, then those that have it within."""
    tidy = re.sub(r"[\s_]+", "_", typed.strip()).lower()
    whole = dict.fromkeys(name for key, name in _names().items() if key.startswith(tidy))
    within = dict.fromkeys(name for key, name in _names().items() if tidy in key)
    return list(whole | within)[:most]


def local(moment: float, zone: str) -> datetime:
    """What the clocks of a place show at a moment."""
    return datetime.fromtimestamp(moment, ZoneInfo(zone))


def moment_of(day: date, minute: int, zone: str) -> float:
    """The moment when the clocks of a place show this minute of a day: the first if they show it twice; if
    they jump over it, the moment after the jump.

    >>> [moment_of(date(2026, 3, 29), at * 60, "Europe/Rome") - 1774746000 for at in (2, 3)]
    [0.0, 0.0]
    """
    wall = datetime.combine(day, time(*divmod(minute, 60)), ZoneInfo(zone))
    later, earlier = wall.timestamp(), wall.replace(fold=1).timestamp()
    if earlier >= later:  # shown once, or twice
        return later
    shift = local(later, zone).utcoffset()
    low, high = int(earlier), int(later)  # the jump is after low, and at high at the latest
    while high - low > 1:
        middle = (low + high) // 2
        if local(middle, zone).utcoffset() == shift:
            high = middle
        else:
            low = middle
    return float(high)


def midnight(day: date, zone: str, later: int = 0) -> float:
    """When a day begins in a place, or one that is so many days later."""
    return moment_of(day + timedelta(days=later), 0, zone)
