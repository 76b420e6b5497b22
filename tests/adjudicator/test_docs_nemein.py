"""docs/nemein.md is what the code does; what is alike on all pages is in test_docs_games.py."""

from __future__ import annotations

import json
from typing import Any

from adjudicator.chance import HmacChance
from adjudicator.nemein import Nemein
from maps.boards import board
from tests.adjudicator.pages import DOCS, blocks, quoted, rows, section

GAME = Nemein(board("nemein"))
STATE = GAME.start({}, HmacChance(bytes(32), "x")).state
BOARD: dict[str, Any] = GAME.board()
POSITION = GAME.position(json.loads(blocks("nemein.md", "json")[0]))


def test_the_boards() -> None:
    table = rows(section("nemein.md", "Board"))[2:]
    assert [row[0] for row in table] == list(BOARD["sides"])
    for side, number, ends, lengths, middle, south, north in table:
        found = BOARD["sides"][side]
        names = list(found["tiles"])
        letters = [chr(letter) for letter in range(ord(ends[0]), ord(ends[-1]) + 1)]
        told = [
            f"{row}{n}"
            for row, length in zip(letters, lengths.split(", "), strict=True)
            for n in range(1, int(length) + 1)
        ]
        assert (names, len(names), found["middle"]) == (told, int(number), middle)
        for seat, home in (("south", south), ("north", north)):
            assert found["homes"][seat] == [name for name in names if name[0] in home.split(", ")]


def test_the_currencies() -> None:
    table = rows(section("nemein.md", "Coins"))[2:]
    assert [quoted(row[0])[0] for row in table] == list(BOARD["currencies"])
    for name, whole, house, units, fraction in table:
        money = BOARD["currencies"][quoted(name)[0]]
        coins = [int(house), *map(int, units.split(", "))]
        assert (money["whole"], money["coins"], money["fraction"]) == (int(whole), coins, fraction)
    letters = BOARD["currencies"]["USD"]["letters"]
    told = "; those of the US dollar also by letter: " + ", ".join(
        f"`{letter}` {coin}" for coin, letter in letters.items()
    )
    assert told in " ".join(section("nemein.md", "Coins").split())
    assert not any(money["letters"] for code, money in BOARD["currencies"].items() if code != "USD")


def test_a_first_turn() -> None:
    view = GAME.view(POSITION, "south")
    named = quoted(section("nemein.md", "A first turn"))
    assert named == ["move b2-c3 5", "move c3-d4 10", "move c3-d4 10; split d4 10; end"]
    for text in named:
        GAME.check(view, GAME.parse(view, text))
    done = GAME.resolve(POSITION, {"south": GAME.parse(view, named[-1])}, HmacChance(bytes(32), "x")).state
    assert GAME.dump(done)["tiles"]["d4"] == {"seat": "south", "units": [5, 5]}
    assert GAME.phase(done).owing == {"south"}


def test_the_orders_of_the_page() -> None:
    lines = section("nemein.md", "Orders").split("\n- ")
    [handful] = quoted(lines[1])
    _, turn, swap = quoted(lines[2])
    view = GAME.view(STATE, "south")
    GAME.check(view, GAME.parse(view, handful))
    tiles = {
        "b2": {"seat": "south", "units": [10]},
        "d4": {"seat": "south", "house": 5, "units": []},
        "e5": {"seat": "south", "units": [5]},
        "g4": {"seat": "north", "units": [5]},
    }
    view = GAME.view(GAME.position({"tiles": tiles, "hands": {"south": 1}}), "south")
    assert "; ".join(map(str, GAME.parse(view, turn))) == turn
    GAME.check(view, GAME.parse(view, turn))
    assert swap == "swap c3"


def test_a_position_alone_has_the_defaults_of_the_page() -> None:
    found = GAME.dump(GAME.position({"tiles": GAME.dump(POSITION)["tiles"]}))
    named = ("to_move", "stage", "extra", "busy", "quiet", "offers", "last", "outcome", "n", "phase")
    defaults = {row[0]: row[1] for row in rows(section("nemein.md", "Positions and states"))[2:]}
    for key in named:
        assert found[key] == json.loads(defaults[f"`{key}`"].strip("`")), key
    assert found["hands"] == {"south": 0, "north": 0}
    assert [found[key] for key in ("turn", "ply", "number")] == [0, 0, 1]


def test_the_stock_handfuls_and_the_page() -> None:
    """The publisher's example is one, and the page says so of it."""
    view = GAME.view(STATE, "south")
    text = " ".join((DOCS / "nemein.md").read_text("utf-8").split())
    assert "one quarter, four dimes, six nickels and five pennies are valid" in text
    GAME.check(view, GAME.parse(view, "handful 25x1 10x4 5x6 1x5"))
