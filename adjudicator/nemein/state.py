"""The state of a game of Nemein, what one derives from it, and the view of a seat.

A state holds no secrets: handful and placement are orders, kept sealed until the reveal. In JSON it is a
readable position with everything in it; in a position all but `tiles` may be left out (docs/nemein.md shows
the form).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any

from adjudicator.codec import (
    Codec,
    JsonKey,
    PlayedSeat,
    Scope,
    as_list,
    by_name,
    codec_of,
    dump_state,
    index_of,
    load_state,
    on_board,
    one_of,
)
from adjudicator.errors import PositionError
from adjudicator.game import Outcome, Phase, Seat
from adjudicator.nemein import text
from adjudicator.nemein.board import MOST_ON_TILE, SEATS, Board, board_of
from adjudicator.nemein.money import Currency
from adjudicator.nemein.options import NemeinOptions, read_options

MOVE, SPLIT, UPGRADE, HOUSE, END = range(5)
STAGES = ("move", "split", "upgrade", "house", "end")
"""What the mover may do at each stage of its turn, and anything after it."""


@dataclass(frozen=True, slots=True)
class Stack:
    """The coins of one owner on a tile.

    housed: the denomination of the unit on the house, 0: no house stands there
    loose:  the other units, high to low
    coins:  how many stand there, the house included
    """

    owner: Seat
    housed: int
    loose: tuple[int, ...]
    coins: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "coins", len(self.loose) + (2 if self.housed else 0))

    @property
    def units(self) -> tuple[int, ...]:
        """Every unit, high to low, the housed one too."""
        return tuple(sorted((self.housed, *self.loose), reverse=True)) if self.housed else self.loose


# -- How the fields of a state are written in JSON, and read


PHASES = ("setup", "play", "over")
_SEAT = one_of(*SEATS)
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
            raise PositionError(text.NO_TILE_OF_BOARD(key=key, name=repr(name), side=scope.options.side))
        found[board.index[name]] = _load_stack(scope, name, stack)
    return tuple(found)


def _no_tiles(_: Scope) -> Any:
    raise PositionError(text.TILES_NEEDED)


def _load_stack(scope: Scope, name: str, data: object) -> Stack:
    if not isinstance(data, Mapping) or set(data) - {"seat", "house", "units"} or "seat" not in data:
        raise PositionError(text.TILE_FORM(name=name))
    seat: Seat = _SEAT.load(data["seat"], f"seat on {name}", scope)
    money: Currency = scope.options.money[SEATS.index(seat)]
    units = [_unit(money, name, coin) for coin in as_list(data.get("units", []), f"units on {name}")]
    housed = _unit(money, name, data["house"]) if "house" in data else 0
    stack = Stack(seat, housed, tuple(sorted(units, reverse=True)))
    if not 1 <= stack.coins <= MOST_ON_TILE:
        raise PositionError(text.COINS_ON_TILE(n=stack.coins, name=name, most=MOST_ON_TILE))
    return stack


def _unit(money: Currency, name: str, coin: object) -> int:
    if isinstance(coin, bool) or not isinstance(coin, int) or coin not in money.units:
        units = ", ".join(str(unit) for unit in money.units)
        raise PositionError(text.NO_UNIT_OF(coin=repr(coin), name=name, currency=money.code, units=units))
    return coin


Tiles = Annotated[tuple[Stack | None, ...], Codec(_dump_tiles, _load_tiles, _no_tiles)]
Tile = Annotated[int, on_board("tile", _board)]
PhaseName = Annotated[str, one_of(*PHASES)]
Stage = Annotated[int, index_of(STAGES, "stage")]
Hands = Annotated[tuple[int, int], by_name(SEATS, codec_of(int), "seat", empty=0)]
OneSeat = Annotated[Seat, one_of(*SEATS, missing=SEATS[0])]
How = Annotated[str, one_of(*HOWS, missing=HOWS[0])]


@dataclass(frozen=True, slots=True)
class LastAction:
    """The newest action on the board.

    origin, target: tiles, the same but for a move and an attack;  coin: the unit as it was before
    """

    seat: OneSeat
    how: How
    origin: Tile
    target: Tile
    coin: int


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game; its fields are the keys of a position, too.

    turn:   resolutions;  number: the turn as people count, from 1
    tiles:  what stands on each tile of the board, None nothing
    hands:  house coins in the hand, of each seat
    mover:  whose turn it is;  stage: the first action of `STAGES` that is still open in it
    extra:  further turns that the mover has won
    busy:   whether there was an attack or a new house in this turn
    quiet:  turns in a row without one
    offers: the seats that have offered a draw;  ply: actions made, ends of turns too
    n:      the number of the next chance result
    """

    tiles: Tiles
    options: NemeinOptions
    phase: PhaseName = "play"
    turn: int = 0
    number: int = 1
    hands: Hands = (0, 0)
    mover: Annotated[OneSeat, JsonKey("to_move")] = SEATS[0]
    stage: Stage = MOVE
    extra: int = 0
    busy: bool = False
    quiet: int = 0
    offers: frozenset[PlayedSeat] = frozenset()
    ply: int = 0
    last: LastAction | None = None
    outcome: Outcome | None = None
    n: int = 0

    @property
    def board(self) -> Board:
        return board_of(self.options.side)

    def hand(self, seat: Seat) -> int:
        return self.hands[SEATS.index(seat)]

    def money(self, seat: Seat) -> Currency:
        return self.options.money[SEATS.index(seat)]


