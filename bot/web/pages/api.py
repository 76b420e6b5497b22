"""The read API: what the pages show, as JSON. `openapi` describes it; docs/web.md has examples."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from aiohttp import web

from bot.common.errors import Refused
from bot.engine.access import is_league_public, is_public, is_server_public
from bot.features.history.pages import HistoryPages
from bot.storage import deadlines, tables
from bot.storage.database import Tx
from bot.storage.league_records import League
from bot.storage.records import Table
from bot.storage.rows import find
from bot.web.markdown import to_line
from bot.web.openapi import openapi
from bot.web.pages.common import NOBODY, cached, names_in
from bot.web.pages.games import PublicHistory
from bot.web.site import Site

ROOT = "/api/v1"
PAGE = 50
"""Games in one answer."""
CORS = {"Access-Control-Allow-Origin": "*"}


class Api:
    """Every answer is JSON that everybody may have, so any site may ask for it."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._services = site.services
        self._history: HistoryPages = PublicHistory(site.services.context)

    def routes(self) -> Iterable[web.RouteDef]:
        return [
            web.get(f"{ROOT}/openapi.json", self._openapi),
            web.get(f"{ROOT}/rules", self._rules),
            web.get(f"{ROOT}/rules/{{game}}", self._game_rules),
            web.get(f"{ROOT}/servers/{{guild}}/games", self._games),
            web.get(f"{ROOT}/servers/{{guild}}/leagues", self._leagues),
            web.get(f"{ROOT}/games/{{code}}", self._game),
            web.get(f"{ROOT}/games/{{code}}/turns", self._turns),
            web.get(f"{ROOT}/games/{{code}}/turns/{{number}}", self._turn),
        ]

    async def close(self) -> None:
        """Nothing is under way."""

    def _answer(self, request: web.Request, found: Any) -> web.Response:
        answer = cached(request, web.json_response(found))
        answer.headers.update(CORS)
        return answer

    async def _openapi(self, request: web.Request) -> web.Response:
        return self._answer(request, openapi(self._site.absolute(ROOT)))

    async def _rules(self, request: web.Request) -> web.Response:
        context = self._services.context
        found = []
        for key, game in context.games.items():
            pitch = context.presenters[key].pitch
            about = {"key": key, "name": game.name, "rules_version": game.rules_version}
            told = {"about": pitch.sentence, "players": pitch.players, "length": pitch.length}
            found.append({**about, **told, "page": self._site.absolute(f"/rules/{key}")})
        return self._answer(request, {"games": found})

    async def _game_rules(self, request: web.Request) -> web.Response:
        presenter = self._services.context.presenters.get(request.match_info["game"])
        if presenter is None:
            raise web.HTTPNotFound
        pages = [{"title": page.title, "markdown": page.text} for page in presenter.pages()]
        return self._answer(request, {"key": presenter.key, "pages": pages})

    async def _games(self, request: web.Request) -> web.Response:
        guild, after = _guild(request), request.query.get("after", "")
        status = request.query.get("status", "")
        if status not in ("", "lobby", "playing", "over"):
            raise Refused("status is lobby, playing or over")

        def look(tx: Tx) -> list[Table] | None:
            if not is_server_public(tx, guild):
                return None
            shown = [one for one in find(tx, Table, guild_id=guild) if one.status != "closed"]
            return [
                one for one in shown if is_public(tx, one) and one.id > after and status in ("", one.status)
            ]

        found: list[Table] | None = await self._site.read(look)
        if found is None:
            raise web.HTTPNotFound
        shown = found[:PAGE]
        more = shown[-1].id if len(found) > PAGE else None
        return self._answer(request, {"games": [self._entry(one) for one in shown], "next": more})

    async def _leagues(self, request: web.Request) -> web.Response:
        guild = _guild(request)

        def look(tx: Tx) -> list[League] | None:
            if not is_server_public(tx, guild):
                return None
            return [one for one in find(tx, League, guild_id=guild) if is_league_public(tx, one)]

        found: list[League] | None = await self._site.read(look)
        if found is None:
            raise web.HTTPNotFound
        leagues = [
            {
                "id": one.id,
                "name": one.name,
                "game": one.game,
                "status": one.status,
                "round": one.round,
                "season": one.season,
                "page": self._site.absolute(f"/l/{one.id}"),
                "file": self._site.absolute(f"/l/{one.id}/league.json"),
            }
            for one in found
        ]
        return self._answer(request, {"leagues": leagues})

    def _entry(self, table: Table) -> dict[str, Any]:
        return {
            "code": table.id,
            "game": table.game,
            "name": table.name,
            "status": table.status,
            "created_at": _moment(table.created_at),
            "ended_at": _moment(table.ended_at),
            "page": self._site.absolute(f"/g/{table.id}"),
        }

    async def _public(self, request: web.Request) -> Table:
        code = request.match_info["code"]

        def look(tx: Tx) -> Table | None:
            table = tables.get(tx, code)
            return table if table is not None and is_public(tx, table) else None

        table: Table | None = await self._site.read(look)
        if table is None or table.status not in ("playing", "over"):
            raise web.HTTPNotFound
        return table

    async def _game(self, request: web.Request) -> web.Response:
        table = await self._public(request)

        def look(tx: Tx) -> dict[str, Any]:
            snapshot = self._services.context.snapshot(tx, table.id)
            view, due = snapshot.view(None), deadlines.get(tx, table.id)
            names = snapshot.plain_names()
            standing = snapshot.presenter.standing(view)
            outcome = snapshot.outcome
            return {
                **self._entry(table),
                "options": dict(table.options),
                "rules_version": table.rules_version,
                "title": snapshot.title,
                "to_move": snapshot.presenter.phase_line(view),
                "due_at": _moment(due.due_at) if due is not None and not snapshot.over else None,
                "players": [
                    {
                        "seat": seat,
                        "name": names.get(seat, ""),
                        "standing": standing.get(seat, ""),
                        "place": outcome.places.get(seat) if outcome is not None else None,
                    }
                    for seat in snapshot.seats
                ],
                "record": self._site.absolute(f"/g/{table.id}/record.json"),
            }

        return self._answer(request, await self._site.read(look))

    async def _turns(self, request: web.Request) -> web.Response:
        table = await self._public(request)
        titles = await self._history.titles(table.id)
        path = f"{ROOT}/games/{table.id}/turns"
        found = [
            {"number": number, "title": title, "turn": self._site.absolute(f"{path}/{number}")}
            for number, title in enumerate(titles, 1)
        ]
        return self._answer(request, {"turns": found})

    async def _turn(self, request: web.Request) -> web.Response:
        table, typed = await self._public(request), request.match_info["number"]
        titles = await self._history.titles(table.id)
        number = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 7 else 0
        if not 1 <= number <= len(titles):
            raise web.HTTPNotFound
        message = await self._history.page(table.id, NOBODY, str(number))
        people = await self._site.read(names_in, [message])
        board = message.picture
        name = self._site.pictures.ask(board.game, board.view, board.extras)  # type: ignore[union-attr]
        lines = [
            to_line(line, people) for row in message.rows if isinstance(row, str) for line in row.split("\n")
        ]
        return self._answer(
            request,
            {
                "number": number,
                "title": titles[number - 1],
                "report": [line for line in lines if line],
                "after": to_line(message.small, people),
                "board": board.alt if board is not None else "",
                "picture": self._site.absolute(f"/g/{table.id}/{number}/board/{name}"),
            },
        )


def _guild(request: web.Request) -> int:
    typed = request.match_info["guild"]
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 19):
        raise web.HTTPNotFound
    return int(typed)


def _moment(at: float | None) -> str | None:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if at is not None else None
