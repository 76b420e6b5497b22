"""Drawn tables: opponents repeat as little as possible."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.chance import Chance, shuffle
from bot.service.leagues.pairing.past import Past
from bot.service.leagues.pairing.seating import seated


def draw(numbers: Sequence[int], past: Past, seats: int, chance: Chance) -> list[tuple[int, ...]]:
    """The games of a round, in seat order, and the byes."""
    order = list(shuffle(chance, numbers)[0])
    idle = len(order) % seats if len(order) >= seats else len(order)
    order.sort(key=lambda number: past.byes[number])
    resting, order = order[:idle], order[idle:]
    tables = [order[at : at + seats] for at in range(0, len(order), seats)]
    better = True
    while better:
        better = False
        for a, one in enumerate(tables):
            for other in tables[a + 1 :]:
                for i in range(seats):
                    for j in range(seats):
                        before = _cost(one, past) + _cost(other, past)
                        one[i], other[j] = other[j], one[i]
                        if _cost(one, past) + _cost(other, past) < before:
                            better = True
                        else:
                            one[i], other[j] = other[j], one[i]
    return [seated(table, past) for table in tables] + [(one,) for one in resting]


def _cost(table: Sequence[int], past: Past) -> int:
    return sum(past.met(one, other) ** 2 for at, one in enumerate(table) for other in table[:at])
