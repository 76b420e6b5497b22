"""Nemein a second time, as a referee: the coins, the board and the set-up, written from the rules text alone.

Nothing here comes from `adjudicator.nemein`. A tile is a pair (x, row) with neighbours in a row two apart
and half a tile's shift from row to row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

Tile = tuple[int, int]

SEATS = ["south", "north"]

# "first = highest = the house coin, the others are units"; JPY: whole = 1000
COINS = {
    "USD": [25, 10, 5, 1],
    "EUR": [50, 20, 10, 5, 2, 1],
    "GBP": [50, 20, 10, 5, 2, 1],
    "JPY": [500, 100, 50, 10, 5, 1],
    "CHF": [50, 20, 10, 5],
    "AUD": [50, 20, 10, 5],
}
WHOLE = {"USD": 100, "EUR": 100, "GBP": 100, "JPY": 1000, "CHF": 100, "AUD": 100}
FRACTION = {currency: Fraction(1 if currency == "USD" else 2) for currency in COINS}


def other(seat: str) -> str:
    return "north" if seat == "south" else "south"


# ---- Board


def rows(side: int) -> list[list[Tile]]:
    """ "Rows from the bottom a-g with 4, 5, 6, 7, 6, 5, 4 tiles" for side 4"""
    wide = [*range(side, 2 * side), *range(2 * side - 2, side - 1, -1)]
    return [[(2 * i - width + 1, row) for i in range(width)] for row, width in enumerate(wide)]


def names(side: int) -> dict[str, Tile]:
    """ "a1 … g4, numbered from the left" """
    return {
        f"{'abcdefghijk'[row]}{number}": tile
        for row, tiles in enumerate(rows(side))
        for number, tile in enumerate(tiles, 1)
    }


SIX = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]


def adjacent(one: Tile, two: Tile) -> bool:
    return (two[0] - one[0], two[1] - one[1]) in SIX


def home(side: int, seat: str) -> set[Tile]:
    """ "south: rows a and b; of the second: the last two rows" """
    return {tile for line in (rows(side)[:2] if seat == "south" else rows(side)[-2:]) for tile in line}


# ---- Handfuls


def sums_to(currency: str, handful: Mapping[int, int]) -> Fraction:
    return Fraction(sum(coin * count for coin, count in handful.items()), WHOLE[currency])


def handful_fits(currency: str, fraction: Fraction, max_coins: int, handful: Mapping[int, int]) -> bool:
    """ "exactly `fraction` of a whole, at most `max_coins` coins, at least one unit coin" """
    coins = COINS[currency]
    return (
        all(coin in coins and count > 0 for coin, count in handful.items())
        and sums_to(currency, handful) == fraction
        and sum(handful.values()) <= max_coins
        and any(coin != coins[0] for coin in handful)
    )


def handful_exists(side: int, currency: str, fraction: Fraction, max_coins: int) -> bool:
    """Whether any handful fits, and its units on the home tiles."""
    room = 3 * len(home(side, "south"))
    if (fraction * WHOLE[currency]).denominator > 1:
        return False
    aim = int(fraction * WHOLE[currency])
    reached = {(0, 0, 0)}  # sum, coins, units
    for coin in COINS[currency]:
        # with coins of this value and less the rest must still be possible
        reached = {each for each in reached if each[0] + coin * (max_coins - each[1]) >= aim}
        unit = int(coin != COINS[currency][0])
        newest = reached
        while newest:
            newest = {
                (total + coin, coins + 1, units + unit)
                for total, coins, units in newest
                if total + coin <= aim and coins < max_coins and units + unit <= room
            } - reached
            reached = reached | newest
    return any(total == aim and units for total, _, units in reached)


def placement_fits(
    side: int, seat: str, currency: str, handful: Mapping[int, int], placed: Mapping[Tile, Sequence[int]]
) -> bool:
    """ "all units are then placed on home tiles, at most three a tile" """
    units = [coin for coin, count in handful.items() for _ in range(count) if coin != COINS[currency][0]]
    return (
        set(placed) <= home(side, seat)
        and all(1 <= len(coins) <= 3 for coins in placed.values())
        and sorted(units) == sorted(coin for coins in placed.values() for coin in coins)
    )
