"""Each game's page, and what docs/order-notation.md says of it: tables and examples are the code's."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from adjudicator.chance import CHANCE_EVENTS, HmacChance, ScriptedChance
from adjudicator.errors import OrderError
from adjudicator.nemein.events import REASONS as NEMEIN_REASONS
from adjudicator.nemein.state import HOWS, PHASES, STAGES
from adjudicator.nme.events import REASONS as NME_REASONS
from adjudicator.nme.state import WAYS
from adjudicator.registry import games
from adjudicator.ww3.board import FORMATIONS, KINDS, NAMES, NUMBERS, SEATS
from adjudicator.ww3.events import REASONS as WW3_REASONS
from adjudicator.ww3.state import RESULTS
from maps.boards import boards
from tests.adjudicator.pages import DOCS, blocks, quoted, rows, section

GAMES = games(boards())
NEMEIN, NEWYORK, NME, WW3 = (GAMES[key] for key in ("nemein", "newyork2047", "nme", "ww3"))


def page_position(key: str) -> Any:
    """Read the position of a game's page."""
    [text] = blocks(f"{key}.md", "json")
    return GAMES[key].position(json.loads(text))


def started(key: str) -> Any:
    return GAMES[key].start({}, HmacChance(bytes(32), "x")).state


def nemein_example(text: str) -> Any:
    if text.startswith(("handful", "place")):
        return started("nemein")
    tiles = {
        "b2": {"seat": "south", "units": [10]},
        "c4": {"seat": "south", "house": 5, "units": [1]},
        "g4": {"seat": "north", "units": [1]},
    }
    return GAMES["nemein"].position({"tiles": tiles, "hands": {"south": 1}})


def nemein_wrong(text: str) -> Any:
    begun = text.startswith("handful")
    return started("nemein") if begun else page_position("nemein")


def nme_example(text: str) -> Any:
    black = {"A4s": "P", "A3s": "S", "A4": "I", "C4": "I", "K6": "I"}
    pieces = {"black": black, "gray": {"I0s": "P", "C5": "S"}, "white": {"I8s": "P"}}
    return GAMES["nme"].position({"pieces": pieces, "prisoners": {"white": {"black": "S"}}})


def ww3_state(text: str) -> Any:
    begun = started("ww3")
    return begun if "setup" in text else GAMES["ww3"].resolve(begun, {}, ScriptedChance(6, 1, 1, 1)).state


@dataclass(frozen=True)
class Page:
    """What differs between the games' pages.

    title, seat: of the section of docs/order-notation.md, and whose orders it writes
    examples:    how many it has;  example: the state in which one is possible
    wrong:       orders whose errors stand there;  then: the state in which one is wrong
    reasons:     of outcomes;  words: what the rows of a position's keys name
    told:        keys of the server's answer to `board`
    """

    title: str
    seat: str
    examples: int
    example: Callable[[str], Any]
    wrong: Sequence[str]
    then: Callable[[str], Any]
    reasons: Sequence[str] = ()
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)
    told: Sequence[str] = ()


BOARDS = {key: game.board() for key, game in GAMES.items()}
SIDE = BOARDS["nemein"]["sides"]["4"]
PAGES = {
    "nemein": Page(
        "Nemein",
        "south",
        8,
        nemein_example,
        ("move c3-e3 10", "house b2", "handful 25x3 10x2"),
        nemein_wrong,
        NEMEIN_REASONS,
        {"`last`": HOWS, "`stage`": STAGES, "`phase`": PHASES},
        (*BOARDS["nemein"], *BOARDS["nemein"]["currencies"]["USD"], *SIDE, *SIDE["tiles"]["a1"]),
    ),
    "newyork2047": Page(
        "New York 2047",
        "tower",
        7,
        lambda _: started("newyork2047"),
        ("1 move red hok", "1 move hudson", "4 hold"),
        lambda _: started("newyork2047"),
    ),
    "nme": Page(
        "NME and Protect the Ally",
        "black",
        6,
        nme_example,
        ("A4-C4", "A4s-A4n", "A9-B9"),
        lambda _: started("nme"),
        NME_REASONS,
        {"`last`": WAYS},
        (*BOARDS["nme"], *BOARDS["nme"]["stars"]["A1n"], *BOARDS["nme"]["armies"]["gray"]),
    ),
    "ww3": Page(
        "WW3: Military Chess",
        "red",
        7,
        ww3_state,
        ("setup N=d4 A=e3 T=f3 C=g2 P=f1 S=d3,e2,g3,h3 B=e1", "f3-f5", "g2-f3", "d3-d4 f3-f4"),
        ww3_state,
        WW3_REASONS,
        {"`last`": RESULTS},
        tuple(BOARDS["ww3"]),
    ),
}
"""Commander-In-Chief's page has other tables: test_docs.py."""
every_page = pytest.mark.parametrize("key", PAGES)
ERRORS = {row[0].strip("`"): row[1] for row in rows(section("order-notation.md", "What an error says"))[2:]}


