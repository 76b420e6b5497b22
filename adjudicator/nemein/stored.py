"""States, positions and views of Nemein as JSON values, both ways.

A state in JSON is a readable position with everything in it; in a position all but `tiles` may be left out
(docs/nemein.md shows the form).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from adjudicator.errors import PositionError
from adjudicator.game import Seat
from adjudicator.nemein.actions import settle
from adjudicator.nemein.board import MOST_ON_TILE, SEATS, Board, board_of
from adjudicator.nemein.money import Currency
from adjudicator.nemein.options import NemeinOptions, read_options
from adjudicator.nemein.state import (
    MOVE,
    STAGES,
    LastAction,
    Stack,
    State,
    View,
    counting,
    first_state,
)
from adjudicator.reading import (
    count,
    known_keys,
    listed,
    mapping,
    options_in,
    outcome_from_json,
    outcome_to_json,
    seats_in,
    word,
)

PHASES = ("setup", "play", "over")
HOWS = ("move", "won", "lost", "swap", "split", "upgrade", "house")
_KEYS = frozenset(
    {"tiles", "options", "phase", "turn", "number", "hands", "to_move", "stage", "extra", "busy", "quiet"}
    | {"offers", "ply", "last", "outcome", "n"}
)


def tiles_of(state: State) -> dict[str, dict[str, Any]]:
    """``{"b2": {"seat": "south", "units": [10, 10]}, "d4": {"seat": "north", "house": 5, "units": [1]}}``."""
    found: dict[str, dict[str, Any]] = {}
    for name, stack in zip(state.board.names, state.tiles, strict=True):
        if stack is not None:
            house = {"house": stack.housed} if stack.housed else {}
            found[name] = {"seat": stack.owner, **house, "units": list(stack.loose)}
    return found


def dump(state: State) -> dict[str, Any]:
    return {
        "tiles": tiles_of(state),
        "options": state.options.to_json(),
        "phase": state.phase,
        "turn": state.turn,
        "number": state.number,
        "hands": dict(zip(SEATS, state.hands, strict=True)),
        "to_move": state.mover,
        "stage": STAGES[state.stage],
        "extra": state.extra,
        "busy": state.busy,
        "quiet": state.quiet,
        "offers": sorted(state.offers),
        "ply": state.ply,
        "last": _last(state.board, state.last),
        "outcome": outcome_to_json(state.outcome),
        "n": state.n,
    }


def show(view: View) -> dict[str, Any]:
    """A view as JSON values: the state, who sees it and moves, and how many houses count."""
    return dump(view.state) | {
        "seat": view.seat,
        "seats": list(view.seats),
        "owing": sorted(view.phase.owing),
        "mover": view.mover,
        "goes_on": view.phase.goes_on,
        "counting": {seat: counting(view.state, seat) for seat in SEATS},
    }


def show_board(currencies: Mapping[str, Any], sides: range) -> dict[str, Any]:
    """The currencies as their file has them, and the board of each side: tiles and their neighbours, the home
    tiles and the middle row."""
    boards: dict[str, Any] = {}
    for side in sides:
        board = board_of(side)
        tiles = {
            name: {"x": x, "row": row, "neighbours": [board.names[near] for near in board.neighbours[tile]]}
            for tile, (name, (x, row)) in enumerate(zip(board.names, board.places, strict=True))
        }
        homes = {
            seat: [board.names[tile] for tile in home] for seat, home in zip(SEATS, board.homes, strict=True)
        }
        boards[str(side)] = {"tiles": tiles, "homes": homes, "middle": chr(97 + board.middle)}
    return {"currencies": dict(currencies), "sides": boards}


def _last(board: Board, last: LastAction | None) -> dict[str, Any] | None:
    if last is None:
        return None
    return {
        "seat": last.seat,
        "how": last.how,
        "origin": board.names[last.origin],
        "target": board.names[last.target],
        "coin": last.coin,
    }


def load(currencies: Mapping[str, Currency], data: Mapping[str, Any]) -> State:
    """A state from its JSON values, or from a position. Raises PositionError."""
    known_keys(data, _KEYS)
    options = options_in(data, partial(read_options, currencies))
    phase, board, seats = word(data, "phase", PHASES, "play"), board_of(options.side), frozenset(SEATS)
    if not isinstance(data.get("tiles"), Mapping):
        raise PositionError('tiles are needed: {"b2": {"seat": "south", "units": [10, 5]}, …}')
    hands = mapping(data, "hands")
    if set(hands) - seats:
        raise PositionError(f"hands of {sorted(set(hands) - seats)[0]!r}: the seats are south and north")
    state = State(
        options=options,
        tiles=_tiles(options, board, data["tiles"]),
        phase=phase,
        turn=count(data, "turn"),
        number=count({"number": 1, **data}, "number"),
        hands=(count(hands, SEATS[0]), count(hands, SEATS[1])),
        mover=word(data, "to_move", SEATS, SEATS[0]),
        stage=STAGES.index(word(data, "stage", STAGES, STAGES[0])),
        extra=count(data, "extra"),
        busy=_flag(data, "busy"),
        quiet=count(data, "quiet"),
        offers=seats_in(data, "offers", seats),
        ply=count(data, "ply"),
        last=_load_last(options, board, data.get("last")),
        outcome=outcome_from_json(data.get("outcome"), seats),
        n=count(data, "n"),
    )
    _check(state)
    return state


def _check(state: State) -> None:
    """Refuse what the rules could not play on, or what says two things. PositionError."""
    if (state.phase == "over") != (state.outcome is not None):
        raise PositionError("an outcome stands in a finished game, and only there")
    if state.number < 1:
        raise PositionError("turns are numbered from 1")
    if max(state.hands) > state.options.max_coins:
        raise PositionError(f"a hand has at most {state.options.max_coins} house coins")
    if state.phase == "over":
        return
    if len(state.offers) > 1:
        raise PositionError("both have agreed to a draw, so the game is over")
    if state.phase == "setup":
        _check_setup(state)
        return
    if not any(state.tiles):
        raise PositionError("nothing stands on the board, so nobody has won or can play")
    if state.busy and state.stage == MOVE:
        raise PositionError("a turn that has not begun is not busy")
    if state.options.quiet_turns and state.quiet >= state.options.quiet_turns:
        raise PositionError("the quiet turns are over, so the game is")


def _check_setup(state: State) -> None:
    start = first_state(state.options, state.n)
    for key in ("tiles", "hands", "number", "mover", "stage", "extra", "busy", "quiet", "last"):
        if getattr(state, key) != getattr(start, key):
            raise PositionError(f"in the set-up nothing has happened yet, but {key} says otherwise")


def check_going(state: State) -> None:
    """Refuse a state in play whose game is over. PositionError."""
    if state.phase == "play" and settle(state, []).phase == "over":
        raise PositionError("the game is over in this state, which says that it goes on")


def _tiles(options: NemeinOptions, board: Board, data: Mapping[str, Any]) -> tuple[Stack | None, ...]:
    found: list[Stack | None] = [None] * len(board.names)
    for name, stack in data.items():
        if name not in board.index:
            raise PositionError(f"{name!r} is no tile of a board of side {options.side}")
        found[board.index[name]] = _stack(options, name, stack)
    return tuple(found)


def _stack(options: NemeinOptions, name: str, data: object) -> Stack:
    if not isinstance(data, Mapping) or set(data) - {"seat", "house", "units"} or "seat" not in data:
        raise PositionError(f'{name} must be like {{"seat": "south", "house": 10, "units": [5]}}')
    seat: Seat = word(data, "seat", SEATS, SEATS[0])
    money = options.money[SEATS.index(seat)]
    loose = tuple(sorted((_unit(money, name, coin) for coin in listed(data, "units")), reverse=True))
    housed = _unit(money, name, data["house"]) if "house" in data else 0
    stack = Stack(seat, housed, loose)
    if not 1 <= stack.coins <= MOST_ON_TILE:
        raise PositionError(
            f"{stack.coins} coins on {name}: 1 to {MOST_ON_TILE} stand on a tile, a house is one"
        )
    return stack


def _unit(money: Currency, name: str, coin: object) -> int:
    if isinstance(coin, bool) or not isinstance(coin, int) or coin not in money.units:
        units = ", ".join(str(unit) for unit in money.units)
        raise PositionError(f"{coin!r} on {name} is no unit of {money.code}; they are {units}")
    return coin


def _flag(data: Mapping[str, Any], key: str) -> bool:
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise PositionError(f"{key} must be true or false")
    return value


def _load_last(options: NemeinOptions, board: Board, data: object) -> LastAction | None:
    if data is None:
        return None
    if not isinstance(data, Mapping):
        raise PositionError("last must be an object")
    seat = word(data, "seat", SEATS, SEATS[0])
    tiles = [data.get("origin"), data.get("target")]
    for name in tiles:
        if not isinstance(name, str) or name not in board.index:
            raise PositionError(f"last: {name!r} is no tile")
    origin, target = (board.index[str(name)] for name in tiles)
    coin = _unit(options.money[SEATS.index(seat)], "last", data.get("coin"))
    return LastAction(seat, word(data, "how", HOWS, "move"), origin, target, coin)
