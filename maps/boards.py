"""Board data: the JSON files of `maps/data`, one source for rules and drawing. Standard library only.

Rules never read files: who starts a program (the bot, `python -m adjudicator`, a test) hands them these.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"


@cache
def board(name: str) -> Mapping[str, Any]:
    """Return one board's file as JSON values, not to be changed; FileNotFoundError if there is none."""
    found: Mapping[str, Any] = json.loads((DATA / f"{name}.json").read_text("utf-8"))
    return found


def boards() -> Mapping[str, Mapping[str, Any]]:
    """Return every board by its name, for `adjudicator.registry.games`."""
    return {path.stem: board(path.stem) for path in sorted(DATA.glob("*.json"))}


def board_text(data: Mapping[str, Any]) -> str:
    """Return the text of a board's file: a line for each entry, so that differences can be read."""

    def part(key: str, value: Any) -> str:
        if isinstance(value, dict):
            rows = (f"{json.dumps(name)}: {json.dumps(each)}" for name, each in value.items())
        elif isinstance(value, list):
            rows = (json.dumps(each) for each in value)
        else:
            return f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        ends = "{}" if isinstance(value, dict) else "[]"
        inner = ",\n".join(f"  {row}" for row in rows)
        return f" {json.dumps(key)}: {ends[0]}\n{inner}\n {ends[1]}"

    return "{\n" + ",\n".join(part(key, value) for key, value in data.items()) + "\n}\n"
