"""Full turns of New York 2047 beside the `diplomacy` package on positions of about the same size.

    python -m bench.turns [rounds]

Middle games of seven factions with 35 to 45 units: random orders, and coordinated ones (supports that
fit moves of the same turn). `resolve` alone stands against `Game.process()`; text in to result out
(parse, check, resolve) against `set_orders` + `process`. Counted are orders a second; the two take turns,
so that a busy machine slows both alike. Targets: 2.5 times and 8 times as many. Last: the slowest of
10,000 random turns, by its fastest of three runs, under 20 times the median.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr
from copy import deepcopy
from dataclasses import dataclass
from io import StringIO
from statistics import median
from time import perf_counter
from typing import Any

from adjudicator.chance import ScriptedChance
from adjudicator.newyork2047 import NewYork2047
from adjudicator.newyork2047.board import TURRETONS
from adjudicator.newyork2047.check import unit_orders
from adjudicator.newyork2047.orders import Move, Notation, Support
from adjudicator.newyork2047.state import Field, State, owing
from bench.measure import argument, beside, ratio, speed
from maps.boards import board

GAME = NewYork2047(board("newyork2047"))
CHANCE = ScriptedChance()
LEAST, MOST = 35, 45
POSITIONS = 40
WORST_OF = 10_000

Sheets = dict[str, tuple[Any, ...]]


@dataclass(frozen=True)
class Turn:
    """A position and everybody's orders, read and as text."""

    state: State
    sheets: Sheets
    texts: dict[str, str]

    @property
    def orders(self) -> int:
        return sum(map(len, self.sheets.values()))


def random_sheets(state: State, rng: random.Random) -> Sheets:
    """For every piece one of its legal orders: a move half of the time."""
    field = Field(GAME.map, state)
    return {
        seat: tuple(_random_order(field, seat, unit, rng) for unit in field.places[seat])
        for seat in sorted(owing(state))
    }


def _random_order(field: Field, seat: str, unit: str, rng: random.Random) -> Any:
    if unit not in TURRETONS and rng.random() < 0.5:
        return Move(unit, rng.choice(field.board.near[field.places[seat][unit]]))
    return rng.choice(list(unit_orders(field, seat, unit)))


def coordinated_sheets(state: State, rng: random.Random) -> Sheets:
    """Half of the units move; the others support moves and holds of that turn where they can."""
    field = Field(GAME.map, state)
    plans: dict[str, dict[str, Any]] = {seat: {} for seat in sorted(owing(state))}
    moves: dict[tuple[str, str], str] = {}
    for seat, plan in plans.items():
        for unit, space in field.places[seat].items():
            if unit not in TURRETONS and rng.random() < 0.5:
                plan[unit] = Move(unit, rng.choice(field.board.near[space]))
                moves[seat, unit] = plan[unit].target
    for seat, plan in plans.items():
        for unit in field.places[seat]:
            if unit not in plan:
                orders = list(unit_orders(field, seat, unit))
                fitting = [
                    order
                    for order in orders
                    if isinstance(order, Support)
                    and moves.get((order.seat or seat, order.other), "") == order.target
                ]
                plan[unit] = rng.choice(fitting or orders)
    return {seat: tuple(plan.values()) for seat, plan in plans.items()}


def middle_games(count: int, seed: str) -> list[Turn]:
    """Positions from play with 35 to 45 units, each with orders: random and coordinated in turn."""
    rng = random.Random(seed)
    found: list[Turn] = []
    state = GAME.start({}, CHANCE).state
    while len(found) < count:
        if state.outcome is not None:
            state = GAME.start({}, CHANCE).state
        make = coordinated_sheets if len(found) % 2 else random_sheets
        sheets: Sheets = {}
        if state.phase != "adjustment":
            sheets = make(state, rng)
            if LEAST <= len(state.units) <= MOST:
                texts = {seat: "\n".join(map(str, sheet)) for seat, sheet in sheets.items()}
                found.append(Turn(state, sheets, texts))
        state = GAME.resolve(state, sheets, CHANCE).state
    return found


