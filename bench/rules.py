"""Speed of the rules beside python-chess: legal orders in lists, perft, and turns of random play.

    python -m bench.rules [rounds]

Commander-In-Chief and chess stand at their starts; the other games in positions of random play, chess on
kiwipete. NME also in positions of tests/perft in which Naval One, flanking, trades, a dead army and the guard
of Protect the Ally are at work. Alternating rounds in one run, so that a noisy machine disturbs both alike.
Target for Commander-In-Chief, NME and Nemein: as many a second as python-chess, or more.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Mapping
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import chess

from adjudicator.chance import HmacChance
from adjudicator.game import AnyGame
from adjudicator.nemein.actions import outcomes, possible
from adjudicator.registry import games
from bench.measure import argument, beside, speed
from maps.boards import boards

GAMES = games(boards())
NME = GAMES["nme"]
START = chess.Board()
KIWIPETE = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
SEED = bytes(range(32))
PERFT = Path(__file__).parents[1] / "tests" / "perft" / "nme.epd"
MIDDLE = tuple((players, plies, str(plies)) for players, plies in product((3, 2), (18, 25, 32, 39, 46, 53)))
"""Players, plies and seed of games of NME: their middle."""
RIGHTS = ((3, 24, "1"), (3, 53, "10"), (2, 20, "19"), (2, 40, "9"), (2, 36, "27"))
"""Those in which Naval One or flanking, or both, are legal then."""
SPECIAL = {
    *("naval-one", "ally-naval-one", "flanking", "flanking-two", "trades", "ally-trades-more", "dead-army"),
    "guard-white-to-move-white-moves-gray",
}
TARGETS = {"nemein": 1.0, "ww3": 1.0}
EARLY, LATE = 12, 60
"""The resolutions between which a position is a middle game."""


def started(game: AnyGame, options: Mapping[str, Any]) -> Any:
    """Return a game's first state."""
    return game.start(options, HmacChance(SEED, game.key)).state


def turn(game: AnyGame, state: Any, rng: random.Random, sharp: float = 0.0) -> Any:
    """Resolve an order of the seat to move, drawn from what is legal. sharp: how often a capture is wanted"""
    [seat] = game.phase(state).owing
    legal = list(game.legal(game.view(state, seat)))
    takes = [order for order in legal if "x" in str(order)] if sharp else []
    order = rng.choice(takes if takes and rng.random() < sharp else legal)
    return game.resolve(state, {seat: [order]}, HmacChance(SEED, game.key, game.drawn(state))).state


def played(players: int, plies: int, seed: str) -> Any:
    """Return a position of NME after random play in which captures are preferred."""
    rng = random.Random(f"bench {players} {seed}")
    while True:
        state = started(NME, {"players": players})
        for _ in range(plies):
            state = turn(NME, state, rng, 0.3)
            if NME.outcome(state) is not None:
                break
        else:
            return state


def middle_games(game: AnyGame, options: dict[str, Any], count: int) -> list[Any]:
    """Return positions of random play behind a set-up by default."""
    rng, found = random.Random(f"bench {game.key}"), list[Any]()
    while len(found) < count:
        state = started(game, options)
        state = game.resolve(state, {}, HmacChance(SEED, game.key, game.drawn(state))).state
        for ply in range(LATE):
            state = turn(game, state, rng)
            if game.outcome(state) is not None:
                break
            if ply >= EARLY and rng.random() < 0.2:
                found.append(state)
    return found[:count]


def special() -> dict[str, Any]:
    """Return the positions of tests/perft with those rights; most of them have few pieces."""
    lines = PERFT.read_text("utf-8").splitlines()
    found = (line.split(" | ") for line in lines if not line.startswith("#"))
    return {name: NME.position(json.loads(position)) for name, position, _ in found if name in SPECIAL}


def listed(game: AnyGame, states: list[Any], times: int) -> int:
    """Count legal orders in lists."""
    views = [game.view(state, seat) for state in states for seat in game.phase(state).owing]
    return sum(len(list(game.legal(view))) for _ in range(times) for view in views)


