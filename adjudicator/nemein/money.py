"""Currencies and handfuls: coins, what each is worth, and where they stand by default.

Whole numbers of sub-units only, never floats. What the stock handful is, is a choice of ours: as many house
coins as win the game, the rest spread evenly over the units. Source: Board and coins; Handful.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from adjudicator.game import Seat
from adjudicator.nemein import text
from adjudicator.nemein.board import MOST_ON_TILE, SEATS, Board, board_of
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

    def amount(self, amount: int) -> str:
        """Write a sum as a price: $1, £1.50."""
        whole, rest = divmod(amount, 100) if self.whole == 100 else (amount, 0)
        return text.AMOUNTS[self.code].format(f"{whole}.{rest:02}" if rest else whole)

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


def coins_text(coins: Iterable[int]) -> str:
    """Write coins in words, high to low.

    >>> coins_text((5, 10, 5)), coins_text([1] * 21)
    ('one 10, two 5s', '21 × 1')
    """
    return ", ".join(
        text.COINS(number=text.NUMBERS[n], coin=coin, n=n) if n < len(text.NUMBERS) else f"{n} × {coin}"
        for coin, n in grouped(coins)
    )


def fraction_text(fraction: Fraction) -> str:
    """Write a fraction as in options.

    >>> fraction_text(Fraction(2))
    '2/1'
    """
    return f"{fraction.numerator}/{fraction.denominator}"


@cache
def stock_handful(
    coins: tuple[int, ...], amount: int, max_coins: int, houses: int, room: int
) -> tuple[int, ...] | None:
    """Return a sensible handful, high to low; None if no handful exists.

    coins:  the currency's, high to low;  amount: what it must add up to
    houses: how many house coins it has, if that can be; else fewer, else more
    room:   how many units fit on the home tiles

    >>> stock_handful((25, 10, 5, 1), 100, 20, 3, 27)
    (25, 25, 25, 10, 5, 5, 1, 1, 1, 1, 1)
    """
    for number in (*range(houses, -1, -1), *range(houses + 1, amount // coins[0] + 1)):
        units = stock_units(coins[1:], amount - number * coins[0], min(max_coins - number, room))
        if units is not None:
            return (*(coins[0],) * number, *units)
    return None


@cache
def stock_units(units: tuple[int, ...], amount: int, most: int) -> tuple[int, ...] | None:
    """Pick at most `most` coins that make that amount, each denomination with about the same money: the
    squares of what each has add up to the least; then the fewest coins, then more of the high ones. None:
    there are none."""
    if amount <= 0 or most <= 0:
        return None
    best: list[_Spread] = []
    _search(units, amount, most, (0, ()), best)
    if not best:
        return None
    [(_, _, negative)] = best
    return tuple(coin for coin, number in zip(units, negative, strict=True) for _ in range(-number))


_Spread: TypeAlias = tuple[int, int, tuple[int, ...]]
"""The sum of squares, how many coins, and how many of each, negative: the least of these is the best."""


def _search(
    units: tuple[int, ...], left: int, room: int, chosen: tuple[int, tuple[int, ...]], best: list[_Spread]
) -> None:
    """Keep in `best` the best way to make what is left. chosen: the squares so far, and how many of each
    higher coin."""
    (squares, counts), kinds = chosen, len(units) - len(chosen[1])
    coin = units[-kinds]
    # what is left cannot be spread better than evenly, nor be paid with higher coins
    if left > coin * room or (best and squares + -(-left * left // kinds) > best[0][0]):
        return
    if kinds == 1:
        if left % coin == 0:
            full = (*counts, left // coin)
            found = (squares + left * left, sum(full), tuple(-number for number in full))
            best[:] = [min([*best, found])]
        return
    even = left // kinds // coin
    for number in sorted(range(min(left // coin, room) + 1), key=lambda each: (abs(each - even), each)):
        money = number * coin
        chosen = (squares + money * money, (*counts, number))
        _search(units, left - money, room - number, chosen, best)


def room_of(side: int) -> int:
    """Count the units that fit on a seat's home tiles."""
    return MOST_ON_TILE * len(board_of(side).homes[0])


@cache
def default_tiles(side: int, seat: Seat) -> tuple[int, ...]:
    """Return a seat's home tiles in the order in which the default placement fills them: the front row from
    the middle outwards, then the back row.

    >>> [board_of(4).names[tile] for tile in default_tiles(4, "north")]
    ['f3', 'f2', 'f4', 'f1', 'f5', 'g2', 'g3', 'g1', 'g4']
    """
    board = board_of(side)
    home = board.homes[SEATS.index(seat)]

    def rank(tile: int) -> tuple[int, int, int]:
        x, row = board.places[tile]
        return abs(row - board.middle), abs(x), x

    return tuple(sorted(home, key=rank))


def default_place(side: int, seat: Seat, units: tuple[int, ...]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Place those units on the home tiles, high coins first, one a tile, then second and third ones, as
    orders write it. They must fit."""
    board, tiles = board_of(side), default_tiles(side, seat)
    stacks: dict[int, list[int]] = {}
    for number, coin in enumerate(sorted(units, reverse=True)):
        stacks.setdefault(tiles[number % len(tiles)], []).append(coin)
    return placed(board, stacks)


def placed(board: Board, stacks: dict[int, list[int]]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Write stacks by tile as in orders: in board order, coins high to low."""
    return tuple((board.names[tile], tuple(sorted(stacks[tile], reverse=True))) for tile in sorted(stacks))


def stock_handfuls(
    coins: tuple[int, ...], amount: int, max_coins: int, room: int
) -> Iterator[tuple[int, ...]]:
    """Return one sensible handful for each number of house coins that is possible."""
    for number in range(min(amount // coins[0], max_coins) + 1):
        units = stock_units(coins[1:], amount - number * coins[0], min(max_coins - number, room))
        if units is not None:
            yield (*(coins[0],) * number, *units)
