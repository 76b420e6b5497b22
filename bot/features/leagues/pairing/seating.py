"""Who gets which seat: fair by what each had before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

from bot.features.leagues.pairing.past import Past


class Seating:
    """The seats of one round."""

    def __init__(self, past: Past, seats: int) -> None:
        self.past, self.seats = past, seats
        self.teams = past.teams if len(set(past.teams)) < len(past.teams) == seats else ()
        self._uneasy: dict[int, list[int]] = {}

    def seated(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """These numbers in seat order: those who are a team were one as rarely as possible; then seats are
        shared as evenly as possible; then nobody has the seat again that it just had; then as they come."""
        return tuple(numbers[at] for at in self._best(numbers)[1])

    def unfair(self, numbers: Sequence[int]) -> int:
        """How much worse the seats of a table must be than what each player alone would get."""
        return self._best(numbers)[0] - sum(min(self._unease(one)) for one in numbers)

    def _best(self, numbers: Sequence[int]) -> tuple[int, tuple[int, ...]]:
        costs = [self._unease(one) for one in numbers]
        if not self.teams:
            return cheapest_seats(costs)
        allied = [[self.past.allied(one, other) for other in numbers] for one in numbers]
        return min((self._of_teams(order, costs, allied), order) for order in permutations(range(self.seats)))

    def _unease(self, number: int) -> list[int]:
        """How unwelcome each seat is: by how often that number had it, a little more if it was the last."""
        if number not in self._uneasy:
            had = self.past.seats.get(number, [])
            self._uneasy[number] = [4 * had.count(seat) + (had[-1:] == [seat]) for seat in range(self.seats)]
        return self._uneasy[number]

    def _of_teams(
        self, order: Sequence[int], costs: Sequence[Sequence[int]], allied: Sequence[Sequence[int]]
    ) -> int:
        """What an order costs, with its teams: who was a team before outweighs all seats."""
        found = sum(costs[who][seat] for seat, who in enumerate(order))
        for seat, other in combinations(range(self.seats), 2):
            if self.teams[seat] == self.teams[other]:
                found += 1000 * allied[order[seat]][order[other]]
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
