"""Which engines there are: one for each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module

from adjudicator.game import AnyGame
from engines.engine import Engine

PLACES: Mapping[str, str] = {
    "cic": "engines.cic.engine:CicEngine",
    "nemein": "engines.nemein.engine:NemeinEngine",
    "newyork2047": "engines.newyork2047.engine:NewYorkEngine",
    "nme": "engines.nme.engine:NmeEngine",
    "ww3": "engines.ww3.engine:Ww3Engine",
}
"""Where each game's engine is, by the game's key: "module:class". An engine is imported when it is first
needed, so that a process that plays one game does not load five."""


def engine_for(game: AnyGame) -> Engine:
    """Return the engine of a game. KeyError: there is none."""
    return _maker(PLACES[game.key])(game)


@cache
def _maker(place: str) -> Callable[[AnyGame], Engine]:
    module, _, name = place.partition(":")
    found: Callable[[AnyGame], Engine] = getattr(import_module(module), name)
    return found
