"""Draw tables: opponents repeat as little as possible, byes and seats are shared as evenly as possible.

Whose turn a bye is decides first, then who meets whom, then seats. The cost of meeting again grows with how
often two have met: it counts the pairs of games in which the same two sat at one table.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations, product

from adjudicator.chance import Chance, shuffle
from bot.features.leagues.scoring import Past

FIELDS = {4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (2, 0)), 16: (2, (1, 1, 0, 0))}
"""Fields that are no primes: the prime below, and what x to the highest power is."""


def lines(numbers: Sequence[int], seats: int, number: int) -> list[list[int]]:
    """Return the tables of round `number` (from 1), a good beginning for drawn tables, from geometry.

    Players stand in columns, as many as a game has seats, and rows. In round t the tables are lines of slope
    t: from one column to the next they go t rows on. Two lines of different slopes cross at most once, so
    with q rows, no fewer than columns, that form a field (q prime, or 4, 8, 9 or 16), nobody meets anybody
    twice in q rounds. The last tables are not full if the numbers do not fill the columns.

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


FEW, MOST = 200, 400_000
"""Steps for each player, and swaps that are looked at in all: many players have fewer steps."""


class Search:
    """Some players at tables, some on the bench. Players are 0, 1, 2, …

    again: how often two have met before
    byes:  who is on the bench is only swapped with who has had as many byes
    """

    def __init__(
        self,
        tables: Sequence[Sequence[int]],
        bench: Sequence[int],
        again: Sequence[Sequence[int]],
        byes: Sequence[int],
    ) -> None:
        self.again, self.byes = again, byes
        self.bench = len(tables)
        self._sit([*tables, bench])

    def _sit(self, groups: Sequence[Sequence[int]]) -> None:
        """Begin anew with these tables and this bench."""
        self.groups = [list(group) for group in groups]
        self.where = [0] * len(self.again)
        for at, group in enumerate(self.groups):
            for one in group:
                self.where[one] = at
        # how often each has met those at each table; on the bench nobody meets anybody
        self.sums = [
            [*(sum(row[one] for one in table) for table in self.groups[:-1]), 0] for row in self.again
        ]
        self.cost = sum(self.sums[one][at] for one, at in enumerate(self.where)) // 2

    def change(self, one: int, other: int) -> int:
        """What a swap of two from different groups adds to the cost."""
        here, there, between = self.where[one], self.where[other], self.again[one][other]
        mine, yours = self.sums[one], self.sums[other]
        found = yours[here] - mine[here] + mine[there] - yours[there]
        return found - between * ((here != self.bench) + (there != self.bench))

    def swap(self, one: int, other: int) -> None:
        """Let two from different groups change places."""
        self.cost += self.change(one, other)
        here, there = self.where[one], self.where[other]
        for group, leaves, comes in ((here, one, other), (there, other, one)):
            self.groups[group][self.groups[group].index(leaves)] = comes
            if group != self.bench:
                for sums, row in zip(self.sums, self.again, strict=True):
                    sums[group] += row[comes] - row[leaves]
        self.where[one], self.where[other] = there, here

    def may(self, one: int, other: int) -> bool:
        """Whether two may change places."""
        here, there = self.where[one], self.where[other]
        if here == there:
            return False
        return self.bench not in (here, there) or self.byes[one] == self.byes[other]

    def run(self, least: int, lot: int) -> None:
        """Look for better tables, and go to the best.

        least: no tables cost less;  lot: what it is led by, where it must choose
        """
        size = len(self.again)
        best, cost = [list(group) for group in self.groups], self.cost
        free_at = [0] * size
        for step in range(min(FEW * size, MOST // max(size, 1))):
            if cost <= least:
                break
            lot = (lot * 6364136223846793005 + 1442695040888963407) % 2**64
            troubled = [one for one in range(size) if self.sums[one][self.where[one]]]
            if not troubled:
                break
            one = troubled[(lot >> 33) % len(troubled)]
            found = self._best(one, step, free_at, cost - self.cost)
            if found < 0:
                continue
            self.swap(one, found)
            free_at[one] = step + 5 + (lot >> 20) % 5
            free_at[found] = step + 2 + (lot >> 40) % 4
            if self.cost < cost:
                best, cost = [list(group) for group in self.groups], self.cost
        self._sit(best)

    def _best(self, one: int, step: int, free_at: Sequence[int], wanted: int) -> int:
        """Whom to swap this one with; who is held back only for the best tables so far. -1: nobody"""
        found, least = -1, 1 << 60
        held = free_at[one] > step
        for other in range(len(self.again)):
            if self.may(one, other):
                change = self.change(one, other)
                if change < least and (change < wanted or not (held or free_at[other] > step)):
                    found, least = other, change
        return found


def bound(again: Sequence[Sequence[int]], seats: int, tables: int) -> int:
    """What any tables cost at least: as if everybody sat with those they met least."""
    least = sorted(
        sum(sorted(row[:at] + row[at + 1 :])[: seats - 1]) for at, row in enumerate(map(list, again))
    )
    return -(-sum(least[: tables * seats]) // 2)


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


SEATINGS = 100_000
"""How much is tried for the sake of seats: half of the ways to fill a table that are looked at, about."""


def draw(
    everybody: Sequence[int], numbers: Sequence[int], past: Past, seats: int, number: int, chance: Chance
) -> list[tuple[int, ...]]:
    """The games of round `number`, in seat order, and the byes.

    everybody: all of the division, also those who have left
    """
    order = shuffle(chance, numbers)[0]
    if len(order) < seats:
        return [(one,) for one in order]
    lot = chance.below(2**32)
    place = {one: at for at, one in enumerate(order)}
    again = [[0] * len(order) for _ in order]
    for (one, other), times in past.met_all():
        if one in place and other in place:
            again[place[one]][place[other]] = again[place[other]][place[one]] = times
    byes = [past.byes[one] for one in order]
    least = bound(again, seats, len(order) // seats)
    regular = [[place[one] for one in table if one in place] for table in lines(everybody, seats, number)]
    found = Search(*filled(regular, byes, seats), again, byes)
    found.run(least, lot)
    if found.cost > least:
        by_lot = [list(range(at, min(at + seats, len(order)))) for at in range(0, len(order), seats)]
        other_way = Search(*filled(by_lot, byes, seats), again, byes)
        other_way.run(least, lot)
        found = min(found, other_way, key=lambda search: search.cost)
    seating = Seating(past, seats)
    _share_seats(found, order, seating)
    *tables, bench = [sorted(order[at] for at in group) for group in found.groups]
    return [seating.seated(table) for table in tables] + [(one,) for one in bench]


def filled(
    tables: Sequence[Sequence[int]], byes: Sequence[int], seats: int
) -> tuple[list[list[int]], list[int]]:
    """Full tables, made of those that may not be, and who has a bye: who had the fewest; of several those at
    tables that are not full."""
    fullest = sorted(tables, key=len, reverse=True)
    everybody = [one for table in fullest for one in table]
    idle = len(everybody) % seats
    bench = everybody[::-1]
    bench.sort(key=lambda one: byes[one])
    del bench[idle:]
    left = [[one for one in table if one not in bench] for table in fullest]
    left.sort(key=len, reverse=True)
    kept = left[: len(everybody) // seats]
    pool = [one for table in left[len(kept) :] for one in table]
    for table in kept:
        while len(table) < seats:
            table.append(pool.pop())
    return kept, bench


def _share_seats(search: Search, order: Sequence[int], seating: Seating) -> None:
    """Swap players between tables where that costs nothing else and makes seats fairer."""

    def bad(group: Sequence[int], leaves: int = -1, comes: int = -1) -> int:
        return seating.unfair([order[comes if one == leaves else one] for one in group])

    tries = SEATINGS // (seating.seats << seating.seats - 1)
    faults = [*(bad(table) for table in search.groups[:-1]), 0]
    for at in sorted(range(search.bench), key=lambda at: -faults[at]):
        for one in list(search.groups[at]):
            for other in range(len(order)):
                if not faults[at] or tries <= 0 or search.where[one] != at:
                    break
                if not search.may(one, other) or search.change(one, other) > 0:
                    continue
                tries -= 1
                there = search.where[other]
                now = bad(search.groups[at], one, other)
                then = bad(search.groups[there], other, one) if there != search.bench else 0
                if now + then < faults[at] + faults[there]:
                    search.swap(one, other)
                    faults[at], faults[there] = now, then
