"""Calendars as files (iCalendar, RFC 5545)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from icalendar import Calendar, Event

from bot.features.calendars.calendars import CalendarEvent

LASTS = timedelta(minutes=15)
"""An event ends at its moment, and begins so much before: some apps hide what has no length."""


def written(name: str, events: Sequence[CalendarEvent], now: float) -> bytes:
    """Write a calendar. now: when it is fetched"""
    made = Calendar()
    made.add("prodid", "-//Fieldpost//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", name)
    for one in events:
        end = _moment(one.at)
        event = Event()
        event.add("uid", f"{one.key}@fieldpost")
        event.add("dtstamp", _moment(now))
        event.add("dtstart", end - LASTS)
        event.add("dtend", end)
        event.add("summary", one.text)
        event.add("sequence", one.edition)
        made.add_component(event)
    found: bytes = made.to_ical()
    return found


def _moment(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC).replace(microsecond=0)
