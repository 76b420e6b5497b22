"""A server's games, and a game turn by turn, for everybody: only what `is_public` shows, and only as
everybody sees it. Letters are not shown, not even after the end."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from aiohttp import web
from markupsafe import Markup

from bot.common.errors import Refused
from bot.common.message import Message, clip
from bot.engine.access import (
    EVERYWHERE,
    LINK_PATTERN,
    is_league_public,
    is_public,
    is_server_public,
    on_the_web,
    public_channels,
    server_name,
)
from bot.features.history.exporting import written
from bot.features.history.pages import Page
from bot.storage import tables
from bot.storage.database import Tx
from bot.storage.league_records import League
from bot.storage.records import OVER, Player, Table
from bot.storage.rows import find, first
from bot.web import text
from bot.web.board import LARGE, BoardPicture
from bot.web.facts import with_pages
from bot.web.history import PublicHistory
from bot.web.markdown import to_line
from bot.web.pages.common import NOBODY, cached, looked_at, picture
from bot.web.site import Site
from bot.web.watching import GONE, Watching

if TYPE_CHECKING:
    from bot.services import Services

CODE = rf"{{code:[a-z0-9]{{2,16}}(?:{LINK_PATTERN})?}}"
"""A game's code, with its link where it is not listed."""
GUILD = r"{guild:[0-9]{1,20}}"
TURN = r"{turn:[a-z0-9-]{1,40}}"
"""A turn's name, see `bot.web.history.named`."""
MOST_LISTED = 50
"""Finished games on one page of a server."""


class GamePages:
    def __init__(self, site: Site) -> None:
        self._site = site
        self._services = site.services
        self._history = PublicHistory(site.services.context)
        self._watching = Watching(self._version)

    def routes(self) -> Iterable[web.RouteDef]:
        return [
            web.get(f"/s/{GUILD}", self._server),
            web.get(r"/g/pictures/{name:[0-9a-f]{32}}", self._picture),
            web.get(f"/g/{CODE}", self._newest),
            web.get(f"/g/{CODE}/events", self._events),
            web.get(f"/g/{CODE}/fair-play", self._fair_play),
            web.get(f"/g/{CODE}/analysis", self._analysis),
            web.get(f"/g/{CODE}/record.json", self._record),
            # No turn has one of the names above.
            web.get(f"/g/{CODE}/{TURN}", self._turn),
            web.get(f"/g/{CODE}/{TURN}/board/{{name:[0-9a-f]{{32}}}}", self._board),
        ]

    async def close(self) -> None:
        await self._watching.close()

    # -- a server

    async def _server(self, request: web.Request) -> web.Response:
        guild, after = int(request.match_info["guild"]), _number(request.query.get("after", "0"))

        def look(tx: Tx) -> dict[str, Any] | None:
            if guild >= 2**63 or not is_server_public(tx, guild):
                return None
            now = [_entry(tx, table) for table in tables.open_in(tx, guild) if is_public(tx, table)]
            done = find(tx, Table, guild_id=guild, status=OVER[0])
            done.sort(key=lambda table: -(table.ended_at or 0.0))
            over = [table for table in done if is_public(tx, table)]
            leagues = [league for league in find(tx, League, guild_id=guild) if is_league_public(tx, league)]
            older = [_entry(tx, table) for table in over[after : after + MOST_LISTED]]
            users = {player.user_id for game in (*now, *older) for player in game["players"]}
            return {
                "known": with_pages(tx, guild, users),
                "name": server_name(tx, guild),
                "whole": EVERYWHERE in public_channels(tx, guild),
                "playing": [game for game in now if game["status"] == "playing"],
                "lobbies": [game for game in now if game["status"] == "lobby"],
                "over": older,
                "older": after + MOST_LISTED if len(over) > after + MOST_LISTED else 0,
                "leagues": leagues,
            }

        found = await self._site.read(look)
        if found is None:
            raise web.HTTPNotFound
        games = {key: game.name for key, game in self._services.context.games.items()}
        return cached(request, self._site.page("server.html", guild=guild, games=games, **found))

    # -- a game

    async def _must_be_public(self, request: web.Request) -> Table:
        """The game of the address. Raises HTTPNotFound for all others, in the same time."""
        table: Table | None = await self._site.read(on_the_web, request.match_info["code"])
        if table is None or table.status not in ("playing", "over"):
            raise web.HTTPNotFound
        return table

    async def _newest(self, request: web.Request) -> web.Response:
        return await self._show(request, "")

    async def _turn(self, request: web.Request) -> web.Response:
        return await self._show(request, request.match_info["turn"])

    async def _show(self, request: web.Request, wanted: str) -> web.Response:
        table, named = await self._must_be_public(request), request.match_info["code"]
        turns, at, message = await self._paged(table.id, wanted)
        turn, last = [*turns][at], len(turns) - 1
        heading = turns[turn].heading
        listed = named == table.id
        pictures = f"/g/{named}/{turn}/board"
        [card] = await looked_at(self._site, pictures, message, guild=table.guild_id, links=listed)
        now = await self._now(table, links=listed) if at == last else None
        told = await self._history.turn(table.id, at + 1)
        explained = self._history.explained(told[0]) if told is not None else None
        presenter = self._services.context.presenters[table.game]
        board = message.picture
        assert isinstance(board, BoardPicture)
        name, large = self._asked(board)
        return _answer(
            request,
            self._site.page(
                "game.html",
                title=f"{table.name} {table.id}",
                game=table.game,
                code=named,
                around=await self._site.read(_around, table) if listed else None,
                card=card,
                alt=board.alt,
                large=self._site.url(f"/g/{named}/{turn}/board/{large}"),
                picture=self._site.absolute(f"/g/{named}/{turn}/board/{name}"),
                about=clip(
                    to_line("\n".join([heading, *(row for row in message.rows if isinstance(row, str))])), 200
                ),
                turns={each: page.heading for each, page in turns.items()},
                turn=turn,
                at=at,
                heading=heading,
                now=now,
                explained=explained,
                why=[
                    (presenter.seat_name(seat) if seat else text.BATTLES, [*some])
                    for seat, some in groupby(explained.why if explained else (), lambda one: one.seat)
                ],
                plain=None if presenter.many or turns[turn].kind != "resolve" else table.name,
                over=table.status == "over",
                watch=table.status == "playing" and at == last,
                seq=table.seq,
            ),
        )

    async def _paged(self, code: str, wanted: str) -> tuple[dict[str, Page], int, Message]:
        """A page of the game's history: all turns by their names, which of them it is, and what it says.
        wanted: its name; "": the newest"""
        try:
            turns = await self._history.turns(code)
        except Refused:
            raise web.HTTPNotFound from None
        names = [*turns]
        if wanted and wanted not in turns:
            raise web.HTTPNotFound
        at = names.index(wanted) if wanted else len(names) - 1
        return turns, at, await self._history.page(code, NOBODY, str(at + 1))

    async def _now(self, table: Table, *, links: bool) -> tuple[str, Markup]:
        """Which turn it is; who plays, how they stand, and for what the game waits."""
        heading, shown = await self._services.game_views.told(table.id, NOBODY)
        message = Message(shown)
        [card] = await looked_at(self._site, "/g/pictures", message, guild=table.guild_id, links=links)
        return heading, card["head"]

    async def _board(self, request: web.Request) -> web.Response:
        """The picture of a turn. A name that is not kept any more is found by making the page anew."""
        name = request.match_info["name"]
        table = await self._must_be_public(request)
        if not self._site.pictures.knows(name):
            _, _, message = await self._paged(table.id, request.match_info["turn"])
            if isinstance(message.picture, BoardPicture):
                self._asked(message.picture)
        return await picture(self._site, name)

    def _asked(self, board: BoardPicture) -> tuple[str, str]:
        """The names of a turn's picture, and of that for large screens."""
        small, large = (
            self._site.pictures.ask(one.game, one.view, one.extras) for one in (board, board.at(LARGE))
        )
        return small, large

    async def _picture(self, request: web.Request) -> web.Response:
        return await picture(self._site, request.match_info["name"])

    async def _fair_play(self, request: web.Request) -> web.Response:
        table = await self._must_be_public(request)
        message = await self._services.fair_play.explained(table.id, NOBODY)
        # What stands below is about a button, which no page has.
        return await self._card(request, table, text.FAIR_PLAY, replace(message, small=""))

    async def _analysis(self, request: web.Request) -> web.Response:
        table = await self._must_be_public(request)
        if table.status != "over":
            raise web.HTTPNotFound
        try:
            message = await self._services.analyses.show(table.id)
        except Refused as why:  # broken off, or over at once
            message = Message(str(why))
        return await self._card(request, table, text.ANALYSIS, message)

    async def _card(self, request: web.Request, table: Table, title: str, message: Message) -> web.Response:
        listed = table.id == request.match_info["code"]
        cards = await looked_at(self._site, "/g/pictures", message, guild=table.guild_id, links=listed)
        game = f"{table.name} {table.id}"
        back = [(f"/g/{request.match_info['code']}", game)]
        return _answer(request, self._site.page("cards.html", cards=cards, title=title, of=game, back=back))

    async def _record(self, request: web.Request) -> web.Response:
        """The record: of a finished game whole, before as everybody may know it."""
        table = await self._must_be_public(request)
        name, record = await public_record(self._services, table.id)
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return web.Response(body=written(record), content_type="application/json", headers=headers)

    # -- what changes

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """The number of the newest step, whenever it changes."""
        await self._must_be_public(request)
        return await self._watching.stream(request, request.match_info["code"], "turn")

    async def _version(self, named: Hashable) -> str:
        table = await self._site.read(on_the_web, str(named))
        return f"{table.seq}" if table is not None else GONE


