"""What is true of every game of NME and Protect the Ally, however it is played.

Random play with votes, concessions and rulings, from the starts and the positions of tests/perft, watched by
the bookkeeper.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.errors import IllegalOrderError
from adjudicator.game import Resolution
from adjudicator.nme.moves import moves_of, target_of, threatened
from tests.adjudicator.bookkeeper import Json, must_have_seen, play
from tests.adjudicator.bookkeeper_nme import (
    ARMIES,
    GAME,
    NmeBookkeeper,
    everywhere,
    living,
    places_are_fair,
)
from tests.adjudicator.test_perft import lines
from tests.tiers import batches

SIDE = {"P": 1, "S": 2, "A": 2, "N": 2, "I": 8}
LONGEST = 5_000
"""Resolutions of a random game, at the most."""
POSITIONS = {line[1]: json.loads(line[2]) for line in lines() if line[0] == "nme"}
RULES = GAME._board  # type: ignore[attr-defined]


def orders_for(rng: random.Random, state: Any, seat: str) -> tuple[Any, ...]:
    """What a careless player does: anything, though captures and trades more often."""
    legal = list(GAME.legal(GAME.view(state, seat)))
    sharp = [order for order in legal if set("x=") & set(str(order))]
    return (rng.choice(sharp if sharp and rng.random() < 0.25 else legal),)


def step(rng: random.Random, state: Any, loud: float) -> tuple[str, Resolution[Any]]:
    """A turn, or (with that probability) a declaration or a ruling. What was done, and what came of it."""
    [mover] = GAME.phase(state).owing
    if rng.random() < loud:
        seat = rng.choice([each for each in seats(state) if GAME.declarations(state, each)])
        words = ["draw"] * 8 + ["concede", "forfeit", *("penalty",) * 4]
        word = rng.choice(words)
        may = [*GAME.declarations(state, seat), *GAME.rulings(state, seat)]
        found = [each for each in may if each.split()[0] == word]
        if found:
            what = rng.choice(found)
            return f"{seat}: {what}", GAME.declare(state, seat, what)
    return mover, GAME.resolve(state, {mover: orders_for(rng, state, mover)}, ScriptedChance())


def seats(state: Any) -> tuple[str, ...]:
    return tuple(GAME.seats(state.options.to_json()))


def random_options(rng: random.Random, players: int) -> Json:
    return {
        "players": players,
        "quiet_rounds": rng.choice([1, 3, 10, 50]),
        "gray_guard": rng.choice(["on", "off"]),
    }


def watched(rng: random.Random, state: Any, loud: float, seen: Counter[str]) -> None:
    state = play(NmeBookkeeper(state), rng, state, step, loud, seen, LONGEST)
    places_are_fair(GAME.dump(state))


def play_from_the_starts(rng: random.Random, count: int, seen: Counter[str]) -> None:
    for number in range(count):
        begun = GAME.start(random_options(rng, 3 - number % 2), ScriptedChance())
        if number < 2:
            assert everywhere(GAME.dump(begun.state)) == {
                (army, kind): many for army in ARMIES for kind, many in SIDE.items()
            }
        watched(rng, begun.state, rng.choice([0, 0.01, 0.1]), seen)


def play_from_positions(rng: random.Random, count: int, seen: Counter[str]) -> None:
    for _ in range(count):
        state = GAME.position(rng.choice(list(POSITIONS.values())))
        watched(rng, state, rng.choice([0, 0.02, 0.2]), seen)


@pytest.mark.parametrize("players", [3, 2])
def test_the_first_position_has_whole_armies(players: int) -> None:
    found = everywhere(GAME.dump(GAME.start({"players": players}, ScriptedChance()).state))
    assert found == {(army, kind): many for army in ARMIES for kind, many in SIDE.items()}


@pytest.mark.parametrize("batch", batches(1, 20))
def test_random_games_from_the_start(batch: int) -> None:
    seen = Counter[str]()
    play_from_the_starts(random.Random(f"start {batch}" if batch else "start"), 12, seen)
    must_have_seen(seen, ("assassinated", "captured"), batch)


@pytest.mark.parametrize("batch", batches(1, 10))
def test_random_games_from_positions(batch: int) -> None:
    seen = Counter[str]()
    play_from_positions(random.Random(f"positions {batch}" if batch else "positions"), 60, seen)
    told = ("traded", "flank_right", "assassinated", "passed", "penalised", "forfeited", "vote_withdrawn")
    must_have_seen(seen, told, batch)


def threats_are_moves(state: Any) -> None:
    """A President on a star is threatened exactly where another living army has a move to that star."""
    alive = [ARMIES.index(army) for army in living(GAME.dump(state))]
    moves = {army: {target_of(code) for code in moves_of(RULES, state, army)} for army in alive}
    for army in alive:
        at = state.board.find("Pp1"[army])
        expected = at >= RULES.hexagons and any(at in moves[foe] for foe in alive if foe != army)
        assert threatened(RULES, state, army) == expected


def refusals_help(rng: random.Random, state: Any) -> None:
    """Any pair of spaces is a legal order, or is refused with a reason and orders that are legal."""
    [seat] = GAME.phase(state).owing
    view = GAME.view(state, seat)
    legal = {str(order) for order in GAME.legal(view)}
    for _ in range(6):
        text = f"{rng.choice(RULES.names)}-{rng.choice(RULES.names)}{rng.choice(['', '', '=S'])}"
        orders = GAME.parse(view, text)
        if str(orders[0]) in legal:
            GAME.check(view, orders)
            continue
        with pytest.raises(IllegalOrderError) as refused:
            GAME.check(view, orders)
        assert refused.value.reason and "\n" not in refused.value.reason
        assert set(refused.value.instead) <= legal


def test_threats_and_refusals() -> None:
    rng = random.Random("threats")
    for position in POSITIONS.values():
        state = GAME.position(position)
        for _ in range(8):
            if GAME.outcome(state) is not None:
                break
            threats_are_moves(state)
            refusals_help(rng, state)
            state = step(rng, state, 0)[1].state
