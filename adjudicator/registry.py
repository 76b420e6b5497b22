"""Which games there are."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.cic import Cic
from adjudicator.errors import OptionError
from adjudicator.game import AnyGame


def games() -> Mapping[str, AnyGame]:
    """Every game by its key. Games are stateless: make the mapping once and hand it on."""
    found: list[AnyGame] = [Cic()]
    return {game.key: game for game in found}


def game_named(all_games: Mapping[str, AnyGame], key: object) -> AnyGame:
    """The game; raises OptionError with the known keys."""
    if not isinstance(key, str) or key not in all_games:
        raise OptionError("game", f"{key!r} is no game", sorted(all_games))
    return all_games[key]
