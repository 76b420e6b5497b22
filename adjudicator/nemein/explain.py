"""Why an order of Nemein is refused, what would work, and what is legal but unwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.base_game import check_draw_or_concession, check_player, undeclared
from adjudicator.errors import IllegalOrderError
from adjudicator.game import Seat
from adjudicator.nemein.actions import flips, lowest_enemy, outcomes, possible
from adjudicator.nemein.board import MOST_ON_TILE, SEATS
from adjudicator.nemein.options import NemeinOptions
from adjudicator.nemein.orders import (
    STAGE_OF,
    Action,
    End,
    Handful,
    House,
    Move,
    Order,
    Place,
    Split,
    Swap,
    Upgrade,
)
from adjudicator.nemein.state import STAGES, Stack, State, View, units_of
from adjudicator.text import counted, listing

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


# -- Why not


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
    check_player(view, what, view.seats)
    check_draw_or_concession(view, what, view.state.offers)


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
    check_player(view, first, view.seats)
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


# -- Warnings


def warn_of_handful(options: NemeinOptions, seat: Seat, handful: Handful) -> list[str]:
    """Warn if so few house coins cannot win."""
    houses = handful.coins.count(options.money[SEATS.index(seat)].house)
    if houses >= options.houses_to_win:
        return []
    return [
        f"{counted(houses, 'house coin')}: with fewer than {options.houses_to_win} you cannot win by houses, "
        "only by removing every enemy unit."
    ]


def warn_of_line(state: State, line: Sequence[Action]) -> list[str]:
    """Warn of what a checked line of actions stakes or wastes."""
    found: list[str] = []
    states: tuple[State, ...] = (state,)
    for action in line:
        alive = [each for each in states if each.phase == "play"]
        if not alive:
            found.append(f"{action}: it is not looked at, the game is over before it.")
            break
        reasons = [why_not(each, action) for each in alive]
        if None not in reasons:
            found.append(f"{action}: whatever the coin shows, it will be skipped: {reasons[0]}.")
        elif len(states) == 1:
            found += _of_action(states[0], action)
        else:
            found += _after_flip(states, action)
        states = advance(states, action)
    return found


def _of_action(state: State, action: Action) -> list[str]:
    seat, board = state.mover, state.board
    if isinstance(action, House) and not board.counts(board.index[action.tile], seat):
        row = action.tile[0]
        return [
            f"{action}: a house on row {row} does not count; yours count on row {chr(97 + board.middle)} and "
            "beyond it."
        ]
    if not isinstance(action, Move) or not flips(state, action):
        return []
    lowest = lowest_enemy(state, action)
    lost = f"tails: your {action.coin} is lost"
    if units_of(state, seat) == 1:
        lost += ", your last unit, and with it the game"
    return [
        f"{action}: a coin flip decides, 1 in 2, since the lowest enemy coin there ({lowest}) is worth no "
        f"less. Heads: you take the tile; {lost}."
    ]


def _after_flip(states: Sequence[State], action: Action) -> list[str]:
    """Warn if an action is possible only if the coin shows one side; where the game is over on the other side
    nothing is skipped."""
    if any(state.phase == "over" for state in states):
        return []
    heads, tails = (why_not(state, action) is None for state in states)
    if heads == tails:
        return []
    return [f"{action}: only if the coin shows {'heads' if heads else 'tails'}; else it is skipped."]
