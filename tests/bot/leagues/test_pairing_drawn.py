"""Drawn tables: who meets again, who has a bye, who gets which seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.leagues.pairing.drawn_tables import Search, Seating, cheapest_seats, lines
from bot.features.leagues.scoring import Match, Past, Played
from tests.bot.leagues.pairing_seasons import finished, one_round, plan
from tests.fuzz.profile import FIELDPOST

LATE = iter(lambda: None, 0)
"""No game has ended."""


def season(
    size: int, seats: int, rounds: int, *, seed: int = 0, teams: tuple[int, ...] = (), gone: int = 0
) -> list[Played]:
    """Rounds of a league; from the fourth on that many have left."""
    played: list[Played] = []
    for number in range(1, rounds + 1):
        away = tuple(range(2, 2 + gone)) if number > 3 else ()
        matches = one_round("tables", size, played, number, seats=seats, seed=seed, gone=away, teams=teams)
        here = [one for one in range(1, size + 1) if one not in away]
        assert sorted(one for match in matches for one in match.numbers) == here
        idle = len(here) % seats
        assert [len(match.numbers) for match in matches] == [seats] * (len(here) // seats) + [1] * idle
        played += finished(matches, number, LATE)
    return played


def met(played: Sequence[Played]) -> Counter[frozenset[int]]:
    return Counter(frozenset(both) for game in played for both in combinations(game.numbers, 2))


def byes(played: Sequence[Played], size: int) -> list[int]:
    had = Counter(game.numbers[0] for game in played if len(game.numbers) == 1)
    return [had[number] for number in range(1, size + 1)]


def sat(played: Sequence[Played], number: int, seats: int) -> list[int]:
    had = Counter(
        game.numbers.index(number) for game in played if number in game.numbers and len(game.numbers) > 1
    )
    return [had[seat] for seat in range(seats)]


@pytest.mark.parametrize(
    ("size", "seats", "rounds"),
    [
        (9, 3, 4),
        (12, 3, 4),
        (15, 3, 5),
        (21, 3, 7),
        (16, 4, 5),
        (20, 4, 5),
        (49, 7, 8),
        (26, 3, 8),
        (31, 3, 6),
        (60, 4, 6),
    ],
)
def test_nobody_meets_anybody_again_where_that_can_be(size: int, seats: int, rounds: int) -> None:
    played = season(size, seats, rounds)
    assert max(met(played).values()) == 1
    assert max(byes(played, size)) - min(byes(played, size)) <= 1
    for number in range(1, size + 1):
        had = sat(played, number, seats)
        assert max(had) - min(had) <= (1 if size % seats == 0 else 2)


def splits(left: tuple[int, ...], seats: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to fill tables."""
    if not left:
        yield ()
        return
    for others in combinations(left[1:], seats - 1):
        table = (left[0], *others)
        for tables in splits(tuple(one for one in left if one not in table), seats):
            yield (table, *tables)


def cost(tables: Sequence[Sequence[int]], before: Counter[frozenset[int]]) -> int:
    return sum(before[frozenset(both)] for table in tables for both in combinations(table, 2))


def least(size: int, seats: int, played: Sequence[Played]) -> int:
    """The fewest who meet again, whoever has a bye of those who had the fewest."""
    had, before = byes(played, size), met(played)
    everybody = range(1, size + 1)
    idle = size % seats
    fewest = sorted(had)[:idle]
    return min(
        cost(tables, before)
        for bench in combinations(everybody, idle)
        if sorted(had[one - 1] for one in bench) == fewest
        for tables in splits(tuple(one for one in everybody if one not in bench), seats)
    )


@given(st.sampled_from(((6, 3), (7, 3), (8, 3), (9, 3), (8, 4), (9, 4), (8, 7))), st.integers(0, 999))
@settings(FIELDPOST, max_examples=10)
def test_no_tables_are_better(of: tuple[int, int], seed: int) -> None:
    size, seats = of
    played: list[Played] = []
    for number in range(1, 7):
        matches = one_round("tables", size, played, number, seats=seats, seed=seed)
        tables = [match.numbers for match in matches if len(match.numbers) > 1]
        assert cost(tables, met(played)) == least(size, seats, played)
        played += finished(matches, number, LATE)
        assert max(byes(played, size)) - min(byes(played, size)) <= 1


