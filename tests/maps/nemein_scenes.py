"""Positions of Nemein to draw, put together or drawn by lot."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adjudicator.game import Outcome
from adjudicator.nemein.board import SEATS, board_of
from adjudicator.nemein.money import read_currencies
from adjudicator.nemein.options import read_options
from adjudicator.nemein.stack import Stack
from adjudicator.nemein.state import LastAction, State, View, view_of
from maps.boards import board

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
