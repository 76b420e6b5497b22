"""What a number of games says of two players: scores with their error, ratings, and when to stop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, log, log10, sqrt

SURE = 1.96
"""Standard errors of a 95 % interval."""
RISK = 0.05
"""How often a sequential test may be wrong, either way."""


@dataclass(frozen=True)
class Interval:
    """A share of 1 with its 95 % interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.1%} ({self.low:.1%} to {self.high:.1%})"


def interval(scores: Sequence[float]) -> Interval:
    """Return the mean of scores from 0 to 1 with Wilson's 95 % interval. Draws make it wider than need be,
    never narrower.

    >>> str(interval([1.0] * 20))
    '100.0% (83.9% to 100.0%)'
    """
    n = len(scores)
    if not n:
        return Interval(0.5, 0.0, 1.0)
    mean = sum(scores) / n
    square = SURE * SURE
    centre = (mean + square / (2 * n)) / (1 + square / n)
    half = SURE * sqrt(mean * (1 - mean) / n + square / (4 * n * n)) / (1 + square / n)
    return Interval(mean, max(0.0, centre - half), min(1.0, centre + half))


def elo(share: float) -> float:
    """Return the difference in rating that gives a score.

    >>> round(elo(0.75))
    191
    """
    if share <= 0:
        return -inf
    return inf if share >= 1 else -400 * log10(1 / share - 1)


@dataclass(frozen=True)
class Claim:
    """A sequential probability ratio test of "the score is at least `share`", as Stockfish's fishtest has it:
    it weighs a score a little above against one a little below, and stops when one is 19 times as likely.

    >>> claim = Claim(0.65)
    >>> claim.verdict([1.0] * 10), claim.verdict([1.0, 0.0] * 100), claim.verdict([1.0, 0.0])
    (None, False, None)
    >>> claim.verdict([1.0] * 25)
    True
    """

    share: float

    @property
    def margin(self) -> float:
        return min(0.05, (1 - self.share) / 2)

    def verdict(self, scores: Sequence[float]) -> bool | None:
        """Return whether the claim holds; None: it is not clear yet."""
        above, below = self.share + self.margin, self.share - self.margin
        won, lost = log(above / below), log((1 - above) / (1 - below))
        ratio = sum(score * won + (1 - score) * lost for score in scores)
        bound = log((1 - RISK) / RISK)
        return True if ratio >= bound else False if ratio <= -bound else None


@dataclass(frozen=True)
class Rating:
    """A player's rating, and its standard error times `SURE`."""

    rating: float
    error: float


def ratings(results: Mapping[tuple[str, str], Sequence[float]], anchor: str) -> dict[str, Rating]:
    """Rate players by their games against each other, by Bradley and Terry's model. `anchor` has 0.

    results: the scores of the first of each pair against the second

    Two games more, one won and one lost, count for each pair that met: without them somebody who won all
    would have no rating.
    """
    names = sorted({name for pair in results for name in pair})
    strength = dict.fromkeys(names, 0.0)
    games = {pair: (sum(scores) + 1.0, len(scores) + 2.0) for pair, scores in results.items()}
    for _ in range(2000):
        for name in names:
            slope, curve = 0.0, 1e-9
            for (a, b), (won, n) in games.items():
                if name in (a, b):
                    expected = n / (1 + exp(strength[b] - strength[a]))
                    slope += (won - expected) * (1 if name == a else -1)
                    curve += expected * (1 - expected / n)
            strength[name] += max(-1.0, min(1.0, slope / curve))
    base, scale = strength[anchor], 400 / log(10)
    found = {}
    for name in names:
        curve = 1e-9
        for (a, b), (_, n) in games.items():
            if name in (a, b):
                share = 1 / (1 + exp(strength[b] - strength[a]))
                curve += n * share * (1 - share)
        found[name] = Rating((strength[name] - base) * scale, SURE * scale / sqrt(curve))
    return found
