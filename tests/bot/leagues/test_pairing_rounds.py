"""Round robins: everybody meets everybody, with fair seats, whoever leaves."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.leagues.pairing.rounds import circle, divide, how_many, moves, pair
from bot.features.leagues.plan import Plan
from bot.features.leagues.scoring import Entering, Match, Past, Played, Result
from tests.bot.leagues.pairing_seasons import LOST, WON, chance, finished, one_round, plan
from tests.fuzz.profile import FIELDPOST

SIZES = [*range(2, 17), 25]


def rounds_of(size: int, cycles: int) -> list[list[tuple[int, ...]]]:
    number = how_many(plan("roundrobin", rounds=0, cycles=cycles), [size])
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
    assert how_many(whole, [5, 6, 8]) == 7
    assert how_many(plan("roundrobin", rounds=0, cycles=2), [5]) == 10
    assert how_many(plan("roundrobin", rounds=3), [5]) == 3
    assert how_many(plan("swiss", rounds=6), [50]) == 6
    assert how_many(whole, []) == how_many(whole, [1]) == 0


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


A, B, C = (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)


def sizes(of: dict[int, int]) -> list[int]:
    found = Counter(of.values())
    return [found[division] for division in sorted(found)]


@pytest.mark.parametrize(
    ("form", "seats", "total", "divisions", "expected"),
    [
        ("roundrobin", 2, 18, 2, [9, 9]),
        ("roundrobin", 2, 19, 2, [9, 10]),
        ("swiss", 2, 18, 2, [8, 10]),
        ("swiss", 2, 19, 2, [9, 10]),
        ("swiss", 2, 33, 4, [8, 8, 8, 9]),
        ("tables", 3, 20, 2, [10, 10]),
        ("tables", 3, 16, 2, [7, 9]),
        ("tables", 7, 30, 2, [15, 15]),
        ("tables", 7, 28, 3, [7, 7, 14]),
        ("tables", 3, 5, 3, [5]),
        ("roundrobin", 2, 3, 2, [3]),
        ("swiss", 2, 0, 2, []),
    ],
)
def test_sizes_are_good_for_the_game(
    form: str, seats: int, total: int, divisions: int, expected: list[int]
) -> None:
    found = divide(plan(form, seats, divisions=divisions), range(1, total + 1), seats)  # type: ignore[arg-type]
    assert sizes(found) == expected
    assert list(found) == list(range(1, total + 1)) and list(found.values()) == sorted(found.values())


def test_two_go_up_and_two_down() -> None:
    after = moves(plan("roundrobin", divisions=3, moves=2), (A, B, C))
    assert [number for number, division in after.items() if division == 1] == [1, 2, 5, 6]
    assert [number for number, division in after.items() if division == 2] == [3, 4, 9, 10]
    assert [number for number, division in after.items() if division == 3] == [7, 8, 11, 12]


def test_who_leaves_goes_nowhere() -> None:
    """A last one who leaves was the one to go down; where a first one leaves the next goes up."""
    one = plan("roundrobin", divisions=2, moves=1)
    after = moves(one, (A, (*B, 20)), (4,))
    assert after == {1: 1, 2: 1, 3: 1, 5: 1, 6: 2, 7: 2, 8: 2, 20: 2}
    after = moves(one, (A, (*B, 20)), (5,))
    assert after == {1: 1, 2: 1, 3: 1, 6: 1, 4: 2, 7: 2, 8: 2, 20: 2}


def test_a_free_place_is_for_who_would_have_gone_down() -> None:
    after = moves(plan("roundrobin", divisions=2, moves=1), (A, (*B, 20)), (1,))
    assert after == {2: 1, 3: 1, 5: 1, 4: 1, 6: 2, 7: 2, 8: 2, 20: 2}


def test_no_moves() -> None:
    after = moves(plan("roundrobin", divisions=2, moves=0), (A, B))
    assert after == dict.fromkeys(A, 1) | dict.fromkeys(B, 2)


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=5),
    st.integers(0, 5),
    st.sets(st.integers(1, 45)),
)
@settings(FIELDPOST, max_examples=60)
def test_everybody_who_stays_plays_in_one(groups: list[int], most: int, leavers: set[int]) -> None:
    tables, at = [], 1
    for size in groups:
        tables.append(list(range(at, at + size)))
        at += size
    after = moves(plan("roundrobin", divisions=len(groups), moves=most), tables, leavers)
    assert sorted(after) == [number for number in range(1, at) if number not in leavers]
    assert not after or max(sizes(after)) - min(sizes(after)) <= 1


def test_divisions_play_among_themselves_and_a_round_can_go_to_a_worker() -> None:
    entering = [Entering(number, 1 + number % 3) for number in range(1, 16)]
    for form, seats in (("swiss", 2), ("roundrobin", 2), ("tables", 3)):
        call = pickle.loads(pickle.dumps((plan(form, seats), entering, [], 1, seats, chance(1))))  # type: ignore[arg-type]
        matches = pickle.loads(pickle.dumps(pair(*call)))
        assert [match.division for match in matches] == sorted(match.division for match in matches)
        for match in matches:
            assert {1 + number % 3 for number in match.numbers} == {match.division}
        assert sorted(one for match in matches for one in match.numbers) == list(range(1, 16))


def test_a_game_that_lost_a_player_is_a_bye_to_pairing() -> None:
    plan = Plan(format="tables", rounds=5, points=("2", "1", "0"), bye="1", ties=("lot",), least=3)
    past = Past(plan, [Played(1, 1, (2, 4), 1, Result("bye")), Played(1, 2, (5,), 1, Result("bye"))])
    assert past.byes == {2: 1, 4: 1, 5: 1}
    assert past.met(2, 4) == 0
    assert past.had(4, 3) == [0, 0, 0]
