"""Coin, die and shuffle are fair, and the very same checks catch reductions that are not.

Seeds are fixed, so nothing here can fail by bad luck. Checked are: each face; pairs of neighbours; how long
runs of one face are (chi-square, summed over the seeds, against a bound that fair results pass but once in a
million); and in a longer row, whether small results are favoured, as a reduction of too few bits does.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise, permutations
from math import inf, sqrt

import pytest

from adjudicator.chance import HmacChance, ScriptedChance, roll, shuffle

SEEDS = [hashlib.sha256(f"fair {number}".encode()).digest() for number in range(6)]
EACH, LONG = 1500, 14_000
"""So many results of each seed, and in a long row."""
Source = Callable[[bytes], Iterator[int]]
"""Results of a seed: faces from 0."""


def bound(degrees: int, z: float = 4.75) -> float:
    """What chi-square exceeds once in a million (Wilson and Hilferty)."""
    part = 2 / (9 * degrees)
    return float(degrees * (1 - part + z * sqrt(part)) ** 3)


def chi_square(counts: Counter[int], of: Sequence[float]) -> float:
    """How far the counts of results 0, 1, … are from their shares."""
    total = sum(counts.values())
    if not total:
        return inf  # nothing ever happened that should have
    assert set(counts) <= set(range(len(of))), f"no result of {len(of)}: {counts}"
    return sum((counts[face] - total * share) ** 2 / (total * share) for face, share in enumerate(of))


def run_lengths(results: Sequence[int], longest: int) -> Counter[int]:
    """How many runs of one face have length 1, 2, … (at place 0, 1, …); the last place is for longer ones."""
    found: Counter[int] = Counter()
    length = 1
    for one, other in pairwise(results):
        if one == other:
            length += 1
            continue
        found[min(length, longest) - 1] += 1
        length = 1
    return found


def faults(source: Source, faces: int) -> list[str]:
    """Which checks the source fails."""
    even = [1 / faces] * faces
    pairs = [1 / faces**2] * faces**2
    longest = 8 if faces == 2 else 3
    again = 1 / faces
    runs = [(1 - again) * again**at for at in range(longest - 1)] + [again ** (longest - 1)]
    sums = {"faces": 0.0, "pairs": 0.0, "runs": 0.0}
    try:
        for seed in SEEDS:
            results = list(islice(source(seed), EACH))
            sums["faces"] += chi_square(Counter(results), even)
            # Pairs that do not overlap, so that they are independent of each other.
            both = zip(results[::2], results[1::2], strict=True)
            sums["pairs"] += chi_square(Counter(one * faces + other for one, other in both), pairs)
            sums["runs"] += chi_square(run_lengths(results, longest), runs)
    except AssertionError as outside:
        return [f"range: {outside}"]
    degrees = {"faces": faces - 1, "pairs": faces**2 - 1, "runs": longest - 1}
    found = [f"{name}: {sums[name]:.0f}" for name in sums if sums[name] > bound(len(SEEDS) * degrees[name])]
    return found or favours(source, faces)


def favours(source: Source, faces: int) -> list[str]:
    """Whether the small results, up to any one, come too often or too rarely (in standard deviations)."""
    counts = Counter(result for seed in SEEDS for result in islice(source(seed), LONG))
    total, found, small = sum(counts.values()), [], 0
    for face in range(faces - 1):
        small += counts[face]
        share = (face + 1) / faces
        off = (small - total * share) / sqrt(total * share * (1 - share))
        found += [f"results up to {face}: {off:+.1f}"] if abs(off) > 4.0 else []
    return found


# -- what is played with


def coins(seed: bytes) -> Iterator[int]:
    chance = HmacChance(seed, "fair")
    while True:
        yield int(chance.coin())


def dice(seed: bytes) -> Iterator[int]:
    chance = HmacChance(seed, "fair")
    while True:
        yield roll(chance).value - 1


@pytest.mark.parametrize(("source", "faces"), [(coins, 2), (dice, 6)])
def test_fair(source: Source, faces: int) -> None:
    assert faults(source, faces) == []


# -- what must not pass


def block(seed: bytes, n: int) -> bytes:
    return hmac.new(seed, f"fair:{n}".encode(), hashlib.sha256).digest()


def word(seed: bytes, n: int) -> int:
    return int.from_bytes(block(seed, n)[:4], "big")


def wrong(reduce: Callable[[bytes, int], int]) -> Source:
    """Results 0, 1, 2, … each made from the seed and its number."""

    def source(seed: bytes) -> Iterator[int]:
        n = 0
        while True:
            yield reduce(seed, n)
            n += 1

    return source


WRONG_DICE: dict[str, Callable[[bytes, int], int]] = {
    "three bits mod 6": lambda seed, n: word(seed, n) % 8 % 6,
    "four bits mod 6": lambda seed, n: word(seed, n) % 16 % 6,
    "a byte mod 6": lambda seed, n: block(seed, n)[0] % 6,
    "1 + below(5)": lambda seed, n: 1 + word(seed, n) % 5,
    "below(5)": lambda seed, n: word(seed, n) % 5,
    "below(7)": lambda seed, n: word(seed, n) % 7,
    "1 + below(6), from 0": lambda seed, n: 1 + word(seed, n) % 6,
    "rounded": lambda seed, n: round(5 * word(seed, n) / 2**32),
    "the sum of two": lambda seed, n: (word(seed, n) % 6 + block(seed, n)[7] % 6) // 2,
    "the number itself": lambda seed, n: n % 6,
    "each number twice": lambda seed, n: word(seed, n // 2) % 6,
    "a number again and again": lambda seed, n: word(seed, n % 50) % 6,
    "the same number": lambda seed, n: word(seed, 0) % 6,
    "the next one is told": lambda seed, n: (word(seed, n // 2) >> 3 * (n % 2)) % 6,
    "of two words the larger": lambda seed, n: max(
        word(seed, n) % 6, int.from_bytes(block(seed, n)[4:8], "big") % 6
    ),
    "never the same twice": lambda seed, n: (
        word(seed, n) % 6 if word(seed, n) % 6 != word(seed, n - 1) % 6 else (word(seed, n) + 1) % 6
    ),
    "a hex digit, decimals only": lambda seed, n: min(5, int(block(seed, n).hex()[0], 16) % 10),
}
WRONG_COINS: dict[str, Callable[[bytes, int], int]] = {
    "the lowest bit of the number": lambda seed, n: n & 1,
    "a higher bit of the number": lambda seed, n: n >> 4 & 1,
    "the number and one bit": lambda seed, n: (n ^ word(seed, 0)) & 1,
    "each number twice": lambda seed, n: word(seed, n // 2) & 1,
    "a number again and again": lambda seed, n: word(seed, n % 100) & 1,
    "the same number": lambda seed, n: word(seed, 0) & 1,
    "a third": lambda seed, n: int(word(seed, n) % 3 == 0),
    "a roll of seven": lambda seed, n: word(seed, n) % 7 & 1,
    "two bits, either": lambda seed, n: int(word(seed, n) & 3 > 0),
    "the parity of a hex digit's name": lambda seed, n: ord(block(seed, n).hex()[0]) % 3 & 1,
    "other than the last": lambda seed, n: (word(seed, n // 4) >> n % 4 & 1) ^ (n & 1) if n % 8 else 1,
    "truth of the word": lambda seed, n: int(bool(word(seed, n))),
    "sticky": lambda seed, n: word(seed, n - (block(seed, n)[9] < 40)) & 1,
}


@pytest.mark.parametrize("name", WRONG_DICE)
def test_a_wrong_die_is_found(name: str) -> None:
    found = faults(wrong(WRONG_DICE[name]), 6)
    assert found, "this passed for fair"


@pytest.mark.parametrize("name", WRONG_COINS)
def test_a_wrong_coin_is_found(name: str) -> None:
    assert faults(wrong(WRONG_COINS[name]), 2), "this passed for fair"


def test_the_engine_with_a_wrong_reduction_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check is of the engine itself: with other words, or another way to read them, it fails."""

    def coarse(self: HmacChance, n: int) -> int:
        return next(self._words()) % 16 % n

    def two_words(self: HmacChance, number: int) -> Iterator[int]:
        yield from (int.from_bytes(block(self._seed, number % 2)[at : at + 4], "big") for at in (0, 4))

    with monkeypatch.context() as patched:
        patched.setattr(HmacChance, "below", coarse)
        assert faults(dice, 6)
    with monkeypatch.context() as patched:
        patched.setattr(HmacChance, "_stream", two_words)
        assert faults(dice, 6) and faults(coins, 2)
    with monkeypatch.context() as patched:
        patched.setattr(HmacChance, "coin", lambda self: bool(next(self._words()) % 3))
        assert faults(coins, 2)


