"""docs/nemein.md and what docs/order-notation.md says of it: their tables and examples are the code's."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.errors import OrderError
from adjudicator.nemein import Nemein
from adjudicator.nemein.events import REASONS
from adjudicator.nemein.json_fields import HOWS, PHASES
from adjudicator.nemein.stack import STAGES
from maps.boards import board
from tests.adjudicator.test_docs import DOCS, blocks, section
from tests.adjudicator.test_docs_newyork2047 import rows

GAME = Nemein(board("nemein"))
STATE = GAME.start({}, HmacChance(bytes(32), "x")).state
BOARD: dict[str, Any] = GAME.board()
POSITION = GAME.position(json.loads(blocks("nemein.md", "json")[0]))


def quoted(text: str) -> list[str]:
    """What stands between backquotes."""
    return re.findall(r"`([^`]+)`", text)


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


def test_events_options_reasons_and_keys() -> None:
    events = {row[0].strip("`"): row[1] for row in rows(section("nemein.md", "Events"))[2:]}
    assert events.keys() == GAME.events().keys()
    for name, kind in GAME.events().items():
        assert set(quoted(events[name])) == set(kind.__dataclass_fields__) - {"seen_by"}
    options = rows(section("nemein.md", "Options"))[2:]
    for option, row in zip(GAME.option_table, options, strict=True):
        values = ", ".join(f"`{each}`" for each in option.choices) or f"{option.least}–{option.most}"
        default = f"`{option.default}`" if option.choices else str(option.default)
        assert [row[0], row[2], row[3]] == [f"`{option.key}`", default, option.decides]
        assert row[1].startswith(values)
    reasons = [quoted(row[0])[0] for row in rows(section("nemein.md", "Outcomes"))[2:]]
    assert sorted(reasons) == sorted(REASONS)
    table = rows(section("nemein.md", "Positions and states"))[2:]
    assert sorted(name for row in table for name in quoted(row[0])) == sorted(GAME.dump(STATE))
    told = {row[0]: row[2] for row in table}
    for key, words in (("`last`", HOWS), ("`stage`", STAGES), ("`phase`", PHASES)):
        assert all(f"`{word}`" in told[key] for word in words)
    views = section("nemein.md", "Views")
    for key in GAME.show(GAME.view(STATE, None)).keys() - GAME.dump(STATE).keys():
        assert f"`{key}`" in views


def test_a_position_alone_has_the_defaults_of_the_page() -> None:
    found = GAME.dump(GAME.position({"tiles": GAME.dump(POSITION)["tiles"]}))
    named = ("to_move", "stage", "extra", "busy", "quiet", "offers", "last", "outcome", "n", "phase")
    defaults = {row[0]: row[1] for row in rows(section("nemein.md", "Positions and states"))[2:]}
    for key in named:
        assert found[key] == json.loads(defaults[f"`{key}`"].strip("`")), key
    assert found["hands"] == {"south": 0, "north": 0}
    assert [found[key] for key in ("turn", "ply", "number")] == [0, 0, 1]


def test_what_the_server_tells() -> None:
    told = section("nemein.md", "The rules server")
    side = BOARD["sides"]["4"]
    for key in (*BOARD, *BOARD["currencies"]["USD"], *side, *side["tiles"]["a1"]):
        assert f"`{key}`" in told, key


def test_the_examples_of_the_notation_page() -> None:
    tiles = {
        "b2": {"seat": "south", "units": [10]},
        "c4": {"seat": "south", "house": 5, "units": [1]},
        "g4": {"seat": "north", "units": [1]},
    }
    play = GAME.view(GAME.position({"tiles": tiles, "hands": {"south": 1}}), "south")
    found = rows(section("order-notation.md", "Nemein"))[2:]
    assert len(found) == 8
    for name, _, others in found:
        [canonical] = quoted(name)
        setup = canonical.startswith(("handful", "place"))
        view = GAME.view(STATE, "south") if setup else play
        for text in [canonical, *quoted(others)]:
            assert [str(order) for order in GAME.parse(view, text)] == [canonical], text
        if not setup:
            GAME.check(view, GAME.parse(view, canonical))


@pytest.mark.parametrize("text", ["move c3-e3 10", "house b2", "handful 25x3 10x2"])
def test_the_errors_of_the_notation_page(text: str) -> None:
    told = {row[0].strip("`"): row[1] for row in rows(section("order-notation.md", "What an error says"))[2:]}
    view = GAME.view(STATE if text.startswith("handful") else POSITION, "south")
    with pytest.raises(OrderError) as caught:
        GAME.check(view, GAME.parse(view, text))
    assert str(caught.value) == told[text]


def test_the_stock_handfuls_and_the_page() -> None:
    """The publisher's example is one, and the page says so of it."""
    view = GAME.view(STATE, "south")
    text = " ".join((DOCS / "nemein.md").read_text("utf-8").split())
    assert "one quarter, four dimes, six nickels and five pennies are valid" in text
    GAME.check(view, GAME.parse(view, "handful 25x1 10x4 5x6 1x5"))
