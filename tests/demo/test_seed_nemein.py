"""The README's own orders, given to the position that the demo's game of Nemein begins with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.chance import ScriptedChance
from adjudicator.game import Event
from adjudicator.nemein import Nemein
from adjudicator.nemein.events import Attacked, Housed, Split, TurnEnded, Upgraded, Won
from adjudicator.nemein.state import State
from demo.seed_nemein import CHOOSING, PLAYERS, SENT, SETUPS, TURNS
from maps.boards import board

README = Path(__file__).parents[2] / "README.md"
GAME = Nemein(board("nemein"))


def given(state: State, orders: dict[str, str], *flips: bool) -> tuple[State, tuple[Event, ...]]:
    """Orders by seat, as text, with the coins as they fall."""
    parsed = {seat: GAME.parse(GAME.view(state, seat), text) for seat, text in orders.items()}
    resolution = GAME.resolve(state, parsed, ScriptedChance(*flips, n=GAME.drawn(state)))
    return resolution.state, resolution.events


def reached(heads: bool) -> State:
    """The position after what the demo plays, without the bot. heads: South moves first"""
    state, _ = given(GAME.start({}, ScriptedChance()).state, SETUPS, heads)
    if not heads:
        state, _ = given(state, {"north": "end"})
    for number, text in enumerate(TURNS):
        seat = ("south", "north")[number % 2]
        assert GAME.phase(state).owing == {seat} and not GAME.phase(state).goes_on
        state, _ = given(state, {seat: text})
    return state


def tour() -> str:
    """What the README says of the channel."""
    text = README.read_text(encoding="utf-8")
    begin = text.index("- In `#coins`")
    return text[begin : text.index("\n- ", begin)]


@pytest.mark.parametrize("heads", [True, False])
def test_the_readme_orders_are_legal_where_the_demo_stands(heads: bool) -> None:
    """As the README says: South is called, and attacks surely or with a coin flip, whoever moved first."""
    state = reached(heads)
    assert GAME.phase(state).owing == {"south"} and f"calls {PLAYERS['south']}" in tour()
    sure, flip = re.findall(r"`(move [^`]+)`", tour())
    _, events = given(state, {"south": sure})
    attack, won, split, upgraded, housed, ended = events
    assert isinstance(attack, Attacked) and attack.sure and isinstance(won, Won)
    assert isinstance(split, Split) and isinstance(upgraded, Upgraded)
    assert isinstance(housed, Housed) and housed.counts
    assert isinstance(ended, TurnEnded) and ended.extra == 1, "another turn, as the README says"
    for side in (True, False):
        after, events = given(state, {"south": flip}, side)
        assert isinstance(events[0], Attacked) and not events[0].sure
        assert isinstance(events[-1], Won) is side and GAME.phase(after).goes_on


def test_the_position_is_the_same_whoever_begins() -> None:
    first, second = (GAME.dump(reached(heads)) for heads in (True, False))
    assert {key for key in first if first[key] != second[key]} == {"turn", "number", "ply"}


def test_the_handful_that_was_sent_is_a_handful() -> None:
    state = GAME.start({}, ScriptedChance()).state
    view = GAME.view(state, "south")
    GAME.check(view, GAME.join(view, (), GAME.parse(view, SENT)))
    assert f"be {CHOOSING[1]}" in tour()
