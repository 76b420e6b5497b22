"""Nemein and WW3: legal orders beside python-chess on kiwipete, turns, and pictures beside their encoding.

    python bench/new_games.py [rounds]

Legal orders: positions from games of random play, all of them in every round; alternating rounds in one run,
the median counts. There is no target: they are told to be compared with later. Pictures: a new turn at the
size that is posted, and the same once more; encoding: the finished picture to PNG again, with the same
settings, the process's own time. Target: a new turn ≤ 3 × encoding.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import Any

import chess
from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1]))

from adjudicator.chance import HmacChance
from adjudicator.game import AnyGame
from adjudicator.registry import games
from bench.measure import beside_chess, first, show, speed, timed
from maps import picture
from maps.boards import boards

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
CHESS = chess.Board(KIWIPETE)
GAMES = games(boards())
SEED = bytes(range(32))
OPTIONS: dict[str, dict[str, Any]] = {"ww3": {"players": 4}, "nemein": {}}
EARLY, LATE = 12, 60
"""The resolutions between which a position is a middle game."""
PICTURES = 3.0


def turn(game: AnyGame, state: Any, rng: random.Random) -> Any:
    """One resolution: an order of the seat to move, drawn from what is legal."""
    [seat] = game.phase(state).owing
    order = rng.choice(list(game.legal(game.view(state, seat))))
    return game.resolve(state, {seat: [order]}, HmacChance(SEED, game.key, game.drawn(state))).state


def played(game: AnyGame, number: int) -> list[Any]:
    """So many positions of random play."""
    rng, found = random.Random(f"bench {game.key}"), list[Any]()
    while len(found) < number:
        state = game.start(OPTIONS[game.key], HmacChance(SEED, game.key)).state
        state = game.resolve(state, {}, HmacChance(SEED, game.key, game.drawn(state))).state
        for ply in range(LATE):
            state = turn(game, state, rng)
            if game.outcome(state) is not None:
                break
            if ply >= EARLY and rng.random() < 0.2:
                found.append(state)
    return found[:number]


def listed(game: AnyGame, states: list[Any], times: int) -> int:
    views = [game.view(state, seat) for state in states for seat in game.phase(state).owing]
    return sum(len(list(game.legal(view))) for _ in range(times) for view in views)


def chess_moves(times: int) -> int:
    return sum(len(list(CHESS.legal_moves)) for _ in range(times))


def random_turns(game: AnyGame, state: Any, turns: int) -> int:
    rng = random.Random(game.key)
    for _ in range(turns):
        after = turn(game, state, rng)
        state = state if game.outcome(after) is not None else after
    return turns


def pictures(game: AnyGame, states: list[Any]) -> float:
    """Says what pictures take; a new turn in encodings."""
    painter = picture(game.key)
    names = dict.fromkeys(game.seats(OPTIONS[game.key]), "Marguerite Antoinette")
    times: dict[str, list[float]] = {"new turn": [], "the same": [], "encoding": []}
    sizes: dict[str, int] = {}

    def draw(state: Any) -> bytes:
        return painter.draw(game.view(state, None), names=names, caption="k7f3 · turn 12")

    def encode(image: Image.Image) -> bytes:
        out = BytesIO()
        image.save(out, "PNG", compress_level=1)
        return out.getvalue()

    first(partial(draw, states[0]))
    for state in states[1:]:
        for name in ("new turn", "the same"):
            sizes[name] = timed(partial(draw, state), times[name])
        image = Image.open(BytesIO(draw(state)))
        image.load()
        sizes["encoding"] = timed(partial(encode, image), times["encoding"])
    show(times, sizes)
    return median(times["new turn"]) / median(times["encoding"])


def main(rounds: int = 7) -> int:
    missed = False
    for key in OPTIONS:
        game = GAMES[key]
        states = played(game, 30)
        ours: Callable[[], int] = partial(listed, game, states, 20)
        beside_chess(
            f"{key}: legal orders, {len(states)} positions",
            key,
            ours,
            partial(chess_moves, 800),
            rounds,
        )
        print(f"{speed(partial(random_turns, game, states[0], 1500)):,.0f} turns of random play a second")
        drawn = pictures(game, states)
        word = "reached" if drawn <= PICTURES else "MISSED"
        print(f"a new turn / encoding {drawn:5.2f}   target {PICTURES:.1f}: {word}\n")
        missed |= drawn > PICTURES
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