@every_page
def test_events(key: str) -> None:
    told = {row[0].strip("`"): row[1] for row in rows(section(f"{key}.md", "Events"))[2:]}
    kinds = GAMES[key].events() | ({"die": CHANCE_EVENTS["die"]} if key == "ww3" else {})
    assert told.keys() == kinds.keys()
    for name, kind in kinds.items():
        assert set(quoted(told[name])) == set(kind.__dataclass_fields__) - {"seen_by"}


@every_page
def test_options(key: str) -> None:
    told = rows(section(f"{key}.md", "Options"))[2:]
    for option, (name, values, default, decides) in zip(GAMES[key].option_table, told, strict=True):
        known = ", ".join(f"`{each}`" for each in option.choices) or f"{option.least}–{option.most}"
        usual = f"`{option.default}`" if option.choices else str(option.default)
        assert [name, default, decides] == [f"`{option.key}`", usual, option.decides]
        assert values == known or (key == "nemein" and values.startswith(known))


@every_page
def test_reasons_and_keys(key: str) -> None:
    game, page, state = GAMES[key], PAGES[key], ww3_state("") if key == "ww3" else started(key)
    if page.reasons:
        told = [name for row in rows(section(f"{key}.md", "Outcomes"))[2:] for name in quoted(row[0])]
        assert sorted(told) == sorted(page.reasons)
    table = rows(section(f"{key}.md", "Positions and states"))[2:]
    assert sorted(name for row in table for name in quoted(row[0])) == sorted(game.dump(state))
    named = {row[0]: row[-1] for row in table}
    for row, words in page.words.items():
        assert all(f"`{word}`" in named[row] for word in words)
    views = section(f"{key}.md", "Views")
    for field_ in game.show(game.view(state, None)).keys() - game.dump(state).keys():
        assert f"`{field_}`" in views
    for field_ in page.told:
        assert f"`{field_}`" in section(f"{key}.md", "The rules server"), field_


@every_page
def test_the_examples_of_the_notation_page(key: str) -> None:
    game, page = GAMES[key], PAGES[key]
    found = rows(section("order-notation.md", page.title))[2:]
    assert len(found) == page.examples
    for cell, _, others in found:
        [canonical] = quoted(cell)
        view = game.view(page.example(canonical), page.seat)
        for text in [canonical, *quoted(others)]:
            assert [str(order) for order in game.parse(view, text)] == [canonical], text
        if key == "nemein" and not canonical.startswith(("handful", "place")):
            game.check(view, game.parse(view, canonical))


@pytest.mark.parametrize(("key", "text"), [(key, text) for key, page in PAGES.items() for text in page.wrong])
def test_the_errors_of_the_notation_page(key: str, text: str) -> None:
    game, page = GAMES[key], PAGES[key]
    view = game.view(page.then(text), page.seat)
    with pytest.raises(OrderError) as caught:
        game.check(view, game.parse(view, text))
    assert str(caught.value) == ERRORS[text]


@pytest.mark.parametrize(
    ("key", "seat", "orders"),
    [
        ("nemein", "south", ["move b2-c3 5", "move c3-d4 10", "move c3-d4 10; split d4 10; end"]),
        ("nme", "black", ["A4-B4", "A1s-E3n", "A5s-C6"]),
        ("ww3", "red", ["f3-f4", "e3-e5", "d3-d4-e5", "d3-d4 h3-h4"]),
    ],
)
def test_a_first_turn(key: str, seat: str, orders: list[str]) -> None:
    state = {"nemein": page_position, "nme": started, "ww3": ww3_state}[key](key)
    view = GAMES[key].view(state, seat)
    assert quoted(section(f"{key}.md", "A first turn")) == orders
    for text in orders:
        GAMES[key].check(view, GAMES[key].parse(view, text))
    if key == "nemein":
        done = NEMEIN.resolve(
            state, {"south": NEMEIN.parse(view, orders[-1])}, HmacChance(bytes(32), "x")
        ).state
        assert NEMEIN.dump(done)["tiles"]["d4"] == {"seat": "south", "units": [5, 5]}
        assert NEMEIN.phase(done).owing == {"south"}


