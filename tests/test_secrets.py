"""Secrets stay secret until the reveal: non-interference, over all games.

The sealed orders of one seat are changed; whatever another seat can see must stay as it was.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.codec import canonical, event_to_json
from adjudicator.errors import OrderError
from adjudicator.game import AnyGame, Declare, Resolution
from tests.conformance import GAMES, SCENARIOS, SEED, chance, random_orders, states

every_scenario = pytest.mark.parametrize(("key", "number"), SCENARIOS)


def sealed_states(key: str, number: int) -> list[Any]:
    """The states of a random game in which orders are sealed."""
    game = GAMES[key]
    return [state for state in states(key, number, 12)[::3] if game.phase(state).sealed]


def seen(game: AnyGame, resolution: Resolution[Any], seat: str | None) -> str:
    """All that a seat can see of a resolution: its view, and the events that it may see."""
    view = game.view(resolution.state, seat)
    events = [
        event_to_json(event)
        for event in resolution.events
        if event.seen_by is None or (seat is not None and seat in event.seen_by)
    ]
    return canonical([game.show(view), events, [str(order) for order in game.legal(view)]])


def two_sheets(game: AnyGame, state: Any, seat: str) -> list[tuple[Any, ...]]:
    """Different legal orders of one seat."""
    rng = random.Random(7)
    found: dict[str, tuple[Any, ...]] = {}
    for _ in range(20):
        orders = random_orders(game, state, seat, rng)
        found[canonical([str(order) for order in orders])] = orders
    return list(found.values())[:4]


REVEALED = {"newyork2047"}
"""Games in which every resolution tells all orders: nothing sealed outlives it."""


@every_scenario
def test_sealed_orders_are_no_part_of_the_state(key: str, number: int) -> None:
    """Until the reveal the state knows nothing: what is sealed is an order that nobody has resolved."""
    game = GAMES[key]
    for state in sealed_states(key, number):
        before = canonical(game.dump(state))
        for seat in sorted(game.phase(state).owing):
            view = game.view(state, seat)
            for orders in two_sheets(game, state, seat):
                game.check(view, orders)
                game.warn(view, orders)
                list(game.legal(view, orders))
                assert canonical(game.dump(state)) == before


@every_scenario
def test_other_seats_see_the_same_until_the_reveal(key: str, number: int) -> None:
    """Where a resolution leaves the phase sealed, the others must not see what was ordered."""
    game = GAMES[key]
    for state in sealed_states(key, number):
        owing = sorted(game.phase(state).owing)
        rest = {other: random_orders(game, state, other, random.Random(3)) for other in owing}
        for seat in owing:
            shared = game.sharing(state, seat)
            others = {other: orders for other, orders in rest.items() if other not in shared}
            after = [
                game.resolve(state, {**others, seat: orders}, chance(game, state))
                for orders in two_sheets(game, state, seat)
            ]
            if key in REVEALED or not all(game.phase(resolution.state).sealed for resolution in after):
                continue  # this resolution was the reveal
            for who in (None, *game.seats(game.dump(state)["options"])):
                if who not in shared:
                    assert len({seen(game, resolution, who) for resolution in after}) == 1


@every_scenario
def test_a_refusal_tells_nothing_of_the_other_seats_orders(key: str, number: int) -> None:
    """An error about one seat's orders is the same whatever another seat has sealed."""
    game = GAMES[key]
    for state in sealed_states(key, number):
        owing = sorted(game.phase(state).owing)
        for seat in owing:
            for wrong in owing:
                if wrong in game.sharing(state, seat):
                    continue
                errors = set()
                for orders in two_sheets(game, state, seat)[:2]:
                    with pytest.raises(OrderError) as error:
                        game.resolve(state, {seat: orders, wrong: (Declare("nothing"),)}, chance(game, state))
                    errors.add((error.value.order, error.value.reason, error.value.instead))
                assert len(errors) == 1


@every_scenario
def test_a_declaration_reveals_nothing(key: str, number: int) -> None:
    game = GAMES[key]
    for state in sealed_states(key, number):
        for seat in game.seats(game.dump(state)["options"]):
            for what in game.declarations(state, seat):
                after = game.declare(state, seat, what)
                alone = game.resolve(state, {seat: (Declare(what),)}, chance(game, state))
                assert after == alone


@pytest.mark.parametrize("key", GAMES)
def test_the_seed_is_in_nothing_that_a_game_gives_out(key: str) -> None:
    game = GAMES[key]
    given = game.start({}, HmacChance(SEED, key))
    told = canonical([game.dump(given.state), [event_to_json(event) for event in given.events]])
    assert SEED.hex() not in told


def test_the_choice_of_cic_is_seen_only_at_the_reveal() -> None:
    """Both choices appear together, in the one event that everybody sees."""
    game = GAMES["cic"]
    state = game.start({"enhanced": 2}, HmacChance(SEED, "x")).state
    dark = game.parse(game.view(state, "dark"), "enhance h8 g7")
    light = game.parse(game.view(state, "light"), "enhance a1")
    for seat in (None, "dark", "light"):
        assert "h8" not in canonical(game.show(game.view(state, seat))["enhanced"])
    after = game.resolve(state, {"dark": dark, "light": light}, HmacChance(SEED, "x"))
    assert [event_to_json(event) for event in after.events] == [
        {"type": "enhancements_revealed", "dark": ["g7", "h8"], "light": ["a1"]}
    ]
    # one side alone reveals nothing of the other: the sheet of an absent side is empty
    draw = game.resolve(state, {"dark": (Declare("draw"),)}, HmacChance(SEED, "x"))
    assert game.phase(draw.state).sealed
    assert game.dump(draw.state)["enhanced"] == []
