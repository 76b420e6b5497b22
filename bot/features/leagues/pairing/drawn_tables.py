"""Drawn tables: opponents repeat as little as possible, byes and seats are shared as evenly as possible.

Whose turn a bye is comes first, then who meets whom, then seats. What meeting again costs grows with how
often two have met: it is counted in pairs of games in which the same two sat at one table.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.chance import Chance, shuffle
from bot.features.leagues.pairing.lines import lines
from bot.features.leagues.pairing.past import Past
from bot.features.leagues.pairing.search import Search, bound
from bot.features.leagues.pairing.seating import Seating

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
