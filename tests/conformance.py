"""What the suites over all games share: the table of option sets, and random play by the protocol.

A new game adds one entry to `OPTION_SETS`; docs/adding-a-game.md tells the rest.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from adjudicator.chance import HmacChance
from adjudicator.codec import digest, event_to_json
from adjudicator.errors import OrderError
from adjudicator.game import AnyGame, Resolution
from adjudicator.registry import games
from maps.boards import boards

GAMES = games(boards())
SEED = bytes(range(32))

OPTION_SETS: dict[str, list[dict[str, Any]]] = {
    "cic": [
        {},
        {"objective": "points", "round_limit": 15},
        {"enhanced": 2, "teams": "both", "quiet_rounds": 10},
        {"enhanced": {"dark": 0, "light": 5}, "teams": "dark", "objective": "points"},
        {"teams": "light", "quiet_rounds": 5},
        {"enhanced": 5},
    ],
    "nemein": [
        {"quiet_turns": 20},
        {"side": 3, "fraction": "1/2", "quiet_turns": 40},
        {"currency": "EUR", "side": 3, "houses_to_win": 2, "quiet_turns": 30},
        {"currency": {"south": "JPY", "north": "CHF"}, "max_coins": 12, "quiet_turns": 6, "side": 5},
        {"currency": "USD", "fraction": "1/2", "max_coins": 5, "houses_to_win": 1, "quiet_turns": 4},
    ],
    "newyork2047": [{}, {"last_year": 2049}],
    "nme": [
        {},
        {"players": 2},
        {"quiet_rounds": 3},
        {"players": 2, "gray_guard": "off", "quiet_rounds": 5},
    ],
    "ww3": [
        {"quiet_rounds": 0},
        {"players": 2, "quiet_rounds": 0},
        {"players": 3, "fog": "on", "quiet_rounds": 0},
        {"players": 2, "fog": "on", "quiet_rounds": 3},
    ],
}
TURN_BOUND = {"cic": 5_000, "nemein": 5_000, "newyork2047": 60, "nme": 5_000, "ww3": 8_000}
"""No game of random play has more resolutions than this."""

SCENARIOS = [(key, number) for key in GAMES for number in range(len(OPTION_SETS.get(key, [{}])))]


TURNS = 16
"""Resolutions of random play that are looked at one by one, per option set."""


@dataclass(frozen=True)
class Turn:
    """One resolution of a random game."""

    state: Any
    orders: dict[str, tuple[Any, ...]]
    resolution: Resolution[Any]


def recorded(game: AnyGame, state: Any, after: Resolution[Any], /, **said: Any) -> dict[str, Any]:
    """Write one step of a record: what was done in that state, and what came of it."""
    events = [event_to_json(event) for event in after.events]
    return {**said, "turn": game.phase(state).turn, "events": events, "state": digest(game.dump(after.state))}


def begin(key: str, number: int) -> Resolution[Any]:
    return GAMES[key].start(OPTION_SETS[key][number], HmacChance(SEED, key))


def chance(game: AnyGame, state: Any) -> HmacChance:
    return HmacChance(SEED, game.key, game.drawn(state))


def is_legal(game: AnyGame, view: Any, orders: tuple[Any, ...]) -> bool:
    try:
        game.check(view, orders)
    except OrderError:
        return False
    return True


def random_orders(game: AnyGame, state: Any, seat: str, rng: random.Random) -> tuple[Any, ...]:
    """Orders that could be resolved: what `legal` offers, joined to a draft until `check` is content."""
    view = game.view(state, seat)
    draft: tuple[Any, ...] = ()
    for _ in range(60):
        offered = list(game.legal(view, draft))
        if not offered or (draft and rng.random() < 0.3 and is_legal(game, view, draft)):
            break
        draft += (rng.choice(offered),)
    if not is_legal(game, view, draft):
        fallback = game.default(view)
        assert fallback is not None, f"{seat} found no legal orders from {draft}"
        draft = tuple(fallback)
    return draft


def random_turn(game: AnyGame, state: Any, rng: random.Random) -> Turn:
    """One resolution: an order sheet of every owing seat, only one where seats share a sheet."""
    orders: dict[str, tuple[Any, ...]] = {}
    for seat in sorted(game.phase(state).owing):
        if game.sharing(state, seat).isdisjoint(orders):
            orders[seat] = random_orders(game, state, seat, rng)
    return Turn(state, orders, game.resolve(state, orders, chance(game, state)))


def random_play(key: str, number: int) -> Iterator[Turn]:
    """Random play to the end, the same each time."""
    game, rng = GAMES[key], random.Random(f"{key} {number} play")
    state = begin(key, number).state
    while game.outcome(state) is None:
        turn = random_turn(game, state, rng)
        yield turn
        state = turn.resolution.state


@cache
def played(key: str, number: int, most: int = TURNS) -> tuple[Turn, ...]:
    """The first turns of random play. States are values, so all tests may look at the same ones."""
    return tuple(islice(random_play(key, number), most))


def states(key: str, number: int, most: int = TURNS) -> list[Any]:
    """The start, and what random play makes of it."""
    return [begin(key, number).state, *(turn.resolution.state for turn in played(key, number)[:most])]
