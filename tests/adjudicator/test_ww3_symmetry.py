"""The board of WW3 looks the same from each side and in a mirror, and so do the rules: a game on the turned
board is the turned game.

With four players it is turned by quarters, with two by halves and mirrored; a mirror would turn the clockwise
order of more players round, so there only what is legal is compared.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.codec import event_to_json
from tests.adjudicator.bookkeeper import Json
from tests.adjudicator.bookkeeper_ww3 import CLOCKWISE, FILE, GAME
from tests.adjudicator.bridge_ww3 import facts_of
from tests.adjudicator.scramble_ww3 import scramble
from tests.adjudicator.test_ww3_properties import orders_for, random_formation, seats

SIZE = 12
AT = {tuple(place): name for name, place in FILE["points"].items()}


@dataclass(frozen=True)
class Turn:
    """A way to lay the board on itself: where places go, where directions go, and whose arm becomes whose."""

    place: Callable[[int, int], tuple[int, int]]
    way: Callable[[int, int], tuple[int, int]]
    seat: Mapping[str, str]

    def name(self, name: str) -> str:
        return AT[self.place(*FILE["points"][name])]

    def value(self, value: Any) -> Any:
        """JSON values with every seat and point turned."""
        if isinstance(value, Mapping):
            return {self.value(key): self.value(item) for key, item in value.items()}
        if isinstance(value, Sequence) and not isinstance(value, str):
            return [self.value(item) for item in value]
        if isinstance(value, str) and value in FILE["points"]:
            return self.name(value)
        return self.seat.get(value, value) if isinstance(value, str) else value

    def text(self, text: str) -> str:
        """An order or a line about one."""
        text = re.sub(r"\b[a-k]\d+\b", lambda found: self.name(found[0]), text)
        return re.sub("|".join(CLOCKWISE), lambda found: self.seat[found[0]], text)

    def dump(self, state: Any) -> Json:
        dump = GAME.dump(state)
        ways = {self.seat[seat]: list(self.way(*way)) for seat, way in dump.pop("ways").items()}
        return tidy({**self.value(dump), "ways": ways})


def seats_by(steps: int) -> dict[str, str]:
    return dict(zip(CLOCKWISE, (CLOCKWISE * 2)[steps:], strict=False))


QUARTER = Turn(lambda x, y: (y, SIZE - x), lambda x, y: (y, -x), seats_by(1))
HALF = Turn(lambda x, y: (SIZE - x, SIZE - y), lambda x, y: (-x, -y), seats_by(2))
MIRROR = Turn(
    lambda x, y: (SIZE - x, y),
    lambda x, y: (-x, y),
    {"red": "red", "silver": "silver", "blue": "olive", "olive": "blue"},
)


def tidy(dump: Json) -> Json:
    """What stands in the order of the board or of the seats, in the order of its text."""
    found = {**dump, **{key: sorted(dump[key]) for key in ("known", "round_done", "offers")}}
    return {
        key: dict(sorted(value.items())) if isinstance(value, Mapping) else value
        for key, value in found.items()
    }


def loosely(events: Sequence[Json]) -> list[Json]:
    """Events whose lists of points and seats are in the order of their text."""
    return [
        {
            key: sorted(value) if key in ("points", "seats", "missing") else value
            for key, value in event.items()
        }
        for event in events
    ]


def same_choices(turn: Turn, state: Any, other: Any) -> None:
    """What is legal here is legal there, and the same is said about it."""
    for seat in seats(state):
        view, there = GAME.view(state, seat), GAME.view(other, turn.seat[seat])
        orders = {turn.text(str(order)): order for order in GAME.legal(view)}
        twins = {str(order): order for order in GAME.legal(there)}
        if GAME.phase(state).key != "setup":
            assert sorted(orders) == list(twins)
        for text in list(orders)[:: max(1, len(orders) // 20)]:
            twin = twins.get(text) or GAME.parse(there, text)[0]
            warned = [turn.text(line) for line in GAME.warn(view, [orders[text]])]
            assert warned == list(GAME.warn(there, [twin]))


def play_turned(rng: random.Random, turn: Turn, state: Any, turns: int) -> int:
    """The same game on the turned board: the same moves, the same events, the same states."""
    other = GAME.load(turn.dump(state))
    for number in range(turns):
        if GAME.outcome(state) is not None:
            return number
        assert {turn.seat[seat] for seat in GAME.phase(state).owing} == GAME.phase(other).owing
        same_choices(turn, state, other)
        orders = {seat: orders_for(rng, state, seat) for seat in sorted(GAME.phase(state).owing)}
        twins = {
            turn.seat[seat]: GAME.parse(GAME.view(other, turn.seat[seat]), turn.text(str(listed[0])))
            for seat, listed in orders.items()
        }
        one = GAME.resolve(state, orders, ScriptedChance())
        two = GAME.resolve(other, twins, ScriptedChance())
        told = [turn.value(event_to_json(event)) for event in one.events]
        assert loosely(told) == loosely([event_to_json(event) for event in two.events])
        assert turn.dump(one.state) == tidy(GAME.dump(two.state))
        state, other = one.state, two.state
    return turns


def begun(rng: random.Random, players: int) -> Any:
    """A game after the setup."""
    options = {"players": players, "fog": rng.choice(["on", "off"]), "quiet_rounds": rng.choice([0, 2])}
    state = GAME.start(options, ScriptedChance()).state
    sheets = {seat: GAME.parse(GAME.view(state, seat), random_formation(rng, seat)) for seat in seats(state)}
    return GAME.resolve(state, sheets, ScriptedChance(6, *[1] * (players - 1))).state


def position(rng: random.Random, players: int) -> Any:
    while (game := scramble(rng)).players != players:
        pass
    return GAME.position(facts_of(game))


@pytest.mark.parametrize(("turn", "times"), [(QUARTER, 4), (HALF, 2), (MIRROR, 2)])
def test_so_many_times_is_nothing(turn: Turn, times: int) -> None:
    def often(thing: str, step: Callable[[str], str]) -> str:
        for _ in range(times):
            thing = step(thing)
        return thing

    for name in FILE["points"]:
        assert often(name, turn.name) == name
    assert {frozenset(map(turn.name, line)) for line in FILE["lines"]} == set(map(frozenset, FILE["lines"]))
    for seat, region in FILE["regions"].items():
        assert often(seat, turn.seat.__getitem__) == seat
        assert set(map(turn.name, region)) == set(FILE["regions"][turn.seat[seat]])


@pytest.mark.parametrize("turn", [QUARTER, HALF, MIRROR])
def test_stock_formations_are_the_same_for_all(turn: Turn) -> None:
    """A mirrored board has the mirrored formations."""
    state = GAME.start({}, ScriptedChance()).state
    for seat in seats(state):
        orders = {
            frozenset(turn.text(str(order)).split()[1:]) for order in GAME.legal(GAME.view(state, seat))
        }
        there = {frozenset(str(order).split()[1:]) for order in GAME.legal(GAME.view(state, turn.seat[seat]))}
        assert {unordered(each) for each in orders} == {unordered(each) for each in there}


def unordered(formation: frozenset[str]) -> frozenset[tuple[str, frozenset[str]]]:
    return frozenset((part[0], frozenset(part[2:].split(","))) for part in formation)


@pytest.mark.parametrize(("turn", "players"), [(QUARTER, 4), (HALF, 2), (MIRROR, 2)])
def test_the_rules_are_the_same_on_every_side(turn: Turn, players: int) -> None:
    rng = random.Random(f"turned {players}")
    turns = sum(play_turned(rng, turn, position(rng, players), 5) for _ in range(40))
    turns += sum(play_turned(rng, turn, begun(rng, players), 25) for _ in range(2))
    assert turns > 100


def test_what_is_legal_is_legal_in_a_mirror() -> None:
    rng = random.Random("mirror")
    for _ in range(25):
        state = position(rng, 4)
        same_choices(MIRROR, state, GAME.load(MIRROR.dump(state)))
