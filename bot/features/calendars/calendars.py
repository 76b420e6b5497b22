"""A player's deadlines as a calendar, by a secret link; the database has its SHA-256 alone."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """key: stays the same when it changes;  at: when it ends;  edition: grows with changes"""

    key: str
    text: str
    at: float
    edition: int


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

    async def events(self, token: str) -> list[CalendarEvent] | None:
        """What the calendar of this link has: an event for each game of the player that is under way and
        has a deadline. None: there is no such link."""

        def look(tx: Tx) -> list[CalendarEvent] | None:
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
                ident = f"{seated.table.id}-{due.turn}"
                events.append(CalendarEvent(ident, told, due.due_at, seated.table.seq))
            return events

        return await self.context.db.read(look)


def _digest(token: str) -> str:
    return hashlib.sha256(f"calendar {token}".encode()).hexdigest()