def test_the_positions_of_the_pages() -> None:
    state = page_position("newyork2047")
    assert NEWYORK.phase(state).owing == {"tower", "hamblet"} and state.turretons["moe"] == "hamblet"
    listed = {str(order) for order in NME.legal(NME.view(page_position("nme"), "black"))}
    assert {"K6-L5s", "K6-L5s=S", "K6-L5s=I"} <= listed
    listed = {str(order) for order in WW3.legal(WW3.view(page_position("ww3"), "red"))}
    assert {"d3-d4-e4", "h3-h4 d3-d4", "f5-f4"} <= listed and not {"f5-f6", "f5-f7"} & listed


# -- Nemein


def test_the_boards() -> None:
    table = rows(section("nemein.md", "Board"))[2:]
    assert [row[0] for row in table] == list(BOARDS["nemein"]["sides"])
    for side, number, ends, lengths, middle, south, north in table:
        found = BOARDS["nemein"]["sides"][side]
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
    assert [quoted(row[0])[0] for row in table] == list(BOARDS["nemein"]["currencies"])
    for name, whole, house, units, fraction in table:
        money = BOARDS["nemein"]["currencies"][quoted(name)[0]]
        coins = [int(house), *map(int, units.split(", "))]
        assert (money["whole"], money["coins"], money["fraction"]) == (int(whole), coins, fraction)
    letters = BOARDS["nemein"]["currencies"]["USD"]["letters"]
    told = "; those of the US dollar also by letter: " + ", ".join(
        f"`{letter}` {coin}" for coin, letter in letters.items()
    )
    assert told in " ".join(section("nemein.md", "Coins").split())
    assert not any(
        money["letters"] for code, money in BOARDS["nemein"]["currencies"].items() if code != "USD"
    )


def test_the_orders_of_the_page() -> None:
    lines = section("nemein.md", "Orders").split("\n- ")
    [handful] = quoted(lines[1])
    _, turn, swap = quoted(lines[2])
    view = NEMEIN.view(started("nemein"), "south")
    NEMEIN.check(view, NEMEIN.parse(view, handful))
    tiles = {
        "b2": {"seat": "south", "units": [10]},
        "d4": {"seat": "south", "house": 5, "units": []},
        "e5": {"seat": "south", "units": [5]},
        "g4": {"seat": "north", "units": [5]},
    }
    view = NEMEIN.view(NEMEIN.position({"tiles": tiles, "hands": {"south": 1}}), "south")
    assert "; ".join(map(str, NEMEIN.parse(view, turn))) == turn
    NEMEIN.check(view, NEMEIN.parse(view, turn))
    assert swap == "swap c3"


def test_a_position_alone_has_the_defaults_of_the_page() -> None:
    found = NEMEIN.dump(NEMEIN.position({"tiles": NEMEIN.dump(page_position("nemein"))["tiles"]}))
    named = ("to_move", "stage", "extra", "busy", "quiet", "offers", "last", "outcome", "n", "phase")
    defaults = {row[0]: row[1] for row in rows(section("nemein.md", "Positions and states"))[2:]}
    for key in named:
        assert found[key] == json.loads(defaults[f"`{key}`"].strip("`")), key
    assert found["hands"] == {"south": 0, "north": 0}
    assert [found[key] for key in ("turn", "ply", "number")] == [0, 0, 1]


def test_the_stock_handfuls_and_the_page() -> None:
    """The publisher's example is one, and the page says so of it."""
    view = NEMEIN.view(started("nemein"), "south")
    text = " ".join((DOCS / "nemein.md").read_text("utf-8").split())
    assert "one quarter, four dimes, six nickels and five pennies are valid" in text
    NEMEIN.check(view, NEMEIN.parse(view, "handful 25x1 10x4 5x6 1x5"))


# -- New York 2047


def test_the_table_of_the_map() -> None:
    found = {row[1].strip("`"): row for row in rows(section("newyork2047.md", "The map"))[2:]}
    assert found.keys() == NEWYORK.map.spaces.keys()
    for key, space in NEWYORK.map.spaces.items():
        name, _, abbr, kind, marks, near = found[key]
        assert (name, abbr, kind) == (space.name, f"`{space.abbr}`", "water" if space.water else "land")
        assert ("★" in marks) == space.star
        assert (f"home base of {(space.home or '').capitalize()}" in marks) == (space.home is not None)
        assert (space.turreton is None) or space.turreton.capitalize() in marks
        assert near == ", ".join(NEWYORK.map.name(other) for other in NEWYORK.map.near[key])


