"""Why an order of Nemein is refused, and what would work."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.common import check_draw_or_concession, check_player, undeclared
from adjudicator.errors import IllegalOrderError
from adjudicator.nemein.actions import outcomes, possible
from adjudicator.nemein.board import MOST_ON_TILE
from adjudicator.nemein.orders import (
    STAGE_OF,
    Action,
    End,
    Handful,
    Move,
    Order,
    Place,
    Split,
    Swap,
    Upgrade,
)
from adjudicator.nemein.stack import STAGES, Stack
from adjudicator.nemein.state import State, View
from adjudicator.nemein.useful import Rank, rank
from adjudicator.text import listing

SETUP_FIRST = "the handful and its placement come first"


def why_not(state: State, action: Action) -> str | None:
    """Explain why the mover cannot do that action now, in one line; None: it can."""
    if isinstance(action, End):
        return None
    stage = STAGE_OF[type(action)]
    if stage < state.stage:
        what = "the move (or swap)" if stage == 0 else f"the {STAGES[stage]}"
        return f"{what} of this turn is closed: the order is move or swap, split, upgrade, house"
    name = action.origin if isinstance(action, Move) else action.tile
    board = state.board
    if name not in board.index:
        return f"{name} is not on the board"
    stack = state.tiles[board.index[name]]
    if stack is None:
        return f"nothing stands on {name}"
    if stack.owner != state.mover:
        return f"what stands on {name} is {stack.owner}'s"
    if isinstance(action, Move):
        return _no_move(state, stack, action)
    if isinstance(action, Swap):
        if not stack.housed:
            return f"no house stands on {name}"
        return (
            None
            if stack.loose
            else f"the unit on the house on {name} is alone: there is none to swap it with"
        )
    if isinstance(action, Split):
        return _no_split(state, stack, action)
    if isinstance(action, Upgrade):
        if not stack.housed:
            return f"no house stands on {name}: only housed units are upgraded"
        highest = state.money(state.mover).units[0]
        return f"{highest} is the highest unit" if stack.housed == highest else None
    if stack.housed:
        return f"a house stands on {name} already"
    if stack.coins > 1:
        return f"{stack.coins} units stand on {name}: a house goes beneath a unit that is alone"
    return None if state.hand(state.mover) else "there is no house coin left in your hand"


def _absent(stack: Stack, name: str, coin: int) -> str:
    return f"no {coin} stands on {name}, but {listing([str(unit) for unit in stack.units], 'and')}"


def _no_move(state: State, stack: Stack, action: Move) -> str | None:
    board, coin = state.board, action.coin
    if coin not in stack.loose:
        if coin == stack.housed:
            return f"the {coin} on {action.origin} is housed: housed units do not move"
        return _absent(stack, action.origin, coin)
    near = [board.names[tile] for tile in board.neighbours[board.index[action.origin]]]
    if action.target not in near:
        return f"{action.target} is not next to {action.origin}: its neighbours are {listing(near, 'and')}"
    there = state.tiles[board.index[action.target]]
    if there is not None and there.coins >= MOST_ON_TILE:
        return f"three coins stand on {action.target}, so nobody can enter it"
    return None


def _no_split(state: State, stack: Stack, action: Split) -> str | None:
    if action.coin not in stack.units:
        return _absent(stack, action.tile, action.coin)
    if state.money(state.mover).below(action.coin) is None:
        return f"{action.coin} is the lowest unit"
    if stack.coins >= MOST_ON_TILE:
        house = ", the house counts as one" if stack.housed else ""
        return f"three coins stand on {action.tile}{house}: there is no room for one more"
    return None


def check_declaration(view: View, what: str) -> None:
    """Raise IllegalOrderError unless the view's seat may declare that now."""
    check_player(view, what)
    said = "has offered a draw already; the other seat has to answer"
    check_draw_or_concession(view, what, view.state.offers, said)


def check_sheet(view: View, orders: Sequence[Order], examples: Iterable[str]) -> list[Order]:
    """Check a sheet as far as it does not depend on what the orders do, and return what it has besides
    declarations. Raises IllegalOrderError.

    examples: what could stand in an empty sheet
    """
    others: list[Order] = undeclared(
        orders, declared=lambda what: check_declaration(view, what), examples=lambda: examples
    )
    if not others:
        return []
    first = str(others[0])
    check_player(view, first)
    for order in others:
        if view.phase.key == "setup" and not isinstance(order, (Handful, Place)):
            raise IllegalOrderError(str(order), SETUP_FIRST, examples)
        if view.phase.key == "play" and not isinstance(order, Action):
            raise IllegalOrderError(str(order), "the handfuls are on the board already", examples)
    if view.seat not in view.phase.owing:
        raise IllegalOrderError(first, f"it is not your turn, {view.mover} is to move")
    return others


def check_line(state: State, line: Sequence[Action]) -> tuple[State, ...]:
    """Check a line of actions, and return what it may lead to: two states if a coin flip is in it, that with
    heads first. Raises IllegalOrderError, except for what comes after the flip: that is skipped where it is
    not possible."""
    for order in line[:-1]:
        if isinstance(order, End):
            raise IllegalOrderError(
                str(line[line.index(order) + 1]), "nothing follows end in a line", ("end",)
            )
    states: tuple[State, ...] = (state,)
    for action in line:
        if len(states) == 1:
            if states[0].phase == "over":
                break
            reason = why_not(states[0], action)
            if reason is not None:
                raise IllegalOrderError(str(action), reason, instead(states[0], action))
        states = advance(states, action)
    return states


def advance(states: Sequence[State], action: Action) -> tuple[State, ...]:
    """Do one more action in each state where it is possible."""
    found: list[State] = []
    for state in states:
        if state.phase == "play" and why_not(state, action) is None:
            found += outcomes(state, action)
        else:
            found.append(state)
    return tuple(found)


def instead(state: State, action: Action) -> list[str]:
    """List actions that would work where one does not: of the same kind first, of those the ones on its tile,
    of those the most useful."""

    def far(other: Action) -> tuple[bool, bool, Rank]:
        return (type(other) is not type(action), _tile(other) != _tile(action), rank(state, other))

    return [str(other) for other in sorted(possible(state), key=far)]


def _tile(action: Action) -> str:
    return "" if isinstance(action, End) else action.origin if isinstance(action, Move) else action.tile
