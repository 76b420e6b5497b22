"""Who gets which seat: fair by what each had before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from bot.service.leagues.pairing.past import Past

Teams = tuple[int, ...]


def seated(numbers: Sequence[int], past: Past) -> tuple[int, ...]:
    """These numbers in seat order: those who are a team were one as rarely as possible; then seats are shared
    as evenly as possible; then nobody has the seat again that it just had; then as the numbers come."""
    return tuple(numbers[at] for at in _best(numbers, past)[1])


def unfair(numbers: Sequence[int], past: Past) -> int:
    """How much worse the seats of a table must be than what each player alone would get."""
    ideal = sum(min(_unease(past, one, len(numbers))) for one in numbers)
    return _best(numbers, past)[0] - ideal


def _best(numbers: Sequence[int], past: Past) -> tuple[int, tuple[int, ...]]:
    costs = [_unease(past, one, len(numbers)) for one in numbers]
    if len(set(past.teams)) == len(past.teams):
        return cheapest_seats(costs)
    return min(
        (_team_cost(order, numbers, costs, past), order) for order in permutations(range(len(numbers)))
    )


def _unease(past: Past, number: int, seats: int) -> list[int]:
    """How unwelcome each seat is to a number: by how often it had it, a little more if it was the last."""
    found = past.seats.get(number, [])
    return [4 * found.count(seat) + (found[-1:] == [seat]) for seat in range(seats)]


def _team_cost(
    order: Sequence[int], numbers: Sequence[int], costs: Sequence[Sequence[int]], past: Past
) -> int:
    found = sum(costs[who][seat] for seat, who in enumerate(order))
    for seat, who in enumerate(order):
        for before in range(seat):
            if past.teams[seat] == past.teams[before]:
                found += 1000 * past.allied(numbers[who], numbers[order[before]])
    return found


def cheapest_seats(costs: Sequence[Sequence[int]]) -> tuple[int, tuple[int, ...]]:
    """The cheapest way to fill seats: its cost, and for each seat who (by index) gets it. costs[who][seat]

    >>> cheapest_seats([[0, 3], [2, 9]])
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
