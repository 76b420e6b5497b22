"""Everybody against everybody: the circle method."""

from __future__ import annotations

from collections.abc import Sequence


def rounds(size: int, cycles: int) -> int:
    """How many rounds it takes until `size` entrants have met `cycles` times.

    >>> [rounds(size, 1) for size in (1, 2, 5, 6)], rounds(6, 2)
    ([0, 1, 5, 5], 10)
    """
    return max(size - 1 + size % 2, 0) * cycles if size > 1 else 0


def circle(numbers: Sequence[int], number: int) -> list[tuple[int, ...]]:
    """The games of round `number` (from 1), the first of each in the first seat; one number alone has a bye.

    With m places on the circle (m is odd; of an even size the last is in its middle) the places i and j meet
    in round r where i + j = r (modulo m); who is left over meets the middle, or has a bye. The place that is
    an odd way ahead has the first seat, which so alternates from round to round, but once. In the next cycle
    seats are exchanged; it begins one round later, so that nobody has a seat three times in a row.

    >>> [circle([1, 2, 3, 4], r) for r in (1, 2, 3)]
    [[(4, 1), (3, 2)], [(2, 1), (3, 4)], [(1, 3), (4, 2)]]
    >>> circle([1, 2, 3], 1)
    [(1,), (3, 2)]
    """
    if len(numbers) < 2:
        return [(one,) for one in numbers]
    around = len(numbers) - 1 + len(numbers) % 2
    cycle, turn = divmod(number - 1, around)
    turn = (turn + cycle) % around
    found: list[tuple[int, ...]] = []
    for i in range(around):
        j = (turn - i) % around
        if i == j:
            games = [(numbers[-1], numbers[i]) if turn % 2 == 0 else (numbers[i], numbers[-1])]
            found += [(numbers[i],)] if len(numbers) % 2 else games
        elif i < j:
            found.append((numbers[i], numbers[j]) if (i - j) % around % 2 else (numbers[j], numbers[i]))
    return [tuple(reversed(game)) for game in found] if cycle % 2 else found
