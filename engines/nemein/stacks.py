"""Every stack that may stand on a tile, numbered, and what an action makes of it.

Search looks these up instead of building stacks: a tile is a byte, 0 an empty one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

from adjudicator.nemein.board import MOST_ON_TILE, SEATS
from adjudicator.nemein.money import Currency
from adjudicator.nemein.state import Stack

EMPTY = 0


class Stacks:
    """The stacks of two currencies, south's and north's. What is indexed by a stack's number:

    stacks:  the stack itself;  owner: 0 south, 1 north, 2 nobody
    coins:   how many stand there, a house too;  units: how many of them are units
    housed:  the denomination on the house, 0: none
    lift, drop: the stack without that loose unit, with one more
    splits:  (unit, the stack after its split)
    upgrade, house, swap: the stack after that; 0: it cannot be
    weakest: how strong its lowest unit is;  strongest: how strong its highest loose unit is, 0: none

    Strengths are ranks among the units of both currencies, so that they compare as values do: a unit
    attacks surely if its strength is greater than the weakest of the stack.
    """

    def __init__(self, money: tuple[Currency, Currency]) -> None:
        self.money = money
        whole = money[0].whole * money[1].whole
        worth = sorted({coin * whole // each.whole for each in money for coin in each.units})
        self.strength: tuple[dict[int, int], ...] = tuple(
            {coin: 1 + worth.index(coin * whole // each.whole) for coin in each.units} for each in money
        )
        self.stacks: list[Stack | None] = [None]
        for seat, each in zip(SEATS, money, strict=True):
            self.stacks += _stacks_of(seat, each)
        self.number = {stack: number for number, stack in enumerate(self.stacks)}
        self.owner = bytes(2 if stack is None else SEATS.index(stack.owner) for stack in self.stacks)
        self.coins = bytes(0 if stack is None else stack.coins for stack in self.stacks)
        self.units = bytes(0 if stack is None else len(stack.units) for stack in self.stacks)
        self.housed = [0 if stack is None else stack.housed for stack in self.stacks]
        self.weakest = bytes(
            0 if stack is None else self.strength[SEATS.index(stack.owner)][stack.units[-1]]
            for stack in self.stacks
        )
        self.strongest = bytes(
            0 if stack is None or not stack.loose else self.strength[SEATS.index(stack.owner)][stack.loose[0]]
            for stack in self.stacks
        )
        self.alone = tuple(
            {coin: self.number[Stack(seat, 0, (coin,))] for coin in each.units}
            for seat, each in zip(SEATS, money, strict=True)
        )
        self.promoted = tuple(
            {coin: self.alone[at][each.above(coin) or coin] for coin in each.units}
            for at, each in enumerate(money)
        )
        self.lift = [self._lifted(stack) for stack in self.stacks]
        self.drop = [self._dropped(stack) for stack in self.stacks]
        self.splits = [self._split(stack) for stack in self.stacks]
        self.upgrade = bytes(self._upgraded(stack) for stack in self.stacks)
        self.house = bytes(self._built(stack) for stack in self.stacks)
        self.swap = bytes(self._swapped(stack) for stack in self.stacks)

    def _money(self, stack: Stack) -> Currency:
        return self.money[SEATS.index(stack.owner)]

    def _lifted(self, stack: Stack | None) -> dict[int, int]:
        if stack is None:
            return {}
        return {
            coin: self._numbered(stack, stack.housed, _without(stack.loose, coin)) for coin in stack.loose
        }

    def _dropped(self, stack: Stack | None) -> dict[int, int]:
        if stack is None or stack.coins >= MOST_ON_TILE:
            return {}
        return {
            coin: self._numbered(stack, stack.housed, (*stack.loose, coin))
            for coin in self._money(stack).units
        }

    def _split(self, stack: Stack | None) -> tuple[tuple[int, int], ...]:
        if stack is None or stack.coins >= MOST_ON_TILE:
            return ()
        found = list[tuple[int, int]]()
        for coin in dict.fromkeys((stack.housed, *stack.loose)):
            into = self._money(stack).below(coin) if coin else None
            if into is None:
                continue
            if coin == stack.housed:
                found.append((coin, self._numbered(stack, into, (into,))))
            else:
                loose = (*_without(stack.loose, coin), into, into)
                found.append((coin, self._numbered(stack, stack.housed, loose)))
        return tuple(found)

    def _upgraded(self, stack: Stack | None) -> int:
        above = self._money(stack).above(stack.housed) if stack is not None and stack.housed else None
        return EMPTY if stack is None or above is None else self._numbered(stack, above, stack.loose)

    def _built(self, stack: Stack | None) -> int:
        if stack is None or stack.housed or len(stack.loose) != 1:
            return EMPTY
        return self._numbered(stack, stack.loose[0], ())

    def _swapped(self, stack: Stack | None) -> int:
        if stack is None or not stack.housed or not stack.loose:
            return EMPTY
        return self._numbered(stack, stack.loose[0], (stack.housed,))

    def _numbered(self, of: Stack, housed: int, loose: tuple[int, ...]) -> int:
        if not housed and not loose:
            return EMPTY
        return self.number[Stack(of.owner, housed, tuple(sorted(loose, reverse=True)))]


def _stacks_of(seat: str, money: Currency) -> Iterator[Stack]:
    for count in range(1, MOST_ON_TILE + 1):
        for loose in combinations_with_replacement(money.units, count):
            yield Stack(seat, 0, loose)
    for housed in money.units:
        yield Stack(seat, housed, ())
        for coin in money.units:
            yield Stack(seat, housed, (coin,))


def _without(coins: tuple[int, ...], coin: int) -> tuple[int, ...]:
    at = coins.index(coin)
    return (*coins[:at], *coins[at + 1 :])


@cache
def stacks_of(south: Currency, north: Currency) -> Stacks:
    """Return the stacks of two currencies."""
    return Stacks((south, north))
