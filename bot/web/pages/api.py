"""`/api/v1`: what the pages show, for programs. Reading alone; docs/web.md tells how it is meant."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

from aiohttp import web

from bot.common.message import Message
from bot.features.webhooks import text as words
from bot.web import text, values
from bot.web.facts import LISTED, MOST, USUAL, Asked, Facts
from bot.web.openapi import Param, Route, describe
from bot.web.pages.common import cached, looked_at
from bot.web.pages.games import public_record
from bot.web.site import Site

ROOT = "/api/v1"
Handler = Callable[[web.Request], Awaitable[Any]]
_ID = {"type": "string", "pattern": "^[0-9]{1,19}$"}
PARAMS: Mapping[str, Param] = {
    param.name: param
    for param in (
        Param("server", _ID, "the server's id in Discord", "123456789012345678"),
        Param("player", _ID, "the player's id in Discord", "223456789012345678"),
        Param("code", {"type": "string", "pattern": "^[a-z0-9]{2,16}$"}, "the game's code", "k7f3"),
        Param("league", {"type": "string", "pattern": "^[a-z0-9]{2,16}$"}, "the league's code", "lg4k7"),
        Param("game", {"type": "string", "pattern": "^[a-z0-9]{2,20}$"}, "a kind of game", "cic"),
        Param("turn", {"type": "string", "pattern": "^[a-z0-9-]{1,40}$"}, "a turn's name", "2"),
        Param("day", {"type": "integer", "minimum": 0, "maximum": 999_999}, "counted from 1970, UTC", 20458),
        Param("round", {"type": "integer", "minimum": 1, "maximum": 9999}, "of this round alone", 1),
        Param("status", {"type": "string", "enum": list(LISTED)}, "only games that are so", "playing"),
        Param(
            "limit",
            {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL},
            "most entries on a page",
            20,
        ),
        Param(
            "cursor",
            {"type": "string", "pattern": "^[a-z0-9-]{1,24}$"},
            "`next` of the page before; left out: the first page",
            "k7f3",
        ),
    )
}
_PATTERNS = {
    **dict.fromkeys(("server", "player"), "[0-9]{1,19}"),
    **dict.fromkeys(("code", "league"), "[a-z0-9]{2,16}"),
    "game": "[a-z0-9]{2,20}",
    "turn": "[a-z0-9-]{1,40}",
    "day": "[0-9]{1,6}",
}
_PAGED = ("limit", "cursor")


class Api:
    def __init__(self, site: Site) -> None:
        self._site, self._services = site, site.services
        self._facts = Facts(site)
        self._answers: dict[Route, Handler] = {
            route: getattr(self, f"_{route.name.replace('-', '_')}") for route in ROUTES
        }

    def routes(self) -> Iterable[web.RouteDef]:
        yield web.get(f"{ROOT}/openapi.json", self._described)
        yield web.get("/webhooks", self._webhooks)
        for route, answer in self._answers.items():
            path = route.path
            for name in route.placed:
                path = path.replace(f"{{{name}}}", f"{{{name}:{_PATTERNS[name]}}}")
            yield web.get(ROOT + path, _answering(route, answer))

    async def close(self) -> None:
        """Nothing is under way."""

    async def _described(self, request: web.Request) -> web.Response:
        url = self._site.absolute(ROOT)
        about = {"title": text.API_TITLE, "version": "1", "description": text.API_ABOUT}
        return _answer(request, describe(ROUTES, PARAMS, url, about, values.Told))

    async def _webhooks(self, request: web.Request) -> web.Response:
        """How programs that are told of games by themselves read that."""
        cards = await looked_at(self._site, "", Message(words.HOW))
        return cached(
            request,
            self._site.page("cards.html", title=words.TITLE, of="", cards=cards, back=[("/", text.HOME)]),
        )

    # -- rules

    async def _rules_list(self, _: web.Request) -> Any:
        return values.Listing(items=tuple(self._facts.games()), next=None)

    async def _rules(self, request: web.Request) -> Any:
        return self._facts.rules(request.match_info["game"])

    async def _puzzles(self, _: web.Request) -> Any:
        return values.Listing(items=tuple(self._facts.puzzles()), next=None)

    async def _puzzle(self, request: web.Request) -> Any:
        return self._facts.puzzle(_int(request, "day"))

    # -- servers

    async def _server(self, request: web.Request) -> Any:
        return await self._facts.server(_int(request, "server"))

    async def _server_games(self, request: web.Request) -> Any:
        status = request.query.get("status", "")
        if status and status not in LISTED:
            raise web.HTTPBadRequest
        chosen = (status,) if status else LISTED
        return await self._facts.games_of(_int(request, "server"), chosen, _asked(request))

    async def _server_leagues(self, request: web.Request) -> Any:
        return await self._facts.leagues_of(_int(request, "server"), _asked(request))

    async def _leaderboard(self, request: web.Request) -> Any:
        game = request.match_info["game"]
        return await self._facts.leaders(_int(request, "server"), game, _asked(request))

    async def _player(self, request: web.Request) -> Any:
        return await self._facts.player(_int(request, "server"), _int(request, "player"))

    # -- games

    async def _game(self, request: web.Request) -> Any:
        return await self._facts.game(request.match_info["code"])

    async def _turns(self, request: web.Request) -> Any:
        return await self._facts.turns(request.match_info["code"], _asked(request))

    async def _turn(self, request: web.Request) -> Any:
        return await self._facts.turn(request.match_info["code"], request.match_info["turn"])

    async def _record(self, request: web.Request) -> Any:
        table = await self._facts.begun(request.match_info["code"])
        _, record = await public_record(self._services, table.id)
        return record

    # -- leagues

    async def _league(self, request: web.Request) -> Any:
        return await self._facts.league(request.match_info["league"])

    async def _league_table(self, request: web.Request) -> Any:
        rows = await self._facts.standings(request.match_info["league"])
        return values.Listing(items=tuple(rows), next=None)

    async def _crosstables(self, request: web.Request) -> Any:
        found = await self._facts.crosstables(request.match_info["league"])
        return values.Listing(items=tuple(found), next=None)

    async def _fixtures(self, request: web.Request) -> Any:
        number = _number(request.query["round"], 9999) if "round" in request.query else 0
        found = await self._facts.fixtures(request.match_info["league"], number)
        return values.Listing(items=tuple(found), next=None)

    async def _league_record(self, request: web.Request) -> Any:
        code = request.match_info["league"]
        await self._facts.season(code)
        [file] = (await self._services.league_export.file(code)).files
        return json.loads(file.data)


ROUTES: tuple[Route, ...] = (
    Route("/rules", "rules-list", "All kinds of game.", values.Listing[values.Rules], "rules"),
    Route("/rules/{game}", "rules", "The rules of a game in short.", values.RulesText, "rules"),
    Route(
        "/puzzles",
        "puzzles",
        "The puzzle of the day and those of two weeks before it, newest first.",
        values.Listing[values.Puzzle],
        "puzzles",
    ),
    Route("/puzzles/{day}", "puzzle", "The puzzle of a day.", values.Puzzle, "puzzles"),
    Route("/servers/{server}", "server", "What a server shows.", values.Server, "servers"),
    Route(
        "/servers/{server}/games",
        "server-games",
        "A server's games, newest first.",
        values.Listing[values.Game],
        "servers",
        ("status", *_PAGED),
    ),
    Route(
        "/servers/{server}/leagues",
        "server-leagues",
        "A server's leagues, newest first.",
        values.Listing[values.League],
        "servers",
        _PAGED,
    ),
    Route(
        "/servers/{server}/ratings/{game}",
        "leaderboard",
        "A server's ratings in a game, best first, then those with too few games for a place.",
        values.Listing[values.Rated],
        "players",
        _PAGED,
    ),
    Route(
        "/servers/{server}/players/{player}",
        "player",
        "A player's ratings, results and reliability in a server.",
        values.Player,
        "players",
    ),
    Route("/games/{code}", "game", "A game.", values.Game, "games"),
    Route(
        "/games/{code}/turns",
        "turns",
        "A game's turns, the first one first. Those that were taken back stay.",
        values.Listing[values.Turn],
        "games",
        _PAGED,
    ),
    Route(
        "/games/{code}/turns/{turn}",
        "turn",
        "A turn as everybody sees it: what happened, and the position after it.",
        values.TurnTold,
        "games",
    ),
    Route(
        "/games/{code}/record",
        "record",
        "A game's record (docs/records.md): of a finished game whole, before as everybody may know it.",
        None,
        "games",
    ),
    Route("/leagues/{league}", "league", "A league, its dates and its seasons.", values.League, "leagues"),
    Route(
        "/leagues/{league}/table",
        "league-table",
        "The tables of all divisions.",
        values.Listing[values.Row],
        "leagues",
    ),
    Route(
        "/leagues/{league}/crosstable",
        "crosstables",
        "The crosstables of all divisions.",
        values.Listing[values.Crosstable],
        "leagues",
    ),
    Route(
        "/leagues/{league}/fixtures",
        "fixtures",
        "A league's games, by round and board.",
        values.Listing[values.Fixture],
        "leagues",
        ("round",),
    ),
    Route(
        "/leagues/{league}/record",
        "league-record",
        "A league's file (docs/leagues.md), which can be checked.",
        None,
        "leagues",
    ),
)
"""All that can be asked for."""


def _answering(route: Route, answer: Handler) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def handle(request: web.Request) -> web.Response:
        if any(len(request.query.getall(name)) > 1 or name not in route.query for name in request.query):
            raise web.HTTPBadRequest
        return _answer(request, await answer(request))

    return handle


def _answer(request: web.Request, found: Any) -> web.Response:
    told = asdict(found) if is_dataclass(found) and not isinstance(found, type) else found
    body = json.dumps(told, ensure_ascii=False).encode()
    return cached(request, web.Response(body=body, content_type="application/json"))


def _asked(request: web.Request) -> Asked:
    """The page of a list that is asked for. Raises HTTPBadRequest."""
    limit = _number(request.query["limit"], MOST) if "limit" in request.query else USUAL
    cursor = request.query.get("cursor", "")
    if ("cursor" in request.query and not cursor) or not all(
        one.isascii() and (one.islower() or one.isdecimal() or one == "-") for one in cursor
    ):
        raise web.HTTPBadRequest
    if len(cursor) > 24:
        raise web.HTTPBadRequest
    return Asked(limit, cursor)


def _number(typed: str, most: int) -> int:
    """A number from 1. Raises HTTPBadRequest."""
    if not (typed.isascii() and typed.isdecimal()) or len(typed) > 6 or not 1 <= int(typed) <= most:
        raise web.HTTPBadRequest
    return int(typed)


def _int(request: web.Request, name: str) -> int:
    return int(request.match_info[name])
