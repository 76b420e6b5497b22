"""The board of Nemein is the same with the seats exchanged, and in a mirror; so is the game.

Only the first flip is not: heads is south. Currencies and fractions go with their seats.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from adjudicator.chance import HmacChance, ScriptedChance
from adjudicator.codec import event_to_json
from tests.adjudicator.bookkeeper import Json
from tests.adjudicator.bookkeeper_nemein import GAME, SEATS, SHOWN, other
from tests.adjudicator.bridge_nemein import facts_of
from tests.adjudicator.scramble_nemein import scramble
from tests.adjudicator.test_nemein_properties import line_for, random_options, random_setup

WAYS = pytest.mark.parametrize(("over", "mirrored"), [(True, True), (True, False), (False, True)])


@dataclass(frozen=True)
class Laid:
    """The board of a side laid on itself. over: south becomes north; mirrored: left becomes right"""

    side: int
    over: bool
    mirrored: bool

    def name(self, name: str) -> str:
        row, number = ord(name[0]) - ord("a"), int(name[1:])
        length = 2 * self.side - 1 - abs(self.side - 1 - row)
        if self.mirrored:
            number = length + 1 - number
        return f"{self.row(name[0])}{number}"

    def row(self, row: str) -> str:
        return chr(2 * (96 + self.side) - ord(row)) if self.over else row

    def seat(self, seat: str) -> str:
        return other(seat) if self.over else seat

    def value(self, value: Any) -> Any:
        """JSON values with every seat and tile where it comes to lie; actions in them too."""
        if isinstance(value, Mapping):
            return {self.value(key): self.value(item) for key, item in value.items()}
        if isinstance(value, Sequence) and not isinstance(value, str):
            return [self.value(item) for item in value]
        return self.text(value) if isinstance(value, str) else value

    def text(self, text: str) -> str:
        text = re.sub(r"\b[a-k]\d+\b", lambda found: self.name(found[0]), text)
        text = re.sub(r"\brow ([a-k])\b", lambda found: f"row {self.row(found[1])}", text)
        return re.sub("south|north", lambda found: self.seat(found[0]), text)


def same_choices(laid: Laid, state: Any, there: Any) -> None:
    for seat in SEATS:
        view, other_view = GAME.view(state, seat), GAME.view(there, laid.seat(seat))
        orders = {laid.text(str(order)): order for order in GAME.legal(view)}
        twins = {str(order): order for order in GAME.legal(other_view)}
        assert sorted(orders) == sorted(twins)
        for text, order in orders.items():
            warned = [laid.text(line) for line in GAME.warn(view, [order])]
            assert warned == list(GAME.warn(other_view, [twins[text]]))


def play_on(rng: random.Random, laid: Laid, state: Any, lines: int) -> int:
    """The same game on the board laid so: the same lines and flips, the same events and states."""
    there = GAME.load(laid.value(GAME.dump(state)))
    for number in range(lines):
        if GAME.outcome(state) is not None:
            return number
        same_choices(laid, state, there)
        [seat] = GAME.phase(state).owing
        line = line_for(rng, state, seat)
        view, seed = GAME.view(there, laid.seat(seat)), rng.randbytes(32)
        twins = tuple(GAME.parse(view, laid.text("; ".join(map(str, line)))))
        one = GAME.resolve(state, {seat: line}, HmacChance(seed, "x", GAME.drawn(state)))
        two = GAME.resolve(there, {laid.seat(seat): twins}, HmacChance(seed, "x", GAME.drawn(there)))
        told = [laid.value(event_to_json(event)) for event in one.events]
        assert told == [event_to_json(event) for event in two.events]
        assert laid.value(GAME.dump(one.state)) == GAME.dump(two.state)
        state, there = one.state, two.state
    return lines


def set_up_alike(rng: random.Random, over: bool, mirrored: bool) -> None:
    """The same handfuls in the same places, and the coin that makes the same player begin."""
    options = GAME.options(random_options(rng))
    laid = Laid(options["side"], over, mirrored)
    here = GAME.start(options, ScriptedChance()).state
    there = GAME.start(laid.value(options), ScriptedChance()).state
    sheets = {seat: random_setup(rng, GAME.view(here, seat), seat) for seat in SEATS}
    twins = {}
    for seat, sheet in sheets.items():
        view = GAME.view(there, laid.seat(seat))
        twins[laid.seat(seat)] = tuple(GAME.parse(view, laid.text("; ".join(map(str, sheet)))))
    heads = rng.random() < 0.5
    one = GAME.resolve(here, sheets, ScriptedChance(heads))
    two = GAME.resolve(there, twins, ScriptedChance(heads != over))
    assert laid.value(GAME.dump(one.state)) == GAME.dump(two.state)
    play_on(rng, laid, one.state, 12)


def by_default(rng: random.Random) -> None:
    """The stock handfuls of both seats stand opposite each other, where they have the same money."""
    options: Json = {
        **random_options(rng),
        "currency": rng.choice(["USD", "EUR", "GBP", "JPY", "CHF", "AUD"]),
    }
    laid = Laid(options["side"], over=True, mirrored=False)
    begun = GAME.start(options, ScriptedChance()).state
    tiles = GAME.dump(GAME.resolve(begun, {}, ScriptedChance(True)).state)["tiles"]
    assert laid.value(tiles) == tiles


@pytest.mark.parametrize("side", [int(side) for side in SHOWN])
@WAYS
def test_the_board_is_laid_on_itself(side: int, over: bool, mirrored: bool) -> None:
    laid, board = Laid(side, over, mirrored), SHOWN[str(side)]
    for name, tile in board["tiles"].items():
        assert laid.name(laid.name(name)) == name
        there = board["tiles"][laid.name(name)]
        assert sorted(map(laid.name, tile["neighbours"])) == sorted(there["neighbours"])
    for seat, home in board["homes"].items():
        assert sorted(map(laid.name, home)) == sorted(board["homes"][laid.seat(seat)])


@WAYS
def test_the_game_is_the_same_from_all_sides(over: bool, mirrored: bool) -> None:
    rng, lines = random.Random(f"laid {over} {mirrored}"), 0
    for _ in range(15):
        state = GAME.position(facts_of(scramble(rng)))
        lines += play_on(rng, Laid(state.options.side, over, mirrored), state, 6)
    for _ in range(6):
        set_up_alike(rng, over, mirrored)
    assert lines > 50


def test_stock_handfuls_stand_alike() -> None:
    rng = random.Random("stock")
    for _ in range(20):
        by_default(rng)
