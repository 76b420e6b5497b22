"""Links to a board on the pages: for one person and one seat, used once, then a session.

A link and a cookie hold 256 random bits; the database has their SHA-256 alone. A session is for one place: a
game's code, or the id of a board of one's own. It ends when the person has the seat no more, when the person
is forgotten, an hour after the end of the game, or after a month.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import replace

from adjudicator.game import Seat
from bot.common.errors import Refused
from bot.common.message import Button, Message, custom_id
from bot.engine.context import Context
from bot.engine.snapshot import GameSnapshot
from bot.features.board_links import store, text
from bot.storage import tables
from bot.storage.database import Tx
from bot.storage.records import Board, Player, WebSession
from bot.storage.rows import first, insert, remove

LINK_S = 600.0
"""Seconds in which a link works."""
SESSION_S = 30 * 86400.0
"""Seconds after which a session is over."""
AFTER_S = 3600.0
"""Seconds after the end of a game in which an open page still shows how it ended."""


class BoardLinks:
    def __init__(self, context: Context) -> None:
        self.context = context

    async def link(self, place: str, user_id: int) -> Message:
        """A link to the user's seat of a game, or to a board of the user's own. Raises Refused for others."""
        token = secrets.token_urlsafe(32)

        def store_it(tx: Tx) -> Seat | None:
            now = self.context.clock.now()
            store.forget_expired(tx, now)
            seat = self._seat(tx, place, user_id)
            insert(tx, WebSession(
                digest=_digest(token), user_id=user_id, place=place, seat=seat, entered=False,
                expires_at=now + LINK_S,
            ))  # fmt: skip
            return seat

        seat = await self.context.db.write(store_it)
        # The place lets a used link lead to a board that this browser still has open: its cookie says so.
        told = text.LINK(url=f"{self.context.web}/open#{token}.{place}", n=int(LINK_S) // 60)
        # Desks are kept up to date by themselves, boards of one's own are not.
        return Message(told if seat is not None else f"{told}\n{text.SHOWN_HERE}")

    async def enter(self, token: str) -> tuple[str, WebSession]:
        """Use a link up, and return the cookie of the new session with it. Raises Refused if it was used."""
        cookie = secrets.token_urlsafe(32)

        def use(tx: Tx) -> WebSession | None:
            now = self.context.clock.now()
            found = first(tx, WebSession, digest=_digest(token))
            if found is None or found.entered or found.expires_at <= now or not self._holds(tx, found):
                return None
            # Of two that come with the same link, the one that deletes its row gets in.
            if not remove(tx, WebSession, digest=found.digest):
                return None
            session = replace(found, digest=_digest(cookie), entered=True, expires_at=now + SESSION_S)
            insert(tx, session)
            return session

        session = await self.context.db.write(use)
        if session is None:
            raise Refused(text.LINK_OVER)
        return cookie, session

    async def session(self, cookie: str, place: str) -> WebSession:
        """The session of this cookie at this place. Raises Refused if there is none any more."""

        def look(tx: Tx) -> WebSession | None:
            found = first(tx, WebSession, digest=_digest(cookie))
            if found is None or not found.entered or found.place != place:
                return None
            if found.expires_at <= self.context.clock.now() or not self._holds(tx, found):
                return None
            return found

        session = await self.context.db.read(look) if cookie else None
        if session is None:
            raise Refused(text.SESSION_OVER)
        return session

    async def move(self, session: WebSession, place: str) -> str:
        """Let a session go on at another board of its person; return the new cookie. Raises Refused."""
        cookie = secrets.token_urlsafe(32)

        def change(tx: Tx) -> bool:
            other = replace(session, digest=_digest(cookie), place=place)
            if (
                session.seat is not None
                or not self._holds(tx, other)
                or not remove(tx, WebSession, digest=session.digest)
            ):
                return False
            insert(tx, other)
            return True

        if not await self.context.db.write(change):
            raise Refused(text.SESSION_OVER)
        return cookie

    async def end(self, session: WebSession) -> None:
        """End a session: the person leaves the page for good."""
        await self.context.db.write(lambda tx: remove(tx, WebSession, digest=session.digest))

    def _seat(self, tx: Tx, place: str, user_id: int) -> Seat | None:
        """The seat for a new link. Raises Refused for whoever has none there."""
        if tables.get(tx, place) is not None:
            return self.context.seated(tx, place, user_id)[1]
        board = first(tx, Board, id=place)
        if board is None or board.user_id != user_id:
            raise Refused(text.SESSION_OVER)
        return None

    def _holds(self, tx: Tx, session: WebSession) -> bool:
        """Whether the person still has what the session is for."""
        if session.seat is None:
            board = first(tx, Board, id=session.place)
            return board is not None and board.user_id == session.user_id
        table = tables.get(tx, session.place)
        player = first(tx, Player, table_id=session.place, user_id=session.user_id)
        if table is None or player is None or player.seat != session.seat:
            return False
        return table.status == "playing" or self.context.clock.now() < (table.ended_at or 0.0) + AFTER_S


def desk_buttons(snapshot: GameSnapshot, seat: Seat) -> list[Button]:
    """The button on every desk, and on every board of one's own."""
    act = "openboard" if snapshot.coded else "openown"
    return [Button(custom_id(act, snapshot.table.id, None, 0), text.OPEN)]


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
