"""Counting the leaves of a game's order tree: the surest check of move generation."""

from __future__ import annotations

from typing import Any

from adjudicator.chance import ScriptedChance
from adjudicator.game import AnyGame


def leaves(game: AnyGame, state: Any, depth: int) -> dict[str, int]:
    """Leaf counts `depth` turns below, by first order, through the protocol alone.

    For phases with one owing seat and no chance; finished games have no orders. Depth 0 is the
    empty mapping: the one leaf is the state itself.
    """
    if depth < 1:
        return {}
    counts: dict[str, int] = {}
    for seat in sorted(game.phase(state).owing):
        for order in game.legal(game.view(state, seat)):
            if depth == 1:
                counts[str(order)] = 1
                continue
            after = game.resolve(state, {seat: (order,)}, ScriptedChance(n=game.drawn(state))).state
            counts[str(order)] = sum(leaves(game, after, depth - 1).values())
    return counts
