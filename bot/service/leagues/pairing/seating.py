"""Who gets which seat: fair by what each had before."""

from __future__ import annotations

from collections.abc import Sequence

from bot.service.leagues.pairing.past import Past


def seated(numbers: Sequence[int], past: Past) -> tuple[int, ...]:
    """These numbers in seat order, so that seats are shared as evenly as possible; at a tie nobody has the
    seat again that it just had; then as the numbers come."""
    return tuple(
        numbers[at]
        for at in best(
            [[unease(past, n, seat, len(numbers)) for seat in range(len(numbers))] for n in numbers]
        )[1]
    )


def unease(past: Past, number: int, seat: int, seats: int) -> int:
    """How unwelcome a seat is to a number: by how often it had it, more by half if it was the last."""
    had = past.had(number, seats)
    last = next((s for s in reversed(past.seats.get(number, [])) if s is not None), None)
    return 4 * had[seat] + (last == seat)


def best(costs: Sequence[Sequence[int]]) -> tuple[int, tuple[int, ...]]:
    """The cheapest way to fill seats: its cost, and for each seat who (by index) gets it. costs[who][seat]

    >>> best([[0, 3], [2, 9]])
    (5, (1, 0))
    """
    size = len(costs)
    ways: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(size):
        longer: dict[int, tuple[int, tuple[int, ...]]] = {}
        for taken, (cost, order) in ways.items():
            for who in range(size):
                if not taken >> who & 1:
                    way = (cost + costs[who][seat], (*order, who))
                    key = taken | 1 << who
                    if key not in longer or way < longer[key]:
                        longer[key] = way
        ways = longer
    return ways[(1 << size) - 1]
