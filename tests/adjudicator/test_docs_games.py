"""Each game's page, and what docs/order-notation.md says of it: tables and examples are the code's."""

from __future__ import annotations

import json
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
from adjudicator.ww3.events import REASONS as WW3_REASONS
from adjudicator.ww3.state import RESULTS
from maps.boards import boards
from tests.adjudicator.pages import blocks, quoted, rows, section

GAMES = games(boards())


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
    return (
        started("nemein") if begun else GAMES["nemein"].position(json.loads(blocks("nemein.md", "json")[0]))
    )


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


NEMEIN, NME, WW3 = (GAMES[key].board() for key in ("nemein", "nme", "ww3"))
SIDE = NEMEIN["sides"]["4"]
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
        (*NEMEIN, *NEMEIN["currencies"]["USD"], *SIDE, *SIDE["tiles"]["a1"]),
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
        (*NME, *NME["stars"]["A1n"], *NME["armies"]["gray"]),
    ),
    "ww3": Page(
        "WW3: Military Chess",
        "red",
        7,
        ww3_state,
        ("setup N=d4 A=e3 T=f3 C=g2 P=f1 S=d3,e2,g3,h3 B=e1", "f3-f5", "d3-d5", "g2-f3", "d3-d4 f3-f4"),
        ww3_state,
        WW3_REASONS,
        {"`last`": RESULTS},
        tuple(WW3),
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
