"""What is true of every game of Nemein, however it is played.

Random play with draw offers and concessions, by lines of several actions, from random handfuls and from
scrambled positions, watched by the bookkeeper.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.chance import HmacChance, ScriptedChance
from adjudicator.game import Resolution
from adjudicator.nemein.orders import End, Handful, Move
from tests.adjudicator.bookkeeper import Json, chi_square, must_have_seen, play
from tests.adjudicator.bookkeeper_nemein import CURRENCIES, GAME, SEATS, SHOWN, NemeinBookkeeper
from tests.adjudicator.bridge_nemein import facts_of
from tests.adjudicator.scramble_nemein import scramble
from tests.tiers import batches

LONGEST = 250
"""Resolutions of a random game that are watched, at the most: without quiet turns some take thousands."""
FAIR = 10.8
"""What a chi-square of 1 degree of freedom exceeds once in a thousand times."""


def random_setup(rng: random.Random, view: Any, seat: str) -> tuple[Any, ...]:
    """One of the handfuls that are offered, its units anywhere at home."""
    handful: Handful = rng.choice(list(GAME.legal(view)))
    options = view.state.options.to_json()
    house = CURRENCIES[options["currency"][seat]]["coins"][0]
    free = [name for name in SHOWN[str(options["side"])]["homes"][seat] for _ in range(3)]
    rng.shuffle(free)
    placed: dict[str, list[int]] = {}
    for coin, name in zip((coin for coin in handful.coins if coin != house), free, strict=False):
        placed.setdefault(name, []).append(coin)
    told = " ".join(f"{name}={','.join(map(str, coins))}" for name, coins in placed.items())
    return tuple(GAME.parse(view, f"{handful}; place {told}"))


def line_for(rng: random.Random, state: Any, seat: str) -> tuple[Any, ...]:
    """What a careless player does: a line of any actions, though attacks and houses more often."""
    view, line = GAME.view(state, seat), tuple[Any, ...]()
    while not line or (rng.random() < 0.6 and not isinstance(line[-1], End)):
        legal = list(GAME.legal(view, line))
        if not legal:  # the line has ended the game
            break
        acts = [order for order in legal if not isinstance(order, End)] or legal
        foes = [order for order in acts if isinstance(order, Move) and hits(state, order)]
        built = [order for order in acts if str(order).startswith("house")]
        chosen = (foes if rng.random() < 0.4 else built if rng.random() < 0.3 else acts) or acts
        line += (rng.choice(chosen if rng.random() < 0.9 else legal),)
    return line


def hits(state: Any, order: Move) -> bool:
    there = state.tiles[state.board.index[order.target]]
    return there is not None and there.owner != state.mover


def orders_for(rng: random.Random, state: Any) -> dict[str, tuple[Any, ...]]:
    if GAME.phase(state).key != "setup":
        return {seat: line_for(rng, state, seat) for seat in GAME.phase(state).owing}
    orders = {seat: random_setup(rng, GAME.view(state, seat), seat) for seat in SEATS}
    if rng.random() < 0.2:
        orders.pop(rng.choice(SEATS))  # it takes the stock handful
    return orders


def step(rng: random.Random, state: Any, loud: float) -> tuple[str, Resolution[Any]]:
    """A line, or (with that probability) a declaration. What was done, and what came of it."""
    if rng.random() < loud:
        seat = rng.choice(SEATS)
        what = rng.choice(["draw"] * 6 + ["concede"])
        if what in GAME.declarations(state, seat):
            return f"{seat}: {what}", GAME.declare(state, seat, what)
    orders = orders_for(rng, state)
    chance = HmacChance(rng.randbytes(32), "k7f3", GAME.drawn(state))
    return f"{orders}", GAME.resolve(state, orders, chance)


def random_options(rng: random.Random) -> Json:
    one, two = rng.choice(list(CURRENCIES)), rng.choice(list(CURRENCIES))
    return {
        "side": rng.choice([3, 3, 3, 4, 4, 5, 6]),
        "currency": one if rng.random() < 0.6 else {"south": one, "north": two},
        "houses_to_win": rng.choice([1, 2, 3, 3]),
        "quiet_turns": rng.choice([0, 8, 60]),
    }


def watched(rng: random.Random, state: Any, loud: float, seen: Counter[str], most: int) -> None:
    book = NemeinBookkeeper(state)
    play(book, rng, state, step, loud, seen, most)
    seen["houses taken"] += book.lost.total()


def play_from_the_start(rng: random.Random, count: int, seen: Counter[str]) -> None:
    for _ in range(count):
        begun = GAME.start(random_options(rng), ScriptedChance())
        watched(rng, begun.state, rng.choice([0, 0.01, 0.1]), seen, LONGEST)


def play_from_positions(rng: random.Random, count: int, seen: Counter[str]) -> None:
    for _ in range(count):
        watched(rng, GAME.position(facts_of(scramble(rng))), rng.choice([0, 0.02, 0.2]), seen, 15)


@pytest.mark.parametrize("batch", batches(1, 10))
def test_random_games_from_the_start(batch: int) -> None:
    seen = Counter[str]()
    play_from_the_start(random.Random(f"start {batch}" if batch else "start"), 24, seen)
    told = ("houses", "no_units", "conceded", "won", "repelled", "housed", "revealed")
    must_have_seen(seen, told, batch)


@pytest.mark.parametrize("batch", batches(1, 10))
def test_random_games_from_positions(batch: int) -> None:
    seen = Counter[str]()
    play_from_positions(random.Random(f"positions {batch}" if batch else "positions"), 400, seen)
    reasons = ("houses", "no_units", "quiet_turns", "agreed", "conceded")
    told = ("swapped", "split", "upgraded", "skipped", "won", "houses taken", "draw_lapsed", "turn_ended")
    must_have_seen(seen, (*reasons, *told), batch)


def test_a_line_is_its_actions_one_by_one() -> None:
    """The same chance numbers, events and state, where no flip makes an action impossible."""
    rng, compared, flips = random.Random("lines"), 0, 0
    for number in range(250):
        state = GAME.position(facts_of(scramble(rng)))
        for _ in range(3):
            if GAME.outcome(state) is not None:
                break
            [seat] = GAME.phase(state).owing
            line, seed, n = line_for(rng, state, seat), rng.randbytes(32), GAME.drawn(state)
            at_once = GAME.resolve(state, {seat: line}, HmacChance(seed, "k7f3", n))
            told = [type(event).__name__ for event in at_once.events]
            if "Skipped" not in told:
                one, events = state, list[Any]()
                for action in line:
                    if GAME.outcome(one) is not None:
                        break
                    after = GAME.resolve(one, {seat: (action,)}, HmacChance(seed, "k7f3", GAME.drawn(one)))
                    one, events = after.state, [*events, *after.events]
                assert tuple(events) == at_once.events, number
                assert replace(one, turn=0) == replace(at_once.state, turn=0)
                compared += len(line) > 1
                flips += "CoinFlip" in told
            state = at_once.state
    assert compared > 100
    assert flips > 30


def test_the_first_mover_is_fair() -> None:
    """The flips of 800 games with fixed seeds."""
    begun, rng = GAME.start({"side": 3, "fraction": "1/2"}, ScriptedChance()).state, random.Random("coin")
    first = Counter(dict.fromkeys(SEATS, 0))
    for number in range(800):
        after = GAME.resolve(begun, {}, HmacChance(rng.randbytes(32), f"game-{number}"))
        first[GAME.dump(after.state)["to_move"]] += 1
    assert chi_square(first) < FAIR, first


def test_an_attack_that_is_not_sure_is_won_half_the_time() -> None:
    """The flips of 800 attacks, each with a number of its own."""
    tiles = {"b2": {"seat": "south", "units": [5]}, "c2": {"seat": "north", "units": [10, 5]}}
    state = GAME.position({"tiles": {**tiles, "g1": {"seat": "north", "units": [1]}}})
    order = GAME.parse(GAME.view(state, "south"), "move b2-c2 5")
    won = Counter({True: 0, False: 0})
    for n in range(800):
        after = GAME.resolve(replace(state, n=n), {"south": order}, HmacChance(bytes(32), "k7f3", n))
        won[after.state.extra == 1] += 1
    assert chi_square(won) < FAIR, won
