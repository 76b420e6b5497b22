"""Suggestions in a good order: those that fit best first, and of equal ones some of every unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


def by_turns(ranks: Mapping[int, Mapping[str, Sequence[T]]]) -> list[T]:
    """Orders by rank and unit as one list: of each rank every unit's first, then every unit's second, …

    >>> by_turns({5: {"a": [6]}, 1: {"a": [1, 2, 3], "b": [4]}})
    [1, 4, 2, 3, 6]
    """
    found: list[T] = []
    for rank in sorted(ranks):
        queues = [list(orders) for orders in ranks[rank].values()]
        while queues:
            found += [queue.pop(0) for queue in queues]
            queues = [queue for queue in queues if queue]
    return found
