"""Swiss rounds."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.chance import Chance, shuffle
from bot.service.leagues.pairing.past import Past
from bot.service.leagues.pairing.seating import seated


def swiss(numbers: Sequence[int], past: Past, chance: Chance) -> list[tuple[int, ...]]:
    """The games of a round, in seat order, and the bye."""
    order = list(shuffle(chance, numbers)[0])
    order.sort(key=past.points, reverse=True)
    byes: list[tuple[int, ...]] = []
    if len(order) % 2:
        least = min(past.byes[number] for number in order)
        one = next(number for number in reversed(order) if past.byes[number] == least)
        order.remove(one)
        byes = [(one,)]
    pairs: list[list[int]] = []
    while order:
        one = order.pop(0)
        other = min(order, key=lambda n: past.met(one, n))
        order.remove(other)
        pairs.append([one, other])
    better = True
    while better:
        better = False
        for a, one_pair in enumerate(pairs):
            for other_pair in pairs[a + 1 :]:
                for i in (0, 1):
                    before = _cost(past, one_pair) + _cost(past, other_pair)
                    one_pair[0], other_pair[i] = other_pair[i], one_pair[0]
                    if _cost(past, one_pair) + _cost(past, other_pair) < before:
                        better = True
                    else:
                        one_pair[0], other_pair[i] = other_pair[i], one_pair[0]
    return [seated(pair, past) for pair in pairs] + byes


def _cost(past: Past, pair: Sequence[int]) -> float:
    one, other = pair
    return 1_000_000 * past.met(one, other) + float(past.points(one) - past.points(other)) ** 2
