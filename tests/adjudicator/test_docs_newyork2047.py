"""docs/newyork2047.md is what the code does; what is alike on all pages is in test_docs_games.py."""

from __future__ import annotations

import json

from adjudicator.chance import HmacChance
from adjudicator.newyork2047 import NewYork2047
from maps.boards import board
from tests.adjudicator.pages import DOCS, blocks, quoted, rows, section

GAME = NewYork2047(board("newyork2047"))
PAGE = (DOCS / "newyork2047.md").read_text("utf-8")
STATE = GAME.start({}, HmacChance(bytes(32), "x")).state


def test_the_table_of_the_map() -> None:
    found = {row[1].strip("`"): row for row in rows(section("newyork2047.md", "The map"))[2:]}
    assert found.keys() == GAME.map.spaces.keys()
    for key, space in GAME.map.spaces.items():
        name, _, abbr, kind, marks, near = found[key]
        assert (name, abbr, kind) == (space.name, f"`{space.abbr}`", "water" if space.water else "land")
        assert ("★" in marks) == space.star
        assert (f"home base of {(space.home or '').capitalize()}" in marks) == (space.home is not None)
        assert (space.turreton is None) or space.turreton.capitalize() in marks
        assert near == ", ".join(GAME.map.name(other) for other in GAME.map.near[key])


def test_the_factions() -> None:
    found = {row[0].strip("`"): row for row in rows(PAGE.split("\n## ")[0])[2:]}
    for seat, name in GAME.map.names.items():
        assert found[seat][2:] == [name, GAME.map.name(GAME.map.homes[seat])]


def test_the_position() -> None:
    [text] = blocks("newyork2047.md", "json")
    state = GAME.position(json.loads(text))
    assert GAME.phase(state).owing == {"tower", "hamblet"}
    assert state.turretons["moe"] == "hamblet"


def test_the_orders_that_the_rules_name() -> None:
    view = GAME.view(STATE, "tower")
    named = quoted(section("newyork2047.md", "Orders"))
    assert len(named) >= 7
    for text in named:
        if text != ";":
            GAME.parse(view, text)
    for text in ("upper bay", "upper_bay", "upb", "upper b"):
        assert [str(order) for order in GAME.parse(view, f"1 {text}")] == ["1 move upper_bay"]
