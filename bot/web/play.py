"""The board that one plays on: `/open` turns a link into a session, `/play/CODE` is the desk.

A page holds the same cards as Discord, and a press runs the same handler (`bot.web.visit`). Nothing is
changed but by POST with JSON and a header that no form of another site can send; a cookie is for one place.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Hashable, Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from bot.common.errors import Refused
from bot.common.message import (
    BUTTON_PATTERN,
    FORM_PATTERN,
    MENU_PATTERN,
    Button,
    Kind,
    Message,
    buttons,
    custom_id,
    read_press,
)
from bot.discord.components import Dispatcher
from bot.features.analysis.buttons import AnalysisButtons
from bot.features.board_links.links import SESSION_S
from bot.features.boards.buttons import BoardButtons
from bot.features.conditional_orders.commands import AheadButtons
from bot.features.info.commands import InfoButtons
from bot.features.integrity.commands import VerifyButtons
from bot.features.learn.commands import LearnButtons
from bot.features.letters.addressing import no_letters
from bot.features.letters.commands import LetterButtons
from bot.features.play.commands import DeskButtons
from bot.features.practice.commands import PracticeButtons
from bot.features.puzzles.commands import PuzzleButtons
from bot.features.sandbox.buttons import SandboxButtons
from bot.features.sandbox.origins import Origins
from bot.features.sandbox.screens import Screens
from bot.storage import deadlines, drafts, tables
from bot.storage.database import Tx
from bot.storage.records import Board, BoardKind, WebSession
from bot.storage.rows import first
from bot.web import text
from bot.web.board import BoardPicture, PageBoardDesk, PageDesks
from bot.web.cards import Cards
from bot.web.pictures import kind_of
from bot.web.site import Site
from bot.web.visit import NoSight, Visit
from bot.web.watching import GONE, Watching

HEADER = "X-Fieldpost"
"""Sent by our own script with every POST: a browser lets no other site send it."""
MAX_VALUES = 60
"""Most values of one press."""
MOST_VALUE = 2000
_PLACE = r"{place:[a-z0-9]{4,16}}"
_PATTERNS: Mapping[Kind, str] = {"button": BUTTON_PATTERN, "menu": MENU_PATTERN, "form": FORM_PATTERN}


class _NoBoard:
    """After a turn the desk itself is shown, with its board."""

    async def board(self, table_id: str, user_id: int) -> Message:
        return Message("")


class Play:
    def __init__(self, site: Site) -> None:
        self._site = site
        self._services = s = site.services
        self._links = s.board_links
        self._desks = PageDesks(s.context)
        self._board_desks: dict[BoardKind, PageBoardDesk] = {
            kind: PageBoardDesk(desk.context, desk.boards, desk.mode) for kind, desk in s.board_desks.items()
        }
        sandbox = self._board_desks["sandbox"]
        origins = Origins(s.context, s.boards, sandbox, s.history_pages)
        screens = Screens(s.context, s.boards, s.sandbox, sandbox)
        self._dispatcher = Dispatcher(
            s.looking,
            NoSight(),
            [
                DeskButtons(self._desks, s.orders, _NoBoard()),
                InfoButtons(s.game_views, s.rules),
                AheadButtons(s.planning),
                LetterButtons(s.letters, s.letterbox),
                AnalysisButtons(s.analyses),
                VerifyButtons(s.verification, s.fair_play),
                BoardButtons(s.boards, self._board_desks),
                PracticeButtons(s.practice, self._board_desks),
                PuzzleButtons(s.solving, self._board_desks["puzzle"]),
                LearnButtons(s.learning, self._board_desks["lesson"]),
                SandboxButtons(s.boards, s.sandbox, origins, screens, sandbox),
            ],
        )
        self._games = {act.name for act in self._dispatcher.acts if act.game}
        self._watching = Watching(self._version_of)

    def routes(self) -> Iterable[web.RouteDef]:
        return [
            web.get("/open", self._open_page),
            web.post("/open", self._open),
            web.get(f"/play/{_PLACE}", self._page),
            web.get(f"/play/{_PLACE}/desk", self._desk),
            web.post(f"/play/{_PLACE}/press", self._press),
            web.post(f"/play/{_PLACE}/leave", self._leave),
            web.get(f"/play/{_PLACE}/events", self._events),
            web.get(f"/play/{_PLACE}/pictures/{{name:[0-9a-f]{{32}}}}", self._picture),
        ]

    async def close(self) -> None:
        await self._watching.close()

    # -- coming and going

    async def _open_page(self, _: web.Request) -> web.Response:
        """The link's secret stands behind the #, which a browser sends to nobody: the script reads it."""
        return self._site.page("open.html")

    async def _open(self, request: web.Request) -> web.Response:
        given = await _json(request, self._site)
        token = given.get("token")
        if not isinstance(token, str) or not re.fullmatch(r"[\w-]{20,100}", token):
            raise web.HTTPGone
        try:
            cookie, session = await self._links.enter(token)
        except Refused:
            raise web.HTTPGone from None
        answer = web.json_response({"to": self._site.url(f"/play/{session.place}")})
        self._set_cookie(answer, session.place, cookie, int(SESSION_S))
        return answer

    async def _leave(self, request: web.Request) -> web.Response:
        await _json(request, self._site)
        session = await self._session(request)
        await self._links.end(session)
        answer = web.json_response({"to": self._site.url("/open#closed")})
        self._set_cookie(answer, session.place, "", 0)
        return answer

    def _set_cookie(self, answer: web.Response, place: str, value: str, age: int) -> None:
        answer.set_cookie(
            f"fieldpost-{place}",
            value,
            max_age=age,
            path=self._site.url(f"/play/{place}"),
            httponly=True,
            samesite="Lax",
            secure=self._site.base.startswith("https:"),
        )

    async def _session(self, request: web.Request) -> WebSession:
        """The session that this request belongs to. Raises HTTPForbidden."""
        place = request.match_info["place"]
        try:
            return await self._links.session(request.cookies.get(f"fieldpost-{place}", ""), place)
        except Refused:
            raise web.HTTPForbidden from None

    # -- what is shown

    async def _page(self, request: web.Request) -> web.Response:
        session = await self._session(request)
        letters, title, people = await self._about(session)
        version = await self._version(session)  # first: what changes meanwhile is told anew
        message = await self._message(session)
        cards = self._cards(session, people)
        return self._site.page(
            "play.html",
            title=title,
            place=session.place,
            card=cards.card(message),
            tools=cards.card(Message("", rows=_letters(session.place) if letters else ())),
            version=version,
        )

    async def _desk(self, request: web.Request) -> web.Response:
        session = await self._session(request)
        *_, people = await self._about(session)
        version = await self._version(session)
        message = await self._message(session)
        card = self._cards(session, people).card(message)
        return web.json_response({"put": self._html(card), "said": card["said"], "version": version})

    async def _message(self, session: WebSession) -> Message:
        """The card of the place. After the end of a game it shows how it ended."""
        if session.seat is None:
            found = await self._services.boards.read(session.place, session.user_id)
            desk = self._board_desks[found.board.kind]
            return await desk.desk(session.place, session.user_id)
        table = await self._site.read(tables.get, session.place)
        if table is not None and table.status == "playing":
            return await self._desks.desk(session.place, session.user_id)
        return await self._services.game_views.board(session.place, session.user_id)

    async def _about(self, session: WebSession) -> tuple[bool, str, dict[int, str]]:
        """Whether there are letters, the title of the page, and the names of those whom it mentions."""

        def look(tx: Tx) -> tuple[bool, str, dict[int, str]]:
            if session.seat is None:
                board = first(tx, Board, id=session.place)
                game = self._services.context.games.get(board.game) if board is not None else None
                return False, game.name if game is not None else "", {}
            snapshot = self._services.context.snapshot(tx, session.place)
            names = {player.user_id: player.name for player in snapshot.players}
            return not no_letters(snapshot), f"{snapshot.game.name} {session.place}", names

        found: tuple[bool, str, dict[int, str]] = await self._site.read(look)
        return found

    def _cards(self, session: WebSession, people: Mapping[int, str]) -> Cards:
        return Cards(self._site, f"/play/{session.place}/pictures", _owner(session), people, touch=True)

    def _html(self, card: dict[str, Any]) -> str:
        return self._site.render("put.html", card=card)

    # -- presses

    async def _press(self, request: web.Request) -> web.Response:
        given = await _json(request, self._site)
        session = await self._session(request)
        kind, press, values = self._read(given, session)
        visit = Visit.of(session, self._services.context.clock.now())
        await self._services.acted(session.user_id)
        await self._dispatcher.run(visit.acted, kind, press, values)
        put, added = visit.put_message, visit.added
        if given.get("base") is True and put is not None and (other := await self._other(session, put)):
            return await self._move(session, other)
        version = await self._version(session)
        ended = put is not None and not isinstance(put.picture, BoardPicture) and not put.rows
        if given.get("base") is True and ended and put is not None:
            # The turn is resolved, or something was said in the desk's place: the desk itself goes on.
            added = [Message(put.text), *added] if put.text else added
            put = await self._message(session)
        _, title, people = await self._about(session)
        cards = self._cards(session, people)
        shown = cards.card(put) if put is not None else None
        below = [cards.card(one) for one in added]
        said = [card["said"] for card in (*below, shown) if card is not None]
        return web.json_response(
            {
                "put": self._html(shown) if shown is not None else None,
                "added": [self._html(card) for card in below],
                "form": self._site.render("asked.html", form=cards.form(visit.form)) if visit.form else None,
                "said": said[0] if said else "",
                "version": version,
                "title": title,
            }
        )

    async def _other(self, session: WebSession, put: Message) -> str:
        """The board of one's own that is shown instead of the session's, such as the next lesson, or ""."""
        if session.seat is not None:
            return ""
        rows = (row if isinstance(row, tuple) else (row,) for row in put.controls)
        shown = {control.id.split(":")[2] for row in rows for control in row} - {session.place}
        if not shown:
            return ""

        def look(tx: Tx) -> str:
            return next((one for one in shown if first(tx, Board, id=one, user_id=session.user_id)), "")

        found: str = await self._site.read(look)
        return found

    async def _move(self, session: WebSession, place: str) -> web.Response:
        """Go on at another board: the one before may be gone."""
        cookie = await self._links.move(session, place)
        answer = web.json_response({"to": self._site.url(f"/play/{place}")})
        self._set_cookie(answer, place, cookie, int(SESSION_S))
        return answer

    def _read(self, given: Mapping[str, Any], session: WebSession) -> tuple[Kind, Any, Any]:
        """Read a press as the page sends it. Raises HTTPBadRequest, and HTTPForbidden for another game's."""
        ident, values = given.get("id"), given.get("values", [])
        if not isinstance(ident, str) or len(ident) > 120:
            raise web.HTTPBadRequest
        read = [(each, found) for each, one in _PATTERNS.items() if (found := re.fullmatch(one, ident))]
        if not read:
            raise web.HTTPBadRequest
        kind, press = read[0][0], read_press(read[0][1])
        if press.act in self._games and press.table != session.place:
            raise web.HTTPForbidden
        every = list(values.values()) if isinstance(values, dict) else values
        if not isinstance(every, list) or len(every) > MAX_VALUES:
            raise web.HTTPBadRequest
        if not all(isinstance(one, str) and len(one) <= MOST_VALUE for one in every):
            raise web.HTTPBadRequest
        if isinstance(values, dict) != (kind == "form"):
            raise web.HTTPBadRequest
        return kind, press, values

    # -- pictures and events

    async def _picture(self, request: web.Request) -> web.Response:
        session = await self._session(request)
        data = await self._site.pictures.get(request.match_info["name"], _owner(session))
        if data is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": "private, max-age=31536000, immutable"}
        return web.Response(body=data, content_type=kind_of(data), headers=headers)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """A line for each change of what this session's desk shows: its version, and nothing of it."""
        session = await self._session(request)
        return await self._watching.stream(request, session.digest, "changed")

    async def _version_of(self, digest: Hashable) -> str:
        def look(tx: Tx) -> str:
            session = first(tx, WebSession, digest=str(digest))
            return self._state(tx, session) if session is not None else GONE

        return str(await self._site.read(look))

    async def _version(self, session: WebSession) -> str:
        return str(await self._site.read(self._state, session))

    def _state(self, tx: Tx, session: WebSession) -> str:
        """A digest of what a desk depends on: nothing of it that the seat does not see."""
        if session.seat is None:
            board = first(tx, Board, id=session.place)
            return _digest("" if board is None else f"{board.edits} {board.at}")
        table = tables.get(tx, session.place)
        if table is None or table.status != "playing":
            return _digest("over" if table is None else f"{table.status} {table.seq}")
        context = self._services.context
        snapshot = context.snapshot(tx, session.place)
        if snapshot.seat_of(session.user_id) != session.seat:
            return GONE
        sheet = drafts.get(tx, table.id, snapshot.sheet(session.seat), snapshot.phase.turn)
        own = (sheet.orders, sheet.ready, sheet.inherited) if sheet is not None else ()
        due = deadlines.get(tx, table.id)
        told = context.missing(tx, snapshot) if sheet is not None and sheet.ready else ()
        paused = snapshot.pause is not None
        return _digest(f"{table.seq} {own} {due.due_at if due else 0} {sorted(told)} {paused}")


def _letters(code: str) -> tuple[tuple[Button, ...], ...]:
    """Buttons that belong to the page, not to a desk."""
    return (
        buttons(
            Button(custom_id("letters", code, None, 0, "new"), text.LETTERS),
            Button(custom_id("writeletter", code, None, 0), text.WRITE_LETTER),
        ),
    )


def _owner(session: WebSession) -> str:
    """Who may fetch the pictures of a session: the seat, whoever has it."""
    return f"{session.place}/{session.seat or session.user_id}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


async def _json(request: web.Request, site: Site) -> dict[str, Any]:
    """The body of a POST by our own script. Raises HTTPForbidden for any other, HTTPBadRequest."""
    origin = request.headers.get("Origin")
    near = origin is None or origin == site.origin or urlsplit(origin).netloc == request.host
    own = near and request.headers.get(HEADER) == "1"
    if not own or request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        raise web.HTTPForbidden
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType
    try:
        found = await request.json()
    except ValueError:
        raise web.HTTPBadRequest from None
    if not isinstance(found, dict):
        raise web.HTTPBadRequest
    return found
