"""Formations for the secret set-up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from adjudicator.ww3.board import FORMATIONS, SEATS, Board, Placed, formation
from adjudicator.ww3.orders import Setup, moved
from engines.ww3.field import row

SOUND = ("ambush", "spearhead", "stock", "wall")
"""The formations that came off best among equals at tables of four: 52 to 60 %, the others 35 and 44 %."""
_EXCHANGES = 4
"""With fog so many units change places."""


def drawn(board: Board, seat: str, names: Sequence[str], fog: bool, random: Random) -> Setup:
    """Draw a formation of these names for a seat. With fog it is none that everybody knows: units change
    places, and the Base stands anywhere on the last row."""
    index = SEATS.index(seat)
    placed = formation(board, random.choice(names), index, random.random() < 0.5)
    if not fog:
        return Setup(placed)
    known = {formation(board, name, index, mirrored) for name in FORMATIONS for mirrored in (False, True)}
    shuffled = _shuffled(board, index, placed, random)
    while shuffled in known:
        shuffled = _shuffled(board, index, placed, random)
    return Setup(shuffled)


def _shuffled(board: Board, seat: int, placed: Placed, random: Random) -> Placed:
    *_, [base] = placed
    last_row = [board.names[point] for point in board.regions[seat] if row(board, seat, point) == 1]
    placed = moved(placed, base, random.choice(last_row))
    for _ in range(_EXCHANGES):
        *others, _ = placed
        one, other = random.sample([point for points in others for point in points], 2)
        placed = moved(placed, one, other)
    return placed
