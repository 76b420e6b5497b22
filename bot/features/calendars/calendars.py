"""A player's deadlines as a calendar, by a secret link; the database has its SHA-256 alone."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime, timedelta

from bot.common.message import Message
from bot.engine.context import Context
from bot.features.calendars import text
from bot.storage import deadlines, tables
from bot.storage.database import Tx
from bot.storage.records import PLAYING, WebSession
from bot.storage.rows import first, insert, remove

PLACE = "calendar"
"""In the place of a game: what the link is for."""
NEVER = 1e12
"""When it ends by itself."""
LASTS = timedelta(minutes=15)


class Calendars:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def link(self, user_id: int) -> Message:
        """A new link; the one before does not work any more."""
        token = secrets.token_urlsafe(32)

        def change(tx: Tx) -> None:
            remove(tx, WebSession, user_id=user_id, place=PLACE)
            made = WebSession(
                digest=_digest(token),
                user_id=user_id,
                place=PLACE,
                seat=None,
                entered=True,
                expires_at=NEVER,
            )
            insert(tx, made)

        await self.context.db.write(change)
        address = self.context.web.partition("://")[2]
        return Message(text.LINK(webcal=f"webcal://{address}/feeds/{token}.ics"))

    async def take_back(self, user_id: int) -> Message:
        gone = await self.context.db.write(lambda tx: remove(tx, WebSession, user_id=user_id, place=PLACE))
        return Message(text.TAKEN_BACK if gone else text.NONE)

    async def file(self, token: str) -> bytes | None:
        """The calendar of this link: an event for each game of the player that is under way and has a
        deadline. None: there is no such link."""

        def look(tx: Tx) -> list[tuple[str, str, float, int]] | None:
            found = first(tx, WebSession, digest=_digest(token))
            if found is None or found.place != PLACE:
                return None
            events = []
            for seated in tables.of_user(tx, found.user_id, PLAYING):
                due = deadlines.get(tx, seated.table.id)
                if due is None or seated.seat is None:
                    continue
                snapshot = self.context.snapshot(tx, seated.table.id)
                owes = seated.seat in snapshot.phase.owing and seated.seat in self.context.missing(
                    tx, snapshot
                )
                word = text.EVENT if owes else text.EVENT_DONE
                told = word(game=seated.table.name, code=seated.table.id)
                events.append((f"{seated.table.id}-{due.turn}", told, due.due_at, seated.table.seq))
            return events

        events = await self.context.db.read(look)
        return None if events is None else written(text.NAME, events, self.context.clock.now())


def written(name: str, events: list[tuple[str, str, float, int]], now: float) -> bytes:
    """Write a calendar. events: an id that stays, what it says, when, and a number that grows with changes"""
    from icalendar import Calendar, Event  # of the extra `web`

    made = Calendar()
    made.add("prodid", "-//Fieldpost//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", name)
    made.add("refresh-interval;value=duration", "PT1H")
    for ident, told, at, number in events:
        end = datetime.fromtimestamp(at, UTC).replace(microsecond=0)
        event = Event()
        event.add("uid", f"{ident}@fieldpost")
        event.add("dtstamp", datetime.fromtimestamp(now, UTC).replace(microsecond=0))
        event.add("dtstart", end - LASTS)
        event.add("dtend", end)
        event.add("summary", told)
        event.add("sequence", number)
        made.add_component(event)
    found: bytes = made.to_ical()
    return found


def _digest(token: str) -> str:
    return hashlib.sha256(f"calendar {token}".encode()).hexdigest()
