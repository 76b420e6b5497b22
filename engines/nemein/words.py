"""What a turn is for, in one sentence for people."""

from __future__ import annotations

from engines.nemein.evaluate import WON
from engines.nemein.position import Position
from engines.nemein.search import Line
from engines.nemein.turns import FLIP, QUIET, Step


def sentence(position: Position, line: Line, value: int) -> str:
    """Say what a line is for. value: what it is worth to the mover"""
    sure = not line.flip and line.after[0].winner == position.mover
    if sure:
        return "Wins the game."
    said = [_clause(position, step) for step in line.steps]
    told = " and ".join(each for each in _foremost(line.steps, said) if each)
    if not told:
        return "Waits for a better moment."
    if value > WON // 2 and not line.flip:
        told += " and wins soon"
    return f"{told[0].upper()}{told[1:]}."


def _foremost(steps: tuple[Step, ...], said: list[str]) -> list[str]:
    """Pick the two clauses that matter most, in the order of the turn."""
    rank = {"house": 1, "move": 2, "swap": 3, "split": 4, "upgrade": 5}
    chosen = sorted(
        range(len(steps)), key=lambda at: 0 if steps[at].attack != QUIET else rank[steps[at].how]
    )[:2]
    return [said[at] for at in sorted(chosen)]


def _clause(position: Position, step: Step) -> str:
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
        return f"{verb} the {step.coin} {'back ' if way < 0 else ''}to {target}"
    if step.how == "house":
        counts = ground.counts[position.mover][step.target]
        return f"builds a house on {target}" + ("" if counts else ", which makes coins")
    if step.how == "split":
        full = ground.stacks.coins[step.stack] == 3
        return f"splits the {step.coin} on {origin}" + (", which nobody can attack now" if full else "")
    if step.how == "swap":
        return f"frees the {step.coin} on {origin}"
    return f"upgrades the {step.coin} on {origin}"


def _coins(units: tuple[int, ...]) -> str:
    return f"the {units[0]}" if len(units) == 1 else f"{len(units)} units"
