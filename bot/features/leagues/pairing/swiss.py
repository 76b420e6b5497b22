"""Swiss rounds: who has as many points meets, nobody twice.

Every pair that could be made has a cost, and so has every bye. The round is the cheapest of all rounds
(`matching`), so what is said below holds exactly, not just nearly. What costs, the weightiest first; the
least of it in a round outweighs the most of all that follows:

1. who met before, for each time
2. a bye for who had one
3. a seat three times in a row, or three times more often than the other one
4. a bye for who has more points than others
5. the difference of the points, squared: two small ones are better than a large one
6. a seat twice more often than the other one
7. meeting somebody with more points, or with fewer, after the same in the last round, or in the one before
8. the seat of the last game again
9. where the league is seeded by rating: how far a pair is from the one that it would be if, of those with the
   same points, the upper half met the lower half in its order; who meets somebody with fewer points is to be
   the last of the upper ones and the first of the lower ones, and a bye is for the last

All else is by lot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm

from adjudicator.chance import Chance, shuffle
from bot.features.leagues.pairing.matching import cheapest
from bot.features.leagues.scoring import Past

Faults = tuple[int, ...]
"""How much of each, the weightiest first."""


@dataclass(frozen=True, slots=True)
class Contender:
    """What counts of an entrant.

    points: as a whole number, in the smallest fraction that occurs
    more:   how many more games on the first seat than on the second
    last:   the seats of the last two games, the newest last
    floats: up (1) and down (-1) in the last round, and in the one before
    """

    points: int
    more: int
    last: tuple[int, ...]
    floats: tuple[int, int]
    byes: int
    seed: int = 0
    level: int = 0
    """The place among those with the same points by rating, from 0, and how many they are; 0: by lot."""


def swiss(
    numbers: Sequence[int], past: Past, number: int, chance: Chance, ratings: Mapping[int, int] | None = None
) -> list[tuple[int, ...]]:
    """The games of round `number`, in seat order, and the bye if there is one.

    ratings: of all, to be seeded by; None or {}: by lot
    """
    order = shuffle(chance, numbers)[0]
    if len(order) < 2:
        return [(one,) for one in order]
    standings = _standings(order, past, number, ratings or {})
    mates = cheapest(costs(order, standings, past))
    found: list[tuple[int, ...]] = []
    for at, mate in enumerate(mates):
        if mate == len(order):
            found.append((order[at],))
        elif at < mate:
            found.append(_seated(order[at], order[mate], standings[at], standings[mate], past))
    return found


def _standings(order: Sequence[int], past: Past, number: int, ratings: Mapping[int, int]) -> list[Contender]:
    whole = lcm(*(past.points(one).denominator for one in order))
    seeded: dict[Fraction, list[int]] = {}
    for one in sorted(ratings, key=lambda one: (-ratings[one], one)):
        seeded.setdefault(past.points(one), []).append(one)
    seeds = {one: (at, len(group)) for group in seeded.values() for at, one in enumerate(group)}
    found = []
    for one in order:
        first, second = past.had(one, 2)
        floats = past.floats.get(one, {})
        found.append(
            Contender(
                points=int(past.points(one) * whole),
                more=first - second,
                last=tuple(past.seats.get(one, [])[-2:]),
                floats=(floats.get(number - 1, 0), floats.get(number - 2, 0)),
                byes=past.byes[one],
                seed=seeds.get(one, (0, 0))[0],
                level=seeds.get(one, (0, 0))[1],
            )
        )
    return found


def costs(order: Sequence[int], standings: Sequence[Contender], past: Past) -> list[list[int]]:
    """What each pair costs; of an odd number, the last row and column are the bye."""
    weights = _weights(standings, len(order) + len(order) % 2)
    least = min(one.points for one in standings)

    @cache
    def row(one: Contender) -> list[int]:
        found = [_weigh(_together(one, other), weights) for other in standings]
        if len(order) % 2:
            found.append(_weigh(_bye(one, least), weights))
        return found

    found = [list(row(one)) for one in standings]
    if len(order) % 2:
        found.append([*(line[-1] for line in found), 0])
    places = {number: at for at, number in enumerate(order)}
    for (one, other), times in past.met_all():
        if one in places and other in places:
            found[places[one]][places[other]] += times * weights[0]
            found[places[other]][places[one]] += times * weights[0]
    return found


def _weights(standings: Sequence[Contender], size: int) -> Faults:
    """The weight of one fault of each level: more than the most of all later ones together."""
    points = [one.points for one in standings]
    spread = max(points) - min(points)
    seeds = 2 * max(one.level for one in standings)
    most = (0, max(one.byes for one in standings), 2, spread, spread**2, 2, 6, 2, seeds)
    weights = [1]
    for one in reversed(most[1:]):
        weights.append(weights[-1] * (one * size // 2 + 1))
    return tuple(reversed(weights))


def _weigh(faults: Faults, weights: Faults) -> int:
    return sum(fault * weight for fault, weight in zip(faults, weights, strict=True))


def _together(one: Contender, other: Contender) -> Faults:
    """The faults of a game between two, with the better seats of both; that they met is not counted."""
    hard, soft, again = min(_sitting(one, other), _sitting(other, one))
    apart = other.points - one.points
    floats = _floating(one, apart) + _floating(other, -apart)
    return (0, 0, hard, 0, apart**2, soft, floats, again, _unseeded(one, other))


def _bye(one: Contender, least: int) -> Faults:
    last = max(one.level - 1 - one.seed, 0)
    return (0, one.byes, 0, one.points - least, 0, 0, _floating(one, -1), 0, last)


def _unseeded(one: Contender, other: Contender) -> int:
    """How far a pair is from what ratings would make of those with their points."""
    if not one.level:
        return 0
    if one.points == other.points:
        return abs(abs(one.seed - other.seed) - one.level // 2)
    upper, lower = (one, other) if one.points > other.points else (other, one)
    return upper.level - 1 - upper.seed + lower.seed


def _floating(one: Contender, apart: int) -> int:
    """2 for the same float as in the last round, 1 for that of the one before."""
    way = (apart > 0) - (apart < 0)
    return 2 * (way == one.floats[0] != 0) + (way == one.floats[1] != 0)


def _sitting(first: Contender, second: Contender) -> tuple[int, int, int]:
    """The faults of two seats: hard ones, soft ones, and the same seat again."""
    hard = soft = again = 0
    for one, seat in ((first, 0), (second, 1)):
        more = abs(one.more + (-1 if seat else 1))
        hard += more > 2 or one.last == (seat, seat)
        soft += more == 2
        again += one.last[-1:] == (seat,)
    return hard, soft, again


def _seated(one: int, other: int, standing: Contender, against: Contender, past: Past) -> tuple[int, int]:
    """Both in seat order: the fewest faults; else other seats than when they last had different ones; else by
    the lot that put one first."""
    here, there = _sitting(standing, against), _sitting(against, standing)
    if here != there:
        return (one, other) if here < there else (other, one)
    for mine, yours in zip(
        reversed(past.seats.get(one, [])), reversed(past.seats.get(other, [])), strict=False
    ):
        if mine != yours:
            return (one, other) if mine == 1 else (other, one)
    return one, other
