"""Two independent implementations of New York 2047 must agree, turn by turn; and what must hold whatever
the rules are: names and listing order decide nothing, nothing vanishes without a reason.

Turns of games from the start, and of random positions played on for a little, are compared in batches: one of
each in a test run, more in a long one.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.game import Resolution
from adjudicator.newyork2047 import NewYork2047
from adjudicator.newyork2047 import events as ev
from adjudicator.newyork2047.state import State
from maps.boards import board as board_file
from tests.adjudicator import reference_newyork2047 as reference
from tests.adjudicator.reference_newyork2047_moves import SEATS, TURRETONS
from tests.adjudicator.scramble_newyork2047 import Orders, orders_for, scramble
from tests.adjudicator.story_newyork2047 import check_board, check_story
from tests.tiers import batches

BOARD = board_file("newyork2047")
GAME = NewYork2047(BOARD)
TURNS = 600
"""Compared in a batch."""
SCENES = 60
"""Played in a batch where names and listing order are changed."""
Json = dict[str, Any]


def played(game: NewYork2047, state: State, orders: Orders) -> Resolution[State]:
    """One resolution of the game itself, orders as text."""
    sheets = {
        seat: game.parse(game.view(state, seat), "\n".join(texts)) for seat, texts in orders.items() if texts
    }
    return game.resolve(state, sheets, ScriptedChance())


def rules_part(state: Mapping[str, Any]) -> Json:
    """What a reference computes: all but what it copies."""
    return {key: value for key, value in state.items() if key not in ("options", "n", "offers")}


def compare(state: State, orders: Orders, spent: Counter[str]) -> Resolution[State]:
    """One turn by both; the game's."""
    before = GAME.dump(state)
    new = played(GAME, state, orders)
    told = reference.after(BOARD, before, orders)
    spent["turns"] += 1
    found = GAME.dump(new.state)
    assert rules_part(found) == rules_part(told), f"\n{json.dumps(before)}\n{json.dumps(orders)}"
    assert GAME.phase(new.state).key == told["phase"]
    owing = told["owed"] if told["owed"] else [seat for seat in SEATS if reference.may_order(told, seat)]
    assert GAME.phase(new.state).owing == (frozenset() if told["outcome"] else frozenset(owing))
    check_story(BOARD, state, orders, new, moves=spent["turns"] % 4 == 0)
    return new


def compare_legal(state: State, spent: Counter[str]) -> None:
    dumped = GAME.dump(state)
    for seat in SEATS:
        listed: dict[str, list[str]] = {}
        for order in GAME.legal(GAME.view(state, seat)):
            listed.setdefault(GAME.unit_of(order), []).append(str(order))
        assert listed == reference.legal(BOARD, dumped, seat), f"{seat}\n{json.dumps(dumped)}"
        spent["legal"] += sum(map(len, listed.values()))


def play_on(rng: random.Random, state: State, turns: int, spent: Counter[str]) -> None:
    """Some turns from a position; now and then a faction concedes, in an adjustment too."""
    for _ in range(turns):
        dumped = GAME.dump(state)
        if state.phase == "adjustment" or state.conceded or rng.random() < 0.1:
            assert GAME.load(json.loads(json.dumps(dumped))) == state
        if rng.random() < 0.02:
            compare_legal(state, spent)
        if state.outcome is not None:
            return
        if rng.random() < 0.01:
            seat = rng.choice(sorted(set(SEATS) - set(dumped["ended"])))
            state = GAME.declare(state, seat, "concede").state
            check_board(BOARD, state)
            continue
        state = compare(state, orders_for(rng, BOARD, dumped), spent).state


def scrambled_turns(rng: random.Random, turns: int, spent: Counter[str]) -> None:
    until = spent["turns"] + turns
    while spent["turns"] < until:
        play_on(rng, GAME.position(scramble(rng, BOARD)), rng.choice([1, 1, 2, 6]), spent)


def turns_from_the_start(rng: random.Random, turns: int, spent: Counter[str]) -> None:
    until = spent["turns"] + turns
    while spent["turns"] < until:
        play_on(rng, GAME.start({}, ScriptedChance()).state, 60, spent)


