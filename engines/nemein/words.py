"""What a turn is for, in one sentence for people."""

from __future__ import annotations

from adjudicator.game import Seat
from adjudicator.nemein.board import MOST_ON_TILE, SEATS
from adjudicator.nemein.options import NemeinOptions
from adjudicator.nemein.orders import Handful
from adjudicator.nemein.setup import units_in
from adjudicator.text import counted
from engines.nemein.evaluate import WON
from engines.nemein.position import Position
from engines.nemein.search import Line
from engines.nemein.turns import FLIP, QUIET, Step


def sentence(position: Position, line: Line, value: int) -> str:
    """Say what a line is for. value: what it is worth to the mover"""
    sure = not line.flip and line.after[0].winner == position.mover
    if sure:
        return "Wins the game."
    later = not any(step.how == "house" for step in line.steps)
    said = [_clause(position, step, later) for step in line.steps]
    told = " and ".join(each for each in _foremost(line.steps, said) if each).removesuffix(",")
    if not told:
        return "Ends the turn: no move gains anything."
    if value > WON // 2 and not line.flip:
        told += " and wins soon"
    return f"{told[0].upper()}{told[1:]}."


def chosen(options: NemeinOptions, seat: Seat, handful: Handful) -> str:
    """Say what a handful is for."""
    money = options.money[SEATS.index(seat)]
    units = len(units_in(money, handful))
    houses = len(handful.coins) - units
    if houses >= options.houses_to_win:
        return (
            f"Keeps {counted(houses, 'coin')} for houses, enough to win, and places {counted(units, 'unit')}."
        )
    told = f"{counted(houses, 'coin')} for houses" if houses else "none for houses"
    return f"Keeps {told}: it means to win with its {counted(units, 'unit')}."


def _foremost(steps: tuple[Step, ...], said: list[str]) -> list[str]:
    """Pick the two clauses that matter most, in the order of the turn."""
    rank = {"house": 1, "move": 2, "swap": 3, "split": 4, "upgrade": 5}
    chosen = sorted(
        range(len(steps)), key=lambda at: 0 if steps[at].attack != QUIET else rank[steps[at].how]
    )[:2]
    return [said[at] for at in sorted(chosen)]


def _clause(position: Position, step: Step, later: bool) -> str:
    """Say what an action does. later: no house is built in this turn"""
    names, ground = position.ground.board.names, position.ground
    origin, target = names[step.origin], names[step.target]
    if step.attack != QUIET:
        stack = ground.stacks.stacks[position.tiles[step.target]]
        assert stack is not None
        what = f"{'the house and ' if stack.housed else ''}{_coins(stack.units)} on {target}"
        return f"attacks {what}; a coin decides" if step.attack == FLIP else f"takes {what}"
    if step.how == "move":
        way = ground.board.rows[step.target] - ground.board.rows[step.origin]
        way = -way if position.mover else way
        verb = "brings" if way > 0 else "moves" if way == 0 else "draws"
        told = f"{verb} the {step.coin} {'back ' if way < 0 else ''}to {target}"
        if prey := _prey(position, step):
            return f"{told}, where it threatens {prey},"
        if ground.stacks.coins[position.tiles[step.target]] == MOST_ON_TILE - 1:
            return f"{told}, where three coins are safe,"
        builds = later and position.hands[position.mover] and ground.counts[position.mover][step.target]
        return f"{told}, where a house would count," if builds else told
    if step.how == "house":
        if not ground.counts[position.mover][step.target]:
            return f"builds a house on {target}, which makes coins,"
        return f"builds house {position.houses[position.mover] + 1} of {ground.need} on {target}"
    if step.how == "split":
        full = ground.stacks.coins[step.stack] == 3
        into = ground.stacks.money[position.mover].below(step.coin)
        told = f"splits the {step.coin} on {origin} into two {into}s"
        return f"{told}, which nobody can attack now," if full else told
    if step.how == "swap":
        return f"frees the {step.coin} on {origin}"
    return f"upgrades the {step.coin} on {origin}"


def _prey(position: Position, step: Step) -> str:
    """Name the enemy's best stack beside the tile of a move that the coin would surely beat next."""
    ground, stacks, mover = position.ground, position.ground.stacks, position.mover
    strength = stacks.strength[mover][step.coin]
    found = [
        (stacks.units[there], stacks.weakest[there], tile)
        for tile in ground.near[step.target]
        if stacks.owner[there := position.tiles[tile]] == 1 - mover
        and stacks.coins[there] < MOST_ON_TILE
        and strength > stacks.weakest[there]
    ]
    if not found:
        return ""
    tile = max(found)[2]
    stack = stacks.stacks[position.tiles[tile]]
    return f"{_coins(stack.units)} on {ground.board.names[tile]}" if stack else ""


def _coins(units: tuple[int, ...]) -> str:
    return f"the {units[0]}" if len(units) == 1 else f"{len(units)} units"
