"""The sentence of a thought says what orders do: what they threaten, defend, leave, and with how many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.chance import HmacChance
from adjudicator.cic.board import SQUARES
from adjudicator.cic.state import State as CicState
from adjudicator.newyork2047.orders import Hold, Move, Support, UnitOrder
from adjudicator.newyork2047.state import Field
from adjudicator.nme.board import read_board
from adjudicator.nme.moves import moves_of, origin_of, target_of
from adjudicator.registry import games
from adjudicator.ww3.board import read_board as read_ww3_board
from adjudicator.ww3.moves import moves_of as ww3_moves
from engines.cic.position import of_state as cic_position
from engines.cic.words import line_of as cic_line
from engines.nemein.position import ground_of, of_state
from engines.nemein.search import lines
from engines.nemein.words import chosen, sentence
from engines.newyork2047.engine import NewYorkEngine
from engines.nme.words import line_of as nme_line
from engines.search import WON, Found
from engines.ww3.words import line as ww3_line
from engines.ww3.words import taken_up
from maps.boards import boards

GAMES = games(boards())
WW3_BOARD = read_ww3_board(GAMES["ww3"].board())


@pytest.mark.parametrize(
    ("dark", "light", "order", "told"),
    [
        ({"h8": "C", "e6": "B"}, {"a1": "C", "d3": "F"}, "d3 e4", "Threatens the Bomber on e6 from e4."),
        ({"h8": "C", "c4": "A"}, {"a1": "C", "b3": "F"}, "b3 b2", "Brings the Fighter out of reach of "),
        ({"h8": "C", "e3": "F"}, {"a1": "C", "c3": "T", "a4": "T"}, "a4 a3", "Defends the Tank on c3 with"),
        ({"h8": "C"}, {"a1": "C", "b2": "T", "c3": "A"}, "c3 c4", "Brings the Amphibian forward to c4"),
        (
            {"h8": "C"},
            {"a1": "C", "b2": "T", "b3": "A"},
            "b3 b4",
            "Brings the Amphibian forward to b4, where nothing can take it.",
        ),
        (
            {"h8": "C", "b6": "F"},
            {"a1": "C", "b3": "A", "c3": "F"},
            "b3 b4",
            "Brings the Amphibian forward to b4, where it is protected.",
        ),
        (
            {"h8": "C"},
            {"a1": "C", "e5": "F"},
            "e5 e6",
            "Brings the Fighter forward to e6, where it reaches g8, next to the Commander.",
        ),
        (
            {"h8": "C"},
            {"b1": "C", "d1": "S"},
            "d1 e2",
            "Brings the Submarine forward to e2, where it reaches ",
        ),
        ({"h8": "C"}, {"b1": "C", "c2": "F", "d3": "A"}, "d3 d4", "makes way for the Fighter on c2."),
    ],
)
def test_a_move_of_commander_in_chief(
    dark: Mapping[str, str], light: Mapping[str, str], order: str, told: str
) -> None:
    state = GAMES["cic"].position({"pieces": {"dark": dark, "light": light}, "to_move": "light"})
    assert isinstance(state, CicState)
    origin, target = (SQUARES.index(square) for square in order.split())
    assert told in cic_line(cic_position(state), Found(origin << 6 | target, 0, 1, 1))


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("C5 C2", "Takes the Special Force out of reach of White's Infantry, to C2."),
        ("C5 F4", "Brings the Special Force forward to F4, where it reaches 24 spaces."),
        ("C5 E4", "Captures Gray's Infantry on E4."),
        ("A8 B8", "Brings the Infantry forward to B8."),
    ],
)
def test_a_move_of_nme(order: str, told: str) -> None:
    game = GAMES["nme"]
    board = read_board(game.board())
    pieces = {
        "black": {"A1": "P", "C5": "S", "A8": "I"},
        "gray": {"L1": "P", "E4": "I"},
        "white": {"I8s": "P", "D5": "I"},
    }
    state: Any = game.position({"pieces": pieces})
    [move] = [
        move
        for move in moves_of(board, state, 0)
        if f"{board.names[origin_of(move)]} {board.names[target_of(move)]}" == order
    ]
    assert nme_line(board, state, Found(move, 0, 1, 1)) == told


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("f5-f6", "Brings the Tank forward to f6, where it threatens the Soldier on f7."),
        ("e2-e1", "Pulls the Captain back to e1."),
        ("g8-g9", "Brings a Soldier forward to g9, 2 steps from a Base."),
        ("a5-a6", "Takes a Soldier out of reach of the Air Craft on a4, to a6."),
        ("a5-a4", "Attacks the Air Craft on a4."),
    ],
)
def test_a_move_of_ww3(order: str, told: str) -> None:
    assert _ww3(order, {}) == told


@pytest.mark.parametrize(
    ("order", "value", "told"),
    [
        ("a5-a4", WON - 7, "Attacks the Air Craft on a4, and wins within 4 turns."),
        ("f5-f6", WON - 5, "Wins within 3 turns."),
        ("f5-f6", WON - 2, "Wins next turn."),
    ],
)
def test_a_won_move_of_ww3_says_what_it_does(order: str, value: int, told: str) -> None:
    assert _ww3(order, {}, value) == told


def test_fog_names_no_hidden_unit() -> None:
    """What a unit threatens would say what it is."""
    assert _ww3("f5-f6", {"fog": "on"}) == "Brings a unit forward to f6, next to a unit on f7."
    assert "of reach" not in _ww3("a5-a6", {"fog": "on"})


def _ww3(order: str, options: Mapping[str, str], value: int = 0) -> str:
    game: Any = GAMES["ww3"]
    pieces = {
        "red": {"f1": "B", "f5": "T", "e2": "C", "g8": "S", "a5": "S"},
        "silver": {"g11": "B", "f7": "S", "a4": "A"},
    }
    state = game.position({"options": {"players": 2, **options}, "pieces": pieces, "to_move": "red"})
    [code] = [
        code
        for code in ww3_moves(WW3_BOARD, state, 0)
        if len(code) == 1 and f"{WW3_BOARD.names[code[0][0]]}-{WW3_BOARD.names[code[0][-1]]}" == order
    ][:1]
    return ww3_line(WW3_BOARD, game.show(game.view(state, "red")), code, value, False)


def test_a_formation_says_what_it_is_good_for() -> None:
    game: Any = GAMES["ww3"]
    view = game.view(game.start({"players": 2}, HmacChance(bytes(32), "test")).state, "red")
    [wall] = game.parse(view, "setup wall")
    assert taken_up(WW3_BOARD, wall.placed, 0) == "Four Soldiers in front, all others behind."


def test_a_turn_of_nemein() -> None:
    """A move says what the coin would surely beat next, a split into what, a house how many there are."""
    game: Any = GAMES["nemein"]
    tiles = {
        "c3": {"seat": "south", "units": [5]},
        "b3": {"seat": "south", "units": [10]},
        "d5": {"seat": "north", "units": [1]},
    }
    state = game.position({"tiles": tiles, "hands": {"south": 1}})
    position = of_state(ground_of(state.options), state)
    told = {sentence(position, each, 0) for each in lines(position, 0, 99)}
    assert "Brings the 5 to d4, where it threatens the 1 on d5." in told
    assert "Brings the 5 to c4." not in told
    assert any("splits the 10 on b3 into two 5s" in each for each in told)
    assert any("builds house 1 of 3 on d4" in each for each in told)
    [stock] = game.parse(
        game.view(game.start({}, HmacChance(bytes(32), "test")).state, "south"), "handful stock"
    )[:1]
    assert (
        chosen(state.options, "south", stock)
        == "Keeps 3 coins for houses, enough to win, and places 8 units."
    )


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        (
            [Move("1", "flushing"), Support("2", "", "1", "flushing")],
            "Attacks Flushing (Papst, 2 against 1).",
        ),
        ([Hold("1"), Support("2", "", "1", "")], "Guards Bayside."),
        ([Move("3", "kennedy")], "Goes for Kennedy★."),
        ([Move("3", "howard_beach")], "Moves to Howard Beach, towards East New York★."),
        ([Hold("1"), Hold("2"), Hold("3")], "Stays: none of its stars is in danger."),
    ],
)
def test_a_sheet_of_new_york(orders: list[UnitOrder], told: str) -> None:
    game: Any = GAMES["newyork2047"]
    engine = NewYorkEngine(game)
    units = {"greene": {"1": "bayside", "2": "forest_hills", "3": "jamaica"}, "papst": {"3": "flushing"}}
    state = game.position({"units": units})
    sheet = {order.unit: order for order in orders}
    assert engine._told(Field(game.map, state), "greene", sheet) == told