@pytest.mark.parametrize("batch", batches(1, 20))
def test_scrambled_positions_agree_with_the_reference(batch: int) -> None:
    scrambled_turns(random.Random(f"scrambled {batch}"), TURNS, Counter())


@pytest.mark.parametrize("batch", batches(1, 20))
def test_random_play_agrees_with_the_reference(batch: int) -> None:
    turns_from_the_start(random.Random(f"start {batch}"), TURNS, Counter())


def test_legal_orders_agree_with_the_reference_after_every_kind_of_turn() -> None:
    rng, spent = random.Random("legal"), Counter[str]()
    phases: set[str] = set()
    while spent["legal"] < 6000 or phases < {"spring", "fall", "adjustment"}:
        state = GAME.position(scramble(rng, BOARD))
        state = played(GAME, state, orders_for(rng, BOARD, GAME.dump(state))).state
        phases.add(state.phase)
        compare_legal(state, spent)


def test_a_move_that_cannot_occur_is_hopeless_where_only_a_reinforcement_stands() -> None:
    """Else the tower's boat would close a circle, and both of hamblet's units would count in Jersey City."""
    units = {
        "hamblet": {"1": "jersey_city", "2": "hoboken", "3": "kill_van_kull"},
        "tower": {"1": "meadowlands", "2": "upper_bay"},
        "rossoni": {"1": "bayonne"},
        "papst": {"1": "newark_bay", "2": "newark_bay"},
    }
    orders = {
        "hamblet": ["1 move bayonne", "2 move jersey_city", "3 support 1 to bayonne"],
        "tower": ["1 move jersey_city", "2 move jersey_city"],
        "rossoni": ["1 move upper_bay"],
        "papst": [f"{number} support tower 1 to jersey_city" for number in (1, 2)],
    }
    after = compare(GAME.position({"units": units}), orders, Counter())
    assert after.state.control["jersey_city"] == "tower"


# --- names and listing decide nothing --------------------------------------------------------------


def scenes(seed: str) -> Iterator[tuple[random.Random, Json, Orders]]:
    """Seasons and adjustments, as JSON and text."""
    rng = random.Random(seed)
    for _ in range(SCENES):
        state = scramble(rng, BOARD)
        orders = orders_for(rng, BOARD, state)
        yield rng, state, orders
        new = GAME.dump(played(GAME, GAME.position(state), orders).state)
        if new["phase"] == "adjustment":
            yield rng, new, orders_for(rng, BOARD, new)


@pytest.mark.parametrize("batch", batches(1, 10))
def test_the_listing_of_seats_and_orders_decides_nothing(batch: int) -> None:
    for rng, state, orders in scenes(f"listing {batch}"):
        sheets = list(orders.items())
        rng.shuffle(sheets)
        mixed = {seat: rng.sample(texts, len(texts)) for seat, texts in sheets}
        turned = json.loads(json.dumps(state))
        for key in ("units", "control", "homes", "ended"):
            turned[key] = dict(rng.sample(list(turned[key].items()), len(turned[key])))
        position = GAME.position(state)
        assert GAME.position(turned) == position
        assert played(GAME, GAME.position(turned), mixed) == played(GAME, position, orders)


