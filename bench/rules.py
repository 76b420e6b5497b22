"""Speed of the rules beside python-chess: legal moves and perft of `cic` and of chess, each at its start.

Alternating rounds in one run, so that a noisy machine disturbs both alike; the median of the rounds
counts. ``python bench/rules.py [rounds]``. Target: as many a second as python-chess, or more.
"""

from __future__ import annotations

import sys
from pathlib import Path

import chess

sys.path.insert(0, str(Path(__file__).parents[1]))

from adjudicator.chance import ScriptedChance
from adjudicator.cic import Cic
from bench.measure import beside_chess

GAME = Cic()
STATE = GAME.start({}, ScriptedChance()).state
VIEW = GAME.view(STATE, "dark")
BOARD = chess.Board()
CALLS = 1500
DEPTH = 3
TARGET = 1.0


def chess_perft(board: chess.Board, depth: int) -> int:
    """Leaves, counted in bulk as python-chess does it."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += chess_perft(board, depth - 1)
        board.pop()
    return total


def cic_moves() -> int:
    """Moves in lists from `legal`."""
    return sum(len(list(GAME.legal(VIEW))) for _ in range(CALLS))


def chess_moves() -> int:
    return sum(len(list(BOARD.legal_moves)) for _ in range(CALLS))


def cic_perft() -> int:
    return sum(GAME.perft(STATE, DEPTH).values())


def main(rounds: int = 7) -> int:
    print(f"python-chess {chess.__version__}, median of {rounds} alternating rounds")
    moves = beside_chess("legal moves listed a second", "cic", cic_moves, chess_moves, rounds, TARGET)
    leaves = beside_chess(
        f"perft {DEPTH} leaves a second", "cic", cic_perft, lambda: chess_perft(BOARD, DEPTH), rounds, TARGET
    )
    beside_chess(
        "positions a second (all moves)",
        "cic",
        lambda: cic_moves() and CALLS,
        lambda: chess_moves() and CALLS,
        rounds,
        TARGET,
    )
    return 0 if min(moves, leaves) >= TARGET else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
