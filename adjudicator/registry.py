"""Which games there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from adjudicator.cic import Cic
from adjudicator.errors import OptionError
from adjudicator.game import AnyGame
from adjudicator.nemein import Nemein
from adjudicator.newyork2047 import NewYork2047
from adjudicator.nme import Nme
from adjudicator.ww3 import Ww3

Boards: TypeAlias = Mapping[str, Mapping[str, Any]]
"""The map files by name, as JSON values. Whoever starts a program reads them: see `maps.boards`."""


def games(boards: Boards) -> Mapping[str, AnyGame]:
    """Every game by its key. Games are stateless: make the mapping once and hand it on."""
    found: list[AnyGame] = [
        Cic(),
        NewYork2047(boards[NewYork2047.key]),
        Nme(boards[Nme.key]),
        Nemein(boards[Nemein.key]),
        Ww3(boards[Ww3.key]),
    ]
    return {game.key: game for game in found}


def names() -> Mapping[str, str]:
    """Every game's name by its key, without making the games."""
    return {game.key: game.name for game in (Cic, NewYork2047, Nme, Nemein, Ww3)}


def game_named(all_games: Mapping[str, AnyGame], key: object) -> AnyGame:
    """The game; raises OptionError with the known keys."""
    if not isinstance(key, str) or key not in all_games:
        raise OptionError("game", f"{key!r} is no game", sorted(all_games))
    return all_games[key]
