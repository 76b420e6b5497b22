"""Games of New York 2047 to draw: played by a simple scheme through the real rules, or put together."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from adjudicator.chance import ScriptedChance
from adjudicator.game import Event, Outcome
from adjudicator.newyork2047 import NewYork2047
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.orders import Move, Order, Support
from adjudicator.newyork2047.state import State, View
from maps.boards import board

GAME = NewYork2047(board("newyork2047"))


def started() -> State:
    return GAME.start({}, ScriptedChance()).state


def view(seat: str | None = None) -> View:
    """Spring 2047."""
    return GAME.view(started(), seat)


def placed(units: Mapping[str, Mapping[str, str]], seat: str | None = None, **more: Any) -> View:
    """These units, as JSON of a position has them; `more` as in its JSON."""
    given = {name: dict(units.get(name, {})) for name in SEATS}
    return GAME.view(GAME.position({"units": given, **more}), seat)


def orders(state: State, seat: str, rng: random.Random) -> tuple[Order, ...]:
    """Eager orders: units go where stars or lands are to be had, and help each other."""
    now = GAME.view(state, seat)
    if state.phase == "adjustment":
        return tuple(GAME.default(now) or ())
    near, spaces = now.board.near, now.board.spaces
    found: list[Order] = []
    targets: dict[str, str] = {}
    for unit in now.units(seat):
        wish = sorted(
            near[unit.space],
            key=lambda key: (
                state.control.get(key) == seat or spaces[key].water,
                key in targets.values(),
                not spaces[key].star,
                rng.random(),
            ),
        )
        if rng.random() < 0.12:
            continue
        if targets and rng.random() < 0.3:
            other, space = rng.choice(sorted(targets.items()))
            order: Order = Support(str(unit.number), "", other, space)
            try:
                GAME.check(now, (order,))
            except Exception:
                order = Move(str(unit.number), wish[0])
        else:
            order = Move(str(unit.number), wish[0] if rng.random() < 0.75 else rng.choice(near[unit.space]))
        if isinstance(order, Move):
            targets[str(unit.number)] = order.target
        found.append(order)
    return tuple(found)


@cache
def played(turns: int, seed: int = 1) -> tuple[State, tuple[Event, ...]]:
    """The state after so many resolutions, and the events of the newest."""
    rng = random.Random(seed)
    state, events = started(), ()
    for _ in range(turns):
        if state.outcome is not None:
            break
        given = {seat: orders(state, seat, rng) for seat in sorted(GAME.phase(state).owing)}
        resolution = GAME.resolve(state, given, ScriptedChance())
        state, events = resolution.state, resolution.events
    return state, events


def crowded(homes: Mapping[str, str] | None = None, waters: Sequence[str] = ()) -> View:
    """Twelve units in every home base, or in the given waters, a seat each."""
    places = homes or {seat: GAME.map.homes[seat] for seat in SEATS}
    if waters:
        places = dict(zip(SEATS, waters, strict=False))
    units = {seat: {str(number): places[seat] for number in range(1, 13)} for seat in places}
    return placed(units, **({"homes": dict(homes)} if homes else {}))


NAMES = {
    "tower": "Wilhelmina-Alexandrina van Oranje",
    "papst": "Zoë 🚀",
    "rossoni": "Ольга",
    "christofori": "将军",
    "dunning": "",
    "greene": "Ann",
    "hamblet": "xX_the_destroyer_of_worlds_Xx",
}
CAPTION = "k7f3 · turn 1234"


def over(state: State, places: Mapping[str, int]) -> View:
    """The game at its end."""
    ended = replace(state, phase="over", outcome=Outcome("stars", dict(places)))
    return GAME.view(ended, None)