def test_who_leaves_is_missed_by_few() -> None:
    """The others still hardly meet again, and byes go round."""
    played = season(33, 3, 8, gone=4)
    assert sum(times - 1 for times in met(played).values()) == 0
    had = byes(played, 33)
    assert max(had) - min(had) <= 1


def test_partners_change_before_seats_do() -> None:
    """Teams of two on the seats 0 and 2, 1 and 3: four who always play each other."""
    teams = (0, 1, 0, 1)
    played = season(4, 4, 9, teams=teams)
    partners: Counter[frozenset[int]] = Counter()
    for game in played:
        partners[frozenset(game.numbers[::2])] += 1
        partners[frozenset(game.numbers[1::2])] += 1
    assert set(partners.values()) == {3}
    assert all(max(sat(played, one, 4)) - min(sat(played, one, 4)) <= 2 for one in range(1, 5))


def test_too_few_for_a_table_have_byes() -> None:
    assert one_round("tables", 2, [], 1, seats=3) == (Match((1,)), Match((2,)))


def test_the_same_lots_draw_the_same_tables() -> None:
    played = season(14, 3, 3)
    first, second = (one_round("tables", 14, played, 4, seats=3, seed=4) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("rows", [2, 3, 4, 5, 7, 8, 9, 11, 16])
def test_lines_cross_once(rows: int) -> None:
    seats = min(rows, 4)
    rounds = [lines(range(rows * seats), seats, number) for number in range(1, rows + 1)]
    crossed = Counter(
        frozenset(both) for tables in rounds for table in tables for both in combinations(table, 2)
    )
    assert set(crossed.values()) == {1}
    assert all(len(table) == seats for tables in rounds for table in tables)


@given(st.lists(st.lists(st.integers(0, 9), min_size=5, max_size=5), min_size=5, max_size=5))
@settings(FIELDPOST, max_examples=40)
def test_seats_are_filled_at_the_least_cost(costs: list[list[int]]) -> None:
    found, order = cheapest_seats(costs)
    assert found == sum(costs[who][seat] for seat, who in enumerate(order))
    assert found == min(
        sum(costs[who][seat] for seat, who in enumerate(any_)) for any_ in permutations(range(5))
    )


def test_a_seat_is_for_who_had_it_least() -> None:
    """Seven who always play each other have had each seat once after seven games; not the last one again."""
    played = season(7, 7, 7)
    assert all(sat(played, number, 7) == [1] * 7 for number in range(1, 8))
    past = Past(
        plan("tables", 3), [Played(1, 1, (2, 3, 1)), Played(2, 1, (3, 1, 2)), Played(3, 1, (1, 2, 3))]
    )
    assert all(one != other for one, other in zip(Seating(past, 3).seated((1, 2, 3)), (1, 2, 3), strict=True))


def test_byes_come_before_opponents() -> None:
    """Three of ten have a bye, and nobody a second one before all had one, whoever meets again for it."""
    for rounds in range(1, 8):
        had = byes(season(10, 7, rounds), 10)
        assert max(had) - min(had) <= 1
    search = Search([[0, 1, 2]], [3, 4], [[0] * 5] * 5, [1, 0, 0, 0, 1])
    assert search.may(0, 4) and not search.may(0, 3) and search.may(3, 1) and not search.may(3, 4)


def test_players_are_swapped_between_tables_for_the_sake_of_seats() -> None:
    """By the lines all who had the first seat would meet in this round."""
    played = [Played(1, 1, (1, 2, 3)), Played(1, 2, (4, 5, 6)), Played(1, 3, (7, 8, 9))]
    matches = one_round("tables", 9, played, 4, seats=3)
    tables = [match.numbers for match in matches]
    assert cost(tables, met(played)) == 0
    assert all(seat != (one - 1) % 3 for table in tables for seat, one in enumerate(table))
