"""docs/ww3.md is what the code does; what is alike on all pages is in test_docs_games.py."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from adjudicator.chance import HmacChance, ScriptedChance
from adjudicator.errors import OrderError
from adjudicator.ww3 import Ww3
from adjudicator.ww3.board import FORMATIONS, KINDS, NAMES, NUMBERS, SEATS
from maps.boards import board
from tests.adjudicator.pages import blocks, quoted, rows, section

GAME = Ww3(board("ww3"))
BOARD: dict[str, Any] = GAME.board()
SETUP = GAME.start({}, HmacChance(bytes(32), "x")).state
STATE = GAME.resolve(SETUP, {}, ScriptedChance(6, 1, 1, 1)).state
RED = GAME.view(STATE, "red")


def names(text: str) -> list[str]:
    return re.findall(r"`([a-k]\d+)`", text)


def test_the_arms_and_the_centre() -> None:
    for row in rows(section("ww3.md", "Board"))[2:]:
        seat = row[2].lower()
        (x, y), (u, v) = (BOARD["points"][name] for name in names(row[1]))
        found = {name for name, (a, b) in BOARD["points"].items() if x <= a <= u and y <= b <= v}
        assert set(BOARD["regions"][seat]) == found and len(found) == 15
        centre = {name for name, (a, b) in BOARD["points"].items() if 4 <= a <= 8 and 4 <= b <= 8}
        beside = {one for line in BOARD["lines"] for one in line if set(line) & centre}
        assert set(names(row[3])) == beside & found
    [told] = re.findall(r"diagonal lines too: they join (.*?) with", section("ww3.md", "Board"), re.DOTALL)
    diagonal = {
        name
        for one, other in BOARD["lines"]
        if all(a != b for a, b in zip(BOARD["points"][one], BOARD["points"][other], strict=True))
        for name in (one, other)
    }
    assert set(names(told)) == diagonal


def test_the_units() -> None:
    found = rows(section("ww3.md", "Units and meetings"))[2:9]
    assert [(row[0], row[1], int(row[2])) for row in found] == [
        (kind, NAMES[kind], NUMBERS[kind]) for kind in KINDS
    ]


def test_the_table_of_meetings() -> None:
    """Each cell is played: Red attacks from f5, Silver stands on f6."""
    header, _, *table = rows(section("ww3.md", "Units and meetings"))[9:]
    assert header[1:] == list(KINDS) and [row[0] for row in table] == list(KINDS[:-1])
    for row in table:
        for defender, told in zip(KINDS, row[1:], strict=True):
            silver = {"f6": defender} | ({} if defender == "B" else {"g11": "B"})
            position = {"pieces": {"red": {"f5": row[0], "e1": "B"}, "silver": silver}}
            state = GAME.position({**position, "options": {"players": 2}})
            view = GAME.view(state, "red")
            orders = GAME.parse(view, "f5-f6")
            if told == "no move":
                with pytest.raises(OrderError):
                    GAME.check(view, orders)
                continue
            after = GAME.dump(GAME.resolve(state, {"red": orders}, ScriptedChance()).state)
            assert {"wins": "red", "falls": "silver"}[told] == next(
                seat for seat, placed in after["pieces"].items() if "f6" in placed
            )


def test_the_stock_formations() -> None:
    found = rows(section("ww3.md", "Set-up"))
    stock = found[2:6]
    assert [row[0].lower() for row in stock] == list(SEATS)
    for seat, row in zip(SEATS, stock, strict=True):
        assert told_setup(row[1:]) == str(read(seat, "setup stock"))
    others = found[8:]
    assert [row[0].strip("`") for row in others] == list(FORMATIONS)
    for row in others:
        name = row[0].strip("`")
        assert row[1] == FORMATIONS[name][1]
        assert told_setup(row[2:]) == str(read("red", f"setup {name}"))


def told_setup(cells: list[str]) -> str:
    return "setup " + " ".join(
        f"{kind}={','.join(names(cell))}" for kind, cell in zip(KINDS, cells, strict=True)
    )


def read(seat: str, text: str) -> Any:
    view = GAME.view(SETUP, seat)
    orders = GAME.parse(view, text)
    GAME.check(view, orders)
    return orders[0]


def test_a_first_turn() -> None:
    named = quoted(section("ww3.md", "A first turn"))
    assert named == ["f3-f4", "e3-e5", "d3-d4-e5", "d3-d4 h3-h4"]
    for text in named:
        GAME.check(RED, GAME.parse(RED, text))


def test_the_position() -> None:
    [text] = blocks("ww3.md", "json")
    state = GAME.position(json.loads(text))
    listed = {str(order) for order in GAME.legal(GAME.view(state, "red"))}
    assert {"d3-d4-e4", "h3-h4 d3-d4", "f5-f4"} <= listed
    assert not {"f5-f6", "f5-f7"} & listed


def test_the_warnings_that_the_server_tells() -> None:
    told = " ".join(section("ww3.md", "The rules server").split())
    three = GAME.view(GAME.start({"players": 3}, ScriptedChance()).state, "red")
    corner = "setup N=d2 A=e3 T=f3 C=g2 P=f1 S={},e2,g3,e1 B={}"
    setups = [corner.format(*pair) for pair in (("h3", "d3"), ("d3", "h3"))]
    found = [GAME.warn(three, GAME.parse(three, text)) for text in setups]
    pieces = {"red": {"d4": "S", "f4": "N", "e1": "B"}, "silver": {"e5": "T", "f5": "N", "g11": "B"}}
    position = {"options": {"players": 2, "fog": "on"}, "pieces": pieces, "known": ["e5", "f5"]}
    for text, offers in (("d4-e5", []), ("f4-f5", []), ("f4-g5", ["silver"])):
        view = GAME.view(GAME.position({**position, "offers": offers}), "red")
        found.append(GAME.warn(view, GAME.parse(view, text)))
    for lines in found:
        [line] = lines
        assert f'"{line.replace("f5", "e5")}"' in told, line
