"""Times of people: days and hours as they write them, hours in which they want to be left alone, and when
they are reminded of a deadline."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo

from adjudicator.text import listing, nearest
from bot.common.clock import HOUR, OutOfRange, read_span, span_text
from bot.common.errors import Refused
from bot.common.message import clip, plain_name
from bot.engine import text as sentences

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
    typed = clip(plain_name(text.strip()), 40)
    if meant:
        zones = listing([f"`{name}`" for name in dict.fromkeys(meant)])
        raise Refused(sentences.NOT_A_ZONE_NEAR(typed=typed, zones=zones))
    raise Refused(sentences.NOT_A_ZONE(typed=typed))


def offered_zones(typed: str, most: int = 25) -> list[str]:
    """What autocomplete shows: zones whose name, or city, begins so, then those that have it within."""
    tidy = re.sub(r"[\s_]+", "_", typed.strip()).lower()
    whole = dict.fromkeys(name for key, name in _names().items() if key.startswith(tidy))
    within = dict.fromkeys(name for key, name in _names().items() if tidy in key)
    return list(whole | within)[:most]


def local(moment: float, zone: str) -> datetime:
    """What the clocks of a place show at a moment."""
    return datetime.fromtimestamp(moment, ZoneInfo(zone))


def plain_moment(moment: float, zone: str = "") -> str:
    """A moment in plain words, for where Discord shows no times of its own: a locked phone.

    >>> plain_moment(1767384000), plain_moment(1767384000, "Europe/Rome")
    ('Fri 2 Jan, 20:00 UTC', 'Fri 2 Jan, 21:00')
    """
    there = local(moment, zone or UTC)
    said = f"{DAYS[there.weekday()][:3]} {there.day} {_MONTHS[there.month - 1][:3].title()}, {there:%H:%M}"
    return said if zone else f"{said} UTC"


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


DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_NUMBER = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th|\.)?")
_TIME = re.compile(r"([0-9]{1,2})(?:[:.]([0-9]{2}))?(am|pm)?")


def read_minute(word: str, bare: bool = False) -> int | None:
    """The minute of the day that a word names; None if it names none.

    bare: whether an hour alone is enough

    >>> [read_minute(word) for word in ("20:00", "8pm", "24:00", "8")], read_minute("8", bare=True)
    ([1200, 1200, None, None], 480)
    """
    found = _TIME.fullmatch(word.lower())
    if not found or not (bare or found[2] or found[3]):
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    if found[3]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if found[3] == "pm" else 0)
    return hour * 60 + minute if hour < 24 and minute < 60 else None


def minute_text(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def read_day(word: str) -> int | None:
    """The day of the week that a word names, 0 = Monday.

    >>> read_day("tues"), read_day("Fridays"), read_day("m")
    (1, 4, None)
    """
    tidy = word.lower()
    for number, name in enumerate(DAYS):
        if tidy == f"{name.lower()}s" or (len(tidy) > 2 and name.lower().startswith(tidy)):
            return number
    return None


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Hours of every day, such as 22:00-08:00; they may go over midnight. A moment's zone is its reader's.

    begins, ends: minutes of the day
    """

    begins: int
    ends: int

    @classmethod
    def read(cls, text: str) -> QuietHours:
        """Hours as people write them. Raises Refused.

        >>> str(QuietHours.read("10pm - 8am")), str(QuietHours.read("22-8"))
        ('22:00-08:00', '22:00-08:00')
        """
        tidy = re.sub(r"\s*(?:[-–]|\bto\b)\s*", "-", text.strip().lower())
        first, sign, last = re.sub(r"([0-9]) (am|pm)\b", r"\1\2", tidy).partition("-")
        begins, ends = read_minute(first, bare=True), read_minute(last, bare=True)
        if not sign or begins is None or ends is None:
            raise Refused(sentences.NOT_HOURS(typed=clip(plain_name(text.strip()), 40)))
        if begins == ends:
            raise Refused(sentences.SAME_HOURS)
        return cls(begins, ends)

    def __str__(self) -> str:
        return f"{minute_text(self.begins)}-{minute_text(self.ends)}"

    def _around(self, moment: float, zone: str) -> tuple[float, float] | None:
        """Beginning and end of the hours that a moment lies in."""
        today = local(moment, zone).date()
        for day in (today, today - timedelta(days=1)):
            last = day if self.begins < self.ends else day + timedelta(days=1)
            begins, ends = moment_of(day, self.begins, zone), moment_of(last, self.ends, zone)
            if begins <= moment < ends:
                return begins, ends
        return None

    def inside(self, moment: float, zone: str) -> bool:
        """Whether a moment lies in them: their first minute does, their end does not."""
        return self._around(moment, zone) is not None

    def end(self, moment: float, zone: str) -> float:
        """The end of the hours that a moment lies in; outside of them, the moment itself."""
        around = self._around(moment, zone)
        return around[1] if around else moment

    def begin(self, moment: float, zone: str) -> float:
        """When the hours began that a moment lies in; outside of them, the moment itself."""
        around = self._around(moment, zone)
        return around[0] if around else moment


