"""Moments and days on pages: in one format everywhere. Without JavaScript they say UTC; times.js shows
moments in the reader's own zone, as Discord does."""

from __future__ import annotations

from datetime import UTC, datetime

from markupsafe import Markup


def said(moment: datetime) -> str:
    """
    >>> said(datetime(2026, 1, 5, 18, 30, tzinfo=UTC))
    '5 January 2026, 18:30 UTC'
    """
    return f"{said_day(moment)}, {moment:%H:%M} UTC"


def said_day(moment: datetime | str) -> str:
    """
    >>> said_day("2026-01-05")
    '5 January 2026'
    """
    day = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return f"{day.day} {day:%B %Y}"


def shown(moment: datetime | str, *, relative: bool = False, day: bool = False) -> Markup:
    """Return a moment as HTML. It is UTC, or has a zone; one without an hour is a day, the same everywhere.

    relative: "in 3 days" where JavaScript runs;  day: without the hour

    >>> print(shown("2026-01-05T18:30:00Z", day=True))
    <time datetime="2026-01-05T18:30:00Z" data-day>5 January 2026</time>
    >>> print(shown("2026-01-05"))
    <time datetime="2026-01-05">5 January 2026</time>
    """
    if isinstance(moment, str) and "T" not in moment:
        return Markup('<time datetime="{}">{}</time>').format(moment, said_day(moment))
    at = datetime.fromisoformat(moment).astimezone(UTC) if isinstance(moment, str) else moment
    how = " data-relative" if relative else " data-day" if day else ""
    words = said_day(at) if day else said(at)
    return Markup('<time datetime="{}"{}>{}</time>').format(f"{at:%Y-%m-%dT%H:%M:%SZ}", Markup(how), words)
