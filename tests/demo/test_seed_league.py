"""The README's own commands name the leagues that the demo begins with."""

from __future__ import annotations

import re
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"
SEED = Path(__file__).parents[2] / "demo" / "seed_league.py"


def test_each_command_of_the_tour_names_one_league() -> None:
    """There are two in that channel, and without a name the bot would ask which."""
    tour = README.read_text("utf-8").partition("- In `#league`")[2].partition("\n- ")[0]
    names = re.findall(r'name="([^"]+)"', SEED.read_text("utf-8"))
    assert len(names) == 2
    typed = re.findall(r"`/league ([^`]+)`", tour)
    assert len(typed) == 3
    for command in typed:
        [word] = re.findall(r"league:(\w+)", command)
        assert sum(word in name.lower() for name in names) == 1, command
