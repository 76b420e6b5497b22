"""The README's own orders, given to the position that the demo's game of WW3 begins with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.game import Event
from adjudicator.ww3 import Ww3
from adjudicator.ww3.events import Met, Moved
from adjudicator.ww3.state import State
from demo.seed_ww3 import IN_FOG, SEATS, SENT, SETUPS, moves
from maps.boards import board

README = Path(__file__).parents[2] / "README.md"
GAME = Ww3(board("ww3"))
DICE = {"red": (6, 1, 1), "blue": (1, 6, 1), "silver": (1, 1, 6)}


def given(state: State, orders: dict[str, str], *dice: int) -> tuple[State, tuple[Event, ...]]:
    """Orders by seat, as text, with the dice as they fall."""
    parsed = {seat: GAME.parse(GAME.view(state, seat), text) for seat, text in orders.items()}
    resolution = GAME.resolve(state, parsed, ScriptedChance(*dice, n=GAME.drawn(state)))
    return resolution.state, resolution.events


def reached(begins: str) -> State:
    """The position after what the demo plays, without the bot."""
    state = GAME.start(GAME.options({"players": 3}), ScriptedChance()).state
    state, _ = given(state, SETUPS, *DICE[begins])
    for seat, text in moves(begins):
        assert GAME.phase(state).owing == {seat}
        state, _ = given(state, {seat: text})
    return state


def tour() -> str:
    """What the README says of the channel."""
    text = README.read_text(encoding="utf-8")
    begin = text.index("- In `#military-chess`")
    return text[begin : text.index("\n- ", begin)]


@pytest.mark.parametrize("begins", SEATS)
def test_the_readme_orders_are_legal_where_the_demo_stands(begins: str) -> None:
    """As the README says: Red is called, may meet Blue's Air Craft, and move Soldiers in both ways."""
    state = reached(begins)
    assert GAME.phase(state).owing == {"red"} and "calls Red" in tour()
    assert any(state.lost), "somebody has fallen"
    meeting, far, pair = (given(state, {"red": text})[1] for text in re.findall(r"`([a-h]\d-[^`]+)`", tour()))
    assert isinstance(meeting[0], Met) and (meeting[0].of, meeting[0].defender) == ("blue", "A")
    assert [len(event.path) for event in far if isinstance(event, Moved)] == [3]
    assert [len(event.path) for event in pair if isinstance(event, Moved)] == [2, 2]
    assert GAME.view(state, "red").state.ways[0] is not None, "the Air Craft may not fly on as it flew"


def test_the_position_is_the_same_whoever_begins() -> None:
    first, *others = (GAME.dump(reached(begins)) for begins in SEATS)
    for other in others:
        assert {key for key in first if first[key] != other[key]} <= {"turn", "ply"}


def test_the_formation_that_was_sent_is_one() -> None:
    state = GAME.start(GAME.options({"players": 2, "fog": "on"}), ScriptedChance()).state
    for seat in GAME.seats(state.options.to_json()):
        view = GAME.view(state, seat)
        GAME.check(view, GAME.parse(view, SENT))
    assert f"{IN_FOG[1]} sets up" in " ".join(tour().split())