def read_when(text: str, zone: str, now: float, end: bool = False) -> float:
    """A moment as people write it: ``2026-12-01``, ``1 dec``, ``tomorrow``, ``fri 18:00``, ``in 3d``.
    Raises Refused.

    What names no year is the next such day. A day that names one may be past: the caller looks.

    end: whether a day without a time means its end (away *to* Friday), not its beginning

    >>> read_when("in 3d", "UTC", 0.0), read_when("sat 18:00", "UTC", 0.0)  # 1970 began on a Thursday
    (259200.0, 237600.0)
    """
    words = re.sub(r"([0-9]) (am|pm)\b", r"\1\2", " ".join(text.lower().replace(",", " ").split())).split()
    if words and (words[0] == "in" or re.fullmatch(r"[0-9]+[a-z]+", words[0])):
        span = _span(" ".join(words[1:] if words[0] == "in" else words))
        if span is not None:
            return now + span
    words = [word for word in words if word not in ("at", "on")]
    minute = read_minute(words[-1]) if words else None
    if minute is not None:
        words.pop()
    today = local(now, zone).date()
    day = today if not words and minute is not None else _day(words, today)
    if day is None:
        raise Refused(sentences.NOT_A_MOMENT(typed=clip(plain_name(text.strip()), 40)))
    moment = midnight(day, zone, 1 if end else 0) if minute is None else moment_of(day, minute, zone)
    if moment <= now and (not words or read_day(words[0]) is not None) and minute is not None:
        day += timedelta(days=7 if words else 1)  # today's is past: the next one is meant
        moment = moment_of(day, minute, zone)
    return moment


def _span(text: str) -> float | None:
    try:
        return read_span(text)[1]
    except OutOfRange:
        raise
    except Refused:
        return None


def _day(words: list[str], today: date) -> date | None:
    """The day that words name."""
    if len(words) == 1:
        word = words[0]
        if word in ("today", "tomorrow"):
            return today + timedelta(days=word == "tomorrow")
        weekday = read_day(word)
        if weekday is not None:
            return today + timedelta(days=(weekday - today.weekday()) % 7)
        found = re.fullmatch(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})", word)
        return _date(int(found[1]), int(found[2]), int(found[3])) if found else None
    if len(words) not in (2, 3) or (len(words) == 3 and not re.fullmatch(r"[0-9]{4}", words[2])):
        return None
    months = [number for number, name in enumerate(_MONTHS, 1) for word in words[:2] if _begins(name, word)]
    numbers = [int(found[1]) for word in words[:2] if (found := _NUMBER.fullmatch(word))]
    if len(months) != 1 or len(numbers) != 1:
        return None
    if len(words) == 3:
        return _date(int(words[2]), months[0], numbers[0])
    years = (_date(today.year + more, months[0], numbers[0]) for more in range(9))  # 29 feb
    return next((day for day in years if day and day >= today), None)


def _begins(name: str, word: str) -> bool:
    return len(word) > 2 and name.startswith(word.rstrip("."))


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if 1970 < year < 3000 else None
    except ValueError:
        return None


# -- When somebody is reminded of a deadline: how long before it, and never in their quiet hours


MOST_LEADS = 4
SHORTEST, LONGEST = 5 * 60, 30 * 86400
"""Seconds before a deadline that a reminder may come."""
ENOUGH = 30 * 60.0
"""Seconds to act that are left at least when a reminder has waited for the end of quiet hours."""
BEFORE_QUIET = 60.0
"""So many seconds before quiet hours comes what would come too late after them."""
_TOKEN = re.compile(r"[0-9]+\s*[a-z]+")


