"""The README's own orders, given to the position that the demo's game of NME begins with."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.chance import ScriptedChance
from adjudicator.game import Event
from adjudicator.nme import Nme
from adjudicator.nme.events import Assassinated, Captured, Moved, Traded
from adjudicator.nme.state import State
from demo.seed_nme import MOVES, PLAYERS, SEATS
from demo.world import MODERATOR
from maps.boards import board

README = Path(__file__).parents[2] / "README.md"
GAME = Nme(board("nme"))


def move(state: State, text: str) -> tuple[State, tuple[Event, ...]]:
    """One order of the seat to move."""
    [seat] = GAME.phase(state).owing
    resolution = GAME.resolve(state, {seat: GAME.parse(GAME.view(state, seat), text)}, ScriptedChance())
    return resolution.state, resolution.events


def reached() -> State:
    """The position after the moves that the demo plays, without the bot."""
    state = GAME.start({}, ScriptedChance()).state
    for number, text in enumerate(MOVES):
        assert GAME.phase(state).owing == {SEATS[number % 3]}
        # Nobody leaves a President alone that could be taken: it is a game between people.
        assert not any(
            isinstance(event, Assassinated) for order in legal(state) for event in after(state, order)
        )
        assert text in legal(state), "as the record writes it"
        state, _ = move(state, text)
    return state


def legal(state: State) -> list[str]:
    [seat] = GAME.phase(state).owing
    return [str(order) for order in GAME.legal(GAME.view(state, seat))]


def after(state: State, text: str) -> tuple[Event, ...]:
    """What that order would do; only captures are tried."""
    return move(state, text)[1] if "x" in text else ()


def tour() -> str:
    """What the README says of the channel."""
    text = README.read_text(encoding="utf-8")
    begin = text.index("- In `#silent-war`")
    return text[begin : text.index("\n- ", begin)]


def test_the_readme_orders_are_legal_where_the_demo_stands() -> None:
    """As the README says: Gray is called, and may use Naval One, flank and trade."""
    state = reached()
    assert "calls Gray" in tour()
    assert GAME.phase(state).owing == {"gray"}
    assert all(state.prisoners), "every army holds somebody"
    orders = re.findall(r"`([A-L]\d+[ns]?[-x][^`]+)`", tour())
    naval_one, flank, trade = (move(state, order)[1][0] for order in orders)
    assert isinstance(naval_one, Moved) and naval_one.naval_one
    assert isinstance(flank, Captured) and flank.flank
    assert isinstance(trade, Traded) and (trade.piece, trade.holder) == ("S", "white")
    assert set(orders) <= set(legal(state))


def test_the_readme_names_who_plays_and_who_rules() -> None:
    for name in PLAYERS:
        assert name in tour()
    assert f"be {MODERATOR}, who is a moderator" in " ".join(tour().split()) and MODERATOR not in PLAYERS
