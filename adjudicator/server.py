"""The rules server: one JSON object a line in, one a line out (docs/rules-server.md).

The way an engine, another front end or a test drives the rules. A bad line gets an error with its
id; the server goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from math import isfinite
from typing import Any

from adjudicator.codec import event_to_json
from adjudicator.errors import GameError, OptionError, OrderError, PositionError
from adjudicator.game import AnyGame, Resolution, texts
from adjudicator.records import read_seed
from adjudicator.registry import game_named
from adjudicator.replay import chance_for, verify

Request = Mapping[str, Any]
Answer = dict[str, Any]


class RequestError(GameError):
    """The line is not a request."""


class Server:
    """Answers requests about the given games. Stateless between lines."""

    def __init__(self, all_games: Mapping[str, AnyGame]) -> None:
        self._games = all_games
        self._ops: dict[str, Callable[[Request], Answer]] = {
            "new": self._new,
            "legal": self._legal,
            "check": self._check,
            "resolve": self._resolve,
            "declare": self._declare,
            "view": self._view,
            "position": self._position,
            "phase": self._phase,
            "board": self._board,
            "options": self._options,
            "games": self._list,
            "verify": self._verify,
        }

    def lines(self, source: Iterable[str]) -> Iterator[str]:
        """Answer every line that is not blank."""
        for line in source:
            if line.strip():
                yield self.line(line)

    def line(self, line: str) -> str:
        """Answer one line, with one line without its end."""
        try:
            request = json.loads(line, parse_constant=_no_number, parse_float=_finite)
        except (ValueError, RecursionError):
            return _text({"id": None, "error": _error(RequestError("the line is no JSON"))})
        if not isinstance(request, dict):
            return _text({"id": None, "error": _error(RequestError("a request is a JSON object"))})
        try:
            return _text(self.answer(request))
        except RecursionError:  # an `id` that could just be read, but not written
            return _text({"id": None, "error": _error(RequestError("the request is nested too deeply"))})

    def answer(self, request: Request) -> Answer:
        """Answer one request, with its `id`. Never raises for what a request may hold."""
        answer: Answer = {"id": request.get("id")}
        try:
            op = request.get("op")
            if not isinstance(op, str) or op not in self._ops:
                raise RequestError(f"unknown op {op!r}; there are {', '.join(self._ops)}")
            answer |= self._ops[op](request)
        except GameError as error:
            answer["error"] = _error(error)
        except RecursionError:
            answer["error"] = _error(RequestError("the request is nested too deeply"))
        except Exception as error:  # a mistake of ours: say so, and go on with the next line
            reason = f"the rules server failed: {type(error).__name__}: {error}"
            answer["error"] = {"kind": "internal", "reason": reason, "instead": []}
        return answer

    # -- operations, each documented in docs/rules-server.md

    def _new(self, request: Request) -> Answer:
        game = self._game(request)
        options = _object(request, "options", {})
        return self._done(game, self._with_chance(request, 0, lambda chance: game.start(options, chance)))

    def _legal(self, request: Request) -> Answer:
        game, state = self._loaded(request)
        if request.get("seat") is None and game.outcome(state) is not None:
            return {"orders": []}  # so that a loop over a game needs no special end
        view = game.view(state, self._seat(game, state, request))
        draft = _parsed(game, view, request.get("draft", []))
        found = list(game.legal(view, draft))
        if not self._lined(game, state):
            return {"orders": texts(found)}
        lines: dict[str, list[str]] = {}
        for order in found:
            lines.setdefault(game.unit_of(order), []).append(str(order))
        return {"orders": lines}

    def _check(self, request: Request) -> Answer:
        game, state = self._loaded(request)
        view = game.view(state, self._seat(game, state, request))
        orders = _parsed(game, view, request.get("orders"))
        game.check(view, orders)
        return {"ok": True, "orders": texts(orders), "warnings": list(game.warn(view, orders))}

    def _resolve(self, request: Request) -> Answer:
        game, state = self._loaded(request)
        seats = self._all_seats(game, state)
        orders = {}
        for seat, listed in _object(request, "orders").items():
            if seat not in seats:
                raise RequestError(f"{seat!r} is no seat of this game; they are {', '.join(seats)}")
            view = game.view(state, seat)
            orders[seat] = _parsed(game, view, listed)
        return self._done(
            game,
            self._with_chance(request, game.drawn(state), lambda chance: game.resolve(state, orders, chance)),
        )

    def _declare(self, request: Request) -> Answer:
        game, state = self._loaded(request)
        seat = self._seat(game, state, request)
        if seat is None:
            raise RequestError("who declares it? name the seat")
        what = " ".join(str(request.get("what")).lower().split())
        possible = (*game.declarations(state, seat), *game.rulings(state, seat))
        named = {each.lower(): each for each in possible}  # a ruling may name a space in capitals
        return self._done(game, game.declare(state, seat, named.get(what, what)))

    def _view(self, request: Request) -> Answer:
        game, state = self._loaded(request)
        seat = request.get("seat")
        if seat is not None:
            seat = self._seat(game, state, request)
        return {"view": game.show(game.view(state, seat))}

    def _position(self, request: Request) -> Answer:
        game = self._game(request)
        return self._done(game, Resolution(game.position(_object(request, "position")), ()))

    def _phase(self, request: Request) -> Answer:
        game, state = self._loaded(request)
        return self._done(game, Resolution(state, ()))

    def _board(self, request: Request) -> Answer:
        return {"board": self._game(request).board()}

    def _options(self, request: Request) -> Answer:
        game = self._game(request)
        options = game.options(_object(request, "options", {}))
        table = [
            {"key": o.key, "kind": o.kind, "default": o.default, "decides": o.decides}
            | ({"choices": list(o.choices)} if o.choices else {"least": o.least, "most": o.most})
            for o in game.option_table
        ]
        return {"options": dict(options), "seats": list(game.seats(options)), "table": table}

    def _list(self, request: Request) -> Answer:
        return {
            "games": {
                key: {"name": game.name, "rules_version": game.rules_version}
                for key, game in self._games.items()
            }
        }

    def _verify(self, request: Request) -> Answer:
        report = verify(self._games, _object(request, "record"))
        return {
            "ok": report.ok,
            "turns": report.turns,
            "results": list(report.results),
            "seals": report.seals,
            "faults": list(report.faults),
            **({"notes": list(report.notes)} if report.notes else {}),
        }

    def _lined(self, game: AnyGame, state: Any) -> bool:
        """Return whether the orders of a turn fill the lines of a sheet."""
        seats = sorted(game.phase(state).owing)[:1]
        return any(
            game.unit_of(order) for seat in seats for order in islice(game.legal(game.view(state, seat)), 1)
        )

    # -- parts of requests

    def _game(self, request: Request) -> AnyGame:
        return game_named(self._games, request.get("game"))

    def _loaded(self, request: Request) -> tuple[AnyGame, Any]:
        game = self._game(request)
        return game, game.load(_object(request, "state"))

    def _all_seats(self, game: AnyGame, state: Any) -> list[str]:
        return list(game.seats(game.dump(state)["options"]))

    def _seat(self, game: AnyGame, state: Any, request: Request) -> str | None:
        """Find the seat asked about; without one, the only seat that owes an order."""
        seat, owing = request.get("seat"), sorted(game.phase(state).owing)
        if seat is None:
            if len(owing) == 1:
                return owing[0]
            raise RequestError(f"which seat? these owe an order: {', '.join(owing) or 'none'}")
        seats = self._all_seats(game, state)
        if seat not in seats:
            raise RequestError(f"{seat!r} is no seat of this game; they are {', '.join(seats)}")
        return str(seat)

    def _with_chance(
        self, request: Request, n: int, act: Callable[[Any], Resolution[Any]]
    ) -> Resolution[Any]:
        seed = read_seed(request.get("seed"))
        game_id = request.get("game_id", request.get("game"))
        if not isinstance(game_id, str):
            raise RequestError('"game_id" is a text')
        try:
            return act(chance_for(seed, game_id, n))
        except ValueError as error:
            if seed is None:
                raise RequestError('chance is needed here: give "seed", 64 hex digits') from error
            raise

    def _done(self, game: AnyGame, resolution: Resolution[Any]) -> Answer:
        phase, outcome = game.phase(resolution.state), game.outcome(resolution.state)
        return {
            "state": game.dump(resolution.state),
            "events": [event_to_json(event) for event in resolution.events],
            "phase": {
                "key": phase.key,
                "turn": phase.turn,
                "owing": sorted(phase.owing),
                "sealed": phase.sealed,
            },
            "outcome": None
            if outcome is None
            else {"reason": outcome.reason, "places": dict(sorted(outcome.places.items()))},
        }


def _text(answer: Answer) -> str:
    """Write one line of plain ASCII: whatever the request held, any stream can carry the answer."""
    return json.dumps(answer, separators=(",", ":"))


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no JSON")


def _finite(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _no_number(text)


def _error(error: GameError) -> dict[str, Any]:
    """Write an error. kind: not_understood, illegal, order, option, position, request or internal; reason:
    one line."""
    if isinstance(error, OrderError):
        return {
            "kind": error.kind,
            "order": error.order,
            "reason": error.reason,
            "instead": list(error.instead),
        }
    if isinstance(error, OptionError):
        return {"kind": "option", "key": error.key, "reason": str(error), "instead": list(error.instead)}
    kind = "position" if isinstance(error, PositionError) else "request"
    return {"kind": kind, "reason": str(error), "instead": []}


def _object(request: Request, key: str, default: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    value = request.get(key, default)
    if not isinstance(value, Mapping):
        raise RequestError(f'"{key}" is needed, a JSON object')
    return value


def _parsed(game: AnyGame, view: Any, value: object) -> tuple[Any, ...]:
    """Read orders from a list of texts together: what one says may follow from those before it."""
    given = _strings(value)
    return tuple(game.parse(view, "\n".join(given))) if given else ()


def _strings(value: object) -> list[str]:
    """Read a list of order texts; one text alone is accepted."""
    if isinstance(value, str):
        return [value]
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise RequestError("orders are a list of texts")
    return list(value)
