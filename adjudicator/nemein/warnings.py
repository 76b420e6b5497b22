"""What is legal in Nemein but unwise, or stakes something."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.game import Seat
from adjudicator.nemein.actions import flips, lowest_enemy
from adjudicator.nemein.board import SEATS
from adjudicator.nemein.explain import advance, why_not
from adjudicator.nemein.options import NemeinOptions
from adjudicator.nemein.orders import Action, Handful, House, Move
from adjudicator.nemein.state import State, units_of
from adjudicator.text import counted


def of_handful(options: NemeinOptions, seat: Seat, handful: Handful) -> list[str]:
    """Warn if so few house coins cannot win."""
    houses = handful.coins.count(options.money[SEATS.index(seat)].house)
    if houses >= options.houses_to_win:
        return []
    return [
        f"{counted(houses, 'house coin')}: with fewer than {options.houses_to_win} you cannot win by houses, "
        "only by removing every enemy unit."
    ]


def of_line(state: State, line: Sequence[Action]) -> list[str]:
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