@dataclass(frozen=True, slots=True)
class View:
    """The game as one seat sees it (seat None: the public). All of it may be shown to everyone."""

    seat: Seat | None
    state: State
    phase: Phase

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS

    @property
    def options(self) -> NemeinOptions:
        return self.state.options

    @property
    def board(self) -> Board:
        return self.state.board

    @property
    def mover(self) -> Seat | None:
        """The seat that moves now; None in the set-up and at the end."""
        return self.state.mover if self.state.phase == "play" else None

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome


def first_state(options: NemeinOptions, n: int) -> State:
    """Make the first state: nothing stands on the board."""
    return State((None,) * len(board_of(options.side).names), options, phase="setup", n=n)


def units_of(state: State, seat: Seat) -> int:
    """Count the units that seat has on the board."""
    return sum(len(stack.units) for stack in state.tiles if stack is not None and stack.owner == seat)


def houses_of(state: State, seat: Seat) -> tuple[int, ...]:
    """Return the tiles with houses of that seat."""
    return tuple(
        tile
        for tile, stack in enumerate(state.tiles)
        if stack is not None and stack.housed and stack.owner == seat
    )


def counting(state: State, seat: Seat) -> int:
    """Count those of that seat's houses that count. Source: Winning; Ruling."""
    board = state.board
    return sum(board.counts(tile, seat) for tile in houses_of(state, seat))


def phase_of(state: State) -> Phase:
    if state.phase == "setup":
        return Phase("setup", state.turn, frozenset(SEATS), sealed=True, number=state.number)
    owing = frozenset({state.mover}) if state.phase == "play" else frozenset[Seat]()
    goes_on = state.phase == "play" and state.stage > MOVE
    return Phase(state.phase, state.turn, owing, sealed=False, goes_on=goes_on, number=state.number)


def view_of(state: State, seat: Seat | None) -> View:
    return View(seat, state, phase_of(state))


def show_view(view: View) -> dict[str, Any]:
    """Write a view as JSON values: the state, who sees it and moves, and how many houses count."""
    return dump_state(view.state) | {
        "seat": view.seat,
        "seats": list(view.seats),
        "owing": sorted(view.phase.owing),
        "mover": view.mover,
        "goes_on": view.phase.goes_on,
        "counting": {seat: counting(view.state, seat) for seat in SEATS},
    }


def show_board(currencies: Mapping[str, Any], sides: range) -> dict[str, Any]:
    """Write the currencies as their file has them, and the board of each side: tiles and their neighbours,
    the home tiles and the middle row."""
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


def load_checked(currencies: Mapping[str, Currency], data: Mapping[str, Any]) -> State:
    """Read a state from its JSON values, or from a position. Raises PositionError."""
    state = load_state(State, data, partial(read_options, currencies))
    _check(state)
    return state


def _check(state: State) -> None:
    """Refuse what the rules could not play on, or what says two things. PositionError."""
    if (state.phase == "over") != (state.outcome is not None):
        raise PositionError(text.OUTCOME_AT_END)
    if state.number < 1:
        raise PositionError(text.FROM_ONE)
    if max(state.hands) > state.options.max_coins:
        raise PositionError(text.HAND_LIMIT(most=state.options.max_coins))
    last = state.last
    if last is not None and last.coin not in state.money(last.seat).units:
        raise PositionError(text.LAST_NO_UNIT(coin=last.coin, currency=state.money(last.seat).code))
    if state.phase == "over":
        return
    if len(state.offers) > 1:
        raise PositionError(text.BOTH_AGREED)
    if state.phase == "setup":
        _check_setup(state)
        return
    if not any(state.tiles):
        raise PositionError(text.EMPTY_BOARD)
    if state.busy and state.stage == MOVE:
        raise PositionError(text.NOT_BUSY)
    if state.options.quiet_turns and state.quiet >= state.options.quiet_turns:
        raise PositionError(text.QUIET_OVER)


def _check_setup(state: State) -> None:
    start = first_state(state.options, state.n)
    for key in ("tiles", "hands", "number", "mover", "stage", "extra", "busy", "quiet", "last"):
        if getattr(state, key) != getattr(start, key):
            raise PositionError(text.NOTHING_YET(key=key))
