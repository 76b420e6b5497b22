"""When turns end: the deadline of a table as its host writes it, and the next due moment from any other.

A spec is a span for each turn (`24h`), dates of the week (`Mon,Thu 20:00 Europe/Rome`) or `none`. In days
that a span leaves out the clock stands still; hours that it leaves out move a deadline that falls into them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby

from adjudicator.text import listing
from bot.common.clock import DAY, HOUR, OutOfRange, read_span, span_text
from bot.common.errors import Refused
from bot.common.message import MOST_CHOICES, clip, plain_name
from bot.engine import text as sentences
from bot.engine.time_words import (
    DAYS,
    UTC,
    QuietHours,
    local,
    midnight,
    minute_text,
    moment_of,
    offered_zones,
    read_day,
    read_minute,
    read_zone,
)

_WEEK = 7 * 1440
_LEAST = 12 * HOUR
"""A turn that ends at a date has at least so long, or half of the shortest time between two dates."""
_LONGEST_TEXT = 100
"""So long may a choice of Discord's be."""
_WORDS = {
    **dict.fromkeys(("daily", "everyday"), range(7)),
    **dict.fromkeys(("weekday", "weekdays", "workday", "workdays"), range(5)),
    **dict.fromkeys(("weekend", "weekends"), range(5, 7)),
}
_USUAL = ("24h", "12h", "2d", "3d", "7d", "1h", "none")
_USUAL_OF_A_ZONE = ("Mon,Thu 20:00", "daily 20:00", "24h except weekends", "24h except 22:00-08:00")
_USUAL_ZONES = (
    *("UTC", "Europe/London", "Europe/Berlin", "America/New_York", "America/Chicago", "America/Los_Angeles"),
    "Australia/Sydney",
)
"""What autocomplete shows before anybody has typed much."""
_EXCEPT = re.compile(r"\b(?:except|excluding|but not)\b", re.IGNORECASE)
_LIKE_WORDS = re.compile(r"except|excluding|but|not|[ap]m|none|never|min\w*|h(ou)?rs?|days?|weeks?")
_FILLERS = ("and", "at", "on", "every", "each", "&", "the", "from", "in", "nights")


@dataclass(frozen=True, slots=True)
class Spec:
    """No deadline, unless it is one of the kinds below. `str`: canonical, reads to itself."""

    def __str__(self) -> str:
        return "none"

    def due(self, now: float, seconds: float | None = None) -> float | None:
        """The deadline of a turn that opens now; None: it has none.

        seconds: for a turn that is to be shorter; it never ends later than others do
        """
        return None

    def after(self, moment: float, seconds: float) -> float:
        """The moment when so much time has run, where only what counts is counted."""
        return moment + seconds

    def first(self, moment: float) -> float:
        """The first moment from this one on at which something may begin: one that counts, or a date."""
        return self.after(moment, 0)

    def turn_seconds(self, now: float) -> float | None:
        """About how long a turn is that opens now; None: as long as it takes."""
        return None

    def words(self) -> str:
        """What the lobby says."""
        return sentences.NO_DEADLINE

    def clocks(self, now: float) -> list[float]:
        """A moment for each time of day at which turns end, to be shown in the readers' own zones."""
        return []


