"""Counting the leaves of a game's order tree: the surest check of move generation."""

from __future__ import annotations

from typing import Any

from adjudicator.chance import ScriptedChance
from adjudicator.game import AnyGame


def leaves(game: AnyGame, state: Any, depth: int) -> dict[str, int]:
    """Leaf counts `depth` turns below, by first order, through the protocol alone.

    Where several seats owe, each order counts as a turn of its own ("tower: 1 hold"), in which the others
    take their defaults. For phases without chance; finished games have no orders. Depth 0 is the
    empty mapping: the one leaf is the state itself.
    """
    if depth < 1:
        return {}
    counts: dict[str, int] = {}
    owing = sorted(game.phase(state).owing)
    for seat in owing:
        for order in game.legal(game.view(state, seat)):
            name = str(order) if len(owing) == 1 else f"{seat}: {order}"
            if depth == 1:
                counts[name] = 1
                continue
            after = game.resolve(state, {seat: (order,)}, ScriptedChance(n=game.drawn(state))).state
            counts[name] = sum(leaves(game, after, depth - 1).values())
    return counts
