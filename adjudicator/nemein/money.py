"""Currencies: their coins, what each is worth, and sums. Whole numbers of sub-units only, never floats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from adjudicator.text import listing

CODES = ("USD", "EUR", "GBP", "JPY", "CHF", "AUD")
"""Every currency of maps/data/nemein.json, for where there is no file (the option table); the first is the
default."""


@dataclass(frozen=True, slots=True)
class Currency:
    """code: such as "USD"; name: in words, of one whole; whole: its sub-units, 100 cents

    sub:      what stands behind a sum of sub-units: 95c
    coins:    every denomination, high to low: the first is the house coin, the others are units
    letters:  (denomination, letter) where coins may also be written so
    fraction: of a whole, what a handful is worth unless an option says otherwise
    """

    code: str
    name: str
    whole: int
    sub: str
    coins: tuple[int, ...]
    letters: tuple[tuple[int, str], ...]
    fraction: Fraction

    @property
    def house(self) -> int:
        return self.coins[0]

    @property
    def units(self) -> tuple[int, ...]:
        """The denominations of units, high to low."""
        return self.coins[1:]

    def below(self, coin: int) -> int | None:
        """Return the next lower unit denomination; None for the lowest."""
        at = self.coins.index(coin)
        return self.coins[at + 1] if at + 1 < len(self.coins) else None

    def above(self, coin: int) -> int | None:
        """Return the next higher unit denomination; None for the highest unit."""
        at = self.coins.index(coin)
        return self.coins[at - 1] if at > 1 else None

    def letter(self, coin: int) -> str:
        """Return its letter, "" where coins have none."""
        return dict(self.letters).get(coin, "")

    def sum(self, amount: int) -> str:
        """Write a sum: 95c."""
        return f"{amount}{self.sub}"

    def named(self) -> str:
        """Describe its coins.

        >>> Currency("CHF", "Swiss franc", 100, "rp", (50, 20, 10, 5), (), Fraction(2)).named()
        '50, 20, 10 and 5'
        """
        return listing([str(coin) for coin in self.coins], "and")


def read_currencies(data: Mapping[str, Any]) -> Mapping[str, Currency]:
    """Read the currencies of maps/data/nemein.json, by code."""
    return {
        code: Currency(
            code=code,
            name=str(of["name"]),
            whole=int(of["whole"]),
            sub=str(of["sub"]),
            coins=tuple(int(coin) for coin in of["coins"]),
            letters=tuple((int(coin), str(letter)) for coin, letter in of["letters"].items()),
            fraction=Fraction(str(of["fraction"])),
        )
        for code, of in ((code, data["currencies"][code]) for code in CODES)
    }


def beats(coin: int, of: Currency, lowest: int, theirs: Currency) -> bool:
    """Return whether a coin is worth more than another one, each as its exact part of a whole."""
    return coin * theirs.whole > lowest * of.whole


def grouped(coins: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Group coins as (denomination, how many), high to low.

    >>> grouped((25, 5, 25))
    ((25, 2), (5, 1))
    """
    found: dict[int, int] = {}
    for coin in sorted(coins, reverse=True):
        found[coin] = found.get(coin, 0) + 1
    return tuple(found.items())


def fraction_text(fraction: Fraction) -> str:
    """Write a fraction as in options.

    >>> fraction_text(Fraction(2))
    '2/1'
    """
    return f"{fraction.numerator}/{fraction.denominator}"
