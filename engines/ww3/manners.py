"""A good sport: when to offer a draw, to take one, and to concede."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.search import DECIDED
from engines.ww3.fog import foggy

EVEN, EVEN_AT_A_TABLE = 50, 100
"""Up to this evaluation a draw is welcome: between two, and at a larger table, where it is a shared win."""
LONG = 20
"""After so many quiet rounds, and then after every ten, it offers a draw itself."""


def draws(view: Mapping[str, Any], value: int) -> bool:
    """Say whether the view's seat offers a draw now, or agrees to one. value: how it stands, -WIN … WIN"""
    offers, seat = view["offers"], view["seat"]
    if seat in offers or abs(value) > 990:
        return False
    if offers:
        return value <= (EVEN if len(view["living"]) == 2 else EVEN_AT_A_TABLE)
    return view["quiet"] >= LONG and view["quiet"] % 10 == 0 and not view["round_done"] and abs(value) <= EVEN


def concedes(view: Mapping[str, Any], value: int) -> bool:
    """Say whether two play, a loss is forced, and less than half as many units are left. value: the
    search's"""
    if len(view["living"]) != 2 or foggy(view) or value > -DECIDED:
        return False
    own = len(view["pieces"][view["seat"]])
    return 2 * own <= max(len(units) for units in view["pieces"].values())
