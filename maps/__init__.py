"""Pictures of the games. One painter per game; `picture` finds it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from maps.painter import Painter

PAINTERS = ("cic", "newyork2047", "nme", "nemein", "ww3")
"""The games that have pictures: `painting.PAINTER` in the package that has the game's key."""


def picture(game_key: str) -> Painter[Any]:
    """Return the painter of a game, loaded at its first use; KeyError if the game has none."""
    if game_key not in PAINTERS:
        raise KeyError(game_key)
    return cast("Painter[Any]", import_module(f"maps.{game_key}.painting").PAINTER)