@dataclass(frozen=True, slots=True)
class Span(Spec):
    """So much time for each turn.

    off:   days of the week in which the clock stands still, 0 = Monday
    night: a deadline that falls into these hours is moved to their end
    zone:  of both; "" if there is neither
    """

    seconds: int
    off: tuple[int, ...] = ()
    night: QuietHours | None = None
    zone: str = ""

    def __str__(self) -> str:
        except_ = [*(["except"] if self.zone else []), *([_days_text(self.off)] if self.off else [])]
        parts = [span_text(self.seconds), *except_, *([str(self.night)] if self.night else []), self.zone]
        return " ".join(part for part in parts if part)

    def due(self, now: float, seconds: float | None = None) -> float:
        return self.after(now, self.seconds if seconds is None else min(seconds, self.seconds))

    def after(self, moment: float, seconds: float) -> float:
        if not self.zone:
            return moment + seconds
        at = self._run(moment, seconds)
        while self.night and self.night.inside(at, self.zone):
            at = self._run(self.night.end(at, self.zone), 0)
        return at

    def _run(self, moment: float, left: float) -> float:
        """The moment when so much time has run in days that count. One that ends with such a day is its end,
        not the beginning of the next."""
        while True:
            today = local(moment, self.zone).date()
            if today.weekday() in self.off:
                moment = midnight(today, self.zone, 1)
                continue
            ahead = 1
            while self.off and (today + timedelta(ahead)).weekday() not in self.off:
                ahead += 1
            rest = midnight(today, self.zone, ahead) - moment
            if not self.off or left <= rest:
                return moment + left
            left, moment = left - rest, moment + rest

    def turn_seconds(self, now: float) -> float:
        return float(self.seconds)

    def words(self) -> str:
        span, days = span_text(self.seconds), _days_words(self.off)
        if not self.night and not self.off:
            return sentences.SPAN(span=span)
        if not self.night:
            return sentences.SPAN_DAYS_OFF(span=span, days=days, zone=self.zone)
        begins, ends = minute_text(self.night.begins), minute_text(self.night.ends)
        night = {"span": span, "begins": begins, "ends": ends, "zone": self.zone}
        return sentences.SPAN_DAYS_OFF_NIGHT(days=days, **night) if days else sentences.SPAN_NIGHT(**night)


