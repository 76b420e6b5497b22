"""The cheapest matching: compared with all matchings there are, and proved by its own prices."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.leagues.pairing.matching import Matcher, cheapest
from tests.fuzz.profile import FIELDPOST

Costs = list[list[int]]


@st.composite
def graphs(draw: st.DrawFn, sizes: Sequence[int]) -> Costs:
    """Few different costs, so that there are many ways to be level, and odd rings."""
    size = draw(st.sampled_from(sizes))
    high = draw(st.sampled_from((1, 2, 4, 1000)))
    found = [[0] * size for _ in range(size)]
    for u in range(size):
        for v in range(u):
            found[u][v] = found[v][u] = draw(st.integers(0, high))
    return found


def brute(costs: Costs, left: tuple[int, ...]) -> int:
    if not left:
        return 0
    first, *others = left
    return min(
        costs[first][other] + brute(costs, tuple(one for one in others if one != other)) for other in others
    )


def total(costs: Costs, mates: Sequence[int]) -> int:
    assert all(mates[mate] == one != mate for one, mate in enumerate(mates))
    return sum(costs[one][mate] for one, mate in enumerate(mates)) // 2


@given(graphs((2, 4, 6, 8)))
@settings(FIELDPOST, max_examples=300)
def test_no_matching_is_cheaper(costs: Costs) -> None:
    assert total(costs, cheapest(costs)) == brute(costs, tuple(range(len(costs))))


def proved(costs: Costs, matcher: Matcher) -> None:
    """No pair pays more than it costs, but within blossoms by their worth; mates pay all of it."""
    blossoms = []
    for v in range(len(costs)):
        around, one = set(), v
        while one in matcher.above:
            one = matcher.above[one]
            around.add(one)
        blossoms.append(around)
    assert all(worth >= 0 for worth in matcher.worth.values())
    for u in range(len(costs)):
        for v in range(u):
            worth = sum(matcher.worth[one] for one in blossoms[u] & blossoms[v])
            slack = 2 * costs[u][v] - matcher.price[u] - matcher.price[v] + 2 * worth
            assert slack >= 0 and (slack == 0 or matcher.mate[u] != v)


def rings(size: int, around: int) -> Costs:
    """Odd rings of cheap pairs, with nothing but dear ones between them: blossoms within blossoms."""
    found = [[7 + (u * v) % 3 for v in range(size)] for u in range(size)]
    for u in range(size):
        nxt = u + 1 if (u + 1) % around else u + 1 - around
        if nxt < size:
            found[u][nxt] = found[nxt][u] = u % 2
    return found


@pytest.mark.parametrize(
    "costs",
    [
        rings(60, 3),
        rings(60, 5),
        rings(90, 15),
        # two kinds, of which one is in the majority: all of them become one blossom
        [
            [int(u % 3 > 0) + int(v % 3 > 0) and int((u % 3 > 0) == (v % 3 > 0)) for v in range(80)]
            for u in range(80)
        ],
        [[(u * v * 2654435761 >> 7) % 5 for v in range(70)] for u in range(70)],
        [[(u * v * 2654435761 >> 7) % 1000 for v in range(70)] for u in range(70)],
    ],
    ids=["threes", "fives", "fifteens", "kinds", "few costs", "many costs"],
)
def test_its_prices_prove_it(costs: Costs) -> None:
    matcher = Matcher(costs)
    matcher.run()
    total(costs, matcher.mate)
    proved(costs, matcher)


def test_no_cost_is_too_large() -> None:
    """Points may be any fractions, and what a fault costs grows with their common denominator."""
    costs = [[(u * v * 2654435761 >> 7) % 1000 for v in range(12)] for u in range(12)]
    huge = [[cost << 2000 for cost in row] for row in costs]
    assert total(huge, cheapest(huge)) == total(costs, cheapest(costs)) << 2000


def test_an_odd_number_is_refused() -> None:
    with pytest.raises(ValueError, match="odd"):
        cheapest([[0]])
