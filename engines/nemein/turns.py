"""The turns worth a look: every first action, and what best follows it.

A turn has up to four actions, thousands of combinations. What is split, upgraded and housed hardly depends
on the move but on the tiles that it touches, so in the search each is the one that is worth most right then;
at the root, where the choice is made, the best few of each are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.nemein.board import MOST_ON_TILE
from adjudicator.nemein.state import HOUSE, MOVE, SPLIT, UPGRADE
from engines.nemein.evaluate import Contacts, contacts, prize, stake
from engines.nemein.position import NOBODY, Position

QUIET, SURE, FLIP = range(3)
"""A step that attacks nobody; an attack that is sure; one that a coin decides."""


class Step(NamedTuple):
    """An action. They sort by what they promise, the best first.

    rank:  the less, the sooner it is tried;  how: "move", "swap", "split", "upgrade" or "house"
    stack: what stands on the tile after a swap, a split or an upgrade
    """

    rank: int
    origin: int
    target: int
    coin: int
    how: str = "move"
    stack: int = 0
    attack: int = QUIET


def first_steps(position: Position) -> list[Step]:
    """List the moves, attacks and swaps of the mover, what promises most first."""
    ground, tiles, mover = position.ground, position.tiles, position.mover
    near, stacks, worth = ground.near, ground.stacks, ground.values.worth
    coins, drop, alone = stacks.coins, stacks.drop, stacks.alone[mover]
    held, counts, builds = position.held[mover], ground.counts[mover], 30 if position.hands[mover] else 0
    sign = -1 if mover else 1
    mine = position.held_by(mover)
    _, theirs = contacts(position, mine)
    found: list[Step] = []
    for tile in mine:
        stack = tiles[tile]
        for coin, left in stacks.lift[stack].items():
            away = sign * (worth[tile][left] - worth[tile][stack])
            if tile in theirs and not left:
                away += 60
            for there in near[tile]:
                other = tiles[there]
                if not other:
                    gain = away + sign * worth[there][alone[coin]] + builds * counts[there]
                    found.append(Step(-gain, tile, there, coin))
                elif coins[other] >= MOST_ON_TILE:
                    continue
                elif held >> there & 1:
                    into = drop[other][coin]
                    gain = away + sign * (worth[there][into] - worth[there][other])
                    if there in theirs and coins[into] == MOST_ON_TILE:
                        gain += _saved(position, there, theirs)
                    found.append(Step(-gain, tile, there, coin))
                else:
                    found.append(_attack(position, tile, there, coin))
        if stacks.swap[stack]:
            found.append(Step(20, tile, tile, stacks.housed[stack], "swap", stacks.swap[stack]))
    found.sort()
    return found


def _attack(position: Position, tile: int, there: int, coin: int) -> Step:
    values, stacks, mover = position.ground.values, position.ground.stacks, position.mover
    gain = prize(position, there, 1 - mover) + values.weights.turn
    if stacks.strength[mover][coin] > stacks.weakest[position.tiles[there]]:
        return Step(-gain - 200, tile, there, coin, attack=SURE)
    gain = (gain - stake(position, mover, values.coins[mover][coin])) // 2
    return Step(-gain - 200, tile, there, coin, attack=FLIP)


def after_first(position: Position, step: Step) -> tuple[Position, ...]:
    """Return what a first step leads to; if a coin decides, the position with heads and that with tails."""
    if step.how == "swap":
        return (position.changed(step.target, step.stack),)
    if step.attack == QUIET:
        return (position.moved(step.origin, step.target, step.coin),)
    won = position.won(step.origin, step.target, step.coin)
    return (won,) if step.attack == SURE else (won, position.lost(step.origin, step.coin))


def splits(position: Position, mine: list[int], threats: Contacts) -> list[Step]:
    """List the splits. mine: the mover's tiles;  threats: what the other can attack"""
    ground, mover, tiles = position.ground, position.mover, position.tiles
    stacks, worth, mass = ground.stacks, ground.values.worth, ground.values.mass
    sign, found, units = -1 if mover else 1, list[Step](), position.units[mover]
    for tile in mine:
        stack = tiles[tile]
        for coin, into in stacks.splits[stack]:
            gain = mass[units + 1] - mass[units] + sign * (worth[tile][into] - worth[tile][stack])
            if tile in threats:
                gain += _saved(position, tile, threats) if stacks.coins[into] == MOST_ON_TILE else -40
            found.append(Step(-gain, tile, tile, coin, "split", into))
    found.sort()
    return found


