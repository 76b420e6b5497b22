"""The map of New York 2047 as the rules need it: spaces, neighbours, stars, homes, Turretons.

Built from the map file's JSON (maps/data/newyork2047.json), which somebody else reads.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from adjudicator.errors import PositionError
from adjudicator.game import Seat
from adjudicator.newyork2047.text import MAP_LACKS

Key: TypeAlias = str
"""A space's name in orders, states and files: ``soho``, ``upper_hudson``."""

SEATS: tuple[Seat, ...] = ("tower", "papst", "rossoni", "christofori", "dunning", "greene", "hamblet")
TURRETONS = ("moe", "larry", "curly")


@dataclass(frozen=True, slots=True)
class Space:
    """One space. home: the faction that begins there; turreton: which one stands there."""

    key: Key
    name: str
    abbr: str
    water: bool
    star: bool
    home: Seat | None
    turreton: str | None


@dataclass(frozen=True, eq=False)
class Board:
    """near: each space's neighbours, sorted; homes: where each faction begins; places: where each Turreton
    stands; stars: the star spaces on land, sorted; names: the factions' full names."""

    spaces: Mapping[Key, Space]
    near: Mapping[Key, tuple[Key, ...]]
    water: frozenset[Key]
    stars: tuple[Key, ...]
    homes: Mapping[Seat, Key]
    places: Mapping[str, Key]
    names: Mapping[Seat, str]

    def name(self, key: Key) -> str:
        """Return the space's name for people: "Upper Hudson River"."""
        return self.spaces[key].name


def plain(text: str) -> str:
    """Strip a space's name of what people leave out: case, dots, signs; single spaces between words.

    >>> plain(" St. George "), plain("Co-op_City"), plain("Rossoni's")
    ('st george', 'co op city', 'rossonis')
    """
    return " ".join(re.sub(r"[^a-z0-9]+", " ", text.lower().replace("'", "").replace("’", "")).split())


def read_board(data: Mapping[str, Any]) -> Board:
    """Read the board from the map file's JSON. Raises PositionError if it lacks something."""
    try:
        spaces = {
            key: Space(
                key=key,
                name=item["name"],
                abbr=item["abbr"],
                water=item["type"] == "water",
                star=bool(item["star"]),
                home=item["home"],
                turreton=item["turreton"],
            )
            for key, item in sorted(data["spaces"].items())
        }
        near = {key: tuple(sorted(data["adjacency"][key])) for key in spaces}
        homes = {space.home: key for key, space in spaces.items() if space.home is not None}
        places = {space.turreton: key for key, space in spaces.items() if space.turreton is not None}
        board = Board(
            spaces=spaces,
            near=near,
            water=frozenset(key for key, space in spaces.items() if space.water),
            stars=tuple(key for key, space in spaces.items() if space.star and not space.water),
            homes={seat: homes[seat] for seat in SEATS},
            places={turreton: places[turreton] for turreton in TURRETONS},
            names={seat: data["factions"][seat]["name"] for seat in SEATS},
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise PositionError(MAP_LACKS(what=repr(error))) from None
    return board