# -- shuffles


Shuffler = Callable[[HmacChance, str], tuple[str, ...]]


def orders_of(shuffler: Shuffler, things: str, times: int = 3000) -> float:
    """Chi-square of how often each order comes, over all seeds."""
    counts: Counter[int] = Counter()
    place = {order: number for number, order in enumerate(permutations(things))}
    for seed in SEEDS[:2]:
        chance = HmacChance(seed, "fair")
        for _ in range(times):
            counts[place[shuffler(chance, things)]] += 1
    return chi_square(counts, [1 / len(place)] * len(place))


def true_shuffle(chance: HmacChance, things: str) -> tuple[str, ...]:
    return shuffle(chance, things)[0]


def swaps(partner: Callable[[HmacChance, int, int], int]) -> Shuffler:
    def shuffler(chance: HmacChance, things: str) -> tuple[str, ...]:
        order = list(things)
        for i in range(len(order) - 1, 0, -1):
            j = partner(chance, i, len(order))
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    return shuffler


@pytest.mark.parametrize(("things", "orders"), [("ab", 2), ("abc", 6), ("abcd", 24)])
def test_every_order_is_as_likely(things: str, orders: int) -> None:
    assert orders_of(true_shuffle, things) < bound(orders - 1)


@pytest.mark.parametrize(
    "partner",
    [
        lambda chance, i, of: chance.below(i),  # Sattolo: nothing stays
        lambda chance, i, of: chance.below(of),  # with any other: 4**3 ways do not share into 24 orders
        lambda chance, i, of: min(i, chance.below(i + 2)),
        lambda chance, i, of: chance.below(16) % (i + 1),
    ],
)
def test_a_wrong_shuffle_is_found(partner: Callable[[HmacChance, int, int], int]) -> None:
    assert orders_of(swaps(partner), "abcd") > bound(23)


def test_every_order_comes_from_exactly_one_row_of_lots() -> None:
    """All 4! ways to draw the lots, and so all 4! orders, once each."""
    rows = [(a, b, c) for a in range(1, 5) for b in range(1, 4) for c in range(1, 3)]
    assert {shuffle(ScriptedChance(*row), "abcd")[0] for row in rows} == set(permutations("abcd"))
