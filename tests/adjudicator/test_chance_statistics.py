"""Coin and die are fair, and the very same checks catch reductions that are not.

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


WRONG: dict[str, tuple[int, Callable[[bytes, int], int]]] = {
    "three bits mod 6": (6, lambda seed, n: word(seed, n) % 8 % 6),
    "a byte mod 6": (6, lambda seed, n: block(seed, n)[0] % 6),
    "below(5)": (6, lambda seed, n: word(seed, n) % 5),
    "below(7)": (6, lambda seed, n: word(seed, n) % 7),
    "rounded": (6, lambda seed, n: round(5 * word(seed, n) / 2**32)),
    "the number itself": (6, lambda seed, n: n % 6),
    "each number twice": (6, lambda seed, n: word(seed, n // 2) % 6),
    "a number again and again": (6, lambda seed, n: word(seed, n % 50) % 6),
    "the next one is told": (6, lambda seed, n: (word(seed, n // 2) >> 3 * (n % 2)) % 6),
    "never the same twice": (
        6,
        lambda seed, n: (word(seed, n) + (word(seed, n) % 6 == word(seed, n - 1) % 6)) % 6,
    ),
    "the lowest bit of the number": (2, lambda seed, n: n & 1),
    "the number and one bit": (2, lambda seed, n: (n ^ word(seed, 0)) & 1),
    "the same number": (2, lambda seed, n: word(seed, 0) & 1),
    "a roll of seven": (2, lambda seed, n: word(seed, n) % 7 & 1),
    "sticky": (2, lambda seed, n: word(seed, n - (block(seed, n)[9] < 40)) & 1),
}
"""Faces, and a reduction that is not fair: each check finds some."""


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_coin_or_die_is_found(name: str) -> None:
    faces, reduce = WRONG[name]
    assert faults(wrong(reduce), faces), "this passed for fair"


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


def test_every_order_comes_from_exactly_one_row_of_lots() -> None:
    """All 4! ways to draw the lots, and so all 4! orders, once each."""
    rows = [(a, b, c) for a in range(1, 5) for b in range(1, 4) for c in range(1, 3)]
    assert {shuffle(ScriptedChance(*row), "abcd")[0] for row in rows} == set(permutations("abcd"))
