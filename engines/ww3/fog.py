"""Full states that agree with a view in fog: unknown kinds are spread over the unknown units."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from adjudicator.game import AnyGame
from adjudicator.ww3.board import HIDDEN, KINDS, NUMBERS, SEATS, Board
from adjudicator.ww3.state import State
from engines.shown import state_values
from engines.ww3.field import row

_BACK = (12, 4, 1)
"""By row of an arm, the last one first: how likely a Base stands there."""


def foggy(view: Mapping[str, Any]) -> bool:
    """Return whether the option `fog` is on."""
    return bool(view["options"]["fog"] == "on")


def sampled(game: AnyGame, board: Board, view: Mapping[str, Any], random: Random) -> State:
    """Draw a state behind a view, from what the view proves and what is likely."""
    data = state_values(State, view)
    hidden = {
        seat: [point for point, letter in units.items() if letter == HIDDEN]
        for seat, units in data["pieces"].items()
    }
    pieces = {seat: dict(units) for seat, units in data["pieces"].items()}
    gone = dict(data["gone"])
    for seat in SEATS:
        lost = data["lost"].get(seat, "")
        if points := hidden.get(seat):
            known = [letter for letter in pieces[seat].values() if letter != HIDDEN]
            pieces[seat].update(_spread(board, view, seat, points, _left(known, lost, len(points)), random))
        if HIDDEN in gone.get(seat, ""):
            gone[seat] = _departed(lost, gone[seat], random)
    loaded: State = game.load(data | {"pieces": pieces, "gone": gone})
    return loaded


def _left(known: list[str], lost: str, number: int) -> list[str]:
    """Return the kinds of so many unknown units of a seat: what ten units have without those that are known
    or lost. In a position that is not from a game they may be more or fewer."""
    left = {kind: most - known.count(kind) for kind, most in NUMBERS.items()}
    for kind in lost:
        if sum(left.values()) > number and left[kind] > 0 and kind != "B":
            left[kind] -= 1
    return [kind for kind in KINDS for _ in range(left[kind])]


def _spread(
    board: Board, view: Mapping[str, Any], seat: str, points: list[str], kinds: list[str], random: Random
) -> dict[str, str]:
    """Give each point a kind."""
    found: dict[str, str] = {}
    points, kinds = list(points), list(kinds)
    for point, kind in _betrayed(view, seat):
        if point in points and kind in kinds:
            found[point] = kind
            points.remove(point)
            kinds.remove(kind)
    if "B" in kinds:
        kinds.remove("B")
        weights = [_base_weight(board, seat, point) for point in points]
        base = random.choices(points, weights if any(weights) else None)[0]
        found[base] = "B"
        points.remove(base)
    random.shuffle(kinds)
    return found | dict(zip(points, kinds, strict=False))


def _base_weight(board: Board, seat: str, point: str) -> int:
    """Say how likely a Base stands there: it never moved, so it stands on its arm, and rather behind."""
    at, index = board.index[point], SEATS.index(seat)
    region = board.regions[index]
    return _BACK[row(board, index, at) - 1] if at in region else 0


def _betrayed(view: Mapping[str, Any], seat: str) -> list[tuple[str, str]]:
    """Return the points and kinds of units that the newest move betrays: those of a pair are Soldiers, and
    so is one that turned on its way."""
    last = view["last"]
    if last is None or last["seat"] != seat:
        return []
    steps = last["steps"]
    paths = [step["path"] for step in steps if step["result"] in ("moved", "won")]
    if len(steps) == 2:
        return [(path[-1], "S") for path in paths]
    return [(path[-1], "S") for path in paths if len(path) == 3 and not _straight(path)]


def _straight(path: list[str]) -> bool:
    (a, b), (c, d), (e, f) = ((ord(name[0]), int(name[1:])) for name in path)
    return (c - a, d - b) == (e - c, f - d)


def _departed(lost: str, shown: str, random: Random) -> str:
    """Draw the kinds of a seat's units that left with its Base."""
    left = {kind: most - lost.count(kind) for kind, most in NUMBERS.items()}
    kinds = [kind for kind in KINDS for _ in range(max(left[kind], 0))]
    while len(kinds) < len(shown):
        kinds.append("S")
    return "".join(sorted(random.sample(kinds, len(shown)), key=KINDS.index))
