"""Counting the leaves of a game's order tree: the surest check of move generation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.chance import ScriptedChance
from adjudicator.game import AnyGame, Seat


def leaves(game: AnyGame, state: Any, depth: int) -> dict[str, int]:
    """Count the leaves `depth` turns below, by first order, through the protocol alone.

    Where several seats owe, each order counts as a turn of its own ("tower: 1 hold"), in which the others
    take their defaults. Where the game `flips` coins in play both sides of each count; there must be no
    other chance. Finished games have no orders. Depth 0 is the empty mapping: the one leaf is the state
    itself.
    """
    if depth < 1:
        return {}
    counts: dict[str, int] = {}
    owing, flips = sorted(game.phase(state).owing), getattr(game, "flips", False)
    for seat in owing:
        for order in game.legal(game.view(state, seat)):
            name = str(order) if len(owing) == 1 else f"{seat}: {order}"
            if depth == 1 and not flips:
                counts[name] = 1
                continue
            counts[name] = sum(
                1 if depth == 1 else sum(leaves(game, after, depth - 1).values())
                for after in _outcomes(game, state, seat, order, flips)
            )
    return counts


def _outcomes(game: AnyGame, state: Any, seat: Seat, order: Any, flips: bool) -> Iterator[Any]:
    """Return the states that an order may lead to: one for each way in which the coins may fall."""
    scripts: list[tuple[bool, ...]] = [()]
    while scripts:
        coins = scripts.pop()
        chance = ScriptedChance(*coins, n=game.drawn(state))
        try:
            yield game.resolve(state, {seat: (order,)}, chance).state
        except ValueError:
            if not flips or chance.n < game.drawn(state) + len(coins):
                raise
            scripts += [(*coins, True), (*coins, False)]
