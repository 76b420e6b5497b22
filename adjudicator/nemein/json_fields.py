"""How the fields of a Nemein state are written in JSON, and read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from adjudicator.codec import Codec, Scope, as_list, by_name, codec_of, index_of, on_board, one_of
from adjudicator.errors import PositionError
from adjudicator.game import Seat
from adjudicator.nemein.board import MOST_ON_TILE, SEATS, Board, board_of
from adjudicator.nemein.money import Currency
from adjudicator.nemein.stack import STAGES, Stack

PHASES = ("setup", "play", "over")
HOWS = ("move", "won", "lost", "swap", "split", "upgrade", "house")


def _board(scope: Scope) -> Board:
    return board_of(scope.options.side)


def _dump_tiles(tiles: tuple[Stack | None, ...], scope: Scope) -> dict[str, dict[str, Any]]:
    """Write ``{"b2": {"seat": "south", "units": [10, 10]}, "d4": {"seat": "north", "house": 5, "units":
    [1]}}``."""
    found: dict[str, dict[str, Any]] = {}
    for name, stack in zip(_board(scope).names, tiles, strict=True):
        if stack is not None:
            house = {"house": stack.housed} if stack.housed else {}
            found[name] = {"seat": stack.owner, **house, "units": list(stack.loose)}
    return found


def _load_tiles(value: object, key: str, scope: Scope) -> tuple[Stack | None, ...]:
    board = _board(scope)
    found: list[Stack | None] = [None] * len(board.names)
    for name, stack in value.items() if isinstance(value, Mapping) else _no_tiles(scope):
        if name not in board.index:
            raise PositionError(f"{key}: {name!r} is no tile of a board of side {scope.options.side}")
        found[board.index[name]] = _stack(scope, name, stack)
    return tuple(found)


def _no_tiles(_: Scope) -> Any:
    raise PositionError('tiles are needed: {"b2": {"seat": "south", "units": [10, 5]}, …}')


def _stack(scope: Scope, name: str, data: object) -> Stack:
    if not isinstance(data, Mapping) or set(data) - {"seat", "house", "units"} or "seat" not in data:
        raise PositionError(f'{name} must be like {{"seat": "south", "house": 10, "units": [5]}}')
    seat: Seat = one_of(*SEATS).load(data["seat"], f"seat on {name}", scope)
    money: Currency = scope.options.money[SEATS.index(seat)]
    units = [_unit(money, name, coin) for coin in as_list(data.get("units", []), f"units on {name}")]
    housed = _unit(money, name, data["house"]) if "house" in data else 0
    stack = Stack(seat, housed, tuple(sorted(units, reverse=True)))
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


Tiles = Annotated[tuple[Stack | None, ...], Codec(_dump_tiles, _load_tiles, _no_tiles)]
Tile = Annotated[int, on_board("tile", _board)]
PhaseName = Annotated[str, one_of(*PHASES)]
Stage = Annotated[int, index_of(STAGES, "stage")]
Hands = Annotated[tuple[int, int], by_name(SEATS, codec_of(int), "seat", empty=0)]
OneSeat = Annotated[Seat, one_of(*SEATS, missing=SEATS[0])]
How = Annotated[str, one_of(*HOWS, missing=HOWS[0])]
