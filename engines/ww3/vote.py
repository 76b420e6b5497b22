"""One decision for several states that fog may hide: each proposes a move, and all judge the proposals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from engines.search import Found, Limits, Search
from engines.ww3.position import Position

_CANDIDATES = 4
_MOST = 3000
"""A win or a loss that one state sees counts no more than this: it may not be so."""


def agreed(roots: Sequence[Position], limits: Limits, random: Random) -> Found:
    """Find the move that is best on average among those that are proposed most often. roots: with the same
    moves; half of the nodes are for proposals, half to judge them"""
    share = limits.nodes // (2 * len(roots))
    spent, votes = 0, Counter[int]()
    for root in roots:
        found = Search[Position](replace(limits, nodes=share)).best(root, random)
        spent += found.nodes
        votes[found.move] += 1
    proposed = [move for move, _ in votes.most_common(_CANDIDATES)]
    each = max(1, (limits.nodes - spent) // (len(roots) * len(proposed)))
    best: Found | None = None
    for move in proposed:
        total = 0
        for root in roots:
            value, used = _judged(root.make(move), replace(limits, nodes=each, slack=0), random)
            total += max(-_MOST, min(_MOST, value))
            spent += used
        if best is None or total // len(roots) > best.value:
            best = Found(move, total // len(roots), 0, 0)
    assert best is not None
    return Found(best.move, best.value, 0, spent)


def _judged(position: Position, limits: Limits, random: Random) -> tuple[int, int]:
    """Return what the side 0 has of a position, and how many nodes it took."""
    if position.ended is not None:
        value, nodes = position.ended, 1
    else:
        found = Search[Position](limits).best(position, random)
        value, nodes = found.value, found.nodes
    return -value if position.side else value, nodes