def test_the_factions() -> None:
    page = (DOCS / "newyork2047.md").read_text("utf-8")
    found = {row[0].strip("`"): row for row in rows(page.split("\n## ")[0])[2:]}
    for seat, name in NEWYORK.map.names.items():
        assert found[seat][2:] == [name, NEWYORK.map.name(NEWYORK.map.homes[seat])]


def test_the_orders_that_the_rules_name() -> None:
    view = NEWYORK.view(started("newyork2047"), "tower")
    named = quoted(section("newyork2047.md", "Orders"))
    assert len(named) >= 7
    for text in named:
        if text != ";":
            NEWYORK.parse(view, text)
    for text in ("upper bay", "upper_bay", "upb", "upper b"):
        assert [str(order) for order in NEWYORK.parse(view, f"1 {text}")] == ["1 move upper_bay"]


# -- NME


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
    assert sorted(name for names in told.values() for name in names) == sorted(BOARDS["nme"]["stars"])
    hexagons = re.findall(r"([A-L])1–[A-L](\d+)", section("nme.md", "Board").split("\n- A *star*")[0])
    assert [f"{row}{n}" for row, last in hexagons for n in range(1, int(last) + 1)] == list(
        BOARDS["nme"]["hexagons"]
    )


def test_the_table_of_the_start() -> None:
    for army, navy, air, special, president, infantry in rows(section("nme.md", "Board"))[8:]:
        told = {"N": navy, "A": air, "S": special, "P": president, "I": infantry}
        names = {name: kind for kind, text in told.items() for name in re.findall(r"[A-L]\d+[ns]?", text)}
        assert names == BOARDS["nme"]["armies"][army.lower()]["pieces"]
        assert president == BOARDS["nme"]["armies"][army.lower()]["black_star"]


# -- WW3


def names(text: str) -> list[str]:
    return re.findall(r"`([a-k]\d+)`", text)


def test_the_arms_and_the_centre() -> None:
    for row in rows(section("ww3.md", "Board"))[2:]:
        seat = row[2].lower()
        (x, y), (u, v) = (BOARDS["ww3"]["points"][name] for name in names(row[1]))
        found = {name for name, (a, b) in BOARDS["ww3"]["points"].items() if x <= a <= u and y <= b <= v}
        assert set(BOARDS["ww3"]["regions"][seat]) == found and len(found) == 15
        centre = {name for name, (a, b) in BOARDS["ww3"]["points"].items() if 4 <= a <= 8 and 4 <= b <= 8}
        beside = {one for line in BOARDS["ww3"]["lines"] for one in line if set(line) & centre}
        assert set(names(row[3])) == beside & found
    [told] = re.findall(r"diagonal lines too: they join (.*?) with", section("ww3.md", "Board"), re.DOTALL)
    diagonal = {
        name
        for one, other in BOARDS["ww3"]["lines"]
        if all(
            a != b for a, b in zip(BOARDS["ww3"]["points"][one], BOARDS["ww3"]["points"][other], strict=True)
        )
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
            state = WW3.position({**position, "options": {"players": 2}})
            view = WW3.view(state, "red")
            orders = WW3.parse(view, "f5-f6")
            if told == "no move":
                with pytest.raises(OrderError):
                    WW3.check(view, orders)
                continue
            after = WW3.dump(WW3.resolve(state, {"red": orders}, ScriptedChance()).state)
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
    view = WW3.view(started("ww3"), seat)
    orders = WW3.parse(view, text)
    WW3.check(view, orders)
    return orders[0]


def test_the_warnings_that_the_server_tells() -> None:
    told = " ".join(section("ww3.md", "The rules server").split())
    three = WW3.view(WW3.start({"players": 3}, ScriptedChance()).state, "red")
    corner = "setup N=d2 A=e3 T=f3 C=g2 P=f1 S={},e2,g3,e1 B={}"
    setups = [corner.format(*pair) for pair in (("h3", "d3"), ("d3", "h3"))]
    found = [WW3.warn(three, WW3.parse(three, text)) for text in setups]
    pieces = {"red": {"d4": "S", "f4": "N", "e1": "B"}, "silver": {"e5": "T", "f5": "N", "g11": "B"}}
    position = {"options": {"players": 2, "fog": "on"}, "pieces": pieces, "known": ["e5", "f5"]}
    for text, offers in (("d4-e5", []), ("f4-f5", []), ("f4-g5", ["silver"])):
        view = WW3.view(WW3.position({**position, "offers": offers}), "red")
        found.append(WW3.warn(view, WW3.parse(view, text)))
    for lines in found:
        [line] = lines
        assert f'"{line.replace("f5", "e5")}"' in told, line
