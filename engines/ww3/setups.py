"""Formations for the secret set-up."""

from __future__ import annotations

from random import Random

from adjudicator.ww3.board import FORMATIONS, KINDS, SEATS, Board, formation
from adjudicator.ww3.orders import Setup, moved

GOOD = ("stock", "bunker", "wings", "spearhead", "ambush", "wall")


def drawn(board: Board, seat: str, fog: bool, random: Random) -> Setup:
    """Draw a formation for a seat. With fog two units or more change places, since everybody knows the stock
    formations."""
    index = SEATS.index(seat)
    placed = formation(board, random.choice(GOOD), index, random.random() < 0.5)
    if fog:
        known = {formation(board, name, index, mirrored) for name in FORMATIONS for mirrored in (False, True)}
        while placed in known:
            for _ in range(2):
                one, other = random.sample(
                    [p for kind, p in zip(KINDS, placed, strict=True) if kind != "B"], 2
                )
                placed = moved(placed, random.choice(one), random.choice(other))
    return Setup(placed)
