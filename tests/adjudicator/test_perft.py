"""Leaf counts (tests/perft), each obtained by two independent implementations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.registry import games
from maps.boards import boards
from tests.adjudicator import reference_cic as ref
from tests.adjudicator.bridge import to_reference

FOLDER = Path(__file__).parents[1] / "perft"
GAMES = games(boards())
MOST = 300_000
"""Leaves that a test run counts in one position, the start excepted; deeper lines stand for a run by hand."""
MOST_SLOW = 3_000
"""Leaves that the reference counts in a test run."""


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


def difference(position: str, depth: int) -> str:
    """What one needs to bisect a miss: the first orders whose counts the reference does not have."""
    game = GAMES["cic"]
    state = game.position(json.loads(position))
    found = game.perft(state, depth)
    truth = ref.divide(to_reference(game.dump(state)), depth)
    told = [
        f"  {order}: {found.get(order)}, the reference says {truth.get(order)}"
        for order in sorted({*found, *truth})
        if found.get(order) != truth.get(order)
    ]
    command = f"python -m adjudicator perft cic --depth {depth} --divide --position '{position}'"
    return "\n".join([command, *(told or ["  (both implementations agree: the file is wrong)"])])


@pytest.mark.parametrize(
    ("key", "name", "position", "depth", "count"),
    [
        pytest.param(*line, id=f"{line[0]}-{line[1]}-{line[3]}")
        for line in lines()
        if line[4] <= MOST or line[1] == "start"
    ],
)
def test_perft(key: str, name: str, position: str, depth: int, count: int) -> None:
    game = GAMES[key]
    found = sum(game.perft(game.position(json.loads(position)), depth).values())
    if found != count:
        pytest.fail(f"{name}, depth {depth}: {found}, not {count}\n{difference(position, depth)}")


@pytest.mark.parametrize(
    ("name", "position", "depth", "count"),
    [
        pytest.param(*line[1:], id=f"{line[1]}-{line[3]}")
        for line in lines()
        if line[0] == "cic" and line[4] <= MOST_SLOW
    ],
)
def test_perft_of_the_reference(name: str, position: str, depth: int, count: int) -> None:
    game = GAMES["cic"]
    assert ref.perft(to_reference(game.dump(game.position(json.loads(position)))), depth) == count, name


def test_a_miss_tells_what_to_bisect() -> None:
    told = difference('{"pieces": {"light": {"a1": "K"}, "dark": {"h8": "C"}}, "to_move": "light"}', 1)
    assert "--divide" in told
    assert "the file is wrong" in told
