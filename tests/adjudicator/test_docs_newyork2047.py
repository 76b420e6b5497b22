"""docs/newyork2047.md and the section of docs/order-notation.md: their tables and examples are the code's."""

from __future__ import annotations

import json
import re

import pytest

from adjudicator.chance import HmacChance
from adjudicator.errors import OrderError
from adjudicator.newyork2047 import NewYork2047
from maps.boards import board
from tests.adjudicator.test_docs import DOCS, blocks, section

GAME = NewYork2047(board("newyork2047"))
PAGE = (DOCS / "newyork2047.md").read_text("utf-8")
STATE = GAME.start({}, HmacChance(bytes(32), "x")).state


def rows(text: str) -> list[list[str]]:
    """The cells of every row of the tables in a text."""
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line[:1] == "|"]


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


def test_events_options_and_keys() -> None:
    events = {row[0].strip("`"): row[1] for row in rows(section("newyork2047.md", "Events"))[2:]}
    assert events.keys() == GAME.events().keys()
    for name, kind in GAME.events().items():
        assert set(re.findall(r"`(\w+)`", events[name])) == set(kind.__dataclass_fields__) - {"seen_by"}
    [option] = GAME.option_table
    [row] = rows(section("newyork2047.md", "Options"))[2:]
    assert row[0] == f"`{option.key}`"
    assert row[1:] == [f"{option.least}–{option.most}", str(option.default), option.decides]
    fields = [row[0].strip("`") for row in rows(section("newyork2047.md", "Positions and states"))[2:]]
    assert sorted(fields) == sorted(GAME.dump(STATE))
    views = section("newyork2047.md", "Views")
    for key in GAME.show(GAME.view(STATE, None)).keys() - GAME.dump(STATE).keys():
        assert f"`{key}`" in views


def test_the_position() -> None:
    [text] = blocks("newyork2047.md", "json")
    state = GAME.position(json.loads(text))
    assert GAME.phase(state).owing == {"tower", "hamblet"}
    assert state.turretons["moe"] == "hamblet"


def test_the_orders_that_the_rules_name() -> None:
    view = GAME.view(STATE, "tower")
    named = re.findall(r"`([^`\n]+)`", section("newyork2047.md", "Orders"))
    assert len(named) >= 7
    for text in named:
        if text != ";":
            GAME.parse(view, text)


def test_the_examples_of_the_notation_page() -> None:
    view = GAME.view(STATE, "tower")
    found = rows(section("order-notation.md", "New York 2047"))[2:]
    assert len(found) == 7
    for canonical, _, others in found:
        for text in [canonical.strip("`"), *re.findall(r"`([^`]+)`", others)]:
            assert [str(order) for order in GAME.parse(view, text)] == [canonical.strip("`")], text
    for text in ("upper bay", "upper_bay", "upb", "upper b"):
        assert [str(order) for order in GAME.parse(view, f"1 {text}")] == ["1 move upper_bay"]


@pytest.mark.parametrize("text", ["1 move red hok", "1 move hudson", "4 hold"])
def test_the_errors_of_the_notation_page(text: str) -> None:
    told = {row[0].strip("`"): row[1] for row in rows(section("order-notation.md", "What an error says"))[2:]}
    view = GAME.view(STATE, "tower")
    with pytest.raises(OrderError) as caught:
        GAME.check(view, GAME.parse(view, text))
    assert str(caught.value) == told[text]
