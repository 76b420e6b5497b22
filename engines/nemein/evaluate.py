"""How a position stands for its mover, at the start of a turn: coins, houses, and what each can attack."""

from __future__ import annotations

from adjudicator.nemein.board import MOST_ON_TILE
from engines.nemein.position import DRAW, NOBODY, Position

WON = 1_000_000
"""A game that is won; less for each turn that it takes."""


def finished(position: Position) -> int:
    """Value a game that is over, for the mover."""
    if position.winner == DRAW:
        return 0
    return WON if position.winner == position.mover else -WON


def evaluate(position: Position) -> int:
    """Value a position for its mover."""
    if position.winner != NOBODY:
        return finished(position)
    ground, mover = position.ground, position.mover
    standing, mass = ground.values.standing, ground.values.mass
    score = (
        position.score
        + mass[position.units[0]]
        - mass[position.units[1]]
        + standing[position.houses[0]][position.hands[0]]
        - standing[position.houses[1]][position.hands[1]]
    )
    weights = ground.values.weights
    ours, theirs = contacts(position, position.held_by(mover))
    score = -score if mover else score
    if ours:
        gains = _gains(position, ours, 1 - mover)
        best = max(gains)
        score += (weights.strike * best + weights.more * (sum(gains) - best)) // 100
    if theirs:
        gains = _gains(position, theirs, mover)
        best = max(gains)
        score -= (weights.parry * best + weights.rest * (sum(gains) - best)) // 100
    return score


Contacts = dict[int, tuple[int, int]]
"""By tile that can be attacked: how strong the strongest attacker is, and what the cheapest is worth."""
_NONE = (0, WON)


def contacts(position: Position, mine: list[int]) -> tuple[Contacts, Contacts]:
    """Return what the mover can attack, and what the other can. mine: the mover's tiles"""
    ours: Contacts = {}
    theirs: Contacts = {}
    ground, tiles = position.ground, position.tiles
    held = position.held[1 - position.mover]
    near, around, stacks, risk = ground.near, ground.around, ground.stacks, ground.values.risk
    strongest, coins = stacks.strongest, stacks.coins
    for tile in mine:
        if not around[tile] & held:
            continue
        stack = tiles[tile]
        for there in near[tile]:
            if held >> there & 1:
                other = tiles[there]
                if strongest[stack] and coins[other] < MOST_ON_TILE:
                    strong, cheap = ours.get(there, _NONE)
                    ours[there] = max(strong, strongest[stack]), min(cheap, risk[stack])
                if strongest[other] and coins[stack] < MOST_ON_TILE:
                    strong, cheap = theirs.get(tile, _NONE)
                    theirs[tile] = max(strong, strongest[other]), min(cheap, risk[other])
    return ours, theirs


def stake(position: Position, seat: int, risk: int) -> int:
    """Return what is lost with a unit of that seat. risk: the worth of its denomination"""
    units, mass = position.units[seat], position.ground.values.mass
    return risk + mass[units] - mass[units - 1]


def _gains(position: Position, attacked: Contacts, victim: int) -> list[int]:
    """List what each of these attacks is worth, a flip half of it. victim: the seat that is attacked"""
    tiles, weakest = position.tiles, position.ground.stacks.weakest
    turn = position.ground.values.weights.turn
    found = []
    for tile, (strong, cheap) in attacked.items():
        gain = prize(position, tile, victim) + turn
        if strong <= weakest[tiles[tile]]:
            gain = max(0, (gain - stake(position, 1 - victim, cheap)) // 2)
        found.append(gain)
    return found


def prize(position: Position, tile: int, victim: int) -> int:
    """Return what a won attack on that tile takes."""
    ground, stack = position.ground, position.tiles[tile]
    units, mass = position.units[victim], ground.values.mass
    found = ground.values.prize[tile][stack] + mass[units] - mass[units - ground.stacks.units[stack]]
    if ground.stacks.housed[stack] and ground.counts[victim][tile]:
        houses, hand = position.houses[victim], position.hands[victim]
        standing = ground.values.standing
        found += standing[houses][hand] - standing[houses - 1][hand]
    return found
