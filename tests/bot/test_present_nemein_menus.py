"""Nemein with more coins than a menu has room for: every unit, target and swap can be chosen all the same."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.errors import IllegalOrderError
from tests.bot.test_present_nemein import GAME, WORDS, line, middle, setup, start


def test_no_menu_is_too_long() -> None:
    board = GAME.view(start(side=6), None).board
    names = board.names
    tiles = {name: {"seat": "south", "units": [10, 5]} for name in names[:40]}
    tiles[names[-1]] = {"seat": "north", "units": [1]}
    view = GAME.view(
        GAME.position({"options": {"side": 6}, "tiles": tiles, "hands": {"south": 1, "north": 0}}), "south"
    )
    first, targets, later = WORDS.menus(view, (), f"u.{names[39]}")
    assert (len(first.choices), len(later.choices)) == (25, 25) and later.choices[-1].value == "end"
    assert "(those not here: type them)" in first.placeholder and "type them" in later.placeholder
    assert len(targets.choices) <= 18
    assert all(len(choice.description) <= 100 for step in (first, targets, later) for choice in step.choices)


def test_with_many_units_the_tile_is_chosen_first_and_nothing_is_left_out() -> None:
    names = GAME.view(start(side=6), None).board.names
    tiles: dict[str, Any] = {name: {"seat": "south", "units": [10, 5]} for name in names[:13]}
    tiles["a1"] = {"seat": "south", "house": 5, "units": [10]}
    tiles |= {names[-1]: {"seat": "north", "units": [1]}, "c7": {"seat": "north", "units": [5]}}
    at = {"options": {"side": 6}, "tiles": tiles, "hands": {"south": 1, "north": 0}}
    view = GAME.view(GAME.position(at), "south")
    all_of = {str(order) for order in GAME.legal(view) if str(order).startswith(("move", "swap"))}
    first, _ = WORDS.menus(view, (), "")
    assert first.placeholder == "Move: choose a tile" and len(first.choices) == 13
    assert first.choices[0].value == "u.b6" and first.choices[0].label == "b6 · 10, 5"
    assert first.choices[0].description == "attacks c7 (sure win), c7 (coin flip)"
    found: set[str] = set()
    for choice in first.choices:
        again, targets, _ = WORDS.menus(view, (), choice.value)
        assert [one.value for one in again.choices if one.chosen] == [choice.value]
        found |= {one.value for one in targets.choices}
    assert found == all_of
    assert WORDS.marks(view, "u.b6") == {
        **{"b6": "chosen", "c7": "attack"},
        **dict.fromkeys(("b5", "b7", "c6", "a5", "a6"), "move"),
    }
    for text in ("swap a1", "b6-c6 10"):
        _, targets, later = WORDS.menus(view, line(view, text), "")
        assert sum(one.chosen for one in targets.choices) == 1 and len(later.choices) == 25
        assert {"house", "end"} <= {one.value.split()[0] for one in later.choices} or text[0] == "s"


@pytest.mark.parametrize(
    ("fraction", "handful", "held_coin"),
    [("5/1", "50x1 20x13 10x13 5x12", 10), ("421/100", "20x12 10x12 5x12 1x1", 1)],
    ids=["pairs", "targets too"],
)
def test_placing_many_coins_leaves_none_out(fraction: str, handful: str, held_coin: int) -> None:
    view = setup(side=6, currency="EUR", max_coins=40, fraction=fraction)
    draft = GAME.join(view, (), line(view, f"handful {handful}"))
    placed = {tile: sorted(set(coins), reverse=True) for tile, coins in draft[1].placed}
    pairs = {f"p.{tile}.{coin}" for tile, coins in placed.items() for coin in coins}
    assert len(pairs) > 25
    [tiles] = WORDS.menus(view, draft, "p")
    assert tiles.placeholder == "1. Choose a tile" and [one.label for one in tiles.choices] == list(placed)
    found, reached = set[str](), set[str]()
    for tile in tiles.choices:
        steps = WORDS.menus(view, draft, tile.value)
        held = [one.value for one in steps[1].choices] if steps[1].placeholder[0] == "C" else []
        found |= {*held} or {f"{tile.value}.{coin}" for coin in placed[tile.label]}
    assert found == pairs
    held_pair = next(pair for pair in sorted(pairs) if pair.endswith(f".{held_coin}"))
    [*_, targets] = WORDS.menus(view, draft, held_pair)
    assert any(one.value.startswith("p.") for one in targets.choices) == (held_coin == 1)
    for one in targets.choices:
        if one.value.startswith("p."):
            steps = WORDS.menus(view, draft, one.value)
            assert len(steps) == 3
            assert [each.value for each in steps[1].choices if each.chosen] == [one.value]
            reached |= {each.value for each in steps[2].choices}
        else:
            reached.add(one.value)
    _, tile, coin = held_pair.split(".")
    others = {other: coins for other, coins in placed.items() if other != tile}
    full = {other for other, coins in draft[1].placed if len(coins) == 3}
    wanted = {f"m.{tile}.{coin}.{other}" for other in others if other not in full}
    wanted |= {
        f"s.{tile}.{coin}.{other}.{unit}"
        for other, coins in others.items()
        for unit in coins
        if unit != int(coin)
    }
    assert reached == wanted


# -- what matters first

WINNING: dict[str, Any] = {
    "tiles": {
        "a1": {"seat": "south", "units": [1]},
        "b1": {"seat": "south", "units": [10, 5]},
        "d1": {"seat": "south", "house": 5},
        "e1": {"seat": "south", "house": 5},
        "e4": {"seat": "south", "units": [5]},
        "f4": {"seat": "north", "units": [10]},
        "e5": {"seat": "north", "units": [1]},
    },
    "hands": {"south": 1, "north": 1},
}
"""South has two of three houses; the 5 on e4 may win by a third, attack e5 (sure) or f4 (a coin flip)."""


def test_what_matters_stands_first() -> None:
    view = middle(**WINNING)
    typed = [choice.value for choice in WORDS.suggest(view, (), (), "")]
    assert typed[:5] == ["house e4", "move e4-e5 5", "move e4-f4 5", "move e4-f3 5", "move b1-c1 10"]
    assert [choice.value for choice in WORDS.suggest(view, (), (), "house")] == ["house e4", "house a1"]
    units, later = WORDS.menus(view, (), "")
    assert units.choices[0].value == "u.e4.5" and later.choices[-1].value == "end"
    assert later.choices[0].value == "house e4" and later.choices[-2].value == "house a1"
    with pytest.raises(IllegalOrderError) as refused:
        GAME.check(view, GAME.parse(view, "house b1"))
    assert list(refused.value.instead)[:2] == ["house e4", "house a1"]


def test_what_counts_and_what_wins_is_said_where_it_is_sure() -> None:
    view = middle(**WINNING)
    assert WORDS.suggest(view, (), (), "house")[0].label == (
        "house e4 · a house on e4, which counts (3 of 3) and wins the game"
    )
    [_, later] = WORDS.menus(view, (), "")
    assert later.choices[0].label == "House on e4 · wins the game"
    assert WORDS.sheet(view, line(view, "house e4")) == [
        "1. `house e4`: a house on e4, which counts (3 of 3) and **wins the game**"
    ]
    # where a coin decides whether it can be built at all it is not sure
    told = WORDS.sheet(view, line(view, "move e4-f4; house f4"))
    assert told[1] == "2. `house f4`: a house on f4, which counts (3 of 3)"
    [*_, later] = WORDS.menus(view, line(view, "move e4-f4"), "")
    only = next(choice for choice in later.choices if choice.value == "house f4")
    assert only.label == "House on f4" and only.description.endswith("(3 of 3); only if the flip is won")
    [typed] = WORDS.suggest(view, (), (), "e4-f4; house f")
    assert typed.label.endswith("which counts (3 of 3)")
    # whatever a coin shows the other house is built
    both = {**WINNING["tiles"], "d2": {"seat": "south", "units": [1]}}
    told = WORDS.sheet(middle(**{**WINNING, "tiles": both}), line(view, "move e4-f4; house d2"))
    assert told[1].endswith("which counts (3 of 3) and **wins the game**")
    two = {**WINNING["tiles"], "e1": {"seat": "south", "units": [5]}}
    assert "which counts (2 of 3)" in WORDS.describe(
        middle(**{**WINNING, "tiles": two}), line(view, "house e4")[0]
    )


def test_an_attack_on_the_last_units_wins() -> None:
    tiles = {"c3": {"seat": "south", "units": [10]}, "d4": {"seat": "north", "units": [5, 1]}}
    view = middle(tiles=tiles)
    sure = line(view, "c3-d4")
    assert WORDS.describe(view, sure[0]) == "the 10 on c3 attacks d4: a sure win, which wins the game"
    units, targets, _ = WORDS.menus(view, (), "u.c3.10")
    assert units.choices[0].description == "attacks d4 (wins the game)"
    assert targets.choices[0].description == "wins the game: 10 is more than 1, the lowest coin there"
    view = middle(tiles={**tiles, "d4": {"seat": "north", "units": [10]}})
    assert "wins the game" not in WORDS.describe(view, sure[0]), "a coin decides"
