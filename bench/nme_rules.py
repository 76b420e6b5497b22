"""Speed of the rules of NME beside python-chess on kiwipete: legal moves in lists, in the middle of games.

NME: positions from games of random play, and from tests/perft those in which Naval One, flanking, trades, a
dead army and the guard of Protect the Ally are at work; all of them in every round. Alternating rounds in one
run, so that a noisy machine disturbs both alike; the median of the rounds counts. ``python bench/nme_rules.py
[rounds]``. Target: as many moves a second as python-chess, or more.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess

sys.path.insert(0, str(Path(__file__).parents[1]))

from adjudicator.chance import ScriptedChance
from adjudicator.nme import Nme
from bench.measure import beside_chess, speed
from maps.boards import board

PERFT = Path(__file__).parents[1] / "tests" / "perft" / "nme.epd"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
CHESS = chess.Board(KIWIPETE)
GAME = Nme(board("nme"))
PLAYED = (18, 25, 32, 39, 46, 53)
"""Plies of random play, in both variants: the middle of a game."""
RIGHTS = ((3, 24, "1"), (3, 53, "10"), (2, 20, "19"), (2, 40, "9"), (2, 36, "27"))
"""Players, plies and seed of games in which Naval One or flanking, or both, are legal then."""
SPECIAL = (
    "naval-one",
    "ally-naval-one",
    "flanking",
    "flanking-two",
    "trades",
    "ally-trades-more",
    "dead-army",
    "guard-white-to-move-white-moves-gray",
)
TARGET = 1.0


def played(players: int, plies: int, seed: str) -> Any:
    """A position of random play in which captures are preferred."""
    rng = random.Random(f"bench {players} {seed}")
    while True:
        state = GAME.start({"players": players}, ScriptedChance()).state
        for _ in range(plies):
            [seat] = GAME.phase(state).owing
            legal = list(GAME.legal(GAME.view(state, seat)))
            sharp = [order for order in legal if "x" in str(order)]
            order = rng.choice(sharp if sharp and rng.random() < 0.3 else legal)
            state = GAME.resolve(state, {seat: [order]}, ScriptedChance()).state
            if state.phase == "over":
                break
        else:
            return state


def special() -> dict[str, Any]:
    """Positions of tests/perft in which those rights are at work; most of them have few pieces."""
    lines = PERFT.read_text("utf-8").splitlines()
    found = (line.split(" | ") for line in lines if not line.startswith("#"))
    return {name: GAME.position(json.loads(position)) for name, position, _ in found if name in SPECIAL}


def views(states: list[Any]) -> list[Any]:
    """What the seat to move sees."""
    return [GAME.view(state, seat) for state in states for seat in GAME.phase(state).owing]


def nme_moves(seen: list[Any], times: int) -> int:
    return sum(len(list(GAME.legal(view))) for _ in range(times) for view in seen)


def chess_moves(times: int) -> int:
    return sum(len(list(CHESS.legal_moves)) for _ in range(times))


def compare(what: str, ours: Callable[[], int], rounds: int, target: float | None = TARGET) -> float:
    return beside_chess(what, "nme", ours, lambda: chess_moves(800), rounds, target)


def random_turns(players: int, turns: int) -> int:
    """Turns of random play: legal moves, check, move."""
    rng, state = random.Random(players), GAME.start({"players": players}, ScriptedChance()).state
    for _ in range(turns):
        if state.phase == "over":
            state = GAME.start({"players": players}, ScriptedChance()).state
        [seat] = GAME.phase(state).owing
        order = rng.choice(list(GAME.legal(GAME.view(state, seat))))
        state = GAME.resolve(state, {seat: [order]}, ScriptedChance()).state
    return turns


def main(rounds: int = 9) -> int:
    print(f"python-chess {chess.__version__}, moves listed a second, median of {rounds} alternating rounds")
    middle = [played(players, plies, f"{plies}") for players in (3, 2) for plies in PLAYED]
    rights = [played(*game) for game in RIGHTS]
    sharp = special()
    ratios = [
        compare(f"middle games, {len(middle)} positions", lambda: nme_moves(views(middle), 40), rounds),
        compare(f"with Naval One or flanking, {len(rights)}", lambda: nme_moves(views(rights), 90), rounds),
        compare(
            f"few pieces, rare rights, {len(sharp)} positions",
            lambda: nme_moves(views([*sharp.values()]), 100),
            rounds,
        ),
    ]
    names = [f"{state.options.players} players, ply {state.ply}" for state in (*middle, *rights)]
    for name, state in (*zip(names, (*middle, *rights), strict=True), *sharp.items()):
        seen = views([state])
        compare(f"  {name}", lambda seen=seen: nme_moves(seen, 300), 3, target=None)
    for players in (3, 2):
        turns = speed(lambda players=players: random_turns(players, 3000))
        print(f"{players} players: {turns:,.0f} turns of random play a second")
    start = GAME.start({}, ScriptedChance()).state
    print(f"perft 3 of the start: {speed(lambda: sum(GAME.perft(start, 3).values())):,.0f} leaves a second")
    return 0 if min(ratios) >= TARGET else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
