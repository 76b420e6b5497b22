"""Why an order of Nemein is refused, what would work, and what is legal but unwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator.base_game import check_draw_or_concession, check_player, undeclared
from adjudicator.errors import IllegalOrderError
from adjudicator.game import Seat
from adjudicator.nemein import text
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
from adjudicator.nemein.recorded import RECORDED
from adjudicator.nemein.state import STAGES, Stack, State, View, units_of
from adjudicator.text import Text, listing

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


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an action is not possible. values: the facts, by name; the sentence needs some of them"""

    text: Text
    values: Mapping[str, object]

    def __str__(self) -> str:
        return self.text(**{name: self.values[name] for name in self.text.samples})

    @property
    def recorded(self) -> str:
        """The same as records have it."""
        return RECORDED[self.text].format_map(self.values)


def _fault(text: Text, **values: object) -> Fault:
    return Fault(text, values)


def why_not(state: State, action: Action) -> Fault | None:
    """Explain why the mover cannot do that action now; None: it can."""
    if isinstance(action, End):
        return None
    stage = STAGE_OF[type(action)]
    if stage < state.stage:
        return _fault(text.TOO_LATE, act=text.ACTS[stage], stage=STAGES[stage] if stage else "move (or swap)")
    name = action.origin if isinstance(action, Move) else action.tile
    board = state.board
    if name not in board.index:
        return _fault(text.NOT_ON_BOARD, tile=name)
    stack = state.tiles[board.index[name]]
    if stack is None:
        return _fault(text.EMPTY, tile=name)
    if stack.owner != state.mover:
        return _fault(text.NOT_YOURS, tile=name, owner=stack.owner)
    if isinstance(action, Move):
        return _no_move(state, stack, action)
    if isinstance(action, Swap):
        if not stack.housed:
            return _fault(text.NO_HOUSE, tile=name)
        return None if stack.loose else _fault(text.NO_PARTNER, tile=name)
    if isinstance(action, Split):
        return _no_split(state, stack, action)
    if isinstance(action, Upgrade):
        if not stack.housed:
            return _fault(text.NOT_HOUSED, tile=name)
        highest = state.money(state.mover).units[0]
        return _fault(text.HIGHEST, coin=highest) if stack.housed == highest else None
    if stack.housed:
        return _fault(text.HOUSE_THERE, tile=name)
    if stack.coins > 1:
        return _fault(text.NOT_ALONE, n=stack.coins, tile=name)
    return None if state.hand(state.mover) else _fault(text.NO_HOUSE_COIN)


def _absent(stack: Stack, name: str, coin: int) -> Fault:
    return _fault(text.NOT_THERE, coin=coin, tile=name, units=listing(map(str, stack.units), "and"))


def _no_move(state: State, stack: Stack, action: Move) -> Fault | None:
    board, coin = state.board, action.coin
    if coin not in stack.loose:
        if coin == stack.housed:
            return _fault(text.HOUSED, coin=coin, tile=action.origin)
        return _absent(stack, action.origin, coin)
    near = [board.names[tile] for tile in board.neighbours[board.index[action.origin]]]
    if action.target not in near:
        reach = [name for name in near if _no_move(state, stack, replace(action, target=name)) is None]
        return _fault(
            text.TOO_FAR if reach else text.SHUT_IN,
            coin=coin,
            tile=action.origin,
            target=action.target,
            reach=listing(reach),
            near=listing(near, "and"),
        )
    there = state.tiles[board.index[action.target]]
    if there is not None and there.coins >= MOST_ON_TILE:
        return _fault(text.TARGET_FULL, target=action.target)
    return None


def _no_split(state: State, stack: Stack, action: Split) -> Fault | None:
    if action.coin not in stack.units:
        return _absent(stack, action.tile, action.coin)
    if state.money(state.mover).below(action.coin) is None:
        return _fault(text.LOWEST, coin=action.coin)
    if stack.coins >= MOST_ON_TILE:
        return _fault(text.SPLIT_HOUSE_FULL if stack.housed else text.SPLIT_FULL, tile=action.tile)
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
            raise IllegalOrderError(str(order), text.SETUP_FIRST, examples)
        if view.phase.key == "play" and not isinstance(order, Action):
            raise IllegalOrderError(str(order), text.SETUP_OVER, examples)
    if view.seat not in view.phase.owing:
        raise IllegalOrderError(first, text.NOT_YOUR_TURN(mover=view.mover))
    return others