@dataclass(frozen=True, slots=True)
class Moment:
    """lead: seconds before the deadline that were meant; quiet hours may have moved it."""

    at: float
    lead: float


@dataclass(frozen=True, slots=True)
class Wishes:
    """How somebody would like to be reminded.

    leads: seconds before a deadline; empty: a quarter of the time, and the last hour
    since: when this was chosen: what would have come before then does not come any more
    """

    on: bool = True
    leads: tuple[int, ...] = ()
    quiet: QuietHours | None = None
    zone: str = ""
    since: float = 0.0

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Wishes:
        """From what is stored of a person."""
        quiet = settings.get("quiet")
        return cls(
            on=settings.get("reminders", True) is not False,
            leads=tuple(settings.get("leads", ())),
            quiet=QuietHours.read(quiet) if quiet else None,
            zone=str(settings.get("zone", "")),
            since=float(settings.get("leads_at", 0.0)),
        )

    @property
    def lead_words(self) -> str:
        """
        >>> Wishes().lead_words, Wishes(leads=(43200, 3600)).lead_words
        ('when a quarter of the time is left, and in the last hour', '12h and 1h before the deadline')
        """
        if not self.leads:
            return sentences.LEADS_USUAL
        return sentences.LEADS(leads=listing([span_text(lead) for lead in self.leads], "and"))

    def is_quiet(self, moment: float) -> bool:
        """Whether nothing is to make a sound then."""
        return self.quiet is not None and self.quiet.inside(moment, self.zone or UTC)

    def moments(self, began: float, due: float) -> list[Moment]:
        """When to remind of a deadline whose time runs since `began`, earliest first.

        Never soon after the beginning: who was told of it then needs no reminder. What would come in quiet
        hours comes after them; if that leaves too little time, just before them.
        """
        if not self.on or due <= began:
            return []
        found: dict[float, Moment] = {}
        for lead in self.leads or usual_leads(due - began):
            at = self._moved(due - lead, due)
            if first_reminder(began, due) <= at < due:
                found[at] = Moment(at, lead)  # the shortest lead of those that come together
        return sorted(found.values(), key=lambda moment: moment.at)

    def _moved(self, at: float, due: float) -> float:
        """The moment, or another one outside of quiet hours."""
        if self.quiet is None or not self.is_quiet(at):
            return at
        zone = self.zone or UTC
        end = self.quiet.end(at, zone)
        if end <= due - min(ENOUGH, (due - at) / 2):
            return end
        return self.quiet.begin(at, zone) - BEFORE_QUIET


def first_reminder(began: float, due: float) -> float:
    """No reminder comes before this moment."""
    return began + min(HOUR, (due - began) / 4)


def usual_leads(seconds: float) -> tuple[float, ...]:
    """The leads for a turn of so many seconds, longest first: a quarter of it, and one in the last hour.
    Where the two would come close together one is enough.

    >>> usual_leads(24 * 3600), usual_leads(6 * 3600), usual_leads(1800)
    ((21600.0, 3600.0), (3600.0,), (450.0,))
    """
    quarter = seconds / 4
    if quarter > 2 * HOUR:
        return (quarter, HOUR)
    return (min(quarter, HOUR),)


def read_leads(text: str) -> tuple[int, ...]:
    """Leads as people write them, longest first; "usual" is (). Raises Refused.

    >>> read_leads("1h, 12h"), read_leads("90 min"), read_leads("usual")
    ((43200, 3600), (5400,), ())
    """
    tidy = text.strip().lower()
    if tidy in ("usual", "default", "normal"):
        return ()
    words = _TOKEN.findall(tidy)
    rest = [word for word in re.split(r"[\s,;]+", _TOKEN.sub(" ", tidy)) if word not in ("", "and", "before")]
    wrong = Refused(sentences.NOT_LEADS(typed=clip(plain_name(text.strip()), 40), most=MOST_LEADS))
    if not words or rest:
        raise wrong
    try:
        spans = {int(read_span(word)[1] or 0) for word in words}
    except Refused:
        raise wrong from None
    if len(spans) > MOST_LEADS or not all(SHORTEST <= span <= LONGEST for span in spans):
        raise wrong
    return tuple(sorted(spans, reverse=True))
