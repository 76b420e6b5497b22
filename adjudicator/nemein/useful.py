"""Which actions of Nemein a player looks for first. It orders examples, suggestions and menus; no rule."""

from __future__ import annotations

from adjudicator.nemein.actions import flips, lowest_enemy, outcomes
from adjudicator.nemein.board import SEATS
from adjudicator.nemein.orders import Action, End, House, Move, Split, Swap, Upgrade
from adjudicator.nemein.state import State

Rank = tuple[int, int, str]
_PLAIN: dict[type[Action], int] = {Upgrade: 5, Split: 6, Swap: 7, Move: 8, House: 9, End: 10}
"""What no better place is found for: moves that lead nowhere, houses that do not count."""


def wins(state: State, action: Action) -> bool:
    """Return whether that possible action wins the game for sure."""
    if not isinstance(action, Move | House) or (isinstance(action, Move) and not _attacks(state, action)):
        return False
    after = outcomes(state, action)
    return all(
        each.outcome is not None
        and each.outcome.places[state.mover] == 1
        and list(each.outcome.places.values()).count(1) == 1
        for each in after
    )


def rank(state: State, action: Action) -> Rank:
    """Rank an action, the lower the sooner: what wins the game, sure attacks, those that a coin decides,
    houses that count, moves forward (the farthest first), upgrades, splits, swaps, other moves, other houses,
    the end."""
    return (*_kind(state, action), str(action))


def _kind(state: State, action: Action) -> tuple[int, int]:
    board = state.board
    if wins(state, action):
        return 0, 0
    if isinstance(action, House) and board.counts(board.index[action.tile], state.mover):
        return 3, 0
    if isinstance(action, Move):
        way = 1 if state.mover == SEATS[0] else -1
        row, start = (way * board.rows[board.index[name]] for name in (action.target, action.origin))
        if _attacks(state, action):
            return 2 if flips(state, action) else 1, -row
        return (4 if row > start else _PLAIN[Move]), -row
    return _PLAIN[type(action)], 0


def _attacks(state: State, action: Move) -> bool:
    return lowest_enemy(state, action) is not None
