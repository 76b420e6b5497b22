"""What coins and houses are worth, in whole numbers.

The rules say what matters: houses win. A coin flip makes a penny as good an attacker of a dime as a dime, so
a unit is worth something whatever it is; beyond that it is worth what it beats surely.
Matches found how much.
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.nemein.board import MOST_ON_TILE, SEATS, Board
from adjudicator.nemein.options import NemeinOptions
from adjudicator.nemein.state import Stack
from engines.nemein.stacks import Stacks


@dataclass(frozen=True, slots=True)
class Weights:
    """unit, beats, step: a unit; for each enemy denomination that it beats; for each of its own below it

    row, beyond:  a loose unit, for each row up to the middle, and each behind it
    houses:       shared out over the houses that win, the later the more
    guard:        a house that counts on a full tile, which nobody attacks, in hundredths of `houses`
    home:         a house that does not count: it makes coins
    hand, spare:  a house coin that is needed to win, and any other
    full:         three units on a tile
    turn:         the attacker's promotion and its further turn
    strike, more: of what the mover can attack, in hundredths: the best, and each other
    parry, rest:  of what the other can attack, in hundredths: the best, and each other
    """

    unit: int = 80
    fewer: int = 5
    least: int = 10
    beats: int = 60
    step: int = 10
    row: int = 8
    beyond: int = 2
    houses: int = 3600
    guard: int = 7
    home: int = 60
    hand: int = 180
    spare: int = 15
    full: int = 10
    turn: int = 60
    strike: int = 80
    more: int = 40
    parry: int = 25
    rest: int = 50


WEIGHTS = Weights()


class Values:
    """worth: of each stack on each tile, by tile, south's positive, north's negative

    coins:     of each seat's units, by denomination
    mass:      of so many units of a seat, whatever they are
    standing:  of houses that count and house coins in hand: standing[houses][coins]
    prize:     what an attack takes with each stack of a tile, by tile, but for a house that counts
    risk:      of each stack, what its cheapest loose unit is worth
    """

    def __init__(self, options: NemeinOptions, board: Board, stacks: Stacks, weights: Weights) -> None:
        self.weights = weights
        self.coins = tuple(
            {
                coin: weights.beats * sum(mine[coin] > each for each in theirs.values())
                + weights.step * sum(mine[coin] > each for each in mine.values())
                for coin in mine
            }
            for mine, theirs in (stacks.strength, stacks.strength[::-1])
        )
        self.mass = [0]
        for number in range(MOST_ON_TILE * len(board.names)):
            self.mass.append(self.mass[-1] + max(weights.least, weights.unit - weights.fewer * number))
        need = options.houses_to_win
        self.standing = tuple(
            tuple(self._standing(houses, hand, need) for hand in range(options.max_coins + 1))
            for houses in range(need + 1)
        )
        self.worth = [
            [self._worth(board, tile, stack) for stack in stacks.stacks] for tile in range(len(board.names))
        ]
        self.prize = [[abs(each) for each in row] for row in self.worth]
        self.risk = [
            0
            if stack is None or not stack.loose
            else min(self.coins[SEATS.index(stack.owner)][coin] for coin in stack.loose)
            for stack in stacks.stacks
        ]

    def _standing(self, houses: int, hand: int, need: int) -> int:
        """Value houses that count and coins in the hand of one seat."""
        weights, missing = self.weights, need - houses
        built = weights.houses * houses * (houses + 1) // (need * (need + 1))
        if hand < missing:
            built //= 2
        return built + weights.hand * min(hand, missing) + weights.spare * max(0, hand - missing)

    def _worth(self, board: Board, tile: int, stack: Stack | None) -> int:
        if stack is None:
            return 0
        weights, coins = self.weights, self.coins[SEATS.index(stack.owner)]
        row = board.rows[tile] if stack.owner == SEATS[0] else 2 * board.middle - board.rows[tile]
        way = weights.row * min(row, board.middle) + weights.beyond * max(0, row - board.middle)
        found = sum(coins[coin] for coin in stack.units) + way * len(stack.loose)
        full = stack.coins == MOST_ON_TILE
        if stack.housed and board.counts(tile, stack.owner):
            found += weights.guard * weights.houses // 100 if full else 0
        elif stack.housed:
            found += weights.home
        elif full:
            found += weights.full
        return found if stack.owner == SEATS[0] else -found
