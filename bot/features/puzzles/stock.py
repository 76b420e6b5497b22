"""The puzzles that there are: `python -m engines puzzles` has found them (docs/engines.md). A file a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from bot.common.clock import DAY
from engines.puzzles import Puzzle, from_json

FOLDER = Path(__file__).parent / "stock"


@cache
def stock() -> Mapping[str, Puzzle]:
    """All puzzles by their keys, in the order of their days: the games mixed, the same anywhere."""
    found = [
        from_json(line)
        for path in sorted(FOLDER.glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
        if line
    ]
    return {puzzle.key: puzzle for puzzle in sorted(found, key=lambda puzzle: puzzle.key)}


def day_of(now: float) -> int:
    """Return the day of a moment, counted from 1970, UTC."""
    return int(now // DAY)


def of_day(day: int) -> Puzzle:
    """Return the puzzle of a day: the same one in every server."""
    found = list(stock().values())
    return found[day % len(found)]


def of_game(key: str) -> Sequence[Puzzle]:
    """List the puzzles of a game; of all games for ""."""
    return [puzzle for puzzle in stock().values() if key in ("", puzzle.game)]
