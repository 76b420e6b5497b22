"""Divisions: their sizes, and who goes up and down."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.leagues.matches import Entering
from bot.features.leagues.pairing.rounds import divide, moves, pair
from tests.bot.leagues.pairing_seasons import chance, plan
from tests.fuzz.profile import FIELDPOST

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
    after = moves(one, (A, B), (4,), newcomers=(20,))
    assert after == {1: 1, 2: 1, 3: 1, 5: 1, 6: 2, 7: 2, 8: 2, 20: 2}
    after = moves(one, (A, B), (5,), newcomers=(20,))
    assert after == {1: 1, 2: 1, 3: 1, 6: 1, 4: 2, 7: 2, 8: 2, 20: 2}


def test_a_free_place_is_for_who_would_have_gone_down() -> None:
    after = moves(plan("roundrobin", divisions=2, moves=1), (A, B), (1,), newcomers=(20,))
    assert after == {2: 1, 3: 1, 5: 1, 4: 1, 6: 2, 7: 2, 8: 2, 20: 2}


def test_no_moves() -> None:
    after = moves(plan("roundrobin", divisions=2, moves=0), (A, B))
    assert after == dict.fromkeys(A, 1) | dict.fromkeys(B, 2)


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=5),
    st.integers(0, 5),
    st.sets(st.integers(1, 45)),
    st.integers(0, 4),
)
@settings(FIELDPOST, max_examples=60)
def test_everybody_who_stays_plays_in_one(groups: list[int], most: int, leavers: set[int], new: int) -> None:
    tables, at = [], 1
    for size in groups:
        tables.append(list(range(at, at + size)))
        at += size
    newcomers = list(range(100, 100 + new))
    after = moves(plan("roundrobin", divisions=len(groups), moves=most), tables, leavers, newcomers)
    staying = [number for number in range(1, at) if number not in leavers]
    assert sorted(after) == staying + newcomers
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
