"""Rounds in which nobody meets twice, from geometry: a good beginning for drawn tables.

Players stand in columns, as many as a game has seats, and rows. In round t the tables are lines of slope t:
from one column to the next they go t rows on. Two lines of different slopes cross once at most, so with q
rows, no fewer than columns, if they can be reckoned with as a field (q prime, or 4, 8, 9 or 16), nobody meets
anybody twice in q rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

FIELDS = {4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (2, 0)), 16: (2, (1, 1, 0, 0))}
"""Fields that are no primes: the prime below, and what x to the highest power is."""


def lines(numbers: Sequence[int], seats: int, number: int) -> list[list[int]]:
    """The tables of round `number` (from 1); the last are not full if the numbers do not fill the columns.

    >>> lines(range(9), 3, 1), lines(range(9), 3, 2)
    ([[0, 3, 6], [1, 4, 7], [2, 5, 8]], [[0, 5, 7], [1, 3, 8], [2, 4, 6]])
    """
    rows = -(-len(numbers) // seats)
    add, times = _reckoning(rows)
    tables: list[list[int]] = [[] for _ in range(rows)]
    for at, one in enumerate(numbers):
        column, row = divmod(at, rows)
        tables[add[row][times[column % rows][(number - 1) % rows]]].append(one)
    return tables


def _reckoning(size: int) -> tuple[list[list[int]], list[list[int]]]:
    """Sums and products of 0 … size - 1: a field where `size` is known to have one."""
    if size not in FIELDS:
        numbers = range(size)
        return (
            [[(a + b) % size for b in numbers] for a in numbers],
            [[a * b % size for b in numbers] for a in numbers],
        )
    prime, highest = FIELDS[size]
    members = list(product(range(prime), repeat=len(highest)))
    place = {member: at for at, member in enumerate(members)}
    sums = [
        [place[tuple((x + y) % prime for x, y in zip(a, b, strict=True))] for b in members] for a in members
    ]
    return sums, [[place[_times(a, b, prime, highest)] for b in members] for a in members]


def _times(a: Sequence[int], b: Sequence[int], prime: int, highest: Sequence[int]) -> tuple[int, ...]:
    """The product of two polynomials, the lowest power first; x**len(highest) is `highest`."""
    found = [0] * len(highest)
    shifted = list(a)
    for factor in b:
        found = [(x + factor * y) % prime for x, y in zip(found, shifted, strict=True)]
        over = shifted[-1]
        shifted = [(x + over * y) % prime for x, y in zip([0, *shifted[:-1]], highest, strict=True)]
    return tuple(found)
