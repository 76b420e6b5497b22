"""States, positions and views of NME as JSON values, both ways.

A state in JSON is a readable position with everything in it; in a position all but `pieces` may be left out
(docs/nme.md shows the form).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.codec import dump_state, load_state
from adjudicator.errors import PositionError
from adjudicator.nme.board import ARMIES, ARMY_OF, EMPTY, KIND_OF, LETTERS, Board
from adjudicator.nme.options import read_options
from adjudicator.nme.state import State, View, living, living_seats


def show(board: Board, view: View) -> dict[str, Any]:
    """Write a view as JSON values: the state, and who sees it and moves."""
    return dump_state(view.state, board) | {
        "seat": view.seat,
        "seats": list(view.seats),
        "owing": sorted(view.phase.owing),
        "mover": view.mover,
        "living": [ARMIES[army] for army in living(view.state)],
    }


def load(board: Board, data: Mapping[str, Any]) -> State:
    """Read a state from its JSON values, or from a position. Raises PositionError."""
    state = load_state(State, data, read_options, board)
    _check(board, state)
    return state


def _check(board: Board, state: State) -> None:
    """Refuse what the rules could not play on, or what says two things. PositionError."""
    if (state.phase == "over") != (state.outcome is not None):
        raise PositionError("an outcome stands in a finished game, and only there")
    for space, letter in enumerate(state.board):
        if KIND_OF.get(letter) == "N" and (space < board.hexagons or space in board.black):
            raise PositionError(f"a Navy stands on a star that is not black, so not on {board.names[space]}")
    for army, space in state.flanks:
        there = state.board[space]
        if space >= board.hexagons or there == EMPTY or ARMY_OF[there] == army:
            raise PositionError(
                f"flanks: another army's piece stands on the hexagon, not so on {board.names[space]}"
            )
    if len({fall.army for fall in state.falls}) < len(state.falls) or any(
        fall.by == fall.army for fall in state.falls
    ):
        raise PositionError("an army falls once, and not by its own hand")
    if state.options.ally and state.falls:
        raise PositionError("in Protect the Ally no army is out before the end")
    for army, letters in enumerate(LETTERS):
        if state.board.count(letters[0]) > 1:
            raise PositionError(f"{ARMIES[army]} has one President at the most")
    if state.phase == "over":
        return
    alive = living(state)
    for army, letters in enumerate(LETTERS):
        if (letters[0] in state.board) != (army in alive):
            raise PositionError(
                f"{ARMIES[army]}: a living army has its President on the board; one that is out has none and "
                "stands in falls"
            )
        if army not in alive and state.prisoners[army]:
            raise PositionError(f"{ARMIES[army]} is out: it holds no prisoners")
    if any(LETTERS[army][0] in held for army in alive for held in state.prisoners):
        raise PositionError("the President of a living army is nobody's prisoner")
    if len(alive) < 2:
        raise PositionError("one President is left, so the game is over")
    if state.army not in alive:
        raise PositionError(f"{ARMIES[state.army]} is out, so it is not to move")
    if state.offers - set(living_seats(state)):
        raise PositionError("a seat that is out does not vote for a draw")
    if state.offers == set(living_seats(state)):
        raise PositionError("all have agreed to a draw, so the game is over")
    if state.passes >= len(alive) or state.round_done.issuperset(alive):
        raise PositionError("passes and round_done are less than a full round")
    if state.options.quiet_rounds and state.quiet >= state.options.quiet_rounds:
        raise PositionError("the quiet rounds are over, so the game is")
    if any(army not in alive for army, _ in state.flanks):
        raise PositionError("an army that is out has no right to flank")
