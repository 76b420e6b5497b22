"""Which games there are, and in which versions of their rules.

A game that was begun is finished by the rules that it was begun with. So when the rules of a game change in a
way that gives other states or events, the old ones stay beside the new ones, as a class with the old
`rules_version`, for as long as somebody may still play by them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from adjudicator.cic import Cic
from adjudicator.errors import OptionError
from adjudicator.game import AnyGame
from adjudicator.nemein import Nemein
from adjudicator.newyork2047 import NewYork2047
from adjudicator.nme import Nme
from adjudicator.text import NOT_A_GAME
from adjudicator.ww3 import Ww3

Boards: TypeAlias = Mapping[str, Mapping[str, Any]]
"""The map files by name, as JSON values. Whoever starts a program reads them: see `maps.boards`."""


Rules: TypeAlias = Mapping[tuple[str, int], AnyGame]
"""Games by key and rules version."""


def games(boards: Boards) -> Mapping[str, AnyGame]:
    """Make every game by its key, by its newest rules. Games are stateless: make them once and hand them
    on."""
    return newest(rules(boards))


def rules(boards: Boards) -> Rules:
    """Make every game in every version of its rules that it may have been begun with."""
    found: list[AnyGame] = [
        Cic(),
        NewYork2047(boards[NewYork2047.key]),
        Nme(boards[Nme.key]),
        Nemein(boards[Nemein.key]),
        Ww3(boards[Ww3.key]),
    ]
    return {(game.key, game.rules_version): game for game in found}


def newest(all_rules: Rules) -> Mapping[str, AnyGame]:
    """Pick every game's newest rules, by its key: those of new games."""
    found: dict[str, AnyGame] = {}
    for (key, version), game in all_rules.items():
        if key not in found or version > found[key].rules_version:
            found[key] = game
    return found


def for_record(all_rules: Rules, record: object) -> Mapping[str, AnyGame]:
    """Pick the games to replay or verify a record with: its own by the rules that it was played by, if they
    are known, the others by their newest."""
    found = newest(all_rules)
    if isinstance(record, Mapping):
        key, version = record.get("game"), record.get("rules_version")
        if isinstance(key, str) and type(version) is int and (key, version) in all_rules:
            return {**found, key: all_rules[key, version]}
    return found


def names() -> Mapping[str, str]:
    """List every game's name by its key, without making the games."""
    return {game.key: game.name for game in (Cic, NewYork2047, Nme, Nemein, Ww3)}


def game_named(all_games: Mapping[str, AnyGame], key: object) -> AnyGame:
    """Find a game by its key; raises OptionError with the known keys."""
    if not isinstance(key, str) or key not in all_games:
        raise OptionError("game", NOT_A_GAME(value=repr(key)), sorted(all_games))
    return all_games[key]
