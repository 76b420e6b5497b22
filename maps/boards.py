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
    """One board's file as JSON values; FileNotFoundError if there is none. Not to be changed."""
    found: Mapping[str, Any] = json.loads((DATA / f"{name}.json").read_text("utf-8"))
    return found


def boards() -> Mapping[str, Mapping[str, Any]]:
    """Every board by its name, for `adjudicator.registry.games`."""
    return {path.stem: board(path.stem) for path in sorted(DATA.glob("*.json"))}
