"""What `/api/v1/openapi.json` says: every address of the read API, and the shape of every answer."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
WHEN: Schema = {"type": ["string", "null"], "format": "date-time"}
LINK: Schema = {"type": "string", "format": "uri"}


def _object(**fields: Schema) -> Schema:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


GAME = {
    "code": TEXT, "game": TEXT, "name": TEXT,
    "status": {"type": "string", "enum": ["lobby", "playing", "over"]},
    "created_at": WHEN, "ended_at": WHEN, "page": LINK,
}  # fmt: skip
SCHEMAS: dict[str, Schema] = {
    "Error": _object(error=TEXT),
    "Games": _object(games=_list(_object(**GAME)), next={"type": ["string", "null"]}),
    "Game": _object(
        **GAME,
        options={"type": "object"},
        rules_version=NUMBER,
        title=TEXT,
        to_move=TEXT,
        due_at=WHEN,
        players=_list(_object(seat=TEXT, name=TEXT, standing=TEXT, place={"type": ["integer", "null"]})),
        record=LINK,
    ),
    "Turns": _object(turns=_list(_object(number=NUMBER, title=TEXT, turn=LINK))),
    "Turn": _object(number=NUMBER, title=TEXT, report=_list(TEXT), after=TEXT, board=TEXT, picture=LINK),
    "Leagues": _object(
        leagues=_list(
            _object(
                id=TEXT, name=TEXT, game=TEXT, status=TEXT, round=NUMBER, season=NUMBER, page=LINK, file=LINK
            )
        )
    ),
    "Rules": _object(
        games=_list(
            _object(
                key=TEXT, name=TEXT, rules_version=NUMBER, about=TEXT, players=TEXT, length=TEXT, page=LINK
            )
        )
    ),
    "GameRules": _object(key=TEXT, pages=_list(_object(title=TEXT, markdown=TEXT))),
}
_GUILD = ("guild", "A server's id", {"type": "string", "pattern": "^[0-9]{1,18}$"})
_CODE = ("code", "A game's code, such as k7f3", {"type": "string", "pattern": "^[a-z0-9]{2,16}$"})
PATHS: tuple[tuple[str, str, str, tuple[tuple[str, str, Schema], ...]], ...] = (
    ("/rules", "The games", "Rules", ()),
    ("/rules/{game}", "A game's rules, as Markdown", "GameRules", (("game", "A game's key", TEXT),)),
    ("/servers/{guild}/games", "A server's public games, by code", "Games", (_GUILD,)),
    ("/servers/{guild}/leagues", "A server's public leagues", "Leagues", (_GUILD,)),
    ("/games/{code}", "A game as everybody sees it", "Game", (_CODE,)),
    ("/games/{code}/turns", "Its turns", "Turns", (_CODE,)),
    (
        "/games/{code}/turns/{number}",
        "What happened in a turn, and the board after it",
        "Turn",
        (_CODE, ("number", "From 1", {"type": "integer", "minimum": 1})),
    ),
)
_QUERY: dict[str, list[Schema]] = {
    "/servers/{guild}/games": [
        {"name": "after", "in": "query", "required": False, "description": "`next` of the answer before",
         "schema": TEXT},
        {"name": "status", "in": "query", "required": False, "description": "These alone",
         "schema": {"type": "string", "enum": ["lobby", "playing", "over"]}},
    ]
}  # fmt: skip


def openapi(server: str) -> Schema:
    """The description of the API at this address."""

    def answer(name: str, said: str) -> Schema:
        content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
        return {"description": said, "content": content}

    def operation(path: str, said: str, name: str, given: tuple[tuple[str, str, Schema], ...]) -> Schema:
        parameters = [
            {"name": key, "in": "path", "required": True, "description": about, "schema": schema}
            for key, about, schema in given
        ]
        answers = {"200": answer(name, said)}
        answers["404"] = answer("Error", "There's nothing there, or it isn't public")
        answers["400"] = answer("Error", "What was asked for makes no sense")
        answers["429"] = answer("Error", "Too many requests from one address: see Retry-After")
        return {"summary": said, "parameters": [*parameters, *_QUERY.get(path, [])], "responses": answers}

    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Fieldpost",
            "version": "1",
            "description": "Public games and leagues, read only. 20 requests a second from one address for "
            "long, 120 at once. Answers have ETags.",
        },
        "servers": [{"url": server}],
        "paths": {path: {"get": operation(path, said, name, given)} for path, said, name, given in PATHS},
        "components": {"schemas": SCHEMAS},
    }
