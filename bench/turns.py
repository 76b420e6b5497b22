"""Full turns of New York 2047 beside the `diplomacy` package on positions of about the same size.

    python bench/turns.py [rounds]

Middle games of seven factions with 35 to 45 units: random orders, and coordinated ones (supports that
fit moves of the same turn). `resolve` alone stands against `Game.process()`; text in to result out
(parse, check, resolve) against `set_orders` + `process`. Counted are orders a second; the two take turns,
so that a busy machine slows both alike. Targets: 2.5 times and 8 times as many. Last: the slowest of
10,000 random turns, by its fastest of three runs, under 20 times the median.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adjudicator.chance import ScriptedChance
from adjudicator.newyork2047 import NewYork2047
from adjudicator.newyork2047.board import TURRETONS
from adjudicator.newyork2047.check import unit_orders
from adjudicator.newyork2047.orders import Move, Notation, Support
from adjudicator.newyork2047.state import Field, State, owing
from bench import peer
from maps.boards import board

GAME = NewYork2047(board("newyork2047"))
CHANCE = ScriptedChance()
LEAST, MOST = 35, 45
POSITIONS = 40
WORST_OF = 10_000
TARGET_RESOLVE, TARGET_TEXT, TARGET_WORST = 2.5, 8.0, 20.0

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


def their_games(count: int, seed: int) -> list[tuple[Any, dict[str, list[str]]]]:
    """Movement phases of the `diplomacy` package with 34 units placed by lot, and random orders of all
    powers: half of the units move, as in ours."""
    rng = random.Random(seed)
    found: list[tuple[Any, dict[str, list[str]]]] = []
    while len(found) < count:
        game, possible = peer.movement(rng)
        orders = {
            power: [_their_order(possible[unit[2:5]], rng) for unit in game.get_units(power)]
            for power in game.powers
        }
        found.append((game, orders))
    return found


def _their_order(possible: Sequence[str], rng: random.Random) -> str:
    moves = [order for order in possible if order[5:8] == " - "]
    return rng.choice(moves if moves and rng.random() < 0.5 else possible)


def their_speed(games: Sequence[tuple[Any, dict[str, list[str]]]]) -> tuple[float, float]:
    """Orders a second of `process` alone and of `set_orders` + `process`; copies are made outside of it."""
    orders = 0
    processing = setting = 0.0
    for original, listed in games:
        game = deepcopy(original)
        begun = perf_counter()
        for power, texts in listed.items():
            game.set_orders(power, texts)
        between = perf_counter()
        game.process()
        processing += perf_counter() - between
        setting += between - begun
        orders += sum(map(len, listed.values()))
    return orders / processing, orders / (processing + setting)


def speed(count: Callable[[], int], times: int) -> float:
    begun = perf_counter()
    number = sum(count() for _ in range(times))
    return number / (perf_counter() - begun)


def worst() -> float:
    """The slowest of many random turns, each by the fastest of three runs, in medians."""
    times = []
    for turn in middle_games(WORST_OF, "worst"):
        taken = []
        for _ in range(3):
            begun = perf_counter()
            GAME.resolve(turn.state, turn.sheets, CHANCE)
            taken.append(perf_counter() - begun)
        times.append(min(taken))
    return max(times) / median(times)


def main(rounds: int = 7) -> int:
    turns, games = middle_games(POSITIONS, "bench"), their_games(12, 2047)
    units = [len(turn.state.units) for turn in turns]
    theirs_units = [sum(map(len, listed.values())) for _, listed in games]
    size = f"{min(theirs_units)} to {max(theirs_units)}"
    print(f"{len(turns)} turns of {min(units)} to {max(units)} units; theirs {size}")
    here: list[tuple[float, float]] = []
    there: list[tuple[float, float]] = []
    for _ in range(rounds):
        here.append((speed(lambda: resolve_all(turns), 3), speed(lambda: text_to_result(turns), 3)))
        there.append(their_speed(games))
    missed = 0
    for at, (what, target) in enumerate((("resolve", TARGET_RESOLVE), ("text to result", TARGET_TEXT))):
        ours, theirs = median(pair[at] for pair in here), median(pair[at] for pair in there)
        ratio = median(a[at] / b[at] for a, b in zip(here, there, strict=True))
        missed += ratio < target
        word = "reached" if ratio >= target else "MISSED"
        print(
            f"{what:<15} ours {ours:>10,.0f} orders a second ({40e3 / ours:.2f} ms for 40)   "
            f"diplomacy {theirs:>10,.0f}   ratio {ratio:5.2f}   target {target:.1f}: {word}"
        )
    ratio = worst()
    missed += ratio >= TARGET_WORST
    word = "reached" if ratio < TARGET_WORST else "MISSED"
    print(f"slowest of {WORST_OF:,} turns: {ratio:.1f} times the median   target {TARGET_WORST:.0f}: {word}")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
