"""The README's own orders, given to the position that the demo's New York begins with."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.chance import ScriptedChance
from adjudicator.newyork2047 import NewYork2047
from adjudicator.newyork2047.state import State
from demo.seed_newyork import SEASONS, SEATS
from maps.boards import board

README = Path(__file__).parents[2] / "README.md"


def reached(game: NewYork2047) -> State:
    """The position after the seasons that the demo plays, without the bot."""
    state = game.start({}, ScriptedChance()).state
    for sheets in SEASONS:
        orders = {
            SEATS[name]: game.parse(game.view(state, SEATS[name]), text) for name, text in sheets.items()
        }
        state = game.resolve(state, orders, ScriptedChance()).state
    return state


def test_the_readme_orders_are_legal_where_the_demo_stands() -> None:
    """As the README says: Emil, whose Greene has just lost Flushing, gives its orders."""
    lines = [line for line in README.read_text(encoding="utf-8").splitlines() if "or type" in line]
    (orders,) = (found for line in lines for found in re.findall(r"or type `([^`]*;[^`]*)`", line))
    game = NewYork2047(board("newyork2047"))
    state = reached(game)
    assert game.phase(state).key == "fall"
    view = game.view(state, SEATS["Emil"])
    sheet = game.parse(view, orders)
    assert len(sheet) > 1
    game.check(view, sheet)
    assert game.warn(view, sheet) == ()
