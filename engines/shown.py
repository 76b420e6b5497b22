"""Views as JSON: the way back to a state, and the orders that a sheet may take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.codec import field_table
from adjudicator.game import AnyGame, Declare


def state_values(kind: type[Any], view: Mapping[str, Any]) -> dict[str, Any]:
    """Return those values of a shown view that are a state's. kind: the game's class of states"""
    return {key: view[key] for _, key, _, _ in field_table(kind) if key in view}


def open_state(game: AnyGame, kind: type[Any], view: Mapping[str, Any]) -> Any:
    """Return the state of a shown view that hides nothing. kind: the game's class of states"""
    return game.load(state_values(kind, view))


def choices(game: AnyGame, view: Any, draft: Sequence[Any]) -> list[Any]:
    """List the orders that may come next in a draft: those for another line of the sheet, or, where a turn is
    one order, any while there is none. Declarations are left out."""
    filled = {game.unit_of(order) for order in draft}
    if "" in filled and view.phase.key != "setup":
        return []
    return [
        order
        for order in game.legal(view, draft)
        if not isinstance(order, Declare) and (view.phase.key == "setup" or game.unit_of(order) not in filled)
    ]
