"""Games of New York 2047 to draw: played by a simple scheme through the real rules, or put together."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from adjudicator.chance import ScriptedChance
from adjudicator.errors import OrderError
from adjudicator.game import Event, Outcome
from adjudicator.newyork2047 import NewYork2047
from adjudicator.newyork2047.board import SEATS
from adjudicator.newyork2047.orders import Disband, Hold, Move, Order, Relocate, Support
from adjudicator.newyork2047.state import State, View
from maps.boards import board
from maps.newyork2047 import painting as newyork2047
from maps.newyork2047 import style
from maps.newyork2047.layout import atlas
from maps.newyork2047.painting import MapScene, Piece

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
            except OrderError:
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


Drawn = tuple[View, tuple[Event, ...]]


def after(turns: int, seed: int) -> Drawn:
    state, events = played(turns, seed)
    return GAME.view(state, None), events


SCENES: dict[str, Drawn] = {
    "start": (view(), ()),
    **{f"turn {turns} of {seed}": after(turns, seed) for turns, seed in ((3, 1), (6, 2), (9, 3), (12, 4))},
    **{f"late, turn {turns} of {seed}": after(turns, seed) for turns, seed in ((18, 5), (20, 2), (27, 6))},
    "crowded homes": (crowded(), ()),
    "crowded waters": (
        crowded(
            waters=("upper_bay", "lower_hudson", "bronx_river", "the_narrows", "newark_bay", "hell_gate")
        ),
        (),
    ),
    "crowded far waters": (
        crowded(
            waters=("kill_van_kull", "long_island_sound", "gravesend_bay", "flushing_bay", "raritan_bay")
        ),
        (),
    ),
}
SIZE = (1400, 1600)


def compose(name: str, size: int = 0, focus: Sequence[str] = ()) -> MapScene:
    view, events = SCENES[name]
    return newyork2047.compose(view, size=size, names=NAMES, caption=CAPTION, events=events, focus=focus)


def draw(name: str, size: int = 0) -> bytes:
    view, events = SCENES[name]
    return newyork2047.draw(view, size=size, names=NAMES, caption=CAPTION, events=events)


def count(scene: MapScene, color: style.Rgb) -> int:
    return scene.canvas.entries.tobytes().count(bytes([style.palette().index_of(color)]))


def color_at(scene: MapScene, x: float, y: float) -> style.Rgb:
    return scene.canvas.pixel(round(x), round(y))


def middle(one: str, other: str) -> tuple[float, float]:
    a, b = (atlas().places[key].anchors[0] for key in (one, other))
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def near(scene: MapScene, at: tuple[float, float], color: style.Rgb, reach: int = 16) -> int:
    """How many pixels of a colour there are around a point."""
    box = (round(at[0]) - reach, round(at[1]) - reach, round(at[0]) + reach, round(at[1]) + reach)
    return scene.canvas.entries.crop(box).tobytes().count(bytes([style.palette().index_of(color)]))


BLUE = style.LOOKS["greene"].color

ANYWHERE = {"hamblet": {"1": "raritan_bay"}}
"""A game needs somebody."""

DRAFT: tuple[Order, ...] = (
    Move("1", "bushwick"),
    Support("2", "", "1", "bushwick"),
    Support("3", "papst", "2", ""),
    Hold("4"),
    Relocate("kennedy"),
    Disband("5"),
)
MINE = {
    "greene": {
        "1": "forest_hills",
        "2": "jackson_heights",
        "3": "flushing",
        "4": "howard_beach",
        "5": "rockaways",
    },
    "papst": {"2": "bayside"},
}


def numbers(piece: Piece) -> list[tuple[str | None, str]]:
    return [(piece.seat, number) for number in piece.text.split()]
