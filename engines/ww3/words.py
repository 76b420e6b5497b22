"""What a move is for, in a sentence for everybody at the table: it names no unit that fog hides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.text import counted, listing
from adjudicator.ww3.board import FORMATIONS, HIDDEN, NAMES, SEATS, Board, Placed, formation
from adjudicator.ww3.moves import ATTACKER, winner
from adjudicator.ww3.ways import Code, Path
from engines.search import DECIDED, WON
from engines.ww3.fog import foggy

_NEAR = 5
"""So many steps from a Base are worth a word."""
_FORWARD = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""By seat."""


def line(board: Board, view: Mapping[str, Any], code: Code, value: int, pressed: bool) -> str:
    """Say what a move is for. value: the search's, of a move that wins by force more than `DECIDED`;
    pressed: whether the Base was about to fall"""
    paths = [(board.names[path[0]], board.names[path[-1]]) for path in code]
    met = [(to, unit) for _, to in paths if (unit := _enemy(view, to)) is not None]
    for to, unit in met:
        if NAMES["B"] == unit:
            return f"Takes the Base on {to}."
    if value > DECIDED and not foggy(view):
        left = (WON - value + 1) // 2  # turns after this one
        wins = "wins next turn" if left == 1 else f"wins within {left} turns"
        return f"Attacks the {met[0][1]} on {met[0][0]}, and {wins}." if met else f"{wins.capitalize()}."
    if met:
        to, unit = met[0]
        return f"Attacks {'a unit' if unit == NAMES[HIDDEN] else 'the ' + unit} on {to}."
    if pressed:
        return "Guards the Base."
    if len(code) == 2:
        ahead = sum(_ahead(board, view, path) for path in code)
        where = listing([to for _, to in paths], "and")
        return f"{'Sends two Soldiers forward' if ahead > 0 else 'Moves two Soldiers'} to {where}."
    [(start, to)] = paths
    unit = _own(view, start)
    kind = view["pieces"][view["seat"]][start]
    if not foggy(view):
        hunter = next((where for where, other in _beside(board, view, start) if _beats(other, kind)), "")
        if hunter and not any(_beats(other, kind) for _, other in _beside(board, view, to)):
            return f"Takes {unit} out of reach of the {_enemy(view, hunter)} on {hunter}, to {to}."
    ahead = _ahead(board, view, code[0])
    verb = "Brings" if ahead > 0 else "Pulls" if ahead < 0 else "Moves"
    told = f"{verb} {unit} {'forward ' if ahead > 0 else 'back ' if ahead < 0 else ''}to {to}"
    for where, other in _beside(board, view, to):
        if foggy(view):
            what = "a unit" if other == HIDDEN else f"the {NAMES[other]}"
            return f"{told}, next to {what} on {where}."
        if _beats(kind, other):
            return f"{told}, where it threatens the {NAMES[other]} on {where}."
    steps = _to_base(board, view, to)
    return f"{told}, {counted(steps, 'step')} from a Base." if ahead > 0 and steps <= _NEAR else f"{told}."


def _to_base(board: Board, view: Mapping[str, Any], point: str) -> int:
    """Count the lines from a point to the nearest enemy Base that is known; more than `_NEAR` if none is so
    near."""
    bases = {where for where, letter in _enemies(view) if letter == "B"}
    reached = {board.index[point]}
    for steps in range(_NEAR + 1):
        if any(board.names[each] in bases for each in reached):
            return steps
        reached |= {near for each in reached for near in board.beside[each]}
    return _NEAR + 1


def _enemies(view: Mapping[str, Any]) -> list[tuple[str, str]]:
    """List where enemies stand, with their letters."""
    own = view["seat"]
    return sorted(each for seat, units in view["pieces"].items() if seat != own for each in units.items())


def _beside(board: Board, view: Mapping[str, Any], point: str) -> list[tuple[str, str]]:
    """List the enemies one line away from a point: where they stand, and their letters."""
    found = {board.names[near] for near in board.beside[board.index[point]]}
    return [(where, letter) for where, letter in _enemies(view) if where in found]


def _beats(one: str, other: str) -> bool:
    """Return whether a unit that attacks another one wins and lives on."""
    return HIDDEN not in (one, other) and winner(one, other) == ATTACKER


def taken_up(board: Board, placed: Placed, seat: int) -> str:
    """Say what a set-up is for."""
    for name, (_, purpose) in FORMATIONS.items():
        if placed in (formation(board, name, seat), formation(board, name, seat, mirrored=True)):
            return f"{purpose}."
    return "A formation that nobody knows, with its Base on the last row."


def _enemy(view: Mapping[str, Any], point: str) -> str | None:
    """Name the enemy's unit on a point; None: there is none."""
    found = [
        units[point] for seat, units in view["pieces"].items() if seat != view["seat"] and point in units
    ]
    return NAMES[found[0]] if found else None


def _own(view: Mapping[str, Any], point: str) -> str:
    hides = foggy(view) and point not in view["known"]
    name = NAMES[HIDDEN if hides else view["pieces"][view["seat"]][point]]
    return f"a {name}" if hides or name == NAMES["S"] else f"the {name}"


def _ahead(board: Board, view: Mapping[str, Any], path: Path) -> int:
    (x, y), (u, v) = board.places[path[0]], board.places[path[-1]]
    ways = _FORWARD[SEATS.index(view["seat"])]
    return (u - x) * ways[0] + (v - y) * ways[1]