def _answer(request: web.Request, page: web.Response) -> web.Response:
    """Let a page of a game be kept; search engines do not list what is not listed here."""
    answer = cached(request, page)
    if "-" in request.match_info["code"]:
        answer.headers["X-Robots-Tag"] = "noindex"
    return answer


def _around(tx: Tx, table: Table) -> dict[str, Any]:
    """Where the pages of a game that is listed lead: its server, its league, its players."""
    league = first(tx, League, id=table.origin["league"]) if "league" in table.origin else None
    seated = [one for one in find(tx, Player, table_id=table.id) if one.seat is not None]
    known = with_pages(tx, table.guild_id, [one.user_id for one in seated])
    return {
        "guild": table.guild_id,
        "server": server_name(tx, table.guild_id),
        "league": league if league is not None and is_league_public(tx, league) else None,
        "players": [one for one in seated if one.user_id in known],
    }


async def public_record(services: Services, code: str) -> tuple[str, dict[str, Any]]:
    """The name and the contents of a game's record, as everybody may have it."""
    [file] = (await services.game_export.export(code, NOBODY)).files
    record: dict[str, Any] = json.loads(file.data)
    record.pop("letters", None)  # what people wrote to each other is for those who played
    return file.name, record


def _entry(tx: Tx, table: Table) -> dict[str, Any]:
    players = sorted(find(tx, Player, table_id=table.id), key=lambda one: one.seat or "")
    return {
        "players": [one for one in players if one.seat is not None or table.status == "lobby"],
        "code": table.id, "game": table.game, "name": table.name, "status": table.status,
        "ended": table.ended_at, "created": table.created_at,
    }  # fmt: skip


def _number(typed: str) -> int:
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 7 else 0
