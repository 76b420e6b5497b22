"""Turns of New York 2047 to put in words: made up, and of random games."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any

from adjudicator.chance import ScriptedChance
from adjudicator.game import Resolution
from adjudicator.newyork2047 import NewYork2047
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.check import unit_orders
from adjudicator.newyork2047.orders import Move, Order, Support
from adjudicator.newyork2047.state import Field, State
from bot.presenters.newyork2047 import NewYorkPresenter
from maps.boards import board
from tests.tiers import SOAK

GAME = NewYork2047(board("newyork2047"))
WORDS = NewYorkPresenter(GAME.map)
NAMES = {seat: f"**{WORDS.seat_name(seat)}** (Ada)" for seat in SEATS}
Turn = tuple[State, Mapping[str, Sequence[Order]], Resolution[State]]


def sheets(rng: random.Random, state: State) -> dict[str, tuple[Order, ...]]:
    """Orders for everybody: many moves, and supports that mostly fit them."""
    field = Field(GAME.map, state)
    options = {
        (seat, unit): list(unit_orders(field, seat, unit))
        for seat, own in field.places.items()
        for unit in own
    }
    moves: dict[tuple[str, str], Move] = {}
    for who, orders in options.items():
        ways = [order for order in orders if isinstance(order, Move)]
        if ways and rng.random() < 0.6:
            moves[who] = rng.choice(ways)

    def matches(seat: str, order: Order) -> bool:
        if not isinstance(order, Support):
            return False
        moving = moves.get((order.seat or seat, order.other))
        return moving.target == order.target if moving else not order.target

    found: dict[str, list[Order]] = {}
    for (seat, unit), orders in options.items():
        fitting = [order for order in orders if matches(seat, order)]
        chosen = fitting if fitting and rng.random() < 0.75 else orders
        found.setdefault(seat, []).append(moves.get((seat, unit)) or rng.choice(chosen))
    return {seat: tuple(sheet) for seat, sheet in found.items() if seat not in state.ended}


def game(seed: int) -> Iterator[Turn]:
    """A random game, resolution by resolution: (before, orders, after)."""
    rng = random.Random(seed)
    state = GAME.start({}, ScriptedChance()).state
    while state.outcome is None:
        orders = {} if state.phase == "adjustment" else sheets(rng, state)
        resolution = GAME.resolve(state, orders, ScriptedChance())
        yield state, orders, resolution
        state = resolution.state


def turns(games: int) -> tuple[Turn, ...]:
    """Of so many random games; of a few in the short tier."""
    return _turns(games if SOAK else min(games, 8))


@cache
def _turns(games: int) -> tuple[Turn, ...]:
    return tuple(turn for seed in range(games) for turn in islice(game(seed), 60))


def position(**given: Any) -> State:
    return GAME.position({"units": {}, **given})


def resolved(units: Mapping[str, Mapping[str, str]], orders: Mapping[str, str], **given: Any) -> Any:
    """The resolution of a position with orders as text."""
    state = position(units=units, **given)
    sheet = {seat: GAME.parse(GAME.view(state, seat), text) for seat, text in orders.items()}
    return GAME.resolve(state, sheet, ScriptedChance())


def told(resolution: Any) -> list[str]:
    return WORDS.narrate(resolution.events, NAMES)
