"""Leaf counts (tests/perft), each obtained by two independent implementations."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.registry import games
from maps.boards import boards
from tests.adjudicator import (
    bridge_cic,
    bridge_nemein,
    bridge_nme,
    bridge_ww3,
    reference_cic,
    reference_nemein,
    reference_nme,
    reference_ww3,
)

FOLDER = Path(__file__).parents[1] / "perft"
GAMES = games(boards())
QUICK, QUICK_FROM_THE_START, MOST = 5_000, 10_000, 3_000_000
"""Leaves that a test run counts in one position, and in a start; and that a long run counts. Deeper lines
stand for a run by hand."""
QUICK_SLOW, MOST_SLOW = 500, 30_000
"""The same of the reference."""


Divide = Callable[[Mapping[str, Any], int], dict[str, int]]
REFERENCES: dict[str, Divide] = {
    "cic": lambda dump, depth: reference_cic.divide(bridge_cic.to_reference(dump), depth),
    "nemein": lambda dump, depth: reference_nemein.divide(bridge_nemein.to_reference(dump), depth),
    "nme": lambda dump, depth: reference_nme.divide(bridge_nme.to_reference(dump), depth),
    "ww3": lambda dump, depth: reference_ww3.divide(bridge_ww3.to_reference(dump), depth),
}
"""By game: counts of the reference from a dumped state, by first order."""


def lines() -> list[tuple[str, str, str, int, int]]:
    found = []
    for path in sorted(FOLDER.glob("*.epd")):
        for line in path.read_text("utf-8").splitlines():
            if not line.startswith("#"):
                name, position, counts = (part.strip() for part in line.split("|"))
                for item in counts.split():
                    depth, count = map(int, item.split(":"))
                    found.append((path.stem, name, position, depth, count))
    return found


def difference(key: str, position: str, depth: int) -> str:
    """What one needs to bisect a miss: the first orders whose counts the reference does not have."""
    game = GAMES[key]
    state = game.position(json.loads(position))
    found = game.perft(state, depth)
    truth = REFERENCES[key](game.dump(state), depth)
    told = [
        f"  {order}: {found.get(order)}, the reference says {truth.get(order)}"
        for order in sorted({*found, *truth})
        if found.get(order) != truth.get(order)
    ]
    command = f"python -m adjudicator perft {key} --depth {depth} --divide --position '{position}'"
    return "\n".join([command, *(told or ["  (both implementations agree: the file is wrong)"])])


every_line = ("key", "name", "position", "depth", "count")


def counted(quick: int, from_the_start: int, most: int) -> list[Any]:
    """The lines up to so many leaves; those with more than a test run counts are for a long one."""
    return [
        pytest.param(
            *line,
            id=f"{line[0]}-{line[1]}-{line[3]}",
            marks=[pytest.mark.soak]
            if line[4] > (from_the_start if line[1].startswith("start") else quick)
            else [],
        )
        for line in lines()
        if line[4] <= most
    ]


@pytest.mark.parametrize(every_line, counted(QUICK, QUICK_FROM_THE_START, MOST))
def test_perft(key: str, name: str, position: str, depth: int, count: int) -> None:
    game = GAMES[key]
    found = sum(game.perft(game.position(json.loads(position)), depth).values())
    if found != count:
        pytest.fail(f"{name}, depth {depth}: {found}, not {count}\n{difference(key, position, depth)}")


@pytest.mark.parametrize(every_line, counted(QUICK_SLOW, QUICK_SLOW, MOST_SLOW))
def test_perft_of_the_reference(key: str, name: str, position: str, depth: int, count: int) -> None:
    game = GAMES[key]
    assert sum(REFERENCES[key](game.dump(game.position(json.loads(position))), depth).values()) == count, name


@pytest.mark.parametrize(
    ("key", "position"),
    [
        ("cic", '{"pieces": {"light": {"a1": "K"}, "dark": {"h8": "C"}}, "to_move": "light"}'),
        ("nme", '{"pieces": {"black": {"A1": "P"}, "gray": {"C4": "P"}, "white": {"L1": "P"}}}'),
        (
            "nemein",
            '{"tiles": {"a1": {"seat": "south", "units": [5]}, "g4": {"seat": "north", "units": [5]}}}',
        ),
        (
            "ww3",
            '{"pieces": {"red": {"e1": "B", "d3": "S"}, "silver": {"e11": "B"}}, "options": {"players": 2}}',
        ),
    ],
)
def test_a_miss_tells_what_to_bisect(key: str, position: str) -> None:
    told = difference(key, position, 1)
    assert f"perft {key}" in told
    assert "--divide" in told
    assert "the file is wrong" in told
