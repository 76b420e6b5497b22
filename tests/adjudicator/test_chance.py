"""Chance beside its second implementation (`reference_chance`), which shares nothing with it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from adjudicator.chance import (
    CoinFlip,
    Die,
    HmacChance,
    Lot,
    ScriptedChance,
    check_events,
    flip,
    roll,
    shuffle,
)
from adjudicator.game import Event
from tests.adjudicator.reference_chance import words

SEED = bytes(range(32))
WORD = 2**32


def uniform(seed: bytes, game_id: str, n: int, below: int) -> int:
    limit = (WORD // below) * below
    return next(word for word in words(seed, game_id, n) if word < limit) % below


@pytest.mark.parametrize("seed", [bytes(32), SEED, bytes([255] * 32)])
@pytest.mark.parametrize("game_id", ["k7f3", "cic", "straße"])
def test_coins_dice_and_numbers(seed: bytes, game_id: str) -> None:
    chance = HmacChance(seed, game_id)
    for n in range(0, 400, 4):
        assert chance.n == n
        assert chance.coin() is bool(next(words(seed, game_id, n)) % 2)
        assert 1 + chance.below(6) == 1 + uniform(seed, game_id, n + 1, 6)
        assert chance.below(7) == uniform(seed, game_id, n + 2, 7)
        assert chance.below(1) == 0
    assert chance.n == 400


def test_a_word_that_would_favour_small_results_is_rejected() -> None:
    """Of 2**31 + 1 numbers nearly half of all words are refused: the second, or a later one, decides."""
    huge = 2**31 + 1
    rejected = [n for n in range(200) if next(words(SEED, "cic", n)) >= huge]
    assert len(rejected) > 60
    for n in range(200):
        result = HmacChance(SEED, "cic", n).below(huge)
        assert result == uniform(SEED, "cic", n, huge)
        assert (result == next(words(SEED, "cic", n))) == (n not in rejected)


def test_one_result_uses_one_number() -> None:
    chance = HmacChance(SEED, "cic")
    for below in (2, 6, 2**31 + 1, 2**31 + 1, 2**32, 1):
        before = chance.n
        chance.below(below)
        assert chance.n == before + 1


def test_a_number_can_be_asked_again() -> None:
    """Undoing a turn takes n back: the same act meets the same result."""
    first = HmacChance(SEED, "cic")
    results = [first.below(100) for _ in range(20)]
    assert [HmacChance(SEED, "cic", n).below(100) for n in range(20)] == results


def test_shuffle_is_fisher_yates_from_the_last_index() -> None:
    things = list("abcdefgh")
    order, lots = shuffle(HmacChance(SEED, "cic", 5), things)
    mine, n = things[:], 5
    for i in range(len(mine) - 1, 0, -1):
        j = uniform(SEED, "cic", n, i + 1)
        mine[i], mine[j] = mine[j], mine[i]
        assert lots[n - 5] == Lot(n=n, of=i + 1, value=j)
        n += 1
    assert list(order) == mine
    assert shuffle(HmacChance(SEED, "cic"), []) == ((), ())
    assert shuffle(HmacChance(SEED, "cic"), ["x"]) == (("x",), ())


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        HmacChance(bytes(size), "x")


def test_what_cannot_be_asked() -> None:
    with pytest.raises(ValueError, match="from 0"):
        HmacChance(SEED, "x", -1)
    for below in (0, -1, WORD + 1):
        with pytest.raises(ValueError, match="below"):
            HmacChance(SEED, "x").below(below)


def test_scripted_chance() -> None:
    chance = ScriptedChance(True, 6, 1, n=4)
    assert [flip(chance), roll(chance), chance.below(9)] == [
        CoinFlip(n=4, heads=True),
        Die(n=5, value=6),
        0,
    ]
    with pytest.raises(ValueError, match="no result number 7"):
        chance.coin()
    for script, act in (((6,), "coin"), ((True,), "below"), ((7,), "below"), ((0,), "below")):
        with pytest.raises(ValueError, match="script"):
            ScriptedChance(*script).coin() if act == "coin" else ScriptedChance(*script).below(6)


def truth() -> list[Event]:
    chance = HmacChance(SEED, "cic")
    _, lots = shuffle(chance, "abcd")
    return [*lots, flip(chance), roll(chance), Event(), flip(chance), roll(chance)]


def test_true_events_are_found_true() -> None:
    assert check_events(SEED, "cic", truth()) == []
    assert check_events(SEED, "cic", []) == []


@pytest.mark.parametrize(
    "where", [number for number, event in enumerate(truth()) if type(event) is not Event]
)
def test_every_kind_of_tampering_is_noticed(where: int) -> None:
    events = truth()
    event = events[where]
    changed: list[Event] = [replace(event, n=event.n + 1)]  # type: ignore[attr-defined]
    if isinstance(event, CoinFlip):
        changed.append(replace(event, heads=not event.heads))
    if isinstance(event, Die):
        changed += [replace(event, value=value) for value in range(0, 8) if value != event.value]
    if isinstance(event, Lot):
        changed += [replace(event, value=event.value + 1), replace(event, of=event.of + 1)]
        changed += [replace(event, of=of) for of in (0, -1, 2**33, "x", True)]  # type: ignore[arg-type]
    for wrong in changed:
        assert check_events(SEED, "cic", [*events[:where], wrong, *events[where + 1 :]]), wrong
    assert check_events(SEED, "cic", events[:where] + events[where + 1 :]) or where == len(events) - 1
    assert check_events(SEED, "cic", [*events[:where], event, *events[where:]])
    assert check_events(bytes(32), "cic", events)
    assert check_events(SEED, "other", events)


def test_swapped_events_are_noticed() -> None:
    events = [event for event in truth() if type(event) is not Event]
    for first, second in combinations(range(len(events)), 2):
        swapped = events[:]
        swapped[first], swapped[second] = events[second], events[first]
        assert check_events(SEED, "cic", swapped)
