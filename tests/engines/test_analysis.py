"""What decided a game: luck as one works it out by hand, blunders that are found, the same every time."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from adjudicator.chance import HmacChance, ScriptedChance
from adjudicator.codec import event_from_json
from adjudicator.game import AnyGame, Seat
from engines.analysis import (
    FULL,
    LEAST_SHARE,
    LEAST_SWING,
    LEAST_WORTH,
    Act,
    Analysis,
    Choice,
    Study,
    analysis_from_json,
    analysis_to_json,
    nodes_for,
    study,
    study_from_json,
    study_to_json,
    sum_up,
)
from engines.engine import Engine, Level, Task, Thought
from engines.registry import engine_for
from tests.conformance import GAMES
from tests.tiers import sample

MANY = 10**6
"""So many choices in a game that each gets the fewest nodes: a test is to be quick."""
View = Mapping[str, Any]


class Told:
    """An engine that thinks what it is told. value: of a shown view, for its seat"""

    def __init__(self, game: AnyGame, value: Callable[[View], int], orders: Sequence[str] = ()) -> None:
        self.game = game
        self._value, self._orders = value, tuple(orders)
        self.tasks: list[Task] = []

    def think(self, task: Task) -> Thought:
        self.tasks.append(task)
        return Thought(self._orders, self._value(task.view), "So be it.")

    def sample(self, view: View, random: Random) -> Any:
        raise NotImplementedError

    def judge(self, state: Any, seat: Seat) -> int:
        outcome = self.game.outcome(state)
        if outcome is not None:
            even = len(set(outcome.places.values())) == 1
            return 0 if even else 1000 if outcome.places[seat] == 1 else -1000
        return self._value(self.game.show(self.game.view(state, seat)))

    def nodes(self, level: Level) -> int:
        return 800


def acts_of(game: AnyGame, state: Any, *turns: tuple[str, Sequence[bool | int]]) -> list[Act]:
    """Play on from a state, an order of whoever is to move each turn, with these results."""
    found = []
    for number, (order, results) in enumerate(turns, 1):
        [seat] = game.phase(state).owing
        orders = game.parse(game.view(state, seat), order)
        after = game.resolve(state, {seat: orders}, ScriptedChance(*results, n=game.drawn(state)))
        given = {seat: tuple(map(str, orders))}
        found.append(Act(number, "resolve", state, after.state, given, after.events))
        state = after.state
    return found


def analysed(engine: Engine, acts: Sequence[Act], options: View | None = None) -> Analysis:
    full = engine.game.options(options or {})
    return sum_up([study(engine, full, act, MANY) for act in acts])


# -- luck


def south(*units: int) -> dict[str, Any]:
    return {"seat": "south", "units": list(units)}


def north(*units: int) -> dict[str, Any]:
    return {"seat": "north", "units": list(units)}


@pytest.mark.parametrize("heads", [True, False])
def test_a_flip_that_decides_the_game_is_worth_half_of_all(heads: bool) -> None:
    """Each has one unit: heads wins the game for South, tails for North; nobody was ahead before."""
    game = GAMES["nemein"]
    state = game.position({"tiles": {"c3": south(5), "d4": north(5)}})
    acts = acts_of(game, state, ("move c3-d4 5", (heads,)))
    [throw] = study(engine_for(game), game.options({}), acts[0], MANY).throws
    sign = 1 if heads else -1
    assert throw.worth == {"south": 1000 * sign, "north": -1000 * sign}
    assert (throw.seat, throw.what, throw.result) == ("south", "flip", "heads" if heads else "tails")
    found = analysed(engine_for(game), acts)
    told = {one.seat: (one.good, one.bad, one.worth) for one in found.luck}
    assert told == {
        "south": (1, 0, 1000) if heads else (0, 1, -1000),
        "north": (0, 1, -1000) if heads else (1, 0, 1000),
    }


def test_a_flip_is_worth_what_it_won_over_the_mean() -> None:
    """The attacker is lost with tails (-200), and wins with heads (300): the mean is 50."""
    game = GAMES["nemein"]

    def value(view: View) -> int:
        units = {"south": 0, "north": 0}
        for tile in view["tiles"].values():
            units[tile["seat"]] += len(tile["units"])
        ahead = {(1, 1): -200, (2, 0): 300, (2, 1): 0}[units["south"], units["north"] - 1]
        return ahead if view["seat"] == "south" else -ahead

    state = game.position({"tiles": {"c3": south(5), "a1": south(1), "d4": north(5), "e6": north(1)}})
    engine = Told(game, value)
    for heads, worth in ((True, 250), (False, -250)):
        [act] = acts_of(game, state, ("move c3-d4 5", (heads,)))
        one = study(engine, game.options({}), act, MANY)
        assert one.values["south"] == (300 if heads else -200)
        assert one.throws[0].worth == {"south": worth, "north": -worth}


def test_a_roll_for_who_begins_is_one_throw_also_with_a_tie() -> None:
    """To begin is worth 300. Before the dice that is even for all."""
    game = GAMES["ww3"]
    options = game.options({"players": 2})
    state = game.start(options, HmacChance(bytes(32), "test")).state
    seats = game.seats(options)

    def value(view: View) -> int:
        return 300 if view["seat"] in view["owing"] else -300

    for results, first in (((5, 3), 0), ((2, 2, 1, 4), 1)):
        after = game.resolve(
            state,
            {seat: game.default(game.view(state, seat)) or () for seat in seats},
            ScriptedChance(*results, n=game.drawn(state)),
        )
        act = Act(1, "resolve", state, after.state, {}, after.events)
        one = study(Told(game, value), options, act, MANY)
        [throw] = one.throws
        assert throw.result == ", ".join(map(str, results))
        assert throw.worth == {seat: 300 if at == first else -300 for at, seat in enumerate(seats)}
        assert one.choices == (), "no short search can tell which set-up is better"


# -- turning points


def test_a_blunder_is_the_turning_point() -> None:
    """Light overlooks that its Fighter captures the Commander. What follows is as good as anything."""
    game = GAMES["cic"]
    state = game.position(
        {
            "pieces": {"dark": {"h8": "C", "d5": "B", "d8": "A"}, "light": {"a1": "C", "e5": "F", "c4": "H"}},
            "to_move": "light",
        }
    )
    acts = acts_of(game, state, ("a1-b1", ()), ("d8-d7", ()), ("e5xh8", ()))
    found = analysed(engine_for(game), acts)
    [point] = [point for point in found.turning if point.choice.seat == "light"]
    assert (point.step, point.turn) == (1, 1)
    assert (point.choice.ordered, point.choice.better) == (("a1-b1",), ("e5xh8",))
    assert point.choice.line == "Captures the Commander."
    assert point.choice.worth == 1000 - point.choice.stood > 400
    assert [point.choice.ordered for point in found.turning].count(("e5xh8",)) == 0
    assert found.turns[-1].values == {"dark": -1000, "light": 1000}


def test_what_the_general_would_have_ordered_too_is_none() -> None:
    game = GAMES["cic"]
    state = game.start({}, HmacChance(bytes(32), "test")).state
    for orders in (("e7-e6",), ("draw", "e7-e6"), ("concede",), ()):
        engine = Told(game, lambda view: 500 if view["seat"] == "light" else -500, orders)
        assert study(engine, game.options({}), acts_of(game, state, ("e7-e6", ()))[0], MANY).choices == ()


@pytest.mark.parametrize(("more", "told"), [(LEAST_WORTH, True), (LEAST_WORTH - 1, False)])
def test_what_cost_little_is_none(more: int, told: bool) -> None:
    """What is left out is within the error of a short search."""
    game = GAMES["cic"]
    state = game.start({}, HmacChance(bytes(32), "test")).state

    def value(view: View) -> int:
        return -more if view["pieces"]["dark"].get("e6") else 0

    engine = Told(game, value, ("e7-e6",))
    other = next(str(order) for order in game.legal(game.view(state, "dark")) if str(order) != "e7-e6")
    [act] = acts_of(game, state, (other, ()))
    found = study(engine, game.options({}), act, MANY).choices
    assert [choice.worth for choice in found] == ([more] if told else [])


def test_to_agree_to_a_draw_may_be_one_and_to_concede_or_offer_is_none() -> None:
    game = GAMES["cic"]
    state = game.start({}, HmacChance(bytes(32), "test")).state
    offered = game.declare(state, "light", "draw").state
    won = 300 if game.phase(state).owing == {"dark"} else -300
    engine = Told(game, lambda view: won if view["seat"] == "dark" else -won, ("e7-e6",))
    for before, what, worth in ((state, "concede", []), (state, "draw", []), (offered, "draw", [won])):
        after = game.declare(before, "dark", what)
        act = Act(1, "declare", before, after.state, {"dark": (what,)}, after.events)
        found = study(engine, game.options({}), act, MANY).choices
        assert [choice.worth for choice in found] == worth


def test_the_general_sees_no_more_than_the_seat_did() -> None:
    """In fog its orders are thought of in fog; only what they led to is valued with nothing hidden."""
    game = GAMES["ww3"]
    options = game.options({"players": 2, "fog": "on"})
    state = game.start(options, HmacChance(bytes(32), "test")).state
    given = {seat: game.default(game.view(state, seat)) or () for seat in game.seats(options)}
    state = game.resolve(state, given, ScriptedChance(6, 1, n=game.drawn(state))).state
    [seat] = game.phase(state).owing
    first, other = list(map(str, game.legal(game.view(state, seat))))[:2]
    engine = Told(game, lambda view: 0, (other,))
    study(engine, options, acts_of(game, state, (first, ()))[0], MANY)
    fogs = {task.nodes: task.view["options"]["fog"] for task in engine.tasks}
    assert len(fogs) == 2 and fogs[max(map(int, fogs))] == "on" and fogs[min(map(int, fogs))] == "off"


# -- the rest


def test_void_supports_are_told() -> None:
    game = GAMES["newyork2047"]
    state = game.start({}, HmacChance(bytes(32), "test")).state
    event = event_from_json(
        game.events(),
        {
            "type": "support_failed", "seat": "moe", "unit": "1", "space": "a", "of": "gus", "other": "2",
            "target": "b", "hold": False, "reason": "unmatched", "by": [],
        },
    )  # fmt: skip
    found = analysed(Told(game, lambda view: 0), [Act(1, "start", None, state, {}, (event,))])
    [void] = found.voids
    assert (void.step, void.void.seat, void.void.space, void.void.reason) == (1, "moe", "a", "unmatched")
    assert found.luck == (), "nothing is thrown in New York"


def test_in_new_york_a_choice_is_valued_against_what_the_others_ordered() -> None:
    game = GAMES["newyork2047"]
    state = game.start({}, HmacChance(bytes(32), "test")).state
    seat = game.seats({})[0]
    after = game.resolve(state, {}, ScriptedChance())
    act = Act(1, "resolve", state, after.state, {}, after.events)
    one = study(engine_for(game), game.options({}), act, MANY)
    assert set(one.values) == set(game.seats({}))
    mine = next(choice for choice in one.choices if choice.seat == seat)
    assert mine.ordered == () and mine.worth >= LEAST_WORTH and mine.line


@pytest.mark.parametrize("key", sample(["cic", "nemein", "ww3", "nme"], range(3)))
def test_the_same_game_gives_the_same_analysis(key: str) -> None:
    game = GAMES[key]
    options = game.options({"players": 2} if key == "ww3" else {})
    chance = HmacChance(bytes(32), "test")
    state = game.start(options, chance).state
    acts = [Act(0, "start", None, state)]
    for number in range(1, 3):
        given = {}
        for seat in sorted(game.phase(state).owing):
            view = game.view(state, seat)
            given[seat] = game.default(view) or (next(iter(game.legal(view))),)
        after = game.resolve(state, given, chance)
        told = {seat: tuple(map(str, orders)) for seat, orders in given.items()}
        acts.append(Act(number, "resolve", state, after.state, told, after.events))
        state = after.state
    studies, again = (
        [study(engine_for(game), options, act, MANY) for act in each] for each in (acts, acts[::-1])
    )
    assert studies == again[::-1], "each step is studied by itself"
    found = sum_up(studies)
    for one in studies:
        assert study_from_json(json.loads(json.dumps(study_to_json(one)))) == one
        assert all(-1000 <= value <= 1000 for value in one.values.values())
    assert analysis_from_json(json.loads(json.dumps(analysis_to_json(found)))) == found


def test_in_long_games_each_choice_gets_less() -> None:
    engine = engine_for(GAMES["cic"])
    full = engine.nodes(Level.GENERAL)
    assert nodes_for(engine, 1) == nodes_for(engine, FULL) == full
    assert nodes_for(engine, 2 * FULL) == full // 2
    assert nodes_for(engine, MANY) == full // LEAST_SHARE


def test_the_three_dearest_are_told_the_dearest_first() -> None:
    def one(number: int, worth: int) -> Study:
        return Study(number, number, {"dark": 0}, (Choice("dark", ("a",), ("b",), "So.", worth, 0),))

    found = sum_up([one(1, 190), one(2, 400), one(3, 150), one(4, 400)])
    assert [(point.step, point.choice.worth) for point in found.turning] == [(2, 400), (4, 400), (1, 190)]


def test_what_older_versions_stored_is_read_and_no_longer_called_a_turning_point() -> None:
    """A concession, and what cost less than turns a game."""
    kept = [
        Study(number, number, {"dark": 0}, (Choice("dark", (ordered,), ("b",), "So.", worth, 0),))
        for number, (ordered, worth) in enumerate(
            [("concede", 900), ("a", LEAST_SWING - 1), ("a", LEAST_SWING)], 1
        )
    ]
    data = analysis_to_json(sum_up(kept))
    old = [{"turn": one.turn, "step": one.number, **study_to_json(one)["choices"][0]} for one in kept]
    assert data["turning_points"] == old[2:]
    assert [point.step for point in analysis_from_json({**data, "turning_points": old}).turning] == [3]