def in_words(names: Mapping[str, str]) -> Callable[[str], str]:
    """Orders in other words."""
    return lambda text: " ".join(names.get(word, word) for word in text.split())


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """JSON with other names, keys too; what is sorted by name is sorted again."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        items = [renamed(item, names) for item in value]
        return sorted(items) if all(isinstance(item, str) for item in items) else items
    return names.get(value, value) if isinstance(value, str) else value


def by_name(game: NewYork2047, names: Mapping[str, str], state: Json, orders: Orders) -> None:
    """A turn in other names, which are those of `game`, has the same result in other names."""
    words = in_words(names)
    position = game.position(renamed(state, names))
    sheets = {names.get(seat, seat): [words(text) for text in texts] for seat, texts in orders.items()}
    found = game.dump(played(game, position, sheets).state)
    told = GAME.dump(played(GAME, GAME.position(state), orders).state)
    assert found == renamed(told, names), f"\n{json.dumps(state)}\n{json.dumps(orders)}"


def with_other(what: str, names: Mapping[str, str]) -> NewYork2047:
    """The game on a map where the home bases, or the Turretons, have other names."""
    spaces = {key: {**space, what: names.get(space[what])} for key, space in BOARD["spaces"].items()}
    return NewYork2047({**BOARD, "spaces": spaces})


@pytest.mark.parametrize("batch", batches(1, 10))
@pytest.mark.parametrize(("what", "those"), [("home", SEATS), ("turreton", TURRETONS)])
def test_the_names_of_factions_and_turretons_decide_nothing(what: str, those: list[str], batch: int) -> None:
    for number, (rng, state, orders) in enumerate(scenes(f"{what} {batch}")):
        if number % 20 == 0:
            names = dict(zip(those, rng.sample(those, len(those)), strict=True))
            game = with_other(what, names)
        by_name(game, names, state, orders)


@pytest.mark.parametrize("batch", batches(1, 10))
def test_the_names_of_spaces_decide_nothing_but_default_homes(batch: int) -> None:
    """Names in any order in a season; in the same alphabetical order in an adjustment, and beside those who
    conceded: there default homes are taken."""
    keys = sorted(BOARD["spaces"])
    others = [f"{first}{second}z" for first in "abcdefgh" for second in "abcdefghij"][: len(keys)]
    ordered = dict(zip(keys, others, strict=True))
    mixed = dict(zip(keys, random.Random("mixed").sample(others, len(others)), strict=True))
    games = {}
    for kind, names in (("ordered", ordered), ("mixed", mixed)):
        board = {key: renamed(BOARD[key], names) for key in ("spaces", "adjacency", "factions")}
        for key, space in board["spaces"].items():
            space["name"] = space["abbr"] = key
        games[kind] = NewYork2047(board)
    for _, state, orders in scenes(f"spaces {batch}"):
        if state["phase"] == "adjustment" or state["conceded"]:
            by_name(games["ordered"], ordered, state, orders)
        else:
            by_name(games["mixed"], mixed, state, orders)


@pytest.mark.parametrize("batch", batches(1, 10))
def test_the_numbers_of_units_decide_nothing_but_by_their_order(batch: int) -> None:
    """Other numbers in the same order, for units that live; new units have the lowest that are free."""
    for rng, state, orders in scenes(f"numbers {batch}"):
        names: dict[str, dict[str, str]] = {}
        for seat in SEATS:
            numbers = sorted(state["units"][seat], key=int)
            others = sorted(rng.sample(range(1, 99), len(numbers)))
            names[seat] = {number: str(other) for number, other in zip(numbers, others, strict=True)}
        turned = {**state, "units": numbered(state["units"], names)}
        sheets = {seat: [with_numbers(text, seat, names) for text in texts] for seat, texts in orders.items()}
        told, found = played(GAME, GAME.position(state), orders), played(GAME, GAME.position(turned), sheets)
        old, new = GAME.dump(told.state), GAME.dump(found.state)
        fresh, again = new_units(told), new_units(found)
        assert [space for *_, space in fresh] == [space for *_, space in again]
        assert {**old, "units": without(old["units"], fresh, names)} == {
            **new,
            "units": without(new["units"], again),
        }


def new_units(after: Resolution[State]) -> list[tuple[str, str, str]]:
    return [(event.seat, event.unit, event.space) for event in after.events if isinstance(event, ev.Appeared)]


def without(
    units: Json, new: list[tuple[str, str, str]], names: Mapping[str, Mapping[str, str]] | None = None
) -> Json:
    """All but new units, perhaps with other numbers."""
    old = {
        seat: {number: space for number, space in own.items() if (seat, number, space) not in new}
        for seat, own in units.items()
    }
    return numbered(old, names) if names else old


def numbered(units: Json, names: Mapping[str, Mapping[str, str]]) -> Json:
    return {
        seat: {names[seat][number]: space for number, space in own.items()} for seat, own in units.items()
    }


def with_numbers(text: str, seat: str, names: Mapping[str, Mapping[str, str]]) -> str:
    """An order with other numbers: a faction's name says whose number comes next."""
    whose, words = seat, []
    for word in text.split():
        words.append(names[whose].get(word, word))
        whose = word if word in SEATS else seat
    return " ".join(words)
