"""Handfuls, and where they stand at first.

What wins are enough house coins, and one good unit on each tile of the front row, to be there first: matches
between handfuls say so. More units come by splitting, for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from adjudicator.game import Seat
from adjudicator.nemein.board import SEATS, board_of
from adjudicator.nemein.money import placed, room_of
from adjudicator.nemein.options import NemeinOptions
from adjudicator.nemein.orders import Handful, Place
from adjudicator.nemein.setup import examples, units_in
from engines.engine import Level
from engines.nemein.position import ground_of

_HOUSE, _SPARE = 700, 40
"""What a house coin is worth that is needed to win, and any other."""
_UNIT, _BEATS, _SPLITS = 120, 60, 10
"""What a unit is worth, each enemy denomination that it beats, and each of its own below it."""
_BEHIND = 8
"""Units that find no tile on the front row are worth so much less."""
_CLOSE = {Level.RECRUIT: 250, Level.SERGEANT: 100, Level.CAPTAIN: 50, Level.GENERAL: 30}
"""How much worse than the best a handful may be that is chosen too."""


def set_up(options: NemeinOptions, seat: Seat, level: Level, random: Random) -> tuple[Handful, Place]:
    """Choose one of the best handfuls, and a place for it."""
    rated = sorted(
        ((rating(options, seat, coins), coins) for coins in sorted(handfuls(options, seat))), reverse=True
    )
    best = rated[0][0]
    handful = Handful(random.choice([coins for value, coins in rated if value >= best - _CLOSE[level]]))
    return handful, _placed(options, seat, handful, random)


def handfuls(options: NemeinOptions, seat: Seat) -> set[tuple[int, ...]]:
    """Return the handfuls that are worth a look: of one or two kinds of units, and the examples."""
    at = SEATS.index(seat)
    coins, amount = options.money[at].coins, options.amount(at)
    found = {handful.coins for handful in examples(options, seat)}
    for houses in range(min(amount // coins[0], options.max_coins) + 1):
        left, room = amount - houses * coins[0], min(options.max_coins - houses, room_of(options.side))
        for high, low in combinations(coins[1:], 2):
            found |= {(*[coins[0]] * houses, *units) for units in _pairs(high, low, left, room)}
    return found


def _pairs(high: int, low: int, amount: int, room: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to make an amount of two kinds of units, in so much room."""
    for number in range(min(amount // high, room) + 1):
        rest, wrong = divmod(amount - number * high, low)
        if not wrong and 0 < number + rest <= room:
            yield (*[high] * number, *[low] * rest)


def rating(options: NemeinOptions, seat: Seat, coins: tuple[int, ...]) -> int:
    """Say how good a handful is."""
    at = SEATS.index(seat)
    mine, theirs = (ground_of(options).stacks.strength[side] for side in (at, 1 - at))
    worth = {
        coin: _UNIT
        + _BEATS * sum(mine[coin] > each for each in theirs.values())
        + _SPLITS * sum(mine[coin] > each for each in mine.values())
        for coin in mine
    }
    units = [worth[coin] for coin in units_in(options.money[at], Handful(coins))]
    houses, front = len(coins) - len(units), options.side + 1
    found = sum(units[:front]) + sum(units[front:]) // _BEHIND
    needed = min(houses, options.houses_to_win)
    return found + _HOUSE * needed + _SPARE * (houses - needed)


def _placed(options: NemeinOptions, seat: Seat, handful: Handful, random: Random) -> Place:
    """Place the units from the front row's middle outwards, or a little to one side of it, the high ones
    first, one on each tile, then second and third ones."""
    at, board = SEATS.index(seat), board_of(options.side)
    middle, mirror = random.choice((-2, 0, 2)), random.choice((-1, 1))

    def rank(tile: int) -> tuple[int, int, int]:
        x, row = board.places[tile]
        return abs(row - board.middle), abs(x - middle), mirror * x

    tiles = sorted(board.homes[at], key=rank)
    stacks: dict[int, list[int]] = {}
    for number, coin in enumerate(sorted(units_in(options.money[at], handful), reverse=True)):
        stacks.setdefault(tiles[number % len(tiles)], []).append(coin)
    return Place(placed(board, stacks))
