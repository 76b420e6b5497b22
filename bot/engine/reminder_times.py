"""When somebody is reminded of a deadline: how long before it, and never in their quiet hours.

Pure: a person's wishes and two moments in, the moments of the reminders out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.text import listing
from bot.common.clock import HOUR, read_span, span_text
from bot.common.errors import Refused
from bot.common.message import clip, plain_name
from bot.engine.time_words import UTC, QuietHours

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
        ('at a quarter of the time left, and in the last hour', '12h and 1h before the deadline')
        """
        if not self.leads:
            return "at a quarter of the time left, and in the last hour"
        return f"{listing([span_text(lead) for lead in self.leads], 'and')} before the deadline"

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
        for lead in self.leads or usual(due - began):
            at = self._moved(due - lead, due)
            if first(began, due) <= at < due:
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


def first(began: float, due: float) -> float:
    """No reminder comes before this moment."""
    return began + min(HOUR, (due - began) / 4)


def usual(seconds: float) -> tuple[float, ...]:
    """The leads for a turn of so many seconds, longest first: a quarter of it, and one in the last hour.
    Where the two would come close together one is enough.

    >>> usual(24 * 3600), usual(6 * 3600), usual(1800)
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
    wrong = Refused(
        f"“{clip(plain_name(text.strip()), 40)}” says no times before a deadline that I know. Write up to "
        f"{MOST_LEADS} of them, each from 5m to 30d, such as `12h 1h`; or `usual`."
    )
    if not words or rest:
        raise wrong
    try:
        spans = {int(read_span(word)[1] or 0) for word in words}
    except Refused:
        raise wrong from None
    if len(spans) > MOST_LEADS or not all(SHORTEST <= span <= LONGEST for span in spans):
        raise wrong
    return tuple(sorted(spans, reverse=True))