def check_line(state: State, line: Sequence[Action]) -> tuple[State, ...]:
    """Check a line of actions, and return what it may lead to: two states if a coin flip is in it, that with
    heads first. Raises IllegalOrderError as `check_actions` does."""
    states = check_actions(state, line)
    return advance(states, line[-1]) if line else states


def check_actions(state: State, line: Sequence[Action]) -> tuple[State, ...]:
    """Check a line of actions, and return the states in which its last one is done. Raises IllegalOrderError,
    except for what comes after a flip: that is skipped where it is not possible."""
    for order in line[:-1]:
        if isinstance(order, End):
            raise IllegalOrderError(str(line[line.index(order) + 1]), text.AFTER_END, ("end",))
    states: tuple[State, ...] = (state,)
    for number, action in enumerate(line):
        if number:
            states = advance(states, line[number - 1])
        if len(states) == 1:
            if states[0].phase == "over":
                break
            fault = why_not(states[0], action)
            if fault is not None:
                raise IllegalOrderError(str(action), str(fault), instead(states[0], action))
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
    """List what would work where an action does not: of the same kind with the same coin, else on the same
    tile, else of the same kind, else anything; what is of the same kind first, then the most useful."""
    kind, tile, coin = type(action), _tile(action), getattr(action, "coin", 0)
    able = sorted(possible(state), key=lambda each: (type(each) is not kind, rank(state, each)))
    there = [each for each in able if tile and _tile(each) == tile]
    same = [each for each in there if type(each) is kind and getattr(each, "coin", 0) == coin]
    alike = [each for each in able if type(each) is kind]
    return [str(each) for each in same or there or alike or able]


def _tile(action: Action) -> str:
    return "" if isinstance(action, End) else action.origin if isinstance(action, Move) else action.tile


# -- Warnings


def warn_of_handful(options: NemeinOptions, seat: Seat, handful: Handful) -> list[str]:
    """Warn if so few house coins cannot win."""
    houses = handful.coins.count(options.money[SEATS.index(seat)].house)
    needed = options.houses_to_win
    return [text.FEW_HOUSES(n=houses, needed=needed)] if houses < needed else []


def warn_of_line(state: State, line: Sequence[Action]) -> list[str]:
    """Warn of what a checked line of actions stakes or wastes."""
    found: list[str] = []
    states: tuple[State, ...] = (state,)
    for action in line:
        alive = [each for each in states if each.phase == "play"]
        if not alive:
            found.append(text.GAME_ENDS(action=action))
            break
        faults = [why_not(each, action) for each in alive]
        if None not in faults:
            found.append(text.SKIPPED_ANYWAY(action=action, reason=faults[0]))
        elif len(states) == 1:
            found += _of_action(states[0], action)
        else:
            found += _after_flip(states, action)
        states = advance(states, action)
    return found


def _of_action(state: State, action: Action) -> list[str]:
    seat, board = state.mover, state.board
    if isinstance(action, House) and not board.counts(board.index[action.tile], seat):
        return [text.WONT_COUNT(tile=action.tile, row=chr(97 + board.middle))]
    if not isinstance(action, Move) or not flips(state, action):
        return []
    said = text.LAST_FLIP if units_of(state, seat) == 1 else text.COIN_FLIP
    return [said(coin=action.coin, lowest=lowest_enemy(state, action), tile=action.target)]


def _after_flip(states: Sequence[State], action: Action) -> list[str]:
    """Warn if an action is possible only if the coin shows one side; where the game is over on the other side
    nothing is skipped."""
    if any(state.phase == "over" for state in states):
        return []
    heads, tails = (why_not(state, action) is None for state in states)
    if heads == tails:
        return []
    return [(text.ONLY_HEADS if heads else text.ONLY_TAILS)(action=action)]