def upgrades(position: Position, mine: list[int], _: Contacts) -> list[Step]:
    """List the upgrades."""
    ground, mover, tiles = position.ground, position.mover, position.tiles
    stacks, worth = ground.stacks, ground.values.worth
    sign, found = -1 if mover else 1, list[Step]()
    for tile in mine:
        stack = tiles[tile]
        if into := stacks.upgrade[stack]:
            gain = sign * (worth[tile][into] - worth[tile][stack])
            found.append(Step(-gain, tile, tile, stacks.housed[stack], "upgrade", into))
    found.sort()
    return found


def houses(position: Position, mine: list[int], threats: Contacts) -> list[Step]:
    """List the houses that may be built; those that do not count only of coins that no win needs,
    or to begin the quiet turns anew."""
    ground, mover, tiles = position.ground, position.mover, position.tiles
    hand, built = position.hands[mover], position.houses[mover]
    if not hand:
        return []
    stacks, worth, standing = ground.stacks, ground.values.worth, ground.values.standing
    counts, sign, found = ground.counts[mover], -1 if mover else 1, list[Step]()
    spare = hand + built > ground.need or 0 < ground.limit <= position.quiet + 2
    for tile in mine:
        stack = tiles[tile]
        if (into := stacks.house[stack]) and (spare or counts[tile]):
            after = standing[built + counts[tile]][hand - 1]
            gain = sign * (worth[tile][into] - worth[tile][stack]) + after - standing[built][hand]
            if tile in threats and built + counts[tile] < ground.need:
                gain -= (after - standing[built][hand - 1]) * 2 // 3
            found.append(Step(-gain, tile, tile, stacks.housed[into], "house", into))
    found.sort()
    return found


def _saved(position: Position, tile: int, threats: Contacts) -> int:
    """Return what is not lost if the tile cannot be attacked any more."""
    strong, _ = threats[tile]
    lost = prize(position, tile, position.mover)
    return lost if strong > position.ground.stacks.weakest[position.tiles[tile]] else lost // 2


STAGES = {SPLIT: splits, UPGRADE: upgrades, HOUSE: houses}
"""What may be done at the stages after the first."""


def done(position: Position, step: Step) -> Position:
    """Return what a split, an upgrade or a house leads to."""
    return position.built(step.target) if step.how == "house" else position.changed(step.target, step.stack)


def completed(position: Position) -> Position:
    """Return the position after the rest of the turn, each action the one that is worth most, and its end."""
    if position.winner == NOBODY:
        mine = position.held_by(position.mover)
        _, threats = contacts(position, mine)
        for listed in STAGES.values():
            steps = listed(position, mine, threats)
            if steps and steps[0].rank < 0:
                position = done(position, steps[0])
    return position if position.winner != NOBODY else position.ended()


WIDTHS = {SPLIT: 5, UPGRADE: 2, HOUSE: 3}
"""How many actions of a stage are tried at the root, besides none."""


def rests(position: Position, stage: int) -> Iterator[tuple[tuple[Step, ...], Position]]:
    """Yield what may follow from that stage on: the actions, and the position after the end of the turn."""
    if position.winner != NOBODY:
        yield (), position
        return
    if stage > HOUSE:
        yield (), position.ended()
        return
    mine = position.held_by(position.mover)
    _, threats = contacts(position, mine)
    steps = STAGES[stage](position, mine, threats)[: WIDTHS[stage]] if stage > MOVE else []
    for step in steps:
        for more, after in rests(done(position, step), stage + 1):
            yield (step, *more), after
    if stage != UPGRADE or not steps:  # an upgrade costs nothing, so it is never left out
        yield from rests(position, stage + 1)
