"""docs/nme.md and what docs/order-notation.md says of it: their tables and examples are the code's."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.errors import OrderError
from adjudicator.nme import Nme
from adjudicator.nme.events import REASONS
from adjudicator.nme.json_fields import WAYS
from maps.boards import board
from tests.adjudicator.test_docs import DOCS, blocks, section
from tests.adjudicator.test_docs_newyork2047 import rows

GAME = Nme(board("nme"))
PAGE = (DOCS / "nme.md").read_text("utf-8")
STATE = GAME.start({}, HmacChance(bytes(32), "x")).state
BOARD: dict[str, Any] = GAME.board()


def test_the_stars_by_row() -> None:
    told = {}
    for row in rows(section("nme.md", "Board"))[2:6]:
        for letter, north, south in (row[:3], row[3:6], row[6:]):
            told[letter] = [
                f"{letter}{number}{end}"
                for end, text in (("n", north), ("s", south))
                for first, last in re.findall(r"[A-L](\d+)[ns]–[A-L](\d+)[ns]", text)
                for number in range(int(first), int(last) + 1)
            ]
    assert sorted(name for names in told.values() for name in names) == sorted(BOARD["stars"])
    hexagons = re.findall(r"([A-L])1–[A-L](\d+)", section("nme.md", "Board").split("\n- A *star*")[0])
    assert [f"{row}{n}" for row, last in hexagons for n in range(1, int(last) + 1)] == list(BOARD["hexagons"])


def test_the_table_of_the_start() -> None:
    for army, navy, air, special, president, infantry in rows(section("nme.md", "Board"))[8:]:
        told = {"N": navy, "A": air, "S": special, "P": president, "I": infantry}
        names = {name: kind for kind, text in told.items() for name in re.findall(r"[A-L]\d+[ns]?", text)}
        assert names == BOARD["armies"][army.lower()]["pieces"]
        assert president == BOARD["armies"][army.lower()]["black_star"]


def test_a_first_turn() -> None:
    view = GAME.view(STATE, "black")
    named = re.findall(r"`([^`]+)`", section("nme.md", "A first turn"))
    assert named == ["A4-B4", "A1s-E3n", "A5s-C6"]
    for text in named:
        GAME.check(view, GAME.parse(view, text))


def test_events_options_reasons_and_keys() -> None:
    events = {row[0].strip("`"): row[1] for row in rows(section("nme.md", "Events"))[2:]}
    assert events.keys() == GAME.events().keys()
    for name, kind in GAME.events().items():
        assert set(re.findall(r"`(\w+)`", events[name])) == set(kind.__dataclass_fields__) - {"seen_by"}
    options = rows(section("nme.md", "Options"))[2:]
    for option, row in zip(GAME.option_table, options, strict=True):
        values = (
            ", ".join(f"`{each}`" for each in option.choices)
            if option.choices
            else f"{option.least}–{option.most}"
        )
        default = f"`{option.default}`" if option.choices else str(option.default)
        assert row == [f"`{option.key}`", values, default, option.decides]
    reasons = [
        name for row in rows(section("nme.md", "Outcomes"))[2:] for name in re.findall(r"`(\w+)`", row[0])
    ]
    assert sorted(reasons) == sorted(REASONS)
    table = rows(section("nme.md", "Positions and states"))[2:]
    fields = [name for row in table for name in re.findall(r"`(\w+)`", row[0])]
    assert sorted(fields) == sorted(GAME.dump(STATE))
    [last] = [row[2] for row in table if row[0] == "`last`"]
    assert all(f"`{how}`" in last for how in WAYS)
    views = section("nme.md", "Views")
    for key in GAME.show(GAME.view(STATE, None)).keys() - GAME.dump(STATE).keys():
        assert f"`{key}`" in views


def test_the_position() -> None:
    [text] = blocks("nme.md", "json")
    state = GAME.position(json.loads(text))
    listed = {str(order) for order in GAME.legal(GAME.view(state, "black"))}
    assert {"K6-L5s", "K6-L5s=S", "K6-L5s=I"} <= listed


def test_the_board_that_the_server_tells() -> None:
    told = section("nme.md", "The rules server")
    for key in (*BOARD, *BOARD["stars"]["A1n"], *BOARD["armies"]["gray"]):
        assert f"`{key}`" in told, key


def test_the_examples_of_the_notation_page() -> None:
    state = GAME.position(
        {
            "pieces": {
                "black": {"A4s": "P", "A3s": "S", "A4": "I", "C4": "I", "K6": "I"},
                "gray": {"I0s": "P", "C5": "S"},
                "white": {"I8s": "P"},
            },
            "prisoners": {"white": {"black": "S"}},
        }
    )
    view = GAME.view(state, "black")
    found = rows(section("order-notation.md", "NME and Protect the Ally"))[2:]
    assert len(found) == 6
    for canonical, _, others in found:
        for text in [canonical.strip("`"), *re.findall(r"`([^`]+)`", others)]:
            assert [str(order) for order in GAME.parse(view, text)] == [canonical.strip("`")], text


@pytest.mark.parametrize("text", ["A4-C4", "A4s-A4n", "A9-B9"])
def test_the_errors_of_the_notation_page(text: str) -> None:
    told = {row[0].strip("`"): row[1] for row in rows(section("order-notation.md", "What an error says"))[2:]}
    view = GAME.view(STATE, "black")
    with pytest.raises(OrderError) as caught:
        GAME.check(view, GAME.parse(view, text))
    assert str(caught.value) == told[text]
