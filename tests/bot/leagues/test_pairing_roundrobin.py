"""Round robins: everybody meets everybody, with fair seats, whoever leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from bot.features.leagues.matches import Entering, Match, Played
from bot.features.leagues.pairing.rounds import circle, how_many, pair
from tests.bot.leagues.pairing_seasons import LOST, WON, chance, finished, one_round, plan

SIZES = [*range(2, 17), 25]


def rounds_of(size: int, cycles: int) -> list[list[tuple[int, ...]]]:
    number = how_many(plan("roundrobin", rounds=0, cycles=cycles), [size], 2)
    return [circle(range(1, size + 1), at) for at in range(1, number + 1)]


@pytest.mark.parametrize("size", SIZES)
def test_everybody_meets_everybody_once_in_a_cycle(size: int) -> None:
    rounds = rounds_of(size, 1)
    assert len(rounds) == (size - 1 if size % 2 == 0 else size)
    met = Counter(frozenset(game) for games in rounds for game in games if len(game) == 2)
    assert met == Counter(frozenset(both) for both in combinations(range(1, size + 1), 2))
    for games in rounds:
        assert sorted(one for game in games for one in game) == list(range(1, size + 1))
    byes = Counter(game for games in rounds for game in games if len(game) == 1)
    assert byes == Counter((one,) for one in range(1, size + 1) if size % 2)


def sat(rounds: Sequence[Sequence[tuple[int, ...]]], number: int) -> list[int]:
    return [game.index(number) for games in rounds for game in games if number in game and len(game) == 2]


@pytest.mark.parametrize("size", SIZES)
def test_seats_alternate(size: int) -> None:
    """After one cycle nobody had a seat twice more often than the other, after two both as often; and in any
    number of cycles nobody has one three times in a row, if there are more than two."""
    for number in range(1, size + 1):
        once, twice, long = (sat(rounds_of(size, cycles), number) for cycles in (1, 2, 5))
        assert abs(2 * sum(once) - len(once)) <= 1
        assert 2 * sum(twice) == len(twice)
        assert all(len(set(long[at : at + 3])) == 2 for at in range(len(long) - 2)) or size == 2


@pytest.mark.parametrize("size", SIZES)
def test_the_second_cycle_exchanges_the_seats(size: int) -> None:
    games = [game for games in rounds_of(size, 2) for game in games if len(game) == 2]
    assert len(set(games)) == len(games) == size * (size - 1)


def test_who_has_left_stays_in_the_circle() -> None:
    """Opponents of one who left have a walkover; two who left have nothing; all else is as before."""
    for number in range(1, 8):
        whole = one_round("roundrobin", 7, [], number, rounds=0)
        left = one_round("roundrobin", 7, [], number, rounds=0, gone=(2, 5))
        expected = set()
        for match in whole:
            here = tuple(one for one in match.numbers if one not in (2, 5))
            if here:
                expected.add(Match(here, 1, len(here) < len(match.numbers)))
        assert set(left) == expected
        assert [len(match.numbers) for match in left] == sorted((len(m.numbers) for m in left), reverse=True)


def test_the_number_of_rounds() -> None:
    whole = plan("roundrobin", rounds=0)
    assert how_many(whole, [5, 6, 8], 2) == 7
    assert how_many(plan("roundrobin", rounds=0, cycles=2), [5], 2) == 10
    assert how_many(plan("roundrobin", rounds=3), [5], 2) == 3
    assert how_many(plan("swiss", rounds=6), [50], 2) == 6
    assert how_many(whole, [], 2) == how_many(whole, [1], 2) == 0


def test_a_small_division_is_done_before_a_large_one() -> None:
    entering = [Entering(number, 1 if number <= 4 else 2) for number in range(1, 11)]
    whole, longer = plan("roundrobin", rounds=0), plan("roundrobin", rounds=5)
    played: list[Played] = []
    for number in range(1, 6):
        matches = pair(whole, entering, played, number, 2, chance(number))
        assert [match.division for match in matches] == [1] * (2 if number <= 3 else 0) + [2] * 3
        both = pair(longer, entering, played, number, 2, chance(number))
        assert len(both) == 5
    again = {match.numbers for match in both if match.division == 1}
    assert all(
        game[::-1] in {m.numbers for n in (1, 2, 3) for m in pair(longer, entering, [], n, 2, chance(n))}
        for game in again
    )


def test_the_best_boards_come_first() -> None:
    played: list[Played] = []
    wins: Counter[int] = Counter()
    for number in range(1, 8):
        matches = one_round("roundrobin", 8, played, number, rounds=0)
        tops = [max(wins[one] for one in match.numbers) for match in matches]
        assert tops == sorted(tops, reverse=True)
        results = [WON if sum(match.numbers) % 3 else LOST for match in matches]
        played += finished(matches, number, iter(results))
        wins.update(match.numbers[result == LOST] for match, result in zip(matches, results, strict=True))