@dataclass(frozen=True, slots=True)
class Weekly(Spec):
    """Turns end at dates of the week.

    dates: (day of the week, 0 = Monday; minute of the day), in their order
    """

    dates: tuple[tuple[int, int], ...]
    zone: str

    def __str__(self) -> str:
        groups = [f"{_days_text(days)} {_times_text(times)}" for days, times in self._groups()]
        return " ".join([*groups, self.zone])

    def due(self, now: float, seconds: float | None = None) -> float:
        date_ = next(self._moments(now + self.least()))
        return date_ if seconds is None else min(now + seconds, date_)

    def first(self, moment: float) -> float:
        return next(self._moments(moment))

    def turn_seconds(self, now: float) -> float:
        """From the date before its own on."""
        due = self.due(now)
        before = [at for at in self._moments(due - 15 * DAY, due) if at < due]
        return due - before[-1]

    def words(self) -> str:
        told = []
        for days, times in self._groups():
            clocks = listing([minute_text(time) for time in times])
            daily = len(days) == 7
            on_days = sentences.DATE(days=_days_words(days, "or"), times=clocks)
            told.append(sentences.DATE_DAILY(times=clocks) if daily else on_days)
        return sentences.DATES(dates=listing(told), zone=self.zone)

    def clocks(self, now: float) -> list[float]:
        day = local(now, self.zone).date()
        return [moment_of(day, minute, self.zone) for minute in sorted({minute for _, minute in self.dates})]

    def least(self) -> float:
        """The shortest time that a turn has."""
        at = [day * 1440 + minute for day, minute in self.dates]
        gaps = [later - earlier for earlier, later in zip(at, [*at[1:], at[0] + _WEEK], strict=True)]
        return min(_LEAST, min(gaps) * 60 / 2)

    def _moments(self, start: float, end: float | None = None) -> Iterator[float]:
        """The dates from a moment on, in their order."""
        day = local(start, self.zone).date() - timedelta(1)
        while end is None or midnight(day, self.zone) <= end:
            for weekday, minute in self.dates:
                if weekday == day.weekday() and (at := moment_of(day, minute, self.zone)) >= start:
                    yield at
            day += timedelta(1)

    def _groups(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Days that have the same times, with these."""
        found: dict[tuple[int, ...], tuple[int, ...]] = {}
        for day in dict.fromkeys(day for day, _ in self.dates):
            times = tuple(minute for on, minute in self.dates if on == day)
            found[times] = (*found.get(times, ()), day)
        return [(days, times) for times, days in found.items()]


NONE = Spec()


def read_spec(text: str) -> Spec:
    """The deadline that a text means. Raises Refused, with what would do.

    >>> str(read_spec("1d 12h")), str(read_spec("monday & thursday, 8 pm, rome"))
    ('36h', 'Mon,Thu 20:00 Europe/Rome')
    >>> str(read_spec("24h except sat, sun Europe/Rome")), str(read_spec("never"))
    ('24h except weekends Europe/Rome', 'none')
    """
    tidy = re.sub(r"([0-9]) ?(am|pm)\b", r"\1\2", " ".join(text.split()), flags=re.IGNORECASE)
    tidy = re.sub(r"(?i)\b(?:every|each) day\b", "daily", re.sub(r"\s*[-–]\s*", "-", tidy))
    base, sign, rest = _EXCEPT.sub("\0", tidy, count=1).partition("\0")
    try:
        if _is_calendar(base):
            spec: Spec = _weekly(base, rest if sign else None)
        else:
            spec = _span(base, rest if sign else None)
    except _Unknown:
        raise Refused(sentences.NOT_A_DEADLINE(typed=clip(plain_name(text.strip()), 40))) from None
    if len(str(spec)) > _LONGEST_TEXT:
        raise Refused(sentences.TOO_MANY_DATES)
    return spec


def offered(typed: str, zone: str = "") -> list[str]:
    """What may be meant by what is typed so far: texts that `read_spec` takes, as autocomplete shows them.

    zone: the writer's own, if it is known
    """
    begun = " ".join(typed.split())
    usual = (*_USUAL, *(f"{text} {zone or UTC}" for text in _USUAL_OF_A_ZONE))
    found = [text for text in usual if text.lower().startswith(begun.lower())]
    words = begun.split()
    known = next((at for at, word in enumerate(words) if not _understood(word)), len(words))
    head, tail = " ".join(words[:known]), " ".join(words[known:])
    places = offered_zones(tail) if tail else ["", *filter(None, [zone]), *_USUAL_ZONES]
    for more in ("", " weekends" if _EXCEPT.search(head) else " 20:00"):
        texts = [text for place in places if (text := _canonical(f"{head}{more} {place}"))]
        if texts:
            found += texts
            break
    return list(dict.fromkeys(found))[:MOST_CHOICES]


def _understood(word: str) -> bool:
    """Whether a word, of several that are typed, is not the beginning of a time zone."""
    parts = [part for part in re.split("[,;]", word.lower()) if part]
    return all(
        not part[0].isalpha() or part in _FILLERS or _LIKE_WORDS.fullmatch(part) or _days(part)
        for part in parts
    )


def _canonical(text: str) -> str:
    try:
        return str(read_spec(text))
    except Refused:
        return ""


class _Unknown(Exception):  # noqa: N818 - it never leaves this file
    """The text as a whole is not understood."""


def _words_of(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,;]+", text) if word and word.lower() not in _FILLERS]


def _is_calendar(base: str) -> bool:
    words = _words_of(base)
    if words and re.fullmatch(r"[0-9].*", words[0]) and read_minute(words[0]) is None:
        return False  # a span: "2 days"
    return any(_days(word) or read_minute(word) is not None for word in words)


def _days(word: str) -> list[int]:
    """The days of the week that a word names; none if it names none."""
    if word.lower() in _WORDS:
        return list(_WORDS[word.lower()])
    first, sign, last = word.partition("-")
    begins, ends = read_day(first), read_day(last) if sign else read_day(first)
    if begins is None or ends is None:
        return []
    return [(begins + more) % 7 for more in range((ends - begins) % 7 + 1)]


def _weekly(base: str, rest: str | None) -> Weekly:
    """Dates: days, then their times, as often as one likes; days without are those of the whole week."""
    dates: set[tuple[int, int]] = set()
    days: list[int] = []
    timed = False
    words = _words_of(base)
    while words and (_days(words[0]) or read_minute(words[0]) is not None or _like_time(words[0])):
        word = words.pop(0)
        minute = read_minute(word)
        if minute is not None:
            dates |= {(day, minute) for day in days or range(7)}
            timed = True
        elif _like_time(word):
            raise Refused(sentences.NOT_A_TIME(typed=clip(plain_name(word), 40)))
        else:
            days, timed = (_days(word), False) if timed else (days + _days(word), False)
    zone = " ".join(words)
    if rest is not None:
        off, night, last = _exceptions(rest)
        zone = " ".join(filter(None, (zone, last)))
        if night or not off:
            raise Refused(sentences.DATES_ARE_EXACT)
        dates = {(day, minute) for day, minute in dates if day not in off}
    if not timed:
        raise Refused(sentences.AT_WHAT_TIME)
    if not dates:
        raise Refused(sentences.NO_DAY_LEFT)
    return Weekly(tuple(sorted(dates)), _zone(zone, f"{_times_text([min(dates)[1]])}"))


def _like_time(word: str) -> bool:
    return re.fullmatch(r"[0-9]{1,2}([:.][0-9]{2}(am|pm)?|am|pm)", word.lower()) is not None


def _span(base: str, rest: str | None) -> Spec:
    try:
        canonical, seconds = read_span(re.sub(r"(?i)^\s*every\s", "", base))
    except OutOfRange:
        raise
    except Refused:
        raise _Unknown from None
    if rest is None:
        return NONE if seconds is None else Span(int(seconds))
    if seconds is None:
        raise Refused(sentences.NONE_ALONE)
    off, night, zone = _exceptions(rest)
    if not off and not night:
        raise Refused(sentences.LEAVE_OUT_WHAT(span=canonical))
    if len(off) == 7:
        raise Refused(sentences.NO_DAY_LEFT)
    shown = str(night) if night else _days_text(sorted(off))
    return Span(int(seconds), tuple(sorted(off)), night, _zone(zone, shown))


def _exceptions(rest: str) -> tuple[set[int], QuietHours | None, str]:
    """Days and hours that are left out, and the time zone after them."""
    off: set[int] = set()
    night: QuietHours | None = None
    words = _words_of(rest)
    while words:
        if _days(words[0]):
            off |= set(_days(words.pop(0)))
        elif words[0][0].isdigit() and "-" in words[0]:
            if night:
                raise Refused(sentences.ONE_NIGHT(hours=night))
            night = QuietHours.read(words.pop(0))
        else:
            break
    return off, night, " ".join(words)


def _zone(text: str, shown: str) -> str:
    if not text:
        raise Refused(sentences.WHICH_ZONE(shown=shown))
    return read_zone(text)


def _runs(days: Sequence[int]) -> list[list[int]]:
    """Days that follow each other, together."""
    return [[day for _, day in run] for _, run in groupby(enumerate(days), lambda pair: pair[1] - pair[0])]


def _days_text(days: Sequence[int]) -> str:
    """As `read_spec` reads them.

    >>> _days_text(range(7)), _days_text([5, 6]), _days_text([0, 1, 2, 4]), _days_text([0, 3])
    ('daily', 'weekends', 'Mon-Wed,Fri', 'Mon,Thu')
    """
    if len(days) == 7:
        return "daily"
    if tuple(days) == (5, 6):
        return "weekends"
    short = [[DAYS[day][:3] for day in run] for run in _runs(days)]
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(run) for run in short)


def _days_words(days: Sequence[int], last: str = "and") -> str:
    if tuple(days) == (5, 6) and last == "and":
        return sentences.WEEKENDS
    short = [[DAYS[day][:3] for day in run] for run in _runs(days)]
    runs = ([sentences.DAYS_FROM_TO(first=run[0], last=run[-1])] if len(run) > 2 else run for run in short)
    return listing([part for run in runs for part in run], last)


def _times_text(times: Sequence[int]) -> str:
    return ",".join(minute_text(minute) for minute in times)
