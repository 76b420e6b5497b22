"""What is true of every game of WW3, however it is played.

Random play with draw offers and concessions, from random formations and from scrambled positions, watched by
the bookkeeper.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from adjudicator.chance import HmacChance, ScriptedChance
from adjudicator.errors import IllegalOrderError
from adjudicator.game import Resolution
from tests.adjudicator.bookkeeper import Json, chi_square, must_have_seen, play
from tests.adjudicator.bookkeeper_ww3 import ARMY, FILE, GAME, Ww3Bookkeeper
from tests.adjudicator.bridge_ww3 import facts_of
from tests.adjudicator.scramble_ww3 import scramble
from tests.tiers import batches

LONGEST = 6_000
"""Resolutions of a random game, at the most."""
FAIR = 16.3
"""What a chi-square of 3 degrees of freedom exceeds once in a thousand times; with fewer less often."""


def seats(state: Any) -> tuple[str, ...]:
    return tuple(GAME.seats(state.options.to_json()))


def random_formation(rng: random.Random, seat: str) -> str:
    """Ten units anywhere in the region."""
    points = rng.sample(FILE["regions"][seat], 10)
    rng.shuffle(points)
    kinds = list(ARMY.elements())
    placed = {
        kind: [p for p, k in zip(points, kinds, strict=True) if k == kind] for kind in dict.fromkeys(kinds)
    }
    return "setup " + " ".join(f"{kind}={','.join(where)}" for kind, where in placed.items())


def orders_for(rng: random.Random, state: Any, seat: str) -> tuple[Any, ...]:
    """What a careless player does: anything, though meetings more often, and two Soldiers at one enemy."""
    view = GAME.view(state, seat)
    if GAME.phase(state).key == "setup":
        return tuple(GAME.parse(view, random_formation(rng, seat)))
    legal = list(GAME.legal(view))
    if rng.random() > 0.4:
        return (rng.choice(legal),)
    standing = {name for units in GAME.dump(state)["pieces"].values() for name in units}
    ends = [{path[-1] for path in getattr(order, "paths", ())} for order in legal]
    sharp = [order for order, points in zip(legal, ends, strict=True) if points & standing]
    both = [
        order for order, points in zip(legal, ends, strict=True) if points & standing and len(points) == 1
    ]
    pairs = [order for order in both if len(order.paths) == 2]
    return (rng.choice((pairs if rng.random() < 0.3 else sharp) or sharp or legal),)


def step(rng: random.Random, state: Any, loud: float) -> tuple[str, Resolution[Any]]:
    """A turn, or (with that probability) a declaration. What was done, and what came of it."""
    owing = sorted(GAME.phase(state).owing)
    if rng.random() < loud:
        seat = rng.choice([each for each in seats(state) if GAME.declarations(state, each)])
        what = rng.choice(["draw"] * 6 + ["concede"])
        if what in GAME.declarations(state, seat):
            return f"{seat}: {what}", GAME.declare(state, seat, what)
    orders = {seat: orders_for(rng, state, seat) for seat in owing}
    if GAME.phase(state).key == "setup" and rng.random() < 0.2:
        orders.pop(owing[0])  # it takes the stock formation
    chance = HmacChance(rng.randbytes(32), "k7f3", GAME.drawn(state))
    return f"{orders}", GAME.resolve(state, orders, chance)


def random_options(rng: random.Random) -> Json:
    return {
        "players": rng.choice([2, 3, 4]),
        "quiet_rounds": rng.choice([0, 0, 20, 60]),
        "fog": rng.choice(["on", "off"]),
    }


def play_from_the_start(rng: random.Random, count: int, seen: Counter[str]) -> None:
    for _ in range(count):
        begun = GAME.start(random_options(rng), ScriptedChance())
        end = play(
            Ww3Bookkeeper(begun.state), rng, begun.state, step, rng.choice([0, 0.005, 0.05]), seen, LONGEST
        )
        assert GAME.outcome(end) is not None


def play_from_positions(rng: random.Random, count: int, seen: Counter[str]) -> None:
    for _ in range(count):
        facts = facts_of(scramble(rng))
        armed = rng.choice([seat for seat, units in facts["pieces"].items() if set(units.values()) - {"B"}])
        lonely = rng.random() < 0.1
        state = GAME.position(disarmed(facts, armed) if lonely else facts)
        if lonely:
            book, resolution = Ww3Bookkeeper(state), GAME.declare(state, armed, "concede")
            book.watch(f"{armed}: concede", resolution)
            seen.update(book.seen)
            state = resolution.state
        play(Ww3Bookkeeper(state), rng, state, step, rng.choice([0, 0.02, 0.2]), seen, 12)


def disarmed(facts: Json, armed: str) -> Json:
    """Nobody but one seat has more than a Base: when it concedes only Bases are left."""
    for seat, units in facts["pieces"].items():
        for name, kind in list(units.items()):
            if seat != armed and kind != "B":
                del units[name]
                facts["lost"][seat] = facts["lost"].get(seat, "") + kind
    standing = {name for units in facts["pieces"].values() for name in units}
    return {**facts, "known": [name for name in facts["known"] if name in standing]}


@pytest.mark.parametrize("batch", batches(1, 10))
def test_random_games_from_the_start(batch: int) -> None:
    seen = Counter[str]()
    play_from_the_start(random.Random(f"start {batch}" if batch else "start"), 8, seen)
    must_have_seen(seen, ("last_base", "seat_out", "met", "conceded"), batch)


@pytest.mark.parametrize("batch", batches(1, 10))
def test_random_games_from_positions(batch: int) -> None:
    seen = Counter[str]()
    play_from_positions(random.Random(f"positions {batch}" if batch else "positions"), 260, seen)
    reasons = ("last_base", "only_bases", "quiet_rounds", "agreed", "conceded")
    told = ("skipped", "passed", "seat_out", "draw_offered", "draw_lapsed", "met", "moved")
    must_have_seen(seen, (*reasons, *told), batch)


def test_refusals_help() -> None:
    """Any points are a legal order, or are refused with a reason and with orders that are legal."""
    rng = random.Random("refusals")
    names = list(FILE["points"])
    for _ in range(40):
        state = GAME.position(facts_of(scramble(rng)))
        [seat] = GAME.phase(state).owing
        view = GAME.view(state, seat)
        legal = {str(order) for order in GAME.legal(view)}
        own = list(GAME.dump(state)["pieces"][seat])
        for _ in range(4):
            paths = [
                "-".join(
                    [
                        rng.choice(own if rng.random() < 0.8 else names),
                        *rng.sample(names, rng.choice([1, 1, 2])),
                    ]
                )
                for _ in range(rng.choice([1, 1, 2]))
            ]
            orders = GAME.parse(view, " ".join(paths))
            if str(orders[0]) in legal:
                GAME.check(view, orders)
                continue
            with pytest.raises(IllegalOrderError) as refused:
                GAME.check(view, orders)
            assert refused.value.reason
            assert "\n" not in refused.value.reason
            assert set(refused.value.instead) <= legal


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_begins_as_often(players: int) -> None:
    """The dice over 600 games with fixed seeds."""
    begun = GAME.start({"players": players}, ScriptedChance()).state
    first = Counter(dict.fromkeys(seats(begun), 0))
    rng = random.Random("dice")
    for number in range(600):
        after = GAME.resolve(begun, {}, HmacChance(rng.randbytes(32), f"game-{number}"))
        if number < 80:
            Ww3Bookkeeper(begun).watch("the dice", after)
        first[GAME.dump(after.state)["to_move"]] += 1
    assert chi_square(first) < FAIR, first
