"""Every action that a board and a currency know, made once, with its canonical text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from adjudicator.nemein.board import board_of
from adjudicator.nemein.orders import Action, End, House, Move, Split, Swap, Upgrade

Choice: TypeAlias = tuple[str, Action]
"""An action behind its text, by which choices sort."""


@dataclass(frozen=True, slots=True)
class Menu:
    """Indexed by tile. moves: for each neighbour, the moves there by coin;  splits: by coin"""

    moves: tuple[tuple[tuple[int, Mapping[int, Choice]], ...], ...]
    swaps: tuple[Choice, ...]
    splits: tuple[Mapping[int, Choice], ...]
    upgrades: tuple[Choice, ...]
    houses: tuple[Choice, ...]
    end: Choice


@cache
def menu_of(side: int, units: tuple[int, ...]) -> Menu:
    """Return the menu of a board and the units of a currency, from the highest."""
    board = board_of(side)
    names = board.names
    return Menu(
        moves=tuple(
            tuple((to, {coin: _choice(Move(name, names[to], coin)) for coin in units}) for to in near)
            for name, near in zip(names, board.neighbours, strict=True)
        ),
        swaps=tuple(_choice(Swap(name)) for name in names),
        splits=tuple({coin: _choice(Split(name, coin)) for coin in units[:-1]} for name in names),
        upgrades=tuple(_choice(Upgrade(name)) for name in names),
        houses=tuple(_choice(House(name)) for name in names),
        end=_choice(End()),
    )


def _choice(action: Action) -> Choice:
    return str(action), action