def chess_moves(board: chess.Board, times: int) -> int:
    """Count legal moves in lists."""
    return sum(len(list(board.legal_moves)) for _ in range(times))


def chess_perft(board: chess.Board, depth: int) -> int:
    """Count leaves, in bulk as python-chess does it."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += chess_perft(board, depth - 1)
        board.pop()
    return total


def made_nemein(states: list[Any]) -> int:
    """Make every action of those states, both sides of a flip, and list what may follow."""
    made = [after for state in states for action in possible(state) for after in outcomes(state, action)]
    return sum(1 for after in made if possible(after) is not None)


def made_chess(board: chess.Board) -> int:
    """Make every move of the board, and list what may follow."""
    made = 0
    for move in board.legal_moves:
        board.push(move)
        made += list(board.legal_moves) is not None
        board.pop()
    return made


def random_turns(game: AnyGame, state: Any, turns: int) -> int:
    """Play at random, again from before wherever the game would end."""
    rng = random.Random(game.key)
    for _ in range(turns):
        after = turn(game, state, rng)
        state = state if game.outcome(after) is not None else after
    return turns


def compare(
    what: str, game: AnyGame, states: list[Any], times: int, rounds: int, least: float | None
) -> bool:
    """Compare what is listed a second with chess on kiwipete."""
    ours = partial(speed, partial(listed, game, states, times))
    return beside(
        f"{what}, {len(states)}", ours, lambda: speed(lambda: chess_moves(KIWIPETE, 800)), rounds, least
    )


def commander(rounds: int) -> bool:
    """Measure Commander-In-Chief."""
    game, calls = GAMES["cic"], 1500
    start = started(game, {})
    ours, theirs = partial(listed, game, [start], calls), partial(chess_moves, START, calls)
    moves = beside("cic: legal moves", partial(speed, ours), partial(speed, theirs), rounds, 1.0)
    leaves = beside(
        "cic: perft 3 leaves",
        lambda: speed(lambda: sum(game.perft(start, 3).values())),  # type: ignore[attr-defined]
        lambda: speed(lambda: chess_perft(START, 3)),
        rounds,
        1.0,
    )
    positions = [partial(speed, lambda count=count: count() and calls) for count in (ours, theirs)]  # type: ignore[misc]
    beside("cic: positions, all moves", *positions, rounds, 1.0)
    return moves and leaves


def main(rounds: int = 7) -> int:
    """Print everything; the exit code is 1 if a target is missed."""
    print(f"python-chess {chess.__version__}, so many a second, median of {rounds} alternating rounds")
    reached = [commander(rounds)]
    middle, rights = ([played(*each) for each in games_of] for games_of in (MIDDLE, RIGHTS))
    sharp = special()
    for what, states, times in (
        ("nme: middle games", middle, 40),
        ("nme: with Naval One or flanking", rights, 90),
        ("nme: few pieces, rare rights", [*sharp.values()], 100),
    ):
        reached.append(compare(what, NME, states, times, rounds, 1.0))
    names = [f"{players} players, ply {plies}" for players, plies, _ in (*MIDDLE, *RIGHTS)]
    for name, state in (*zip(names, (*middle, *rights), strict=True), *sharp.items()):
        compare(f"  {name}", NME, [state], 300, 3, None)
    starts = {f"nme, {each} players": (NME, started(NME, {"players": each})) for each in (3, 2)}
    for key, options in (("nemein", {}), ("ww3", {"players": 4})):
        states = middle_games(GAMES[key], options, 30)
        reached.append(compare(f"{key}: legal orders", GAMES[key], states, 20, rounds, TARGETS[key]))
        starts[key] = (GAMES[key], states[0])
        if key == "nemein":
            ours = partial(speed, partial(made_nemein, states))
            theirs = partial(speed, partial(made_chess, KIWIPETE))
            reached.append(beside("nemein: actions made and followed", ours, theirs, rounds, 1.0))
    for name, (game, state) in starts.items():
        print(f"{name}: {speed(partial(random_turns, game, state, 2000)):,.0f} turns of random play a second")
    return int(not all(reached))


if __name__ == "__main__":
    sys.exit(main(argument(7)))
