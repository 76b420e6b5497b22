"""docs/nme.md is what the code does; what is alike on all pages is in test_docs_games.py."""

from __future__ import annotations

import json
import re
from typing import Any

from adjudicator.chance import HmacChance
from adjudicator.nme import Nme
from maps.boards import board
from tests.adjudicator.pages import DOCS, blocks, quoted, rows, section

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
    named = quoted(section("nme.md", "A first turn"))
    assert named == ["A4-B4", "A1s-E3n", "A5s-C6"]
    for text in named:
        GAME.check(view, GAME.parse(view, text))


def test_the_position() -> None:
    [text] = blocks("nme.md", "json")
    state = GAME.position(json.loads(text))
    listed = {str(order) for order in GAME.legal(GAME.view(state, "black"))}
    assert {"K6-L5s", "K6-L5s=S", "K6-L5s=I"} <= listed
