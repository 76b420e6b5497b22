"""What a move is for, in a sentence for everybody at the table: it names no unit that fog hides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.text import counted
from adjudicator.ww3.board import HIDDEN, NAMES, SEATS, Board
from adjudicator.ww3.ways import Code, Path
from engines.search import DECIDED, WON
from engines.ww3.fog import foggy

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
        return f"Wins within {counted((WON - value + 1) // 2, 'turn')}."
    if met:
        to, unit = met[0]
        return f"Attacks {'a unit' if unit == NAMES[HIDDEN] else 'the ' + unit} on {to}."
    if pressed:
        return "Guards the Base."
    if len(code) == 2:
        ahead = sum(_ahead(board, view, path) for path in code)
        return f"{'Sends two Soldiers forward' if ahead > 0 else 'Moves two Soldiers'}."
    [(start, to)] = paths
    unit = _own(view, start)
    ahead = _ahead(board, view, code[0])
    if ahead > 0:
        return f"Brings {unit} forward to {to}."
    return f"Pulls {unit} back to {to}." if ahead < 0 else f"Moves {unit} to {to}."


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
