"""Two independent implementations of Commander-In-Chief must agree.

Random play and random positions are compared in batches: one of each in a test run, more in a long one.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.cic import Cic
from adjudicator.errors import PositionError
from tests.adjudicator import reference_cic as ref
from tests.adjudicator.bridge_cic import facts_of_reference, facts_of_view, to_reference
from tests.tiers import batches

GAME = Cic()
POSITIONS = 600
"""Compared in a batch."""


def random_options(rng: random.Random) -> dict[str, Any]:
    return {
        "objective": rng.choice(["commander", "points"]),
        "enhanced": {"dark": rng.randint(0, 5), "light": rng.randint(0, 5)} if rng.random() < 0.6 else 0,
        "teams": rng.choice(["none", "dark", "light", "both"]),
        "round_limit": rng.choice([5, 20, 40, 200]),
        "quiet_rounds": rng.choice([0, 3, 10, 50]),
    }


def agree(state: Any, reference: ref.Reference) -> list[str]:
    """Compare one position; the legal orders of the one seat that owes."""
    truth = facts_of_reference(reference)
    assert facts_of_view(GAME.show(GAME.view(state, None))) == truth
    legal: list[str] = []
    for seat in ref.seats(reference):
        listed = [str(order) for order in GAME.legal(GAME.view(state, seat))]
        assert listed == (sorted(ref.legal(reference)) if [seat] == truth["owing"] else [])
        legal = legal or listed
    return legal


def random_game(rng: random.Random, budget: int) -> int:
    """One game of random play, compared after every order; how many positions were compared."""
    state = GAME.start(random_options(rng), ScriptedChance()).state
    if state.phase == "setup":
        orders = {}
        for seat in sorted(GAME.phase(state).owing):
            side = ref.side_of(seat)
            most = dict(zip(("dark", "light"), state.options.enhanced, strict=True))[side]
            squares = sorted(GAME.board()["start"][side])
            picked = rng.sample(squares, rng.randint(0, most))
            text = "enhance " + (" ".join(picked) or "none")
            orders[seat] = GAME.parse(GAME.view(state, seat), text)
        state = GAME.resolve(state, orders, ScriptedChance()).state
    reference = to_reference(GAME.dump(state))
    compared = 0
    while compared < budget:
        legal = agree(state, reference)
        compared += 1
        if not legal:
            break
        if rng.random() < 0.01:
            seat = rng.choice(ref.seats(reference))
            what = rng.choice(["concede", "draw", "draw"])
            if what in GAME.declarations(state, seat):
                state = GAME.declare(state, seat, what).state
                reference = (ref.concede if what == "concede" else ref.offer_draw)(reference, seat)
                continue
        seat = ref.seat_to_move(reference)
        # prefer what takes something, so that games get somewhere
        sharp = [order for order in legal if order[2] != "-"]
        order = rng.choice(sharp if sharp and rng.random() < 0.5 else legal)
        state = GAME.resolve(state, {seat: GAME.parse(GAME.view(state, seat), order)}, ScriptedChance()).state
        reference = ref.play(reference, order)
    return compared


def random_scene(rng: random.Random) -> dict[str, Any] | None:
    """A random position as JSON; None if it is one that cannot be."""
    squares = rng.sample(ref.SQUARES, rng.randint(2, 34))
    placed: dict[str, dict[str, str]] = {"dark": {}, "light": {}}
    commanders = {"dark", "light"}
    for square in squares:
        side = rng.choice(["dark", "light"])
        letters = "AKSDTTHHFBB" + ("C" if side in commanders else "")
        letter = rng.choice(letters)
        land = ref.area(square)
        if (letter == "T" and land != side) or (letter in "SDA" and land == ref.other(side)):
            continue
        if letter == "C":
            commanders.discard(side)
        placed[side][square] = letter
    standing = [*placed["dark"], *placed["light"]]
    return {
        "pieces": placed,
        "to_move": rng.choice(["dark", "light"]),
        "enhanced": sorted(rng.sample(standing, min(len(standing), rng.choice([0, 0, 3])))),
        "options": random_options(rng),
    }


def compare_scene(rng: random.Random) -> int:
    scene = random_scene(rng)
    if scene is None:
        return 0
    teams = scene["options"]["teams"]
    scene["movers"] = {
        side: rng.choice(["", "air", "surface"]) if teams in (side, "both") else ""
        for side in ("dark", "light")
    }
    try:
        state = GAME.position(scene)
    except PositionError as error:  # pragma: no cover - random_scene makes none of these
        raise AssertionError(scene) from error
    reference = to_reference(GAME.dump(state))
    ref.settle(reference)
    legal = agree(state, reference)
    if legal:
        order = rng.choice(legal)
        seat = ref.seat_to_move(reference)
        after = GAME.resolve(state, {seat: GAME.parse(GAME.view(state, seat), order)}, ScriptedChance())
        agree(after.state, ref.play(reference, order))
    return 1


@pytest.mark.parametrize("batch", batches(1, 20))
def test_random_play_agrees_with_the_reference(batch: int) -> None:
    rng = random.Random(f"play {batch}")
    left = POSITIONS
    while left > 0:
        left -= random_game(rng, min(left, 200))


@pytest.mark.parametrize("batch", batches(1, 20))
def test_random_positions_agree_with_the_reference(batch: int) -> None:
    rng = random.Random(f"scene {batch}")
    for _ in range(POSITIONS):
        compare_scene(rng)