def resolve_all(turns: Sequence[Turn]) -> int:
    for turn in turns:
        GAME.resolve(turn.state, turn.sheets, CHANCE)
    return sum(turn.orders for turn in turns)


def text_to_result(turns: Sequence[Turn]) -> int:
    notation = Notation(GAME.map)  # a new one: it remembers lines that it has read
    for turn in turns:
        sheets = {seat: notation.parse(seat, text) for seat, text in turn.texts.items()}
        GAME.resolve(turn.state, sheets, CHANCE)
    return sum(turn.orders for turn in turns)


def movement(rng: random.Random) -> tuple[Any, Mapping[str, Sequence[str]]]:
    """Return a movement phase of the `diplomacy` package with 34 units placed by lot, and the possible orders
    of each place."""
    with redirect_stderr(StringIO()):
        from diplomacy import Game  # type: ignore[import-untyped]
    game = Game()
    game.clear_units()
    places = [place for place in game.map.locs if place.upper() == place and "/" not in place]
    kinds = [(place, game.map.area_type(place)) for place in places]
    land = rng.sample([place for place, kind in kinds if kind in ("LAND", "COAST")], 24)
    sea = rng.sample([place for place, kind in kinds if kind == "WATER"], 10)
    units = [f"A {place}" for place in land] + [f"F {place}" for place in sea]
    powers = list(game.powers)
    for at, power in enumerate(powers):
        game.set_units(power, units[at :: len(powers)])
    return game, game.get_all_possible_orders()


TheirTurn = tuple[Any, dict[str, list[str]]]


def their_turn(rng: random.Random) -> TheirTurn:
    """Return a movement phase with random orders of all powers: half of the units move, as in ours."""

    def order(possible: Sequence[str]) -> str:
        moves = [text for text in possible if text[5:8] == " - "]
        return rng.choice(moves if moves and rng.random() < 0.5 else possible)

    game, possible = movement(rng)
    return game, {power: [order(possible[u[2:5]]) for u in game.get_units(power)] for power in game.powers}


def their_speed(turns: Sequence[TheirTurn], *, with_text: bool) -> float:
    """Return orders a second of `process`, or of `set_orders` and `process`; games are copied before."""
    orders, seconds = 0, 0.0
    for original, listed in turns:
        game = deepcopy(original)
        begun = perf_counter()
        for power, texts in listed.items():
            game.set_orders(power, texts)
        if not with_text:
            begun = perf_counter()
        game.process()
        seconds += perf_counter() - begun
        orders += sum(map(len, listed.values()))
    return orders / seconds


def worst() -> float:
    """Return the slowest of many random turns, each by the fastest of three runs, in medians."""
    times = []
    for turn in middle_games(WORST_OF, "worst"):
        taken = []
        for _ in range(3):
            begun = perf_counter()
            GAME.resolve(turn.state, turn.sheets, CHANCE)
            taken.append(perf_counter() - begun)
        times.append(min(taken))
    return max(times) / median(times)


def main(rounds: int) -> int:
    """Print everything; the exit code is 1 if a target is missed."""
    turns, rng = middle_games(POSITIONS, "bench"), random.Random(2047)
    theirs = [their_turn(rng) for _ in range(12)]
    reached = []
    for what, act, with_text, least in (
        ("resolve, orders a second", resolve_all, False, 2.5),
        ("text to result, orders a second", text_to_result, True, 8.0),
    ):
        ours = lambda act=act: speed(lambda: sum(act(turns) for _ in range(3)))  # noqa: E731
        other = lambda with_text=with_text: their_speed(theirs, with_text=with_text)  # noqa: E731
        reached.append(beside(what, ours, other, rounds, least))
    return int(not all([*reached, ratio("slowest turn / median", worst(), most=20.0)]))


if __name__ == "__main__":
    sys.exit(main(argument(7)))
