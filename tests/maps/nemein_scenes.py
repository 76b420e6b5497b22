"""Positions of Nemein to draw, put together or drawn by lot."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adjudicator.chance import CoinFlip
from adjudicator.game import Outcome
from adjudicator.nemein import events as told
from adjudicator.nemein.board import SEATS, board_of
from adjudicator.nemein.money import read_currencies
from adjudicator.nemein.options import read_options
from adjudicator.nemein.orders import Handful, Place
from adjudicator.nemein.state import LastAction, Stack, State, View, view_of
from maps.boards import board
from maps.nemein import style
from maps.nemein.layout import WIDTH, whole
from tests.maps.pictures import Pictures

MONEY = read_currencies(board("nemein"))
CODES = tuple(MONEY)


def stack(owner: str, *units: int, house: int = 0) -> Stack:
    """house: the unit that stands on one"""
    return Stack(owner, house, units)


def placed(
    tiles: Mapping[str, Stack],
    seat: str | None = None,
    options: Mapping[str, Any] | None = None,
    last: LastAction | tuple[str, str, str, str, int] | None = None,
    phase: str = "play",
    **more: Any,
) -> View:
    """Only these coins. last: (seat, how, origin, target, coin); more: parts of the state."""
    given = read_options(MONEY, options or {})
    data = board_of(given.side)
    found: list[Stack | None] = [None] * len(data.names)
    for name, one in tiles.items():
        found[data.index[name]] = one
    if isinstance(last, tuple):
        last = LastAction(last[0], last[1], data.index[last[2]], data.index[last[3]], last[4])
    hands = more.pop("hands", (2, 1))
    return view_of(State(tuple(found), given, phase, hands=hands, last=last, **more), seat)


def crowded(code: str = "USD", side: int = 4, seat: str | None = None, seed: int = 1, **more: Any) -> View:
    """Every kind of stack of both seats, and many of them."""
    rng = random.Random(seed)
    data, units = board_of(side), MONEY[code].units
    found: dict[str, Stack] = {}
    kinds = [(0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (0, 0), (0, 1), (0, 0)]
    for tile, name in enumerate(data.names):
        housed, loose = kinds[tile % len(kinds)]
        if housed + loose:
            owner = SEATS[0] if rng.random() < (0.85 if data.rows[tile] < side - 1 else 0.3) else SEATS[1]
            coins = sorted((rng.choice(units) for _ in range(loose)), reverse=True)
            found[name] = Stack(owner, rng.choice(units) if housed else 0, tuple(coins))
    return placed(found, seat, {"currency": code, "side": side}, hands=(7, 3), **more)


def setup(seat: str | None = None, **options: Any) -> View:
    return placed({}, seat, options, phase="setup", hands=(0, 0))


def over(reason: str, south: int, north: int, **more: Any) -> View:
    outcome = Outcome(reason, {"south": south, "north": north})
    view = crowded(**more)
    return view_of(replace(view.state, phase="over", outcome=outcome), view.seat)


COINS = {
    "b2": stack("south", 10, 10),
    "b3": stack("south", 10, 5, 5),
    "c3": stack("south", 10),
    "d4": stack("south", house=5),
    "c1": stack("south", house=1),
    "e5": stack("north", 10),
    "d6": stack("north", 10, house=5),
    "g3": stack("north", house=1),
}
HANDFUL = Handful((25, 25) + (10,) * 3 + (5,) * 3 + (1,) * 5)
PLACE = Place(
    (("a1", (10, 1)), ("a4", (1, 1)), ("b1", (10, 5)), ("b3", (10, 5, 5)), ("b4", (1,)), ("b5", (1,)))
)
FLIPPED = (
    told.Attacked(seat="south", coin=5, origin="b3", target="c3", lowest=5, sure=False),
    CoinFlip(n=3, heads=True, seat="south"),
    told.Won(seat="south", target="c3", taken={"units": (5,), "houses": 0}, promoted_to=10),
)
SCENES: dict[str, View] = {
    "start": placed(COINS),
    "won": placed(COINS, "north", last=("south", "won", "b3", "c3", 5), stage=3, mover="north", extra=2),
    "lost": placed(COINS, "south", last=("north", "lost", "e5", "d4", 10), offers=frozenset(SEATS), quiet=40),
    "set-up": setup(),
    "set-up, south": setup("south"),
    "set-up, north": setup("north", side=3, currency="JPY"),
    "over": over("houses", 1, 2, code="EUR"),
    "draw": over("agreed", 1, 1, code="AUD", side=5, seat="north"),
    **{f"{code} {side}": crowded(code, side) for code, side in zip(CODES, (3, 4, 5, 6, 5, 6), strict=True)},
    "two currencies": placed(COINS, options={"currency": {"south": "USD", "north": "EUR"}}, hands=(19, 0)),
}


def spot(view: View, tile: str, dx: float, dy: float) -> tuple[int, int]:
    """dx, dy: in tiles"""
    x, y = whole(view.options.side, WIDTH, view.seat == "north").at(view.board.index[tile], dx, dy)
    return round(x), round(y)


TILES = {name for side in range(3, 7) for name in board_of(side).names}
PICTURES = Pictures("nemein", SCENES, SEATS, style.palette(), spot, TILES)
